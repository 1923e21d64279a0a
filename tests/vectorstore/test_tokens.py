"""Tokens of search, and word edges beside Han letters."""

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from vectorstore.text.tokens import contains, needed, tokens

PROPERTY = settings(deadline=None, derandomize=True, max_examples=60, database=None)
WORDS = st.text(st.sampled_from("яabcdeginstABC019_.+#- /,编译器算子融合ＴＰé\u0301ガ각😀\n"), max_size=30)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C++ and c#", ["c++", "c#"]),
        ("C++17", ["c++17", "c++", "17"]),
        ("torch.compile", ["torch.compile", "torch", "compil"]),
        ("release v0.6.17.", ["releas", "v0.6.17", "v0", "6", "17"]),
        ("gpt-4o", ["gpt-4o", "gpt", "4o"]),
        ("CPU+GPU", ["cpu+gpu", "cpu+", "cpu", "gpu"]),
        ("H100+", ["h100+", "h100"]),
        ("编译", ["编译"]),
        ("编译器", ["编译", "译器"]),
        ("核", ["核"]),
        ("的", []),
        ("哪些 什么 如何 多少", []),
        ("讲哪些", ["讲哪"]),
        ("TPU编译", ["tpu", "编译"]),
        ("ＴＰＵ", ["tpu"]),
        ("Chloé", ["chlo"]),
        ("カーネル", ["カーネル"]),
        ("커널 코드", ["커널", "코드"]),
        ("😀 🚀", []),
        ("which of the talks is it", ["talk"]),
        ("", []),
    ],
)
def test_tokens_are_latin_words_with_their_parts_and_han_bigrams(text, expected):
    assert tokens(text) == expected


@pytest.mark.parametrize(
    "forms",
    [
        "compile compiles compiled compiling",
        "kernel kernels",
        "node nodes",
        "cache caches cached caching",
        "query queries",
        "map mapped mapping",
        "class classes",
        "batch batches batched batching",
        "process processes processing",
    ],
)
def test_plain_forms_of_a_word_are_one_token(forms):
    assert len(set(tokens(forms))) == 1


@pytest.mark.parametrize("word", ["string", "bus", "status", "speed", "class", "analysis", "ring", "need"])
def test_words_that_only_look_inflected_stay_whole(word):
    assert tokens(word) == [word]


@PROPERTY
@given(WORDS)
def test_full_width_equals_half_width(text):
    wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)
    assert tokens(wide) == tokens(text)
    assert tokens(unicodedata.normalize("NFKC", text)) == tokens(text)


@PROPERTY
@given(WORDS | st.text(max_size=20), WORDS | st.text(max_size=20))
def test_two_texts_with_a_blank_between_have_the_tokens_of_both(first, second):
    assert tokens(f"{first} {second}") == tokens(first) + tokens(second)


@PROPERTY
@given(WORDS | st.text(max_size=30))
def test_tokens_are_lower_case_without_blanks_and_the_same_each_time(text):
    found = tokens(text)
    assert found == tokens(text)
    assert all(token and not any(c.isspace() for c in token) for token in found)


@pytest.mark.parametrize(
    ("text", "term", "found"),
    [
        ("预测AMD GPU", "AMD", ["AMD"]),
        ("面向TPU的编译器", "TPU", ["TPU"]),
        ("TPU编译器", "编译", ["编译"]),
        ("MI300X and MI300", "MI300", ["MI300"]),
        ("TPUs", "TPU", []),
        ("my_tpu tpu", "tpu", ["tpu"]),
        ("the arm of Arm, ARM", "Arm", ["Arm"]),
        ("the arm of Arm, ARM", "arm", ["arm", "Arm", "ARM"]),
        ("amd AMD ＡＭＤ", "AMD", ["AMD", "ＡＭＤ"]),
        ("Triton and triton", "Triton", ["Triton", "triton"]),
        ("v0.6.17", "v0.6.1", []),
        ("C++17, c++", "C++", ["C++", "c++"]),
        ("C and C++", "C", ["C"]),
        ("H100+ GPUs", "H100", ["H100"]),
        ("PyTorch\nConference", "PyTorch Conference", ["PyTorch\nConference"]),
        ("a.b axb", "a.b", ["a.b"]),
        ("anything", "", []),
        ("anything", "  ", []),
    ],
)
def test_a_term_is_found_as_a_whole_word_also_beside_han_letters(text, term, found):
    assert [text[start:end] for start, end in contains(text, term)] == found


@PROPERTY
@given(
    WORDS, WORDS, st.sampled_from(["TPU", "torch.compile", "编译", "v0.6", "算子 融合", "c++", "gpt-4o", "H100", "é"])
)
@example("", "", "torch.compile")
def test_a_text_that_holds_a_term_has_the_tokens_the_term_needs(before, after, term):
    text = f"{before}{term}{after}"
    if contains(text, term):
        assert set(needed(term)) <= set(tokens(text))


@PROPERTY
@given(
    st.text("编译器算子", max_size=4), st.text("编译器算子，。", max_size=4), st.sampled_from(["TPU", "MI300X", "amd"])
)
def test_han_letters_never_hide_a_latin_word(before, after, term):
    assert contains(f"{before}{term}{after}", term) == [(len(before), len(before) + len(term))]


@pytest.mark.parametrize(
    ("text", "term", "found"),
    [
        ("先看 KV 缓存量化", "KV缓存", ["KV 缓存"]),
        ("先看KV缓存量化", "KV 缓存", ["KV缓存"]),
        ("GPU\n编译", "GPU编译", ["GPU\n编译"]),
        ("版本 2.9 发布", "版本2.9发布", ["版本 2.9 发布"]),
        ("AKV缓存", "KV 缓存", []),
        ("torchcompile", "torch compile", []),
        ("编译 缓存", "编译缓存", []),
    ],
)
def test_blanks_between_han_and_latin_letters_may_stand_or_not(text: str, term: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in contains(text, term)] == found
