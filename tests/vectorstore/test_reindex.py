"""Each text is embedded once: new, edited, moved, withdrawn, interrupted, compared, rebuilt, switched."""

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from vectorstore import reindex
from vectorstore.database import migrate, open_engine
from vectorstore.embeddings import LazyEmbedder
from vectorstore.ids import document_id
from vectorstore.index import memory_indexes
from vectorstore.lexicon.loader import load_lexicon
from vectorstore.library import Entry, Library
from vectorstore.migrations import STEPS
from vectorstore.models.documents import Article, FetchState, Source
from vectorstore.reindex import Difference, Indexed
from vectorstore.search import Search
from vectorstore.text.tokens import tokens

NOW = datetime(2026, 10, 1, 12, tzinfo=UTC)
SOURCE = Source(id="s", name="Sample", url="sample.md")
PAIRS = len(reindex.parallel_sentences())


class CountingEngine:
    """Bags of words as vectors, and a list of every passage text it was given."""

    def __init__(self, fail_after=None):
        self.seen = []
        self.fail_after = fail_after

    def passages(self, texts):
        if self.fail_after is not None and len(self.seen) >= self.fail_after:
            raise KeyboardInterrupt
        self.seen += texts
        return [self.query(text) for text in texts]

    def query(self, text):
        vector = np.zeros(97)
        for token in tokens(text):
            vector[sum(map(ord, token)) % 97] += 1
        return vector if vector.any() else np.ones(97)


def _embedder(name="bag", **options):
    engine = CountingEngine(**options)
    return LazyEmbedder(name, lambda: engine), engine


@pytest.fixture
def library(tmp_path):
    engine = open_engine(f"sqlite:///{tmp_path}/hallway.db")
    migrate(engine, "vectorstore", STEPS)
    yield Library(engine, load_lexicon())
    engine.dispose()


def _entry(name, text, *, title=None, language="en"):
    article = Article(
        source_id="s", stable_id=name, stable_id_kind="path", title=title or f"Title {name}", language=language
    )
    return Entry(document_id=document_id("s", name), document=article, text=text, content_hash=f"{title}{text}")


def _write(library, *entries, **changes):
    return library.write(SOURCE, entries, fetch=FetchState(source_id="s"), now=NOW, **changes)


def _articles(count):
    return [_entry(f"a{i}", f"Article number{i} speaks about topic{i}.") for i in range(count)]


def test_new_passages_are_embedded_once_and_never_again(library):
    embedder, engine = _embedder()
    indexes = memory_indexes(embedder.name)
    _write(library, *_articles(3), _entry("z", "这一篇文章讲的是编译器如何融合算子，足够长。", language="zh"))
    assert reindex.index_due(library, embedder, indexes) == Indexed(embedded=4, upserted=4)
    assert len(engine.seen) == 4 + 2 * PAIRS
    assert (len(indexes.zh.entries()), len(indexes.en.entries())) == (1, 3)
    _write(library, *_articles(3))
    assert reindex.index_due(library, embedder, indexes) == Indexed()
    assert len(engine.seen) == 4 + 2 * PAIRS


def test_an_edit_embeds_only_the_passages_it_changed(library):
    embedder, engine = _embedder()
    indexes = memory_indexes(embedder.name)
    sections = "\n\n".join(f"## Part {i}\n\nWords of part{i} stand here." for i in range(6))
    _write(library, _entry("long", sections), *_articles(3))
    reindex.index_due(library, embedder, indexes)
    engine.seen.clear()
    _write(library, _entry("long", sections.replace("Words of part3", "Fresh words of part3")))
    assert reindex.index_due(library, embedder, indexes) == Indexed(embedded=1, reused=5, upserted=6, removed=6)
    assert engine.seen == ["Title long › Part 3\nFresh words of part3 stand here."]
    assert reindex.compare(library, indexes) == Difference()


def test_a_new_title_embeds_all_passages_of_its_document(library):
    embedder, _ = _embedder()
    indexes = memory_indexes(embedder.name)
    _write(library, _entry("long", "## One\n\nFirst.\n\n## Two\n\nSecond."), *_articles(2))
    reindex.index_due(library, embedder, indexes)
    _write(library, _entry("long", "## One\n\nFirst.\n\n## Two\n\nSecond.", title="Another title"))
    assert reindex.index_due(library, embedder, indexes).embedded == 2


def test_equal_texts_share_one_vector(library):
    embedder, _ = _embedder()
    _write(library, *(_entry(f"copy{i}", "The very same words.", title="Same") for i in range(5)))
    indexes = memory_indexes(embedder.name)
    assert reindex.index_due(library, embedder, indexes) == Indexed(embedded=1, reused=4, upserted=5)


def test_a_withdrawn_passage_is_unfindable_at_once_and_leaves_the_index_later(library):
    embedder, engine = _embedder()
    indexes = memory_indexes(embedder.name)
    _write(library, *_articles(3))
    reindex.index_due(library, embedder, indexes)
    gone = document_id("s", "a1")
    _write(library, withdrawn=[gone])
    hits = Search(library, embedder, indexes).search("Article number1 speaks about topic1").hits
    assert gone not in {hit.passage.document_id for hit in hits}
    assert len(hits) == 2
    assert len(reindex.compare(library, indexes).extra) == 1
    assert reindex.index_due(library, embedder, indexes) == Indexed(removed=1)
    assert reindex.compare(library, indexes) == Difference()
    _write(library, restored=[gone])
    engine.seen.clear()
    assert reindex.index_due(library, embedder, indexes) == Indexed(reused=1, upserted=1)
    assert engine.seen == []


def test_an_index_job_that_was_stopped_carries_on_where_it_was(library):
    """Vectors are committed every few texts, so stopping after two commits loses the third at most."""
    stopping, first = _embedder(fail_after=2 * PAIRS + 2 * reindex.COMMIT_EVERY)
    indexes = memory_indexes(stopping.name)
    _write(library, *_articles(400))
    with pytest.raises(KeyboardInterrupt):
        reindex.index_due(library, stopping, indexes)
    assert library.counts().indexed == 2 * reindex.COMMIT_EVERY
    going_on, second = _embedder()
    steps = []
    done = reindex.index_due(library, going_on, indexes, report=lambda done, total: steps.append((done, total)))
    left = 400 - 2 * reindex.COMMIT_EVERY
    assert done == Indexed(embedded=left, upserted=left)
    assert steps == [(min(one, left), left) for one in range(32, left + 32, 32)]
    assert not set(first.seen) & set(second.seen)
    assert reindex.compare(library, indexes) == Difference()


def test_vectors_kept_before_a_crash_are_not_made_again(library):
    """Killed between keeping vectors and marking passages: the next run only fills the index."""
    embedder, engine = _embedder()
    _write(library, *_articles(5))
    reindex.index_due(library, embedder, memory_indexes(embedder.name))
    live = library.live_hashes("en")
    library.mark_indexed(live, None)
    engine.seen.clear()
    empty = memory_indexes(embedder.name)
    assert reindex.index_due(library, embedder, empty) == Indexed(reused=5, upserted=5)
    assert engine.seen == []
    assert empty.en.entries() == live


def test_repair_brings_a_damaged_index_back_without_embedding(library):
    embedder, engine = _embedder()
    indexes = memory_indexes(embedder.name)
    _write(library, *_articles(4))
    reindex.index_due(library, embedder, indexes)
    first, second, *_ = sorted(indexes.en.entries())
    vector = embedder.embed_query("stray")[None]
    indexes.en.delete([first])
    indexes.en.upsert([second, "stray"], np.vstack([vector, vector]), ["wrong", "none"])
    assert reindex.compare(library, indexes) == Difference(missing=(first,), extra=("stray",), changed=(second,))
    engine.seen.clear()
    assert reindex.repair(library, embedder, indexes) == Indexed(reused=2, upserted=2, removed=1)
    assert (engine.seen, reindex.compare(library, indexes)) == ([], Difference())


def test_a_rebuild_makes_a_new_generation_from_the_record_and_drops_the_old(library, tmp_path):
    embedder, engine = _embedder()
    location = tmp_path / "chroma"
    _write(library, *_articles(6))
    old = reindex.open_current(library, embedder, location, write=True)
    reindex.index_due(library, embedder, old)
    old.close()
    engine.seen.clear()
    new, done = reindex.rebuild(library, embedder, location)
    assert done == Indexed(reused=6, upserted=6)
    assert (engine.seen, new.generation) == ([], "bag.2")
    assert reindex.compare(library, new) == Difference()
    new.close()
    assert [path.name for path in location.iterdir() if path.is_dir()] == ["bag.2"]
    again = reindex.open_current(library, embedder, location, write=False)
    assert again.generation == "bag.2"
    again.close()


def test_another_embedder_gets_a_generation_beside_the_old_one(library, tmp_path):
    location = tmp_path / "chroma"
    _write(library, *_articles(3))
    first, first_engine = _embedder("first")
    second, second_engine = _embedder("second")
    for embedder in (first, second):
        indexes = reindex.open_current(library, embedder, location, write=True)
        assert reindex.index_due(library, embedder, indexes).embedded == 3
        indexes.close()
    assert sorted(path.name for path in location.iterdir() if path.is_dir()) == ["first.1", "second.1"]
    assert len(first_engine.seen) == len(second_engine.seen) == 3 + 2 * PAIRS
    back = reindex.open_current(library, first, location, write=True)
    assert reindex.index_due(library, first, back) == Indexed(reused=3, upserted=3)
    back.close()


def test_language_means_are_made_once_for_each_embedder(library):
    embedder, engine = _embedder()
    made = reindex.languages_of(library, embedder)
    kept = reindex.languages_of(library, embedder)
    assert len(engine.seen) == 2 * PAIRS
    assert np.allclose(made.zh, kept.zh)
    assert np.allclose(made.en, kept.en)
    assert made.partners == kept.partners


def test_the_bundled_model_joins_our_parallel_sentences():
    from vectorstore.embeddings import make_embedder

    assert reindex.measure_languages(make_embedder("bundled")).partners >= 0.9


def test_the_parallel_sentences_are_forty_pairs_of_chinese_and_english():
    from vectorstore.text.language import detect

    pairs = reindex.parallel_sentences()
    assert len(pairs) == len(set(pairs)) == 40
    assert {(detect(zh), detect(en)) for zh, en in pairs} == {("zh", "en")}


def test_another_version_of_the_tokens_builds_the_words_anew(library):
    embedder, _ = _embedder()
    indexes = memory_indexes(embedder.name)
    _write(library, *_articles(3))
    reindex.index_due(library, embedder, indexes)
    library.set_state("words", "0")
    assert library.refresh_words("1")
    assert not library.refresh_words("1")
    hits = Search(library, None, None).search("topic2").hits
    assert [hit.document.title for hit in hits] == ["Title a2"]


def test_an_index_found_empty_is_filled_again_though_the_record_says_it_is_full(library):
    embedder, engine = _embedder()
    _write(library, *_articles(3))
    full = memory_indexes(embedder.name)
    assert reindex.index_due(library, embedder, full).upserted == 3
    engine.seen.clear()
    lost = replace(memory_indexes(embedder.name), empty=True)
    assert reindex.index_due(library, embedder, lost) == Indexed(reused=3, upserted=3)
    assert not reindex.compare(library, lost)
    assert engine.seen == []


def test_another_index_is_compared_with_the_record_before_it_is_believed(library, tmp_path):
    embedder, engine = _embedder()
    first, second = tmp_path / "first", tmp_path / "second"

    def bring(location):
        indexes = reindex.open_current(library, embedder, location, write=True)
        reindex.bring_up_to_date(library, embedder, location, indexes)
        left = reindex.compare(library, indexes)
        indexes.close()
        return left

    _write(library, *_articles(3))
    assert reindex.is_due(library, embedder, first)
    assert not bring(first)
    assert not reindex.is_due(library, embedder, first)
    assert reindex.is_due(library, embedder, second)
    _write(library, *_articles(5))
    assert not bring(second)
    engine.seen.clear()
    assert reindex.is_due(library, embedder, first)
    assert not bring(first)
    assert engine.seen == []
