"""Free questions answered from passages alone: whole sentences, quoted and cited, or nothing.

An answer must hold every named term of the question in the cited passages of one document, and its sentences must
cover enough of what else was asked. Similarity decides nothing: it only says where to look first.
"""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from bot.ask.desk import Desk
from bot.models.post import Bold
from vectorstore.lexicon.loader import Lexicon
from vectorstore.models.documents import Document, Language, Passage, Session
from vectorstore.models.search import Condition, Filter, Hit, Hits
from vectorstore.text.language import HAN
from vectorstore.text.sentences import FENCE, HEADING, sentences
from vectorstore.text.tokens import contains, tokens

MOST_SENTENCES = 5
MOST_PASSAGES = 4
WEIGHT_OF_UNCHECKED = 2.0  # starting value: that of a word in one text of seven
MOST_NAMED_MISSING = 3
OPENING_SENTENCES = 2
MOST_OF_FIRST, MOST_OF_OTHERS = 3, 2
# A further document must hold nearly as much of the question as the best one (starting value).
NEARLY_AS_GOOD = 0.8
# Starting values: the share of the question's weight that one sentence must cover when nothing is named, and that
# the whole answer must cover of what is asked beside the named terms.
NEEDED_UNNAMED = 0.5
NEEDED_BESIDE_NAMES = 0.5
NEEDED_FOREIGN = 0.4

# Words that ask, or that join what is asked about; what they say need not stand in a text.
_ASKING = frozenset(
    tokens(
        """
        achieve allow approach article become big bring build change come company describe detail difference
        different do enable engineer exactly explain fall fast faster feature find get give go good handle happen
        have help here idea improve include introduce keep key kind know let long main make many mean much need
        new now offer order part people plan point possible prevent problem provide purpose put reach reason run
        said say says second see session show slower solve step support take talk tell thing time tool try type
        use used user using want way work
        """
    )
)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_QUANTITY = re.compile(
    r"\bhow (?:much|many|fast|slow|long|large|big|often|high|low)\b"
    r"|\b(?:what|which) (?:share|percentage|fraction|number)\b"
    "|多少|多快|多大|多长|多久|几倍|几个|百分之几",
    re.IGNORECASE,
)
_A_NUMBER = re.compile(r"(?<![A-Za-z0-9])\d")
_NO_PROSE = re.compile(r"\||\w+=\S+[)&]")
_HAN_RUN = re.compile(f"[{HAN}]{{2,}}")
_LATIN_WORD = re.compile(rf"[^\W_{HAN}][^\W{HAN}.+#-]*(?:[.+#-]+[^\W{HAN}.+#-]*)*")
_CHINESE_JOINTS = re.compile(
    "请问|多少|多快|多大|多长|多久|降到|达到|变成|花费|占用|之后|以后|比较|"
    "为什么|是什么|有什么|什么|怎么样|怎么|怎样|如何|为何|哪些|哪个|哪种|多少|是否|能否|可以|能够|支持|使用|用于|用来|通过|进行|实现|做到|"
    "介绍|说明|解释|原理|工作|原因|目的|作用|演讲|文章|场次|会议|内容|主要|之间|以及|还是|关于|对于|根据|因为|所以|如果|它们|我们|"
    "[谁哪几比快花秒倍的了是在和与及或吗呢吧有用对把被让给从到为以其之而但也都就还不会能要做讲说将由，。？！、；：]"
)


Covered = Callable[[str], frozenset[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """Something a question asks about: every form it is written in, or one token, with its weight.

    `span` says where a pair of Han letters stands in the question, and `words` is then the run it is from: pairs
    overlap, and many go across two words.
    """

    words: str
    forms: tuple[str, ...]
    token: str = ""
    weight: float = 1.0
    named: bool = False
    span: tuple[int, int] | None = None
    entities: frozenset[str] = frozenset()

    def in_text(self, text: str, held: frozenset[str], found: frozenset[str]) -> bool:
        """Say whether a text holds it; `held` are the text's tokens, `found` the entities it names."""
        if self.token:
            return self.token in held
        return bool(self.entities & found) or any(contains(text, form) for form in self.forms)


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
    """What was found, or why nothing was: terms no document holds together, terms nothing speaks about.

    `unchecked` are words of the question that could not be compared with a text in another language.
    """

    found: list[Found] = field(default_factory=list)
    apart: tuple[str, ...] = ()
    uncovered: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()


def terms_of(
    question: str, named: Sequence[str], lexicon: Lexicon, occurs: Callable[[str], int], documents: int
) -> tuple[Term, ...]:
    """Take a question apart into terms with weights; a rare term weighs more, one that occurs nowhere most."""
    wanted = [name.removeprefix("entity:") for name in named]
    at_span: dict[tuple[int, int], list[str]] = {}
    for found in lexicon.find(question):
        at_span.setdefault((found.start, found.end), []).append(found.entity_id)
    made = [
        Term(
            words=question[start:end],
            forms=tuple(dict.fromkeys(form for one in ids for form in _forms(one, lexicon))),
            named=any(one in wanted for one in ids),
            entities=frozenset(member for one in ids for member in lexicon.family(one)),
        )
        for (start, end), ids in at_span.items()
    ]
    known = {one for ids in at_span.values() for one in ids}
    for name in wanted:
        if name not in known:
            shown = lexicon.display(name, "en") if name in lexicon.entities else name
            made.append(
                Term(words=shown, forms=_forms(name, lexicon) or (name,), named=True, entities=lexicon.family(name))
            )
    rest = question
    for start, end in at_span:
        rest = _blotted(rest, start, end)
    for term in made:
        for form in term.forms if term.named else ():
            for start, end in contains(rest, form):
                rest = _blotted(rest, start, end)
    made += _token_terms(rest)
    return tuple(_weighed(term, occurs, documents) for term in dict.fromkeys(made))


def _blotted(text: str, start: int, end: int) -> str:
    return text[:start] + "\n" * (end - start) + text[end:]


def _token_terms(rest: str) -> list[Term]:
    """Take what no name covers apart into Latin words and pairs of Han letters within runs."""
    made: dict[str, Term] = {}
    bare = _CHINESE_JOINTS.sub(lambda joint: "\n" * len(joint[0]), rest)
    for run in _HAN_RUN.finditer(bare):
        for at in range(run.start(), run.end() - 1):
            pair = bare[at : at + 2]
            made.setdefault(pair, Term(words=run[0], forms=(pair,), token=pair, span=(at, at + 2)))
    for word in _LATIN_WORD.findall(bare):
        for token in tokens(word)[:1]:
            if token not in _ASKING:
                made.setdefault(token, Term(words=word, forms=(word,), token=token))
    return list(made.values())


def _forms(entity_id: str, lexicon: Lexicon) -> tuple[str, ...]:
    below = sorted(lexicon.family(entity_id) - {entity_id})
    return tuple(alias for one in (entity_id, *below) for alias in lexicon.aliases(one))


def _weighed(term: Term, occurs: Callable[[str], int], documents: int) -> Term:
    held = max((occurs(form) for form in term.forms[:6]), default=0)
    weight = math.log(1 + (max(documents - held, 0) + 0.5) / (held + 0.5))
    return replace(term, weight=weight)


def asks_quantity(question: str) -> bool:
    """Say whether a question wants a number: then only sentences that have one answer it."""
    return _QUANTITY.search(question) is not None


def choose(
    terms: Sequence[Term],
    hits: Hits,
    passages_of: Callable[[str], Sequence[Passage]],
    language: str,
    lexicon: Lexicon,
    *,
    quantity: bool = False,
) -> Outcome:
    """Choose the documents and sentences that answer, best covered first."""
    covered = partial(_covered, terms, lexicon)
    candidates = [
        _of_document(covered, hit.document, passages_of(hit.passage.document_id), hits, hit.passage.document_id)
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
    own = [c for c in holding if not _foreign(c, language)]
    enough = [c for c in own if _covers_enough(terms, c)]
    if quantity:
        counted = [c for c in holding if _gives_number(terms, c)]
        own = [c for c in own if c in counted or c not in enough]
        enough = [c for c in enough if c in counted]
        holding = counted
    if enough and (found := _pick(terms, covered, enough)):
        return Outcome(found=found)
    if own and not enough:
        # What fails a test that can be made is not rescued by texts for which it cannot.
        return Outcome(uncovered=_uncovered(terms, own))
    enough = [c for c in holding if _foreign(c, language) and _foreign_covers_enough(terms, c)]
    if not enough:
        return Outcome(uncovered=_uncovered(terms, holding))
    unchecked = tuple(dict.fromkeys(term.words for term in terms if term.token))
    return Outcome(found=_pick(terms, covered, enough), unchecked=unchecked)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidate:
    document: Document
    lead: Passage | None
    sentences: tuple[Sentence, ...]
    held: frozenset[int]
    context: frozenset[int]


def _one_per_document(hits: Iterable[Hit]) -> list[Hit]:
    first: dict[str, Hit] = {}
    for hit in hits:
        first.setdefault(hit.passage.document_id, hit)
    return list(first.values())


def _of_document(
    covered: Covered, document: Document, passages: Sequence[Passage], hits: Hits, document_id: str
) -> _Candidate:
    found_here = [hit.passage for hit in hits.hits if hit.passage.document_id == document_id]
    lead = next((p for p in passages if p.kind in ("session_meta", "title")), None)
    searched = (
        list({p.id: p for p in (*found_here, *passages)}.values()) if isinstance(document, Session) else found_here
    )
    made = [
        Sentence(passage=p, start=a, end=b, covers=covered(p.text[a:b]))
        for p in sorted(searched, key=lambda p: p.ordinal)
        if p.kind not in ("session_meta", "title")
        for a, b in sentences(p.text)
        if quotable(p.text[a:b])
    ]
    lead_covers = covered(lead.text.split("\n", 1)[0]) if lead else frozenset()
    held = frozenset(n for p in searched for n in covered(p.text)) | lead_covers
    headings = {s.passage.heading for s in made if s.covers}
    context = lead_covers | covered("\n".join([document.title, *sorted(headings)]))
    return _Candidate(document=document, lead=lead, sentences=tuple(made), held=held, context=context)


def quotable(sentence: str) -> bool:
    """Say whether a sentence reads by itself: headings, code, table rows and tails of addresses do not."""
    return not (HEADING.match(sentence) or FENCE.match(sentence) or _NO_PROSE.match(sentence))


def _covered(terms: Sequence[Term], lexicon: Lexicon, text: str) -> frozenset[int]:
    held = frozenset(tokens(text))
    found = frozenset(found.entity_id for found in lexicon.find(text))
    return frozenset(n for n, term in enumerate(terms) if term.in_text(text, held, found))


def _weight(terms: Sequence[Term], which: Iterable[int]) -> float:
    return sum(terms[n].weight for n in which)


def _share(terms: Sequence[Term], covered: Iterable[int], of: Iterable[int]) -> float:
    """Give the share of the weight of terms `of` that is covered; Han letters count once however pairs overlap."""
    wanted, held = sorted(of), set(covered)
    whole = got = 0.0
    letters: dict[int, list[int]] = {}
    for n in wanted:
        span = terms[n].span
        if span is None:
            whole += terms[n].weight
            got += terms[n].weight * (n in held)
        else:
            for at in range(*span):
                letters.setdefault(at, []).append(n)
    for pairs in letters.values():
        # The rarer pair around a letter is as a rule one across two words.
        weight = min(terms[n].weight for n in pairs) / 2
        whole += weight
        got += weight * any(n in held for n in pairs)
    return got / whole if whole else 1.0


def _covers_enough(terms: Sequence[Term], candidate: _Candidate) -> bool:
    everything = range(len(terms))
    named = {n for n in everything if terms[n].named}
    if not named:
        shares = [_share(terms, s.covers | candidate.context, everything) for s in candidate.sentences if s.covers]
        return bool(terms) and max(shares, default=0.0) >= NEEDED_UNNAMED
    return _share(terms, candidate.held | candidate.context, set(everything) - named) >= NEEDED_BESIDE_NAMES


def _foreign_covers_enough(terms: Sequence[Term], candidate: _Candidate) -> bool:
    """Judge a text in another language by what has a name in both; a word that has none weighs as a middling one."""
    checkable = [n for n, term in enumerate(terms) if not term.token]
    held = candidate.held | candidate.context
    words = len({term.words for term in terms if term.token})
    got = _weight(terms, (n for n in checkable if n in held))
    whole = _weight(terms, checkable) + words * WEIGHT_OF_UNCHECKED
    return bool(got) and got >= NEEDED_FOREIGN * whole


def _gives_number(terms: Sequence[Term], candidate: _Candidate) -> bool:
    """Say whether one sentence has a number beside at least half of what is named."""
    named = frozenset(n for n, term in enumerate(terms) if term.named)
    texts = [s for s in candidate.sentences if _A_NUMBER.search(s.text)]
    return any(2 * len(named & (s.covers | candidate.context)) >= len(named) for s in texts if s.covers or not named)


def _foreign(candidate: _Candidate, language: str) -> bool:
    languages: set[Language] = {s.passage.language for s in candidate.sentences}
    return bool(languages) and language not in languages


def _uncovered(terms: Sequence[Term], holding: Sequence[_Candidate]) -> tuple[str, ...]:
    """Name what no text that holds the named terms speaks about, heaviest first; a run of Han letters whole."""
    covered = {n for c in holding for n in c.held}
    missing = [term for n, term in enumerate(terms) if n not in covered and not term.named]
    heaviest = sorted(missing, key=lambda term: -term.weight)
    return tuple(dict.fromkeys(term.words for term in heaviest))[:MOST_NAMED_MISSING]


def _pick(terms: Sequence[Term], covered: Covered, candidates: Sequence[_Candidate]) -> list[Found]:
    """Take sentences that add most, from the document that covers most first, within the limits."""
    named = {n for n, term in enumerate(terms) if term.named}
    # A text that is titled after what is asked is about it; others only speak of it.
    fit = {id(c): _weight(terms, c.held) + _weight(terms, c.context & named) for c in candidates}
    ranked = sorted(candidates, key=lambda c: -fit[id(c)])
    best = fit[id(ranked[0])]
    said: set[str] = set()
    left, passages_left = MOST_SENTENCES, MOST_PASSAGES
    found: list[Found] = []
    for candidate in ranked:
        if left <= 0 or passages_left <= 0 or (found and fit[id(candidate)] < best * NEARLY_AS_GOOD):
            break
        needs_lead = candidate.lead is not None and isinstance(candidate.document, Session)
        chosen = _greedy(terms, candidate, left, passages_left - needs_lead, first=not found)
        chosen = [s for s in chosen if _plain(s.text) not in said]
        said |= {_plain(s.text) for s in chosen}
        if not _holds_named(terms, covered, candidate, chosen, needs_lead=needs_lead):
            continue
        lead = candidate.lead if needs_lead else None
        found.append(Found(document=candidate.document, sentences=tuple(chosen), lead=lead))
        left -= len(chosen)
        passages_left -= len({s.passage.id for s in chosen}) + needs_lead
    return found


def _plain(text: str) -> str:
    """Give a sentence without its markup, so that two copies of one text are seen to say the same."""
    return "".join(tokens(_LINK.sub(r"\1", text)))


def _holds_named(
    terms: Sequence[Term],
    covered: Covered,
    candidate: _Candidate,
    chosen: Sequence[Sentence],
    *,
    needs_lead: bool,
) -> bool:
    """Check what will be cited, not what was looked at: it alone must hold every named term."""
    texts = {s.passage.id: s.passage.text for s in chosen}
    if needs_lead and candidate.lead is not None:
        texts[candidate.lead.id] = candidate.lead.text
    cited = frozenset(n for text in texts.values() for n in covered(text))
    return bool(texts) and all(n in cited for n, term in enumerate(terms) if term.named)


def _greedy(terms: Sequence[Term], candidate: _Candidate, most: int, passages: int, *, first: bool) -> list[Sentence]:
    chosen: list[Sentence] = []
    covered: set[int] = set()
    named = frozenset(n for n, term in enumerate(terms) if term.named)
    pool = sorted(candidate.sentences, key=lambda s: (-_weight(terms, s.covers), s.passage.ordinal, s.start))
    limit = min(most, MOST_OF_FIRST if first else MOST_OF_OTHERS)
    while pool and len(chosen) < limit:
        best = max(pool, key=lambda s: (len(s.covers & named - covered), _weight(terms, s.covers - covered)))
        gain = _weight(terms, best.covers - covered)
        if gain <= 0 and chosen:
            break
        pool.remove(best)
        if len({s.passage.id for s in (*chosen, best)}) > passages or not best.covers:
            continue
        chosen.append(best)
        covered |= best.covers
    if not chosen and isinstance(candidate.document, Session):
        # The title alone answers the names; what the talk is about is its first words.
        chosen = list(candidate.sentences[:OPENING_SENTENCES]) if passages > 0 else []
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
