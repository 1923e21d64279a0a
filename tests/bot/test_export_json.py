import json
from dataclasses import fields, replace
from datetime import UTC, date, datetime

from bot.export.as_json import answer_json
from bot.models import answer as answers
from bot.models.answer import Answer, AppliedCondition, AppliedFilter, Citation
from bot.models.post import Bold, Bullets, Cite, Para, Text
from vectorstore.models.search import Condition, Filter

HARDWARE = Condition(facet="hardware", values=("tpu",))
ANSWER = Answer(
    id="an1",
    turn_id="tu1",
    kind="list",
    language="zh",
    created_at=datetime(2026, 10, 1, tzinfo=UTC),
    blocks=(Para(inlines=(Text(text="一场"), Cite(n=1))), Bullets(entries=((Bold(text="a"),),), first=1)),
    citations=(
        Citation(
            n=1,
            document_id="do1",
            passage_id="pa1",
            title="t",
            quote="q",
            quote_language="zh",
            kind="article",
            published_on=date(2026, 9, 1),
        ),
    ),
    applied=AppliedFilter(conditions=(AppliedCondition(condition=HARDWARE, label="硬件：TPU", matched=1),)),
    filter=Filter(conditions=(HARDWARE,)),
)


def test_an_answer_is_written_whole() -> None:
    data = json.loads(answer_json(ANSWER))
    condition = {"facet": "hardware", "values": ["tpu"], "op": "any", "relations": [], "inferred": False}
    assert set(data) == {field.name for field in fields(answers.Answer)}
    assert {name: data[name] for name in ("id", "created_at", "blocks", "citations", "applied", "filter")} == {
        "id": "an1",
        "created_at": "2026-10-01T00:00:00+00:00",
        "blocks": [
            {"type": "para", "inlines": [{"type": "text", "text": "一场"}, {"type": "cite", "n": 1}]},
            {"type": "bullets", "entries": [[{"type": "bold", "text": "a"}]], "first": 1},
        ],
        "citations": [
            {
                "n": 1,
                "document_id": "do1",
                "passage_id": "pa1",
                "title": "t",
                "quote": "q",
                "quote_language": "zh",
                "kind": "article",
                "url": None,
                "publisher": "",
                "published_on": "2026-09-01",
                "place": "",
                "sponsored": False,
                "self_reported": False,
            }
        ],
        "applied": {"conditions": [{"condition": condition, "label": "硬件：TPU", "matched": 1}], "text": ""},
        "filter": {"conditions": [condition]},
    }


def test_a_line_of_json_has_no_line_break() -> None:
    assert "\n" not in answer_json(ANSWER, indent=None)


def test_han_letters_are_written_as_they_are() -> None:
    assert '"硬件：TPU"' in answer_json(ANSWER)


def test_what_could_steer_a_terminal_is_escaped_and_read_back() -> None:
    hostile = "\x1b[2J \x9b31m \u202e half \ud800"
    written = answer_json(replace(ANSWER, blocks=(Para(inlines=(Text(text=hostile),)),)))
    assert written.encode("utf-8").isascii() is False
    assert not set(written) & set("\x1b\x9b\u202e\ud800")
    assert json.loads(written)["blocks"][0]["inlines"][0]["text"] == hostile
