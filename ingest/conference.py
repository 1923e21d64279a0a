"""What a guide says of its conference: name, days and city, each with the places that say it."""

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta

from ingest.days import Span, find_spans
from vectorstore.lexicon.loader import Lexicon
from vectorstore.models.claims import Statement

_SLUG = re.compile(r"^[a-z0-9]+(?:-[a-z0-9]+){3,}$")
_SITE_TAIL = re.compile(r"\s+[–—|-]\s+[^–—|]{1,40}$")
_EVENT_WORD = re.compile(
    r"\b(?:conference|summit|con|congress|symposium|workshop|forum|days?|camp|fest|meetup|devcon|connect|expo|world)\b|[A-Za-z]Con\b"
    r"|大会|会议|峰会|论坛|年会|研讨会|开发者日",
    re.IGNORECASE,
)
_AT = re.compile(r"(?:^|\s)(?:at|@)\s+(?:the\s+)?", re.IGNORECASE)
_OF = re.compile(r"(?:^|\s)(?:for|of|from|to)\s+(?:the\s+)?", re.IGNORECASE)
_ZH_EVENT = re.compile(
    r"(?P<name>[^，。：:！？、《》（）()]*?(?:大会|峰会|论坛|年会|研讨会|会议|Conference|Summit)(?:\s*20\d\d)?)"
)
_ZH_TAIL = re.compile(r"(?:议程|日程|指南|演讲|议题|参会)(?:指南|一览|安排|速览|汇总|列表|大全)*$")
_EN_TAIL = re.compile(
    r"\s*[:：–—|-]\s*(?:full |complete |detailed )?"
    r"(?:guide|schedule|agenda|program(?:me)?|sessions?|talks|preview|highlights)\b.*$"
    r"|\s+(?:full |complete |detailed )?(?:guide|schedule|agenda|program(?:me)?)$",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")
_SENTENCE = re.compile(r"[^。！？\n]+?(?:[.](?=\s)|[。！？]|\n|$)")
_HAN_RUN = re.compile(r"[\u4e00-\u9fff]{2,}")
_LATIN_RUN = re.compile(r"[A-Z][\w'’.\-]*(?:\s+(?:[A-Z][\w'’.\-]*|de|do|del))*")
_NAME = r"(?P<name>[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+){0,2})"
_CITY_BEFORE = re.compile(
    rf"(?:\bin\s+{_NAME}(?:,\s[A-Z]\w+)?,?(?:\s+(?:on|from))?|[(（]{_NAME.replace('name', 'han')}[,，])\s*$"
)
_CITY_AFTER = re.compile(rf"(?:,?\s+in\s+{_NAME}|\s*[,，]\s*(?P<han>[\u4e00-\u9fff]{{2,6}})[)）])")
_LONGEST_PLACE = 6
_LONGEST_CONFERENCE = timedelta(days=14)


@dataclass(frozen=True, slots=True, kw_only=True)
class DaySpan:
    """A reading of the conference's first and last day, and where the text gives it."""

    first: date
    last: date
    char_start: int
    char_end: int


def conference_name(title: str, prose: str) -> str:
    """Find the conference's name in the page's title, spelt as the page's prose spells it.

    "Your Guide to X at PyTorch Conference 2026 – Blog" and its slug both give "PyTorch Conference 2026"; without
    any word for an event the whole title stands.
    """
    name = _SITE_TAIL.sub("", title.strip())
    if _SLUG.match(name):
        name = name.replace("-", " ")
    name = _without_wrapper(name)
    return _as_spelt(name, prose) or name


def readable_title(title: str, name: str, prose: str) -> str:
    """Turn a title that is only a slug into words spelt as the prose spells them; any other title stays as it is."""
    if not _SLUG.match(title):
        return _SITE_TAIL.sub("", title) if _SITE_TAIL.search(title) and len(title) > len(name) else title
    words = " ".join(_cased(word, prose) for word in title.split("-"))
    words = re.sub(re.escape(name), lambda _: name, words, flags=re.IGNORECASE)
    return words[:1].upper() + words[1:]


def find_year(texts: tuple[str, ...]) -> int | None:
    """Pick the year a page is about: the first text that names exactly one year, or its commonest one."""
    for text in texts:
        years = Counter(int(match[1]) for match in _YEAR.finditer(text.replace("-", " ")))
        if years:
            return years.most_common(1)[0][0]
    return None


def conference_days(prose: str, year: int) -> tuple[DaySpan, ...]:
    """Find the spans of days in a guide's prose; single days count only where there is no span at all."""
    spans = [span for span in find_spans(prose) if span.first != span.last and _fits(span, year)]
    if not spans:
        spans = [span for span in find_spans(prose) if span.year is not None]
    return tuple(_day_span(span, year) for span in spans)


def statements(text: str, *, name: str, days: tuple[DaySpan, ...], lexicon: Lexicon) -> tuple[Statement, ...]:
    """State what `text` says of the conference: its name, its days, and the city in sentences about either."""
    subject = f"conference:{name}"
    found = [
        Statement(
            subject=subject,
            aspect="dates",
            value=text[day.char_start : day.char_end],
            normal=f"{day.first.isoformat()}/{day.last.isoformat()}",
            char_start=day.char_start,
            char_end=day.char_end,
        )
        for day in days
    ]
    at = text.find(name)
    if at >= 0:
        end = at + len(name)
        named = Statement(
            subject=subject, aspect="name", value=name, normal=name.casefold(), char_start=at, char_end=end
        )
        found.append(named)
    for sentence in _SENTENCE.finditer(text):
        dated = [day for day in days if sentence.start() <= day.char_start < sentence.end()]
        if not dated and name not in sentence[0]:
            continue
        cities = _cities(subject, text, sentence.start(), sentence.end(), lexicon=lexicon)
        found += cities or [city for day in dated for city in _unknown_city(subject, text, day)]
    return tuple(sorted(found, key=lambda statement: statement.char_start))


def _city(subject: str, text: str, start: int, end: int, *, normal: str) -> Statement:
    return Statement(
        subject=subject, aspect="city", value=text[start:end], normal=normal, char_start=start, char_end=end
    )


def _cities(subject: str, text: str, start: int, end: int, *, lexicon: Lexicon) -> list[Statement]:
    """Find the cities the lexicon knows between two offsets: Han letters by length, Latin words by capitals."""
    found: list[Statement] = []
    for run in _HAN_RUN.finditer(text, start, end):
        position = run.start()
        while position < run.end():
            sizes = range(min(_LONGEST_PLACE, run.end() - position), 1, -1)
            size = next((size for size in sizes if lexicon.place(text[position : position + size])), 0)
            if size:
                city = lexicon.place(text[position : position + size]) or ""
                found.append(_city(subject, text, position, position + size, normal=city))
            position += size or 1
    for run in _LATIN_RUN.finditer(text, start, end):
        words = [(run.start() + word.start(), run.start() + word.end()) for word in re.finditer(r"\S+", run[0])]
        pieces = [(first, last) for index, (first, _) in enumerate(words) for _, last in reversed(words[index:])]
        for first, last in pieces:
            piece = text[first:last].rstrip(".,")
            if place := lexicon.place(piece):
                found.append(_city(subject, text, first, first + len(piece), normal=place))
                break
    return found


def _unknown_city(subject: str, text: str, day: DaySpan) -> list[Statement]:
    """Find a city that no lexicon knows where nothing else can stand: right before or after the conference's days."""
    line_start = text.rfind("\n", 0, day.char_start) + 1
    before = _CITY_BEFORE.search(text, line_start, day.char_start)
    match = before or _CITY_AFTER.match(text, day.char_end)
    if match is None:
        return []
    group = "name" if match["name"] else "han"
    start, end = match.span(group)
    return [_city(subject, text, start, end, normal=match[group].casefold())]


def _fits(span: Span, year: int) -> bool:
    first, last = span.dates(year)
    return timedelta() < last - first <= _LONGEST_CONFERENCE


def _day_span(span: Span, year: int) -> DaySpan:
    first, last = span.dates(year)
    return DaySpan(first=first, last=last, char_start=span.char_start, char_end=span.char_end)


def _without_wrapper(title: str) -> str:
    pieces = [title[match.end() :] for pattern in (_OF, _AT) for match in pattern.finditer(title)]
    for piece in reversed(pieces):
        if _EVENT_WORD.search(piece) or _YEAR.search(piece):
            return _trimmed(piece)
    match = _ZH_EVENT.search(title)
    if match and re.search(r"[\u4e00-\u9fff]", match["name"]):
        return match["name"].strip()
    return _trimmed(_ZH_TAIL.sub("", title)) or title


def _trimmed(name: str) -> str:
    """Take dates and words like "schedule" off the ends of a name."""
    for span in reversed(find_spans(name)):
        name = name[: span.char_start] + name[span.char_end :]
    return _EN_TAIL.sub("", name).strip(" :：,，–—-|(（") or name.strip()


def _cased(word: str, prose: str) -> str:
    """Spell a word of a slug as the prose does where that has capitals inside ("PyTorch", "TPU")."""
    found = re.findall(rf"(?<![A-Za-z0-9]){re.escape(word)}(?![A-Za-z0-9])", prose, re.IGNORECASE)
    return next((spelt for spelt in found if spelt[1:] != spelt[1:].lower()), word)


def _as_spelt(name: str, prose: str) -> str | None:
    pattern = r"[\s-]+".join(re.escape(word) for word in name.split())
    match = re.search(pattern, prose, re.IGNORECASE) if pattern else None
    return " ".join(match[0].split()) if match else None
