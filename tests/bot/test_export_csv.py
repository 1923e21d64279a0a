import csv
import io
from dataclasses import replace
from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.export.as_csv import HEADER, defused, rows_csv
from bot.models.answer import SessionRow
from bot.render import safe

ROW = SessionRow(
    document_id="do1",
    passage_id="pa1",
    title='Helion, "fast"\non TPU',
    day=date(2026, 10, 20),
    start=datetime(2026, 10, 20, 10, 25),  # noqa: DTZ001 - the venue's wall clock
    end=datetime(2026, 10, 20, 10, 50),  # noqa: DTZ001
    zone="America/Los_Angeles",
    room="大宴会厅",
    track=None,
    speakers=(("Ann Lee", "Google"), ("Bo Chen", None)),
    organisations=("Google",),
    sponsored=True,
    keynote=False,
    status="scheduled",
    url="https://example.org/s",
    relations=(("tpu", "about"), ("gpu", "listed")),
    passing=True,
)


def _read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def test_a_session_is_one_line_of_its_fields() -> None:
    assert _read(rows_csv([ROW])) == [
        list(HEADER),
        [
            'Helion, "fast"\non TPU',
            "2026-10-20",
            "2026-10-20T10:25",
            "2026-10-20T10:50",
            "America/Los_Angeles",
            "大宴会厅",
            "",
            "Ann Lee (Google); Bo Chen",
            "Google",
            "yes",
            "no",
            "scheduled",
            "tpu: about; gpu: listed",
            "yes",
            "https://example.org/s",
            "do1",
            "pa1",
        ],
    ]


def test_unknown_times_stay_empty() -> None:
    assert _read(rows_csv([replace(ROW, day=None, start=None, end=None, zone=None)]))[1][1:5] == ["", "", "", ""]


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+49 30", "'+49 30"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'=1"),
        (" =1", "'=1"),
        ("\x00=1", "'=1"),
        ("＝1", "'＝1"),
        ("a=1", "a=1"),
        ("", ""),
    ],
)
def test_a_cell_a_spreadsheet_would_run_is_defused(cell: str, written: str) -> None:
    assert defused(cell) == written


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.text(max_size=40), st.lists(st.tuples(st.text(max_size=9), st.none() | st.text(max_size=9)), max_size=3))
def test_another_reader_gets_the_same_cells_and_no_formula(title: str, speakers: list[tuple[str, str | None]]) -> None:
    header, line = _read(rows_csv([replace(ROW, title=title, speakers=tuple(speakers))]))
    assert header == list(HEADER)
    assert len(line) == len(HEADER)
    assert line[0].removeprefix("'") == safe.block(title).strip().removeprefix("'")
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in line)
