"""The asking commands as a person or a script runs them, over the sample."""

import contextlib
import csv
import fcntl
import io
import json
import logging
import os
import pty
import select
import subprocess
import sys
import termios
from logging.handlers import RotatingFileHandler
from pathlib import Path

import pytest
from icalendar import Calendar
from typer.testing import CliRunner

from bot.cli.main import app

ROOT = Path(__file__).resolve().parents[2]
TPU_TITLES = [
    "One Graph, Nine Chips",
    "Pallas Kernels That Read Like Math",
    "用 Helion 写一次内核，在 GPU 与 TPU 上运行",
    "Serving a Mixture of Experts on TPU With SGLang",
]


def _environment(folder: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HALLWAY_")}
    kept |= {"HALLWAY_DATA_DIR": str(folder), "HALLWAY_EMBEDDINGS": "hashing:64", "PYTHONPATH": str(ROOT)}
    return kept | {"COLUMNS": "100", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", **more}


def _hallway(folder: Path, *arguments: str, given: str | bytes = "", **environment: str) -> tuple[int, str, str]:
    """Run a command in this process: exit code, standard output, standard error."""
    with contextlib.chdir(folder):
        done = CliRunner().invoke(app, list(arguments), input=given, env=_environment(folder, **environment))
    _close_logs()
    return done.exit_code, done.stdout_bytes.decode("utf-8"), done.stderr_bytes.decode("utf-8")


def _close_logs() -> None:
    """A process would end here; in this one the log's file has to be closed."""
    for handler in logging.getLogger().handlers[:]:
        if isinstance(handler, RotatingFileHandler):
            logging.getLogger().removeHandler(handler)
            handler.close()


def _hallway_apart(
    folder: Path, *arguments: str | bytes, given: bytes = b"", **environment: str
) -> tuple[int, str, str]:
    """Run a command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        input=given,
        capture_output=True,
        env=_environment(folder, **environment),
        cwd=folder,
        timeout=100,
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("record")
    code, _, errors = _hallway_apart(folder, "collect", "--sample")
    assert code == 0, errors
    return folder


def test_an_answer_goes_to_standard_output_with_its_sources(sample: Path) -> None:
    code, output, errors = _hallway(sample, "ask", "Which talks target TPU?")
    assert (code, errors) == (0, "")
    assert output.splitlines()[0].startswith("4 of 16 sessions")
    assert [title for title in TPU_TITLES if title in output] == TPU_TITLES
    assert "\nFilter: hardware TPU (4)\n" in output
    assert "\nSources\n  [1] One Graph, Nine Chips" in output


def test_a_refusal_ends_with_one_and_names_what_was_searched(sample: Path) -> None:
    code, output, _ = _hallway(sample, "ask", "Which talks target Cerebras?", "-q")
    assert code == 1
    assert "Cerebras" in output
    assert "16 sessions" in output


@pytest.mark.parametrize(
    "arguments",
    [
        ("ask", ""),
        ("ask", "x", "--json", "--csv"),
        ("ask", "x", "--now", "yesterday"),
        ("ask", "x", "--zone", "Mars/Base"),
        ("ask", "x", "--conference", "Nowhere Days"),
        ("ask", "x" * 4001),
        ("talks", "--day", "someday"),
        ("talks", "--hardware", "TPU", "--hardware", "Frobnicator"),
    ],
)
def test_wrong_usage_ends_with_two_and_one_line(sample: Path, arguments: tuple[str, ...]) -> None:
    code, output, errors = _hallway(sample, *arguments)
    assert (code, output) == (2, "")
    assert len(errors.splitlines()) == 1


def test_nothing_collected_ends_with_three_and_says_what_to_do(tmp_path: Path) -> None:
    code, output, errors = _hallway(tmp_path, "ask", "Which talks target TPU?")
    assert (code, output) == (3, "")
    assert errors == "Nothing was collected yet. Run: hallway collect PATH-OR-URL, or: hallway collect --sample\n"


def test_a_broken_setting_ends_with_three(tmp_path: Path) -> None:
    code, output, errors = _hallway(tmp_path, "ask", "x", DATABASE_URL="nonsense")
    assert (code, output, len(errors.splitlines())) == (3, "", 1)


def test_json_is_the_stored_answer(sample: Path) -> None:
    code, output, _ = _hallway(sample, "ask", "哪些演讲面向 TPU？", "--json")
    answer = json.loads(output)
    assert (code, answer["kind"], answer["language"]) == (0, "list", "zh")
    assert [row["title"] for row in answer["rows"]] == TPU_TITLES
    assert answer["completeness"]["corpus"] == 16


def test_each_line_of_a_pipe_is_a_question_with_lines(sample: Path) -> None:
    questions = "Which talks target TPU?\n\nWhich talks target Cerebras?\n"
    code, output, _ = _hallway(sample, "ask", "--lines", "--json", given=questions)
    assert [json.loads(line)["kind"] for line in output.splitlines()] == ["list", "refusal"]
    assert code == 1


def test_a_pipe_is_one_question_and_its_bytes_may_be_broken(sample: Path) -> None:
    code, output, _ = _hallway_apart(sample, "ask", "-q", given=b"Which talks\ntarget TPU? \xff")
    assert code == 0
    assert output.startswith("4 of 16 sessions")


def test_an_argument_that_is_no_text_is_asked_all_the_same(sample: Path) -> None:
    code, output, errors = _hallway_apart(sample, "ask", b"Frobnicator \xff\x1b[31m", "-q")
    assert (code, errors) == (1, "")
    assert "\x1b" not in output


def test_csv_has_a_line_for_each_session(sample: Path) -> None:
    _, output, _ = _hallway(sample, "ask", "Which talks target TPU?", "--csv")
    lines = list(csv.DictReader(io.StringIO(output, newline="")))
    assert [line["title"] for line in lines] == TPU_TITLES
    assert lines[0]["start"] == "2027-03-16T09:00"


def test_a_calendar_has_an_event_for_each_session(sample: Path) -> None:
    _, output, _ = _hallway(sample, "ask", "Which talks target TPU?", "--ics", "--now", "2027-01-10T08:00:00Z")
    events = Calendar.from_ical(output).walk("VEVENT")
    assert [str(event["SUMMARY"]) for event in events] == TPU_TITLES
    assert f"{events[0]['DTSTART'].dt:%Y-%m-%dT%H:%MZ}" == "2027-03-16T01:00Z"
    assert {f"{event['DTSTAMP'].dt:%Y-%m-%dT%H:%MZ}" for event in events} == {"2027-01-10T08:00Z"}


def test_a_form_without_sessions_says_so_beside_the_output(sample: Path) -> None:
    code, output, errors = _hallway(sample, "ask", "Which talks target Cerebras?", "--csv")
    assert (code, len(output.splitlines()), errors) == (1, 1, "The answer holds no sessions.\n")


def test_markdown_links_sources_only(sample: Path) -> None:
    code, output, _ = _hallway(sample, "ask", "Which talks target TPU?", "--md")
    assert code == 0
    assert "1. **One Graph, Nine Chips** · " in output
    assert "### Sources" in output


def test_the_language_can_be_chosen(sample: Path) -> None:
    _, output, _ = _hallway(sample, "ask", "Which talks target TPU?", "--lang", "zh", "-q")
    assert output.startswith("4 场，共 16 场")


def test_a_conference_may_be_named_by_a_part(sample: Path) -> None:
    code, output, _ = _hallway(sample, "ask", "Which talks target TPU?", "--conference", "tensor days", "-q")
    assert (code, output.splitlines()[0].split(" (")[0]) == (0, "4 of 16 sessions")


def test_talks_lists_by_options(sample: Path) -> None:
    code, output, _ = _hallway(sample, "talks", "--hardware", "TPU", "--not-sponsored", "--day", "1", "--csv")
    titles = [line["title"] for line in csv.DictReader(io.StringIO(output, newline=""))]
    assert (code, titles) == (0, TPU_TITLES[1:3])


def test_talks_finds_people_and_rooms_by_a_part_and_words_in_the_text(sample: Path) -> None:
    _, output, _ = _hallway(sample, "talks", "--speaker", "menon", "--room", "lotus", "--text", "SGLang", "--csv")
    assert [line["title"] for line in csv.DictReader(io.StringIO(output, newline=""))] == [TPU_TITLES[3]]


def test_talks_without_a_match_refuses(sample: Path) -> None:
    assert _hallway(sample, "talks", "--speaker", "Nobody Known", "-q")[0] == 1


def test_talks_without_options_is_the_whole_programme(sample: Path) -> None:
    _, output, _ = _hallway(sample, "talks", "--csv")
    assert len(list(csv.DictReader(io.StringIO(output, newline="")))) == 16


def test_the_agenda_knows_now_next_and_days(sample: Path) -> None:
    at = "2027-03-16T10:05:00+08:00"
    for asked, title in (
        (["now"], "Pallas Kernels"),
        (["next"], "Autotuning Triton"),
        (["day 2"], "编译器的下一个十年"),
    ):
        code, output, _ = _hallway(sample, "agenda", *asked, "--now", at, "-q")
        assert (code, title in output) == (0, True), output


def test_the_agenda_speaks_the_language_of_its_words(sample: Path) -> None:
    _, output, _ = _hallway(sample, "agenda", "第二天", "-q")
    assert "，共 16 场" in output.splitlines()[0]


def test_a_conversation_inherits_until_it_starts_over(sample: Path) -> None:
    lines = "哪些演讲面向 TPU？\n只看第二天的\n/sources 1\n/sources 99\n/nonsense\n/help\n/new\n只看第二天的\n/quit\nunheard"
    code, output, errors = _hallway(sample, "chat", "-q", given=lines)
    assert (code, errors) == (0, "")
    assert "4 场，共 16 场" in output
    assert "1 场，共 16 场" in output
    assert "上一个回答没有第 99 条来源。" in output
    assert "这里没有 /nonsense 这个命令" in output
    assert output.index("新的对话开始了。") < output.rindex("，共 16 场")
    assert "unheard" not in output


def test_a_conversation_ends_politely_with_its_input(sample: Path) -> None:
    code, output, errors = _hallway_apart(sample, "chat", "-q", given=b"Which talks target TPU?\n\xff\n")
    assert (code, errors) == (0, "")
    assert output.startswith("4 of 16 sessions")


def test_a_reader_that_leaves_early_is_no_error(sample: Path) -> None:
    asked = subprocess.Popen(
        [sys.executable, "-m", "bot", "talks"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(sample),
        cwd=sample,
    )
    assert asked.stdout
    assert asked.stderr
    asked.stdout.close()
    errors = asked.stderr.read().decode()
    asked.stderr.close()
    assert (asked.wait(timeout=60), errors) == (0, "")


def test_a_terminal_without_chinese_gets_question_marks_not_a_crash(sample: Path) -> None:
    code, output, errors = _hallway_apart(sample, "ask", "Which talks target TPU?", "-q", PYTHONIOENCODING="ascii")
    assert (code, errors) == (0, "")
    assert "? Helion ???" in output


PATIENCE = 5  # seconds of silence after which a person presses a key again


def _on_a_terminal(folder: Path, *arguments: str, typed: list[tuple[bytes, bytes]]) -> tuple[int, bytes]:
    """Run a command on a terminal of its own; each entry of `typed` is what to wait for and what to type then."""
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "bot", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=_environment(folder, TERM="xterm"),
        cwd=folder,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - Ctrl-C must reach it
    )
    os.close(theirs)
    shown, waiting, last = b"", list(typed), b""
    while True:
        if last and not select.select([ours], [], [], PATIENCE)[0]:
            # A signal in the instant between prompt and read waits in CPython's readline for the next key, so the
            # key is pressed once more, as a person would.
            os.write(ours, last)
            continue
        try:
            piece = os.read(ours, 4096)
        except OSError:  # Linux says so when the other side is gone
            break
        if not piece:
            break
        shown += piece
        if waiting and waiting[0][0] in shown:
            last = waiting.pop(0)[1]
            os.write(ours, last)
    os.close(ours)
    return running.wait(timeout=60), shown


def test_a_terminal_gets_colours_and_the_same_words(sample: Path) -> None:
    code, shown = _on_a_terminal(sample, "ask", "Which talks target TPU?", "-q", typed=[])
    assert code == 0
    assert b"\x1b[1mOne Graph, Nine Chips\x1b[0m" in shown
    assert b"4 of 16 sessions" in shown


@pytest.mark.parametrize("key", [b"\x03", b"\x04", b"/quit\n"])
def test_ctrl_c_ctrl_d_and_quit_end_a_conversation_politely(sample: Path, key: bytes) -> None:
    code, shown = _on_a_terminal(sample, "chat", typed=[(b"hallway> ", key)])
    assert code == 0
    assert shown.rstrip().endswith(b"Goodbye.")
    assert b"Traceback" not in shown
