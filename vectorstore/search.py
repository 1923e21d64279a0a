"""Passages for an open question: words and meaning fused in its language, meaning in the other, interleaved."""

import logging
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from vectorstore import words
from vectorstore.database import reading
from vectorstore.embeddings import WITHOUT_MEANING, Embedder
from vectorstore.errors import EmbedderUnavailable, IndexUnavailable
from vectorstore.index import Group, Indexes, exact
from vectorstore.library import Library
from vectorstore.models.documents import Document, Passage, Session
from vectorstore.models.search import EVERYONE, Audience, Filter, Hit, Hits
from vectorstore.passages import embedded_text
from vectorstore.reindex import Languages, languages_of
from vectorstore.rerank import Reranker
from vectorstore.text.language import detect
from vectorstore.text.tokens import tokens

Vectors = NDArray[np.float32]
Matched = tuple[Literal["words", "meaning"], ...]

_CANDIDATES = 100  # of each kind and language
_MEANING_SHARE = 0.5  # Best on average over seven public sets; reciprocal rank fusion is behind on each.
_EXACT_UP_TO = 1000  # Up to here comparing with every vector is faster than asking the index.
_PER_DOCUMENT = 3
_PER_SOURCE = 3  # for feeds and pages; a programme counts per session
_TRANSLATIONS_MEET = 0.8  # Below, an embedder is not cross-lingual, and the other language is searched by words.
_PROMOTED = 3  # passages of the other language that a term brings to the front
_SAME_WORD_FROM = 2
_READ_AT_ONCE = 32  # Most answers are full before as many candidates are looked at.

_LATIN_TERM = re.compile(r"[a-z0-9_][a-z0-9_.+#-]*")
_LOG = logging.getLogger(__name__)

NO_VECTORS = "words only: there is no vector index yet"
NO_MEANING = "words only: the hashing embedder knows no meaning"
NO_EMBEDDER = "words only: the embedding model is not available"
INDEX_FAILED = "words only: the vector index is not available"
NOT_COMPLETE = "the vector index is still being built: {missing} of {total} passages are found by words only"
NOT_CROSS_LINGUAL = "this embedding model does not join languages: the other language was searched by words only"
NOT_RERANKED = "the reranker did not answer in time: results are in fused order"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scored:
    """A passage of one list with its score there."""

    id: str
    score: float
    matched_by: Matched


class Search:
    """Search over the live passages of a record; without vectors it goes by words, and says so."""

    def __init__(
        self, library: Library, embedder: Embedder | None, indexes: Indexes | None, *, reranker: Reranker | None = None
    ) -> None:
        self._library = library
        self._embedder = embedder
        self.indexes = indexes
        self._reranker = reranker

    def search(
        self, question: str, asked: Filter | None = None, audience: Audience = EVERYONE, limit: int = 12
    ) -> Hits:
        """Give the passages nearest to a question among those that filter and audience admit, best first.

        Both languages take turns, the question's first; at most 3 passages of a document and of a feed or page, no
        text twice. What the asker should know of how it was searched stands in the notes.
        """
        allowed = self._library.allowed_passages(asked or Filter(), audience)
        if allowed is not None and not allowed:
            return Hits(hits=())
        one = _OneSearch(self._library, question, self._own_group(question), allowed)
        notes = self._search_meaning(one)
        ranked = [found for found in _interleaved(one.own_list(), one.other_list()) if found]
        hits = self._hits(ranked, max(limit, self._reranker.candidates if self._reranker else 0))
        if self._reranker:
            hits, in_time = self._reranked(self._reranker, question, hits)
            notes += () if in_time else (NOT_RERANKED,)
        return Hits(hits=tuple(hits[:limit]), notes=notes)

    def _own_group(self, question: str) -> Group:
        return "zh" if detect(question) == "zh" else "en"

    def _search_meaning(self, one: "_OneSearch") -> tuple[str, ...]:
        """Add what is near by meaning, or say why that is missing."""
        if self._embedder is None:
            return (NO_EMBEDDER,)
        if self._embedder.name.startswith(WITHOUT_MEANING):
            return (NO_MEANING,)
        if self.indexes is None:
            return (NO_VECTORS,)
        try:
            languages = languages_of(self._library, self._embedder)
            vector = self._embedder.embed_query(one.question)
            one.add_meaning(vector, self.indexes, self._embedder.name, languages)
        except EmbedderUnavailable as error:
            _LOG.warning("search by words only: %s", error)
            return (NO_EMBEDDER,)
        except IndexUnavailable as error:
            _LOG.warning("search by words only: %s", error)
            return (INDEX_FAILED,)
        return self._notes(languages)

    def _notes(self, languages: Languages) -> tuple[str, ...]:
        total, indexed = self._library.passages_indexed()
        missing = total - indexed
        notes = (NOT_COMPLETE.format(missing=missing, total=total),) if missing > 0 else ()
        return notes if languages.partners >= _TRANSLATIONS_MEET else (*notes, NOT_CROSS_LINGUAL)

    def _hits(self, ranked: Sequence[_Scored], limit: int) -> list[Hit]:
        """Turn ids into hits in order, dropping what is not live, a text seen before, and what a cap shuts out."""
        passages: dict[str, Passage] = {}
        hits: list[Hit] = []
        per_document: Counter[str] = Counter()
        per_source: Counter[str] = Counter()
        texts: set[str] = set()
        documents: dict[str, Document] = {}
        for position, found in enumerate(ranked):
            if position % _READ_AT_ONCE == 0:
                ahead = [one.id for one in ranked[position : position + _READ_AT_ONCE]]
                passages = self._library.passages(ahead, live_only=True)
            passage = passages.get(found.id)
            if passage is None or passage.text_hash in texts or per_document[passage.document_id] >= _PER_DOCUMENT:
                continue
            if passage.document_id not in documents:
                following = {one.document_id for one in passages.values()} - documents.keys()
                documents |= self._library.documents_alone(following)
            document = documents[passage.document_id]
            is_session = isinstance(document, Session)
            if not is_session and per_source[document.source_id] >= _PER_SOURCE:
                continue
            texts.add(passage.text_hash)
            per_document[passage.document_id] += 1
            per_source[document.source_id] += not is_session
            hits.append(Hit(passage=passage, document=document, score=found.score, matched_by=found.matched_by))
            if len(hits) == limit:
                break
        return hits

    def _reranked(self, reranker: Reranker, question: str, hits: list[Hit]) -> tuple[list[Hit], bool]:
        order = reranker.order(question, [embedded_text(hit.passage, hit.document.title) for hit in hits])
        return (hits, False) if order is None else ([hits[i] for i in order], True)


class _OneSearch:
    """One question on its way: the two languages' candidates, by words and by meaning."""

    def __init__(self, library: Library, question: str, own: Group, allowed: Sequence[str] | None) -> None:
        self.question = question
        self._library = library
        self._own = own
        self._other: Group = "en" if own == "zh" else "zh"
        self._allowed = allowed
        self._groups = library.passage_hashes(allowed) if allowed is not None else None
        self._asked = tokens(question)
        self._crosses = False
        self._near: dict[Group, list[tuple[str, float]]] = {"zh": [], "en": []}
        with reading(library.engine) as connection:
            self._own_words = self._best_words(connection, self._own)
            self._promoted = self._only_in_the_other_language(connection)

    def add_meaning(self, vector: Vectors, indexes: Indexes, embedder: str, languages: Languages) -> None:
        """Find the nearest of both languages; those of the other are compared again without the languages' pull."""
        self._crosses = languages.partners >= _TRANSLATIONS_MEET
        self._near[self._own] = self._nearest(vector, indexes, embedder, self._own)
        if self._crosses:
            near = self._nearest(vector, indexes, embedder, self._other)
            self._near[self._other] = self._centred(vector, embedder, languages, [id_ for id_, _ in near])

    def own_list(self) -> list[_Scored]:
        """Fuse words and meaning, each scaled to 0…1 over its own candidates; what is absent in one counts 0."""
        near = _scaled([(id_, -distance) for id_, distance in self._near[self._own]])
        by_words = _scaled(self._own_words)
        fused = []
        for id_ in near.keys() | by_words.keys():
            score = _MEANING_SHARE * near.get(id_, 0.0) + (1 - _MEANING_SHARE) * by_words.get(id_, 0.0)
            fused.append(_Scored(id=id_, score=score, matched_by=_matched(id_, by_words, near)))
        return sorted(fused, key=lambda found: (-found.score, found.id))

    def other_list(self) -> list[_Scored]:
        """Rank the other language by meaning alone, or by words where meaning does not cross; exact terms first."""
        near = _scaled([(id_, -distance) for id_, distance in self._near[self._other]])
        by_words: dict[str, float] = {}
        if not near and not self._crosses:
            with reading(self._library.engine) as connection:
                by_words = _scaled(self._best_words(connection, self._other))
        ranked = near or by_words
        found = [
            _Scored(id=id_, score=score, matched_by=_matched(id_, by_words, near))
            for id_, score in sorted(ranked.items(), key=lambda pair: (-pair[1], pair[0]))
        ]
        first = [_Scored(id=id_, score=1.0, matched_by=_matched(id_, {id_: 1.0}, near)) for id_ in self._promoted]
        return [*first, *(one for one in found if one.id not in self._promoted)]

    def _within(self, group: Group) -> list[str] | None:
        if self._groups is None:
            return None
        return [id_ for id_, (of, _) in self._groups.items() if of == group]

    def _nearest(self, vector: Vectors, indexes: Indexes, embedder: str, group: Group) -> list[tuple[str, float]]:
        within = self._within(group)
        if within is None:
            return indexes.of(group).nearest(vector, _CANDIDATES)
        if len(within) > _EXACT_UP_TO:
            try:
                return indexes.of(group).nearest(vector, _CANDIDATES, within)
            except IndexUnavailable:
                # An allowed passage that is not in the index yet makes the whole query fail.
                _LOG.debug("compared with every allowed vector: n=%d", len(within))
        hashes = {id_: self._groups[id_][1] for id_ in within} if self._groups else {}
        return _exact(vector, hashes, self._library.vectors(embedder, hashes.values()))

    def _centred(
        self, vector: Vectors, embedder: str, languages: Languages, ids: Sequence[str]
    ) -> list[tuple[str, float]]:
        means = {"zh": languages.zh, "en": languages.en}
        hashes = {id_: text_hash for id_, (_, text_hash) in self._library.passage_hashes(ids).items()}
        vectors = self._library.vectors(embedder, hashes.values())
        moved = {text_hash: _unit(found - means[self._other]) for text_hash, found in vectors.items()}
        return _exact(_unit(vector - means[self._own]), hashes, moved)

    def _best_words(self, connection: Connection, group: Group) -> list[tuple[str, float]]:
        return words.best(connection, self._asked, _CANDIDATES, self._within(group), group=group)

    def _only_in_the_other_language(self, connection: Connection) -> list[str]:
        """Give other-language passages that hold a term of the question which no own-language passage holds."""
        promoted: list[str] = []
        terms = [t for t in dict.fromkeys(self._asked) if _LATIN_TERM.fullmatch(t) and len(t) >= _SAME_WORD_FROM]
        for term in terms:
            if words.best(connection, [term], 1, self._within(self._own), group=self._own):
                continue
            best = words.best(connection, [term], _PROMOTED, self._within(self._other), group=self._other)
            promoted += [id_ for id_, _ in best if id_ not in promoted]
        return promoted


def _exact(vector: Vectors, hashes: dict[str, str], vectors: dict[str, Vectors]) -> list[tuple[str, float]]:
    ids = sorted(id_ for id_, text_hash in hashes.items() if text_hash in vectors)
    if not ids:
        return []
    return exact(vector, ids, np.stack([vectors[hashes[id_]] for id_ in ids]), _CANDIDATES)


def _scaled(scores: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Scale scores to 0…1; a single score, or equal ones, count 1."""
    if not scores:
        return {}
    values = [score for _, score in scores]
    low, span = min(values), max(values) - min(values)
    return {id_: (score - low) / span if span else 1.0 for id_, score in scores}


def _matched(id_: str, by_words: dict[str, float], near: dict[str, float]) -> Matched:
    ways: list[Literal["words", "meaning"]] = []
    if id_ in by_words:
        ways.append("words")
    if id_ in near:
        ways.append("meaning")
    return tuple(ways)


def _interleaved(own: Iterable[_Scored], other: Iterable[_Scored]) -> Iterable[_Scored | None]:
    return chain.from_iterable(zip_longest(own, other))


def _unit(vector: Vectors) -> Vectors:
    length = float(np.linalg.norm(vector))
    return np.asarray(vector / length, dtype=np.float32) if length else vector
