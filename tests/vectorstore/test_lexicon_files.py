"""A user's own lexicon folder: what it adds, and how a mistake in it is reported."""

from pathlib import Path

import pytest

from vectorstore.errors import LexiconInvalid
from vectorstore.lexicon.loader import load_lexicon

_GOOD = """
[zephyr-npu]
kind = "hardware"
name = { en = "Zephyr NPU", zh = "西风NPU" }
aliases = ["ZX-9"]
capitals = ["Zephyr"]
plural = true
part_of = ["npu"]
implies = []
owner = "org:zephyr"
example = "它跑在西风NPU上。"

["org:zephyr"]
kind = "organisation"
name = "Zephyr Semi"
example = "Zephyr Semi taped out."
"""


def folder(tmp_path: Path, **files: str) -> Path:
    for name, text in files.items():
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")
    return tmp_path


def test_a_users_entity_is_found_shown_and_joins_its_family(tmp_path: Path) -> None:
    lexicon = load_lexicon(folder(tmp_path, mine=_GOOD))
    assert [f.entity_id for f in lexicon.find("西风NPU, ZX-9s, Zephyr, zephyr")] == ["zephyr-npu"] * 3
    assert "zephyr-npu" in lexicon.family("npu")
    assert lexicon.display("zephyr-npu", "zh") == "西风NPU"
    assert lexicon.organisation("Zephyr Semi Inc.") == "org:zephyr"


def test_a_users_entry_extends_one_of_ours(tmp_path: Path) -> None:
    lexicon = load_lexicon(folder(tmp_path, mine='[tpu]\naliases = ["谷歌张量芯片"]\n'))
    assert [f.entity_id for f in lexicon.find("谷歌张量芯片 and TPUs")] == ["tpu", "tpu"]


def test_a_users_rooms_places_and_layer_words_add_to_ours(tmp_path: Path) -> None:
    lexicon = load_lexicon(
        folder(
            tmp_path,
            rooms='"main hall" = ["一号厅"]\n',
            places='"lugano" = { en = "Lugano", zh = "卢加诺", zone = "Europe/Zurich" }\n',
            layers='[benchmark]\nterms = ["跑分"]\n',
        )
    )
    assert lexicon.same_room("一号厅") == lexicon.same_room("主会场") == "main hall"
    assert lexicon.place("卢加诺") == "lugano"
    assert {"跑分", "MLPerf"} <= set(lexicon.layers["benchmark"].terms)


def test_the_hash_follows_the_files_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first = load_lexicon(folder(tmp_path / "a", mine=_GOOD))
    same = load_lexicon(folder(tmp_path / "b", mine=_GOOD))
    other = load_lexicon(folder(tmp_path / "b", mine=_GOOD + "# more\n"))
    assert (first.content_hash == same.content_hash, first.content_hash == other.content_hash) == (True, False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '[x]\nkind = "hardware"\nname = "Xylo"\n',
            "mine.toml: [x]: has no example. Write a sentence that names it, so that it can be tested.",
        ),
        (
            '[x]\nkind = "hardware"\nexample = "x"\n',
            'mine.toml: [x]: has no name. Write name = "…" or name = { en = "…", zh = "…" }.',
        ),
        (
            '[x]\nkind = "gadget"\nname = "Xylo"\nexample = "Xylo"\n',
            "mine.toml: [x]: kind is 'gadget'. Write one of hardware, software, organisation, model, topic.",
        ),
        (
            '[x]\nkind = "hardware"\nname = "Xylo"\nexample = "Xylo"\npart_of = ["nothing"]\n',
            "mine.toml: [x]: refers to 'nothing', which no file defines.",
        ),
        (
            '[x]\nkind = "hardware"\nname = "Xylo"\nexample = "Xylo"\naliases = "Xylo 2"\n',
            "mine.toml: [x]: aliases must be a list of texts, none of them empty.",
        ),
        (
            '[x]\nkind = "hardware"\nname = "Xylo"\nexample = "Xylo"\nalias = ["Xylo 2"]\n',
            (
                "mine.toml: [x]: unknown key 'alias'. Known keys: aliases, capitals, example, implies, kind, maker_names,"
                " name, owner, part_of, plural, vendor_of."
            ),
        ),
        (
            '[x]\nkind = "hardware"\nname = "Xylo"\nexample = "Xylo"\naliases = ["H100"]\n',
            "mine.toml: [x]: alias 'H100' already belongs to [h100]. Keep it in one of them.",
        ),
        (
            '[tpu]\npart_of = ["tpu-v4"]\n',
            "mine.toml: [tpu]: is part of itself. Remove one part_of of the circle.",
        ),
        ("x = 1\n", "mine.toml: [x]: is a bare value. Write an entry as a table of its own."),
        (
            "[x\n",
            (
                "mine.toml: not readable as TOML (Expected ']' at the end of a table declaration (at line 1, column 3))."
                " Correct the file."
            ),
        ),
    ],
)
def test_a_mistake_is_named_with_its_file_and_entry(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(LexiconInvalid) as caught:
        load_lexicon(folder(tmp_path, mine=text))
    assert str(caught.value) == message


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LexiconInvalid, match="no such folder"):
        load_lexicon(tmp_path / "absent")
