"""Sessions of an answer as CSV for spreadsheets: RFC 4180, and no cell a spreadsheet would run."""

import csv
import io
from collections.abc import Iterable
from datetime import datetime

from bot.models.answer import SessionRow
from bot.render import safe

HEADER = (
    "title",
    "day",
    "start",
    "end",
    "zone",
    "room",
    "track",
    "speakers",
    "organisations",
    "sponsored",
    "keynote",
    "status",
    "relations",
    "in_passing",
    "url",
    "document_id",
    "passage_id",
)
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def rows_csv(rows: Iterable[SessionRow]) -> str:
    """Write a header line and one line for each session, CRLF between; times are the venue's wall clock."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(HEADER)
    for row in rows:
        writer.writerow([defused(cell) for cell in _cells(row)])
    return written.getvalue()


def defused(cell: str) -> str:
    """Put an apostrophe before what a spreadsheet would take for a formula."""
    cell = safe.block(cell).strip()
    return f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell


def _cells(row: SessionRow) -> tuple[str, ...]:
    return (
        row.title,
        row.day.isoformat() if row.day else "",
        _clock(row.start),
        _clock(row.end),
        row.zone or "",
        row.room or "",
        row.track or "",
        "; ".join(f"{name} ({organisation})" if organisation else name for name, organisation in row.speakers),
        "; ".join(row.organisations),
        _flag(yes=row.sponsored),
        _flag(yes=row.keynote),
        row.status,
        "; ".join(f"{entity}: {relation}" for entity, relation in row.relations),
        _flag(yes=row.passing),
        row.url or "",
        row.document_id,
        row.passage_id,
    )


def _clock(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%dT%H:%M}" if moment else ""


def _flag(*, yes: bool) -> str:
    return "yes" if yes else "no"
