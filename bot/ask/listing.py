"""Complete lists, counts and agendas from the record: every member with its facts and why it is there."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import combinations, groupby, product

from bot.ask.desk import Desk, by_time, relations
from bot.ask.draft import line
from bot.ask.wording import day_words, when_words
from bot.models.answer import Completeness
from bot.models.post import Bold, Inline
from vectorstore.models.documents import Document, Session
from vectorstore.models.search import Condition, Filter, Listing, Member

Pair = tuple[Member, Member]
_RELATIONS = ("about", "listed", "implied", "vendor", "passing")


def write_list(desk: Desk, wanted: Filter, listing: Listing) -> None:
    """Write every member of a listing, in the order of the programme, how complete that is first."""
    members = by_time(listing.members)
    desk.draft.kind = "list"
    desk.load([*members, *listing.also_named])
    desk.apply(listing, wanted)
    measure(desk, listing)
    desk.draft.say(first_line(desk, wanted, listing))
    number_members(desk, members)
    _passing(desk, listing)
    _also_named(desk, listing)
    _end_unknown(desk, wanted)
    _left_out(desk, wanted)
    desk.zones(members)


def write_agenda(desk: Desk, wanted: Filter, listing: Listing, *, heading: str = "") -> None:
    """Write a listing by day, with what overlaps in one room marked."""
    members = by_time(listing.members)
    desk.draft.kind = "agenda"
    desk.load(members)
    desk.apply(listing, wanted)
    measure(desk, listing)
    desk.draft.say(first_line(desk, wanted, listing))
    if heading:
        desk.draft.head(heading)
    clashes = desk.library.clashes(wanted, desk.question.audience)
    number = 1
    for day, grouped in groupby(members, key=_day):
        of_day = list(grouped)
        if day and not heading:
            desk.draft.head(day_words(desk.plan.language, day))
        number_members(desk, of_day, first=number, clashes=clashes, with_day=not day or bool(heading))
        number += len(of_day)
    _end_unknown(desk, wanted)
    _left_out(desk, wanted)
    desk.zones(members)


def measure(desk: Desk, listing: Listing) -> None:
    """Note how much of the whole the answer shows: all that matched, for only a renderer pages."""
    desk.draft.completeness = Completeness(
        shown=len(listing.members),
        matched=len(listing.members),
        corpus=listing.corpus,
        passing=len(listing.passing),
        method=listing.method,
    )
    desk.draft.count(len(listing.members), listing.corpus, len(listing.passing), len(listing.also_named))


def first_line(desk: Desk, wanted: Filter, listing: Listing) -> str:
    """Say how many of how many, and how the members hold what was asked for."""
    matched, corpus = len(listing.members), listing.corpus
    if matched == corpus and not wanted.conditions:
        return desk.say("list.all", sessions=desk.counted(matched))
    detail = _detail(desk, wanted, listing.members)
    both = {
        "matched": desk.number(matched),
        "corpus": desk.counted(corpus),
    }
    return desk.say("list.some.detail", detail=detail, **both) if detail else desk.say("list.some", **both)


def _detail(desk: Desk, wanted: Filter, members: Sequence[Member]) -> str:
    asked = [c for c in wanted.conditions if c.facet in ("hardware", "software") and c.op != "not"]
    held = [min((_RELATIONS.index(r) for _, r in relations(member)), default=None) for member in members]
    if not asked or None in held:
        return ""
    names = desk.names(wanted)
    counts = {relation: held.count(place) for place, relation in enumerate(_RELATIONS)}
    desk.draft.count(*counts.values())
    parts = [
        desk.say(f"list.{relation}.{'one' if n == 1 else 'many'}", n=desk.number(n), names=names)
        for relation, n in counts.items()
        if n
    ]
    return desk.say("list.comma").join(parts)


def number_members(
    desk: Desk, members: Sequence[Member], *, first: int = 1, clashes: Sequence[Pair] = (), with_day: bool = True
) -> None:
    """Write members as a numbered list, and keep each as a row of data."""
    entries = []
    for member in members:
        written = desk.session_line(member, *_clash_marks(desk, member, clashes), with_day=with_day)
        entries.append(written)
        if isinstance(member.document, Session):
            cite = next((c.n for c in desk.draft.citations if c.passage_id == member.meta_passage_id), None)
            desk.draft.rows.append(desk.row(member, cite=cite))
    desk.draft.bullets(entries, first=first)


def _clash_marks(desk: Desk, member: Member, clashes: Sequence[Pair]) -> list[Inline | str]:
    marks: list[Inline | str] = []
    for one, other in (pair if pair[0].document_id == member.document_id else pair[::-1] for pair in clashes):
        if one.document_id == member.document_id and isinstance(other.document, Session):
            mark = desk.inlines("clash.mark", room=other.document.room or "", title=Bold(text=other.document.title))
            marks += [" · ", *mark, desk.meta(other)]
    return marks


def _passing(desk: Desk, listing: Listing) -> None:
    if listing.passing:
        desk.draft.say(desk.say("list.only_passing", sessions=desk.counted(len(listing.passing))))


def _also_named(desk: Desk, listing: Listing) -> None:
    if not listing.also_named:
        return
    desk.draft.head(desk.say("list.also"))
    desk.draft.bullets(desk.session_line(member) for member in by_time(listing.also_named))


def open_ended(desk: Desk, wanted: Filter) -> list[Member]:
    """Give what began before the asked moment and has no stated end: it may still be on."""
    running = wanted.of("running")
    if not running:
        return []
    at = running[0].values[0]
    return [
        member
        for member in desk.listing(wanted.without("running")).members
        if isinstance(member.document, Session)
        and member.document.local_start is not None
        and member.document.local_end is None
        and f"{member.document.local_start:%H:%M}" <= at
    ]


def _end_unknown(desk: Desk, wanted: Filter) -> None:
    members = by_time(open_ended(desk, wanted))
    if members:
        desk.load(members)
        desk.draft.head(desk.say("list.end_unknown"))
        number_members(desk, members, first=len(desk.draft.rows) + 1)


def _left_out(desk: Desk, wanted: Filter) -> None:
    """Count what a condition on length had to leave out because no end is stated."""
    if not wanted.of("minutes"):
        return
    unknown = [
        member
        for member in desk.listing(wanted.without("minutes")).members
        if isinstance(member.document, Session) and member.document.local_end is None
    ]
    if unknown:
        words = desk.counted(len(unknown))
        desk.draft.note(desk.say("list.minutes_unknown", sessions=words))


def _day(member: Member) -> date | None:
    return member.document.programme_day if isinstance(member.document, Session) else None


def write_clashes(desk: Desk) -> None:
    """Write the pairs of sessions that overlap, by room or within the asked set."""
    wanted = desk.plan.filter
    pairs = desk.library.clashes(wanted, desk.question.audience)
    listing = desk.listing(wanted)
    desk.draft.kind = "list"
    desk.apply(listing, wanted)
    desk.draft.count(len(pairs), len(listing.members))
    if not pairs:
        desk.draft.say(desk.say("clash.none", sessions=desk.counted(len(listing.members))))
        return
    desk.load([member for pair in pairs for member in pair])
    desk.draft.say(desk.say("clash.one" if len(pairs) == 1 else "clash.some", n=len(pairs)))
    desk.draft.bullets(_pair_line(desk, *pair) for pair in pairs)
    shown = {member.document_id: member for pair in pairs for member in pair}
    for member in by_time(list(shown.values())):
        desk.draft.rows.append(desk.row(member, cite=desk.meta(member).n))
    desk.zones(list(shown.values()))


def write_overlaps(desk: Desk, sides: Sequence[Sequence[Member]]) -> None:
    """Write whether sessions named one by one overlap, in whatever rooms, and when and where each is."""
    members = by_time(list({member.document_id: member for side in sides for member in side}.values()))
    pairs = [
        pair
        for one, other in combinations(sides, 2)
        for pair in product(one, other)
        if _overlap(pair[0].document, pair[1].document)
    ]
    desk.draft.kind = "list"
    desk.load(members)
    desk.draft.count(len(pairs), len(members))
    key = "clash.apart" if not pairs else "clash.one" if len(pairs) == 1 else "clash.some"
    desk.draft.say(desk.say(key, n=len(pairs)))
    number_members(desk, members)
    desk.zones(members)


def write_beside(desk: Desk, named: Sequence[Member], others: Sequence[Member]) -> None:
    """Write which sessions of the programme share time with those named, in whatever rooms, and when those are."""
    ids = {member.document_id for member in named}
    beside = [
        other
        for other in others
        if other.document_id not in ids and any(_overlap(one.document, other.document) for one in named)
    ]
    desk.draft.kind = "list"
    desk.load([*named, *beside])
    desk.draft.count(len(beside), len(named))
    desk.draft.bullets(desk.session_line(member) for member in by_time(named))
    if not beside:
        desk.draft.say(desk.say("beside.none"))
        return
    desk.draft.say(desk.say("beside.some", sessions=desk.counted(len(beside))))
    number_members(desk, by_time(beside))
    desk.zones([*named, *beside])


def _overlap(one: Document, other: Document) -> bool:
    """Say whether two sessions share time; one whose end is unknown is only known to be on when it starts."""
    if not (isinstance(one, Session) and isinstance(other, Session)) or one == other:
        return False
    first, second = sorted((one, other), key=lambda session: str(session.local_start))
    if first.local_start is None or second.local_start is None:
        return False
    return first.local_start == second.local_start or (
        first.local_end is not None and first.local_end > second.local_start
    )


def _pair_line(desk: Desk, one: Member, other: Member) -> tuple[Inline, ...]:
    first, second = one.document, other.document
    if not (isinstance(first, Session) and isinstance(second, Session)):
        return ()
    pair = desk.inlines(
        "clash.pair",
        room=first.room or desk.say("room.none"),
        first=Bold(text=first.title),
        second=Bold(text=second.title),
        first_when=when_words(desk.plan.language, first),
        second_when=when_words(desk.plan.language, second),
    )
    return line(*pair, desk.meta(one), desk.meta(other))


def agenda_filter(desk: Desk) -> tuple[Filter, str]:
    """Settle "now" and "next": what is on, else the next start of that day, else the nearest day; give the heading."""
    plan, asked = desk.plan, desk.plan.filter
    planned = [value for condition in asked.of("day") for value in condition.values]
    if plan.at is None or not plan.span or (planned and plan.at.date().isoformat() not in planned):
        return asked, ""
    if plan.span == "now" and asked.of("running") and (desk.listing(asked).members or open_ended(desk, asked)):
        return asked, desk.say("agenda.now")
    base = asked.without("running").without("day").without("starts")
    sessions = [m.document for m in desk.listing(base).members if isinstance(m.document, Session)]
    at = plan.at.replace(tzinfo=None)
    starts = sorted(s.local_start for s in sessions if s.local_start and s.local_start > at)
    if starts and starts[0].date() == at.date():
        if plan.span == "now":
            desk.draft.note(desk.say("agenda.over_today", when=desk.moment()))
            return _with(base, _on(at.date()), Condition(facet="starts", values=(f"{at:%H:%M}", "24:00"))), ""
        slot = (f"{starts[0]:%H:%M}", f"{starts[0] + timedelta(minutes=1):%H:%M}")
        return _with(base, _on(at.date()), Condition(facet="starts", values=slot)), desk.say("agenda.next")
    days = sorted({s.programme_day for s in sessions if s.programme_day})
    if not days:
        return asked, ""
    desk.draft.note(desk.say("agenda.outside", when=desk.moment()))
    return _with(base, _on(min(days, key=lambda day: (abs((day - at.date()).days), day < at.date())))), ""


def _on(day: date) -> Condition:
    return Condition(facet="day", values=(day.isoformat(),))


def _with(base: Filter, *conditions: Condition) -> Filter:
    return Filter(conditions=(*base.conditions, *conditions))
