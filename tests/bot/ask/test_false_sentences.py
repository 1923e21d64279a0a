"""Sentences that are nearly true: each differs from the cited programme in one thing, and each must be caught."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from bot.ask.support import check
from bot.models.answer import Answer, AppliedCondition, AppliedFilter, Citation
from bot.models.post import Bold, Cite, Para, Text
from vectorstore.models.documents import Passage
from vectorstore.models.search import Condition

FIRST = (
    "Tiles for everyone\n"
    "2027-03-16 10:00–10:25 · Room Lotus · Ravi Menon (Kestrel Compute), Dana Whitlock (Harbour Lab) · sponsored / 赞助\n"
    "Ravi Menon, Kestrel Compute"
)
BODY = "The int4 kernel serves 1.7x the tokens of the bfloat16 kernel on TPU v5e. It does not run on CPUs."
SECOND = "Cold starts\n2027-03-17 10:35–11:00 · Room Orchid · Grace Liu (Open Serving)\nIt took 214 seconds on 8 GPUs."


def passage(number, text, kind="session_meta"):
    return Passage(
        id=f"pa{number}", revision_id="re1", document_id=f"do{number}", ordinal=0, char_start=0, char_end=len(text),
        text=text, text_hash="", language="en", kind=kind,
    )  # fmt: skip


PASSAGES = {"pa1": passage(1, FIRST), "pa2": passage(2, SECOND), "pa3": passage(3, BODY, "session_abstract")}


def citation(number, title):
    return Citation(
        n=number, document_id=f"do{number}", passage_id=f"pa{number}", title=title, quote=title if number < 3 else BODY,
        quote_language="en", kind="session", publisher="Guide", published_on=date(2026, 12, 1),
    )  # fmt: skip


BASE = Answer(
    id="an1",
    turn_id="tu1",
    kind="answer",
    language="en",
    blocks=(),
    created_at=datetime(2027, 1, 1, tzinfo=UTC),
    citations=(citation(1, "Tiles for everyone"), citation(2, "Cold starts"), citation(3, "Tiles for everyone")),
    applied=AppliedFilter(
        conditions=(
            AppliedCondition(condition=Condition(facet="hardware", values=("tpu",)), label="hardware TPU", matched=2),
        )
    ),
    figures=(2, 16),
)


def faults(text, *cites, bold="", language="en"):
    inlines = (*((Bold(text=bold),) if bold else ()), Text(text=text), *(Cite(n=n) for n in cites))
    return check(replace(BASE, language=language, blocks=(Para(inlines=inlines),)), PASSAGES).unsupported


@pytest.mark.parametrize(
    ("bold", "text", "cites"),
    [
        (
            "Tiles for everyone",
            " · Tue 16 Mar 10:00–10:25 · Room Lotus · Ravi Menon (Kestrel Compute) · sponsored",
            (1,),
        ),
        ("Tiles for everyone", " lasts 25 minutes (Tue 16 Mar 10:00–10:25).", (1,)),
        ("", "Yes: Tiles for everyone is marked as sponsored.", (1,)),
        ("", "No: Cold starts is not marked as sponsored.", (2,)),
        ("", "Dana Whitlock (Harbour Lab)", (1,)),
        ("", "2 of 16 sessions.", ()),
    ],
)
def test_true_sentences_hold(bold, text, cites):
    assert faults(text, *cites, bold=bold) == ()


@pytest.mark.parametrize(
    ("bold", "text", "cites"),
    [
        ("Tiles for everyone", " · Tue 16 Mar 10:05–10:25", (1,)),  # wrong start
        ("Tiles for everyone", " · Tue 16 Mar 10:00–10:35", (1,)),  # end of no session cited
        ("Tiles for everyone", " · Wed 17 Mar 10:00–10:25", (1,)),  # day of another session
        ("Tiles for everyone", " is in Room Orchid (Tue 16 Mar 10:00–10:25).", (1,)),  # room of another session
        ("Tiles for everyone", " · Room", (2,)),  # title not in the cited passage
        ("", "Grace Liu (Open Serving) – Tiles for everyone", (1,)),  # speaker of another session
        ("", "Ravi Menon (Harbour Lab)", (1,)),  # speaker with the other speaker's organisation
        ("", "Dana Whitlock (Kestrel Compute), Ravi Menon (Harbour Lab)", (1,)),  # both swapped
        ("", "Ravi Whitlock (Kestrel Compute)", (1,)),  # names mixed
        ("", "3 of 16 sessions.", ()),  # wrong count
        ("", "2 of 17 sessions.", ()),  # wrong whole
        ("Tiles for everyone", " lasts 35 minutes (Tue 16 Mar 10:00–10:25).", (1,)),  # wrong length
        ("", "214", (3,)),  # number of another passage
        ("", "1.1x", (3,)),  # wrong number
        ("", "1.7x", (2,)),  # right number, wrong passage
        ("", "No: Tiles for everyone is not marked as sponsored.", (1,)),  # negated flag
        ("", "Yes: Cold starts is marked as sponsored.", (2,)),  # invented flag
        ("Cold starts", " · Wed 17 Mar 10:35–11:00 · sponsored", (2,)),  # invented mark
        ("Cold starts", " · Wed 17 Mar 10:35–11:00 · keynote", (2,)),  # invented keynote
        ("", "Tiles for everyone ends at 10:00.", (1,)),  # start told as end
        ("Tiles for everyone", " · Tue 16 Mar 10:25–10:00", (1,)),  # times swapped
        ("Tiles for everyone", ": the programme gives no room (Tue 16 Mar 10:00–10:25).", (1,)),  # denied room
        ("Tiles for everyone", ": the programme names no speaker.", (1,)),  # denied speaker
    ],
)  # fmt: skip
def test_false_sentences_are_caught(bold, text, cites):
    assert len(faults(text, *cites, bold=bold)) == 1


@pytest.mark.parametrize(
    ("bold", "text", "cites", "caught"),
    [
        ("Cold starts", " · 3月17日（周三） 10:35–11:00 · Room Orchid · Grace Liu（Open Serving）", (2,), 0),
        ("Cold starts", "：Grace Liu（Open Serving） 主讲（3月17日（周三） 10:35–11:00）。", (2,), 0),
        ("Cold starts", " · 3月17日（周二） 10:35–11:00", (2,), 1),
        ("Cold starts", " · 3月17日（周三） 10:35–11:00 · 赞助", (2,), 1),
        ("Cold starts", "：11:30 结束（3月17日（周三） 10:35–11:00）。", (2,), 1),
        ("Cold starts", "：10:35 结束（3月17日（周三） 10:35–11:00）。", (2,), 1),
        ("Cold starts", "：Grace Liu（Harbour Lab） 主讲（3月17日（周三） 10:35–11:00）。", (2,), 1),
        ("", "Ravi Menon（Harbour Lab）", (1,), 1),
        ("", "不是：Tiles for everyone 没有标明赞助。", (1,), 1),
        ("Cold starts", "：日程没有写房间（3月17日（周三） 10:35–11:00）。", (2,), 1),
    ],
)
def test_chinese_sentences_are_held_to_the_same(bold, text, cites, caught):
    assert len(faults(text, *cites, bold=bold, language="zh")) == caught
