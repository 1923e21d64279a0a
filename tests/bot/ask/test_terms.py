import pytest

from bot.ask.glossary import everyday_words
from bot.ask.terms import terms_of
from bot.ask.wanted import wanted


def words_shared(one, other):
    return [one[a:b] for a, b, pattern, _ in everyday_words(one) if pattern.search(other)]


@pytest.mark.parametrize(
    ("english", "chinese", "shared"),
    [
        ("What is the hit rate?", "命中率从 94% 掉到 81%。", ["hit rate"]),
        ("How far did the latency fall?", "延迟从 41 秒降到 6 秒。", ["latency", "fall"]),
        ("checkpoint overhead", "开销减少了", ["overhead"]),
        ("a reward", "奖励", []),
    ],
)
def test_everyday_words_meet_across_languages(english, chinese, shared):
    assert sorted(words_shared(english, chinese)) == sorted(shared)


@pytest.mark.parametrize(
    ("question", "telling", "silent"),
    [
        ("How much does a licence cost?", "It costs $40.", "The licence is Apache 2.0."),
        ("许可证多少钱？", "价格另议。", "以 Apache 2.0 发布。"),
        ("What share of peak is reached?", "It reached 71% of peak.", "It took 71 tiles."),
        ("How many nodes are used?", "It uses 226 nodes.", "It uses many nodes."),
        ("Who wrote the cache?", "It was written by Grace Liu.", "it is fast."),
        ("什么时候发布？", "2026年3月发布。", "已经发布。"),
        ("When was it released?", "It was released in 2024.", "It was released."),
    ],
)
def test_what_is_wanted_leaves_a_trace(question, telling, silent):
    trace = wanted(question)
    assert trace is not None
    assert (bool(trace.search(telling)), bool(trace.search(silent))) == (True, False)


def test_a_question_for_a_reason_wants_no_trace():
    assert wanted("Why does the cache help when it is cold?") is None
    assert wanted("为什么要用缓存？") is None


def test_a_version_belongs_to_the_name_before_it(lexicon):
    made = terms_of("When will Helion 2.0 be released?", ("entity:helion",), lexicon, lambda _: 1, 10)
    version = next(term for term in made if term.words == "Helion 2.0")
    assert version.named
    assert version.in_text("Helion v2.0 is out.", frozenset(), frozenset())
    assert not version.in_text("Helion is released under Apache 2.0.", frozenset(), frozenset())


def test_topics_step_back_behind_proper_names(lexicon):
    both = terms_of("vLLM quantization", ("entity:vllm", "entity:quantization"), lexicon, lambda _: 1, 10)
    assert {term.words for term in both if term.named} == {"vLLM"}
    alone = terms_of("quantization", ("entity:quantization",), lexicon, lambda _: 1, 10)
    assert {term.words for term in alone if term.named} == {"quantization"}
