"""Questions for the companies, rooms or tracks themselves."""

import pytest

from bot.ask.grouped import as_question_for_talks


@pytest.mark.parametrize(
    ("question", "group", "talks"),
    [
        ("Which companies are presenting?", "organisation", "which talks?"),
        ("which companies target TPU", "organisation", "which talks target TPU"),
        ("What organisations are there on day 2?", "organisation", "which talks on day 2?"),
        ("哪些公司面向 TPU？", "organisation", "哪些演讲面向 TPU？"),
        ("有哪些房间？", "room", "哪些演讲？"),
        ("list the tracks", "track", "which talks"),
        ("Which room is the TPU talk in?", "", "Which room is the TPU talk in?"),
        ("Which talks have speakers from two companies?", "", "Which talks have speakers from two companies?"),
        ("Meta 公司有哪些演讲？", "", "Meta 公司有哪些演讲？"),
    ],
)
def test_what_is_asked_for_is_told_from_the_talks_it_is_asked_of(question: str, group: str, talks: str) -> None:
    assert as_question_for_talks(question) == (group, talks)
