"""Writes documents as numbered revisions, with the passages, words, tags and statements of their newest states."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Table, and_, bindparam, delete, insert, select, update

from vectorstore import words
from vectorstore.ids import content_id
from vectorstore.models.claims import LayerTag, Mention, Statement
from vectorstore.models.documents import Document, Passage
from vectorstore.models.record import Entry, Stored, Tagged
from vectorstore.passages import split
from vectorstore.records import passages_where, slices, texts_by_row
from vectorstore.rows import document_columns, passage_row, speaker_rows, stamp, to_json
from vectorstore.tables import documents, layers, mentions, passages, revisions, speakers, statements


@dataclass(frozen=True, slots=True, kw_only=True)
class _Planned:
    """An entry with the revision that will hold it; `number` is None for a revision that is there already."""

    entry: Entry
    revision_id: str
    number: int | None
    pieces: tuple[Passage, ...]


def write_entries(
    connection: Connection, entries: Sequence[Entry], before: Mapping[str, Row[*tuple[Any, ...]]], now: datetime
) -> int:
    """Write new and changed documents in their newest states and count the passages of these.

    The passages of a state before are no longer live; its revision stays for old citations. A document that returns
    to an earlier state gets that state's revision back.
    """
    changed = [entry.document_id for entry in entries if entry.document_id in before]
    retire_passages(connection, changed)
    for table in (mentions, layers, statements, speakers):
        _forget(connection, table, changed)
    planned = _plan(connection, entries, changed)
    _put_documents(connection, planned, before, now)
    _put_revisions(connection, planned, now)
    pieces = [passage_row(piece) for one in planned if one.number is not None for piece in one.pieces]
    _insert(connection, passages, pieces)
    for some in slices({piece["revision_id"] for piece in pieces}):
        words.add(connection, texts_by_row(connection, passages.c.revision_id.in_(some)))
    revive_passages(connection, [one.entry.document_id for one in planned if one.number is None])
    put_tags(connection, [(one.entry.document_id, one.entry, one.pieces) for one in planned])
    said = [(one.entry.document_id, one.entry.statements, one.pieces) for one in planned]
    _insert(connection, statements, _spans(said))
    return sum(len(one.pieces) for one in planned)


def _plan(connection: Connection, entries: Sequence[Entry], changed: Sequence[str]) -> list[_Planned]:
    earlier: dict[str, list[Row[*tuple[Any, ...]]]] = {}
    columns = (revisions.c.id, revisions.c.document_id, revisions.c.number, revisions.c.content_hash)
    for some in slices(changed):
        for row in connection.execute(select(*columns).where(revisions.c.document_id.in_(some))).all():
            earlier.setdefault(row.document_id, []).append(row)
    return [_planned(connection, entry, earlier.get(entry.document_id, [])) for entry in entries]


def _planned(connection: Connection, entry: Entry, earlier: Sequence[Row[*tuple[Any, ...]]]) -> _Planned:
    same = [row.id for row in earlier if row.content_hash == entry.content_hash]
    for revision_id in same:
        held = connection.execute(
            select(revisions.c.document, revisions.c.text).where(revisions.c.id == revision_id)
        ).one()
        if (held.document, held.text) == (to_json(entry.document), entry.text):
            kept = passages_where(connection, passages.c.revision_id == revision_id)
            return _Planned(entry=entry, revision_id=revision_id, number=None, pieces=kept)
    number = max((row.number for row in earlier), default=0) + 1
    # The same content in another wording of ours, after a parser learned, is another text, so another revision.
    parts = (entry.document_id, entry.content_hash, number) if same else (entry.document_id, entry.content_hash)
    revision_id = content_id("re", *parts)
    pieces = split(entry.document_id, revision_id, entry.document, entry.text)
    return _Planned(entry=entry, revision_id=revision_id, number=number, pieces=pieces)


def _put_documents(
    connection: Connection,
    planned: Sequence[_Planned],
    before: Mapping[str, Row[*tuple[Any, ...]]],
    now: datetime,
) -> None:
    new: list[dict[str, Any]] = []
    old: list[dict[str, Any]] = []
    for one in planned:
        row = document_columns(one.entry.document) | {
            "revision_id": one.revision_id,
            "lead_passage_id": one.pieces[0].id if one.pieces else "",
            "content_hash": one.entry.content_hash,
            "live": True,
            "missing_since": None,
            "withdrawn_at": None,
        }
        if one.entry.document_id in before:
            old.append(row | {"its_id": one.entry.document_id})
        else:
            new.append(row | {"id": one.entry.document_id, "first_seen_at": stamp(now)})
    _insert(connection, documents, new)
    if old:
        connection.execute(update(documents).where(documents.c.id == bindparam("its_id")), old)
    people = [row for one in planned for row in speaker_rows(one.entry.document_id, one.entry.document)]
    _insert(connection, speakers, people)


def _put_revisions(connection: Connection, planned: Sequence[_Planned], now: datetime) -> None:
    rows = [
        {
            "id": one.revision_id,
            "document_id": one.entry.document_id,
            "number": one.number,
            "content_hash": one.entry.content_hash,
            "first_seen_at": stamp(now),
            "document": to_json(one.entry.document),
            "text": one.entry.text,
        }
        for one in planned
        if one.number is not None
    ]
    _insert(connection, revisions, rows)
    for some in slices(one.revision_id for one in planned if one.number is None):
        connection.execute(update(revisions).where(revisions.c.id.in_(some)).values(withdrawn_at=None))


def mark_missing(connection: Connection, ids: Sequence[str], now: datetime) -> None:
    """Remember that documents were absent from a whole import; what was missing before keeps its date."""
    for some in slices(ids):
        connection.execute(
            update(documents)
            .where(documents.c.id.in_(some), documents.c.missing_since.is_(None))
            .values(missing_since=stamp(now))
        )


def withdraw(connection: Connection, ids: Sequence[str], now: datetime) -> None:
    """Take documents out of every new answer; nothing is deleted, and what was withdrawn before keeps its date."""
    retire_passages(connection, ids)
    for some in slices(ids):
        newest = select(documents.c.revision_id).where(documents.c.id.in_(some), documents.c.live)
        connection.execute(update(revisions).where(revisions.c.id.in_(newest)).values(withdrawn_at=stamp(now)))
        connection.execute(
            update(documents)
            .where(documents.c.id.in_(some), documents.c.live)
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
    """Write the stable id that a source uses now for a document whose content is unchanged."""
    connection.execute(
        update(documents)
        .where(documents.c.id == document_id)
        .values(stable_id=document.stable_id, stable_id_kind=document.stable_id_kind)
    )


def retire_passages(connection: Connection, ids: Sequence[str]) -> None:
    """Take the live passages of documents out of words; the index gives them up when it is next brought up to date.

    The titles must still be those they were added with.
    """
    for some in slices(ids):
        now_live = and_(passages.c.document_id.in_(some), passages.c.live)
        words.remove(connection, texts_by_row(connection, now_live))
        connection.execute(update(passages).where(now_live).values(live=False))


def revive_passages(connection: Connection, ids: Sequence[str]) -> None:
    """Make the passages of documents' newest revisions live again; the index has to take them in anew."""
    for some in slices(ids):
        newest = select(documents.c.revision_id).where(documents.c.id.in_(some))
        resting = and_(passages.c.revision_id.in_(newest), ~passages.c.live)
        words.add(connection, texts_by_row(connection, resting))
        connection.execute(update(passages).where(resting).values(live=True, indexed_in=None))


def retag(connection: Connection, stored: Iterable[Stored], tagger: Callable[[Document, str], Tagged]) -> int:
    """Replace the mentions and layers of documents by what a tagger finds in their newest texts, and count them."""
    found: list[tuple[str, Tagged, Sequence[Passage]]] = []
    for one in stored:
        text = connection.execute(select(revisions.c.text).where(revisions.c.id == one.revision_id)).scalar_one()
        found.append((one.document_id, tagger(one.document, text), one.passages))
    for table in (mentions, layers):
        _forget(connection, table, [document_id for document_id, _, _ in found])
    put_tags(connection, found)
    return len(found)


def put_tags(connection: Connection, tagged: Sequence[tuple[str, Tagged, Sequence[Passage]]]) -> None:
    """Write the mentions and layers of documents' newest states, each mapped onto the passage that holds it."""
    _insert(connection, mentions, _spans([(one, tags.mentions, pieces) for one, tags, pieces in tagged]))
    _insert(connection, layers, _spans([(one, tags.layers, pieces) for one, tags, pieces in tagged]))


def _spans(
    found: Sequence[tuple[str, Sequence[Mention | LayerTag | Statement], Sequence[Passage]]],
) -> list[dict[str, Any]]:
    return [
        asdict(span) | {"document_id": document_id, "passage_id": _passage_at(pieces, span.char_start)}
        for document_id, spans, pieces in found
        if pieces
        for span in spans
    ]


def _passage_at(pieces: Sequence[Passage], offset: int) -> str:
    """Give the passage that holds an offset, or the last one that begins before it."""
    starts = [piece.char_start for piece in pieces]
    return pieces[max(bisect_right(starts, offset) - 1, 0)].id


def _forget(connection: Connection, table: Table, ids: Sequence[str]) -> None:
    for some in slices(ids):
        connection.execute(delete(table).where(table.c.document_id.in_(some)))


def _insert(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table), rows)
