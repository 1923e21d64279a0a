"""What may be asked of the record: who asks, under which conditions, and what comes back."""

from dataclasses import dataclass, field
from typing import Literal

from vectorstore.models.claims import Relation
from vectorstore.models.documents import Document, Passage

Facet = Literal[
    "kind",  # session, article
    "conference",
    "source",
    "document",  # document ids
    "hardware",  # entity ids of the lexicon; also chips, products, vendors as targets
    "software",  # entity ids of the lexicon
    "layer",
    "organisation",  # entity id, or the organisation as written; who gives the talk
    "speaker",  # name as written
    "room",
    "track",
    "format",
    "day",  # ISO dates, programme days
    "starts",  # two clock times HH:MM, from (included) to (excluded), by start
    "running",  # one clock time HH:MM: start <= t < end
    "minutes",  # two whole numbers, least and most length in minutes (both included)
    "sponsored",  # "true" / "false"
    "keynote",  # "true" / "false"
    "status",
    "published",  # two ISO days, from (included) to (excluded)
    "text",  # exact text with CJK-safe edges, case as in `vectorstore.text.normalise`
]
Op = Literal["any", "all", "not"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Audience:
    """The source ids this asker may see; None means every source."""

    source_ids: frozenset[str] | None = None


EVERYONE = Audience()


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One facet bound to values; `any` of them, `all` of them, or `not` any of them.

    `relations` narrows hardware and software: empty means about, listed, implied, vendor; with "passing" in it,
    mentions in passing count too. `inferred` marks what the asker did not say in so many words.
    """

    facet: Facet
    values: tuple[str, ...]
    op: Op = "any"
    relations: tuple[Relation, ...] = ()
    inferred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Conditions that all hold; an empty filter admits everything, which is not the same as matching nothing."""

    conditions: tuple[Condition, ...] = ()

    def of(self, facet: Facet) -> tuple[Condition, ...]:
        """Pick the conditions on one facet."""
        return tuple(condition for condition in self.conditions if condition.facet == facet)

    def without(self, facet: Facet) -> "Filter":
        """Drop every condition on one facet."""
        return Filter(conditions=tuple(c for c in self.conditions if c.facet != facet))


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Why a document is in a listing: the condition's value, how strongly, and the passage that shows it."""

    value: str
    relation: Relation | None
    passage_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One document of a listing with the evidence for each entity or text condition it met.

    `missing` says that the newest version of its source no longer holds it.
    """

    document_id: str
    document: Document
    revision_id: str
    meta_passage_id: str
    evidence: tuple[Evidence, ...] = ()
    missing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A complete answer from the record: `members` is the whole set, never a top-k.

    `corpus` is how many documents of the kind asked for exist under audience, conference and kind alone; `passing`
    are the documents that name an asked-for entity only in passing; `also_named` those whose text holds the entity's
    alias although no tag says so; `alone` is how many documents each condition matches by itself, in the order of
    the filter's conditions.
    """

    members: tuple[Member, ...]
    corpus: int
    passing: tuple[Member, ...] = ()
    also_named: tuple[Member, ...] = ()
    alone: tuple[int, ...] = ()
    method: Literal["metadata", "metadata+text"] = "metadata"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A passage found by search with the document it is from; `score` orders hits of one search and nothing else."""

    passage: Passage
    document: Document
    score: float
    matched_by: tuple[Literal["words", "meaning"], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hits:
    """Hits best first, and `notes` for what the asker should know (no embedder, index being rebuilt)."""

    hits: tuple[Hit, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Facets:
    """The values the record holds now, for understanding questions and for completing them.

    `days` maps a conference to its programme days in order; `organisations` are as written; `titles` maps a document
    id to the session's title.
    """

    conferences: tuple[str, ...] = ()
    days: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rooms: tuple[str, ...] = ()
    tracks: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    speakers: tuple[str, ...] = ()
    organisations: tuple[str, ...] = ()
    titles: dict[str, str] = field(default_factory=dict)
    zones: dict[str, str] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
