"""Complete lists from the record: every document that meets a filter, with the evidence for it, never a top-k."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Literal

from sqlalchemy import Connection, Row, and_, func, or_, select

from vectorstore.filters import (
    ANY_RELATION,
    ENTITY_FACETS,
    Clause,
    Conditions,
    among,
    find_terms,
    is_entity_wish,
    visible,
)
from vectorstore.lexicon.loader import Lexicon
from vectorstore.models.claims import TARGETING, Relation
from vectorstore.models.documents import Article, Session
from vectorstore.models.search import Audience, Condition, Evidence, Filter, Listing, Member
from vectorstore.records import newest_document
from vectorstore.rows import name_key
from vectorstore.tables import documents, layers, mentions, revisions

_STRENGTH: tuple[Relation, ...] = ("about", "listed", "vendor", "implied", "passing")


def list_documents(
    connection: Connection, lexicon: Lexicon, asked: Filter, audience: Audience, kind: Literal["session", "article"]
) -> Listing:
    """List every document of a kind that meets a filter, under an audience."""
    base = and_(visible(audience), documents.c.kind == kind, ~documents.c.service)
    lister = _Lister(conditions=Conditions(connection, lexicon, base), asked=asked, base=base)
    corpus, alone = lister.counts()
    members = lister.rows(lister.conditions.all_of(asked))
    passing, also_named = lister.beside(members)
    return Listing(
        members=lister.members(members, relations=None),
        corpus=corpus,
        passing=lister.members(passing, relations=ANY_RELATION),
        also_named=tuple(sorted((lister.member(row, why) for row, why in also_named), key=in_order)),
        alone=alone,
        method="metadata+text" if asked.of("text") else "metadata",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lister:
    conditions: Conditions
    asked: Filter
    base: Clause

    @property
    def connection(self) -> Connection:
        return self.conditions.connection

    def counts(self) -> tuple[int, tuple[int, ...]]:
        """Count the corpus, and what each condition admits by itself."""
        conference = self.conditions.all_of(Filter(conditions=self.asked.of("conference")))
        clauses = [conference, *(self.conditions.one(condition) for condition in self.asked.conditions)]
        columns = [func.count().filter(clause) for clause in clauses]
        counted = self.connection.execute(select(*columns).select_from(documents).where(self.base)).one()
        return counted[0], tuple(counted[1:])

    def rows(self, clause: Clause) -> list[Row[*tuple[Any, ...]]]:
        columns = ("id", "revision_id", "lead_passage_id", "stable_id", "stable_id_kind", "missing_since")
        found = self.connection.execute(
            select(*(documents.c[name] for name in columns), revisions.c.document)
            .join(revisions, revisions.c.id == documents.c.revision_id)
            .where(self.base, clause)
        )
        return list(found.all())

    def beside(
        self, members: list[Row[*tuple[Any, ...]]]
    ) -> tuple[list[Row[*tuple[Any, ...]]], list[tuple[Row[*tuple[Any, ...]], list[Evidence]]]]:
        """Find what names the asked-for entities only in passing, and what names them although no tag says so."""
        wishes = [condition for condition in self.asked.conditions if is_entity_wish(condition)]
        if not wishes:
            return [], []
        inside = {row.id for row in members}
        named = self._named(wishes)
        in_passing = self.rows(self.conditions.all_of(self.asked, widened=self._tagged_anyhow))
        passing = [row for row in in_passing if row.id not in inside]
        tagged = inside | {row.id for row in passing}

        def held(condition: Condition) -> Clause:
            values = [
                or_(
                    self._tagged_anyhow(replace(condition, values=(value,))),
                    among(self.connection, documents.c.id, named[value]),
                )
                for value in condition.values
            ]
            return and_(*values) if condition.op == "all" else or_(*values)

        if not any(named.values()):
            return passing, []
        also = [row for row in self.rows(self.conditions.all_of(self.asked, widened=held)) if row.id not in tagged]
        evidence = [
            [
                Evidence(value=value, relation=None, passage_id=holders[row.id])
                for value, holders in named.items()
                if row.id in holders
            ]
            for row in also
        ]
        return passing, list(zip(also, evidence, strict=True))

    def _tagged_anyhow(self, condition: Condition) -> Clause:
        return self.conditions.one(condition, relations=ANY_RELATION)

    def _named(self, wishes: Sequence[Condition]) -> dict[str, dict[str, str]]:
        """Find documents that meet all other conditions and hold an alias, by the entity asked for."""
        others = Filter(conditions=tuple(c for c in self.asked.conditions if not is_entity_wish(c)))
        scope = and_(self.base, self.conditions.all_of(others))
        named: dict[str, dict[str, str]] = {}
        for value in dict.fromkeys(value for wish in wishes for value in wish.values):
            known = value in self.conditions.lexicon.entities
            aliases = self.conditions.lexicon.aliases(value) if known else ()
            named[value] = find_terms(self.connection, aliases, scope, body_only=True)
        return named

    def members(self, rows: list[Row[*tuple[Any, ...]]], *, relations: Sequence[Relation] | None) -> tuple[Member, ...]:
        """Make members with their evidence, in the order of the programme or newest first."""
        evidence = self._evidence([row.id for row in rows], relations)
        return tuple(sorted((self.member(row, evidence[row.id]) for row in rows), key=in_order))

    def member(self, row: Row[*tuple[Any, ...]], evidence: Sequence[Evidence]) -> Member:
        return Member(
            document_id=row.id,
            document=newest_document(row),
            revision_id=row.revision_id,
            meta_passage_id=row.lead_passage_id,
            evidence=tuple(evidence),
            missing=row.missing_since is not None,
        )

    def _evidence(self, ids: list[str], relations: Sequence[Relation] | None) -> dict[str, list[Evidence]]:
        found: dict[str, list[Evidence]] = {document_id: [] for document_id in ids}
        if not ids:
            return found
        for condition in self.asked.conditions:
            if condition.op == "not":
                continue
            for value in condition.values:
                shown: dict[str, Evidence] = {}
                if condition.facet in ENTITY_FACETS:
                    shown = self._mentioned(ids, value, relations or condition.relations or TARGETING)
                elif condition.facet == "layer":
                    shown = self._layered(ids, value)
                elif condition.facet == "text":
                    shown = {
                        document_id: Evidence(value=value, relation=None, passage_id=passage_id)
                        for document_id, passage_id in self.conditions.holders(value).items()
                    }
                for document_id in found.keys() & shown.keys():
                    found[document_id].append(shown[document_id])
        return found

    def _mentioned(self, ids: list[str], value: str, relations: Sequence[Relation]) -> dict[str, Evidence]:
        rows = self.connection.execute(
            select(mentions.c.document_id, mentions.c.relation, mentions.c.passage_id)
            .where(
                mentions.c.entity_id.in_(sorted(self.conditions.family(value))),
                mentions.c.relation.in_(sorted(relations)),
                among(self.connection, mentions.c.document_id, ids),
            )
            .order_by(mentions.c.char_start, mentions.c.row)
        )
        shown: dict[str, Evidence] = {}
        for row in sorted(rows, key=lambda row: _STRENGTH.index(row.relation)):
            evidence = Evidence(value=value, relation=row.relation, passage_id=row.passage_id)
            shown.setdefault(row.document_id, evidence)
        return shown

    def _layered(self, ids: list[str], value: str) -> dict[str, Evidence]:
        rows = self.connection.execute(
            select(layers.c.document_id, layers.c.passage_id)
            .where(layers.c.layer == value, among(self.connection, layers.c.document_id, ids))
            .order_by(layers.c.char_start)
        )
        shown: dict[str, Evidence] = {}
        for row in rows:
            evidence = Evidence(value=value, relation=None, passage_id=row.passage_id)
            shown.setdefault(row.document_id, evidence)
        return shown


def in_order(member: Member) -> tuple[Any, ...]:
    """Order sessions by programme day, start, room and title, articles newest first; what has no time comes last."""
    document = member.document
    if isinstance(document, Session):
        day = document.programme_day or (document.local_start.date() if document.local_start else None)
        start = document.local_start
        return (
            day is None,
            day.isoformat() if day else "",
            start is None,
            start.isoformat() if start else "",
            document.room or "",
            document.title,
            member.document_id,
        )
    age = _age(document)
    return (age is None, age or 0, document.title, member.document_id)


def _age(article: Article) -> float | None:
    """Give a number that is less for what is newer."""
    if article.published_at:
        return -article.published_at.timestamp()
    if article.published_day:
        return -float(article.published_day.toordinal() * 86400 - _EPOCH)
    return None


_EPOCH = 719163 * 86400  # 1970-01-01 in the seconds of date.toordinal


def overlapping(lexicon: Lexicon, members: Sequence[Member]) -> tuple[tuple[Member, Member], ...]:
    """Pair sessions of one conference that are in one room at one time; ends do not touch starts.

    Two sources that tell of the same talk are no clash: such a pair shares a speaker. Cancelled sessions take no
    room, and nothing is known of sessions without an end.
    """
    places: dict[tuple[str, str], list[tuple[Session, Member]]] = {}
    for member in members:
        session = member.document
        if isinstance(session, Session) and session.room and session.status != "cancelled":
            key = (session.conference, lexicon.same_room(session.room))
            places.setdefault(key, []).append((session, member))
    return tuple(
        (first[1], second[1])
        for together in places.values()
        for first, second in combinations(together, 2)
        if _overlap(first[0], second[0]) and not _same_talk(first[0], second[0])
    )


def _overlap(first: Session, second: Session) -> bool:
    if not (first.local_start and first.local_end and second.local_start and second.local_end):
        return False
    return first.local_start < second.local_end and second.local_start < first.local_end


def _same_talk(first: Session, second: Session) -> bool:
    names = [{name_key(person.name) for person in session.speakers} for session in (first, second)]
    return first.source_id != second.source_id and bool(names[0] & names[1])
