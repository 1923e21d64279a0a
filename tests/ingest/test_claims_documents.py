"""What is read of a document: a session's title and abstract, an article's prose; and which layers they are about."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.claims.extract import tag
from vectorstore.lexicon.loader import load_lexicon
from vectorstore.models.claims import LayerTag, Mention
from vectorstore.models.documents import Article, Session, Speaker
from vectorstore.passages import session_text

LEXICON = load_lexicon()
FILLER = "This sentence says nothing of any product. " * 40


def session(title: str, abstract: str, **more: object) -> Session:
    return Session(
        source_id="s",
        stable_id="1",
        stable_id_kind="id",
        conference="C",
        title=title,
        language="en",
        abstract=abstract,
        **more,  # type: ignore[arg-type]
    )


def article(title: str) -> Article:
    return Article(source_id="s", stable_id="1", stable_id_kind="id", title=title, language="en")


def relations(title: str, text: str) -> dict[str, str]:
    return {m.entity_id: m.relation for m in tag(article(title), text, LEXICON).mentions}


def test_a_speakers_organisation_track_and_room_are_no_targets() -> None:
    talk = session(
        "Faster loading",
        "A library for checkpoints.",
        speakers=(Speaker(name="A. B.", organisation="Intel GPU Group"),),
        track="TPU track",
        room="Trainium hall",
    )
    assert tag(talk, session_text(talk, as_written="A. B., Intel GPU Group, MTIA room"), LEXICON).mentions == ()


def test_a_mention_points_into_the_text() -> None:
    talk = session("Loading for the TPU", "It also helps TPUs elsewhere.", room="R1")
    text = session_text(talk)
    first, second = text.index("TPU"), text.index("TPUs")
    assert tag(talk, text, LEXICON).mentions == (
        Mention(entity_id="tpu", char_start=first, char_end=first + 3, relation="about"),
        Mention(entity_id="tpu", char_start=second, char_end=second + 4, relation="about"),
    )


def test_a_session_without_an_abstract_is_judged_by_its_title() -> None:
    talk = session("Kernels for Spyre", "", speakers=(Speaker(name="A", organisation="Meta MTIA"),))
    assert {m.entity_id for m in tag(talk, session_text(talk), LEXICON).mentions} == {"ibm-spyre", "kernels"}


def test_an_entity_in_passing_once_and_the_subject_elsewhere_is_the_subject() -> None:
    talk = session("A compiler", "No CUDA is needed. Later the same pass serves CUDA, too.")
    assert {(m.entity_id, m.relation) for m in tag(talk, session_text(talk), LEXICON).mentions} == {
        ("cuda", "about"),
        ("nvidia-gpu", "implied"),
    }


def test_a_short_article_is_judged_like_an_abstract() -> None:
    assert relations("News", "# News\n\nThe new backend runs on Gaudi.") == {"intel-gaudi": "about"}


def test_one_mention_in_a_long_article_is_in_passing() -> None:
    assert relations("News", f"# News\n\n{FILLER}\n\nThe new backend runs on Gaudi.") == {"intel-gaudi": "passing"}


def test_three_mentions_in_a_long_article_are_its_subject() -> None:
    text = f"# News\n\nGaudi is new. {FILLER}\n\nWe like Gaudi. {FILLER}\n\nGaudi it is."
    assert relations("News", text) == {"intel-gaudi": "about"}


def test_a_name_in_the_title_is_the_subject_of_a_long_article() -> None:
    assert relations("Gaudi explained", f"{FILLER}\n\nThe new backend runs on Gaudi.") == {"intel-gaudi": "about"}


def test_a_heading_counts_twice() -> None:
    text = f"# News\n\n{FILLER}\n\n## Results on Gaudi\n\nThe new backend runs on Gaudi."
    assert relations("News", text) == {"intel-gaudi": "about"}


def test_addresses_and_fenced_code_name_nothing() -> None:
    text = (
        "# News\n\nSee https://example.org/tpu/gaudi and [here](https://example.org/H100).\n\n```\nimport triton\n```\n"
    )
    assert relations("News", text) == {}


def test_no_more_than_three_places_are_kept_for_an_entity() -> None:
    found = tag(article("News"), "# News\n\n" + "Gaudi is fast. " * 200, LEXICON).mentions
    assert [m.entity_id for m in found] == ["intel-gaudi"] * 3


@pytest.mark.parametrize(
    ("title", "abstract", "layers"),
    [
        ("A faster LLM server", "Serving starts sooner.", ["runtime"]),
        ("推理引擎", "缩短服务的冷启动。", ["runtime"]),
        ("A tile IR", "It has tensor layouts.", ["tensor_ir"]),
        ("分块IR", "支持张量布局。", ["tensor_ir"]),
        ("Collectives", "Pretraining with good scaling efficiency.", ["distributed"]),
        ("集合通信", "预训练的扩展效率。", ["distributed"]),
        ("Writing kernels", "A GEMM in Triton.", ["kernel_codegen"]),
        ("Graph capture", "FakeTensor and Dynamo.", ["graph_ir"]),
        ("图捕获", "FakeTensor 的新实现。", ["graph_ir"]),
        ("A device of its own", "A PrivateUse1 backend for accelerators.", ["hardware_backend"]),
        ("Numbers", "Loading is 4x faster, 30 % in all.", ["benchmark"]),
        ("数字", "加载速度提升4倍。", ["benchmark"]),
        ("An early lunch", "Nothing technical at all.", []),
        ("向量化", "循环的向量化与轻量化部署。", []),
    ],
)
def test_the_words_of_a_layer_tag_it(title: str, abstract: str, layers: list[str]) -> None:
    talk = session(title, abstract)
    assert [t.layer for t in tag(talk, session_text(talk), LEXICON).layers] == layers


def test_a_layer_points_at_the_first_word_that_speaks_for_it() -> None:
    talk = session("A faster server", "Serving starts sooner.", room="R1")
    text = session_text(talk)
    start = text.index("Serving")
    assert tag(talk, text, LEXICON).layers == (LayerTag(layer="runtime", char_start=start, char_end=start + 7),)


@given(st.text(alphabet="TPU 与AMD的GPU，。\n从到比无需vLLM#*`（）", max_size=120), st.booleans())
@settings(deadline=None, derandomize=True, max_examples=60)
def test_whatever_the_text_offsets_lie_in_it_and_an_entity_has_one_relation(text: str, is_session: bool) -> None:
    document = session("T", text) if is_session else article("T")
    mentions = tag(document, text, LEXICON).mentions
    assert all(text[m.char_start : m.char_end].strip() for m in mentions)
    assert len({m.entity_id for m in mentions}) == len({(m.entity_id, m.relation) for m in mentions})
