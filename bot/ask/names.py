"""Find names in a question: titles, rooms, people, organisations, conferences, sources, entities, tracks, formats."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from bot.ask import words
from bot.ask.slate import GONE, Mark, Slate, lowered
from bot.ask.stop_words import STOP_EN
from bot.ask.words import LEFT, RIGHT
from vectorstore.lexicon.loader import Lexicon
from vectorstore.models.search import Facet, Facets

_QUOTED = re.compile(r"\"([^\"]{2,200})\"|《([^》]{2,200})》|(?<![a-z0-9])'([^'\x00]{6,200})'(?![a-z0-9])")
_TOKEN = re.compile(r"[a-z0-9_][a-z0-9_.+#/'-]*(?<![.'-])|[一-鿿]")
_LATIN = re.compile(r"[a-z0-9]")
# A run this long out of a title points at it: four words, or seven Han characters.
_RUN_WORDS = 4
_RUN_HAN = 7
_SHORT_TITLE = 8
_ROOM_WORDS = 4
_ROOM_HAN = 8
_SPEAKER_WORDS = 5
_ROOM_AS_SAID = re.compile(
    rf"{LEFT}(?:room|hall|stage)\s+(?P<en>[a-z]{{0,4}}\d+[a-z]{{0,4}}|[a-h]){RIGHT}|(?P<zh>[a-z]{{0,4}}\d+[a-z]{{0,4}}){RIGHT}\s*(?:会议室|房间|号?厅|号房|教室)"
)
_CODE = re.compile(rf"{LEFT}[a-z]{{1,4}}\d+[a-z]{{0,4}}{RIGHT}|{LEFT}\d{{2,4}}[a-z]{{1,4}}{RIGHT}")
_CONFERENCE_NOUN = (
    r"(?:conf(?:erence)?s?|con|summit|day|days|forum|workshop|dev(?:eloper)? meeting|会议|大会|峰会|年会)"
)
_YEAR = re.compile(r"20\d\d")
_GENERIC_CONFERENCE = frozenset(
    "conference conf summit the of and on for in annual 会议 大会 峰会 north america europe asia china".split()
)
_ROOM_NOUN = re.compile(rf"{LEFT}(?:in\s+)?(?:the\s+)?(?:rooms?|hall){RIGHT}|会议室|房间")
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
        held = tuple(key for key, title in titles.items() if lowered(said) in lowered(title))
        facet: Facet = "document" if held else "text"
        slate.mark(Mark(start=match.start(), end=match.end(), facet=facet, values=held or (said,), written=said))


def read_titles(slate: Slate, titles: Mapping[str, str], *, parts: bool) -> None:
    """Mark session titles written out in full, and with `parts` long runs out of one."""
    if not titles:
        return
    haystack = _haystack(tuple(titles.values()))
    tokens = [match.span() for match in _TOKEN.finditer(slate.left)]
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
        whole = f"\n{run}\n" in haystack and (len(run) >= _SHORT_TITLE or end - place > 2)
        han = sum("一" <= c <= "鿿" for c in run)
        telling = sum(1 for a, b in tokens[place:end] if slate.low[a:b] not in STOP_EN)
        long = (
            (end - place >= _RUN_WORDS and telling >= 3)
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
    return " ".join(_TOKEN.findall(text))


def _bare_title(title: str) -> str:
    low = lowered(title)
    return _spaced(
        re.sub(
            r"^\s*(?:sponsored(?: keynote| session| talk)?|keynote|赞助(?:主题)?(?:演讲)?|主题演讲)\s*[:：]\s*", "", low
        )
    )


def read_rooms(slate: Slate, rooms: Iterable[str], lexicon: Lexicon) -> None:
    """Mark rooms by their names in either language, by the start of a code ("LL21"), or as said after "room"."""
    known: dict[str, str] = {}
    for room in rooms:
        known.setdefault(lexicon.same_room(room), room)
    for start, end in _windows(slate, _ROOM_WORDS, _ROOM_HAN):
        room = known.get(lexicon.same_room(slate.text[start:end]))
        if room and GONE not in slate.left[start:end] and not slate.left[start:end].isdecimal():
            slate.mark(Mark(start=start, end=end, facet="room", values=(room,)))
    for match in list(slate.find(_CODE)):
        starts = tuple(
            sorted(room for key, room in known.items() if key.startswith(match.group()) and len(match.group()) > 2)
        )
        if starts:
            slate.mark(Mark(start=match.start(), end=match.end(), facet="room", values=starts, inferred=True))
    for match in list(slate.find(_ROOM_AS_SAID)):
        group = "en" if match["en"] else "zh"
        said = slate.text[match.start(group) : match.end(group)]
        value = known.get(lexicon.same_room(said)) or known.get(lexicon.same_room(match.group())) or said
        slate.mark(Mark(start=match.start(), end=match.end(), facet="room", values=(value,)))


def _windows(slate: Slate, most_words: int, most_han: int) -> list[tuple[int, int]]:
    """List spans of whole words and Han characters, longest first."""
    tokens = [match.span() for match in _TOKEN.finditer(slate.low)]
    spans = []
    for first in range(len(tokens)):
        for last in range(first, min(len(tokens), first + max(most_words, most_han))):
            span = (tokens[first][0], tokens[last][1])
            latin = bool(_LATIN.search(slate.low[span[0] : span[1]]))
            if last - first < (most_words if latin else most_han):
                spans.append(span)
    return sorted(spans, key=lambda span: span[0] - span[1])


def read_conferences(slate: Slate, conferences: Iterable[str]) -> None:
    """Mark conferences named in full or by what tells them apart, with their year if one is said."""
    tokens = {name: frozenset(_TOKEN.findall(lowered(name))) for name in conferences}
    for name in sorted(tokens, key=len, reverse=True):
        for match in list(slate.find(re.compile(rf"{LEFT}{re.escape(lowered(name))}{RIGHT}"))):
            slate.mark(Mark(start=match.start(), end=match.end(), facet="conference", values=(name,)))
    pattern = re.compile(
        rf"{LEFT}(?P<name>[a-z0-9_]+(?:\s+[a-z0-9_]+){{0,3}}?)\s*(?P<y1>20\d\d)?\s*(?:年)?(?P<region>北美|欧洲|亚洲|中国)?{_CONFERENCE_NOUN}"
        rf"(?:\s+(?:north america|na|europe|eu|asia|china))?(?:\s*(?P<y2>20\d\d))?{RIGHT}"
    )
    for match in list(slate.find(pattern)):
        year = match["y1"] or match["y2"] or next(iter(_YEAR.findall(match["name"])), "")
        start, held = _tail_of_name(match["name"], match.start("name"), tokens)
        right = tuple(name for name in held if not year or year in tokens[name] or not _YEAR.search(name))
        if held:
            written = slate.text[start : match.end()]
            # A year the record does not have must match nothing.
            slate.mark(Mark(start=start, end=match.end(), facet="conference", values=right or (written,)))
    for name, have in tokens.items():
        for word in have:
            if (
                len(word) > 4
                and word.isascii()
                and word.isalpha()
                and word not in _GENERIC_CONFERENCE
                and len(have) <= 2
            ):
                for match in list(slate.find(re.compile(rf"{LEFT}{re.escape(word)}{RIGHT}(?:\s*20\d\d)?"))):
                    year = _YEAR.findall(match.group())
                    value = (
                        name
                        if not year or year[0] in have or not _YEAR.search(name)
                        else slate.text[match.start() : match.end()]
                    )
                    slate.mark(Mark(start=match.start(), end=match.end(), facet="conference", values=(value,)))


def _tail_of_name(name: str, start: int, tokens: Mapping[str, frozenset[str]]) -> tuple[int, tuple[str, ...]]:
    """Find the longest end of the words before "conference" that a conference's own name holds."""
    said = list(re.finditer(r"[a-z0-9_]+", name))
    for first in range(len(said)):
        tail = {match.group() for match in said[first:] if not _YEAR.fullmatch(match.group())}
        if tail - _GENERIC_CONFERENCE:
            held = tuple(conference for conference, have in tokens.items() if tail <= have)
            if held:
                return start + said[first].start(), held
    return start, ()


def read_sources(slate: Slate, sources: Mapping[str, str]) -> None:
    """Mark sources that the question names by their whole name."""
    for key, name in sorted(sources.items(), key=lambda pair: -len(pair[1])):
        low = lowered(name)
        if len(low) >= 6 and (" " in low or not low.isascii()):
            for match in list(slate.find(re.compile(rf"{LEFT}{re.escape(low)}{RIGHT}"))):
                slate.mark(Mark(start=match.start(), end=match.end(), facet="source", values=(key,)))


# --- people ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _people(names: tuple[str, ...]) -> tuple[dict[frozenset[str], tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Index people by the set of their name words and by single words of the name."""
    whole: dict[frozenset[str], tuple[str, ...]] = {}
    single: dict[str, tuple[str, ...]] = {}
    for name in names:
        parts = frozenset(_TOKEN.findall(lowered(name)))
        if not name.isascii() and not _LATIN.search(lowered(name)):
            parts = frozenset({lowered(name).replace(" ", "")})
        whole[parts] = (*whole.get(parts, ()), name)
        for part in parts:
            single[part] = (*single.get(part, ()), name)
    return whole, single


def read_speakers(slate: Slate, names: tuple[str, ...], lexicon: Lexicon) -> None:
    """Mark people: the whole name in any order of its words, else a single name that is nothing else."""
    whole, single = _people(names)
    for start, end in _windows(slate, _SPEAKER_WORDS, _SPEAKER_WORDS):
        if GONE in slate.left[start:end]:
            continue
        low = slate.low[start:end]
        parts = _TOKEN.findall(low)
        key = frozenset(parts) if _LATIN.search(low) else frozenset({low})
        if key in whole and (len(parts) > 1):
            slate.mark(Mark(start=start, end=end, facet="speaker", values=whole[key]))
    for match in list(slate.find(re.compile(r"[a-z][a-z-]+"))):
        word = match.group()
        told_apart = slate.text[match.start()].isupper() or slate.left[match.end() :].startswith("'s")
        if word in single and told_apart and len(word) > 2 and word not in STOP_EN and not lexicon.named(word):
            found = single[word]
            slate.mark(
                Mark(start=match.start(), end=match.end(), facet="speaker", values=found, inferred=len(found) > 1)
            )


# --- organisations and entities --------------------------------------------------------------------------------------


def read_organisations(slate: Slate, organisations: Iterable[str], lexicon: Lexicon) -> None:
    """Mark organisations of the record that the lexicon does not know."""
    for name in sorted(organisations, key=len, reverse=True):
        if lexicon.organisation(name):
            continue
        for match in list(slate.find(re.compile(rf"{LEFT}{re.escape(lowered(name))}{RIGHT}"))):
            slate.mark(Mark(start=match.start(), end=match.end(), facet="organisation", values=(name,)))


def read_entities(slate: Slate, lexicon: Lexicon) -> None:
    """Mark entities of the lexicon; what one span may mean besides is kept as the mark's choices."""
    spans: dict[tuple[int, int], list[str]] = {}
    cased = slate.text.translate(words.SIMPLIFIED)
    for found in lexicon.find(cased):
        spans.setdefault((found.start, found.end), []).append(found.entity_id)
    for (start, end), ids in sorted(spans.items()):
        owner = _giver(slate, start, end, lexicon)
        if owner:
            _mark_entities(slate, start, owner.end(1), list(lexicon.named(owner[1])), lexicon)
            start = owner.start(2)  # noqa: PLW2901
        if GONE not in slate.left[start:end]:
            _mark_entities(slate, start, end, ids, lexicon)
    for start, end in _windows(slate, 3, 1):
        written = slate.left[start:end]
        known = lexicon.named(written) if GONE not in written and written not in STOP_EN else ()
        if known and _LATIN.search(written):
            _mark_entities(slate, start, end, list(known), lexicon)


def _giver(slate: Slate, start: int, end: int, lexicon: Lexicon) -> re.Match[str] | None:
    """Split "Google's TPU talks" where the owner gives the talks; in "about Google's TPU" it is part of the name."""
    match = _POSSESSIVE.match(slate.low, start, end)
    topical = words.cue_before(slate.low[:start])[0] in words.TOPICAL
    if not match or topical or not words.TALK_AFTER_NAME.match(slate.low[end:]):
        return None
    return match if lexicon.organisation(match[1]) else None


def _mark_entities(slate: Slate, start: int, end: int, ids: list[str], lexicon: Lexicon) -> None:
    choices = tuple((_FACET_OF_KIND[lexicon.entities[key].kind], key) for key in dict.fromkeys(ids))
    facet, value = choices[0]
    slate.mark(Mark(start=start, end=end, facet=facet, values=(value,), choices=choices))


# --- tracks, formats, layers, flags ----------------------------------------------------------------------------------


def read_tracks(slate: Slate, tracks: Iterable[str]) -> None:
    """Mark tracks by their whole name; a track that only says "keynotes" is the flag's business."""
    noun = r"(?:\s*(?:tracks?|section|专题|分论坛|板块|track))?"
    for name in sorted(tracks, key=len, reverse=True):
        low = lowered(name)
        if len(low) < 4 or words.FLAGS["keynote"].fullmatch(low):
            continue
        flexible = re.escape(low).replace(r"\ \&\ ", r"\s+(?:&|and)\s+").replace(r"\ ", r"\s+")
        for match in list(slate.find(re.compile(rf"{LEFT}(?:the\s+)?{flexible}{noun}{RIGHT}"))):
            slate.mark(Mark(start=match.start(), end=match.end(), facet="track", values=(name,)))
    for match in list(slate.find(re.compile(rf"{LEFT}(?P<said>[a-z0-9&][a-z0-9& -]{{2,60}}?)\s+track{RIGHT}"))):
        said = frozenset(_TOKEN.findall(match["said"])) - STOP_EN
        held = tuple(name for name in tracks if said and said <= frozenset(_TOKEN.findall(lowered(name))))
        if held:
            slate.mark(Mark(start=match.start(), end=match.end(), facet="track", values=held))


def read_formats(slate: Slate, formats: Iterable[str]) -> None:
    """Mark formats that the record has, by their own name or by a word for them in either language."""
    for name in sorted(formats, key=len, reverse=True):
        low = lowered(name)
        said = [re.escape(low), rf"{re.escape(low)}s"]
        for key, forms in words.FORMATS.items():
            if key in low or any(re.fullmatch(form, low) for form in forms):
                said += forms
        for match in list(slate.find(re.compile(rf"{LEFT}(?:{'|'.join(said)}){RIGHT}"))):
            slate.mark(Mark(start=match.start(), end=match.end(), facet="format", values=(name,)))


def read_layers(slate: Slate, lexicon: Lexicon) -> None:
    """Mark layers of the stack where the word "layer" stands beside them, or their name can mean nothing else."""
    for layer, forms in words.LAYERS.items():
        named = [
            re.escape(lowered(name))
            for key, known in lexicon.layers.items()
            if key == layer
            for name in known.name.values()
        ]
        either = "|".join([*named, *forms])
        clear = "|".join(words.CLEAR_LAYERS.get(layer, ()))
        pattern = rf"{LEFT}(?:(?:{either}){words.LAYER_NOUN}|{words.LAYER_BEFORE}(?:{either}){f'|{clear}' if clear else ''}){RIGHT}"
        for match in list(slate.find(re.compile(pattern))):
            slate.mark(Mark(start=match.start(), end=match.end(), facet="layer", values=(layer,)))


def read_flags(slate: Slate) -> None:
    """Mark sponsored, keynote and what became of a session."""
    for status, pattern in words.STATUSES.items():
        for match in list(slate.find(pattern)):
            slate.mark(Mark(start=match.start(), end=match.end(), facet="status", values=(status,)))
    for match in list(slate.find(words.UNSPONSORED)):
        slate.mark(Mark(start=match.start(), end=match.end(), facet="sponsored", values=("false",)))
    for flag, pattern in words.FLAGS.items():
        facet: Facet = "sponsored" if flag == "sponsored" else "keynote"
        for match in list(slate.find(pattern)):
            slate.mark(Mark(start=match.start(), end=match.end(), facet=facet, values=("true",)))
