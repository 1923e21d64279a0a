import json
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from ingest.changes import decide
from ingest.errors import InputRefused
from ingest.parsed import Page
from ingest.sources import guide
from vectorstore.models.documents import Session, Source

GUIDES = Path(__file__).resolve().parents[1] / "data" / "guides"
JUNE_8, JUNE_9 = date(2027, 6, 8), date(2027, 6, 9)


def page(body, place="guide.md", **settings):
    source = Source(id="guide", name="guide", url=place, **settings)
    return Page(source=source, place=place, body=body if isinstance(body, bytes) else body.encode())


def parse(name, **settings):
    return guide.parse(page((GUIDES / name).read_bytes(), place=name, **settings))


def sessions(parsed):
    return [draft.document for draft in parsed.drafts if isinstance(draft.document, Session)]


def when(session):
    return session.programme_day, f"{session.local_start:%H:%M}", f"{session.local_end:%H:%M}"


def people(session):
    return [(one.name, one.organisation) for one in session.speakers]


def codes(parsed):
    return [warning.code for warning in parsed.warnings]


# Day, start, end, room, sponsored, keynote: both languages of the guide say the same.
HARBOUR = [
    (JUNE_8, "09:35", "09:40", "Grand Ballroom", True, True),
    (JUNE_9, "09:15", "09:25", "Grand Ballroom", False, True),
    (JUNE_8, "11:45", "12:10", "210BF", False, False),
    (JUNE_8, "12:20", "12:45", "210BF", True, False),
    (JUNE_9, "11:45", "12:10", "LL21ABC", False, False),
    (JUNE_9, "11:10", "11:35", "210BF", False, False),
    (JUNE_9, "13:50", "14:00", "Community Expo", True, False),
    (JUNE_9, "14:15", "14:40", "LL21ABC", False, False),
    (JUNE_8, "11:10", "11:35", "LL21DEF", False, False),
    (JUNE_8, "11:45", "12:10", "210AE", False, False),
    (JUNE_8, "15:05", "15:15", "LL21DEF", False, False),
    (JUNE_8, "17:30", "17:40", "LL21ABC", False, False),
    (JUNE_9, "14:20", "14:45", "LL21ABC", False, False),
]


@pytest.mark.parametrize("name", ["harbour.zh.txt", "harbour.en.md"])
def test_both_languages_of_a_guide_give_the_same_slots(name):
    found = [
        (*when(one), "Grand Ballroom" if one.room == "大宴会厅" else one.room, one.sponsored, one.keynote)
        for one in sessions(parse(name))
    ]
    assert found == HARBOUR


def test_titles_lose_what_only_says_that_they_are_paid_for():
    assert [(one.title, one.title_raw) for one in sessions(parse("harbour.zh.txt"))][:4] == [
        ("一块芯片的编译器之旅", "赞助主题演讲：一块芯片的编译器之旅"),
        ("小团队也能做后端", "小团队也能做后端"),
        ("从分块到融合：一种新的循环表示", "从分块到融合：一种新的循环表示"),
        ("代价模型上手", "赞助：代价模型上手"),
    ]


def test_speakers_keep_their_organisations_whatever_separates_them():
    assert [people(one) for one in sessions(parse("harbour.zh.txt"))] == [
        [("林可", "云杉云服务")],
        [("Ada Brook", "Core Lanterns")],
        [("Cleo Marsh", "Quillon"), ("Dan Weil", "Quillon"), ("Eve Ling", "Quillon")],
        [("Fay Orr", "d-Quill")],
        [("Gil Otto", "Quillon"), ("Hana Mori", "Tidewater")],
        [("Ivo Nash", "Tidewater")],
        [("Jo Park", "Lemon Labs")],
        [("Kit Rowe", "Red Reef"), ("Lea Sand", "Red Reef"), ("Max Tern", "Quillon")],
        [("陈一", "青石实验室"), ("周二", "青石实验室")],
        [("Ned Oak", "Brook"), ("Ola Pine", "Brook")],
        [("吴三", "云杉云服务"), ("Pia Quist", "Hugging Reef")],
        [("Rui Sol", "Annex Labs")],
        [("Sue Tide", "Annex Labs"), ("Tom Ulm", "Annex ML")],
    ]


def test_a_track_is_its_section_without_the_day():
    assert [one.track for one in sessions(parse("harbour.zh.txt"))] == (
        ["主题演讲"] * 2 + ["内核与编译器"] * 6 + ["硬件后端"] * 5
    )


def test_a_dash_inside_a_title_or_an_abstract_separates_nothing():
    session = sessions(parse("harbour.zh.txt"))[11]
    assert (session.title, session.abstract) == (
        "原生后端 – 从研究到产品",
        "只要把 .to('cuda') 换成 .to('harbour') – 其余代码不动 – 就能运行。",
    )


def test_the_text_of_a_session_keeps_the_line_as_written():
    draft = parse("harbour.zh.txt").drafts[6]
    assert draft.text == (
        "为每位工程师准备的剖析器\n"
        "2027-06-09 11:10–11:35 · 210BF · Ivo Nash (Tidewater) · 内核与编译器\n"
        "Ivo Nash, Tidewater 11:10–11:35 上午, 210BF\n"
        "\n"
        "剖析器的界面怎样改，才能让不写内核的人也看得懂。"
    )


def test_the_page_itself_is_one_article_without_its_sessions():
    parsed = parse("harbour.zh.txt")
    article = parsed.drafts[0]
    assert (article.document.title, article.document.language, article.document.container) == (
        "Your Guide to Compilers and Chips at Harbour Compiler Conference 2027",
        "zh",
        True,
    )
    assert article.text.split("\n\n")[1:] == [
        "#### TL;DR",
        "港湾编译器会议（2027年6月8-9日，旧金山）用两天时间讨论编译器怎样跟上不断增多的芯片，涉及GPU、TPU与专用加速器。",
        "#### 介绍",
        "下面按主题列出我们挑选的场次：内核、后端以及性能分析工具。",
        "这些场次合起来说明：硬件多样已经是常态。对称内存和通信扩展同样值得期待。",
        "2027 年 6 月 8-9 日，我们在圣何塞等你，一起度过两天。",
    ]
    assert {one.container_of for one in sessions(parsed)} == {article.document.stable_id}
    assert {one.conference for one in sessions(parsed)} == {"Harbour Compiler Conference 2027"}


def test_two_cities_are_two_readings_with_their_places():
    article = parse("harbour.zh.txt").drafts[0]
    stated = [(one.aspect, one.value, one.normal) for one in article.statements]
    assert stated == [
        ("name", "Harbour Compiler Conference 2027", "harbour compiler conference 2027"),
        ("dates", "2027年6月8-9日", "2027-06-08/2027-06-09"),
        ("city", "旧金山", "san francisco"),
        ("dates", "2027 年 6 月 8-9 日", "2027-06-08/2027-06-09"),
        ("city", "圣何塞", "san jose"),
    ]
    assert all(article.text[one.char_start : one.char_end] == one.value for one in article.statements)
    assert {one.subject for one in article.statements} == {"conference:Harbour Compiler Conference 2027"}


def test_what_is_odd_is_listed():
    warnings = parse("harbour.zh.txt").warnings
    assert [(one.code, one.place) for one in warnings] == [
        ("debris", "harbour.zh.txt:13"),
        ("debris", "harbour.zh.txt:15"),
        ("debris", "harbour.zh.txt:105"),
        ("debris", "harbour.zh.txt:111"),
        ("debris", "harbour.zh.txt:113"),
        ("conflict", "harbour.zh.txt"),
        ("no_zone", "harbour.zh.txt"),
        ("room_clash", "harbour.zh.txt:99"),
    ]
    assert 'tz = "America/Los_Angeles"' in warnings[6].detail


def test_without_a_zone_there_is_a_clock_and_no_instant():
    session = sessions(parse("harbour.en.md"))[0]
    assert (session.local_start, session.starts_at, session.venue_zone, session.time_confidence) == (
        datetime.fromisoformat("2027-06-08T09:35"),
        None,
        None,
        "wall_clock",
    )


def test_with_a_zone_set_the_clock_is_an_instant():
    parsed = parse("harbour.en.md", tz_default="America/Los_Angeles")
    session = sessions(parsed)[0]
    assert (session.starts_at, session.ends_at, session.venue_zone, session.time_confidence) == (
        datetime(2027, 6, 8, 16, 35, tzinfo=UTC),
        datetime(2027, 6, 8, 16, 40, tzinfo=UTC),
        "America/Los_Angeles",
        "assumed_zone",
    )
    assert "no_zone" not in codes(parsed)


def test_a_slug_for_a_title_becomes_words_and_the_page_knows_where_it_is_from():
    article = parse("harbour.en.md").drafts[0].document
    assert (article.title, article.canonical_url) == (
        "Your guide to compilers and chips at Harbour Compiler Conference 2027",
        "https://harbour.example/blog/your-guide-to-compilers-and-chips-at-harbour-compiler-conference-2027/",
    )


def test_fields_behind_bars_and_glued_bold_lines_are_read():
    found = [
        (one.title, people(one), when(one), one.room, one.format, one.track, one.tags)
        for one in sessions(parse("pipes.en.md"))
    ]
    first, second = "Releases, Compatibility, and Helpers", "Profiles and Cycles"
    assert found == [
        (
            "Relay Tests for Out-of-Tree Back Ends",
            [("Yi Chen", "Bluestone"), ("Er Zhou", "Bluestone Lab")],
            (JUNE_8, "11:10", "11:35"),
            "LL21DEF",
            "talk",
            first,
            (),
        ),
        (
            "Shipping Every Month",
            [("Uma Vale", "Quillon")],
            (JUNE_8, "11:45", "11:55"),
            "LL21DEF",
            "lightning",
            first,
            (),
        ),
        (
            "Checks for Shapes",
            [("Vic Wren", "Quillon Inc."), ("Wes Yew", "Tidewater")],
            (JUNE_9, "11:45", "12:10"),
            "LL20AB",
            "talk",
            first,
            ("Tools",),
        ),
        (
            "From Profiles to Cycles",
            [("Sue Tide", "Annex Labs"), ("Tom Ulm", "Annex")],
            (JUNE_9, "12:20", "12:45"),
            "LL21ABC",
            "talk",
            second,
            (),
        ),
        (
            "Dynamic Shapes Without the Bill",
            [("Gil Otto", "Quillon"), ("Hana Mori", "Tidewater")],
            (JUNE_9, "11:45", "12:10"),
            "LL21ABC",
            "talk",
            second,
            (),
        ),
    ]


def test_an_abstract_may_have_several_paragraphs():
    assert sessions(parse("pipes.en.md"))[0].abstract == (
        "The talk explains why the tests are reused.\n\n"
        "A second paragraph names `run_tests`\n\n"
        "and goes on after a broken line."
    )


def test_an_html_guide_with_links_and_weekdays_is_read():
    parsed = parse("summit.html", tz_default="Europe/Lisbon")
    june_3, june_4 = date(2027, 6, 3), date(2027, 6, 4)
    assert [(one.title, people(one), when(one), one.room, one.status, one.service) for one in sessions(parsed)] == [
        ("Fast & slow paths", [("Ann Lee", "Foo Works")], (june_3, "09:00", "09:30"), "Hall A", "scheduled", False),
        ("Cold starts", [("Bo Rasmussen", "Bar")], (june_3, "09:40", "10:10"), "Hall A", "cancelled", False),
        ("Lunch", [], (june_3, "12:20", "13:10"), "Foyer", "scheduled", True),
        (
            "Panel: who owns the runtime?",
            [("Cy Young", "Baz"), ("Di Olden", "Baz")],
            (june_4, "10:00", "10:30"),
            "Hall B",
            "scheduled",
            False,
        ),
        ("Night of the debuggers", [], (june_4, "23:30", "00:30"), "Cellar", "scheduled", False),
    ]
    assert [one.stable_id for one in sessions(parsed)] == [f"https://summit.example/t/{n}" for n in range(1, 6)]
    assert codes(parsed) == ["hidden_text", "status_in_title"]
    assert not any("Hidden words" in draft.text for draft in parsed.drafts)


def test_a_session_over_midnight_belongs_to_the_day_it_begins_on():
    night = sessions(parse("summit.html", tz_default="Europe/Lisbon"))[4]
    assert (night.programme_day, night.local_end, night.ends_at) == (
        date(2027, 6, 4),
        datetime.fromisoformat("2027-06-05T00:30"),
        datetime(2027, 6, 4, 23, 30, tzinfo=UTC),
    )


def test_labelled_lines_in_chinese_are_read():
    may_12, may_13 = date(2027, 5, 12), date(2027, 5, 13)
    found = [
        (one.title, people(one), when(one), one.room, one.track, one.status) for one in sessions(parse("agenda.zh.md"))
    ]
    assert found == [
        ("开幕致辞", [("张三", "星河研究院")], (may_12, "09:00", "09:15"), "主会场", None, "scheduled"),
        (
            "循环融合",
            [("李四", "云杉公司"), ("王五", "青石大学")],
            (may_12, "09:20", "10:05"),
            "主会场",
            None,
            "scheduled",
        ),
        ("午餐", [], (may_12, "12:00", "13:00"), "餐厅", None, "scheduled"),
        ("加速卡上手", [], (may_13, "14:30", "15:00"), "二号厅", "后端", "cancelled"),
        ("闭幕", [], (may_13, "19:00", "19:30"), "主会场", "后端", "scheduled"),
    ]


YEARLESS = "# Agenda\n\n" + "\n\n".join(
    f"### Talk {n}\n\nAnn Lee, Foo\n\nJune 8, {9 + n}:00–{9 + n}:30 | Room {n}\n\nWords." for n in range(6)
)


def test_a_page_without_any_year_is_refused_with_the_remedy():
    with pytest.raises(InputRefused, match=r"^guide\.md: no year stands anywhere .* year = 2026"):
        guide.parse(page(YEARLESS))


def test_the_year_of_the_source_is_taken_where_the_page_has_none():
    assert {one.programme_day for one in sessions(guide.parse(page(YEARLESS, year=2027)))} == {JUNE_8}


def test_a_conference_that_a_person_named_keeps_that_name():
    assert {one.conference for one in sessions(parse("harbour.en.md", conference="Harbour"))} == {"Harbour"}


def test_a_time_that_cannot_be_read_refuses_the_whole_page_at_its_line():
    text = (GUIDES / "harbour.zh.txt").read_text().replace("11:10–11:35 上午", "11:70–12:99 上午")
    with pytest.raises(InputRefused, match=r'^harbour\.zh\.txt:\d+: "Ivo Nash.*" has no time that can be read'):
        guide.parse(page(text, place="harbour.zh.txt"))


def test_a_cut_off_page_is_refused():
    text = (GUIDES / "harbour.zh.txt").read_text()
    with pytest.raises(InputRefused, match="it is cut off"):
        guide.parse(page(text[: text.index("一步步把耗时") + 4]))


def test_an_html_page_without_its_end_is_refused():
    text = (GUIDES / "summit.html").read_text()
    with pytest.raises(InputRefused, match="ends before </body>"):
        guide.parse(page(text.partition("</body>")[0]))


@pytest.mark.parametrize("name", ["harbour.zh.txt", "harbour.en.md", "pipes.en.md", "summit.html", "agenda.zh.md"])
def test_a_page_cut_anywhere_is_refused_or_gives_only_sessions_of_the_whole_page(name):
    body = (GUIDES / name).read_bytes()
    whole = {(one.title, one.local_start, one.room) for one in sessions(parse(name, year=2027))}
    for place in range(1, len(body), len(body) // 50):
        try:
            found = sessions(guide.parse(page(body[:place], place=name, year=2027)))
        except InputRefused:
            continue
        if len(found) >= 5:
            assert {(one.title, one.local_start, one.room) for one in found} <= whole


def test_editing_an_abstract_keeps_the_stable_id():
    text = (GUIDES / "harbour.zh.txt").read_text()
    edited = text.replace("现场把一个算子搬到新芯片上", "现场把两个算子搬到新芯片上")
    before, after = (sessions(guide.parse(page(one))) for one in (text, edited))
    assert [one.stable_id for one in before] == [one.stable_id for one in after]
    assert len({one.stable_id for one in before}) == len(before)


def test_the_same_page_read_twice_is_the_same():
    first = parse("harbour.zh.txt")
    assert parse("harbour.zh.txt") == first
    assert decide((), first.drafts, accept_removals=False, feed=False).unchanged == 0


SMALL = "# Dune Days 2027\n\nDune Days is {where}.\n\n" + "\n\n".join(
    f"### Talk {n}\n\nAnn Lee, Foo\n\nJune 8, {9 + n}:00–{9 + n}:30 | {{field}}\n\nWords." for n in range(6)
)


@pytest.mark.parametrize(
    ("where", "city"),
    [
        ("in Arrakeen on June 8–9, 2027", "Arrakeen"),
        ("a meeting (Arrakeen, June 8–9, 2027)", "Arrakeen"),
        ("on June 8–9, 2027 in New Arrakeen", "New Arrakeen"),
        ("一场会议（2027年6月8-9日，沙丘城）", "沙丘城"),
        ("on June 8–9, 2027 for everyone", None),
    ],
)
def test_a_city_that_no_lexicon_knows_is_read_beside_the_days(where, city):
    article = guide.parse(page(SMALL.format(where=where, field="Hall"))).drafts[0]
    assert [one.value for one in article.statements if one.aspect == "city"] == ([city] if city else [])


@pytest.mark.parametrize(
    ("field", "room", "format_"),
    [
        ("Demo Floor", "Demo Floor", None),
        ("Hall 1 | Lightning Talk", "Hall 1", "lightning"),
        ("Workshop | Hall 1", "Hall 1", "workshop"),
        ("Workshop Room | Panel", "Workshop Room", "panel"),
        ("Sponsored Session | Hall 1", "Hall 1", "talk"),
    ],
)
def test_a_room_named_after_a_format_is_a_room(field, room, format_):
    session = sessions(guide.parse(page(SMALL.format(where="on June 8–9, 2027", field=field))))[0]
    assert (session.room, session.format) == (room, format_)


# The real guides beside the checkout


def gold(shared, name):
    return json.loads((shared / "gold" / name).read_text())["sessions"]


def real(path, **settings):
    return guide.parse(page(path.read_bytes(), place=path.name, **settings))


@pytest.mark.shared
def test_the_chinese_guide_gives_the_table_made_by_hand(shared):
    parsed = real(shared / "seeds" / "003_03ad75fb22ca1754.txt")
    found = [
        (
            one.title_raw,
            one.title,
            people(one),
            one.programme_day.isoformat(),
            *when(one)[1:],
            one.room,
            one.track,
            one.keynote,
            one.sponsored,
            one.abstract,
        )
        for one in sessions(parsed)
    ]
    assert found == [
        (
            one["title"],
            one["title_clean"],
            [(person["name"], person["org"]) for person in one["speakers"]],
            one["date"],
            one["start"],
            one["end"],
            one["room"],
            one["track"],
            one["keynote"],
            one["sponsored"],
            one["abstract"],
        )
        for one in gold(shared, "seed_guide_sessions.json")
    ]
    assert codes(parsed).count("room_clash") == 1
    cities = [(one.value, one.normal) for one in parsed.drafts[0].statements if one.aspect == "city"]
    assert cities == [("旧金山", "san francisco"), ("圣何塞", "san jose")]


@pytest.mark.shared
def test_the_english_guide_gives_the_same_sessions(shared):
    parsed = real(shared / "corpus" / "guides" / "pytorch-na-2026-hardware.en.md")
    found = [
        (
            one.title_raw,
            people(one),
            one.programme_day.isoformat(),
            *when(one)[1:],
            one.room,
            one.keynote,
            one.sponsored,
        )
        for one in sessions(parsed)
    ]
    assert found == [
        (
            one["title_en"],
            [(person["name"], person["org_en"]) for person in one["speakers"]],
            one["date"],
            one["start"],
            one["end"],
            "Grand Ballroom" if one["room"] == "大宴会厅" else one["room"],
            one["keynote"],
            one["sponsored"],
        )
        for one in gold(shared, "seed_guide_sessions.json")
    ]


@pytest.mark.shared
def test_the_core_guide_gives_its_sessions(shared):
    parsed = real(shared / "corpus" / "guides" / "pytorch-na-2026-core.en.md")
    formats = {"Breakout Session": "talk", "Lightning Talk": "lightning"}
    found = [
        (one.title, people(one), one.programme_day.isoformat(), *when(one)[1:], one.room, one.format)
        for one in sessions(parsed)
    ]
    assert found == [
        (
            one["title"],
            [(person["name"], person["org"]) for person in one["speakers"]],
            one["date"],
            one["start"],
            one["end"],
            one["room"],
            formats[one["format"]],
        )
        for one in gold(shared, "merge_hardware_core.json")
    ]
    assert "no_end" not in codes(parsed)
