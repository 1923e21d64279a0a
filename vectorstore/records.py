"""Rows to objects and back: the SQL that writes what we know and that the index keeps its books with."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, is_dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Connection, Row, Table, and_, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from vectorstore import words
from vectorstore.models.documents import Document, FetchState, Passage, Source
from vectorstore.models.record import Counts, Due, Known, Stored
from vectorstore.passages import embedded_text
from vectorstore.rows import (
    PASSAGE_COLUMNS,
    document_from,
    fetch_state_from,
    moment,
    passage_from,
    source_from,
    stamp,
    to_json,
)
from vectorstore.tables import (
    changes,
    documents,
    fetch_states,
    index_state,
    passages,
    revisions,
    sources,
    vectors,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_PASSAGE = [passages.c[name] for name in PASSAGE_COLUMNS]
_NEWEST = select(documents, revisions.c.document).join(revisions, revisions.c.id == documents.c.revision_id)
# SQLite takes 32,766 values in a statement; a slice stays far below with rows of any width.
_SLICE = 1000


def slices(values: Iterable[Any]) -> Iterable[list[Any]]:
    """Cut values into lists that fit one statement."""
    listed = list(values)
    return (listed[start : start + _SLICE] for start in range(0, len(listed), _SLICE))


# Sources


def put_source(connection: Connection, source: Source) -> None:
    """Write a source; on PostgreSQL this also keeps other writers of the same source waiting."""
    row = {"id": source.id, "name": source.name, "first_party": source.first_party, "source": to_json(source)}
    _upsert(connection, sources, row, key="id")


def put_fetch_state(connection: Connection, state: FetchState) -> None:
    """Write what the last look at a source gave."""
    _upsert(connection, fetch_states, {"source_id": state.source_id, "state": to_json(state)}, key="source_id")


def get_fetch_state(connection: Connection, source_id: str) -> FetchState | None:
    """Read what the last look at a source gave."""
    text = connection.scalar(select(fetch_states.c.state).where(fetch_states.c.source_id == source_id))
    return fetch_state_from(text) if text else None


def all_sources(connection: Connection) -> tuple[tuple[Source, FetchState], ...]:
    """Read every source with its fetch state, by id."""
    joined = sources.join(fetch_states, fetch_states.c.source_id == sources.c.id)
    rows = connection.execute(select(sources.c.source, fetch_states.c.state).select_from(joined).order_by(sources.c.id))
    return tuple((source_from(row.source), fetch_state_from(row.state)) for row in rows)


def put_changes(connection: Connection, source_id: str, found: Sequence[object], now: datetime) -> None:
    """Append what changed in a source."""
    rows = [
        {"source_id": source_id, "at": stamp(now), "kind": values["kind"], "change": json.dumps(values, default=str)}
        for values in (asdict(change) for change in found if is_dataclass(change) and not isinstance(change, type))
    ]
    if rows:
        connection.execute(insert(changes), rows)


# Documents


def newest_document(row: Row[*tuple[Any, ...]]) -> Document:
    """Read a document from a row with its newest state as JSON and the stable id its source uses now."""
    document = document_from(row.document)
    if (document.stable_id, document.stable_id_kind) == (row.stable_id, row.stable_id_kind):
        return document
    return replace(document, stable_id=row.stable_id, stable_id_kind=row.stable_id_kind)


def known_documents(connection: Connection, source_id: str) -> tuple[Known, ...]:
    """Read every document of a source, withdrawn ones too, in the order they were first written."""
    rows = connection.execute(
        _NEWEST.where(documents.c.source_id == source_id).order_by(documents.c.first_seen_at, documents.c.id)
    )
    return tuple(
        Known(
            document_id=row.id,
            stable_id=row.stable_id,
            stable_id_kind=row.stable_id_kind,
            content_hash=row.content_hash,
            document=newest_document(row),
            missing_since=moment(row.missing_since),
            withdrawn_at=moment(row.withdrawn_at),
        )
        for row in rows
    )


def states_of(connection: Connection, ids: Iterable[str]) -> dict[str, Row[*tuple[Any, ...]]]:
    """Read the rows of `documents` that exist among ids, each with its newest state as JSON."""
    found: dict[str, Row[*tuple[Any, ...]]] = {}
    for some in slices(ids):
        found |= {row.id: row for row in connection.execute(_NEWEST.where(documents.c.id.in_(some)))}
    return found


# Passages


def texts_by_row(connection: Connection, condition: ColumnElement[bool]) -> dict[int, str]:
    """Read passages as the words table and the index take them, header included, by row number."""
    rows = connection.execute(
        select(passages.c.row, *_PASSAGE, documents.c.title)
        .join(documents, documents.c.id == passages.c.document_id)
        .where(condition)
    )
    return {row.row: embedded_text(passage_from(row), row.title) for row in rows}


def passages_where(connection: Connection, condition: ColumnElement[bool]) -> tuple[Passage, ...]:
    """Read passages in the order of their revisions."""
    rows = connection.execute(select(*_PASSAGE).where(condition).order_by(passages.c.revision_id, passages.c.ordinal))
    return tuple(passage_from(row) for row in rows)


def passages_by_id(connection: Connection, ids: Iterable[str], *, live_only: bool) -> dict[str, Passage]:
    """Read passages by id, those of old revisions too unless `live_only`."""
    found: dict[str, Passage] = {}
    for some in slices(ids):
        wanted = passages.c.id.in_(some)
        rows = passages_where(connection, and_(wanted, passages.c.live) if live_only else wanted)
        found |= {passage.id: passage for passage in rows}
    return found


def passages_around(connection: Connection, passage_id: str, before: int, after: int) -> tuple[Passage, ...]:
    """Read a passage with its neighbours of the same revision, in order."""
    middle = connection.execute(
        select(passages.c.revision_id, passages.c.ordinal).where(passages.c.id == passage_id)
    ).one_or_none()
    if middle is None:
        return ()
    window = passages.c.ordinal.between(middle.ordinal - before, middle.ordinal + after)
    return passages_where(connection, and_(passages.c.revision_id == middle.revision_id, window))


def stored_documents(connection: Connection, ids: Sequence[str]) -> dict[str, Stored]:
    """Read documents whole, in their newest states."""
    states = states_of(connection, ids)
    pieces: dict[str, list[Passage]] = {}
    for some in slices(state.revision_id for state in states.values()):
        for passage in passages_where(connection, passages.c.revision_id.in_(some)):
            pieces.setdefault(passage.revision_id, []).append(passage)
    return {
        document_id: Stored(
            document_id=document_id,
            revision_id=state.revision_id,
            document=newest_document(state),
            passages=tuple(pieces.get(state.revision_id, ())),
            first_seen_at=datetime.fromisoformat(state.first_seen_at),
            withdrawn_at=moment(state.withdrawn_at),
        )
        for document_id, state in states.items()
    }


# The books of the index


def due_passages(connection: Connection, generation: str, limit: int) -> tuple[Due, ...]:
    """Read live passages that a generation of the index lacks, oldest first."""
    lacks = or_(passages.c.indexed_in.is_(None), passages.c.indexed_in != generation)
    # The inner select runs in the index alone, without reading the text of passages that are not due.
    due = select(passages.c.row).where(passages.c.live, lacks).order_by(passages.c.row).limit(limit)
    rows = connection.execute(
        select(*_PASSAGE, documents.c.title)
        .join(documents, documents.c.id == passages.c.document_id)
        .where(passages.c.row.in_(due))
        .order_by(passages.c.row)
    )
    return tuple(Due(passage=passage_from(row), title=row.title) for row in rows)


def mark_indexed(connection: Connection, ids: Iterable[str], generation: str | None) -> None:
    """Note that a generation of the index took passages in, or with None that none holds them."""
    for some in slices(ids):
        connection.execute(update(passages).where(passages.c.id.in_(some)).values(indexed_in=generation))


def forget_index(connection: Connection, generation: str) -> None:
    """Note that a generation of the index holds nothing any more."""
    connection.execute(update(passages).where(passages.c.indexed_in == generation).values(indexed_in=None))


def retired_passages(connection: Connection, limit: int) -> list[str]:
    """Read ids of passages that are no longer live but that an index took in."""
    gone = select(passages.c.id).where(~passages.c.live, passages.c.indexed_in.is_not(None))
    return list(connection.scalars(gone.order_by(passages.c.row).limit(limit)))


def passage_hashes(connection: Connection, ids: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Read language group (zh, or en for everything else) and text_hash of live passages."""
    found: dict[str, tuple[str, str]] = {}
    for some in slices(ids):
        rows = connection.execute(
            select(passages.c.id, passages.c.language, passages.c.text_hash).where(
                passages.c.id.in_(some), passages.c.live
            )
        )
        found |= {row.id: ("zh" if row.language == "zh" else "en", row.text_hash) for row in rows}
    return found


def refresh_words(connection: Connection) -> None:
    """Build the words table anew from all live passages, as after a change of what the tokens are."""
    words.clear(connection)
    rows = list(connection.scalars(select(passages.c.row).where(passages.c.live).order_by(passages.c.row)))
    for some in slices(rows):
        words.add(connection, texts_by_row(connection, passages.c.row.in_(some)))


def live_hashes(connection: Connection, language_group: str) -> dict[str, str]:
    """Read id and text_hash of every live passage of a language group: zh, or en for everything else."""
    chinese = passages.c.language == "zh"
    rows = connection.execute(
        select(passages.c.id, passages.c.text_hash).where(
            passages.c.live, chinese if language_group == "zh" else ~chinese
        )
    )
    return {row.id: row.text_hash for row in rows}


def get_vectors(connection: Connection, embedder: str, hashes: Iterable[str]) -> "dict[str, NDArray[np.float32]]":
    """Read the vectors an embedder made, by text_hash; hashes it never saw are left out."""
    import numpy as np  # noqa: PLC0415 - lists need no vectors, and numpy is slow to load

    found: dict[str, NDArray[np.float32]] = {}
    for some in slices(set(hashes)):
        rows = connection.execute(
            select(vectors.c.text_hash, vectors.c.vector).where(
                vectors.c.embedder == embedder, vectors.c.text_hash.in_(some)
            )
        )
        found |= {row.text_hash: np.frombuffer(row.vector, dtype="<f4").astype(np.float32) for row in rows}
    return found


def put_vectors(connection: Connection, embedder: str, made: "Mapping[str, NDArray[np.float32]]") -> None:
    """Keep vectors by text_hash; one that is there stays."""
    rows = [
        {"embedder": embedder, "text_hash": text_hash, "vector": vector.astype("<f4").tobytes()}
        for text_hash, vector in made.items()
    ]
    for some in slices(rows):
        connection.execute(_insert(connection, vectors).on_conflict_do_nothing(), some)


def get_state(connection: Connection, key: str) -> str | None:
    """Read a note about the index."""
    return connection.scalar(select(index_state.c.value).where(index_state.c.key == key))


def put_state(connection: Connection, key: str, value: str) -> None:
    """Write a note about the index."""
    _upsert(connection, index_state, {"key": key, "value": value}, key="key")


def count_indexed(connection: Connection) -> tuple[int, int]:
    """Count the live passages, and those of them that the index took in."""
    held = connection.execute(select(func.count(), func.count(passages.c.indexed_in)).where(passages.c.live)).one()
    return held[0], held[1]


def count_all(connection: Connection) -> Counts:
    """Count what the record holds now."""
    is_session = documents.c.kind == "session"
    found = connection.execute(
        select(
            func.count(),
            func.count().filter(is_session, ~documents.c.service),
            func.count().filter(~is_session),
        ).where(documents.c.live)
    ).one()
    held = count_indexed(connection)
    return Counts(
        documents=found[0],
        sessions=found[1],
        articles=found[2],
        passages=held[0],
        indexed=held[1],
        sources=connection.execute(select(func.count()).select_from(sources)).scalar_one(),
    )


def _insert(connection: Connection, table: Table) -> Any:  # noqa: ANN401 - two classes with the same methods
    return (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(table)


def _upsert(connection: Connection, table: Table, row: dict[str, Any], *, key: str) -> None:
    rest = {name: value for name, value in row.items() if name != key}
    statement = _insert(connection, table).values(row)
    connection.execute(statement.on_conflict_do_update(index_elements=[key], set_=rest))
