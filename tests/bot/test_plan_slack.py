"""Questions as people type them in a chat, zh and en: what is filler, what is a name, what may not be dropped."""

from collections.abc import Callable

import pytest

from bot.models.plan import Plan
from vectorstore.models.search import Condition, Facets, Filter

Planned = Callable[..., Plan]
Line = Callable[[Plan], str]

FILLER = [
    ("any juicy tpu sessions", "list | hardware=tpu"),
    ("yo gimme whatever you have on trainium pls", "list | hardware=trainium"),
    ("tpu stuff on tuesday thx", "list | hardware=tpu day=2026-06-09"),
    ("what have you got about helion", "list | software=helion"),
    ("need sth abt helion plss", "list | software=helion"),
    ("anyone talking about vllm?", "list | software=vllm"),
    ("vllm, what is there", "list | software=vllm"),
    ("i'd love to watch something on Triton", "list | software=triton"),
    ("which edge AI devices talks", "list | hardware=edge"),
    ("来点 Triton 的干货", "list | software=triton"),
    ("求 TPU 相关的 talk，拜托各位大佬", "list | hardware=tpu"),
    ("大佬们，有没有讲 sglang 的呀", "list | software=sglang"),
    ("vllm 相关的内容有哪些呀？", "list | software=vllm"),
    ("想去听 Helion 的", "list | software=helion"),
    ("帮咱列一下 Meta 那帮人的场次 thx", "list | organisation=org:meta~"),
    ("what is IBM presenting", "list | organisation=org:ibm"),
    ("whats Intel doing on day 1", "list | organisation=org:intel day=2026-06-09"),
    # nothing of weight may be lost
    ("Triton 有什么优化", "open | named entity:triton"),
    ("talks about TPU plumbing", "list | hardware=tpu | unknown plumbing"),
    ("talks about sourdough on TPU", "list | hardware=tpu | unknown sourdough"),
    ("quantum cooking talks on Tuesday", "list | day=2026-06-09 | unknown quantum, cooking"),
    ("周二量子计算的演讲", "list | day=2026-06-09 | unknown 量子计算"),
    ("TPU talks from Zorblax", "list | hardware=tpu | unknown Zorblax"),
    ("有没有讲 zorblax 的 TPU 演讲", "list | hardware=tpu | unknown zorblax"),
    ("frobnicators stuff?", "list | text=frobnicator"),
]


@pytest.mark.parametrize(("question", "expected"), FILLER)
def test_filler_goes_and_what_narrows_stays(question: str, expected: str, planned: Planned, line: Line) -> None:
    assert line(planned(question)) == expected


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("TPU talks, the nerdier the better", "Not used, because no text holds it: nerdier."),
        ("chewy tpu talks", "Not used, because no text holds it: chewy."),
    ],
)
def test_an_ordinary_word_that_no_text_holds_is_said_to_be_unused(
    question: str, note: str, planned: Planned, line: Line
) -> None:
    one = planned(question)

    assert (line(one), one.notes) == ("list | hardware=tpu", (note,))


NEGATIONS = [
    ("vLLM 的演讲，但不要 Arm 的", "list | software=vllm organisation!=org:arm"),
    ("vLLM talks minus the sponsored ones", "list | software=vllm sponsored=false"),
    ("tpu talks, nothing by google", "list | hardware=tpu organisation!=org:google"),
    ("Triton 的，AMD 的不要", "list | software=triton organisation!=org:amd~"),
    ("Meta 的场次，去掉周二的", "list | organisation=org:meta day!=2026-06-09"),
    ("sponsored sessions w/o intel", "list | sponsored=true organisation!=org:intel~"),
    ("talks on vllm rather than sglang", "list | software=vllm software!=sglang"),
    ("第一天的演讲，不含主题演讲和赞助的", "list | day=2026-06-09 keynote=false sponsored=false"),
    ("讲 vLLM 的，排除 IBM 和 Meta", "list | software=vllm organisation!=org:ibm+org:meta~"),
    ("有没有讲 TPU 的", "list | hardware=tpu"),
    ("有没有不是 Google 讲的 TPU 场次", "list | organisation!=org:google hardware=tpu"),
    ("没有赞助的 keynote", "list | sponsored=false keynote=true"),
    ("vllm, no arm", "list | software=vllm organisation!=org:arm~"),
    ("TPU talks, skip anything in LL20CD", "list | hardware=tpu room!=LL20CD"),
    # what is left out and not understood is not left out silently
    ("TPU talks, but not boring ones", "list | hardware=tpu | unknown but not boring ones"),
    ("TPU 的演讲，不要太长的", "list | hardware=tpu | unknown 不要太长的"),
    ("trainium talks excluding the hallway track", "list | hardware=trainium | unknown excluding the hallway track"),
]


@pytest.mark.parametrize(("question", "expected"), NEGATIONS)
def test_a_negation_binds_to_what_it_leaves_out_or_the_question_is_refused(
    question: str, expected: str, planned: Planned, line: Line
) -> None:
    assert line(planned(question)) == expected


TIMES = [
    ("anything around 2pm on day 2", "list | starts=13:30+14:31~ day=2026-06-10"),
    ("10号下午两点左右有啥", "list | day=2026-06-10 starts=13:30+14:31~"),
    ("talks at 2ish on wed", "list | starts=13:30+14:31~ day=2026-06-10"),
    ("tpu talks wed pm", "list | hardware=tpu day=2026-06-10 starts=12:00+18:00"),
    ("what's after lunch in 210BF on the 9th", "agenda | starts=12:00+18:00 room=210BF day=2026-06-09"),
    ("tues arvo", "agenda | day=2026-06-09 starts=12:00+18:00"),
    ("周三傍晚的场次", "list | day=2026-06-10 starts=17:00+24:00"),
    ("what's on late afternoon on the 9th", "agenda | starts=15:30+18:00~ day=2026-06-09"),
    ("about 4 talks on TPU", "list | hardware=tpu"),
    ("folks from Intel on the 10th", "list | organisation=org:intel day=2026-06-10"),
    ("who from IBM is presenting", "lookup | organisation=org:ibm | asks speaker"),
    ("sponsored sessions in the quantum track", "list | sponsored=true track=quantum"),
]


@pytest.mark.parametrize(("question", "expected"), TIMES)
def test_loose_times_people_and_tracks_become_conditions(
    question: str, expected: str, planned: Planned, line: Line
) -> None:
    assert line(planned(question)) == expected


WHY_THEN = [
    ("why is FlexGEMM on day 1", "lookup | software=flexgemm | asks start | takes day=2026-06-09"),
    ("为啥 Helion 放在 LL20AB", "lookup | software=helion | asks room | takes room=LL20AB"),
    ("why is Helion fast", "open | named entity:helion"),
]


@pytest.mark.parametrize(("question", "expected"), WHY_THEN)
def test_a_why_about_the_schedule_alone_is_checked_against_it(
    question: str, expected: str, planned: Planned, line: Line
) -> None:
    assert line(planned(question)) == expected


NAMED_APART = [
    ("does the Helion session clash with the one on FlexGEMM", "clash | each software=helion | each software=flexgemm"),
    ("Helion 和《为什么编译需要缓存》这两场能都听吗", "clash | each software=helion | each document=d3"),
    ("could I make both the vLLM talk and the Triton talk", "clash | each software=vllm | each software=triton"),
    (
        "when are the Helion talk and the FlexGEMM talk",
        "lookup | asks start | each software=helion | each software=flexgemm",
    ),
    ("Do any talks overlap in LL20CD?", "clash | room=LL20CD"),
]


@pytest.mark.parametrize(("question", "expected"), NAMED_APART)
def test_sessions_named_one_by_one_are_never_asked_for_as_one(
    question: str, expected: str, planned: Planned, line: Line
) -> None:
    assert line(planned(question)) == expected


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("谁讲 Light Tracing for Heavy Models？", "zh"),
        ("Ada Brandt 或 José Ortega 的 talk", "zh"),
        ("Which talks does 李明 give?", "en"),
        ("Who gives 为什么编译需要缓存?", "en"),
        ("Kernels That Write Themselves on TPU 在哪", "zh"),
    ],
)
def test_names_and_titles_do_not_decide_the_language(question: str, language: str, planned: Planned) -> None:
    assert planned(question).language == language


def test_a_new_subject_replaces_the_one_session_a_lookup_ended_with(planned: Planned, line: Line) -> None:
    meant = Filter(
        conditions=(Condition(facet="software", values=("helion",)), Condition(facet="document", values=("d1",)))
    )

    assert line(planned("几点开始？", inherited=meant)) == (
        "lookup | software=helion document=d1 | asks start | inherits"
    )
    assert line(planned("and Triton?", inherited=meant)) == "list | software=triton | inherits"


OTHER_GUIDE = Facets(
    conferences=("Accelerator Days 2026",),
    days={"Accelerator Days 2026": ("2026-06-09", "2026-06-10", "2026-06-11")},
    rooms=("LL20AB", "LL20CD"),
    tracks=("Kernels, Graphs, and Debugging", "Device Memory and Cluster Networking", "Serving"),
    formats=("talk", "lightning"),
    speakers=("Ada Brandt", "Mei Lin"),
    organisations=("Meta", "Google", "IBM Research", "Intel"),
    titles={"d1": "Introducing Zephyr Windows: Graph Patterns for Modern Clusters"},
    zones={"Accelerator Days 2026": "America/Los_Angeles"},
)

FORMATS = [
    ("talks from Intel", "list | organisation=org:intel"),
    ("which presentations deal with TPU", "list | hardware=tpu"),
    ("when does Mei Lin's talk start", "lookup | speaker=Mei Lin | asks start"),
    ("helion talk", "list | software=helion"),
    ("lightning talks about Helion", "list | format=lightning software=helion"),
    ("lightning sessions from Intel", "list | format=lightning organisation=org:intel"),
    ("breakout sessions from Intel", "list | format=talk organisation=org:intel"),
    ("Intel 的闪电演讲", "list | organisation=org:intel~ format=lightning"),
    ("Intel talks that are not lightning talks", "list | organisation=org:intel~ format!=lightning"),
]


@pytest.mark.parametrize(("question", "expected"), FORMATS)
def test_the_word_for_a_session_is_no_format_though_a_format_is_called_so(
    question: str, expected: str, planned: Planned, line: Line
) -> None:
    assert line(planned(question, facets=OTHER_GUIDE)) == expected


WITHOUT = [
    ("第三天没有 Google 的人讲的场次", "list | day=2026-06-11 organisation!=org:google"),
    ("TPU 的演讲，没有 Meta 参与的", "list | hardware=tpu organisation!=org:meta~"),
    ("没 IBM 参与的 vLLM 场次有哪些", "list | organisation!=org:ibm~ software=vllm"),
    ("不带 Intel 的 Triton 演讲", "list | organisation!=org:intel~ software=triton"),
    ("有没有讲 TPU 的", "list | hardware=tpu"),
    ("有没有 Meta 讲的场次", "list | organisation=org:meta"),
    ("周二没有 TPU 的演讲吗", "list | day=2026-06-09 hardware=tpu"),
    ("有没有没有 Meta 参与的场次", "list | organisation!=org:meta~"),
    ("有哪些没有 Google 的场次", "list | organisation!=org:google"),
    ("Meta 没参与的 TPU 演讲", "list | organisation!=org:meta~ hardware=tpu"),
    ("TPU talks, but nobody from meta", "list | hardware=tpu organisation!=org:meta"),
    ("day 2 talks with no one from Google", "list | day=2026-06-10 organisation!=org:google"),
    ("vllm sessions, none from IBM", "list | software=vllm organisation!=org:ibm"),
    ("tpu talks, nothing at LL20AB", "list | hardware=tpu room!=LL20AB"),
    ("tpu talks, nothing by google", "list | hardware=tpu organisation!=org:google"),
    ("tpu talks with nobody famous", "list | hardware=tpu | unknown nobody famous"),
    ("TPU 的演讲，没有废话的", "list | hardware=tpu | unknown 废话"),
    ("TPU 有没有", "list | hardware=tpu"),
    ("有 TPU 的演讲没有", "list | hardware=tpu"),
    ("还没有开始的 TPU 演讲", "list | hardware=tpu | unknown 没有开始的 TPU 演讲"),
    ("anything on tpu not from any of the meta folks", "list | hardware=tpu organisation!=org:meta"),
    ("TPU talks without anyone from Google", "list | hardware=tpu organisation!=org:google"),
    ("no google people on day 2", "list | organisation!=org:google day=2026-06-10"),
    ("is there nothing about TPU on day 1?", "list | hardware=tpu day=2026-06-09"),
    ("没人讲 TPU 吗", "list | hardware=tpu"),
    ("周二没有赞助的场次", "list | day=2026-06-09 sponsored=false"),
    ("are there no TPU talks on day 1?", "list | hardware=tpu day=2026-06-09"),
    ("aren't there any talks by Meta", "list | organisation=org:meta"),
    ("which tpu talks aren't by Google", "list | hardware=tpu organisation!=org:google"),
    ("tpu talks that don't mention Triton or vLLM", "list | hardware=tpu software!=triton+vllm(passing)"),
    ("TPU talks but neither Meta nor Google", "list | hardware=tpu organisation!=org:meta+org:google~"),
]


@pytest.mark.parametrize(("question", "expected"), WITHOUT)
def test_without_somebody_is_never_read_as_with(question: str, expected: str, planned: Planned, line: Line) -> None:
    assert line(planned(question, facets=OTHER_GUIDE)) == expected


BESIDE = [
    ("what clashes with the Helion talk", "clash | each software=helion"),
    (
        "which sessions are at the same time as Introducing Zephyr Windows: Graph Patterns for Modern Clusters",
        "clash | each document=d1",
    ),
    ("does the Helion talk overlap with anything else", "clash | each software=helion"),
    ("Helion 那场跟别的场次撞车吗", "clash | each software=helion"),
    ("哪些演讲和 Helion 那场冲突", "clash | each software=helion"),
    ("which TPU talks clash with the Helion talk", "clash | each hardware=tpu | each software=helion"),
    ("do any TPU talks clash with each other", "clash | hardware=tpu"),
    ("Do any talks overlap in LL20CD?", "clash | room=LL20CD"),
    ("哪些演讲讲计算通信重叠", "list | software=communication-overlap"),
    ("does the Helion session clash with the one on FlexGEMM", "clash | each software=helion | each software=flexgemm"),
    ("what is in parallel with the Triton session", "clash | each software=triton"),
]


@pytest.mark.parametrize(("question", "expected"), BESIDE)
def test_clashes_with_one_session_are_looked_for_in_the_whole_programme(
    question: str, expected: str, planned: Planned, line: Line
) -> None:
    assert line(planned(question, facets=OTHER_GUIDE)) == expected


def test_what_clashes_with_that_talk_is_the_one_before(planned: Planned, line: Line) -> None:
    meant = Filter(conditions=(Condition(facet="document", values=("d1",)),))

    assert line(planned("what clashes with that talk?", inherited=meant)) == "clash | each document=d1 | inherits"
    assert line(planned("跟它时间冲突的有哪些", inherited=meant)) == "clash | each document=d1 | inherits"


@pytest.mark.parametrize(
    "question", ["how does SGLang use overlap scheduling", "SGLang 的 overlap scheduling 讲了什么"]
)
def test_overlap_as_a_technique_is_no_clash(question: str, planned: Planned) -> None:
    assert planned(question).kind == "open"


TRACKS = [
    ("Kernels, Graphs 那个 track 里的闪电演讲", "list | track=Kernels, Graphs, and Debugging format=lightning"),
    (
        "Kernels, Graphs 那个 track 里不是 Meta 讲的",
        "list | track=Kernels, Graphs, and Debugging organisation!=org:meta",
    ),
    (
        "lightning talks in the device memory track",
        "list | format=lightning track=Device Memory and Cluster Networking",
    ),
    (
        "kernels & graphs track, but nobody from meta",
        "list | track=Kernels, Graphs, and Debugging organisation!=org:meta",
    ),
    ("the cluster networking track on day 2", "agenda | track=Device Memory and Cluster Networking day=2026-06-10"),
    ("serving track talks by Google", "list | track=Serving organisation=org:google"),
    ("talks in the quantum serving track", "list | track=Serving | unknown quantum"),
    ("talks in the basket weaving track", "list | track=basket weaving"),
    ("Debugging 专题有哪些演讲", "list | track=Kernels, Graphs, and Debugging"),
    ("Device Memory and Cluster Networking 那个track的场次", "list | track=Device Memory and Cluster Networking"),
    ("which track is the Helion talk in", "lookup | software=helion | asks track"),
    ("TPU talks that keep track of memory", "list | hardware=tpu | unknown memory"),
    ("Helion 属于哪个 track", "lookup | software=helion | asks track"),
]


@pytest.mark.parametrize(("question", "expected"), TRACKS)
def test_a_track_is_known_by_part_of_its_name(question: str, expected: str, planned: Planned, line: Line) -> None:
    assert line(planned(question, facets=OTHER_GUIDE)) == expected


HASTE = [
    ("anything on the 10th thats not in LL20AB", "list | day=2026-06-10 room!=LL20AB"),
    ("whats on in LL20CD thats about TPU", "list | room=LL20CD hardware=tpu"),
    ("whos talking about Helion", "lookup | software=helion | asks speaker"),
    ("whos giving the Helion talk", "lookup | software=helion | asks speaker"),
    ("talks on tpu that arent by google", "list | hardware=tpu organisation!=org:google"),
    ("Helion 属于哪个 track", "lookup | software=helion | asks track"),
    ("whens the Helion talk", "lookup | software=helion | asks start"),
    ("wheres the Triton talk", "lookup | software=triton | asks room"),
    ("who's talking about Helion", "lookup | software=helion | asks speaker"),
    ("what's in LL20CD", "agenda | room=LL20CD"),
    ("whats in LL20CD", "agenda | room=LL20CD"),
]


@pytest.mark.parametrize(("question", "expected"), HASTE)
def test_a_missing_apostrophe_changes_nothing(question: str, expected: str, planned: Planned, line: Line) -> None:
    assert line(planned(question, facets=OTHER_GUIDE)) == expected


@pytest.mark.parametrize(
    ("question", "span"),
    [("whats live now", "now"), ("which api moves checkpoints live after a node dies?", ""), ("live migration", "")],
)
def test_live_is_only_now_where_it_says_so(question: str, span: str, planned: Planned) -> None:
    assert planned(question).span == span


GLOSSES = [
    ("哪些演讲讲预热（warm start）", "list | text=预热+warm start"),
    ("讲张量（Triton）的演讲", "list | software=triton"),
    ("讲火星探测（mars probing）的演讲", "list | unknown mars probing"),
    ("Helion 在哪个系统上跑得最好", "open | named entity:helion"),
    ("Helion 的总部在哪里", "lookup | software=helion | asks room | unknown 总部"),
    ("Helion talk 在哪", "lookup | software=helion | asks room"),
    ("TPU 系统的演讲", "list | hardware=tpu"),
]


@pytest.mark.parametrize(("question", "expected"), GLOSSES)
def test_a_gloss_in_brackets_and_a_generic_noun_ask_for_nothing_more(
    question: str, expected: str, planned: Planned, line: Line
) -> None:
    assert line(planned(question, facets=OTHER_GUIDE)) == expected


@pytest.mark.parametrize(
    "question",
    [
        "talks from Intel that have nothing to do with Triton",
        "which serving talks are unrelated to Triton?",
        "跟 Triton 没关系的演讲有哪些",
        "哪些演讲与 Triton 完全无关？",
        "和 Triton 没有任何关系的场次",
    ],
)
def test_what_is_unrelated_is_left_out_and_never_asked_for(planned, question):
    held = [condition.op for condition in planned(question).filter.conditions if "triton" in condition.values]
    assert held == ["not"]
