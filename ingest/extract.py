"""HTML into light Markdown: pages through trafilatura with code and headings kept apart, fragments by our own walk."""

import re
from dataclasses import dataclass

import lxml.html
from lxml import etree
from lxml.html import HtmlElement

from ingest.markdown import pipe_table

_HIDDEN_STYLE = re.compile(
    r"display:none|visibility:hidden|(?<![-\w])opacity:0(?:\.0+)?(?:;|$)|font-size:0(?:\D|$)"
    r"|(?<![-\w])color:(?:#fff(?:fff)?|white|rgb\(255,255,255\))(?=;|$)(?=.*background(?:-color)?:(?:#fff(?:fff)?|white|rgb\(255,255,255\)))"
    r"|background(?:-color)?:(?:#fff(?:fff)?|white)(?=;|$)(?=.*(?<![-\w])color:(?:#fff(?:fff)?|white))"
)
_NEVER_TEXT = ("script", "style", "template", "noscript", "iframe", "object", "svg", "head")
HIDDEN_MATTERS = 20
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_BLOCKS = frozenset(
    "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form header hr"  # noqa: SIM905
    " html li main nav ol p pre section summary table tbody td tfoot th thead tr ul".split()
) | frozenset(_HEADINGS)
_ANCHOR_MARKS = frozenset({"#", "¶", "§", "🔗", "link", "permalink", ""})
_PLACEHOLDER = "hallwaykeepsblock{number}here"
_PLACEHOLDER_FOUND = re.compile(r"(?P<list>(?:[-*]|\d+\.)\s+)?hallwaykeepsblock(?P<number>\d+)here[^\S\n]*")
# trafilatura throws away paragraphs that are short or look alike; this filler makes each long enough to be kept.
_FILLER = "and the sentence goes on so that this paragraph, number {number}, is long enough to be kept by everyone."
_MAX_DEPTH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """Light Markdown, and how many characters of text the page kept out of its readers' sight."""

    text: str
    hidden: int

    @property
    def hides_text(self) -> bool:
        """Say whether so much was hidden that it should be marked."""
        return self.hidden > HIDDEN_MATTERS


def tree_of(html: str) -> HtmlElement | None:
    """Parse HTML as browsers do; None for nothing. The caller gives text, so a declared encoding cannot mislead."""
    html = re.sub(r"^\s*<\?xml[^>]*\?>", "", html)
    if not html.strip():
        return None
    parser = lxml.html.HTMLParser(remove_comments=True, remove_pis=True, huge_tree=False, encoding="utf-8")
    try:
        return lxml.html.document_fromstring(html.encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError):
        return None


def fragment(html: str, *, base_url: str | None = None) -> Extracted:
    """Turn a piece of HTML (a feed's body, an abstract) into light Markdown, all of it."""
    if "<" not in html and "&" not in html:
        return Extracted(text=html.strip(), hidden=0)
    tree = tree_of(html)
    if tree is None:
        return Extracted(text="", hidden=0)
    hidden = remove_unseen(tree)
    return Extracted(text=_Walk(base_url).text_of(tree), hidden=hidden)


def main_text(tree: HtmlElement, *, title: str, base_url: str | None = None) -> Extracted:
    """Find the main text of a whole page; the tree is used up.

    Code blocks and headings are taken out before and put back after, because every extractor loses some of them.
    A heading that only repeats `title` is left out. A page in which nothing stands out gives all its text.
    """
    import trafilatura

    hidden = remove_unseen(tree)
    everything = _Walk(base_url)
    kept = _take_out(tree, everything, title)
    found = trafilatura.extract(
        lxml.html.tostring(tree, encoding="unicode"),
        output_format="markdown",
        include_comments=False,
        include_tables=True,
        include_formatting=True,
        include_links=False,
        deduplicate=False,
    )
    text = _put_back(found or everything.text_of(tree), kept)
    return Extracted(text=text, hidden=hidden)


def remove_unseen(tree: HtmlElement) -> int:
    """Take out what no reader sees, and count the characters of text hidden by attribute or style."""
    hidden = 0
    for element in list(tree.iter(*_NEVER_TEXT)):
        if element.tag == "template":
            hidden += len(" ".join(element.text_content().split()))
        if element.tag != "head":
            element.drop_tree()
    for element in list(tree.iter()):
        if element.getparent() is None or not isinstance(element.tag, str) or not _is_hidden(element):
            continue
        if element.get("aria-hidden") != "true":
            hidden += len(" ".join(element.text_content().split()))
        element.drop_tree()
    return hidden


def heading_text(element: HtmlElement) -> str:
    """Give a heading's text without the permalink mark that generators hang on it."""
    marks = [
        link.text_content()
        for link in element.iter("a")
        if link.text_content().strip().casefold() in _ANCHOR_MARKS or "headerlink" in (link.get("class") or "")
    ]
    text = element.text_content()
    for mark in marks:
        head, found, tail = text.rpartition(mark) if mark else (text, "", "")
        text = head + tail if found else text
    return " ".join(text.split())


def _is_hidden(element: HtmlElement) -> bool:
    if element.get("hidden") is not None or element.get("aria-hidden") == "true":
        return True
    style = (element.get("style") or "").casefold()
    return bool(style) and bool(_HIDDEN_STYLE.search(re.sub(r"\s+", "", style)))


def _take_out(tree: HtmlElement, walk: "_Walk", title: str) -> list[str]:
    kept: list[str] = []
    for element in list(tree.iter("pre", *_HEADINGS)):
        if element.getparent() is None or any(above.tag in {"pre", *_HEADINGS} for above in element.iterancestors()):
            continue
        block = walk.block_of(element)
        if element.tag != "pre" and (not heading_text(element) or heading_text(element).casefold() == title.casefold()):
            continue
        number = len(kept)
        kept.append(block)
        mark = lxml.html.Element("p")
        mark.text = f"{_PLACEHOLDER.format(number=number)} {_FILLER.format(number=number)}"
        mark.tail = element.tail
        element.getparent().replace(element, mark)
    return kept


def _put_back(text: str, kept: list[str]) -> str:
    def block(match: re.Match[str]) -> str:
        number = int(match["number"])
        return f"\n\n{kept[number]}\n\n" if number < len(kept) else ""

    for number in range(len(kept)):
        text = text.replace(_FILLER.format(number=number), "")
    text = _PLACEHOLDER_FOUND.sub(block, text)
    return _blank_lines(text)


def _blank_lines(text: str) -> str:
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[^\S\n]+\n", "\n", text)).strip("\n")


class _Walk:
    """Writes an element tree as light Markdown; links keep their text only, as they do in a page's main text."""

    def __init__(self, base_url: str | None) -> None:
        self._base_url = base_url

    def text_of(self, tree: HtmlElement) -> str:
        return _blank_lines("\n\n".join(self._blocks(tree, 0)))

    def block_of(self, element: HtmlElement) -> str:
        """Write one code block or heading."""
        if element.tag == "pre":
            return _code(element)
        return f"{'#' * max(2, int(element.tag[1]))} {heading_text(element)}"

    def _blocks(self, element: HtmlElement, depth: int) -> list[str]:
        if depth > _MAX_DEPTH:
            return [_words(element.text_content())]
        blocks: list[str] = []
        run: list[str] = [element.text or ""]

        def flush() -> None:
            text = _lines("".join(run))
            if text:
                blocks.append(text)
            run.clear()

        for child in element:
            if not isinstance(child.tag, str):
                run.append(child.tail or "")
            elif child.tag in _BLOCKS or (child.tag not in {"a", "span"} and self._holds_block(child)):
                flush()
                blocks += self._block(child, depth + 1)
                run.append(child.tail or "")
            else:
                run += [self._inline(child), child.tail or ""]
        flush()
        return blocks

    @staticmethod
    def _holds_block(element: HtmlElement) -> bool:
        return any(below.tag in _BLOCKS for below in element.iterdescendants())

    def _block(self, element: HtmlElement, depth: int) -> list[str]:
        tag = element.tag
        if tag == "pre" or (tag in _HEADINGS):
            return [self.block_of(element)] if heading_text(element) else []
        if tag in {"ul", "ol"}:
            return [text] if (text := self._list(element, depth)) else []
        if tag == "table":
            return self._table(element, depth)
        inside = self._blocks(element, depth)
        if tag == "blockquote" and inside:
            return ["\n".join(f"> {line}".rstrip() for line in "\n\n".join(inside).split("\n"))]
        return inside

    def _list(self, element: HtmlElement, depth: int) -> str:
        items = []
        for number, item in enumerate(child for child in element if isinstance(child.tag, str)):
            text = "\n".join(self._blocks(item, depth) if item.tag == "li" else self._block(item, depth))
            mark = "- " if element.tag == "ul" else f"{number + 1}. "
            if text.strip():
                items.append(mark + text.replace("\n", "\n" + " " * len(mark)))
        return "\n".join(items)

    def _table(self, element: HtmlElement, depth: int) -> list[str]:
        cells = [[cell for cell in row if cell.tag in {"td", "th"}] for row in element.iter("tr")]
        is_layout = any(self._is_heavy(cell) for row in cells for cell in row) or not cells
        if is_layout:
            blocks = [block for row in cells for cell in row for block in self._blocks(cell, depth)]
            return blocks or self._blocks(element, depth)
        text = pipe_table([[_words(cell.text_content()).replace("|", r"\|") for cell in row] for row in cells])
        return [text] if text else []

    @staticmethod
    def _is_heavy(cell: HtmlElement) -> bool:
        return any(
            below.tag in {"pre", "table", "ul", "ol", "blockquote", *_HEADINGS} for below in cell.iterdescendants()
        )

    def _inline(self, element: HtmlElement) -> str:
        if element.tag == "br":
            return "\v"
        if element.tag == "img":
            return element.get("alt") or ""
        if element.tag == "code":
            text = _words(element.text_content())
            return f"`{text}`" if text and "`" not in text else text
        inside = [element.text or ""]
        for child in element:
            inside += [self._inline(child) if isinstance(child.tag, str) else "", child.tail or ""]
        return "".join(inside)


def _code(element: HtmlElement) -> str:
    for line_break in list(element.iter("br")):
        line_break.tail = "\n" + (line_break.tail or "")
    content = element.text_content().replace("\r\n", "\n").strip("\n")
    longest = max((len(run) for run in re.findall(r"^\s*(`{3,})", content, re.MULTILINE)), default=2)
    fence = "`" * max(3, longest + 1)
    names = " ".join(
        part.get("class") or "" for part in (element, *element.iter("code"), *element.iterancestors("div"))
    )
    language = re.search(r"(?:language|lang|highlight-source)-([\w+#-]+)", names)
    return f"{fence}{language[1] if language else ''}\n{content}\n{fence}"


def _words(text: str) -> str:
    return " ".join(text.split())


def _lines(text: str) -> str:
    lines = (_words(line) for line in text.split("\v"))
    return "\n".join(line for line in lines if line)
