from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.days import find_spans


def read(text, year=2027):
    return [span.dates(year) for span in find_spans(text)]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2027年6月8-9日", date(2027, 6, 8), date(2027, 6, 9)),
        ("2027 年 6 月 8-9 日", date(2027, 6, 8), date(2027, 6, 9)),
        ("6月30日至7月1日", date(2027, 6, 30), date(2027, 7, 1)),
        ("2027年12月31日到2028年1月1日", date(2027, 12, 31), date(2028, 1, 1)),
        ("June 8–9", date(2027, 6, 8), date(2027, 6, 9)),
        ("across June 8 and 9.", date(2027, 6, 8), date(2027, 6, 9)),
        ("Oct. 30 – Nov. 1, 2026", date(2026, 10, 30), date(2026, 11, 1)),
        ("8th–9th June 2027", date(2027, 6, 8), date(2027, 6, 9)),
        ("30 October - 1 November 2026", date(2026, 10, 30), date(2026, 11, 1)),
        ("2027-06-08 to 2027-06-09", date(2027, 6, 8), date(2027, 6, 9)),
        ("2027.6.8–9", date(2027, 6, 8), date(2027, 6, 9)),
        ("10/20/2026", date(2026, 10, 20), date(2026, 10, 20)),
        ("20/10/2026", date(2026, 10, 20), date(2026, 10, 20)),
        ("Tuesday, June 8th", date(2027, 6, 8), date(2027, 6, 8)),
        ("June 8, 11:10–11:35 a.m.", date(2027, 6, 8), date(2027, 6, 8)),
    ],
)
def test_days_are_read_as_programmes_write_them(text, first, last):
    assert read(text) == [(first, last)]


@pytest.mark.parametrize(
    "text", ["may 40 people come", "2–5x faster", "13月40日", "room 210", "PyTorch 2.14", "1/2 done"]
)
def test_what_is_no_day_is_not_read_as_one(text):
    assert find_spans(text) == ()


def test_a_date_whose_order_nobody_knows_keeps_its_other_reading():
    (span,) = find_spans("04/05/2027")
    assert (span.first, span.swapped) == ((4, 5), (5, 4))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    day=st.dates(date(2020, 1, 1), date(2035, 12, 31)),
    shape=st.sampled_from(
        ["{0.year}年{0.month}月{0.day}日", "{0:%B} {0.day}, {0.year}", "{0.day} {0:%b} {0.year}", "{0}"]
    ),
)
def test_a_rendered_day_is_read_back(day, shape):
    assert read(f"on {shape.format(day)}, all day", 1999) == [(day, day)]
