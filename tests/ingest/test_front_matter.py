"""Front matter is read as plain strings, also where it is no valid YAML."""

import pytest

from ingest.front_matter import split, words


@pytest.mark.parametrize(
    ("text", "fields", "body"),
    [
        (
            "---\ntitle: A\ndate: 2026-01-02\ndraft: no\n---\nx",
            {"title": "A", "date": "2026-01-02", "draft": "no"},
            "x",
        ),
        ("\n---  \nTitle: A\n---  \nx", {"title": "A"}, "x"),
        ("---\ntitle: A: b\nn: 12:15\n---\nx", {"title": "A: b", "n": "12:15"}, "x"),
        (
            '+++\ntitle = "A"\ndate = 2026-01-02T03:04:05Z\n+++\nx',
            {"title": "A", "date": "2026-01-02 03:04:05+00:00"},
            "x",
        ),
        ("---\n---\nx", {}, "x"),
        ("---\n- a\n---\nx", {}, "---\n- a\n---\nx"),
        ("text\n---\na: b\n---\n", {}, "text\n---\na: b\n---\n"),
        ("---\nnever closed", {}, "---\nnever closed"),
        ("+++\nnot = = toml\n+++\nx", {}, "+++\nnot = = toml\n+++\nx"),
    ],
)
def test_front_matter_is_parted_from_the_body(text: str, fields: dict[str, object], body: str) -> None:
    assert split(text) == (fields, body)


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Ana Poe (X, Y), Bo Lee and Cy", ("Ana Poe (X, Y)", "Bo Lee", "Cy")),
        ("A, B, and C", ("A", "B", "C")),
        ("林一、周二", ("林一", "周二")),
        ([{"name": "A", "mail": "x"}, "B"], ("A", "B")),
        ({"name": "A"}, ("A",)),
        (None, ()),
    ],
)
def test_names_are_read_from_any_form(value: object, names: tuple[str, ...]) -> None:
    assert words(value) == names


def test_yaml_aliases_do_not_multiply() -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]" for old, new in zip("abcdefgh", "bcdefghi", strict=True)]
    fields, _ = split("---\n" + "\n".join(lines) + "\n---\n")
    assert words(fields["i"]) == ("x",) * 100
