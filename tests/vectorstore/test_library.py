from datetime import UTC, date, datetime

import pytest
from sqlalchemy import Engine

from vectorstore.lexicon.loader import load_lexicon
from vectorstore.library import Entry, Library
from vectorstore.models.claims import Conflict, LayerTag, Mention, Reading, Statement
from vectorstore.models.documents import Article, Document, FetchState, Session, Source, Speaker
from vectorstore.models.search import Audience, Condition, Evidence, Facets, Filter
from vectorstore.passages import session_text

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def library(engine: Engine) -> Library:
    return Library(engine, load_lexicon())


def talk(name: str, abstract: str = "", *, at: str = "", until: str = "", day: str = "", **fields: object) -> Session:
    values: dict[str, object] = {
        "source_id": "guide",
        "stable_id": name,
        "stable_id_kind": "own",
        "conference": "Kernel Days",
        "language": "en",
        "title": name,
        "abstract": abstract,
        "local_start": datetime.fromisoformat(at) if at else None,
        "local_end": datetime.fromisoformat(until) if until else None,
        "programme_day": date.fromisoformat(day or at[:10]) if day or at else None,
    }
    return Session(**(values | fields))


def by(name: str, organisation: str | None = None) -> tuple[Speaker, ...]:
    return (Speaker(name=name, organisation=organisation),)


def article(name: str, **fields: object) -> Article:
    values: dict[str, object] = {"source_id": "guide", "stable_id": name, "stable_id_kind": "url", "language": "en"}
    return Article(**(values | {"title": name} | fields))


def entry(document: Document, body: str | None = None, **tags: str) -> Entry:
    """Make an entry named after its title; `tags` maps an entity to "word relation"."""
    text = body if body is not None else session_text(document)
    mentions = []
    for entity_id, said in tags.items():
        word, _, relation = said.rpartition(" ")
        start = text.index(word)
        mentions.append(
            Mention(
                entity_id=entity_id.replace("_", "-"), char_start=start, char_end=start + len(word), relation=relation
            )
        )
    return Entry(document_id=document.title, document=document, text=text, content_hash=text, mentions=tuple(mentions))


def write(library: Library, *entries: Entry, source: str = "guide", **settings: object) -> None:
    library.write(
        Source(id=source, name=f"The {source}", url=source, **settings),
        entries,
        fetch=FetchState(source_id=source),
        now=NOW,
    )


def asking(facet: str, *values: str, **more: object) -> Filter:
    return Filter(conditions=(Condition(facet=facet, values=values, **more),))


def names(library: Library, asked: Filter, **more: object) -> list[str]:
    return [member.document_id for member in library.list(asked, **more).members]


# Entities


def test_asking_for_a_family_finds_its_members_and_shows_the_strongest_mention(library: Library) -> None:
    write(
        library,
        entry(
            talk("Ports", "We went from CUDA to ROCm on an MI355X and then to AMD GPUs."),
            mi355x="MI355X listed",
            amd_gpu="AMD GPUs about",
        ),
        entry(talk("Loops", "Nothing about chips.")),
    )
    (member,) = library.list(asking("hardware", "amd-gpu")).members
    abstract = library.get("Ports").passages[1]
    assert (member.document_id, member.evidence) == (
        "Ports",
        (Evidence(value="amd-gpu", relation="about", passage_id=abstract.id),),
    )
    (member,) = library.list(asking("hardware", "amd-instinct")).members
    assert [found.relation for found in member.evidence] == ["listed"]


def test_about_beats_listed_beats_vendor_beats_implied_beats_passing(library: Library) -> None:
    order = ["about", "listed", "vendor", "implied", "passing"]
    text = "One TPU. Two TPU. Three TPU. Four TPU. Five TPU."
    starts = [index for index in range(len(text)) if text.startswith("TPU", index)]
    entries = []
    for weakest in range(len(order)):
        document = article(f"a{weakest}")
        mentions = tuple(
            Mention(entity_id="tpu", char_start=start, char_end=start + 3, relation=relation)
            for start, relation in zip(starts, reversed(order[weakest:]), strict=False)
        )
        entries.append(
            Entry(document_id=document.title, document=document, text=text, content_hash="h", mentions=mentions)
        )
    write(library, *entries)
    asked = asking("hardware", "tpu", relations=tuple(order))
    listed = library.list(asked, kind="article").members
    assert {member.document_id: member.evidence[0].relation for member in listed} == {
        f"a{weakest}": relation for weakest, relation in enumerate(order)
    }


def test_what_is_named_in_passing_is_beside_the_list_with_its_evidence(library: Library) -> None:
    write(
        library,
        entry(talk("About", "This runs on a TPU."), tpu="TPU about"),
        entry(talk("Beside", "This needs no TPU at all."), tpu="TPU passing"),
        entry(talk("Other", "This is about loops.")),
    )
    listing = library.list(asking("hardware", "tpu"))
    assert [member.document_id for member in listing.members] == ["About"]
    assert [(member.document_id, member.evidence[0].relation) for member in listing.passing] == [("Beside", "passing")]
    assert listing.also_named == ()
    assert names(library, asking("hardware", "tpu", op="not")) == ["Beside", "Other"]


def test_passing_and_also_named_keep_to_the_other_conditions(library: Library) -> None:
    write(
        library,
        entry(talk("A", "It needs no TPU.", room="Hall 1"), tpu="TPU passing"),
        entry(talk("B", "It needs no TPU.", room="Hall 2"), tpu="TPU passing"),
        entry(talk("C", "An untagged TPU.", room="Hall 1")),
        entry(talk("D", "An untagged TPU.", room="Hall 2")),
    )
    asked = Filter(conditions=(*asking("hardware", "tpu").conditions, *asking("room", "hall 1").conditions))
    listing = library.list(asked)
    assert [
        [member.document_id for member in part] for part in (listing.members, listing.passing, listing.also_named)
    ] == [
        [],
        ["A"],
        ["C"],
    ]
    assert listing.also_named[0].evidence == (
        Evidence(value="tpu", relation=None, passage_id=library.get("C").passages[1].id),
    )
    assert (listing.alone, listing.corpus) == ((0, 2), 4)


def test_a_speakers_organisation_is_not_a_name_in_the_text(library: Library) -> None:
    write(
        library,
        entry(talk("Loops", "About loops.", speakers=by("Ann Lee", "AMD"))),
        entry(talk("Tiles", "Runs on 最新AMD GPU上。", speakers=by("Bo Li", "Meta"))),
    )
    listing = library.list(asking("hardware", "amd-gpu"))
    assert (listing.members, [member.document_id for member in listing.also_named]) == ((), ["Tiles"])


# Exact text


def test_exact_text_is_found_beside_han_letters_and_not_inside_words(library: Library) -> None:
    write(
        library,
        entry(talk("A", "在预测TPU编译上。", language="zh")),
        entry(talk("B", "The torch_tpu project and TPUv9.")),
        entry(talk("C", "A ＴＰＵ written wide.")),
    )
    listing = library.list(asking("text", "TPU"))
    assert [member.document_id for member in listing.members] == ["A", "C"]
    assert listing.method == "metadata+text"
    assert listing.members[0].evidence == (
        Evidence(value="TPU", relation=None, passage_id=library.get("A").passages[1].id),
    )
    assert names(library, asking("text", "TPU", op="not")) == ["B"]
    assert [library.occurs(term) for term in ("TPU", "tpuv9", "编译", "译", "nowhere", "的", "")] == [
        2,
        1,
        1,
        1,
        0,
        0,
        0,
    ]


def test_exact_text_in_the_title_of_an_article_counts(library: Library) -> None:
    write(library, entry(article("Zorkchip arrives"), "It is here.\n\nAnd it is fast."))
    (member,) = library.list(asking("text", "zorkchip"), kind="article").members
    assert member.evidence[0].passage_id == library.get("Zorkchip arrives").passages[0].id


def test_an_audience_sees_no_text_of_other_sources(library: Library) -> None:
    write(library, entry(talk("Open", "Zorkchip.")))
    write(
        library,
        entry(talk("Secret", "Zorkchip too.", source_id="inner", room="Vault", speakers=by("Eve", "Spies"))),
        source="inner",
    )
    outside = Audience(source_ids=frozenset({"guide"}))
    assert (library.occurs("zorkchip"), library.occurs("zorkchip", outside)) == (2, 1)
    assert names(library, asking("text", "zorkchip"), audience=outside) == ["Open"]
    assert library.list(Filter(), outside).corpus == 1
    assert (library.get("Secret", outside), library.facets(outside).rooms, library.facets(outside).speakers) == (
        None,
        (),
        (),
    )
    assert set(library.facets(outside).titles) == {"Open"}
    nobody = Audience(source_ids=frozenset())
    assert (names(library, Filter(), audience=nobody), library.allowed_passages(Filter(), nobody)) == ([], ())


def test_nothing_excluded_is_not_the_same_as_nothing_allowed(library: Library) -> None:
    write(library, entry(talk("A", "One.")), entry(talk("B", "Two.")))
    assert library.allowed_passages(Filter()) is None
    assert library.allowed_passages(asking("room", "Hall 9")) == ()
    allowed = library.allowed_passages(asking("text", "two"))
    assert allowed is not None
    assert set(allowed) == {passage.id for passage in library.get("B").passages}


# People, organisations, rooms


def test_a_parent_organisation_finds_its_children_and_never_the_reverse(library: Library) -> None:
    write(
        library,
        entry(talk("A", speakers=by("Ann", "IBM"))),
        entry(talk("B", speakers=by("Bo", "IBM Research"))),
        entry(talk("C", speakers=by("Cy", "亚马逊云服务"))),
        entry(talk("D", speakers=by("Di", "Somewhere Ltd"))),
        entry(talk("E")),
    )
    assert names(library, asking("organisation", "org:ibm")) == ["A", "B"]
    assert names(library, asking("organisation", "org:ibm-research")) == ["B"]
    assert names(library, asking("organisation", "AWS")) == ["C"]
    assert names(library, asking("organisation", "somewhere ltd")) == ["D"]
    assert names(library, asking("organisation", "org:ibm", op="not")) == ["C", "D", "E"]


def test_a_person_is_found_in_any_order_without_accents(library: Library) -> None:
    write(library, entry(talk("A", speakers=by("Zoë Ångström"))), entry(talk("B", speakers=by("Zoe Smith"))))
    assert names(library, asking("speaker", "angstrom zoe")) == ["A"]


def test_a_room_is_found_by_its_name_in_the_other_language(library: Library) -> None:
    write(
        library,
        entry(talk("A", room="大宴会厅")),
        entry(talk("B", room="Grand Ballroom")),
        entry(talk("C", room="210BF")),
    )
    assert sorted(names(library, asking("room", "grand ballroom"))) == ["A", "B"]
    assert names(library, asking("room", "210bf")) == ["C"]


# Time, by the clock of the venue


def test_evening_reaches_past_midnight_and_morning_does_not_begin_there(library: Library) -> None:
    write(
        library,
        entry(talk("Late", at="2026-10-21T00:30", until="2026-10-21T01:00", day="2026-10-20")),
        entry(talk("Early", at="2026-10-20T09:00", until="2026-10-20T09:30")),
        entry(talk("Unknown", day="2026-10-20")),
    )
    assert names(library, asking("starts", "18:00", "24:00")) == ["Late"]
    assert names(library, asking("starts", "00:00", "12:00")) == ["Early"]
    assert names(library, asking("starts", "00:00", "01:00")) == ["Late"]
    assert names(library, asking("starts", "23:00", "02:00")) == ["Late"]
    assert names(library, asking("running", "00:45")) == ["Late"]
    assert names(library, asking("day", "2026-10-20")) == ["Early", "Late", "Unknown"]
    assert names(library, asking("day", "2026-10-21")) == []


def test_a_session_runs_from_its_start_until_just_before_its_end(library: Library) -> None:
    write(
        library,
        entry(talk("A", at="2026-10-20T14:20", until="2026-10-20T14:45")),
        entry(talk("Open end", at="2026-10-20T14:20")),
    )
    times = ["14:19", "14:20", "14:44", "14:45"]
    assert [names(library, asking("running", time)) for time in times] == [[], ["A"], ["A"], []]


def test_a_length_includes_both_bounds_and_unknown_lengths_are_left_out(library: Library) -> None:
    write(
        library,
        entry(talk("25", at="2026-10-20T10:00", until="2026-10-20T10:25")),
        entry(talk("40", at="2026-10-20T11:00", until="2026-10-20T11:40")),
        entry(talk("?", at="2026-10-20T12:00")),
    )
    assert names(library, asking("minutes", "25", "40")) == ["25", "40"]
    assert names(library, asking("minutes", "26", "39")) == []


def test_sessions_come_in_the_order_of_the_programme(library: Library) -> None:
    write(
        library,
        entry(talk("no day")),
        entry(talk("after midnight", at="2026-10-21T00:10", day="2026-10-20")),
        entry(talk("second day", at="2026-10-21T00:05", day="2026-10-21")),
        entry(talk("b", at="2026-10-20T09:00", room="B")),
        entry(talk("a2", at="2026-10-20T09:00", room="A")),
        entry(talk("a1", at="2026-10-20T09:00", room="A")),
        entry(talk("no time", day="2026-10-20")),
    )
    wanted = ["a1", "a2", "b", "after midnight", "no time", "second day", "no day"]
    assert names(library, Filter()) == wanted


def test_articles_come_newest_first_and_undated_ones_last(library: Library) -> None:
    write(
        library,
        entry(article("undated"), "Text."),
        entry(article("day", published_day=date(2026, 5, 2)), "Text."),
        entry(article("noon before", published_at=datetime(2026, 5, 1, 12, tzinfo=UTC)), "Text."),
        entry(article("noon after", published_at=datetime(2026, 5, 2, 12, tzinfo=UTC)), "Text."),
    )
    assert names(library, Filter(), kind="article") == ["noon after", "day", "noon before", "undated"]
    assert names(library, asking("published", "2026-05-01", "2026-05-02"), kind="article") == ["noon before"]


def test_breaks_never_count_and_cancelled_sessions_say_so(library: Library) -> None:
    write(library, entry(talk("Lunch", "Zorkchip soup.", service=True)), entry(talk("Off", status="cancelled")))
    listing = library.list(Filter())
    assert [(member.document_id, member.document.status) for member in listing.members] == [("Off", "cancelled")]
    assert (listing.corpus, library.occurs("zorkchip"), library.facets().titles) == (1, 0, {"Off": "Off"})


def test_a_layer_shows_the_passage_that_speaks_of_it(library: Library) -> None:
    document = talk("Graphs", "A new graph IR.")
    body = session_text(document)
    start = body.index("graph IR")
    tagged = LayerTag(layer="graph_ir", char_start=start, char_end=start + 8)
    write(library, Entry(document_id="Graphs", document=document, text=body, content_hash="h", layers=(tagged,)))
    (member,) = library.list(asking("layer", "graph_ir")).members
    assert member.evidence == (
        Evidence(value="graph_ir", relation=None, passage_id=library.get("Graphs").passages[1].id),
    )
    assert member.meta_passage_id == library.get("Graphs").passages[0].id


# Clashes


def test_sessions_clash_in_one_room_at_one_time_and_ends_touch_nothing(library: Library) -> None:
    hours = {"A": ("10:00", "11:00"), "B": ("10:30", "11:30"), "C": ("11:00", "12:00"), "D": ("11:30", "12:30")}
    for name, (start, end) in hours.items():
        write(library, entry(talk(name, at=f"2026-10-20T{start}", until=f"2026-10-20T{end}", room="Hall 1")))
    write(
        library,
        entry(talk("Other room", at="2026-10-20T10:00", until="2026-10-20T12:00", room="Hall 2")),
        entry(talk("Other day", at="2026-10-21T10:00", until="2026-10-21T12:00", room="Hall 1")),
        entry(talk("Off", at="2026-10-20T10:00", until="2026-10-20T12:00", room="Hall 1", status="cancelled")),
        entry(talk("No end", at="2026-10-20T10:00", room="Hall 1")),
        entry(talk("Elsewhere", at="2026-10-20T10:00", until="2026-10-20T12:00", room="Hall 1", conference="Tile Con")),
    )
    clashes = library.clashes(Filter())
    assert [(first.document_id, second.document_id) for first, second in clashes] == [
        ("A", "B"),
        ("B", "C"),
        ("C", "D"),
    ]


def test_one_talk_told_by_two_sources_does_not_clash_with_itself(library: Library) -> None:
    times = {"at": "2026-10-20T10:00", "until": "2026-10-20T11:00", "speakers": by("Ann Lee")}
    write(library, entry(talk("Tiles", room="大宴会厅", **times)))
    write(library, entry(talk("分块", room="Grand Ballroom", source_id="other", **times)), source="other")
    assert library.clashes(Filter()) == ()


# What sources state


def stating(name: str, aspect: str, *values: tuple[str, str], **fields: object) -> Entry:
    body = f"# {name}\n\n" + "\n\n".join(f"# Part {n}\n\nIt says {value} here." for n, (value, _) in enumerate(values))
    statements = tuple(
        Statement(
            subject="conference:Kernel Days",
            aspect=aspect,
            value=value,
            normal=normal,
            char_start=body.index(value),
            char_end=body.index(value) + len(value),
        )
        for value, normal in values
    )
    document = article(name, **fields)
    return Entry(document_id=name, document=document, text=body, content_hash=body, statements=statements)


OSLO, OSLO_ZH, BERGEN = ("Oslo", "oslo"), ("奥斯陆", "oslo"), ("Bergen", "bergen")


def test_a_source_that_contradicts_itself_is_shown_with_both_places(library: Library) -> None:
    write(library, stating("Guide", "city", OSLO, BERGEN))
    held = library.get("Guide").passages
    readings = tuple(
        Reading(value=value, normal=normal, passage_id=passage.id, document_id="Guide")
        for passage, (value, normal) in zip(held[-2:], (OSLO, BERGEN), strict=True)
    )
    assert library.conflicts() == (Conflict(subject="conference:Kernel Days", aspect="city", readings=readings),)
    assert library.conflicts(subject="conference:Kernel Days") == library.conflicts()
    assert library.conflicts(subject="conference:Tile Con") == ()
    assert library.statements("conference:", "city") == readings
    assert library.statements("conference:", "dates") == ()
    assert library.conflicts(Audience(source_ids=frozenset())) == ()


def test_one_value_in_two_languages_is_no_conflict(library: Library) -> None:
    write(library, stating("Guide", "city", OSLO, OSLO_ZH))
    assert library.conflicts() == ()


def test_a_first_party_with_one_voice_would_settle_it_else_the_newest_date(library: Library) -> None:
    newer, older = datetime(2026, 5, 2, tzinfo=UTC), datetime(2026, 5, 1, tzinfo=UTC)
    write(library, stating("One", "city", OSLO, published_at=older), stating("Two", "city", BERGEN, published_at=newer))
    assert [(conflict.resolution, len(conflict.readings)) for conflict in library.conflicts()] == [("newer", 2)]
    assert [told.said_at for told in library.conflicts()[0].readings] == [older, newer]
    write(library, stating("Three", "city", OSLO, source_id="official"), source="official", first_party=True)
    assert [conflict.resolution for conflict in library.conflicts()] == ["primary"]


def test_the_facets_are_what_live_documents_hold(library: Library) -> None:
    write(
        library,
        entry(
            talk(
                "A",
                at="2026-10-21T09:00",
                room="Hall",
                track="Compilers",
                speakers=by("Ann", "IBM"),
                venue_zone="Europe/Oslo",
            )
        ),
        entry(talk("B", at="2026-10-20T09:00", format="panel", speakers=by("Bo"))),
        entry(article("Post"), "Text."),
    )
    assert library.facets() == Facets(
        conferences=("Kernel Days",),
        days={"Kernel Days": ("2026-10-20", "2026-10-21")},
        rooms=("Hall",),
        tracks=("Compilers",),
        formats=("panel",),
        speakers=("Ann", "Bo"),
        organisations=("IBM",),
        titles={"A": "A", "B": "B"},
        zones={"Kernel Days": "Europe/Oslo"},
        sources={"guide": "The guide"},
    )
