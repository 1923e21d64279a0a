"""A feed's entries are known by the first kind of name that tells all of them apart."""

from ingest.stable_ids import Names, choose


def names(guid: str | None, url: str | None, title: str = "", date: str = "", text: str = "") -> Names:
    return Names(guid=guid, url=url, title=title, date=date, text=text)


def test_the_guid_is_taken_where_every_entry_has_its_own() -> None:
    assert choose([names("1", None), names("2", None)]) == ("guid", ("1", "2"))


def test_a_repeated_or_missing_guid_gives_way_to_the_address() -> None:
    assert choose([names("1", "u/a"), names("1", "u/b")]) == ("url", ("u/a", "u/b"))
    assert choose([names(None, "u/a"), names("2", "u/b")]) == ("url", ("u/a", "u/b"))


def test_without_guid_and_address_title_and_date_count() -> None:
    entries = [names(None, None, "A", "1 May"), names(None, None, "A", "2 May")]
    assert choose(entries) == ("title+date", ("A 1 May", "A 2 May"))


def test_the_text_is_the_last_resort() -> None:
    kind, ids = choose([names(None, None, "A", "", "one"), names(None, None, "A", "", "two")])
    assert kind == "hash"
    assert len(set(ids)) == 2


def test_a_new_version_of_a_paper_keeps_its_id() -> None:
    assert choose([names("oai:arXiv.org:2609.01234v2", None)]) == ("guid", ("oai:arXiv.org:2609.01234",))


def test_an_empty_feed_has_no_ids() -> None:
    assert choose([]) == ("guid", ())
