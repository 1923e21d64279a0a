"""A post as lines for a terminal or a file: one layout, plain or coloured."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.models.post import (
    Block,
    Bold,
    Bullets,
    Cite,
    Code,
    CodeSpan,
    Divider,
    Heading,
    Inline,
    Link,
    Para,
    Post,
    Quote,
    Table,
    Text,
    Time,
)
from bot.render import safe
from bot.render.limits import DEFAULT_COLUMNS, RULE_COLUMNS, SUPPORTED_COLUMNS
from bot.render.wrap import Span, columns, wrap

if TYPE_CHECKING:
    from rich.text import Text as RichText

Line = tuple[Span, ...]
_RICH_STYLES = {
    "bold": "bold",
    "dim": "dim",
    "code": "cyan",
    "cite": "green",
    "heading": "bold magenta",
    "quote": "italic dim",
    "link": "underline blue",
}


def post_text(post: Post, *, width: int = DEFAULT_COLUMNS, tail: bool = True) -> str:
    """Write a post as plain text, one trailing line break."""
    return "".join("".join(span.text for span in line) + "\n" for line in post_lines(post, width=width, tail=tail))


def post_rich(post: Post, *, width: int = DEFAULT_COLUMNS, tail: bool = True) -> "RichText":
    """Write a post as a rich text of the same lines; print it with `soft_wrap=True`."""
    from rich.text import Text as RichText  # noqa: PLC0415 - only a terminal needs colours

    text = RichText()
    for line in post_lines(post, width=width, tail=tail):
        for span in line:
            text.append(span.text, _RICH_STYLES.get(span.style))
        text.append("\n")
    return text


def post_lines(post: Post, *, width: int = DEFAULT_COLUMNS, tail: bool = True) -> list[Line]:
    """Lay a post out in lines of at most `width` columns; only an address may be longer."""
    least, most = SUPPORTED_COLUMNS
    width = min(max(width, least), most)
    lines = _blocks(post.body, width)
    if tail and post.tail:
        lines += [(), *_blocks(post.tail, width)]
    return lines


def _blocks(blocks: Sequence[Block], width: int) -> list[Line]:
    lines: list[Line] = []
    for index, block in enumerate(blocks):
        if index and _apart(blocks[index - 1], block):
            lines.append(())
        lines += _block(block, width)
    return lines


def _apart(before: Block, after: Block) -> bool:
    """Say whether a blank line stands between two blocks."""
    if isinstance(after, Heading) or (isinstance(before, Bullets) and isinstance(after, Para)):
        return True
    return isinstance(before, (Table, Code, Divider)) or isinstance(after, (Table, Code, Divider))


def _block(block: Block, width: int) -> list[Line]:
    lines: list[Line]
    match block:
        case Heading(text=text):
            lines = wrap([Span(safe.line(text), "heading")], width)
        case Para(inlines=inlines):
            lines = _paragraph(inlines, width)
        case Bullets(entries=entries, first=first):
            lines = _bullets(entries, first, width)
        case Table(header=header, rows=rows):
            lines = _table(header, rows, width)
        case Code(text=text):
            lines = [(Span("    " + line, "code"),) for line in safe.block(text).split("\n")]
        case Quote(text=text):
            lines = wrap([Span(f"“{safe.line(text).strip()}”", "quote")], width, first="      ", rest="      ")
        case Divider():
            lines = [(Span("─" * min(width, RULE_COLUMNS), "dim"),)]
    return lines


def _paragraph(inlines: Sequence[Inline], width: int) -> list[Line]:
    """Wrap a paragraph; one that opens with a citation's number is a source and hangs from it."""
    if not inlines or not isinstance(inlines[0], Cite):
        return wrap(_spans(inlines), width)
    number = Span(f"{f'[{inlines[0].n}]':>5} ", "cite")
    lines = wrap(_spans(inlines[1:]), width, first=" " * len(number.text), rest=" " * len(number.text))
    opening = Span(lines[0][0].text.removeprefix(" " * len(number.text)), lines[0][0].style)
    return [(number, opening, *lines[0][1:]), *lines[1:]]


def _bullets(entries: Sequence[Sequence[Inline]], first: int | None, width: int) -> list[Line]:
    lines: list[Line] = []
    for index, entry in enumerate(entries):
        mark = "  • " if first is None else f"{f'{first + index}.':>4} "
        lines += wrap(_spans(entry), width, first=mark, rest=" " * columns(mark))
    return lines


def _table(header: Sequence[str], rows: Sequence[Sequence[Sequence[Inline]]], width: int) -> list[Line]:
    """Set a table in columns where it fits, else each row as a list of its cells."""
    cells = [[_plain(cell) for cell in row] for row in rows]
    titles = [safe.line(title) for title in header]
    sizes = [max(columns(text) for text in column) for column in zip(titles, *cells, strict=True)]
    if sum(sizes) + 2 * (len(sizes) - 1) <= width:
        return [_row(titles, sizes, "bold"), *(_row(row, sizes, "") for row in cells)]
    lines: list[Line] = []
    for row in rows:
        for title, cell in zip(titles, row, strict=True):
            mark = "  • " if title == titles[0] else "    "
            lines += wrap([Span(f"{title}: ", "dim"), *_spans(cell)], width, first=mark, rest="      ")
    return lines


def _row(cells: Iterable[str], sizes: Sequence[int], style: str) -> Line:
    padded = [cell + " " * (size - columns(cell)) for cell, size in zip(cells, sizes, strict=True)]
    return (Span("  ".join(padded).rstrip(), "bold" if style else ""),)


def _plain(inlines: Iterable[Inline]) -> str:
    return "".join(span.text for span in _spans(inlines))


def _spans(inlines: Iterable[Inline]) -> list[Span]:
    return [span for inline in inlines for span in _inline(inline)]


def _inline(inline: Inline) -> list[Span]:
    match inline:
        case Text(text=text):
            return [Span(safe.line(text))]
        case Bold(text=text):
            return [Span(safe.line(text), "bold")]
        case CodeSpan(text=text):
            return [Span(safe.line(text), "code")]
        case Link(text=text, url=url):
            return _link(safe.line(text), safe.web_url(url))
        case Cite(n=n):
            return [Span(f"[{n}]", "cite")]
        case Time():
            return [Span(clock_time(inline))]


def _link(text: str, url: str | None) -> list[Span]:
    if url is None:
        return [Span(text)]
    if safe.web_url(text) == url:
        return [Span(url, "link")]
    return [Span(f"{text} "), Span(url, "link")]


def clock_time(time: Time) -> str:
    """Write an instant in its zone, with the zone's name; an unknown zone falls back to UTC."""
    try:
        zone = ZoneInfo(time.zone)
    except (ZoneInfoNotFoundError, ValueError):
        zone = ZoneInfo("UTC")
    return f"{time.instant.astimezone(zone):%Y-%m-%d %H:%M} ({zone.key})"
