"""A collect run that is killed at any moment and run again ends like one that nobody disturbed."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

KILLS = 20
DUMPS = {
    "documents": "SELECT id, stable_id, title, day, room, withdrawn_at IS NULL FROM documents ORDER BY id",
    "revisions": "SELECT id, document_id, number, content_hash, text FROM revisions ORDER BY id",
    "passages": "SELECT id, revision_id, char_start, char_end, text_hash, indexed_in, live FROM passages ORDER BY id",
    "mentions": "SELECT document_id, entity_id, relation, char_start FROM mentions ORDER BY 1, 2, 3, 4",
    "vectors": "SELECT embedder, text_hash FROM vectors ORDER BY 1, 2",
}


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "HALLWAY_DATA_DIR": str(folder), "HALLWAY_CONFIG": os.devnull}


def _command(*words: str) -> list[str]:
    return [sys.executable, "-m", "bot", *words]


def _run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(_command(*words), env=_environment(folder), capture_output=True, text=True, check=False)


def _dump(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    with sqlite3.connect(folder / "hallway.db") as record:
        return {name: record.execute(sql).fetchall() for name, sql in DUMPS.items()}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, list[tuple[object, ...]]], float]:
    folder = tmp_path_factory.mktemp("undisturbed")
    began = time.monotonic()
    finished = _run(folder, "collect", "--sample")
    assert finished.returncode == 0, finished.stderr
    return _dump(folder), time.monotonic() - began


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(KILLS))
def test_a_run_killed_at_a_random_moment_and_repeated_equals_an_undisturbed_one(
    seed: int, undisturbed: tuple[dict[str, list[tuple[object, ...]]], float], tmp_path: Path
) -> None:
    expected, seconds = undisturbed
    moment = random.Random(seed).uniform(0.2, seconds)
    process = subprocess.Popen(
        _command("collect", "--sample"),
        env=_environment(tmp_path),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        process.wait(moment)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    again = _run(tmp_path, "collect", "--sample")
    assert again.returncode == 0, again.stderr
    assert _dump(tmp_path) == expected
    doctor = _run(tmp_path, "doctor")
    assert doctor.returncode == 0, doctor.stdout + doctor.stderr
