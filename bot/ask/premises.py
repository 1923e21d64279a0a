"""What a question takes for granted, checked against the record: what it contradicts is corrected first."""

from collections.abc import Sequence

from bot.ask.desk import Desk, by_time
from bot.ask.wording import clock_words, people_words, when_words
from bot.models.plan import Premise
from bot.models.post import Bold
from vectorstore.models.documents import Session
from vectorstore.models.search import Member
from vectorstore.rows import name_key


def correct_premises(desk: Desk, members: Sequence[Member]) -> bool:
    """Correct each claim of the question that no member bears out, with what the record says; say whether any was."""
    corrected = False
    if not desk.plan.premises or not members:
        return False
    desk.load(members)
    for premise in desk.plan.premises:
        sessions = [(m, m.document) for m in by_time(members) if isinstance(m.document, Session)]
        if not sessions or any(_bears_out(desk, premise, session) for _, session in sessions):
            continue
        corrected = True
        shown = _shown(desk, premise)
        desk.draft.denied.append(shown)
        for member, session in sessions:
            words = desk.inlines(
                "premise.wrong", claimed=shown, title=Bold(text=session.title), actual=_actual(desk, premise, session)
            )
            desk.draft.say(*words, desk.meta(member))
    return corrected


def _bears_out(desk: Desk, premise: Premise, session: Session) -> bool:
    value = premise.value
    match premise.aspect:
        case "speaker":
            borne = any(set(name_key(value).split()) <= set(name_key(p.name).split()) for p in session.speakers)
        case "organisation":
            borne = any(_is_organisation(desk, value, person.organisation) for person in session.speakers)
        case "room":
            borne = session.room is not None and desk.lexicon.same_room(value) == desk.lexicon.same_room(session.room)
        case "start":
            borne = _is_start(value, session)
        case "sponsored":
            borne = session.sponsored == (value == "true")
        case "duration":
            borne = _length(session) == value
        case _:
            borne = True
    return borne


def _is_start(value: str, session: Session) -> bool:
    """Compare a claimed day, clock time, or both."""
    day = session.programme_day.isoformat() if session.programme_day else ""
    clock = f"{session.local_start:%H:%M}" if session.local_start else ""
    return all(part in (day, clock) for part in value.split())


def _is_organisation(desk: Desk, value: str, written: str | None) -> bool:
    if written is None:
        return False
    entity = value.removeprefix("entity:")
    if entity not in desk.lexicon.entities:
        entity = desk.lexicon.organisation(value) or ""
    known = desk.lexicon.organisation(written)
    return value.casefold() == written.casefold() or (
        known is not None and known in desk.lexicon.organisations_within(entity)
    )


def _length(session: Session) -> str:
    if not session.local_start or not session.local_end:
        return ""
    return str(int((session.local_end - session.local_start).total_seconds()) // 60)


def _shown(desk: Desk, premise: Premise) -> str:
    value = premise.value.removeprefix("entity:")
    if value in desk.lexicon.entities:
        return desk.lexicon.display(value, desk.plan.language)
    if premise.aspect == "sponsored":
        return desk.say(f"value.sponsored.{value}")
    return value


def _actual(desk: Desk, premise: Premise, session: Session) -> str:
    match premise.aspect:
        case "speaker" | "organisation":
            return people_words(desk.plan.language, session.speakers) or desk.say("time.none")
        case "room":
            return session.room or desk.say("room.none")
        case "sponsored":
            return desk.say("value.sponsored.true" if session.sponsored else "value.sponsored.false")
        case "duration":
            return clock_words(session) or desk.say("end.none")
        case _:
            return when_words(desk.plan.language, session)
