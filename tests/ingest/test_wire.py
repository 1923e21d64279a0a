"""What a parse child says is checked field by field."""

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest

from ingest import wire
from ingest.parsed import Draft, Parsed, ParseWarning
from vectorstore.models.claims import Statement
from vectorstore.models.documents import Article, Session, Speaker

PARSED = Parsed(
    kind="guide",
    drafts=(
        Draft(
            document=Article(
                source_id="s",
                stable_id="a",
                stable_id_kind="url",
                title="标题 \U0001f642",
                language="zh",
                published_at=datetime(2026, 9, 4, 8, tzinfo=UTC),
                published_day=date(2026, 9, 4),
                date_confidence="exact",
                tags=("a", "b"),
            ),
            text="# 标题\n",
            statements=(
                Statement(subject="conference:X", aspect="city", value="Y", normal="y", char_start=0, char_end=1),
            ),
        ),
        Draft(
            document=Session(
                source_id="s",
                stable_id="b",
                stable_id_kind="slot",
                conference="X",
                title="T",
                language="en",
                speakers=(Speaker(name="Ana Poe"), Speaker(name="Bo", organisation="Z")),
                local_start=datetime(2026, 10, 20, 9, 35),  # noqa: DTZ001
                programme_day=date(2026, 10, 20),
                keynote=True,
            ),
            text="T",
        ),
    ),
    warnings=(ParseWarning(code="no_end", place="x:1", detail="d"),),
)


def test_everything_a_parser_says_arrives() -> None:
    assert wire.unpack(wire.pack(PARSED)) == PARSED


def spoilt(path: tuple[str | int, ...], value: Any) -> bytes:
    content = json.loads(wire.pack(PARSED))
    inner = content
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return json.dumps(content).encode()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("kind",), 7),
        (("drafts",), {}),
        (("drafts", 0, "text"), None),
        (("drafts", 0, "more"), "x"),
        (("drafts", 0, "document", "kind"), "digest"),
        (("drafts", 0, "document", "language"), "fr"),
        (("drafts", 0, "document", "tags"), "ab"),
        (("drafts", 0, "document", "tags"), [1]),
        (("drafts", 0, "document", "published_at"), "soon"),
        (("drafts", 0, "document", "published_day"), 20260904),
        (("drafts", 0, "document", "sponsored"), 1),
        (("drafts", 0, "statements", 0, "char_start"), True),
        (("drafts", 1, "document", "speakers", 0, "name"), ["x"]),
        (("warnings", 0, "code"), "made_up"),
    ],
)
def test_a_field_of_another_type_is_refused(path: tuple[str | int, ...], value: Any) -> None:
    with pytest.raises(wire.WireError):
        wire.unpack(spoilt(path, value))


@pytest.mark.parametrize("body", [b"", b"\x80\x04K\x01.", b"[]", b"null", b"[" * 100_000])
def test_what_is_no_answer_is_refused(body: bytes) -> None:
    with pytest.raises(wire.WireError):
        wire.unpack(body)
