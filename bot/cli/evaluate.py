"""`hallway eval`: ask the questions of files, print the measures, end with 1 below a threshold."""

import json as json_module
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.output import note, say
from bot.cli.questions import make_question, ready
from bot.cli.running import EXIT_USAGE, running_app, stop
from bot.render import safe

if TYPE_CHECKING:
    from bot.app import App
    from bot.ask.support import Report
    from bot.evaluate import Scored, Summary
    from bot.models.answer import Answer, AnswerLanguage
    from bot.question_files import Case
    from vectorstore.models.search import Filter, Member

_SHARE = {"min": 0.0, "max": 1.0}
Precision = Annotated[float | None, typer.Option("--min-precision", **_SHARE, help="Least mean precision.")]
Recall = Annotated[float | None, typer.Option("--min-recall", **_SHARE, help="Least mean recall.")]
Exact = Annotated[float | None, typer.Option("--min-exact", **_SHARE, help="Least share of sets exactly right.")]
Refusals = Annotated[float | None, typer.Option("--min-refusals", **_SHARE, help="Least share of right refusals.")]
Answers = Annotated[float | None, typer.Option("--min-answers", **_SHARE, help="Least share of right answers.")]
LanguageShare = Annotated[float | None, typer.Option("--min-language", **_SHARE, help="Least share in its language.")]
Support = Annotated[float | None, typer.Option("--min-support", **_SHARE, help="Least share of carried sentences.")]


def evaluate(
    files: Annotated[list[str], typer.Argument(help="Question files (JSON); a leading `run` is allowed.")],
    *,
    json: Annotated[bool, typer.Option("--json", help="Print everything measured as JSON.")] = False,
    min_precision: Precision = None,
    min_recall: Recall = None,
    min_exact: Exact = None,
    min_refusals: Refusals = None,
    min_answers: Answers = None,
    min_language: LanguageShare = None,
    min_support: Support = None,
) -> None:
    """Ask the questions of files over what was collected and measure the answers.

    Exit codes: 0 all thresholds reached, 1 below one, 2 wrong usage, 3 a file or the set-up unusable.
    """
    given = {
        "precision": min_precision,
        "recall": min_recall,
        "exact": min_exact,
        "refusals": min_refusals,
        "answers": min_answers,
        "language": min_language,
        "support": min_support,
    }
    thresholds = {name: least for name, least in given.items() if least is not None}
    paths = _paths(files)
    with running_app() as app:
        from bot.evaluate import below, summarise  # noqa: PLC0415 - only this command measures

        ready(app)
        members = _members(app)
        scored = [each for path in paths for each in _run_file(app, path, members)]
        summaries = summarise(scored)
        failed = below(summaries["all"], thresholds)
        if json:
            say(_as_json(scored, summaries, thresholds, failed))
        else:
            say(table(summaries))
            for line in shortcomings(scored, {member.document_id: member.document.title for member in members}):
                say(safe.line(line))
        for failure in failed:
            note(f"below the threshold: {failure}")
    raise typer.Exit(1 if failed else 0)


def _paths(files: Sequence[str]) -> list[Path]:
    names = list(files)
    if names and names[0] == "run" and not Path("run").exists():
        names = names[1:]
    if not names:
        stop("Name at least one question file.", EXIT_USAGE)
    return [Path(name) for name in names]


def _members(app: "App") -> "tuple[Member, ...]":
    """Give every session and article of the record."""
    from vectorstore.models.search import Filter  # noqa: PLC0415 - only this command needs them all

    return (*app.library.list(Filter()).members, *app.library.list(Filter(), kind="article").members)


def _run_file(app: "App", path: Path, members: "Sequence[Member]") -> "tuple[Scored, ...]":
    from bot.ask.support import check  # noqa: PLC0415 - only this command measures
    from bot.evaluate import run  # noqa: PLC0415
    from bot.question_files import read_questions  # noqa: PLC0415

    library = app.library
    questions = read_questions(path, members)
    clock = app.clock

    def ask(text: str, language: "AnswerLanguage", case: "Case", before: "tuple[Filter, str] | None") -> "Answer":
        del language  # every question is asked as it stands; its language must be recognised
        moment = case.now
        app.clock = (lambda: moment) if moment else clock
        return app.ask.ask(make_question(app, text, zone=case.zone, before=before))

    def checked(answer: "Answer") -> "Report":
        passages = library.passages([citation.passage_id for citation in answer.citations])
        return check(answer, passages, app.lexicon)

    try:
        return run(questions, ask, check=checked, clock=perf_counter)
    finally:
        app.clock = clock


def table(summaries: "Mapping[str, Summary]") -> str:
    """Set the measures in columns, one line per kind and one for all."""
    header = ("kind", "n", "prec", "recall", "exact", "refus", "answ", "lang", "supp", "median", "p95")
    lines = [header] + [
        (
            kind,
            str(summary.n),
            *(
                _share(value)
                for value in (
                    summary.precision,
                    summary.recall,
                    summary.exact,
                    summary.refusals,
                    summary.answers,
                    summary.language,
                    summary.support,
                )
            ),
            f"{summary.median_seconds * 1000:.0f} ms",
            f"{summary.p95_seconds * 1000:.0f} ms",
        )
        for kind, summary in summaries.items()
    ]
    sizes = [max(len(line[column]) for line in lines) for column in range(len(header))]
    return "\n".join(
        "  ".join(cell.ljust(size) if not place else cell.rjust(size) for place, (cell, size) in enumerate(cells))
        for cells in (list(zip(line, sizes, strict=True)) for line in lines)
    )


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def shortcomings(scored: "Sequence[Scored]", titles: Mapping[str, str]) -> list[str]:
    """Name what went wrong, one line per question and language; documents by title."""
    lines = []
    for each in scored:
        faults = [*each.faults]
        if each.lacking:
            faults.append(f"lacks {', '.join(titles.get(key, key) for key in each.lacking)}")
        if each.extra:
            faults.append(f"has also {', '.join(titles.get(key, key) for key in each.extra)}")
        if each.refusal is False:
            faults.append(f"should refuse or correct, kind is {each.answered_as}")
        if each.answered is False:
            faults.append(f"no right answer, kind is {each.answered_as}")
        if each.language_right is False:
            faults.append("wrong language")
        faults += [f"unsupported: {sentence}" for sentence in each.unsupported]
        if faults:
            lines.append(f"{each.id} {each.language}: {'; '.join(faults)}")
    return lines


def _as_json(
    scored: "Sequence[Scored]",
    summaries: "Mapping[str, Summary]",
    thresholds: Mapping[str, float],
    failed: Sequence[str],
) -> str:
    data = {
        "passed": not failed,
        "failed": list(failed),
        "thresholds": dict(thresholds),
        "summary": {kind: asdict(summary) for kind, summary in summaries.items()},
        "questions": [asdict(each) for each in scored],
    }
    return json_module.dumps(data, ensure_ascii=False, indent=2)
