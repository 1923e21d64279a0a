"""What our fixed phrases claim about sessions (marks, which time is which, who is from where), held to the programme.

That the words of a sentence stand in its source is not enough: "ends at 10:00" and "Ravi (Harbour Lab)" may both be
made of words that stand there.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from bot.ask.wording import TEXTS
from bot.models.answer import AnswerLanguage

_CLOCK_RANGE = re.compile(r"(?<!\d)(\d{1,2}:\d{2})[–-](\d{1,2}:\d{2})(?!\d)")
_OF_ORGANISATION = re.compile(r"([^·()]+?) ?\(([^()]+)\)")
_CLOCK = re.compile(r"\d{1,2}:\d{2}")
# A second part before one with an organisation in brackets can only be the room.
_HAS_ROOM = re.compile(r"\d{4}-\d{2}-\d{2}[^·]*· [^·(]+ · [^·(]+\(")
_NAME_MARKS = " –-:;："
_SPONSORED, _KEYNOTE = "sponsored / 赞助", "keynote / 主题演讲"


def programme_fault(text: str, lines: Iterable[str], language: AnswerLanguage) -> str:
    """Say what a sentence claims that no cited line of the programme bears out; empty when all is borne out.

    `text` is the sentence without its titles, `lines` the passages of sessions it cites.
    """
    programme = [_folded(line) for line in lines]
    if not programme:
        return ""
    said = _folded(text)
    faults = (
        *_flag_faults(said, programme, language),
        *_time_faults(said, programme, language),
        *_people_faults(said, programme, language),
        *_room_faults(said, programme, language),
    )
    return next(iter(faults), "")


def _flag_faults(said: str, programme: Sequence[str], language: AnswerLanguage) -> Iterator[str]:
    pieces = {piece.strip() for piece in said.split("·")}
    for name, mark in (("sponsored", _SPONSORED), ("keynote", _KEYNOTE)):
        if _folded(TEXTS[language][f"flag.{name}"]) in pieces and not any(mark in line for line in programme):
            yield f"no cited session is marked {name}"
    if _says(said, "lookup.sponsored.yes", language) and not any(_SPONSORED in line for line in programme):
        yield "no cited session is marked sponsored"
    if _says(said, "lookup.sponsored.no", language) and all(_SPONSORED in line for line in programme):
        yield "every cited session is marked sponsored"


def _time_faults(said: str, programme: Sequence[str], language: AnswerLanguage) -> Iterator[str]:
    ranges = {(m[1], m[2]) for line in programme for m in _CLOCK_RANGE.finditer(line)}
    for match in _CLOCK_RANGE.finditer(said):
        if (match[1], match[2]) not in ranges:
            yield f"no cited session is at {match[0]}"
    if _says(said, "lookup.end", language):
        at = _CLOCK.search(_CLOCK_RANGE.sub("·", said))
        if at is not None and all(at[0] != end for _, end in ranges):
            yield f"no cited session ends at {at[0]}"
    if any(_says(said, key, language) for key in ("lookup.end.none", "lookup.start.none")) and all(
        _CLOCK_RANGE.search(line) for line in programme
    ):
        yield "every cited session has its times"


def _people_faults(said: str, programme: Sequence[str], language: AnswerLanguage) -> Iterator[str]:
    for match in _OF_ORGANISATION.finditer(said):
        organisation = match[2].strip()
        if not any(f"({organisation})" in line for line in programme):
            continue  # a day, a time, or words that are looked for by themselves
        *others, last = [
            name.strip(_NAME_MARKS) for name in re.split(r"[,、]|(?<=\s)[–-]\s|: ?", match[1]) if name.strip()
        ]
        if not any(f"{last} ({organisation})" in line for line in programme):
            yield f"{last!r} is not of {organisation!r}"
        for name in others:
            # One before it without an organisation stands alone in the programme.
            if (
                any(f"{name} (" in line for line in programme)
                and not any(f"{name} ({organisation})" in line for line in programme)
                and not re.search(re.escape(name) + r" ?\(", said)
            ):
                yield f"{name!r} is not of {organisation!r}"
    if _says(said, "lookup.speaker.none", language) and all(" (" in line for line in programme):
        yield "every cited session names its speakers"


def _room_faults(said: str, programme: Sequence[str], language: AnswerLanguage) -> Iterator[str]:
    denied = _says(said, "lookup.room.none", language) or _folded(TEXTS[language]["room.none"]) in said
    if denied and all(_HAS_ROOM.search(line) for line in programme):
        yield "every cited session has a room"


def _says(said: str, key: str, language: AnswerLanguage) -> bool:
    """Say whether a sentence is made by one of our phrases, by the longest fixed piece of it."""
    pieces = (_folded(piece) for piece in re.split(r"\{\w+\}", TEXTS[language][key]))
    return max(pieces, key=len) in said


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
