from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from bot.ask.support import check
from bot.models.answer import Answer, AppliedCondition, AppliedFilter, Citation, ShownConflict, ShownReading
from bot.models.post import Bold, Bullets, Cite, Heading, Link, Para, Quote, Table, Text
from vectorstore.models.documents import Passage
from vectorstore.models.search import Condition

META = "Helion backends\n2026-10-20 11:45–12:10 · 210BF · Oguz Ulgen (Meta), Jason Ansel (Meta)"
BODY = "Two backends of Helion: CuteDSL for NVIDIA GPUs and Pallas for TPU."


def passage(number, text, language="en"):
    return Passage(
        id=f"pa{number}", revision_id="re1", document_id="do1", ordinal=number, char_start=0, char_end=len(text),
        text=text, text_hash="", language=language, kind="session_meta",
    )  # fmt: skip


PASSAGES = {"pa1": passage(1, META), "pa2": passage(2, BODY), "pa3": passage(3, "大会在旧金山举行。", "zh")}


def citation(number, quote):
    return Citation(
        n=number, document_id="do1", passage_id=f"pa{number}", title="Helion backends", quote=quote,
        quote_language="en", kind="session", url="https://example.org/helion", publisher="Guide",
        published_on=date(2026, 8, 30),
    )  # fmt: skip


BASE = Answer(
    id="an1",
    turn_id="tu1",
    kind="answer",
    language="en",
    blocks=(),
    created_at=datetime(2026, 9, 1, tzinfo=UTC),
    citations=(citation(1, META), citation(2, BODY), citation(3, "旧金山")),
    applied=AppliedFilter(
        conditions=(
            AppliedCondition(condition=Condition(facet="hardware", values=("tpu",)), label="hardware TPU", matched=3),
        )
    ),
    figures=(3, 6),
)
QUOTED = 3  # the citations' own quotes are checked too


def faults(*blocks, **changes):
    return check(replace(BASE, blocks=blocks, **changes), PASSAGES).unsupported


def cited(text, *numbers):
    return Para(inlines=(Text(text=text), *(Cite(n=n) for n in numbers)))


@pytest.mark.parametrize(
    "text",
    [
        "Tue 20 Oct 11:45–12:10 · 210BF · Oguz Ulgen, Jason Ansel (Meta)",
        "20 Oct 2026 · 210BF",
        "2026-10-20 · Meta",
        "lasts 25 minutes (11:45–12:10).",
        "2026-08-30 · Guide",
        "１１:４５ · ２１０ＢＦ",
    ],
)
def test_facts_of_the_cited_passage_are_carried(text):
    assert faults(cited(text, 1)) == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Wed 20 Oct 11:45", "the day wed 20 oct"),
        ("Tue 21 Oct 11:45", "the day tue 21 oct"),
        ("20 Oct 2025", "the day 20 oct 2025"),
        ("11:46–12:10", "the time 11:46"),
        ("lasts 30 minutes (11:45–12:10)", "a length of 30 minutes"),
        ("210B", "'210b'"),
        ("Oguz Ulgen (Google)", "'google'"),
        ("Jason Angel (Meta)", "'jason angel'"),
        ("twice as fast", "'twice'"),
        ("12", "'12'"),
    ],
)
def test_a_fact_that_the_cited_passage_lacks_is_found(text, reason):
    found = faults(cited(text, 1))
    assert len(found) == 1
    assert reason in found[0]


def test_a_fact_of_another_passage_than_the_cited_one_does_not_count():
    assert faults(cited("Pallas", 2)) == ()
    assert len(faults(cited("Pallas", 1))) == 1
    assert faults(cited("Pallas · 210BF", 1, 2)) == ()


def test_a_sentence_without_citation_may_hold_counts_and_conditions_only():
    assert faults(cited("3 of 6 sessions.")) == ()
    assert faults(cited("Searched: 6 sessions, with hardware TPU.")) == ()
    assert len(faults(cited("4 of 6 sessions."))) == 1
    assert len(faults(cited("Helion is twice as fast."))) == 1
    assert len(faults(Para(inlines=(Bold(text="Helion backends"),)))) == 1


def test_a_condition_may_hold_clock_times():
    at = Condition(facet="running", values=("14:20",))
    applied = AppliedFilter(conditions=(AppliedCondition(condition=at, label="on at 14:20", matched=0),))
    assert faults(cited("Searched: 6 sessions, with on at 14:20."), applied=applied) == ()
    assert len(faults(cited("Searched: 6 sessions, with on at 14:30."), applied=applied)) == 1


def test_every_line_of_a_list_and_row_of_a_table_is_a_sentence():
    lines = Bullets(entries=((Bold(text="Helion backends"), Cite(n=1)), (Bold(text="Other talk"), Cite(n=1))))
    table = Table(header=("talk",), rows=(((Text(text="210BF"), Cite(n=1)),), ((Text(text="LL20CD"), Cite(n=1)),)))
    report = check(replace(BASE, blocks=(Heading(text="anything"), lines, table)), PASSAGES)
    assert (report.sentences, report.supported, len(report.unsupported)) == (4 + QUOTED, 2 + QUOTED, 2)


def test_a_quote_is_a_piece_of_its_passage():
    assert faults(Quote(text="CuteDSL for NVIDIA GPUs", language="en", cite=2)) == ()
    assert len(faults(Quote(text="CuteDSL for AMD GPUs", language="en", cite=2))) == 1
    assert len(faults(Quote(text="CuteDSL for NVIDIA GPUs", language="en", cite=1))) == 1


def test_a_citation_that_is_missing_or_misquotes_is_found():
    assert len(faults(cited("210BF", 9))) == 1
    assert len(faults(citations=(citation(1, "never said"),))) == 1
    absent = check(replace(BASE, blocks=(cited("210BF", 1),)), {})
    assert len(absent.unsupported) == 1 + QUOTED


def test_a_link_is_one_a_citation_has():
    good, bad = (Link(text=url, url=url) for url in ("https://example.org/helion", "https://example.org/other"))
    assert faults(Para(inlines=(good, Cite(n=1)))) == ()
    assert len(faults(Para(inlines=(bad, Cite(n=1))))) == 1


def test_a_city_may_also_be_named_in_the_askers_language():
    assert faults(Para(inlines=(Text(text="Place stated: "), Bold(text="旧金山 (San Francisco)"), Cite(n=3)))) == ()
    assert len(faults(Para(inlines=(Bold(text="旧金山 (San Jose)"), Cite(n=3))))) == 1
    assert len(faults(Para(inlines=(Bold(text="圣何塞 (San Jose)"), Cite(n=3))))) == 1


def test_an_entity_may_be_named_by_another_of_its_names():
    assert faults(cited("lists TPU among its targets", 2)) == ()
    assert len(faults(cited("lists Trainium among its targets", 2))) == 1


def test_readings_of_a_conflict_are_checked():
    def conflict(value):
        return ShownConflict(subject="place", readings=(ShownReading(value=value, cite=3),))

    assert faults(conflicts=(conflict("旧金山"),)) == ()
    assert len(faults(conflicts=(conflict("柏林"),))) == 1


def test_what_the_question_claims_may_be_denied():
    assert faults(cited("Not LL20CD: 210BF.", 1), denied=("LL20CD",)) == ()
    assert len(faults(cited("Not LL20CD: 210BF.", 1))) == 1
