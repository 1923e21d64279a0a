import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.render.wrap import Span, columns, wrap

WORDS = st.sampled_from(
    [
        "TPU",
        "编译器",
        "。",
        "，",
        "（",
        "）",
        "a",
        "torch.compile",
        " ",
        "  ",
        "é",
        "e\u0301",
        "🚀",
        "·",
        "第二天下午",
        "—",
    ]
)


def _text(lines: list[tuple[Span, ...]]) -> list[str]:
    return ["".join(span.text for span in line) for line in lines]


@pytest.mark.parametrize(("text", "wide"), [("TPU", 3), ("编译", 4), ("e\u0301", 1), ("🚀", 2), ("ＴＰＵ", 6), ("", 0)])
def test_columns_are_those_of_a_terminal(text: str, wide: int) -> None:
    assert columns(text) == wide


def test_han_lines_break_between_letters_and_closing_marks_stay() -> None:
    assert _text(wrap([Span("面向张量处。是的")], 10)) == ["面向张量", "处。是的"]


def test_an_opening_mark_goes_to_the_next_line_with_its_word() -> None:
    assert _text(wrap([Span("演讲者（谷歌云）")], 8)) == ["演讲者", "（谷歌", "云）"]


def test_latin_words_are_not_cut_inside_han_text() -> None:
    assert _text(wrap([Span("用torch.compile加速")], 14)) == ["用", "torch.compile", "加速"]


def test_an_address_is_never_cut() -> None:
    url = "https://example.org/a/very/long/path/that/does/not/fit"
    assert _text(wrap([Span(f"see {url} now")], 20)) == ["see", url, "now"]


def test_a_word_longer_than_the_line_is_cut() -> None:
    assert _text(wrap([Span("a" * 25)], 10)) == ["a" * 10, "a" * 10, "a" * 5]


def test_prefixes_count_and_hang() -> None:
    assert _text(wrap([Span("one two three")], 9, first="  • ", rest="    ")) == ["  • one", "    two", "    three"]


def test_styles_survive_wrapping() -> None:
    assert wrap([Span("bold", "bold"), Span(" plain")], 80) == [(Span("bold", "bold"), Span(" plain"))]


def test_nothing_is_one_empty_line() -> None:
    assert wrap([], 10, first="> ") == [(Span("> "),)]


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.lists(WORDS, max_size=40).map("".join), st.integers(min_value=14, max_value=60))
def test_lines_keep_to_the_width_and_hold_every_character(text: str, width: int) -> None:
    lines = _text(wrap([Span(text)], width))
    assert all(columns(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
