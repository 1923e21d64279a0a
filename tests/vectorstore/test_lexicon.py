"""The lexicon: every entry finds itself, edges hold beside Han letters, families and names join what belongs together."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vectorstore.lexicon.loader import load_lexicon

LEXICON = load_lexicon()


def found(text: str) -> list[tuple[str, str]]:
    return [(f.entity_id, text[f.start : f.end]) for f in LEXICON.find(text)]


def test_every_entity_is_found_in_its_example() -> None:
    examples = {entity.id: {f.entity_id for f in LEXICON.find(entity.example)} for entity in LEXICON.entities.values()}
    assert {entity_id: found for entity_id, found in examples.items() if entity_id not in found} == {}


def test_the_field_is_covered_by_kind() -> None:
    kinds = [entity.kind for entity in LEXICON.entities.values()]
    assert {
        kind: kinds.count(kind) >= least
        for kind, least in {"hardware": 120, "software": 220, "organisation": 180}.items()
    } == {
        "hardware": True,
        "software": True,
        "organisation": True,
    }


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("面向TPU的后端", [("tpu", "TPU")]),
        ("预测AMD GPU的配置", [("amd-gpu", "AMD GPU")]),
        ("chips from H100s to TPUs", [("h100", "H100s"), ("tpu", "TPUs")]),
        ("torch_tpu", [("torch-tpu", "torch_tpu")]),
        ("TorchTPU", [("torch-tpu", "TorchTPU")]),
        ("my_tpu TPUx xTPU 2TPU", []),
        ("arm, max, meta, metal and cute", []),
        ("CuteDSL，CuTe DSL", [("cute-dsl", "CuteDSL"), ("cute-dsl", "CuTe DSL")]),
        ("HuggingFace与Hugging Face", [("org:hugging-face", "HuggingFace"), ("org:hugging-face", "Hugging Face")]),
        ("集成到 Inductor 中", [("torchinductor", "Inductor")]),
        ("x.to('cuda') and x.to(‘rbln’)", [("cuda", "cuda"), ("rebellions-npu", "rbln")]),
        ("Triton Inference Server", [("triton-server", "Triton Inference Server")]),
        ("ＴＰＵ full width", [("tpu", "ＴＰＵ")]),
        ("英特尔 GPU 与英特尔GPU", [("intel-gpu", "英特尔 GPU"), ("intel-gpu", "英特尔GPU")]),
        ("Hugging\nFace", [("org:hugging-face", "Hugging\nFace")]),
        ("Meta’s MTIA", [("mtia", "Meta’s MTIA")]),
        ("Meta-learning", []),
        ("IBM's Spyre and 谷歌的 TPU", [("ibm-spyre", "IBM's Spyre"), ("tpu", "谷歌的 TPU")]),
        ("英特尔的硬件，AWS’s Trainium2", [("intel-hardware", "英特尔的硬件"), ("trainium2", "AWS’s Trainium2")]),
        ("they ascend; 轻量化 and 计算能力", []),
        ("TPU-based", [("tpu", "TPU")]),
    ],
)
def test_names_are_found_where_a_reader_sees_them(text: str, names: list[tuple[str, str]]) -> None:
    assert found(text) == names


def test_a_homograph_is_given_for_each_of_its_entities() -> None:
    assert sorted(found("Intel")) == [("intel-hardware", "Intel"), ("org:intel", "Intel")]
    assert sorted(found("Arm")) == [("arm", "Arm"), ("org:arm", "Arm")]


@given(
    before=st.text(alphabet="用在的，。 \n（😀é", max_size=8),
    after=st.text(alphabet="上的，。 \n）😀é", max_size=8),
    alias=st.sampled_from(["TPU", "昇腾", "AMD Instinct", "torch.compile", "vLLM", "曦云"]),
)
@settings(deadline=None, derandomize=True, max_examples=60)
def test_offsets_point_at_the_alias_in_the_raw_text(before: str, after: str, alias: str) -> None:
    text = before + alias + after
    assert [(f.start, f.end) for f in LEXICON.find(text)] == [(len(before), len(before) + len(alias))]


@given(st.text(max_size=80))
@settings(deadline=None, derandomize=True, max_examples=60)
def test_spans_never_overlap_and_lie_in_the_text(text: str) -> None:
    spans = sorted({(f.start, f.end) for f in LEXICON.find(text + " TPU " + text)})
    assert all(0 <= start < end <= 2 * len(text) + 5 for start, end in spans)
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(spans))


def test_a_family_holds_what_is_below_and_nothing_above() -> None:
    assert {"mi355x", "amd-instinct", "amd-gpu"} <= LEXICON.family("amd-gpu")
    assert "amd-gpu" not in LEXICON.family("amd-instinct")
    assert LEXICON.family("intel-gpu") == {"intel-gpu"}
    assert {"intel-gpu", "intel-gaudi", "intel-cpu", "intel-ai-pc"} <= LEXICON.family("intel-hardware")
    assert LEXICON.family("nobody") == {"nobody"}


def test_torch_tpu_is_a_project_that_tells_of_the_tpu_and_no_kind_of_it() -> None:
    assert "torch-tpu" not in LEXICON.family("tpu")
    assert LEXICON.entities["torch-tpu"].implies == ("tpu",)


@pytest.mark.parametrize(
    ("written", "entity_id"),
    [
        ("亚马逊云服务", "org:aws"),
        ("Amazon Web Services", "org:aws"),
        ("AWS Annapurna Labs", "org:annapurna-labs"),
        ("Annapurna ML", "org:annapurna-labs"),
        ("Meta Inc.", "org:meta"),
        ("Meta Platforms, Inc.", "org:meta"),
        ("Intel Corporation", "org:intel"),
        ("华为技术有限公司", "org:huawei"),
        ("Huggingface", "org:hugging-face"),
        ("北京人工智能研究院", "org:baai"),
        ("印度富士通研究所", "org:fujitsu-research-india"),
        ("谷歌云", "org:google-cloud"),
        ("meta", "org:meta"),
        ("Nobody & Sons Ltd.", None),
        ("Inc.", None),
        ("", None),
    ],
)
def test_an_organisation_is_known_by_any_of_its_names(written: str, entity_id: str | None) -> None:
    assert LEXICON.organisation(written) == entity_id


def test_a_parent_holds_its_parts_and_never_the_reverse() -> None:
    assert LEXICON.organisations_within("org:ibm") == {"org:ibm", "org:ibm-research"}
    assert LEXICON.organisations_within("org:ibm-research") == {"org:ibm-research"}
    assert "org:annapurna-labs" in LEXICON.organisations_within("org:aws")
    assert "org:google-cloud" in LEXICON.organisations_within("org:google")


def test_names_are_shown_in_the_readers_language() -> None:
    shown = [LEXICON.display(e, language) for e in ("ascend-npu", "tpu", "unknown") for language in ("zh", "en")]
    assert shown == ["昇腾", "Ascend", "TPU", "TPU", "unknown", "unknown"]


def test_rooms_and_cities_meet_across_languages() -> None:
    assert LEXICON.same_room("大宴会厅") == LEXICON.same_room("Grand  Ballroom") == "grand ballroom"
    assert LEXICON.same_room("LL21ABC") == "ll21abc"
    assert [LEXICON.place(p) for p in ("旧金山", "San Jose", "圣何塞", "Nowhere")] == [
        "san francisco",
        "san jose",
        "san jose",
        None,
    ]
    assert LEXICON.places["berlin"].zone == "Europe/Berlin"


def test_every_relation_of_an_entity_leads_to_an_entity_of_the_right_kind() -> None:
    owners = {LEXICON.entities[e.owner].kind for e in LEXICON.entities.values() if e.owner}
    told = {LEXICON.entities[o].kind for e in LEXICON.entities.values() for o in (*e.implies, *e.vendor_of)}
    assert (owners, told) == ({"organisation"}, {"hardware"})
