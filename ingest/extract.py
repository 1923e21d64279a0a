"""HTML into light Markdown: pages through trafilatura with code and headings kept apart, fragments by our own walk."""

import re
from dataclasses import dataclass

import lxml.html
from lxml import etree
from lxml.html import HtmlElement

from ingest.markdown import pipe_table

_HIDDEN_STYLE = re.compile(
    r"display:none|visibility:hidden|(?<![-\w])opacity:0(?:\.0+)?(?:[;!]|$)|font-size:0(?:\.0+)?[a-z%]*(?:[;!]|$)"
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
_WRAPPERS = frozenset({"figure", "div", "table", "tbody", "tr", "td", "span", "code"})
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


def fragment(html: str) -> Extracted:
    """Turn a piece of HTML (a feed's body, an abstract) into light Markdown, all of it."""
    if "<" not in html and "&" not in html:
        return Extracted(text=html.strip(), hidden=0)
    tree = tree_of(html)
    if tree is None:
        return Extracted(text="", hidden=0)
    hidden = remove_unseen(tree)
    return Extracted(text=_Walk().text_of(tree), hidden=hidden)


def main_text(tree: HtmlElement, *, title: str) -> Extracted:
    """Find the main text of a whole page; the tree is used up.

    Code blocks and headings are taken out before and put back after, because every extractor loses some of them.
    A heading that only repeats `title` is left out. A page in which nothing stands out gives all its text.
    """
    import trafilatura

    hidden = remove_unseen(tree)
    kept = _take_out(tree, title)
    found = trafilatura.bare_extraction(
        lxml.html.tostring(tree, encoding="unicode"),
        include_comments=False,
        include_tables=True,
        include_formatting=True,
        deduplicate=False,
        with_metadata=False,
    )
    body = getattr(found, "body", None)
    chosen = _as_html(body) if body is not None and len(body) else tree
    text = _put_back(_Walk().text_of(chosen), kept)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """A block that stands outside while the main text is looked for, and the element it was in."""

    text: str
    parent: HtmlElement


def _take_out(tree: HtmlElement, title: str) -> list[_Kept]:
    kept: list[_Kept] = []
    for element in list(tree.iter("pre", *_HEADINGS)):
        if not _is_in(element, tree) or any(above.tag in {"pre", *_HEADINGS} for above in element.iterancestors()):
            continue
        text = heading_text(element)
        if not text or text.casefold() == title.casefold() or _is_line_numbers(element):
            element.drop_tree()
            continue
        wrapper = _wrapper(element)
        mark = lxml.html.Element("p")
        mark.text = f"{_PLACEHOLDER.format(number=len(kept))} {_FILLER.format(number=len(kept))}"
        mark.tail = wrapper.tail
        parent = wrapper.getparent()
        kept.append(_Kept(text=_block(element), parent=parent))
        parent.replace(wrapper, mark)
    return kept


def _is_in(element: HtmlElement, tree: HtmlElement) -> bool:
    return element is not tree and any(above is tree for above in element.iterancestors())


def _is_line_numbers(element: HtmlElement) -> bool:
    """Say whether a block is the column of line numbers that highlighters put beside code."""
    in_table = any(above.tag == "td" for above in element.iterancestors())
    return element.tag == "pre" and in_table and not re.sub(r"[\d\s]", "", element.text_content())


def _wrapper(element: HtmlElement) -> HtmlElement:
    """Climb to the outermost element that holds this block and nothing else: figures and tables get thrown away."""
    length = len(re.sub(r"\s", "", element.text_content()))
    while (above := element.getparent()) is not None and above.tag in _WRAPPERS:
        if len(re.sub(r"\s", "", above.text_content())) != length or above.getparent() is None:
            break
        element = above
    return element


def _as_html(body: etree._Element) -> HtmlElement:
    """Give trafilatura's tree the names of HTML."""
    names = {"list": "ul", "item": "li", "quote": "blockquote", "head": "h2", "lb": "br", "row": "tr", "cell": "td"}
    for element in body.iter(*names):
        element.tag = "ol" if element.tag == "list" and element.get("rend") == "ol" else names[str(element.tag)]
    tree = tree_of(etree.tostring(body, encoding="unicode"))
    return lxml.html.Element("body") if tree is None else tree


def _put_back(text: str, kept: list[_Kept]) -> str:
    for number in range(len(kept)):
        text = text.replace(_FILLER.format(number=number), "")
    found = {int(match["number"]) for match in _PLACEHOLDER_FOUND.finditer(text)} & set(range(len(kept)))
    after = _lost_blocks(kept, found)

    def block(match: re.Match[str]) -> str:
        number = int(match["number"])
        blocks = [kept[one].text for one in (number, *after.get(number, ())) if one < len(kept)]
        return "\n\n" + "\n\n".join(blocks) + "\n\n"

    return _blank_lines(_PLACEHOLDER_FOUND.sub(block, text))


def _lost_blocks(kept: list[_Kept], found: set[int]) -> dict[int, list[int]]:
    """List blocks that were thrown away though they belong to the main text, by the found block they come after.

    They stand between two blocks that were found, or directly beside one.
    """
    after: dict[int, list[int]] = {}
    beside = {id(kept[number].parent) for number in found}
    last = None
    for number, block in enumerate(kept):
        if number in found:
            last = number
        elif last is not None and (number < max(found) or id(block.parent) in beside):
            after.setdefault(last, []).append(number)
    return after


def _blank_lines(text: str) -> str:
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[^\S\n]+\n", "\n", text)).strip("\n")


class _Walk:
    """Writes an element tree as light Markdown; links keep their text only, as they do in a page's main text."""

    def text_of(self, tree: HtmlElement) -> str:
        return _blank_lines("\n\n".join(self._blocks(tree, 0)))

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
            return [_block(element)] if heading_text(element) else []
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


def _block(element: HtmlElement) -> str:
    """Write one code block or heading."""
    if element.tag == "pre":
        return _code(element)
    return f"{'#' * max(2, int(element.tag[1]))} {heading_text(element)}"


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
