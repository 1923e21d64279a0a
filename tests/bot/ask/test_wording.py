import re
from datetime import date

import pytest

from bot.ask.wording import TEXTS, counted, day_words, join, people_words, say
from vectorstore.models.documents import Speaker

SLOT = re.compile(r"\{(\w+)\}")


def test_both_languages_have_the_same_phrases():
    assert set(TEXTS["en"]) == set(TEXTS["zh"])


def test_a_phrase_has_the_same_slots_in_both_languages():
    differing = {
        key for key in TEXTS["en"] if set(SLOT.findall(TEXTS["en"][key])) != set(SLOT.findall(TEXTS["zh"][key]))
    }
    assert differing == set()


def test_an_unknown_phrase_and_a_missing_slot_are_errors():
    with pytest.raises(KeyError):
        say("en", "no.such.phrase")
    with pytest.raises(KeyError):
        say("en", "list.some", matched="8")


def test_the_noun_follows_its_number():
    assert [counted("en", "session", n) for n in (0, 1, 2)] == ["0 sessions", "1 session", "2 sessions"]
    assert counted("zh", "article", 1) == "1 篇文章"


@pytest.mark.parametrize(
    ("words", "joined"), [((), ""), (("a",), "a"), (("a", "b"), "a and b"), (("a", "b", "c"), "a, b and c")]
)
def test_words_are_strung_together(words, joined):
    assert join("en", words) == joined


def test_days_carry_their_weekday():
    assert day_words("en", date(2026, 10, 20)) == "Tue 20 Oct"
    assert day_words("zh", date(2026, 10, 20)) == "10月20日（周二）"


def test_neighbours_of_one_organisation_share_it():
    people = [
        Speaker(name="Colin", organisation="Meta"),
        Speaker(name="Angela", organisation="Meta"),
        Speaker(name="Qi", organisation="Google"),
        Speaker(name="Guest"),
    ]
    assert people_words("en", people) == "Colin, Angela (Meta), Qi (Google), Guest"
    assert people_words("zh", people) == "Colin、Angela（Meta）、Qi（Google）、Guest"
