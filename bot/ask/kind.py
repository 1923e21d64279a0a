"""Say what kind of answer a question wants: a list, a count, facts of a session, an agenda, a search."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.ask import words
from bot.ask.bind import content_words
from bot.ask.slate import Mark, Slate
from bot.models.plan import Aspect, PlanKind
from vectorstore.models.search import Facet

_TIMES_AND_PLACES: frozenset[Facet] = frozenset({"day", "starts", "running", "room"})
_FLAGS_AND_LENGTHS: frozenset[Facet] = frozenset(
    {"minutes", "sponsored", "keynote", "track", "format", "published", "conference", "status"}
)
_FIELDS = _TIMES_AND_PLACES | _FLAGS_AND_LENGTHS
_SUBJECTS: frozenset[Facet] = frozenset(
    {"document", "text", "hardware", "software", "layer", "speaker", "organisation"}
)
_FACT_OF_FACET: dict[Facet, Aspect] = {
    "day": "start",
    "starts": "start",
    "running": "start",
    "room": "room",
    "organisation": "organisation",
    "speaker": "speaker",
    "sponsored": "sponsored",
    "minutes": "duration",
}
_FACT_OF_CONFERENCE: dict[Aspect, Aspect] = {"room": "city", "start": "dates", "end": "dates", "day": "dates"}
# Of two facts the words of one question may both say, the first makes the second idle.
_OUTDOES: tuple[tuple[Aspect, Aspect], ...] = (("end", "start"), ("published", "start"), ("city", "room"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked for: the kind, the facts of a lookup, and whether it is about articles or the conference itself.

    `yes_no` says that the question asks whether something holds, so that its facts are those it takes for granted.
    """

    kind: PlanKind
    aspects: tuple[Aspect, ...] = ()
    articles: bool = False
    conference: bool = False
    yes_no: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """The question's words and marks, looked at once; `around` is the question without its titles' words."""

    slate: Slate
    around: str
    facets: frozenset[Facet]
    listing: bool
    talks: bool
    articles: bool
    bare: bool
    facts: tuple[Aspect, ...]

    def says(self, pattern: re.Pattern[str]) -> bool:
        return pattern.search(self.around) is not None

    @property
    def only_fields(self) -> bool:
        return self.facets <= _FIELDS

    @property
    def moment(self) -> bool:
        return self.says(words.NOW) or self.says(words.NEXT)

    @property
    def open_start(self) -> bool:
        return self.says(words.OPEN_START)


def asks_listing(slate: Slate) -> bool:
    """Say whether the question's own words ask for sessions or articles as a list."""
    return slate.says(words.LISTING) and words.ASKS_FACT.match(slate.low) is None


def asked(slate: Slate, marks: Sequence[Mark], sides: Sequence[str], *, bare_follow_up: bool) -> Asked:
    """Decide the kind from the question's words and from what was found in it."""
    facets = frozenset(mark.facet for mark in marks)
    said = _Said(
        slate=slate,
        around=_around_titles(slate),
        facets=facets,
        listing=asks_listing(slate),
        talks=slate.says(words.TALKS) or slate.says(words.TALK) or bool(facets & {"keynote", "document"}),
        articles=slate.says(words.ARTICLES) and not slate.says(words.TALKS),
        bare=bare_follow_up,
        facts=_facts(slate),
    )
    kinds: tuple[tuple[PlanKind, bool], ...] = (
        ("latest", _is_latest(said)),
        ("clash", _is_clash(said)),
        ("count", _is_count(said)),
        ("compare", len(sides) > 1 and slate.says(words.COMPARES) and not said.listing),
        ("agenda", _is_agenda(said)),
        ("list", said.listing),
    )
    kind = next((kind for kind, holds in kinds if holds), None)
    if kind is None:
        return _fact(said) or _list_or_search(said)
    return Asked(kind=kind, articles=kind == "latest" or (said.articles and not said.talks))


def _around_titles(slate: Slate) -> str:
    text = slate.low
    for mark in slate.of("document"):
        text = text[: mark.start] + " " * (mark.end - mark.start) + text[mark.end :]
    return text


def _is_latest(said: _Said) -> bool:
    if said.says(words.OPEN_NEWS):
        return False
    if "published" in said.facets and not said.says(words.ARTICLES) and not said.talks:
        return True
    return said.says(words.LATEST) and not (said.talks and (said.listing or not said.says(words.ARTICLES)))


def _is_clash(said: _Said) -> bool:
    if said.says(words.OPEN_NEWS):
        return False
    return said.says(words.CLASHES) or (said.says(words.ATTENDS_BOTH) and bool(said.facets & _SUBJECTS))


def _is_count(said: _Said) -> bool:
    if not said.says(words.COUNTS) or said.says(words.NOT_COUNTS):
        return False
    return said.talks or said.articles or said.bare or (bool(said.facets) and said.only_fields)


def _is_agenda(said: _Said) -> bool:
    if not said.only_fields or said.articles:
        return False
    if said.says(words.AGENDA):
        # 在讲什么 at a time asks for the programme, not for a summary.
        return (bool(said.facets) or said.moment or not said.listing) and said.facts in ((), ("abstract",))
    if not said.moment:
        return False
    whats = re.sub(r"what(?:'?s| is)", "", said.slate.low)
    return said.listing or (not said.facts and not words.OPEN_START.search(whats))


def _fact(said: _Said) -> Asked | None:
    """Recognise a question for single facts, asked outright or to be confirmed."""
    if said.facts and _conference_itself(said):
        asked_of_it = dict.fromkeys(_FACT_OF_CONFERENCE.get(fact, fact) for fact in said.facts)
        return Asked(kind="lookup", aspects=tuple(asked_of_it), conference=True)
    if said.facts and _is_lookup(said):
        return Asked(kind="lookup", aspects=said.facts, articles=said.articles and not said.talks)
    if said.says(words.YES_NO) and _conference_itself(said):
        return Asked(kind="lookup", aspects=("dates",) if "day" in said.facets else ("city",), conference=True)
    scheduled = said.facets & (_TIMES_AND_PLACES | {"minutes"})
    why_so = bool(scheduled) and said.says(words.WHY) and not content_words(said.slate.left)
    if (said.says(words.YES_NO) or why_so) and _is_checkable(said):
        aspects = [aspect for facet, aspect in _FACT_OF_FACET.items() if facet in said.facets]
        return Asked(kind="lookup", aspects=tuple(dict.fromkeys(aspects)), yes_no=True)
    return None


def _list_or_search(said: _Said) -> Asked:
    articles = said.articles and not said.talks
    if _seeks(said):
        return Asked(kind="list", articles=articles)
    if said.open_start and not said.bare:
        # "What is the first talk on day 2": the programme of that day, in order.
        plain = bool(said.facets & _TIMES_AND_PLACES) and not content_words(said.slate.left)
        by_field = bool(said.facets) and said.only_fields and (said.talks or plain) and not said.says(words.OPEN_NEWS)
        return Asked(kind="agenda") if by_field else Asked(kind="open", articles=said.articles)
    if said.talks or said.bare or (said.articles and said.facets):
        return Asked(kind="list", articles=articles)
    if said.facets and said.only_fields:
        by_time = bool(said.facets & _TIMES_AND_PLACES) and not said.says(words.LISTS)
        return Asked(kind="agenda" if by_time or said.says(words.AGENDA) else "list")
    return Asked(kind="open", articles=said.articles)


def _seeks(said: _Said) -> bool:
    """Say whether sessions are wanted on a subject, or what somebody gives, though the word "talks" is not said."""
    if said.says(words.OPEN_NEWS) or said.says(words.PAST) or said.says(words.COMPARES):
        return False
    if said.says(words.SEEKS) and (said.facets & _SUBJECTS or not said.open_start):
        return True
    if said.facets and said.says(words.THERE_IS_WHAT):
        return not content_words(words.THERE_IS_WHAT.sub("", said.slate.left))
    return said.says(words.GIVES) and bool(said.facets & {"organisation", "speaker"})


def _facts(slate: Slate) -> tuple[Aspect, ...]:
    """List what is asked about a session or the conference, in the table's order."""
    found: list[Aspect] = []
    text = slate.low
    for aspect, pattern in words.ASPECTS.items():
        match = pattern.search(text)
        if match is None:
            continue
        found.append(aspect)
        if not words.is_wide(pattern):
            text = text[: match.start()] + " " * len(match.group()) + text[match.end() :]
    if "sponsored" in found and slate.says(words.WHICH):
        found.remove("sponsored")
    for winner, loser in _OUTDOES:
        both_said = winner == "end" and slate.says(words.STARTS)
        if winner in found and loser in found and not both_said:
            found.remove(loser)
    return tuple(found) or (("abstract",) if slate.says(words.ABOUT) else ())


def _conference_itself(said: _Said) -> bool:
    if not said.says(words.CONFERENCE_ASPECTS) and "conference" not in said.facets:
        return False
    of_a_talk = said.says(words.TALKS) or said.says(words.PLAIN_TALK)
    named = said.facets & (_SUBJECTS - {"software"} | {"room"})
    return not of_a_talk and not named and ("software" not in said.facets or said.says(words.HELD))


def _is_lookup(said: _Said) -> bool:
    first = said.facts[0]
    if said.bare or first == "published":
        return True
    anchored = said.talks or bool(said.facets & {"document", "speaker", "room", "keynote", "running", "starts"})
    if anchored or first == "abstract":
        return anchored
    if first in {"duration", "sponsored", "url", "track"}:
        return bool(said.facets & _SUBJECTS) and not said.open_start
    if said.says(words.PAST):
        return False
    if first in {"speaker", "organisation"}:
        return said.says(words.SPEAKS) or "organisation" in said.facets
    return not said.open_start


def _is_checkable(said: _Said) -> bool:
    topics = said.facets & (_SUBJECTS - {"organisation"})
    facts = said.facets & {*_FACT_OF_FACET, "keynote"} - ({"speaker"} if topics == {"speaker"} else set())
    return bool(topics and facts) and not said.says(words.THERE_IS)
