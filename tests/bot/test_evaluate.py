import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ask.support import Report
from bot.evaluate import Scored, Summary, below, run, score, summarise
from bot.models.answer import Answer, AnswerKind, AnswerLanguage, Citation, SessionRow
from bot.models.post import Bullets, Divider, Heading, Para, Quote, Table, Text
from bot.question_files import Case, QuestionSet, QuestionsInvalid, read_questions, same_session
from vectorstore.models.documents import Session, Speaker
from vectorstore.models.search import Condition, Filter, Member

NOW = datetime(2026, 10, 1, tzinfo=UTC)


def _member(document_id: str, title: str, *, start: str = "10:25", speaker: str = "Ann Lee") -> Member:
    session = Session(
        source_id="guide",
        stable_id=f"stable-{document_id}",
        stable_id_kind="derived",
        conference="PyTorch",
        title=title,
        language="zh",
        speakers=(Speaker(name=speaker),),
        local_start=datetime.fromisoformat(f"2026-10-20T{start}"),
        programme_day=date(2026, 10, 20),
    )
    return Member(document_id=document_id, document=session, revision_id="re1", meta_passage_id="pa1")


MEMBERS = (_member("do1", "TPU 上的 Helion"), _member("do2", "Portable Kernels", start="11:00", speaker="Bo Chen"))
SESSIONS = {
    "sessions": [
        {"id": "s1", "title": "TPU上的Helion", "date": "2026-10-20", "start": "10:25", "speakers": [{"name": "X"}]},
        {"id": "s2", "title": "可移植", "date": "2026-10-20", "start": "11:00", "speakers": [{"name": "bo chen"}]},
    ]
}


def _row(document_id: str) -> SessionRow:
    return SessionRow(
        document_id=document_id,
        passage_id="pa1",
        title="t",
        day=None,
        start=None,
        end=None,
        zone=None,
        room=None,
        track=None,
        speakers=(),
        organisations=(),
        sponsored=False,
        keynote=False,
        status="scheduled",
        url=None,
    )


def _answer(
    *documents: str, kind: AnswerKind = "list", language: AnswerLanguage = "en", text: str = "Here they are."
) -> Answer:
    return Answer(
        id="an1",
        turn_id="tu1",
        kind=kind,
        language=language,
        created_at=NOW,
        blocks=(Para(inlines=(Text(text=text),)),),
        rows=tuple(_row(document_id) for document_id in documents),
    )


def _write(folder: Path, data: Mapping[str, Any], name: str = "questions.json") -> Path:
    (folder / "sessions.json").write_text(json.dumps(SESSIONS), encoding="utf-8")
    path = folder / name
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


CASE = Case(id="q1", texts={"en": "?"}, wanted=frozenset({"a", "b"}))


def test_ids_are_found_in_the_record_by_day_start_and_title_or_speaker(tmp_path: Path) -> None:
    path = _write(
        tmp_path,
        {
            "over": "sessions.json",
            "questions": [
                {"id": "q1", "question": {"zh": "哪些？", "en": "Which?"}, "ids": ["s1", "s2"], "arguable": ["s2"]}
            ],
        },
    )
    assert read_questions(path, MEMBERS) == QuestionSet(
        name="questions.json",
        cases=(
            Case(
                id="q1",
                texts={"zh": "哪些？", "en": "Which?"},
                wanted=frozenset({"s1", "s2"}),
                arguable=frozenset({"s2"}),
                contains={"zh": (), "en": ()},
                absent={"zh": (), "en": ()},
            ),
        ),
        keys={"do1": "s1", "do2": "s2"},
    )


def test_the_same_session_from_two_guides_has_one_key(tmp_path: Path) -> None:
    path = _write(tmp_path, {"over": "sessions.json", "questions": [{"question": "Which?", "ids": ["s2"]}]})
    twice = (*MEMBERS, _member("do3", "可移植", start="11:00", speaker="Someone Else"))
    assert read_questions(path, twice).keys == {"do1": "s1", "do2": "s2", "do3": "s2"}


def test_another_start_or_day_is_another_session() -> None:
    described = SESSIONS["sessions"][0]
    assert same_session(described, MEMBERS[0])
    assert not same_session({**described, "start": "10:30"}, MEMBERS[0])
    assert not same_session({**described, "date": "2026-10-21"}, MEMBERS[0])
    assert not same_session(described, MEMBERS[1])


def test_titles_and_stable_ids_name_documents_without_a_sessions_file(tmp_path: Path) -> None:
    entry = {"question": "Which?", "titles": ["tpu 上的 helion"], "refs": ["stable-do2"], "category": "lookup"}
    found = read_questions(_write(tmp_path, {"over": "sample", "questions": [entry]}), MEMBERS)
    assert (found.cases[0].wanted, found.cases[0].kind, found.keys) == (
        frozenset({"do1", "do2"}),
        "lookup",
        {"do1": "do1", "do2": "do2"},
    )


def test_follow_ups_come_after_what_they_follow(tmp_path: Path) -> None:
    questions = [
        {"id": "c", "question": "3?", "follow_up_of": "b"},
        {"id": "b", "question": "2?", "follow_up_of": "a"},
        {"id": "a", "question": "1?"},
    ]
    found = read_questions(_write(tmp_path, {"questions": questions}), MEMBERS)
    assert [case.id for case in found.cases] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"questions": []}, "holds no list `questions`"),
        ([], "holds no list `questions`"),
        ({"questions": [{"question": "?", "ids": ["s1"]}]}, "no `over`"),
        ({"over": "sessions.json", "questions": [{"question": "?", "ids": ["s9"]}]}, "question 1: ids ['s9'] are not"),
        ({"over": "nowhere.json", "questions": [{"question": "?", "ids": ["s1"]}]}, "cannot be read"),
        ({"questions": [{"question": {}}]}, "no text in zh or en"),
        ({"questions": [{"id": "x"}]}, "question 1: 'question'"),
        ({"questions": [{"question": "?", "expect": "maybe"}]}, "expect is 'maybe'"),
        ({"questions": [{"question": "?", "titles": ["Unheard of"]}]}, "no document has the title 'Unheard of'"),
        ({"questions": [{"question": "?", "follow_up_of": "z"}]}, "follows up z, which is not in the file"),
        ({"questions": [{"id": "a", "question": "?", "follow_up_of": "a"}]}, "a follows up itself"),
        ({"questions": [{"question": "?", "zone": "Mars/Base"}]}, "zone 'Mars/Base' is not known"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_one_line(tmp_path: Path, data: Any, words: str) -> None:
    with pytest.raises(QuestionsInvalid) as refusal:
        read_questions(_write(tmp_path, data), MEMBERS)
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_sessions_that_were_not_collected_are_counted_in_the_refusal(tmp_path: Path) -> None:
    path = _write(tmp_path, {"over": "sessions.json", "questions": [{"question": "?", "ids": ["s1"]}]})
    with pytest.raises(QuestionsInvalid, match=r"1 of 2 sessions of .* are not in the record \(s2\); collect"):
        read_questions(path, MEMBERS[:1])


@pytest.mark.parametrize(
    ("got", "arguable", "precision", "recall"),
    [
        (("a", "b"), (), 1.0, 1.0),
        (("a",), (), 1.0, 0.5),
        (("a", "b", "c", "d"), (), 0.5, 1.0),
        (("a", "b", "c"), ("c",), 1.0, 1.0),
        (("a",), ("b",), 1.0, 1.0),
        (("a", "b"), ("b",), 1.0, 1.0),
        (("c",), (), 0.0, 0.0),
        ((), (), 0.0, 0.0),
    ],
)
def test_precision_and_recall_leave_arguable_sessions_out(
    got: tuple[str, ...], arguable: tuple[str, ...], precision: float, recall: float
) -> None:
    scored = score(replace(CASE, arguable=frozenset(arguable)), "en", _answer(*got), {})
    assert (scored.precision, scored.recall, scored.exact) == (precision, recall, precision == recall == 1.0)


def test_document_ids_are_counted_as_the_session_they_are() -> None:
    scored = score(CASE, "en", _answer("do1", "do2", "do3"), {"do1": "a", "do2": "b", "do3": "b"})
    assert (scored.precision, scored.recall) == (1.0, 1.0)


def test_without_rows_the_cited_documents_count() -> None:
    citation = Citation(
        n=1, document_id="a", passage_id="pa1", title="t", quote="q", quote_language="en", kind="session"
    )
    scored = score(CASE, "en", replace(_answer(kind="answer"), citations=(citation,)), {})
    assert (scored.precision, scored.recall, scored.lacking) == (1.0, 0.5, ("b",))


@pytest.mark.parametrize(
    ("kind", "documents", "share", "refusal"),
    [
        ("refusal", (), 1.0, True),
        ("refusal", ("near",), 1.0, True),
        ("list", ("a",), 0.0, False),
        ("answer", (), 0.0, False),
    ],
)
def test_where_nothing_is_wanted_only_a_refusal_is_right(
    kind: AnswerKind, documents: tuple[str, ...], share: float, refusal: bool
) -> None:
    scored = score(replace(CASE, wanted=frozenset(), expect="none"), "en", _answer(*documents, kind=kind), {})
    assert (scored.precision, scored.recall, scored.refusal) == (share, share, refusal)


def test_a_correction_is_a_denial_or_a_refusal() -> None:
    case = replace(CASE, wanted=None, expect="correction")
    plain = _answer(kind="answer")
    assert score(case, "en", plain, {}).refusal is False
    assert score(case, "en", replace(plain, denied=("Oct 22",)), {}).refusal is True
    assert score(case, "en", replace(plain, kind="refusal"), {}).refusal is True


def test_words_that_must_be_shown_decide_whether_an_answer_is_right() -> None:
    case = replace(CASE, wanted=None, expect="answer", contains={"en": ("81 %",)}, absent={"en": ("Frisco",)})
    assert score(case, "en", _answer(kind="answer", text="It fell to 81% of all."), {}).answered is True
    scored = score(case, "en", _answer(kind="answer", text="In frisco."), {})
    assert (scored.answered, scored.faults) == (False, ("lacks '81 %'", "shows 'Frisco'"))


@pytest.mark.parametrize(
    ("asked", "language", "text", "right"),
    [
        ("en", "en", "These talks target that chip.", True),
        ("en", "zh", "以下演讲面向这款芯片，共有八场。", False),
        ("zh", "zh", "These talks target that chip.", False),
        ("zh", "zh", "以下演讲面向这款芯片，共有八场。", True),
    ],
)
def test_the_language_is_judged_by_our_own_words(
    asked: AnswerLanguage, language: AnswerLanguage, text: str, right: bool
) -> None:
    assert score(CASE, asked, _answer(language=language, text=text), {}).language_right is right


def test_titles_in_the_other_language_do_not_make_an_answer_foreign() -> None:
    title = "面向张量处理器的可移植内核与编译器技术"
    answer = replace(_answer("a", text=f"One talk is about it: {title}."), rows=(replace(_row("a"), title=title),))
    assert score(CASE, "en", answer, {}).language_right is True


def test_a_run_asks_in_each_language_and_hands_a_follow_up_what_it_follows() -> None:
    asked = []

    def ask(text: str, language: AnswerLanguage, case: Case, before: tuple[Filter, str] | None) -> Answer:
        asked.append((case.id, text, before))
        used = Filter(conditions=(Condition(facet="hardware", values=(text,)),))
        return replace(_answer("a", "b", language=language), filter=used)

    ticks = iter(range(8))
    cases = (
        replace(CASE, texts={"zh": "甲", "en": "one"}),
        Case(id="q2", texts={"zh": "乙", "en": "two"}, wanted=frozenset({"a"}), follow_up_of="q1"),
    )
    scored = run(
        QuestionSet(name="x", cases=cases, keys={}),
        ask,
        check=lambda _: Report(sentences=2, supported=1, unsupported=("one",)),
        clock=lambda: float(next(ticks)),
    )
    assert asked == [
        ("q1", "甲", None),
        ("q1", "one", None),
        ("q2", "乙", (Filter(conditions=(Condition(facet="hardware", values=("甲",)),)), "甲")),
        ("q2", "two", (Filter(conditions=(Condition(facet="hardware", values=("one",)),)), "one")),
    ]
    assert [(each.id, each.language, each.precision, each.seconds) for each in scored] == [
        ("q1", "zh", 1.0, 1.0),
        ("q1", "en", 1.0, 1.0),
        ("q2", "zh", 0.5, 1.0),
        ("q2", "en", 0.5, 1.0),
    ]


def _scored(**fields: Any) -> Scored:
    given = {"id": "q", "language": "en", "kind": "list", "category": "", "answer_id": "an", "answered_as": "list"}
    return Scored(**{**given, "seconds": 0.1, **fields})


def test_measures_are_summed_up_per_kind_and_in_all() -> None:
    scored = (
        _scored(precision=1.0, recall=1.0, exact=True, answered=True, language_right=True, sentences=4, seconds=0.1),
        _scored(
            precision=0.5,
            recall=1.0,
            exact=False,
            answered=True,
            language_right=False,
            sentences=4,
            unsupported=("x",),
            seconds=0.3,
        ),
        _scored(kind="refusal", refusal=True, language_right=True, seconds=0.2),
    )
    assert summarise(scored) == {
        "list": Summary(
            n=2,
            precision=0.75,
            recall=1.0,
            exact=0.5,
            refusals=None,
            answers=1.0,
            language=0.5,
            support=0.875,
            median_seconds=0.1,
            p95_seconds=0.3,
        ),
        "refusal": Summary(
            n=1,
            precision=None,
            recall=None,
            exact=None,
            refusals=1.0,
            answers=None,
            language=1.0,
            support=None,
            median_seconds=0.2,
            p95_seconds=0.2,
        ),
        "all": Summary(
            n=3,
            precision=0.75,
            recall=1.0,
            exact=0.5,
            refusals=1.0,
            answers=1.0,
            language=pytest.approx(2 / 3),
            support=0.875,
            median_seconds=0.2,
            p95_seconds=0.3,
        ),
    }


def test_thresholds_name_what_is_below_them_and_pass_what_was_not_measured() -> None:
    summary = summarise([_scored(precision=0.9, recall=1.0)])["all"]
    assert below(summary, {"precision": 0.95, "recall": 1.0, "refusals": 1.0}) == ("precision 0.900 < 0.95",)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(
    st.frozensets(st.sampled_from("abcdef")),
    st.frozensets(st.sampled_from("abcdef")),
    st.frozensets(st.sampled_from("abcdef")),
)
def test_an_answer_is_exact_when_it_differs_only_in_arguable_sessions(
    wanted: frozenset[str], got: frozenset[str], arguable: frozenset[str]
) -> None:
    case = replace(CASE, wanted=wanted, arguable=arguable)
    scored = score(case, "en", _answer(*sorted(got), kind="list" if got else "refusal"), {})
    assert scored.precision is not None
    assert scored.recall is not None
    assert 0.0 <= scored.precision <= 1.0
    assert 0.0 <= scored.recall <= 1.0
    if wanted - arguable:
        assert scored.exact is (got - arguable == wanted - arguable)


def test_every_kind_of_block_is_searched_for_words_that_must_be_shown() -> None:
    blocks = (
        Heading(text="alpha"),
        Bullets(entries=((Text(text="beta"),),)),
        Table(header=("gamma",), rows=(((Text(text="delta"),),),)),
        Quote(text="epsilon", language="en", cite=1),
        Divider(),
    )
    words = ("alpha", "beta", "gamma", "delta", "epsilon")
    case = replace(CASE, wanted=None, expect="answer", contains={"en": words})
    assert score(case, "en", replace(_answer(kind="answer"), blocks=blocks), {}).faults == ()


def test_nothing_asked_is_nothing_measured() -> None:
    assert summarise([])["all"] == Summary(
        n=0,
        precision=None,
        recall=None,
        exact=None,
        refusals=None,
        answers=None,
        language=None,
        support=None,
        median_seconds=0.0,
        p95_seconds=0.0,
    )


@pytest.mark.parametrize(
    ("got", "precision", "recall"), [(("a", "b", "c"), 1.0, 1.0), (("a", "c"), 1.0, 0.5), (("c",), 0.0, 0.0)]
)
def test_at_least_asks_only_for_the_wanted_ones(got: tuple[str, ...], precision: float, recall: float) -> None:
    scored = score(replace(CASE, at_least=True), "en", _answer(*got), {})
    assert (scored.precision, scored.recall, scored.extra) == (precision, recall, ())
