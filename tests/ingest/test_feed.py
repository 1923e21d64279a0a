"""Feeds become articles, whole or not at all."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from ingest.errors import InputRefused
from ingest.parsed import Page, ParseWarning
from ingest.sources import feed
from vectorstore.models.documents import Article, Source

FEEDS = Path(__file__).resolve().parents[1] / "data" / "feeds"
NOW = datetime(2026, 9, 5, tzinfo=UTC)


def a_page(body: bytes, *, place: str = "feed.xml", url: str | None = None, tz: str | None = None) -> Page:
    source = Source(id="src", name="Toolbox", url=url or f"/data/{place}", tz_default=tz)
    return Page(source=source, place=place, url=url, body=body, read_at=NOW)


def articles_of(body: bytes, *, url: str | None = None, tz: str | None = None) -> tuple[Article, ...]:
    documents = [draft.document for draft in feed.parse(a_page(body, url=url, tz=tz)).drafts]
    return tuple(document for document in documents if isinstance(document, Article))


def rss(items: str, head: str = "") -> bytes:
    return f'<?xml version="1.0"?>{head}<rss version="2.0"><channel><title>T</title>{items}</channel></rss>'.encode()


def test_an_rss_feed_becomes_articles() -> None:
    parsed = feed.parse(a_page((FEEDS / "rss.xml").read_bytes(), tz="Asia/Shanghai"))
    assert parsed.kind == "feed"
    assert parsed.warnings == (
        ParseWarning(code="no_date", place="feed.xml", detail="1 of 3 entries have no usable date"),
    )
    assert [draft.document for draft in parsed.drafts] == [
        Article(
            source_id="src",
            stable_id="post-1",
            stable_id_kind="guid",
            canonical_url="https://toolbox.example/2026/08/30/loops",
            title="Faster loops & less memory",
            title_source="feed",
            language="en",
            authors=("Ana Poe",),
            published_at=datetime(2026, 8, 30, tzinfo=UTC),
            published_day=date(2026, 8, 30),
            published_raw="Sun, 30 Aug 2026 08:00:00 +0800",
            date_confidence="exact",
            tags=("loops",),
        ),
        Article(
            source_id="src",
            stable_id="post-2",
            stable_id_kind="guid",
            canonical_url="https://toolbox.example/releases/0.1.14",
            title="toolbox v0.1.14",
            title_source="feed",
            language="en",
            published_raw="Thu, 01 Jan 1970 00:00:00 +0000",
        ),
        Article(
            source_id="src",
            stable_id="post-3",
            stable_id_kind="guid",
            canonical_url="https://toolbox.example/2026/01/05/untitled",
            title="我们修复了一个老问题。",
            title_source="feed",
            language="zh",
            authors=("Ana Poe",),
            published_day=date(2026, 1, 5),
            published_raw="2026-01-05 / Fri, 04 Sep 2026 08:00:00 CST",
            date_confidence="date_only",
            flags=("untitled",),
        ),
    ]
    assert parsed.drafts[0].text == (
        "# Faster loops & less memory\n\nThe loops are faster now.\n\n```\na < b\n  c\n```\n\n- one\n- two\n"
    )


def test_an_atom_feed_with_only_updated_is_not_published_at_that_time() -> None:
    first, second = articles_of((FEEDS / "atom.xml").read_bytes())
    assert (first.title, first.canonical_url) == ("On & off", "https://notes.example/blog/on-off.html")
    assert (first.published_at, first.date_confidence) == (None, "missing")
    assert first.updated_at == datetime(2026, 9, 1, 8, tzinfo=UTC)
    assert first.authors == ("Bo Lee",)
    assert (second.title, second.published_at) == ("Plain a < b", datetime(2026, 8, 20, 8, tzinfo=UTC))


def test_summary_and_content_that_are_equal_are_kept_once() -> None:
    drafts = feed.parse(a_page((FEEDS / "atom.xml").read_bytes())).drafts
    assert [draft.text for draft in drafts] == [
        "# On & off\n\nSwitches matter.\n",
        "# Plain a < b\n\nLess is `<`.\n",
    ]


def test_a_json_feed_becomes_articles() -> None:
    (article,) = articles_of((FEEDS / "feed.json").read_bytes())
    assert article == Article(
        source_id="src",
        stable_id="7",
        stable_id_kind="guid",
        canonical_url="https://bench.example/7",
        title="Seven",
        title_source="feed",
        language="en",
        authors=("Ana Poe",),
        published_at=datetime(2026, 8, 1, 9, tzinfo=UTC),
        published_day=date(2026, 8, 1),
        published_raw="2026-08-01T09:00:00Z",
        date_confidence="exact",
        tags=("bench",),
    )


def test_relative_links_are_resolved_against_the_feeds_own_address() -> None:
    body = rss("<item><title>A</title><link>a.html</link></item>")
    assert [article.canonical_url for article in articles_of(body, url="https://x.example/blog/feed.xml")] == [
        "https://x.example/blog/a.html"
    ]


def test_rdf_dates_from_dublin_core_are_dates_of_publication() -> None:
    body = b"""<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="u"><title>T</title>
      </channel><item rdf:about="https://x.example/a"><title>A</title><link>https://x.example/a</link>
      <dc:date>2026-08-01</dc:date></item></rdf:RDF>"""
    (article,) = articles_of(body)
    assert (article.published_day, article.updated_at) == (date(2026, 8, 1), None)


def test_the_bytes_decide_the_encoding_not_the_declaration() -> None:
    body = '<?xml version="1.0" encoding="windows-1252"?><rss version="2.0"><channel><item><title>Euro €</title></item></channel></rss>'
    assert [article.title for article in articles_of(body.encode())] == ["Euro €"]


def test_a_feed_without_entries_is_fine() -> None:
    parsed = feed.parse(a_page(rss("")))
    assert (parsed.drafts, parsed.warnings) == ((), ())


def test_leading_blank_lines_and_a_byte_order_mark_are_accepted() -> None:
    assert [a.title for a in articles_of(b"\n\n" + rss("<item><title>A</title></item>"))] == ["A"]
    assert [a.title for a in articles_of(b"\xef\xbb\xbf" + rss("<item><title>A</title></item>"))] == ["A"]


def test_a_whole_but_ill_formed_feed_loses_its_last_entry_only() -> None:
    items = "<item><title>A&nbsp;1</title><guid>1</guid></item><item><title>B</title><guid>2</guid></item>"
    parsed = feed.parse(a_page(rss(items)))
    assert [draft.document.title for draft in parsed.drafts] == ["A 1"]
    assert [warning.code for warning in parsed.warnings] == ["entry_dropped", "no_date"]


def test_word_for_word_repeated_entries_are_kept_once() -> None:
    parsed = feed.parse(a_page(rss("<item><title>A</title></item>" * 2)))
    assert [draft.document.title for draft in parsed.drafts] == ["A"]
    assert [warning.code for warning in parsed.warnings] == ["dup_id", "no_date"]


def test_every_cut_of_a_feed_is_refused_with_its_place() -> None:
    for name in ("rss.xml", "atom.xml", "feed.json"):
        body = (FEEDS / name).read_bytes().rstrip()
        for length in range(0, len(body), 7):
            with pytest.raises(InputRefused):
                feed.parse(a_page(body[:length]))


def bomb(depth: int = 0, attributes: int = 0, head: str = "") -> bytes:
    extra = " ".join(f'a{number}="1"' for number in range(attributes))
    return rss(f"<item {extra}>{'<b>' * depth}x{'</b>' * depth}</item>", head)


@pytest.mark.parametrize(
    ("body", "line"),
    [
        (
            rss("<item><title>A</title></item>")[:-16],
            "feed.xml:1:95: is not whole (no element found); the feed is cut off. Download it again.",
        ),
        (
            b"<!doctype html><html><head><title>Sign in</title></head><body></body></html>",
            'feed.xml: is a web page (title "Sign in"), not a feed. Use the address of the feed itself.',
        ),
        (b"moved", "feed.xml: is no feed. Check that this is the address of the feed itself."),
        (
            b"<opml><body/></opml>",
            "feed.xml: is XML, but no feed. Check that this is the address of the feed itself.",
        ),
        (bomb(depth=100_000), "feed.xml: is nested more than 64 deep. Ask its maker for a plain feed."),
        (
            bomb(attributes=16_000),
            "feed.xml: has more than 64 attributes on <item>. Ask its maker for a plain feed.",
        ),
        (
            bomb(head='<!DOCTYPE rss [<!ENTITY a "aaaa">]>'),
            "feed.xml: declares XML entities, which are not read. Ask its maker for a plain feed.",
        ),
        (
            bomb(head='<!DOCTYPE rss [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
            "feed.xml: declares XML entities, which are not read. Ask its maker for a plain feed.",
        ),
        (
            b'{"version": "https://jsonfeed.org/version/1", "items": [',
            "feed.xml:1:57: is not well-formed JSON (Expecting value). Download it again.",
        ),
        (
            b'{"a": 1}',
            "feed.xml: is JSON, but no JSON Feed. Check that this is the address of the feed itself.",
        ),
    ],
)
def test_what_is_no_whole_feed_is_refused_in_one_line(body: bytes, line: str) -> None:
    with pytest.raises(InputRefused) as refused:
        feed.parse(a_page(body))
    assert str(refused.value) == line


def test_lone_surrogates_never_reach_a_field() -> None:
    body = (
        b'{"version": "https://jsonfeed.org/version/1", "items": [{"id": "a\\ud800", "url": "https://x.example/\\ud800",'
        b' "title": "t\\ud800", "content_text": "c\\udfff", "date_published": "\\ud800", "tags": ["g\\ud800"]}]}'
    )
    (draft,) = feed.parse(a_page(body)).drafts
    str(draft).encode()
    assert (draft.document.stable_id, draft.document.title, draft.text) == ("a", "t", "# t\n\nc\n")
