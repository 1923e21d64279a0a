"""An optional cross-encoder that puts the first hits in a better order; off unless a model is named."""

import logging
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from vectorstore.errors import EmbedderUnavailable

_BATCH = 8
_SECONDS = 3.0
_LOG = logging.getLogger(__name__)


class Reranker:
    """A sentence-transformers cross-encoder over the first 30 hits; it reorders them and removes none."""

    candidates = 30

    def __init__(self, model: str) -> None:
        try:
            from sentence_transformers import CrossEncoder
        except ImportError as error:
            message = "The reranker needs sentence-transformers. Install it: pip install 'hallway[local]'."
            raise EmbedderUnavailable(message) from error
        try:
            self._model: Any = CrossEncoder(model, trust_remote_code=False)
        except (OSError, ValueError, RuntimeError) as error:
            reason = str(error).strip().partition("\n")[0]
            raise EmbedderUnavailable(f"The reranker {model} does not load ({reason}). Give its folder.") from error

    def order(self, question: str, texts: Sequence[str]) -> list[int] | None:
        """Give the positions of the texts, best first; None if the model fails or takes over 3 s."""
        scores: list[Any] = []
        thread = threading.Thread(target=self._predict, args=(question, texts, scores), daemon=True)
        thread.start()
        thread.join(_SECONDS)
        if not scores:
            return None
        return [int(i) for i in np.argsort(-np.asarray(scores[0]), kind="stable")]

    def _predict(self, question: str, texts: Sequence[str], scores: list[Any]) -> None:
        try:
            scores.append(self._model.predict([(question, text) for text in texts], batch_size=_BATCH))
        except Exception:  # noqa: BLE001 - a failing model costs only the better order
            _LOG.exception("reranker failed")
