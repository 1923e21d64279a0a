"""A question being read: what was understood is taken off it, so that what is left over can never be overlooked."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from bot.ask import words
from vectorstore.models.claims import Relation
from vectorstore.models.search import Condition, Facet, Op

GONE = "\x00"
_QUOTES = str.maketrans("’‘“”「」『』", '\'\'""""""')


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A piece of the question that was understood; `choices` are the conditions the same words could also mean."""

    start: int
    end: int
    facet: Facet
    values: tuple[str, ...]
    op: Op = "any"
    relations: tuple[Relation, ...] = ()
    inferred: bool = False
    choices: tuple[tuple[Facet, str], ...] = ()
    written: str = ""

    def condition(self) -> Condition:
        """Turn the mark into the condition it stands for."""
        return Condition(
            facet=self.facet, values=self.values, op=self.op, relations=self.relations, inferred=self.inferred
        )

    def but(self, **changes: object) -> "Mark":
        """Copy the mark with some fields changed."""
        return replace(self, **changes)  # type: ignore[arg-type]


@dataclass(slots=True, kw_only=True)
class Slate:
    """The question after NFKC as `text`, in lower case and simplified characters as `low`, and what is `left` of it.

    The three have one length, so an offset means the same in each; taken characters of `left` are `GONE`.
    """

    text: str
    low: str
    left: str
    marks: list[Mark] = field(default_factory=list)

    def find(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Find a pattern in what is left; a match that was taken meanwhile is passed over."""
        for match in pattern.finditer(self.left):
            if match.end() > match.start() and self.left[match.start() : match.end()] == match.group():
                yield match

    def take(self, start: int, end: int) -> None:
        """Count a span as understood."""
        self.left = self.left[:start] + GONE * (end - start) + self.left[end:]

    def is_taken(self, start: int, end: int) -> bool:
        """Say whether every character of a span was understood."""
        return not self.left[start:end].strip(f"{GONE} ")

    def mark(self, mark: Mark) -> None:
        """Take the mark's span and keep the mark."""
        self.take(mark.start, mark.end)
        self.marks.append(mark.but(written=mark.written or self.text[mark.start : mark.end].strip()))

    def note(self, match: re.Match[str], facet: Facet, values: tuple[str, ...], *, inferred: bool = False) -> None:
        """Take a match as one facet's values."""
        self.mark(Mark(start=match.start(), end=match.end(), facet=facet, values=values, inferred=inferred))

    def says(self, pattern: re.Pattern[str]) -> bool:
        """Tell whether the whole question, taken parts included, holds a pattern."""
        return pattern.search(self.low) is not None

    def of(self, *facets: Facet) -> list[Mark]:
        """Pick the marks on some facets, in the order of the question."""
        return sorted((mark for mark in self.marks if mark.facet in facets), key=lambda mark: mark.start)


def slate(question: str) -> Slate:
    """Lay a question out for reading: NFKC, straight quotes, one blank between words."""
    text = unicodedata.normalize("NFKC", question).translate(_QUOTES)
    text = " ".join("".join(c if c.isprintable() or c.isspace() else " " for c in text).split())
    low = lowered(text)
    return Slate(text=text, low=low, left=low)


def lowered(text: str) -> str:
    """Write in lower case, without accents, in simplified characters; the length stays."""
    return "".join(_plain(char) for char in text).translate(words.SIMPLIFIED)


def _plain(char: str) -> str:
    if char < "\x80":
        return char.lower()
    base = unicodedata.normalize("NFD", char)[0] if char < "\u0250" else char
    small = base.lower()
    return small if len(small) == 1 else char
