"""What was published: sources, articles, sessions, their revisions and passages."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

Language = Literal["zh", "en", "other"]
SourceKind = Literal["feed", "html", "md", "conference", "manual"]
PassageKind = Literal["title", "prose", "table_row", "session_abstract", "session_meta", "quote"]
DateConfidence = Literal["exact", "date_only", "assumed_zone", "missing"]
TimeConfidence = Literal["exact", "assumed_zone", "wall_clock", "day_only", "none"]
SessionStatus = Literal["scheduled", "moved", "cancelled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One thing we follow or were given: a feed, a page, a guide, a file.

    `id` is chosen by the reader of hallway.toml or derived from the canonical URL or path; `tz_default` is an IANA
    name and `conference` a name, both only what a person set, never a guess.
    """

    id: str
    name: str
    url: str
    kind: SourceKind = "manual"
    publisher_family: str = ""
    language: Language | None = None
    tier: int = 3
    first_party: bool = False
    tz_default: str | None = None
    conference: str | None = None
    year: int | None = None
    visibility: str = "public"


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchState:
    """What the last look at a source gave; `body_hash` is the sha256 of the bytes that were read."""

    source_id: str
    etag: str | None = None
    last_modified: str | None = None
    body_hash: str | None = None
    last_full_at: datetime | None = None
    last_result: Literal["success", "empty", "failed"] = "success"
    error: str | None = None
    fail_count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """A person as the programme prints the name, with the organisation as printed there."""

    name: str
    organisation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """A post, a page or the prose of a guide; an unknown date stays None."""

    source_id: str
    stable_id: str
    stable_id_kind: str
    title: str
    language: Language
    canonical_url: str | None = None
    authors: tuple[str, ...] = ()
    translated_from: str | None = None
    published_at: datetime | None = None
    published_day: date | None = None
    published_raw: str = ""
    updated_at: datetime | None = None
    date_confidence: DateConfidence = "missing"
    title_source: Literal["feed", "front_matter", "heading", "page", "path"] = "heading"
    tags: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    sponsored: bool = False
    container: bool = False

    @property
    def kind(self) -> Literal["article"]:
        """Say which kind of document this is."""
        return "article"


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A slot of a programme.

    `local_start` and `local_end` are naive wall-clock times of the venue; `starts_at` and `ends_at` are the same
    instants in UTC and None while no zone is known. `programme_day` is the day the programme prints it under, which
    for a session after midnight is the day before. `container_of` is the stable id of the page it was split from.
    """

    source_id: str
    stable_id: str
    stable_id_kind: str
    conference: str
    title: str
    language: Language
    title_raw: str = ""
    canonical_url: str | None = None
    abstract: str = ""
    speakers: tuple[Speaker, ...] = ()
    room: str | None = None
    track: str | None = None
    format: str | None = None
    local_start: datetime | None = None
    local_end: datetime | None = None
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    venue_zone: str | None = None
    programme_day: date | None = None
    time_confidence: TimeConfidence = "none"
    end_basis: Literal["stated", "duration", "none"] = "none"
    translated_from: str | None = None
    sponsored: bool = False
    keynote: bool = False
    service: bool = False
    status: SessionStatus = "scheduled"
    container_of: str | None = None
    tags: tuple[str, ...] = ()

    @property
    def kind(self) -> Literal["session"]:
        """Say which kind of document this is."""
        return "session"


Document = Article | Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """One state of a document; `text` is the exact string that all offsets refer to (LF, NFC, no control characters).

    The text of an article is its main text in light Markdown (ATX headings, fenced code, pipe tables, list marks).
    The text of a session is built by `vectorstore.passages.session_text`: title, one fixed meta line, the line as
    written where there was one, the abstract.
    """

    id: str
    document_id: str
    number: int
    content_hash: str
    first_seen_at: datetime
    document: Document
    text: str
    withdrawn_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A span of a revision: `revision.text[char_start:char_end] == text`; `heading` is its heading path, ` › ` between.

    `text_hash` is the sha256 (hex) of the text as embedded, header included.
    """

    id: str
    revision_id: str
    document_id: str
    ordinal: int
    char_start: int
    char_end: int
    text: str
    text_hash: str
    language: Language
    kind: PassageKind
    heading: str = ""
