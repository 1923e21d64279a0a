"""Decide what marks mean together: which facet a name is meant in, what is negated, what is joined by and or or."""

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.ask import name_words
from bot.ask.slate import Mark, Slate
from bot.ask.stop_words import STOP_EN, STOP_ZH
from vectorstore.lexicon.loader import Lexicon
from vectorstore.models.claims import TARGETING, Relation
from vectorstore.models.search import Condition, Facet, Filter

MENTIONING: tuple[Relation, ...] = (*TARGETING, "passing")
_ENTITY: tuple[Facet, ...] = ("hardware", "software")
_JOINED_BY_ALL = frozenset({"hardware", "software", "organisation", "speaker", "text", "layer"})
# Two days or rooms in one question are alternatives, wherever they stand.
_ALTERNATIVES = frozenset(
    {"day", "room", "starts", "running", "track", "format", "conference", "source", "document", "minutes"}
)
_FLAGS = frozenset({"sponsored", "keynote"})
_ONLY_BRACKETS = re.compile(r"^[\s()/、,]*$")
_BETWEEN_OWNER = re.compile(r"^\s*(?:'s?|的)?\s*$")
# These say so little that a clear word after the name overrules them.
_WEAK = frozenset({"在", "与", "和", "跟", "to", "for", "用", "讲", "为", "with", "on", "use", "do", "has", "have"})


def settle(slate: Slate, lexicon: Lexicon, inherited: Filter | None) -> list[Mark]:
    """Give every mark the facet and sense it is meant in, in the order of the question."""
    marks = _joined_names(sorted(slate.marks, key=lambda mark: mark.start), slate, lexicon)
    cues = _cues(marks, slate)
    marks = [_meant(mark, cue, slate, lexicon, inherited) for mark, cue in zip(marks, cues, strict=True)]
    return _negated(marks, slate)


def _gap(slate: Slate, marks: list[Mark], place: int) -> str:
    start = marks[place - 1].end if place else 0
    return slate.low[start : marks[place].start]


def _coordinated(slate: Slate, marks: list[Mark], place: int) -> bool:
    return 0 < place < len(marks) and name_words.COORDINATOR.match(_gap(slate, marks, place)) is not None


# --- names that belong together --------------------------------------------------------------------------------------


def _joined_names(marks: list[Mark], slate: Slate, lexicon: Lexicon) -> list[Mark]:
    kept: list[Mark] = []
    for mark in marks:
        last = kept[-1] if kept else None
        between = slate.low[last.end : mark.start] if last else ""
        if last and last.choices and mark.choices:
            if _ONLY_BRACKETS.match(between) and set(last.choices) == set(mark.choices):
                kept[-1] = last.but(end=mark.end)
                continue
            joined = _compound(last, mark, between, slate, lexicon)
            if joined:
                kept[-1] = joined
                continue
            if _is_owner(last, mark, between, slate, lexicon):
                kept[-1] = mark.but(start=last.start)
                continue
        kept.append(mark)
    return [_shared_noun(kept, place, slate, lexicon) for place in range(len(kept))]


def _shared_noun(marks: list[Mark], place: int, slate: Slate, lexicon: Lexicon) -> Mark:
    """Read "AMD or Intel GPUs" as both makers' GPUs."""
    mark = marks[place]
    if not any(facet == "organisation" for facet, _ in mark.choices) or not _coordinated(slate, marks, place + 1):
        return mark
    noun = marks[place + 1].written.split()[-1]  # "GPUs" of "Intel GPUs"
    for written in (noun, noun.removesuffix("s")):
        for key in lexicon.named(f"{mark.written} {written}"):
            if lexicon.entities[key].kind == "hardware":
                return mark.but(facet="hardware", values=(key,), choices=(("hardware", key),))
    return mark


def _compound(first: Mark, second: Mark, between: str, slate: Slate, lexicon: Lexicon) -> Mark | None:
    """Read "about Intel's GPUs" as what the lexicon calls Intel GPU; in "Google's TPU talks" Google gives them."""
    topical = name_words.cue_before(slate.low[: first.start])[0] in name_words.TOPICAL
    if not _BETWEEN_OWNER.match(between) or (between.strip() and not topical):
        return None
    for written in (second.written, second.written.removesuffix("s")):
        ids = [
            key for key in lexicon.named(f"{first.written} {written}") if lexicon.entities[key].kind != "organisation"
        ]
        if ids:
            facet: Facet = "hardware" if lexicon.entities[ids[0]].kind == "hardware" else "software"
            return second.but(start=first.start, facet=facet, values=(ids[0],), choices=((facet, ids[0]),))
    return None


def _is_owner(first: Mark, second: Mark, between: str, slate: Slate, lexicon: Lexicon) -> bool:
    """Say whether the first name only tells whose the second is ("AWS Trainium", "Meta's MTIA")."""
    organisations = [key for facet, key in first.choices if facet == "organisation"]
    owners = {lexicon.entities[key].owner for _, key in second.choices}
    owned = any(owner and owner in lexicon.family(key) for key in organisations for owner in owners)
    owned = owned or any(key in lexicon.family(owner) for key in organisations for owner in owners if owner)
    if not owned or not _BETWEEN_OWNER.match(between):
        return False
    cue = name_words.cue_before(slate.low[: first.start])[0]
    return cue in name_words.TOPICAL if between.strip() else cue != "organisation"


# --- facets ----------------------------------------------------------------------------------------------------------


def _cues(marks: list[Mark], slate: Slate) -> list[str]:
    """Read the cue of every name; coordinated names share one, whichever side it stands on."""
    cues: list[str] = []
    for place, mark in enumerate(marks):
        gap = _gap(slate, marks, place)
        if _coordinated(slate, marks, place) and marks[place - 1].choices and cues[-1]:
            cues.append(cues[-1])
            continue
        cues.append(_cue("" if _coordinated(slate, marks, place) else gap, slate.low[mark.end :]))
    for place in range(len(marks) - 1, 0, -1):
        if _coordinated(slate, marks, place) and not cues[place - 1]:
            cues[place - 1] = cues[place]
    return cues


def _cue(before: str, after: str) -> str:
    cue, word = name_words.cue_before(before)
    if cue and word not in _WEAK:
        return cue
    for name, pattern in name_words.AFTER_NAME.items():
        if pattern.match(after):
            return name
    return cue


def _meant(mark: Mark, cue: str, slate: Slate, lexicon: Lexicon, inherited: Filter | None) -> Mark:
    if not mark.choices:
        return mark
    relations: tuple[Relation, ...] = ()
    if cue == "mention":
        relations = MENTIONING
    if slate.says(name_words.PASSING):
        relations = ("passing",)
    organisations = [key for facet, key in mark.choices if facet == "organisation"]
    things = [(facet, key) for facet, key in mark.choices if facet != "organisation"]
    if not organisations:
        return _thing(mark, things, relations)
    if cue in name_words.TOPICAL:
        return _thing(mark, things, relations) if things else _named_in_text(mark, organisations[0], cue, lexicon)
    follows = inherited is not None and not inherited.of("organisation") and any(map(inherited.of, _ENTITY))
    if not cue and things and follows:
        return _thing(mark, things, relations).but(inferred=True)
    # Without a word that decides, the talks of a maker are the talks it gives; the other reading is offered.
    return mark.but(
        facet="organisation", values=(organisations[0],), choices=tuple(things) if not cue else (), inferred=not cue
    )


def _thing(mark: Mark, things: Sequence[tuple[Facet, str]], relations: tuple[Relation, ...]) -> Mark:
    facet = things[0][0]
    ids = tuple(key for other, key in things if other == facet)
    return mark.but(facet=facet, values=ids, relations=relations, choices=())


def _named_in_text(mark: Mark, organisation: str, cue: str, lexicon: Lexicon) -> Mark:
    """Read "about Red Hat" as texts that name it; "targets Meta" as whatever it makes."""
    made = tuple(
        key for key, entity in lexicon.entities.items() if entity.kind == "hardware" and entity.owner == organisation
    )
    if cue == "target" and made:
        return mark.but(facet="hardware", values=made, choices=(), inferred=True)
    return mark.but(facet="text", values=lexicon.aliases(organisation) or (mark.written,), choices=())


# --- negation --------------------------------------------------------------------------------------------------------


def _negated(marks: list[Mark], slate: Slate) -> list[Mark]:
    negative = [False] * len(marks)
    for place, mark in enumerate(marks):
        start = marks[place - 1].end if place else 0
        chained = place > 0 and negative[place - 1] and _chained(slate, marks, place)
        negative[place] = says_not(slate, start, mark.start) or chained or _not_after(slate, mark)
    for place in range(len(marks) - 1, 0, -1):
        same = marks[place].facet == marks[place - 1].facet and _coordinated(slate, marks, place)
        if same and _not_after(slate, marks[place]):
            negative[place - 1] = True
    return [_turned(mark) if no else mark for mark, no in zip(marks, negative, strict=True)]


def _chained(slate: Slate, marks: list[Mark], place: int) -> bool:
    """Say whether the negation of the mark before holds for this one, too."""
    gap = _gap(slate, marks, place)
    if name_words.NOR.search(gap):
        return True
    if not _coordinated(slate, marks, place):
        return False
    before, mark = marks[place - 1], marks[place]
    # "without keynotes and sponsored ones"; but "not by Meta, on Tuesday".
    return before.facet == mark.facet or name_words.PLAIN_JOINT.fullmatch(gap) is not None


def _not_after(slate: Slate, mark: Mark) -> bool:
    found = name_words.NOT_AFTER.match(slate.low[mark.end :])
    if found:
        slate.take(mark.end, mark.end + found.end())
    return found is not None


def says_not(slate: Slate, start: int, end: int) -> bool:
    """Say whether a negation stands between two places with nothing of weight after it; it counts as understood."""
    negations = [
        found
        for found in name_words.NOT_BEFORE.finditer(slate.low, start)
        if start <= found.start() < found.end() <= end and not slate.is_taken(*found.span())
    ]
    if not negations or _asks_whether_none(slate, negations[-1]):
        return False
    between = slate.low[negations[-1].end() : end]
    if any(ch in between for ch in ",;.?!，；。？！") or content_words(between):
        return False
    for found in negations:
        slate.take(*found.span())
    return True


def _asks_whether_none(slate: Slate, negation: re.Match[str]) -> bool:
    """Say whether 没有 only asks whether there are any ("第一天没有 TPU 的演讲吗"); then it is understood."""
    asks = name_words.NONE_AT_ALL.search(slate.low)
    if asks is None or negation.start() not in {asks.start(group) for group in ("zh", "en", "isnt")}:
        return False
    slate.take(*negation.span())
    return True


def unbound_negations(slate: Slate) -> list[str]:
    """Give what the question leaves out in words that were not understood: to answer without it would be wrong."""
    found = []
    for match in name_words.EXCLUDES.finditer(slate.low):
        if not slate.is_taken(*match.span()):
            clause = re.match(r"[^,;.?!，；。？！]*", slate.text[match.start() :])
            found.append(clause.group().strip() if clause else match.group())
    return found


def content_words(text: str) -> list[str]:
    """List the words of a text that say something."""
    latin = [word for word in re.findall(r"[a-z0-9][a-z0-9'_.+#-]*", text) if word not in STOP_EN]
    han = [run for run in re.split("|".join(map(re.escape, STOP_ZH)) + r"|[^一-鿿]+", text) if run]
    return latin + han


def _turned(mark: Mark) -> Mark:
    if mark.facet in _FLAGS:
        return mark.but(values=("false" if mark.values == ("true",) else "true",))
    return mark.but(op="not")


# --- sessions named one by one ---------------------------------------------------------------------------------------

_SUBJECTS = frozenset({"document", "text", "software", "hardware", "speaker", "organisation", "layer"})


def apart(marks: list[Mark], slate: Slate, *, always: bool) -> list[list[Mark]]:
    """Split the marks of a question that names sessions one by one; one group where it does not.

    Unless `always`, names are only told apart by a word for a session between them, or by a written-out title.
    """
    joints = [place for place in range(1, len(marks)) if name_words.SIDES_MEET.search(_gap(slate, marks, place))]
    spoken = [place for place in joints if name_words.SESSION_NOUN.search(_gap(slate, marks, place))]
    titles = [place for place in joints if "document" in {marks[place - 1].facet, marks[place].facet}]
    chosen = spoken or titles or (joints if always else [])
    edges = [0, *chosen, len(marks)]
    groups = [marks[start:end] for start, end in itertools.pairwise(edges)]
    named = [group for group in groups if any(mark.facet in _SUBJECTS and mark.op != "not" for mark in group)]
    return named if len(named) == len(groups) else [marks]


def beside_all(marks: list[Mark], slate: Slate) -> bool:
    """Say whether what is named is one side and all of the programme the other ("what clashes with the X talk")."""
    named = [mark for mark in marks if mark.facet in _SUBJECTS and mark.op != "not"]
    if not named:
        return False
    if name_words.BESIDE_OTHERS.search(slate.low):
        return True
    first = min(mark.start for mark in named)
    before = [found.end() for found in name_words.BESIDE_ONE.finditer(slate.low, 0, first)]
    return bool(before) and not content_words(slate.low[before[-1] : first])


# --- conditions ------------------------------------------------------------------------------------------------------


def conditions(marks: list[Mark], slate: Slate) -> list[Condition]:
    """Join marks into conditions: alternatives within a facet, everything else at once."""
    everything = slate.says(name_words.ALL_OF) and not slate.says(name_words.ALONE_OR_JOINTLY)
    grouped: list[tuple[Mark, Condition]] = []
    for place, mark in enumerate(marks):
        if grouped and _joins(grouped[-1][0], mark, slate, marks, place):
            last, condition = grouped[-1]
            joint = slate.low[last.end : mark.start]
            grouped[-1] = (mark, _added(condition, mark, joint, everything=everything))
        else:
            grouped.append((mark, mark.condition()))
    return _merged([condition for _, condition in grouped])


def _joins(last: Mark, mark: Mark, slate: Slate, marks: list[Mark], place: int) -> bool:
    if not _coordinated(slate, marks, place) or (last.op == "not") != (mark.op == "not"):
        return False
    if last.facet == mark.facet:
        return mark.facet not in _FLAGS
    both_entities = last.facet in _ENTITY and mark.facet in _ENTITY
    return both_entities and name_words.OR_BETWEEN.search(slate.low[last.end : mark.start]) is not None


def _added(condition: Condition, mark: Mark, joint: str, *, everything: bool) -> Condition:
    values = tuple(dict.fromkeys((*condition.values, *mark.values)))
    if condition.facet in {"starts", "minutes", "published"}:
        values = (*condition.values, *mark.values)
    if condition.op == "not":
        return replace(condition, values=values)
    joined = "all" if everything and condition.facet in _JOINED_BY_ALL else "any"
    guessed = joined == "any" and name_words.AND_BETWEEN.search(joint) is not None and mark.facet in _JOINED_BY_ALL
    return replace(
        condition,
        values=values,
        op="all" if joined == "all" else "any",
        inferred=condition.inferred or mark.inferred or guessed,
    )


def _merged(found: list[Condition]) -> list[Condition]:
    """Join what is said twice: days and rooms as alternatives, a repeated condition as one."""
    kept: list[Condition] = []
    for condition in found:
        twin = next(
            (
                c
                for c in kept
                if c.facet == condition.facet and c.op == condition.op and condition.facet in _ALTERNATIVES
            ),
            None,
        )
        if condition in kept:
            continue
        if twin is None:
            kept.append(condition)
            continue
        ranges = condition.facet in {"starts", "minutes", "published"}
        values = (*twin.values, *condition.values)
        merged = replace(
            twin,
            values=values if ranges else tuple(dict.fromkeys(values)),
            inferred=twin.inferred or condition.inferred,
        )
        kept[kept.index(twin)] = _narrowed(twin, condition) if ranges and twin.facet != "published" else merged
    return kept


def _narrowed(first: Condition, second: Condition) -> Condition:
    """Hold two ranges at once where they meet ("in the afternoon, before 3 pm"); else take either."""
    number = _order(first.facet)
    low = max(first.values[0], second.values[0], key=number)
    high = min(first.values[1], second.values[1], key=number)
    if number(low) < number(high) or (first.facet == "minutes" and low == high):
        return replace(first, values=(low, high), inferred=first.inferred or second.inferred)
    return replace(first, values=(*first.values, *second.values))


def _order(facet: Facet) -> Callable[[str], str]:
    """Give a key that puts a range facet's values in order as texts."""
    return (lambda value: value.rjust(6)) if facet == "minutes" else str
