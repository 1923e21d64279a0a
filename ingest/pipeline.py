"""Collect: every source given is read, parsed, tagged, compared with what is known and written, whole or not at all."""

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from ingest.changes import Change, Decided, decide
from ingest.errors import IngestError
from ingest.files import read_file
from ingest.parsed import Page, Parsed, ParseWarning
from vectorstore.errors import StoreError
from vectorstore.lexicon.loader import Lexicon
from vectorstore.library import Entry, Library
from vectorstore.models.documents import FetchState, Source
from vectorstore.models.record import Known

logger = logging.getLogger(__name__)

# Raised by one whenever a parser or a tag rule changes what it makes of the same bytes, so that they are read again.
PARSER_VERSION = 1
# The same bytes are a second look at what was missing only after this long: sooner it is one run, repeated.
SECOND_LOOK = timedelta(hours=1)


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
    missing: int = 0
    moved_from: str | None = None


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
    source, moved_from = await asyncio.to_thread(_as_known, source, library)
    state = library.fetch_state(source.id)
    try:
        page = await _read(source, state)
        if page is None or (state and not kind and not moved_from and state.body_hash == _fingerprint(page)):
            return await asyncio.to_thread(_look_again, source, state, library, now=now, dry_run=dry_run)
        from ingest.parse import parse_page  # noqa: PLC0415 - unchanged input needs no parser

        parsed = await asyncio.to_thread(parse_page, page, kind=kind)
        report = await asyncio.to_thread(
            _write, page, parsed, library, lexicon, now=now, dry_run=dry_run, accept_removals=accept_removals
        )
        return replace(report, moved_from=moved_from)
    except (IngestError, StoreError) as error:
        logger.warning("collect failed source=%s", source.id, exc_info=True)
        if not dry_run and state is not None:
            library.keep_fetch_state(
                replace(state, last_result="failed", error=str(error), fail_count=state.fail_count + 1)
            )
        kept = len(_live(library, source)) if state else 0
        return SourceReport(source=source, counts={}, unchanged=kept, error=str(error))


def _as_known(source: Source, library: Library) -> tuple[Source, str | None]:
    """Give a source the id it has in the record, and the path it had there if it was moved since.

    One address is one source under whatever id it is collected, and a file that is found elsewhere, byte for byte,
    while the old one is no longer there, was moved: its documents are not to be had twice.
    """
    recorded = [(one, state) for one, state in library.sources() if one.id != source.id]
    if library.fetch_state(source.id) is not None:
        return source, None
    for one, _ in recorded:
        if one.url == source.url:
            return replace(source, id=one.id), None
    gone = [one for one in recorded if not _is_address(one[0].url) and not Path(one[0].url).exists()]
    if not gone or _is_address(source.url):
        return source, None
    try:
        digest = _digest(read_file(source))
    except IngestError:
        return source, None
    for one, state in gone:
        if (state.body_hash or "").endswith(digest):
            return replace(source, id=one.id), one.url
    return source, None


def _look_again(
    source: Source, state: FetchState | None, library: Library, *, now: datetime, dry_run: bool
) -> SourceReport:
    """Take unchanged bytes for what they are: a whole look, in which what was missing is absent once more."""
    live = _live(library, source)
    missing = [one for one in live if one.missing_since is not None]
    gone = [one for one in missing if one.missing_since is not None and now - one.missing_since >= SECOND_LOOK]
    changes = tuple(Change(kind="gone", document_id=one.document_id, title=one.document.title) for one in gone)
    if not dry_run and state is not None:
        seen = replace(state, last_full_at=now, last_result="success" if live else "empty", error=None, fail_count=0)
        if gone:
            library.write(source, [], withdrawn=[one.document_id for one in gone], changes=changes, fetch=seen, now=now)
        else:
            library.keep_fetch_state(seen)
    return SourceReport(
        source=source,
        counts={"gone": len(gone)} if gone else {},
        changes=changes,
        unchanged=len(live) - len(missing),
        missing=len(missing) - len(gone),
        same_bytes=True,
    )


def _live(library: Library, source: Source) -> list[Known]:
    return [one for one in library.known(source.id) if one.withdrawn_at is None]


def _is_address(url: str) -> bool:
    return url.startswith(("http://", "https://"))


async def _read(source: Source, state: FetchState | None) -> Page | None:
    if not _is_address(source.url):
        return await asyncio.to_thread(read_file, source)
    read_alike = state is not None and (state.body_hash or "").startswith(_reading(source))
    from ingest.fetch import fetch  # noqa: PLC0415 - files need no HTTP client

    return await fetch(source, state if read_alike else None)


def _reading(source: Source) -> str:
    """Name the way a source is read: with another zone or parser the same bytes give other documents."""
    settings = (PARSER_VERSION, source.tz_default, source.conference, source.language, source.year, source.name)
    return hashlib.sha256(repr(settings).encode()).hexdigest()[:12]


def _fingerprint(page: Page) -> str:
    return f"{_reading(page.source)}:{_digest(page)}"


def _digest(page: Page) -> str:
    return hashlib.sha256(page.body).hexdigest()


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
    known, before = library.known(source.id), library.fetch_state(source.id)
    anew = before is not None and not (before.body_hash or "").startswith(_reading(source))
    decision = decide(
        known,
        parsed.drafts,
        accept_removals=accept_removals,
        feed=parsed.kind == "feed",
        place=page.place,
        anew=anew,
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
            anew=anew,
        )
    counts: Counter[str] = Counter()
    for change in decision.changes:
        counts[change.kind] += change.count
    return SourceReport(
        source=source,
        kind=parsed.kind,
        read=len(parsed.drafts),
        unchanged=decision.unchanged,
        counts=dict(counts),
        changes=decision.changes,
        warnings=parsed.warnings,
    )


def _entry(decided: Decided, lexicon: Lexicon) -> Entry:
    from ingest.claims.extract import tag  # noqa: PLC0415 - unchanged input needs no tagger

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
