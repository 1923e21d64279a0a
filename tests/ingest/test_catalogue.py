"""Names of files, folders, addresses and tables become sources."""

from pathlib import Path

import pytest

from ingest.catalogue import expand, source_for, sources_from_toml
from ingest.errors import CatalogueInvalid
from vectorstore.models.documents import Source


def test_a_file_is_the_same_source_however_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "Notes 1.md").write_text("x")
    monkeypatch.chdir(tmp_path)
    source = source_for("Notes 1.md", tz="Asia/Shanghai", conference="C", language="zh")
    assert source == source_for(tmp_path / "." / "Notes 1.md", tz="Asia/Shanghai", conference="C", language="zh")
    assert (source.name, source.url) == ("Notes 1", str(tmp_path / "Notes 1.md"))
    assert (source.tz_default, source.conference, source.language) == ("Asia/Shanghai", "C", "zh")
    assert source.id.startswith("notes-1-")


def test_an_address_is_the_same_source_with_and_without_trackers() -> None:
    one = source_for("https://www.Blog.example/posts/?utm_source=x")
    two = source_for("https://www.blog.example/posts")
    assert (one.id, one.name, one.publisher_family) == (two.id, "Blog.example posts".casefold(), "blog.example")
    assert one.url == "https://www.Blog.example/posts/?utm_source=x"


@pytest.mark.parametrize(
    ("place", "tz", "line"),
    [
        ("ftp://x.example/a", None, "ftp://x.example/a: is no http address. Use an http or https address, or a file."),
        (
            "a.md",
            "Berlin",
            "a.md: 'Berlin' is no time zone. Write one such as \"America/Los_Angeles\".",
        ),
    ],
)
def test_a_wrong_place_or_zone_is_named(place: str, tz: str | None, line: str) -> None:
    with pytest.raises(CatalogueInvalid) as invalid:
        source_for(place, tz=tz)
    assert str(invalid.value) == line


def test_a_folder_is_its_readable_files_in_order(tmp_path: Path) -> None:
    for name in ("b.md", "a.HTML", "c.png", ".hidden.md", "sub/d.txt", ".git/e.md"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text("x")
    found = expand([tmp_path, "https://x.example/a", tmp_path / "b.md", tmp_path / "nowhere.md"])
    assert found == (
        str(tmp_path / "a.HTML"),
        str(tmp_path / "b.md"),
        str(tmp_path / "sub" / "d.txt"),
        "https://x.example/a",
        str(tmp_path / "nowhere.md"),
    )


def test_a_folder_with_nothing_to_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(CatalogueInvalid, match=r": holds no file to read\. Readable are "):
        expand([tmp_path])


def test_sources_are_read_from_toml(tmp_path: Path) -> None:
    (tmp_path / "guide.md").write_text("x")
    (tmp_path / "hallway.toml").write_text(
        """
        [[sources]]
        id = "guide"
        name = "The guide"
        path = "guide.md"
        tz = "America/Los_Angeles"
        conference = "Conf 2026"
        year = 2026

        [[sources]]
        url = "https://blog.example/feed.xml"
        kind = "feed"
        tier = 1
        first_party = true
        language = "en"
        """
    )
    guide, blog = sources_from_toml(tmp_path / "hallway.toml")
    assert guide == Source(
        id="guide",
        name="The guide",
        url=str(tmp_path / "guide.md"),
        tz_default="America/Los_Angeles",
        conference="Conf 2026",
        year=2026,
    )
    assert blog == Source(
        id=source_for("https://blog.example/feed.xml").id,
        name="blog.example",
        url="https://blog.example/feed.xml",
        kind="feed",
        publisher_family="blog.example",
        language="en",
        tier=1,
        first_party=True,
    )


def test_a_file_without_sources_is_fine(tmp_path: Path) -> None:
    (tmp_path / "hallway.toml").write_text("[other]\nx = 1\n")
    assert sources_from_toml(tmp_path / "hallway.toml") == ()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[[sources]]\nname = 'A'", "source 1 (A): needs either `url` or `path`. Give one of them."),
        (
            "[[sources]]\nurl='https://a.example'\npath='x'",
            "source 1 (https://a.example): needs either `url` or `path`. Give one of them.",
        ),
        (
            "[[sources]]\nurl='https://a.example'\n[[sources]]\nurl='x'",
            "source 2 (x): `url` is 'x'. Use an http or https address, or `path` for a file.",
        ),
        (
            "[[sources]]\nurl='https://a.example'\nlangauge='en'",
            "source 1 (https://a.example): `langauge` is no setting of a source. Did you mean `language`?",
        ),
        (
            "[[sources]]\nurl='https://a.example'\ntier='1'",
            "source 1 (https://a.example): `tier` is '1'. Write tier = 2.",
        ),
        (
            "[[sources]]\nurl='https://a.example'\ntier=9",
            "source 1 (https://a.example): `tier` is 9. Use one of: 1, 2, 3, 4.",
        ),
        (
            "[[sources]]\nurl='https://a.example'\nkind='rss'",
            "source 1 (https://a.example): `kind` is 'rss'. Use one of: feed, html, md, conference, manual.",
        ),
        (
            "[[sources]]\nurl='https://a.example'\ntz='PST'",
            "source 1 (https://a.example): https://a.example: 'PST' is no time zone. Write one such as \"America/Los_Angeles\".",
        ),
        (
            "[[sources]]\nurl='https://a.example'\nid=''",
            'source 1 (https://a.example): `id` is empty. Write id = "…", or leave it out.',
        ),
        ("sources = 3", "`sources` must be a list of tables. Write [[sources]] with two brackets."),
        (
            "[[sources]]\nid='a'\nurl='https://a.example'\n[[sources]]\nid='a'\nurl='https://b.example'",
            "two sources have the id 'a' (https://b.example). Change or drop one.",
        ),
    ],
)
def test_a_wrong_entry_is_named_in_one_line(tmp_path: Path, text: str, line: str) -> None:
    path = tmp_path / "hallway.toml"
    path.write_text(text)
    with pytest.raises(CatalogueInvalid) as invalid:
        sources_from_toml(path)
    assert str(invalid.value) == f"{path}: {line}"


def test_a_missing_or_broken_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CatalogueInvalid, match=r"nowhere\.toml: there is no such file\."):
        sources_from_toml(tmp_path / "nowhere.toml")
    (tmp_path / "broken.toml").write_text("[[sources]\n")
    with pytest.raises(
        CatalogueInvalid, match=r"broken\.toml: is not valid TOML \(.*line 1.*\)\. Correct that place\."
    ):
        sources_from_toml(tmp_path / "broken.toml")
