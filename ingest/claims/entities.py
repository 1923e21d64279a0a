"""Tag a document with the entities its text names, each with the relation the document has to it."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from ingest.claims.relation import MAKER, NAME, Place, governed, held, lists, plain
from vectorstore.lexicon.loader import Lexicon
from vectorstore.lexicon.matcher import Found
from vectorstore.models.claims import Mention, Relation
from vectorstore.models.documents import Document
from vectorstore.text.sentences import sentences

_ADDRESS = re.compile(
    r"https?://[^\s)>\]，。）]+|\b(?:www\.|github\.com/)[^\s)>\]，。）]+"
)  # Names in it name nothing.
_STRENGTH: tuple[Relation, ...] = ("about", "listed", "vendor", "implied", "passing")
_SHORT = 1500  # Up to this many characters a single mention says what a text is about, as in an abstract.
_SEVERAL = 3  # In a longer text it takes this many, a heading counting twice, the title for all.
_SHOWN = 3  # Mentions kept for each entity of a document.


@dataclass(frozen=True, slots=True)
class _Part:
    start: int
    end: int
    is_title: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Naming:
    entity_id: str
    start: int
    end: int
    relation: Relation
    weight: int


def mentions(document: Document, text: str, lexicon: Lexicon) -> tuple[Mention, ...]:
    """Find the entities of a text, one relation for each entity, the first few places that show it.

    A session is judged by its title line and its abstract alone. In a long article one or two mentions outside the
    title are in passing.
    """
    text = _ADDRESS.sub(lambda address: "~" * len(address.group()), text)
    namings = [naming for part in _parts(document, text) for naming in _namings(text, part, lexicon)]
    if document.kind == "article" and len(text) > _SHORT:
        namings = list(_weighed(namings, {found.entity_id for found in lexicon.find(document.title)}))
    namings += _told(namings, lexicon)
    best: dict[str, Relation] = {}
    for naming in namings:
        old = best.get(naming.entity_id, "passing")
        best[naming.entity_id] = min(old, naming.relation, key=_STRENGTH.index)
    shown: Counter[str] = Counter()
    kept = []
    for naming in sorted(namings, key=lambda n: (n.start, n.end, n.entity_id)):
        if naming.relation == best[naming.entity_id] and shown[naming.entity_id] < _SHOWN:
            shown[naming.entity_id] += 1
            kept.append(
                Mention(
                    entity_id=naming.entity_id,
                    char_start=naming.start,
                    char_end=naming.end,
                    relation=naming.relation,
                )
            )
    return tuple(kept)


def _parts(document: Document, text: str) -> Iterator[_Part]:
    title_end = text.find("\n") if "\n" in text else len(text)
    if document.kind == "session":
        yield _Part(0, title_end, is_title=True)
        meta_end = text.find("\n\n")
        if meta_end >= 0:
            yield from (_Part(meta_end + a, meta_end + b, is_title=False) for a, b in sentences(text[meta_end:]))
        return
    title = document.title.strip()
    for start, end in sentences(text):
        line = text[start:end].lstrip("# ").strip()
        if not line.startswith(("```", "~~~")):  # Code names things it is not about.
            yield _Part(start, end, is_title=bool(title) and line == title)


def _namings(text: str, part: _Part, lexicon: Lexicon) -> Iterator[_Naming]:
    sentence = text[part.start : part.end]
    found = lexicon.find(sentence)
    if not found:
        return
    spans = [(span, list(group)) for span, group in groupby(found, key=lambda f: (f.start, f.end))]
    masked, places = _masked(sentence, spans, lexicon)
    listed = _listed(masked, places, spans)
    weight = 2 if sentence.startswith("#") else 1
    for position, (span, group) in zip(places, spans, strict=True):
        place = Place(masked[:position], masked[position + 1 :], part.is_title)
        for one in group:
            relation = _relation(one, group, place, lexicon, in_list=position in listed)
            if relation:
                yield _Naming(
                    entity_id=one.entity_id,
                    start=part.start + span[0],
                    end=part.start + span[1],
                    relation=relation,
                    weight=weight,
                )


def _masked(sentence: str, spans: list[tuple[tuple[int, int], list[Found]]], lexicon: Lexicon) -> tuple[str, list[int]]:
    """Put one sign in place of each name; topics keep their words, for they are no items of a list of names."""
    pieces: list[str] = []
    places: list[int] = []
    length = at = 0
    for (start, end), group in spans:
        kinds = {lexicon.entities[one.entity_id].kind for one in group}
        sign = sentence[start:end] if kinds == {"topic"} else MAKER if kinds == {"organisation"} else NAME
        pieces += [sentence[at:start], sign]
        length += start - at
        places.append(length)
        length += len(sign)
        at = end
    return plain("".join([*pieces, sentence[at:]])), places


def _listed(masked: str, places: list[int], spans: list[tuple[tuple[int, int], list[Found]]]) -> set[int]:
    """Give the places of names that stand in a list of three or more different things."""
    inside: set[int] = set()
    for start, end in lists(masked):
        members = [
            (p, {f.entity_id for f in group}) for p, (_, group) in zip(places, spans, strict=True) if start <= p < end
        ]
        different = {frozenset(ids) for _, ids in members}
        doubles = len(members) - len(different)
        names = sum(masked[p] == NAME for p, _ in members)
        if names - doubles + _unknown_names(masked[start:end]) >= _SEVERAL:
            inside |= {p for p, _ in members}
    return inside


def _unknown_names(listed: str) -> int:
    return sum(
        word[:1].isascii() and word[:1].isupper() for word in listed.replace("、", " ").replace(",", " ").split()
    )


def _relation(one: Found, group: list[Found], place: Place, lexicon: Lexicon, *, in_list: bool) -> Relation | None:
    """Judge one name; a maker's bare name is its hardware only where something runs on it."""
    entity = lexicon.entities[one.entity_id]
    relation = held(place, in_list=in_list)
    is_bare_maker = entity.kind != "organisation" and any(
        other.entity_id == entity.owner for other in group if other is not one
    )
    if not is_bare_maker or relation == "listed" or (relation == "about" and governed(place)):
        return relation
    if one.alias not in lexicon.aliases(entity.id):
        return None
    return "passing" if relation == "passing" else "vendor"


def _weighed(namings: list[_Naming], in_title: set[str]) -> Iterator[_Naming]:
    """Keep what a long text is about: the title's names, and those that come back."""
    weights: Counter[str] = Counter(dict.fromkeys(in_title, _SEVERAL))
    for naming in namings:
        if naming.relation != "passing":
            weights[naming.entity_id] += naming.weight
    for naming in namings:
        if weights[naming.entity_id] >= _SEVERAL:
            yield naming
        else:
            yield _Naming(
                entity_id=naming.entity_id,
                start=naming.start,
                end=naming.end,
                relation="passing",
                weight=naming.weight,
            )


def _told(namings: list[_Naming], lexicon: Lexicon) -> list[_Naming]:
    """Add what names tell of without naming it: CUTLASS of NVIDIA GPUs, a maker's product of the maker."""
    told = []
    for naming in namings:
        if naming.relation == "passing":
            continue
        entity = lexicon.entities[naming.entity_id]
        relations: list[tuple[str, Relation]] = [(other, "vendor") for other in entity.vendor_of]
        relations += [(other, "implied") for other in entity.implies]
        told += [
            _Naming(entity_id=other, start=naming.start, end=naming.end, relation=relation, weight=naming.weight)
            for other, relation in relations
        ]
    return told
