"""Collecting as a person does it, over a small guide that is edited between the runs."""

import contextlib
import logging
import os
import shutil
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from logging.handlers import RotatingFileHandler
from pathlib import Path

import pytest
from filelock import FileLock
from typer.testing import CliRunner

from bot import app as bot_app
from bot.cli.main import app
from bot.cli.progress import progress

TALKS = [
    ("Tiles All the Way Down", "Ada Quill, Meta\n9:00–9:30 AM, Cedar"),
    ("Kernels Nobody Wrote", "Bo Lind, NVIDIA\n9:40–10:10 AM, Cedar"),
    ("A Compiler for Twelve Chips", "Cyd Marsh, AMD\n10:20–10:50 AM, Birch"),
    ("Profiling Without Guessing", "Dee Okoro, Intel\n11:00–11:30 AM, Birch"),
    ("Memory Is the Bottleneck", "Eli Vance, Google\n1:00–1:30 PM, Cedar"),
    ("Serving on TPU at Scale", "Fay Brook, Google\n1:40–2:10 PM, Cedar"),
    ("Quantized and Happy", "Gus Petrov, Arm\n2:20–2:50 PM, Birch"),
    ("What the Scheduler Sees", "Hana Mori, IBM\n3:00–3:30 PM, Birch"),
]
HEAD = (
    "Your Guide to Hardware at ChipConf 2026\n\n"
    "ChipConf 2026 (20 October 2026, San Jose) brings talks about many chips.\n\n"
    "Talks: Day 1 (20 October 2026)\n"
)


def _guide(talks: list[tuple[str, str]], **abstracts: str) -> str:
    about = "This talk tells what the team learned about {title} and what others can take home from it."
    blocks = [
        f"#### {title}\n\n{line}\n\n{abstracts.get(title.split()[0], about.format(title=title))}\n"
        for title, line in talks
    ]
    return HEAD + "\n" + "\n".join(blocks)


STOPPED_WHILE_PARSING = """
from pathlib import Path
from bot.cli.main import cli
from ingest import parse

answer = parse._answer

def told(*arguments):
    Path("feed").write_text("now")
    return answer(*arguments)

parse._answer = told
cli()
"""


class Desk:
    """A folder with a guide, a record beside it, and the command line over both."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.guide = folder / "chipconf.txt"
        self.guide.write_text(_guide(TALKS))

    def run(self, *words: str, **environment: str) -> tuple[int, list[str], list[str]]:
        """Run a command here: exit code, lines of standard output, lines of standard error."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("HALLWAY_")}
        kept |= {"HALLWAY_DATA_DIR": str(self.folder / "data"), "HALLWAY_EMBEDDINGS": "hashing:512"}
        kept |= {"HALLWAY_CONFIG": os.devnull, **environment}
        with contextlib.chdir(self.folder):
            done = CliRunner().invoke(app, list(words), env=kept)
        for handler in logging.getLogger().handlers[:]:
            if isinstance(handler, RotatingFileHandler):
                logging.getLogger().removeHandler(handler)
                handler.close()
        return done.exit_code, done.stdout.splitlines(), done.stderr.splitlines()

    def collect(self, *words: str, **environment: str) -> list[str]:
        """Collect the guide and give what was said but for warnings."""
        code, out, err = self.run("collect", *(words or ("chipconf.txt",)), **environment)
        assert (code, err) == (0, [])
        return [line for line in out if not line.startswith("  warning")]

    def talks(self) -> list[str]:
        """Give the titles that are listed now."""
        _, out, _ = self.run("talks", "--csv")
        return [title for title, _ in TALKS if any(title in line for line in out)]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> list[timedelta]:
    """Give a list whose last delta is how much later it is."""
    deltas = [timedelta()]
    plain = bot_app.make_app

    def make_app(settings: bot_app.Settings) -> bot_app.App:
        return plain(settings, clock=lambda: datetime(2026, 10, 1, tzinfo=UTC) + deltas[-1])

    monkeypatch.setattr(bot_app, "make_app", make_app)
    return deltas


def test_an_edited_abstract_embeds_one_passage(desk: Desk) -> None:
    assert desk.collect()[-1] == "Embedded 17 passages, reused 0 vectors, indexed 17, removed 0."
    desk.guide.write_text(_guide(TALKS, Tiles="Now it is about hexagons, and about why they tile better than squares."))
    assert desk.collect() == [
        "chipconf: guide, 9 read, 1 changed, 8 unchanged.",
        "  changed: Tiles All the Way Down (abstract)",
        "1 source, 1 changed, 8 unchanged, 0 refused.",
        "Embedded 1 passages, reused 1 vectors, indexed 2, removed 2.",
    ]


def test_a_vanished_talk_is_missing_then_gone_though_the_file_stays(desk: Desk, later: list[timedelta]) -> None:
    desk.collect()
    desk.guide.write_text(_guide(TALKS[:-1]))
    assert desk.collect()[:3] == [
        "chipconf: guide, 8 read, 1 missing, 8 unchanged.",
        "  missing: What the Scheduler Sees",
        "  Missing ones stay listed; absent from the next version too, they are gone.",
    ]
    later.append(timedelta(minutes=1))
    assert desk.collect()[0] == "chipconf: the same as before (8 documents, 1 still missing)."
    assert len(desk.talks()) == 8
    later.append(timedelta(hours=2))
    assert desk.collect() == [
        "chipconf: the same as before (8 documents, 1 gone).",
        "  gone: What the Scheduler Sees",
        "1 source, 1 gone, 8 unchanged, 0 refused.",
        "Embedded 0 passages, reused 0 vectors, indexed 0, removed 2.",
    ]
    assert len(desk.talks()) == 7
    later.append(timedelta(hours=4))
    assert desk.collect()[0] == "chipconf: the same as before (8 documents)."
    desk.guide.write_text(_guide(TALKS))
    assert desk.collect()[1] == "  restored: What the Scheduler Sees"
    assert len(desk.talks()) == 8


def test_a_refused_version_keeps_what_was_there_and_the_right_one_clears_the_failure(desk: Desk) -> None:
    desk.collect()
    desk.guide.write_text("<html><head><title>Sign in</title></head><body><p>Please sign in first.</p></body></html>")
    code, _, err = desk.run("collect", "chipconf.txt")
    (line,) = err
    assert code == 1
    assert line.startswith('chipconf.txt: this version holds no session where there were 8 (it is a page, "Sign in").')
    assert line.endswith("9 documents from before kept.")
    assert any("the last look failed" in line for line in desk.run("doctor")[1])
    desk.guide.write_text(_guide(TALKS))
    desk.collect()
    assert not any("the last look failed" in line for line in desk.run("doctor")[1])


def test_a_zone_is_told_once_for_all_and_stays_when_it_is_not_repeated(desk: Desk) -> None:
    desk.guide.write_text(_guide([(f"{title} {n}", line) for n in (1, 2) for title, line in TALKS]))
    desk.collect()
    assert desk.collect("chipconf.txt", "--tz", "America/Los_Angeles")[:3] == [
        "chipconf: guide, 17 read, 16 changed, 1 unchanged.",
        "  changed: 16 sessions (zone: none → America/Los_Angeles)",
        "1 source, 16 changed, 1 unchanged, 0 refused.",
    ]
    assert desk.collect()[0] == "chipconf: the same as before (17 documents)."


def test_another_conference_name_reaches_documents_whose_content_is_the_same(desk: Desk) -> None:
    desk.collect()
    desk.collect("chipconf.txt", "--conference", "Chips & Friends")
    zones = [line.split(": no zone")[0] for line in desk.run("doctor")[1] if "no zone is known" in line]
    assert zones == ["fine   Chips & Friends"]


def test_one_file_is_one_source_by_whatever_path_and_wherever_it_is_moved(desk: Desk) -> None:
    desk.collect()
    assert desk.collect(str(desk.guide))[0] == "chipconf: the same as before (9 documents)."
    named = desk.folder / "named.toml"
    named.write_text('[[sources]]\npath = "chipconf.txt"\nid = "mine"\n')
    desk.run("collect", HALLWAY_CONFIG=str(named))
    (desk.folder / "archive").mkdir()
    shutil.move(desk.guide, desk.folder / "archive" / "renamed.txt")
    said = desk.collect("archive/renamed.txt")
    assert said[0] == "renamed: guide, 9 read, nothing new, 9 unchanged."
    assert said[1].endswith("chipconf.txt before; its documents were kept.")
    assert desk.collect("archive/renamed.txt")[0] == "renamed: the same as before (9 documents)."
    assert desk.run("doctor")[1][0].endswith("1 sources, 8 sessions, 1 articles, 17 passages")


def test_a_dry_run_leaves_nothing_behind(desk: Desk) -> None:
    said = desk.collect("--dry-run", "chipconf.txt")
    assert said == [
        "chipconf: guide, 9 read, 9 added, 0 unchanged.",
        "Would be: 1 source, 9 added, 0 unchanged, 0 refused.",
    ]
    assert [path.name for path in desk.folder.iterdir()] == ["chipconf.txt"]


def test_an_index_that_was_deleted_is_filled_again_from_the_record(desk: Desk) -> None:
    desk.collect()
    shutil.rmtree(desk.folder / "data" / "chroma")
    assert desk.collect()[-1] == "Embedded 0 passages, reused 17 vectors, indexed 17, removed 0."
    assert any("0 missing, 0 left over, 0 changed" in line for line in desk.run("doctor")[1])


def test_an_index_folder_that_is_none_is_one_line(desk: Desk) -> None:
    desk.collect()
    shutil.rmtree(desk.folder / "data" / "chroma")
    (desk.folder / "data" / "chroma").write_text("no folder")
    code, _, (line,) = desk.run("collect", "chipconf.txt")
    assert (code, line.split("data/")[1]) == (
        3,
        "chroma cannot be written (File exists). Move it away, or free the disk.",
    )


def test_collecting_beside_another_writer_waits_for_it_and_says_so(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = desk.folder / "data" / "chroma"
    folder.mkdir(parents=True)
    other = FileLock(folder / "chroma.lock")
    other.acquire()
    (folder / "chroma.owner").write_text('{"pid": 4711}')
    monkeypatch.setattr(time, "sleep", lambda _seconds: other.release())
    code, out, err = desk.run("collect", "chipconf.txt")
    assert (code, out[-1]) == (0, "Embedded 17 passages, reused 0 vectors, indexed 17, removed 0.")
    assert err == [
        "The vector index is being written by process 4711; waiting for it. What was collected is kept.",
    ]


def test_a_record_damaged_inside_is_one_line(desk: Desk) -> None:
    desk.collect()
    record = desk.folder / "data" / "hallway.db"
    size = record.stat().st_size
    with record.open("r+b") as file:
        file.seek(size // 4)
        file.write(b"\xaa" * (size // 2))
    code, _, (line,) = desk.run("collect", "chipconf.txt")
    assert code == 3
    assert line.endswith("Restore a backup, or move it away and collect again.")


def test_a_kind_that_is_none_is_a_usage_error_and_no_failure_of_the_source(desk: Desk) -> None:
    desk.collect()
    code, _, err = desk.run("collect", "--kind", "poem", "chipconf.txt")
    assert (code, "guide" in "\n".join(err)) == (2, True)
    assert not any("failed" in line for line in desk.run("doctor")[1])


@pytest.mark.parametrize("content", ["", 'embeddings = "hashing:512"\n'])
def test_a_list_without_sources_says_what_to_do(desk: Desk, content: str) -> None:
    (desk.folder / "hallway.toml").write_text(content)
    code, out, (line,) = desk.run("collect", HALLWAY_CONFIG="hallway.toml")
    assert (code, out) == (3, [])
    assert line.startswith("Nothing to collect: give a PATH or URL")


def test_many_unchanged_sources_are_counted_and_not_listed(desk: Desk) -> None:
    folder = desk.folder / "posts"
    folder.mkdir()
    for number in range(11):
        (folder / f"{number}.md").write_text(f"# Post {number}\n\nWhat kernels of chip {number} do all day long.\n")
    desk.collect("posts")
    assert desk.collect("posts")[0] == "11 sources, nothing new, 11 unchanged, 0 refused."


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_to_the_whole_terminal_ends_in_one_line(desk: Desk, number: int, code: int) -> None:
    feed = desk.folder / "feed"
    os.mkfifo(feed)
    line = [sys.executable, "-c", STOPPED_WHILE_PARSING, "collect", "chipconf.txt"]
    environment = {**os.environ, "HALLWAY_DATA_DIR": str(desk.folder / "data"), "HALLWAY_CONFIG": os.devnull}
    with subprocess.Popen(
        line, env=environment, cwd=desk.folder, text=True, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        feed.read_text()  # comes when the parse child has been started
        os.killpg(process.pid, number)
        _, err = process.communicate()
    assert (process.returncode, err.splitlines()) == (
        code,
        ["Stopped. What was finished is kept; run the same command again to go on."],
    )


def test_progress_away_from_a_terminal_says_a_line_every_ten_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    seconds = iter([0.0, 4.0, 10.0, 10.0, 15.0])
    with progress("Indexing", total=30, clock=lambda: next(seconds)) as advance:
        for _ in range(3):
            advance(10)
    assert capsys.readouterr() == ("", "Indexing: 20 of 30\n")
