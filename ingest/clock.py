"""Clock times as programmes write them: one grammar for Chinese and English, 12 and 24 hours, marks before or after."""

import re
from dataclasses import dataclass
from datetime import time, timedelta
from typing import Literal

Half = Literal["am", "pm", "night", "noon", "evening"]

_MARKS: dict[str, Half] = {
    "am": "am",
    "a": "am",
    "上午": "am",
    "早上": "am",
    "早晨": "am",
    "清晨": "am",
    "凌晨": "night",
    "中午": "noon",
    "noon": "noon",
    "pm": "pm",
    "p": "pm",
    "下午": "pm",
    "午后": "pm",
    "傍晚": "pm",
    "晚上": "evening",
    "晚间": "evening",
    "夜间": "evening",
    "夜里": "evening",
}
_HAN_MARK = "上午|早上|早晨|清晨|凌晨|中午|下午|午后|傍晚|晚上|晚间|夜间|夜里"
_MARK = rf"(?:{_HAN_MARK}|[ap]\.\s?m\.?(?![A-Za-z])|[ap]m(?![A-Za-z])|noon(?![A-Za-z]))"
_SEPARATOR = r"\s*(?:[-‐‑‒–—―~～〜−]+|至|到|to(?![A-Za-z])|until(?![A-Za-z]))\s*"


def _moment(name: str) -> str:
    minutes = (
        rf"(?:[:：](?P<{name}_min>\d\d)(?::\d\d)?"
        rf"|(?P<{name}_word>[点时])(?:(?P<{name}_half>半)|(?P<{name}_zh>\d\d?)分?)?|\.(?P<{name}_dot>\d\d))"
    )
    hour = rf"(?:(?P<{name}_lead>{_MARK})\s*)?(?P<{name}_hour>\d\d?)"
    return rf"{hour}{minutes}?(?![:：]?\d)(?:\s*(?P<{name}_trail>{_MARK}))?"


_EDGE = r"(?<![\d$A-Za-z_])(?<!\d[.,:：/])"
_RANGE = re.compile(rf"{_EDGE}{_moment('s')}{_SEPARATOR}{_moment('e')}", re.IGNORECASE)
_SINGLE = re.compile(rf"{_EDGE}{_moment('s')}(?P<open>\s*[-–—~～〜]+(?=\s|$))?", re.IGNORECASE)
# What has the outline of a clock time; a line that has one and no readable time is a mistake in the programme.
_OUTLINE = re.compile(r"(?<!\d)(?<!\d[.:：/])\d{1,2}[:：]\d{2}(?![\d:：])")
_HALF = re.compile(r"\s*[-‐‑‒–—―~～〜−至到]?\s*\d{0,2}[:：]\d")
_LAST_EARLY_HOUR = 6
_NOON = 12
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A start and, where one is written, an end of the same or (`over_midnight`) the next day, as wall-clock times.

    `early` marks a start before 07:00 that no mark confirms; `char_start` and `char_end` are the span in the text.
    """

    start: time
    end: time | None
    char_start: int
    char_end: int
    over_midnight: bool = False
    early: bool = False

    @property
    def length(self) -> timedelta | None:
        """Say how long it lasts; None without an end, never negative."""
        if self.end is None:
            return None
        span = _offset(self.end) - _offset(self.start)
        return span + _DAY if self.over_midnight else span


def find(text: str) -> Clock | None:
    """Find the first clock time or range of `text`; None if it has none that can be read."""
    times = find_all(text)
    return times[0] if times else None


def find_all(text: str) -> tuple[Clock, ...]:
    """Find every clock time and range of `text` in order, ranges before their parts."""
    found: list[Clock] = []
    position = 0
    while position < len(text):
        match = _next(text, position)
        if match is None:
            break
        clock = _read(match)
        if clock is not None:
            found.append(clock)
        position = match.end()
    return tuple(found)


def is_garbled(text: str) -> bool:
    """Say whether `text` has the outline of a clock time that cannot be read, or half of one after a readable one."""
    clock = find(text)
    if clock is None:
        return bool(_OUTLINE.search(text))
    return bool(_HALF.match(text[clock.char_end :]))


def _next(text: str, position: int) -> re.Match[str] | None:
    """Pick the nearest credible match; at one place a range beats a single time."""
    ranged = next((m for m in _RANGE.finditer(text, position) if _credible_range(m)), None)
    single = next((m for m in _SINGLE.finditer(text, position) if _credible_single(m)), None)
    if ranged is None or (single is not None and single.start() < ranged.start()):
        return single
    return ranged


def _has_minutes(match: re.Match[str], name: str) -> bool:
    return bool(match[f"{name}_min"] or match[f"{name}_word"])


def _has_mark(match: re.Match[str], name: str) -> bool:
    return bool(match[f"{name}_lead"] or match[f"{name}_trail"])


def _credible_range(match: re.Match[str]) -> bool:
    """Tell a range of times from a range of days or numbers: it needs minutes or a mark of the day's half."""
    if match["s_dot"] or match["e_dot"]:
        return bool(match["s_dot"] and match["e_dot"]) and len(match["s_hour"]) == len("10")
    return any(_has_minutes(match, name) or _has_mark(match, name) for name in ("s", "e"))


def _credible_single(match: re.Match[str]) -> bool:
    return not match["s_dot"] and (_has_minutes(match, "s") or _has_mark(match, "s"))


def _minutes(match: re.Match[str], name: str) -> int:
    if match[f"{name}_half"]:
        return 30
    return int(match[f"{name}_min"] or match[f"{name}_zh"] or match[f"{name}_dot"] or 0)


def _half(match: re.Match[str], name: str) -> Half | None:
    mark = match[f"{name}_lead"] or match[f"{name}_trail"]
    return _MARKS[re.sub(r"[.\s]", "", mark).lower()] if mark else None


def _offset(moment: time) -> timedelta:
    return timedelta(hours=moment.hour, minutes=moment.minute)


def _hour(hour: int, half: Half | None) -> int:
    """Turn an hour with its mark into one of 0…24; hours above 12 ignore marks."""
    if half is None or hour > _NOON or hour == 0:
        return hour
    match half:
        case "am" | "night":
            return hour % _NOON
        case "noon":
            return hour if hour >= 10 else hour + _NOON  # noqa: PLR2004 中午11:30 is before noon, 中午1:00 after it
        case "pm":
            return hour % _NOON + _NOON
        case "evening":
            return 24 if hour == _NOON else (hour + _NOON if hour >= 5 else hour)  # noqa: PLR2004 晚上1点 is past midnight


def _read(match: re.Match[str]) -> Clock | None:
    ranged = "e_hour" in match.re.groupindex
    start_half = _half(match, "s")
    start = _total(_hour(int(match["s_hour"]), start_half), _minutes(match, "s"))
    if start is None:
        return None
    if not ranged:
        return _clock(match, start, None, marked=start_half is not None)
    end_half = _half(match, "e")
    start, end = _pair(match, start, start_half, end_half)
    if end is None:
        return None
    return _clock(match, start, end, marked=start_half is not None or end_half is not None)


def _pair(match: re.Match[str], start: int, start_half: Half | None, end_half: Half | None) -> tuple[int, int | None]:
    """Share one mark between both ends of a range, and let an end that is not after its start be later."""
    start_hour, end_hour = int(match["s_hour"]), int(match["e_hour"])
    end_minutes = _minutes(match, "e")
    if start_half is None and end_half is not None:
        start = _share_trailing(
            start_hour, _minutes(match, "s"), end_half, _total(_hour(end_hour, end_half), end_minutes)
        )
    shared = end_half or start_half
    end = _total(_hour(end_hour, shared), end_minutes)
    if end is None:
        return start, None
    if end <= start and end_half is None and end_hour <= _NOON:
        later = end + _NOON * 60
        if start < later < 24 * 60:
            end = later
    return start, end


def _share_trailing(hour: int, minutes: int, half: Half, end: int | None) -> int:
    """Read a start that borrows the mark of its end; if that puts it after the end, it is in the other half."""
    start = _hour(hour, half) * 60 + minutes
    if end is not None and start >= end and hour <= _NOON:
        other = (start - _NOON * 60) % (24 * 60)
        if other < end or half == "am":
            return other
    return start


def _total(hour: int, minutes: int) -> int | None:
    """Count minutes of the day; 24:00 is allowed, anything later or with 60 minutes is no time."""
    if minutes > 59 or hour > 24 or (hour == 24 and minutes):  # noqa: PLR2004
        return None
    return hour * 60 + minutes


def _clock(match: re.Match[str], start: int, end: int | None, *, marked: bool) -> Clock:
    over = end is not None and end < start
    if end == 24 * 60 or (end is not None and end == start and start == 0 and marked):
        over, end = True, 0
    start_of_day = start % (24 * 60)
    early = not marked and 0 < start_of_day < (_LAST_EARLY_HOUR + 1) * 60
    return Clock(
        start=_time(start_of_day),
        end=None if end is None else _time(end % (24 * 60)),
        char_start=match.start(),
        char_end=match.end(),
        over_midnight=over,
        early=early,
    )


def _time(minutes: int) -> time:
    return time(minutes // 60, minutes % 60)
