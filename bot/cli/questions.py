"""What the asking commands share: their options, the question they put together, the forms an answer is printed in."""

import os
import sys
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.output import note, say, show
from bot.cli.running import EXIT_NO_ANSWER, EXIT_SETUP, EXIT_USAGE, stop
from bot.models.answer import Answer, Question
from bot.render import safe
from bot.render.limits import QUESTION_CHARACTERS
from vectorstore.ids import minted_id
from vectorstore.models.search import EVERYONE, Audience, Condition, Filter

if TYPE_CHECKING:
    from bot.app import App


class InLanguage(StrEnum):
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


AsJson = Annotated[bool, typer.Option("--json", help="Print the stored answer as JSON.")]
AsMarkdown = Annotated[bool, typer.Option("--md", help="Print Markdown.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print the sessions of the answer as CSV.")]
AsIcs = Annotated[bool, typer.Option("--ics", help="Print the sessions of the answer as a calendar (RFC 5545).")]
Lang = Annotated[InLanguage | None, typer.Option("--lang", help="Answer in this language, not the question's.")]
Conference = Annotated[str | None, typer.Option(help="Only what was collected for this conference.")]
Zone = Annotated[str | None, typer.Option(help="Your time zone, an IANA name such as Europe/Berlin.")]
Now = Annotated[str | None, typer.Option(help="Pretend it is this ISO 8601 moment (for scripts).")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Only the answer: no sources, filters, notes.")]


def one_form(*, json: bool, md: bool, csv: bool, ics: bool) -> Form:
    """Pick the one output form asked for; several at once are wrong usage."""
    wanted = {Form.json: json, Form.md: md, Form.csv: csv, Form.ics: ics}
    chosen = [form for form, asked in wanted.items() if asked]
    if len(chosen) > 1:
        stop("Choose one of --json, --md, --csv and --ics.", EXIT_USAGE)
    return chosen[0] if chosen else Form.text


def known_zone(name: str | None) -> str | None:
    """Check an IANA zone name."""
    from zoneinfo import ZoneInfo  # noqa: PLC0415 - few questions name a zone

    if name:
        try:
            ZoneInfo(name)
        except (KeyError, ValueError, OSError):
            stop(f"{name!r} is no time zone; use an IANA name such as Europe/Berlin.", EXIT_USAGE)
    return name


def read_input() -> str:
    """Read standard input whole; bytes that are no UTF-8 become replacement characters."""
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def ready(app: "App") -> None:
    """End with one line when there is nothing to answer from."""
    if app.library.counts().documents == 0:
        stop("Nothing was collected yet. Run: hallway collect PATH-OR-URL, or: hallway collect --sample", EXIT_SETUP)


def audience_of(app: "App", conference: str | None) -> Audience:
    """Narrow a question to the sources of one conference, named in full or by a part of its name."""
    if not conference:
        return EVERYONE
    wanted = conference.casefold().strip()
    names = app.library.facets().conferences
    matching = [name for name in names if name.casefold() == wanted]
    matching = matching or [name for name in names if wanted in name.casefold()]
    if len(matching) != 1:
        known = "; ".join(safe.line(name) for name in matching or names) or "none is known yet"
        met = f"could be any of {len(matching)} conferences" if matching else "names no conference here"
        stop(f"{conference!r} {met}. Use one of: {known}", EXIT_USAGE)
    listing = app.library.list(Filter(conditions=(Condition(facet="conference", values=(matching[0],)),)))
    return Audience(source_ids=frozenset(member.document.source_id for member in listing.members))


def make_question(
    app: "App",
    text: str,
    *,
    lang: InLanguage | None = None,
    zone: str | None = None,
    audience: Audience = EVERYONE,
    conversation: str = "cli",
    before: tuple[Filter, str] | None = None,
) -> Question:
    """Put a question together.

    It follows up the last turn of its conversation, or the turn whose filter and text `before` gives.
    """
    text = safe.block(text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")).strip()
    if len(text) > QUESTION_CHARACTERS:
        stop(f"The question has {len(text)} characters; the most is {QUESTION_CHARACTERS}. Ask shorter.", EXIT_USAGE)
    asked_at: datetime = app.clock()
    return Question(
        turn_id=minted_id("tu"),
        text=text,
        asked_at=asked_at,
        conversation=conversation,
        language=lang.value if lang else None,
        audience=audience,
        zone=zone or app.settings.timezone or None,
        inherited=before[0] if before else None,
        inherited_text=before[1] if before else "",
    )


def print_answer(answer: Answer, form: Form, *, quiet: bool = False, on_one_line: bool = False) -> None:
    """Print an answer in one of the forms."""
    match form:
        case Form.text:
            from bot.render.post import answer_post  # noqa: PLC0415 - one form of five

            show(answer_post(answer), tail=not quiet)
        case Form.json:
            from bot.export.as_json import answer_json  # noqa: PLC0415

            say(answer_json(answer, indent=None if on_one_line else 2))
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
                note(f"{left_out} sessions have no day and are not in the calendar.")
    if form in (Form.csv, Form.ics) and not answer.rows:
        note("The answer holds no sessions.")


def code_of(answer: Answer) -> int:
    """Say how a script should read an answer: 1 for a refusal, else 0."""
    return EXIT_NO_ANSWER if answer.kind in ("refusal", "error") else 0


def stand_still(app: "App", at: datetime | None) -> None:
    """Stop the app's clock at a moment, for scripts and tests."""
    if at is not None:
        app.clock = lambda: at


def own_language(words: str) -> InLanguage:
    """Take the language of the words typed, else of the terminal's locale."""
    if any("\u4e00" <= character <= "\u9fff" for character in words):
        return InLanguage.zh
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return InLanguage.zh if spoken.startswith("zh") else InLanguage.en
