"""What every command prints and how it ends: exit codes, one-line errors, an app opened from the settings."""

import logging
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from secrets import token_hex
from typing import TYPE_CHECKING, NoReturn

import typer

from bot.errors import HallwayError
from ingest.errors import IngestError
from vectorstore.errors import StoreError

if TYPE_CHECKING:
    from bot.app import App
    from bot.models.post import Post

ANSWERED = 0
REFUSED = 1  # nothing matched, or an evaluation below its thresholds
USAGE = 2  # what click uses for wrong options
SETUP = 3  # nothing collected, settings, record, index or model unusable
UNEXPECTED = 4
INTERRUPTED = 130  # 128 + SIGINT, as shells expect

_log = logging.getLogger(__name__)


def say(text: str) -> None:
    """Print to standard output; a character the terminal cannot show becomes a question mark."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    typer.echo(text.encode(encoding, "replace").decode(encoding), nl=not text.endswith("\n"))


def note(text: str) -> None:
    """Print one line to standard error, where it does not disturb what a script reads."""
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    typer.echo(text.encode(encoding, "replace").decode(encoding), err=True)


def fail(text: str, code: int) -> NoReturn:
    """Print one line to standard error and end with a code."""
    note(text)
    raise typer.Exit(code)


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
def ending_well() -> Iterator[None]:
    """Turn what goes wrong inside into one line and an exit code; details go to the log."""
    try:
        yield
    except (HallwayError, StoreError, IngestError) as error:
        _log.info("stopped error=%s", type(error).__name__, exc_info=error)
        fail(f"hallway: {error}", SETUP)
    except KeyboardInterrupt:
        note("")
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        _close_output()
        raise typer.Exit(ANSWERED) from None
    except (typer.Exit, typer.Abort, typer.BadParameter):
        raise
    except Exception as error:
        reference = token_hex(4)
        _log.exception("unexpected reference=%s", reference)
        note(f"hallway: something unexpected went wrong ({type(error).__name__}); the log has it under {reference}.")
        raise typer.Exit(UNEXPECTED) from error


def _close_output() -> None:
    """Point standard output at nothing, so that Python's last flush is quiet after the reader left."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def opened_app(now: datetime | None = None) -> Iterator["App"]:
    """Open the app of the settings for one command and close it; `now` stands still when it is given."""
    from pydantic import ValidationError  # noqa: PLC0415 - with the settings

    from bot.app import make_app  # noqa: PLC0415 - help opens nothing
    from bot.settings import read_settings  # noqa: PLC0415 - help reads no settings

    try:
        settings = read_settings()
    except ValidationError as error:
        first = error.errors()[0]
        fail(f"hallway: setting {'.'.join(map(str, first['loc']))}: {first['msg']}; correct it or leave it out.", SETUP)
    app = make_app(settings, clock=lambda: now) if now else make_app(settings)
    try:
        yield app
    finally:
        app.close()


def moment(text: str | None) -> datetime | None:
    """Read an ISO 8601 moment given by an option; without a zone it is UTC."""
    if not text:
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no ISO 8601 moment; try 2026-10-20T14:00-07:00.") from None
    return at if at.tzinfo else at.replace(tzinfo=UTC)
