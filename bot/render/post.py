"""An answer laid out as a post: what it says, then the tail that lets a reader check it."""

from collections.abc import Iterable, Mapping

from bot.models.answer import Answer, AppliedCondition, Citation, Completeness, ShownConflict
from bot.models.post import Block, Bold, Bullets, Cite, CodeSpan, Heading, Inline, Link, Para, Post, Quote, Table, Text
from bot.render.limits import QUOTE_CHARACTERS, SUMMARY_CHARACTERS
from bot.render.words import WORDS


def answer_post(answer: Answer, *, notes: Iterable[str] = ()) -> Post:
    """Lay an answer out; citations without a source are dropped, `notes` are added to the answer's own."""
    words = WORDS[answer.language]
    known = {citation.n for citation in answer.citations}
    body = tuple(_only_known(block, known) for block in answer.blocks)
    conflicts = tuple(block for conflict in answer.conflicts for block in _conflict(conflict, words, known))
    return Post(
        subject_id=answer.id,
        language=answer.language,
        summary=_summary(body),
        body=(*body, *conflicts),
        tail=(
            *_measure(answer, words),
            *_sources(answer.citations, words),
            *_notes((*answer.notes, *notes), words),
            *_follow_ups(answer, words),
        ),
    )


def _summary(body: Iterable[Block]) -> str:
    for block in body:
        match block:
            case Para(inlines=inlines):
                return "".join(plain(inline) for inline in inlines)[:SUMMARY_CHARACTERS]
            case Heading(text=text):
                return text[:SUMMARY_CHARACTERS]
            case _:
                continue
    return ""


def plain(inline: Inline) -> str:
    """Give the words of an inline; a citation has none."""
    match inline:
        case Text(text=text) | Bold(text=text) | CodeSpan(text=text) | Link(text=text):
            return text
        case Cite():
            return ""
        case _:
            return inline.instant.isoformat()


def _only_known(block: Block, known: set[int]) -> Block:
    match block:
        case Para(inlines=inlines):
            return Para(inlines=_cited(inlines, known))
        case Bullets(entries=entries, first=first):
            return Bullets(entries=tuple(_cited(entry, known) for entry in entries), first=first)
        case Table(header=header, rows=rows):
            return Table(header=header, rows=tuple(tuple(_cited(cell, known) for cell in row) for row in rows))
        case _:
            return block


def _cited(inlines: tuple[Inline, ...], known: set[int]) -> tuple[Inline, ...]:
    return tuple(inline for inline in inlines if not isinstance(inline, Cite) or inline.n in known)


def _conflict(conflict: ShownConflict, words: Mapping[str, str], known: set[int]) -> tuple[Block, ...]:
    """Show every reading with its date, the newest marked where the dates settle it; nothing is left out."""
    dates = [reading.said_at for reading in conflict.readings if reading.said_at]
    newest = max(dates) if dates and conflict.resolution == "newer" else None
    entries = []
    for reading in conflict.readings:
        details = [f"{reading.said_at:%Y-%m-%d}"] if reading.said_at else []
        details += [words["newest"]] if newest and reading.said_at == newest else []
        said = f" ({words['separator'].join(details)})" if details else ""
        entries.append(_cited((Bold(text=reading.value), Text(text=f"{said} "), Cite(n=reading.cite)), known))
    subject = words["conflict"].format(subject=conflict.subject)
    if conflict.resolution == "primary":
        subject = f"{subject} ({words['primary']})"
    return (Heading(text=subject), Bullets(entries=tuple(entries)))


def _measure(answer: Answer, words: Mapping[str, str]) -> tuple[Block, ...]:
    lines = []
    if answer.completeness is not None and not _says_how_complete(answer):
        lines.append(completeness_line(answer.completeness, words))
    if answer.kind not in ("help", "error"):
        lines.append(_filter_line(answer, words))
    if answer.missing and answer.kind != "refusal":  # a refusal says it itself
        lines.append(words["missing"].format(terms=words["separator"].join(answer.missing)))
    return tuple(Para(inlines=(Text(text=line),)) for line in lines)


def _says_how_complete(answer: Answer) -> bool:
    """Say whether the first sentence counts already: a list shown whole opens with it."""
    measure = answer.completeness
    return measure is not None and answer.kind in ("list", "agenda") and measure.shown == measure.matched


def completeness_line(measure: Completeness, words: Mapping[str, str]) -> str:
    """Say how much of the whole is shown."""
    if measure.method == "top_k":
        return words["found_by_search"].format(shown=measure.shown)
    form = "complete" if measure.shown == measure.matched else "complete_part"
    line = words[form].format(shown=measure.shown, matched=measure.matched, corpus=measure.corpus)
    if measure.passing:
        line += words["sides"] + words["passing"].format(passing=measure.passing)
    return line


def _filter_line(answer: Answer, words: Mapping[str, str]) -> str:
    parts = [_condition(condition, words) for condition in answer.applied.conditions]
    if answer.applied.text:
        parts.append(words["words"].format(text=answer.applied.text))
    if not parts:
        return words["no_filter"]
    return words["filter"].format(conditions=words["sides"].join(parts))


def _condition(applied: AppliedCondition, words: Mapping[str, str]) -> str:
    form = "inferred" if applied.condition.inferred else "matched"
    return words[form].format(label=applied.label, matched=applied.matched)


def _sources(citations: tuple[Citation, ...], words: Mapping[str, str]) -> tuple[Block, ...]:
    if not citations:
        return ()
    blocks: list[Block] = [Heading(text=words["sources"])]
    first: dict[tuple[str, str], int] = {}
    for citation in sorted(citations, key=lambda each: each.n):
        told = first.setdefault((citation.document_id, citation.place), citation.n)
        named = source_line(citation, words) if told == citation.n else (Text(text=words["same"].format(n=told)),)
        blocks.append(Para(inlines=(Cite(n=citation.n), Text(text=" "), *named)))
        if citation.quote:
            blocks.append(
                Quote(text=citation.quote[:QUOTE_CHARACTERS], language=citation.quote_language, cite=citation.n)
            )
    return tuple(blocks)


def source_line(citation: Citation, words: Mapping[str, str]) -> tuple[Inline, ...]:
    """Name a source: title, who published it, when, where; and what a reader must know about it."""
    day = citation.published_on.isoformat() if citation.published_on else ""
    if not day and citation.kind == "article":
        day = words["undated"]
    place = citation.place.removeprefix(citation.title).removeprefix(" › ")
    details = [citation.publisher, day, place]
    if citation.sponsored:
        details.append(words["sponsored"])
    if citation.self_reported:
        details.append(words["self_reported"])
    line: list[Inline] = [Bold(text=citation.title)]
    line += [Text(text=f" · {detail}") for detail in details if detail]
    if citation.url:
        line += [Text(text=" · "), Link(text=citation.url, url=citation.url)]
    return tuple(line)


def _notes(notes: Iterable[str], words: Mapping[str, str]) -> tuple[Block, ...]:
    entries = tuple((Text(text=note),) for note in dict.fromkeys(notes))
    return (Heading(text=words["notes"]), Bullets(entries=entries)) if entries else ()


def _follow_ups(answer: Answer, words: Mapping[str, str]) -> tuple[Block, ...]:
    entries = tuple(_follow_up(each.label, each.command, words) for each in answer.follow_ups)
    return (Heading(text=words["next"]), Bullets(entries=entries)) if entries else ()


def _follow_up(label: str, command: str, words: Mapping[str, str]) -> tuple[Inline, ...]:
    if label == command:
        return (CodeSpan(text=command),)
    return (Text(text=f"{label}{words['colon']}"), CodeSpan(text=command))
