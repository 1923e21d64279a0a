"""The kind of an input is told from its content; what is not read yet is refused by name."""

import pytest

from ingest.errors import InputRefused
from ingest.parsed import Page
from ingest.sources import kind
from vectorstore.models.documents import Source, SourceKind

LATER = "This kind is not read yet; it comes with a later release. Collect the programme as a page or a guide in text."
GUIDE = "\n\n".join(
    f"### Talk number {number}\n\nSpeaker {number}, Company {number} 9:{number}5–10:{number}0 AM Room {number}\n\n"
    "The talk shows how a small idea became a large one, and what was learned on the way."
    for number in range(6)
)


def a_page(body: str, place: str, *, source_kind: SourceKind = "manual", url: str | None = None) -> Page:
    return Page(source=Source(id="s", name="s", url=place, kind=source_kind), place=place, body=body.encode(), url=url)


@pytest.mark.parametrize(
    ("body", "place", "found"),
    [
        ("# A post\n\nwords", "a.md", "page"),
        ("words", "a.txt", "page"),
        ("<!doctype html><html><body><p>words</p></body></html>", "a", "page"),
        ("{: .note}\nwords", "a.md", "page"),
        ("[a link](https://a.example)", "a.md", "page"),
        ('<p align="center">words</p>\n\n# A post', "README.md", "page"),
        ("\n<?xml version='1.0'?>\n<!-- c --><rss version='2.0'><channel/></rss>", "a.txt", "feed"),
        ("<feed xmlns='http://www.w3.org/2005/Atom'></feed>", "a", "feed"),
        ("<rdf:RDF xmlns:rdf='r'></rdf:RDF>", "a", "feed"),
        ('{"version": "https://jsonfeed.org/version/1", "items": []}', "a.json", "feed"),
        (GUIDE, "a.txt", "guide"),
    ],
)
def test_a_kind_is_told_from_the_content(body: str, place: str, found: str) -> None:
    assert kind.recognise(a_page(body, place)) == found


@pytest.mark.parametrize(
    ("body", "place", "line"),
    [
        ("BEGIN:VCALENDAR\r\nEND:VCALENDAR", "a.ics", f"a.ics: is a calendar (iCalendar). {LATER}"),
        ("<?xml version='1.0'?><schedule/>", "a.xml", f"a.xml: is a conference programme in XML. {LATER}"),
        ("<schedule/>", "a", f"a: is a conference programme in XML. {LATER}"),
        ("<?xml version='1.0'?><opml/>", "a", f"a: is XML with the root <opml>. {LATER}"),
        ('{"schedule": {}}', "a.json", f"a.json: is JSON, but no JSON Feed. {LATER}"),
        ('[{"id": 1}]', "a", f"a: is JSON, but no JSON Feed. {LATER}"),
        ("title,start\na,9:00", "a.csv", f"a.csv: is a table (CSV). {LATER}"),
        ("- time: 9:00", "a.yaml", f"a.yaml: is a YAML file. {LATER}"),
        (
            "---\n<%= atom %>",
            "a.xml",
            "a.xml: is not XML, although its name says so. Check that this is the right file.",
        ),
        ('{"a": ', "a.json", "a.json:1:7: is not well-formed JSON (Expecting value). Download it again."),
        ("[" * 200_000, "a.json", "a.json: is nested too deeply. Collect it in another form."),
        (" \n", "a", "a: is empty. Check that this is the file you meant."),
    ],
)
def test_any_other_kind_is_refused_by_name(body: str, place: str, line: str) -> None:
    with pytest.raises(InputRefused) as refused:
        kind.recognise(a_page(body, place))
    assert str(refused.value) == line


def test_a_source_set_as_feed_goes_to_the_feed_parser_which_refuses_anything_else() -> None:
    page = a_page("<!doctype html><html><title>Sign in</title></html>", "https://x.example/f", source_kind="feed")
    assert kind.recognise(page) == "feed"
