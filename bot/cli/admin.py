"""`hallway doctor` and `hallway reindex`: see whether everything fits together, and make it fit again."""

import json as json_module
from typing import Annotated

import typer

from bot.cli.output import say
from bot.cli.progress import counting, progress
from bot.cli.running import EXIT_NO_ANSWER, running_app


def doctor(*, json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False) -> None:
    """Check settings, record, lexicon, embedding model and index; exit 1 when something is wrong."""
    with running_app() as app:
        from bot.doctor import examine  # noqa: PLC0415 - brings chromadb

        findings = examine(app)
        if json:
            say(json_module.dumps([{"what": f.what, "fine": f.fine, "remedy": f.remedy} for f in findings], indent=1))
        else:
            for finding in findings:
                say(f"{'fine ' if finding.fine else 'WRONG'}  {finding.what}")
                if finding.remedy:
                    say(f"       → {finding.remedy}")
        if not all(finding.fine for finding in findings):
            raise typer.Exit(EXIT_NO_ANSWER)


def reindex(
    *,
    everything: Annotated[
        bool, typer.Option("--all", help="Build a new generation from the stored vectors and switch to it.")
    ] = False,
) -> None:
    """Renew tags, embed what is due and repair the index; it may be stopped and run again."""
    with running_app() as app:
        from vectorstore import reindex as job  # noqa: PLC0415 - brings chromadb

        if app.tags_are_due():
            say(f"Tagged {app.renew_tags()} documents with today's lexicon.")
        with progress("Indexing", total=app.library.counts().passages) as advance:
            report = counting(advance)
            if everything:
                indexes, done = job.rebuild(app.library, app.embedder, app.index_location, report=report)
            else:
                indexes = app.open_index(write=True)
                done = job.repair(app.library, app.embedder, indexes, report=report)
        left = job.compare(app.library, indexes)
        indexes.close()
    say(
        f"Embedded {done.embedded} passages, reused {done.reused} vectors, indexed {done.upserted}, "
        f"removed {done.removed}. " + ("Record and index still differ: run hallway doctor." if left else "All agrees.")
    )
    if left:
        raise typer.Exit(EXIT_NO_ANSWER)
