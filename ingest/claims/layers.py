"""Say which of the nine layers of the stack a document is about, and which words say so."""

from functools import lru_cache

from vectorstore.lexicon.loader import Lexicon
from vectorstore.lexicon.matcher import Alias, Matcher
from vectorstore.models.claims import Layer, LayerTag
from vectorstore.models.documents import Document

_HIT, _TITLE, _HITS = 0.6, 0.9, 2  # A term's first two hits in the body, and its hit in the title.
_THRESHOLD = 0.6
_LONG = 1500  # A longer text names every layer somewhere: there it takes as much as _LONG_THRESHOLD.
_LONG_THRESHOLD = 2.4  # Starting value: two terms twice each, or one in the title and two or more beside it.
_SHORT_CAPITALS = 4


def layers(document: Document, text: str, lexicon: Lexicon) -> tuple[LayerTag, ...]:
    """Tag a document with its layers, in the fixed order of the nine, each with the first word that speaks for it."""
    title, body = _title_and_body(document, text, lexicon)
    threshold = _LONG_THRESHOLD if document.kind == "article" and len(text) > _LONG else _THRESHOLD
    tags = []
    for layer in lexicon.layers:
        score = title.score(layer, first=_TITLE, most=1) + body.score(layer, first=_HIT, most=_HITS)
        span = title.first(layer) or body.first(layer)
        if span and round(score, 6) >= threshold:
            tags.append(LayerTag(layer=layer, char_start=span[0], char_end=span[1]))
    return tuple(tags)


class Hits:
    """Where the layers' words occur in one part of a text."""

    def __init__(self, part: str, offset: int, lexicon: Lexicon) -> None:
        self._weights = {layer: words.terms for layer, words in lexicon.layers.items()}
        self._hits: dict[str, dict[str, list[tuple[int, int]]]] = {}
        for found in _matcher(lexicon).find(part):
            spans = self._hits.setdefault(found.entity_id, {}).setdefault(found.alias, [])
            spans.append((found.start + offset, found.end + offset))
        for layer, words in lexicon.layers.items():
            for pattern in words.patterns:
                spans = [(hit.start() + offset, hit.end() + offset) for hit in pattern.finditer(part)]
                if spans:
                    self._hits.setdefault(layer, {})[pattern.pattern] = spans

    def score(self, layer: Layer, *, first: float, most: int) -> float:
        """Add the weights of a layer's terms, each counted up to `most` times."""
        terms = self._weights[layer]
        return sum(
            terms.get(term, 1.0) * first * min(most, len(spans)) for term, spans in self._hits.get(layer, {}).items()
        )

    def first(self, layer: Layer) -> tuple[int, int] | None:
        """Give the earliest span that speaks for a layer."""
        return min((span for spans in self._hits.get(layer, {}).values() for span in spans), default=None)


def _title_and_body(document: Document, text: str, lexicon: Lexicon) -> tuple[Hits, Hits]:
    title_end = text.find("\n") if "\n" in text else len(text)
    if document.kind == "session":
        meta_end = text.find("\n\n")
        body_start = len(text) if meta_end < 0 else meta_end + 2
        return Hits(text[:title_end], 0, lexicon), Hits(text[body_start:], body_start, lexicon)
    if text[:title_end].lstrip("# ").strip() == document.title.strip():
        return Hits(text[:title_end], 0, lexicon), Hits(text[title_end:], title_end, lexicon)
    return Hits("", 0, lexicon), Hits(text, 0, lexicon)


@lru_cache(maxsize=4)
def _matcher(lexicon: Lexicon) -> Matcher:
    terms = [
        Alias(text=term, entity_id=layer, exact=term.isupper() and len(term) <= _SHORT_CAPITALS)
        for layer, words in lexicon.layers.items()
        for term in words.terms
    ]
    return Matcher([*terms, *(Alias(text=phrase, entity_id=None) for phrase in lexicon.not_names)])
