import pytest

from ingest import lines
from ingest.container import is_container, outline

SIX = "\n\n".join(
    f"### Talk {n}\n\nAnn Lee, Foo\n\n{9 + n}:00–{9 + n}:30 | Room {n}\n\nWords about {n}." for n in range(6)
)


def sheet(text):
    return lines.read(text).lines


def titles(text):
    return [block.title.text for block in outline(sheet(text)).blocks]


def bodies(text):
    return [[line.text for line in block.body] for block in outline(sheet(text)).blocks]


def test_five_siblings_make_a_container_and_four_do_not():
    assert is_container(sheet(SIX))
    assert not is_container(sheet(SIX.split("### Talk 4")[0]))


@pytest.mark.parametrize(
    "text",
    [
        "# A post\n\nWe met at 10:00 AM in Room 5.\n\n" * 8,
        "# Notes\n\n- 采集窗口：2026-09-04T08:00:00+08:00 至 2026-09-05T08:00:00+08:00\n\nWords follow here.\n" * 6,
        "```\n# build\n10:00-10:30 | step\n```\n" * 8,
        "| Time | Talk |\n|---|---|\n" + "| 10:00–10:30 | Words |\n" * 9,
    ],
)
def test_posts_that_name_times_are_no_containers(text):
    assert not is_container(sheet(text))


def test_a_title_may_stand_above_its_time():
    assert titles(SIX) == [f"Talk {n}" for n in range(6)]


def test_a_title_may_stand_below_its_time():
    text = "\n\n".join(f"### {9 + n}:00–{9 + n}:30 | Hall\n\n**Talk {n}**\n\nAnn Lee, Foo\n\nWords." for n in range(6))
    assert titles(text) == [f"Talk {n}" for n in range(6)]


def test_a_title_may_stand_on_the_line_of_its_time():
    text = "\n".join(f"- **{9 + n}:00–{9 + n}:30 Talk {n}** — Ann Lee (Foo), Hall A" for n in range(6))
    blocks = outline(sheet(text)).blocks
    assert [(b.title.text, b.meta.before, b.meta.fields) for b in blocks] == [
        (f"Talk {n}", "Ann Lee (Foo)", ("Hall A",)) for n in range(6)
    ]


def test_a_title_may_stand_before_a_time_in_brackets():
    text = "\n\n".join(f"### Talk {n} ({9 + n}:00–{9 + n}:30)\n\nAnn Lee, Foo\n\nWords." for n in range(6))
    assert titles(text) == [f"Talk {n}" for n in range(6)]


def test_a_session_with_two_slots_is_two_sessions_with_one_abstract():
    text = SIX.replace("9:00–9:30 | Room 0", "9:00–9:30 | Room 0\n\n16:00–16:30 | Room 9")
    blocks = outline(sheet(text)).blocks
    assert [(b.title.text, b.meta.fields, [line.text for line in b.body]) for b in blocks[:2]] == [
        ("Talk 0", ("Room 0",), ["Words about 0."]),
        ("Talk 0", ("Room 9",), ["Words about 0."]),
    ]


def test_a_weight_of_its_own_makes_a_section_and_a_lighter_line_stays_in_the_abstract():
    text = SIX.replace("Words about 0.", "Words about 0.\n\n**What you learn**\n\nMuch.\n\n## Second part")
    assert bodies(text)[0] == ["Words about 0.", "What you learn", "Much."]
    assert [line.text for line in outline(sheet(text)).blocks[1].sections] == ["Second part"]


def test_the_closing_words_belong_to_the_page():
    one = outline(sheet(SIX + "\n\nSee you there.\n\nBring friends."))
    assert [line.text for line in one.blocks[-1].body] == ["Words about 5."]
    assert [line.text for line in one.prose] == ["See you there.", "Bring friends."]


def test_debris_is_nobodys_words():
    one = outline(sheet(f"{SIX}\n\n查看完整议程\n\nThe end of the page.\n\n/post-content\n\n/inner-wrap /think"))
    assert [line.text for line in one.debris] == ["查看完整议程", "/post-content", "/inner-wrap /think"]
    assert [line.text for line in one.prose] == ["The end of the page."]


@pytest.mark.parametrize(
    "title", ["Register pressure for people", "注册机制详解", "Explore the full stack of compilers"]
)
def test_a_title_that_begins_like_debris_is_a_title(title):
    assert titles(SIX.replace("Talk 3", title))[3] == title


@pytest.mark.parametrize(
    ("garbage", "line"), [("29:00–29:70 | Room 3", 29), ("soon, Room 3", 29), ("Ann Lee, Foo | Room 3", 29)]
)
def test_a_session_whose_time_cannot_be_read_is_noticed(garbage, line):
    text = SIX.replace("Ann Lee, Foo\n\n12:00–12:30 | Room 3", garbage)
    assert outline(sheet(text)).unreadable.number == line - 2


def test_a_session_that_lost_its_time_is_noticed_on_a_page_without_any_weights():
    plain = SIX.replace("### ", "")
    assert outline(sheet(plain)).unreadable is None
    assert outline(sheet(plain.replace("12:00–12:30 | Room 3\n\n", ""))).unreadable.text == "Ann Lee, Foo"


@pytest.mark.parametrize(
    "end",
    [
        "\n\n### Talk 6",
        "\n\n### Talk 6\n\nAnn Lee, Foo",
        "\n\n### Talk 6\n\nAnn Lee, Foo\n\n15:00–15:30 | Room 6",
        "\n\n### Talk 6\n\nAnn Lee, Foo\n\n15:00–15:30 | Room 6\n\nHalf a sen",
        "\n\n**Talk",
        "\n\n##",
        "\n\n## Day Two",
        "\n\nDay Two",
    ],
)
def test_a_page_cut_off_in_the_middle_is_noticed(end):
    one = outline(sheet(SIX + end))
    assert one.cut is not None or one.unreadable is not None


def test_a_whole_page_is_not_taken_for_a_cut_one():
    assert outline(sheet(SIX)).cut is None


def test_of_a_page_cut_between_sessions_nobody_can_know():
    assert outline(sheet(SIX.split("### Talk 5")[0])).cut is None
