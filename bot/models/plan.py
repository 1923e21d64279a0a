"""What a question asks for, before anything was looked up."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from bot.models.answer import AnswerLanguage
from vectorstore.models.search import Filter

PlanKind = Literal["list", "count", "lookup", "agenda", "clash", "compare", "latest", "open", "help"]
Aspect = Literal[
    "speaker",  # who gives it
    "organisation",  # whose talk is it
    "start",  # when
    "end",
    "duration",  # how long
    "room",  # where in the venue
    "city",  # where is the conference held
    "dates",  # when is the conference
    "sponsored",
    "abstract",  # what is it about
    "url",
    "published",
    "track",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Premise:
    """Something the question takes for granted about its subject, to be checked against the record."""

    aspect: Aspect
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A question understood.

    `named` are the terms an open answer must hold (entities by id as `entity:ID`, others as written); `unknown`
    those that occur in no text at all. `sides` are the terms a comparison is between. `aspects` are what a lookup
    asks about. `at` is the venue-local moment of an agenda "now", and `span` says now or next. `mixed_readings`
    are other filters the same words could mean, offered as follow-ups.
    """

    kind: PlanKind
    language: AnswerLanguage
    question: str
    filter: Filter = Filter()
    aspects: tuple[Aspect, ...] = ()
    premises: tuple[Premise, ...] = ()
    named: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    at: datetime | None = None
    span: Literal["now", "next", ""] = ""
    sort: Literal["time", "relevance"] = "time"
    inherits: bool = False
    free_text: str = ""
    notes: tuple[str, ...] = ()
    mixed_readings: tuple[Filter, ...] = ()
