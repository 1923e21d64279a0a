"""What every writer of an answer has at hand: the record, the names of the field, the question and its plan."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from bot.ask.draft import Draft, line, published_on
from bot.ask.labels import Namer, label, names_of
from bot.ask.wording import clock_words, counted, moment_words, people_words, say, say_inlines, when_words
from bot.models.answer import AppliedCondition, AppliedFilter, Question, SessionRow
from bot.models.plan import Plan
from bot.models.post import Bold, Cite, Inline
from vectorstore.lexicon.loader import Lexicon
from vectorstore.library import Library
from vectorstore.models.claims import Relation
from vectorstore.models.documents import Article, Document, Passage, Session
from vectorstore.models.search import Audience, Condition, Evidence, Facets, Filter, Hits, Listing, Member
from vectorstore.text.sentences import sentences
from vectorstore.text.tokens import contains

_STRENGTH: tuple[Relation, ...] = ("about", "listed", "implied", "vendor", "passing")


class Searcher(Protocol):
    """Finds passages for a free question (`vectorstore.search.Search`)."""

    def search(self, question: str, filter: Filter, audience: Audience, limit: int = 12) -> Hits:  # noqa: A002
        """Give the best passages under a filter."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """`search` opens the index and its model when it is called, which a list never does."""

    library: Library
    lexicon: Lexicon
    search: Callable[[], Searcher]
    facets: Facets
    plan: Plan
    question: Question
    draft: Draft

    def say(self, key: str, **slots: str | int) -> str:
        """Fill one of our phrases in the answer's language."""
        return say(self.plan.language, key, **slots)

    def inlines(self, key: str, **slots: Inline | str) -> tuple[Inline, ...]:
        """Fill one of our phrases where a slot is bold or a link."""
        return say_inlines(self.plan.language, key, **slots)

    def label(self, condition: Condition) -> str:
        """Put a condition in words."""
        return label(condition, self.namer)

    @property
    def namer(self) -> Namer:
        """Name things in the answer's language as the question does."""
        return Namer(language=self.plan.language, lexicon=self.lexicon, facets=self.facets, question=self.plan.question)

    @property
    def kind(self) -> Literal["session", "article"]:
        """Say what the question lists: sessions, unless it asks for articles."""
        asked = self.plan.filter.of("kind")
        return "article" if asked and asked[0].values == ("article",) and asked[0].op == "any" else "session"

    def counted(self, n: int) -> str:
        """Write a number of what is listed with its noun."""
        return counted(self.plan.language, self.kind, n)

    def number(self, n: int) -> str:
        """Write a number of what is listed; Chinese does not do without the measure word."""
        return str(n) if self.plan.language == "en" else self.counted(n)

    def listing(self, wanted: Filter) -> Listing:
        """Ask the record for every document of the asked kind under a filter."""
        return self.library.list(wanted, self.question.audience, kind=self.kind)

    def apply(self, listing: Listing, used: Filter) -> None:
        """Note the conditions that were used and how many documents each matches alone."""
        alone = listing.alone or (0,) * len(used.conditions)
        self.draft.applied = AppliedFilter(
            conditions=tuple(
                AppliedCondition(condition=condition, label=self.label(condition), matched=matched)
                for condition, matched in zip(used.conditions, alone, strict=True)
            ),
            text=self.draft.applied.text,
        )
        self.draft.count(*alone)

    def load(self, members: Sequence[Member]) -> None:
        """Fetch the passages that a list of members will cite, in one go."""
        wanted = {member.meta_passage_id for member in members}
        wanted |= {evidence.passage_id for member in members for evidence in member.evidence}
        self.draft.passages.update(self.library.passages(sorted(wanted - self.draft.passages.keys())))

    def meta(self, member: Member) -> Cite:
        """Cite the passage that holds a member's title, time, room and speakers."""
        return self.draft.cite(self.draft.passages[member.meta_passage_id], member.document)

    def cites(self, member: Member) -> tuple[Cite, ...]:
        """Cite a member's facts and, where it stands elsewhere, what shows why it is listed."""
        made = [self.meta(member)]
        for evidence in strongest(member):
            passage = self.draft.passages.get(evidence.passage_id)
            if passage is not None:
                cite = self.draft.cite(passage, member.document, quote=self._showing(passage, evidence))
                if cite not in made:
                    made.append(cite)
        return tuple(made)

    def _showing(self, passage: Passage, evidence: Evidence) -> str:
        """Pick the sentence of a passage that names what a condition asks for."""
        family = self.lexicon.family(evidence.value)
        at = next((found.start for found in self.lexicon.find(passage.text) if found.entity_id in family), None)
        if at is None:
            at = next((start for start, _ in contains(passage.text, evidence.value)), 0)
        return next((passage.text[a:b] for a, b in sentences(passage.text) if a <= at < b), passage.text)

    def aliases(self, value: str) -> tuple[str, ...]:
        """Give every form a term is written in: of an entity and all below it, else the term itself."""
        entity_id = value.removeprefix("entity:")
        family = [alias for member in sorted(self.lexicon.family(entity_id)) for alias in self.lexicon.aliases(member)]
        return tuple(family) or (value,)

    def session_line(self, member: Member, *extra: Inline | str, with_day: bool = True) -> tuple[Inline, ...]:
        """Write a session as one line with its citations: title, time, room, speakers, marks, flags."""
        session = member.document
        if not isinstance(session, Session):
            return self._article_line(member, session)
        parts: list[Inline | str] = [Bold(text=session.title)]
        for words in (
            when_words(self.plan.language, session) if with_day else clock_words(session) or self.say("time.none"),
            session.room or self.say("room.none"),
            people_words(self.plan.language, session.speakers),
            *self._flags(session, missing=member.missing),
            *self.marks(member),
        ):
            parts += [f" · {words}"] if words else []
        return line(*parts, *extra, *self.cites(member))

    def _article_line(self, member: Member, article: Article) -> tuple[Inline, ...]:
        day = published_on(article)
        shown = day.isoformat() if day else self.say("latest.undated")
        words = (shown, self.draft.publishers.get(article.source_id, ""), *self.marks(member))
        return line(Bold(text=article.title), *(f" · {word}" for word in words if word), *self.cites(member))

    def _flags(self, session: Session, *, missing: bool) -> list[str]:
        flags = [name for name, on in (("sponsored", session.sponsored), ("keynote", session.keynote)) if on]
        if session.status != "scheduled":
            flags.append(session.status)
        if missing:
            flags.append("missing")
        return [self.say(f"flag.{name}") for name in flags]

    def marks(self, member: Member) -> list[str]:
        """Say how a member holds what was asked for, where it is not simply about it."""
        marks = {
            self.say(f"mark.{relation}", names=self.namer.name(value)): None
            for value, relation in relations(member)
            if relation != "about"
        }
        return list(marks)

    def row(self, member: Member, *, cite: int | None = None) -> SessionRow:
        """Give a session as data."""
        session = member.document
        if not isinstance(session, Session):
            raise TypeError("only sessions make rows")
        return SessionRow(
            document_id=member.document_id,
            passage_id=member.meta_passage_id,
            title=session.title,
            day=session.programme_day,
            start=session.local_start,
            end=session.local_end,
            zone=session.venue_zone,
            room=session.room,
            track=session.track,
            speakers=tuple((person.name, person.organisation) for person in session.speakers),
            organisations=tuple(dict.fromkeys(p.organisation for p in session.speakers if p.organisation)),
            sponsored=session.sponsored,
            keynote=session.keynote,
            status=session.status,
            url=session.canonical_url,
            relations=tuple((value, relation) for value, relation in relations(member)),
            abstract=session.abstract,
            cite=cite,
            passing="passing" in {relation for _, relation in relations(member)},
        )

    def names(self, wanted: Filter) -> str:
        """Name the hardware and software that a filter asks for."""
        asked = [c for c in wanted.conditions if c.facet in ("hardware", "software") and c.op != "not"]
        return self.say("and").join(names_of(condition, self.namer) for condition in asked)

    def zones(self, members: Sequence[Member]) -> None:
        """Note whose clock the times of an answer are."""
        sessions = [m.document for m in members if isinstance(m.document, Session) and m.document.local_start]
        if not sessions:
            return
        known = {session.venue_zone for session in sessions if session.venue_zone}
        for zone in sorted(known):
            self.draft.note(self.say("zone.known", zone=zone))
        if any(session.venue_zone is None for session in sessions):
            self.draft.note(self.say("zone.unknown"))

    def moment(self) -> str:
        """Write the moment the question is about."""
        return moment_words(self.plan.language, self.plan.at) if self.plan.at else ""


def relations(member: Member) -> list[tuple[str, Relation]]:
    """Give each value a member was found by with the strongest relation it has to it."""
    best: dict[str, Relation] = {}
    for evidence in member.evidence:
        if evidence.relation is None:
            continue
        known = best.get(evidence.value)
        if known is None or _STRENGTH.index(evidence.relation) < _STRENGTH.index(known):
            best[evidence.value] = evidence.relation
    return list(best.items())


def strongest(member: Member) -> list[Evidence]:
    """Give one evidence for each value a member was found by, the strongest."""
    best: dict[str, Evidence] = {}
    for evidence in member.evidence:
        known = best.get(evidence.value)
        if known is None or _rank(evidence) < _rank(known):
            best[evidence.value] = evidence
    return list(best.values())


def _rank(evidence: Evidence) -> int:
    return _STRENGTH.index(evidence.relation) if evidence.relation else 0


def by_time(members: Sequence[Member]) -> list[Member]:
    """Put members in the order of the programme: day, start, room, title; unknown times last."""
    return sorted(members, key=_when)


def _when(member: Member) -> tuple[str, str, str, str]:
    document: Document = member.document
    if not isinstance(document, Session):
        return ("9", "", "", document.title)
    day = document.programme_day or (document.local_start.date() if document.local_start else None)
    start = document.local_start.isoformat() if document.local_start else "9"
    return (day.isoformat() if day else "9", start, document.room or "", document.title)
