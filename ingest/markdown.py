"""Markdown of any flavour made into the light Markdown that we keep: headings, lists, tables, code, no decoration."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from urllib.parse import urljoin

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

_FENCE = re.compile(r"^ {0,3}(?:>\s*)?(```+|~~~+)")
_HIGHLIGHT = re.compile(r"^\s*\{%-?\s*highlight\s+(\S+).*?%\}\s*$")
_END_HIGHLIGHT = re.compile(r"^\s*\{%-?\s*endhighlight\s*-?%\}\s*$")
# Template tags and kramdown attributes; a code span that holds one is kept.
_TEMPLATE = re.compile(
    r"(?P<code>(?P<ticks>`+)(?:(?!\n\s*\n).)*?(?P=ticks)(?!`))"
    r"|\{%(?:[^%]|%(?!\})){0,2000}%\}|\{\{(?:[\s<%-]|(?:site|page|post)\.)[^{}]*\}\}|\{:[^{}\n]*\}",
    re.DOTALL,
)
_MATH = re.compile(r"\$\$.+?\$\$|\$(?![\s$])[^$\n]+?(?<!\s)\$(?!\d)", re.DOTALL)
_DIRECTIVE = re.compile(r"^\{[\w-]+\}|^:::|^!!! ")
_MAX_BLOCK_DEPTH = 40
_LIQUID = "{% highlight %}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading with its level 1 to 6, its plain text, and the line of the body it stands on (from 0)."""

    level: int
    text: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownText:
    """The body in light Markdown, its headings, and how many characters were kept out of sight in it."""

    text: str
    headings: tuple[Heading, ...]
    hidden: int


HtmlReader = Callable[[str], tuple[str, int]]


def read(body: str, *, base_url: str | None, html: HtmlReader) -> MarkdownText:
    """Rewrite a Markdown body; `html` turns an embedded HTML block into (light Markdown, hidden characters).

    Code is kept to the character, formulas as text; link targets become absolute and are dropped where no absolute
    address is known; images leave their description; template tags vanish.
    """
    tokens = _parser().parse(without_templates(body))
    writer = _Writer(base_url=base_url, html=html)
    blocks = [block for block in writer.blocks(tokens) if block.strip()]
    headings = tuple(
        Heading(level=int(token.tag[1]), text=_plain(tokens[position + 1]), line=(token.map or [0])[0])
        for position, token in enumerate(tokens)
        if token.type == "heading_open"
    )
    return MarkdownText(text="\n\n".join(blocks), headings=headings, hidden=writer.hidden)


def without_templates(body: str) -> str:
    """Drop Liquid, Jinja, Hugo and kramdown tags outside code, and make Liquid's code tags into fences."""
    parts = []
    for is_code, marked in groupby(_marked(body.split("\n")), key=itemgetter(0)):
        text = "\n".join(line for _, line in marked)
        parts.append(text if is_code else _TEMPLATE.sub(lambda match: match["code"] or "", text))
    return "\n".join(parts)


def _marked(lines: list[str]) -> Iterator[tuple[bool, str]]:
    """Say of each line whether it is code, fences included."""
    fence = ""
    for line in lines:
        if fence == _LIQUID:
            is_end = _END_HIGHLIGHT.match(line) is not None
            yield True, "```" if is_end else line
            fence = "" if is_end else fence
        elif fence:
            yield True, line
            closing = _FENCE.match(line)
            if closing and closing[1].startswith(fence) and not line.strip("`~> \t"):
                fence = ""
        elif opening := _HIGHLIGHT.match(line):
            fence = _LIQUID
            yield True, f"```{opening[1]}"
        else:
            found = _FENCE.match(line)
            fence = found[1] if found else ""
            yield bool(found), line


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_BLOCK_DEPTH}).enable(["table", "strikethrough"])
    parser.inline.ruler.before("escape", "math", _math_rule)
    parser.block.ruler.before("fence", "math", _math_block_rule, {"alt": ["paragraph", "blockquote", "list"]})
    return parser


def _math_rule(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's signature
    match = _MATH.match(state.src, state.pos) if state.src[state.pos] == "$" else None
    if not match:
        return False
    if not silent:
        state.push("math", "", 0).content = match[0]
    state.pos = match.end()
    return True


def _math_block_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    def line_at(number: int) -> str:
        return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]].strip()

    if not line_at(start).startswith("$$") or (len(line_at(start)) > len("$$$$") and line_at(start).endswith("$$")):
        return False
    for number in range(start + 1, end):
        if line_at(number).endswith("$$"):
            if not silent:
                token = state.push("math_block", "", 0)
                token.content = "\n".join(line_at(line) for line in range(start, number + 1))
                state.line = number + 1
            return True
    return False


def _plain(inline: Token) -> str:
    parts = []
    for token in inline.children or ():
        if token.type in {"softbreak", "hardbreak"}:
            parts.append(" ")
        elif token.type == "image":
            parts.append("")
        else:
            parts.append(token.content if token.type != "html_inline" else "")
    return " ".join("".join(parts).split())


class _Writer:
    """Writes a token stream as blocks; `hidden` counts what embedded HTML kept out of sight."""

    def __init__(self, *, base_url: str | None, html: HtmlReader) -> None:
        self.hidden = 0
        self._base_url = base_url
        self._html = html

    def blocks(self, tokens: list[Token]) -> Iterator[str]:
        """Give the text of each block in order."""
        position = 0
        while position < len(tokens):
            end = _closing(tokens, position)
            yield self._block(tokens[position : end + 1])
            position = end + 1

    def _block(self, tokens: list[Token]) -> str:  # noqa: PLR0911 - one return per kind of block
        first = tokens[0]
        inside = tokens[1:-1]
        match first.type:
            case "heading_open":
                text = " ".join(self._inline(inside[0]).split()) if inside else ""
                return f"{'#' * int(first.tag[1])} {text}" if text else ""
            case "paragraph_open":
                return self._inline(inside[0]) if inside else ""
            case "fence" | "code_block":
                return self._code(first)
            case "bullet_list_open" | "ordered_list_open":
                return self._list(first, inside)
            case "blockquote_open":
                quoted = "\n\n".join(block for block in self.blocks(inside) if block.strip())
                return "\n".join(f"> {line}".rstrip() for line in quoted.split("\n")) if quoted else ""
            case "table_open":
                return self._table(inside)
            case "html_block":
                text, hidden = self._html(first.content)
                self.hidden += hidden
                return text
            case "math_block":
                return first.content
            case _:
                return ""

    def _code(self, token: Token) -> str:
        content = token.content.rstrip("\n")
        if token.type == "fence" and _DIRECTIVE.match(token.info.strip()) and "code" not in token.info:
            return content
        fence = "`" * max(3, *(len(run) + 1 for run in re.findall(r"^\s*(`{3,})", content, re.MULTILINE)), 3)
        language = token.info.split()[0] if token.info.strip() else ""
        return f"{fence}{language}\n{content}\n{fence}"

    def _list(self, opening: Token, inside: list[Token]) -> str:
        items = []
        number = int(opening.attrGet("start") or 1)
        position = 0
        while position < len(inside):
            end = _closing(inside, position)
            mark = "- " if opening.type == "bullet_list_open" else f"{number}. "
            number += 1
            blocks = [block for block in self.blocks(inside[position + 1 : end]) if block.strip()]
            text = "\n".join(blocks)
            if text:
                items.append(mark + text.replace("\n", "\n" + " " * len(mark)))
            position = end + 1
        return "\n".join(re.sub(r"^ +$", "", item, flags=re.MULTILINE) for item in items)

    def _table(self, inside: list[Token]) -> str:
        rows: list[list[str]] = []
        for token in inside:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline" and rows:
                rows[-1].append(" ".join(self._inline(token).split()).replace("|", r"\|"))
        return pipe_table(rows)

    def _inline(self, token: Token) -> str:
        parts: list[str] = []
        targets: list[tuple[int, str]] = []
        for child in token.children or ():
            match child.type:
                case "text" | "text_special" | "math":
                    parts.append(child.content)
                case "code_inline":
                    parts.append(f"`{child.content}`")
                case "softbreak" | "hardbreak":
                    parts.append("\n")
                case "image":
                    parts.append(" ".join(child.content.split()))
                case "link_open":
                    targets.append((len(parts), str(child.attrGet("href") or "")))
                case "link_close" if targets:
                    start, target = targets.pop()
                    parts[start:] = [self._link("".join(parts[start:]), target)]
                case "html_inline":
                    parts.append("\n" if re.match(r"<(?:br|/p|/div)\b", child.content, re.IGNORECASE) else "")
        lines = ("".join(parts)).split("\n")
        return "\n".join(line.strip() for line in lines if line.strip())

    def _link(self, text: str, target: str) -> str:
        address = urljoin(self._base_url, target) if self._base_url else target
        if not text.strip() or not address.startswith(("http://", "https://")) or target.startswith("#"):
            return text
        return text if text == address else f"[{text}]({address})"


def _closing(tokens: list[Token], start: int) -> int:
    depth = 0
    for position in range(start, len(tokens)):
        depth += tokens[position].nesting
        if depth == 0:
            return position
    return len(tokens) - 1


def pipe_table(rows: list[list[str]]) -> str:
    """Write rows as a pipe table; the first row is its head."""
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if not rows:
        return ""
    width = max(len(row) for row in rows)
    lines = ["| " + " | ".join(row + [""] * (width - len(row))) + " |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])
