"""What a question takes for granted, checked against the record: what it contradicts is corrected first."""

from collections.abc import Sequence
from itertools import groupby

from bot.ask.desk import Desk, by_time
from bot.ask.labels import value_words
from bot.ask.wording import clock_words, people_words, when_words
from bot.models.plan import Aspect, Premise
from bot.models.post import Bold, Cite
from vectorstore.models.claims import Reading
from vectorstore.models.documents import Session
from vectorstore.models.search import Condition, Facet, Member
from vectorstore.rows import name_key

_FACETS: dict[Aspect, Facet] = {
    "day": "day",
    "start": "starts",
    "duration": "minutes",
    "organisation": "organisation",
    "sponsored": "sponsored",
    "keynote": "keynote",
}


def meeting_premises(desk: Desk, members: Sequence[Member]) -> tuple[Member, ...]:
    """Give the members that meet every premise of the question; where none does, correct it and give all."""
    asked = [premise for premise in desk.plan.premises if premise.aspect not in ("city", "dates")]
    if not asked or not members:
        return tuple(members)
    meeting = tuple(m for m in members if not any(_unmet(desk, group, m) for group in _by_aspect(asked)))
    if meeting:
        return meeting
    desk.load(members)
    for group in _by_aspect(asked):
        if all(_unmet(desk, group, member) for member in members):
            _correct(desk, group, members)
    return tuple(members)


def correct_conference(desk: Desk, aspect: Aspect, readings: Sequence[tuple[Reading, Cite]]) -> None:
    """Correct a place or date that a question takes for granted and no source states."""
    claimed = [premise.value for premise in desk.plan.premises if premise.aspect == aspect]
    if not claimed or not readings or any(_stated(aspect, value, r) for value in claimed for r, _ in readings):
        return
    shown = desk.say("or").join(_conference_words(desk, aspect, value) for value in claimed)
    desk.draft.denied.append(shown)
    desk.draft.say(desk.say("premise.conference", claimed=shown), *(cite for _, cite in readings))


def _stated(aspect: Aspect, value: str, reading: Reading) -> bool:
    if aspect == "city":
        return reading.normal == value
    first, _, last = reading.normal.partition("/")
    return first <= value <= (last or first)


def _conference_words(desk: Desk, aspect: Aspect, value: str) -> str:
    if aspect == "city":
        place = desk.lexicon.places.get(value)
        return place.name[desk.plan.language] if place else value
    return _condition_words(desk, "day", value)


def _by_aspect(premises: Sequence[Premise]) -> list[list[Premise]]:
    ordered = sorted(premises, key=lambda premise: premise.aspect)
    return [list(group) for _, group in groupby(ordered, key=lambda premise: premise.aspect)]


def _unmet(desk: Desk, group: Sequence[Premise], member: Member) -> bool:
    session = member.document
    return isinstance(session, Session) and not any(_bears_out(desk, premise, session) for premise in group)


def _bears_out(desk: Desk, premise: Premise, session: Session) -> bool:
    value = premise.value
    match premise.aspect:
        case "speaker":
            borne = any(set(name_key(value).split()) <= set(name_key(p.name).split()) for p in session.speakers)
        case "organisation":
            borne = any(_is_organisation(desk, value, person.organisation) for person in session.speakers)
        case "room":
            borne = session.room is not None and desk.lexicon.same_room(value) == desk.lexicon.same_room(session.room)
        case "day":
            borne = session.programme_day is not None and session.programme_day.isoformat() == value
        case "start":
            borne = _is_time(value, session)
        case "sponsored" | "keynote":
            borne = (session.sponsored if premise.aspect == "sponsored" else session.keynote) == (value == "true")
        case "duration":
            least, _, most = value.partition("–")
            length = _length(session)
            borne = length is not None and int(least) <= length <= int(most or least)
        case _:
            borne = True
    return borne


def _is_time(value: str, session: Session) -> bool:
    """Compare a claimed clock time (the session is on then) or a range of starts."""
    if session.local_start is None:
        return False
    first, _, last = value.partition("–")
    start = f"{session.local_start:%H:%M}"
    if last:
        return first <= start < last
    end = f"{session.local_end:%H:%M}" if session.local_end else ""
    return start == first or (bool(end) and start <= first < end)


def _is_organisation(desk: Desk, value: str, written: str | None) -> bool:
    if written is None:
        return False
    entity = value if value in desk.lexicon.entities else desk.lexicon.organisation(value) or ""
    known = desk.lexicon.organisation(written)
    return value.casefold() == written.casefold() or (
        known is not None and known in desk.lexicon.organisations_within(entity)
    )


def _length(session: Session) -> int | None:
    if not session.local_start or not session.local_end:
        return None
    return int((session.local_end - session.local_start).total_seconds()) // 60


def _correct(desk: Desk, group: Sequence[Premise], members: Sequence[Member]) -> None:
    shown = desk.say("or").join(dict.fromkeys(_words(desk, premise) for premise in group))
    desk.draft.denied.append(shown)
    for member in by_time(members):
        if isinstance(member.document, Session):
            words = desk.inlines(
                "premise.wrong",
                claimed=shown,
                title=Bold(text=member.document.title),
                actual=_actual(desk, group[0].aspect, member.document),
            )
            desk.draft.say(*words, desk.meta(member))


def _words(desk: Desk, premise: Premise) -> str:
    facet = _FACETS.get(premise.aspect)
    if facet is None or (facet == "starts" and "–" not in premise.value):
        return premise.value
    return _condition_words(desk, facet, premise.value)


def _condition_words(desk: Desk, facet: Facet, value: str) -> str:
    values = tuple(value.split("–")) if facet in ("starts", "minutes") else (value,)
    values = values * 2 if facet == "minutes" and len(values) == 1 else values
    return value_words(Condition(facet=facet, values=values), desk.namer)


def _actual(desk: Desk, aspect: Aspect, session: Session) -> str:
    match aspect:
        case "speaker" | "organisation":
            actual = people_words(desk.plan.language, session.speakers) or desk.say("speaker.none")
        case "room":
            actual = session.room or desk.say("room.none")
        case "sponsored" | "keynote":
            on = session.sponsored if aspect == "sponsored" else session.keynote
            actual = desk.say(f"value.{aspect}.{str(on).lower()}")
        case "duration":
            actual = clock_words(session) or desk.say("end.none")
        case _:
            actual = when_words(desk.plan.language, session)
    return actual
