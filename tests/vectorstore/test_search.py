"""Search: two languages taking turns, caps, filters and audiences that hold, and what is left without vectors."""

import random
from datetime import UTC, datetime

import numpy as np
import pytest

from vectorstore import reindex, search
from vectorstore.database import migrate, open_engine
from vectorstore.embeddings import LazyEmbedder, make_embedder
from vectorstore.errors import EmbedderUnavailable, IndexUnavailable
from vectorstore.ids import document_id
from vectorstore.index import Indexes, MemoryIndex, memory_indexes
from vectorstore.lexicon.loader import load_lexicon
from vectorstore.library import Entry, Library
from vectorstore.migrations import STEPS
from vectorstore.models.documents import Article, FetchState, Session, Source
from vectorstore.models.search import Audience, Condition, Filter
from vectorstore.search import Search
from vectorstore.text.language import detect
from vectorstore.text.tokens import tokens

NOW = datetime(2026, 10, 1, 12, tzinfo=UTC)
# Words of both languages that mean the same lie in the same direction.
MEANINGS = ["compil 编译 译器", "memory 内存", "network 网络", "power 功耗", "chip 芯片", "kernel 内核", "train 训练"]


class Meanings:
    """An engine that knows a few words in two languages, and adds a pull of the language as real ones have."""

    def passages(self, texts):
        return [self.query(text) for text in texts]

    def query(self, text):
        found = set(tokens(text))
        vector = [sum(word in found for word in words.split()) for words in MEANINGS]
        return np.array([*vector, *((0, 3) if detect(text) == "zh" else (3, 0))], dtype=float)


class Joined(Meanings):
    """The same, but any sentence of our pairs is nearest to its translation."""

    def __init__(self):
        self._pairs = {text: i for i, pair in enumerate(reindex.parallel_sentences()) for text in pair}

    def query(self, text):
        vector = np.zeros(len(MEANINGS) + 2 + 40)
        vector[: len(MEANINGS) + 2] = super().query(text)
        if text in self._pairs:
            vector[:] = 0
            vector[len(MEANINGS) + int(detect(text) == "zh")] = 0.3
            vector[len(MEANINGS) + 2 + self._pairs[text]] = 1
        return vector


@pytest.fixture
def library(tmp_path):
    engine = open_engine(f"sqlite:///{tmp_path}/hallway.db")
    migrate(engine, "vectorstore", STEPS)
    yield Library(engine, load_lexicon())
    engine.dispose()


def _write(library, texts, *, source="s", language=None, session=False):
    """Write one document for each name and text; give the documents' names by id."""
    entries = []
    for name, text in texts.items():
        common = {
            "source_id": source, "stable_id": name, "stable_id_kind": "path", "title": name,
            "language": language or detect(text),
        }  # fmt: skip
        document = Session(conference="Sample", **common) if session else Article(**common)
        entries.append(
            Entry(document_id=document_id(source, name), document=document, text=text, content_hash=name + text)
        )
    library.write(Source(id=source, name=source, url=source), entries, fetch=FetchState(source_id=source), now=NOW)


def _searching(library, embedder=None):
    embedder = embedder or LazyEmbedder("meanings", Joined)
    indexes = memory_indexes(embedder.name)
    reindex.index_due(library, embedder, indexes)
    return Search(library, embedder, indexes)


def _titles(found):
    return [hit.document.title for hit in found.hits]


def test_both_languages_take_turns_the_questions_own_first(library):
    for i in range(3):
        _write(library, {f"en{i}": "The compiler and its memory " + "word " * i}, source=f"en{i}")
        _write(library, {f"zh{i}": "编译器与内存的故事，写得足够长，可以判断语言" + "字" * i}, source=f"zh{i}")
    searching = _searching(library)
    assert [title[:2] for title in _titles(searching.search("which compiler"))] == ["en", "zh"] * 3
    assert [title[:2] for title in _titles(searching.search("编译器"))] == ["zh", "en"] * 3
    assert searching.search("which compiler").notes == ()


def test_a_question_in_one_language_finds_the_meaning_in_the_other(library):
    texts = {
        "power": "芯片的功耗一直在上升，大家都在讨论",
        "net": "网络带宽不足，训练经常等待数据",
        "mem": "内存的容量总是不够用，换成更大的",
    }
    for name, text in texts.items():
        _write(library, {name: text}, source=name)
    searching = _searching(library)
    assert _titles(searching.search("how much memory?"))[0] == "mem"
    assert _titles(searching.search("the power of a chip"))[0] == "power"


def test_a_passage_found_by_both_ways_says_so(library):
    _write(library, {"both": "The compiler of the chip"}, source="a")
    _write(library, {"words": "Zebra stripes only"}, source="b")
    found = _searching(library).search("compiler zebra")
    assert {hit.document.title: hit.matched_by for hit in found.hits} == {
        "both": ("words", "meaning"),
        "words": ("words", "meaning"),
    }


def test_at_most_three_passages_of_a_document_and_of_a_feed_but_a_programme_counts_by_session(library):
    long = "\n\n".join(f"## Part {i}\n\nThe compiler in part{i}." for i in range(6))
    _write(library, {"long": long}, source="page")
    assert _titles(_searching(library).search("compiler")) == ["long"] * 3
    _write(library, {f"post{i}": f"The compiler of post{i}." for i in range(6)}, source="feed")
    _write(
        library, {f"talk{i}": f"talk{i}\n\nThe compiler of talk{i}." for i in range(6)}, source="guide", session=True
    )
    found = _titles(_searching(library).search("compiler", limit=40))
    assert sum(title.startswith("post") for title in found) == 3
    assert sum(title == "long" for title in found) == 3
    assert {title for title in found if title.startswith("talk")} == {f"talk{i}" for i in range(6)}


def test_a_text_is_shown_once(library):
    for source in ("a", "b", "c"):
        _write(library, {"same": "The compiler is fast."}, source=source)
    assert _titles(_searching(library).search("compiler")) == ["same"]


def test_a_term_that_only_the_other_language_holds_brings_its_passages_to_the_front(library):
    _write(library, {"far": "这里介绍 FooBar9000 的安装步骤，与别的事情无关，写得足够长"}, source="far")
    for i in range(5):
        _write(library, {f"near{i}": "编译器和内存的文章，写得足够长，可以判断语言" + "字" * i}, source=f"near{i}")
        _write(library, {f"en{i}": "The compiler and its memory " + "word " * i}, source=f"en{i}")
    assert _titles(_searching(library).search("compiler memory foobar9000"))[1] == "far"


def test_without_an_embedder_or_an_index_words_are_left_and_the_note_says_why(library):
    _write(library, {"a": "The compiler is fast."})
    embedder = LazyEmbedder("meanings", Joined)

    def unavailable():
        raise EmbedderUnavailable("gone")

    class Broken(MemoryIndex):
        def nearest(self, *_, **__):
            raise IndexUnavailable("broken")

    broken = Indexes(generation="meanings.1", zh=Broken(), en=Broken())
    reindex.languages_of(library, embedder)
    for searching, note in (
        (Search(library, None, None), search.NO_EMBEDDER),
        (Search(library, embedder, None), search.NO_VECTORS),
        (Search(library, LazyEmbedder("gone", unavailable), memory_indexes("gone")), search.NO_EMBEDDER),
        (Search(library, embedder, broken), search.INDEX_FAILED),
        (Search(library, make_embedder("hashing:64"), memory_indexes("hashing")), search.NO_MEANING),
    ):
        found = searching.search("compiler")
        assert (_titles(found), found.notes) == (["a"], (note,))
        assert found.hits[0].matched_by == ("words",)


def test_a_half_built_index_says_how_much_is_missing(library):
    _write(library, {"a": "The compiler is fast."}, source="a")
    searching = _searching(library)
    _write(library, {"b": "The compiler is new."}, source="b")
    found = searching.search("compiler")
    assert sorted(_titles(found)) == ["a", "b"]
    assert found.notes == (search.NOT_COMPLETE.format(missing=1, total=2),)


def test_an_embedder_that_does_not_join_languages_searches_the_other_by_words(library):
    _write(library, {"en": "Notes about torch.compile here"}, source="en")
    _write(library, {"zh": "关于 torch.compile 的笔记，写得足够长"}, source="zh")
    _write(library, {"other": "这一篇讲的是内存，写得足够长，可以判断"}, source="other")
    found = _searching(library, LazyEmbedder("apart", Meanings)).search("what is torch.compile")
    assert _titles(found) == ["en", "zh"]
    assert found.notes == (search.NOT_CROSS_LINGUAL,)


@pytest.mark.parametrize("question", ["", "   ", "😀", "的", "\0", "the of", "\ud800", "x" * 100_000])
def test_any_question_is_searched_without_an_error(library, question):
    _write(library, {"a": "The compiler is fast."})
    assert len(_searching(library).search(question).hits) <= 1
    assert Search(library, None, None).search(question).hits == ()


def test_three_states_of_a_filter(library):
    _write(library, {"a": "The compiler is fast."}, source="a")
    searching = _searching(library)
    nowhere = Filter(conditions=(Condition(facet="source", values=("b",)),))
    somewhere = Filter(conditions=(Condition(facet="source", values=("a",)),))
    assert _titles(searching.search("compiler", Filter())) == ["a"]
    assert _titles(searching.search("compiler", somewhere)) == ["a"]
    assert searching.search("compiler", nowhere).hits == ()


def test_random_filters_and_audiences_give_exactly_what_exact_search_over_the_allowed_gives(library, tmp_path):
    """For each, the folder's answer equals the memory index's, and nothing is outside what was allowed."""
    chance = random.Random(11)
    english, chinese = (
        ["compiler", "memory", "network", "power", "chip", "kernel", "train"],
        ["编译", "内存", "网络", "功耗", "芯片", "内核", "训练"],
    )
    for i in range(40):
        picked = chance.sample(range(7), 3)
        texts = {f"en{i}": "The " + " and ".join(english[j] for j in picked), f"zh{i}": "关于" + "与".join(chinese[j] for j in picked) + f"的第{i}篇文章"}  # fmt: skip
        _write(library, texts, source=f"s{i % 9}")
    embedder = LazyEmbedder("meanings", Joined)
    folder = reindex.open_current(library, embedder, tmp_path / "chroma", write=True)
    memory = memory_indexes(embedder.name)
    reindex.index_due(library, embedder, folder)
    for group in ("zh", "en"):
        live = library.live_hashes(group)
        vectors = library.vectors(embedder.name, live.values())
        memory.of(group).upsert(list(live), np.stack([vectors[h] for h in live.values()]), list(live.values()))
    for round_ in range(120):
        sources = frozenset(f"s{i}" for i in chance.sample(range(9), chance.randint(0, 9)))
        admitted = frozenset(f"s{i}" for i in chance.sample(range(9), chance.randint(1, 9)))
        audience = Audience(source_ids=sources) if round_ % 4 else Audience()
        asked = (
            Filter(conditions=(Condition(facet="source", values=tuple(sorted(admitted))),)) if round_ % 3 else Filter()
        )
        question = " ".join(chance.sample(english + chinese, 2))
        on_disk = Search(library, embedder, folder).search(question, asked, audience)
        exact = Search(library, embedder, memory).search(question, asked, audience)
        expected = (sources if round_ % 4 else frozenset(f"s{i}" for i in range(9))) & (
            admitted if round_ % 3 else frozenset(f"s{i}" for i in range(9))
        )
        assert {hit.document.source_id for hit in on_disk.hits} <= expected
        assert bool(on_disk.hits) == bool(expected)
        assert [(h.passage.id, round(h.score, 4)) for h in on_disk.hits] == [
            (h.passage.id, round(h.score, 4)) for h in exact.hits
        ]
    folder.close()
