"""How often a question finds the passage that stands in the other language, beside one pooled list of all vectors.

Usage: python -m tests.bench.cross_language QUESTIONS.json   (over what HALLWAY_DATA_DIR holds)
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bot.app import App, make_app
from bot.settings import read_settings
from vectorstore.models.documents import Passage

DEPTHS = (5, 10)


def _pooled(app: App, question: str, limit: int, hashes: dict[str, str]) -> list[Passage]:
    vectors = app.library.vectors(app.embedder.name, list(set(hashes.values())))
    ids = [id_ for id_, text_hash in hashes.items() if text_hash in vectors]
    matrix = np.stack([vectors[hashes[id_]] for id_ in ids])
    nearest = np.argsort(-(matrix @ app.embedder.embed_query(question)))[:limit]
    passages = app.library.passages([ids[i] for i in nearest])
    return [passages[ids[i]] for i in nearest]


def _rank(app: App, passages: Sequence[Passage], name: str) -> int | None:
    sources = {source.id: Path(source.url).name for source, _state in app.library.sources()}
    documents = app.library.documents({passage.document_id for passage in passages})
    for rank, passage in enumerate(passages, 1):
        stored = documents.get(passage.document_id)
        if stored and sources.get(stored.document.source_id) == name:
            return rank
    return None


def main(path: str) -> None:
    """Print recall of ours and of the pooled list, in all and per direction."""
    app = make_app(read_settings())
    pairs = json.loads(Path(path).read_text(encoding="utf-8"))["pairs"]
    hashes = {**app.library.live_hashes("zh"), **app.library.live_hashes("en")}
    ranks: dict[str, list[tuple[str, int | None]]] = {"ours": [], "pooled": []}
    for pair in pairs:
        name = Path(pair["file"]).name
        ours = [hit.passage for hit in app.search.search(pair["question"], limit=max(DEPTHS)).hits]
        ranks["ours"].append((pair["language"], _rank(app, ours, name)))
        pooled = _pooled(app, pair["question"], max(DEPTHS), hashes)
        ranks["pooled"].append((pair["language"], _rank(app, pooled, name)))
        sys.stderr.write(f"{pair['id']} ours {ranks['ours'][-1][1]} pooled {ranks['pooled'][-1][1]}\n")
    for method, found in ranks.items():
        for language in ("zh", "en", "both"):
            some = [rank for asked, rank in found if language in (asked, "both")]
            shares = (
                f"R@{depth} {sum(r is not None and r <= depth for r in some) / len(some):.2f}" for depth in DEPTHS
            )
            print(f"{method:7} asked in {language:5} {'  '.join(shares)}  n {len(some)}")  # noqa: T201 - its output
    app.close()


if __name__ == "__main__":
    main(sys.argv[1])
