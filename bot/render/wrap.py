"""Lines broken at a width in columns, where Han characters take two and closing marks stay with their word."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Style = Literal["", "bold", "dim", "code", "cite", "heading", "quote", "link"]
_TIED = re.compile(r"https?://[!-~]+|[^\s\u1100-\uffff\U0001f000-\U0003ffff]+|\s+|.", re.DOTALL)
_NEVER_FIRST = frozenset("、。，．！？；：）】〉》」』〕〗’”…—～％%,.!?;:)]}·")
_NEVER_LAST = frozenset("（【〈《「『〔〖‘“([{")


@dataclass(frozen=True, slots=True)
class Span:
    """Words in one style."""

    text: str
    style: Style = ""


@lru_cache(maxsize=4096)
def _columns_of(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def columns(text: str) -> int:
    """Count the terminal columns of a text without control characters."""
    return sum(_columns_of(character) for character in text)


def wrap(spans: Iterable[Span], width: int, *, first: str = "", rest: str = "") -> list[tuple[Span, ...]]:
    """Break spans into lines of at most `width` columns, prefixes included.

    A break may stand at a blank or beside a Han character, never before a closing mark or after an opening one. An
    address is never broken, so that it can still be followed; other words too long for a line are.
    """
    lines: list[list[Span]] = [[]]
    used, room = 0, max(width - columns(first), 2)
    for group in _groups(spans, max(width - columns(rest), 2)):
        size = sum(columns(span.text) for span in group)
        if lines[-1] and used + size > room and not group[0].text.isspace():
            lines.append([])
            used, room = 0, max(width - columns(rest), 2)
        if group[0].text.isspace() and not lines[-1]:
            continue
        lines[-1].extend(group)
        used += size
    prefixes = [first] + [rest] * (len(lines) - 1)
    return [_joined(prefix, line) for prefix, line in zip(prefixes, lines, strict=True)]


def _groups(spans: Iterable[Span], room: int) -> list[list[Span]]:
    """Tie pieces that may not be parted; a blank is a group of its own."""
    groups: list[list[Span]] = []
    for piece in _pieces(spans, room):
        before = groups[-1][-1] if groups else None
        if before is not None and _tied(before.text, piece.text):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return [part for group in groups for part in _fitting(group, room)]


def _pieces(spans: Iterable[Span], room: int) -> list[Span]:
    found = (Span(match[0], span.style) for span in spans for match in _TIED.finditer(span.text))
    return [part for piece in found for part in _cut(piece, room)]


def _cut(piece: Span, room: int) -> list[Span]:
    if columns(piece.text) <= room or piece.text.startswith(("http://", "https://")) or piece.text.isspace():
        return [piece]
    parts, used = [""], 0
    for character in piece.text:
        size = _columns_of(character)
        if used + size > room:
            parts.append("")
            used = 0
        parts[-1] += character
        used += size
    return [Span(part, piece.style) for part in parts]


def _fitting(group: list[Span], room: int) -> list[list[Span]]:
    """Give up ties that make a group longer than a line."""
    if len(group) == 1 or sum(columns(span.text) for span in group) <= room:
        return [group]
    return [[span] for span in group]


def _tied(before: str, after: str) -> bool:
    if before.isspace() or after.isspace():
        return False
    if after[0] in _NEVER_FIRST or before[-1] in _NEVER_LAST or _columns_of(after[0]) == 0:
        return True
    return not (_is_wide(before[-1]) or _is_wide(after[0]))


def _is_wide(character: str) -> bool:
    return _columns_of(character) == 2  # noqa: PLR2004 - the columns of a Han character


def _joined(prefix: str, line: Sequence[Span]) -> tuple[Span, ...]:
    spans = [Span(prefix)] if prefix else []
    trimmed = list(line)
    while trimmed and trimmed[-1].text.isspace():
        trimmed.pop()
    for span in trimmed:
        if spans and spans[-1].style == span.style:
            spans[-1] = Span(spans[-1].text + span.text, span.style)
        else:
            spans.append(span)
    return tuple(spans)
