"""Vectors by passage id, for nearest neighbours: Chroma on disk or on a server, or memory; one writer at a time."""

import json
import logging
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, Protocol
from urllib.parse import urlsplit

import numpy as np
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from vectorstore.errors import IndexBusy, IndexUnavailable
from vectorstore.models.documents import Language

Vectors = NDArray[np.float32]
Group = Literal["zh", "en"]  # en holds all that is not Chinese
_GROUPS: tuple[Group, ...] = ("zh", "en")

MOST_RESULTS = 200  # 1,000 cost five times as much.
WITHIN_SLICE = 20_000  # 40,000 ids in one call: "too many SQL variables".
_BATCH = 1_000  # Chroma's hard limit is 5,461.
_PAGE = 10_000
_PROBE_SECONDS = 5.0  # A wedged index answers each call with an error after 13 to 18 s.
_FIRST_OPEN_SECONDS = 30
_SERVER_SECONDS = 30.0
_UNIT_TOLERANCE = 1e-3
_SAME_VECTOR = 1e-3

_LOG = logging.getLogger(__name__)


class Index(Protocol):
    """The vectors of one generation and language group; all vectors are of unit length."""

    def upsert(self, ids: Sequence[str], vectors: Vectors, text_hashes: Sequence[str]) -> None:
        """Put vectors in, in place of those of the same ids; of an id given twice the last counts."""

    def delete(self, ids: Sequence[str]) -> None:
        """Take ids out; those that are not in do not matter."""

    def nearest(self, vector: Vectors, limit: int, within: Sequence[str] | None = None) -> list[tuple[str, float]]:
        """Give up to `limit` (at most 200) ids with their cosine distances, nearest first, ties by id.

        `within` narrows to these ids, all of which must be in; None asks among all.
        """

    def entries(self) -> dict[str, str]:
        """Give text_hash by id for all that is in."""

    def close(self) -> None:
        """Let go of what is held; the index is not used afterwards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Indexes:
    """Both language groups of one generation, open together; `generation` begins with the embedder's name."""

    generation: str
    zh: Index
    en: Index
    empty: bool = False  # it held nothing when it was opened
    release: Callable[[], None] = lambda: None

    def of(self, language: Language) -> Index:
        """Give the index that holds passages of a language."""
        return self.zh if language == "zh" else self.en

    def close(self) -> None:
        """Close both and let other processes write."""
        self.zh.close()
        self.en.close()
        self.release()


class MemoryIndex:
    """An index in memory that compares with every vector: the double in tests, and the exact answer to check by."""

    def __init__(self) -> None:
        self._rows: dict[str, tuple[Vectors, str]] = {}

    def upsert(self, ids: Sequence[str], vectors: Vectors, text_hashes: Sequence[str]) -> None:
        """Put vectors in, in place of those of the same ids."""
        for id_, vector, text_hash in zip(ids, _directions(vectors), text_hashes, strict=True):
            self._rows[id_] = (vector, text_hash)

    def delete(self, ids: Sequence[str]) -> None:
        """Take ids out."""
        for id_ in ids:
            self._rows.pop(id_, None)

    def nearest(self, vector: Vectors, limit: int, within: Sequence[str] | None = None) -> list[tuple[str, float]]:
        """Give the nearest ids with their cosine distances."""
        ids = sorted(self._rows if within is None else set(within) & self._rows.keys())
        if not ids:
            return []
        return exact(vector, ids, np.stack([self._rows[id_][0] for id_ in ids]), limit)

    def entries(self) -> dict[str, str]:
        """Give text_hash by id."""
        return {id_: text_hash for id_, (_, text_hash) in self._rows.items()}

    def close(self) -> None:
        """Do nothing: there is nothing to let go of."""


class ChromaIndex:
    """One collection of Chroma; all it holds can be built again from the record."""

    def __init__(self, client: Any, name: str, *, write: bool) -> None:  # noqa: ANN401 - chromadb's own class
        with _chroma("open"):
            if write:
                self._collection = client.get_or_create_collection(
                    name, embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
                )
            else:
                self._collection = client.get_collection(name, embedding_function=None)
            _refuse_foreign_function(self._collection.configuration_json)

    def upsert(self, ids: Sequence[str], vectors: Vectors, text_hashes: Sequence[str]) -> None:
        """Put vectors in, in place of those of the same ids."""
        directions = _directions(vectors)
        # An id given twice would fail the whole batch.
        last = {id_: position for position, id_ in enumerate(ids)}
        positions = list(last.values())
        with _chroma("write"):
            for some in _slices(positions, _BATCH):
                self._collection.upsert(
                    ids=[ids[i] for i in some],
                    embeddings=directions[some],
                    metadatas=[{"text_hash": text_hashes[i]} for i in some],
                )

    def delete(self, ids: Sequence[str]) -> None:
        """Take ids out."""
        with _chroma("write"):
            for some in _slices(list(dict.fromkeys(ids)), _BATCH):
                self._collection.delete(ids=some)

    def nearest(self, vector: Vectors, limit: int, within: Sequence[str] | None = None) -> list[tuple[str, float]]:
        """Give the nearest ids with their cosine distances."""
        limit = min(limit, MOST_RESULTS)
        if limit < 1 or (within is not None and not within):
            return []
        slices = [None] if within is None else _slices(list(dict.fromkeys(within)), WITHIN_SLICE)
        found: list[tuple[str, float]] = []
        with _chroma("read"):
            for some in slices:
                given = {} if some is None else {"ids": some}
                answer = self._collection.query(
                    query_embeddings=[vector], n_results=limit, include=["distances"], **given
                )
                found += zip(answer["ids"][0], map(float, answer["distances"][0]), strict=True)
        return sorted(found, key=lambda pair: (pair[1], pair[0]))[:limit]

    def entries(self) -> dict[str, str]:
        """Give text_hash by id."""
        found: dict[str, str] = {}
        with _chroma("read"):
            while True:
                page = self._collection.get(limit=_PAGE, offset=len(found), include=["metadatas"])
                if not page["ids"]:
                    return found
                rows = zip(page["ids"], page["metadatas"], strict=True)
                found |= {id_: str((row or {}).get("text_hash", "")) for id_, row in rows}

    def is_empty(self) -> bool:
        """Say whether nothing is in."""
        with _chroma("read"):
            return bool(self._collection.count() == 0)

    def probe(self) -> None:
        """Read one vector and look for it; raise IndexUnavailable if that fails, errs or takes over 5 s."""
        failures: list[str] = ["it did not answer in time"]
        thread = threading.Thread(target=lambda: failures.__setitem__(0, self._probed()), daemon=True)
        thread.start()
        thread.join(_PROBE_SECONDS)
        if failures[0]:
            message = f"The vector index does not work ({failures[0]}). Rebuild it: hallway reindex --all."
            raise IndexUnavailable(message)

    def _probed(self) -> str:
        try:
            known = self._collection.get(limit=1, include=["embeddings"])
            if not known["ids"]:
                return ""
            vector = np.asarray(known["embeddings"][0], dtype=np.float32)
            nearest = self.nearest(vector, 1)
        except Exception as error:  # noqa: BLE001 - whatever a broken index raises
            return str(error).partition("\n")[0]
        # Equal texts have equal vectors, so only the distance can be compared.
        return "" if nearest and nearest[0][1] < _SAME_VECTOR else "a vector that is in was not found"

    def close(self) -> None:
        """Do nothing: the client is closed with the generation."""


def exact(vector: Vectors, ids: Sequence[str], vectors: Vectors, limit: int) -> list[tuple[str, float]]:
    """Compare with every one of (n, d) unit vectors: ids and cosine distances, nearest first, ties by id."""
    distances = 1.0 - vectors @ vector
    pairs = zip(ids, map(float, distances), strict=True)
    return sorted(pairs, key=lambda pair: (pair[1], pair[0]))[: min(limit, MOST_RESULTS)]


def memory_indexes(embedder_name: str, number: int = 1) -> Indexes:
    """Open a generation that lives as long as the process."""
    return Indexes(generation=generation_name(embedder_name, number), zh=MemoryIndex(), en=MemoryIndex())


def generation_name(embedder_name: str, number: int) -> str:
    """Name a generation: vectors of two embedders never share one."""
    return f"{embedder_name}.{number}"


def open_indexes(location: Path | str, embedder_name: str, number: int, *, write: bool) -> Indexes:
    """Open a generation in a folder (`Path`) or on a Chroma server (URL); with `write`, create it where it is not.

    On disk one process writes at a time; readers open the folder once and close it. Raises IndexUnavailable: not
    there, not reachable, broken, not ours, or being written by another process (its id is named).
    """
    generation = generation_name(embedder_name, number)
    if isinstance(location, str):
        return _open(_server(location), embedder_name, generation, write=write, release=lambda: None)
    folder = location / generation
    if not write and not folder.is_dir():
        raise IndexUnavailable("There is no vector index yet. Build it: hallway reindex.")
    release = _hold(location) if write else lambda: None
    try:
        if write:
            _try_after_a_crash(location, folder)
            folder.mkdir(parents=True, exist_ok=True)
        return _open(_on_disk(folder), embedder_name, generation, write=write, release=release)
    except BaseException:
        release()
        raise


def is_there(location: Path | str, embedder_name: str, number: int) -> bool:
    """Say whether a generation's folder exists; of a server it is taken for granted."""
    return isinstance(location, str) or any((location / generation_name(embedder_name, number)).glob("*"))


def drop_generation(location: Path | str, embedder_name: str, number: int) -> None:
    """Take a generation that is no longer used off the disk or the server."""
    generation = generation_name(embedder_name, number)
    if isinstance(location, str):
        client = _server(location)
        with _chroma("drop"):
            known = {collection.name for collection in client.list_collections()}
            for group in _GROUPS:
                if (name := collection_name(embedder_name, generation, group)) in known:
                    client.delete_collection(name)
        _close(client)
        return
    folder = location / generation
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)
    if folder.is_dir():
        folder.rmdir()


def collection_name(embedder_name: str, generation: str, group: Group) -> str:
    """Name a collection within Chroma's rules: letters, digits, dot, dash; told apart by 8 hex of the embedder."""
    slug = re.sub(r"[^a-zA-Z0-9]+", "-", embedder_name).strip("-")[:60]
    digest = sha256(embedder_name.encode()).hexdigest()[:8]
    return f"passages-{slug}-{digest}-{generation.rpartition('.')[2]}-{group}"


def _open(
    client: Any,  # noqa: ANN401 - chromadb's own class
    embedder_name: str,
    generation: str,
    *,
    write: bool,
    release: Callable[[], None],
) -> Indexes:
    def close() -> None:
        _close(client)
        release()

    try:
        zh, en = (
            ChromaIndex(client, collection_name(embedder_name, generation, group), write=write) for group in _GROUPS
        )
        for index in (zh, en):
            index.probe()
        empty = zh.is_empty() and en.is_empty()
    except BaseException:
        _close(client)
        raise
    return Indexes(generation=generation, zh=zh, en=en, empty=empty, release=close)


def _on_disk(folder: Path) -> Any:  # noqa: ANN401
    from chromadb import PersistentClient

    with _chroma("open"):
        return PersistentClient(path=str(folder), settings=_settings())


def _server(url: str) -> Any:  # noqa: ANN401
    from chromadb import HttpClient

    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise IndexUnavailable(f"{url!r} is no address of a Chroma server. Use http://host:port.")
    port = parts.port or (443 if parts.scheme == "https" else 8000)
    with _chroma("reach"):
        client = HttpClient(host=parts.hostname, port=port, ssl=parts.scheme == "https", settings=_settings())
        for connections in _connections(client):
            # chromadb waits for ever.
            connections.timeout = _SERVER_SECONDS
        return client


def _connections(client: Any) -> list[Any]:  # noqa: ANN401
    """Give the HTTP clients inside a server client, none for one on disk; chromadb has no other way to them."""
    servers = (getattr(part, "_server", None) for part in (client, getattr(client, "_admin_client", None)))
    found = (getattr(server, "_session", None) for server in servers)
    return [session for session in found if session is not None]


def _close(client: Any) -> None:  # noqa: ANN401
    connections = _connections(client)
    with _chroma("close"):
        client.close()
        for one in connections:
            # chromadb leaves them open.
            one.close()


def _settings() -> Any:  # noqa: ANN401
    from chromadb.config import Settings

    return Settings(anonymized_telemetry=False)


def _refuse_foreign_function(configuration: dict[str, Any]) -> None:
    """Refuse a collection that names an embedding function: an upsert would run it in our process."""
    function = configuration.get("embedding_function")
    if function is not None and function.get("type") != "legacy":
        message = "The Chroma collection was made by another program (it names an embedding function). Use another."
        raise IndexUnavailable(message)


def _hold(location: Path) -> Callable[[], None]:
    """Become the one writer of a folder, and say in it who we are."""
    lock, owner = FileLock(location / "chroma.lock"), location / "chroma.owner"
    try:
        location.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout as error:
        pid = _owner(owner)
        message = f"The vector index is being written by process {pid}. Let it finish, or stop it, then try again."
        raise IndexBusy(message) from error
    except OSError as error:
        raise _no_folder(location, error) from error
    try:
        owner.write_text(json.dumps({"pid": os.getpid()}), encoding="ascii")
    except OSError as error:
        lock.release(force=True)
        raise _no_folder(location, error) from error

    def release() -> None:
        if lock.is_locked:
            (location / "chroma.open").unlink(missing_ok=True)
            owner.unlink(missing_ok=True)
            lock.release(force=True)

    return release


def _no_folder(location: Path, error: OSError) -> IndexUnavailable:
    reason = error.strerror or type(error).__name__
    return IndexUnavailable(
        f"The index folder {location} cannot be written ({reason}). Move it away, or free the disk."
    )


def _owner(path: Path) -> int | str:
    try:
        return int(json.loads(path.read_text(encoding="ascii"))["pid"])
    except (OSError, ValueError, LookupError, TypeError):
        return "unknown"


def _try_after_a_crash(location: Path, folder: Path) -> None:
    """Open a folder whose last writer died in a child first, because the loader may take the process with it."""
    marker = location / "chroma.open"
    if marker.exists() and folder.is_dir():
        script = (
            "import sys, chromadb; from chromadb.config import Settings;"
            "client = chromadb.PersistentClient(sys.argv[1], settings=Settings(anonymized_telemetry=False));"
            "[(c.count(), c.get(limit=1)) for c in client.list_collections()]"
        )
        try:
            subprocess.run(  # noqa: S603 - our own interpreter and text
                [sys.executable, "-c", script, str(folder)],
                check=True,
                capture_output=True,
                timeout=_FIRST_OPEN_SECONDS,
            )
        except (subprocess.SubprocessError, OSError) as error:
            _LOG.warning("index does not open after a crash", exc_info=error)
            message = "The vector index was left broken by a crash. Rebuild it: hallway reindex --all."
            raise IndexUnavailable(message) from error
    marker.touch()


@contextmanager
def _chroma(doing: str) -> Iterator[None]:
    """Turn whatever Chroma raises into one line; there is no common base of its errors."""
    try:
        yield
    except IndexUnavailable:
        raise
    except Exception as error:
        _LOG.debug("chroma failed doing=%s", doing, exc_info=error)
        reason = str(error).strip().partition("\n")[0]
        remedy = (
            "Start the Chroma server, or correct HALLWAY_CHROMA_URL."
            if doing == "reach"
            else "Rebuild it: hallway reindex --all."
        )
        message = f"The vector index cannot be used ({doing}: {reason.rstrip('.')}). {remedy}"
        raise IndexUnavailable(message) from error


def _directions(vectors: Vectors) -> Vectors:
    """Refuse vectors that are not finite or not of unit length: Chroma would take both, and rank by them."""
    rows = np.asarray(vectors, dtype=np.float32)
    if rows.size and not (np.abs(np.linalg.norm(rows, axis=1) - 1) < _UNIT_TOLERANCE).all():
        raise ValueError("vectors in an index are of unit length")
    return rows


def _slices(values: list[Any], size: int) -> list[list[Any]]:
    return [values[start : start + size] for start in range(0, len(values), size)]
