"""Progress of long jobs: a bar on a terminal, a line now and then elsewhere, always on standard error."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LINES_PER_JOB = 10


@contextmanager
def progress(what: str, *, total: int) -> Iterator[Callable[[int], None]]:
    """Show how far a job of `total` steps is; call what is given with the number of steps just done."""
    if sys.stderr.isatty():
        from rich.console import Console  # noqa: PLC0415 - only where there is a terminal
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

        columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True)) as bar:
            task = bar.add_task(what, total=total)
            yield lambda steps: bar.advance(task, steps)
        return
    done = 0
    said = 0

    def advance(steps: int) -> None:
        nonlocal done, said
        done += steps
        if done * LINES_PER_JOB // max(total, 1) > said:
            said = done * LINES_PER_JOB // max(total, 1)
            sys.stderr.write(f"{what}: {done} of {total}\n")
            sys.stderr.flush()

    yield advance
