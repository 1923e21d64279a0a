"""Text made comparable, with the way back to the raw offsets, and text made fit to be stored."""

import re
import unicodedata
from dataclasses import dataclass

_HANGUL_JAMO = re.compile("[\u1160-\u11ff\ud7b0-\ud7ff]")
# Line ends first, so that a file from any system has LF only.
_LINE_END = re.compile("\r\n|[\r\x85\u2028\u2029]")
# Controls but tab and LF; soft hyphen; zero-width and bidirectional marks; tag characters; lone surrogates.
_UNWANTED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """A folded text; character `i` of it came from `raw[starts[i]:ends[i]]`."""

    text: str
    starts: tuple[int, ...] | range
    ends: tuple[int, ...] | range

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Give the raw span that holds the folded characters `start` to `end` (not empty)."""
        return self.starts[start], self.ends[end - 1]


def fold(text: str, *, keep_case: bool = False) -> Folded:
    """Make a text comparable (NFKC, case folded unless `keep_case`) and remember where each character was."""
    if text.isascii():
        folded = text if keep_case else text.lower()
        return Folded(text=folded, starts=range(len(text)), ends=range(1, len(text) + 1))
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    start = 0
    for end in range(1, len(text) + 1):
        if end < len(text) and _continues(text[end]):
            continue
        piece = unicodedata.normalize("NFKC", text[start:end])
        piece = piece if keep_case else piece.casefold()
        pieces.append(piece)
        starts += [start] * len(piece)
        ends += [end] * len(piece)
        start = end
    return Folded(text="".join(pieces), starts=tuple(starts), ends=tuple(ends))


def _continues(character: str) -> bool:
    """Say whether a character may melt into the one before it, so that the two are folded together."""
    if character.isascii():
        return False
    first = unicodedata.normalize("NFKD", character)[0]
    return unicodedata.category(first).startswith("M") or bool(_HANGUL_JAMO.match(first))


def clean(text: str) -> tuple[str, int]:
    """Make foreign text fit to be stored, and count the characters that were taken out.

    What is left is NFC with LF line ends; controls, invisible and direction marks, and lone surrogates are gone:
    they carry nothing a reader sees, and hide text from readers or break stores.
    """
    kept, removed = _UNWANTED.subn("", _LINE_END.sub("\n", text))
    return unicodedata.normalize("NFC", kept), removed
