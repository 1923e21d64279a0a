from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.changes import Change, content_hash, decide
from ingest.errors import InputRefused
from ingest.parsed import Draft
from vectorstore.ids import document_id
from vectorstore.models.documents import Article, Session, Speaker
from vectorstore.models.record import Known

NOON = datetime.fromisoformat("2027-06-08T12:00")
PROPERTY = settings(max_examples=40, deadline=None, derandomize=True)


def session(number, **fields):
    start = NOON + timedelta(minutes=30 * (number % 12))
    values = {
        "source_id": "guide",
        "stable_id": f"slot-{number}",
        "stable_id_kind": "slot",
        "conference": "Harbour 2027",
        "title": f"Talk {number}",
        "language": "en",
        "abstract": f"About {number}.",
        "speakers": (Speaker(name=f"Ann N{number}", organisation="Foo"),),
        "room": f"Room {number}",
        "local_start": start,
        "local_end": start + timedelta(minutes=25),
        "programme_day": date(2027, 6, 8),
    }
    return Session(**(values | fields))


def draft(document, text="text"):
    return Draft(document=document, text=text)


def drafts(count):
    return [draft(session(number)) for number in range(count)]


def known(items, **fields):
    return [
        Known(
            document_id=document_id("guide", one.document.stable_id),
            stable_id=one.document.stable_id,
            stable_id_kind=one.document.stable_id_kind,
            content_hash=content_hash(one.document, one.text),
            document=one.document,
            **fields,
        )
        for one in items
    ]


def after(before, now, **settings):
    return decide(known(before), now, **({"accept_removals": False, "feed": False} | settings))


def test_a_first_import_adds_everything():
    decision = decide((), drafts(2), accept_removals=False, feed=False)
    ids = [document_id("guide", "slot-0"), document_id("guide", "slot-1")]
    assert [entry.document_id for entry in decision.entries] == ids
    assert decision.changes == tuple(
        Change(kind="added", document_id=one, title=f"Talk {number}") for number, one in enumerate(ids)
    )


@PROPERTY
@given(order=st.permutations(range(8)))
def test_the_same_version_in_any_order_changes_nothing(order):
    items = drafts(8)
    decision = after(items, [items[number] for number in order])
    assert (decision.entries, decision.changes, decision.unchanged) == ((), (), 8)


@PROPERTY
@given(
    number=st.integers(0, 7),
    minutes=st.integers(-120, 120).filter(bool),
    room=st.sampled_from(["Room 3", "Elsewhere"]),
    order=st.permutations(range(8)),
)
def test_a_moved_talk_stays_one_document_whatever_else_stands_there(number, minutes, room, order):
    items = drafts(8)
    old = items[number].document
    delta = timedelta(minutes=minutes)
    moved = replace(
        old, stable_id="new", local_start=old.local_start + delta, local_end=old.local_end + delta, room=room
    )
    now = [draft(moved) if one == number else items[one] for one in order]
    decision = after(items, now)
    assert [(change.kind, change.document_id) for change in decision.changes] == [
        ("moved", document_id("guide", f"slot-{number}"))
    ]
    assert (decision.missing, decision.gone, decision.unchanged) == ((), (), 7)


def test_a_moved_talk_says_from_where_to_where():
    old = session(1)
    new = replace(old, stable_id="x", room="LL20")
    (change,) = after([draft(old)], [draft(new)]).changes
    assert change == Change(
        kind="moved",
        document_id=document_id("guide", "slot-1"),
        title="Talk 1",
        fields=(("room", "Room 1", "LL20"),),
    )


def test_a_new_title_in_the_same_slot_with_the_same_people_is_a_rename():
    (change,) = after([draft(session(1))], [draft(session(1, stable_id="x", title="Other words"))]).changes
    assert (change.kind, change.fields) == ("renamed", (("title", "Talk 1", "Other words"),))


def test_an_edited_abstract_is_a_change():
    (change,) = after([draft(session(1))], [draft(session(1, abstract="New."))]).changes
    assert (change.kind, change.fields) == ("changed", (("abstract", "About 1.", "New."),))


def test_a_cancelled_talk_is_told_and_comes_back():
    gone, back = session(1, status="cancelled"), session(1)
    assert [one.kind for one in after([draft(back)], [draft(gone)]).changes] == ["cancelled"]
    assert [one.kind for one in after([draft(gone)], [draft(back)]).changes] == ["restored"]


def test_absent_once_is_missing_and_absent_twice_is_gone():
    items = drafts(6)
    lost = document_id("guide", "slot-5")
    first = after(items, items[:5])
    assert (first.missing, first.gone, [one.kind for one in first.changes]) == ((lost,), (), ["missing"])
    record = known(items[:5]) + known(items[5:], missing_since=NOON.replace(tzinfo=UTC))
    second = decide(record, items[:5], accept_removals=False, feed=False)
    assert (second.missing, second.gone, [one.kind for one in second.changes]) == ((), (lost,), ["gone"])


def test_what_is_gone_already_is_not_told_again():
    items = drafts(6)
    record = known(items[:5]) + known(items[5:], withdrawn_at=NOON.replace(tzinfo=UTC))
    decision = decide(record, items[:5], accept_removals=False, feed=False)
    assert (decision.missing, decision.gone, decision.changes) == ((), (), ())


def test_a_talk_that_comes_back_is_restored_under_its_id():
    items = drafts(2)
    record = known(items[:1]) + known(items[1:], withdrawn_at=NOON.replace(tzinfo=UTC))
    decision = decide(record, items, accept_removals=False, feed=False)
    assert decision.restored == (document_id("guide", "slot-1"),)
    assert [one.kind for one in decision.changes] == ["restored"]


def test_too_much_gone_is_refused_unless_accepted():
    items = drafts(12)
    with pytest.raises(InputRefused, match="6 of 12 sessions are gone"):
        after(items, items[:6])
    assert len(after(items, items[:6], accept_removals=True).missing) == 6


def test_five_gone_of_few_are_believed():
    items = drafts(12)
    assert len(after(items, items[:7]).missing) == 5


def test_a_version_without_sessions_is_refused_where_there_were_some():
    with pytest.raises(InputRefused, match="holds no session where there were 2"):
        after(drafts(2), [])


def test_a_feed_forgets_old_entries_without_removing_them():
    items = drafts(12)
    decision = after(items, items[:1], feed=True)
    assert (decision.missing, decision.gone, decision.unchanged) == ((), (), 1)


def test_one_delta_of_many_sessions_is_one_entry():
    items = drafts(12)
    hour = timedelta(hours=1)
    now = [
        draft(
            replace(
                one.document,
                stable_id=f"later-{number}",
                local_start=one.document.local_start + hour,
                local_end=one.document.local_end + hour,
            )
        )
        for number, one in enumerate(items)
    ]
    decision = after(items, now)
    assert decision.changes == (
        Change(kind="moved", document_id="", title="12 sessions", fields=(("start", "", "+1:00"),), count=12),
    )
    assert {entry.document_id for entry in decision.entries} == {one.document_id for one in known(items)}


def test_a_talk_put_into_the_slot_a_moved_one_left_gets_an_id_of_its_own():
    moved = session(1, stable_id="elsewhere", room="LL20")
    newcomer = session(1, title="Newcomer", speakers=(Speaker(name="Zoe Yang"),))
    decision = after([draft(session(1))], [draft(moved), draft(newcomer)], accept_removals=True)
    ids = [entry.document_id for entry in decision.entries]
    assert len(set(ids)) == 2


def test_the_same_title_in_several_slots_is_several_sessions():
    slots = [session(number, title="Lunch", speakers=()) for number in range(4)]
    items = [draft(one) for one in slots]
    now = [*items[:3], draft(replace(slots[3], stable_id="later", room="Garden"))]
    (change,) = after(items, now).changes
    assert (change.kind, change.document_id) == ("moved", document_id("guide", "slot-3"))


@pytest.mark.parametrize(
    "same",
    [
        {"abstract": "About  1.\n"},
        {"tags": ("new",)},
        {"title_raw": "Sponsored: Talk 1"},
        {"stable_id": "other"},
        {"title": "Talk\u00a01"},
    ],
)
def test_spelling_that_says_the_same_leaves_the_content_hash(same):
    assert content_hash(session(1, **same), "a") == content_hash(session(1), "b")


@pytest.mark.parametrize(
    "other",
    [
        {"title": "T"},
        {"abstract": "x"},
        {"room": None},
        {"track": "t"},
        {"language": "zh"},
        {"status": "cancelled"},
        {"sponsored": True},
        {"keynote": True},
        {"canonical_url": "https://x.example"},
        {"programme_day": date(2027, 6, 9)},
        {"starts_at": datetime(2027, 6, 8, 19, tzinfo=UTC)},
        {"speakers": (Speaker(name="Ann N1"),)},
    ],
)
def test_every_field_of_a_session_counts_in_its_content_hash(other):
    assert content_hash(session(1, **other), "a") != content_hash(session(1), "a")


def article(**fields):
    values = {"source_id": "guide", "stable_id": "container", "stable_id_kind": "container", "title": "G"}
    return Article(**(values | {"language": "en", "container": True} | fields))


def test_an_article_changes_with_its_text():
    assert content_hash(article(), "one") != content_hash(article(), "two")
    assert content_hash(article(), "one two") == content_hash(article(), "one\n two")


def test_an_article_found_again_by_its_link_keeps_its_id():
    old = article(stable_id="a", title="Old", container=False, canonical_url="https://x.example/p")
    new = replace(old, stable_id="b", title="New")
    decision = after([draft(old)], [draft(new)])
    assert [(one.kind, one.document_id) for one in decision.changes] == [("renamed", document_id("guide", "a"))]


def test_a_zone_that_many_sessions_get_is_one_entry():
    items = [draft(one.document) for one in drafts(12)]
    now = [
        draft(replace(one.document, venue_zone="Asia/Tokyo", starts_at=one.document.local_start.replace(tzinfo=UTC)))
        for one in items
    ]
    assert after(items, now).changes == (
        Change(
            kind="changed",
            document_id="",
            title="12 sessions",
            fields=(("zone", "", "Asia/Tokyo"),),
            count=12,
        ),
    )


def test_read_anew_the_unchanged_are_written_and_not_told():
    items = drafts(3)
    decision = after(items, items, anew=True)
    assert (len(decision.entries), decision.unchanged, decision.changes) == (3, 3, ())
