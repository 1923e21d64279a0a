"""Days and spans of days as programmes write them, Chinese and English, with or without a year."""

import re
from dataclasses import dataclass
from datetime import date

_MONTHS = (
    "january february march april may june july august september october november december".split()  # noqa: SIM905
)
_MONTH = (
    r"(?P<{0}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_TO = r"\s*(?:[-‐‑‒–—―~～〜−]|至|到|to|through|and|&|、|和|与)\s*"
_ORDINAL = r"(?:st|nd|rd|th)?"
_EN_YEAR = r"(?:,?\s*(?P<year>(?:19|20)\d\d)(?!\d))?"
_FIRST_MONTH = _MONTH.format("month")
_LAST_MONTH = _MONTH.format("month2")

_HAN_DAYS = (  # 2026年10月20日至22日, 10月30日-11月1日, 2026 年 10 月 20-21 日
    r"(?:(?P<year>(?:19|20)\d\d)\s*年\s*)?(?P<month_no>\d{1,2})\s*月\s*(?P<day>\d{1,2})\s*[日号]?"
    rf"(?:{_TO}(?:(?:(?:19|20)\d\d)\s*年\s*)?(?:(?P<month_no2>\d{{1,2}})\s*月\s*)?(?P<day2>\d{{1,2}})\s*[日号])?"
    r"(?!\d)"
)
_MONTH_FIRST = (  # October 20–21, 2026; Oct. 30 – Nov. 1 2026
    rf"\b{_FIRST_MONTH}\s+(?P<day>\d{{1,2}}){_ORDINAL}(?![\d:])"
    rf"(?:{_TO}(?:{_LAST_MONTH}\s+)?(?P<day2>\d{{1,2}}){_ORDINAL}(?!\d|[:.]\d))?{_EN_YEAR}"
)
_DAYS_THEN_MONTH = (  # 20–21 October 2026; 30 October – 1 November 2026
    rf"(?<![\d:.])(?P<day>\d{{1,2}}){_ORDINAL}(?:\s+{_FIRST_MONTH})?{_TO}(?P<day2>\d{{1,2}}){_ORDINAL}"
    rf"\s+{_LAST_MONTH}(?![a-z]){_EN_YEAR}"
)
_DAY_THEN_MONTH = rf"(?<![\d:.])(?P<day>\d{{1,2}}){_ORDINAL}\s+{_FIRST_MONTH}(?![a-z]){_EN_YEAR}"
_YEAR_FIRST = (  # 2026-10-20, 2026/10/20, 2026.10.20–21
    r"(?<!\d)(?P<year>(?:19|20)\d\d)[-/.](?P<month_no>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)"
    r"(?:\s*(?:[–—~～〜]|-|至|到|to)\s*(?:(?:19|20)\d\d[-/.])?(?:(?P<month_no2>\d{1,2})[-/.])?(?P<day2>\d{1,2})(?![\d:]))?"
)
# 10/20/2026, 20/10/2026, 20.10.2026
_YEAR_LAST = r"(?<![\d/.])(?P<one>\d{1,2})(?P<mark>[/.])(?P<two>\d{1,2})(?P=mark)(?P<year>(?:19|20)\d\d)(?!\d)"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (_HAN_DAYS, _MONTH_FIRST, _DAYS_THEN_MONTH, _DAY_THEN_MONTH, _YEAR_FIRST, _YEAR_LAST)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Days `first`…`last` as month and day, with the year where the text gives it.

    `swapped` is the other reading of a date such as 04/05/2026 whose order nobody can know from itself.
    """

    year: int | None
    first: tuple[int, int]
    last: tuple[int, int]
    char_start: int
    char_end: int
    swapped: tuple[int, int] | None = None

    def dates(self, year: int) -> tuple[date, date]:
        """Give first and last day, in `year` where the text names none; a last day before the first is next year's."""
        first = date(self.year or year, *self.first)
        last = date(self.year or year, *self.last)
        return first, last if last >= first else last.replace(year=last.year + 1)


def find_spans(text: str) -> tuple[Span, ...]:
    """Find the days and spans of days of `text` in order, without overlaps; impossible days are left out."""
    candidates = sorted(
        (match for pattern in _PATTERNS for match in pattern.finditer(text)),
        key=lambda match: (match.start(), -match.end()),
    )
    spans: list[Span] = []
    for match in candidates:
        span = _read(match)
        if span is not None and (not spans or match.start() >= spans[-1].char_end):
            spans.append(span)
    return tuple(spans)


def _read(match: re.Match[str]) -> Span | None:
    parts = match.groupdict()
    year = int(parts["year"]) if parts.get("year") else None
    if parts.get("one"):
        return _numeric(match, int(parts["one"]), int(parts["two"]), year)
    month = _month(parts, "month", "month_no") or _month(parts, "month2", "month_no2")
    if month is None:
        return None
    last_month = _month(parts, "month2", "month_no2") or month
    first = (month, int(parts["day"]))
    last = (last_month, int(parts["day2"])) if parts.get("day2") else first
    return _span(match, year, first, last)


def _numeric(match: re.Match[str], one: int, two: int, year: int | None) -> Span | None:
    """Read M/D/Y unless the first number cannot be a month; with a dot the day comes first."""
    month_first = (one, two)
    day_first = (two, one)
    preferred = day_first if match["mark"] == "." else month_first
    other = month_first if preferred is day_first else day_first
    if not _possible(preferred, year):
        preferred, other = other, preferred
    span = _span(match, year, preferred, preferred)
    if span is None or other == preferred or not _possible(other, year):
        return span
    return Span(
        year=year,
        first=preferred,
        last=preferred,
        char_start=match.start(),
        char_end=match.end(),
        swapped=other,
    )


def _month(parts: dict[str, str | None], word: str, number: str) -> int | None:
    if parts.get(number):
        return int(parts[number] or 0)
    name = (parts.get(word) or "").lower()[:3]
    return next((index for index, month in enumerate(_MONTHS, 1) if name and month.startswith(name)), None)


def _possible(day: tuple[int, int], year: int | None) -> bool:
    try:
        date(year or 2024, *day)  # a leap year: without a year 29 February may be meant
    except ValueError:
        return False
    return True


def _span(match: re.Match[str], year: int | None, first: tuple[int, int], last: tuple[int, int]) -> Span | None:
    if not (_possible(first, year) and _possible(last, year)):
        return None
    return Span(year=year, first=first, last=last, char_start=match.start(), char_end=match.end())
