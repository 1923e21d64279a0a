"""Markdown of any flavour becomes light Markdown without losing code or headings."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest import markdown


def text_of(body: str, base_url: str | None = None) -> str:
    return markdown.read(body, base_url=base_url, html=lambda block: (f"<{len(block)}>", 0)).text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("Title\n=====\n\n## Two ##\n", "# Title\n\n## Two"),
        ("a **b** *c* ~~d~~ `e` f", "a b c d `e` f"),
        ("    int x;\n", "```\nint x;\n```"),
        ("~~~c\nx\n~~~", "```c\nx\n```"),
        ("````md\n```\nx\n```\n````", "````md\n```\nx\n```\n````"),
        ("1. a\n2. b\n   - c\n\n     d", "1. a\n2. b\n   - c\n     d"),
        ("3) a\n4) b", "3. a\n4. b"),
        ("> a\n> b\n>\n> - c", "> a\n> b\n>\n> - c"),
        ("| a | b |\n|:--|--:|\n| `x` | **y** |", "| a | b |\n| --- | --- |\n| `x` | y |"),
        ("<https://x.example/a>", "https://x.example/a"),
        ('[a](https://x.example/a "t") [b](#b) [c](c.md) ![d](d.png)', "[a](https://x.example/a) b c d"),
        ("a<br>b<sup>2</sup>", "a\nb2"),
        ("$$\nx = {{y}}\n$$", "$$\nx = {{y}}\n$$"),
        ("so $a_i*b_i*c$ and $5 or $6", "so $a_i*b_i*c$ and $5 or $6"),
        ("a\n{: .note}\n\n{% raw %}b{% endraw %} {{ site.url }}c", "a\n\nb c"),
        ('{{< figure src="a.png" >}}\n\nb', "b"),
        ("use `{{ x }}` here", "use `{{ x }}` here"),
        ("{% highlight c %}\n# x\n{% endhighlight %}\n\n# y", "```c\n# x\n```\n\n# y"),
        ("---\n\na\n\n***\n\nb", "a\n\nb"),
        ("[a]: https://x.example/a\n\n[b][a]", "[b](https://x.example/a)"),
    ],
)
def test_each_shape_is_written_in_one_way(body: str, text: str) -> None:
    assert text_of(body) == text


def test_links_become_absolute_with_the_address_of_the_page() -> None:
    assert text_of("[a](../b) [c](/d)", "https://x.example/p/q") == "[a](https://x.example/b) [c](https://x.example/d)"


def test_headings_have_their_level_and_no_comment_in_code_is_one() -> None:
    body = "# A `b`\n\n```sh\n# no\n```\n\nC\n-\n"
    headings = markdown.read(body, base_url=None, html=lambda _: ("", 0)).headings
    assert headings == (
        markdown.Heading(level=1, text="A b", line=0),
        markdown.Heading(level=2, text="C", line=6),
    )


CODE_LINES = st.lists(st.text(alphabet="ab #{}%$*_<>[]()|-:`\\\t中", max_size=20), min_size=1, max_size=6)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(lines=CODE_LINES)
def test_code_in_a_fence_is_kept_to_the_character(lines: list[str]) -> None:
    code = "\n".join(["first", *lines, "last"])
    # Markdown itself ends a fence at a longer one, so ours is longer than any inside.
    fence = "`" * 30
    assert f"\n{code}\n" in text_of(f"before\n\n{fence}\n{code}\n{fence}\n\nafter")
