from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.models.post import (
    Block,
    Bold,
    Bullets,
    Cite,
    Code,
    CodeSpan,
    Divider,
    Heading,
    Inline,
    Link,
    Para,
    Post,
    Quote,
    Table,
    Text,
    Time,
)
from bot.render import safe
from bot.render.to_markdown import post_markdown

SNIPPETS = st.sampled_from(
    ["*", "_", "`", "[x](http://evil.example)", "![p](http://evil.example/p.png)", "<img src=x>", "<b>", "# ", "- ", "1. ", "2) ",
     "> ", "=", "---", "&amp;", "&#35;", "\\", "|", "~~", "$x$", "https://evil.example", "www.evil.example", "a@b.example",
     "word", "编译", " ", "\n", "\n\n", "[1]: http://evil.example", "```", "    ", "+ ", "<http://evil.example>", "!"]
)  # fmt: skip
SOURCE = st.one_of(st.lists(SNIPPETS, max_size=12).map("".join), st.text(max_size=40))
PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def _post(*blocks: Block) -> Post:
    return Post(subject_id="an1", language="en", summary="", body=blocks)


def _kinds(markdown: str) -> set[str]:
    tokens = PARSER.parse(markdown)
    return {token.type for token in tokens} | {child.type for token in tokens for child in token.children or ()}


def _words(markdown: str) -> str:
    return "".join(
        child.content for token in PARSER.parse(markdown) for child in token.children or () if child.type == "text"
    )


@settings(deadline=None, derandomize=True, max_examples=60)
@given(SOURCE)
def test_a_reader_sees_exactly_the_words_of_the_source(text: str) -> None:
    markdown = post_markdown(_post(Para(inlines=(Text(text=text),))))
    assert _kinds(markdown) <= {"paragraph_open", "inline", "paragraph_close", "text"}
    assert _words(markdown) == safe.line(text).strip()


@settings(deadline=None, derandomize=True, max_examples=60)
@given(SOURCE)
def test_source_text_brings_no_link_image_or_markup_in_any_place(text: str) -> None:
    markdown = post_markdown(
        _post(
            Heading(text=text),
            Bullets(entries=((Bold(text=text), Text(text=text), Cite(n=1)),), first=1),
            Quote(text=text, language="en", cite=1),
            Table(header=(text,), rows=(((Text(text=text), CodeSpan(text=text)),),)),
            Para(inlines=(Link(text=text, url="https://example.org/a"), CodeSpan(text=text))),
        )
    )
    hrefs = {
        child.attrGet("href")
        for token in PARSER.parse(markdown)
        for child in token.children or ()
        if child.type == "link_open"
    }
    assert hrefs <= {"https://example.org/a"}
    assert not _kinds(markdown) & {"image", "html_inline", "html_block"}


@pytest.mark.parametrize("bare", ["https://evil.example", "HTTP://evil.example", "www.evil.example", "a@b.example"])
def test_a_bare_address_of_a_source_is_no_autolink(bare: str) -> None:
    markdown = post_markdown(_post(Para(inlines=(Text(text=bare),))))
    assert bare not in markdown
    assert _words(markdown) == bare


@pytest.mark.parametrize(
    ("inlines", "markdown"),
    [
        ((Bold(text="（重点）："), Text(text="内容")), "**（重点**）：内容\n"),
        ((Text(text="见"), Bold(text="（重点）"), Text(text=" 内容")), "见（**重点）** 内容\n"),
        ((Text(text="see "), Link(text="docs", url="https://example.org/a_(b)")), "see [docs](https://example.org/a_%28b%29)\n"),
        ((Link(text="https://example.org", url="https://example.org"), Cite(n=3)), "<https://example.org>\\[3\\]\n"),
        ((Link(text="bad", url="javascript:alert(1)"),), "bad\n"),
        ((CodeSpan(text="a`b"),), "``a`b``\n"),
        ((Text(text="1"), Text(text=". no list")), "1\\. no list\n"),
    ],
)  # fmt: skip
def test_inlines_are_written_as_commonmark(inlines: tuple[Inline, ...], markdown: str) -> None:
    assert post_markdown(_post(Para(inlines=inlines))) == markdown


@settings(deadline=None, derandomize=True, max_examples=60)
@given(*[st.text(alphabet="ab编（）。,*_ -", max_size=6)] * 3)
def test_bold_words_beside_others_show_no_asterisk_of_ours(before: str, bold: str, after: str) -> None:
    markdown = post_markdown(_post(Para(inlines=(Text(text=before), Bold(text=bold), Text(text=after)))))
    assert _words(markdown).split() == (before + bold + after).split()


def test_code_with_a_fence_inside_gets_a_longer_fence() -> None:
    code = Code(text="```\nx\n```", language="py\nthon!")
    assert post_markdown(_post(code)) == "````python\n```\nx\n```\n````\n"


def test_a_bar_in_a_cell_does_not_end_the_cell() -> None:
    table = Table(header=("a|b",), rows=(((CodeSpan(text="x|y"),),),))
    assert post_markdown(_post(table)) == "| a\\|b |\n| --- |\n| `x\\|y` |\n"


def test_the_tail_can_be_left_out() -> None:
    post = replace(_post(Heading(text="a")), tail=(Quote(text="b", language="en", cite=1),))
    assert post_markdown(post) == "### a\n\n> b\n"
    assert post_markdown(post, tail=False) == "### a\n"


def test_a_rule_and_an_instant_have_their_markdown() -> None:
    time = Time(instant=datetime(2026, 10, 20, 16, 35, tzinfo=UTC), zone="America/Los_Angeles")
    assert post_markdown(_post(Para(inlines=(time,)), Divider())) == "2026-10-20 09:35 (America/Los\\_Angeles)\n\n---\n"


def test_nothing_bold_is_nothing() -> None:
    assert (
        post_markdown(_post(Para(inlines=(Bold(text=""), Text(text="a"), Bold(text="…"), CodeSpan(text=""))))) == "a…\n"
    )
