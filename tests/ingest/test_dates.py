"""Date texts become instants, days, or nothing; never now."""

import json
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.dates import MISSING, FoundDate, day_in_path, parse_date

NOW = datetime(2026, 9, 5, tzinfo=UTC)


def exact(*parts: int, day: date) -> FoundDate:
    return FoundDate(instant=datetime(*parts, tzinfo=UTC), day=day, confidence="exact")


@pytest.mark.parametrize(
    ("text", "zone", "found"),
    [
        ("2026-09-04T08:00:00+08:00", None, exact(2026, 9, 4, day=date(2026, 9, 4))),
        ("2026-09-04T23:30:00-07:00", None, exact(2026, 9, 5, 6, 30, day=date(2026, 9, 4))),
        ("Fri, 4 Sep 2026 08:00 GMT", None, exact(2026, 9, 4, 8, day=date(2026, 9, 4))),
        ("Fri, 04 Sep 2026 08:00:00 UTC+08:00", None, exact(2026, 9, 4, day=date(2026, 9, 4))),
        ("Fri, 04 Sep 2026 02:00:00 MEST", "Europe/Berlin", exact(2026, 9, 4, day=date(2026, 9, 4))),
        ("Fri, 04 Sep 2026 08:00:00 CST", "America/Chicago", exact(2026, 9, 4, 14, day=date(2026, 9, 4))),
        (
            "Fri, 04 Sep 2026 08:00:00 JST",
            "Asia/Shanghai",
            FoundDate(day=date(2026, 9, 4), confidence="date_only"),
        ),
        (
            "2026年9月4日 中午12:30",
            "Asia/Shanghai",
            FoundDate(instant=datetime(2026, 9, 4, 4, 30, tzinfo=UTC), day=date(2026, 9, 4), confidence="assumed_zone"),
        ),
        (
            "September 4, 2026 at 3:07 PM",
            "Asia/Shanghai",
            FoundDate(instant=datetime(2026, 9, 4, 7, 7, tzinfo=UTC), day=date(2026, 9, 4), confidence="assumed_zone"),
        ),
        ("2026年9月4日 星期五", None, FoundDate(day=date(2026, 9, 4), confidence="date_only")),
        ("4. September 2026", None, FoundDate(day=date(2026, 9, 4), confidence="date_only")),
        ("04 Sep 26", None, FoundDate(day=date(2026, 9, 4), confidence="date_only")),
        ("2016/6/29", None, FoundDate(day=date(2016, 6, 29), confidence="date_only")),
        ("01/02/2026", None, MISSING),
        ("3 小时前", None, MISSING),
        ("yesterday", None, MISSING),
        ("2026", None, MISSING),
        ("September 2026", None, MISSING),
        ("2026-02-30", None, MISSING),
        ("1970-01-01", None, MISSING),
        ("Thu, 01 Jan 1970 00:00:00 +0000", None, MISSING),
        ("2026-09-08", None, MISSING),
        ("0", None, MISSING),
        ("May the 4th be with you 2026", None, MISSING),
    ],
)
def test_a_date_is_read_as_written_or_not_at_all(text: str, zone: str | None, found: FoundDate) -> None:
    assert parse_date(text, source_zone=zone, now=NOW) == found


def test_without_a_clock_nothing_is_too_late() -> None:
    assert parse_date("2030-01-01", source_zone=None, now=None).day == date(2030, 1, 1)


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("2026/09/04/post.html", date(2026, 9, 4)),
        ("posts/2026-9-4-post.md", date(2026, 9, 4)),
        ("https://a.example/2026_09_04/x", date(2026, 9, 4)),
        ("2026/09/post", None),
        ("2026-13-40-post", None),
        ("120260-09-04", None),
        ("2026/09-04", None),
    ],
)
def test_a_day_is_found_in_a_path(path: str, day: date | None) -> None:
    assert day_in_path(path) == day


INSTANTS = st.datetimes(min_value=datetime(2001, 1, 1), max_value=datetime(2026, 9, 1)).map(  # noqa: DTZ001
    lambda value: value.replace(microsecond=0)
)
OFFSETS = st.integers(min_value=-12 * 60, max_value=14 * 60)
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
SHAPES = (
    "{t:%Y-%m-%dT%H:%M:%S}{o}",
    "{t:%Y-%m-%d %H:%M:%S} {o}",
    "{t:%Y/%m/%d %H:%M:%S} {o}",
    "{t.day} {m} {t.year} {t:%H:%M:%S} {o}",
    "Xyz, {t.day:02} {m} {t.year} {t:%H:%M:%S} {o}",
    "{m} {t.day}, {t.year} {t:%H:%M:%S} {o}",
    "{t.year}年{t.month}月{t.day}日 {t:%H:%M:%S} {o}",
)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(wall=INSTANTS, minutes=OFFSETS, shape=st.sampled_from(SHAPES), colon=st.booleans())
def test_a_written_instant_is_read_back(wall: datetime, minutes: int, shape: str, colon: bool) -> None:
    sign, size = ("-" if minutes < 0 else "+"), abs(minutes)
    offset = f"{sign}{size // 60:02}{':' if colon else ''}{size % 60:02}"
    text = shape.format(t=wall, o=offset, m=MONTHS[wall.month - 1])
    instant = wall.replace(tzinfo=timezone(timedelta(minutes=minutes))).astimezone(UTC)
    assert parse_date(text, source_zone=None, now=NOW) == FoundDate(
        instant=instant, day=wall.date(), confidence="exact"
    )


@settings(deadline=None, derandomize=True, max_examples=60)
@given(text=st.text(alphabet="0123456789-/:. TZ年月日上下午AMpmSepMay+,", max_size=30))
def test_no_text_breaks_the_reader_or_gives_a_future(text: str) -> None:
    found = parse_date(text, source_zone="Asia/Shanghai", now=NOW)
    assert found.instant is None or found.instant <= NOW + timedelta(days=2)
    assert (found.confidence == "missing") == (found.day is None)


@pytest.mark.shared
def test_every_date_text_of_the_shared_table_is_right(shared: Path) -> None:
    table = json.loads((shared / "gold" / "date_strings.json").read_text())["strings"]
    wrong = []
    for row in table:
        found = parse_date(row["text"], source_zone=row["source_zone"], now=NOW)
        if found.instant:
            right = found.instant.isoformat().replace("+00:00", "Z")
        else:
            right = found.day.isoformat() if found.day else None
        if (right, found.confidence) != (row["right"], row["confidence"]):
            wrong.append((row["text"], right, found.confidence))
    assert wrong == []
    assert len(table) == 30
