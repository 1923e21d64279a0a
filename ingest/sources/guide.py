"""Prose guides: a page of title, speakers, time, room and words per session becomes one article and its sessions."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from itertools import combinations
from zoneinfo import ZoneInfo

from ingest import conference, container, front_matter, lines
from ingest.container import Block
from ingest.days import Span, find_spans
from ingest.decode import decode
from ingest.errors import InputRefused
from ingest.lines import CODE, PLAIN, Line, Sheet
from ingest.meta import day_number, ends_sentence, without_day
from ingest.parsed import Draft, Page, Parsed, ParseWarning, WarningCode
from ingest.people import speakers
from ingest.titles import ReadTitle, is_keynote_section, is_service, read_title, says_sponsored
from vectorstore.ids import content_id
from vectorstore.lexicon.loader import Lexicon, load_lexicon
from vectorstore.models.claims import Statement
from vectorstore.models.documents import Article, Session, Source, Speaker, TimeConfidence
from vectorstore.passages import session_text
from vectorstore.text.language import detect

_CONTAINER_ID = "container"
_SOURCE_LINE = re.compile(r"^(?:source|original|来源|原文|出处)\s*[:：]\s*(?P<url>https?://\S+)\s*$", re.IGNORECASE)
# A field is a format only if it is nothing else: "Demo" is one, "Demo Floor" is a room.
_FORMATS = tuple(
    (re.compile(rf"^(?:\w+\s+)?(?:{words})(?:\s+(?:talks?|sessions?|presentations?))?$", re.IGNORECASE), name)
    for words, name in (
        ("keynotes?|主题演讲|主旨演讲", "keynote"),
        ("lightning|闪电演讲|闪电", "lightning"),
        ("panels?|panel discussion|圆桌(?:论坛|讨论)?", "panel"),
        ("workshops?|工作坊", "workshop"),
        ("tutorials?|教程", "tutorial"),
        ("posters?|海报", "poster"),
        ("demos?|演示", "demo"),
        ("bofs?|birds of a feather", "bof"),
        ("breakout|sessions?|talks?|presentations?|分会场演讲|技术演讲|演讲", "talk"),
    )
)
_ROOM_WORD = re.compile(
    r"\b(?:room|hall|auditorium|ballroom|stage|theat(?:er|re))\b|厅|会议室|教室|会场", re.IGNORECASE
)
_NO_BLANK_BETWEEN = re.compile(r"[\u3000-\u9fff\uff00-\uffef]")
_LONGEST_ABSTRACT = 200_000
_LONGEST_TITLE = 500
_MOST_SESSIONS = 10_000
_MOST_SPEAKERS = 60
_LONGEST_BARE_HEADING = 40


def parse(page: Page) -> Parsed:
    """Split a guide into one article (the page's own prose) and its sessions, or raise `InputRefused` naming the line.

    Wall-clock times become instants only with the source's `tz_default` or an offset on the line itself.
    """
    return _Guide(page, load_lexicon()).parsed()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Facts:
    """What holds for every session of the page."""

    name: str
    year: int | None
    days: tuple[date, ...]
    zone: ZoneInfo | None


class _Guide:
    def __init__(self, page: Page, lexicon: Lexicon) -> None:
        self.page = page
        self.source: Source = page.source
        self.lexicon = lexicon
        self.warnings: list[ParseWarning] = []
        text = decode(page.body, place=page.place, content_type=page.content_type)
        self.front, body = front_matter.split(text)
        blank_lines = "\n" * text[: len(text) - len(body)].count("\n")  # so that line numbers stay those of the file
        self.sheet: Sheet = lines.read(blank_lines + body)
        if self.sheet.is_html and re.search(r"<body\b(?!.*</(?:body|html)\s*>)", text, re.IGNORECASE | re.DOTALL):
            raise self._refusal(None, "the page ends before </body>; the file is cut off. Download it again.")

    def parsed(self) -> Parsed:
        head, rest = self._head_lines()
        outline = container.outline(rest, whole=self.sheet.is_html)
        if outline.unreadable is not None:
            raise self._refusal(
                outline.unreadable,
                f'"{_short(outline.unreadable.text)}" has no time that can be read. '
                "Write one such as 9:35–9:40 AM or 上午9:35–9:40.",
            )
        if outline.cut is not None:
            raise self._refusal(
                outline.cut,
                f'the file stops in the middle, after "{outline.cut.text[-40:]}"; it is cut off. Get the whole file.',
            )
        if len(outline.blocks) > _MOST_SESSIONS:
            raise self._refusal(
                None, f"holds {len(outline.blocks)} sessions, more than {_MOST_SESSIONS}. Split the file."
            )
        for line in outline.debris:
            self._warn("debris", line, _short(line.text))
        if self.sheet.hidden_characters > 20:  # noqa: PLR2004 ingest.md, section 12
            self._warn("hidden_text", None, f"{self.sheet.hidden_characters} hidden characters left out")
        article, facts = self._article(head, outline.prose, outline.blocks)
        sessions = self._sessions(outline.blocks, facts, article)
        return Parsed(kind="guide", drafts=(article, *sessions), warnings=tuple(self.warnings))

    # The page itself

    def _head_lines(self) -> tuple[dict[str, Line], tuple[Line, ...]]:
        """Take the page's title and the line that says where it is from out of the lines."""
        kept = list(self.sheet.lines)
        head: dict[str, Line] = {}
        for line in kept[:5]:
            if _SOURCE_LINE.match(line.text):
                head["source"] = line
                kept.remove(line)
                break
        title = next((line for line in kept if line.rank == 1), None)
        if title is None and self.front.get("title"):
            return head, tuple(kept)
        first_session = container.first_session_line(kept)
        if title is None or (first_session is not None and title.number >= first_session.number):
            title = kept[0] if kept and kept[0] is not first_session else None
        if title is not None:
            head["title"] = title
            kept.remove(title)
        return head, tuple(kept)

    def _article(
        self, head: dict[str, Line], prose: tuple[Line, ...], blocks: tuple[Block, ...]
    ) -> tuple[Draft, _Facts]:
        in_front = str(self.front.get("title") or "").strip()
        title_raw = in_front or (head["title"].text if "title" in head else self.sheet.page_title or self.source.name)
        body = _prose_text(prose)
        name = self.source.conference or conference.conference_name(title_raw, body)
        title = conference.readable_title(title_raw, name, body)
        text = f"# {title}\n\n{body}".strip() if body else f"# {title}"
        year = self._year(title_raw, head, body, blocks)
        day_spans = conference.conference_days(text, year) if year else ()
        days = _days(day_spans, blocks, year)
        facts = _Facts(
            name=name, year=year, days=days, zone=ZoneInfo(self.source.tz_default) if self.source.tz_default else None
        )
        url = self.page.url or (_source_url(head["source"]) if "source" in head else None)
        language = detect(text)
        article = Article(
            source_id=self.source.id,
            stable_id=_CONTAINER_ID,
            stable_id_kind="container",
            title=title,
            language=language,
            canonical_url=url,
            title_source="front_matter" if in_front else "heading" if "title" in head else "page",
            container=True,
        )
        stated = conference.statements(text, name=name, days=day_spans, lexicon=self.lexicon)
        self._report_conflicts(stated)
        return Draft(document=article, text=text, statements=stated), facts

    def _year(self, title: str, head: dict[str, Line], body: str, blocks: tuple[Block, ...]) -> int | None:
        written = [span.year for block in blocks for span in block.meta.days if span.year]
        written += [span.year for span in find_spans(f"{title}\n{body}") if span.year]
        written += [
            span.year for block in blocks for one in block.sections for span in find_spans(one.text) if span.year
        ]
        if written:
            return Counter(written).most_common(1)[0][0]
        if self.source.year:
            return self.source.year
        source = head["source"].text if "source" in head else ""
        year = conference.find_year((title, self.page.url or source, self.sheet.page_title, body))
        if year is None and blocks:
            raise self._refusal(
                None, "no year stands anywhere on the page. Set it for this source in hallway.toml: year = 2026."
            )
        return year

    def _report_conflicts(self, stated: Sequence[Statement]) -> None:
        for aspect in ("city", "dates"):
            values = {s.normal: s.value for s in stated if s.aspect == aspect}
            if len(values) > 1:
                self._warn("conflict", None, f"{aspect}: " + " / ".join(values.values()))

    # The sessions

    def _sessions(self, blocks: tuple[Block, ...], facts: _Facts, article: Draft) -> list[Draft]:
        drafts: list[Draft] = []
        seen: Counter[str] = Counter()
        urls = [block.title.link for block in blocks]
        by_url = bool(blocks) and all(urls) and len(set(urls)) == len(urls)
        for block in blocks:
            session = self._session(block, facts)
            slot = _slot(session, self.lexicon)
            seen[slot] += 1
            if seen[slot] > 1:
                self._warn(
                    "dup_id", block.title, f"the same title twice at one time in one room: {_short(session.title)}"
                )
                slot = content_id("sl", slot, seen[slot])
            kind, stable_id = ("url", block.title.link or "") if by_url else ("slot", slot)
            session = replace(
                session, stable_id=stable_id, stable_id_kind=kind, container_of=article.document.stable_id
            )
            drafts.append(Draft(document=session, text=session_text(session, as_written=_as_written(block))))
        self._report_zone(drafts, article)
        self._report_clashes(blocks, drafts)
        return drafts

    def _session(self, block: Block, facts: _Facts) -> Session:
        read = read_title(block.title.text[:_LONGEST_TITLE])
        track = _track(block)
        fields = [*block.meta.fields, *(value for name, value in block.extras if name == "format")]
        format_field = next((field for field in reversed(fields) if _format(field)), None)
        room = next((value for name, value in block.extras if name == "room"), None)
        if track is not None and not room and not block.meta.fields and _ROOM_WORD.search(track):
            room, track = track, None
        rest = [field for field in block.meta.fields if field is not format_field]
        keynote = read.keynote or any(is_keynote_section(line.text) for line in block.sections)
        keynote = keynote or _format(format_field) == "keynote"
        abstract = _abstract(block.body)
        people = self._speakers(block)
        session = Session(
            source_id=self.source.id,
            stable_id="",
            stable_id_kind="slot",
            conference=facts.name,
            title=read.title,
            title_raw=block.title.text[:_LONGEST_TITLE],
            language=detect(f"{read.title}\n{abstract}"),
            canonical_url=block.title.link,
            abstract=abstract,
            speakers=people,
            room=room or (rest[0] if rest else None),
            track=next((value for name, value in block.extras if name == "track"), None) or track,
            format="keynote" if keynote else _format(format_field),
            sponsored=read.sponsored or bool(format_field and says_sponsored(format_field)),
            keynote=keynote,
            service=not people and is_service(read.title),
            status=read.status,
            tags=tuple(rest[1:] if not room else rest),
        )
        self._report_title(block.title, read)
        return self._timed(session, block, facts)

    def _speakers(self, block: Block) -> tuple[Speaker, ...]:
        people = speakers(block.meta.before) if block.meta.before else ()
        people += tuple(person for line in block.people for person in speakers(line.text))
        return people[:_MOST_SPEAKERS]

    def _timed(self, session: Session, block: Block, facts: _Facts) -> Session:
        when = block.meta
        day = self._day(block, facts)
        if when.clock.early:
            self._warn(
                "early_time", when.line, f"{when.clock.start:%H:%M} is taken as written, before seven in the morning"
            )
        if day is None:
            self._warn("no_date", when.line, "no day is known for this session")
            return session
        start = datetime.combine(day, when.clock.start)
        end = None if when.clock.length is None else start + when.clock.length
        if end == start:
            self._warn("zero_length", when.line, "ends when it starts; its end is unknown")
            end = None
        elif end is None:
            self._warn("no_end", when.line, "has no end")
        zone = when.zone or facts.zone
        confidence: TimeConfidence = "exact" if when.zone else "assumed_zone" if zone else "wall_clock"
        return replace(
            session,
            local_start=start,
            local_end=end,
            programme_day=day,
            starts_at=start.replace(tzinfo=zone).astimezone(UTC) if zone else None,
            ends_at=end.replace(tzinfo=zone).astimezone(UTC) if zone and end else None,
            venue_zone=self.source.tz_default or (when.zone.key if isinstance(when.zone, ZoneInfo) else None),
            time_confidence=confidence,
            end_basis="stated" if end else "none",
        )

    def _day(self, block: Block, facts: _Facts) -> date | None:
        """Find the day: a date on the line wins, then one on its own line, then the sections from the inside out."""
        spans = list(block.meta.days)
        if block.day_line is not None:
            spans += find_spans(block.day_line.text)
        for span in spans:
            if facts.year is not None:
                return _within(span, facts)
        for section in reversed(block.sections):
            day = _section_day(section, facts)
            if day is not None:
                return day
        return facts.days[0] if len(facts.days) == 1 else None

    # What is odd

    def _report_title(self, line: Line, read: ReadTitle) -> None:
        if read.status != "scheduled":
            self._warn("status_in_title", line, f"{read.status}: {_short(read.title)}")

    def _report_zone(self, drafts: Sequence[Draft], article: Draft) -> None:
        if not any(isinstance(d.document, Session) and d.document.time_confidence == "wall_clock" for d in drafts):
            return
        zones: list[str] = []
        for stated in article.statements:
            place = self.lexicon.places.get(stated.normal) if stated.aspect == "city" else None
            if place is not None and place.zone and place.zone not in zones:
                zones.append(place.zone)
        example = zones[0] if len(zones) == 1 else "America/Los_Angeles"
        why = f"{zones[0]} is the zone of the city it names" if len(zones) == 1 else "the page names none"
        self._warn(
            "no_zone",
            None,
            f'times are kept as the clock at the venue shows them. Add tz = "{example}" to this source ({why}).',
        )

    def _report_clashes(self, blocks: Sequence[Block], drafts: Sequence[Draft]) -> None:
        rooms: defaultdict[str, list[tuple[Block, Session]]] = defaultdict(list)
        for block, draft in zip(blocks, drafts, strict=True):
            session = draft.document
            if isinstance(session, Session) and session.room:
                rooms[self.lexicon.same_room(session.room)].append((block, session))
        for placed in rooms.values():
            for (_, one), (block, other) in combinations(placed, 2):
                if _overlap(one, other):
                    self._warn("room_clash", block.title, f"{other.room}: {_short(one.title)} / {_short(other.title)}")

    def _warn(self, code: WarningCode, line: Line | None, detail: str) -> None:
        place = f"{self.page.place}:{line.number}" if line else self.page.place
        self.warnings.append(ParseWarning(code=code, place=place, detail=detail))

    def _refusal(self, line: Line | None, what: str) -> InputRefused:
        place = f"{self.page.place}:{line.number}" if line else self.page.place
        return InputRefused(f"{place}: {what}")


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"  # noqa: PLR2004


def _source_url(line: Line) -> str | None:
    match = _SOURCE_LINE.match(line.text)
    return match["url"] if match else None


def _prose_text(prose: Sequence[Line]) -> str:
    """Write the page's own lines as light Markdown; sections that held only sessions have nothing below and go."""
    kept: list[str] = []
    for index, line in enumerate(prose):
        heading = line.rank < CODE and (line.rank < PLAIN or _bare_heading(line))
        if heading:
            below = prose[index + 1] if index + 1 < len(prose) else None
            if below is None or (below.rank <= line.rank and (below.rank < PLAIN or _bare_heading(below))):
                continue
            kept.append(f"{'#' * min(max(line.rank, 2), 4)} {line.text}")
        elif kept and not line.gap and not kept[-1].startswith("#"):
            kept[-1] += (
                ("\n" if line.bullet or line.rank >= CODE else _joint(kept[-1], line.text)) + line.bullet + line.text
            )
        else:
            kept.append(line.bullet + line.text)
    return "\n\n".join(kept)


def _bare_heading(line: Line) -> bool:
    return (
        line.rank == PLAIN
        and not line.bullet
        and len(line.text) <= _LONGEST_BARE_HEADING
        and not ends_sentence(line.text)
        and not find_spans(line.text)
    )


def _joint(before: str, after: str) -> str:
    between_han = _NO_BLANK_BETWEEN.match(before[-1:]) and _NO_BLANK_BETWEEN.match(after[:1])
    return "" if between_han else " "


def _abstract(body: Sequence[Line]) -> str:
    text = ""
    for line in body:
        if not text:
            text = line.bullet + line.text
        elif line.gap:
            text += "\n\n" + line.bullet + line.text
        elif line.bullet or line.rank >= CODE:
            text += "\n" + line.bullet + line.text
        else:
            text += _joint(text, line.text) + line.text
    return text[:_LONGEST_ABSTRACT]


def _as_written(block: Block) -> str:
    written = [line.text for line in block.people]
    if block.day_line is not None:
        written.append(block.day_line.text)
    return "\n".join([*written, block.meta.line.text])


def _track(block: Block) -> str | None:
    for section in reversed(block.sections):
        name = without_day(section.text)
        if name and not container.is_generic_section(name):
            return name
    return None


def _format(field: str | None) -> str | None:
    if not field:
        return None
    return next((name for pattern, name in _FORMATS if pattern.search(field)), None)


def _days(spans: Sequence[conference.DaySpan], blocks: Sequence[Block], year: int | None) -> tuple[date, ...]:
    """List the conference days: from the prose, else every day that a line or a section of the programme names."""
    if spans:
        first, last = spans[0].first, spans[0].last
        return tuple(first + timedelta(days=n) for n in range((last - first).days + 1))
    if year is None:
        return ()
    named = {span.dates(year)[0] for block in blocks for span in block.meta.days}
    named |= {s.dates(year)[0] for block in blocks for line in block.sections for s in find_spans(line.text)}
    return tuple(sorted(named))


def _within(span: Span, facts: _Facts) -> date:
    """Give the day a span starts on; of two readings of 04/05/2026 the one inside the conference."""
    day = span.dates(facts.year or 0)[0]
    if span.swapped is not None and day not in facts.days:
        other = replace(span, first=span.swapped, last=span.swapped, swapped=None).dates(facts.year or 0)[0]
        if other in facts.days:
            return other
    return day


def _section_day(section: Line, facts: _Facts) -> date | None:
    spans = find_spans(section.text)
    if len(spans) == 1 and spans[0].first == spans[0].last and facts.year is not None:
        return _within(spans[0], facts)
    number = day_number(section.text)
    if number is not None and 1 <= number <= len(facts.days):
        return facts.days[number - 1]
    return None


def _slot(session: Session, lexicon: Lexicon) -> str:
    """Name a session by when and where it is and what it is called: abstracts may be edited, talks keep their id."""
    start = session.local_start.isoformat() if session.local_start else ""
    room = lexicon.same_room(session.room) if session.room else ""
    return content_id("sl", start, room, " ".join(session.title.casefold().split()))


def _overlap(one: Session, other: Session) -> bool:
    if not (one.local_start and one.local_end and other.local_start and other.local_end):
        return False
    return one.local_start < other.local_end and other.local_start < one.local_end
