"""What a web page says about itself: title, address, date, authors, language of the original."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from lxml.html import HtmlElement

from ingest.dates import MISSING, FoundDate, parse_date
from ingest.extract import heading_text
from ingest.urls import absolute_url

_SEPARATOR = re.compile(r"\s+(?:[-–—|·•:»]|::)\s+|\s*[|｜]\s*")
_DATE_META = (
    "article:published_time",
    "og:article:published_time",
    "datepublished",
    "citation_publication_date",
    "dc.date.issued",
    "dcterms.issued",
    "dc.date",
    "dcterms.date",
    "publish_date",
    "publishdate",
    "pubdate",
    "publication_date",
    "parsely-pub-date",
    "sailthru.date",
    "date",
)
_UPDATED_META = ("article:modified_time", "og:updated_time", "datemodified", "dcterms.modified")
_AUTHOR_META = ("author", "article:author", "citation_author", "dc.creator", "parsely-author")
_JSON_DATE = re.compile(r'"(?:datePublished|published)"\s*:\s*"([^"]{4,60})"')
_JSON_UPDATED = re.compile(r'"dateModified"\s*:\s*"([^"]{4,60})"')
_DATE_LABEL = re.compile(
    r"^(?:published|posted|written|updated)?\s*(?:on|at|:|：)?\s*|^(?:发布于|发表于|发布时间|日期|时间)\s*[:：]?\s*",
    re.IGNORECASE,
)
_LONGEST_DATE_LINE = 60
_BLOCKS_AROUND_TITLE = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class PageMetadata:
    """What was found; `published_raw` is the text the date was read from."""

    title: str
    title_is_own: bool
    canonical_url: str | None
    published: FoundDate
    published_raw: str
    updated_at: datetime | None
    authors: tuple[str, ...]
    site: str | None


def page_metadata(tree: HtmlElement, *, url: str | None, source_zone: str | None, now: datetime | None) -> PageMetadata:
    """Read a page's head and the lines around its title; nothing is guessed from its text."""
    meta = _meta(tree)
    title, own = _title(tree, meta)
    published, raw = _published(tree, meta, title, source_zone=source_zone, now=now)
    updated = _first_date(_updated_texts(tree, meta), source_zone=source_zone, now=now)[0]
    return PageMetadata(
        title=title,
        title_is_own=own,
        canonical_url=_canonical(tree, meta, url),
        published=published,
        published_raw=raw,
        updated_at=updated.instant,
        authors=tuple(
            dict.fromkeys(author for name in _AUTHOR_META for author in meta.get(name, []) if "://" not in author)
        ),
        site=next(iter(meta.get("og:site_name", [])), None),
    )


def _meta(tree: HtmlElement) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for element in tree.iter("meta"):
        name = element.get("property") or element.get("name") or element.get("itemprop") or ""
        content = " ".join((element.get("content") or "").split())
        if name and content:
            found.setdefault(name.casefold(), []).append(content)
    return found


def _title(tree: HtmlElement, meta: dict[str, list[str]]) -> tuple[str, bool]:
    """Give the title, and whether the page has one of its own (not only a file name to fall back on)."""
    full = " ".join((tree.findtext(".//title") or "").split())
    tops = [text for element in tree.iter("h1") if (text := heading_text(element))]
    within = [text for text in tops if full and text.casefold() in full.casefold()]
    shown = [text for text in within if not _is_site_name(text, full)] or within
    if shown:
        return max(shown, key=len), True
    if full:
        return _SEPARATOR.split(full)[0].strip() or full, True
    for candidate in (*meta.get("og:title", []), *tops):
        return candidate, True
    return "", False


def _is_site_name(text: str, full: str) -> bool:
    """Say whether a heading is the part of <title> behind the separator: the site, not the page."""
    parts = [part.strip().casefold() for part in _SEPARATOR.split(full)]
    return len(parts) > 1 and text.casefold() == parts[-1]


def _canonical(tree: HtmlElement, meta: dict[str, list[str]], url: str | None) -> str | None:
    stated = [
        link.get("href") for link in tree.iter("link") if "canonical" in (link.get("rel") or "").casefold().split()
    ]
    for text in (*stated, *meta.get("og:url", [])):
        address = absolute_url(text, base_url=url)
        # Some sites name their front page on every page; then all posts would be one.
        if address and (urlsplit(address).path.strip("/") or urlsplit(address).query or address == url):
            return address
    return None


def _published(
    tree: HtmlElement, meta: dict[str, list[str]], title: str, *, source_zone: str | None, now: datetime | None
) -> tuple[FoundDate, str]:
    texts = [text for name in _DATE_META for text in meta.get(name, [])]
    texts += [text for script in _json_scripts(tree) for text in _JSON_DATE.findall(script)]
    texts += [
        _stamp(element) for element in tree.iter("time") if "published" in (element.get("itemprop") or "").lower()
    ]
    found = _first_date(texts, source_zone=source_zone, now=now)
    if found[0] != MISSING:
        return found
    return _first_date(_lines_around_title(tree, title), source_zone=source_zone, now=now)


def _updated_texts(tree: HtmlElement, meta: dict[str, list[str]]) -> list[str]:
    texts = [text for name in _UPDATED_META for text in meta.get(name, [])]
    return texts + [text for script in _json_scripts(tree) for text in _JSON_UPDATED.findall(script)]


def _json_scripts(tree: HtmlElement) -> Iterator[str]:
    for element in tree.iter("script", "d-front-matter"):
        text = element.text_content()
        if ("json" in (element.get("type") or "") or element.tag == "d-front-matter") and text:
            try:
                yield json.dumps(json.loads(text), ensure_ascii=False)
            except (ValueError, RecursionError):
                continue


def _stamp(element: HtmlElement) -> str:
    return str(element.get("datetime") or element.text_content())


def _first_date(texts: list[str], *, source_zone: str | None, now: datetime | None) -> tuple[FoundDate, str]:
    for text in texts:
        found = parse_date(text, source_zone=source_zone, now=now)
        if found != MISSING:
            return found, text
    return MISSING, ""


def _lines_around_title(tree: HtmlElement, title: str) -> list[str]:
    """List the short texts near the title's heading that might be a date and nothing else."""
    elements = [element for element in tree.iter() if isinstance(element.tag, str)]
    position = next(
        (at for at, element in enumerate(elements) if element.tag == "h1" and heading_text(element) == title), None
    )
    if position is None:
        return []
    near = [
        *elements[position : position + _BLOCKS_AROUND_TITLE],
        *elements[max(0, position - _BLOCKS_AROUND_TITLE) : position],
    ]
    texts = []
    for element in near:
        text = _stamp(element) if element.tag == "time" else " ".join(element.text_content().split())
        if text and len(text) <= _LONGEST_DATE_LINE:
            texts.append(_DATE_LABEL.sub("", text, count=1))
    return texts
