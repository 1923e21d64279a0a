"""Who gives a talk: speakers and their organisations on a line as written, and when two names are one person."""

import re
import unicodedata

from rapidfuzz import fuzz

from vectorstore.models.documents import Speaker

_LABEL = re.compile(
    r"^\s*(?:[-–—•*]\s+)?(?:"
    r"(?:speakers?|presenters?|presented by|with|by|panell?ists?|moderators?|hosts?|chairs?)\b\s*[:：]\s*"
    r"|(?:presented by|by)\s+(?=[A-Z])"
    r"|(?:演讲者|演讲人|演讲嘉宾|讲者|讲师|主讲人?|嘉宾|分享嘉宾|分享人|报告人|主持人|主持|讲演者)\s*[:：]\s*)",
    re.IGNORECASE,
)
_BRACKETED = re.compile(
    r"(?P<names>[^()（）]*?)\s*[(（](?P<organisation>[^()（）]*(?:[(（][^()（）]*[)）][^()（）]*)*)[)）]"
)
_PAIRS = re.compile(r"\s*[;；•]\s*|\s+/\s+")
_COMMA = re.compile(r"\s*[,，、]\s*")
_AND = re.compile(r"\s+(?:and|&)\s+|\s*&\s*|\s*(?<=[\u4e00-\u9fff])[和与](?=[\u4e00-\u9fff])\s*")
_DASH = re.compile(r"\s+[-–—|@]\s+")
_LEGAL_TAIL = re.compile(r"^(?:inc|llc|ltd|gmbh|corp|corporation|co|s\.?a|plc|b\.?v|a\.?g)\.?$", re.IGNORECASE)
_JOB = re.compile(
    r"\b(?:vp|vice president|president|director|head|chair(?:man|woman|person)?|engineer|scientist|professor|prof"
    r"|researcher|manager|lead|architect|founder|co-founder|ceo|cto|coo|chief|fellow|developer|advocate|student|maintainer|principal|staff|senior)\b"
    r"|工程师|总监|经理|教授|研究员|负责人|科学家|架构师|创始人|首席|博士生",
    re.IGNORECASE,
)
_HAN_NAME_THEN_ORGANISATION = re.compile(
    r"^(?P<name>[\u4e00-\u9fff·]{2,4})\s+(?P<organisation>.*(?:[A-Za-z]|[\u4e00-\u9fff]{4}|公司|大学|华为|阿里|腾讯|百度).*)$"
)
_NAME_WORD = re.compile(r"^[^\W\d_](?:[\w’'.\-·]*[\w.])?$")
_PARTICLES = frozenset("de da di del della der den van von bin ibn al el la le i y e dos das du ten ter zu".split())  # noqa: SIM905
_HAN_NAME = re.compile(r"^[\u4e00-\u9fff]{2,4}(?:·[\u4e00-\u9fff]+)*$")
_MOST_NAME_WORDS = 6
# ingest.md, section 8: how alike two spellings must be to be taken for one person inside one session.
_SPELLING_LIKENESS = 85


def speakers(line: str) -> tuple[Speaker, ...]:
    """Read the speakers of `line` in the order written, each with the organisation as written or None.

    With brackets each speaker has an organisation of their own, `;` parts pairs of name and organisation, and on a
    plain line the words after the last comma belong to all speakers.
    """
    text = _LABEL.sub("", line).strip(" \t,，、;；·|*")
    if not text:
        return ()
    if _BRACKETED.search(text):
        return _bracketed(text)
    if _PAIRS.search(text):
        return tuple(person for part in _PAIRS.split(text) if part for person in _listed(part))
    return _listed(text)


def is_labelled(line: str) -> bool:
    """Say whether `line` calls itself a line of speakers ("Speakers: …", "讲者：…")."""
    return bool(_LABEL.match(line))


def looks_like_people(line: str) -> bool:
    """Say whether `line` could be nothing but names with organisations: a title has verbs, colons or small words."""
    if is_labelled(line):
        return True
    text = line.strip()
    ends_in_sentence = text.endswith((".", "。")) and not _LEGAL_TAIL.match(text.split()[-1])
    if not text or ends_in_sentence or re.search(r"[:：?？!！]", text):
        return False
    people = speakers(text)
    return bool(people) and all(_looks_like_name(person.name) for person in people)


def same_person(one: str, other: str) -> bool:
    """Say whether two names in one session are one person: equal word sets, or one within the other (≥ 2 words)."""
    left, right = name_words(one), name_words(other)
    if left == right:
        return bool(left)
    smaller = min(left, right, key=len)
    return len(smaller) >= 2 and (left <= right or right <= left)  # noqa: PLR2004


def name_words(name: str) -> frozenset[str]:
    """Reduce a name to the set of its words without accents and case, which is how people are compared."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return frozenset(re.findall(r"[^\W_]+", plain.casefold()))


def paired(left: tuple[Speaker, ...], right: tuple[Speaker, ...]) -> int:
    """Count the people two speaker lists of one session share; two left over and nearly alike count as one person."""
    rest = list(right)
    alone: list[Speaker] = []
    shared = 0
    for person in left:
        match = next((other for other in rest if same_person(person.name, other.name)), None)
        if match is None:
            alone.append(person)
        else:
            rest.remove(match)
            shared += 1
    if len(alone) == len(rest) == 1:
        names = (" ".join(sorted(name_words(person.name))) for person in (alone[0], rest[0]))
        shared += fuzz.ratio(*names) >= _SPELLING_LIKENESS
    return shared


def _bracketed(text: str) -> tuple[Speaker, ...]:
    people: list[Speaker] = []
    position = 0
    for match in _BRACKETED.finditer(text):
        if match.start() != position and text[position : match.start()].strip():
            break
        *before, last = [name for name in _COMMA.split(_PAIRS.sub("，", match["names"])) if _word(name)] or [""]
        people += [Speaker(name=_word(name)) for name in before]
        people += [
            Speaker(name=_word(name), organisation=match["organisation"].strip())
            for name in _AND.split(last)
            if _word(name)
        ]
        position = match.end()
    people += [Speaker(name=_word(name)) for name in _COMMA.split(text[position:]) if _word(name)]
    return tuple(people)


def _word(text: str) -> str:
    return re.sub(r"^(?:and|&|和|与)\s+", "", text.strip(" \t,，、;；.·|*–—-")).strip()


def _listed(text: str) -> tuple[Speaker, ...]:
    items = [item for item in _COMMA.split(text.strip()) if item.strip()]
    while len(items) > 1 and _LEGAL_TAIL.match(items[-1]):
        items[-2:] = [f"{items[-2]}, {items[-1]}"]
    if len(items) == 1:
        return _single(items[0].strip())
    *names, organisation = items
    names = [name for index, name in enumerate(names) if index == 0 or not _JOB.search(name)]
    return tuple(
        Speaker(name=_word(name), organisation=organisation.strip())
        for item in names
        for name in _AND.split(item)
        if _word(name)
    )


def _single(text: str) -> tuple[Speaker, ...]:
    dashed = _DASH.split(text, maxsplit=1)
    organisation = None
    if len(dashed) == 2:  # noqa: PLR2004
        text, organisation = dashed[0], dashed[1].strip()
    elif match := _HAN_NAME_THEN_ORGANISATION.match(text):
        text, organisation = match["name"], match["organisation"].strip()
    return tuple(Speaker(name=_word(name), organisation=organisation) for name in _AND.split(text) if _word(name))


def _looks_like_name(name: str) -> bool:
    if _HAN_NAME.match(name):
        return True
    words = name.split()
    if not 1 < len(words) <= _MOST_NAME_WORDS:
        return False
    return all(_NAME_WORD.match(word) and (word[0].isupper() or word.casefold() in _PARTICLES) for word in words)
