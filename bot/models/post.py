"""Blocks and inlines that any channel can show, and the post made of them."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """Plain words."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bold:
    """Words with weight."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeSpan:
    """Words in a fixed-width face."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link with its words."""

    text: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cite:
    """A reference to citation number `n` of the answer."""

    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Time:
    """An instant (aware) to be shown in `zone`, an IANA name."""

    instant: datetime
    zone: str


Inline = Text | Bold | CodeSpan | Link | Cite | Time


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading of one line."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Para:
    """A paragraph; one sentence or list line of an answer with its own citations."""

    inlines: tuple[Inline, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bullets:
    """A list; each entry is a line of inlines; `first` is the number of the first entry when it is numbered."""

    entries: tuple[tuple[Inline, ...], ...]
    first: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table of inlines, its header of plain words."""

    header: tuple[str, ...]
    rows: tuple[tuple[tuple[Inline, ...], ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """A block of code."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """Words of a source, in their language, with the citation they are from."""

    text: str
    language: str
    cite: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Divider:
    """A rule between parts."""


Block = Heading | Para | Bullets | Table | Code | Quote | Divider


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """What we send, channel-neutral; a renderer budgets the tail (sources, notes, follow-ups) before the body."""

    subject_id: str
    language: str
    summary: str
    body: tuple[Block, ...]
    tail: tuple[Block, ...] = ()
