"""Settings from the environment and hallway.toml: what is wrong is named, in one line, by every command."""

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli.main import app


def _doctor(folder: Path, content: str, **environment: str) -> tuple[int, str]:
    config = folder / "hallway.toml"
    config.write_bytes(content.encode("latin-1"))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HALLWAY_")}
    kept |= {"HALLWAY_DATA_DIR": str(folder / "data"), "HALLWAY_CONFIG": str(config), **environment}
    done = CliRunner().invoke(app, ["doctor"], env=kept)
    return done.exit_code, done.stderr.replace(str(config), "hallway.toml")


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ('embedings = "bundled"\n', "hallway.toml: `embedings` is no setting. Did you mean `embeddings`?\n"),
        (
            'log = "loud"\n',
            "The setting log is 'loud': Input should be 'text' or 'json'. "
            "Correct it in HALLWAY_LOG, .env or hallway.toml.\n",
        ),
        (
            "embeddings = 5\n",
            "The setting embeddings is 5: Input should be a valid string. "
            "Correct it in HALLWAY_EMBEDDINGS, .env or hallway.toml.\n",
        ),
        (
            "[[sources]\n",
            "hallway.toml: cannot be read (Expected ']]' at the end of an array declaration (at line 1, column 10)). "
            "Correct it, or point HALLWAY_CONFIG elsewhere.\n",
        ),
        (
            "\xff",
            "hallway.toml: cannot be read ('utf-8' codec can't decode byte 0xff in position 0: invalid start byte). "
            "Correct it, or point HALLWAY_CONFIG elsewhere.\n",
        ),
    ],
)
def test_a_mistake_in_the_file_is_one_line(tmp_path: Path, content: str, line: str) -> None:
    assert _doctor(tmp_path, content) == (3, line)


def test_an_empty_variable_is_as_good_as_none(tmp_path: Path) -> None:
    code, said = _doctor(tmp_path, 'embeddings = "hashing:64"\n', HALLWAY_LEXICON_DIR="", HALLWAY_LOG="")
    assert (code, said) == (1, "")
