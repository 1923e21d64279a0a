"""The documents say what is there: every command, setting, layer and lexicon file has its place in them."""

import re
from pathlib import Path
from typing import get_args

from bot.cli.main import app
from bot.settings import Settings
from vectorstore.models.claims import Layer

ROOT = Path(__file__).resolve().parents[1]


def _words(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_every_command_is_documented() -> None:
    names = {command.name or command.callback.__name__ for command in app.registered_commands}
    missing = {name for name in names if f"hallway {name}" not in _words("docs/command-line.md")}
    assert missing == set()


def test_every_setting_is_in_the_readme() -> None:
    keys = {field.validation_alias or f"HALLWAY_{name.upper()}" for name, field in Settings.model_fields.items()}
    missing = {key for key in keys if f"`{key}`" not in _words("README.md")}
    assert missing == set()


def test_every_layer_is_in_the_concepts() -> None:
    missing = {layer for layer in get_args(Layer) if layer not in _words("docs/concepts.md")}
    assert missing == set()


def test_every_lexicon_file_is_documented() -> None:
    files = {path.name for path in (ROOT / "vectorstore" / "lexicon").glob("*.toml")}
    missing = {name for name in files if name not in _words("docs/lexicon.md")}
    assert missing == set()


def test_the_changelog_begins_with_the_version_of_the_package() -> None:
    version = re.search(r'^version = "(.+)"$', _words("pyproject.toml"), re.MULTILINE)
    newest = re.search(r"^## \[(.+?)\]", _words("CHANGELOG.md"), re.MULTILINE)
    assert version
    assert newest
    assert newest[1] == version[1]


def test_links_between_documents_lead_somewhere() -> None:
    broken = []
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            if not (path.parent / target).exists():
                broken.append(f"{path.name}: {target}")
    assert broken == []
