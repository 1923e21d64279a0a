"""What commands print: text any terminal can show, posts in colour where there is a terminal."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import typer

from bot.cli.running import EXIT_USAGE, stop

if TYPE_CHECKING:
    from bot.models.post import Post


def say(text: str) -> None:
    """Print to standard output; a character the terminal cannot show becomes a question mark."""
    typer.echo(_shown(text, sys.stdout), nl=not text.endswith("\n"))


def note(text: str) -> None:
    """Print one line to standard error, where it does not disturb what a script reads."""
    typer.echo(_shown(text, sys.stderr), err=True)


def _shown(text: str, stream: object) -> str:
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def show(post: "Post", *, tail: bool = True) -> None:
    """Print a post: coloured on a terminal, plain anywhere else."""
    from bot.render.to_text import post_rich, post_text  # noqa: PLC0415 - help needs no layout

    width = shutil.get_terminal_size().columns
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        say(post_text(post, width=width, tail=tail))
        return
    from rich.console import Console  # noqa: PLC0415 - only a terminal needs colours

    Console(highlight=False, soft_wrap=True).print(post_rich(post, width=width, tail=tail), end="")


@contextmanager
def waiting() -> Iterator[Callable[[str], None]]:
    """Show on a terminal what is being done, in a line that goes away; elsewhere nothing."""
    if not (sys.stderr.isatty() and sys.stdout.isatty()):
        yield lambda step: None  # noqa: ARG005 - nobody watches
        return
    from rich.console import Console  # noqa: PLC0415 - only a terminal needs it

    with Console(stderr=True).status("…") as status:
        yield lambda step: status.update(f"{step}…")


def moment(text: str | None) -> datetime | None:
    """Read an ISO 8601 moment given by an option; without a zone it is UTC."""
    if not text:
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        stop(f"{text!r} is no ISO 8601 moment; try 2026-10-20T14:00-07:00.", EXIT_USAGE)
    return at if at.tzinfo else at.replace(tzinfo=UTC)
