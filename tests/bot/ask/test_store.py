from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ask.stored import answer_from, filter_from, to_json
from bot.models.answer import (
    Answer,
    AppliedCondition,
    AppliedFilter,
    Citation,
    Completeness,
    FollowUp,
    Question,
    SessionRow,
    ShownConflict,
    ShownReading,
)
from bot.models.post import Bold, Bullets, Cite, Code, CodeSpan, Divider, Heading, Link, Para, Quote, Table, Text, Time
from vectorstore.models.search import Condition, Filter

AT = datetime(2026, 9, 1, 12, tzinfo=UTC)
CONDITION = Condition(facet="hardware", values=("tpu",), relations=("about",), inferred=True)
FULL = Answer(
    id="an1",
    turn_id="tu1",
    kind="list",
    language="zh",
    blocks=(
        Heading(text="第一天"),
        Para(inlines=(Text(text="8 场"), Bold(text="TPU"), Cite(n=1), CodeSpan(text="x"), Link(text="a", url="https://a"))),
        Bullets(entries=((Text(text="a"),), ()), first=3),
        Table(header=("a",), rows=(((Text(text="b"), Time(instant=AT, zone="Europe/Berlin")),),)),
        Code(text="x = 1\n", language="python"),
        Quote(text="谷歌", language="zh", cite=1),
        Divider(),
    ),
    created_at=AT,
    citations=(
        Citation(
            n=1, document_id="do1", passage_id="pa1", title="t", quote="\ud800 q", quote_language="zh", kind="article",
            published_on=date(2026, 8, 1),
        ),
    ),
    applied=AppliedFilter(conditions=(AppliedCondition(condition=CONDITION, label="硬件 TPU", matched=8),), text="x"),
    completeness=Completeness(shown=8, matched=8, corpus=48, passing=2, method="metadata+text"),
    conflicts=(ShownConflict(subject="地点", readings=(ShownReading(value="旧金山", cite=1, said_at=AT),)),),
    support="partial",
    missing=("Cerebras",),
    notes=("n",),
    follow_ups=(FollowUp(id="f1", label="l", command="c"),),
    rows=(
        SessionRow(
            document_id="do1", passage_id="pa1", title="t", day=date(2026, 10, 20),
            start=datetime(2026, 10, 20, 9, 35), end=None, zone=None, room="r", track=None,  # noqa: DTZ001 - venue clock
            speakers=(("A", None), ("B", "Meta")), organisations=("Meta",), sponsored=True, keynote=False,
            status="scheduled", url=None, relations=(("tpu", "about"),),
        ),
    ),
    filter=Filter(conditions=(CONDITION,)),
    figures=(8, 48),
    denied=("Berlin",),
)  # fmt: skip


def ask(turn="tu1", conversation="c1", at=AT, text="哪些演讲面向 TPU？"):
    return Question(turn_id=turn, text=text, asked_at=at, conversation=conversation, asker="me")


def test_an_answer_comes_back_exactly_as_it_was():
    assert answer_from(to_json(FULL)) == FULL


@settings(deadline=None, derandomize=True, max_examples=50)
@given(
    texts=st.lists(st.text(), max_size=4),
    at=st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=8))])),
    number=st.integers(0, 99),
)
def test_any_text_and_any_instant_survive(texts, at, number):
    answer = Answer(
        id="an2",
        turn_id="tu2",
        kind="answer",
        language="en",
        blocks=tuple(Para(inlines=(Text(text=text), Cite(n=number))) for text in texts),
        created_at=at,
        missing=tuple(texts),
    )
    assert answer_from(to_json(answer)) == answer


def test_a_filter_comes_back_and_is_no_answer():
    assert filter_from(to_json(FULL.filter)) == FULL.filter
    with pytest.raises(ValueError, match="a stored Answer was expected"):
        answer_from(to_json(FULL.filter))


def test_fields_of_an_older_program_are_left_out():
    assert filter_from('{"":"Filter","conditions":[],"gone":1}') == Filter()


def test_a_saved_answer_closes_its_turn_and_is_found_by_its_id(store):
    store.begin(ask())
    assert [turn.state for turn in store.turns("c1")] == ["running"]
    store.save(FULL)
    assert store.get("an1") == FULL
    turn = store.turns("c1")[0]
    assert (turn.state, turn.answer_id, turn.passage_ids, turn.filter) == ("answered", "an1", ("pa1",), FULL.filter)
    assert store.get("an9") is None


def test_a_turn_begun_twice_is_one_turn(store):
    store.begin(ask())
    store.begin(ask())
    assert len(store.turns("c1")) == 1


def test_the_last_answered_filter_is_inherited_and_conversations_do_not_mix(store):
    store.begin(ask())
    store.save(FULL)
    store.begin(ask(turn="tu3", at=AT + timedelta(minutes=1), text="later"))
    store.end("tu3", "failed")
    store.begin(ask(turn="tu4", conversation="c2"))
    assert store.last_filter("c1") == (FULL.filter, "哪些演讲面向 TPU？")
    assert store.last_filter("c2") is None
    assert [turn.state for turn in store.turns("c1")] == ["answered", "failed"]


def test_only_the_last_turns_are_given_oldest_first(store):
    for minute in range(5):
        store.begin(ask(turn=f"tu{minute}", at=AT + timedelta(minutes=minute)))
    assert [turn.id for turn in store.turns("c1", limit=3)] == ["tu2", "tu3", "tu4"]


def test_a_forgotten_conversation_leaves_nothing(store):
    store.begin(ask())
    store.save(FULL)
    assert store.forget("c1") == 1
    assert store.turns("c1") == ()
    assert store.get("an1") is None
    assert store.forget("c1") == 0
