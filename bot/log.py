"""Logging, configured once by the command line: a file in the data folder, warnings on the terminal if asked."""

import json
import logging
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path

LOG_BYTES = 2_000_000
LOG_FILES = 3


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def configure(folder: Path, *, style: str, verbose: bool = False) -> Path | None:
    """Send our log to `folder`/hallway.log, as text or as JSON lines, and say where it is.

    A folder that cannot be written leaves the log on the terminal alone: logging never stops an answer.
    """
    formatter = _JsonLines() if style == "json" else logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s")
    root = logging.getLogger()
    for handler in list(root.handlers):
        root.removeHandler(handler)
        handler.close()
    path: Path | None = folder / "hallway.log"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        target = RotatingFileHandler(folder / "hallway.log", maxBytes=LOG_BYTES, backupCount=LOG_FILES, delay=True)
        target.setFormatter(formatter)
        root.addHandler(target)
    except OSError:
        path = None
    if verbose or path is None:
        terminal = logging.StreamHandler()
        terminal.setFormatter(formatter)
        terminal.setLevel(logging.INFO if verbose else logging.ERROR)
        root.addHandler(terminal)
    root.setLevel(logging.INFO)
    # A log that cannot be written, as on a full disk, must not print its own trouble over an answer.
    logging.raiseExceptions = False
    for noisy in ("httpx", "httpcore", "chromadb", "trafilatura", "charset_normalizer"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    return path
