"""Which of the names that entries of a feed carry is good enough to know them by next time."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

# An arXiv paper keeps its id through all versions: a new version is a revision, not a new paper.
_ARXIV_VERSION = re.compile(r"(?P<paper>arxiv.*\d{4}\.\d{4,5})v\d+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The names one entry has: its own id, its canonical address, its title with its date, and its text."""

    guid: str | None
    url: str | None
    title: str
    date: str
    text: str


def choose(entries: Sequence[Names]) -> tuple[str, tuple[str, ...]]:
    """Choose one kind of stable id for a whole feed and give each entry's id of that kind.

    Tried in order: guid, url, title+date, content hash. A kind that any entry lacks or that two entries share is no
    identity in this feed.
    """
    candidates = {
        "guid": [_ARXIV_VERSION.sub(r"\g<paper>", entry.guid) if entry.guid else "" for entry in entries],
        "url": [entry.url or "" for entry in entries],
        "title+date": [f"{entry.title} {entry.date}" if entry.title and entry.date else "" for entry in entries],
    }
    for kind, ids in candidates.items():
        if all(ids) and len(set(ids)) == len(ids):
            return kind, tuple(ids)
    return "hash", tuple(_hash(entry) for entry in entries)


def _hash(entry: Names) -> str:
    parts = (entry.guid or "", entry.url or "", entry.title, entry.date, entry.text)
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
