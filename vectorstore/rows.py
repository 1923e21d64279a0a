"""Objects as the record keeps them: JSON of whole documents, and the columns that filters compare."""

import json
import re
import unicodedata
from dataclasses import MISSING, Field, fields
from datetime import UTC, date, datetime, time
from typing import Any

from vectorstore.models.documents import Article, Document, FetchState, Passage, Session, Source, Speaker

_INSTANTS = frozenset(
    {"published_at", "updated_at", "local_start", "local_end", "starts_at", "ends_at", "last_full_at"}
)
_DAYS = frozenset({"published_day", "programme_day"})
_BLANKS = re.compile(r"\s+")
_NAME_WORDS = re.compile(r"[^\W_]+")
_DAY_MINUTES = 24 * 60


def stamp(moment: datetime) -> str:
    """Write an aware instant as UTC text that sorts by time."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def moment(text: str | None) -> datetime | None:
    """Read what `stamp` wrote."""
    return datetime.fromisoformat(text) if text else None


def folded(text: str) -> str:
    """Make text comparable: NFKC, case folded, every run of white space one blank."""
    return _BLANKS.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()


def name_key(name: str) -> str:
    """Make a person's name comparable: its words without accents and case, in no order."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return " ".join(sorted(set(_NAME_WORDS.findall(plain.casefold()))))


def to_json(value: Document | Source | FetchState) -> str:
    """Write a document, source or fetch state whole; fields that have their default value are left out."""
    kept: dict[str, Any] = {"kind": value.kind} if isinstance(value, Article | Session) else {}
    for field in fields(value):
        item = getattr(value, field.name)
        if item != _default(field):
            kept[field.name] = _plain(item)
    return json.dumps(kept, ensure_ascii=False)


def document_from(text: str) -> Document:
    """Read what `to_json` wrote of a document."""
    kept = json.loads(text)
    kind = kept.pop("kind")
    values = {name: _typed(name, value) for name, value in kept.items()}
    return Session(**values) if kind == "session" else Article(**values)


def source_from(text: str) -> Source:
    """Read what `to_json` wrote of a source."""
    return Source(**json.loads(text))


def fetch_state_from(text: str) -> FetchState:
    """Read what `to_json` wrote of a fetch state."""
    return FetchState(**{name: _typed(name, value) for name, value in json.loads(text).items()})


def document_columns(document: Document) -> dict[str, Any]:
    """Give the columns of `documents` that follow from the document alone."""
    columns: dict[str, Any] = {
        "source_id": document.source_id,
        "stable_id": document.stable_id,
        "stable_id_kind": document.stable_id_kind,
        "kind": document.kind,
        "language": document.language,
        "title": document.title,
        "sponsored": document.sponsored,
        "keynote": False,
        "service": False,
    }
    columns |= dict.fromkeys(_SESSION_ONLY)
    if isinstance(document, Article):
        columns["published"] = published_day(document)
        return columns
    return columns | _session_columns(document)


def published_day(article: Article) -> str | None:
    """Give the ISO day an article is from: as printed, else of its instant in UTC."""
    if article.published_day:
        return article.published_day.isoformat()
    return article.published_at.astimezone(UTC).date().isoformat() if article.published_at else None


_SESSION_ONLY = (
    *("conference", "conference_key", "room", "track", "track_key", "format", "format_key", "venue_zone"),
    *("day", "start_minute", "end_minute", "length", "published", "status"),
)


def _session_columns(session: Session) -> dict[str, Any]:
    day = session.programme_day or (session.local_start.date() if session.local_start else None)
    return {
        "conference": session.conference,
        "conference_key": folded(session.conference),
        "room": session.room,
        "track": session.track,
        "track_key": folded(session.track) if session.track else None,
        "format": session.format,
        "format_key": folded(session.format) if session.format else None,
        "venue_zone": session.venue_zone,
        "day": day.isoformat() if day else None,
        "start_minute": _minute(session.local_start, day),
        "end_minute": _minute(session.local_end, day),
        "length": length_minutes(session),
        "keynote": session.keynote,
        "service": session.service,
        "status": session.status,
    }


def length_minutes(session: Session) -> int | None:
    """Give a session's length, by its instants where both are known, else by the clock of the venue."""
    for start, end in ((session.starts_at, session.ends_at), (session.local_start, session.local_end)):
        if start and end:
            return round((end - start).total_seconds() / 60)
    return None


def _minute(local: datetime | None, day: date | None) -> int | None:
    if local is None or day is None:
        return None
    midnight = datetime.combine(day, time())
    return round((local - midnight).total_seconds() / 60)


def speaker_rows(document_id: str, document: Document) -> list[dict[str, Any]]:
    """Give the rows of `speakers`; an article's authors give no talk."""
    people = document.speakers if isinstance(document, Session) else ()
    return [
        {
            "document_id": document_id,
            "position": position,
            "name": person.name,
            "name_key": name_key(person.name),
            "organisation": person.organisation,
        }
        for position, person in enumerate(people)
    ]


def passage_row(passage: Passage) -> dict[str, Any]:
    """Give the row of a passage that is live and in no index yet."""
    return {name: getattr(passage, name) for name in PASSAGE_COLUMNS} | {"live": True, "indexed_in": None}


def passage_from(row: Any) -> Passage:  # noqa: ANN401 - a database row
    """Read a row that has the columns of a passage."""
    return Passage(**{name: getattr(row, name) for name in PASSAGE_COLUMNS})


PASSAGE_COLUMNS = tuple(field.name for field in fields(Passage))


def _default(field: Field[Any]) -> Any:  # noqa: ANN401 - whatever the field holds
    return field.default if field.default is not MISSING else MISSING


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever a field holds
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Speaker):
        return [value.name, value.organisation]
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _typed(name: str, value: Any) -> Any:  # noqa: ANN401 - whatever a field holds
    if name in _INSTANTS:
        return datetime.fromisoformat(value) if value else None
    if name in _DAYS:
        return date.fromisoformat(value) if value else None
    if name == "speakers":
        return tuple(Speaker(name=person[0], organisation=person[1]) for person in value)
    return tuple(value) if isinstance(value, list) else value
