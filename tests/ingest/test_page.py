"""Pages become articles: titles, dates, text."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from ingest.errors import InputRefused
from ingest.parsed import Draft, Page, ParseWarning
from ingest.sources import page
from ingest.urls import canonical_url
from vectorstore.models.documents import Article, Source

ARTICLES = Path(__file__).resolve().parents[1] / "data" / "articles"


def a_page(body: str | bytes, place: str = "notes/post.md", *, url: str | None = None, tz: str | None = None) -> Page:
    return Page(
        source=Source(id="src", name="src", url=url or f"/data/{place}", tz_default=tz),
        place=place,
        url=url,
        body=body.encode() if isinstance(body, str) else body,
        read_at=datetime(2026, 9, 5, tzinfo=UTC),
    )


def draft_of(body: str | bytes, place: str = "notes/post.md", *, url: str | None = None) -> Draft:
    return page.parse(a_page(body, place, url=url)).drafts[0]


def article_of(body: str | bytes, place: str = "notes/post.md", *, url: str | None = None) -> Article:
    document = draft_of(body, place, url=url).document
    assert isinstance(document, Article)
    return document


def test_a_chinese_markdown_post_keeps_what_its_author_wrote() -> None:
    parsed = page.parse(a_page((ARTICLES / "kernels.zh.md").read_bytes(), "posts/kernels.zh.md"))
    assert parsed.kind == "page"
    assert parsed.warnings == ()
    assert parsed.drafts[0].document == Article(
        source_id="src",
        stable_id="/data/posts/kernels.zh.md",
        stable_id_kind="path",
        title="在两种加速卡上写同一个算子：小记",
        title_source="front_matter",
        language="zh",
        authors=("林一", "周二"),
        translated_from="https://blog.example.org/two-chips/",
        published_at=datetime(2026, 3, 4, 1, 30, tzinfo=UTC),
        published_day=date(2026, 3, 4),
        published_raw="2026-3-04 09:30:00 +0800",
        date_confidence="exact",
        tags=("算子", "编译器"),
    )
    assert parsed.drafts[0].text == (
        "# 在两种加速卡上写同一个算子：小记\n"
        "\n"
        "> 来源：https://blog.example.org/two-chips/ ，由社区翻译。\n"
        "\n"
        "这里先说结论，细节见上一篇与[项目主页](https://example.org/project)。\n"
        "\n"
        "## 准备\n"
        "\n"
        "```python\n"
        "# 这不是标题\n"
        "def add(a, b):\n"
        "    return a + b  # {{ 保留 }}\n"
        "```\n"
        "\n"
        "| 芯片 | 时间 |\n"
        "| --- | --- |\n"
        "| 甲 | 3 ms |\n"
        "| 乙 | 2 ms |\n"
        "\n"
        "- 第一点，公式 $a_i * b_i$ 不变\n"
        "- 第二点\n"
        "  1. 其一\n"
        "  2. 其二\n"
        "\n"
        "## 第二节\n"
        "\n"
        "结构图 完。\n"
    )


def test_relative_links_become_absolute_where_the_address_is_known() -> None:
    body = (ARTICLES / "release.toml.md").read_bytes()
    draft = page.parse(a_page(body, url="https://example.org/blog/fusion")).drafts[0]
    assert draft.document == Article(
        source_id="src",
        stable_id="https://example.org/blog/fusion",
        stable_id_kind="url",
        canonical_url="https://example.org/blog/fusion",
        title="Loop fusion lands",
        title_source="front_matter",
        language="en",
        authors=("Ana Poe", "Bo Lee"),
        published_day=date(2026, 5, 6),
        published_raw="2026-05-06",
        date_confidence="date_only",
    )
    assert draft.text == (
        "# Loop fusion lands\n\nTwo loops became one. See [the notes](https://example.org/notes/7).\n"
    )


def test_a_web_page_gives_its_main_text_and_nothing_around_it() -> None:
    parsed = page.parse(a_page((ARTICLES / "post.html").read_bytes(), "post.html"))
    assert parsed.warnings == (
        ParseWarning(code="hidden_text", place="post.html", detail="text that readers cannot see was left out"),
    )
    assert parsed.drafts[0].document == Article(
        source_id="src",
        stable_id="https://blog.example.org/2026/tiling",
        stable_id_kind="url",
        canonical_url="https://blog.example.org/2026/tiling",
        title="Tiling by hand",
        title_source="page",
        language="en",
        authors=("Ana Poe",),
        published_at=datetime(2026, 4, 2, 6, 30, tzinfo=UTC),
        published_day=date(2026, 4, 1),
        published_raw="2026-04-01T23:30:00-07:00",
        date_confidence="exact",
        flags=("hidden_text",),
    )
    lines = parsed.drafts[0].text.split("\n")
    assert [line for line in lines if line.startswith(("#", "-", "|"))] == [
        "# Tiling by hand",
        "## Why tile",
        "- fewer loads from memory",
        "- more work between loads",
        "### Numbers",
        "| size | time |",
        "| --- | --- |",
        "| 512 | 3 ms |",
        "| 1024 | 20 ms |",
    ]
    assert (
        "```c\nfor (int i = 0; i < n; i += 8)\n  for (int j = 0; j < n; j += 8)\n    tile(i, j);  // # no heading\n```"
        in parsed.drafts[0].text
    )
    for unwanted in ("Menu", "About us", "rights reserved", "praise this vendor", "secret", "¶"):
        assert unwanted not in parsed.drafts[0].text


@pytest.mark.parametrize(
    ("body", "place", "title", "source"),
    [
        ("# One\n\ntext", "a.md", "One", "heading"),
        ("# 前言\n\na\n\n# 方法\n\nb", "notes/图编译小记.md", "图编译小记", "path"),
        ("# 0x0. Start\n\na\n\n# 0x1. Go\n\nb", "paper.md", "paper", "path"),
        ("# Real title\n\na\n\n# More\n\nb", "a.md", "Real title", "heading"),
        ('<h3 align="center">\nThe Plugin\n</h3>\n\ntext', "README.md", "The Plugin", "heading"),
        ("## Only a section\n\ntext", "memory/README.md", "memory", "path"),
        ("text", "2026-01-02-a_long-file_name.md", "a long file name", "path"),
        ("text", "repo__Lecture 3 on tiles.md", "Lecture 3 on tiles", "path"),
        ("---\ntitle: Time: a study\n---\n\ntext", "a.md", "Time: a study", "front_matter"),
        ("---\nblog_title: 'Two words.'\n---\n\n# Two words\n\ntext", "a.md", "Two words", "front_matter"),
        ("```sh\n# a comment\n```\n\ntext", "shell.md", "shell", "path"),
    ],
)
def test_a_title_comes_from_the_best_place_there_is(body: str, place: str, title: str, source: str) -> None:
    article = article_of(body, place)
    assert (article.title, article.title_source) == (title, source)


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("<title>Fast loops - A Blog</title></head><body><h1>A Blog</h1><h1>Fast loops</h1>", "Fast loops"),
        ("<title>Fast loops | A Blog</title></head><body>", "Fast loops"),
        ("<title>\n Fast\n loops \n</title></head><body><h1>Other</h1>", "Fast loops"),
        ("</head><body><h1>Fast loops</h1>", "Fast loops"),
    ],
)
def test_a_pages_title_is_the_heading_that_its_title_element_holds(head: str, title: str) -> None:
    body = f"<!doctype html><html><head>{head}<p>{'Words of the text. ' * 20}</p></body></html>"
    assert article_of(body, "x.html").title == title


@pytest.mark.parametrize(
    ("body", "place", "day"),
    [
        ("---\ndate: 2026-02-03\n---\ntext", "2026-01-05-x.md", date(2026, 2, 3)),
        ("text", "_posts/2026-01-05-x.md", date(2026, 1, 5)),
        ("---\ndate: soon\n---\ntext", "2026/01/05/x.md", date(2026, 1, 5)),
        ("---\ndate: 1970-01-01\n---\ntext", "x.md", None),
        ("---\ndate: 2026-12-01\n---\ntext", "x.md", None),
        ("Written on 2026-01-05 in a hurry.", "x.md", None),
        ("text", "v2026.1.5/x.md", None),
    ],
)
def test_a_date_comes_from_the_front_matter_then_the_path_and_is_never_made_up(
    body: str, place: str, day: date | None
) -> None:
    assert article_of(body, place).published_day == day


@pytest.mark.parametrize(
    ("head", "url", "address"),
    [
        ('<meta property="og:url" content="https://x.example">', None, None),
        ('<link rel="canonical" href="https://x.example/">', None, None),
        ('<link rel="canonical" href="https://x.example/">', "https://x.example/a", "https://x.example/a"),
        ('<link rel="canonical" href="/b/">', "https://x.example/a", "https://x.example/b"),
        ('<meta property="og:url" content="https://x.example/?p=7">', None, "https://x.example/?p=7"),
    ],
)
def test_a_canonical_address_counts_unless_it_is_only_the_front_page(
    head: str, url: str | None, address: str | None
) -> None:
    body = f"<!doctype html><html><head>{head}</head><body><h1>A</h1><p>{'Words of the text. ' * 20}</p></body></html>"
    assert article_of(body, "x.html", url=url).canonical_url == (canonical_url(address) if address else None)


def test_a_visible_date_line_beside_the_title_is_read() -> None:
    body = (
        "<!doctype html><html><head><title>Loops</title></head><body><h1>Loops</h1><p>Published on August 7, 2026</p>"
        f"<p>{'Words of the text. ' * 20}</p><p>June 1, 2020</p></body></html>"
    )
    article = article_of(body, "x.html")
    assert (article.published_day, article.published_raw) == (date(2026, 8, 7), "August 7, 2026")


def test_code_does_not_make_a_chinese_post_english() -> None:
    code = "\n".join(f"result_{number} = compute(value_{number})" for number in range(60))
    assert article_of(f"# 标题\n\n这里是正文，很短。\n\n```\n{code}\n```", "x.md").language == "zh"


def test_template_code_blocks_become_fences() -> None:
    text = draft_of("# T\n\na\n{% highlight c %}\nint x; // {{ y }}\n{% endhighlight %}\nb\n").text
    assert text == "# T\n\na\n\n```c\nint x; // {{ y }}\n```\n\nb\n"


def test_invisible_characters_never_reach_the_text() -> None:
    assert draft_of("# T\u200bitle\n\nso\u202eme te\u0301xt\r\nmore\n").text == "# Title\n\nsome téxt\nmore\n"


def test_a_long_text_is_cut_at_a_sentence_and_says_so() -> None:
    parsed = page.parse(a_page("# T\n\n" + "A sentence of words. " * 12_000))
    article = parsed.drafts[0].document
    assert isinstance(article, Article)
    assert article.flags == ("truncated",)
    assert len(parsed.drafts[0].text) <= page.MAX_TEXT + len("# T\n\n\n")
    assert parsed.drafts[0].text.endswith("words.\n")


@pytest.mark.parametrize(
    ("body", "place", "line"),
    [
        (b"", "a.md", "a.md: is empty. Check that this is the file you meant."),
        (b" \n\t\n", "a.md", "a.md: is empty. Check that this is the file you meant."),
        (
            b"%PDF-1.7",
            "a.pdf",
            "a.pdf: is a PDF, not text. Save it as text, Markdown or HTML and collect that.",
        ),
        (
            b"one\x00two",
            "a.md",
            "a.md: is not text in any known encoding. Save it as UTF-8 and collect it again.",
        ),
        (
            "标题".encode()[:-1],
            "a.md",
            "a.md: ends in the middle of a character; the file is cut off. Download it again.",
        ),
        (
            b"<html><body><p>half a pa",
            "a.html",
            "a.html: has no </html>; the page is cut off. Save it again from a browser.",
        ),
        (
            b"<html><body><script>draw()</script></body></html>",
            "a.html",
            "a.html: holds no text. If it is filled in by scripts, save it from a browser.",
        ),
    ],
)
def test_what_is_no_whole_text_is_refused_in_one_line(body: bytes, place: str, line: str) -> None:
    with pytest.raises(InputRefused) as refused:
        page.parse(a_page(body, place))
    assert str(refused.value) == line
