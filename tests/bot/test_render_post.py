from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from bot.models.answer import (
    Answer,
    AppliedCondition,
    AppliedFilter,
    Citation,
    Completeness,
    FollowUp,
    ShownConflict,
    ShownReading,
)
from bot.models.post import Bold, Bullets, Cite, Code, CodeSpan, Divider, Heading, Link, Para, Quote, Table, Text, Time
from bot.render.post import answer_post
from bot.render.to_text import post_rich, post_text
from bot.render.words import WORDS
from vectorstore.models.search import Condition

EN = Answer(
    id="an1",
    turn_id="tu1",
    kind="answer",
    language="en",
    created_at=datetime(2026, 10, 1, tzinfo=UTC),
    blocks=(
        Para(inlines=(Text(text="Two talks target TPU:"),)),
        Bullets(
            entries=(
                (Bold(text="Helion on TPU"), Text(text=" · 20 Oct 10:25 "), Cite(n=1)),
                (Bold(text="Portable kernels"), Text(text=" "), Cite(n=2), Cite(n=7)),
            ),
            first=1,
        ),
    ),
    citations=(
        Citation(
            n=1,
            document_id="do1",
            passage_id="pa1",
            title="Helion on TPU",
            quote="把 Helion 内核带到 TPU 上",
            quote_language="zh",
            kind="session",
            place="210BF",
            sponsored=True,
        ),
        Citation(
            n=2,
            document_id="do2",
            passage_id="pa2",
            title="A post",
            quote="Kernels run on TPU.",
            quote_language="en",
            kind="article",
            url="https://example.org/post",
            publisher="Example",
            published_on=date(2026, 9, 30),
            self_reported=True,
        ),
    ),
    applied=AppliedFilter(
        conditions=(
            AppliedCondition(condition=Condition(facet="hardware", values=("tpu",)), label="hardware: TPU", matched=2),
            AppliedCondition(
                condition=Condition(facet="conference", values=("PyTorch",), inferred=True),
                label="conference: PyTorch",
                matched=48,
            ),
        ),
        text="kernels",
    ),
    completeness=Completeness(shown=2, matched=2, corpus=48, passing=3, method="metadata"),
    conflicts=(
        ShownConflict(
            subject="where the conference is held",
            readings=(
                ShownReading(value="旧金山", cite=1),
                ShownReading(value="San Jose", cite=2, said_at=datetime(2026, 9, 1, tzinfo=UTC)),
            ),
            resolution="newer",
        ),
    ),
    missing=("Cerebras",),
    notes=("The index is being rebuilt.",),
    follow_ups=(FollowUp(id="f1", label="Only day 2", command="only on day 2"),),
)

EN_TEXT = """\
Two talks target TPU:
  1. Helion on TPU · 20 Oct 10:25 [1]
  2. Portable kernels [2]

Sources disagree: where the conference is held
  • 旧金山 [1]
  • San Jose (2026-09-01, newest) [2]

2 of 48 sessions; 3 more only name it in passing
Filter: hardware: TPU (2); conference: PyTorch (48, assumed); words: kernels
Not found: Cerebras

Sources
  [1] Helion on TPU · 210BF · sponsored
      “把 Helion 内核带到 TPU 上”
  [2] A post · Example · 2026-09-30 · the maker's own figures ·
      https://example.org/post
      “Kernels run on TPU.”

Notes
  • The index is being rebuilt.

Next
  • Only day 2: only on day 2
"""


def test_an_answer_is_shown_whole_with_everything_that_lets_a_reader_check_it() -> None:
    assert post_text(answer_post(EN), width=80) == EN_TEXT


def test_the_coloured_text_has_the_same_words() -> None:
    assert post_rich(answer_post(EN), width=80).plain == EN_TEXT


def test_quiet_output_is_the_body_alone() -> None:
    assert post_text(answer_post(EN), width=80, tail=False) == EN_TEXT.split("\n\n2 of 48", maxsplit=1)[0] + "\n"


def test_a_chinese_answer_is_framed_in_chinese() -> None:
    answer = replace(EN, language="zh", blocks=(), conflicts=(), citations=(), follow_ups=())
    assert post_text(answer_post(answer), width=80) == (
        "\n"
        "48 场中的 2 场；另有 3 场只是顺带提到\n"
        "筛选条件：hardware: TPU（2）；conference: PyTorch（48，推断）；检索词：kernels\n"
        "未找到：Cerebras\n"
        "\n"
        "说明\n"
        "  • The index is being rebuilt.\n"
    )


def test_a_list_shown_whole_counts_in_its_first_sentence_and_not_again() -> None:
    assert answer_post(replace(EN, kind="list")).tail[0] == Para(
        inlines=(Text(text="Filter: hardware: TPU (2); conference: PyTorch (48, assumed); words: kernels"),)
    )


def test_no_filter_is_said_in_so_many_words() -> None:
    answer = replace(EN, applied=AppliedFilter(), completeness=None, missing=(), citations=(), notes=(), follow_ups=())
    assert post_text(answer_post(answer)).endswith("\n\nFilter: none\n")


def test_every_reading_of_a_conflict_is_shown_even_without_a_resolution() -> None:
    conflict = replace(EN.conflicts[0], resolution="none")
    body = answer_post(replace(EN, blocks=(), conflicts=(conflict,))).body
    assert body == (
        Heading(text="Sources disagree: where the conference is held"),
        Bullets(
            entries=(
                (Bold(text="旧金山"), Text(text=" "), Cite(n=1)),
                (Bold(text="San Jose"), Text(text=" (2026-09-01) "), Cite(n=2)),
            )
        ),
    )


def test_a_conflict_that_a_first_party_settles_says_so() -> None:
    conflict = replace(EN.conflicts[0], resolution="primary")
    heading = answer_post(replace(EN, blocks=(), conflicts=(conflict,))).body[0]
    words = "Sources disagree: where the conference is held (the first-party source states only one of them)"
    assert heading == Heading(text=words)


def test_a_source_cited_twice_is_named_once() -> None:
    again = replace(EN.citations[0], n=3, quote="another sentence")
    shown = post_text(answer_post(replace(EN, citations=(*EN.citations, again))))
    assert "  [3] as [1]\n      “another sentence”\n" in shown


def test_the_place_of_a_source_does_not_repeat_its_title() -> None:
    citation = replace(EN.citations[1], place="A post › Results")
    shown = post_text(answer_post(replace(EN, citations=(citation,))))
    assert "  [2] A post · Example · 2026-09-30 · Results · the maker's own figures" in shown


def test_a_refusal_says_itself_what_is_missing() -> None:
    assert "Not found" not in post_text(answer_post(replace(EN, kind="refusal")))


def test_a_citation_without_a_source_is_dropped_everywhere() -> None:
    blocks = (
        Para(inlines=(Text(text="a"), Cite(n=9))),
        Table(header=("x",), rows=(((Text(text="b"), Cite(n=9)),),)),
    )
    assert answer_post(replace(EN, blocks=blocks, conflicts=())).body == (
        Para(inlines=(Text(text="a"),)),
        Table(header=("x",), rows=(((Text(text="b"),),),)),
    )


def test_the_summary_is_the_first_sentence_cut_at_three_hundred_characters() -> None:
    long = replace(EN, blocks=(Divider(), Para(inlines=(Text(text="x" * 400), Cite(n=1)))))
    assert answer_post(long).summary == "x" * 300
    assert answer_post(EN).summary == "Two talks target TPU:"


@pytest.mark.parametrize(
    ("measure", "line"),
    [
        (Completeness(shown=8, matched=8, corpus=48, passing=0, method="metadata"), "8 of 48 sessions"),
        (
            Completeness(shown=10, matched=30, corpus=48, passing=1, method="metadata+text"),
            "10 shown of 30 found, 48 in all; 1 more only name it in passing",
        ),
        (
            Completeness(shown=4, matched=4, corpus=900, passing=0, method="top_k"),
            "4 passages from search; not a complete list",
        ),
    ],
)
def test_the_completeness_line_says_how_much_of_the_whole_is_shown(measure: Completeness, line: str) -> None:
    answer = replace(EN, completeness=measure, applied=AppliedFilter(), missing=())
    assert answer_post(answer).tail[0] == Para(inlines=(Text(text=line),))


def test_every_kind_of_block_has_its_text() -> None:
    blocks = (
        Heading(text="Rooms"),
        Table(
            header=("room", "talk"),
            rows=(
                ((Text(text="大宴会厅"),), (Text(text="Opening"), Cite(n=1))),
                ((Text(text="LL20"),), (Text(text="x"),)),
            ),
        ),
        Code(text="a\n\tb"),
        Quote(text="引文", language="zh", cite=1),
        Divider(),
        Para(
            inlines=(
                CodeSpan(text="torch.compile"),
                Text(text=" "),
                Link(text="docs", url="https://example.org"),
                Text(text=" "),
                Link(text="bad", url="javascript:x"),
                Text(text=" "),
                Time(instant=datetime(2026, 10, 20, 16, 35, tzinfo=UTC), zone="America/Los_Angeles"),
            )
        ),
    )
    answer = replace(EN, blocks=blocks, conflicts=())
    assert post_text(answer_post(answer), width=90, tail=False) == (
        "Rooms\n"
        "\n"
        "room      talk\n"
        "大宴会厅  Opening[1]\n"
        "LL20      x\n"
        "\n"
        "    a\n"
        "        b\n"
        "\n"
        "      “引文”\n"
        "\n"
        f"{'─' * 40}\n"
        "\n"
        "torch.compile docs https://example.org bad 2026-10-20 09:35 (America/Los_Angeles)\n"
    )


def test_a_table_too_wide_for_the_terminal_becomes_a_list() -> None:
    table = Table(header=("room", "talk"), rows=(((Text(text="LL20"),), (Text(text="word " * 8),)),))
    assert post_text(answer_post(replace(EN, blocks=(table,), conflicts=())), width=24, tail=False) == (
        "  • room: LL20\n    talk: word word word\n      word word word\n      word word\n"
    )


HOSTILE = "\x1b[2J\x1b]8;;http://evil.example\x07gone\u202e\x9b31m"


@pytest.mark.parametrize(
    "place",
    [
        lambda text: replace(EN, blocks=(Para(inlines=(Text(text=text), Bold(text=text), CodeSpan(text=text))),)),
        lambda text: replace(EN, blocks=(Heading(text=text), Code(text=text), Quote(text=text, language="en", cite=1))),
        lambda text: replace(EN, blocks=(Para(inlines=(Link(text=text, url="https://x.example/" + text),)),)),
        lambda text: replace(EN, blocks=(Table(header=(text,), rows=(((Text(text=text),),),)),)),
        lambda text: replace(EN, citations=(replace(EN.citations[0], title=text, quote=text, place=text, url=text),)),
        lambda text: replace(
            EN, notes=(text,), missing=(text,), follow_ups=(FollowUp(id="f", label=text, command=text),)
        ),
        lambda text: replace(EN, applied=AppliedFilter(text=text)),
    ],
)
def test_source_text_never_steers_the_terminal(place: Callable[[str], Answer]) -> None:
    shown = post_text(answer_post(place(HOSTILE)))
    assert not set(shown) & {"\x1b", "\x07", "\x9b", "\u202e"}
    assert "gone" in shown


def test_both_languages_have_the_same_words() -> None:
    assert WORDS["en"].keys() == WORDS["zh"].keys()


def test_an_article_without_a_date_says_so() -> None:
    citation = replace(EN.citations[1], published_on=None, self_reported=False)
    assert "  [2] A post · Example · undated · https" in post_text(answer_post(replace(EN, citations=(citation,))))


def test_an_instant_in_a_zone_nobody_knows_is_shown_in_utc() -> None:
    time = Time(instant=datetime(2026, 10, 20, 16, 35, tzinfo=UTC), zone="Mars/Base")
    post = answer_post(replace(EN, blocks=(Para(inlines=(time,)),), conflicts=()))
    assert post.summary == "2026-10-20T16:35:00+00:00"
    assert post_text(post, tail=False) == "2026-10-20 16:35 (UTC)\n"


def test_a_follow_up_that_is_its_own_label_is_written_once() -> None:
    answer = replace(EN, follow_ups=(FollowUp(id="f1", label="only on day 2", command="only on day 2"),))
    assert post_text(answer_post(answer)).endswith("\nNext\n  • only on day 2\n")


def test_an_answer_without_sentences_has_no_summary() -> None:
    assert answer_post(replace(EN, blocks=(Divider(),))).summary == ""
    assert answer_post(replace(EN, blocks=(Heading(text="Rooms"),))).summary == "Rooms"
