"""What the record states, whole: the values its documents have, and where two statements disagree."""

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Row, and_, func, select

from vectorstore.filters import Clause, visible
from vectorstore.models.claims import Conflict, Reading
from vectorstore.models.documents import Article
from vectorstore.models.search import Audience, Facets
from vectorstore.rows import document_from
from vectorstore.tables import documents, revisions, sources, speakers, statements


def facets(connection: Connection, audience: Audience) -> Facets:
    """Give the distinct values of live documents; breaks and desks give none."""
    scope = and_(visible(audience), ~documents.c.service)

    def distinct(column: ColumnElement[Any]) -> tuple[str, ...]:
        found = connection.scalars(select(column).where(scope, column.is_not(None)).distinct())
        return tuple(sorted(found))

    def of_speakers(column: ColumnElement[Any]) -> tuple[str, ...]:
        joined = speakers.join(documents, documents.c.id == speakers.c.document_id)
        found = connection.scalars(select(column).select_from(joined).where(scope, column.is_not(None)).distinct())
        return tuple(sorted(found))

    return Facets(
        conferences=distinct(documents.c.conference),
        days=_days(connection, scope),
        rooms=distinct(documents.c.room),
        tracks=distinct(documents.c.track),
        formats=distinct(documents.c.format),
        speakers=of_speakers(speakers.c.name),
        organisations=of_speakers(speakers.c.organisation),
        titles=_pairs(connection, documents.c.id, documents.c.title, and_(scope, documents.c.kind == "session")),
        zones=_pairs(connection, documents.c.conference, documents.c.venue_zone, scope),
        sources=_pairs(connection, sources.c.id, sources.c.name, and_(scope, documents.c.source_id == sources.c.id)),
    )


def _days(connection: Connection, scope: Clause) -> dict[str, tuple[str, ...]]:
    rows = connection.execute(
        select(documents.c.conference, documents.c.day)
        .where(scope, documents.c.conference.is_not(None), documents.c.day.is_not(None))
        .distinct()
    )
    days: dict[str, list[str]] = {}
    for conference, day in sorted(tuple(row) for row in rows):
        days.setdefault(conference, []).append(day)
    return {conference: tuple(listed) for conference, listed in days.items()}


def _pairs(connection: Connection, key: ColumnElement[Any], value: ColumnElement[Any], scope: Clause) -> dict[str, str]:
    rows = connection.execute(select(key, value).where(scope, key.is_not(None), value.is_not(None)).distinct())
    return dict(sorted((row[0], row[1]) for row in rows))


def readings(connection: Connection, audience: Audience, *, subject_prefix: str, aspect: str) -> tuple[Reading, ...]:
    """Give what live documents state for an aspect of the subjects that begin with a prefix."""
    begins = func.substr(statements.c.subject, 1, len(subject_prefix)) == subject_prefix
    rows = _stated(connection, audience, and_(begins, statements.c.aspect == aspect))
    return tuple(_reading(row) for row in rows)


def conflicts(connection: Connection, audience: Audience, subject: str | None) -> tuple[Conflict, ...]:
    """Group what live documents state by subject and aspect, and keep the groups that disagree."""
    named = statements.c.subject == subject if subject is not None else statements.c.subject.is_not(None)
    rows = _stated(connection, audience, named)
    found = []
    for (about, aspect), group in groupby(rows, key=lambda row: (row.subject, row.aspect)):
        stated = list(group)
        if len({row.normal for row in stated}) > 1:
            told = tuple(dict.fromkeys(_reading(row) for row in stated))
            found.append(Conflict(subject=about, aspect=aspect, readings=told, resolution=_resolution(stated)))
    return tuple(found)


def _stated(connection: Connection, audience: Audience, condition: Clause) -> list[Row[*tuple[Any, ...]]]:
    rows = connection.execute(
        select(
            *(statements.c[name] for name in ("subject", "aspect", "value", "normal", "passage_id", "document_id")),
            statements.c.char_start,
            revisions.c.document,
            documents.c.source_id,
            sources.c.first_party,
        )
        .join(documents, documents.c.id == statements.c.document_id)
        .join(revisions, revisions.c.id == documents.c.revision_id)
        .join(sources, sources.c.id == documents.c.source_id)
        .where(visible(audience), condition)
    )
    return sorted(rows.all(), key=lambda row: (row.subject, row.aspect, row.source_id, row.document_id, row.char_start))


def _reading(row: Row[*tuple[Any, ...]]) -> Reading:
    return Reading(
        value=row.value,
        normal=row.normal,
        passage_id=row.passage_id,
        document_id=row.document_id,
        said_at=_said_at(row),
    )


def _said_at(row: Row[*tuple[Any, ...]]) -> datetime | None:
    document = document_from(row.document)
    return document.published_at if isinstance(document, Article) else None


def _resolution(rows: Iterable[Row[*tuple[Any, ...]]]) -> Literal["none", "newer", "primary"]:
    """Say what would settle a disagreement: a first party that speaks with one voice, or one newest date."""
    stated = list(rows)
    if len({row.normal for row in stated if row.first_party}) == 1:
        return "primary"
    dates = [_said_at(row) for row in stated]
    known = [date for date in dates if date is not None]
    if len(known) == len(stated) and len({row.normal for row in stated if _said_at(row) == max(known)}) == 1:
        return "newer"
    return "none"
