"""What is left of a question once everything known was taken: exact text where it occurs, unknown where it does not."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from bot.ask import name_words, words
from bot.ask.filler_words import WIDE
from bot.ask.glossary import COMPOUNDS
from bot.ask.slate import GONE, Mark, Slate
from bot.ask.stop_words import STOP_EN, STOP_ZH
from bot.ask.terms import spellings

Occurs = Callable[[str], int]

_LATIN = re.compile(r"[a-z0-9_][a-z0-9_.+#/'-]*(?<![.'/-])|[à-ɏЀ-ӿ぀-ヿ가-힣]+")
_HAN = re.compile(r"[一-鿿]{1,40}")
_ANY_HAN = re.compile(r"[一-鿿]")
_STOP_HAN = frozenset(STOP_ZH)
_LONGEST_STOP = max(map(len, STOP_ZH))
# Stop words that names begin or end with: 内 of 内核.
_PART_OF_NAMES = frozenset("内外上下中大小长短多少前后")
_GRAMMAR = frozenset(
    {"the", "and", "for", "with", "from", "that", "this", "are", "was", "were", "which", "what", "who", "how", "does"}
    | {"did", "has", "have", "about", "into", "onto", "not", "but", "its", "any", "all"}
)
# What stands behind one of these, or before the word for a talk, is what the talks are to be about.
_ABOUT = r"about|abt|re|regarding|concerning|covering|covers?|discuss(?:es|ing)?|mention(?:s|ing)?|explain(?:s|ing)?"
_ARTICLES = r"(?:(?:the|a|an|some|any|all|more|this|that|these|those)\s+)*"
_TOPIC_FOLLOWS = re.compile(
    rf"(?:(?:^|[^a-z])(?:{_ABOUT}|on|onto|using|uses?|by|from|with|for|in|at|of|via|through|around|versus|vs|to|into|"
    rf"address(?:es|ing)?|called|named|targeting|targets?|supporting|supports?|or|and|nor|plus)\s+|[/&+]\s*){_ARTICLES}$"
)
_ABOUT_FOLLOWS = re.compile(rf"(?:^|[^a-z])(?:{_ABOUT})\s+{_ARTICLES}$")
_TALKS_FOLLOW = re.compile(
    r"^[\s-]*(?:talks?|sessions?|presentations?|lectures?|keynotes?|slots?|tutorials?|posters?|panels?|workshops?|"
    r"events?|stuff|content|materials?|things?|topics?|presos?|articles?|posts?|papers?)(?![a-z])"
)
_LONGEST_HAN = 10
_PLURAL_FROM = 4
_OTHER_SPELLING = re.compile("i[sz](?=[eai])")
_ENDINGS = ("ers", "er", "ies", "ing", "ed", "es", "e", "s", "y")
# Weights of a split into stop words, words that occur and characters that mean nothing to us: few and long pieces win.
_STOP_COST, _SHORT_STOP_COST, _PIECE_COST, _CHAR_COST, _UNKNOWN_COST = 0.12, 0.4, 1.0, 0.04, 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """A leftover: where it stands, as written, the forms of it that occur.

    `name_like` says that it looks like a name, `topical` that its place makes it what is asked about: neither may be
    dropped. `wide` words ("AI") narrow nothing beside another subject.
    """

    start: int
    end: int
    written: str
    forms: tuple[str, ...]
    name_like: bool
    topical: bool = False

    @property
    def wide(self) -> bool:
        """Say whether the word fits nearly everything here."""
        return self.written.lower() in WIDE

    def mark(self) -> Mark:
        """Turn it into an exact text condition."""
        return Mark(start=self.start, end=self.end, facet="text", values=self.forms, written=self.written)


def leftovers(slate: Slate, occurs: Occurs) -> list[Left]:
    """List what is left, in order; a leftover without forms occurs nowhere."""
    for pattern in (words.POLITE, name_words.CUE_VERBS):
        for match in list(slate.find(pattern)):
            slate.take(match.start(), match.end())
    found = _compounds(slate, occurs)
    found += [left for phrase in _phrases(slate) for left in _latin(slate, phrase, occurs)]
    for run in _HAN.finditer(slate.left):
        found += _han(slate, run.start(), run.group(), occurs)
    return _placed(_glossed(sorted(found, key=lambda left: left.start), slate), slate)


def _compounds(slate: Slate, occurs: Occurs) -> list[Left]:
    """Take the subjects whose name is a compound of everyday words, with their name in the other language."""
    found = []
    for names in COMPOUNDS:
        either = "|".join(map(re.escape, names))
        for match in list(slate.find(re.compile(rf"{words.LEFT}(?:{either})s?{words.RIGHT}"))):
            forms = tuple(filter(occurs, dict.fromkeys(form for name in names for form in spellings(name))))
            if forms:
                written = slate.text[match.start() : match.end()]
                found.append(Left(start=match.start(), end=match.end(), written=written, forms=forms, name_like=True))
                slate.take(match.start(), match.end())
    return found


def _glossed(lefts: list[Left], slate: Slate) -> list[Left]:
    """Join a word with what brackets after it call it in the other language: either is enough."""
    kept: list[Left] = []
    for left in lefts:
        last = kept[-1] if kept else None
        before = slate.text[: left.start].rstrip()
        if not (before.endswith("(") and slate.text[left.end :].lstrip().startswith(")")):
            if not _is_gloss_of_mark(left, slate):
                kept.append(left)
            continue
        outer = before[:-1].rstrip()
        foreign = bool(outer) and bool(_ANY_HAN.match(outer[-1])) != bool(_ANY_HAN.match(left.written))
        if last and foreign and last.end == len(outer):
            forms = tuple(dict.fromkeys((*last.forms, *left.forms)))
            kept[-1] = replace(last, end=left.end, forms=forms, written=last.written if last.forms else left.written)
        elif not (foreign and any(mark.end == len(outer) for mark in slate.marks)):
            kept.append(left)
    return kept


def _is_gloss_of_mark(left: Left, slate: Slate) -> bool:
    """Say whether a name that was understood stands in brackets behind the word, in the other language."""
    opening = re.match(r"\s*\(\s*", slate.text[left.end :])
    start = left.end + opening.end() if opening else -1
    named = next((mark for mark in slate.marks if mark.start == start), None)
    if named is None or not slate.text[named.end :].lstrip().startswith(")"):
        return False
    return bool(_ANY_HAN.search(left.written)) != bool(_ANY_HAN.search(named.written))


def _placed(lefts: list[Left], slate: Slate) -> list[Left]:
    """Tell which leftovers stand where a subject stands; words side by side are one subject."""
    topical = [_is_topical(left, slate) for left in lefts]
    for pairs in (range(1, len(lefts)), range(len(lefts) - 1, 0, -1)):
        for place in pairs:
            if lefts[place].start - lefts[place - 1].end <= 1 and (topical[place] or topical[place - 1]):
                topical[place] = topical[place - 1] = True
    return [replace(left, topical=told) for left, told in zip(lefts, topical, strict=True)]


def _is_topical(left: Left, slate: Slate) -> bool:
    before = slate.low[: left.start]
    beyond_names = slate.low[: len(slate.left[: left.start].rstrip(f"{GONE} "))] + " "
    return bool(
        _TOPIC_FOLLOWS.search(before)
        or _ABOUT_FOLLOWS.search(beyond_names)
        or _TALKS_FOLLOW.match(slate.low[left.end :])
    )


# --- Latin -----------------------------------------------------------------------------------------------------------


def _phrases(slate: Slate) -> Iterator[list[re.Match[str]]]:
    """Group content words that stand side by side."""
    phrase: list[re.Match[str]] = []
    for match in _LATIN.finditer(slate.left):
        word = match.group().removesuffix("'s")
        keep = word not in STOP_EN and (len(word) > 1 or slate.text[match.start()].isupper())
        if phrase and (not keep or slate.left[phrase[-1].end() : match.start()].strip(" -'s")):
            yield phrase
            phrase = []
        if keep:
            phrase.append(match)
    if phrase:
        yield phrase


def _latin(slate: Slate, phrase: list[re.Match[str]], occurs: Occurs) -> Iterator[Left]:
    start, end = phrase[0].start(), phrase[-1].end()
    written = slate.text[start:end].removesuffix("'s")
    forms = _occurring(written, occurs)
    named = [match for match in phrase if _name_like(slate, match)]
    if not forms or len(phrase) == 1:
        wider = _wider(slate, start, end, occurs)
        if wider:
            yield Left(
                start=wider[0],
                end=wider[1],
                written=slate.text[wider[0] : wider[1]],
                forms=(slate.text[wider[0] : wider[1]],),
                name_like=bool(named),
            )
            return
    if forms or len(phrase) == 1:
        yield Left(start=start, end=end, written=written, forms=forms, name_like=bool(named))
    elif len(named) == len(phrase) and not any(_occurring(_word(slate, match), occurs) for match in phrase):
        # "John Smith" is one unknown, not two.
        yield Left(start=start, end=end, written=written, forms=(), name_like=True)
    else:
        for match in phrase:
            word = _word(slate, match)
            yield Left(
                start=match.start(),
                end=match.end(),
                written=word,
                forms=_occurring(word, occurs),
                name_like=_name_like(slate, match),
            )


def _wider(slate: Slate, start: int, end: int, occurs: Occurs) -> tuple[int, int] | None:
    """Take a common word beside the phrase in where the texts have both as one term ("warm start")."""
    after = re.match(r"[ -]([a-z]{3,})", slate.left[end:])
    before = re.search(r"([a-z]{3,})[ -]$", slate.left[:start])
    spans = [(start, end + after.end())] if after and after.group(1) not in _GRAMMAR else []
    spans += [(before.start(), end)] if before and before.group(1) not in _GRAMMAR else []
    return next((span for span in spans if occurs(slate.text[span[0] : span[1]])), None)


def _word(slate: Slate, match: re.Match[str]) -> str:
    return slate.text[match.start() : match.end()].removesuffix("'s")


def _name_like(slate: Slate, match: re.Match[str]) -> bool:
    written = slate.text[match.start() : match.end()]
    first = not slate.text[: match.start()].strip()
    if _ANY_HAN.search(slate.text):  # a Latin word inside a Chinese question is a name
        return True
    return (
        any(char.isdigit() for char in written)
        or written[1:] != written[1:].lower()
        or (written[0].isupper() and not first)
    )


def _occurring(written: str, occurs: Occurs) -> tuple[str, ...]:
    """Give the forms of a word that occur: as written, without and with the plural's s, hyphen or blank."""
    forms = [written]
    if written.isascii() and len(written) >= _PLURAL_FROM:
        forms.append(written[:-1] if written.endswith("s") and not written.endswith("ss") else f"{written}s")
        forms += _inflected(written) if written.isalpha() and written.islower() else []
    forms += [form.replace("-", " ") for form in forms if "-" in form] + [
        form.replace(" ", "-") for form in forms if " " in form
    ]
    return tuple(form for form in dict.fromkeys(forms) if occurs(form))


def _inflected(word: str) -> list[str]:
    """Give what a word may look like in a text: compile, compiled, compiling, compiler; quantise, quantize."""
    stem = next(
        (word.removesuffix(e) for e in _ENDINGS if word.endswith(e) and len(word) - len(e) >= _PLURAL_FROM), word
    )
    stem = stem[:-1] if len(stem) > _PLURAL_FROM and stem[-1] == stem[-2] and stem[-1] not in "slf" else stem
    forms = [word, *(f"{stem}{ending}" for ending in ("", "e", "es", "ed", "ing", "er", "ers", "y", "ies"))]
    swapped = [
        f.replace("is", "iz") if "is" in f else f.replace("iz", "is") for f in forms if re.search("i[sz](?=e|a|i)", f)
    ]
    return [form for form in (*forms, *swapped) if form != word]


# --- Han -------------------------------------------------------------------------------------------------------------


def _han(slate: Slate, offset: int, run: str, occurs: Occurs) -> Iterator[Left]:
    """Split a run into stop words and words that occur, by least cost; what neither covers is unknown."""
    said = _said(run)
    if not any(said):
        return
    best: list[tuple[float, int, str]] = [(0.0, 0, "")]
    for end in range(1, len(run) + 1):
        options = [(best[end - 1][0] + _UNKNOWN_COST, end - 1, "unknown")]
        for start in range(max(0, end - _LONGEST_HAN), end):
            piece = run[start:end]
            if piece in _STOP_HAN:
                cost = _STOP_COST if len(piece) > 1 else _SHORT_STOP_COST
                options.append((best[start][0] + cost, start, "stop"))
            elif len(piece) > 1 and any(said[start:end]) and _occurs_as(slate, offset + start, offset + end, occurs):
                options.append((best[start][0] + _PIECE_COST + _CHAR_COST * len(piece), start, "text"))
        best.append(min(options))
    yield from _pieces(slate, offset, best, occurs)


def _said(run: str) -> list[bool]:
    """Tell for every character whether no longest-first reading of stop words covers it."""
    said = [True] * len(run)
    place = 0
    while place < len(run):
        length = next((n for n in range(_LONGEST_STOP, 0, -1) if run[place : place + n] in _STOP_HAN), 0)
        said[place : place + length] = [False] * length
        place += length or 1
    return said


def _occurs_as(slate: Slate, start: int, end: int, occurs: Occurs) -> bool:
    written, simple = slate.text[start:end], slate.low[start:end]
    return bool(occurs(written) or (simple != written and occurs(simple)))


def _pieces(slate: Slate, offset: int, best: list[tuple[float, int, str]], occurs: Occurs) -> Iterator[Left]:
    pieces: list[tuple[int, int, str]] = []
    end = len(best) - 1
    while end:
        _, start, sort = best[end]
        last = pieces[-1] if pieces else None
        if last and last[0] == end and sort == last[2] == "unknown":
            pieces[-1] = (start, last[1], "unknown")
        else:
            pieces.append((start, end, sort))
        end = start
    for start, end, sort in _names_whole(pieces[::-1]):
        written = slate.text[offset + start : offset + end]
        if sort == "text":
            forms = tuple(
                form for form in dict.fromkeys((written, slate.low[offset + start : offset + end])) if occurs(form)
            )
            yield Left(start=offset + start, end=offset + end, written=written, forms=forms, name_like=True)
        elif sort == "unknown" and len(written) > 1:
            before = slate.text[offset + start - 1] if start else ""
            written = f"{before}{written}" if before in _PART_OF_NAMES else written
            yield Left(start=offset + start, end=offset + end, written=written, forms=(), name_like=True)


def _names_whole(pieces: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Join a longer unknown with the known word beside it: half a name that occurs is not the name."""
    kept: list[tuple[int, int, str]] = []
    for start, end, sort in pieces:
        last = kept[-1] if kept else (0, 0, "stop")
        sorts = {sort, last[2]}
        unknown = max((e - s for s, e, k in ((start, end, sort), last) if k == "unknown"), default=0)
        if last[1] == start and sorts == {"text", "unknown"} and unknown > 1:
            kept[-1] = (last[0], end, "unknown")
        else:
            kept.append((start, end, sort))
    return kept
