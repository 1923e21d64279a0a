"""An answer while it is being written: its blocks, its numbered citations and the figures its sentences may use."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from bot.models.answer import (
    AnswerKind,
    AnswerLanguage,
    AppliedFilter,
    Citation,
    Completeness,
    SessionRow,
    ShownConflict,
)
from bot.models.post import Block, Bullets, Cite, Heading, Inline, Para, Quote, Text
from vectorstore.models.documents import Document, Passage, Session
from vectorstore.text.sentences import HEADING, sentences

QUOTE_CHARACTERS = 200


@dataclass(slots=True, kw_only=True)
class Draft:
    """What a writer fills; `publishers` maps a source id to its name, `figures` are counts the record gave."""

    language: AnswerLanguage
    publishers: Mapping[str, str] = field(default_factory=dict)
    kind: AnswerKind = "answer"
    blocks: list[Block] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)
    passages: dict[str, Passage] = field(default_factory=dict)
    rows: list[SessionRow] = field(default_factory=list)
    conflicts: list[ShownConflict] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    denied: list[str] = field(default_factory=list)
    figures: set[int] = field(default_factory=set)
    completeness: Completeness | None = None
    applied: AppliedFilter = field(default_factory=AppliedFilter)

    def say(self, *parts: Inline | str) -> None:
        """Add a sentence as a paragraph of its own."""
        self.blocks.append(Para(inlines=line(*parts)))

    def head(self, text: str) -> None:
        """Add a heading."""
        self.blocks.append(Heading(text=text))

    def bullets(self, entries: Iterable[tuple[Inline, ...]], *, first: int | None = None) -> None:
        """Add a list; an empty one is left out."""
        listed = tuple(entries)
        if listed:
            self.blocks.append(Bullets(entries=listed, first=first))

    def quote(self, passage: Passage, document: Document, text: str) -> None:
        """Add the words of a passage as they stand there, cited."""
        cite = self.cite(passage, document, quote=text)
        self.blocks.append(Quote(text=text, language=passage.language, cite=cite.n))

    def note(self, text: str) -> None:
        """Add a note once."""
        if text and text not in self.notes:
            self.notes.append(text)

    def count(self, *numbers: int) -> None:
        """Remember figures that the record gave."""
        self.figures.update(numbers)

    def cite(self, passage: Passage, document: Document, *, quote: str = "") -> Cite:
        """Refer to a passage; the same passage is numbered once, with the first quote taken from it."""
        for known in self.citations:
            if known.passage_id == passage.id:
                return Cite(n=known.n)
        self.passages[passage.id] = passage
        number = len(self.citations) + 1
        self.citations.append(
            Citation(
                n=number,
                document_id=passage.document_id,
                passage_id=passage.id,
                title=document.title,
                quote=_cut(quote or _opening(passage)),
                quote_language=passage.language,
                kind=document.kind,
                url=document.canonical_url,
                publisher=self.publishers.get(document.source_id, ""),
                published_on=published_on(document),
                place=passage.heading,
                sponsored=document.sponsored,
            )
        )
        return Cite(n=number)


def line(*parts: Inline | str) -> tuple[Inline, ...]:
    """Make inlines of words and inlines; citations stand apart by a blank."""
    made: list[Inline] = []
    for part in parts:
        if isinstance(part, str):
            if part:
                made.append(Text(text=part))
        else:
            if isinstance(part, Cite) and made and not _ends_in_blank(made[-1]):
                made.append(Text(text=" "))
            made.append(part)
    return tuple(made)


def _ends_in_blank(inline: Inline) -> bool:
    return isinstance(inline, Cite) or (isinstance(inline, Text) and inline.text.endswith(" "))


def published_on(document: Document) -> date | None:
    """Tell the day a document was published; sessions have none, and an unknown day stays None."""
    if isinstance(document, Session):
        return None
    if document.published_day:
        return document.published_day
    return document.published_at.date() if document.published_at else None


def _opening(passage: Passage) -> str:
    """Take a passage's first sentence that is no heading; a session's meta passage whole."""
    if passage.kind == "session_meta":
        return passage.text
    told = (passage.text[start:end] for start, end in sentences(passage.text))
    return next((sentence for sentence in told if not HEADING.match(sentence)), passage.text)


def _cut(text: str) -> str:
    """Cut a quote to its limit at a word's end, so that it stays a piece of the passage."""
    text = text.strip()
    if len(text) <= QUOTE_CHARACTERS:
        return text
    cut = text[:QUOTE_CHARACTERS]
    blank = max(cut.rfind(mark) for mark in (" ", "，", "、", "。", "\n"))
    return cut[: blank if blank > QUOTE_CHARACTERS // 2 else QUOTE_CHARACTERS].rstrip()
