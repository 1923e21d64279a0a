"""Settings from the environment and hallway.toml: what is wrong is named, in one line, by every command."""

import os
from pathlib import Path

import pytest
from pydantic import ValidationError
from typer.testing import CliRunner

from bot.app import make_app
from bot.cli.main import app
from bot.doctor import examine
from bot.errors import SettingsInvalid
from bot.settings import Settings, read_settings
from vectorstore.embeddings import make_embedder


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


def test_a_time_zone_that_does_not_exist_is_refused_when_settings_are_read(monkeypatch) -> None:
    monkeypatch.setenv("HALLWAY_TIMEZONE", "Mars/Base")
    with pytest.raises(ValidationError, match="is no time zone"):
        read_settings()


def test_a_configuration_that_is_named_but_not_there_is_refused(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("HALLWAY_CONFIG", str(tmp_path / "nope.toml"))
    with pytest.raises(SettingsInvalid, match="there is no such file"):
        read_settings()


def test_a_reranker_that_does_not_load_costs_only_the_better_order(tmp_path) -> None:
    made = make_app(Settings(data_dir=tmp_path, rerank="no/such-model"), embedder=make_embedder("hashing:64"))
    try:
        assert made.search.search("anything").hits == ()
        assert [finding.fine for finding in examine(made) if finding.what.startswith("reranker")] == [False]
    finally:
        made.close()
