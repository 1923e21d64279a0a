"""“The second one”: a talk named by its place in the list that was shown last."""

import re
from collections.abc import Sequence

_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "last": -1}
_HAN = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
_LATIN_REFERENCE = re.compile(
    r"(?<![A-Za-z])(?:the\s+)?"
    rf"(?:(?P<word>{'|'.join(_ORDINALS)})\s+one|(?:number|no\.|nr\.|#)\s*(?P<number>\d{{1,2}})"
    r"|(?P<ordinal>\d{1,2})(?:st|nd|rd|th)\s+one)(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_HAN_REFERENCE = re.compile(r"(?:第(?P<han>[一二三四五六七八九十]|\d{1,2})|最后一)(?:个|条|项)(?!会场|房间|议程)")


def with_title(text: str, titles: Sequence[str]) -> str:
    """Put the title in the place of a reference to the list shown last; text without a reference stays as it is.

    A place that the list does not have stays a quoted name, which no text holds, so that it is refused by name.
    """
    found = _LATIN_REFERENCE.search(text) or _HAN_REFERENCE.search(text)
    if not found:
        return text
    place = _place(found)
    shown = titles[place - 1 if place > 0 else place] if 0 < abs(place) <= len(titles) else found[0].strip()
    return f"{text[: found.start()]}“{shown}”{text[found.end() :]}"


def _place(found: re.Match[str]) -> int:
    named = found.groupdict()
    if word := named.get("word"):
        return _ORDINALS[word.lower()]
    if digits := named.get("number") or named.get("ordinal"):
        return int(digits)
    han = named.get("han")
    if han is None:
        return -1
    return int(han) if han.isdecimal() else _HAN[han]
