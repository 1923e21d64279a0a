"""Find what a programme is made of in a question: conferences, sources, rooms, tracks, formats, layers, flags."""

import re
from collections.abc import Iterable, Mapping

from bot.ask import name_words
from bot.ask.names import TOKEN, stretches
from bot.ask.slate import GONE, Mark, Slate, lowered
from bot.ask.stop_words import STOP_EN
from bot.ask.words import LEFT, RIGHT
from vectorstore.lexicon.loader import Lexicon
from vectorstore.models.search import Facet

_ROOM_WORDS = 4
_ROOM_HAN = 8
_ROOM_AS_SAID = re.compile(
    rf"{LEFT}(?:room|hall|stage)\s+(?P<en>[a-z]{{0,4}}\d+[a-z]{{0,4}}|[a-h]){RIGHT}|(?P<zh>[a-z]{{0,4}}\d+[a-z]{{0,4}}){RIGHT}\s*(?:会议室|房间|号?厅|号房|教室)"
)
_CODE = re.compile(rf"{LEFT}[a-z]{{1,4}}\d+[a-z]{{0,4}}{RIGHT}|{LEFT}\d{{2,4}}[a-z]{{1,4}}{RIGHT}")
_CONFERENCE_NOUN = (
    r"(?:conf(?:erence)?s?|con|summit|day|days|forum|workshop|dev(?:eloper)? meeting|会议|大会|峰会|年会)"
)
_YEAR = re.compile(r"20\d\d")
_GENERIC_CONFERENCE = frozenset(
    {"conference", "conf", "summit", "the", "of", "and", "on", "for", "in", "annual", "会议", "大会", "峰会"}
    | {"north", "america", "europe", "asia", "china"}
)
_CODE_FROM = 3
_NOUNS_OF_ROOMS = frozenset(
    {"room", "hall", "stage", "level", "floor", "area", "center", "centre", "lobby", "a", "b", "c"}
)
_SOURCE_FROM = 6
_TRACK_FROM = 4
_TRACK_SAID = re.compile(
    rf"{LEFT}(?P<said>[a-z0-9&][a-z0-9&, /-]{{2,60}}?)\s*(?:那个|这个|那条|这条|的)?\s*"
    rf"(?:tracks?|section|专题|分论坛|板块){RIGHT}"
)
_TRACK_NAMED = re.compile(rf"{LEFT}(?:in|on|of|from)\s+(?:the\s+)?((?:[a-z0-9&-]+\s+){{0,3}}[a-z0-9&-]+)$")
_TELLING_IN_TRACKS = frozenset({"hardware", "software", "accelerator", "framework", "tools", "build", "general"})
_JOINS_NAMES = " ,&/-"
_ACRONYM_FROM = 5
_ACRONYM_TOKENS = 2


def read_conferences(slate: Slate, conferences: Iterable[str]) -> None:
    """Mark conferences named in full or by what tells them apart, with their year if one is said."""
    tokens = {name: frozenset(TOKEN.findall(lowered(name))) for name in conferences}
    for name in sorted(tokens, key=len, reverse=True):
        for match in list(slate.find(re.compile(rf"{LEFT}{re.escape(lowered(name))}{RIGHT}"))):
            slate.note(match, "conference", (name,))
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
        if len(have) <= _ACRONYM_TOKENS:
            _read_acronym(slate, name, have)


def _read_acronym(slate: Slate, name: str, have: frozenset[str]) -> None:
    """Mark a conference known by one word ("FOSDEM 2026"); a year the record does not have must match nothing."""
    for word in sorted(have - _GENERIC_CONFERENCE):
        if len(word) < _ACRONYM_FROM or not (word.isascii() and word.isalpha()):
            continue
        for match in list(slate.find(re.compile(rf"{LEFT}{re.escape(word)}{RIGHT}(?:\s*20\d\d)?"))):
            year = _YEAR.findall(match.group())
            right = not year or year[0] in have or not _YEAR.search(name)
            value = name if right else slate.text[match.start() : match.end()]
            slate.note(match, "conference", (value,))


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
        if len(low) >= _SOURCE_FROM and (" " in low or not low.isascii()):
            for match in list(slate.find(re.compile(rf"{LEFT}{re.escape(low)}{RIGHT}"))):
                slate.note(match, "source", (key,))


def read_rooms(slate: Slate, rooms: Iterable[str], lexicon: Lexicon) -> None:
    """Mark rooms by their names in either language, by the start of a code ("LL21"), or as said after "room"."""
    known: dict[str, str] = {}
    for room in rooms:
        known.setdefault(lexicon.same_room(room), room)
    for start, end in stretches(slate, _ROOM_WORDS, _ROOM_HAN):
        named = known.get(lexicon.same_room(slate.text[start:end]))
        if named and GONE not in slate.left[start:end] and not slate.left[start:end].isdecimal():
            slate.mark(Mark(start=start, end=end, facet="room", values=(named,)))
    for word, named in _last_words(known).items():
        for match in list(slate.find(re.compile(rf"{LEFT}(?:the\s+)?{re.escape(word)}{RIGHT}"))):
            slate.note(match, "room", (named,), inferred=True)
    for match in list(slate.find(_CODE)):
        starts = tuple(
            sorted(
                room
                for key, room in known.items()
                if key.startswith(match.group()) and len(match.group()) >= _CODE_FROM
            )
        )
        if starts:
            slate.note(match, "room", starts, inferred=True)
    for match in list(slate.find(_ROOM_AS_SAID)):
        group = "en" if match["en"] else "zh"
        said = slate.text[match.start(group) : match.end(group)]
        value = known.get(lexicon.same_room(said)) or known.get(lexicon.same_room(match.group())) or said
        slate.note(match, "room", (value,))


def _last_words(known: Mapping[str, str]) -> dict[str, str]:
    """Give the rooms that the last word of their name tells apart ("the expo")."""
    last: dict[str, list[str]] = {}
    for key, room in known.items():
        said = key.split()
        if len(said) > 1 and said[-1].isascii() and said[-1].isalpha() and said[-1] not in _NOUNS_OF_ROOMS:
            last.setdefault(said[-1], []).append(room)
    return {word: rooms[0] for word, rooms in last.items() if len(rooms) == 1 and len(word) >= _CODE_FROM}


def read_tracks(slate: Slate, tracks: Iterable[str]) -> None:
    """Mark tracks by their whole name; a track that only says "keynotes" is the flag's business."""
    noun = r"(?:\s*(?:tracks?|section|专题|分论坛|板块|track))?"
    for name in sorted(tracks, key=len, reverse=True):
        low = lowered(name)
        if len(low) < _TRACK_FROM or name_words.FLAGS["keynote"].fullmatch(low):
            continue
        flexible = re.escape(low).replace(r"\ \&\ ", r"\s+(?:&|and)\s+").replace(r"\ ", r"\s+")
        for match in list(slate.find(re.compile(rf"{LEFT}(?:the\s+)?{flexible}{noun}{RIGHT}"))):
            slate.note(match, "track", (name,))
    for match in list(slate.find(_TRACK_SAID)):
        _read_part_of_track(slate, match, tuple(tracks))


def _read_part_of_track(slate: Slate, match: re.Match[str], tracks: tuple[str, ...]) -> None:
    """Mark the tracks whose names hold the words before "track"; one the record does not have must match nothing."""
    said = TOKEN.finditer(slate.low, match.start("said"), match.end("said"))
    telling = [word for word in said if word.group() not in STOP_EN or word.group() in _TELLING_IN_TRACKS]
    for first, word in enumerate(telling):
        names_of = frozenset(each.group() for each in telling[first:])
        held = tuple(name for name in tracks if names_of <= frozenset(TOKEN.findall(lowered(name))))
        # In "quantum compiler track" the compiler alone is not what is meant.
        whole = first == 0 or slate.low[telling[first - 1].end() : word.start()].strip(_JOINS_NAMES)
        if held and whole:
            slate.mark(Mark(start=word.start(), end=match.end(), facet="track", values=held))
            return
    named = _TRACK_NAMED.search(match["said"])
    if named:
        start = match.start("said") + named.start(1)
        written = slate.text[start : match.end("said")]
        slate.mark(Mark(start=start, end=match.end(), facet="track", values=(written,)))


def read_formats(slate: Slate, formats: Iterable[str]) -> None:
    """Mark formats that the record has, by their own name or by a word for them in either language.

    A format called "talk" is not asked for by that word: it is said of every session.
    """
    for name in sorted(formats, key=len, reverse=True):
        low = lowered(name)
        plain = name_words.ANY_SESSION.fullmatch(low) is not None
        said = [*name_words.FORMATS["breakout"]] if plain else [re.escape(low), rf"{re.escape(low)}s"]
        for key, forms in name_words.FORMATS.items():
            if key in low or any(re.fullmatch(form, low) for form in forms):
                said += forms
        for match in list(slate.find(re.compile(rf"{LEFT}(?:{'|'.join(said)}){RIGHT}"))):
            slate.note(match, "format", (name,))


def read_layers(slate: Slate, lexicon: Lexicon) -> None:
    """Mark layers of the stack where the word "layer" stands beside them, or their name can mean nothing else."""
    for layer, forms in name_words.LAYERS.items():
        named = [
            re.escape(lowered(name))
            for key, known in lexicon.layers.items()
            if key == layer
            for name in known.name.values()
        ]
        either = "|".join([*named, *forms])
        forms_of_it = (
            rf"(?:{either}){name_words.LAYER_NOUN}",
            rf"{name_words.LAYER_BEFORE}(?:{either})",
            *name_words.CLEAR_LAYERS.get(layer, ()),
        )
        for match in list(slate.find(re.compile(rf"{LEFT}(?:{'|'.join(forms_of_it)}){RIGHT}"))):
            slate.note(match, "layer", (layer,))


def read_flags(slate: Slate) -> None:
    """Mark sponsored, keynote and what became of a session."""
    for status, pattern in name_words.STATUSES.items():
        for match in list(slate.find(pattern)):
            slate.note(match, "status", (status,))
    for match in list(slate.find(name_words.UNSPONSORED)):
        slate.note(match, "sponsored", ("false",))
    for flag, pattern in name_words.FLAGS.items():
        facet: Facet = "sponsored" if flag == "sponsored" else "keynote"
        for match in list(slate.find(pattern)):
            slate.note(match, facet, ("true",))
