"""Speed as ratios beside a baseline in the same run: python -m tests.bench.speed [PASSAGES].

A free embedder on both sides, so that only our own work is measured; CPU time, median of interleaved runs.
"""

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from vectorstore import reindex
from vectorstore.database import migrate, open_engine
from vectorstore.embeddings import LazyEmbedder
from vectorstore.ids import document_id
from vectorstore.index import open_indexes
from vectorstore.lexicon.loader import load_lexicon
from vectorstore.library import Entry, Library
from vectorstore.migrations import STEPS
from vectorstore.models.documents import Article, FetchState, Session, Source
from vectorstore.models.search import Condition, Filter
from vectorstore.search import Search

_SIZE, _PAIRS = 384, 7
_SOURCES = 50


class _Free:
    """Gives a text the vector its characters seed: costs next to nothing, and the same text has the same one."""

    def passages(self, texts: list[str]) -> np.ndarray:
        return np.stack([self.query(text) for text in texts])

    def query(self, text: str) -> np.ndarray:
        return np.random.default_rng(abs(hash(text))).standard_normal(_SIZE, dtype=np.float32)


def main(passages: int) -> None:
    chance = random.Random(5)
    vocabulary = [f"w{i}x" for i in range(4000)] + ["编译", "算子", "内核", "TPU", "torch.compile"]
    weights = [1 / (i + 3) for i in range(len(vocabulary))]
    texts = [" ".join(chance.choices(vocabulary, weights, k=45)) for _ in range(passages)]
    with tempfile.TemporaryDirectory() as folder:
        _measure(Path(folder), texts, chance)


def _measure(folder: Path, texts: list[str], chance: random.Random) -> None:
    _say(f"{len(texts)} passages, {sum(map(len, texts)) // len(texts)} characters each")
    embedder = LazyEmbedder("free", _Free)
    vectors = embedder.embed_passages(texts)
    bare = open_indexes(folder / "bare", "bare", 1, write=True)
    bare_ingest = _cpu(lambda: bare.en.upsert([f"p{i:06}" for i in range(len(texts))], vectors, ["h"] * len(texts)))

    engine = open_engine(f"sqlite:///{folder}/hallway.db")
    migrate(engine, "vectorstore", STEPS)
    library = Library(engine, load_lexicon())
    indexes = reindex.open_current(library, embedder, folder / "ours", write=True)
    reindex.languages_of(library, embedder)
    first = _cpu(lambda: _ingest(library, embedder, indexes, texts))
    again = _cpu(lambda: _ingest(library, embedder, indexes, texts))
    _row("ingest without embedding / bare upsert", first, bare_ingest, "<= 2")
    _row("unchanged again / first", again, first, "<= .1")
    edited = [texts[0] + " edited", *texts[1:]]
    done = _ingest(library, embedder, indexes, edited)
    _say(f"one edited of {len(texts)}: embedded {done.embedded}, put in {done.upserted}, taken out {done.removed}")

    searching = Search(library, embedder, indexes)
    questions = [
        " ".join(chance.choices(texts[i].split(), k=5)) for i in range(0, len(texts), max(len(texts) // 40, 1))
    ]
    for question in questions:
        embedder.embed_query(question)
    query = embedder.embed_query(questions[0])
    some_ids = sorted(library.live_hashes("en"))[:1000]
    hashes = library.live_hashes("en")
    half = Filter(conditions=(Condition(facet="source", values=tuple(f"s{i}" for i in range(_SOURCES // 2))),))
    few = Filter(conditions=(Condition(facet="source", values=("s1",)),))

    _pairs("search, nothing excluded / two bare queries", lambda: [searching.search(q) for q in questions],
           lambda: [(indexes.en.nearest(query, 100), indexes.zh.nearest(query, 100)) for _ in questions], len(questions))  # fmt: skip
    _pairs("search in half of the sources / nothing excluded", lambda: [searching.search(q, half) for q in questions],
           lambda: [searching.search(q) for q in questions], len(questions))  # fmt: skip
    _pairs("search in one of 50 sources / nothing excluded", lambda: [searching.search(q, few) for q in questions],
           lambda: [searching.search(q) for q in questions], len(questions))  # fmt: skip
    _pairs("exact over 1,000 allowed / the index within them",
           lambda: [_exact(library, embedder.name, query, {i: hashes[i] for i in some_ids}) for _ in range(20)],
           lambda: [indexes.en.nearest(query, 100, some_ids) for _ in range(20)], 20)  # fmt: skip
    _lists(library, len(texts))
    for opened in (indexes, bare):
        opened.close()
    engine.dispose()


def _lists(library: Library, count: int) -> None:
    source = Source(id="guide", name="guide", url="guide")
    entries = []
    for i in range(count):
        session = Session(
            source_id="guide", stable_id=str(i), stable_id_kind="id", conference="Sample", title=f"Talk {i}",
            language="en", room=f"Room {i % 20}", sponsored=i % 40 == 0,
        )  # fmt: skip
        entries.append(
            Entry(document_id=document_id("guide", str(i)), document=session, text=f"Talk {i}", content_hash=str(i))
        )
    library.write(source, entries, fetch=FetchState(source_id="guide"), now=datetime.now(UTC))
    asked = Filter(
        conditions=(Condition(facet="room", values=("Room 3",)), Condition(facet="sponsored", values=("false",)))
    )
    library.list(asked)
    members = len(library.list(asked).members)
    _pairs(f"list of {members} among {count} sessions / reading those documents",
           lambda: [library.list(asked) for _ in range(10)],
           lambda: [library.documents(m.document_id for m in library.list(asked).members[:members]) for _ in range(10)], 10)  # fmt: skip


def _ingest(library: Library, embedder: LazyEmbedder, indexes: object, texts: Sequence[str]) -> reindex.Indexed:
    for number in range(_SOURCES):
        source = Source(id=f"s{number}", name=f"s{number}", url=f"s{number}")
        entries = []
        for i in range(number, len(texts), _SOURCES):
            article = Article(
                source_id=source.id, stable_id=str(i), stable_id_kind="id", title=f"Article {i}", language="en"
            )
            entries.append(
                Entry(
                    document_id=document_id(source.id, str(i)), document=article, text=texts[i], content_hash=texts[i]
                )
            )
        library.write(source, entries, fetch=FetchState(source_id=source.id), now=datetime.now(UTC))
    return reindex.index_due(library, embedder, indexes)


def _exact(library: Library, name: str, query: np.ndarray, hashes: dict[str, str]) -> list[tuple[str, float]]:
    from vectorstore.search import _exact as exact_of

    return exact_of(query, hashes, library.vectors(name, hashes.values()))


def _cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _pairs(name: str, ours: Callable[[], object], base: Callable[[], object], calls: int) -> None:
    """Run both in turns, so that a busy machine is busy for both."""
    ours_seconds, base_seconds = [], []
    for _ in range(_PAIRS):
        ours_seconds.append(_cpu(ours) / calls)
        base_seconds.append(_cpu(base) / calls)
    ratios = [one / other for one, other in zip(ours_seconds, base_seconds, strict=True)]
    _say(
        f"{name}: {statistics.median(ours_seconds) * 1000:.2f} / {statistics.median(base_seconds) * 1000:.2f} CPU ms"
        f" = {statistics.median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})"
    )


def _row(name: str, ours: float, base: float, target: str) -> None:
    _say(f"{name}: {ours:.2f} / {base:.2f} CPU s = {ours / base:.3f} (target {target})")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
