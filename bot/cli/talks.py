"""`hallway talks`: the complete list under conditions given as options, without understanding any sentence."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.output import moment
from bot.cli.questions import (
    AsCsv,
    AsIcs,
    AsJson,
    AsMarkdown,
    Conference,
    InLanguage,
    Lang,
    Now,
    Quiet,
    audience_of,
    code_of,
    make_question,
    one_form,
    own_language,
    print_answer,
    ready,
    stand_still,
)
from bot.cli.running import EXIT_USAGE, running_app, stop
from bot.models.plan import Plan
from vectorstore.models.search import Condition, Facet, Facets, Filter

if TYPE_CHECKING:
    from vectorstore.lexicon.loader import Lexicon

Hardware = Annotated[list[str] | None, typer.Option(help="Hardware the talks are for: TPU, 'AMD GPU', 昇腾.")]
Software = Annotated[list[str] | None, typer.Option(help="Software they use or extend: Triton, vLLM.")]
Organisation = Annotated[list[str] | None, typer.Option("--org", help="Who gives them: Meta, IBM, 华为.")]
SpeakerName = Annotated[list[str] | None, typer.Option("--speaker", help="A speaker, in full or a part of the name.")]
Room = Annotated[list[str] | None, typer.Option(help="A room.")]
Track = Annotated[list[str] | None, typer.Option(help="A track, in full or a part of its name.")]
Day = Annotated[list[str] | None, typer.Option(help="A day: 2026-10-20, 'day 2', Tuesday, 第二天.")]
Words = Annotated[list[str] | None, typer.Option("--text", help="Words that stand in the title or the abstract.")]
Sponsored = Annotated[bool | None, typer.Option("--sponsored/--not-sponsored", help="Only sponsored ones, or none.")]
Keynote = Annotated[bool | None, typer.Option("--keynote/--no-keynote", help="Only keynotes, or none.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """The options as written; several values of one option are alternatives, options hold together."""

    hardware: Sequence[str] = ()
    software: Sequence[str] = ()
    org: Sequence[str] = ()
    speaker: Sequence[str] = ()
    room: Sequence[str] = ()
    track: Sequence[str] = ()
    day: Sequence[str] = ()
    text: Sequence[str] = ()
    sponsored: bool | None = None
    keynote: bool | None = None


def talks(
    *,
    hardware: Hardware = None,
    software: Software = None,
    org: Organisation = None,
    speaker: SpeakerName = None,
    room: Room = None,
    track: Track = None,
    day: Day = None,
    text: Words = None,
    sponsored: Sponsored = None,
    keynote: Keynote = None,
    json: AsJson = False,
    md: AsMarkdown = False,
    csv: AsCsv = False,
    ics: AsIcs = False,
    lang: Lang = None,
    conference: Conference = None,
    now: Now = None,
    quiet: Quiet = False,
) -> None:
    """List every talk under the given conditions; without any, the whole programme.

    An option given twice means either value; different options hold together.
    """
    form = one_form(json=json, md=md, csv=csv, ics=ics)
    at = moment(now)
    wishes = Wishes(
        hardware=hardware or (),
        software=software or (),
        org=org or (),
        speaker=speaker or (),
        room=room or (),
        track=track or (),
        day=day or (),
        text=text or (),
        sponsored=sponsored,
        keynote=keynote,
    )
    with running_app() as app:
        stand_still(app, at)
        ready(app)
        wanted = wanted_talks(wishes, app.lexicon, app.library.facets(), app.clock())
        language = lang or own_language(" ".join(value for _, values in _listed(wishes) for value in values))
        question = make_question(app, _in_words(wishes), lang=language, audience=audience_of(app, conference))
        app.store.begin(question)
        answer = app.ask.answer(_plan(question.text, language, wanted), question)
        app.store.save(answer)
        print_answer(answer, form, quiet=quiet)
    raise typer.Exit(code_of(answer))


def _plan(text: str, language: InLanguage, wanted: Filter) -> Plan:
    return Plan(kind="list", language=language.value, question=text, filter=wanted)


def _listed(wishes: Wishes) -> list[tuple[str, Sequence[str]]]:
    names = ("hardware", "software", "org", "speaker", "room", "track", "day", "text")
    return [(name, getattr(wishes, name)) for name in names if getattr(wishes, name)]


def _in_words(wishes: Wishes) -> str:
    """Write the options as one line, which is kept as the text of the turn."""
    parts = [f"{name}:{value}" for name, values in _listed(wishes) for value in values]
    parts += [
        f"{name}:{str(flag).lower()}"
        for name in ("sponsored", "keynote")
        if (flag := getattr(wishes, name)) is not None
    ]
    return " ".join(["talks", *parts])


def wanted_talks(wishes: Wishes, lexicon: "Lexicon", facets: Facets, now: datetime) -> Filter:
    """Turn options into conditions; what the record does not know stays as written, and so matches nothing."""
    conditions = [
        *_things("hardware", wishes.hardware, lexicon),
        *_things("software", wishes.software, lexicon),
        _any("organisation", [lexicon.organisation(value) or value for value in wishes.org]),
        _any("speaker", _matching(wishes.speaker, facets.speakers)),
        _any("room", _matching(wishes.room, facets.rooms, lexicon.same_room)),
        _any("track", _matching(wishes.track, facets.tracks)),
        _any("day", [day for value in wishes.day for day in _days(value, facets, now)]),
        _any("text", wishes.text),
        _flag("sponsored", wishes.sponsored),
        _flag("keynote", wishes.keynote),
    ]
    return Filter(conditions=tuple(condition for condition in conditions if condition is not None))


def _any(facet: Facet, values: Iterable[str]) -> Condition | None:
    distinct = tuple(dict.fromkeys(values))
    return Condition(facet=facet, values=distinct) if distinct else None


def _flag(facet: Facet, wanted: bool | None) -> Condition | None:  # noqa: FBT001 - the option's own value
    return None if wanted is None else Condition(facet=facet, values=(str(wanted).lower(),))


def _things(facet: Facet, values: Sequence[str], lexicon: "Lexicon") -> list[Condition | None]:
    """Take values the lexicon knows as entities; the table is help, not a wall: others are looked for in the text."""
    known = {value: [name for name in lexicon.named(value) if lexicon.entities[name].kind == facet] for value in values}
    unknown = [value for value, names in known.items() if not names]
    if unknown and len(unknown) < len(values):
        stop(f"{', '.join(unknown)}: not in the lexicon. Ask for it alone, or with --text.", EXIT_USAGE)
    if unknown:
        return [_any("text", values)]
    return [_any(facet, [name for names in known.values() for name in names])]


def _matching(values: Sequence[str], known: Sequence[str], normal: Callable[[str], str] = str.casefold) -> list[str]:
    """Find names by all of their words: the same name wins over those that only hold it."""
    found = []
    for value in values:
        same = [name for name in known if normal(name) == normal(value)]
        words = value.casefold().split()
        holding = [name for name in known if all(word in name.casefold() for word in words)]
        found += same or holding or [value]
    return found


def _days(value: str, facets: Facets, now: datetime) -> list[str]:
    from bot.ask.slate import slate  # noqa: PLC0415 - only this option reads days
    from bot.ask.when import read_days  # noqa: PLC0415

    days = sorted({day for programme in facets.days.values() for day in programme})
    read = slate(f"day {value}" if value.isdecimal() else value)
    read_days(read, days, now)
    found = [day for mark in read.of("day") for day in mark.values]
    if not found:
        stop(f"{value!r} is no day; use {', '.join(days[:3]) or '2026-10-20'}, 'day 2', Tuesday or 第二天.", EXIT_USAGE)
    return found
