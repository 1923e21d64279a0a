"""Understand a question, zh or en, without a model: its kind, its filter, and what of it was not understood."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from bot.ask import bind, fields, kind, name_words, names, when, words
from bot.ask.follow import follows, merged
from bot.ask.leftovers import Left, leftovers
from bot.ask.place import Place, default_conference, for_days_said, place_of
from bot.ask.slate import Mark, Slate, lowered, slate
from bot.ask.terms import spellings
from bot.ask.words import LEFT, RIGHT
from bot.models.answer import AnswerLanguage
from bot.models.plan import Aspect, Plan, Premise
from vectorstore.lexicon.loader import Lexicon
from vectorstore.models.search import Condition, Facet, Facets, Filter

Span = Literal["now", "next", ""]

RECENT_DAYS = 7  # starting value for "latest" without a period
_HAN_SHARE = 0.15
_REACH = 40  # characters that may stand between a negation and what it negates
_NAMES: frozenset[Facet] = frozenset(
    {"document", "text", "speaker", "organisation", "hardware", "software", "room", "track", "conference", "source"}
)
_SESSION_KINDS = frozenset({"list", "count", "lookup", "agenda", "clash"})
_PREMISES: dict[Facet, Aspect] = {
    "day": "day",
    "starts": "start",
    "running": "start",
    "room": "room",
    "organisation": "organisation",
    "speaker": "speaker",
    "sponsored": "sponsored",
    "keynote": "keynote",
    "minutes": "duration",
}
# A place the lexicon does not know: "in Berlin", 在柏林举办.
_ELSEWHERE = re.compile(
    r"(?:\bin |在)(?!哪|什么|几)(?P<name>[A-Z][\w-]+(?: [A-Z][\w-]+)*|[\u4e00-\u9fff]{2,6}?(?=举|召|开|吗|的))"
)
_FACT_OF_PREMISE: dict[Aspect, Aspect] = {"day": "start"}
_SUBJECT_ORDER: tuple[tuple[Facet, ...], ...] = (("document",), ("text", "software", "hardware", "layer"), ("speaker",))
# "Why does the keynote by X recommend Y": the talk is X's, Y is for the search to find.
_SUBJECT_OF_OPEN: tuple[tuple[Facet, ...], ...] = (
    ("document",),
    ("speaker",),
    ("text", "software", "hardware", "layer"),
)


def plan(
    question: str,
    *,
    language: AnswerLanguage | None = None,
    lexicon: Lexicon,
    facets: Facets,
    now: datetime,
    zone: str | None = None,
    inherited: Filter | None = None,
    occurs: Callable[[str], int],
) -> Plan:
    """Read a question; `now` is aware, `zone` the asker's IANA name, `occurs` counts documents that hold a term.

    What was asked for and not understood ends in `unknown` or in an exact text condition, never in fewer conditions.
    """
    sheet = slate(question)
    spoken = language or detect_language(sheet.text)
    if words.HELP.match(sheet.low) or not any(char.isalnum() for char in sheet.low):
        return Plan(kind="help", language=spoken, question=question)
    if words.RESET.match(sheet.low):
        place = place_of(sheet, facets, now, zone, None)
        return Plan(
            kind="list", language=spoken, question=question, filter=Filter(conditions=default_conference(place))
        )
    return _Reading(
        question=question,
        sheet=sheet,
        language=spoken,
        language_given=language is not None,
        lexicon=lexicon,
        facets=facets,
        inherited=inherited,
        occurs=occurs,
    ).plan(now, zone)


def detect_language(text: str) -> AnswerLanguage:
    """Tell Chinese from English by the share of Han letters."""
    letters = [char for char in text if char.isalpha()]
    han = sum("一" <= char <= "鿿" for char in letters)
    return "zh" if letters and han >= _HAN_SHARE * len(letters) else "en"


def _language_around(sheet: Slate) -> AnswerLanguage:
    """Tell the language of the words that ask: names and titles are written as they are in either."""
    taken = [mark for mark in sheet.marks if mark.facet in _NAMES]
    rest = list(sheet.low)
    for mark in taken:
        rest[mark.start : mark.end] = " " * (mark.end - mark.start)
    around = "".join(rest)
    han, english = words.ASKING_ZH.search(around), words.ASKING_EN.search(around)
    if bool(han) != bool(english):
        return "zh" if han else "en"
    return detect_language(around if any(char.isalpha() for char in around) else sheet.text)


@dataclass(slots=True, kw_only=True)
class _Reading:
    question: str
    sheet: Slate
    language: AnswerLanguage
    language_given: bool
    lexicon: Lexicon
    facets: Facets
    inherited: Filter | None
    occurs: Callable[[str], int]

    def plan(self, now: datetime, zone: str | None) -> Plan:
        sheet = self.sheet
        listing = kind.asks_listing(sheet)
        place = self._read(now, zone, listing=listing)
        if not self.language_given:
            self.language = _language_around(sheet)
        marks = bind.settle(sheet, self.lexicon, self.inherited)
        inherits = self.inherited is not None and follows(sheet, marks, listing=listing)
        sides = _sides(marks)
        wanted = kind.asked(sheet, marks, sides, bare_follow_up=inherits)
        marks, unknown, named, unused = self._leftovers(marks, wanted, inherits=inherits)
        if wanted.kind == "open" and inherits and not named:
            wanted = replace(wanted, kind="list")
        if wanted.kind == "compare" or (
            len(_sides(marks)) > 1 and sheet.says(words.COMPARES) and not listing and wanted.kind == "open"
        ):
            wanted, sides = replace(wanted, kind="compare"), _sides(marks)
        each = self._each(marks, wanted, inherits=inherits)
        if not each and wanted.kind == "clash":
            each = self._one_beside_all(marks, inherits=inherits)
        marks, premises = ([], ()) if each else self._premises(marks, wanted)
        if wanted.yes_no and premises:
            checked = dict.fromkeys(_FACT_OF_PREMISE.get(p.aspect, p.aspect) for p in premises if p.aspect != "keynote")
            wanted = replace(wanted, aspects=tuple(checked) or ("abstract",))
        if not each and wanted.kind == "open" and self._is_bare(marks, unknown, listing=listing):
            wanted, named = replace(wanted, kind="list"), ()
        found, notes, at, span = self._conditions(marks, wanted, place)
        if inherits and self.inherited is not None and not each:
            found = merged(self.inherited, found, sheet)
        if (
            wanted.kind in _SESSION_KINDS
            and not wanted.articles
            and not _of(found, "conference", "document", "kind", "published")
        ):
            found = (*found, *default_conference(place))
        return Plan(
            kind=wanted.kind,
            language=self.language,
            question=self.question,
            filter=Filter(conditions=tuple(found)),
            aspects=wanted.aspects,
            premises=premises,
            named=named,
            unknown=unknown,
            sides=sides if wanted.kind == "compare" else (),
            each=each,
            at=at,
            span=span,
            inherits=inherits,
            free_text=sheet.text,
            notes=(*notes, *self._unused_note(unused)),
            mixed_readings=_other_readings(marks, found),
        )

    # --- reading -----------------------------------------------------------------------------------------------------

    def _read(self, now: datetime, zone: str | None, *, listing: bool) -> Place:
        sheet, facets, lexicon = self.sheet, self.facets, self.lexicon
        names.read_quotes(sheet, facets.titles)
        fields.read_conferences(sheet, facets.conferences)
        place = place_of(sheet, facets, now, zone, self.inherited)
        fields.read_sources(sheet, facets.sources)
        fields.read_rooms(sheet, facets.rooms, lexicon)
        names.read_titles(sheet, facets.titles, parts=not listing)
        when.read_lengths(sheet)
        news = not sheet.says(words.TALKS) and any(
            map(sheet.says, (words.ARTICLES, words.LATEST, words.PUBLISHES, when.WINDOW))
        )
        news = news and not sheet.says(words.AGENDA)
        if news:
            when.read_windows(sheet, place.local_now)
        when.read_days(sheet, place.days, place.local_now)
        when.read_times(sheet)
        names.read_speakers(sheet, facets.speakers, lexicon)
        fields.read_tracks(sheet, facets.tracks)
        fields.read_layers(sheet, lexicon)
        names.read_organisations(sheet, facets.organisations, lexicon)
        names.read_entities(sheet, lexicon)
        fields.read_flags(sheet)
        fields.read_formats(sheet, facets.formats)
        return for_days_said(sheet, facets, place)

    def _leftovers(
        self, marks: list[Mark], wanted: kind.Asked, *, inherits: bool
    ) -> tuple[list[Mark], tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """Give the marks with what became exact text, the unknown, the terms to search for, and the words not used."""
        sheet = self.sheet
        no_field: tuple[str, ...] = ()
        if wanted.kind not in {"open", "compare", "latest"} or sheet.says(words.TALK):
            asked_for = name_words.NO_FIELD.finditer(sheet.low)
            no_field = tuple(found.group() for found in asked_for if not sheet.is_taken(*found.span()))
        for pattern in (
            name_words.NO_FIELD,
            name_words.PASSING,
            words.AGENDA,
            words.NOW,
            words.NEXT,
            words.CLASHES,
            words.COUNTS,
            words.COMPARES,
            words.HOW_WHY,
        ):
            for match in list(sheet.find(pattern)):
                if ".{" not in pattern.pattern:
                    sheet.take(match.start(), match.end())
        if wanted.kind == "latest":
            for match in list(sheet.find(words.LATEST)):
                sheet.take(match.start(), match.end())
        searched = wanted.kind in {"open", "compare"}
        lefts = leftovers(sheet, _silent if searched else self.occurs)
        if searched:
            lefts = [self._looked_up(left) for left in lefts if left.name_like and not _is_han(left.written)]
            telling = [left for left in lefts if left.written.lower() not in self.lexicon.generic]
            lefts = telling if telling or marks else lefts
        if wanted.conference:
            # What is said of the conference is checked against its statements, not searched for.
            return marks, (), (), ()
        subject = any(mark.facet in {"document", "text", "software", "hardware", "speaker"} for mark in marks)
        subject = subject or any(left.forms for left in lefts)
        if subject:
            lefts = [left for left in lefts if not left.wide]
        understood = inherits or any(mark.facet != "conference" for mark in marks) or any(left.forms for left in lefts)
        unused = tuple(left.written for left in lefts if understood and not searched and _droppable(left))
        lefts = [left for left in lefts if left.written not in unused]
        unknown = tuple(dict.fromkeys((*no_field, *(left.written for left in lefts if not left.forms))))
        texts = [mark for mark in marks if mark.facet == "text"]
        if searched:
            named = _named([mark for mark in marks if not self._is_wide(mark)], lefts)
            gone = tuple(mark.written for mark in marks if not self._occurs_at_all(mark))
            return marks, tuple(dict.fromkeys((*gone, *unknown))), named, ()
        marks = [self._as_occurring(mark) for mark in marks]
        unknown = (*unknown, *(mark.written for mark in texts if not any(map(self.occurs, mark.values))))
        merged_marks = sorted(
            [*marks, *(self._text_mark(left) for left in lefts if left.forms)], key=lambda mark: mark.start
        )
        unknown = unknown or tuple(bind.unbound_negations(sheet))
        if not merged_marks and not unknown and wanted.kind in {"list", "count"} and not inherits:
            unknown = _residue(sheet)
        return merged_marks, unknown, (), () if unknown else unused

    def _unused_note(self, unused: Sequence[str]) -> tuple[str, ...]:
        listed = ("、" if self.language == "zh" else ", ").join(dict.fromkeys(unused))
        return (words.NOTES["unused"][self.language].format(words=listed),) if listed else ()

    def _as_occurring(self, mark: Mark) -> Mark:
        if mark.facet != "text" or len(mark.values) == 1:
            return mark
        return mark.but(values=tuple(value for value in mark.values if self.occurs(value)) or mark.values)

    def _looked_up(self, left: Left) -> Left:
        forms = tuple(filter(self.occurs, spellings(left.written)))
        return replace(left, forms=forms, written=forms[0] if forms else left.written)

    def _text_mark(self, left: Left) -> Mark:
        mark = left.mark()
        return mark.but(op="not") if bind.says_not(self.sheet, max(0, left.start - _REACH), left.start) else mark

    def _is_wide(self, mark: Mark) -> bool:
        """Say whether a mark is a topic so wide that no answer turns on it ("kernels")."""
        known = self.lexicon.entities.get(mark.values[0])
        return known is not None and known.kind == "topic" and mark.written.lower() in self.lexicon.generic

    def _occurs_at_all(self, mark: Mark) -> bool:
        if mark.facet in {"hardware", "software", "organisation"}:
            return any(
                self.occurs(alias) for value in mark.values for alias in (*self.lexicon.aliases(value), mark.written)
            )
        return mark.facet != "text" or any(map(self.occurs, mark.values))

    def _is_bare(self, marks: Sequence[Mark], unknown: tuple[str, ...], *, listing: bool) -> bool:
        """Say whether the question is nothing but names ("TPU", "Helion?") and there are sessions to list."""
        said = self.sheet.says(words.HOW_WHY) or any(map(self.sheet.says, words.ASPECTS.values()))
        names_only = bool(marks) and not unknown and not bind.content_words(self.sheet.left)
        return names_only and not said and not listing and bool(self.facets.titles)

    # --- what becomes of the marks -----------------------------------------------------------------------------------

    def _premises(self, marks: list[Mark], wanted: kind.Asked) -> tuple[list[Mark], tuple[Premise, ...]]:
        """Split what a question about one subject takes for granted from what tells the subject apart."""
        if wanted.conference:
            taken = [mark for mark in marks if mark.facet != "conference"]
            return [mark for mark in marks if mark.facet == "conference"], self._conference_premises(taken)
        about_a_talk = (
            self.sheet.says(words.TALK) or self.sheet.says(words.TALKS) or any(m.facet == "keynote" for m in marks)
        )
        if wanted.kind != "lookup" and not (wanted.kind == "open" and about_a_talk):
            return marks, ()
        facets = {mark.facet for mark in marks if mark.op != "not"}
        order = _SUBJECT_ORDER if wanted.kind == "lookup" else _SUBJECT_OF_OPEN
        subject = next((group for group in order if facets & set(group)), None)
        if subject is None:
            return marks, ()
        granted = [m for m in marks if m.facet in _PREMISES and m.facet not in subject and m.op != "not"]
        if wanted.kind == "lookup" and wanted.aspects == ("sponsored",):
            granted = [mark for mark in granted if mark.facet != "sponsored"]
        premises = tuple(
            Premise(aspect=_PREMISES[mark.facet], value=value) for mark in granted for value in _premise_values(mark)
        )
        kept = [
            mark
            for mark in marks
            if mark not in granted and not (mark.facet == "sponsored" and wanted.aspects == ("sponsored",))
        ]
        return kept, premises

    def _each(self, marks: list[Mark], wanted: kind.Asked, *, inherits: bool) -> tuple[Filter, ...]:
        """Give the filters of sessions named one by one; together they would be met by none."""
        if wanted.kind not in {"clash", "lookup"} or wanted.conference or wanted.articles or inherits:
            return ()
        if any(mark.op == "not" for mark in marks):
            return ()
        groups = bind.apart(marks, self.sheet, always=wanted.kind == "clash")
        if len(groups) == 1:
            return ()
        return tuple(Filter(conditions=tuple(bind.conditions(group, self.sheet))) for group in groups)

    def _one_beside_all(self, marks: list[Mark], *, inherits: bool) -> tuple[Filter, ...]:
        """Give the one filter whose sessions are held against the whole programme, if clashes with it are asked for."""
        found = tuple(bind.conditions(marks, self.sheet))
        if inherits and self.inherited is not None and self.sheet.says(name_words.BESIDE_IT):
            return (Filter(conditions=merged(self.inherited, found, self.sheet)),)
        return (Filter(conditions=found),) if not inherits and bind.beside_all(marks, self.sheet) else ()

    def _conference_premises(self, marks: Sequence[Mark]) -> tuple[Premise, ...]:
        dates = [Premise(aspect="dates", value=value) for mark in marks if mark.facet == "day" for value in mark.values]
        cities = [
            Premise(aspect="city", value=key)
            for key, place in self.lexicon.places.items()
            if any(re.search(rf"{LEFT}{re.escape(lowered(alias))}{RIGHT}", self.sheet.low) for alias in place.aliases)
        ]
        elsewhere = _ELSEWHERE.search(self.sheet.text)
        if elsewhere and not cities and not dates:
            cities = [Premise(aspect="city", value=elsewhere["name"])]
        return (*cities, *dates)

    def _conditions(
        self, marks: list[Mark], wanted: kind.Asked, place: Place
    ) -> tuple[tuple[Condition, ...], tuple[str, ...], datetime | None, Span]:
        sheet = self.sheet
        notes: tuple[str, ...] = ()
        if wanted.kind in {"open", "compare"}:
            marks = self._search_marks(marks, wanted)
        found = tuple(bind.conditions(marks, sheet))
        if wanted.articles:
            found = tuple(_as_published(condition) for condition in found)
            found = (Condition(facet="kind", values=("article",), inferred=wanted.kind == "latest"), *found)
        if wanted.kind == "latest" and not _of(found, "published"):
            today = place.local_now.date()
            window = ((today - timedelta(days=RECENT_DAYS)).isoformat(), (today + timedelta(days=1)).isoformat())
            found = (*found, Condition(facet="published", values=window, inferred=True))
            notes = (words.NOTES["recent"][self.language].format(days=RECENT_DAYS),)
        if wanted.kind in _SESSION_KINDS and not wanted.articles and not wanted.conference:
            return self._at_moment(found, place, notes)
        return found, notes, None, ""

    def _search_marks(self, marks: list[Mark], wanted: kind.Asked) -> list[Mark]:
        """Keep what an open question may be narrowed by; its terms are for the search to find."""
        about_a_talk = wanted.kind == "open" and (self.sheet.says(words.TALK) or self.sheet.says(words.TALKS))
        kept: set[Facet] = {"source", "published", "document", "conference"}
        if about_a_talk:
            kept |= {"speaker", "keynote", "status", "day", "room", "organisation"}
            if not any(mark.facet in {"speaker", "document"} for mark in marks):
                kept |= {"hardware", "software", "text"}
        return [mark for mark in marks if mark.facet in kept]

    def _at_moment(
        self, found: tuple[Condition, ...], place: Place, notes: tuple[str, ...]
    ) -> tuple[tuple[Condition, ...], tuple[str, ...], datetime | None, Span]:
        """Turn "now" and "next" into day and clock time of the venue; outside the programme the nearest day."""
        sheet = self.sheet
        coming = sheet.says(words.NEXT)
        if not (coming or sheet.says(words.NOW)) or _of(found, "day", "running", "starts"):
            return found, notes, None, ""
        span: Span = "next" if coming else "now"
        today, clock = place.local_now.date().isoformat(), f"{place.local_now:%H:%M}"
        if not place.days:
            return found, (*notes, words.NOTES["no days"][self.language]), place.local_now, span
        if today in place.days:
            time = (
                Condition(facet="running", values=(clock,))
                if span == "now"
                else Condition(facet="starts", values=(clock, when.DAY_END))
            )
            return (*found, Condition(facet="day", values=(today,)), time), notes, place.local_now, span
        day = next((d for d in place.days if d > today), place.days[-1])
        note = words.NOTES["outside"][self.language].format(
            name=" / ".join(place.conferences), first=place.days[0], last=place.days[-1], day=day
        )
        return (*found, Condition(facet="day", values=(day,), inferred=True)), (*notes, note), place.local_now, span


# --- small parts -----------------------------------------------------------------------------------------------------


def _residue(sheet: Slate) -> tuple[str, ...]:
    """Give what a question without any condition says beyond "list the talks"; nothing of it may pass for a filter."""
    rest = sheet.low
    for pattern in (words.POLITE, words.NOW, words.NEXT, name_words.TRIVIAL):
        rest = pattern.sub(" ", rest)
    written = " ".join(re.findall(r"[^\W_]+(?:[-'][^\W_]+)*", rest))
    return (written,) if len(written) > 1 else ()


def _droppable(left: Left) -> bool:
    """Say whether an ordinary word that no text holds stands where it narrows nothing."""
    return not (left.forms or left.name_like or left.topical)


def _silent(_: str) -> int:
    return 0


def _is_han(text: str) -> bool:
    return any("一" <= char <= "鿿" for char in text)


def _of(found: Sequence[Condition], *facets: Facet) -> bool:
    return any(condition.facet in facets for condition in found)


def _sides(marks: Sequence[Mark]) -> tuple[str, ...]:
    ids = [_term(mark) for mark in marks if mark.facet in {"hardware", "software", "organisation", "text", "document"}]
    return tuple(dict.fromkeys(ids))


def _term(mark: Mark) -> str:
    return f"entity:{mark.values[0]}" if mark.facet in {"hardware", "software", "organisation"} else mark.written


def _named(marks: Sequence[Mark], lefts: Sequence[Left]) -> tuple[str, ...]:
    terms = [
        (mark.start, _term(mark))
        for mark in marks
        if mark.facet in {"hardware", "software", "organisation", "text", "speaker", "document"}
    ]
    terms += [(left.start, left.written) for left in lefts]
    return tuple(dict.fromkeys(term for _, term in sorted(terms)))


def _premise_values(mark: Mark) -> tuple[str, ...]:
    return ("–".join(mark.values),) if mark.facet in {"starts", "minutes"} else mark.values


def _as_published(condition: Condition) -> Condition:
    if condition.facet != "day" or not all(re.fullmatch(r"\d{4}-\d\d-\d\d", value) for value in condition.values):
        return condition
    last = (datetime.fromisoformat(max(condition.values)) + timedelta(days=1)).date().isoformat()
    return replace(condition, facet="published", values=(min(condition.values), last))


def _other_readings(marks: Sequence[Mark], found: Sequence[Condition]) -> tuple[Filter, ...]:
    """Give the filters in which a bare maker's name means its hardware."""
    readings = []
    for mark in marks:
        if mark.facet != "organisation" or not mark.inferred or not mark.choices:
            continue
        facet, value = mark.choices[0]
        other = Condition(facet=facet, values=(value,), inferred=True)
        swapped = tuple(other if c.facet == "organisation" and mark.values[0] in c.values else c for c in found)
        readings.append(Filter(conditions=swapped))
    return tuple(readings)
