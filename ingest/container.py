"""A page that holds many sessions: what makes it one, and where each session and each section begins and ends."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ingest.clock import is_garbled
from ingest.days import find_spans
from ingest.heads import Head, can_be_title, find_heads, is_debris, title_rank
from ingest.lines import BOLD, CODE, PLAIN, Line
from ingest.meta import (
    LONGEST_META,
    Meta,
    day_number,
    ends_sentence,
    has_when_label,
    is_sentence,
    labelled,
    without_day,
)
from ingest.people import is_labelled, looks_like_people

# ingest.md, section 1.
FEWEST_SESSIONS = 5
_LEAST_SIBLINGS = 0.6
_LONGEST_SECTION = 80
# So many of the other abstracts must end a sentence before half a sentence at the end means a cut-off file.
_HABIT = 0.9
_BROKEN_MARKUP = re.compile(r"^[#*_>\s]+$|^(?:(?!\*\*).)*\*\*(?:(?!\*\*).)*$")
_GENERIC_SECTION = re.compile(
    r"^(?:introduction|intro|overview|about.*|tl[;:,]?\s?dr|summary|featured projects?"
    r"|(?:the )?(?:full |detailed )?(?:agenda|schedule|program(?:me)?|sessions|talks)"
    r"|介绍|简介|前言|引言|概述|概览|导语|总览|(?:大会|会议|完整|全部|详细)?(?:日程|议程|演讲|议题)(?:安排|一览|列表)?)[:：]?$",
    re.IGNORECASE,
)


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
    """A page taken apart: its sessions, the lines of its own prose, and its debris.

    `unreadable` is the first line that stands where a session's time should and cannot be read; `cut` is the last
    line of a page that ends in the middle of something.
    """

    blocks: tuple[Block, ...]
    prose: tuple[Line, ...]
    debris: tuple[Line, ...]
    unreadable: Line | None = None
    cut: Line | None = None


def is_container(lines: Sequence[Line]) -> bool:
    """Say whether these lines hold at least five sibling blocks of title, meta line with a time, and text."""
    heads = find_heads(lines)
    if len(heads) < FEWEST_SESSIONS:
        return False
    siblings = sum(head.title.rank == title_rank(heads) for head in heads)
    return siblings >= max(FEWEST_SESSIONS, len(heads) * _LEAST_SIBLINGS)


def first_session_line(lines: Sequence[Line]) -> Line | None:
    """Find the line on which the first session begins; None on a page without sessions."""
    heads = find_heads(lines)
    return lines[heads[0].first] if heads else None


def outline(lines: Sequence[Line], *, whole: bool = False) -> Outline:
    """Take a page apart into sessions and its own prose; `whole` says that the file is known not to be cut off."""
    return _Splitter(lines, find_heads(lines)).run(whole=whole)


def is_generic_section(text: str) -> bool:
    """Say whether a section's name is about the page ("Introduction", "日程") and not a track."""
    return bool(_GENERIC_SECTION.match(text.strip()))


@dataclass(slots=True)
class _Splitter:
    """Walks from session to session and says of each line between them whose it is."""

    lines: Sequence[Line]
    heads: Sequence[Head]
    rank: int = PLAIN
    prose: list[Line] = field(default_factory=list)
    debris: list[Line] = field(default_factory=list)
    open_sections: list[Line] = field(default_factory=list)
    given_back: list[Line] = field(default_factory=list)
    unreadable: Line | None = None

    def run(self, *, whole: bool) -> Outline:
        if self.heads:
            self.rank = title_rank(self.heads)
        first = self.heads[0].first if self.heads else len(self.lines)
        self._between(0, first, in_body=False)
        blocks: list[Block] = []
        for number, head in enumerate(self.heads):
            last = number + 1 == len(self.heads)
            blocks.append(
                self._block(head, len(self.lines) if last else self.heads[number + 1].first, blocks, last=last)
            )
        return Outline(
            blocks=_with_shared_bodies(blocks, self.heads),
            prose=tuple(self.prose),
            debris=tuple(self.debris),
            unreadable=self.unreadable,
            cut=None if whole or not self.lines else self._cut(blocks),
        )

    def _block(self, head: Head, end: int, blocks: Sequence[Block], *, last: bool) -> Block:
        sections = tuple(self.open_sections)
        while self.prose and self.prose[-1] in self.open_sections:
            self.prose.pop()  # a heading that sessions stand right under is none of the page's own prose
        people, extras, start = self._extras(head, end)
        body = self._between(start, end, in_body=True, last=last)
        if last:
            body = self._without_closing(body, blocks)
        return Block(
            title=head.title,
            people=head.people + people,
            meta=head.meta,
            day_line=head.day_line,
            extras=extras,
            body=tuple(body),
            sections=sections,
        )

    def _extras(self, head: Head, end: int) -> tuple[tuple[Line, ...], tuple[tuple[str, str], ...], int]:
        """Read the labelled lines below a meta line, and one line of people if none stood above."""
        people: list[Line] = []
        extras: list[tuple[str, str]] = []
        index = head.after
        while index < end:
            line = self.lines[index]
            extra = labelled(line.text)
            if extra:
                extras.append(extra)
            elif is_labelled(line.text) or (not people and self._people_below(head, line, last=index + 1 >= end)):
                people.append(line)
            else:
                break
            index += 1
        return tuple(people), tuple(extras), index

    def _people_below(self, head: Head, line: Line, *, last: bool) -> bool:
        if head.people or head.meta.before or line.rank < BOLD or (last and line.gap):
            return False
        return bool(re.search(r"[,，、;；(（]", line.text)) and looks_like_people(line.text)

    def _between(self, start: int, end: int, *, in_body: bool, last: bool = False) -> list[Line]:
        """Share out the lines from a session's meta line to the next session's title."""
        body: list[Line] = []
        after_meta = in_body
        for index in range(start, end):
            line = self.lines[index]
            self._notice_unreadable(index, start, end, first_page=not after_meta)
            if is_debris(line):
                self.debris.append(line)
                in_body = False
            elif self._is_section(index, start, end, after_meta=after_meta, last=last):
                self._open(line)
                self.prose.append(line)
                in_body = False
            elif in_body:
                body.append(line)
            else:
                self.prose.append(line)
        return body

    def _is_section(self, index: int, start: int, end: int, *, after_meta: bool, last: bool) -> bool:
        line = self.lines[index]
        if line.rank >= CODE or line.bullet:
            return False
        if line.rank < PLAIN and line.rank <= self.rank:
            return True
        if not _is_short_name(line) or line.text.endswith((",", "，", ";", "；")):
            return False
        if after_meta and index == start and day_number(line.text) is None:
            return False
        if last:
            return line.rank < PLAIN
        return all(_is_short_name(self.lines[other]) for other in range(index + 1, end))

    def _open(self, line: Line) -> None:
        """Open a section: it closes those of equal or lighter weight, but a bare day stays until the next day."""
        day_here = day_number(line.text) is not None or bool(find_spans(line.text))
        kept = []
        for section in self.open_sections:
            bare_day = not without_day(section.text)
            if section.rank < line.rank or (bare_day and not day_here and section.rank <= line.rank):
                kept.append(section)
        self.open_sections = [*kept, line]

    def _notice_unreadable(self, index: int, start: int, end: int, *, first_page: bool) -> None:
        """Notice a line that should hold a session's time and holds none that can be read."""
        line = self.lines[index]
        if self.unreadable is not None or first_page or line.rank >= CODE or len(line.text) > LONGEST_META:
            return
        above = self.lines[index - 1] if index > start else None
        titled = above is not None and above.rank == self.rank < PLAIN and line.rank > self.rank
        stray_people = above is not None and self.rank == PLAIN and index + 1 < end and not above.bullet
        lost = is_garbled(line.text) or (titled and (has_when_label(line.text) or re.search(r"[,，|]", line.text)))
        if not lost and stray_people and above is not None:
            lost = self._looks_like_a_lost_session(above, line)
        if lost and not is_sentence(line.text):
            self.unreadable = line

    def _looks_like_a_lost_session(self, above: Line, line: Line) -> bool:
        """In a page without any weights, a title and a line of people without a time are a session that lost it."""
        if line.bullet or not re.search(r"[,，;；(（]", line.text) or not looks_like_people(line.text):
            return False
        habit = sum(bool(head.people) for head in self.heads) >= _HABIT * len(self.heads)
        return habit and can_be_title(above) and _is_short_name(above)

    def _without_closing(self, body: list[Line], blocks: Sequence[Block]) -> list[Line]:
        """Give the page's closing words back to it: paragraphs beyond the most that any other session has."""
        if len(blocks) + 1 < FEWEST_SESSIONS:
            return body
        most = max(_paragraphs(block.body) for block in blocks) or 1
        count = 0
        for position, line in enumerate(body):
            count += line.gap or position == 0
            if count > most:
                self.given_back = body[position:]
                self.prose += self.given_back
                return body[:position]
        return body

    def _cut(self, blocks: Sequence[Block]) -> Line | None:
        """Find out whether the file stops in the middle of markup, of a session, of a sentence, or under a heading."""
        final = self.lines[-1]
        if is_debris(final) or len(blocks) < FEWEST_SESSIONS:
            return None
        if _BROKEN_MARKUP.match(final.text) or final.rank < PLAIN:
            return final
        if day_number(final.text) is not None and _is_short_name(final):
            return final
        others = [block.body for block in blocks[:-1]]
        endings = [ends_sentence(body[-1].text) for body in others if body]
        if len(endings) < _HABIT * len(others) or sum(endings) < _HABIT * len(endings):
            return None
        body = blocks[-1].body
        continues = final in body[-1:] or final in self.given_back[-1:]
        half_a_sentence = continues and not ends_sentence(final.text)
        nothing_said = not body and final.number <= max(blocks[-1].meta.line.number, blocks[-1].title.number)
        return final if half_a_sentence or nothing_said else None


def _with_shared_bodies(blocks: Sequence[Block], heads: Sequence[Head]) -> tuple[Block, ...]:
    """Give every slot of a session that has several the abstract, which stands under the last of them."""
    shared = list(blocks)
    for number in range(len(shared) - 1, 0, -1):
        if heads[number].again:
            one = shared[number]
            shared[number - 1] = replace(shared[number - 1], body=one.body, extras=one.extras)
    return tuple(shared)


def _is_short_name(line: Line) -> bool:
    return line.rank < CODE and not line.bullet and len(line.text) <= _LONGEST_SECTION and not is_sentence(line.text)


def _paragraphs(body: Sequence[Line]) -> int:
    return sum(line.gap or position == 0 for position, line in enumerate(body))
