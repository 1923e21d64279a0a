"""A talk named by its place in the list shown last."""

import pytest

from bot.ask.position import with_title

TITLES = ("Alpha", "Beta", "Gamma")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("the second one", "“Beta”"),
        ("tell me more about number 3", "tell me more about “Gamma”"),
        ("Where is the last one?", "Where is “Gamma”?"),
        ("第二个在哪里？", "“Beta”在哪里？"),
        ("最后一个是谁讲的", "“Gamma”是谁讲的"),
        ("the 9th one", "“the 9th one”"),
        ("第一天有哪些演讲？", "第一天有哪些演讲？"),
        ("the first talk on TPU", "the first talk on TPU"),
        ("which one is sponsored?", "which one is sponsored?"),
    ],
)
def test_a_place_in_the_list_becomes_its_title(text: str, named: str) -> None:
    assert with_title(text, TITLES) == named
