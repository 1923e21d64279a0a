from datetime import time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.clock import Clock, find, find_all, is_garbled

SEPARATORS = ("-", "–", "—", "~", "～", "〜", " - ", " – ", "至", "到", " to ")
PROPERTY = settings(max_examples=60, deadline=None, derandomize=True)


def read(text):
    clock = find(text)
    return None if clock is None else (clock.start, clock.end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("下午12:20–12:30", time(12, 20), time(12, 30)),
        ("3:25–3:50 PM", time(15, 25), time(15, 50)),
        ("12:20–12:30 下午", time(12, 20), time(12, 30)),
        ("9:35–9:40 AM", time(9, 35), time(9, 40)),
        ("上午11:45–12:10", time(11, 45), time(12, 10)),
        ("11:45 AM–12:10 PM", time(11, 45), time(12, 10)),
        ("11:10–11:35 上午", time(11, 10), time(11, 35)),
        ("11:45 上午–12:10 下午", time(11, 45), time(12, 10)),
    ],
)
def test_the_eight_shapes_of_a_bilingual_guide_are_read(text, start, end):
    assert read(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("11:45–12:10 PM", time(11, 45), time(12, 10)),
        ("11:10–11:35 a.m.", time(11, 10), time(11, 35)),
        ("11:45 a.m.–12:10 p.m.", time(11, 45), time(12, 10)),
        ("09:40am-10am", time(9, 40), time(10)),
        ("9-10am", time(9), time(10)),
        ("09:30-10", time(9, 30), time(10)),
        ("10.30–11.00", time(10, 30), time(11)),
        ("10:40〜", time(10, 40), None),
        ("2pm", time(14), None),
        ("中午12:00–1:00", time(12), time(13)),
        ("晚上7点半到9点", time(19, 30), time(21)),
        ("凌晨1:00-2:00", time(1), time(2)),
        ("下午2点半–3点", time(14, 30), time(15)),
        ("12:00 AM", time(0), None),
        ("12:20-1:10", time(12, 20), time(13, 10)),
        ("时间：上午9:00–9:15", time(9), time(9, 15)),
        ("2026年10月20日 9:35–9:40 AM", time(9, 35), time(9, 40)),
        ("14:00 下午–15:30 下午", time(14), time(15, 30)),
    ],
)
def test_other_ways_of_writing_a_time_are_read(text, start, end):
    assert read(text) == (start, end)


@pytest.mark.parametrize(
    "text", ["October 20–21", "20–21", "25:70-26:00", "version 2.0-3.10", "2–5x faster", "1080p", "a 16:9 screen"]
)
def test_what_is_no_time_is_not_read_as_one(text):
    assert find(text) is None


def test_a_session_over_midnight_ends_on_the_next_day():
    clock = find("23:30–00:30")
    assert clock == Clock(start=time(23, 30), end=time(0, 30), char_start=0, char_end=11, over_midnight=True)
    assert clock.length == timedelta(hours=1)


def test_midnight_as_an_end_is_written_as_24_hours():
    assert find("22:00-24:00").length == timedelta(hours=2)


def test_a_bare_early_hour_is_taken_as_written_and_marked():
    assert (find("1:00–1:10").early, find("1:00–1:10 PM").early, find("9:15–9:25").early) == (True, False, False)


def test_all_times_of_a_line_are_found_in_order():
    assert [(one.start, one.end) for one in find_all("9:00–9:30 and again 14:00–14:30")] == [
        (time(9), time(9, 30)),
        (time(14), time(14, 30)),
    ]


@pytest.mark.parametrize("text", ["25:70–26:00, 210BF", "9:30–10:3", "9:30–99:30"])
def test_a_time_that_cannot_be_read_is_told_from_none(text):
    assert is_garbled(text)


@pytest.mark.parametrize("text", ["soon, 210BF", "9:30–10:30, 210BF", "9:30, 10:30", "a ratio of 3:1"])
def test_what_can_be_read_or_is_no_time_is_not_garbled(text):
    assert not is_garbled(text)


minutes = st.integers(min_value=7 * 60, max_value=23 * 60 + 30)
lengths = st.integers(min_value=1, max_value=11 * 60)


def twelve(total):
    return f"{(total // 60 - 1) % 12 + 1}:{total % 60:02d}"


def half(total, names):
    return names[0] if total < 12 * 60 else names[1]


@PROPERTY
@given(start=minutes, length=lengths, separator=st.sampled_from(SEPARATORS))
def test_24_hour_ranges_are_read_as_written(start, length, separator):
    end = min(start + length, 23 * 60 + 59)
    text = f"{start // 60:02d}:{start % 60:02d}{separator}{end // 60:02d}:{end % 60:02d}"
    assert read(f"Foo {text}, Hall") == (time(start // 60, start % 60), time(end // 60, end % 60))


@PROPERTY
@given(
    start=minutes,
    length=lengths,
    separator=st.sampled_from(SEPARATORS),
    marking=st.sampled_from(
        [
            (names, glue)
            for names in (("AM", "PM"), ("am", "pm"), ("a.m.", "p.m."), ("上午", "下午"))
            for glue in ("", " ")
        ]
    ),
    shape=st.sampled_from(["each", "leading each", "trailing", "leading"]),
)
def test_marked_ranges_are_read_back_as_rendered(start, length, separator, marking, shape):
    names, glue = marking
    end = min(start + length, 23 * 60 + 59)
    marks = half(start, names), half(end, names)
    if shape == "each":
        text = f"{twelve(start)}{glue}{marks[0]}{separator}{twelve(end)}{glue}{marks[1]}"
    elif shape == "leading each":
        text = f"{marks[0]}{glue}{twelve(start)}{separator}{marks[1]}{glue}{twelve(end)}"
    elif shape == "trailing" and (marks[0] == marks[1] or (end - start < 12 * 60 and twelve_later(start, end))):
        text = f"{twelve(start)}{separator}{twelve(end)}{glue}{marks[1]}"
    elif shape == "leading" and end - start < 12 * 60 and (marks[0] == marks[1] or twelve_later(start, end)):
        text = f"{marks[0]}{glue}{twelve(start)}{separator}{twelve(end)}"
    else:
        return
    assert read(text) == (time(start // 60, start % 60), time(end // 60, end % 60))


def twelve_later(start, end):
    """One mark is enough across noon only where the other reading would end before it starts."""
    return start % (12 * 60) > end % (12 * 60)


@PROPERTY
@given(text=st.text(alphabet="0123456789:： -–~上下午中晚APMapm.点半到", max_size=24))
def test_no_text_gives_an_end_before_its_start(text):
    for clock in find_all(text):
        assert clock.length is None or timedelta() <= clock.length <= timedelta(hours=24)
