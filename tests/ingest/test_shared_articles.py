"""Real posts and feeds: titles, dates, code and headings as their authors wrote them."""

import csv
import json
import random
import re
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path

import lxml.html
import pytest

from ingest.errors import InputRefused
from ingest.parsed import Page, Parsed
from ingest.sources import feed, kind, page
from vectorstore.models.documents import Article, Source

pytestmark = pytest.mark.shared
READ_AT = datetime(2026, 9, 5, tzinfo=UTC)
_AROUND = re.compile("nav|footer|sidebar|menu")


def rows(shared: Path) -> list[dict[str, str]]:
    with (shared / "corpus" / "MANIFEST.tsv").open(encoding="utf-8", newline="") as manifest:
        return list(csv.DictReader(manifest, delimiter="\t", quoting=csv.QUOTE_NONE))


def a_page(shared: Path, path: str, place: str) -> Page:
    body = (shared / "corpus" / path).read_bytes()
    return Page(source=Source(id="s", name="s", url=f"/data/{place}"), place=place, body=body, read_at=READ_AT)


@pytest.fixture(scope="module")
def articles(shared: Path) -> dict[str, Parsed]:
    """Parse every article under the name it has at its origin."""
    return {
        row["path"]: page.parse(a_page(shared, row["path"], row["origin_path"]))
        for row in rows(shared)
        if row["path"].startswith("articles/")
    }


def the_article(parsed: Parsed) -> Article:
    document = parsed.drafts[0].document
    assert isinstance(document, Article)
    return document


def letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def test_every_title_and_every_date_is_right(shared: Path, articles: dict[str, Parsed]) -> None:
    gold = json.loads((shared / "gold" / "article_metadata.json").read_text())["articles"]
    wrong = []
    for path, right in gold.items():
        article = the_article(articles[path])
        day = article.published_day.isoformat() if article.published_day else None
        # A file name has hyphens for blanks, so only its letters can be right.
        if letters(article.title) not in {letters(title) for title in right["titles"]} or day != right["date"]:
            wrong.append((path, article.title, day))
    assert wrong == []
    assert len(gold) >= 104


def test_every_language_is_right(shared: Path, articles: dict[str, Parsed]) -> None:
    gold = json.loads((shared / "gold" / "article_metadata.json").read_text())["articles"]
    wrong = [
        path
        for path, right in gold.items()
        if the_article(articles[path]).language != {"zh": "zh", "en": "en"}.get(right["lang"], "other")
    ]
    assert wrong == []


def test_every_code_line_and_body_heading_of_the_web_pages_is_kept(shared: Path, articles: dict[str, Parsed]) -> None:
    lost, seen = [], 0
    for path, parsed in articles.items():
        if not path.endswith(".html"):
            continue
        lines = {line.strip() for line in parsed.drafts[0].text.split("\n")}
        headings = {line.lstrip("# ") for line in lines if line.startswith("#")}
        tree = lxml.html.fromstring((shared / "corpus" / path).read_text(encoding="utf-8"))
        for line_break in list(tree.iter("br")):
            line_break.tail = "\n" + (line_break.tail or "")
        for block in tree.iter("pre"):
            code = [line.strip() for line in block.text_content().split("\n") if line.strip()]
            seen += len(code)
            lost += [(path, line) for line in code if line not in lines]
        for link in list(tree.iter("a")):
            if "headerlink" in (link.get("class") or ""):
                link.drop_tree()
        for heading in tree.iter("h2", "h3"):
            text = " ".join(heading.text_content().split())
            names = " ".join(f"{above.tag} {above.get('class')} {above.get('id')}" for above in heading.iterancestors())
            if text and not _AROUND.search(names) and "PyTorchKorea" not in text and "한국어" not in text:
                seen += 1
                lost += [(path, text)] if text not in headings else []
    assert lost == []
    assert seen > 800


def test_posts_that_exist_as_markdown_and_as_html_can_be_told_to_be_one(articles: dict[str, Parsed]) -> None:
    posts = {path: the_article(parsed) for path, parsed in articles.items()}
    pairs = [
        (one, other)
        for one, other in combinations(posts, 2)
        if posts[one].title.casefold() == posts[other].title.casefold()
        and (
            (posts[one].published_at and posts[one].published_at == posts[other].published_at)
            or posts[one].published_day == posts[other].published_day
        )
    ]
    assert len(pairs) == 12
    assert all(Path(one).suffix != Path(other).suffix for one, other in pairs)


def test_no_post_is_taken_for_a_guide_and_no_digest_either(shared: Path) -> None:
    kinds = {
        row["path"]: kind.recognise(a_page(shared, row["path"], row["origin_path"]))
        for row in rows(shared)
        if row["path"].startswith(("articles/", "digests/"))
    }
    assert set(kinds.values()) == {"page"}


def test_every_other_file_is_read_or_refused_in_one_line(shared: Path) -> None:
    for row in rows(shared):
        if row["path"].startswith("schedules/"):
            try:
                said = kind.recognise(a_page(shared, row["path"], Path(row["path"]).name))
            except InputRefused as refused:
                said = str(refused)
            assert said in kind.KINDS or (said.startswith(Path(row["path"]).name) and "\n" not in said)


def test_feeds_have_the_entries_of_the_manifest_or_are_refused(shared: Path) -> None:
    for row in rows(shared):
        if not row["path"].startswith("feeds/"):
            continue
        given = a_page(shared, row["path"], Path(row["path"]).name)
        if row["sessions"].startswith("refuse"):
            with pytest.raises(InputRefused):
                feed.parse(given)
        else:
            parsed = feed.parse(given)
            assert len(parsed.drafts) == int(row["sessions"]), row["path"]
            assert len({draft.document.stable_id for draft in parsed.drafts}) == len(parsed.drafts)


def test_a_feed_cut_anywhere_is_refused_whole(shared: Path) -> None:
    chance = random.Random(11)
    for row in rows(shared):
        if not row["path"].startswith("feeds/") or row["sessions"] in {"289", "refuse: no feed"}:
            continue
        whole = a_page(shared, row["path"], "feed.xml")
        for _ in range(15):
            length = chance.randrange(len(whole.body.rstrip()))
            with pytest.raises(InputRefused):
                feed.parse(Page(source=whole.source, place="feed.xml", body=whole.body[:length]))


def test_feeds_without_a_usable_date_get_none(shared: Path) -> None:
    for name in ("mlir-docs-defining-dialects.xml", "tvm-atom.xml"):
        parsed = feed.parse(a_page(shared, f"feeds/{name}", name))
        assert {draft.document.published_day for draft in parsed.drafts if isinstance(draft.document, Article)} == {
            None
        }
        assert [warning.code for warning in parsed.warnings] == ["no_date"]
