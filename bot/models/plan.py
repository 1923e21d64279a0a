"""What a question asks for, before anything was looked up."""

from dataclasses import dataclass, field
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
    "day",  # which programme day: premises only
    "keynote",  # whether it is a keynote: premises only
]


# What the sessions of a list are told by, where it is not the sessions themselves that were asked for.
Group = Literal["", "organisation", "room", "track"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Premise:
    """Something the question takes for granted about its subject, to be checked against the record.

    The plan's filter holds the subject alone. Sessions that meet every premise are preferred; where none does, the
    premise is corrected. Values are those of the facet: an ISO day for `day`, HH:MM or HH:MM–HH:MM for `start`,
    least–most minutes for `duration`, an entity id or a name for `organisation`, "true" or "false" for `sponsored`
    and `keynote`, a city key of the lexicon for `city`, ISO days for `dates`, the name as the record has it otherwise.
    """

    aspect: Aspect
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A question understood.

    `named` are the terms an open answer must hold (entities by id as `entity:ID`, others as written); `unknown`
    those that occur in no text at all. `sides` are the terms a comparison is between. `aspects` are what a lookup
    asks about. `at` is the moment of an agenda "now", aware, in the venue's zone, and `span` says now or next.
    `each` holds the filters of sessions that are named one by one ("do A and B overlap"); the answer is about them all.
    `group` is what the sessions are to be told by ("which companies are there"); empty for the sessions themselves.
    `mixed_readings` are other filters the same words could mean, offered as follow-ups.
    """

    kind: PlanKind
    language: AnswerLanguage
    question: str
    filter: Filter = field(default_factory=Filter)
    aspects: tuple[Aspect, ...] = ()
    premises: tuple[Premise, ...] = ()
    named: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    each: tuple[Filter, ...] = ()
    group: Group = ""
    at: datetime | None = None
    span: Literal["now", "next", ""] = ""
    sort: Literal["time", "relevance"] = "time"
    inherits: bool = False
    free_text: str = ""
    notes: tuple[str, ...] = ()
    mixed_readings: tuple[Filter, ...] = ()
