"""Commands that ask once: a question, the list of talks, the agenda (the conversation is in `bot.cli.chat`)."""

import sys
from datetime import datetime
from typing import Annotated

import typer

from bot.cli.chat import chat
from bot.cli.output import moment, waiting
from bot.cli.questions import (
    AsCsv,
    AsIcs,
    AsJson,
    AsMarkdown,
    Conference,
    Form,
    InLanguage,
    Lang,
    Now,
    Quiet,
    Zone,
    audience_of,
    code_of,
    known_zone,
    make_question,
    one_form,
    own_language,
    print_answer,
    read_input,
    ready,
    stand_still,
)
from bot.cli.running import EXIT_USAGE, running_app, stop
from bot.cli.talks import talks

__all__ = ["agenda", "ask", "chat", "talks"]

QuestionText = Annotated[str | None, typer.Argument(help="The question; without it, standard input is read.")]
Lines = Annotated[bool, typer.Option("--lines", help="Take each line of standard input as a question of its own.")]


def ask(
    question: QuestionText = None,
    *,
    lines: Lines = False,
    json: AsJson = False,
    md: AsMarkdown = False,
    csv: AsCsv = False,
    ics: AsIcs = False,
    lang: Lang = None,
    conference: Conference = None,
    zone: Zone = None,
    now: Now = None,
    quiet: Quiet = False,
) -> None:
    """Ask a question about what was collected and get a complete answer with its sources.

    Exit codes: 0 answered, 1 refused or nothing matched, 2 wrong usage, 3 nothing collected or a broken set-up,
    4 something unexpected. With --lines the highest of all.
    """
    form = one_form(json=json, md=md, csv=csv, ics=ics)
    questions = _questions(question, lines=lines)
    _ask_all(
        questions,
        form,
        lang=lang,
        conference=conference,
        zone=known_zone(zone),
        at=moment(now),
        quiet=quiet,
        lines=lines,
    )


def _ask_all(
    questions: list[str],
    form: Form,
    *,
    lang: InLanguage | None,
    conference: str | None,
    zone: str | None,
    at: datetime | None,
    quiet: bool,
    lines: bool = False,
) -> None:
    code = 0
    with running_app() as app:
        stand_still(app, at)
        ready(app)
        audience = audience_of(app, conference)
        for text in questions:
            with waiting() as report:
                answer = app.ask.ask(make_question(app, text, lang=lang, zone=zone, audience=audience), report)
            print_answer(answer, form, quiet=quiet, on_one_line=lines)
            code = max(code, code_of(answer))
    raise typer.Exit(code)


def _questions(argument: str | None, *, lines: bool) -> list[str]:
    """Take the question from the argument or from standard input."""
    if argument is None and sys.stdin.isatty():
        stop('There is no question. Try: hallway ask "Which talks target TPU?"', EXIT_USAGE)
    text = read_input() if argument is None or argument == "-" else argument
    found = text.splitlines() if lines else [text]
    questions = [each.strip() for each in found if each.strip()]
    if not questions:
        stop('The question is empty. Try: hallway ask "Which talks target TPU?"', EXIT_USAGE)
    return questions


def agenda(
    when: Annotated[str, typer.Argument(help="now, next, or a day: 2026-10-20, Tuesday, 'day 2', 第二天.")] = "now",
    *,
    json: AsJson = False,
    md: AsMarkdown = False,
    csv: AsCsv = False,
    ics: AsIcs = False,
    lang: Lang = None,
    conference: Conference = None,
    zone: Zone = None,
    now: Now = None,
    quiet: Quiet = False,
) -> None:
    """Show what is on now, what comes next, or the programme of a day, in the venue's time."""
    form = one_form(json=json, md=md, csv=csv, ics=ics)
    language = lang or own_language(when)
    _ask_all(
        [_agenda_question(when, language)],
        form,
        lang=language,
        conference=conference,
        zone=known_zone(zone),
        at=moment(now),
        quiet=quiet,
    )


def _agenda_question(when: str, language: InLanguage) -> str:
    chinese = language is InLanguage.zh
    match when.casefold().strip():
        case "now" | "现在":
            return "现在有哪些场次？" if chinese else "What is on now?"
        case "next" | "接下来":
            return "接下来有哪些场次？" if chinese else "What is on next?"
        case _:
            return f"{when}有哪些场次？" if chinese else f"Which sessions are on {when}?"
