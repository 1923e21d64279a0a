"""An answer as JSON: the stored answer whole, field by field; docs/command-line.md describes it."""

import json
import re
from dataclasses import fields, is_dataclass
from datetime import date
from typing import Any

from bot.models import post
from bot.models.answer import Answer

_UNSEEN = re.compile("[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")
_TAGGED: dict[type, str] = {
    post.Text: "text",
    post.Bold: "bold",
    post.CodeSpan: "code_span",
    post.Link: "link",
    post.Cite: "cite",
    post.Time: "time",
    post.Heading: "heading",
    post.Para: "para",
    post.Bullets: "bullets",
    post.Table: "table",
    post.Code: "code",
    post.Quote: "quote",
    post.Divider: "divider",
}


def answer_json(answer: Answer, *, indent: int | None = 2) -> str:
    """Write an answer as one JSON object in UTF-8; with `indent` None on a single line.

    Blocks and inlines carry their `type`; days and instants are ISO 8601; unknown values are null. Characters that
    could steer a terminal or hide are written as JSON escapes.
    """
    text = json.dumps(as_data(answer), ensure_ascii=False, indent=indent)
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def as_data(value: object) -> Any:  # noqa: ANN401 - JSON values
    """Turn our frozen types into JSON values."""
    if is_dataclass(value) and not isinstance(value, type):
        data = {field.name: as_data(getattr(value, field.name)) for field in fields(value)}
        tag = _TAGGED.get(type(value))
        return {"type": tag, **data} if tag else data
    if isinstance(value, date):  # a datetime is a date
        return value.isoformat()
    if isinstance(value, tuple):
        return [as_data(each) for each in value]
    return value
