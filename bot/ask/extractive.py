"""Free questions answered from passages alone: whole sentences, quoted and cited, or nothing.

An answer must hold every named term of the question in the cited passages of one document, and its sentences must
cover enough of what else was asked. Similarity decides nothing: it only says where to look first.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from bot.ask.desk import Desk
from bot.models.post import Bold
from vectorstore.lexicon.loader import Lexicon
from vectorstore.models.documents import Document, Language, Passage, Session
from vectorstore.models.search import Condition, Filter, Hit, Hits
from vectorstore.text.sentences import FENCE, HEADING, sentences
from vectorstore.text.tokens import contains, tokens

MOST_SENTENCES = 5
MOST_PASSAGES = 4
# Starting values: the share of the question's weight that one sentence must cover when nothing is named, and that
# the whole answer must cover of what is asked beside the named terms.
NEEDED_UNNAMED = 0.5
NEEDED_BESIDE_NAMES = 1 / 3

# Words that ask rather than say what about; what they ask is no fact of a text.
_ASKING = frozenset(
    tokens(
        "work works explain describe happen use used using way ways reason purpose difference mean means talk talks "
        "session article tell say said says new make makes give gives get need show shows detail details possible "
        "introduce handle achieve approach idea main key thing things"
    )
) | frozenset(
    tokens(
        "原理 工作 解释 介绍 说明 原因 目的 意思 演讲 文章 场次 使用 方法 做到 实现 "
        "怎么样 是怎 样的 哪种 为了 主要 内容"
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """Something a question asks about: every form it is written in, or one token, with its weight."""

    words: str
    forms: tuple[str, ...]
    token: str = ""
    weight: float = 1.0
    named: bool = False

    def in_text(self, text: str, held: frozenset[str]) -> bool:
        """Say whether a text holds it; `held` are the text's tokens."""
        if self.token:
            return self.token in held
        return any(contains(text, form) for form in self.forms)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence of a passage with the terms it covers."""

    passage: Passage
    start: int
    end: int
    covers: frozenset[int]

    @property
    def text(self) -> str:
        """The sentence as it stands in the passage."""
        return self.passage.text[self.start : self.end]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The sentences of one document that answer, in its order; `lead` is a passage needed for a named term alone."""

    document: Document
    sentences: tuple[Sentence, ...]
    lead: Passage | None = None


@dataclass(slots=True, kw_only=True)
class Outcome:
    """What was found, or why nothing was: terms no document holds together, terms nothing speaks about."""

    found: list[Found] = field(default_factory=list)
    apart: tuple[str, ...] = ()
    uncovered: tuple[str, ...] = ()


def terms_of(
    question: str, named: Sequence[str], lexicon: Lexicon, occurs: Callable[[str], int], documents: int
) -> tuple[Term, ...]:
    """Take a question apart into terms with weights; a rare term weighs more, one that occurs nowhere most."""
    rest = question
    made: list[Term] = []
    spans = [(f.start, f.end, f.entity_id) for f in lexicon.find(question)]
    for start, end, entity_id in spans:
        forms = _forms(entity_id, lexicon)
        if not any(set(forms) & set(term.forms) for term in made):
            made.append(Term(words=question[start:end], forms=forms))
    wanted = [_forms(name.removeprefix("entity:"), lexicon) or (name,) for name in named]
    made = [Term(words=t.words, forms=t.forms, named=any(set(t.forms) & set(forms) for forms in wanted)) for t in made]
    for name, forms in zip(named, wanted, strict=True):
        if not any(set(term.forms) & set(forms) for term in made):
            shown = lexicon.display(name.removeprefix("entity:"), "en") if name.startswith("entity:") else name
            made.append(Term(words=shown, forms=forms, named=True))
    for start, end in {(start, end) for start, end, _ in spans}:
        rest = rest[:start] + "\n" * (end - start) + rest[end:]
    for term in made:
        for form in term.forms:
            for start, end in contains(rest, form):
                rest = rest[:start] + "\n" * (end - start) + rest[end:]
    made += [Term(words=t, forms=(t,), token=t) for t in dict.fromkeys(tokens(rest)) if t not in _ASKING]
    return tuple(_weighed(term, occurs, documents) for term in made)


def _forms(entity_id: str, lexicon: Lexicon) -> tuple[str, ...]:
    return tuple(a for member in sorted(lexicon.family(entity_id)) for a in lexicon.aliases(member))


def _weighed(term: Term, occurs: Callable[[str], int], documents: int) -> Term:
    held = max((occurs(form) for form in term.forms[:6]), default=0)
    weight = math.log(1 + (max(documents - held, 0) + 0.5) / (held + 0.5))
    return Term(words=term.words, forms=term.forms, token=term.token, weight=weight, named=term.named)


def choose(
    terms: Sequence[Term], hits: Hits, passages_of: Callable[[str], Sequence[Passage]], language: str
) -> Outcome:
    """Choose the documents and sentences that answer, best covered first."""
    candidates = [
        _of_document(terms, hit.document, passages_of(hit.passage.document_id), hits, hit.passage.document_id)
        for hit in _one_per_document(hits.hits)
    ]
    named = {n for n, term in enumerate(terms) if term.named}
    holding = [c for c in candidates if named <= c.held]
    if not holding:
        best = max((len(named & c.held) for c in candidates), default=0)
        partly = next((c for c in candidates if len(named & c.held) == best), None)
        gone = named - (partly.held if partly else frozenset())
        everywhere = {n for c in candidates for n in c.held}
        apart = named if named <= everywhere else gone
        return Outcome(apart=tuple(terms[n].words for n in sorted(apart)))
    enough = [c for c in holding if _covers_enough(terms, c, language)]
    if not enough:
        return Outcome(uncovered=_uncovered(terms, holding))
    return Outcome(found=_pick(terms, enough))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidate:
    document: Document
    lead: Passage | None
    sentences: tuple[Sentence, ...]
    held: frozenset[int]
    lead_covers: frozenset[int]


def _one_per_document(hits: Iterable[Hit]) -> list[Hit]:
    first: dict[str, Hit] = {}
    for hit in hits:
        first.setdefault(hit.passage.document_id, hit)
    return list(first.values())


def _of_document(
    terms: Sequence[Term], document: Document, passages: Sequence[Passage], hits: Hits, document_id: str
) -> _Candidate:
    found_here = [hit.passage for hit in hits.hits if hit.passage.document_id == document_id]
    lead = next((p for p in passages if p.kind in ("session_meta", "title")), None)
    searched = (
        list({p.id: p for p in (*found_here, *passages)}.values()) if isinstance(document, Session) else found_here
    )
    made = [
        Sentence(passage=p, start=a, end=b, covers=_covered(terms, p.text[a:b]))
        for p in sorted(searched, key=lambda p: p.ordinal)
        if p.kind not in ("session_meta", "title")
        for a, b in sentences(p.text)
        if not HEADING.match(p.text[a:b]) and not FENCE.match(p.text[a:b])
    ]
    lead_covers = _covered(terms, lead.text.split("\n", 1)[0]) if lead else frozenset()
    held = frozenset(n for s in made for n in s.covers) | lead_covers
    return _Candidate(document=document, lead=lead, sentences=tuple(made), held=held, lead_covers=lead_covers)


def _covered(terms: Sequence[Term], text: str) -> frozenset[int]:
    held = frozenset(tokens(text))
    return frozenset(n for n, term in enumerate(terms) if term.in_text(text, held))


def _weight(terms: Sequence[Term], which: Iterable[int]) -> float:
    return sum(terms[n].weight for n in which)


def _covers_enough(terms: Sequence[Term], candidate: _Candidate, language: str) -> bool:
    named = {n for n, term in enumerate(terms) if term.named}
    beside = {n for n in range(len(terms)) if n not in named}
    whole = _weight(terms, range(len(terms)))
    if not named:
        best = max(
            (_weight(terms, s.covers | candidate.lead_covers) for s in candidate.sentences if s.covers), default=0
        )
        return bool(whole) and best >= NEEDED_UNNAMED * whole
    if _foreign(candidate, language):
        # Words of the question that have no name in the lexicon cannot be looked for in another language.
        beside = {n for n in beside if not terms[n].token}
    if not beside:
        return True
    return _weight(terms, beside & candidate.held) >= NEEDED_BESIDE_NAMES * _weight(terms, beside)


def _foreign(candidate: _Candidate, language: str) -> bool:
    languages: set[Language] = {s.passage.language for s in candidate.sentences}
    return bool(languages) and language not in languages


def _uncovered(terms: Sequence[Term], holding: Sequence[_Candidate]) -> tuple[str, ...]:
    covered = {n for c in holding for n in c.held}
    missing = [n for n, term in enumerate(terms) if n not in covered and not term.named]
    return tuple(terms[n].words for n in sorted(missing, key=lambda n: -terms[n].weight)[:3])


def _pick(terms: Sequence[Term], candidates: Sequence[_Candidate]) -> list[Found]:
    """Take sentences that add most, from the document that covers most first, within the limits."""
    ranked = sorted(candidates, key=lambda c: -_weight(terms, c.held))
    best = _weight(terms, ranked[0].held)
    left, passages_left = MOST_SENTENCES, MOST_PASSAGES
    found: list[Found] = []
    for candidate in ranked:
        if left <= 0 or passages_left <= 0 or (found and _weight(terms, candidate.held) < best * 0.8):
            break
        needs_lead = candidate.lead is not None and isinstance(candidate.document, Session)
        chosen = _greedy(terms, candidate, left, passages_left - needs_lead, first=not found)
        if not chosen and not needs_lead:
            continue
        lead = candidate.lead if needs_lead else None
        found.append(Found(document=candidate.document, sentences=tuple(chosen), lead=lead))
        left -= len(chosen)
        passages_left -= len({s.passage.id for s in chosen}) + needs_lead
    return found


def _greedy(terms: Sequence[Term], candidate: _Candidate, most: int, passages: int, *, first: bool) -> list[Sentence]:
    chosen: list[Sentence] = []
    covered: set[int] = set()
    pool = sorted(candidate.sentences, key=lambda s: (-_weight(terms, s.covers), s.passage.ordinal, s.start))
    limit = min(most, 3 if first else 2)
    while pool and len(chosen) < limit:
        best = max(pool, key=lambda s: _weight(terms, s.covers - covered))
        gain = _weight(terms, best.covers - covered)
        if gain <= 0 and chosen:
            break
        pool.remove(best)
        if len({s.passage.id for s in (*chosen, best)}) > passages or not best.covers:
            continue
        chosen.append(best)
        covered |= best.covers
    return sorted(chosen, key=lambda s: (s.passage.ordinal, s.start))


def write_found(desk: Desk, outcome: Outcome) -> None:
    """Write the chosen sentences, each document introduced in the asker's language, each sentence quoted and cited."""
    for found in outcome.found:
        document, language = found.document, desk.plan.language
        if found.lead is not None and isinstance(document, Session):
            _introduce_session(desk, found.lead, document)
        elif found.sentences:
            source = found.sentences[0].passage.language
            key = "open.from" if source == language else f"open.from.{source}"
            first = found.sentences[0]
            cite = desk.draft.cite(first.passage, document, quote=first.text)
            desk.draft.say(*desk.inlines(key, title=Bold(text=document.title)), cite)
        for sentence in found.sentences:
            desk.draft.quote(sentence.passage, document, sentence.text)


def _introduce_session(desk: Desk, lead: Passage, session: Session) -> None:
    only = Filter(conditions=(Condition(facet="document", values=(lead.document_id,)),))
    members = desk.listing(only).members
    desk.load(members)
    for member in members:
        desk.draft.say(*desk.session_line(member))
        desk.draft.rows.append(desk.row(member, cite=desk.meta(member).n))
    if not members:
        desk.draft.say(Bold(text=session.title), desk.draft.cite(lead, session))
