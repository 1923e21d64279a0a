"""Days, clock times, parts of day, lengths and windows of publication as people write them, in zh and en."""

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from bot.ask import time_words, words
from bot.ask.slate import Mark, Slate
from bot.ask.words import LEFT, RIGHT

DAY_END = "24:00"
LONGEST_MINUTES = 1440
# Programmes run in daytime: "at 2" without am or pm means 14:00, "at 9" 09:00.
_FIRST_MORNING_HOUR = 8
_NOON = 12
_HALF_AN_HOUR = frozenset({"半", "half an"})
_HOUR = 60
_A_FEW = 3
# By when a talk starts. People call five o'clock afternoon and evening, so both have it; the finer parts are guesses.
PARTS = {
    "morning": ("00:00", "12:00"),
    "afternoon": ("12:00", "18:00"),
    "evening": ("17:00", DAY_END),
    "early morning": ("00:00", "10:00"),
    "late morning": ("10:00", "12:00"),
    "midday": ("11:30", "14:00"),
    "early afternoon": ("12:00", "15:00"),
    "mid-afternoon": ("14:00", "16:30"),
    "late afternoon": ("15:30", "18:00"),
}
_CLEAR_PARTS = frozenset({"morning", "afternoon", "evening"})
_NEAR_MINUTES = 30  # "around 2 pm" is a start from half an hour before to half an hour after

_N = r"(?:\d{1,3}|[一二两三四五六七八九十]{1,3}|half an|an?|one|two|three)"
_DASH = r"\s*(?:-|–|—|~|〜|to|and|until|till|through|到|至|和|与|、)\s*"


def number(written: str) -> int:
    """Read 1 to 99 written in digits, Chinese numerals or a small English word; raises ValueError."""
    if written.isdecimal():
        return int(written)
    if written in time_words.SMALL_NUMBERS:
        return time_words.SMALL_NUMBERS[written]
    tens, ten, ones = written.rpartition("十")
    digits = "零一二三四五六七八九"
    if ten:
        return (digits.index(tens) if tens else 1) * 10 + (digits.index(ones) if ones else 0)
    return digits.index(written.replace("两", "二"))


# --- lengths ---------------------------------------------------------------------------------------------------------

_UNIT = r"\s*-?\s*(?P<unit>minutes?|mins?|min|hours?|hrs?|分钟|分鐘|个?小时|个?钟头)"
_LENGTH = re.compile(
    rf"{LEFT}(?:(?P<between>between|from|介于|在)\s*)?(?:(?P<low>{_N}){_DASH})?"
    rf"(?P<before>(?:{'|'.join(time_words.LENGTH_BEFORE)})\s*)?(?P<n>{_N}|半){_UNIT}"
    rf"(?P<after>\s*(?:{'|'.join(time_words.LENGTH_AFTER)}))?(?:\s+(?:long|in length)|长)?{RIGHT}"
)


def read_lengths(slate: Slate) -> None:
    """Mark lengths of talks ("shorter than 15 minutes", 短于15分钟) as least and most whole minutes."""
    for match in list(slate.find(_LENGTH)):
        per = 60 if match["unit"].startswith("h") or "时" in match["unit"] or "钟头" in match["unit"] else 1
        minutes = per // 2 if match["n"] in _HALF_AN_HOUR else number(match["n"]) * per
        least, most = _bounds(minutes, (match["before"] or "").strip(), (match["after"] or "").strip())
        if match["low"] and (match["between"] or match["before"] is None):
            least, most = number(match["low"]) * per, minutes
        slate.note(match, "minutes", (str(least), str(most)))


def _bounds(minutes: int, before: str, after: str) -> tuple[int, int]:
    sense = time_words.LENGTH_SENSE.get(words.blanks(before)) or time_words.LENGTH_SENSE.get(
        words.blanks(after), "exactly"
    )
    return {
        "below": (0, minutes - 1),
        "at most": (0, minutes),
        "above": (minutes + 1, LONGEST_MINUTES),
        "at least": (minutes, LONGEST_MINUTES),
        "exactly": (minutes, minutes),
    }[sense]


# --- days ------------------------------------------------------------------------------------------------------------

_MONTH = "|".join(time_words.MONTHS)
_WEEKDAY = "|".join(time_words.WEEKDAYS)
_TH = r"(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s*(?P<year>20\d\d))?"
_CN = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})"
_DATES = tuple(
    re.compile(f"{LEFT}{pattern}{RIGHT}")
    for pattern in (
        r"(?P<year>20\d\d)\s*[-/.]\s*(?P<month>\d{1,2})\s*[-/.]\s*(?P<day>\d{1,2})",
        (
            rf"(?:(?P<year>20\d\d)\s*年\s*)?(?P<month>{_CN})\s*月(?:份)?\s*(?P<day>{_CN})\s*[日号]?"
            rf"(?:\s*[-–~到至和与、]\s*(?P<last>{_CN})\s*[日号])?(?:\s*当天)?"
        ),
        (
            rf"(?:on\s+)?(?P<month>{_MONTH})\.?\s*(?:the\s+)?(?P<day>\d{{1,2}}){_TH}"
            rf"(?:{_DASH}(?P<last>\d{{1,2}}){_TH}(?!\s*(?:am|pm|a\.m|p\.m|:|o'clock)))?{_YEAR}(?!:)"
        ),
        (
            rf"(?:on\s+)?(?:the\s+)?(?P<day>\d{{1,2}}){_TH}(?:{_DASH}(?:the\s+)?(?P<last>\d{{1,2}}){_TH})?"
            rf"(?:\s+of)?\s+(?P<month>{_MONTH})\.?{_YEAR}"
        ),
        r"(?:on\s+)?(?P<month>\d{1,2})/(?P<day>\d{1,2})(?:/(?P<year>20\d\d))?",
    )
)
_DAY_OF_MONTH = re.compile(rf"{LEFT}(?:(?:on\s+)?the\s+(?P<en>\d{{1,2}})(?:st|nd|rd|th)|(?P<zh>{_CN})[日号]){RIGHT}")
_NTH = re.compile(
    rf"{LEFT}(?:(?:on\s+|of\s+)?(?:the\s+)?"
    rf"(?:(?P<ordinal>{'|'.join(time_words.ORDINALS)})\s+day|day\s*(?P<n>\d|one|two|three|four|five))"
    rf"(?:\s+of(?=\s+the conf|$))?|第\s*(?P<zh>[一二三四五六七\d])\s*[天日]|"
    rf"(?P<zhword>首日|首天|头一天|最后一天|末日))(?:当天)?{RIGHT}"
)
_ON_WEEKDAY = re.compile(rf"{LEFT}(?:(?:on|next|this)\s+)?(?P<name>{_WEEKDAY})(?:s|'s)?{RIGHT}")
_RELATIVE = re.compile(
    rf"{LEFT}(?P<word>{'|'.join(sorted(time_words.RELATIVE_DAYS, key=len, reverse=True))})(?:'s)?{RIGHT}"
)


def read_days(slate: Slate, days: Sequence[str], now: datetime) -> None:
    """Mark days; `days` are the programme days in play, `now` is venue-local. Unknown days stay as they were said."""
    for pattern in _DATES:
        for match in list(slate.find(pattern)):
            found = _dates(match.groupdict(), days, now)
            if found:
                slate.note(match, "day", found)
    for match in list(slate.find(_DAY_OF_MONTH)):
        if match["en"] or days:
            of_month = number(match["en"] or match["zh"])
            found = tuple(d for d in days if int(d[8:]) == of_month) or _in_month_of(days, now, of_month)
            if found:
                slate.note(match, "day", found)
    for match in list(slate.find(_NTH)):
        word = match["ordinal"] or match["n"] or match["zh"] or match["zhword"]
        slate.note(match, "day", _nth(word, days))
    for match in list(slate.find(_ON_WEEKDAY)):
        slate.mark(_weekday(match, days, now))
    for match in list(slate.find(_RELATIVE)):
        day = (now.date() + timedelta(days=time_words.RELATIVE_DAYS[match["word"]])).isoformat()
        slate.note(match, "day", (day,))


def _in_month_of(days: Sequence[str], now: datetime, day: int) -> tuple[str, ...]:
    base = date.fromisoformat(days[0]) if days else now.date()
    return _iso(base.year, base.month, day)


def _iso(year: int, month: int, day: int) -> tuple[str, ...]:
    try:
        return (date(year, month, day).isoformat(),)
    except ValueError:
        return ()


def _dates(parts: dict[str, str | None], days: Sequence[str], now: datetime) -> tuple[str, ...]:
    written = parts["month"] or ""
    month = time_words.MONTHS.get(written) or number(written)
    first = number(parts["day"] or "")
    last = number(parts.get("last") or parts["day"] or "")
    year = int(parts.get("year") or (days[0][:4] if days else now.year))
    return tuple(iso for day in range(first, max(first, last) + 1) for iso in _iso(year, month, day))


def _nth(word: str, days: Sequence[str]) -> tuple[str, ...]:
    place = time_words.ORDINALS.get(word) or time_words.NTH_WORDS.get(word) or number(word)
    known = len(days) >= abs(place)
    # A day the programme does not have must match nothing, not everything.
    return (days[place - 1 if place > 0 else place],) if known else (f"day {place}",)


def _weekday(match: re.Match[str], days: Sequence[str], now: datetime) -> Mark:
    wanted = time_words.WEEKDAYS[match["name"]]
    found = tuple(day for day in days if date.fromisoformat(day).weekday() == wanted)
    if not found:
        found = ((now.date() + timedelta(days=(wanted - now.weekday()) % 7)).isoformat(),)
    return Mark(start=match.start(), end=match.end(), facet="day", values=found, inferred=len(found) > 1)


# --- clock times -----------------------------------------------------------------------------------------------------

_PART_ZH = "|".join(time_words.PARTS_ZH)
_PART = re.compile(
    rf"{LEFT}(?:(?:in|during|on|of|this)\s+)?(?:the\s+)?"
    rf"(?P<part>{'|'.join(sorted(time_words.PARTS_OF_DAY, key=len, reverse=True))})s?{RIGHT}"
)
_SUFFIX = r"a\.?m\.?|p\.?m\.?|o'clock|上午|下午|晚上"
_HALF = r"半|一刻|三刻"


def _clock(key: str) -> str:
    return (
        rf"(?:(?P<part{key}>{_PART_ZH})\s*)?(?:(?P<noon{key}>(?<![a-z])(?:noon|midday)(?![a-z])|正午|中午(?!\s*[\d一二十]))|"
        rf"(?P<hour{key}>\d{{1,2}}|[一二两三四五六七八九十]{{1,2}}(?=\s*[点时]))"
        rf"(?:\s*(?P<mark{key}>:|点|时|h(?=\d))\s*(?:整|(?P<half{key}>{_HALF})|(?P<minute{key}>\d{{1,2}}|[一二三四五]?十[一二三四五六七八九]?(?!点))?\s*(?:分(?!钟))?)?)?"
        rf"(?:\s*(?P<suffix{key}>{_SUFFIX}))?)"
    )


_BEFORE = "|".join(
    re.escape(word).replace(r"\ ", r"\s+") + (r"(?![a-z])" if word.isascii() else "")
    for word in sorted(time_words.CLOCK_BEFORE, key=len, reverse=True)
)
_AFTER = "|".join(
    re.escape(word).replace(r"\ ", r"\s+") for word in sorted(time_words.CLOCK_AFTER, key=len, reverse=True)
)
_RANGE = re.compile(
    rf"{LEFT}(?P<pre>(?:between|from|介于|从|在)\s*)?{_clock('a')}{_DASH}(?:{LEFT}){_clock('b')}(?:\s*(?:之间|期间))?{RIGHT}"
)
_SINGLE = re.compile(rf"{LEFT}(?:(?P<pre>{_BEFORE})\s*)?{_clock('a')}(?:\s*(?P<post>{_AFTER}))?{RIGHT}")


def read_times(slate: Slate) -> None:
    """Mark clock times and parts of day; a clock time takes its half of the day from a part of day beside it."""
    said = _PART.search(slate.left)
    part = _half(time_words.PARTS_OF_DAY[said["part"]]) if said else ""
    before = len(slate.marks)
    for match in list(slate.find(_RANGE)):
        _mark_range(slate, match, part)
    for match in list(slate.find(_SINGLE)):
        _mark_single(slate, match, part)
    clocks = len(slate.marks) > before
    for match in list(slate.find(_PART)):
        if clocks:
            slate.take(match.start(), match.end())
        else:
            name = time_words.PARTS_OF_DAY[match["part"]]
            slate.note(match, "starts", PARTS[name], inferred=name not in _CLEAR_PARTS)


def _half(part: str) -> str:
    """Give the half of the day a finer part lies in."""
    return next((half for half in ("morning", "evening") if half in part), "afternoon")


def _mark_range(slate: Slate, match: re.Match[str], part: str) -> None:
    told = any(match[f"{name}{key}"] for name in ("mark", "suffix", "part", "noon") for key in "ab")
    # "4-8 GPUs" is no time; "between 2 and 4" is.
    if not told and match["pre"] is None:
        return
    last = _minutes_of(match, "b", part or (match["parta"] or ""))
    first = _minutes_of(match, "a", part, half=match["suffixb"] or match["partb"] or "")
    if first is None or last is None:
        return
    if first > last and first - 12 * 60 >= 0:
        first -= 12 * 60
    if first >= last and last + 12 * 60 > first and last < 12 * 60:
        last += 12 * 60
    inferred = _guessed(match, "b", part or (match["parta"] or ""))
    slate.note(match, "starts", (hhmm(first), hhmm(last)), inferred=inferred)


def _mark_single(slate: Slate, match: re.Match[str], part: str) -> None:
    if not any(match[name] for name in ("pre", "marka", "suffixa", "noona")) and match["post"] not in {"ish", "-ish"}:
        return
    if not any(match[name] for name in ("marka", "suffixa", "noona", "parta")) and _counts_things(slate, match):
        return
    minutes = _minutes_of(match, "a", part)
    if minutes is None:
        return
    sense = time_words.CLOCK_AFTER.get(match["post"] or "") or time_words.CLOCK_BEFORE.get(
        words.blanks(match["pre"] or ""), "at"
    )
    inferred = _guessed(match, "a", part)
    if sense == "near":
        near = (hhmm(max(0, minutes - _NEAR_MINUTES)), hhmm(minutes + _NEAR_MINUTES + 1))
        slate.note(match, "starts", near, inferred=True)
        return
    if sense == "at":
        slate.note(match, "running", (hhmm(minutes),), inferred=inferred)
        return
    bounds = {
        "after": (hhmm(minutes), DAY_END),
        "before": ("00:00", hhmm(minutes)),
        "start": (hhmm(minutes), hhmm(minutes + 1)),
    }
    slate.note(match, "starts", bounds[sense], inferred=inferred)


def _counts_things(slate: Slate, match: re.Match[str]) -> bool:
    """Say whether a bare number behind "about" or "near" counts what follows it ("about 4 talks") or is no hour."""
    sense = time_words.CLOCK_BEFORE.get(words.blanks(match["pre"] or ""))
    return sense == "near" and re.match(r"\s*[a-z一-鿿]", slate.low[match.end() :]) is not None


def _guessed(match: re.Match[str], key: str, part: str) -> bool:
    said = match[f"suffix{key}"] or match[f"part{key}"] or match[f"noon{key}"] or part
    return not said and match[f"mark{key}"] != ":" and int(number(match[f"hour{key}"] or "12")) < _NOON


def _minutes_of(match: re.Match[str], key: str, part: str, half: str = "") -> int | None:
    if match[f"noon{key}"]:
        return _NOON * 60
    hour = number(match[f"hour{key}"])
    minute = {"半": 30, "一刻": 15, "三刻": 45}.get(match[f"half{key}"] or "") or number(match[f"minute{key}"] or "0")
    said = (match[f"suffix{key}"] or match[f"part{key}"] or half or part).replace(".", "")
    if said in time_words.SECOND_HALF:
        hour = hour if hour >= _NOON else hour + _NOON
    elif said in time_words.FIRST_HALF:
        hour = 0 if hour == _NOON and said == "am" else hour
    elif 0 < hour < _FIRST_MORNING_HOUR and len(match[f"hour{key}"]) == 1:
        hour += _NOON
    return hour * 60 + minute if hour * 60 + minute <= LONGEST_MINUTES and minute < _HOUR else None


def hhmm(minutes: int) -> str:
    """Write minutes after midnight as HH:MM."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


# --- windows of publication ------------------------------------------------------------------------------------------

_LAST_N = re.compile(
    rf"{LEFT}(?:(?:in|over|during|within|from)\s+)?(?:the\s+)?(?:last|past|recent|previous|最近|近|过去|这)\s*"
    rf"(?P<n>\d{{1,3}}|{'|'.join(w for w in time_words.SMALL_NUMBERS if len(w) > 1)}|"
    rf"[一二两三四五六七八九十几]{{1,2}})?\s*(?:个)?(?P<unit>days?|weeks?|months?|years?|天|日|周|星期|月|年)(?:内|以来)?{RIGHT}"
)
_NAMED_WINDOW = re.compile(
    rf"{LEFT}(?:from\s+|of\s+)?(?P<word>{'|'.join(sorted(time_words.WINDOWS, key=len, reverse=True))})(?:'s)?{RIGHT}"
)
WINDOW = re.compile(
    f"{_LAST_N.pattern}|{_NAMED_WINDOW.pattern}".replace("(?P<n>", "(?:")
    .replace("(?P<unit>", "(?:")
    .replace("(?P<word>", "(?:")
)
_MONTH_WINDOW = re.compile(
    rf"{LEFT}(?:(?:in|from|of|during)\s+)?(?:(?P<month>{_MONTH})\s*(?P<year>20\d\d)?|(?:(?P<zhyear>20\d\d)\s*年\s*)?(?P<zh>{_CN})\s*月份?){RIGHT}"
)
_YEAR_WINDOW = re.compile(rf"{LEFT}(?:(?:in|from|of|during|since)\s+)?(?P<year>20\d\d)\s*年?{RIGHT}")
_DAYS_OF = {"d": 1, "w": 7, "m": 30, "y": 365, "天": 1, "日": 1, "周": 7, "星": 7, "月": 30, "年": 365}


def read_windows(slate: Slate, now: datetime) -> None:
    """Mark when an article was published, as two ISO days, from (included) to (excluded)."""
    today = now.date()
    for match in list(slate.find(_LAST_N)):
        n = _A_FEW if match["n"] == "几" else number(match["n"] or "one")
        first = today - timedelta(days=_DAYS_OF[match["unit"][0]] * n)
        _mark_window(slate, match, first, today + timedelta(days=1))
    for match in list(slate.find(_NAMED_WINDOW)):
        _mark_window(slate, match, *named_window(time_words.WINDOWS[match["word"]], today))
    for match in list(slate.find(_MONTH_WINDOW)):
        if match["month"] in time_words.AMBIGUOUS_MONTHS and not match["year"]:
            continue
        month = time_words.MONTHS.get(match["month"] or "") or number(match["zh"])
        year = int(match["year"] or match["zhyear"] or (today.year if month <= today.month else today.year - 1))
        if _iso(year, month, 1):
            _mark_window(slate, match, date(year, month, 1), date(year + month // 12, month % 12 + 1, 1))
    for match in list(slate.find(_YEAR_WINDOW)):
        _mark_window(slate, match, date(int(match["year"]), 1, 1), date(int(match["year"]) + 1, 1, 1))


def _mark_window(slate: Slate, match: re.Match[str], first: date, end: date) -> None:
    values = (first.isoformat(), end.isoformat())
    slate.note(match, "published", values)


def named_window(name: str, today: date) -> tuple[date, date]:
    """Give the first day and the day after the last of "this week", "last month" and the like."""
    week = today - timedelta(days=today.weekday())
    month = today.replace(day=1)
    tomorrow = today + timedelta(days=1)
    return {
        "week": (week, tomorrow),
        "last week": (week - timedelta(days=7), week),
        "month": (month, tomorrow),
        "last month": ((month - timedelta(days=1)).replace(day=1), month),
        "year": (today.replace(month=1, day=1), tomorrow),
        "last year": (date(today.year - 1, 1, 1), date(today.year, 1, 1)),
    }[name]
