"""Language, folding with its way back, stored-text hygiene, sentences and clauses."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vectorstore.text.language import detect
from vectorstore.text.normalise import clean, fold
from vectorstore.text.sentences import clauses, sentences

PROPERTY = settings(deadline=None, derandomize=True, max_examples=60, database=None)
MIXED = st.text(
    st.sampled_from('abcXYZ019 .,;:!?。，！？；：…"”’）()-*#|`>\n\t编译器算子融合ＴＰＵﬁé\u0301각ガﾞ①½Ⅷ'), max_size=80
)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Which talks are about kernels?", "en"),
        ("哪些演讲面向 TPU?", "zh"),
        ("用 torch.compile 编译模型", "zh"),
        ("The talk 编译 names one Chinese word among many English ones", "en"),
        ("コンパイラはカーネルを生成する", "other"),
        ("컴파일러는 커널을 만든다", "other"),
        ("Компилятор создаёт ядра", "other"),
        ("2026-10-20 14:20", "other"),
        ("", "other"),
    ],
)
def test_the_scripts_of_its_letters_tell_a_texts_language(text, language):
    assert detect(text) == language


@PROPERTY
@given(MIXED | st.text(max_size=40))
def test_folding_in_pieces_gives_what_folding_the_whole_gives(text):
    assert fold(text).text == "".join(
        part.casefold() if part else part for part in [unicodedata.normalize("NFKC", text)]
    )
    assert fold(text, keep_case=True).text == unicodedata.normalize("NFKC", text)


@PROPERTY
@given(MIXED, st.data())
def test_a_folded_span_leads_back_to_raw_text_that_folds_to_it(text, data):
    folded = fold(text)
    if not folded.text:
        return
    start = data.draw(st.integers(0, len(folded.text) - 1))
    end = data.draw(st.integers(start + 1, len(folded.text)))
    raw_start, raw_end = folded.raw_span(start, end)
    assert folded.text[start:end] in fold(text[raw_start:raw_end]).text


def test_a_span_inside_full_width_text_keeps_its_raw_offsets():
    folded = fold("用ＴＰＵ跑ﬁne")
    start = folded.text.index("tpu")
    assert folded.raw_span(start, start + 3) == (1, 4)
    start = folded.text.index("fi")
    assert folded.raw_span(start, start + 2) == (5, 6)


@pytest.mark.parametrize(
    ("raw", "kept", "removed"),
    [
        ("a\r\nb\rc\u2028d", "a\nb\nc\nd", 0),
        ("tab\tstays", "tab\tstays", 0),
        ("a\0b\x07c\x9fd", "abcd", 3),
        ("zero\u200bwidth\ufeff\u2060", "zerowidth", 3),
        ("bidi\u202eevil\u202c\u2066x\u2069", "bidievilx", 4),
        ("hidden\U000e0041\U000e0042", "hidden", 2),
        ("lone\ud800", "lone", 1),
        ("cafe\u0301", "café", 0),
        ("e\u200b\u0301", "é", 1),
        ("编译，Ｔ", "编译，Ｔ", 0),
    ],
)
def test_stored_text_keeps_what_a_reader_sees(raw, kept, removed):
    assert clean(raw) == (kept, removed)


@PROPERTY
@given(st.text(max_size=60))
def test_clean_text_is_clean(raw):
    kept, _ = clean(raw)
    assert clean(kept) == (kept, 0)
    kept.encode()


def _pieces(text, cut):
    return [text[start:end] for start, end in cut(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One here. Two there! Three?", ["One here.", "Two there!", "Three?"]),
        ("第一句。第二句！第三句？", ["第一句。", "第二句！", "第三句？"]),
        ("他说：“很快。”然后走了。", ["他说：“很快。”", "然后走了。"]),
        ("See e.g. this one. Also Fig. 3 and J. Smith.", ["See e.g. this one.", "Also Fig. 3 and J. Smith."]),
        ("Version 0.6.17 is out. It is fast.", ["Version 0.6.17 is out.", "It is fast."]),
        ("Use torch.compile now", ["Use torch.compile now"]),
        ("A line that\ngoes on. Next.", ["A line that\ngoes on.", "Next."]),
        ("# Heading\nText below", ["# Heading", "Text below"]),
        ("- one\n- two. More.\n1. Three", ["- one", "- two.", "More.", "1. Three"]),
        ("| a | b. C |\n| 1 | 2 |\nafter", ["| a | b. C |", "| 1 | 2 |", "after"]),
        ("before\n```\nx. Y\n\nz\n```\nafter", ["before", "```\nx. Y\n\nz\n```", "after"]),
        ("```\nnever closed. Not cut", ["```\nnever closed. Not cut"]),
        ("Wait... Really?! Yes.", ["Wait...", "Really?!", "Yes."]),
        ("", []),
        (" \n ", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text, expected):
    assert _pieces(text, sentences) == expected


def test_clauses_end_at_commas_but_not_inside_numbers():
    assert _pieces("一，二；three, four: 1,024 five。", clauses) == ["一，", "二；", "three,", "four:", "1,024 five。"]


@PROPERTY
@given(MIXED, st.sampled_from([sentences, clauses]))
def test_spans_are_in_order_and_hold_all_but_white_space(text, cut):
    position, held = 0, ""
    for start, end in cut(text):
        assert position <= start < end <= len(text)
        assert not text[position:start].strip()
        assert text[start:end] == text[start:end].strip()
        held += text[start:end]
        position = end
    assert not text[position:].strip()
    assert "".join(held.split()) == "".join(text.split())
