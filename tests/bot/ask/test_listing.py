from datetime import datetime

from bot.ask.support import check
from bot.models.answer import Completeness
from bot.models.post import Bold, Bullets, Heading, Para
from bot.render.post import plain
from vectorstore.models.search import Condition, Filter


def c(facet, *values, **more):
    return Condition(facet=facet, values=values, **more)


TPU = c("hardware", "tpu")


def words(inlines):
    return "".join(plain(inline) for inline in inlines).strip()


def lines(answer):
    """Every line of an answer as plain words."""
    found = []
    for block in answer.blocks:
        if isinstance(block, Para):
            found.append(words(block.inlines))
        elif isinstance(block, Bullets):
            found += [words(entry) for entry in block.entries]
        elif isinstance(block, Heading):
            found.append(f"# {block.text}")
        else:
            found.append(f"> {block.text}")
    return found


def titles(answer):
    return [row.title for row in answer.rows]


def test_a_list_is_whole_says_how_many_of_how_many_and_cites_each(answer, library):
    given = answer("list", TPU)
    assert lines(given) == [
        "3 of 6 sessions (2 about TPU, 1 lists it among other targets).",
        "Helion backends · Tue 20 Oct 11:45–12:10 · 210BF · Oguz Ulgen, Jason Ansel (Meta)",
        "Kernels for any chip · Tue 20 Oct 12:00–12:25 · 210BF · Stefan Lindall (Modular) · lists TPU among its targets",
        "TPU 上的原生服务 · Wed 21 Oct 14:15–14:40 · LL20CD · Colin Taylor (Meta), Qi Zhou (Google)",
        "Named only in passing by 1 session more.",
    ]
    assert given.completeness == Completeness(shown=3, matched=3, corpus=6, passing=1, method="metadata")
    assert [(a.label, a.matched) for a in given.applied.conditions] == [("hardware TPU", 3)]
    quotes = {citation.quote for citation in given.citations}
    assert "Two backends of Helion: CuteDSL for NVIDIA GPUs and Pallas for TPU." in quotes
    passages = library.passages([citation.passage_id for citation in given.citations])
    assert check(given, passages).unsupported == ()


def test_the_same_list_in_chinese_keeps_names_and_titles(answer):
    given = answer("list", TPU, language="zh")
    assert lines(given)[:2] == [
        "3 场，共 6 场（2 场专讲 TPU，1 场只把它列为目标之一）。",
        "Helion backends · 10月20日（周二） 11:45–12:10 · 210BF · Oguz Ulgen、Jason Ansel（Meta）",
    ]


def test_mentions_in_passing_are_listed_on_request(answer):
    asked = c("hardware", "tpu", relations=("about", "listed", "implied", "vendor", "passing"))
    given = answer("list", asked)
    assert lines(given)[0] == "4 of 6 sessions (2 about TPU, 1 lists it among other targets, 1 names it in passing)."
    assert "A panel on portability · Wed 21 Oct 15:00 · LL21ABC · names TPU in passing" in lines(given)


def test_flags_are_shown(answer):
    assert lines(answer("list", c("sponsored", "true"), c("keynote", "true"))) == [
        "1 of 6 sessions.",
        (
            "Opening: native code on Trainium · Tue 20 Oct 09:35–09:40 · Grand Ballroom · Maen Suleiman (AWS)"
            " · sponsored · keynote"
        ),
    ]


def test_a_list_needs_no_search(answer, searching):
    answer("list", TPU)
    answer("agenda", c("day", "2026-10-20"))
    answer("count", c("sponsored", "true"))
    assert searching.asked == []


def test_a_programme_without_zone_says_whose_clock_it_is(answer):
    assert answer("list", TPU).notes == ("No source states a time zone; times are the venue's wall clock as printed.",)


def test_an_agenda_goes_by_day_and_marks_what_overlaps_in_a_room(answer):
    assert lines(answer("agenda", c("hardware", "tpu"))) == [
        "3 of 6 sessions (2 about TPU, 1 lists it among other targets).",
        "# Tue 20 Oct",
        (
            "Helion backends · 11:45–12:10 · 210BF · Oguz Ulgen, Jason Ansel (Meta)"
            " · overlaps in 210BF with Kernels for any chip"
        ),
        (
            "Kernels for any chip · 12:00–12:25 · 210BF · Stefan Lindall (Modular) · lists TPU among its targets"
            " · overlaps in 210BF with Helion backends"
        ),
        "# Wed 21 Oct",
        "TPU 上的原生服务 · 14:15–14:40 · LL20CD · Colin Taylor (Meta), Qi Zhou (Google)",
    ]


def test_what_may_still_be_on_is_listed_apart(answer):
    given = answer("agenda", c("day", "2026-10-21"), c("running", "15:10"))
    assert (given.kind, lines(given)) == (
        "agenda",
        ["0 of 6 sessions.", "# End not given", "A panel on portability · Wed 21 Oct 15:00 · LL21ABC"],
    )


def test_now_gives_what_is_on(answer):
    at = datetime(2026, 10, 20, 12, 5)  # noqa: DTZ001 - venue clock
    asked = (c("day", "2026-10-20"), c("running", "12:05"))
    given = answer("agenda", *asked, at=at, span="now")
    assert lines(given)[1] == "# On now"
    assert titles(given) == ["Helion backends", "Kernels for any chip"]


def test_next_gives_the_next_start_of_the_day(answer):
    at = datetime(2026, 10, 20, 10, 0)  # noqa: DTZ001 - venue clock
    given = answer("agenda", c("day", "2026-10-20"), c("starts", "10:00", "24:00"), at=at, span="next")
    assert (lines(given)[1], titles(given)) == ("# Next", ["Helion backends"])


def test_now_between_sessions_shows_the_rest_of_the_day_and_says_so(answer):
    at = datetime(2026, 10, 20, 10, 0)  # noqa: DTZ001 - venue clock
    given = answer("agenda", c("day", "2026-10-20"), c("running", "10:00"), at=at, span="now")
    assert titles(given) == ["Helion backends", "Kernels for any chip"]
    assert "Nothing is on at 2026-10-20 10:00; the rest of that day is shown." in given.notes


def test_now_long_before_the_conference_shows_its_first_day_and_says_so(answer):
    at = datetime(2026, 9, 1, 10, 0)  # noqa: DTZ001 - venue clock
    given = answer("agenda", at=at, span="now")
    assert {str(row.day) for row in given.rows} == {"2026-10-20"}
    assert "Nothing is on at 2026-09-01 10:00; the nearest day of the programme is shown." in given.notes


def test_unknown_ends_are_left_out_of_lengths_and_counted(answer):
    given = answer("list", c("minutes", "0", "10"))
    assert titles(given) == ["Opening: native code on Trainium"]
    assert "Left out, for no end is stated: 1 session." in given.notes


def test_clashes_are_pairs_in_a_room(answer):
    assert lines(answer("clash")) == [
        "1 pair overlaps.",
        "210BF: Helion backends (Tue 20 Oct 11:45–12:10) and Kernels for any chip (Tue 20 Oct 12:00–12:25) overlap.",
    ]
    assert lines(answer("clash", c("day", "2026-10-21"))) == ["Nothing overlaps among 3 sessions."]


def test_conditions_that_fail_together_are_counted_alone_with_the_nearest_three(answer):
    given = answer("list", TPU, c("organisation", "org:aws"))
    assert (given.kind, given.support) == ("refusal", "unsupported")
    assert lines(given)[:3] == [
        "None meets both conditions: 3 sessions for hardware TPU, 2 sessions for organisation AWS, none both.",
        "Searched: 6 sessions, with hardware TPU, organisation AWS.",
        "# Nearest matches",
    ]
    assert len(lines(given)) == 6


def test_a_term_in_no_text_is_named(answer):
    given = answer("list", c("hardware", "cerebras"), question="Which talks cover Cerebras?")
    assert (given.kind, given.missing) == ("refusal", ("Cerebras",))
    assert lines(given)[:3] == [
        "Cerebras – in no text here.",
        "Searched: 6 sessions, with hardware Cerebras.",
        "# Nearest matches",
    ]
    assert len(lines(given)) == 6


def test_no_match_is_never_no_filter(answer):
    given = answer("list", c("day", "2026-10-25"))
    assert (given.kind, lines(given)[0], given.rows) == ("refusal", "Nothing matches day Sun 25 Oct.", ())


def test_titles_are_bold_and_every_line_is_cited(answer):
    bullets = next(block for block in answer("list", TPU).blocks if isinstance(block, Bullets))
    assert all(isinstance(entry[0], Bold) for entry in bullets.entries)
    assert bullets.first == 1


def test_one_session_is_held_against_the_whole_programme(answer):
    one = Filter(conditions=(c("text", "Helion backends"),))

    assert [row.title for row in answer("clash", each=(one,)).rows] == ["Kernels for any chip"]
