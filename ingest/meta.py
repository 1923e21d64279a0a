"""The line of a programme that says when and where: its clock time, its days, its room and what else stands there."""

import re
from dataclasses import dataclass
from datetime import timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from ingest.clock import Clock, find, is_garbled
from ingest.days import Span, find_spans
from ingest.lines import CODE, Line

# ingest.md, section 5.
LONGEST_META = 160
LONGEST_ROOM = 60

_WEEKDAY = (
    r"(?:(?<![A-Za-z])(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?"
    r"|[(（]?(?:星期|周|礼拜)[一二三四五六日天][)）]?)"
)
# Sun and 周一 are names of people too: a weekday stands beside a date, right before the time, or is written out.
_WEEKDAYS = re.compile(
    rf"{_WEEKDAY}[\s,，]*(?=\x00)|(?<=\x00)[\s,，]*{_WEEKDAY}(?![\u4e00-\u9fff])|(?:^|(?<=[\s,，|(（])){_WEEKDAY}[\s,，]*$"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b",
    re.IGNORECASE,
)
_WHEN_LABEL = r"(?:time|when|date(?: and time)?|start|schedule|时间|日期|时段)\s*[:：]"
_ROOM_LABEL = re.compile(
    r"^\s*(?:room|where|venue|location|place|hall|地点|会场|会议室|房间|场地)\s*[:：]\s*", re.IGNORECASE
)
_FORMAT_LABEL = re.compile(r"^\s*(?:format|type|session type|形式|类型)\s*[:：]\s*", re.IGNORECASE)
_TRACK_LABEL = re.compile(r"^\s*(?:track|topic|area|专题|主题|方向|分论坛)\s*[:：]\s*", re.IGNORECASE)
_ZONE = re.compile(
    r"[(（]?\s*(?:(?P<utc>(?:UTC|GMT)(?:\s*(?P<sign>[+\-−])\s*(?P<hours>\d{1,2})(?::?(?P<minutes>\d\d))?)?)(?![A-Za-z])"
    r"|(?P<beijing>北京时间)|当地时间|local time|\b(?:[PMCE][SD]?T|CES?T|BST|JST|KST|IST|SGT|HKT)\b)\s*[)）]?"
)
_TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d")
_EDGES = " \t,，、;；|｜·•/@-–—:：()（）[]【】"
_STOP = re.compile(r"[.。!！?？…][\"'”’）)\]]*$")
_ABBREVIATED_HALF = re.compile(r"\b[ap]\.\s?m\.\s*$", re.IGNORECASE)
_CLOSED = re.compile(r"(?:[.。!！?？…:：]|[.。!！?？][\"'”’）)\]]+)$")
_DAY_MARK = re.compile(
    r"第\s*(?P<zh>[一二三四五六七八九十\d]+)\s*天|\bday\s*(?P<en>\d+|one|two|three|four|five|six|seven)\b"
    r"|\b(?P<ordinal>first|second|third|fourth|fifth)\s+day\b",
    re.IGNORECASE,
)
_NUMBER = {word: n for n, word in enumerate("one two three four five six seven".split(), 1)}  # noqa: SIM905
_NUMBER |= {word: n for n, word in enumerate("first second third fourth fifth".split(), 1)}  # noqa: SIM905
_NUMBER |= {word: n for n, word in enumerate("一二三四五六七八九十", 1)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Meta:
    """What a meta line says: its clock time and days, the text before and the fields after them.

    `zone` is set only where the line states an offset.
    """

    line: Line
    clock: Clock
    days: tuple[Span, ...]
    before: str
    fields: tuple[str, ...]
    zone: tzinfo | None = None


def read_meta(line: Line, *, with_title: bool = False) -> Meta | None:
    """Read a meta line: a clock time with a room, fields or a date around it, short and no sentence; else None.

    `with_title` takes the session's title as one of the fields, or as what stands before a time in brackets.
    """
    text = line.text
    if line.rank >= CODE or len(text) > LONGEST_META or _TIMESTAMP.search(text) or is_garbled(text):
        return None
    clock = find(text)
    if clock is None or (is_sentence(text) and not with_title):
        return None
    before, after = text[: clock.char_start], text[clock.char_end :]
    zone, after = _take_zone(after)
    days_before, before = _take_days(before)
    days_after, after = _take_days(after)
    fields = _fields(after)
    if with_title:
        bracketed = text[: clock.char_start].rstrip()[-1:] in {"(", "（"} and text[-1:] in ")）"
        if clock.end is None or (before and not bracketed) or not (before or fields):
            return None
        return Meta(line=line, clock=clock, days=days_before + days_after, before=before, fields=fields, zone=zone)
    plausible = bool(days_before or days_after or (fields and _starts_apart(after)) or (clock.end and not before))
    if not plausible or any(len(part) > LONGEST_ROOM for part in fields):
        return None
    return Meta(line=line, clock=clock, days=days_before + days_after, before=before, fields=fields, zone=zone)


def day_number(text: str) -> int | None:
    """Read "Day Two", "第二天" as 2; None where no day is counted."""
    match = _DAY_MARK.search(text)
    if not match:
        return None
    word = (match["zh"] or match["en"] or match["ordinal"]).lower()
    return int(word) if word.isdigit() else _NUMBER.get(word)


def without_day(text: str) -> str:
    """Take counted days, dates and weekdays out of a section's name: what is left is the track."""
    _, text = _take_days(_DAY_MARK.sub("", text), keep_edges=True)
    text = re.sub(r"[(（]\s*[,，]*\s*[)）]", "", text)
    return text.strip(" \t,，、;；|｜·•/@-–—:：")


def ends_sentence(text: str) -> bool:
    """Say whether a paragraph ends the way whole paragraphs end."""
    return bool(_CLOSED.search(text.rstrip()))


def is_sentence(text: str) -> bool:
    """Say whether a line ends in a full stop, which the "a.m." of a time is not."""
    return bool(_STOP.search(text)) and not _ABBREVIATED_HALF.search(text)


def has_when_label(text: str) -> bool:
    """Say whether a line calls itself the time of something ("Time: …", "时间：…")."""
    return bool(re.match(rf"\s*{_WHEN_LABEL}", text, re.IGNORECASE))


def is_day_line(line: Line) -> bool:
    """Say whether a line holds a date and nothing else."""
    spans, rest = _take_days(line.text)
    return bool(spans) and not _bare(rest)


def labelled(text: str) -> tuple[str, str] | None:
    """Read "Room: 210" as ("room", "210"): the labels room, format and track, with a short value; else None."""
    for name, pattern in (("room", _ROOM_LABEL), ("format", _FORMAT_LABEL), ("track", _TRACK_LABEL)):
        if match := pattern.match(text):
            value = text[match.end() :].strip()
            if value and len(value) <= LONGEST_ROOM and not is_sentence(value):
                return name, value
    return None


def _take_zone(text: str) -> tuple[tzinfo | None, str]:
    match = _ZONE.match(text)
    if not match:
        return None, text
    zone: tzinfo | None = None
    if match["beijing"]:
        zone = ZoneInfo("Asia/Shanghai")
    elif match["utc"]:
        hours, minutes = int(match["hours"] or 0), int(match["minutes"] or 0)
        offset = timedelta(hours=hours, minutes=minutes)
        zone = timezone(-offset if match["sign"] in {"-", "−"} else offset)
    return zone, text[match.end() :]


def _take_days(text: str, *, keep_edges: bool = False) -> tuple[tuple[Span, ...], str]:
    """Take the dates and weekdays out of `text`."""
    spans = find_spans(text)
    for span in reversed(spans):
        text = f"{text[: span.char_start]}\x00{text[span.char_end :]}"
    text = _WEEKDAYS.sub("", text).replace("\x00", " ")
    if keep_edges:
        return spans, text
    text = re.sub(_WHEN_LABEL, "", text, flags=re.IGNORECASE)
    text = (
        re.sub(r"\b(?:at|on|from)\s*$", "", text.rstrip(), flags=re.IGNORECASE) if spans or not text.strip() else text
    )
    return spans, text.rstrip(" \t,，、;；|｜·•/@-–—:：(（[【").lstrip(" \t|｜·•") if _bare(text) else ""


def _bare(text: str) -> str:
    return text.strip(_EDGES)


def _starts_apart(after: str) -> bool:
    """Say whether what follows a time is set apart from it, as a room is and the rest of a sentence is not."""
    return bool(re.match(r"\s*(?:[,，、;；|｜·•/@\-–—)）\]】:：]|(?:in|at|room|地点|会场)\b)", after, re.IGNORECASE))


def _fields(after: str) -> tuple[str, ...]:
    after = after.lstrip(" \t,，、;；·•@-–—)）]】:：/")
    after = re.sub(r"^(?:in|at)\s+", "", after, flags=re.IGNORECASE)
    parts = (_field(part) for part in re.split(r"\s*[|｜•]\s*|\s+·\s+", after))
    return tuple(part for part in parts if part)


def _field(part: str) -> str:
    """Take the label, the marks and a lonely bracket from a field."""
    part = _ROOM_LABEL.sub("", part).strip(" \t,，、;；·•@-–—")
    if part[:1] in "(（[【" and part[-1:] in ")）]】":
        return part[1:-1].strip()
    unbalanced = sum(part.count(mark) for mark in ")）") > sum(part.count(mark) for mark in "(（")
    return part[:-1].strip() if unbalanced and part[-1:] in ")）" else part
