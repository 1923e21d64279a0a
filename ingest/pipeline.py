"""Collect: every source given is read, parsed, tagged, compared with what is known and written, whole or not at all."""

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from ingest import fetch, parse
from ingest.changes import Change, Decided, decide
from ingest.claims.extract import tag
from ingest.errors import IngestError
from ingest.parsed import Page, Parsed, ParseWarning
from vectorstore.errors import StoreError
from vectorstore.lexicon.loader import Lexicon
from vectorstore.library import Entry, Library
from vectorstore.models.documents import FetchState, Source

logger = logging.getLogger(__name__)

# Raised by one whenever a parser or a tag rule changes what it makes of the same bytes, so that they are read again.
PARSER_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceReport:
    """What collecting one source came to; `error` is one line for the user and then nothing was written."""

    source: Source
    kind: str = ""
    read: int = 0
    unchanged: int = 0
    counts: dict[str, int]
    changes: tuple[Change, ...] = ()
    warnings: tuple[ParseWarning, ...] = ()
    error: str | None = None
    same_bytes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected:
    """The reports of one run, in the order of the sources."""

    reports: tuple[SourceReport, ...]

    @property
    def failed(self) -> tuple[SourceReport, ...]:
        """Pick the sources that gave nothing because something was wrong with them."""
        return tuple(report for report in self.reports if report.error)


async def collect(
    sources: Iterable[Source],
    library: Library,
    lexicon: Lexicon,
    *,
    now: datetime,
    kind: str | None = None,
    dry_run: bool = False,
    accept_removals: bool = False,
    done: Callable[[SourceReport], None] | None = None,
) -> Collected:
    """Collect `sources` one after the other and call `done` after each; one failing never stops the rest.

    Each source is one transaction, so an interrupted run keeps what was finished and the next run goes on from there.
    """
    reports = []
    for source in sources:
        report = await _collect_one(
            source, library, lexicon, now=now, kind=kind, dry_run=dry_run, accept_removals=accept_removals
        )
        reports.append(report)
        if done:
            done(report)
    return Collected(reports=tuple(reports))


async def _collect_one(
    source: Source,
    library: Library,
    lexicon: Lexicon,
    *,
    now: datetime,
    kind: str | None,
    dry_run: bool,
    accept_removals: bool,
) -> SourceReport:
    state = library.fetch_state(source.id)
    try:
        page = await _read(source, state)
        if page is None or (state and not kind and state.body_hash == _fingerprint(page)):
            return SourceReport(source=source, counts={}, unchanged=len(library.known(source.id)), same_bytes=True)
        parsed = await asyncio.to_thread(parse.parse_page, page, kind=kind)
        return await asyncio.to_thread(
            _write, page, parsed, library, lexicon, now=now, dry_run=dry_run, accept_removals=accept_removals
        )
    except (IngestError, StoreError) as error:
        logger.warning("collect failed source=%s", source.id, exc_info=True)
        if not dry_run and state is not None:
            library.keep_fetch_state(
                replace(state, last_result="failed", error=str(error), fail_count=state.fail_count + 1)
            )
        kept = len(library.known(source.id)) if state else 0
        return SourceReport(source=source, counts={}, unchanged=kept, error=str(error))


async def _read(source: Source, state: FetchState | None) -> Page | None:
    if not source.url.startswith(("http://", "https://")):
        return await asyncio.to_thread(fetch.read_file, source)
    read_alike = state is not None and (state.body_hash or "").startswith(_reading(source))
    return await fetch.fetch(source, state if read_alike else None)


def _reading(source: Source) -> str:
    """Name the way a source is read: with another zone or parser the same bytes give other documents."""
    settings = (PARSER_VERSION, source.tz_default, source.conference, source.language, source.year, source.name)
    return hashlib.sha256(repr(settings).encode()).hexdigest()[:12]


def _fingerprint(page: Page) -> str:
    return f"{_reading(page.source)}:{hashlib.sha256(page.body).hexdigest()}"


def _write(
    page: Page,
    parsed: Parsed,
    library: Library,
    lexicon: Lexicon,
    *,
    now: datetime,
    dry_run: bool,
    accept_removals: bool,
) -> SourceReport:
    source = page.source
    decision = decide(
        library.known(source.id), parsed.drafts, accept_removals=accept_removals, feed=parsed.kind == "feed"
    )
    if not dry_run:
        entries = [_entry(decided, lexicon) for decided in decision.entries]
        state = FetchState(
            source_id=source.id,
            etag=page.etag,
            last_modified=page.last_modified,
            body_hash=_fingerprint(page),
            last_full_at=now,
            last_result="success" if parsed.drafts else "empty",
        )
        library.write(
            source,
            entries,
            missing=decision.missing,
            withdrawn=decision.gone,
            restored=decision.restored,
            changes=decision.changes,
            fetch=state,
            now=now,
        )
    return SourceReport(
        source=source,
        kind=parsed.kind,
        read=len(parsed.drafts),
        unchanged=decision.unchanged,
        counts=dict(Counter(change.kind for change in decision.changes)),
        changes=decision.changes,
        warnings=parsed.warnings,
    )


def _entry(decided: Decided, lexicon: Lexicon) -> Entry:
    tags = tag(decided.draft.document, decided.draft.text, lexicon)
    return Entry(
        document_id=decided.document_id,
        document=decided.draft.document,
        text=decided.draft.text,
        content_hash=decided.content_hash,
        mentions=tags.mentions,
        layers=tags.layers,
        statements=decided.draft.statements,
    )
