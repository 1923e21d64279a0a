"""Tell what an input is from its content; the file name only breaks ties."""

import json
import re
from pathlib import PurePosixPath
from typing import NoReturn

from ingest import container, lines
from ingest.decode import decode
from ingest.errors import InputRefused
from ingest.parsed import Page
from ingest.sources.page import is_html

KINDS = ("guide", "feed", "page")
_XML_START = re.compile(
    r"\s*(?:<\?xml[^>]*\?>)?(?:\s|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[[^\]]*\])?[^>]*>|<\?[^>]*\?>)*",
    re.DOTALL | re.IGNORECASE,
)
_ROOT = re.compile(r"<(?:[\w.-]+:)?([A-Za-z][\w.-]*)")
_FEED_ROOTS = frozenset({"rss", "rdf", "feed"})
_PAGE_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)
_XML_ENDINGS = frozenset({".xml", ".rss", ".atom", ".rdf"})
_JSON_FEED = "jsonfeed.org/version"
_TABLE_ENDINGS = {".csv": "a table (CSV)", ".tsv": "a table (TSV)", ".yaml": "a YAML file", ".yml": "a YAML file"}
_NOT_YET = (
    "This kind is not read yet; it comes with a later release. Collect the programme as a page or a guide in text."
)


def recognise(page: Page) -> str:
    """Name the kind of an input: guide, feed or page; raise `InputRefused` for anything else, saying what it is."""
    text = decode(page.body, place=page.place, content_type=page.content_type)
    if not text.strip():
        raise InputRefused(f"{page.place}: is empty. Check that this is the file you meant.")
    root = _xml_root(text)
    if page.source.kind == "feed" or root in _FEED_ROOTS:
        return "feed"  # whatever came in its place, the feed's parser says so
    if is_html(text):
        return "guide" if _is_guide(text) else "page"
    if not root and _ending(page) in _XML_ENDINGS:
        raise InputRefused(f"{page.place}: is not XML, although its name says so. Check that this is the right file.")
    _refuse_calendars_and_tables(text, page)
    if root and (text.lstrip().startswith("<?xml") or _ending(page) == ".xml"):
        what = "a conference programme in XML" if root == "schedule" else f"XML with the root <{root}>"
        _refuse(page, what)
    if root == "schedule":
        _refuse(page, "a conference programme in XML")
    if _is_json(text, page):
        return "feed"
    return "guide" if _is_guide(text) else "page"


def web_page_title(text: str) -> str:
    """Give the <title> of an HTML page, for saying what came instead of what was asked for."""
    found = _PAGE_TITLE.search(text)
    return " ".join(found[1].split())[:80] if found else ""


def _is_guide(text: str) -> bool:
    return container.is_container(lines.read(text).lines)


def _xml_root(text: str) -> str:
    start = _XML_START.match(text)
    found = _ROOT.match(text, start.end() if start else 0)
    return found[1].casefold() if found else ""


def _refuse_calendars_and_tables(text: str, page: Page) -> None:
    if text.lstrip()[:15].upper() == "BEGIN:VCALENDAR":
        _refuse(page, "a calendar (iCalendar)")
    if _ending(page) in _TABLE_ENDINGS and page.url is None:
        _refuse(page, _TABLE_ENDINGS[_ending(page)])


def _is_json(text: str, page: Page) -> bool:
    """Say whether this is a JSON feed; refuse any other JSON."""
    if text.lstrip()[:1] not in {"{", "["}:
        return False
    try:
        value = json.loads(text)
    except RecursionError:
        raise InputRefused(f"{page.place}: is nested too deeply. Collect it in another form.") from None
    except json.JSONDecodeError as error:
        if _ending(page) == ".json" or "json" in (page.content_type or ""):
            place = f"{page.place}:{error.lineno}:{error.colno}"
            raise InputRefused(f"{place}: is not well-formed JSON ({error.msg}). Download it again.") from None
        return False
    if isinstance(value, dict) and _JSON_FEED in str(value.get("version", "")):
        return True
    if isinstance(value, (dict, list)) and (len(value) > 0 or _ending(page) == ".json"):
        _refuse(page, "JSON, but no JSON Feed")
    return False


def _ending(page: Page) -> str:
    return PurePosixPath(page.place.lower()).suffix


def _refuse(page: Page, what: str) -> NoReturn:
    raise InputRefused(f"{page.place}: is {what}. {_NOT_YET}")
