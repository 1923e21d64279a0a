"""A page that holds many sessions: what makes it one, and where each session and each section begins and ends."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from ingest.clock import Clock, find, looks_timed
from ingest.days import Span, find_spans
from ingest.lines import BOLD, CODE, PLAIN, Line
from ingest.people import is_labelled, looks_like_people

# ingest.md, sections 1 and 5.
FEWEST_SESSIONS = 5
_LONGEST_META = 160
_LONGEST_ROOM = 60
_LONGEST_TITLE = 300
_LONGEST_SECTION = 80
_MOST_PEOPLE_LINES = 3

_WEEKDAY = (
    r"(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?"
    r"|[(（]?(?:星期|周|礼拜)[一二三四五六日天][)）]?"
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
_DEBRIS = re.compile(
    r"^(?:/[\w-]+(?:\s+/[\w-]+)*"
    r"|(?:点击)?(?:查看|浏览|了解)(?:完整|全部|更多|详细|所有)?\S{0,8}(?:日程|议程|详情|更多|安排)"
    r"|(?:立即|马上|现在)?(?:注册|报名)(?:参加|参会)?[^。]{0,30}|阅读\s*\d+|评论|分享|点赞|返回.{0,10}|上一篇|下一篇"
    r"|(?:view|see|explore|browse|check out)\s+(?:the\s+)?(?:full|complete|entire)\b[^.]{0,60}"
    r"|register\b[^.]{0,90}|sign up\b[^.]{0,60}|back to\b.{0,30}|read more|share(?: this)?|skip to .{0,20}"
    r"|menu|search|log ?in|subscribe.{0,30}|previous post|next post)$",
    re.IGNORECASE,
)
_GENERIC_SECTION = re.compile(
    r"^(?:introduction|intro|overview|about.*|tl[;:,]?\s?dr|summary|featured projects?"
    r"|(?:the )?(?:full |detailed )?(?:agenda|schedule|program(?:me)?|sessions|talks)"
    r"|介绍|简介|前言|引言|概述|概览|导语|总览|(?:大会|会议|完整|全部|详细)?(?:日程|议程|演讲|议题)(?:安排|一览|列表)?)[:：]?$",
    re.IGNORECASE,
)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One session as it stands on the page: title line, speaker lines, meta line, labelled extras, abstract lines.

    `sections` are the section lines that hold here, outermost first; `day_line` a line of its own with the date.
    """

    title: Line
    people: tuple[Line, ...]
    meta: Meta
    day_line: Line | None
    extras: tuple[tuple[str, str], ...]
    body: tuple[Line, ...]
    sections: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """A page taken apart: its sessions, the lines of its own prose, debris; and the first line that is no session.

    `unreadable` is a line that stands where a session's time should and cannot be read, or a title without any.
    """

    blocks: tuple[Block, ...]
    prose: tuple[Line, ...]
    debris: tuple[Line, ...]
    unreadable: Line | None = None
    cut: Line | None = None


@dataclass(slots=True)
class _Head:
    """Where a session begins: indices of its title, people and day lines above its meta line."""

    meta_index: int
    meta: Meta
    title_index: int
    people: list[int] = field(default_factory=list)
    day: int | None = None
    below: int = 0

    @property
    def top(self) -> int:
        return min([self.title_index, *self.people, self.meta_index, *([] if self.day is None else [self.day])])


def is_container(lines: Sequence[Line]) -> bool:
    """Say whether these lines hold at least five sibling blocks of title, meta line with a time, and text."""
    heads = _heads(lines)
    if len(heads) < FEWEST_SESSIONS:
        return False
    siblings = Counter(lines[head.title_index].rank for head in heads)
    return siblings.most_common(1)[0][1] >= max(FEWEST_SESSIONS, len(heads) * 0.6)


def outline(lines: Sequence[Line]) -> Outline:
    """Take a page apart into sessions and its own prose."""
    heads = _heads(lines)
    if not heads:
        debris = tuple(line for line in lines if is_debris(line))
        return Outline(blocks=(), prose=tuple(line for line in lines if not is_debris(line)), debris=debris)
    title_rank = _title_rank(lines, heads)
    splitter = _Splitter(lines, heads, title_rank)
    return splitter.run()


def read_meta(line: Line) -> Meta | None:
    """Read a meta line: a clock time with a room, fields or a date around it, short and no sentence; else None."""
    text = line.text
    if line.rank >= CODE or len(text) > _LONGEST_META:
        return None
    clock = find(text)
    if clock is None or _is_sentence(text):
        return None
    before, after = text[: clock.char_start], text[clock.char_end :]
    zone, after = _take_zone(after)
    days_before, before = _take_days(before)
    days_after, after = _take_days(after)
    fields = _fields(after)
    plausible = bool(days_before or days_after or (fields and _starts_apart(after)) or (clock.end and not before))
    if not plausible or any(len(part) > _LONGEST_ROOM for part in fields):
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


def is_generic_section(text: str) -> bool:
    """Say whether a section's name is about the page ("Introduction", "日程") and not a track."""
    return bool(_GENERIC_SECTION.match(text.strip()))


def is_debris(line: Line) -> bool:
    """Say whether a line is navigation or a leftover of the page and nothing anyone wrote for readers."""
    return line.rank < CODE and bool(_DEBRIS.match(line.text.strip(" →›»←‹«>")))


def ends_sentence(text: str) -> bool:
    """Say whether a paragraph ends the way whole paragraphs end."""
    return bool(_CLOSED.search(text.rstrip()))


def _is_sentence(text: str) -> bool:
    return bool(_STOP.search(text)) and not _ABBREVIATED_HALF.search(text)


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
        text = text[: span.char_start] + " " + text[span.char_end :]
    text = re.sub(rf"(?<![A-Za-z]){_WEEKDAY}", "", text, flags=re.IGNORECASE)
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
    parts = (_ROOM_LABEL.sub("", part).strip(" \t,，、;；·•@-–—") for part in re.split(r"\s*[|｜•]\s*|\s+·\s+", after))
    return tuple(part for part in parts if part)


def _heads(lines: Sequence[Line]) -> list[_Head]:
    """Find each meta line with the title above it, twice: the ranks of the titles settle what was unclear at first."""
    metas = [(index, meta) for index, line in enumerate(lines) if (meta := read_meta(line))]
    found = _assign(lines, metas, None)
    if not found:
        return []
    return _assign(lines, metas, _title_rank(lines, found))


def _title_rank(lines: Sequence[Line], heads: Sequence[_Head]) -> int:
    return Counter(lines[head.title_index].rank for head in heads).most_common(1)[0][0]


def _assign(lines: Sequence[Line], metas: Sequence[tuple[int, Meta]], title_rank: int | None) -> list[_Head]:
    heads: list[_Head] = []
    floor = 0
    for index, meta in metas:
        head = _head(lines, index, meta, floor, title_rank)
        if head is not None:
            heads.append(head)
            floor = index + 1
    return heads


def _head(lines: Sequence[Line], index: int, meta: Meta, floor: int, title_rank: int | None) -> _Head | None:
    day = None
    above = index - 1
    if above >= floor and not meta.days and _is_day_line(lines[above]) and above - 1 >= floor:
        day, above = above, above - 1
    people: list[int] = []
    if not meta.before:
        while above - 1 >= floor and len(people) < _MOST_PEOPLE_LINES and _stands_for_people(lines, above, title_rank):
            people.append(above)
            above -= 1
    if above < floor or not _can_be_title(lines[above]):
        return None
    return _Head(meta_index=index, meta=meta, title_index=above, people=people[::-1], day=day)


def _is_day_line(line: Line) -> bool:
    spans, rest = _take_days(line.text)
    return bool(spans) and not _bare(rest)


def _stands_for_people(lines: Sequence[Line], index: int, title_rank: int | None) -> bool:
    line, above = lines[index], lines[index - 1]
    if line.rank < BOLD:
        return False
    if is_labelled(line.text):
        return True
    if not looks_like_people(line.text) or not _can_be_title(above) or above.rank > line.rank:
        return False
    return title_rank is None or line.rank != title_rank or above.rank == title_rank


def _can_be_title(line: Line) -> bool:
    """Tell a title from prose: it is short, and only a heavy one ends in a full stop or comma."""
    if line.rank >= CODE or len(line.text) > _LONGEST_TITLE or is_debris(line):
        return False
    return line.rank <= BOLD or not line.text.rstrip().endswith((".", "。", ";", "；", ",", "，"))


class _Splitter:
    """Walks from session to session and says of each line between them whose it is."""

    def __init__(self, lines: Sequence[Line], heads: Sequence[_Head], title_rank: int) -> None:
        self.lines = lines
        self.heads = heads
        self.title_rank = title_rank
        self.prose: list[Line] = []
        self.debris: list[Line] = []
        self.open_sections: list[Line] = []
        self.unreadable: Line | None = None

    def run(self) -> Outline:
        blocks: list[Block] = []
        self._between(0, self.heads[0].top, first_body=False)
        for number, head in enumerate(self.heads):
            sections = tuple(self.open_sections)
            self._drop_bare_headings()
            last = number + 1 == len(self.heads)
            end = len(self.lines) if last else self.heads[number + 1].top
            extras, start = self._extras(head, end)
            body = self._between(start, end, first_body=True, last=last)
            if last:
                body = self._without_closing(body, blocks)
            blocks.append(
                Block(
                    title=self.lines[head.title_index],
                    people=tuple(self.lines[index] for index in head.people) + extras[0],
                    meta=head.meta,
                    day_line=None if head.day is None else self.lines[head.day],
                    extras=extras[1],
                    body=tuple(body),
                    sections=sections,
                )
            )
        return Outline(
            blocks=tuple(blocks),
            prose=tuple(self.prose),
            debris=tuple(self.debris),
            unreadable=self.unreadable,
            cut=self._cut(blocks),
        )

    def _extras(self, head: _Head, end: int) -> tuple[tuple[tuple[Line, ...], tuple[tuple[str, str], ...]], int]:
        """Read the labelled lines below a meta line, and one line of people if none stood above."""
        people: list[Line] = []
        extras: list[tuple[str, str]] = []
        index = head.meta_index + 1
        while index < end:
            line = self.lines[index]
            name = _extra(line.text)
            if name:
                extras.append(name)
            elif is_labelled(line.text) or self._people_below(head, index, end, known=bool(people)):
                people.append(line)
            else:
                break
            index += 1
        return (tuple(people), tuple(extras)), index

    def _people_below(self, head: _Head, index: int, end: int, *, known: bool) -> bool:
        line = self.lines[index]
        if known or head.people or head.meta.before or index + 1 >= end or line.rank < BOLD:
            return False
        return bool(re.search(r"[,，、;；(（]", line.text)) and looks_like_people(line.text)

    def _between(self, start: int, end: int, *, first_body: bool, last: bool = False) -> list[Line]:
        """Share out the lines from a session's meta line to the next session's title."""
        body: list[Line] = []
        in_body = first_body
        for index in range(start, end):
            line = self.lines[index]
            if is_debris(line):
                self.debris.append(line)
                in_body = False
            elif self._is_section(index, start, end, first_body=first_body, last=last):
                self._check_readable(index, end)
                self._open(line)
                self.prose.append(line)
                in_body = False
            elif in_body:
                body.append(line)
            else:
                self.prose.append(line)
        return body

    def _is_section(self, index: int, start: int, end: int, *, first_body: bool, last: bool) -> bool:
        line = self.lines[index]
        if line.rank >= CODE or line.bullet:
            return False
        if line.rank < PLAIN and line.rank <= self.title_rank:
            return True
        if len(line.text) > _LONGEST_SECTION or _is_sentence(line.text) or line.text.endswith((",", "，", ";", "；")):
            return False
        if first_body and index == start and day_number(line.text) is None:
            return False
        if last:
            return line.rank < PLAIN
        return all(self._could_be_section(self.lines[other]) for other in range(index + 1, end))

    def _drop_bare_headings(self) -> None:
        """Take the headings that sessions stand right under out of the page's own prose."""
        while self.prose and self.prose[-1] in self.open_sections:
            self.prose.pop()

    def _could_be_section(self, line: Line) -> bool:
        return (
            line.rank < CODE and not line.bullet and len(line.text) <= _LONGEST_SECTION and not _is_sentence(line.text)
        )

    def _open(self, line: Line) -> None:
        """Open a section: it closes those of equal or lighter weight, but a bare day stays until the next day."""
        day_here = day_number(line.text) is not None or bool(find_spans(line.text))
        kept = []
        for section in self.open_sections:
            bare_day = not without_day(section.text)
            if section.rank < line.rank or (bare_day and not day_here and section.rank <= line.rank):
                kept.append(section)
        self.open_sections = [*kept, line]

    def _check_readable(self, index: int, end: int) -> None:
        """Notice a heading of a session's weight with a short line below that should hold its time and does not."""
        line = self.lines[index]
        if self.unreadable is not None or line.rank != self.title_rank or line.rank >= PLAIN:
            return
        below = self.lines[index + 1] if index + 1 < end else None
        if below is None or below.rank < PLAIN or len(below.text) > _LONGEST_META or _is_sentence(below.text):
            return
        first = self.heads[0].top if self.heads else 0
        if index > first and (looks_timed(below.text) or re.search(r"[,，|]", below.text)):
            self.unreadable = below

    def _without_closing(self, body: list[Line], blocks: Sequence[Block]) -> list[Line]:
        """Give the page's closing words back to it: paragraphs beyond the most that any other session has."""
        if len(blocks) + 1 < FEWEST_SESSIONS:
            return body
        most = max(_paragraphs(block.body) for block in blocks) or 1
        count = 0
        for position, line in enumerate(body):
            count += line.gap or position == 0
            if count > most:
                self.prose += body[position:]
                return body[:position]
        return body

    def _cut(self, blocks: Sequence[Block]) -> Line | None:
        """Find out whether the file stops in the middle: a title without meta line, or half a sentence, at its end."""
        final = self.lines[-1]
        if is_debris(final):
            return None
        if final.rank == self.title_rank and final.rank < PLAIN and len(blocks) >= FEWEST_SESSIONS:
            return final
        endings = [ends_sentence(block.body[-1].text) for block in blocks[:-1] if block.body]
        habit = len(endings) >= FEWEST_SESSIONS - 1 and sum(endings) >= 0.9 * len(endings)
        if not habit:
            return None
        if blocks[-1].body and final == blocks[-1].body[-1]:
            return None if ends_sentence(final.text) else final
        if final.number == blocks[-1].meta.line.number:
            return final
        return None


def _extra(text: str) -> tuple[str, str] | None:
    for name, pattern in (("room", _ROOM_LABEL), ("format", _FORMAT_LABEL), ("track", _TRACK_LABEL)):
        if match := pattern.match(text):
            value = text[match.end() :].strip()
            if value and len(value) <= _LONGEST_ROOM and not _is_sentence(value):
                return name, value
    return None


def _paragraphs(body: Sequence[Line]) -> int:
    return sum(line.gap or position == 0 for position, line in enumerate(body))


def first_session_line(lines: Sequence[Line]) -> Line | None:
    """Find the title line of the first session; None on a page without sessions."""
    heads = _heads(lines)
    return lines[heads[0].title_index] if heads else None
