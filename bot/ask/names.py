"""Find names in a question: titles, rooms, people, organisations, conferences, sources, entities, tracks, formats."""

import re
from collections.abc import Mapping
from functools import lru_cache

from bot.ask import name_words, words
from bot.ask.slate import GONE, Mark, Slate, lowered
from bot.ask.stop_words import STOP_EN
from vectorstore.lexicon.loader import Lexicon
from vectorstore.models.search import Facet

_QUOTED = re.compile(r"\"([^\"]{2,200})\"|《([^》]{2,200})》|(?<![a-z0-9])'([^'\x00]{6,200})'(?![a-z0-9])")
TOKEN = re.compile(r"[a-z0-9_][a-z0-9_.+#/'-]*(?<![.'-])|[一-鿿]")
_LATIN = re.compile(r"[a-z0-9]")
_LATIN_WORD = re.compile(r"(?<![a-z0-9_.-])[a-z]{3,}(?![a-z0-9_-])")
_WIDE_NOUNS = ("ai", "computing", "devices")
# A run this long out of a title points at it: four words, or seven Han characters.
_RUN_WORDS = 4
_RUN_HAN = 7
_SHORT_TITLE = 8
_SHORTEST_TITLE = 3
_TELLING_WORDS = 3
# Codes, names and words below these lengths say too little alone.
_NAME_FROM = 3
_SPEAKER_WORDS = 5
_ORGANISATION_WORDS = 6
_ORGANISATION_HAN = 14
_POSSESSIVE = re.compile(r"(.+?)(?:'s\s+|\s*的\s*)(.+)")
_FACET_OF_KIND: dict[str, Facet] = {
    "hardware": "hardware",
    "software": "software",
    "model": "software",
    "topic": "software",
    "organisation": "organisation",
}


def read_quotes(slate: Slate, titles: Mapping[str, str]) -> None:
    """Mark quoted words: the titles they are part of, else exact text."""
    for match in list(slate.find(_QUOTED)):
        inner = next(i for i in (1, 2, 3) if match[i])
        said = slate.text[match.start(inner) : match.end(inner)].strip(" .,。，")
        held = tuple(key for key, title in titles.items() if _spaced(lowered(said)) in _spaced(lowered(title)))
        facet: Facet = "document" if held else "text"
        slate.mark(Mark(start=match.start(), end=match.end(), facet=facet, values=held or (said,), written=said))


def read_titles(slate: Slate, titles: Mapping[str, str], *, parts: bool) -> None:
    """Mark session titles written out in full, and with `parts` long runs out of one."""
    if not titles:
        return
    haystack = _haystack(tuple(titles.values()))
    tokens = [match.span() for match in TOKEN.finditer(slate.left)]
    place = 0
    while place < len(tokens):
        end = _title_run(slate, haystack, tokens, place, parts=parts)
        if end:
            start, stop = tokens[place][0], tokens[end - 1][1]
            run = _spaced(slate.low[start:stop])
            held = [key for key, title in titles.items() if run in _spaced(lowered(title))]
            exact = tuple(key for key in held if _bare_title(titles[key]) == run)
            slate.mark(Mark(start=start, end=stop, facet="document", values=exact or tuple(held)))
            place = end
        else:
            place += 1


def _title_run(slate: Slate, haystack: str, tokens: list[tuple[int, int]], place: int, *, parts: bool) -> int:
    """Give the end of the longest run of tokens from `place` that is a title, or part of one, or 0."""
    best = 0
    for end in range(place + 1, min(len(tokens), place + 60) + 1):
        start, stop = tokens[place][0], tokens[end - 1][1]
        if GONE in slate.left[start:stop]:
            break
        run = _spaced(slate.low[start:stop])
        if run not in haystack:
            break
        whole = f"\n{run}\n" in haystack and (len(run) >= _SHORT_TITLE or end - place >= _SHORTEST_TITLE)
        han = sum("一" <= c <= "鿿" for c in run)
        telling = sum(1 for a, b in tokens[place:end] if slate.low[a:b] not in STOP_EN)
        long = (
            (end - place >= _RUN_WORDS and telling >= _TELLING_WORDS)
            if not han
            else (han >= _RUN_HAN or end - place >= 2 * _RUN_HAN)
        )
        if whole or (parts and long):
            best = end
    return best


@lru_cache(maxsize=8)
def _haystack(titles: tuple[str, ...]) -> str:
    lines = {line for title in titles for line in (_spaced(lowered(title)), _bare_title(title))}
    return "\n" + "\n".join(sorted(lines)) + "\n"


def _spaced(text: str) -> str:
    return " ".join(TOKEN.findall(text))


def _bare_title(title: str) -> str:
    low = lowered(title)
    return _spaced(
        re.sub(
            r"^\s*(?:sponsored(?: keynote| session| talk)?|keynote|赞助(?:主题)?(?:演讲)?|主题演讲)\s*[:：]\s*", "", low
        )
    )


def stretches(slate: Slate, most_words: int, most_han: int) -> list[tuple[int, int]]:
    """List spans of whole words and Han characters, longest first."""
    tokens = [match.span() for match in TOKEN.finditer(slate.low)]
    spans = []
    for first in range(len(tokens)):
        for last in range(first, min(len(tokens), first + max(most_words, most_han))):
            span = (tokens[first][0], tokens[last][1])
            latin = bool(_LATIN.search(slate.low[span[0] : span[1]]))
            if last - first < (most_words if latin else most_han):
                spans.append(span)
    return sorted(spans, key=lambda span: span[0] - span[1])


# --- people ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _people(names: tuple[str, ...]) -> tuple[dict[frozenset[str], tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Index people by the set of their name words and by single words of the name."""
    whole: dict[frozenset[str], tuple[str, ...]] = {}
    single: dict[str, tuple[str, ...]] = {}
    for name in names:
        parts = frozenset(TOKEN.findall(lowered(name)))
        if not name.isascii() and not _LATIN.search(lowered(name)):
            parts = frozenset({lowered(name).replace(" ", "")})
        whole[parts] = (*whole.get(parts, ()), name)
        for part in parts:
            single[part] = (*single.get(part, ()), name)
    return whole, single


def read_speakers(slate: Slate, names: tuple[str, ...], lexicon: Lexicon) -> None:
    """Mark people: the whole name in any order of its words, else a single name that is nothing else."""
    whole, single = _people(names)
    for start, end in stretches(slate, _SPEAKER_WORDS, _SPEAKER_WORDS):
        if GONE in slate.left[start:end]:
            continue
        low = slate.low[start:end]
        parts = TOKEN.findall(low)
        key = frozenset(parts) if _LATIN.search(low) else frozenset({low})
        if key in whole and (len(parts) > 1):
            slate.mark(Mark(start=start, end=end, facet="speaker", values=whole[key]))
    for match in list(slate.find(re.compile(r"[a-z][a-z-]+"))):
        word = match.group()
        told_apart = slate.text[match.start()].isupper() or slate.left[match.end() :].startswith("'s")
        if (
            word in single
            and told_apart
            and len(word) >= _NAME_FROM
            and word not in STOP_EN
            and not lexicon.named(word)
        ):
            found = single[word]
            slate.note(match, "speaker", found, inferred=len(found) > 1)


# --- organisations and entities --------------------------------------------------------------------------------------


def read_organisations(slate: Slate, organisations: tuple[str, ...], lexicon: Lexicon) -> None:
    """Mark organisations of the record that the lexicon does not know."""
    unknown = _unknown_organisations(organisations, lexicon)
    for start, end in stretches(slate, _ORGANISATION_WORDS, _ORGANISATION_HAN):
        name = unknown.get(_spaced(slate.low[start:end]))
        if name and GONE not in slate.left[start:end]:
            slate.mark(Mark(start=start, end=end, facet="organisation", values=(name,)))


@lru_cache(maxsize=8)
def _unknown_organisations(names: tuple[str, ...], lexicon: Lexicon) -> dict[str, str]:
    return {_spaced(lowered(name)): name for name in names if not lexicon.organisation(name)}


def read_entities(slate: Slate, lexicon: Lexicon) -> None:
    """Mark entities of the lexicon; what one span may mean besides is kept as the mark's choices."""
    found_at: dict[tuple[int, int], list[str]] = {}
    cased = slate.text.translate(words.SIMPLIFIED)
    for found in lexicon.find(cased):
        found_at.setdefault((found.start, found.end), []).append(found.entity_id)
    for (start, end), ids in sorted(found_at.items()):
        owner = _giver(slate, start, end, lexicon)
        if owner:
            _mark_entities(slate, start, owner.end(1), list(lexicon.named(owner[1])), lexicon)
            start = owner.start(2)  # noqa: PLW2901
        if GONE not in slate.left[start:end]:
            _mark_entities(slate, start, end, ids, lexicon)
    for start, end in stretches(slate, 3, 1):
        written = slate.left[start:end]
        known = _named(written, lexicon) if GONE not in written and written not in STOP_EN else ()
        if known and _LATIN.search(written):
            _mark_entities(slate, start, end, list(known), lexicon)
    _read_heads(slate, lexicon)


def _read_heads(slate: Slate, lexicon: Lexicon) -> None:
    """Mark a word that stands for a longer name in which only a wide noun follows it ("edge" for "edge AI")."""
    for match in list(slate.find(_LATIN_WORD)):
        word = match.group()
        if word in STOP_EN or word in lexicon.generic:
            continue
        ids = next(filter(None, (lexicon.named(f"{word} {noun}") for noun in _WIDE_NOUNS)), ())
        if ids and all(lexicon.entities[key].kind in {"hardware", "topic"} for key in ids):
            _mark_entities(slate, match.start(), match.end(), list(ids), lexicon)


def _named(written: str, lexicon: Lexicon) -> tuple[str, ...]:
    return lexicon.named(written) or (lexicon.named(written.replace(" ", "-")) if " " in written else ())


def _giver(slate: Slate, start: int, end: int, lexicon: Lexicon) -> re.Match[str] | None:
    """Split "Google's TPU talks" where the owner gives the talks; in "about Google's TPU" it is part of the name."""
    match = _POSSESSIVE.match(slate.low, start, end)
    topical = name_words.cue_before(slate.low[:start])[0] in name_words.TOPICAL
    if not match or topical or not name_words.TALK_AFTER_NAME.match(slate.low[end:]):
        return None
    return match if lexicon.organisation(match[1]) else None


def _mark_entities(slate: Slate, start: int, end: int, ids: list[str], lexicon: Lexicon) -> None:
    choices = tuple((_FACET_OF_KIND[lexicon.entities[key].kind], key) for key in dict.fromkeys(ids))
    facet, value = choices[0]
    slate.mark(Mark(start=start, end=end, facet=facet, values=(value,), choices=choices))
