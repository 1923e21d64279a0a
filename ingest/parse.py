"""Foreign bytes are parsed in a child process with limits, so that no input can take this process down."""

import importlib
import json
import logging
import multiprocessing
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from types import ModuleType

from ingest import wire
from ingest.errors import InputRefused
from ingest.limits import LIMITS, Limits
from ingest.parsed import Page, Parsed

logger = logging.getLogger(__name__)

# Named, not imported: this process never loads the parsers, the fork server does, once for all its children.
_CHILD_MODULE = "ingest.parse_child"
_context = multiprocessing.get_context("forkserver")
_starting = threading.Lock()


def parse_page(page: Page, *, kind: str | None = None, limits: Limits = LIMITS) -> Parsed:
    """Parse a page in a child process; `kind` (guide, feed, page) overrides what its content says.

    The fork server starts with the first call and serves all later ones. Raises `InputRefused` with one line, also
    for an input that takes too long or too much memory.
    """
    receiver, sender = _context.Pipe(duplex=False)
    child = _context.Process(target=_run, args=(sender, page, kind, limits), daemon=True)
    with _starting, _main_left_out(), _interrupts_left_to_us():
        _context.set_forkserver_preload([_CHILD_MODULE])
        child.start()
    sender.close()
    try:
        return _read(_answer(receiver, page, limits), page)
    finally:
        receiver.close()
        _end(child)


def _run(sender: Connection, page: Page, kind: str | None, limits: Limits) -> None:
    importlib.import_module(_CHILD_MODULE).run(sender, page, kind, limits)


@contextmanager
def _main_left_out() -> Iterator[None]:
    """Keep the child from running the caller's script again, which multiprocessing does to find its functions.

    Ours are found without it, and a script need not be guarded by `if __name__ == "__main__"` to call us.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _interrupts_left_to_us() -> Iterator[None]:
    """Start processes that do not see Ctrl-C: a terminal sends it to all, and they would print where they were."""
    resource_tracker.ensure_running()  # Started any later, it would leave Ctrl-C unblocked again.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _answer(receiver: Connection, page: Page, limits: Limits) -> bytes:
    try:
        if not receiver.poll(limits.wall_seconds):
            raise InputRefused(f"{page.place}: took too long to read. Collect a smaller part of it.")
        return receiver.recv_bytes(limits.answer_bytes)
    except EOFError:
        raise InputRefused(
            f"{page.place}: took too long or too much memory to read. Collect a smaller part of it."
        ) from None
    except OSError as error:
        raise InputRefused(f"{page.place}: holds too much text. Collect a smaller part of it.") from error


def _read(answer: bytes, page: Page) -> Parsed:
    what, body = answer[:1], answer[1:]
    try:
        match what:
            case b"P":
                return wire.unpack(body)
            case b"R":
                raise InputRefused(str(json.loads(body)))
            case b"M":
                raise InputRefused(f"{page.place}: took too much memory to read. Collect a smaller part of it.")
            case _:
                logger.error("parse broke place=%s detail=%s", page.place, json.loads(body) if body else "")
    except ValueError:
        logger.exception("parse answered nonsense place=%s", page.place)
    raise InputRefused(f"{page.place}: could not be read: the parser stumbled over it. The log says where.")


def _end(child: ForkServerProcess) -> None:
    child.join(timeout=0.5)
    if child.is_alive():
        child.kill()
        child.join()
    child.close()
