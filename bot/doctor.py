"""Does everything fit together? Each check is one line and, where something is wrong, its remedy."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bot.app import App
from vectorstore.errors import EmbedderUnavailable, IndexUnavailable
from vectorstore.reindex import compare

UNIT_TOLERANCE = 1e-3


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What was looked at, whether it is fine, and what to do if not."""

    what: str
    fine: bool = True
    remedy: str = ""


def examine(app: App) -> tuple[Finding, ...]:
    """Look at record, sources, lexicon, embedding model and index; nothing is changed."""
    return (*_record(app), *_sources(app), *_lexicon(app), *_model_and_index(app))


def _record(app: App) -> Iterator[Finding]:
    counts = app.library.counts()
    place = app.engine.url.render_as_string(hide_password=True)
    yield Finding(
        what=f"record {place}: {counts.sources} sources, {counts.sessions} sessions, {counts.articles} articles, "
        f"{counts.passages} passages",
        fine=counts.documents > 0,
        remedy="" if counts.documents else "Collect something: hallway collect --sample",
    )


def _sources(app: App) -> Iterator[Finding]:
    for source, state in app.library.sources():
        if state.last_result == "failed":
            yield Finding(
                what=f"source {source.name}: the last look failed ({state.error})",
                fine=False,
                remedy=f"Correct it and run: hallway collect {source.url}",
            )
    facets = app.library.facets()
    for conference in facets.conferences:
        if conference not in facets.zones:
            yield Finding(
                what=f"{conference}: no zone is known, so its times are the venue's wall clock",
                remedy="For calendars and 'now', collect it again with --tz, such as --tz America/Los_Angeles",
            )


def _lexicon(app: App) -> Iterator[Finding]:
    due = app.tags_are_due()
    yield Finding(
        what=f"lexicon: {len(app.lexicon.entities)} entities" + (", tags are from another state of it" if due else ""),
        fine=not due,
        remedy="Run: hallway reindex" if due else "",
    )


def _model_and_index(app: App) -> Iterator[Finding]:
    try:
        vector = app.embedder.embed_query("Which talks target TPU?")
    except EmbedderUnavailable as error:
        yield Finding(what=f"embedding model {app.settings.embeddings}: {error}", fine=False, remedy=_MODEL_REMEDY)
        return
    length = float(np.linalg.norm(vector))
    sane = math.isclose(length, 1.0, abs_tol=UNIT_TOLERANCE)
    yield Finding(
        what=f"embedding model {app.embedder.name}: {vector.shape[0]} dimensions, length {length:.3f}",
        fine=sane,
        remedy="" if sane else _MODEL_REMEDY,
    )
    if app.settings.embeddings.startswith("hashing"):
        yield Finding(
            what="hashing finds words, not meaning; it is there for tests",
            fine=False,
            remedy="Unset HALLWAY_EMBEDDINGS to use the bundled model, then run: hallway reindex",
        )
    yield from _reranker(app)
    yield from _index(app)


def _reranker(app: App) -> Iterator[Finding]:
    if not app.settings.rerank:
        return
    try:
        fine = app.reranker is not None
        yield Finding(what=f"reranker {app.settings.rerank}: loads", fine=fine)
    except EmbedderUnavailable as error:
        remedy = "Until then hits keep the order of search. Unset HALLWAY_RERANK, or give the folder of a model."
        yield Finding(what=f"reranker {app.settings.rerank}: {error}", fine=False, remedy=remedy)


def _index(app: App) -> Iterator[Finding]:
    counts = app.library.counts()
    if counts.documents == 0:
        return
    try:
        indexes = app.open_index(write=False)
        try:
            difference = compare(app.library, indexes)
        finally:
            indexes.close()
    except IndexUnavailable as error:
        what, _, remedy = str(error).rpartition(". ")
        yield Finding(what=f"index {app.index_location}: {what}", fine=False, remedy=remedy.removesuffix("."))
        return
    missing, extra, changed = len(difference.missing), len(difference.extra), len(difference.changed)
    yield Finding(
        what=f"index {app.index_location}: {missing} missing, {extra} left over, {changed} changed",
        fine=not difference,
        remedy="Run: hallway reindex" if difference else "",
    )


_MODEL_REMEDY = (
    "Set HALLWAY_EMBEDDINGS to bundled, sentence-transformers:MODEL_OR_FOLDER or http:URL#MODEL, "
    "then run: hallway reindex"
)
