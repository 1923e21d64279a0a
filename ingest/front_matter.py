"""The block of settings at the head of a Markdown file, read as plain strings and lists."""

import re
import tomllib
from collections.abc import Iterator
from itertools import islice

import yaml

# YAML front matter of real posts stays under 4 KiB; far larger is an attack or no front matter.
_MAX_LENGTH = 64_000
# YAML aliases can make a short list as long as they like.
_MAX_WORDS = 100
_YAML_BLOCK = re.compile(r"\s*---[ \t]*\n(?P<inside>.*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TOML_BLOCK = re.compile(r"\s*\+\+\+[ \t]*\n(?P<inside>.*?\n)?\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL)
_PLAIN_LINE = re.compile(r"^(?P<key>[A-Za-z_][\w-]*):[ \t]+(?P<value>\S.*?)[ \t]*$", re.MULTILINE)


def split(text: str) -> tuple[dict[str, object], str]:
    """Part a text into its front matter (lower-case keys; values are strings, lists, dicts) and its body.

    YAML is read without types, so that dates and `no` stay as written. A block that is no valid YAML (an unquoted
    colon in a title is the usual reason) is read line by line.
    """
    if match := _YAML_BLOCK.match(text):
        inside = match["inside"] or ""
        fields = _from_yaml(inside) if len(inside) <= _MAX_LENGTH else None
    elif match := _TOML_BLOCK.match(text):
        fields = _from_toml(match["inside"] or "")
    else:
        return {}, text
    if fields is None:
        return {}, text
    return {str(key).lower(): value for key, value in fields.items()}, text[match.end() :]


def words(value: object) -> tuple[str, ...]:
    """Give the names in a field that may be a text with commas, a list, or entries with a `name`."""
    return tuple(islice(_words(value), _MAX_WORDS))


def _words(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield from _words(value.get("name", ""))
        return
    if isinstance(value, list):
        for item in value:
            yield from _words(item)
        return
    parts = re.split(r",\s*(?:and\s+)?(?![^(（]*[)）])|\s+and\s+|、", str(value or ""))
    yield from (part.strip() for part in parts if part.strip())


def _from_yaml(inside: str) -> dict[str, object] | None:
    try:
        # BaseLoader makes strings only: it builds no objects and guesses no types.
        fields = yaml.load(inside, Loader=yaml.BaseLoader)  # noqa: S506
    except (yaml.YAMLError, RecursionError, ValueError):
        return {match["key"]: match["value"].strip("'\"") for match in _PLAIN_LINE.finditer(inside)} or None
    if fields is None:
        return {}
    return fields if isinstance(fields, dict) else None


def _from_toml(inside: str) -> dict[str, object] | None:
    try:
        fields = tomllib.loads(inside)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    return {key: value if isinstance(value, (list, dict)) else str(value) for key, value in fields.items()}
