"""The inside of a parse child: every parser loaded, limits set, one input read, one answer sent."""

import json
import resource
import traceback
from multiprocessing.connection import Connection
from pathlib import Path

import trafilatura  # noqa: F401, TID253 - loaded here so that the fork server has it before any child is limited

from ingest import wire
from ingest.errors import InputRefused
from ingest.limits import Limits
from ingest.parsed import Page, Parsed
from ingest.sources import feed, guide, kind, page

PARSED, REFUSED, MEMORY, BROKEN = b"P", b"R", b"M", b"B"
_MAX_FILES = 32


def run(connection: Connection, source_page: Page, forced_kind: str | None, limits: Limits) -> None:
    """Parse one page and send one message: a letter for what happened, then JSON or a text."""
    try:
        _limit(limits)
        answer = PARSED + wire.pack(parse_here(source_page, kind_of_input=forced_kind))
    except InputRefused as error:
        answer = REFUSED + json.dumps(str(error)).encode()
    except MemoryError:
        answer = MEMORY
    except Exception:  # noqa: BLE001 - whatever a parser trips over must reach the parent's log
        answer = BROKEN + json.dumps(traceback.format_exc()[-4000:]).encode()
    connection.send_bytes(answer)
    connection.close()


def parse_here(source_page: Page, *, kind_of_input: str | None = None) -> Parsed:
    """Parse a page in this process; raise `InputRefused`."""
    match kind_of_input or kind.recognise(source_page):
        case "guide":
            return guide.parse(source_page)
        case "feed":
            return feed.parse(source_page)
        case "page":
            return page.parse(source_page)
        case other:
            raise InputRefused(
                f"{source_page.place}: {other} is no kind of input. Use one of: {', '.join(kind.KINDS)}."
            )


def _limit(limits: Limits) -> None:
    """Bound this process; a limit that cannot be set is an error, and then nothing is parsed."""
    _lower(resource.RLIMIT_CPU, limits.cpu_seconds)
    _lower(resource.RLIMIT_FSIZE, 0)
    _lower(resource.RLIMIT_NOFILE, _MAX_FILES)
    _lower(resource.RLIMIT_CORE, 0)
    size = Path("/proc/self/statm")
    if size.exists():  # other systems do not say how large we are, and do not enforce the limit either
        pages = int(size.read_text().split()[0])
        _lower(resource.RLIMIT_AS, pages * resource.getpagesize() + limits.memory_bytes)


def _lower(what: int, value: int) -> None:
    _, hard = resource.getrlimit(what)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(what, (value, value))
