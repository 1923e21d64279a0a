"""A page reduced to lines with their weight, whatever it was written in: Markdown, HTML or plain text."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from ingest.extract import remove_unseen, tree_of
from vectorstore.text.normalise import clean

BOLD = 7
PLAIN = 9
CODE = 10
TABLE = 11

_HTML = re.compile(r"<(?:!doctype\s+html|html|head|body|h[1-6]|p|div|article|section)\b[^<>]*>", re.IGNORECASE)
_HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_UNDERLINE = re.compile(r"^ {0,3}(=+|-{3,})\s*$")
_LIST_MARK = re.compile(r"^\s*(?:[-*+•]|\d{1,2}[.)])\s+(?=\S)")
_FENCE = re.compile(r"^\s*(```|~~~)")
_RULE = re.compile(r"^\s*(?:[-*_]\s*){3,}$")
_LINK = re.compile(r"!?\[([^\[\]]{0,1000})\]\(<?([^()\s<>]{0,2000})>?[^()]{0,300}\)")
_WHOLE_LINK = re.compile(r"^\[([^\[\]]+)\]\(<?([^()\s<>]+)>?[^()]{0,300}\)$")
_INLINE_TAG = re.compile(r"</?(?:b|i|em|strong|span|u|a|center|small|font|sup|sub)\b[^<>]*>", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TABLE_ROW = re.compile(r"^\s*\|.*\|\s*$")
_GLUED_BOLD = re.compile(r"(?<=\S)\*\*\*\*(?=\S)")
_WHOLE_BOLD = re.compile(r"^(\*\*\*|\*\*|__)(?=\S)((?:(?!\1).)+)\1$")
_WHOLE_ITALIC = re.compile(r"^([*_])(?=\S)([^*_]+)\1$")
_SKIPPED_TAGS = frozenset(
    "script style template noscript nav footer aside form button svg iframe select title head".split()  # noqa: SIM905
)
_BLOCK_TAGS = frozenset(
    "address article blockquote body center dd details div dl dt fieldset figcaption figure h1 h2 h3 h4 h5 h6 header "  # noqa: SIM905
    "hr li main ol p pre section summary table tbody td th thead tr ul".split()
)
# Real pages nest less; deeper ones are made to exhaust us.
_MAX_DEPTH = 150


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line without its markup: `rank` is 1–6 for headings, then BOLD, PLAIN, CODE, TABLE; lighter is larger.

    `number` counts lines of the source from 1, `gap` says that a blank line (or a new block) comes before, `link` is
    the address of a line that is one link, `bullet` its list mark.
    """

    number: int
    text: str
    rank: int = PLAIN
    gap: bool = True
    link: str | None = None
    bullet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The lines of a page in order, its title element if it has one, and how much text it hid from readers."""

    lines: tuple[Line, ...]
    page_title: str = ""
    hidden_characters: int = 0
    is_html: bool = False


def read(text: str) -> Sheet:
    """Reduce Markdown, HTML or plain text to lines; blank lines are gone, their place is in `gap`."""
    if _HTML.search(text):
        return _read_html(text)
    return _read_markdown(text)


def _read_markdown(text: str) -> Sheet:
    hidden = sum(len(match[0]) for match in _COMMENT.finditer(text))
    text = _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), clean(text)[0])
    lines: list[Line] = []
    gap, fenced = True, False
    for number, raw in _unwrapped(text):
        if _FENCE.match(raw):
            fenced = not fenced
        if not raw.strip() or (_RULE.match(raw) and not fenced):
            gap = True
            continue
        if fenced or _FENCE.match(raw):
            lines.append(Line(number=number, text=raw.rstrip(), rank=CODE, gap=gap))
        else:
            lines += _marked(number, raw, gap=gap)
        gap = False
    return Sheet(lines=tuple(lines), hidden_characters=hidden)


def _unwrapped(text: str) -> Iterator[tuple[int, str]]:
    """Give lines with their numbers; one underlined with = or - is a heading, one with <br> or glued bold several."""
    raw_lines = text.split("\n")
    for number, raw in enumerate(raw_lines, 1):
        below = raw_lines[number] if number < len(raw_lines) else ""
        if raw.strip() and (match := _UNDERLINE.match(below)) and not _LIST_MARK.match(raw) and "|" not in raw:
            yield number, ("# " if match[1].startswith("=") else "## ") + raw.strip()
            continue
        if _UNDERLINE.match(raw) and number > 1 and raw_lines[number - 2].strip():
            continue
        for piece in _BREAK.split(raw):
            for part in _GLUED_BOLD.sub("**\n**", piece).split("\n"):
                yield number, part


def _marked(number: int, raw: str, *, gap: bool) -> list[Line]:
    if _TABLE_ROW.match(raw):
        return [Line(number=number, text=raw.strip(), rank=TABLE, gap=gap)]
    text = re.sub(r"^\s*(?:>\s*)+", "", raw).rstrip("\\").strip()
    rank = PLAIN
    if match := _HEADING.match(text):
        rank, text = len(match[1]), match[2]
    bullet = match[0].lstrip() if (match := _LIST_MARK.match(text)) and rank == PLAIN else ""
    text = html.unescape(_INLINE_TAG.sub("", text[len(bullet) :] if bullet else text)).strip()
    if match := _WHOLE_BOLD.match(text):
        text, rank = match[2].strip(), min(rank, BOLD)
    elif match := _WHOLE_ITALIC.match(text):
        text = match[2].strip()
    link = match[2] if (match := _WHOLE_LINK.match(text)) else None
    text = _plain(text)
    return [Line(number=number, text=text, rank=rank, gap=gap, link=link, bullet=bullet)] if text else []


def _plain(text: str) -> str:
    """Drop inline marks but code ticks: links keep their words, emphasis its text."""
    for _ in range(2):  # a picture may stand inside a link
        text = _LINK.sub(lambda match: "" if match[0].startswith("!") else match[1], text)
    text = re.sub(r"\*\*(.+?)\*\*", r"\1", text)
    text = re.sub(r"(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])", r"\1", text)
    text = re.sub(r"\\([\\`*_{}\[\]()#+\-.!|~])", r"\1", text)
    return re.sub(r"[ \t\u00a0]+", " ", text).strip()


def _read_html(text: str) -> Sheet:
    root = tree_of(clean(text)[0])
    if root is None:
        return Sheet(lines=(), is_html=True)
    title = root.findtext(".//title") or ""
    hidden = remove_unseen(root)
    mains = root.findall(".//main") or root.findall(".//article")
    walk = _Walk()
    walk.visit(mains[0] if len(mains) == 1 else root, depth=0)
    walk.flush(gap=True)
    return Sheet(lines=tuple(walk.lines), page_title=" ".join(title.split()), hidden_characters=hidden, is_html=True)


class _Walk:
    """Collects runs of text until a block ends; then they are one line."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._runs: list[tuple[str, bool, str | None]] = []
        self._number = 1
        self._gap = True
        self._heading = 0
        self._bold = 0
        self._link: str | None = None
        self._bullet = ""
        self._table = 0
        self._code = 0

    def visit(self, element: etree._Element, *, depth: int) -> None:
        """Take in an element and all below it."""
        tag = element.tag if isinstance(element.tag, str) else ""
        if not tag or tag in _SKIPPED_TAGS:
            return
        block = tag in _BLOCK_TAGS and not self._is_cell(tag)
        if block:
            self.flush(gap=True)
        if tag == "br":
            self.flush(gap=False)
        elif tag in {"td", "th"}:
            self._add(" | " if self._runs else "")
        self._inside(element, tag, depth)
        if block:
            self.flush(gap=True)

    def _inside(self, element: etree._Element, tag: str, depth: int) -> None:
        outside = (self._heading, self._bold, self._table, self._code)
        link = self._link
        if re.fullmatch(r"h[1-6]", tag):
            self._heading = int(tag[1])
        self._bold += tag in {"b", "strong"}
        self._table += tag == "table"
        self._code += tag == "pre"
        if tag == "a":
            self._link = element.get("href")
        if tag == "li":
            self._bullet = "- "
        number = element.sourceline
        if isinstance(number, int) and not self._runs:
            self._number = number
        self._add(element.text or "")
        for child in element:
            if depth < _MAX_DEPTH:
                self.visit(child, depth=depth + 1)
            self._add(child.tail or "")
        if tag in _BLOCK_TAGS and not self._is_cell(tag):
            self.flush(gap=True)
        self._heading, self._bold, self._table, self._code = outside
        self._link = link

    def _is_cell(self, tag: str) -> bool:
        """Say whether a block only structures a table's row, which stays one line."""
        return bool(self._table) and tag in {"td", "th", "p", "div"}

    def _add(self, text: str) -> None:
        if text.strip() or (text and self._runs):
            self._runs.append((text, bool(self._bold), self._link))

    def flush(self, *, gap: bool) -> None:
        """End the line; `gap` says whether what follows stands apart from it."""
        text = "".join(run[0] for run in self._runs)
        parts = text.split("\n") if self._code else [" ".join(text.split())]
        solid = [run for run in self._runs if run[0].strip()]
        for part in parts:
            if part.strip():
                self.lines.append(
                    Line(
                        number=self._number,
                        text=part.strip() if not self._code else part.rstrip(),
                        rank=self._rank(all(run[1] for run in solid)),
                        gap=self._gap,
                        link=solid[0][2] if len({run[2] for run in solid}) == 1 else None,
                        bullet=self._bullet,
                    )
                )
                self._bullet = ""
                self._gap = False
        self._runs = []
        self._gap = self._gap or gap

    def _rank(self, bold: bool) -> int:  # noqa: FBT001
        if self._heading:
            return self._heading
        if self._table:
            return TABLE
        if self._code:
            return CODE
        return BOLD if bold else PLAIN
