"""Find every alias of the lexicon in a text, in Chinese and English alike, with offsets into the raw text."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

_TOKEN = re.compile(r"[a-z0-9_]+|[^\sa-z0-9_]")
_RUN = re.compile(r"\s+|\S+")
_CURLY = re.compile("[‘’“”‑‐]")
_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_STRAIGHT = {"‘": "'", "’": "'", "“": '"', "”": '"', "‑": "-", "‐": "-"}  # noqa: RUF100


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """An alias that occurs in a text; `start` and `end` are offsets into the raw text."""

    entity_id: str
    start: int
    end: int
    alias: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias:
    """One way to write an entity; `exact` asks for capitals as given, an `entity_id` of None swallows the phrase."""

    text: str
    entity_id: str | None
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Matchable:
    """A text made comparable: NFKC, straight quotes, single blanks, no blank beside a Han character.

    `cased` and `lower` have equal length; `raw[i]` is the raw offset of their i-th character.
    """

    cased: str
    lower: str
    raw: tuple[int, ...] | range


class Matcher:
    """All aliases, keyed by their first token; longest first, never overlapping."""

    def __init__(self, aliases: Iterable[Alias]) -> None:
        by_literal: dict[str, list[tuple[str, Alias]]] = {}
        for alias in aliases:
            form = matchable(alias.text)
            by_literal.setdefault(form.lower, []).append((form.cased, alias))
        self._by_literal = by_literal
        self._by_token: dict[str, list[tuple[str, list[tuple[str, Alias]]]]] = {}
        for literal in sorted(by_literal, key=len, reverse=True):
            first = _TOKEN.match(literal)
            if first:
                self._by_token.setdefault(first.group(), []).append((literal, by_literal[literal]))

    def named(self, words: str) -> tuple[str, ...]:
        """Give the entities that are written exactly so, capitals aside."""
        aliases = [alias for _, alias in self._by_literal.get(matchable(words.strip()).lower, ())]
        return tuple(dict.fromkeys(alias.entity_id for alias in aliases if alias.entity_id is not None))

    def find(self, text: str) -> tuple[Found, ...]:
        """Find aliases in text order; a span that several entities share is given once for each."""
        form = matchable(text)
        found: list[Found] = []
        taken = 0
        for token in _TOKEN.finditer(form.lower):
            start = token.start()
            if start < taken:
                continue
            for literal, aliases in self._by_token.get(token.group(), ()):
                here = self._matching(form, start, literal, aliases)
                if here:
                    taken = start + len(literal)
                    span = form.raw[start], form.raw[taken - 1] + 1
                    found += [
                        Found(entity_id=a.entity_id, start=span[0], end=span[1], alias=a.text)
                        for a in here
                        if a.entity_id is not None
                    ]
                    break
        return tuple(found)

    @staticmethod
    def _matching(form: Matchable, start: int, literal: str, aliases: list[tuple[str, Alias]]) -> list[Alias]:
        end = start + len(literal)
        if not form.lower.startswith(literal, start):
            return []
        if literal[-1] in _WORD and end < len(form.lower) and form.lower[end] in _WORD:
            return []
        written = form.cased[start:end]
        here = {a.entity_id: a for cased, a in reversed(aliases) if not a.exact or cased == written}
        return list(reversed(here.values()))


def matchable(text: str) -> Matchable:
    """Make a text comparable, keeping the way back to its raw offsets."""
    if text.isascii() and "\n" not in text and "  " not in text and "\t" not in text and "\r" not in text:
        return Matchable(text, text.lower(), range(len(text)))
    cased: list[str] = []
    raw: list[int] = []
    gap, gap_start = "", 0
    for run in _RUN.finditer(text):
        if run.group().isspace():
            gap, gap_start = run.group(), run.start()
            continue
        folded, offsets = _folded(run.group(), run.start())
        mark = _joint(cased[-1][-1], folded[0], gap) if gap and cased else ""
        if mark:
            cased.append(mark)
            raw.append(gap_start)
        cased.append(folded)
        raw += offsets
        gap = ""
    joined = "".join(cased)
    return Matchable(joined, _lower(joined), tuple(raw))


def _joint(last: str, first: str, gap: str) -> str:
    if gap.count("\n") > 1:
        return "\n"
    return "" if is_han(last) or is_han(first) else " "


def _lower(text: str) -> str:
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def is_han(char: str) -> bool:
    """Tell whether a character is a Chinese one (punctuation is not)."""
    return "一" <= char <= "鿿" or "㐀" <= char <= "䶿" or char == "〇"


def _folded(run: str, start: int) -> tuple[str, range | list[int]]:
    """Fold a run without blanks; most need nothing, and then their offsets are a range."""
    if run.isascii() or (not _CURLY.search(run) and unicodedata.is_normalized("NFKC", run)):
        return run, range(start, start + len(run))
    pieces = [_STRAIGHT.get(char) or unicodedata.normalize("NFKC", char) for char in run]
    # A character may become several ("…" three stops) or begin with a blank, which would stand beside a gap.
    pieces = [piece.replace(" ", "~") for piece in pieces]
    return "".join(pieces), [start + i for i, piece in enumerate(pieces) for _ in piece]
