import pytest

from bot.ask.extractive import quotable, rejoined
from bot.ask.support import check
from bot.ask.terms import terms_of
from bot.models.post import Bullets, Heading, Para, Quote
from bot.render.post import plain


def quotes(answer):
    return [block.text for block in answer.blocks if isinstance(block, Quote)]


def words(block):
    return "".join(plain(inline) for inline in block.inlines).strip()


def test_an_open_question_is_answered_by_quoted_sentences(answer, library):
    given = answer("open", question="How does the compile cache avoid autotuning?")
    assert given.kind == "answer"
    assert words(given.blocks[0]) == "From How the compile cache works:"
    assert quotes(given) == [
        "The compile cache stores generated kernels under a hash of their source.",
        "A second start therefore skips autotuning.",
    ]
    assert (given.completeness.method, given.completeness.shown) == ("top_k", 1)
    assert check(given, library.passages([c.passage_id for c in given.citations])).unsupported == ()


def test_a_quote_in_another_language_is_introduced_in_the_askers(answer):
    given = answer("open", question="What is the scratchpad memory of MTIA for?", named=("entity:mtia",))
    assert words(given.blocks[0]) == "From MTIA 的内存层次, in Chinese:"
    assert quotes(given)[0] == "MTIA 的每个处理单元带有本地内存。"
    assert "The source is in another language; these words could not be compared: scratchpad." in given.notes


def test_a_chinese_question_is_answered_from_chinese_text(answer):
    given = answer("open", question="MTIA 的共享内存有什么用？", named=("entity:mtia",), language="zh")
    assert "片上共享内存用于在处理单元之间交换数据。" in quotes(given)


def test_a_session_answers_with_its_line_and_its_abstract(answer):
    given = answer("open", question="How does Helion support TPU?", named=("entity:helion", "entity:tpu"))
    assert words(given.blocks[0]).startswith("Helion backends · Tue 20 Oct 11:45–12:10 · 210BF")
    assert quotes(given) == ["Two backends of Helion: CuteDSL for NVIDIA GPUs and Pallas for TPU."]


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("How does Helion support MTIA?", ("entity:helion", "entity:mtia")),
        ("What is the pricing of Helion?", ("entity:helion",)),
        ("How do I cook rice?", ()),
        ("Why is the compile cache written in Rust by penguins?", ()),
    ],
)
def test_what_no_document_holds_is_refused(answer, question, named):
    given = answer("open", question=question, named=named)
    assert (given.kind, given.support, quotes(given)) == ("refusal", "unsupported", [])
    assert "Searched: 6 sessions and 3 articles." in [words(b) for b in given.blocks if isinstance(b, Para)]


def test_an_unknown_name_is_said_to_be_in_no_text(answer):
    given = answer("open", question="What did Qwertz say?", named=("Qwertz",), unknown=("Qwertz",))
    assert (given.kind, given.missing) == ("refusal", ("Qwertz",))
    assert words(given.blocks[0]) == "Qwertz – in no text here."


def test_the_nearest_three_are_two_of_the_askers_language_and_one_other(answer):
    given = answer("open", question="What is the pricing of TPU kernels?", named=("entity:tpu",))
    at = next(n for n, block in enumerate(given.blocks) if isinstance(block, Heading))
    assert isinstance(given.blocks[at + 1], Bullets)
    assert len(given.blocks[at + 1].entries) == 3
    assert sorted(c.quote_language for c in given.citations) == ["en", "en", "zh"]


def test_a_conflict_is_shown_when_one_of_its_sides_is_quoted(answer):
    given = answer("open", question="旧金山举行", language="zh")
    assert quotes(given) == ["会议于 10 月 20 至 21 日在旧金山举行。"]
    assert [r.value for r in given.conflicts[0].readings] == ["旧金山", "圣何塞"]


def test_terms_are_names_words_and_pairs_of_han_letters(lexicon):
    made = terms_of("How does Helion 编译 kernels?", ("entity:helion",), lexicon, lambda _: 1, 10)
    assert {(term.words, term.named) for term in made if term.named} == {("Helion", True)}
    assert terms_of("请问 how does it work?", (), lexicon, lambda _: 0, 10) == ()


def test_a_rare_term_weighs_more(lexicon):
    counts = {"frobnicate": 0, "tensor": 9}
    made = terms_of("frobnicate tensor", (), lexicon, lambda term: counts.get(term, 0), 10)
    weights = {term.words: term.weight for term in made}
    assert weights["frobnicate"] > weights["tensor"]


@pytest.mark.parametrize("text", ["# Heading", "```\ncode\n```", "| a | b |", "v=8QiM-i9&index=1) session"])
def test_what_does_not_read_by_itself_is_not_quoted(text):
    assert not quotable(text)


def test_a_sentence_that_the_layout_cut_is_read_whole() -> None:
    text = "One call of `mul.out`\n\ntakes nine seconds here. Then it ends.\n\nAnother begins."

    assert [text[start:end] for start, end in rejoined(text)] == [
        "One call of `mul.out`\n\ntakes nine seconds here.",
        "Then it ends.",
        "Another begins.",
    ]
