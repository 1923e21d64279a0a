"""Conditions in words, in the language of the answer: what an asker reads as the filter that was used."""

from dataclasses import dataclass
from datetime import date, timedelta

from bot.ask.wording import TEXTS, counted, day_words, join, say
from bot.models.answer import AnswerLanguage
from vectorstore.lexicon.loader import Lexicon
from vectorstore.models.search import Condition, Facets

_LONGEST = 24 * 60
_LAST_CLOCK = "23:59"


@dataclass(frozen=True, slots=True, kw_only=True)
class Namer:
    """How an answer names things: as the question writes them, else as a source does, else by their usual name."""

    language: AnswerLanguage
    lexicon: Lexicon
    facets: Facets
    question: str = ""

    def name(self, value: str) -> str:
        """Name an entity; what is none is a name already."""
        if value not in self.lexicon.entities:
            return value
        usual = self.lexicon.display(value, self.language)
        for found in self.lexicon.find(self.question):
            if found.entity_id == value:
                asked = self.question[found.start : found.end]
                return usual if asked.casefold() in (usual.casefold(), f"{usual}s".casefold()) else asked
        return self._as_printed(value, usual)

    def _as_printed(self, value: str, usual: str) -> str:
        if self.lexicon.entities[value].kind != "organisation" or usual in self.facets.organisations:
            return usual
        printed = (name for name in self.facets.organisations if self.lexicon.organisation(name) == value)
        return next(printed, usual)


def label(condition: Condition, namer: Namer) -> str:
    """Put a condition in words, negation and mentions in passing included."""
    language = namer.language
    value = value_words(condition, namer)
    facet = say(language, f"facet.{condition.facet}")
    if condition.facet in ("sponsored", "keynote"):
        return value
    if condition.op == "not":
        return say(language, "label.not", facet=facet, value=value)
    if "passing" in condition.relations:
        return say(language, "label.passing", facet=facet, value=value)
    return say(language, "label", facet=facet, value=value)


def value_words(condition: Condition, namer: Namer) -> str:
    """Put the values of a condition in words, without its facet."""
    language, values = namer.language, condition.values
    match condition.facet:
        case "starts":
            return _range(language, *_padded(values), open_last=values[-1] > _LAST_CLOCK)
        case "published":
            last = (date.fromisoformat(values[1]) - timedelta(days=1)).isoformat() if _is_day(values[1]) else ""
            return _range(language, values[0], last, open_last=not last)
        case "minutes":
            return _minutes(language, int(values[0]), int(values[1]))
        case "sponsored" | "keynote":
            wanted = (values[0] == "true") != (condition.op == "not")
            return say(language, f"value.{condition.facet}.{str(wanted).lower()}")
        case _:
            words = [_value(condition, value, namer) for value in values]
            if condition.op == "all":
                return say(language, "value.all").join(words)
            return join(language, words, last="or")


def names_of(condition: Condition, namer: Namer) -> str:
    """Name the entities a condition asks for ("TPU or AMD GPU")."""
    last = "and" if condition.op == "all" else "or"
    return join(namer.language, [namer.name(value) for value in condition.values], last=last)


def _value(condition: Condition, value: str, namer: Namer) -> str:
    match condition.facet:
        case "hardware" | "software" | "organisation":
            return namer.name(value)
        case "day":
            return day_words(namer.language, date.fromisoformat(value)) if _is_day(value) else value
        case "document":
            return namer.facets.titles.get(value, value)
        case "source":
            return namer.facets.sources.get(value, value)
        case "layer" | "status" | "kind":
            return TEXTS[namer.language].get(f"{condition.facet}.{value}", value)
        case _:
            return value


def _padded(values: tuple[str, ...]) -> tuple[str, str]:
    return values[0], values[1] if len(values) > 1 else ""


def _range(language: AnswerLanguage, first: str, last: str, *, open_last: bool) -> str:
    if open_last or not last:
        return say(language, "value.from", first=first)
    if first in ("", "00:00"):
        return say(language, "value.before", last=last)
    return say(language, "value.range", first=first, last=last)


def _minutes(language: AnswerLanguage, least: int, most: int) -> str:
    if most >= _LONGEST:
        return say(language, "value.minutes.least", first=least)
    if least == most:
        return say(language, "value.minutes.exactly", first=least)
    if least <= 0:
        return say(language, "value.minutes.most", last=most)
    return say(language, "value.minutes", first=least, last=most)


def _is_day(value: str) -> bool:
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def searched_words(language: AnswerLanguage, sessions: int, articles: int) -> str:
    """Say how much was searched."""
    parts = [counted(language, noun, n) for noun, n in (("session", sessions), ("article", articles)) if n]
    return join(language, parts or [counted(language, "session", 0)])
