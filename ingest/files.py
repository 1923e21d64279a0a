"""Local files as pages."""

from datetime import UTC, datetime
from pathlib import Path

from ingest.errors import FetchFailed
from ingest.parsed import Page
from vectorstore.models.documents import Source

# The largest real feed is 3.8 MB, the largest real programme 2.8 MB; of a download, sent and unpacked bytes count.
MAX_BYTES = 20_000_000


def read_file(source: Source) -> Page:
    """Read a local file; raise `FetchFailed` with one line if that is not possible."""
    path = Path(source.url)
    try:
        if path.is_file() and path.stat().st_size > MAX_BYTES:
            raise FetchFailed(
                f"{_short(path)}: is larger than {MAX_BYTES // 1_000_000} MB. Split it, or collect a part."
            )
        if path.exists() and not path.is_file() and not path.is_dir():
            raise FetchFailed(f"{_short(path)}: is no ordinary file. Save its content to a file and collect that.")
        body = path.read_bytes()
    except FileNotFoundError as error:
        raise FetchFailed(f"{_short(path)}: there is no such file. Check the spelling.") from error
    except IsADirectoryError as error:
        raise FetchFailed(f"{_short(path)}: is a folder. Name a file, or the folder on the command line.") from error
    except OSError as error:
        raise FetchFailed(f"{_short(path)}: cannot be read ({error.strerror}). Check its permissions.") from error
    return Page(source=source, place=_short(path), body=body, read_at=datetime.now(UTC))


def _short(path: Path) -> str:
    """Name a file as a person in this folder would."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)
