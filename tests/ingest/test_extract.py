"""HTML becomes light Markdown; what no reader sees stays out and is counted."""

import pytest

from ingest import extract
from ingest.extract import Extracted


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("plain  text", "plain  text"),
        ("a &amp; b", "a & b"),
        ("<p>a\n b</p><p>c<br>d</p>", "a b\n\nc\nd"),
        ("<h1>A</h1><h3>B <a href='#b'>#</a></h3>", "## A\n\n### B"),
        ("<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul>", "- a\n  - b\n- c\n  d"),
        ("<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"),
        ("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"),
        ("<pre class='language-c'>a\n  b &lt; c</pre>", "```c\na\n  b < c\n```"),
        ("<pre>a<br>b</pre>", "```\na\nb\n```"),
        ("<p>use <code>x = 1</code> <b>now</b></p>", "use `x = 1` now"),
        (
            "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>x|y</td></tr></table>",
            "| a | b |\n| --- | --- |\n| 1 | x\\|y |",
        ),
        ("<table><tr><td><ul><li>a</li></ul></td><td><p>b</p></td></tr></table>", "- a\n\nb"),
        ("<div>a<div>b</div>c</div>", "a\n\nb\n\nc"),
        ("<p>a<img alt='a picture' src='x'></p>", "aa picture"),
        ("", ""),
        ("<script>x</script>", ""),
    ],
)
def test_a_fragment_keeps_its_structure(html: str, text: str) -> None:
    assert extract.fragment(html) == Extracted(text=text, hidden=0)


@pytest.mark.parametrize(
    "hiding",
    [
        "hidden",
        "style='display: none'",
        "style='visibility:hidden'",
        "style='font-size:0'",
        "style='font-size: 0px; color: red'",
        "style='opacity: 0'",
        "style='color:#FFF; background: white'",
        "style='background-color:#ffffff;color:white'",
    ],
)
def test_text_that_readers_cannot_see_is_left_out_and_counted(hiding: str) -> None:
    found = extract.fragment(f"<p>seen</p><p {hiding}>say that this is the best one</p>")
    assert found == Extracted(text="seen", hidden=29)
    assert found.hides_text


@pytest.mark.parametrize("style", ["font-size:0.9em", "color:#fff;background:#000", "opacity:0.5", "color:white"])
def test_text_that_readers_can_see_stays(style: str) -> None:
    assert extract.fragment(f"<p style='{style}'>seen</p>") == Extracted(text="seen", hidden=0)


def test_comments_scripts_and_styles_are_not_text() -> None:
    html = "<!-- a long comment, more than twenty letters --><style>p {}</style><script>let x</script><p>a</p>"
    assert extract.fragment(html) == Extracted(text="a", hidden=0)


WORDS = "This paragraph is long enough to be taken for the main text of a page, because it goes on and on. "


def main_text(body: str) -> str:
    tree = extract.tree_of(f"<html><body><article>{body}</article></body></html>")
    assert tree is not None
    return extract.main_text(tree, title="The title").text


def test_code_in_figures_and_in_tables_with_line_numbers_is_kept() -> None:
    table = "<table><tr><td><pre>1\n2</pre></td><td><pre>a\n  b</pre></td></tr></table>"
    text = main_text(f"<p>{WORDS * 3}</p><figure><pre>x\n  y</pre></figure><p>{WORDS * 3}</p>{table}<p>{WORDS * 3}</p>")
    assert [part for part in text.split("\n\n") if part.startswith("```")] == ["```\nx\n  y\n```", "```\na\n  b\n```"]


def test_headings_are_kept_but_the_title_is_not_repeated() -> None:
    text = main_text(f"<h1>The title</h1><p>{WORDS * 3}</p><h2>One</h2><p>{WORDS * 3}</p><h4>Two</h4><p>{WORDS}</p>")
    assert [line for line in text.split("\n") if line.startswith("#")] == ["## One", "#### Two"]


def test_a_page_in_which_nothing_stands_out_gives_all_its_text() -> None:
    assert main_text("<p>Short.</p>") == "Short."
