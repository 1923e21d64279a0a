"""Revisions cut into passages: whole sentences under their heading, never across a table row or a session."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from vectorstore.ids import content_id
from vectorstore.models.documents import Document, Passage, PassageKind, Session
from vectorstore.text.language import HAN, KANA_HANGUL, detect
from vectorstore.text.sentences import FENCE, HEADING, Span, clauses, sentences

# Units: a Han character, kana or Hangul counts 2, all else 1, so that a passage has as many tokens in any language.
PASSAGE_UNITS = 800
JOINED_UNITS = 1000  # A passage may grow to this by taking in a short last one.
SHORT_UNITS = 200
LONGEST_SENTENCE_UNITS = 1200  # A longer sentence is cut at its clauses.
HEADER_UNITS = 120
EMBEDDED_UNITS = 1500  # What 512 tokens hold; embedders differ in what they do beyond.

_FEWEST_LETTERS_TO_TELL = 20
_WIDE = re.compile(f"[{HAN}{KANA_HANGUL}]")
_HEADING_LINE = re.compile(r"^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_LEADING_HEADINGS = re.compile(r"\A(?: {0,3}#{1,6}\s[^\n]*(?:\n\s*|\Z))+")
_TABLE_RULE = re.compile(r"^\s*\|?[\s:|-]*-[\s:|-]*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    """Lines that may share passages: nothing is ever joined across the edge of a block."""

    kind: PassageKind
    start: int
    end: int
    heading: str
    is_code: bool = False


def units(text: str) -> int:
    """Measure a text: a Han character, kana or Hangul counts 2, everything else 1."""
    return len(text) + len(_WIDE.findall(text))


def split(document_id: str, revision_id: str, document: Document, text: str) -> tuple[Passage, ...]:
    """Cut a revision's text into passages of up to 800 units that together hold all of it once.

    A passage holds whole sentences of one section and never reaches across a heading, a table row, a code fence or
    a quote; it may begin with the heading lines it stands under. The first passage of a session is its head (title,
    meta lines), the others its abstract.
    """
    pieces = [(block, span) for block in _blocks(document, text) for span in _spans(text, block)]
    return tuple(
        _passage(document_id, revision_id, document, ordinal=ordinal, block=block, text=text, span=span)
        for ordinal, (block, span) in enumerate(pieces)
    )


def embedded_text(passage: Passage, title: str) -> str:
    """Put together what is embedded and counted as words: title › heading (120 units at most), then the text."""
    return _embedded(passage.text, passage.heading, title)


def cut(text: str, limit: int) -> str:
    """Give the longest beginning of a text that has at most `limit` units."""
    if units(text) <= limit:
        return text
    size = 0
    for position, character in enumerate(text):
        size += 2 if _WIDE.match(character) else 1
        if size > limit:
            return text[:position].rstrip()
    return text


def _embedded(text: str, heading: str, title: str) -> str:
    title = title.strip()
    below = "" if heading == title else heading.removeprefix(f"{title} › ")
    header = cut(" › ".join(part for part in (title, below) if part), HEADER_UNITS)
    body = _LEADING_HEADINGS.sub("", text)
    first, _, rest = body.partition("\n")
    body = (rest if first.strip() == title else body).strip()
    return "\n".join(part for part in (header, body) if part)


def _passage(
    document_id: str, revision_id: str, document: Document, *, ordinal: int, block: _Block, text: str, span: Span
) -> Passage:
    start, end = span
    body = text[start:end]
    embedded = _embedded(body, block.heading, document.title)
    letters = sum(map(str.isalpha, body))
    tells = block.kind != "session_meta" and letters >= _FEWEST_LETTERS_TO_TELL
    return Passage(
        id=content_id("pa", revision_id, start, end),
        revision_id=revision_id,
        document_id=document_id,
        ordinal=ordinal,
        char_start=start,
        char_end=end,
        text=body,
        text_hash=hashlib.sha256(embedded.encode("utf-8", "surrogatepass")).hexdigest(),
        language=detect(body) if tells else document.language,
        kind=block.kind,
        heading=block.heading,
    )


def _blocks(document: Document, text: str) -> Iterator[_Block]:
    if isinstance(document, Session):
        gap = re.search(r"\n[ \t]*\n", text.lstrip("\n"))
        head = len(text) - len(text.lstrip("\n")) + gap.start() if gap else len(text)
        yield _Block(kind="session_meta", start=0, end=head, heading="")
        for block in _markdown_blocks(text, head):
            kind: PassageKind = "table_row" if block.kind == "table_row" else "session_abstract"
            yield _Block(kind=kind, start=block.start, end=block.end, heading=block.heading, is_code=block.is_code)
    else:
        yield from _markdown_blocks(text, 0)


def _markdown_blocks(text: str, begin: int) -> Iterator[_Block]:
    """Walk the lines and give the blocks in order; heading lines open the next block if that lies below them."""
    path: list[tuple[int, str]] = []
    heading_start: int | None = None
    for kind, start, end in _line_runs(text, begin):
        if kind != "heading":
            yield from _body_blocks(text, kind, start=start, end=end, opened_at=heading_start, heading=_path(path))
            heading_start = None
            continue
        marks, words = _heading(text[start:end])
        if heading_start is not None and marks <= path[-1][0]:
            yield _Block(kind="title", start=heading_start, end=start, heading=_path(path))
            heading_start = None
        path = [*((level, name) for level, name in path if level < marks), (marks, words)]
        heading_start = start if heading_start is None else heading_start
    if heading_start is not None:
        yield _Block(kind="title", start=heading_start, end=len(text), heading=_path(path))


def _body_blocks(
    text: str, kind: str, *, start: int, end: int, opened_at: int | None, heading: str
) -> Iterator[_Block]:
    opened_at = start if opened_at is None else opened_at
    if kind == "table":
        yield from _rows(text, start, end, opened_at, heading)
    elif kind == "quote":
        yield _Block(kind="quote", start=opened_at, end=end, heading=heading)
    else:
        yield _Block(kind="prose", start=opened_at, end=end, heading=heading, is_code=kind == "code")


def _rows(text: str, start: int, end: int, opened_at: int, heading: str) -> Iterator[_Block]:
    """Give a table's head (with its rule) and each row; the columns' names stand in the heading of every row."""
    lines = [line for line in _lines(text, start, end) if text[slice(*line)].strip()]
    head_end = lines[0][1]
    rows = lines[1:]
    if rows and _TABLE_RULE.match(text[slice(*rows[0])]):
        head_end, rows = rows[0][1], rows[1:]
        columns = " | ".join(cell.strip() for cell in text[slice(*lines[0])].strip().strip("|").split("|"))
        yield _Block(kind="table_row", start=opened_at, end=head_end, heading=heading)
        heading = " › ".join(part for part in (heading, columns) if part)
    else:
        yield _Block(kind="table_row", start=opened_at, end=head_end, heading=heading)
    for row_start, row_end in rows:
        yield _Block(kind="table_row", start=row_start, end=row_end, heading=heading)


def _line_runs(text: str, begin: int) -> Iterator[tuple[str, int, int]]:
    """Give runs of lines of one kind: heading (one line), table, quote, code (with its fences), prose."""
    kind, start, fence = "", begin, ""
    for line_start, line_end in _lines(text, begin, len(text)):
        line = text[line_start:line_end]
        fence_mark = FENCE.match(line)
        closes = (
            bool(fence) and bool(fence_mark) and line.strip().startswith(fence) and not line.strip().strip(fence[0])
        )
        if fence and not closes:
            continue
        now = "code" if fence or fence_mark else _kind_of_line(line) or ("prose" if kind == "prose" else "")
        if kind and (now != kind or now == "heading" or (now == "code" and not fence)):
            yield kind, start, line_start
            start = line_start
        start = line_start if not kind else start
        kind = now
        if closes:
            yield "code", start, line_end
            kind, fence = "", ""
        elif fence_mark:
            fence = fence_mark.group(1)
    if kind:
        yield kind, start, len(text)


def _kind_of_line(line: str) -> str:
    if not line.strip():
        return ""
    if HEADING.match(line):
        return "heading"
    if line.lstrip().startswith("|"):
        return "table"
    return "quote" if line.lstrip().startswith(">") else "prose"


def _lines(text: str, begin: int, end: int) -> Iterator[Span]:
    while begin < end:
        stop = text.find("\n", begin, end)
        stop = end if stop < 0 else stop + 1
        yield begin, stop
        begin = stop


def _heading(line: str) -> tuple[int, str]:
    found = _HEADING_LINE.match(line.strip("\n"))
    return (len(found.group(1)), found.group(2)) if found else (1, line.strip())


def _path(path: list[tuple[int, str]]) -> str:
    return " › ".join(words for _, words in path)


def _spans(text: str, block: _Block) -> Iterator[Span]:
    """Pack a block's sentences into passages; a short last one joins the one before it."""
    if block.kind in {"session_meta", "table_row", "title"}:
        yield from _trim(text, block.start, block.end)
        return
    packed: list[Span] = []
    for start, end in _sentences(text, block):
        if packed and units(text[packed[-1][0] : end]) <= PASSAGE_UNITS:
            packed[-1] = (packed[-1][0], end)
        else:
            packed.append((start, end))
    if len(packed) > 1 and units(text[slice(*packed[-1])]) < SHORT_UNITS:
        joined = (packed[-2][0], packed[-1][1])
        if units(text[slice(*joined)]) <= JOINED_UNITS:
            packed[-2:] = [joined]
    yield from packed


def _sentences(text: str, block: _Block) -> Iterator[Span]:
    body = text[block.start : block.end]
    if block.is_code:
        if units(body) <= JOINED_UNITS:
            yield from _trim(text, block.start, block.end)
            return
        found = [span for line in _lines(text, block.start, block.end) for span in _trim(text, *line)]
    else:
        found = [(block.start + start, block.start + end) for start, end in sentences(body)]
    for start, end in found:
        if units(text[start:end]) <= LONGEST_SENTENCE_UNITS:
            yield start, end
        else:
            yield from _shortened(text, start, end)


def _shortened(text: str, start: int, end: int) -> Iterator[Span]:
    """Cut an overlong sentence at its clauses, and where even a clause is overlong, by length."""
    for clause_start, clause_end in clauses(text[start:end]):
        position, stop = start + clause_start, start + clause_end
        while units(text[position:stop]) > LONGEST_SENTENCE_UNITS:
            piece = cut(text[position:stop], PASSAGE_UNITS)
            blank = piece.rfind(" ", len(piece) // 2)
            cut_at = position + (blank if blank > 0 else len(piece))
            yield from _trim(text, position, cut_at)
            position = cut_at
        yield from _trim(text, position, stop)


def _trim(text: str, start: int, end: int) -> Iterator[Span]:
    piece = text[start:end]
    inner = piece.strip()
    if inner:
        lead = len(piece) - len(piece.lstrip())
        yield start + lead, start + lead + len(inner)


def session_text(session: Session, *, as_written: str = "") -> str:
    """Lay a session out in the one fixed form that `Revision.text` has for sessions.

    Title line, meta line (day, clock times, room, speakers with organisations, track, format, flags in both
    languages), the meta line as the source wrote it, a blank line, the abstract. Lines that would be empty are left
    out.
    """
    meta = " · ".join(part for part in _meta_parts(session) if part)
    head = "\n".join(line for line in (session.title_raw or session.title, meta, as_written.strip()) if line)
    return f"{head}\n\n{session.abstract}" if session.abstract else head


def _meta_parts(session: Session) -> list[str]:
    day = session.programme_day.isoformat() if session.programme_day else ""
    clock = f"{session.local_start:%H:%M}" if session.local_start else ""
    if clock and session.local_end:
        clock += f"–{session.local_end:%H:%M}"
    speakers = ", ".join(
        f"{person.name} ({person.organisation})" if person.organisation else person.name for person in session.speakers
    )
    return [
        f"{day} {clock}".strip(),
        session.room or "",
        speakers,
        session.track or "",
        session.format or "",
        "keynote / 主题演讲" if session.keynote else "",
        "sponsored / 赞助" if session.sponsored else "",
        "cancelled / 取消" if session.status == "cancelled" else "",
    ]
