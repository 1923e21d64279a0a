"""Keeps the vector index in step with the record: embeds what is due once, compares, repairs, builds anew."""

import json
import logging
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vectorstore.embeddings import Embedder
from vectorstore.index import Group, Index, Indexes, drop_generation, generation_name, is_there, open_indexes
from vectorstore.library import Due, Library
from vectorstore.passages import embedded_text
from vectorstore.text.tokens import VERSION as TOKENS_VERSION

Vectors = NDArray[np.float32]
Report = Callable[[int, int], None]

# Vectors are committed this often: nothing stops a model in the middle of a call, and stopping must lose seconds only.
COMMIT_EVERY = 32
_LOOK_AHEAD = 512
_GROUPS: tuple[Group, ...] = ("zh", "en")
_BATCH = 1000
_IN_USE = "index in use"

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Indexed:
    """What one run did: texts embedded, passages whose vector was known, rows put into and taken out of the index."""

    embedded: int = 0
    reused: int = 0
    upserted: int = 0
    removed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Where index and record differ, as passage ids: not in it, in it for nothing, in it with another text."""

    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Say whether there is any difference."""
        return bool(self.missing or self.extra or self.changed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Languages:
    """What is known of an embedder's languages: mean vector of each side of the pairs, and how well they meet.

    `partners` is the share of sentences whose nearest sentence of the other language is their translation.
    """

    zh: Vectors
    en: Vectors
    partners: float


def open_current(library: Library, embedder: Embedder, location: Path | str, *, write: bool) -> Indexes:
    """Open this embedder's present generation in a folder or on a server. Raises IndexUnavailable."""
    return open_indexes(location, embedder.name, _number(library, embedder), write=write)


def is_due(library: Library, embedder: Embedder, location: Path | str) -> bool:
    """Say whether `index_due` has anything to do, without opening the index.

    A folder that is no longer there makes everything due; a server has to be asked.
    """
    number = _number(library, embedder)
    generation = generation_name(embedder.name, number)
    if not library.counts().passages and not library.retired(1):
        return False
    return bool(
        isinstance(location, str)
        or library.state(_IN_USE) != _in_use(generation, location)
        or library.state("words") != str(TOKENS_VERSION)
        or library.retired(1)
        or library.due(generation, 1)
        or not is_there(location, embedder.name, number)
    )


def bring_up_to_date(
    library: Library, embedder: Embedder, location: Path | str, indexes: Indexes, *, report: Report | None = None
) -> Indexed:
    """Do what is due, in an index that was not the one in use so far after comparing it with the record.

    The record remembers which passages are in the index, not in which of several: after a change of the embedder or
    of the place what it remembers is of another.
    """
    in_use = _in_use(indexes.generation, location)
    known = library.state(_IN_USE) == in_use
    done = (index_due if known else repair)(library, embedder, indexes, report=report)
    if not known:
        library.set_state(_IN_USE, in_use)
    return done


def index_due(library: Library, embedder: Embedder, indexes: Indexes, *, report: Report | None = None) -> Indexed:
    """Bring every due passage into the index and take out what is no longer live.

    Each text is embedded once for all time: its vector is kept in the record first, then put into the index, then
    the passage is marked; killed anywhere in between, the next run carries on. `report` is told how many passages
    are done and how many there are. Raises EmbedderUnavailable, IndexUnavailable.
    """
    library.refresh_words(str(TOKENS_VERSION))
    if indexes.empty:
        # Someone took the index away: what the record says of it is no longer so.
        library.forget_index(indexes.generation)
    removed = _remove_retired(library, indexes)
    counts = library.counts()
    total, done = max(counts.passages - counts.indexed, 0), 0
    embedded = reused = 0
    while due := library.due(indexes.generation, _LOOK_AHEAD):
        languages_of(library, embedder)
        total = max(total, done + len(due))
        known = library.vectors(embedder.name, [one.passage.text_hash for one in due])
        todo = _texts_without(due, known)
        first_of_hash = set(todo)
        for some in _in_commits(due, todo):
            made = _embed(library, embedder, {h: todo.pop(h) for h in _hashes(some) if h in todo})
            known |= made
            embedded += len(made)
            _upsert(indexes, some, known)
            library.mark_indexed([one.passage.id for one in some], indexes.generation)
            done += len(some)
            if report:
                report(done, total)
        reused += len(due) - len(first_of_hash)
    return Indexed(embedded=embedded, reused=reused, upserted=done, removed=removed)


def compare(library: Library, indexes: Indexes) -> Difference:
    """Compare what the record and the index hold, id by id. Raises IndexUnavailable."""
    missing: list[str] = []
    extra: list[str] = []
    changed: list[str] = []
    for group in _GROUPS:
        live, held = library.live_hashes(group), _index_of(indexes, group).entries()
        missing += sorted(live.keys() - held.keys())
        extra += sorted(held.keys() - live.keys())
        changed += sorted(id_ for id_ in live.keys() & held.keys() if live[id_] != held[id_])
    return Difference(missing=tuple(missing), extra=tuple(extra), changed=tuple(changed))


def repair(library: Library, embedder: Embedder, indexes: Indexes, *, report: Report | None = None) -> Indexed:
    """Make the index hold exactly what is live; what the record has a vector for is not embedded again."""
    difference = compare(library, indexes)
    for group in _GROUPS:
        live = library.live_hashes(group)
        wrong = [
            id_ for id_ in (*difference.extra, *difference.changed) if id_ not in live or id_ in difference.changed
        ]
        _index_of(indexes, group).delete(wrong)
    library.mark_indexed([*difference.missing, *difference.changed], None)
    done = index_due(library, embedder, indexes, report=report)
    return Indexed(
        embedded=done.embedded,
        reused=done.reused,
        upserted=done.upserted,
        removed=done.removed + len(difference.extra),
    )


def rebuild(
    library: Library, embedder: Embedder, location: Path | str, *, report: Report | None = None
) -> tuple[Indexes, Indexed]:
    """Build a new generation beside the present one from the vectors in the record, then switch to it.

    The present generation serves until the switch and goes after it. Killed in between, the next call carries on
    with the half-built one. Gives the new generation, open for writing.
    """
    old = _number(library, embedder)
    indexes = open_indexes(location, embedder.name, old + 1, write=True)
    total = library.counts().passages
    done = 0
    for group in _GROUPS:
        index, live = _index_of(indexes, group), library.live_hashes(group)
        held = index.entries()
        index.delete([id_ for id_, text_hash in held.items() if live.get(id_) != text_hash])
        done += sum(live.get(id_) == text_hash for id_, text_hash in held.items())
        todo = [id_ for id_ in live if held.get(id_) != live[id_]]
        for start in range(0, len(todo), _BATCH):
            ids = todo[start : start + _BATCH]
            vectors = library.vectors(embedder.name, [live[id_] for id_ in ids])
            kept = [id_ for id_ in ids if live[id_] in vectors]
            if kept:
                index.upsert(kept, np.stack([vectors[live[id_]] for id_ in kept]), [live[id_] for id_ in kept])
            done += len(kept)
            library.mark_indexed(kept, indexes.generation)
            if report:
                report(done, total)
    rest = index_due(library, embedder, replace(indexes, empty=False), report=report)
    library.set_state(_number_key(embedder), str(old + 1))
    drop_generation(location, embedder.name, old)
    return indexes, Indexed(
        embedded=rest.embedded, reused=done + rest.reused, upserted=done + rest.upserted, removed=rest.removed
    )


def languages_of(library: Library, embedder: Embedder) -> Languages:
    """Give an embedder's language means, made once from our parallel sentences and kept in the record."""
    key = f"languages:{embedder.name}"
    kept = library.state(key)
    if kept is None:
        made = measure_languages(embedder)
        values = {"zh": made.zh.tolist(), "en": made.en.tolist(), "partners": made.partners}
        library.set_state(key, json.dumps(values))
        return made
    read = json.loads(kept)
    return Languages(
        zh=np.array(read["zh"], dtype=np.float32), en=np.array(read["en"], dtype=np.float32), partners=read["partners"]
    )


def measure_languages(embedder: Embedder) -> Languages:
    """Embed our parallel sentences and see where each language lies and how often translations meet."""
    pairs = parallel_sentences()
    zh = embedder.embed_passages([pair[0] for pair in pairs])
    en = embedder.embed_passages([pair[1] for pair in pairs])
    likeness, own = zh @ en.T, np.arange(len(pairs))
    met = np.concatenate([likeness.argmax(axis=1) == own, likeness.argmax(axis=0) == own])
    return Languages(zh=zh.mean(axis=0), en=en.mean(axis=0), partners=float(met.mean()))


def parallel_sentences() -> list[tuple[str, str]]:
    """Read our pairs of sentences: Chinese, English."""
    text = resources.files("vectorstore.lexicon").joinpath("pairs.toml").read_text(encoding="utf-8")
    return [(pair["zh"], pair["en"]) for pair in tomllib.loads(text)["pairs"]]


def _remove_retired(library: Library, indexes: Indexes) -> int:
    removed = 0
    while gone := library.retired(_BATCH):
        for group in _GROUPS:
            _index_of(indexes, group).delete(gone)
        library.mark_indexed(gone, None)
        removed += len(gone)
    return removed


def _texts_without(due: Sequence[Due], known: dict[str, Vectors]) -> dict[str, str]:
    return {
        one.passage.text_hash: embedded_text(one.passage, one.title)
        for one in due
        if one.passage.text_hash not in known
    }


def _in_commits(due: Sequence[Due], todo: dict[str, str]) -> list[list[Due]]:
    """Cut what is due into commits, texts of like length together: a batch is as slow as its longest text."""
    ordered = sorted(due, key=lambda one: len(todo.get(one.passage.text_hash, "")))
    return [list(ordered[start : start + COMMIT_EVERY]) for start in range(0, len(ordered), COMMIT_EVERY)]


def _hashes(due: Sequence[Due]) -> list[str]:
    return list(dict.fromkeys(one.passage.text_hash for one in due))


def _embed(library: Library, embedder: Embedder, texts: dict[str, str]) -> dict[str, Vectors]:
    if not texts:
        return {}
    made = dict(zip(texts, embedder.embed_passages(list(texts.values())), strict=True))
    library.keep_vectors(embedder.name, made)
    return made


def _upsert(indexes: Indexes, due: Sequence[Due], vectors: dict[str, Vectors]) -> None:
    for group in _GROUPS:
        some = [one.passage for one in due if (one.passage.language == "zh") == (group == "zh")]
        if some:
            _index_of(indexes, group).upsert(
                [passage.id for passage in some],
                np.stack([vectors[passage.text_hash] for passage in some]),
                [passage.text_hash for passage in some],
            )


def _index_of(indexes: Indexes, group: Group) -> Index:
    return indexes.zh if group == "zh" else indexes.en


def _in_use(generation: str, location: Path | str) -> str:
    return f"{generation} at {location if isinstance(location, str) else location.resolve()}"


def _number(library: Library, embedder: Embedder) -> int:
    return int(library.state(_number_key(embedder)) or 1)


def _number_key(embedder: Embedder) -> str:
    return f"generation:{embedder.name}"
