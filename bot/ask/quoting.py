"""The sentences that answer a free question: few, from few passages, in the order of their text, each cited."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.ask.desk import Desk
from bot.ask.extractive import Candidate, Outcome, Sentence
from bot.ask.terms import Term, share_of, weight_of
from bot.models.post import Bold
from vectorstore.models.documents import Document, Passage, Session
from vectorstore.models.search import Condition, Filter
from vectorstore.text.tokens import tokens

MOST_SENTENCES = 5
MOST_PASSAGES = 4
MOST_OF_FIRST, MOST_OF_OTHERS = 3, 2
OPENING_SENTENCES = 2
# A further document must hold nearly as much of the question as the best one, and a further sentence must add more
# than a word in passing (starting values).
NEARLY_AS_GOOD = 0.8
WORTH_ADDING = 0.15

_LINK_MARKS = str.maketrans("", "", "[]()")


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The sentences of one document that answer, in its order; `lead` is a session's line, which comes first."""

    document: Document
    sentences: tuple[Sentence, ...]
    lead: Passage | None = None


def pick(terms: Sequence[Term], candidates: Sequence[Candidate], *, traced: bool = False) -> list[Found]:
    """Take sentences that add most, from the document that covers most first, within the limits.

    `traced` says that a number, a day or the like is asked for: then the runner-up that has one is shown too.
    """
    named = frozenset(n for n, term in enumerate(terms) if term.named)
    # A text that is titled after what is asked is about it; others only speak of it.
    fit = {id(c): _fit(terms, c) + weight_of(terms, c.context & named) for c in candidates}
    ranked = sorted(candidates, key=lambda c: -fit[id(c)])
    said: set[str] = set()
    left, passages_left = MOST_SENTENCES, MOST_PASSAGES
    found: list[Found] = []
    for candidate in ranked:
        if left <= 0 or passages_left <= 0 or (found and fit[id(candidate)] < fit[id(ranked[0])] * NEARLY_AS_GOOD):
            break
        lead = candidate.lead if isinstance(candidate.document, Session) else None
        limit = min(left, MOST_OF_OTHERS if found else MOST_OF_FIRST)
        chosen = _greedy(terms, named, candidate, limit, passages_left - (lead is not None))
        if traced and len(chosen) < limit:
            rival = _rival(terms, candidate, chosen)
            pages = {s.passage.id for s in (*chosen, *rival)}
            chosen += rival if len(pages) + (lead is not None) <= passages_left else []
        chosen = [s for s in chosen if _plain(s.text) not in said]
        said |= {_plain(s.text) for s in chosen}
        if not _holds_named(terms, candidate, chosen, lead):
            continue
        in_order = tuple(sorted(chosen, key=lambda s: (s.passage.ordinal, s.start)))
        found.append(Found(document=candidate.document, sentences=in_order, lead=lead))
        left -= len(chosen)
        passages_left -= len({s.passage.id for s in chosen}) + (lead is not None)
    return found


def _fit(terms: Sequence[Term], candidate: Candidate) -> float:
    """Weigh a document by the best sentence that tells what is asked for, and by all it holds."""
    telling = [s.covers | s.about for s in candidate.sentences if s.tells and s.covers]
    return weight_of(terms, candidate.held) + max((weight_of(terms, covers) for covers in telling), default=0.0)


def _plain(text: str) -> str:
    """Give a sentence without its markup, so that two copies of one text are seen to say the same."""
    return "".join(tokens(text.translate(_LINK_MARKS)))


def _holds_named(terms: Sequence[Term], candidate: Candidate, chosen: Sequence[Sentence], lead: Passage | None) -> bool:
    """Check what will be cited, not what was looked at: with its title it alone must hold every named term."""
    cited = {s.passage.id: s.passage for s in chosen}
    if lead is not None:
        cited[lead.id] = lead
    held = candidate.context | {n for s in candidate.sentences if s.passage.id in cited for n in s.covers}
    return bool(cited) and all(n in held for n, term in enumerate(terms) if term.named)


def _greedy(
    terms: Sequence[Term], named: frozenset[int], candidate: Candidate, most: int, passages: int
) -> list[Sentence]:
    everything = frozenset(range(len(terms)))
    chosen: list[Sentence] = []
    covered: frozenset[int] = frozenset()
    pool = sorted(candidate.sentences, key=lambda s: (s.passage.ordinal, s.start))
    while pool and len(chosen) < most:
        lacking = named - covered - candidate.context
        best = max(
            pool,
            key=lambda s: (
                (s.tells, len(named & (s.covers | s.about))) if not chosen else (len(s.covers & lacking), 0),
                weight_of(terms, s.covers - covered),
                weight_of(terms, s.covers),
            ),
        )
        pool.remove(best)
        known = covered | candidate.context
        gain = share_of(terms, known | best.covers, everything) - share_of(terms, known, everything)
        if chosen and gain < WORTH_ADDING and not best.covers & lacking:
            break
        if best.covers and len({s.passage.id for s in (*chosen, best)}) <= passages:
            chosen.append(best)
            covered |= best.covers
    if not chosen and isinstance(candidate.document, Session) and passages > 0:
        # The title alone answers the names; what the talk is about is its first words.
        chosen = list(candidate.sentences[:OPENING_SENTENCES])
    return chosen


def _rival(terms: Sequence[Term], candidate: Candidate, chosen: Sequence[Sentence]) -> list[Sentence]:
    """Give a second sentence with a number, day or person that holds nearly as much: either may be the one meant."""
    told = max((weight_of(terms, s.covers) for s in chosen if s.tells), default=0.0)
    rivals = [s for s in candidate.sentences if s.tells and s not in chosen]
    best = max(rivals, key=lambda s: weight_of(terms, s.covers), default=None)
    return [best] if best and told and weight_of(terms, best.covers) >= NEARLY_AS_GOOD * told else []


def write_found(desk: Desk, found: Sequence[Found], outcome: Outcome) -> None:
    """Write the chosen sentences, each document introduced in the asker's language, each sentence quoted and cited."""
    for one in found:
        if one.lead is not None and isinstance(one.document, Session):
            _introduce_session(desk, one.lead, one.document)
        elif one.sentences:
            first = one.sentences[0]
            source = first.passage.language
            key = "open.from" if source == desk.plan.language else f"open.from.{source}"
            cite = desk.draft.cite(first.passage, one.document, quote=first.text)
            desk.draft.say(*desk.inlines(key, title=Bold(text=one.document.title)), cite)
        for sentence in one.sentences:
            desk.draft.quote(sentence.passage, one.document, sentence.text)
    if outcome.unchecked:
        desk.draft.note(desk.say("note.unchecked", terms=desk.say("comma").join(outcome.unchecked)))


def _introduce_session(desk: Desk, lead: Passage, session: Session) -> None:
    only = Filter(conditions=(Condition(facet="document", values=(lead.document_id,)),))
    members = desk.listing(only).members
    desk.load(members)
    for member in members:
        desk.draft.say(*desk.session_line(member))
        desk.draft.rows.append(desk.row(member, cite=desk.meta(member).n))
    if not members:
        desk.draft.say(Bold(text=session.title), desk.draft.cite(lead, session))
