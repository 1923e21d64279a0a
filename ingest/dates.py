"""Dates as feeds and pages write them, read into instants or days; an unknown date stays unknown, never "now"."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from vectorstore.models.documents import DateConfidence

# A post may be dated a little ahead of us (other zones, scheduled posts), never more.
_FUTURE_GRACE = timedelta(days=2)
_EPOCH_RANGE = (datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC))
_FIRST_YEAR = 1971  # 1970-01-01 and year 1 are zero values of programs, not dates
_LAST_YEAR = 9000
_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES, start=1)}
_FOREIGN_MONTHS = {"mär": 3, "mrz": 3, "mai": 5, "okt": 10, "dez": 12}
# Names that mean the same offset under another name in the zone database.
_ZONE_TWINS = {"MEST": "CEST", "MESZ": "CEST", "MEZ": "CET", "BJT": "CST"}
_UTC_NAMES = frozenset({"Z", "UTC", "GMT", "UT"})

_TIME = (
    r"(?P<mark>上午|下午|中午|凌晨|晚上|早上)?\s*"
    r"(?P<hour>\d{1,2})[:：时](?P<minute>\d{2})分?(?:[:：](?P<second>\d{2})秒?(?:[.,](?P<fraction>\d+))?)?"
    r"(?:\s*(?P<half>[AaPp])\.?[Mm]\.?)?"
)
_ZONE = r"(?P<zone>(?:UTC|GMT)?\s*[+\-−]\d{1,2}(?::?\d{2})?|[A-Za-z]{1,5})?(?:\s*\([^)]*\))?"
_TAIL = rf"(?:(?:\s*[T,，]\s*|\s+(?:at\s+)?|(?<=日)){_TIME}\s*{_ZONE})?"
_WEEKDAY = r"(?:[^\W\d_]{2,9}\.?,?\s+)?"
_MONTH = r"(?P<month_name>[^\W\d_]{3,9})\.?"
_SHAPES = tuple(
    re.compile(shape + _TAIL, re.IGNORECASE)
    for shape in (
        r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})",
        r"(?P<year>\d{4})/(?P<month>\d{1,2})/(?P<day>\d{1,2})",
        r"(?P<year>\d{4})\.(?P<month>\d{1,2})\.(?P<day>\d{1,2})",
        r"(?P<year>\d{4})\s*[年년]\s*(?P<month>\d{1,2})\s*[月월]\s*(?P<day>\d{1,2})\s*[日号일](?:\s*(?:星期|周)[一二三四五六日天])?",
        rf"{_WEEKDAY}(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?[\s-]+{_MONTH},?[\s-]+(?P<year>\d{{4}})",
        rf"{_WEEKDAY}{_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}})",
        rf"{_WEEKDAY}(?P<day>\d{{1,2}})\s+{_MONTH}\s+(?P<short_year>\d{{2}})",
    )
)
_COMPACT = re.compile(r"(?P<year>20\d{2})(?P<month>\d{2})(?P<day>\d{2})(?:T(?P<clock>\d{6})Z)?")
_EPOCH = re.compile(r"\d{9,10}|\d{12,13}")
_PATH_DAY = re.compile(r"(?<!\d)(?P<year>20\d{2})(?P<mark>[-/_])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundDate:
    """What a date text says: `instant` in UTC where a zone is known, `day` as written wherever there is a day."""

    instant: datetime | None = None
    day: date | None = None
    confidence: DateConfidence = "missing"


MISSING = FoundDate()


def parse_date(text: str, *, source_zone: str | None, now: datetime | None) -> FoundDate:
    """Read one date text; `source_zone` is an IANA name, `now` (aware) refuses what lies in the future.

    Relative texts, bare months, day-month puzzles such as 01/02/2026, zero values and far futures are missing. A zone
    name (CST) counts only if the source's zone goes by it that year; else the day is kept without an instant.
    """
    text = " ".join(text.split())
    found = _epoch(text, source_zone) if _EPOCH.fullmatch(text) else _written(text, source_zone)
    return MISSING if found is None or _is_too_late(found, now) else found


def day_in_path(path: str) -> date | None:
    """Find the day of publication in a path or address such as `2026/09/04/title` or `2026-09-04-title.md`."""
    for match in _PATH_DAY.finditer(path):
        day = _day(int(match["year"]), int(match["month"]), int(match["day"]))
        if day:
            return day
    return None


def _epoch(text: str, source_zone: str | None) -> FoundDate | None:
    seconds = int(text) / (1000 if len(text) > len("1788480000") + 1 else 1)
    instant = datetime.fromtimestamp(seconds, tz=UTC)
    if not _EPOCH_RANGE[0] <= instant < _EPOCH_RANGE[1]:
        return None
    local = instant.astimezone(ZoneInfo(source_zone)) if source_zone else instant
    return FoundDate(instant=instant, day=local.date(), confidence="exact")


def _written(text: str, source_zone: str | None) -> FoundDate | None:
    for shape in _SHAPES:
        match = shape.fullmatch(text)
        if match:
            return _from_match(match.groupdict(), source_zone)
    compact = _COMPACT.fullmatch(text)
    if not compact:
        return None
    fields: dict[str, str | None] = dict(compact.groupdict())
    if clock := fields.get("clock"):
        fields |= {"hour": clock[:2], "minute": clock[2:4], "second": clock[4:], "zone": "Z"}
    return _from_match(fields, source_zone)


def _from_match(fields: dict[str, str | None], source_zone: str | None) -> FoundDate | None:
    day = _calendar_day(fields)
    if day is None:
        return None
    if fields.get("hour") is None:
        return FoundDate(day=day, confidence="date_only")
    wall = _wall_clock(day, fields)
    if wall is None:
        return None
    zone, assumed = _zone(fields.get("zone"), wall, source_zone)
    if zone is None:
        return FoundDate(day=day, confidence="date_only")
    try:
        instant = wall.replace(tzinfo=zone).astimezone(UTC)
    except OverflowError:
        return None
    return FoundDate(instant=instant, day=wall.date(), confidence="assumed_zone" if assumed else "exact")


def _calendar_day(fields: dict[str, str | None]) -> date | None:
    if name := fields.get("month_name"):
        month = _MONTHS.get(name.casefold()[:3]) or _FOREIGN_MONTHS.get(name.casefold()[:3], 0)
    else:
        month = int(fields.get("month") or 0)
    year = int(fields.get("year") or 0) or 2000 + int(fields.get("short_year") or 0)
    return _day(year, month, int(fields.get("day") or 0))


def _day(year: int, month: int, day: int) -> date | None:
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _wall_clock(day: date, fields: dict[str, str | None]) -> datetime | None:
    hour, minute, second = (int(fields.get(name) or 0) for name in ("hour", "minute", "second"))
    hour = _hour_of_day(hour, (fields.get("mark") or ""), (fields.get("half") or "").lower())
    microsecond = int(((fields.get("fraction") or "") + "000000")[:6])
    next_day = hour == 24 and minute == second == 0  # noqa: PLR2004 - 24:00 is 00:00 of the next day
    second = min(second, 59)  # a leap second
    try:
        wall = datetime(day.year, day.month, day.day, 0 if next_day else hour, minute, second, microsecond)  # noqa: DTZ001
    except ValueError:
        return None
    return wall + timedelta(days=1) if next_day else wall


def _hour_of_day(hour: int, mark: str, half: str) -> int:
    noon = 12
    if hour == noon and (mark in {"上午", "凌晨"} or half == "a"):
        return 0
    afternoon = mark in {"下午", "晚上"} or half == "p" or (mark == "中午" and hour < noon - 1)
    return hour + noon if afternoon and hour < noon else hour


def _zone(name: str | None, wall: datetime, source_zone: str | None) -> tuple[tzinfo | None, bool]:
    """Give the zone of a wall clock, and whether it was only assumed from the source."""
    if not name:
        return (ZoneInfo(source_zone), True) if source_zone else (None, False)
    name = name.upper().replace("−", "-").replace(" ", "")
    if name in _UTC_NAMES:
        return UTC, False
    offset = re.fullmatch(r"(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?", name)
    if offset:
        size = timedelta(hours=int(offset[2]), minutes=int(offset[3] or 0))
        return (timezone(-size if offset[1] == "-" else size), False) if size < timedelta(hours=24) else (None, False)
    return (_offset_called(_ZONE_TWINS.get(name, name), wall.year, source_zone), False)


def _offset_called(name: str, year: int, source_zone: str | None) -> tzinfo | None:
    if source_zone:
        zone = ZoneInfo(source_zone)
        for month in range(1, 13):
            local = datetime(year, month, 1, tzinfo=zone)
            offset = local.utcoffset()
            if local.tzname() == name and offset is not None:
                return timezone(offset)
    return None


def _is_too_late(found: FoundDate, now: datetime | None) -> bool:
    if now is None:
        return False
    if found.instant:
        return found.instant > now + _FUTURE_GRACE
    return found.day is not None and found.day > (now + _FUTURE_GRACE).date()
