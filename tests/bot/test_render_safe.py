import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.render import safe


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b[2J\x1b[1;1Hcleared", "cleared"),
        ("\x1b]0;new title\x07text", "text"),
        ("\x1b]8;;http://evil.example\x1b\\click\x1b]8;;\x1b\\", "click"),
        ("\x9b31mred", "red"),
        ("bell\x07 back\x08space", "bell backspace"),
        ("\u202egnp.exe", "gnp.exe"),
        ("a\u200bb\ufeffc", "abc"),
        ("lone \ud800 half", "lone \ufffd half"),
        ("two\r\nlines\tand  blanks", "two lines and blanks"),
        ("家人 \U0001f468\u200d\U0001f469\u200d\U0001f467", "家人 \U0001f468\u200d\U0001f469\u200d\U0001f467"),
    ],
)
def test_a_line_loses_what_could_steer_a_terminal_and_keeps_its_words(source: str, shown: str) -> None:
    assert safe.line(source) == shown


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("\x1b[]\\;m\x07\x9b\x9d\x08\r\n")), max_size=80))
def test_no_control_character_survives(text: str) -> None:
    left = {each for each in safe.block(text) if unicodedata.category(each) in ("Cc", "Cs")}
    assert left <= {"\n"}
    assert not any(unicodedata.category(each) in ("Cc", "Cs") for each in safe.line(text))


def test_an_unfinished_escape_string_takes_no_later_line_with_it() -> None:
    assert safe.block("\x1b]0;never closed\nsecond line") == "\nsecond line"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://pytorch.org/blog/a_(b)?x=1#y", "https://pytorch.org/blog/a_(b)?x=1#y"),
        ("https://example.org/中文", "https://example.org/%E4%B8%AD%E6%96%87"),
        ("https://example.org/a b\x1b[31m", "https://example.org/a%20b%1B[31m"),
        ("javascript:alert(1)", None),
        ("file:///etc/passwd", None),
        ("https://", None),
        ("http://[broken", None),
        ("", None),
        (None, None),
    ],
)
def test_only_web_addresses_are_shown_as_addresses(url: str | None, shown: str | None) -> None:
    assert safe.web_url(url) == shown
