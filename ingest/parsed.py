"""What goes into a parser and what comes out of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from vectorstore.models.claims import Statement
from vectorstore.models.documents import Document, Source

WarningCode = Literal[
    "no_zone",
    "no_end",
    "zero_length",
    "dup_id",
    "room_clash",
    "date_start",
    "after_midnight",
    "night",
    "day_weekday",
    "year_guessed",
    "lang_guessed",
    "status_in_title",
    "skipped_state",
    "hidden_text",
    "debris",
    "conflict",
    "shift",
    "truncated",
    "no_date",
    "early_time",
    "entry_dropped",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Bytes as they came: `place` is the file or address a person would recognise, `url` the final address if any.

    `read_at` is when they were read: a date later than that is no date of publication. `etag` and `last_modified` are
    what the server wants to be asked with next time.
    """

    source: Source
    place: str
    body: bytes
    url: str | None = None
    content_type: str | None = None
    read_at: datetime | None = None
    etag: str | None = None
    last_modified: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ParseWarning:
    """Something odd that did not stop us: `place` is file:line where there is one."""

    code: WarningCode
    place: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A document as parsed, the text all its offsets refer to, and what it states about its conference.

    `text` follows `Revision.text`; offsets of `statements` are into it.
    """

    document: Document
    text: str
    statements: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """Everything one input held; a whole input or an error, never a part."""

    kind: str
    drafts: tuple[Draft, ...]
    warnings: tuple[ParseWarning, ...] = ()
