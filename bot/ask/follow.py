"""A question that continues the one before: whether it does, and what it keeps of the filter it inherits."""

import re
from collections.abc import Sequence

from bot.ask import name_words, words
from bot.ask.bind import content_words
from bot.ask.slate import Mark, Slate
from vectorstore.models.search import Condition, Facet, Filter

_TOPICS: frozenset[Facet] = frozenset({"hardware", "software", "text", "document", "layer"})
_WHO: frozenset[Facet] = frozenset({"organisation", "speaker"})
_TIMES: frozenset[Facet] = frozenset({"starts", "running"})
_INSTEAD = words.phrases("what about  how about  instead  那  换成  改成  呢")
_ABOUT_IT = re.compile(r"讲(?:了|的)?(?:些)?(?:什么|啥)|about what|what about\W*$")


def follows(slate: Slate, marks: Sequence[Mark], *, listing: bool) -> bool:
    """Say whether the question leans on the one before."""
    facets = {mark.facet for mark in marks}
    beside_it = slate.says(name_words.BESIDE_IT) and slate.says(words.CLASHES) and not facets & (_TOPICS | _WHO)
    first = words.FOLLOWS_START.match(slate.low) or slate.says(words.OF_THESE)
    if first or beside_it or slate.low.rstrip(" ?。!.").endswith("呢"):
        return True
    if listing:
        return False
    uncounted = words.COUNTS.sub(" ", slate.low)  # 几场 has no noun of its own
    nouns = any(pattern.search(uncounted) for pattern in (words.TALKS, words.TALK, words.ARTICLES))
    asks = slate.says(words.LISTS) or slate.says(words.COUNTS)
    if not nouns and asks and not facets & (_TOPICS | _WHO):
        return True
    if not nouns and slate.says(words.PRONOUN) and not facets & (_TOPICS | _WHO):
        return True
    if not nouns and not facets and (asks or _asks_fact(slate) or _ABOUT_IT.search(slate.low)):
        # "where?", 有几场: a question without a subject of its own.
        return not content_words(slate.left)
    # "on Trainium?", "day 2": conditions and no question of their own.
    return not nouns and not asks and bool(facets) and not slate.says(words.HOW_WHY) and not _asks_fact(slate)


def _asks_fact(slate: Slate) -> bool:
    return any(slate.says(pattern) for pattern in words.ASPECTS.values()) or slate.says(words.AGENDA)


def merged(inherited: Filter, new: Sequence[Condition], slate: Slate) -> tuple[Condition, ...]:
    """Join a filter with new conditions: the same facet is replaced, "of these" narrows, the rest is added."""
    if slate.says(words.OF_THESE):
        return (*inherited.conditions, *(c for c in new if c not in inherited.conditions))
    replaced: set[Facet] = {condition.facet for condition in new if condition.op != "not"}
    if replaced & _TIMES:
        replaced |= _TIMES
    if slate.says(_INSTEAD):
        for group in (_TOPICS, _WHO):
            replaced |= group if replaced & group else frozenset()
    if "document" in replaced:
        replaced |= _TOPICS | _WHO
    elif replaced & (_TOPICS | _WHO):
        replaced.add("document")
    kept = tuple(c for c in inherited.conditions if c.facet not in replaced and c not in new)
    return (*kept, *new)
