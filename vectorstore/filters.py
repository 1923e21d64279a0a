"""Filters as SQL over documents: each condition one boolean expression, with audience and liveness beside them."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Any

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Connection,
    Select,
    and_,
    case,
    false,
    func,
    literal,
    or_,
    select,
    true,
)

from vectorstore import words
from vectorstore.lexicon.loader import Lexicon
from vectorstore.models.claims import TARGETING, Relation
from vectorstore.models.search import Audience, Condition, Filter
from vectorstore.rows import folded, name_key
from vectorstore.tables import documents, layers, mentions, passages, speakers
from vectorstore.text.tokens import contains, needed

Clause = ColumnElement[bool]

ENTITY_FACETS = frozenset({"hardware", "software"})
ANY_RELATION: tuple[Relation, ...] = (*TARGETING, "passing")

# More values than this go as one JSON text: a statement has room for 32,766 values on SQLite.
_FEW = 500
_DAY_MINUTES = 24 * 60
# A range that ends by six in the morning means the night after the day's last talk as well as the early morning.
_NIGHT_ENDS = 6 * 60

_PLAIN = {
    "kind": documents.c.kind,
    "source": documents.c.source_id,
    "document": documents.c.id,
    "day": documents.c.day,
    "status": documents.c.status,
}
_FOLDED = {
    "conference": documents.c.conference_key,
    "track": documents.c.track_key,
    "format": documents.c.format_key,
}
_FLAGS = {"sponsored": documents.c.sponsored, "keynote": documents.c.keynote}


def visible(audience: Audience) -> Clause:
    """Admit live documents of the sources that an audience may see."""
    if audience.source_ids is None:
        return documents.c.live
    return and_(documents.c.live, documents.c.source_id.in_(sorted(audience.source_ids)))


def among(connection: Connection, subject: ColumnElement[Any], values: Iterable[Any]) -> Clause:
    """Admit rows whose subject is one of any number of values."""
    listed = sorted(values)
    if len(listed) <= _FEW:
        return subject.in_(listed)
    if connection.dialect.name == "postgresql":
        return subject == func.any(literal(listed, ARRAY(subject.type)))
    return subject.in_(select(func.json_each(json.dumps(listed)).table_valued("value").c.value))


@dataclass(slots=True)
class Conditions:
    """Conditions of one question turned into SQL; what SQL cannot compare is looked up once and remembered.

    `scope` admits the documents in question at all, so that exact text is looked for in these only.
    """

    connection: Connection
    lexicon: Lexicon
    scope: Clause
    _holders: dict[str, dict[str, str]] = field(default_factory=dict)
    _written: dict[str, list[str]] = field(default_factory=dict)

    def all_of(self, asked: Filter, *, widened: Callable[[Condition], Clause] | None = None) -> Clause:
        """Admit documents that meet every condition; `widened` says what entity conditions ask for instead."""
        clauses = [
            widened(condition) if widened and is_entity_wish(condition) else self.one(condition)
            for condition in asked.conditions
        ]
        return and_(true(), *clauses)

    def one(self, condition: Condition, *, relations: Sequence[Relation] = ()) -> Clause:
        """Admit documents that meet one condition, its relations replaced by `relations` if any are given."""
        chosen = tuple(relations) or condition.relations or TARGETING
        parts = [self._value(condition, value, chosen) for value in _operands(condition)]
        if condition.op == "all":
            return and_(true(), *parts)
        met = or_(false(), *parts)
        # What is unknown is not met, so its negation is.
        return met if condition.op == "any" else case((met, 1), else_=0) == 0

    def holders(self, term: str) -> dict[str, str]:
        """Find the documents in scope whose text holds a term exactly, each with the first passage that does."""
        if term not in self._holders:
            self._holders[term] = find_terms(self.connection, [term], self.scope)
        return self._holders[term]

    def family(self, value: str) -> frozenset[str]:
        """Give the entities that count as a value."""
        return self.lexicon.family(value) if value in self.lexicon.entities else frozenset({value})

    def _value(self, condition: Condition, value: tuple[str, ...], relations: Sequence[Relation]) -> Clause:
        facet, first = condition.facet, value[0]
        if facet in ENTITY_FACETS:
            return documents.c.id.in_(tagged(self.family(first), relations))
        if facet in _PLAIN:
            return _PLAIN[facet] == first
        if facet in _FOLDED:
            return _FOLDED[facet] == folded(first)
        if facet in _FLAGS:
            return _FLAGS[facet] if first == "true" else ~_FLAGS[facet]
        if facet == "text":
            return among(self.connection, documents.c.id, self.holders(first))
        return self._looked_up(condition.facet, value)

    def _looked_up(self, facet: str, value: tuple[str, ...]) -> Clause:
        first = value[0]
        if facet == "layer":
            return documents.c.id.in_(select(layers.c.document_id).where(layers.c.layer == first))
        if facet == "speaker":
            return documents.c.id.in_(select(speakers.c.document_id).where(speakers.c.name_key == name_key(first)))
        if facet == "organisation":
            written = self._once(f"organisation {first}", self._organisations, first)
            held = among(self.connection, speakers.c.organisation, written)
            return documents.c.id.in_(select(speakers.c.document_id).where(held))
        if facet == "room":
            return among(self.connection, documents.c.room, self._once(f"room {first}", self._rooms, first))
        return _range(facet, value)

    def _once(self, key: str, look_up: Callable[[str], list[str]], value: str) -> list[str]:
        if key not in self._written:
            self._written[key] = look_up(value)
        return self._written[key]

    def _organisations(self, value: str) -> list[str]:
        """Give the organisations as written that are a value or within it."""
        entity = value if value in self.lexicon.entities else _organisation(self.lexicon, value)
        within = self.lexicon.organisations_within(entity) | {entity} if entity else frozenset()
        written = self.connection.scalars(
            select(speakers.c.organisation).where(speakers.c.organisation.is_not(None)).distinct()
        )
        wanted = folded(value)
        return [name for name in written if folded(name) == wanted or _organisation(self.lexicon, name) in within]

    def _rooms(self, value: str) -> list[str]:
        written = self.connection.scalars(select(documents.c.room).where(documents.c.room.is_not(None)).distinct())
        wanted = self.lexicon.same_room(value)
        return [name for name in written if self.lexicon.same_room(name) == wanted]


@lru_cache(maxsize=20_000)
def _organisation(lexicon: Lexicon, as_written: str) -> str | None:
    return lexicon.organisation(as_written)


def is_entity_wish(condition: Condition) -> bool:
    """Say whether a condition asks for entities rather than excluding them."""
    return condition.facet in ENTITY_FACETS and condition.op != "not"


def tagged(entities: frozenset[str], relations: Sequence[Relation]) -> Select[tuple[str]]:
    """Select the ids of documents tagged with one of `entities` in one of `relations`."""
    return select(mentions.c.document_id).where(
        mentions.c.entity_id.in_(sorted(entities)), mentions.c.relation.in_(sorted(relations))
    )


def find_terms(
    connection: Connection, terms: Sequence[str], scope: Clause, *, body_only: bool = False
) -> dict[str, str]:
    """Find documents in scope whose text or title holds one of the terms, with edges that are safe beside Han letters.

    Gives the first passage that holds one, by document. `body_only` leaves out the meta lines of sessions, where a
    name is about the speaker and not about the talk.
    """
    found: dict[str, str] = {}
    columns = [passages.c[name] for name in ("document_id", "id", "ordinal", "kind", "text")]
    possible = [words.candidates(connection, term) for term in _least_demanding(terms)]
    # Read first, then joined: SQLite would otherwise try every possible row for every document.
    near = select(*columns).where(passages.c.live, _one_of(connection, possible)).cte().prefix_with("MATERIALIZED")
    rows = connection.execute(
        select(near, documents.c.title)
        .join(documents, documents.c.id == near.c.document_id)
        .where(scope)
        .order_by(near.c.document_id, near.c.ordinal)
    )
    wanted = [(term, folded(term)) for term in terms if folded(term)]
    for document_id, together in groupby(rows, key=lambda row: row.document_id):
        held = list(together)
        for row in held:
            text = row.text.split("\n", 1)[0] if body_only and row.kind == "session_meta" else row.text
            if _holds_one(text, wanted):
                found[document_id] = row.id
                break
        else:
            if _holds_one(held[0].title, wanted):
                found[document_id] = held[0].id
    return found


def _least_demanding(terms: Sequence[str]) -> list[str]:
    """Drop terms that need all tokens another one needs: what may hold them is among what may hold that one."""
    kept: dict[str, set[str]] = {}
    for term in sorted(terms, key=lambda term: len(needed(term))):
        tokens = set(needed(term))
        if not any(fewer <= tokens for fewer in kept.values()):
            kept[term] = tokens
    return list(kept)


def _holds_one(text: str, wanted: Sequence[tuple[str, str]]) -> bool:
    """Look for terms, each given with its folded form, whose absence is cheap to tell."""
    # Blanks aside, as between Latin and Han letters there may be one or none.
    body = folded(text).replace(" ", "")
    return any(plain.replace(" ", "") in body and bool(contains(text, term)) for term, plain in wanted)


def _one_of(connection: Connection, possible: Sequence[list[int] | None]) -> Clause:
    """Admit passages that some term may be in; a term without tokens may be in any."""
    if any(rows is None for rows in possible):
        return true()
    return among(connection, passages.c.row, {row for rows in possible for row in rows or ()})


def _operands(condition: Condition) -> list[tuple[str, ...]]:
    """Give what a condition's values stand for: single values, or pairs for the facets that are ranges."""
    if condition.facet not in {"starts", "minutes", "published"}:
        return [(value,) for value in condition.values]
    low, high = condition.values[::2], condition.values[1::2]
    return list(zip(low, high, strict=True))


def _range(facet: str, value: tuple[str, ...]) -> Clause:
    if facet == "published":
        return and_(documents.c.published >= value[0], documents.c.published < value[1])
    if facet == "minutes":
        return documents.c.length.between(int(value[0]), int(value[1]))
    if facet == "starts":
        return _starts(_minutes(value[0]), _minutes(value[1]))
    at = _minutes(value[0])
    start, end = documents.c.start_minute, documents.c.end_minute
    return or_(*(and_(start <= minute, minute < end) for minute in (at, at + _DAY_MINUTES)))


def _starts(low: int, high: int) -> Clause:
    """Compare a start's clock time; minutes run on beyond 1440 for what starts after the programme day's midnight."""
    start = documents.c.start_minute
    if high <= low:
        return and_(start >= low, start < high + _DAY_MINUTES)
    if high >= _DAY_MINUTES:
        return start >= low
    within = and_(start >= low, start < high)
    if high > _NIGHT_ENDS:
        return within
    return or_(within, and_(start >= low + _DAY_MINUTES, start < high + _DAY_MINUTES))


def _minutes(clock: str) -> int:
    hours, minutes = clock.split(":")
    return int(hours) * 60 + int(minutes)
