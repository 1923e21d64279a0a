"""Rows to objects and back: the SQL that writes what we know and that the index keeps its books with."""

import json
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, Row, Table, and_, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from vectorstore import words
from vectorstore.ids import content_id
from vectorstore.models.claims import LayerTag, Mention, Statement
from vectorstore.models.documents import Document, FetchState, Passage, Source
from vectorstore.models.record import Counts, Due, Entry, Known, Stored, Tagged
from vectorstore.passages import embedded_text, split
from vectorstore.rows import (
    PASSAGE_COLUMNS,
    document_columns,
    document_from,
    fetch_state_from,
    moment,
    passage_from,
    passage_row,
    source_from,
    speaker_rows,
    stamp,
    to_json,
)
from vectorstore.tables import (
    changes,
    documents,
    fetch_states,
    index_state,
    layers,
    mentions,
    passages,
    revisions,
    sources,
    speakers,
    statements,
    vectors,
)

_PASSAGE = [passages.c[name] for name in PASSAGE_COLUMNS]
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


def known_documents(connection: Connection, source_id: str) -> tuple[Known, ...]:
    """Read every document of a source, withdrawn ones too, in the order they were first written."""
    rows = connection.execute(
        select(documents).where(documents.c.source_id == source_id).order_by(documents.c.first_seen_at, documents.c.id)
    )
    return tuple(
        Known(
            document_id=row.id,
            stable_id=row.stable_id,
            stable_id_kind=row.stable_id_kind,
            content_hash=row.content_hash,
            document=document_from(row.document),
            missing_since=moment(row.missing_since),
            withdrawn_at=moment(row.withdrawn_at),
        )
        for row in rows
    )


def states_of(connection: Connection, ids: Iterable[str]) -> dict[str, Row[*tuple[Any, ...]]]:
    """Read the rows of `documents` that exist among ids."""
    found: dict[str, Row[*tuple[Any, ...]]] = {}
    for some in slices(ids):
        found |= {row.id: row for row in connection.execute(select(documents).where(documents.c.id.in_(some)))}
    return found


def write_entry(connection: Connection, entry: Entry, before: Row[*tuple[Any, ...]] | None, now: datetime) -> int:
    """Write a new or changed document as its newest revision and count its passages.

    The passages of the state before are no longer live; its revision stays for old citations. A document that
    returns to an earlier state gets that state's revision back.
    """
    if before is None:
        _insert_document(connection, entry, now)
    else:
        _retire_passages(connection, [entry.document_id])
        _forget_tags(connection, [entry.document_id])
    revision_id, is_new = _revision_for(connection, entry, now)
    if is_new:
        pieces = split(entry.document_id, revision_id, entry.document, entry.text)
    else:
        pieces = _passages_where(connection, passages.c.revision_id == revision_id)
    connection.execute(
        update(documents)
        .where(documents.c.id == entry.document_id)
        .values(
            **document_columns(entry.document),
            revision_id=revision_id,
            lead_passage_id=pieces[0].id if pieces else "",
            content_hash=entry.content_hash,
            live=True,
            missing_since=None,
            withdrawn_at=None,
        )
    )
    _put_speakers(connection, entry)
    if not is_new:
        revive_passages(connection, [entry.document_id])
    elif pieces:
        connection.execute(insert(passages), [passage_row(piece) for piece in pieces])
        words.add(connection, _texts_by_row(connection, passages.c.revision_id == revision_id))
    put_tags(connection, entry.document_id, entry, pieces)
    _put_statements(connection, entry, pieces)
    return len(pieces)


def _insert_document(connection: Connection, entry: Entry, now: datetime) -> None:
    columns = document_columns(entry.document)
    connection.execute(
        insert(documents).values(
            **columns,
            id=entry.document_id,
            revision_id="",
            lead_passage_id="",
            content_hash=entry.content_hash,
            live=True,
            first_seen_at=stamp(now),
        )
    )


def _revision_for(connection: Connection, entry: Entry, now: datetime) -> tuple[str, bool]:
    """Give the revision of an entry's content and whether it is new."""
    document = to_json(entry.document)
    same = and_(
        revisions.c.document_id == entry.document_id,
        revisions.c.content_hash == entry.content_hash,
        revisions.c.document == document,
        revisions.c.text == entry.text,
    )
    earlier = connection.scalar(select(revisions.c.id).where(same).order_by(revisions.c.number).limit(1))
    if earlier:
        connection.execute(update(revisions).where(revisions.c.id == earlier).values(withdrawn_at=None))
        return earlier, False
    last = select(func.max(revisions.c.number)).where(revisions.c.document_id == entry.document_id)
    number = (connection.scalar(last) or 0) + 1
    revision_id = content_id("re", entry.document_id, entry.content_hash)
    if connection.scalar(select(revisions.c.id).where(revisions.c.id == revision_id)):
        # The same content in another wording of ours, after a parser learned: another text, so another revision.
        revision_id = content_id("re", entry.document_id, entry.content_hash, number)
    connection.execute(
        insert(revisions).values(
            id=revision_id,
            document_id=entry.document_id,
            number=number,
            content_hash=entry.content_hash,
            first_seen_at=stamp(now),
            document=document,
            text=entry.text,
        )
    )
    return revision_id, True


def _put_speakers(connection: Connection, entry: Entry) -> None:
    connection.execute(delete(speakers).where(speakers.c.document_id == entry.document_id))
    if rows := speaker_rows(entry.document_id, entry.document):
        connection.execute(insert(speakers), rows)


def mark_missing(connection: Connection, ids: Sequence[str], now: datetime) -> None:
    """Remember that documents were absent from a whole import; what was missing before keeps its date."""
    for some in slices(ids):
        connection.execute(
            update(documents)
            .where(documents.c.id.in_(some), documents.c.missing_since.is_(None))
            .values(missing_since=stamp(now))
        )


def withdraw(connection: Connection, ids: Sequence[str], now: datetime) -> None:
    """Take documents out of every new answer; nothing is deleted."""
    _retire_passages(connection, ids)
    for some in slices(ids):
        newest = select(documents.c.revision_id).where(documents.c.id.in_(some))
        connection.execute(update(revisions).where(revisions.c.id.in_(newest)).values(withdrawn_at=stamp(now)))
        connection.execute(
            update(documents)
            .where(documents.c.id.in_(some), documents.c.withdrawn_at.is_(None))
            .values(live=False, withdrawn_at=stamp(now))
        )


def restore(connection: Connection, ids: Sequence[str]) -> None:
    """Bring documents back that were missing or withdrawn, as they were."""
    for some in slices(ids):
        newest = select(documents.c.revision_id).where(documents.c.id.in_(some))
        connection.execute(update(revisions).where(revisions.c.id.in_(newest)).values(withdrawn_at=None))
        connection.execute(
            update(documents).where(documents.c.id.in_(some)).values(live=True, missing_since=None, withdrawn_at=None)
        )
    revive_passages(connection, ids)


def repoint(connection: Connection, document_id: str, document: Document) -> None:
    """Write the stable id a source uses now for a document whose content is unchanged."""
    columns = document_columns(document)
    names = ("stable_id", "stable_id_kind", "document")
    connection.execute(
        update(documents).where(documents.c.id == document_id).values({name: columns[name] for name in names})
    )


# Passages


def _retire_passages(connection: Connection, ids: Sequence[str]) -> None:
    """Take the live passages of documents out; their titles must still be those they were added with."""
    for some in slices(ids):
        now_live = and_(passages.c.document_id.in_(some), passages.c.live)
        words.remove(connection, _texts_by_row(connection, now_live))
        connection.execute(update(passages).where(now_live).values(live=False))


def revive_passages(connection: Connection, ids: Sequence[str]) -> None:
    """Make the passages of documents' newest revisions live again; the index has to take them in anew."""
    for some in slices(ids):
        newest = select(documents.c.revision_id).where(documents.c.id.in_(some))
        resting = and_(passages.c.revision_id.in_(newest), ~passages.c.live)
        words.add(connection, _texts_by_row(connection, resting))
        connection.execute(update(passages).where(resting).values(live=True, indexed_in=None))


def _texts_by_row(connection: Connection, condition: ColumnElement[bool]) -> dict[int, str]:
    rows = connection.execute(
        select(passages.c.row, *_PASSAGE, documents.c.title)
        .join(documents, documents.c.id == passages.c.document_id)
        .where(condition)
    )
    return {row.row: embedded_text(passage_from(row), row.title) for row in rows}


def _passages_where(connection: Connection, condition: ColumnElement[bool]) -> tuple[Passage, ...]:
    rows = connection.execute(select(*_PASSAGE).where(condition).order_by(passages.c.revision_id, passages.c.ordinal))
    return tuple(passage_from(row) for row in rows)


def passages_by_id(connection: Connection, ids: Iterable[str], *, live_only: bool) -> dict[str, Passage]:
    """Read passages by id, those of old revisions too unless `live_only`."""
    found: dict[str, Passage] = {}
    for some in slices(ids):
        wanted = passages.c.id.in_(some)
        rows = _passages_where(connection, and_(wanted, passages.c.live) if live_only else wanted)
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
    return _passages_where(connection, and_(passages.c.revision_id == middle.revision_id, window))


def stored_documents(connection: Connection, ids: Sequence[str]) -> dict[str, Stored]:
    """Read documents whole, in their newest states."""
    states = states_of(connection, ids)
    pieces: dict[str, list[Passage]] = {}
    for some in slices(state.revision_id for state in states.values()):
        for passage in _passages_where(connection, passages.c.revision_id.in_(some)):
            pieces.setdefault(passage.revision_id, []).append(passage)
    return {
        document_id: Stored(
            document_id=document_id,
            revision_id=state.revision_id,
            document=document_from(state.document),
            passages=tuple(pieces.get(state.revision_id, ())),
            first_seen_at=datetime.fromisoformat(state.first_seen_at),
            withdrawn_at=moment(state.withdrawn_at),
        )
        for document_id, state in states.items()
    }


# Tags and statements, mapped onto passages by their offsets


def put_tags(connection: Connection, document_id: str, tagged: Tagged, pieces: Sequence[Passage]) -> None:
    """Write the mentions and layers of a document's newest state."""
    rows = [_span(tag, document_id, pieces) for tag in tagged.mentions]
    if rows and pieces:
        connection.execute(insert(mentions), rows)
    rows = [_span(tag, document_id, pieces) for tag in tagged.layers]
    if rows and pieces:
        connection.execute(insert(layers), rows)


def _span(found: Mention | LayerTag | Statement, document_id: str, pieces: Sequence[Passage]) -> dict[str, Any]:
    return asdict(found) | {"document_id": document_id, "passage_id": _passage_at(pieces, found.char_start)}


def retag(connection: Connection, document_id: str, tagged: Tagged, pieces: Sequence[Passage]) -> None:
    """Replace the mentions and layers of a document's newest state."""
    for table in (mentions, layers):
        connection.execute(delete(table).where(table.c.document_id == document_id))
    put_tags(connection, document_id, tagged, pieces)


def text_of(connection: Connection, revision_id: str) -> str:
    """Read the text of a revision."""
    text: str = connection.execute(select(revisions.c.text).where(revisions.c.id == revision_id)).scalar_one()
    return text


def _put_statements(connection: Connection, entry: Entry, pieces: Sequence[Passage]) -> None:
    rows = [_span(statement, entry.document_id, pieces) for statement in entry.statements]
    if rows and pieces:
        connection.execute(insert(statements), rows)


def _forget_tags(connection: Connection, ids: Sequence[str]) -> None:
    for table in (mentions, layers, statements):
        for some in slices(ids):
            connection.execute(delete(table).where(table.c.document_id.in_(some)))


def _passage_at(pieces: Sequence[Passage], offset: int) -> str:
    """Give the passage that holds an offset, or the last one that begins before it."""
    starts = [piece.char_start for piece in pieces]
    return pieces[max(bisect_right(starts, offset) - 1, 0)].id if pieces else ""


# The books of the index


def due_passages(connection: Connection, generation: str, limit: int) -> tuple[Due, ...]:
    """Read live passages that a generation of the index lacks, oldest first."""
    lacks = or_(passages.c.indexed_in.is_(None), passages.c.indexed_in != generation)
    rows = connection.execute(
        select(*_PASSAGE, documents.c.title)
        .join(documents, documents.c.id == passages.c.document_id)
        .where(passages.c.live, lacks)
        .order_by(passages.c.row)
        .limit(limit)
    )
    return tuple(Due(passage=passage_from(row), title=row.title) for row in rows)


def mark_indexed(connection: Connection, ids: Iterable[str], generation: str | None) -> None:
    """Note that a generation of the index took passages in, or with None that none holds them."""
    for some in slices(ids):
        connection.execute(update(passages).where(passages.c.id.in_(some)).values(indexed_in=generation))


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
        words.add(connection, _texts_by_row(connection, passages.c.row.in_(some)))


def live_hashes(connection: Connection, language_group: str) -> dict[str, str]:
    """Read id and text_hash of every live passage of a language group: zh, or en for everything else."""
    chinese = passages.c.language == "zh"
    rows = connection.execute(
        select(passages.c.id, passages.c.text_hash).where(
            passages.c.live, chinese if language_group == "zh" else ~chinese
        )
    )
    return {row.id: row.text_hash for row in rows}


def get_vectors(connection: Connection, embedder: str, hashes: Iterable[str]) -> dict[str, NDArray[np.float32]]:
    """Read the vectors an embedder made, by text_hash; hashes it never saw are left out."""
    found: dict[str, NDArray[np.float32]] = {}
    for some in slices(set(hashes)):
        rows = connection.execute(
            select(vectors.c.text_hash, vectors.c.vector).where(
                vectors.c.embedder == embedder, vectors.c.text_hash.in_(some)
            )
        )
        found |= {row.text_hash: np.frombuffer(row.vector, dtype="<f4").astype(np.float32) for row in rows}
    return found


def put_vectors(connection: Connection, embedder: str, made: Mapping[str, NDArray[np.float32]]) -> None:
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
    held = connection.execute(select(func.count(), func.count(passages.c.indexed_in)).where(passages.c.live)).one()
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
