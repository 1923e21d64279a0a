"""A question, the answer to it, and everything that lets a reader check the answer."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal

from bot.models.post import Block
from vectorstore.models.search import EVERYONE, Audience, Condition, Filter

AnswerLanguage = Literal["zh", "en"]
AnswerKind = Literal["answer", "list", "agenda", "refusal", "error", "help"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What somebody asked: `inherited` is the filter of the turn before in the same conversation."""

    turn_id: str
    text: str
    asked_at: datetime
    conversation: str = "cli"
    asker: str = "cli"
    language: AnswerLanguage | None = None
    audience: Audience = EVERYONE
    zone: str | None = None
    inherited: Filter | None = None
    inherited_text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """Where a sentence comes from; `quote` is at most 200 characters of the passage, in its own language."""

    n: int
    document_id: str
    passage_id: str
    title: str
    quote: str
    quote_language: str
    kind: Literal["session", "article"]
    url: str | None = None
    publisher: str = ""
    published_on: date | None = None
    place: str = ""
    sponsored: bool = False
    self_reported: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedCondition:
    """A condition that was used, in words, and how many documents it matches by itself."""

    condition: Condition
    label: str
    matched: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedFilter:
    """The conditions used, always echoed; `text` is the free part of the question that search used."""

    conditions: tuple[AppliedCondition, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Completeness:
    """How much of the whole the answer shows."""

    shown: int
    matched: int
    corpus: int
    passing: int
    method: Literal["metadata", "metadata+text", "top_k"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownReading:
    """One of several values that sources state, with its citation."""

    value: str
    cite: int
    said_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownConflict:
    """A disagreement shown with every value; `subject` is in words of the answer's language."""

    subject: str
    readings: tuple[ShownReading, ...]
    resolution: Literal["none", "newer", "primary"] = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUp:
    """A next question that has results; `command` is what to type."""

    id: str
    label: str
    command: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    """A session of the answer as data, for tables, CSV and calendars; clock times are the venue's."""

    document_id: str
    passage_id: str
    title: str
    day: date | None
    start: datetime | None
    end: datetime | None
    zone: str | None
    room: str | None
    track: str | None
    speakers: tuple[tuple[str, str | None], ...]
    organisations: tuple[str, ...]
    sponsored: bool
    keynote: bool
    status: str
    url: str | None
    relations: tuple[tuple[str, str], ...] = ()
    abstract: str = ""
    cite: int | None = None
    passing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer, stored before it is rendered, so that any surface can show it again from its id.

    `figures` are the counts the record gave for it, `denied` what the question claimed and the record contradicts:
    with the labels of the conditions, the only facts a sentence without citation may hold.
    """

    id: str
    turn_id: str
    kind: AnswerKind
    language: AnswerLanguage
    blocks: tuple[Block, ...]
    created_at: datetime
    citations: tuple[Citation, ...] = ()
    applied: AppliedFilter = AppliedFilter()
    completeness: Completeness | None = None
    conflicts: tuple[ShownConflict, ...] = ()
    support: Literal["supported", "partial", "unsupported"] = "supported"
    missing: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    follow_ups: tuple[FollowUp, ...] = ()
    rows: tuple[SessionRow, ...] = ()
    filter: Filter = field(default_factory=Filter)
    figures: tuple[int, ...] = ()
    denied: tuple[str, ...] = ()
    generation: tuple[str, str] = ("extractive", "")
