"""What a parse child says, as JSON that is checked field by field: a child that was taken over can lie, not act."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from ingest.parsed import Parsed
from vectorstore.models.documents import Article, Session

_KINDS: Mapping[str, type] = {"article": Article, "session": Session}


class WireError(ValueError):
    """The bytes are not what a parser may answer."""


def pack(parsed: Parsed) -> bytes:
    """Write a parsed input as JSON."""
    return json.dumps(_plain(parsed), ensure_ascii=False).encode("utf-8", "surrogatepass")


def unpack(body: bytes) -> Parsed:
    """Read a parsed input back; raise `WireError` unless every field has its type."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise WireError("no JSON") from error
    read = _typed(value, Parsed, "parsed")
    if not isinstance(read, Parsed):
        raise WireError("parsed: no object")
    return read


def _plain(value: object) -> object:
    if isinstance(value, (Article, Session)):
        return {"kind": value.kind, **_plain_fields(value)}
    if is_dataclass(value):
        return _plain_fields(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value


def _plain_fields(value: Any) -> dict[str, object]:  # noqa: ANN401 - any dataclass
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _typed(value: object, wanted: Any, where: str) -> object:  # noqa: ANN401 - one return per type
    origin = get_origin(wanted)
    if origin in {Union, UnionType}:
        return _one_of(value, get_args(wanted), where)
    if origin is Literal:
        if value not in get_args(wanted):
            raise WireError(f"{where}: not a known word")
        return value
    if origin is tuple:
        if not isinstance(value, list):
            raise WireError(f"{where}: no list")
        return tuple(_typed(item, get_args(wanted)[0], f"{where}[]") for item in value)
    if wanted in {date, datetime}:
        return _time(value, wanted, where)
    if is_dataclass(wanted):
        return _object(value, wanted, where)
    if wanted is Any or type(value) is not wanted:
        raise WireError(f"{where}: no {getattr(wanted, '__name__', wanted)}")
    return value


def _one_of(value: object, choices: tuple[Any, ...], where: str) -> object:
    if value is None and type(None) in choices:
        return None
    choices = tuple(choice for choice in choices if choice is not type(None))
    if len(choices) == 1:
        return _typed(value, choices[0], where)
    wanted = _KINDS.get(str(value.get("kind"))) if isinstance(value, dict) else None
    if wanted not in choices or not isinstance(value, dict):
        raise WireError(f"{where}: neither of the kinds")
    return _object({key: item for key, item in value.items() if key != "kind"}, wanted, where)


def _object(value: object, wanted: Any, where: str) -> object:  # noqa: ANN401 - any dataclass
    types = _types(wanted)
    if not isinstance(value, dict) or value.keys() != types.keys():
        raise WireError(f"{where}: other fields than expected")
    return wanted(**{name: _typed(value[name], types[name], f"{where}.{name}") for name in types})


@cache
def _types(wanted: type) -> dict[str, Any]:
    hints = get_type_hints(wanted)
    return {field.name: hints[field.name] for field in fields(wanted)}


def _time(value: object, wanted: type[date], where: str) -> date:
    try:
        read = wanted.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        read = None
    if read is None:
        raise WireError(f"{where}: no {wanted.__name__}")
    return read
