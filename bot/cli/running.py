"""One way in for every command: settings, log, app, and each failure as one line with its exit code."""

import logging
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

import typer

from bot import log
from bot.errors import HallwayError
from ingest.errors import IngestError
from vectorstore.errors import StoreError
from vectorstore.ids import minted_id

if TYPE_CHECKING:
    from bot.app import App
    from bot.settings import Settings

logger = logging.getLogger(__name__)

EXIT_NO_ANSWER = 1
EXIT_USAGE = 2
EXIT_SETUP = 3
EXIT_UNEXPECTED = 4
EXIT_INTERRUPTED = 130
EXIT_TERMINATED = 143
STOPPED = "Stopped. What was finished is kept; run the same command again to go on."


class _Terminated(KeyboardInterrupt):
    """The process was asked to end: it does so as on Ctrl-C, under its own exit code."""


def quiet_threads() -> None:
    """Keep OpenMP from spinning on shared cores; it must be said before any library that uses it is loaded."""
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    os.environ.setdefault("OMP_NUM_THREADS", str(max(1, (os.cpu_count() or 2) // 2)))
    os.environ.setdefault("ANONYMIZED_TELEMETRY", "False")


def load_settings() -> "Settings":
    """Read the settings or end with one line that names the wrong one."""
    from pydantic import ValidationError  # noqa: PLC0415 - help must not pay for pydantic

    from bot.settings import config_path, read_settings  # noqa: PLC0415

    try:
        return read_settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"]))
        stop(f"The setting {name} is {first['input']!r}: {first['msg']}. Correct it in {_places(name)}.", EXIT_SETUP)
    except HallwayError as error:
        stop(str(error), EXIT_SETUP)
    except (OSError, ValueError) as error:
        stop(f"{config_path()}: cannot be read ({error}). Correct it, or point HALLWAY_CONFIG elsewhere.", EXIT_SETUP)


def _places(name: str) -> str:
    variable = name if name == "DATABASE_URL" else f"HALLWAY_{name.upper()}"
    return f"{variable}, .env or hallway.toml"


@contextmanager
def running_app(*, verbose: bool = False, dry_run: bool = False) -> Iterator["App"]:
    """Open the app for one command and turn whatever goes wrong into one line and an exit code.

    With `dry_run` a record that is not there yet is not made: an empty one for the time being stands in for it.
    """
    with ExitStack() as leaving:
        leaving.callback(signal.signal, signal.SIGTERM, signal.signal(signal.SIGTERM, _terminate))
        settings = load_settings()
        if dry_run and not settings.database_url and not (settings.data_dir / "hallway.db").exists():
            stand_in = leaving.enter_context(tempfile.TemporaryDirectory(prefix="hallway"))
            settings = settings.model_copy(update={"data_dir": Path(stand_in)})
        yield from _running(settings, verbose=verbose)


def _running(settings: "Settings", *, verbose: bool) -> Iterator["App"]:
    where = log.configure(settings.data_dir, style=settings.log, verbose=verbose)
    try:
        from bot.app import make_app  # noqa: PLC0415 - help must not pay for the database library

        app = make_app(settings)
        try:
            yield app
        finally:
            app.close()
    except (HallwayError, IngestError, StoreError) as error:
        logger.warning("command failed", exc_info=True)
        stop(str(error), EXIT_SETUP)
    except _Terminated:
        stop(STOPPED, EXIT_TERMINATED)
    except KeyboardInterrupt:
        stop(STOPPED, EXIT_INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None
    except (typer.Exit, typer.Abort):
        raise
    except Exception:
        reference = minted_id("er")[:10]
        logger.exception("unexpected error reference=%s", reference)
        details = (
            f"Details are in {where}" if where else "Run again with HALLWAY_DATA_DIR set to a folder you may write"
        )
        stop(f"Something unexpected went wrong (reference {reference}). {details}.", EXIT_UNEXPECTED)


def _terminate(_number: int, _frame: FrameType | None) -> NoReturn:
    raise _Terminated


def stop(message: str, code: int) -> NoReturn:
    """End with one line on standard error."""
    typer.echo(" ".join(message.split()), err=True)
    raise typer.Exit(code)
