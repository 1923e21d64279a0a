"""Next questions: each is offered only if the record has results for it and asking it is understood so."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date

from bot.ask.desk import Desk
from bot.ask.labels import names_of
from bot.ask.wording import day_words
from bot.models.answer import FollowUp
from bot.models.plan import Plan
from vectorstore.models.search import Condition, Filter

MOST = 3
Replan = Callable[[str, Filter], Plan]


def follow_ups(desk: Desk, replan: Replan) -> tuple[FollowUp, ...]:
    """Offer at most three next questions about a listing, nearest first.

    `replan` understands a text as a follow-up of a filter: what it would be understood to ask must be what is offered.
    """
    used = desk.plan.filter
    whole = len(desk.draft.rows)
    offered: list[FollowUp] = []
    for label, text, wanted in _candidates(desk, used):
        if len(offered) == MOST:
            break
        found = _results(desk, used, wanted)
        if 0 < found != whole and _key(replan(text, used).filter) == _key(wanted):
            offered.append(FollowUp(id=f"f{len(offered) + 1}", label=label, command=text))
    return tuple(offered)


def _results(desk: Desk, used: Filter, wanted: Filter) -> int:
    """Count what a question would give; one more condition only narrows the rows that are there."""
    added = [condition for condition in wanted.conditions if condition not in used.conditions]
    if len(added) == 1 and not used.of(added[0].facet):
        value = added[0].values[0]
        if added[0].facet == "day":
            return sum(row.day is not None and row.day.isoformat() == value for row in desk.draft.rows)
        if added[0].facet == "sponsored":
            return sum(row.sponsored == (value == "true") for row in desk.draft.rows)
    return len(desk.listing(wanted).members)


def _candidates(desk: Desk, used: Filter) -> Iterable[tuple[str, str, Filter]]:
    if not desk.draft.rows:
        return
    for other in desk.plan.mixed_readings:
        changed = [c for c in other.conditions if c not in used.conditions]
        if changed:
            text = desk.say("follow.other.ask", names=names_of(changed[0], desk.namer))
            yield desk.say("follow.other", label=desk.label(changed[0])), text, other
    days = sorted({row.day for row in desk.draft.rows if row.day})
    if len(days) > 1:
        for day in days:
            yield _day(desk, used, day)
    if not used.of("sponsored"):
        yield _flag(desk, used, "not_sponsored", value="false")
        yield _flag(desk, used, "sponsored", value="true")


def _day(desk: Desk, used: Filter, day: date) -> tuple[str, str, Filter]:
    text = desk.say("follow.day", day=day_words(desk.plan.language, day).split("（")[0])
    return text, text, _plus(used, Condition(facet="day", values=(day.isoformat(),)))


def _flag(desk: Desk, used: Filter, key: str, *, value: str) -> tuple[str, str, Filter]:
    text = desk.say(f"follow.{key}")
    return text, text, _plus(used, Condition(facet="sponsored", values=(value,)))


def _plus(used: Filter, added: Condition) -> Filter:
    return Filter(conditions=(*used.without(added.facet).conditions, added))


def _key(asked: Filter) -> frozenset[Condition]:
    """Compare filters by what they admit, not by who said it."""
    return frozenset(_plain(condition) for condition in asked.conditions)


def _plain(condition: Condition) -> Condition:
    plain = replace(condition, inferred=False, values=tuple(sorted(condition.values)))
    if condition.facet in ("sponsored", "keynote") and condition.op == "not":
        opposite = "false" if condition.values[0] == "true" else "true"
        return replace(plain, op="any", values=(opposite,))
    return plain
