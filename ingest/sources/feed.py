"""RSS, RDF, Atom and JSON feeds as many articles."""

import io
import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

import feedparser

from ingest import extract, front_matter, xml_scan
from ingest.dates import FoundDate, day_in_path, parse_date
from ingest.decode import decode, readable
from ingest.errors import InputRefused
from ingest.parsed import Draft, Page, Parsed, ParseWarning
from ingest.sources.kind import web_page_title
from ingest.sources.page import MAX_TEXT, MAX_TITLE, article_text, cut_at_sentence, is_html, language_of
from ingest.stable_ids import Names, choose
from ingest.urls import absolute_url, canonical_url
from vectorstore.models.documents import Article

MAX_ENTRIES = 10_000
_MAX_MADE_TITLE = 80
_REDATED = timedelta(days=30)
_DECLARATION = re.compile(r"^<\?xml[^>]*\?>")
_CLOSED = re.compile(r"</(?:[\w.-]+:)?(?:rss|rdf|feed)\s*>\s*(?:<!--.*?-->\s*)*\Z", re.IGNORECASE | re.DOTALL)
_VERSION_TITLE = re.compile(r"v?\d+(?:\.\d+)+[\w.+-]*")
_PROJECT = re.compile(r"^(?:release notes from|releases? (?:of|for)|tags? from)\s+", re.IGNORECASE)
_FIRST_SENTENCE = re.compile(r"^[#>*\-\s]*(.+?(?:[。！？]|[.!?](?=\s)|\n|\Z))", re.DOTALL)
_ADDRESS = re.compile(r"[(<]?[^\s(<]+@[^\s)>]+[)>]?")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """One entry as its feed has it: texts as written, `body` and `title` already without markup."""

    guid: str | None
    url: str | None
    title: str
    body: str
    hidden: bool
    published: str
    updated: str
    authors: tuple[str, ...]
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Feed:
    title: str
    entries: tuple[_Entry, ...]
    dropped: int = 0


def parse(page: Page) -> Parsed:
    """Make an article of each entry; raise `InputRefused` for what is no feed or is cut off.

    A whole feed that is not well-formed gives every entry but the last, with a warning. A feed without entries is
    fine. Undated entries stay undated.
    """
    text = decode(page.body, place=page.place, content_type=page.content_type).lstrip()
    feed = _json_feed(text, page) if text[:1] == "{" else _xml_feed(text, page)
    if len(feed.entries) > MAX_ENTRIES:
        raise InputRefused(f"{page.place}: has {len(feed.entries)} entries, more than {MAX_ENTRIES}. Split it.")
    articles = [_article(entry, feed, page) for entry in feed.entries]
    drafts, repeated = _with_ids(articles, feed.entries)
    return Parsed(kind="feed", drafts=drafts, warnings=_warnings(drafts, page.place, feed.dropped, repeated))


def _xml_feed(text: str, page: Page) -> _Feed:
    if is_html(text):
        raise InputRefused(
            f'{page.place}: is a web page (title "{web_page_title(text)}"), not a feed. '
            "Use the address of the feed itself."
        )
    if not text.startswith("<"):
        raise InputRefused(f"{page.place}: is no feed. Check that this is the address of the feed itself.")
    error = xml_scan.scan(text, place=page.place)
    where = f"{page.place}:{error.line}:{error.column}" if error else page.place
    if error and not _CLOSED.search(text):
        raise InputRefused(f"{where}: is not whole ({error.message}); the feed is cut off. Download it again.")
    # The text is decoded already, so what its declaration says of its encoding must not be believed again.
    plain = _DECLARATION.sub("", text).encode("utf-8", "replace")
    read = feedparser.parse(
        io.BytesIO(plain),
        sanitize_html=False,
        resolve_relative_uris=False,
        response_headers={"content-type": "application/xml; charset=utf-8"},
    )
    if not read.version:
        what = f"is not well-formed ({error.message})" if error else "is XML, but no feed"
        raise InputRefused(f"{where}: {what}. Check that this is the address of the feed itself.")
    base = page.url or absolute_url(_text(read.feed, "link"), base_url=None)
    is_atom = read.version.startswith("atom")
    has_dublin_core_date = re.search(r"<[\w.-]*dc[\w.-]*:date\b", text, re.IGNORECASE) is not None
    entries = [
        _xml_entry(entry, base, is_atom=is_atom, updated_means_published=not is_atom or has_dublin_core_date)
        for entry in read.entries
    ]
    dropped = 1 if error and entries else 0
    return _Feed(
        title=_plain(_text(read.feed, "title")), entries=tuple(entries[: len(entries) - dropped]), dropped=dropped
    )


def _xml_entry(
    entry: Any,  # noqa: ANN401 - feedparser is untyped
    base: str | None,
    *,
    is_atom: bool,
    updated_means_published: bool,
) -> _Entry:
    guid = _text(entry, "id").strip()
    link = _text(entry, "feedburner_origlink") or _text(entry, "link")
    if link == guid and not guid.startswith(("http://", "https://")):
        link = ""
    contents = [dict(part) for part in dict.get(entry, "content", ())]
    summary = {"value": _text(entry, "summary"), **dict(dict.get(entry, "summary_detail", {}))}
    body = max((_body(part) for part in (*contents, summary)), key=lambda found: len(found.text))
    published = _text(entry, "published") or _text(entry, "created")
    updated = _text(entry, "updated")
    if updated_means_published and not published:
        published, updated = updated, ""
    title = _text(entry, "title")
    # Only Atom says which it is; in RSS a plain title and one with markup look the same.
    is_plain = is_atom and dict.get(dict.get(entry, "title_detail", {}), "type") == "text/plain"
    return _Entry(
        guid=guid or None,
        url=absolute_url(link, base_url=base),
        title=_one_line(title) if is_plain else _plain(title),
        body=body.text,
        hidden=body.hides_text,
        published=published,
        updated=updated,
        authors=_people(_author_texts(entry)),
        tags=tuple(_one_line(term) for tag in dict.get(entry, "tags", ()) if (term := dict.get(tag, "term"))),
    )


def _author_texts(entry: Any) -> list[object]:  # noqa: ANN401 - untyped
    authors = dict.get(entry, "authors", ())
    # feedparser cuts "address (name)" at the wrong place where it does not know the top-level domain.
    return [_text(entry, "author")] if len(authors) == 1 else [dict.get(author, "name") for author in authors]


def _body(part: dict[str, Any]) -> extract.Extracted:
    value = str(part.get("value") or "")
    if part.get("type") == "text/plain":
        return extract.Extracted(text=value.strip(), hidden=0)
    return extract.fragment(value)


def _json_feed(text: str, page: Page) -> _Feed:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"{page.place}:{error.lineno}:{error.colno}"
        raise InputRefused(f"{place}: is not well-formed JSON ({error.msg}). Download it again.") from None
    except RecursionError:
        raise InputRefused(f"{page.place}: is nested too deeply. Ask its maker for a plain feed.") from None
    items = value.get("items")
    if "jsonfeed.org" not in str(value.get("version", "")) or not isinstance(items, list):
        raise InputRefused(
            f"{page.place}: is JSON, but no JSON Feed. Check that this is the address of the feed itself."
        )
    base = page.url or absolute_url(str(value.get("home_page_url") or ""), base_url=None)
    entries = tuple(_json_entry(item, base) for item in items if isinstance(item, dict))
    return _Feed(title=_one_line(str(value.get("title") or "")), entries=entries)


def _json_entry(item: dict[str, Any], base: str | None) -> _Entry:
    def text(key: str) -> str:
        value = item.get(key)
        return readable(value) if isinstance(value, str) else ""

    body = extract.fragment(text("content_html")) if text("content_html") else None
    people = [*_listed(item.get("authors")), item.get("author")]
    return _Entry(
        guid=readable(str(item["id"])) if item.get("id") not in {None, ""} else None,
        url=absolute_url(text("url") or text("external_url"), base_url=base),
        title=_one_line(text("title")),
        body=body.text if body else (text("content_text") or text("summary")).strip(),
        hidden=bool(body and body.hides_text),
        published=text("date_published"),
        updated=text("date_modified"),
        authors=_people(person.get("name") for person in people if isinstance(person, dict)),
        tags=tuple(_one_line(tag) for tag in _listed(item.get("tags")) if isinstance(tag, str)),
    )


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _article(entry: _Entry, feed: _Feed, page: Page) -> Draft:
    """Make the draft of one entry; its stable id is chosen later, for all entries together."""
    body = readable(entry.body)
    title, made = _title(entry, body, feed, page)
    flags = ["untitled"] if made else []
    if len(title) > MAX_TITLE or len(body) > MAX_TEXT:
        flags.append("truncated")
    if entry.hidden:
        flags.append("hidden_text")
    title, body = title[:MAX_TITLE], cut_at_sentence(body, MAX_TEXT)
    published, raw = _published(entry, page)
    updated = parse_date(entry.updated, source_zone=page.source.tz_default, now=page.read_at)
    article = Article(
        source_id=page.source.id,
        stable_id="",
        stable_id_kind="",
        canonical_url=canonical_url(entry.url or ""),
        title=title,
        title_source="feed",
        language=language_of(title, body),
        authors=entry.authors,
        published_at=published.instant,
        published_day=published.day,
        published_raw=raw,
        updated_at=updated.instant,
        date_confidence=published.confidence,
        tags=tuple(dict.fromkeys(entry.tags)),
        flags=tuple(flags),
    )
    return Draft(document=article, text=article_text(title, body))


def _title(entry: _Entry, body: str, feed: _Feed, page: Page) -> tuple[str, bool]:
    """Give an entry's title, and whether we had to make it; a bare version gets its project's name in front."""
    title = readable(entry.title)
    if title and _VERSION_TITLE.fullmatch(title):
        project = _PROJECT.sub("", feed.title) or page.source.name
        return f"{project} {title}", False
    if title:
        return title, False
    found = _FIRST_SENTENCE.match(body)
    sentence = _one_line(found[1]) if found else ""
    return sentence[:_MAX_MADE_TITLE] or entry.url or page.source.name, True


def _published(entry: _Entry, page: Page) -> tuple[FoundDate, str]:
    """Read the entry's date; if its address names a day over a month earlier, it was dated anew: that day counts."""
    found = parse_date(entry.published, source_zone=page.source.tz_default, now=page.read_at)
    day: date | None = day_in_path(entry.url) if entry.url else None
    if day and found.day and found.day - day > _REDATED:
        return FoundDate(day=day, confidence="date_only"), f"{day.isoformat()} / {entry.published}"
    return found, entry.published


def _with_ids(articles: list[Draft], entries: Iterable[_Entry]) -> tuple[tuple[Draft, ...], int]:
    """Give each article its stable id and drop what is word for word the same entry again."""
    named = [
        Names(
            guid=entry.guid,
            url=canonical_url(entry.url or ""),
            title=draft.document.title,
            date=entry.published,
            text=draft.text,
        )
        for draft, entry in zip(articles, entries, strict=True)
    ]
    unique = dict(zip(named, articles, strict=True))
    kind, ids = choose(list(unique))
    drafts = tuple(
        replace(draft, document=replace(draft.document, stable_id=stable_id, stable_id_kind=kind))
        for draft, stable_id in zip(unique.values(), ids, strict=True)
    )
    return drafts, len(named) - len(unique)


def _warnings(drafts: tuple[Draft, ...], place: str, dropped: int, repeated: int) -> tuple[ParseWarning, ...]:
    found = []
    if dropped:
        detail = "the feed is not well-formed; its last entry may be damaged and was left out"
        found.append(ParseWarning(code="entry_dropped", place=place, detail=detail))
    if repeated:
        detail = f"{repeated} entries repeat another word for word and were left out"
        found.append(ParseWarning(code="dup_id", place=place, detail=detail))
    articles = [draft.document for draft in drafts if isinstance(draft.document, Article)]
    undated = sum(article.date_confidence == "missing" for article in articles)
    if undated:
        detail = f"{undated} of {len(articles)} entries have no usable date"
        found.append(ParseWarning(code="no_date", place=place, detail=detail))
    flags = Counter(flag for article in articles for flag in article.flags)
    if flags["hidden_text"]:
        detail = f"text that readers cannot see was left out of {flags['hidden_text']} entries"
        found.append(ParseWarning(code="hidden_text", place=place, detail=detail))
    if flags["truncated"]:
        found.append(ParseWarning(code="truncated", place=place, detail=f"{flags['truncated']} entries were cut"))
    return tuple(found)


def _people(names: Iterable[object]) -> tuple[str, ...]:
    """Clean names; a mail address in a name is taken out, with the brackets of "address (name)"."""
    cleaned = (_ADDRESS.sub("", str(name or "")).strip(" ()<>\t\n") for name in names)
    return tuple(dict.fromkeys(readable(word) for name in cleaned for word in front_matter.words(_one_line(name))))


def _text(fields: Any, key: str) -> str:  # noqa: ANN401 - untyped
    # dict.get, because feedparser's own mapping answers "updated" with "published".
    value = dict.get(fields, key)
    return readable(value) if isinstance(value, str) else ""


def _plain(markup: str) -> str:
    """Take the markup out of a title; what only looks like markup ("a < b") stays."""
    text = extract.fragment(markup).text if re.search(r"<[a-zA-Z/!]|&[#\w]+;", markup) else markup
    return _one_line(re.sub(r"^#+ ", "", text)) or _one_line(markup)


def _one_line(text: str) -> str:
    return readable(" ".join(text.split()))
