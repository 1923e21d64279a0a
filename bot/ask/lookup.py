"""Single facts: who, when, where, how long, of every session that fits; place and dates of a conference."""

from collections.abc import Callable, Sequence

from bot.ask.desk import Desk, by_time
from bot.ask.listing import measure
from bot.ask.premises import correct_conference
from bot.ask.wording import clock_words, people_words, when_words
from bot.models.answer import ShownConflict, ShownReading
from bot.models.plan import Aspect
from bot.models.post import Bold, Cite, Inline, Link, Quote
from vectorstore.models.claims import Conflict, Reading
from vectorstore.models.documents import Session
from vectorstore.models.search import Filter, Listing, Member
from vectorstore.text.sentences import sentences

CONFERENCE_FACTS: tuple[Aspect, ...] = ("city", "dates")
_ABSTRACT_SENTENCES = 3


def write_lookup(desk: Desk, wanted: Filter, listing: Listing) -> None:
    """Answer each asked aspect for each member, in the order of the programme."""
    members = by_time(listing.members)
    desk.load(members)
    desk.apply(listing, wanted)
    measure(desk, listing)
    aspects = [aspect for aspect in desk.plan.aspects if aspect not in CONFERENCE_FACTS]
    for member in members:
        if isinstance(member.document, Session):
            desk.draft.rows.append(desk.row(member, cite=desk.meta(member).n))
            for aspect in aspects or ["abstract"]:
                _write_aspect(desk, member, member.document, aspect)
    show_conflicts(desk, members)
    desk.zones(members)


def _write_aspect(desk: Desk, member: Member, session: Session, aspect: Aspect) -> None:
    if aspect == "abstract":
        _write_abstract(desk, member, session)
    else:
        desk.draft.say(*_aspect_line(desk, session, aspect), desk.meta(member))


def _aspect_line(desk: Desk, session: Session, aspect: Aspect) -> tuple[Inline, ...]:
    slots: dict[str, Inline | str] = {
        "title": Bold(text=session.title),
        "when": when_words(desk.plan.language, session),
        "room": session.room or desk.say("room.none"),
        "speakers": people_words(desk.plan.language, session.speakers),
        "organisations": desk.say("and").join(
            dict.fromkeys(p.organisation for p in session.speakers if p.organisation)
        ),
        "end": f"{session.local_end:%H:%M}" if session.local_end else "",
        "minutes": str(_minutes(session) or ""),
        "track": session.track or "",
        "link": Link(text=session.canonical_url or "", url=session.canonical_url or ""),
    }
    known = _KNOWN[aspect](session) if aspect in _KNOWN else False
    if aspect == "sponsored":
        return desk.inlines(f"lookup.sponsored.{'yes' if session.sponsored else 'no'}", **slots)
    key = {"duration": "end"}.get(aspect, aspect) if not known else aspect
    return desk.inlines(f"lookup.{key}" if known else f"lookup.{key}.none", **slots)


def _minutes(session: Session) -> int | None:
    if session.local_start is None or session.local_end is None:
        return None
    return int((session.local_end - session.local_start).total_seconds()) // 60


_KNOWN: dict[Aspect, Callable[[Session], bool]] = {
    "speaker": lambda session: bool(session.speakers),
    "organisation": lambda session: any(person.organisation for person in session.speakers),
    "start": lambda session: bool(session.programme_day or clock_words(session)),
    "end": lambda session: session.local_end is not None,
    "duration": lambda session: _minutes(session) is not None,
    "room": lambda session: bool(session.room),
    "track": lambda session: bool(session.track),
    "url": lambda session: bool(session.canonical_url),
}


def _write_abstract(desk: Desk, member: Member, session: Session) -> None:
    stored = desk.library.get(member.document_id)
    told = [p for p in stored.passages if p.kind == "session_abstract"] if stored else []
    if not told:
        desk.draft.say(*desk.inlines("lookup.abstract.none", title=Bold(text=session.title)), desk.meta(member))
        return
    desk.draft.say(*desk.session_line(member))
    left = _ABSTRACT_SENTENCES
    for passage in told:
        for start, end in sentences(passage.text)[:left]:
            desk.draft.quote(passage, session, passage.text[start:end])
            left -= 1


def write_conference_facts(desk: Desk, aspects: Sequence[Aspect]) -> bool:
    """Write what sources state about place and dates of the conferences asked about; say whether anything is stated."""
    stated = False
    for conference in _conferences(desk):
        desk.draft.head(conference)
        for aspect in aspects:
            readings = desk.library.statements(f"conference:{conference}", aspect)
            readings = tuple(r for r in readings if _may_see(desk, r))
            stated = _write_fact(desk, conference, aspect, readings) or stated
    return stated


def _conferences(desk: Desk) -> tuple[str, ...]:
    named = [value for condition in desk.plan.filter.of("conference") for value in condition.values]
    return tuple(named) or desk.facets.conferences


def _may_see(desk: Desk, reading: Reading) -> bool:
    allowed = desk.question.audience.source_ids
    if allowed is None:
        return True
    stored = desk.library.get(reading.document_id)
    return stored is not None and stored.document.source_id in allowed


def _write_fact(desk: Desk, conference: str, aspect: Aspect, readings: Sequence[Reading]) -> bool:
    distinct = list({reading.normal: reading for reading in reversed(readings)}.values())[::-1]
    cited = [(reading, cite) for reading in distinct if (cite := _cite_reading(desk, reading)) is not None]
    correct_conference(desk, aspect, cited)
    for reading, cite in cited:
        value = shown_value(desk, aspect, reading)
        desk.draft.say(*desk.inlines(f"fact.{aspect}", value=Bold(text=value)), cite)
    if len(distinct) > 1:
        show_conflict(
            desk, Conflict(subject=f"conference:{conference}", aspect=aspect, readings=tuple(distinct)), conference
        )
    return bool(distinct)


def _cite_reading(desk: Desk, reading: Reading) -> Cite | None:
    stored = desk.library.get(reading.document_id)
    passage = desk.draft.passages.get(reading.passage_id) or desk.library.passages([reading.passage_id]).get(
        reading.passage_id
    )
    if stored is None or passage is None:
        return None
    holding = [passage.text[a:b] for a, b in sentences(passage.text) if reading.value in passage.text[a:b]]
    return desk.draft.cite(passage, stored.document, quote=holding[0] if holding else passage.text)


def shown_value(desk: Desk, aspect: str, reading: Reading) -> str:
    """Show a value as its source writes it; a city written in other letters also in the asker's."""
    if aspect != "city":
        return reading.value
    place = desk.lexicon.places.get(reading.normal)
    name = place.name[desk.plan.language] if place else ""
    if not name or name.casefold() == reading.value.casefold():
        return reading.value
    return f"{reading.value} ({name})" if desk.plan.language == "en" else f"{reading.value}（{name}）"


def show_conflict(desk: Desk, conflict: Conflict, subject: str) -> None:
    """Show every reading of a disagreement with its citation; one that cannot be cited is left out."""
    shown = []
    for reading in conflict.readings:
        cite = _cite_reading(desk, reading)
        if cite is not None:
            number = next(c.n for c in desk.draft.citations if c.passage_id == reading.passage_id)
            value = shown_value(desk, conflict.aspect, reading)
            shown.append(ShownReading(value=value, cite=number, said_at=reading.said_at))
    if len(shown) > 1:
        words = desk.say("conflict.subject", subject=subject, aspect=desk.say(f"aspect.{conflict.aspect}"))
        known = [c.subject for c in desk.draft.conflicts]
        if words not in known:
            desk.draft.conflicts.append(
                ShownConflict(subject=words, readings=tuple(shown), resolution=conflict.resolution)
            )


def show_conflicts(desk: Desk, members: Sequence[Member]) -> None:
    """Show what sources state differently about the members of an answer."""
    by_subject = {f"session:{member.document_id}": member for member in members}
    for conflict in desk.library.conflicts(desk.question.audience) if members else ():
        member = by_subject.get(conflict.subject)
        if member is not None:
            show_conflict(desk, conflict, member.document.title)


def show_quoted_conflicts(desk: Desk) -> None:
    """Show a disagreement whenever the answer quotes one of its sides."""
    quoted = [block.text for block in desk.draft.blocks if isinstance(block, Quote)]
    cited = {citation.passage_id for citation in desk.draft.citations}
    for conflict in desk.library.conflicts(desk.question.audience) if quoted else ():
        if any(r.passage_id in cited and any(r.value in text for text in quoted) for r in conflict.readings):
            show_conflict(desk, conflict, conflict.subject.partition(":")[2])
