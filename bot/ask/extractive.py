"""Free questions answered from passages alone: which documents hold what is asked, or what none of them holds.

A document must hold every named term of the question, one of its sentences the kind of thing that is asked for, and
together enough of what else was asked. Similarity decides nothing: it only says where to look first.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from bot.ask.terms import WEIGHT_OF_WORD, Term, share_of, weight_of
from vectorstore.lexicon.loader import Lexicon
from vectorstore.models.documents import Document, Passage, Session
from vectorstore.models.search import Hit, Hits
from vectorstore.text.sentences import FENCE, HEADING, sentences
from vectorstore.text.tokens import tokens

MOST_NAMED_MISSING = 3
FEWEST_LETTERS = 12  # beside an address; fewer only say where it leads
# Starting values: the share of the question's weight that one sentence must cover when nothing is named, that the
# whole answer must cover of what is asked beside the named terms, and that names and words of both languages must
# have of a question put to a text in the other one, where a word that cannot be compared counts as not there.
NEEDED_UNNAMED = 0.5
NEEDED_BESIDE_NAMES = 0.5
NEEDED_FOREIGN = 0.4
NEEDED_IN_SENTENCE = 0.3
# A passage that holds fewer of a question's terms than this behind the best of its document is not taken apart.
MOST_PASSAGES_READ = 12

_URL = re.compile(r"https?://[^\s)）>]+")
_NO_PROSE = re.compile(r"\||\w+=\S+[)&]")
_BROKEN_OFF = re.compile(r"[\w`,]$")
Covered = Callable[[str], frozenset[int]]
Trace = re.Pattern[str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence with the terms it covers, those of its titles (`about`) and those of its passage (`near`).

    `tells` says that it has the trace of what is asked for.
    """

    passage: Passage
    start: int
    end: int
    covers: frozenset[int]
    about: frozenset[int] = frozenset()
    near: frozenset[int] = frozenset()
    tells: bool = True

    @property
    def text(self) -> str:
        """The sentence as it stands in the passage."""
        return self.passage.text[self.start : self.end]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A document that may answer: its readable sentences, all terms it holds, and those of its title and headings."""

    document: Document
    lead: Passage | None
    sentences: tuple[Sentence, ...]
    held: frozenset[int]
    context: frozenset[int]
    languages: frozenset[str]


@dataclass(slots=True, kw_only=True)
class Outcome:
    """The documents that answer, or why none does: terms no document holds together, terms nothing speaks about.

    `unchecked` are words of the question that could not be compared with a text in another language.
    """

    answering: list[Candidate] = field(default_factory=list)
    apart: tuple[str, ...] = ()
    uncovered: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()


def choose(
    terms: Sequence[Term],
    hits: Hits,
    passages_of: Callable[[str], Sequence[Passage]],
    language: str,
    lexicon: Lexicon,
    *,
    trace: Trace = None,
) -> Outcome:
    """Choose the documents that answer, those in the asker's language before others."""
    covered = partial(_covered, terms, lexicon)
    near = frozenset(hit.passage.id for hit in hits.hits)
    found = [
        _candidate(covered, hit.document, passages_of(hit.passage.document_id), near, trace)
        for hit in _one_per_document(hits.hits)
    ]
    named = frozenset(n for n, term in enumerate(terms) if term.named)
    holding = [c for c in found if named <= c.held]
    if not holding:
        return Outcome(apart=_apart(terms, named, found))
    own = [c for c in holding if language in c.languages or not c.languages]
    enough = [c for c in own if _answers(terms, named, c, trace)]
    if enough:
        return Outcome(answering=enough)
    others = [c for c in holding if c not in own]
    enough = [c for c in others if _answers_across(terms, named, c, trace)]
    if not enough:
        return Outcome(uncovered=_uncovered(terms, own or others))
    held = {n for c in enough for n in c.held | c.context}
    unchecked = (t.words for n, t in enumerate(terms) if not t.crosses and n not in held)
    return Outcome(answering=enough, unchecked=tuple(dict.fromkeys(unchecked)))


def _one_per_document(hits: Iterable[Hit]) -> list[Hit]:
    first: dict[str, Hit] = {}
    for hit in hits:
        first.setdefault(hit.passage.document_id, hit)
    return list(first.values())


def _candidate(
    covered: Covered, document: Document, passages: Sequence[Passage], near: frozenset[str], trace: Trace
) -> Candidate:
    lead = next((p for p in passages if p.kind in ("session_meta", "title")), None)
    told = [p for p in passages if p.kind not in ("session_meta", "title")]
    covers = {p.id: covered(f"{p.heading}\n{p.text}") for p in told}
    if not isinstance(document, Session) and len(told) > MOST_PASSAGES_READ:
        best = sorted(told, key=lambda p: (p.id not in near, -len(covers[p.id])))[: MOST_PASSAGES_READ // 2]
        best += sorted(told, key=lambda p: -len(covers[p.id]))[: MOST_PASSAGES_READ // 2]
        told = [p for p in told if p in best]
    about = covered(document.title) | (covered(lead.text.split("\n", 1)[0]) if lead else frozenset())
    headed = {heading: about | covered(heading) for heading in {p.heading for p in told}}
    made = tuple(
        Sentence(
            passage=p, start=a, end=b, covers=covered(p.text[a:b]), about=headed[p.heading], near=covers[p.id],
            tells=trace is None or trace.search(_URL.sub(" ", p.text[a:b])) is not None,
        )
        for p in told
        for a, b in rejoined(p.text)
        if quotable(p.text[a:b])
    )  # fmt: skip
    context = about.union(*(s.about for s in made if s.covers))
    return Candidate(
        document=document,
        lead=lead,
        sentences=made,
        held=frozenset(n for one in covers.values() for n in one) | about,
        context=context,
        languages=frozenset(s.passage.language for s in made),
    )


def rejoined(text: str) -> list[tuple[int, int]]:
    """Give a text's sentences, those whole that a broken layout cut before a small letter."""
    spans: list[tuple[int, int]] = []
    for start, end in sentences(text):
        if spans and text[start].islower() and _BROKEN_OFF.search(text[: spans[-1][1]]):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


def quotable(sentence: str) -> bool:
    """Say whether a sentence reads by itself: headings, code, table rows and bare addresses do not."""
    if HEADING.match(sentence) or FENCE.match(sentence) or _NO_PROSE.match(sentence):
        return False
    address = _URL.search(sentence)
    return address is None or sum(map(str.isalpha, _URL.sub("", sentence))) >= FEWEST_LETTERS


def _covered(terms: Sequence[Term], lexicon: Lexicon, text: str) -> frozenset[int]:
    held = frozenset(tokens(text))
    found = frozenset(found.entity_id for found in lexicon.find(text))
    return frozenset(n for n, term in enumerate(terms) if term.in_text(text, held, found))


def _answers(terms: Sequence[Term], named: frozenset[int], candidate: Candidate, trace: Trace) -> bool:
    """Judge a text in the asker's language, where every word can be looked for."""
    everything = frozenset(range(len(terms)))
    if not named:
        return bool(terms) and _told(terms, named, candidate, everything, trace)
    held = candidate.held | candidate.context
    if share_of(terms, held, everything - named) < NEEDED_BESIDE_NAMES:
        return False
    if trace is not None:
        return _told(terms, named, candidate, everything, trace)
    rest = everything - named
    return any(
        named <= s.near | s.about and share_of(terms, s.covers | s.about, rest) >= NEEDED_IN_SENTENCE
        for s in candidate.sentences
    )


def _answers_across(terms: Sequence[Term], named: frozenset[int], candidate: Candidate, trace: Trace) -> bool:
    """Judge a text in another language by what has a name in both; meaning may then choose the sentence."""
    checkable = frozenset(n for n, term in enumerate(terms) if term.crosses)
    held = candidate.held | candidate.context
    unchecked = len({term.words for term in terms if not term.crosses})
    got = weight_of(terms, checkable & held)
    if not got or got < NEEDED_FOREIGN * (weight_of(terms, checkable) + unchecked * WEIGHT_OF_WORD):
        return False
    if share_of(terms, held, checkable - named) < NEEDED_BESIDE_NAMES:
        return False
    return (bool(named) and trace is None) or _told(terms, named, candidate, checkable, trace)


def _told(terms: Sequence[Term], named: frozenset[int], candidate: Candidate, of: frozenset[int], trace: Trace) -> bool:
    """Say whether one telling sentence holds, under its titles, the names and enough of the rest."""
    return any(
        named <= s.covers | s.about
        and share_of(terms, s.covers | s.about, of) >= NEEDED_UNNAMED
        and (trace is None or share_of(terms, s.covers, of - named - s.about) >= NEEDED_IN_SENTENCE)
        for s in candidate.sentences
        if s.tells and s.covers
    )


def _apart(terms: Sequence[Term], named: frozenset[int], found: Sequence[Candidate]) -> tuple[str, ...]:
    best = max(found, key=lambda c: len(named & c.held), default=None)
    gone = named - (best.held if best else frozenset())
    everywhere = {n for c in found for n in c.held}
    apart = named if named <= everywhere else gone
    return tuple(terms[n].words for n in sorted(apart))


def _uncovered(terms: Sequence[Term], holding: Sequence[Candidate]) -> tuple[str, ...]:
    """Name what no text that holds the named terms speaks about, heaviest first; a run of Han letters whole."""
    covered = {n for c in holding for n in c.held | c.context}
    missing = [term for n, term in enumerate(terms) if n not in covered and not term.named]
    heaviest = sorted(missing, key=lambda term: -term.weight)
    return tuple(dict.fromkeys(term.words for term in heaviest))[:MOST_NAMED_MISSING]
