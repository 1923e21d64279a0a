"""Questions of files asked and measured: whole sets, refusals, language, support and time, per kind and in all."""

import math
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.ask.support import Report
from bot.models.answer import Answer, AnswerLanguage
from bot.models.post import Block, Bullets, Code, Heading, Inline, Para, Quote, Table, Text
from bot.question_files import Case, QuestionSet
from bot.render.post import plain
from vectorstore.models.search import Filter
from vectorstore.text.language import detect

_ENOUGH_LETTERS = 12  # fewer of our own letters say nothing about a language
Ask = Callable[[str, AnswerLanguage, Case, tuple[Filter, str] | None], Answer]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One question in one language, measured; None where a measure does not apply."""

    id: str
    language: AnswerLanguage
    kind: str
    category: str
    answer_id: str
    answered_as: str
    seconds: float
    precision: float | None = None
    recall: float | None = None
    exact: bool | None = None
    refusal: bool | None = None
    answered: bool | None = None
    language_right: bool | None = None
    sentences: int = 0
    unsupported: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Measures of a group of questions; shares from 0 to 1, seconds, None where nothing in the group has it."""

    n: int
    precision: float | None
    recall: float | None
    exact: float | None
    refusals: float | None
    answers: float | None
    language: float | None
    support: float | None
    median_seconds: float
    p95_seconds: float


def run(
    questions: QuestionSet, ask: Ask, *, check: Callable[[Answer], Report], clock: Callable[[], float]
) -> tuple[Scored, ...]:
    """Ask every case in each of its languages and measure the answers.

    `ask` gets the filter and the text of the turn a case follows up; `check` looks at every sentence, `clock` counts
    seconds.
    """
    scored = []
    turns: dict[tuple[str, AnswerLanguage], tuple[Filter, str]] = {}
    for case in questions.cases:
        for language, text in case.texts.items():
            before = turns.get((case.follow_up_of, language)) if case.follow_up_of else None
            began = clock()
            answer = ask(text, language, case, before)
            seconds = clock() - began
            turns[case.id, language] = (answer.filter, text)
            scored.append(score(case, language, answer, questions.keys, seconds=seconds, report=check(answer)))
    return tuple(scored)


def score(
    case: Case,
    language: AnswerLanguage,
    answer: Answer,
    keys: Mapping[str, str],
    *,
    seconds: float = 0.0,
    report: Report | None = None,
) -> Scored:
    """Measure one answer.

    Precision and recall leave arguable sessions out on both sides; an empty set is right only as a refusal.
    """
    refused = answer.kind == "refusal"
    got = frozenset(keys.get(document_id, document_id) for document_id in _documents(answer))
    precision = recall = None
    lacking: frozenset[str] = frozenset()
    extra: frozenset[str] = frozenset()
    if case.wanted is not None:
        lacking = case.wanted - case.arguable - got
        extra = frozenset() if case.at_least else got - case.wanted - case.arguable
        precision, recall = _precision_recall(case, got, refused=refused)
    faults = _faults(case, language, answer)
    unanswerable = case.expect in ("none", "refusal", "correction")
    return Scored(
        id=case.id,
        language=language,
        kind=case.kind,
        category=case.category,
        answer_id=answer.id,
        answered_as=answer.kind,
        seconds=seconds,
        precision=precision,
        recall=recall,
        exact=None if precision is None else precision == recall == 1.0,
        refusal=_declined(case, answer) and not faults if unanswerable else None,
        answered=None if unanswerable else answer.kind not in ("refusal", "error") and not faults,
        language_right=answer.language == language and _speaks(answer),
        sentences=report.sentences if report else 0,
        unsupported=report.unsupported if report else (),
        lacking=tuple(sorted(lacking)),
        extra=tuple(sorted(extra)),
        faults=faults,
    )


def _documents(answer: Answer) -> frozenset[str]:
    """Give the documents an answer is about: its rows, else what it cites; a refusal shows only what is near."""
    if answer.kind == "refusal":
        return frozenset()
    rows = frozenset(row.document_id for row in answer.rows)
    return rows or frozenset(citation.document_id for citation in answer.citations)


def _precision_recall(case: Case, got: frozenset[str], *, refused: bool) -> tuple[float, float]:
    needed = (case.wanted or frozenset()) - case.arguable
    given = got - case.arguable
    if not needed:
        right = float(refused if not case.wanted else not given)
        return right, right
    hits = len(given & needed)
    if case.at_least:
        return float(hits > 0), hits / len(needed)
    return (hits / len(given) if given else 0.0), hits / len(needed)


def _declined(case: Case, answer: Answer) -> bool:
    if case.expect == "correction":
        return answer.kind == "refusal" or bool(answer.denied)
    return answer.kind == "refusal"


def _faults(case: Case, language: AnswerLanguage, answer: Answer) -> tuple[str, ...]:
    shown = _folded(shown_text(answer))
    lacking = [f"lacks {words!r}" for words in case.contains.get(language, ()) if _folded(words) not in shown]
    wrong = [f"shows {words!r}" for words in case.absent.get(language, ()) if _folded(words) in shown]
    return (*lacking, *wrong)


def _folded(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def shown_text(answer: Answer) -> str:
    """Give every word of an answer: body, conflicts, quotes, notes and what it calls missing."""
    parts = [text for block in answer.blocks for text in _texts(block)]
    parts += [reading.value for conflict in answer.conflicts for reading in conflict.readings]
    parts += [words for citation in answer.citations for words in (citation.title, citation.quote)]
    return "\n".join([*parts, *answer.missing, *answer.notes])


def _texts(block: object) -> list[str]:
    match block:
        case Heading(text=text) | Code(text=text) | Quote(text=text):
            return [text]
        case Para(inlines=inlines):
            return [_joined(inlines)]
        case Bullets(entries=entries):
            return [_joined(entry) for entry in entries]
        case Table(header=header, rows=rows):
            return [*header, *(_joined(cell) for row in rows for cell in row)]
        case _:
            return []


def _joined(inlines: Iterable[Inline]) -> str:
    return "".join(plain(inline) for inline in inlines)


def _speaks(answer: Answer) -> bool:
    """Check the language of an answer's own words: plain text without titles, names, rooms and values of sources."""
    own = "\n".join(inline.text for inline in _inlines(answer.blocks) if isinstance(inline, Text))
    foreign = {citation.title for citation in answer.citations}
    for row in answer.rows:
        foreign |= {row.title, row.room or "", row.track or "", *row.organisations}
        foreign |= {name for name, _ in row.speakers}
    foreign |= {reading.value for conflict in answer.conflicts for reading in conflict.readings}
    for words in sorted(foreign - {""}, key=len, reverse=True):
        own = own.replace(words, " ")
    letters = sum(character.isalpha() for character in own)
    return letters < _ENOUGH_LETTERS or detect(own) == answer.language


def _inlines(blocks: Iterable[Block]) -> Iterator[Inline]:
    for block in blocks:
        match block:
            case Para(inlines=inlines):
                yield from inlines
            case Bullets(entries=entries):
                yield from (inline for entry in entries for inline in entry)
            case Table(rows=rows):
                yield from (inline for row in rows for cell in row for inline in cell)
            case _:
                continue


def summarise(scored: Sequence[Scored]) -> dict[str, Summary]:
    """Sum up per kind, and in all under `all`."""
    kinds = dict.fromkeys(each.kind for each in scored)
    groups = {kind: [each for each in scored if each.kind == kind] for kind in kinds} | {"all": list(scored)}
    return {kind: _summary(group) for kind, group in groups.items()}


def _summary(group: Sequence[Scored]) -> Summary:
    seconds = sorted(each.seconds for each in group)
    return Summary(
        n=len(group),
        precision=_mean(each.precision for each in group),
        recall=_mean(each.recall for each in group),
        exact=_mean(each.exact for each in group),
        refusals=_mean(each.refusal for each in group),
        answers=_mean(each.answered for each in group),
        language=_mean(each.language_right for each in group),
        support=_supported(group),
        median_seconds=_rank(seconds, 0.5),
        p95_seconds=_rank(seconds, 0.95),
    )


def _mean(values: Iterable[float | None]) -> float | None:
    known = [float(value) for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _supported(group: Sequence[Scored]) -> float | None:
    """Give the share of all sentences of a group that their citations carry."""
    sentences = sum(each.sentences for each in group)
    return 1 - sum(len(each.unsupported) for each in group) / sentences if sentences else None


def _rank(ordered: Sequence[float], share: float) -> float:
    """Give the nearest-rank percentile of values in order."""
    if not ordered:
        return 0.0
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def below(summary: Summary, thresholds: Mapping[str, float]) -> tuple[str, ...]:
    """Name the measures of a summary that are below their threshold; a measure nothing has is no failure."""
    return tuple(
        f"{name} {value:.3f} < {least:g}"
        for name, least in thresholds.items()
        if (value := getattr(summary, name)) is not None and value < least
    )
