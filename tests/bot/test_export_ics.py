from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from icalendar import Calendar

from bot.export.as_ics import calendar, fold
from bot.models.answer import SessionRow
from bot.render import safe

STAMP = datetime(2026, 10, 1, 8, 0, tzinfo=UTC)
ROW = SessionRow(
    document_id="do1",
    passage_id="pa1",
    title="Helion on TPU; fast, small",
    day=date(2026, 10, 20),
    start=datetime(2026, 10, 20, 10, 25),  # noqa: DTZ001 - the venue's wall clock
    end=datetime(2026, 10, 20, 10, 50),  # noqa: DTZ001
    zone="America/Los_Angeles",
    room="大宴会厅",
    track="Kernels",
    speakers=(("Ann Lee", "Google"), ("Bo Chen", None)),
    organisations=("Google",),
    sponsored=False,
    keynote=False,
    status="scheduled",
    url="https://example.org/s",
    abstract="Line one.\nLine two.",
)


def _event(row: SessionRow) -> Any:
    (event,) = Calendar.from_ical(calendar([row], stamp=STAMP)[0]).walk("VEVENT")
    return event


def test_a_session_with_a_zone_is_written_in_utc() -> None:
    event = _event(ROW)
    assert {name: str(event[name]) for name in ("UID", "SUMMARY", "LOCATION", "DESCRIPTION", "URL", "STATUS")} == {
        "UID": "do1@hallway",
        "SUMMARY": "Helion on TPU; fast, small",
        "LOCATION": "大宴会厅",
        "DESCRIPTION": "Ann Lee (Google), Bo Chen\n\nLine one.\nLine two.",
        "URL": "https://example.org/s",
        "STATUS": "CONFIRMED",
    }
    assert event["DTSTAMP"].dt == STAMP
    assert event["DTSTART"].dt == datetime(2026, 10, 20, 17, 25, tzinfo=UTC)
    assert event["DTEND"].dt == datetime(2026, 10, 20, 17, 50, tzinfo=UTC)


def test_without_a_zone_the_time_floats() -> None:
    text, _ = calendar([replace(ROW, zone=None)], stamp=STAMP)
    assert "DTSTART:20261020T102500\r\nDTEND:20261020T105000\r\n" in text


def test_a_zone_nobody_knows_leaves_the_time_floating() -> None:
    assert "DTSTART:20261020T102500\r\n" in calendar([replace(ROW, zone="Mars/Base")], stamp=STAMP)[0]


def test_an_unknown_end_is_not_invented() -> None:
    assert "DTEND" not in _event(replace(ROW, end=None))


def test_a_session_whose_day_alone_is_known_fills_the_day() -> None:
    event = _event(replace(ROW, start=None, end=None))
    assert (event["DTSTART"].dt, event["DTEND"].dt) == (date(2026, 10, 20), date(2026, 10, 21))


def test_a_session_without_a_day_is_left_out_and_counted() -> None:
    text, left_out = calendar([replace(ROW, start=None, end=None, day=None)], stamp=STAMP)
    assert (len(Calendar.from_ical(text).walk("VEVENT")), left_out) == (0, 1)


def test_a_cancelled_session_says_so() -> None:
    assert _event(replace(ROW, status="cancelled"))["STATUS"] == "CANCELLED"


def test_the_uid_does_not_depend_on_what_may_change() -> None:
    moved = replace(ROW, start=None, end=None, title="new", room="LL20", status="moved")
    assert _event(moved)["UID"] == _event(ROW)["UID"]


def test_source_text_cannot_add_lines_to_the_calendar() -> None:
    hostile = "x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:fake"
    row = replace(ROW, title=hostile, room=hostile, track=hostile, abstract=hostile, url="https://e.org/\r\nX-EVIL:1")
    (event,) = Calendar.from_ical(calendar([row], stamp=STAMP)[0]).walk("VEVENT")
    assert str(event["SUMMARY"]) == "x\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:fake"
    assert "X-EVIL" not in event


def test_a_long_line_is_folded_between_characters_at_75_octets() -> None:
    assert fold("SUMMARY:" + "编" * 30) == "SUMMARY:" + "编" * 22 + "\r\n " + "编" * 8


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.text(max_size=120), st.text(max_size=300))
def test_another_reader_gets_the_same_words_from_lines_of_75_octets(title: str, abstract: str) -> None:
    text, _ = calendar([replace(ROW, title=title, abstract=abstract, speakers=())], stamp=STAMP)
    assert all(len(line) <= 75 for line in text.encode().split(b"\r\n"))
    (event,) = Calendar.from_ical(text).walk("VEVENT")
    assert str(event["SUMMARY"]) == safe.block(title)
    assert str(event.get("DESCRIPTION", "")) == safe.block(abstract)
