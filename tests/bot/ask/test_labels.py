import pytest

from bot.ask.labels import Namer, label, searched_words
from vectorstore.models.search import Condition, Facets

FACETS = Facets(titles={"do1": "Helion backends"}, sources={"blog": "Compiler Blog"})


def c(facet, *values, **more):
    return Condition(facet=facet, values=values, **more)


@pytest.mark.parametrize(
    ("condition", "english", "chinese"),
    [
        (c("hardware", "tpu", "trainium"), "hardware TPU or Trainium", "硬件 TPU或Trainium"),
        (c("hardware", "tpu", "trainium", op="all"), "hardware TPU and also Trainium", "硬件 TPU且Trainium"),
        (c("organisation", "Qwertz", op="not"), "organisation not Qwertz", "单位 不含 Qwertz"),
        (c("hardware", "tpu", relations=("about", "passing")), "hardware TPU, mentions in passing included",
         "硬件 TPU，含顺带提到的"),
        (c("day", "2026-10-20"), "day Tue 20 Oct", "日期 10月20日（周二）"),
        (c("day", "day 3"), "day day 3", "日期 day 3"),
        (c("starts", "12:00", "18:00"), "starts 12:00–18:00", "开始于 12:00–18:00"),
        (c("starts", "18:00", "24:00"), "starts from 18:00", "开始于 18:00 起"),
        (c("starts", "00:00", "12:00"), "starts before 12:00", "开始于 12:00 之前"),
        (c("minutes", "0", "14"), "length at most 14 min", "时长 至多 14 分钟"),
        (c("minutes", "30", "1440"), "length at least 30 min", "时长 至少 30 分钟"),
        (c("minutes", "10", "20"), "length 10–20 min", "时长 10–20 分钟"),
        (c("minutes", "25", "25"), "length 25 min", "时长 25 分钟"),
        (c("sponsored", "true"), "sponsored", "赞助场次"),
        (c("sponsored", "true", op="not"), "not sponsored", "非赞助场次"),
        (c("keynote", "false"), "no keynotes", "非主题演讲"),
        (c("document", "do1"), "session Helion backends", "场次 Helion backends"),
        (c("source", "blog"), "source Compiler Blog", "来源 Compiler Blog"),
        (c("layer", "graph_ir"), "layer graph IR", "层次 图 IR"),
        (c("published", "2026-08-01", "2026-09-01"), "published 2026-08-01–2026-08-31", "发布于 2026-08-01–2026-08-31"),
        (c("text", "Cerebras"), "text Cerebras", "文本 Cerebras"),
    ],
)  # fmt: skip
def test_a_condition_is_said_in_words(lexicon, condition, english, chinese):
    assert label(condition, Namer(language="en", lexicon=lexicon, facets=FACETS)) == english
    assert label(condition, Namer(language="zh", lexicon=lexicon, facets=FACETS)) == chinese


@pytest.mark.parametrize(
    ("question", "printed", "entity", "shown"),
    [
        ("Meta 的演讲有哪些？", (), "org:meta", "Meta"),
        ("脸书的演讲有哪些？", (), "org:meta", "脸书"),
        ("只看第二天的", ("Meta",), "org:meta", "Meta"),
        ("只看第二天的", ("谷歌云",), "org:google-cloud", "谷歌云"),
        ("只看第二天的", (), "org:nvidia", "NVIDIA"),
        ("只看第二天的", (), "org:huawei", "华为"),
        ("which talks target tpus", (), "tpu", "TPU"),
        ("哪些演讲讲到 NVIDIA？", (), "nvidia-hardware", "NVIDIA"),
    ],
)
def test_a_name_is_shown_as_asked_else_as_printed_else_by_its_own_name(lexicon, question, printed, entity, shown):
    namer = Namer(language="zh", lexicon=lexicon, facets=Facets(organisations=printed), question=question)
    assert namer.name(entity) == shown


def test_what_was_searched_is_counted():
    assert searched_words("en", 48, 1) == "48 sessions and 1 article"
    assert searched_words("zh", 48, 6) == "48 场和6 篇文章"
    assert searched_words("en", 0, 0) == "0 sessions"
