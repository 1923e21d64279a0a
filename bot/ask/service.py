"""Question → Answer: understand, look up, write, check, keep."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache

from bot.ask.candidates import with_named
from bot.ask.compare import write_comparison, write_latest
from bot.ask.desk import Desk, Searcher
from bot.ask.draft import Draft
from bot.ask.extractive import choose
from bot.ask.follow_ups import follow_ups
from bot.ask.grouped import as_question_for_talks, write_groups
from bot.ask.listing import (
    agenda_filter,
    open_ended,
    write_agenda,
    write_beside,
    write_clashes,
    write_list,
    write_overlaps,
)
from bot.ask.lookup import CONFERENCE_FACTS, show_conflicts, show_quoted_conflicts, write_conference_facts, write_lookup
from bot.ask.plan import plan
from bot.ask.position import with_title
from bot.ask.premises import meeting_premises
from bot.ask.quoting import pick, write_found
from bot.ask.refusal import refuse_list, refuse_open, refuse_unknown, search_quietly, unknown_words
from bot.ask.store import AnswerStore
from bot.ask.support import check
from bot.ask.terms import terms_of
from bot.ask.wanted import wanted
from bot.models.answer import Answer, AppliedFilter, Completeness, FollowUp, Question
from bot.models.plan import Plan
from bot.models.post import CodeSpan
from vectorstore.ids import minted_id
from vectorstore.lexicon.loader import Lexicon
from vectorstore.library import Library
from vectorstore.models.documents import Passage
from vectorstore.models.search import Condition, Facets, Filter, Listing, Member
from vectorstore.text.tokens import contains

Report = Callable[[str], None]
Occurs = Callable[[str], int]

# The conversation of single questions on the command line: each stands alone.
ONE_SHOT = "cli"
_LOG = logging.getLogger(__name__)
_EXAMPLES = {
    "en": ("Which talks target TPU?", "Where is the conference held?", "Which sessions are sponsored?"),
    "zh": ("哪些演讲面向 TPU？", "会议在哪里举行？", "哪些场次是赞助的？"),
}


class AskService:
    """Answers questions from the record; `search` is called by the first question that lists cannot answer."""

    def __init__(
        self,
        library: Library,
        search: Callable[[], Searcher],
        lexicon: Lexicon,
        store: AnswerStore,
        clock: Callable[[], datetime],
    ) -> None:
        self._library = library
        self._search = search
        self._lexicon = lexicon
        self._store = store
        self._clock = clock

    def ask(self, question: Question, report: Report | None = None) -> Answer:
        """Answer a question and keep both; `report` hears each step ("plan", "look up", …) as it begins."""
        tell = report or _silent
        self._store.begin(question)
        try:
            tell("plan")
            question = self._with_history(question)
            facets = self._library.facets(question.audience)
            answer = self.answer(self._plan(question, facets), question, facets=facets, report=tell)
        except BaseException as error:
            self._store.end(question.turn_id, "stopped" if isinstance(error, KeyboardInterrupt) else "failed")
            raise
        tell("keep")
        self._store.save(answer)
        return answer

    def answer(
        self, asked: Plan, question: Question, *, facets: Facets | None = None, report: Report | None = None
    ) -> Answer:
        """Answer a question that is understood already; nothing is kept."""
        tell = report or _silent
        facets = facets or self._library.facets(question.audience)
        desk = Desk(
            library=self._library,
            lexicon=self._lexicon,
            search=self._search,
            facets=facets,
            plan=asked,
            question=question,
            draft=Draft(language=asked.language, publishers=facets.sources),
        )
        for note in asked.notes:
            desk.draft.note(note)
        tell("look up")
        used = self._write(desk, tell)
        show_quoted_conflicts(desk)
        offers = follow_ups(desk, self._replan(question, facets)) if asked.kind in ("list", "count", "agenda") else ()
        tell("check")
        if desk.draft.kind == "refusal" and (asked.unknown or asked.kind not in ("list", "count", "agenda")):
            used = Filter()  # a follow-up must not build on half a question
        return self._finished(desk, used, offers)

    def _with_history(self, question: Question) -> Question:
        if question.conversation == ONE_SHOT:
            return question
        named = with_title(question.text, self._store.titles_shown_last(question.conversation))
        if named != question.text:
            return replace(question, text=named, inherited=Filter())
        if question.inherited is not None:
            return question
        last = self._store.last_filter(question.conversation)
        return replace(question, inherited=last[0], inherited_text=last[1]) if last else question

    def _plan(self, question: Question, facets: Facets, occurs: Occurs | None = None) -> Plan:
        occurs = occurs or self._occurs(question)
        group, text = as_question_for_talks(question.text)
        asked = plan(
            text,
            language=question.language,
            lexicon=self._lexicon,
            facets=facets,
            now=question.asked_at,
            zone=question.zone,
            inherited=question.inherited,
            occurs=occurs,
        )
        return replace(asked, group=group) if group and asked.kind == "list" else asked

    def _occurs(self, question: Question) -> Occurs:
        """Count the texts that hold a term, each term once for a question and its follow-ups."""
        return cache(lambda term: self._library.occurs(term, question.audience))

    def _replan(self, question: Question, facets: Facets) -> Callable[[str, Filter], Plan]:
        occurs = self._occurs(question)
        return lambda text, inherited: self._plan(
            replace(question, text=text, inherited=inherited, language=None), facets, occurs
        )

    def _write(self, desk: Desk, tell: Report) -> Filter:
        """Write the answer with the writer of its kind and say which filter was used."""
        asked = desk.plan
        if not desk.facets.sources and self._library.counts().documents == 0:
            return self._help(desk, empty=True)
        if unknown_words(desk) and asked.kind not in ("open", "help") and not _asks_conference(asked):
            refuse_unknown(desk, asked.filter)
            return asked.filter
        if asked.each:
            return self._named_apart(desk, tell)
        match asked.kind:
            case "help":
                used = self._help(desk, empty=False)
            case "list" | "count":
                used = self._list(desk, asked.filter)
            case "agenda":
                used = self._agenda(desk)
            case "lookup":
                used = self._lookup(desk, tell)
            case "open":
                used = self._open(desk, tell)
            case "clash" | "compare" | "latest":
                {"clash": write_clashes, "compare": write_comparison, "latest": write_latest}[asked.kind](desk)
                used = asked.filter
        return used

    def _named_apart(self, desk: Desk, tell: Report) -> Filter:
        """Answer about sessions that are named one by one; one that is not there is what the answer says."""
        base = desk.plan.filter
        wanted = [Filter(conditions=(*base.conditions, *one.conditions)) for one in desk.plan.each]
        listings = [desk.listing(one) for one in wanted]
        for one, listing in zip(wanted, listings, strict=True):
            if not listing.members:
                refuse_list(desk, one, listing)
                return one
        sides = [_meant(desk, one, listing.members) for one, listing in zip(wanted, listings, strict=True)]
        ids = dict.fromkeys(member.document_id for side in sides for member in side)
        union = Filter(conditions=(*base.conditions, Condition(facet="document", values=tuple(ids))))
        if desk.plan.kind != "clash":
            return self._lookup(replace(desk, plan=replace(desk.plan, filter=union, each=())), tell)
        desk.apply(desk.listing(union), union)
        if len(sides) == 1:
            write_beside(desk, sides[0], desk.listing(base).members)
        else:
            write_overlaps(desk, sides)
        return union

    def _list(self, desk: Desk, wanted: Filter) -> Filter:
        listing = desk.listing(wanted)
        if _is_empty(listing) and not open_ended(desk, wanted):
            refuse_list(desk, wanted, listing)
        elif desk.plan.group:
            write_groups(desk, wanted, listing)
        else:
            write_list(desk, wanted, listing)
            show_conflicts(desk, listing.members)
        return wanted

    def _agenda(self, desk: Desk) -> Filter:
        wanted, heading = agenda_filter(desk)
        listing = desk.listing(wanted)
        if not listing.members and not open_ended(desk, wanted):
            refuse_list(desk, wanted, listing)
        else:
            write_agenda(desk, wanted, listing, heading=heading)
            show_conflicts(desk, listing.members)
        return wanted

    def _lookup(self, desk: Desk, tell: Report) -> Filter:
        asked = desk.plan
        facts = [aspect for aspect in asked.aspects if aspect in CONFERENCE_FACTS]
        if facts:
            if not write_conference_facts(desk, facts):
                refuse_open(desk, None, uncovered=[desk.say(f"aspect.{aspect}") for aspect in facts])
            return asked.filter
        bound = [c for c in asked.filter.conditions if c.facet not in ("conference", "source", "kind")]
        if not bound:
            return self._open(desk, tell)
        listing = desk.listing(asked.filter)
        if not listing.members:
            refuse_list(desk, asked.filter, listing)
            return asked.filter
        theirs = _of_speaker(asked)
        if theirs is not None and not desk.listing(theirs).members:
            refuse_list(desk, theirs, desk.listing(theirs))
            return theirs
        members = meeting_premises(desk, listing.members)
        write_lookup(desk, asked.filter, replace(listing, members=members))
        if len(members) == len(listing.members):
            return asked.filter
        # What the question takes for granted told the session apart: a follow-up is about that one.
        meant = Condition(facet="document", values=tuple(member.document_id for member in members))
        return Filter(conditions=(*asked.filter.conditions, meant))

    def _open(self, desk: Desk, tell: Report) -> Filter:
        asked = desk.plan
        desk.draft.applied = AppliedFilter(text=asked.free_text)
        if asked.filter.conditions:
            desk.apply(desk.listing(asked.filter), asked.filter)
        tell("search")
        hits = search_quietly(desk, asked.filter)
        if hits is not None:
            hits = with_named(desk, hits)
        if hits is None or not hits.hits or unknown_words(desk):
            refuse_open(desk, hits)
            return asked.filter
        documents = self._library.counts().documents
        terms = terms_of(
            asked.question,
            asked.named,
            self._lexicon,
            self._occurs(desk.question),
            documents,
        )
        trace = wanted(asked.question)
        outcome = choose(
            terms,
            hits,
            lambda document_id: _passages(desk, document_id),
            asked.language,
            self._lexicon,
            trace=trace,
        )
        found = pick(terms, outcome.answering, traced=trace is not None)
        if not found:
            refuse_open(desk, hits, apart=outcome.apart, uncovered=outcome.uncovered)
            return asked.filter
        for note in hits.notes:
            desk.draft.note(note)
        write_found(desk, found, outcome)
        shown = len(desk.draft.citations)
        desk.draft.completeness = Completeness(
            shown=shown, matched=len(hits.hits), corpus=self._library.counts().passages, passing=0, method="top_k"
        )
        return asked.filter

    def _help(self, desk: Desk, *, empty: bool) -> Filter:
        desk.draft.kind = "help"
        if empty:
            desk.draft.say(desk.say("help.empty"))
            desk.draft.say(desk.say("help.collect"), " ", CodeSpan(text="hallway collect PATH|URL"))
        else:
            desk.draft.say(desk.say("help.intro"))
            desk.draft.say(desk.say("help.examples"))
            desk.draft.bullets((CodeSpan(text=example),) for example in _EXAMPLES[desk.plan.language])
        return Filter()

    def _finished(self, desk: Desk, used: Filter, offers: tuple[FollowUp, ...]) -> Answer:
        draft = desk.draft
        answer = Answer(
            id=minted_id("an"),
            turn_id=desk.question.turn_id,
            kind=draft.kind,
            language=desk.plan.language,
            blocks=tuple(draft.blocks),
            created_at=self._clock(),
            citations=tuple(draft.citations),
            applied=draft.applied,
            completeness=draft.completeness,
            conflicts=tuple(draft.conflicts),
            support="unsupported" if draft.kind == "refusal" else "supported",
            missing=tuple(dict.fromkeys(draft.missing)),
            notes=tuple(draft.notes),
            follow_ups=offers,
            rows=tuple(draft.rows),
            filter=used,
            figures=tuple(sorted(draft.figures)),
            denied=tuple(draft.denied),
        )
        report = check(answer, draft.passages, self._lexicon)
        if report.unsupported:
            _LOG.warning("unsupported_sentences answer=%s sentences=%s", answer.id, report.unsupported)
            return replace(answer, support="partial")
        return replace(answer, support="partial") if draft.kind == "answer" and draft.missing else answer


def _asks_conference(asked: Plan) -> bool:
    return asked.kind == "lookup" and any(aspect in CONFERENCE_FACTS for aspect in asked.aspects)


def _of_speaker(asked: Plan) -> Filter | None:
    """Give the filter of "where is X's talk on Y": a talk of somebody else on Y is no answer to it."""
    speakers = tuple(dict.fromkeys(premise.value for premise in asked.premises if premise.aspect == "speaker"))
    if not speakers or "speaker" in asked.aspects:
        return None
    return Filter(conditions=(*asked.filter.conditions, Condition(facet="speaker", values=speakers)))


def _meant(desk: Desk, asked: Filter, members: Sequence[Member]) -> Sequence[Member]:
    """Prefer the sessions whose title says what they were called by: "the Trainium profiling talk" names one."""
    terms = [value for c in asked.conditions if c.facet in ("hardware", "software", "text") for value in c.values]
    named = [m for m in members if all(any(contains(m.document.title, a) for a in desk.aliases(t)) for t in terms)]
    return (named if terms else []) or members


def _is_empty(listing: Listing) -> bool:
    return not listing.members and not listing.also_named


def _passages(desk: Desk, document_id: str) -> tuple[Passage, ...]:
    stored = desk.library.get(document_id, desk.question.audience)
    return stored.passages if stored else ()


def _silent(step: str) -> None:
    del step
