"""Refusals: what was searched, which condition failed, what is in no text, and the nearest three matches."""

import logging
from collections.abc import Sequence

from bot.ask.desk import Desk, by_time
from bot.ask.draft import line
from bot.ask.labels import searched_words
from bot.models.post import Bold, Inline
from vectorstore.errors import StoreError
from vectorstore.models.documents import Session
from vectorstore.models.search import Condition, Filter, Hit, Hits, Listing, Member

NEAREST = 3
NEAREST_OWN = 2
_TWO = 2
_LOG = logging.getLogger(__name__)


def refuse_list(desk: Desk, wanted: Filter, listing: Listing) -> None:
    """Say why no session meets the filter: the conditions that fail alone, or that they fail together."""
    desk.apply(listing, wanted)
    desk.draft.kind = "refusal"
    desk.draft.count(listing.corpus, len(listing.passing))
    alone = listing.alone or (0,) * len(wanted.conditions)
    unmet = [c for c, n in zip(wanted.conditions, alone, strict=True) if n == 0]
    nowhere = [name for condition in unmet for name in _nowhere(desk, condition)]
    if nowhere:
        say_nowhere(desk, nowhere)
    elif unmet:
        for condition in unmet:
            desk.draft.say(desk.say("refuse.nothing_for", label=desk.label(condition)))
            desk.draft.missing.append(desk.label(condition))
    elif len(wanted.conditions) > 1:
        _say_together(desk, wanted, alone)
    else:
        desk.draft.say(desk.say("refuse.none"))
    _say_passing(desk, listing)
    sessions = desk.kind == "session"
    say_searched(desk, sessions=listing.corpus if sessions else 0, articles=0 if sessions else listing.corpus)
    nearest = _nearest_by_conditions(desk, wanted) or (_articles_on(desk, unmet) if sessions else [])
    if nearest:
        show_nearest_members(desk, nearest)
    else:
        show_nearest_hits(desk, search_quietly(desk, Filter()))


def refuse_unknown(desk: Desk, wanted: Filter) -> None:
    """Refuse a question that asks for something no text holds: the rest of its conditions alone is no answer."""
    desk.draft.kind = "refusal"
    listing = desk.listing(wanted)
    desk.apply(listing, wanted)
    say_nowhere(desk, unknown_words(desk))
    counts = desk.library.counts()
    say_searched(desk, sessions=counts.sessions, articles=counts.articles)
    if wanted.conditions and listing.members:
        show_nearest_members(desk, by_time(listing.members)[:NEAREST])
    else:
        show_nearest_hits(desk, search_quietly(desk, Filter()))


def unknown_words(desk: Desk) -> list[str]:
    """Give the words of the question that no text holds, under none of their names."""
    return [word for word in desk.plan.unknown if not _occurs(desk, _every_form(desk, word))]


def _every_form(desk: Desk, word: str) -> tuple[str, ...]:
    place = desk.lexicon.places.get(desk.lexicon.place(word) or "")
    return (word, *desk.aliases(_as_entity(desk, word)), *(place.aliases if place else ()))


def refuse_open(desk: Desk, hits: Hits | None, *, apart: Sequence[str] = (), uncovered: Sequence[str] = ()) -> None:
    """Say that no text answers: terms in no text, terms no document holds together, or words nothing speaks about."""
    desk.draft.kind = "refusal"
    nowhere = unknown_words(desk)
    nowhere += [w for w in apart if w not in nowhere and not _occurs(desk, (w, *desk.aliases(_as_entity(desk, w))))]
    together = [word for word in apart if word not in nowhere]
    if nowhere:
        say_nowhere(desk, nowhere)
    elif len(together) > 1:
        desk.draft.missing += together
        desk.draft.say(desk.say("refuse.not_together", terms=desk.say("comma").join(together)))
    elif together or uncovered:
        words = [*together, *uncovered]
        desk.draft.missing += words
        desk.draft.say(desk.say("refuse.uncovered", terms=desk.say("comma").join(words)))
    else:
        desk.draft.say(desk.say("refuse.none"))
    counts = desk.library.counts()
    say_searched(desk, sessions=counts.sessions, articles=counts.articles)
    show_nearest_hits(desk, hits)


def say_nowhere(desk: Desk, words: Sequence[str]) -> None:
    """Say that words occur in no text here."""
    unique = list(dict.fromkeys(words))
    desk.draft.missing += [word for word in unique if word not in desk.draft.missing]
    desk.draft.say(desk.say("refuse.nowhere", terms=desk.say("comma").join(unique)))


def say_searched(desk: Desk, *, sessions: int, articles: int) -> None:
    """Say how much was searched, and under which conditions."""
    desk.draft.count(sessions, articles)
    searched = searched_words(desk.plan.language, sessions, articles)
    labels = [applied.label for applied in desk.draft.applied.conditions]
    if labels:
        conditions = desk.say("comma").join(labels)
        desk.draft.say(desk.say("refuse.searched.under", searched=searched, conditions=conditions))
    else:
        desk.draft.say(desk.say("refuse.searched", searched=searched))


def search_quietly(desk: Desk, wanted: Filter) -> Hits | None:
    """Search for the question, or note that search is not to be had now."""
    try:
        return desk.search().search(desk.plan.free_text or desk.plan.question, wanted, desk.question.audience)
    except StoreError as error:
        _LOG.warning("search_unavailable reason=%s", error)
        desk.draft.note(desk.say("note.no_nearest"))
        return None


def show_nearest_hits(desk: Desk, hits: Hits | None) -> None:
    """Show the nearest three documents of a search: two in the asker's language, one in the other."""
    if hits is None:
        return
    for note in hits.notes:
        desk.draft.note(note)
    first: dict[str, Hit] = {}
    for hit in hits.hits:
        first.setdefault(hit.passage.document_id, hit)
    own = [hit for hit in first.values() if hit.passage.language == desk.plan.language]
    other = [hit for hit in first.values() if hit.passage.language != desk.plan.language]
    chosen = [*own[:NEAREST_OWN], *other[: NEAREST - min(len(own), NEAREST_OWN)]]
    chosen += [hit for hit in own[NEAREST_OWN:] if len(chosen) < NEAREST][: NEAREST - len(chosen)]
    if chosen:
        desk.draft.head(desk.say("refuse.nearest"))
        desk.draft.bullets(_hit_line(desk, hit) for hit in chosen)


def show_nearest_members(desk: Desk, members: Sequence[Member]) -> None:
    """Show sessions that come nearest to what was asked."""
    desk.load(members)
    desk.draft.head(desk.say("refuse.nearest"))
    desk.draft.bullets(desk.session_line(member) for member in members)


def _hit_line(desk: Desk, hit: Hit) -> tuple[Inline, ...]:
    if isinstance(hit.document, Session):
        only = Filter(conditions=(Condition(facet="document", values=(hit.passage.document_id,)),))
        members = desk.listing(only).members
        desk.load(members)
        if members:
            return desk.session_line(members[0])
    return line(Bold(text=hit.document.title), desk.draft.cite(hit.passage, hit.document))


def _nearest_by_conditions(desk: Desk, wanted: Filter) -> list[Member]:
    """Take sessions that meet all conditions but one, the one with the fewest left first."""
    if len(wanted.conditions) < _TWO:
        return []
    relaxed = []
    for dropped in wanted.conditions:
        kept = Filter(conditions=tuple(c for c in wanted.conditions if c is not dropped))
        if all(c.facet in ("conference", "source") for c in kept.conditions):
            continue
        members = desk.listing(kept).members
        if members:
            relaxed.append(by_time(members))
    relaxed.sort(key=len)
    seen: dict[str, Member] = {}
    for listed in relaxed:
        for member in listed:
            seen.setdefault(member.document_id, member)
    return list(seen.values())[:NEAREST]


def _articles_on(desk: Desk, unmet: Sequence[Condition]) -> list[Member]:
    """Take articles on what no session is about."""
    wanted = Filter(conditions=tuple(c for c in unmet if c.facet in ("hardware", "software", "text", "layer")))
    if not wanted.conditions:
        return []
    return list(desk.library.list(wanted, desk.question.audience, kind="article").members[:NEAREST])


def _say_together(desk: Desk, wanted: Filter, alone: Sequence[int]) -> None:
    parts = [
        desk.say("refuse.part", n=desk.counted(n), label=desk.label(condition))
        for condition, n in zip(wanted.conditions, alone, strict=True)
    ]
    key = "refuse.together.two" if len(parts) == _TWO else "refuse.together"
    desk.draft.say(desk.say(key, parts=desk.say("list.comma").join(parts)))


def _say_passing(desk: Desk, listing: Listing) -> None:
    if listing.passing:
        sessions = desk.counted(len(listing.passing))
        desk.draft.say(desk.say("list.only_passing", sessions=sessions))


def _nowhere(desk: Desk, condition: Condition) -> list[str]:
    """Name the values of a condition that occur in no text at all."""
    if condition.facet not in ("hardware", "software", "organisation", "text", "speaker") or condition.op == "not":
        return []
    return [desk.namer.name(value) for value in condition.values if not _occurs(desk, desk.aliases(value))]


def _occurs(desk: Desk, forms: Sequence[str]) -> bool:
    return any(desk.library.occurs(form, desk.question.audience) for form in forms)


def _as_entity(desk: Desk, words: str) -> str:
    named = desk.lexicon.named(words)
    return named[0] if named else words
