from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.ask.service import AskService
from bot.ask.support import check
from bot.models.answer import Question
from bot.models.plan import Premise
from bot.models.post import Bullets, Heading, Para, Quote
from bot.render.post import plain
from vectorstore.errors import StoreError
from vectorstore.models.documents import Session
from vectorstore.models.search import Audience, Condition, Filter

NOW = datetime(2026, 9, 1, 12, tzinfo=UTC)


def question(text, turn="tu1", **more):
    return Question(turn_id=turn, text=text, asked_at=more.pop("at", NOW), **more)


def c(facet, *values, **more):
    return Condition(facet=facet, values=values, **more)


def lines(answer):
    found = []
    for block in answer.blocks:
        if isinstance(block, Para):
            found.append("".join(plain(inline) for inline in block.inlines).strip())
        elif isinstance(block, Bullets):
            found += ["".join(plain(inline) for inline in entry).strip() for entry in block.entries]
        elif isinstance(block, Heading):
            found.append(f"# {block.text}")
        elif isinstance(block, Quote):
            found.append(f"> {block.text}")
    return found


def document(library, title):
    return next(key for key, known in library.facets().titles.items() if known == title)


# --- single facts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("aspect", "english", "chinese"),
    [
        ("speaker", "Oguz Ulgen, Jason Ansel (Meta) – Helion backends (Tue 20 Oct 11:45–12:10).",
         "Helion backends：Oguz Ulgen、Jason Ansel（Meta） 主讲（10月20日（周二） 11:45–12:10）。"),
        ("organisation", "Helion backends is given by Meta.", "Helion backends：由 Meta 带来。"),
        ("start", "Helion backends: Tue 20 Oct 11:45–12:10, 210BF.", "Helion backends：10月20日（周二） 11:45–12:10，210BF。"),
        ("end", "Helion backends ends at 12:10 (Tue 20 Oct 11:45–12:10).",
         "Helion backends：12:10 结束（10月20日（周二） 11:45–12:10）。"),
        ("duration", "Helion backends lasts 25 minutes (Tue 20 Oct 11:45–12:10).",
         "Helion backends：时长 25 分钟（10月20日（周二） 11:45–12:10）。"),
        ("room", "Helion backends is in 210BF (Tue 20 Oct 11:45–12:10).",
         "Helion backends：在 210BF（10月20日（周二） 11:45–12:10）。"),
        ("sponsored", "No: Helion backends is not marked as sponsored.", "不是：Helion backends 没有标明赞助。"),
        ("track", "Helion backends: the programme gives no track.", "Helion backends：日程没有写分类。"),
    ],
)  # fmt: skip
def test_a_fact_is_one_cited_sentence_in_the_asked_language(answer, library, aspect, english, chinese):
    wanted = c("document", document(library, "Helion backends"))
    for language, expected in (("en", english), ("zh", chinese)):
        given = answer("lookup", wanted, aspects=(aspect,), language=language)
        assert lines(given) == [expected]
        assert check(given, library.passages([x.passage_id for x in given.citations])).unsupported == ()


def test_a_fact_nobody_states_is_said_to_be_missing(answer, library):
    wanted = c("document", document(library, "A panel on portability"))
    given = answer("lookup", wanted, aspects=("speaker", "end", "duration"))
    assert lines(given) == [
        "A panel on portability: the programme names no speaker.",
        "A panel on portability: the programme gives no end.",
        "A panel on portability: the programme gives no end.",
    ]


def test_several_matches_are_all_answered(answer):
    given = answer("lookup", c("hardware", "trainium"), aspects=("room",))
    assert lines(given) == [
        "Opening: native code on Trainium is in Grand Ballroom (Tue 20 Oct 09:35–09:40).",
        "Kernels for any chip is in 210BF (Tue 20 Oct 12:00–12:25).",
        "Profiling Trainium is in LL21ABC (Wed 21 Oct 14:20–14:45).",
    ]


def test_what_a_session_is_about_is_quoted(answer, library):
    given = answer("lookup", c("document", document(library, "Helion backends")), aspects=("abstract",))
    assert lines(given)[1:] == [
        "> Two backends of Helion: CuteDSL for NVIDIA GPUs and Pallas for TPU.",
        "> One kernel source serves both.",
    ]


def test_both_cities_are_shown_with_their_quotes(answer):
    given = answer("lookup", aspects=("city",))
    assert lines(given) == [
        "# Chip Days 2026",
        "Place stated: 旧金山 (San Francisco).",
        "Place stated: 圣何塞 (San Jose).",
    ]
    assert [(r.value, r.cite) for r in given.conflicts[0].readings] == [
        ("旧金山 (San Francisco)", 1),
        ("圣何塞 (San Jose)", 2),
    ]
    assert [citation.quote for citation in given.citations] == [
        "会议于 10 月 20 至 21 日在旧金山举行。",
        "我们在圣何塞等你。",
    ]


def test_a_wrong_premise_is_corrected_first(answer, library):
    wanted = c("document", document(library, "Helion backends"))
    given = answer("lookup", wanted, aspects=("room",), premises=(Premise(aspect="room", value="LL20CD"),))
    assert lines(given)[0] == "Not LL20CD: Helion backends – 210BF."
    assert given.denied == ("LL20CD",)
    assert check(given, library.passages([x.passage_id for x in given.citations])).unsupported == ()


@pytest.mark.parametrize(
    "premise",
    [
        Premise(aspect="room", value="210bf"),
        Premise(aspect="day", value="2026-10-20"),
        Premise(aspect="start", value="11:45"),
        Premise(aspect="start", value="11:00–12:00"),
        Premise(aspect="organisation", value="org:meta"),
        Premise(aspect="speaker", value="Ansel"),
        Premise(aspect="sponsored", value="false"),
        Premise(aspect="duration", value="25–25"),
    ],
)
def test_a_right_premise_needs_no_correction(answer, library, premise):
    wanted = c("document", document(library, "Helion backends"))
    assert answer("lookup", wanted, aspects=("room",), premises=(premise,)).denied == ()


def test_sessions_that_meet_the_premise_are_preferred(answer):
    premise = Premise(aspect="day", value="2026-10-21")
    given = answer("lookup", c("hardware", "trainium"), aspects=("room",), premises=(premise,))
    assert lines(given) == ["Profiling Trainium is in LL21ABC (Wed 21 Oct 14:20–14:45)."]


def test_a_city_no_source_states_is_denied(answer):
    given = answer("lookup", aspects=("city",), premises=(Premise(aspect="city", value="berlin"),))
    assert lines(given)[1] == "Not Berlin, by what the sources state."


# --- comparisons and news --------------------------------------------------------------------------------------------


def test_a_comparison_lists_each_side_and_both(answer):
    given = answer("compare", sides=("entity:tpu", "entity:trainium"))
    assert [line for line in lines(given) if line.startswith("#")] == [
        "# TPU: 3 of 6 sessions",
        "# Trainium: 3 of 6 sessions",
        "# Both at once",
    ]
    assert lines(given)[-1].startswith("Kernels for any chip")
    assert len(given.rows) == 5


def test_a_side_without_anything_is_named(answer):
    given = answer("compare", sides=("entity:tpu", "entity:cerebras"))
    assert (given.kind, given.support, given.missing) == ("answer", "partial", ("Cerebras",))
    assert lines(given)[-1] == "Nothing here holds Cerebras."


def test_a_comparison_of_nothing_is_refused(answer):
    assert answer("compare", sides=("entity:cerebras", "Qwertz")).kind == "refusal"


def test_news_come_newest_first_within_their_window(answer):
    given = answer("latest", c("kind", "article"), c("published", "2026-08-01", "2026-09-01"))
    assert lines(given) == [
        "2 articles, newest first.",
        "How the compile cache works · 2026-08-30 · Compiler Blog",
        "MTIA 的内存层次 · 2026-08-20 · Compiler Blog",
    ]


def test_an_empty_window_names_the_newest_there_is(answer):
    given = answer("latest", c("kind", "article"), c("published", "2026-01-01", "2026-02-01"))
    assert (given.kind, lines(given)[3]) == ("refusal", "How the compile cache works · 2026-08-30 · Compiler Blog")


# --- whole questions -------------------------------------------------------------------------------------------------


def test_a_question_is_planned_answered_and_kept(service, store):
    steps = []
    given = service.ask(question("Which talks target TPU?", conversation="c1"), steps.append)
    assert (given.kind, given.language, len(given.rows)) == ("list", "en", 3)
    assert store.get(given.id) == given
    assert store.turns("c1")[0].answer_id == given.id
    assert steps == ["plan", "look up", "check", "keep"]


def test_a_follow_up_inherits_the_filter_of_its_conversation(service):
    service.ask(question("Which talks target TPU?", conversation="c1"))
    given = service.ask(question("only day 2", turn="tu2", conversation="c1", at=NOW + timedelta(minutes=1)))
    assert [row.title for row in given.rows] == ["TPU 上的原生服务"]
    assert [applied.label for applied in given.applied.conditions] == ["hardware TPU", "day Wed 21 Oct"]


def test_single_questions_of_the_command_line_have_no_past(service):
    service.ask(question("Which talks target TPU?"))
    given = service.ask(question("Which sessions are sponsored?", turn="tu2", at=NOW + timedelta(minutes=1)))
    assert [applied.condition.facet for applied in given.applied.conditions] == ["sponsored"]


@pytest.mark.parametrize(("text", "language"), [("哪些演讲面向 TPU？", "zh"), ("Which talks target TPU?", "en")])
def test_the_answer_has_the_language_of_its_question(service, text, language):
    assert service.ask(question(text)).language == language


def test_an_empty_record_says_how_to_collect(empty_library, lexicon, store):
    service = AskService(empty_library, lambda: pytest.fail("searched"), lexicon, store, lambda: NOW)
    given = service.ask(question("哪些演讲面向 TPU？"))
    assert (given.kind, lines(given)[0]) == ("help", "还没有收集任何内容，所以无从回答。")
    assert "hallway collect" in lines(given)[1]


def test_without_search_a_list_still_refuses_and_says_so(library, lexicon, store):
    def broken():
        raise StoreError("no index here")

    service = AskService(library, broken, lexicon, store, lambda: NOW)
    given = service.ask(question("Which talks cover Cerebras?"))
    assert (given.kind, given.missing) == ("refusal", ("Cerebras",))
    assert "Search is not available, so no nearest matches are shown." in given.notes


def test_an_unexpected_failure_closes_its_turn(library, lexicon, store):
    def broken():
        raise ZeroDivisionError

    service = AskService(library, broken, lexicon, store, lambda: NOW)
    with pytest.raises(ZeroDivisionError):
        service.ask(question("How does the compile cache work?", conversation="c1"))
    assert store.turns("c1")[0].state == "failed"


def test_nobody_hears_of_sources_they_may_not_see(service):
    unseen = replace(question("Which talks target TPU?"), audience=Audience(source_ids=frozenset({"blog"})))
    given = service.ask(unseen)
    assert (given.kind, given.rows) == ("refusal", ())
    assert {citation.publisher for citation in given.citations} == {"Compiler Blog"}


def test_asking_for_something_unknown_beside_something_known_is_refused(answer):
    given = answer("list", c("hardware", "tpu"), unknown=("Qwertz",))
    assert (given.kind, given.missing, lines(given)[0]) == ("refusal", ("Qwertz",), "Qwertz – in no text here.")


def test_offered_questions_are_understood_as_offered_and_have_results(service, library):
    given = service.ask(question("Which talks target TPU?", conversation="c1"))
    assert [offer.command for offer in given.follow_ups] == ["Only Tue 20 Oct", "Only Wed 21 Oct"]
    for number, offer in enumerate(given.follow_ups):
        asked = question(offer.command, turn=f"tu{number + 5}", inherited=given.filter, at=NOW)
        assert 0 < len(service.ask(asked).rows) < len(given.rows)


def test_everything_in_the_record_is_listed_when_nothing_narrows_it(answer, library):
    given = answer("list")
    assert lines(given)[0] == "6 sessions, the whole programme."
    assert {row.title for row in given.rows} == {
        m.document.title for m in library.list(Filter()).members if isinstance(m.document, Session)
    }
