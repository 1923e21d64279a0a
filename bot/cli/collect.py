"""`hallway collect`: read programmes, posts and feeds, say what changed, and make them findable."""

import asyncio
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from bot.cli.output import note, say
from bot.cli.progress import counting, progress
from bot.cli.running import EXIT_NO_ANSWER, EXIT_SETUP, EXIT_USAGE, running_app, stop

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.app import App
    from ingest.changes import Change
    from ingest.pipeline import SourceReport
    from vectorstore.models.documents import Source
    from vectorstore.reindex import Indexed

CHANGES_SHOWN = 40
VALUE_SHOWN = 60
SOURCES_NAMED = 10
MOST_SECONDS_WAITING = 600


def collect(
    places: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATH|URL…", help="Files, folders or addresses; none means the sources of hallway.toml."
        ),
    ] = None,
    *,
    sample: Annotated[bool, typer.Option("--sample", help="Collect the sample that comes with Hallway.")] = False,
    tz: Annotated[
        str | None, typer.Option(help="Zone of the times in these places, such as America/Los_Angeles.")
    ] = None,
    conference: Annotated[
        str | None, typer.Option(help="Name of the conference, where the text does not say it.")
    ] = None,
    year: Annotated[int | None, typer.Option(help="Year of the days, where the text does not say it.")] = None,
    kind: Annotated[
        Literal["guide", "page", "feed"] | None, typer.Option(help="Read as this kind, whatever it looks like.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would change and write nothing.")] = False,
    accept_removals: Annotated[
        bool, typer.Option("--accept-removals", help="Accept that many sessions are gone at once.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show every warning and the log.")] = False,
) -> None:
    """Collect programmes, posts and feeds; what is unchanged costs nothing."""
    with running_app(verbose=verbose, dry_run=dry_run) as app:
        sources = _sources(app, places or [], sample=sample, tz=tz, conference=conference, year=year)
        if not dry_run and (renewed := app.begin_collecting()):
            say(f"The lexicon has changed: {renewed} documents were tagged anew.")
        failed = _collect(app, sources, kind=kind, dry_run=dry_run, accept_removals=accept_removals, verbose=verbose)
        if not dry_run:
            embed_due(app)
        if failed:
            raise typer.Exit(EXIT_NO_ANSWER)


def _sources(
    app: "App", places: list[str], *, sample: bool, tz: str | None, conference: str | None, year: int | None
) -> tuple["Source", ...]:
    from bot.settings import config_path  # noqa: PLC0415 - slow to load
    from ingest import catalogue  # noqa: PLC0415

    if sample:
        if places:
            stop("--sample takes no places. Give one or the other.", EXIT_USAGE)
        return catalogue.sources_from_toml(Path(str(_sample_folder())) / "hallway.toml")
    if places:
        recorded = {source.url: source for source, _ in app.library.sources()}
        return tuple(
            _as_set_before(catalogue.source_for(place, tz=tz, conference=conference, year=year), recorded)
            for place in catalogue.expand(places)
        )
    sources = catalogue.sources_from_toml(config_path()) if config_path().is_file() else ()
    if not sources:
        stop(
            f"Nothing to collect: give a PATH or URL, use --sample, or list [[sources]] in {config_path()}.", EXIT_SETUP
        )
    return sources


def _as_set_before(source: "Source", recorded: dict[str, "Source"]) -> "Source":
    """Fill what no option says with what was set for this place before: a zone given once need not be repeated."""
    before = recorded.get(source.url)
    if before is None:
        return source
    return replace(
        before,
        tz_default=source.tz_default or before.tz_default,
        conference=source.conference or before.conference,
        year=source.year or before.year,
    )


def _sample_folder() -> Path:
    from importlib.resources import files  # noqa: PLC0415

    return Path(str(files("bot.sample")))


def _collect(
    app: "App", sources: tuple["Source", ...], *, kind: str | None, dry_run: bool, accept_removals: bool, verbose: bool
) -> int:
    from ingest.pipeline import collect as run  # noqa: PLC0415 - slow to load

    with progress("Collecting", total=len(sources)) as advance:

        def done(report: "SourceReport") -> None:
            advance(1)
            nothing_to_say = report.same_bytes and not report.changes and not report.missing
            if nothing_to_say and len(sources) > SOURCES_NAMED and not verbose:
                return
            for line in report_lines(report, verbose=verbose):
                (note if report.error else say)(line)

        collected = asyncio.run(
            run(
                sources,
                app.library,
                app.lexicon,
                now=app.clock(),
                kind=kind,
                dry_run=dry_run,
                accept_removals=accept_removals,
                done=done,
            )
        )
    totals: Counter[str] = Counter()
    for report in collected.reports:
        totals.update(report.counts)
    unchanged = sum(report.unchanged for report in collected.reports)
    prefix = "Would be: " if dry_run else ""
    sources_said = "1 source" if len(collected.reports) == 1 else f"{len(collected.reports)} sources"
    say(f"{prefix}{sources_said}, {_counted(totals)}, {unchanged} unchanged, {len(collected.failed)} refused.")
    return len(collected.failed)


def report_lines(report: "SourceReport", *, verbose: bool) -> list[str]:
    """Say in lines what one source came to."""
    if report.error:
        kept = f" {_documents(report.unchanged)} from before kept." if report.unchanged else " Nothing was imported."
        return [f"{report.error}{kept}"]
    name = report.source.name
    if report.same_bytes:
        still = f", {report.missing} still missing" if report.missing else ""
        left = f", {_counted(report.counts)}" if report.counts else ""
        lines = [f"{name}: the same as before ({_documents(report.unchanged)}{still}{left})."]
    else:
        counted = f"{_counted(report.counts)}, {report.unchanged} unchanged"
        lines = [f"{name}: {report.kind}, {report.read} read, {counted}."]
    if report.moved_from:
        lines.append(f"  This file was {report.moved_from} before; its documents were kept.")
    notable = [change for change in report.changes if change.kind != "added"]
    lines += [_change_line(change, verbose=verbose) for change in (notable if verbose else notable[:CHANGES_SHOWN])]
    if any(change.kind == "missing" for change in notable):
        lines.append("  Missing ones stay listed; absent from the next version too, they are gone.")
    if len(notable) > CHANGES_SHOWN and not verbose:
        lines.append(f"  … and {len(notable) - CHANGES_SHOWN} more changes (--verbose shows all)")
    if verbose:
        lines += [f"  warning {w.code}: {w.place}: {w.detail}" for w in report.warnings]
    else:
        by_code: dict[str, list[str]] = {}
        for warning in report.warnings:
            by_code.setdefault(warning.code, []).append(f"{warning.place}: {warning.detail}")
        lines += [f"  warning {code} × {len(places)}: {places[0]}" for code, places in by_code.items()]
    return lines


def _documents(count: int) -> str:
    return "1 document" if count == 1 else f"{count} documents"


def _counted(counts: "Mapping[str, int]") -> str:
    return ", ".join(f"{count} {kind}" for kind, count in counts.items()) or "nothing new"


def _change_line(change: "Change", *, verbose: bool) -> str:
    fields = "; ".join(_field(change, name, old, new, verbose=verbose) for name, old, new in change.fields)
    return f"  {change.kind}: {change.title}" + (f" ({fields})" if fields else "")


def _field(change: "Change", name: str, old: str, new: str, *, verbose: bool) -> str:
    if change.count > 1 and not old and new[:1] in {"+", "-"}:
        return f"{name} {new}"
    if not verbose and max(len(old), len(new)) > VALUE_SHOWN:
        return name
    return f"{name}: {old or 'none'} → {new or 'none'}"


def embed_due(app: "App") -> None:
    """Embed and index whatever has no vector yet, with progress; Ctrl-C keeps what is done."""
    indexed = _index_when_free(app)
    if indexed is None:
        if app.library.counts().documents:
            say("Nothing to embed: every passage is in the index.")
    elif indexed.upserted or indexed.removed:
        say(
            f"Embedded {indexed.embedded} passages, reused {indexed.reused} vectors, "
            f"indexed {indexed.upserted}, removed {indexed.removed}."
        )
    else:
        say("Nothing to embed: every passage is in the index.")


def _index_when_free(app: "App") -> "Indexed | None":
    """Index what is due as soon as no other process writes the index; None if nothing is due, or no longer."""
    from vectorstore.errors import IndexBusy  # noqa: PLC0415 - slow to load

    told = False
    give_up = time.monotonic() + MOST_SECONDS_WAITING
    while app.index_is_due():
        counts = app.library.counts()
        try:
            with progress("Indexing", total=counts.passages - counts.indexed) as advance:
                return app.index_due(counting(advance))
        except IndexBusy as error:
            if time.monotonic() > give_up:
                raise
            if not told:
                note(f"{str(error).partition('. ')[0]}; waiting for it. What was collected is kept.")
            told = True
        time.sleep(1)
    return None
