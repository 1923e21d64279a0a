"""Where and when a question is asked: which conference is meant, its days, the venue's clock."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.ask.slate import Slate
from vectorstore.models.search import Condition, Facets, Filter


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where and when the question is asked: conferences in play, their days, the venue's clock."""

    conferences: tuple[str, ...]
    days: tuple[str, ...]
    local_now: datetime
    inferred: bool


def place_of(sheet: Slate, facets: Facets, now: datetime, zone: str | None, inherited: Filter | None) -> Place:
    """Pick the conference that is named or inherited, else the current one, with its days and clock."""
    said = tuple(value for mark in sheet.of("conference") for value in mark.values)
    if not said and inherited is not None:
        said = tuple(value for condition in inherited.of("conference") for value in condition.values)
    known = tuple(name for name in said if name in facets.conferences)
    chosen = known or (() if said else _current(facets, _local(now, facets, facets.conferences, zone)))
    local = _local(now, facets, chosen, zone)
    days = tuple(sorted({day for name in chosen for day in facets.days.get(name, ())}))
    inferred = not said and len(facets.conferences) > len(chosen)
    return Place(conferences=chosen, days=days, local_now=local, inferred=inferred)


def _local(now: datetime, facets: Facets, conferences: Sequence[str], zone: str | None) -> datetime:
    name = next((facets.zones[c] for c in conferences if facets.zones.get(c)), None) or zone
    return now.astimezone(ZoneInfo(name)) if name else now


def _current(facets: Facets, local_now: datetime) -> tuple[str, ...]:
    """Pick the conference that runs, else the next, else the last; all of them when they run on the same days."""
    today = local_now.date().isoformat()
    dated = {name: facets.days[name] for name in facets.conferences if facets.days.get(name)}
    if not dated:
        return facets.conferences
    ahead = {name: days for name, days in dated.items() if max(days) >= today}
    best = min(min(days) for days in ahead.values()) if ahead else max(min(days) for days in dated.values())
    return tuple(name for name, days in dated.items() if min(days) == best)


def for_days_said(sheet: Slate, facets: Facets, place: Place) -> Place:
    """Prefer the conference that has the days which were said."""
    said = {value for mark in sheet.of("day") for value in mark.values}
    if not place.inferred or not said or said & set(place.days):
        return place
    others = tuple(name for name in facets.conferences if said & set(facets.days.get(name, ())))
    return replace(place, conferences=others) if others else place


def default_conference(place: Place) -> tuple[Condition, ...]:
    """Give the condition that says which of several conferences was meant without being named."""
    if not place.inferred or not place.conferences:
        return ()
    return (Condition(facet="conference", values=place.conferences, inferred=True),)
