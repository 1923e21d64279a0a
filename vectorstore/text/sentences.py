"""Sentences and clauses of light Markdown in Chinese and English, as spans of the text."""

import re
from itertools import pairwise

Span = tuple[int, int]

FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
HEADING = re.compile(r"^ {0,3}#{1,6}\s+\S")
# A line that starts something of its own: heading, list item, table row, quote, fence.
_LINE_OF_ITS_OWN = re.compile(r"^\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|\||>|`{3}|~{3})")
_CLOSING = "[\"'”’」』》）)\\]】*_]*"
_FULL_STOP = re.compile(rf"[。！？!?…；]+{_CLOSING}|\.+{_CLOSING}(?=\s)")
_CLAUSE_MARK = re.compile(r"[，、；：][”’」』）】]*|[,;:](?=\s)")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(（\[\"“])(?:[A-Za-z]|e\.g|i\.e|etc|vs|cf|al|dr|mr|mrs|ms|prof|st|no|fig|sec|eq|approx|inc|ltd|co|corp"
    r"|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|[A-Za-z](?:\.[A-Za-z])+)$",
    re.IGNORECASE,
)
_LOOK_BACK = 12  # The longest abbreviation with its opening mark.


def sentences(text: str) -> list[Span]:
    """Give the spans of a text's sentences, white space around them left out; together they hold all else.

    A heading, a list item, a table row and a code fence begin a sentence of their own; a fence is one sentence.
    """
    found: list[Span] = []
    for start, end, is_code in _blocks(text):
        cuts = [] if is_code else _sentence_ends(text, start, end)
        found += _trimmed(text, [start, *cuts, end])
    return found


def clauses(text: str) -> list[Span]:
    """Give the spans of a text's clauses: sentences cut after commas, colons and semicolons too."""
    found: list[Span] = []
    for start, end in sentences(text):
        found += _trimmed(text, [start, *(mark.end() for mark in _CLAUSE_MARK.finditer(text, start, end)), end])
    return found


def _blocks(text: str) -> list[tuple[int, int, bool]]:
    """Cut at blank lines, around fences and before lines of their own; the last field says whether it is code."""
    blocks: list[tuple[int, int, bool]] = []
    start, position, fence, alone = 0, 0, "", False
    for line in text.splitlines(keepends=True):
        opened = FENCE.match(line)
        if fence:
            if opened and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                blocks.append((start, position + len(line), True))
                start, fence = position + len(line), ""
        elif opened or alone or not line.strip() or _LINE_OF_ITS_OWN.match(line):
            blocks.append((start, position, False))
            start, fence = position, opened.group(1) if opened else ""
        alone = not fence and bool(HEADING.match(line) or line.lstrip().startswith("|"))
        position += len(line)
    blocks.append((start, len(text), bool(fence)))
    return [block for block in blocks if text[block[0] : block[1]].strip()]


def _sentence_ends(text: str, start: int, end: int) -> list[int]:
    ends = []
    for mark in _FULL_STOP.finditer(text, start, end):
        if text[mark.start()] == "." and _goes_on(text, start, mark.start(), mark.end(), end):
            continue
        ends.append(mark.end())
    return ends


def _goes_on(text: str, start: int, stop: int, after: int, end: int) -> bool:
    """Say whether a full stop only ends an abbreviation, a list number, or stands before a small letter."""
    before = text[max(start, stop - _LOOK_BACK) : stop]
    rest = text[after:end].lstrip()
    is_number_of_item = text[start:stop].strip().isdigit()
    return is_number_of_item or bool(_ABBREVIATION.search(before)) or rest[:1].islower()


def _trimmed(text: str, edges: list[int]) -> list[Span]:
    spans = []
    for start, end in pairwise(edges):
        piece = text[start:end]
        inner = piece.strip()
        if inner:
            lead = len(piece) - len(piece.lstrip())
            spans.append((start + lead, start + lead + len(inner)))
    return spans
