"""Where each session of a page begins, in whichever of three layouts: title above, below or on the line of its time."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ingest.lines import BOLD, CODE, PLAIN, Line
from ingest.meta import Meta, day_number, is_day_line, is_sentence, read_meta, without_day
from ingest.people import is_labelled, looks_like_people

_LONGEST_TITLE = 300
_MOST_PEOPLE_LINES = 3
_LEAST_DISTINCT = 0.5
_DEBRIS = re.compile(
    r"^(?:/[\w-]+(?:\s+/[\w-]+)*"
    r"|(?:点击)?(?:查看|浏览|了解)(?:完整|全部|更多|详细|所有)?\S{0,8}(?:日程|议程|详情|更多|安排)"
    r"|(?:点击|立即|马上|现在)(?:注册|报名)[^。]{0,30}|(?:注册|报名)(?:参加|参会|链接|入口|通道)[^。]{0,30}"
    r"|阅读\s*\d+|评论|分享|点赞|返回.{0,10}|上一篇|下一篇"
    r"|(?:view|see|explore|browse|check out)\s+(?:the\s+)?(?:full|complete|entire)\s+(?:\w+\s+)?"
    r"(?:schedule|program(?:me)?|agenda|list|line-?up)\b[^.]{0,40}"
    r"|register\s+(?:for|now|here|today|online|by|your)\b[^.]{0,90}|register|sign up\b[^.]{0,60}|back to\b.{0,30}"
    r"|read more|share(?: this)?|skip to .{0,20}|menu|search|log ?in|subscribe.{0,30}|previous post|next post)$",
    re.IGNORECASE,
)
_DAY_SECTION = re.compile(r"[:：–—|(（-]")
_TITLE_THEN_PEOPLE = re.compile(r"\s+[–—|-]\s+|\s*——\s*")
_PEOPLE_THEN_ROOM = re.compile(r"^(?P<people>.*[)）])\s*[,，|@·]\s*(?P<room>[^()（）]{1,60})$")
_AT_ROOM = re.compile(r"\s*(?:@|\bin\b)\s*(?P<room>[A-Z0-9][\w .-]{0,40})$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """How a session begins: its title, speakers and meta line; lines `first` to before `after` are used up by it.

    `again` marks a second slot of the session before, which shares its title and abstract.
    """

    title: Line
    people: tuple[Line, ...]
    meta: Meta
    first: int
    after: int
    day_line: Line | None = None
    again: bool = False


def find_heads(lines: Sequence[Line]) -> tuple[Head, ...]:
    """Find where sessions begin, in the layout that explains the most of the page's times."""
    metas = [(index, meta) for index, line in enumerate(lines) if (meta := read_meta(line))]
    above = _above(lines, metas, None)
    if above:
        above = _above(lines, metas, title_rank(above))
    below = _gather(lines, [index for index, _ in metas], _below)
    inline = _gather(lines, range(len(lines)), _inline)
    best = max((above, below, inline), key=_explained)
    return best if _explained(best) else ()


def title_rank(heads: Sequence[Head]) -> int:
    """Give the weight most titles have."""
    return Counter(head.title.rank for head in heads).most_common(1)[0][0]


def is_debris(line: Line) -> bool:
    """Say whether a line is navigation or a leftover of the page and nothing anyone wrote for readers."""
    return line.rank < CODE and bool(_DEBRIS.match(line.text.strip(" →›»←‹«>")))


def can_be_title(line: Line) -> bool:
    """Tell a title from prose: it is short, and only a heavy one ends in a full stop or comma."""
    if line.rank >= CODE or len(line.text) > _LONGEST_TITLE or is_debris(line):
        return False
    if is_day_line(line) or (day_number(line.text) is not None and not without_day(line.text)):
        return False
    return line.rank <= BOLD or not line.text.rstrip().endswith((".", "。", ";", "；", ",", "，"))


def _explained(heads: tuple[Head, ...]) -> int:
    """Count the sessions a layout finds; one that finds the same few "titles" again and again has found rooms."""
    titles = {head.title.text for head in heads}
    return len(heads) if len(titles) >= _LEAST_DISTINCT * len(heads) else 0


# Title above the meta line


def _above(lines: Sequence[Line], metas: Sequence[tuple[int, Meta]], rank: int | None) -> tuple[Head, ...]:
    """Find the title over each meta line; the ranks of all titles settle what one session leaves unclear."""
    heads: list[Head] = []
    floor = 0
    for index, meta in metas:
        head = _head_above(lines, index, meta, floor=floor, rank=rank)
        if head is None and heads and index == heads[-1].after and not meta.before:
            head = replace(heads[-1], meta=meta, first=index, after=index + 1, again=True)
        if head is not None:
            heads.append(head)
            floor = index + 1
    return tuple(heads)


def _head_above(lines: Sequence[Line], index: int, meta: Meta, *, floor: int, rank: int | None) -> Head | None:
    day_line = None
    above = index - 1
    if above - 1 >= floor and not meta.days and is_day_line(lines[above]):
        day_line, above = lines[above], above - 1
    people: list[Line] = []
    if not meta.before:
        while above - 1 >= floor and len(people) < _MOST_PEOPLE_LINES and _stands_for_people(lines, above, rank):
            people.insert(0, lines[above])
            above -= 1
    if above < floor or not can_be_title(lines[above]) or read_meta(lines[above]):
        return None
    return Head(title=lines[above], people=tuple(people), meta=meta, first=above, after=index + 1, day_line=day_line)


def _stands_for_people(lines: Sequence[Line], index: int, rank: int | None) -> bool:
    line, above = lines[index], lines[index - 1]
    if line.rank < BOLD:
        return False
    if is_labelled(line.text):
        return True
    if not looks_like_people(line.text) or not can_be_title(above) or above.rank > line.rank or _is_day_section(above):
        return False
    return rank is None or line.rank != rank or above.rank == rank


def _is_day_section(line: Line) -> bool:
    """Say whether a line names a day and a track ("Compilers: Day One"), not a talk ("Day 2 operations")."""
    return day_number(line.text) is not None and bool(_DAY_SECTION.search(line.text))


# Title below the meta line, or on it


def _gather(
    lines: Sequence[Line], indices: Sequence[int], read: Callable[[Sequence[Line], int], Head | None]
) -> tuple[Head, ...]:
    heads: list[Head] = []
    floor = 0
    for index in indices:
        head = read(lines, index) if index >= floor else None
        if head is not None:
            heads.append(head)
            floor = head.after
    return tuple(heads)


def _below(lines: Sequence[Line], index: int) -> Head | None:
    meta = read_meta(lines[index])
    title = lines[index + 1] if index + 1 < len(lines) else None
    if meta is None or meta.before or title is None or title.rank > lines[index].rank + (BOLD - 1):
        return None
    if not can_be_title(title) or is_sentence(title.text) or read_meta(title) or (title.rank == PLAIN and title.gap):
        return None
    return Head(title=title, people=(), meta=meta, first=index, after=index + 2)


def _inline(lines: Sequence[Line], index: int) -> Head | None:
    """Read a line that holds a session's time and title: "10:00–10:20 Opening — Ann Lee (Foo), Hall A"."""
    line = lines[index]
    if line.rank > BOLD and not line.bullet and not re.match(r"\s*\d", line.text):
        return None
    meta = read_meta(line, with_title=True)
    if meta is None:
        return None
    fields = list(meta.fields)
    title = meta.before or (fields.pop(0) if fields else "")
    people = ""
    if not meta.before:
        title, people, fields = _title_people_fields(title, fields)
    if not title or looks_like_people(title) or not can_be_title(replace(line, text=title)):
        return None
    return Head(
        title=replace(line, text=title),
        people=(),
        meta=replace(meta, before=people, fields=tuple(fields)),
        first=index,
        after=index + 1,
    )


def _title_people_fields(text: str, fields: list[str]) -> tuple[str, str, list[str]]:
    """Take "Title — People, Room" apart as far as its marks allow; further fields may be people or room."""
    people = ""
    title = text
    for match in reversed(list(_TITLE_THEN_PEOPLE.finditer(text))):
        right = text[match.end() :]
        placed = _PEOPLE_THEN_ROOM.match(right)
        names = placed["people"] if placed else right
        if looks_like_people(names):
            title, people = text[: match.start()], names
            fields = [placed["room"], *fields] if placed else fields
            break
    named = next((field for field in fields if looks_like_people(field) and re.search(r"[,，;；(（]", field)), None)
    if not people and named is not None:
        people = named
        fields = [field for field in fields if field is not named]
    at_room = None if fields else _AT_ROOM.search(title)
    if at_room is not None:
        title, fields = title[: at_room.start()], [at_room["room"]]
    return title.strip(" \t:：–—-|"), people, fields
