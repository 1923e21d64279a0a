"""`hallway collect`: read programmes, posts and feeds, say what changed, and make them findable."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.output import note, say
from bot.cli.progress import progress
from bot.cli.running import EXIT_NO_ANSWER, EXIT_SETUP, EXIT_USAGE, running_app, stop

if TYPE_CHECKING:
    from bot.app import App
    from ingest.pipeline import SourceReport
    from vectorstore.models.documents import Source

CHANGES_SHOWN = 40


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
    kind: Annotated[str | None, typer.Option(help="Read as this kind: guide, page or feed.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would change and write nothing.")] = False,
    accept_removals: Annotated[
        bool, typer.Option("--accept-removals", help="Accept that many sessions are gone at once.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show every warning and the log.")] = False,
) -> None:
    """Collect programmes, posts and feeds; what is unchanged costs nothing."""
    with running_app(verbose=verbose) as app:
        sources = _sources(places or [], sample=sample, tz=tz, conference=conference, year=year)
        if not dry_run and (renewed := app.begin_collecting()):
            say(f"The lexicon has changed: {renewed} documents were tagged anew.")
        failed = _collect(app, sources, kind=kind, dry_run=dry_run, accept_removals=accept_removals, verbose=verbose)
        if not dry_run:
            embed_due(app)
        if failed:
            raise typer.Exit(EXIT_NO_ANSWER)


def _sources(
    places: list[str], *, sample: bool, tz: str | None, conference: str | None, year: int | None
) -> tuple["Source", ...]:
    from bot.settings import config_path  # noqa: PLC0415 - slow to load
    from ingest import catalogue  # noqa: PLC0415

    if sample:
        if places:
            stop("--sample takes no places. Give one or the other.", EXIT_USAGE)
        return catalogue.sources_from_toml(Path(str(_sample_folder())) / "hallway.toml")
    if places:
        return tuple(
            catalogue.source_for(place, tz=tz, conference=conference, year=year) for place in catalogue.expand(places)
        )
    if not config_path().is_file():
        stop(
            f"Nothing to collect: give a PATH or URL, use --sample, or list [[sources]] in {config_path()}.", EXIT_SETUP
        )
    return catalogue.sources_from_toml(config_path())


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
    said = ", ".join(f"{count} {kind}" for kind, count in totals.items()) or "nothing new"
    unchanged = sum(report.unchanged for report in collected.reports)
    prefix = "Would be: " if dry_run else ""
    say(f"{prefix}{len(collected.reports)} sources, {said}, {unchanged} unchanged, {len(collected.failed)} refused.")
    return len(collected.failed)


def report_lines(report: "SourceReport", *, verbose: bool) -> list[str]:
    """Say in lines what one source came to."""
    if report.error:
        kept = f" {report.unchanged} documents from before are kept." if report.unchanged else " Nothing was imported."
        return [f"{report.error}{kept}"]
    if report.same_bytes:
        return [f"{report.source.name}: unchanged ({report.unchanged} documents)."]
    said = ", ".join(f"{count} {kind}" for kind, count in report.counts.items()) or "nothing new"
    lines = [f"{report.source.name}: {report.kind}, {report.read} read, {said}, {report.unchanged} unchanged."]
    notable = [change for change in report.changes if change.kind != "added"]
    for change in notable if verbose else notable[:CHANGES_SHOWN]:
        fields = "; ".join(f"{name}: {old} → {new}" for name, old, new in change.fields)
        lines.append(f"  {change.kind}: {change.title}" + (f" ({fields})" if fields else ""))
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


def embed_due(app: "App") -> None:
    """Embed and index whatever has no vector yet, with progress; Ctrl-C keeps what is done."""
    counts = app.library.counts()
    if counts.documents == 0:
        return
    with progress("Indexing", total=counts.passages - counts.indexed) as advance:
        done = 0

        def report(now_done: int, _total: int) -> None:
            nonlocal done
            advance(now_done - done)
            done = now_done

        indexed = app.index_due(report)
    if indexed.upserted or indexed.removed:
        say(
            f"Embedded {indexed.embedded} passages, reused {indexed.reused} vectors, "
            f"indexed {indexed.upserted}, removed {indexed.removed}."
        )
    else:
        say("Nothing to embed: every passage is in the index.")
