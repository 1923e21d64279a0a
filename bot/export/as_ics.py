"""Sessions of an answer as a calendar, RFC 5545: instants where the zone is known, floating times where it is not."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.models.answer import SessionRow
from bot.render import safe
from bot.render.limits import CALENDAR_LINE_OCTETS

_PRODUCT = "-//Hallway//Hallway//EN"
_SPECIAL = re.compile(r"[\\;,]")


def calendar(rows: Iterable[SessionRow], *, stamp: datetime) -> tuple[str, int]:
    """Write a calendar, and count the sessions left out because no day is known for them.

    `stamp` (aware) is when the answer was made. A session keeps its UID for ever, so that importing again updates
    it. Without an end the event has none; without a start it fills its day.
    """
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{_PRODUCT}", "CALSCALE:GREGORIAN"]
    left_out = 0
    for row in rows:
        if row.start is None and row.day is None:
            left_out += 1
        else:
            lines += _event(row, stamp)
    lines.append("END:VCALENDAR")
    return "".join(f"{fold(line)}\r\n" for line in lines), left_out


def _event(row: SessionRow, stamp: datetime) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{row.document_id}@hallway"
    yield f"DTSTAMP:{stamp.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield from _times(row)
    yield f"SUMMARY:{value(row.title)}"
    if row.room:
        yield f"LOCATION:{value(row.room)}"
    description = _description(row)
    if description:
        yield f"DESCRIPTION:{value(description)}"
    url = safe.web_url(row.url)
    if url:
        yield f"URL:{url}"
    if row.track:
        yield f"CATEGORIES:{value(row.track)}"
    yield f"STATUS:{'CANCELLED' if row.status == 'cancelled' else 'CONFIRMED'}"
    yield "END:VEVENT"


def _times(row: SessionRow) -> Iterator[str]:
    if row.start is not None:
        yield f"DTSTART:{_instant(row.start, row.zone)}"
        if row.end is not None and row.end > row.start:
            yield f"DTEND:{_instant(row.end, row.zone)}"
    elif row.day is not None:
        yield f"DTSTART;VALUE=DATE:{row.day:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{row.day + timedelta(days=1):%Y%m%d}"


def _instant(moment: datetime, zone: str | None) -> str:
    """Write UTC where the zone is known, else the wall clock as it is, which RFC 5545 calls floating."""
    if moment.tzinfo is None and zone:
        try:
            moment = moment.replace(tzinfo=ZoneInfo(zone))
        except (KeyError, ValueError, OSError):
            return f"{moment:%Y%m%dT%H%M%S}"
    if moment.tzinfo is None:
        return f"{moment:%Y%m%dT%H%M%S}"
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _description(row: SessionRow) -> str:
    speakers = ", ".join(f"{name} ({group})" if group else name for name, group in row.speakers)
    return "\n\n".join(part for part in (speakers, row.abstract) if part)


def value(text: str) -> str:
    """Write a TEXT value: marks escaped, line breaks as backslash n, no control characters."""
    return _SPECIAL.sub(r"\\\g<0>", safe.block(text)).replace("\n", "\\n")


def fold(line: str) -> str:
    """Break a content line so that no part has more than 75 octets, never inside a character."""
    parts, size = [""], 0
    for character in line:
        octets = len(character.encode("utf-8"))
        if size + octets > CALENDAR_LINE_OCTETS:
            parts.append(" ")
            size = 1
        parts[-1] += character
        size += octets
    return "\r\n".join(parts)
