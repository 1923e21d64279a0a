"""Quality on public sets, beside a plain pooled list: python -m tests.bench.retrieval SET FOLDER [EMBEDDER].

SET is xquad-r (en.json and zh.json of the set in FOLDER, SQuAD's format) or docs (anthropic_docs.json and
docs_evaluation_dataset.json). The data stay outside this repository, under their own terms.
"""

import json
import statistics
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from vectorstore import reindex
from vectorstore.database import migrate, open_engine
from vectorstore.embeddings import Embedder, make_embedder
from vectorstore.ids import document_id
from vectorstore.index import Indexes, memory_indexes
from vectorstore.lexicon.loader import load_lexicon
from vectorstore.library import Entry, Library
from vectorstore.migrations import STEPS
from vectorstore.models.documents import Article, FetchState, Language, Source
from vectorstore.search import Search
from vectorstore.text.language import detect
from vectorstore.text.normalise import clean

_CUTS = (1, 3, 10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """What the set counts: a section or a paragraph."""

    name: str
    title: str
    text: str
    language: Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A question with the units that answer it, by group (own language, other language)."""

    question: str
    right: dict[str, frozenset[str]]


def xquad_r(folder: Path) -> tuple[list[Unit], list[Task]]:
    """Read both languages: paragraph n of one is paragraph n of the other, and so are their questions."""
    units: list[Unit] = []
    tasks: list[Task] = []
    for own, other in (("en", "zh"), ("zh", "en")):
        data = json.loads((folder / f"{own}.json").read_text(encoding="utf-8"))["data"]
        paragraphs = [paragraph for article in data for paragraph in article["paragraphs"]]
        for number, paragraph in enumerate(paragraphs):
            units.append(Unit(name=f"{own}-{number}", title="", text=paragraph["context"], language=own))
            right = {"own": frozenset({f"{own}-{number}"}), "other": frozenset({f"{other}-{number}"})}
            tasks += [Task(question=one["question"], right=right) for one in paragraph["qas"]]
    return units, tasks


def docs(folder: Path) -> tuple[list[Unit], list[Task]]:
    """Read sections and the questions with the links of the sections that answer them."""
    sections = json.loads((folder / "anthropic_docs.json").read_text(encoding="utf-8"))
    asked = json.loads((folder / "docs_evaluation_dataset.json").read_text(encoding="utf-8"))
    units = [
        Unit(name=one["chunk_link"], title=one["chunk_heading"], text=one["text"], language=detect(one["text"]))
        for one in sections
    ]
    return units, [Task(question=one["question"], right={"own": frozenset(one["correct_chunks"])}) for one in asked]


def main(name: str, folder: Path, setting: str) -> None:
    units, tasks = {"xquad-r": xquad_r, "docs": docs}[name](folder)
    embedder = make_embedder(setting)
    with tempfile.TemporaryDirectory() as temporary:
        engine = open_engine(f"sqlite:///{temporary}/hallway.db")
        migrate(engine, "vectorstore", STEPS)
        library = Library(engine, load_lexicon())
        _fill(library, units)
        indexes = memory_indexes(embedder.name)
        done = reindex.index_due(library, embedder, indexes)
        _say(f"{name}: {len(units)} units, {done.upserted} passages, {len(tasks)} questions, {embedder.name}")
        searching = Search(library, embedder, indexes)
        words_only = Search(library, None, None)
        limit = max(_CUTS)
        _report("hallway", tasks, [_names(searching.search(task.question, limit=2 * limit)) for task in tasks])
        _report("words only", tasks, [_names(words_only.search(task.question, limit=2 * limit)) for task in tasks])
        _report("pooled", tasks, [_pooled(library, embedder, indexes, task.question, limit) for task in tasks])
        engine.dispose()


def _fill(library: Library, units: list[Unit]) -> None:
    """Write each unit as a document of a source of its own, so that no cap narrows the set."""
    for unit in units:
        source = Source(id=unit.name, name=unit.name, url=unit.name)
        article = Article(
            source_id=unit.name, stable_id=unit.name, stable_id_kind="set", title=unit.title, language=unit.language
        )
        entry = Entry(
            document_id=document_id(unit.name, unit.name), document=article, text=clean(unit.text)[0], content_hash="1"
        )
        library.write(source, [entry], fetch=FetchState(source_id=unit.name), now=datetime.now(UTC))


def _names(found) -> list[str]:
    """Give units by their best passage, in order."""
    return list(dict.fromkeys(hit.document.stable_id for hit in found.hits))


def _pooled(library: Library, embedder: Embedder, indexes: Indexes, question: str, limit: int) -> list[str]:
    """Rank both languages in one list by distance: what a plain vector store does."""
    vector = embedder.embed_query(question)
    near = sorted((d, id_) for index in (indexes.zh, indexes.en) for id_, d in index.nearest(vector, 5 * limit))
    passages = library.passages([id_ for _, id_ in near])
    ids = [passages[id_].document_id for _, id_ in near]
    states = library.documents_alone(ids)
    return list(dict.fromkeys(states[id_].stable_id for id_ in ids))


def _report(label: str, tasks: list[Task], found: list[list[str]]) -> None:
    for group in tasks[0].right:
        rows = [(names, task.right[group]) for names, task in zip(found, tasks, strict=True)]
        recalls = " ".join(
            f"R@{cut} {statistics.mean(len(right & set(names[:cut])) / len(right) for names, right in rows):.3f}"
            for cut in _CUTS
        )
        firsts = [next((1 / (i + 1) for i, name in enumerate(names) if name in right), 0.0) for names, right in rows]
        _say(f"  {label:12} {group:6} {recalls} MRR {statistics.mean(firsts):.3f}")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "bundled")
