"""Commands that ask: one question, a conversation, the list of talks, the agenda."""

import sys
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.output import (
    ANSWERED,
    REFUSED,
    SETUP,
    USAGE,
    ending_well,
    fail,
    moment,
    note,
    opened_app,
    say,
    show,
)
from bot.models.answer import Answer, Question
from vectorstore.ids import minted_id
from vectorstore.models.search import EVERYONE, Audience, Condition, Filter

if TYPE_CHECKING:
    from bot.app import App


class AnswerLanguageOption(StrEnum):
    """Languages an answer can be in."""

    zh = "zh"
    en = "en"


class Form(StrEnum):
    """How an answer is printed."""

    text = "text"
    json = "json"
    md = "md"
    csv = "csv"
    ics = "ics"


QuestionText = Annotated[str | None, typer.Argument(help="The question; without it, standard input is read.")]
Lines = Annotated[bool, typer.Option("--lines", help="Take each line of standard input as a question of its own.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the stored answer as JSON.")]
AsMarkdown = Annotated[bool, typer.Option("--md", help="Print Markdown.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print the sessions of the answer as CSV.")]
AsIcs = Annotated[bool, typer.Option("--ics", help="Print the sessions of the answer as a calendar (RFC 5545).")]
Language = Annotated[
    AnswerLanguageOption | None, typer.Option("--lang", help="Answer in this language, not the question's.")
]
Conference = Annotated[str | None, typer.Option(help="Only what was collected for this conference.")]
Zone = Annotated[str | None, typer.Option(help="Your time zone, an IANA name such as Europe/Berlin.")]
Now = Annotated[str | None, typer.Option(help="Pretend it is this ISO 8601 moment (for scripts).")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Only the answer: no sources, filters, notes.")]


def ask(
    question: QuestionText = None,
    *,
    lines: Lines = False,
    json: AsJson = False,
    md: AsMarkdown = False,
    csv: AsCsv = False,
    ics: AsIcs = False,
    lang: Language = None,
    conference: Conference = None,
    zone: Zone = None,
    now: Now = None,
    quiet: Quiet = False,
) -> None:
    """Ask a question about what was collected and get a complete answer with its sources.

    Exit codes: 0 answered, 1 refused or nothing matched, 2 wrong usage, 3 nothing collected or a broken set-up,
    4 something unexpected.
    """
    form = one_form(json=json, md=md, csv=csv, ics=ics)
    at = moment(now)
    questions = _questions(question, lines=lines)
    with ending_well(), opened_app(at) as app:
        ready(app)
        audience = audience_of(app, conference)
        code = ANSWERED
        for text in questions:
            answer = app.ask.ask(make_question(app, text, lang=lang, zone=known_zone(zone), audience=audience))
            print_answer(answer, form, quiet=quiet, single_line=lines)
            code = max(code, code_of(answer))
    raise typer.Exit(code)


def one_form(*, json: bool, md: bool, csv: bool, ics: bool) -> Form:
    """Pick the one output form asked for; several at once are wrong usage."""
    chosen = [form for form, wanted in ((Form.json, json), (Form.md, md), (Form.csv, csv), (Form.ics, ics)) if wanted]
    if len(chosen) > 1:
        raise typer.BadParameter("choose one of --json, --md, --csv and --ics.")
    return chosen[0] if chosen else Form.text


def _questions(argument: str | None, *, lines: bool) -> list[str]:
    """Take the question from the argument or from standard input."""
    if argument is not None and argument != "-":
        text = argument
    elif sys.stdin is None or sys.stdin.isatty():
        raise typer.BadParameter('there is no question; try: hallway ask "Which talks target TPU?"')
    else:
        text = sys.stdin.read()
    found = [line.strip() for line in text.splitlines()] if lines else [text.strip()]
    questions = [each for each in found if each]
    if not questions:
        raise typer.BadParameter('the question is empty; try: hallway ask "Which talks target TPU?"')
    return questions


def known_zone(name: str | None) -> str | None:
    """Check an IANA zone name."""
    from zoneinfo import ZoneInfo  # noqa: PLC0415 - few questions name a zone

    if name:
        try:
            ZoneInfo(name)
        except (KeyError, ValueError, OSError):
            raise typer.BadParameter(f"{name!r} is no time zone; use an IANA name such as Europe/Berlin.") from None
    return name


def ready(app: "App") -> None:
    """End with one line when there is nothing to answer from."""
    if app.library.counts().documents == 0:
        fail("hallway: nothing was collected yet; run: hallway collect PATH|URL…", SETUP)


def audience_of(app: "App", conference: str | None) -> Audience:
    """Narrow a question to the sources of one conference, named in full or by a part of its name."""
    if not conference:
        return EVERYONE
    wanted = conference.casefold().strip()
    names = app.library.facets().conferences
    matching = [name for name in names if name.casefold() == wanted] or [
        name for name in names if wanted in name.casefold()
    ]
    if len(matching) != 1:
        known = "; ".join(matching or names) or "none"
        fail(f"hallway: {conference!r} names {len(matching)} conferences; use one of: {known}", USAGE)
    listing = app.library.list(Filter(conditions=(Condition(facet="conference", values=(matching[0],)),)))
    return Audience(source_ids=frozenset(member.document.source_id for member in listing.members))


def make_question(
    app: "App",
    text: str,
    *,
    lang: AnswerLanguageOption | None = None,
    zone: str | None = None,
    audience: Audience = EVERYONE,
    conversation: str = "cli",
    before: Answer | None = None,
) -> Question:
    """Put a question together; `before` is the answer it may follow up."""
    asked_at: datetime = app.clock()
    return Question(
        turn_id=minted_id("tu"),
        text=text,
        asked_at=asked_at,
        conversation=conversation,
        language=lang.value if lang else None,
        audience=audience,
        zone=zone or app.settings.timezone or None,
        inherited=before.filter if before else None,
        inherited_text=before.applied.text if before else "",
    )


def print_answer(answer: Answer, form: Form, *, quiet: bool = False, single_line: bool = False) -> None:
    """Print an answer in one of the forms."""
    match form:
        case Form.text:
            from bot.render.post import answer_post  # noqa: PLC0415 - one form of five

            show(answer_post(answer), tail=not quiet)
        case Form.json:
            from bot.export.as_json import answer_json  # noqa: PLC0415

            say(answer_json(answer, indent=None if single_line else 2))
        case Form.md:
            from bot.render.post import answer_post  # noqa: PLC0415
            from bot.render.to_markdown import post_markdown  # noqa: PLC0415

            say(post_markdown(answer_post(answer), tail=not quiet))
        case Form.csv:
            from bot.export.as_csv import rows_csv  # noqa: PLC0415

            say(rows_csv(answer.rows))
        case Form.ics:
            from bot.export.as_ics import calendar  # noqa: PLC0415

            text, left_out = calendar(answer.rows, stamp=answer.created_at)
            say(text)
            if left_out:
                note(f"hallway: {left_out} sessions have no day and are not in the calendar.")


def code_of(answer: Answer) -> int:
    """Say how a script should read an answer."""
    return {"refusal": REFUSED, "error": REFUSED}.get(answer.kind, ANSWERED)
