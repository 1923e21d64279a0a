"""Progress of long jobs: a bar on a terminal, a line now and then elsewhere, always on standard error."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SECONDS_BETWEEN_LINES = 10.0


@contextmanager
def progress(what: str, *, total: int, clock: Callable[[], float] = time.monotonic) -> Iterator[Callable[[int], None]]:
    """Show how far a job of `total` steps is; call what is given with the number of steps just done.

    Where nobody watches a terminal, a job that is soon done says nothing and a long one a line every ten seconds.
    """
    if sys.stderr.isatty():
        from rich.console import Console  # noqa: PLC0415 - only where there is a terminal
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

        columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        # What is printed meanwhile goes to its own stream: standard output may be a file or a pipe.
        with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as bar:
            task = bar.add_task(what, total=total)
            yield lambda steps: bar.advance(task, steps)
        return
    done = 0
    said_at = clock()

    def advance(steps: int) -> None:
        nonlocal done, said_at
        done += steps
        if clock() - said_at >= SECONDS_BETWEEN_LINES:
            said_at = clock()
            sys.stderr.write(f"{what}: {done} of {total}\n")
            sys.stderr.flush()

    yield advance


def counting(advance: Callable[[int], None]) -> Callable[[int, int], None]:
    """Turn reports of "so many of so many" into the steps that `advance` takes."""
    seen = 0

    def report(done: int, _total: int) -> None:
        nonlocal seen
        advance(done - seen)
        seen = done

    return report
