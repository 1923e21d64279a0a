"""Answers and filters as JSON and back, exactly: what was stored is what is shown again."""

import dataclasses
import json
from datetime import date, datetime
from typing import Any, TypeVar

from bot.models import answer as answers
from bot.models import post as posts
from vectorstore.models import search

_T = TypeVar("_T", answers.Answer, search.Filter)

_TYPES: dict[str, type[Any]] = {
    kind.__name__: kind
    for module in (answers, posts, search)
    for kind in vars(module).values()
    if isinstance(kind, type) and dataclasses.is_dataclass(kind)
}


def to_json(value: answers.Answer | search.Filter) -> str:
    """Write an answer or a filter whole; fields that have their default value are left out."""
    return json.dumps(_plain(value), ensure_ascii=True, separators=(",", ":"))


def answer_from(text: str) -> answers.Answer:
    """Read what `to_json` wrote of an answer; raises ValueError for anything else."""
    return _read(text, answers.Answer)


def filter_from(text: str) -> search.Filter:
    """Read what `to_json` wrote of a filter; raises ValueError for anything else."""
    return _read(text, search.Filter)


def _read(text: str, kind: type[_T]) -> _T:
    value = json.loads(text, object_hook=_object)
    if not isinstance(value, kind):
        raise ValueError(  # noqa: TRY004 - the text is wrong, not the caller
            f"a stored {kind.__name__} was expected, not a {type(value).__name__}"
        )
    return value


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return {"": "datetime", "at": value.isoformat()}
    if isinstance(value, date):
        return {"": "date", "at": value.isoformat()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        kept = {
            field.name: _plain(item)
            for field in dataclasses.fields(value)
            if (item := getattr(value, field.name)) != field.default or type(item) is not type(field.default)
        }
        return {"": type(value).__name__, **kept}
    return value


def _object(fields: dict[str, Any]) -> object:
    kind = fields.pop("")
    if kind == "datetime":
        return datetime.fromisoformat(fields["at"])
    if kind == "date":
        return date.fromisoformat(fields["at"])
    known = {field.name for field in dataclasses.fields(_TYPES[kind])}
    return _TYPES[kind](**{name: _tuples(item) for name, item in fields.items() if name in known})


def _tuples(value: object) -> object:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
