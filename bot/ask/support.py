"""Which sentences of an answer their citations carry: every fact in a sentence must stand in a cited passage.

A sentence's own fixed words are known from the wording table; whatever else it holds (days, clock times, numbers,
names, titles, quotes) is looked for in the passages it cites. A sentence that cites nothing may hold only counts the
record gave and the conditions' words.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache

from bot.ask.programme_facts import programme_fault
from bot.ask.wording import MONTHS, WEEKDAYS, own_words
from bot.models.answer import Answer, AnswerLanguage, Citation
from bot.models.post import Block, Bold, Bullets, Cite, CodeSpan, Inline, Link, Para, Quote, Table, Text, Time
from vectorstore.lexicon.loader import Lexicon, load_lexicon
from vectorstore.models.documents import Passage

_MONTHS = {name.casefold(): n for n, name in enumerate(MONTHS, 1)}
_WEEKDAYS = {name.casefold(): n for names in WEEKDAYS.values() for n, name in enumerate(names)}
_ISO_DAY = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_ZH_DAY = re.compile(r"(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日(?:[（(](周[一二三四五六日])[）)])?")
_EN_DAY = re.compile(rf"(?:\b({'|'.join(list(_WEEKDAYS)[:7])}) )?\b(\d{{1,2}}) ({'|'.join(_MONTHS)})\b(?: (\d{{4}}))?")
_CLOCK = re.compile(r"(?<!\d)(\d{1,2}):(\d{2})(?!\d)")
_LENGTH = re.compile(r"(?<!\d)(\d+) ?(?:minutes?\b|分钟)")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SEPARATOR = re.compile(r"[·,，、;；:：()（）「」『』《》“”\"!?！？。…|\n\t]+|\.(?=\s|$)|[–—-](?=\s|$)|(?<=\s)[–—-]")
_DAY_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """How many sentences an answer has, how many of them hold, and those that do not, each with its reason."""

    sentences: int
    supported: int
    unsupported: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sentence:
    inlines: tuple[Inline, ...]
    cites: tuple[int, ...]
    block: Block
    is_quote: bool = False


def check(answer: Answer, passages: Mapping[str, Passage], lexicon: Lexicon | None = None) -> Report:
    """Check every sentence, list line, table row, quote and shown conflict against the passages it cites.

    `passages` maps passage id to passage for the answer's citations.
    """
    checker = _Checker(answer=answer, passages=passages, lexicon=lexicon or load_lexicon())
    found = [(sentence, checker.fault(sentence)) for sentence in _sentences(answer.blocks)]
    found += [(sentence, checker.fault(sentence)) for sentence in _readings(answer)]
    found += [(sentence, fault) for sentence, fault in checker.citation_faults()]
    faults = tuple(f"{_text(sentence.inlines)} [{fault}]" for sentence, fault in found if fault)
    return Report(sentences=len(found), supported=len(found) - len(faults), unsupported=faults)


def _sentences(blocks: Iterable[Block]) -> Iterator[_Sentence]:
    for block in blocks:
        match block:
            case Para(inlines=inlines):
                yield _sentence(inlines, block)
            case Bullets(entries=entries):
                yield from (_sentence(entry, block) for entry in entries)
            case Table(rows=rows):
                yield from (_sentence(tuple(inline for cell in row for inline in cell), block) for row in rows)
            case Quote(text=text, cite=cite):
                yield _Sentence(inlines=(Text(text=text),), cites=(cite,), block=block, is_quote=True)
            case _:
                continue


def _sentence(inlines: tuple[Inline, ...], block: Block) -> _Sentence:
    return _Sentence(inlines=inlines, cites=tuple(i.n for i in inlines if isinstance(i, Cite)), block=block)


def _readings(answer: Answer) -> Iterator[_Sentence]:
    for conflict in answer.conflicts:
        for reading in conflict.readings:
            inline = Bold(text=reading.value)
            yield _Sentence(inlines=(inline,), cites=(reading.cite,), block=Para(inlines=(inline,)))


def _text(inlines: Iterable[Inline]) -> str:
    return "".join(_words(inline) for inline in inlines)


def _words(inline: Inline) -> str:
    match inline:
        case Cite():
            return ""
        case Time(instant=instant):
            return f"{instant:%Y-%m-%d %H:%M}"
        case Text(text=text) | Bold(text=text) | CodeSpan(text=text) | Link(text=text):
            return text


@dataclass(frozen=True, slots=True, kw_only=True)
class _Checker:
    answer: Answer
    passages: Mapping[str, Passage]
    lexicon: Lexicon

    def fault(self, sentence: _Sentence) -> str:
        """Say what a sentence holds that nothing carries; empty when all is carried."""
        if not sentence.cites:
            return self._framing_fault(_text(sentence.inlines), sentence)
        cited = [c for c in self.answer.citations if c.n in sentence.cites]
        if len({c.n for c in cited}) < len(set(sentence.cites)):
            return "cites a number that is not among the citations"
        evidence = Evidence.of(cited, self.passages)
        if evidence is None:
            return "cites a passage that is not there"
        if sentence.is_quote:
            return "" if any(_text(sentence.inlines) in text for text in evidence.raw) else "is not in the passage"
        for inline in sentence.inlines:
            if isinstance(inline, Link) and inline.url not in evidence.urls:
                return f"links to {inline.url}, which no citation has"
        return self._cited_fault(sentence, evidence, cited)

    def _cited_fault(self, sentence: _Sentence, evidence: "Evidence", cited: Sequence[Citation]) -> str:
        for inline in sentence.inlines:
            if isinstance(inline, Bold) and not self._carried(inline.text, evidence):
                return f"{inline.text!r} is not in the cited passage"
        rest = "".join("·" if isinstance(i, Bold | Link | CodeSpan) else _words(i) for i in sentence.inlines)
        for denied in self.answer.denied:
            rest = rest.replace(denied, "·")
        programme = [p.text for c in cited if (p := self.passages.get(c.passage_id)) and p.kind == "session_meta"]
        return self._facts_fault(rest, evidence) or programme_fault(rest, programme, self.answer.language)

    def _carried(self, words: str, evidence: "Evidence") -> bool:
        pieces = [piece.strip() for piece in re.split(r"[（()）]", words) if piece.strip()]
        return evidence.holds(words) or all(self._piece(piece, pieces, evidence) for piece in pieces)

    def _piece(self, piece: str, beside: Iterable[str], evidence: "Evidence") -> bool:
        """Look for a name in the evidence: as it is, or under another name of the same thing."""
        if evidence.holds(piece):
            return True
        place = self.lexicon.place(piece)
        if place and any(self.lexicon.place(other) == place and evidence.holds(other) for other in beside):
            return True
        families = [member for entity in self.lexicon.named(piece) for member in self.lexicon.family(entity)]
        return (
            any(evidence.holds(alias) for member in families for alias in self.lexicon.aliases(member))
            or any(found.entity_id in families for text in evidence.raw for found in self.lexicon.find(text))
            or self._implied(piece, evidence)
        )

    def _implied(self, piece: str, evidence: "Evidence") -> bool:
        """Say whether the evidence names what implies an entity, or what only its maker is named by."""
        named = {member for entity in self.lexicon.named(piece) for member in self.lexicon.family(entity)}
        for text in evidence.raw:
            for found in self.lexicon.find(text):
                entity = self.lexicon.entities[found.entity_id]
                if named & ({*entity.implies, *entity.vendor_of, *entity.part_of}):
                    return True
                owners = {self.lexicon.entities[one].owner for one in named if one in self.lexicon.entities}
                if found.entity_id in owners:
                    return True
        return False

    def _facts_fault(self, text: str, evidence: "Evidence") -> str:
        text, fault = _check_days(_folded_keep(text), evidence)
        if fault:
            return fault
        for match in _LENGTH.finditer(text):
            if int(match[1]) not in evidence.lengths():
                return f"a length of {match[1]} minutes does not follow from the cited times"
        text = _LENGTH.sub("·", text)
        for match in _CLOCK.finditer(text):
            if int(match[1]) * 60 + int(match[2]) not in evidence.clocks:
                return f"the time {match[0]} is not in the cited passage"
        text = _CLOCK.sub("·", text)
        pieces = [p.strip() for p in _SEPARATOR.split(_without_own_words(text, self.answer.language)) if p.strip()]
        pieces = [p for p in pieces if any(map(str.isalnum, p))]
        for piece in pieces:
            if piece.isdigit() and int(piece) in self.answer.figures:
                continue
            if not self._piece(piece, pieces, evidence):
                return f"{piece!r} is not in the cited passage"
        return ""

    def _framing_fault(self, text: str, sentence: _Sentence) -> str:
        if any(isinstance(inline, CodeSpan | Link) for inline in sentence.inlines) and self.answer.kind != "help":
            return "has no citation"
        allowed = [applied.label for applied in self.answer.applied.conditions]
        allowed += [*self.answer.missing, *self.answer.denied, *self.answer.notes, self.answer.applied.text]
        evidence = Evidence.from_texts(allowed)
        if self.answer.kind == "help":
            return ""
        bare = _folded_keep(text)
        for words in sorted(map(_folded_keep, filter(None, allowed)), key=len, reverse=True):
            bare = bare.replace(words, "·")
        bare = _without_own_words(bare, self.answer.language)
        for piece in (p.strip() for p in _SEPARATOR.split(bare)):
            if not any(map(str.isalnum, piece)) or evidence.holds(piece):
                continue
            left = _NUMBER.sub(lambda m: "" if _is_figure(m[0], self.answer.figures) else m[0], piece).strip()
            if any(map(str.isalnum, left)) and not evidence.holds(left):
                return f"{left!r} has no citation"
        return ""

    def citation_faults(self) -> Iterator[tuple[_Sentence, str]]:
        """Check that every citation quotes its passage."""
        for citation in self.answer.citations:
            passage = self.passages.get(citation.passage_id)
            inline = Text(text=citation.quote)
            sentence = _Sentence(inlines=(inline,), cites=(citation.n,), block=Para(inlines=(inline,)), is_quote=True)
            fault = "" if passage is not None and citation.quote in passage.text else "is not in the passage"
            yield sentence, fault


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What the passages a sentence cites hold, made comparable."""

    raw: tuple[str, ...]
    folded: str
    days: frozenset[date]
    clocks: frozenset[int]
    urls: frozenset[str]

    @classmethod
    def of(cls, cited: Iterable[Citation], passages: Mapping[str, Passage]) -> "Evidence | None":
        """Put the passages of citations together, with the title, publisher and day that each citation shows."""
        texts, urls = [], []
        for citation in cited:
            passage = passages.get(citation.passage_id)
            if passage is None:
                return None
            day = citation.published_on.isoformat() if citation.published_on else ""
            texts += [passage.text, citation.title, citation.publisher, day]
            urls += [citation.url] if citation.url else []
        return cls.from_texts(texts, urls)

    @classmethod
    def from_texts(cls, texts: Iterable[str], urls: Iterable[str] = ()) -> "Evidence":
        """Make texts comparable."""
        raw = tuple(text for text in texts if text)
        joined = "\n".join(raw)
        return cls(
            raw=raw,
            folded=_folded(joined),
            days=frozenset(_days(joined)),
            clocks=frozenset(int(m[1]) * 60 + int(m[2]) for m in _CLOCK.finditer(joined)),
            urls=frozenset(urls),
        )

    def holds(self, words: str) -> bool:
        """Say whether the words stand here, whole, width, capitals and blanks aside."""
        wanted = _folded(words)
        if not wanted:
            return True
        before = r"(?<![A-Za-z0-9_])" if wanted[0].isascii() and wanted[0].isalnum() else ""
        after = r"(?![A-Za-z0-9_])" if wanted[-1].isascii() and wanted[-1].isalnum() else ""
        # A bare number must not be found inside a date or a clock time.
        where = _CLOCK.sub("·", _ISO_DAY.sub("·", self.folded)) if wanted.isdigit() else self.folded
        return re.search(before + re.escape(wanted) + after, where) is not None

    def lengths(self) -> set[int]:
        """Give the minutes between any two clock times."""
        return {(b - a) % _DAY_MINUTES for a in self.clocks for b in self.clocks if a != b}


def _check_days(text: str, evidence: Evidence) -> tuple[str, str]:
    for pattern, read in ((_ISO_DAY, _iso), (_ZH_DAY, _zh), (_EN_DAY, _en)):
        for match in pattern.finditer(text):
            year, month, day, weekday = read(match)
            fits = [d for d in evidence.days if (d.month, d.day) == (month, day) and year in (None, d.year)]
            if weekday is not None:
                fits = [d for d in fits if d.weekday() == weekday]
            if not fits:
                return text, f"the day {match[0]} is not in the cited passage"
        text = pattern.sub("·", text)
    return text, ""


def _days(text: str) -> Iterator[date]:
    for match in _ISO_DAY.finditer(text):
        try:
            yield datetime.strptime(match[0], "%Y-%m-%d").date()  # noqa: DTZ007 - a calendar day
        except ValueError:
            continue


def _iso(match: re.Match[str]) -> tuple[int | None, int, int, int | None]:
    return int(match[1]), int(match[2]), int(match[3]), None


def _zh(match: re.Match[str]) -> tuple[int | None, int, int, int | None]:
    weekday = _WEEKDAYS[match[4]] if match[4] else None
    return int(match[1]) if match[1] else None, int(match[2]), int(match[3]), weekday


def _en(match: re.Match[str]) -> tuple[int | None, int, int, int | None]:
    weekday = _WEEKDAYS[match[1]] if match[1] else None
    return int(match[4]) if match[4] else None, _MONTHS[match[3]], int(match[2]), weekday


def _without_own_words(text: str, language: AnswerLanguage) -> str:
    for words, pattern in _own_patterns(language):
        if words in text:
            text = pattern.sub("·", text) if pattern else text.replace(words, "·")
    return text


@cache
def _own_patterns(language: AnswerLanguage) -> tuple[tuple[str, re.Pattern[str] | None], ...]:
    """Give our fixed words folded; those that begin with a Latin letter count as whole words only."""
    folded = (_folded(words) for words in own_words(language))
    return tuple(
        (
            words,
            re.compile(rf"(?<![a-z0-9_]){re.escape(words)}(?![a-z0-9_])")
            if words[0].isascii() and words[0].isalnum()
            else None,
        )
        for words in folded
    )


def _is_figure(number: str, figures: Iterable[int]) -> bool:
    return number.isdigit() and int(number) in figures


def _folded_keep(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _folded(text: str) -> str:
    return " ".join(_folded_keep(text).split())
