"""A Markdown, HTML or text page as one article."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from ingest import extract, front_matter, html_metadata, markdown
from ingest.dates import MISSING, FoundDate, day_in_path, parse_date
from ingest.decode import decode, readable
from ingest.errors import InputRefused
from ingest.parsed import Draft, Page, Parsed, ParseWarning
from ingest.urls import absolute_url, canonical_url
from vectorstore.models.documents import Article, Language
from vectorstore.text import language

MAX_TITLE = 500
MAX_TEXT = 200_000
_TITLE_KEYS = ("title", "blog_title", "headline")
_DATE_KEYS = ("date", "published", "published_at", "publishdate", "pubdate", "created")
_UPDATED_KEYS = ("updated", "lastmod", "last_modified", "modified", "updated_at")
_ADDRESS_KEYS = ("canonical_url", "canonical", "url", "permalink")
_ORIGINAL_KEYS = ("translated_from", "org_link", "original_url", "original", "origin_url")
_GENERIC = re.compile(
    r"(?:0x)?[\dA-Fa-f]{1,3}[.、:：)\s].*|[一二三四五六七八九十]+[、.．].*|第.{1,3}[章节].*"
    r"|前言|简介|介绍|概述|概要|摘要|背景|目录|引言|序|导读|正文"
    r"|introduction|overview|abstract|summary|background|preface|(?:table of )?contents|authors?|motivation|tl;?dr",
    re.IGNORECASE,
)
_HTML_HEADING = re.compile(r"<h[1-3]\b[^>]{0,500}>(.{0,500}?)</h[1-3]>", re.IGNORECASE | re.DOTALL)
_LINES_NEAR_TOP = 40
_ORIGINAL_LINE = re.compile(
    r"^[>\s*]*(?:本文)?(?:来源|原文|原文链接|原文地址|博客链接|博客来源|译自|翻译自|转载自"
    r"|original(?: post)?|translated from)"
    r"\s*[:：]?\s*"
    r"(?:\[[^\]]*\]\()?\s*(?P<url>https?://[^\s)）>。，；]+)",
    re.IGNORECASE | re.MULTILINE,
)
_ANY_URL = re.compile(r"https?://[^\s)）>\]。，；]+")
_IS_HTML = re.compile(r"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL)
_HTML_OPEN = re.compile(r"<(?:html|body)\b", re.IGNORECASE)
_HTML_END = re.compile(r"</(?:html|body)\s*>", re.IGNORECASE)
_FOLDER_FILES = frozenset({"readme", "index", "_index", "notes"})
_MIN_MAIN_TEXT = 80
_CODE = re.compile(r"^(`{3,}).*?^\1$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """One page as read, before it becomes an article; `title` may be empty."""

    title: str
    title_source: str
    text: str
    hidden: bool = False
    published: FoundDate = MISSING
    published_raw: str = ""
    updated_at: datetime | None = None
    canonical: str | None = None
    authors: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    translated_from: str | None = None
    sponsored: bool = False


def parse(page: Page) -> Parsed:
    """Make one article of a page; raise `InputRefused` if it holds no text."""
    text = decode(page.body, place=page.place, content_type=page.content_type)
    if not text.strip():
        raise InputRefused(f"{page.place}: is empty. Check that this is the file you meant.")
    _refuse_half_page(text, page)
    reading = _read_html(text, page) if is_html(text) else _read_markdown(text, page)
    if not reading.text.strip() and (is_html(text) or not reading.title):
        raise InputRefused(f"{page.place}: holds no text. If it is filled in by scripts, save it from a browser.")
    return _parsed(reading, page)


def _refuse_half_page(text: str, page: Page) -> None:
    """Refuse a saved page without its end; what came by HTTP is known to be whole."""
    if page.url is None and is_html(text) and _HTML_OPEN.search(text) and not _HTML_END.search(text):
        raise InputRefused(f"{page.place}: has no </html>; the page is cut off. Save it again from a browser.")


def is_html(text: str) -> bool:
    """Say whether a text is a whole HTML page."""
    return bool(_IS_HTML.match(text[:20_000]))


def language_of(title: str, text: str) -> Language:
    """Tell the language by title and prose; code does not count, because it looks English in any post."""
    prose = _CODE.sub("", text)
    return language.detect(f"{title}\n{prose}")


def title_from_path(place: str) -> str:
    """Make a title of a file name; a README or index takes its folder's name."""
    path = PurePosixPath(unquote(urlsplit(place).path) if "://" in place else place.replace("\\", "/"))
    stem = (
        path.stem if path.suffix.lower() in {".md", ".markdown", ".html", ".htm", ".txt", ".mdx", ".rst"} else path.name
    )
    if stem.casefold() in _FOLDER_FILES and path.parent.name not in {"", ".", ".."}:
        stem = path.parent.name
    # What stands before a double underscore is the place it was taken from.
    stem = re.sub(r"^.*__(?=\S)", "", stem).lstrip("-_ ") or stem
    stem = re.sub(r"^\d{4}-\d{1,2}-\d{1,2}[-_]", "", stem)
    return stem if " " in stem else re.sub(r"[-_]+", " ", stem) if stem.count("-") + stem.count("_") > 1 else stem


def _read_html(text: str, page: Page) -> _Reading:
    tree = extract.tree_of(text)
    if tree is None:
        raise InputRefused(f"{page.place}: cannot be read as HTML. Save the page again from a browser.")
    about = html_metadata.page_metadata(tree, url=page.url, source_zone=page.source.tz_default, now=page.read_at)
    found = extract.main_text(tree, title=about.title)
    return _Reading(
        title=about.title,
        title_source="page",
        text=found.text,
        hidden=found.hides_text,
        published=about.published,
        published_raw=about.published_raw,
        updated_at=about.updated_at,
        canonical=about.canonical_url,
        authors=about.authors,
    )


def _read_markdown(text: str, page: Page) -> _Reading:
    fields, body = front_matter.split(text.replace("\r\n", "\n").replace("\r", "\n"))

    def html(block: str) -> tuple[str, int]:
        found = extract.fragment(block)
        return found.text, found.hidden

    content = markdown.read(body, base_url=page.url, html=html)
    title, title_source = _markdown_title(fields, content.headings, body)
    published, raw = _front_date(fields, _DATE_KEYS, page)
    return _Reading(
        title=title,
        title_source=title_source,
        text=_without_title_heading(content.text, title),
        hidden=content.hidden > extract.HIDDEN_MATTERS,
        published=published,
        published_raw=raw,
        updated_at=_front_date(fields, _UPDATED_KEYS, page)[0].instant,
        canonical=_first_address(fields, _ADDRESS_KEYS, page),
        authors=tuple(
            name for key in ("author", "authors", "co_authors") for name in front_matter.words(fields.get(key))
        ),
        tags=tuple(tag for key in ("tags", "categories", "category") for tag in front_matter.words(fields.get(key))),
        translated_from=_first_address(fields, _ORIGINAL_KEYS, page) or _original_in_text(body, title, page),
        sponsored=str(fields.get("sponsored", "")).casefold() in {"true", "yes", "1"},
    )


def _markdown_title(fields: Mapping[str, object], headings: tuple[markdown.Heading, ...], body: str) -> tuple[str, str]:
    tops = [heading.text for heading in headings if heading.level == 1 and heading.text]
    stated = next((text for key in _TITLE_KEYS if isinstance(text := fields.get(key), str) and text.strip()), "")
    if stated:
        same = next((top for top in tops if _letters(top) == _letters(stated)), "")
        return same or stated.strip(), "front_matter"
    if isinstance(tag := fields.get("tag"), str) and tag.strip():
        return tag.strip(), "front_matter"
    if tops and (len(tops) == 1 or not _GENERIC.fullmatch(tops[0])):
        return tops[0], "heading"
    first_heading_line = min((heading.line for heading in headings), default=_LINES_NEAR_TOP)
    near_top = "\n".join(body.split("\n")[: min(_LINES_NEAR_TOP, first_heading_line)])
    if match := _HTML_HEADING.search(near_top):
        return " ".join(extract.fragment(match[1]).text.split()), "heading"
    return "", "path"


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def _front_date(fields: Mapping[str, object], keys: tuple[str, ...], page: Page) -> tuple[FoundDate, str]:
    for key in keys:
        if isinstance(text := fields.get(key), str):
            found = parse_date(text, source_zone=page.source.tz_default, now=page.read_at)
            if found != MISSING:
                return found, text
    return MISSING, ""


def _first_address(fields: Mapping[str, object], keys: tuple[str, ...], page: Page) -> str | None:
    texts = (text for key in keys if isinstance(text := fields.get(key), str))
    return next((address for text in texts if (address := absolute_url(text, base_url=page.url))), None)


def _original_in_text(body: str, title: str, page: Page) -> str | None:
    """Find the address of the original in the lines before the first heading of a translation."""
    top = "\n".join(body.lstrip().split("\n")[:5])
    if match := _ORIGINAL_LINE.search(top):
        return match["url"]
    if "【翻译】" in (title or page.place) and (found := _ANY_URL.search(top)):
        return found[0]
    return None


def _without_title_heading(text: str, title: str) -> str:
    """Drop a first heading that repeats the title: the title is written above the text anyway."""
    first, _, rest = text.partition("\n")
    if first.startswith("# ") and _letters(first) == _letters(title):
        return rest.lstrip("\n")
    return text


def _parsed(reading: _Reading, page: Page) -> Parsed:
    place = page.url or page.place
    title = readable(" ".join((reading.title or title_from_path(place)).split()))
    body = readable(reading.text)
    flags = []
    if len(title) > MAX_TITLE or len(body) > MAX_TEXT:
        flags.append("truncated")
    if reading.hidden:
        flags.append("hidden_text")
    if len(body) < _MIN_MAIN_TEXT and is_html(page.body[:20_000].decode("utf-8", "replace")):
        flags.append("boilerplate_only")
    title, body = title[:MAX_TITLE], cut_at_sentence(body, MAX_TEXT)
    published = _with_path_day(reading.published, place)
    address = canonical_url(reading.canonical or page.url or "")
    stable_id, stable_id_kind = (address, "url") if address else (page.source.url, "path")
    article = Article(
        source_id=page.source.id,
        stable_id=stable_id,
        stable_id_kind=stable_id_kind,
        canonical_url=address,
        title=title,
        title_source=reading.title_source if reading.title else "path",  # type: ignore[arg-type]
        language=language_of(title, body),
        authors=tuple(readable(author) for author in dict.fromkeys(reading.authors)),
        translated_from=readable(reading.translated_from) if reading.translated_from else None,
        published_at=published.instant,
        published_day=published.day,
        published_raw=readable(reading.published_raw),
        updated_at=reading.updated_at,
        date_confidence=published.confidence,
        tags=tuple(dict.fromkeys(readable(tag) for tag in reading.tags)),
        flags=tuple(flags),
        sponsored=reading.sponsored,
    )
    draft = Draft(document=article, text=article_text(title, body))
    return Parsed(kind="page", drafts=(draft,), warnings=_warnings(article, page.place))


def article_text(title: str, body: str) -> str:
    """Lay an article out: its title as the one first-level heading, a blank line, its text."""
    return f"# {title}\n\n{body}".rstrip() + "\n"


def cut_at_sentence(text: str, length: int) -> str:
    """Shorten a text that is too long, at the last end of a sentence that fits."""
    if len(text) <= length:
        return text
    ends = max(text.rfind(mark, 0, length) for mark in ("\n", "。", ". ", "！", "？"))
    return text[: ends + 1].rstrip() if ends > length // 2 else text[:length]


def _with_path_day(published: FoundDate, place: str) -> FoundDate:
    if published != MISSING:
        return published
    day: date | None = day_in_path(place)
    return FoundDate(day=day, confidence="date_only") if day else MISSING


def _warnings(article: Article, place: str) -> tuple[ParseWarning, ...]:
    details = {
        "hidden_text": "text that readers cannot see was left out",
        "truncated": "longer than we keep; it was cut at a sentence",
    }
    found = [
        ParseWarning(code=flag, place=place, detail=details[flag])  # type: ignore[arg-type]
        for flag in article.flags
        if flag in details
    ]
    if article.date_confidence == "missing":
        found.append(ParseWarning(code="no_date", place=place, detail="no date of publication was found"))
    return tuple(found)
