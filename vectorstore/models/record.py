"""What goes into the record and what the record says about itself."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from vectorstore.models.claims import LayerTag, Mention, Statement
from vectorstore.models.documents import Document, Passage


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A document as the record has it, for deciding what a new version of its source changes."""

    document_id: str
    stable_id: str
    stable_id_kind: str
    content_hash: str
    document: Document
    missing_since: datetime | None = None
    withdrawn_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A document to write, with the text that all offsets of its tags and statements refer to."""

    document_id: str
    document: Document
    text: str
    content_hash: str
    mentions: tuple[Mention, ...] = ()
    layers: tuple[LayerTag, ...] = ()
    statements: tuple[Statement, ...] = ()


class Tagged(Protocol):
    """What a tagger finds in one text."""

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """Entities, with offsets into the text."""

    @property
    def layers(self) -> tuple[LayerTag, ...]:
        """Layers of the stack, with offsets into the text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What a write did, as document ids; `passages` counts those that are new to the index."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()
    passages: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A document in its newest state with that state's passages in order."""

    document_id: str
    revision_id: str
    document: Document
    passages: tuple[Passage, ...]
    first_seen_at: datetime
    withdrawn_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A live passage that a generation of the index lacks, with the title its header begins with."""

    passage: Passage
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much the record holds now; breaks and desks are documents but no sessions, withdrawn ones are neither."""

    documents: int
    sessions: int
    articles: int
    passages: int
    indexed: int
    sources: int
