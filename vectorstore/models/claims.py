"""What texts say: entity mentions, stated facts, and where two statements disagree."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Layer = Literal[
    "frontend",
    "graph_ir",
    "tensor_ir",
    "optimization",
    "kernel_codegen",
    "hardware_backend",
    "runtime",
    "distributed",
    "benchmark",
]
Relation = Literal["about", "listed", "implied", "vendor", "passing"]
TARGETING: tuple[Relation, ...] = ("about", "listed", "implied", "vendor")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """An entity of the lexicon found in a document's text; offsets are into `Revision.text`.

    `relation` is how the text holds it: it is about it, lists it, implies it, names only its maker, or names it in
    passing (negated, compared, migrated away from).
    """

    entity_id: str
    char_start: int
    char_end: int
    relation: Relation


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerTag:
    """One of the nine layers of the stack a document is about, with the span that says so."""

    layer: Layer
    char_start: int
    char_end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One value that a document states for an aspect of a subject, with the span that states it.

    Example: subject "conference:PyTorch Conference North America 2026", aspect "city", value "旧金山",
    normal "san francisco". Two live statements of one subject and aspect with different `normal` are a `Conflict`.
    """

    subject: str
    aspect: Literal["city", "dates", "name", "day", "start", "end", "room"]
    value: str
    normal: str
    char_start: int
    char_end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One side of a conflict, with the passage that holds it and, where known, when it was said."""

    value: str
    normal: str
    passage_id: str
    document_id: str
    said_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Values that sources (or one source in two places) state differently; nothing is decided silently."""

    subject: str
    aspect: str
    readings: tuple[Reading, ...]
    resolution: Literal["none", "newer", "primary"] = "none"
