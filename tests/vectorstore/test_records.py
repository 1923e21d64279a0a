import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import Engine, inspect, select, table, text

from vectorstore import migrations, tables, words
from vectorstore.database import migrate, open_engine, reading
from vectorstore.lexicon.loader import load_lexicon
from vectorstore.library import Entry, Library
from vectorstore.models.claims import LayerTag, Mention, Statement
from vectorstore.models.documents import Article, Document, FetchState, Session, Source, Speaker
from vectorstore.models.search import Condition, Filter
from vectorstore.passages import session_text
from vectorstore.text.tokens import tokens

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
GUIDE = Source(id="guide", name="A guide", url="guide.md", kind="conference", first_party=True, year=2026)
STATE = FetchState(source_id="guide", etag='"a1"', body_hash="b0", last_full_at=NOON)


@pytest.fixture
def library(engine: Engine) -> Library:
    return Library(engine, load_lexicon())


def talk(title: str, abstract: str = "", **fields: object) -> Session:
    values: dict[str, object] = {
        "source_id": "guide",
        "stable_id": title,
        "stable_id_kind": "title",
        "conference": "Kernel Days",
        "language": "en",
    }
    return Session(**(values | {"title": title, "abstract": abstract} | fields))


def entry(document_id: str, document: Document, body: str | None = None, **tags: object) -> Entry:
    text = body if body is not None else session_text(document)
    return Entry(document_id=document_id, document=document, text=text, content_hash=f"hash of {text}", **tags)


def write(library: Library, *entries: Entry, now: datetime = NOON, **more: object):
    return library.write(GUIDE, entries, fetch=STATE, now=now, **more)


def found_by_words(library: Library, query: str) -> list[str]:
    """Give the texts of the passages that the words table has for a query."""
    with reading(library.engine) as connection:
        ids = [passage_id for passage_id, _ in words.best(connection, tokens(query), 10)]
    held = library.passages(ids)
    return [held[passage_id].text for passage_id in ids]


def everything(engine: Engine) -> dict[str, list[tuple[object, ...]]]:
    with engine.connect() as connection:
        names = [name for name in inspect(engine).get_table_names() if not name.startswith("words")]
        held = {name: connection.execute(select(text("*")).select_from(table(name))) for name in names}
        return {name: sorted(map(tuple, rows.all()), key=repr) for name, rows in held.items()}


FULL = Session(
    source_id="guide",
    stable_id="s1",
    stable_id_kind="own",
    conference="Kernel Days",
    title="Tiles for everyone",
    language="zh",
    title_raw="[Sponsored] Tiles for everyone",
    canonical_url="https://example.org/s1",
    abstract="面向所有人的分块。",
    speakers=(Speaker(name="Zoë Ångström", organisation="Meta"), Speaker(name="李雷")),
    room="大宴会厅",
    track="Compilers",
    format="talk",
    local_start=datetime.fromisoformat("2026-10-20T23:45"),
    local_end=datetime.fromisoformat("2026-10-21T00:30"),
    starts_at=datetime(2026, 10, 21, 6, 45, tzinfo=UTC),
    ends_at=datetime(2026, 10, 21, 7, 30, tzinfo=UTC),
    venue_zone="America/Los_Angeles",
    programme_day=date(2026, 10, 20),
    time_confidence="exact",
    end_basis="stated",
    translated_from="en",
    sponsored=True,
    keynote=True,
    status="moved",
    container_of="page",
    tags=("a", "b"),
)
POST = Article(
    source_id="guide",
    stable_id="p1",
    stable_id_kind="url",
    title="A release",
    language="en",
    canonical_url="https://example.org/p1",
    authors=("Ann", "Bo"),
    published_at=datetime(2026, 5, 1, 9, 30, tzinfo=UTC),
    published_day=date(2026, 5, 1),
    published_raw="1 May 2026",
    updated_at=datetime(2026, 5, 2, tzinfo=UTC),
    date_confidence="exact",
    title_source="feed",
    tags=("x",),
    flags=("hidden_text",),
    sponsored=True,
    container=True,
)


def test_documents_come_back_as_they_were_written(library: Library) -> None:
    write(library, entry("do1", FULL), entry("do2", POST, "# A release\n\nIt is out."))
    assert {one.document_id: (one.document, one.content_hash) for one in library.known("guide")} == {
        "do1": (FULL, f"hash of {session_text(FULL)}"),
        "do2": (POST, "hash of # A release\n\nIt is out."),
    }
    stored = library.get("do2")
    assert stored is not None
    assert (stored.document, stored.first_seen_at, stored.withdrawn_at) == (POST, NOON, None)
    assert [passage.text for passage in stored.passages] == ["# A release\n\nIt is out."]


def test_a_source_and_its_fetch_state_come_back(library: Library) -> None:
    assert library.fetch_state("guide") is None
    write(library)
    assert library.sources() == ((GUIDE, STATE),)
    failed = replace(STATE, last_result="failed", error="guide.md: not there. Check the path.", fail_count=3)
    library.keep_fetch_state(failed)
    assert library.fetch_state("guide") == failed


def test_unchanged_content_is_not_written_again(library: Library) -> None:
    one = entry("do1", talk("Tiles", "About tiles."), mentions=(mention("tpu", 0),))
    write(library, one)
    before = everything(library.engine)
    again = write(library, one, now=NOON + timedelta(days=1))
    assert (again.added, again.changed, again.unchanged, again.passages) == ((), (), ("do1",), 0)
    assert everything(library.engine) == before


def mention(entity_id: str, start: int, relation: str = "about") -> Mention:
    return Mention(entity_id=entity_id, char_start=start, char_end=start + 3, relation=relation)


def test_a_change_makes_a_new_revision_and_keeps_the_old_one_for_citations(library: Library) -> None:
    write(library, entry("do1", talk("Tiles", "About squares.")))
    old = library.get("do1")
    done = write(library, entry("do1", talk("Tiles", "About hexagons.")), now=NOON + timedelta(days=1))
    new = library.get("do1")
    assert old is not None
    assert new is not None
    assert (done.added, done.changed, done.passages) == ((), ("do1",), 2)
    assert (new.first_seen_at, new.revision_id == old.revision_id) == (NOON, False)
    with reading(library.engine) as connection:
        columns = (tables.revisions.c.number, tables.revisions.c.text)
        held = [tuple(row) for row in connection.execute(select(*columns).order_by(tables.revisions.c.number))]
    assert held == [(1, "Tiles\n\nAbout squares."), (2, "Tiles\n\nAbout hexagons.")]
    cited = old.passages[1]
    assert library.passages([cited.id]) == {cited.id: cited}
    assert library.passages([cited.id], live_only=True) == {}
    assert (found_by_words(library, "squares"), found_by_words(library, "hexagons")) == ([], ["About hexagons."])


def test_content_that_returns_gets_its_revision_back(library: Library) -> None:
    first = entry("do1", talk("Tiles", "About squares."), mentions=(mention("tpu", 0),))
    write(library, first)
    old = library.get("do1")
    write(library, entry("do1", talk("Tiles", "About hexagons.")))
    write(library, first)
    assert library.get("do1") == old
    assert (found_by_words(library, "squares"), found_by_words(library, "hexagons")) == (["About squares."], [])
    asked = Filter(conditions=(Condition(facet="hardware", values=("tpu",)),))
    assert [member.document_id for member in library.list(asked).members] == ["do1"]


def test_equal_content_laid_out_in_another_text_is_another_revision(library: Library) -> None:
    document = talk("Tiles", "About squares.")
    write(library, Entry(document_id="do1", document=document, text="Tiles\n\nAbout squares.", content_hash="h1"))
    write(library, Entry(document_id="do1", document=document, text="Tiles\n\nOf circles.", content_hash="h2"))
    write(library, Entry(document_id="do1", document=document, text="Tiles!\n\nAbout squares.", content_hash="h1"))
    stored = library.get("do1")
    assert stored is not None
    assert [passage.text for passage in stored.passages] == ["Tiles!", "About squares."]


def test_a_passage_that_did_not_change_needs_no_new_vector(library: Library) -> None:
    write(library, entry("do1", talk("Tiles", "About squares.", room="Hall 1")))
    made = {
        due.passage.text_hash: np.full(4, number, dtype=np.float32) for number, due in enumerate(library.due("g1", 9))
    }
    library.keep_vectors("small", made)
    library.mark_indexed([due.passage.id for due in library.due("g1", 9)], "g1")
    write(library, entry("do1", talk("Tiles", "About squares.", room="Hall 2")))
    due = library.due("g1", 9)
    kept = library.vectors("small", [one.passage.text_hash for one in due])
    assert [(one.passage.kind, one.passage.text_hash in kept) for one in due] == [
        ("session_meta", False),
        ("session_abstract", True),
    ]


def test_a_new_title_is_known_to_the_words_and_the_old_one_is_forgotten(library: Library) -> None:
    write(library, entry("do1", talk("Squares", "They tile.")))
    write(library, entry("do1", talk("Hexagons", "They tile.")))
    assert found_by_words(library, "squares") == []
    assert found_by_words(library, "hexagons") == ["Hexagons", "They tile."]


def test_a_withdrawn_document_is_unfindable_at_once_and_still_citable(library: Library) -> None:
    write(library, entry("do1", talk("Tiles", "About squares.")), entry("do2", talk("Loops", "About loops.")))
    cited = library.get("do1")
    assert cited is not None
    library.mark_indexed([passage.id for passage in cited.passages], "g1")
    done = write(library, withdrawn=["do1"], now=NOON + timedelta(days=1))
    assert done.withdrawn == ("do1",)
    assert [member.document_id for member in library.list(Filter()).members] == ["do2"]
    assert found_by_words(library, "squares") == []
    assert (library.occurs("squares"), library.occurs("loops")) == (0, 1)
    assert set(library.live_hashes("en")) == {passage.id for passage in library.get("do2").passages}
    stored = library.get("do1")
    assert stored == replace(cited, withdrawn_at=NOON + timedelta(days=1))
    assert library.facets().titles == {"do2": "Loops"}


def test_a_restored_document_is_as_before_and_due_for_the_index(library: Library) -> None:
    one = entry("do1", talk("Tiles", "About squares."), mentions=(mention("tpu", 0),))
    write(library, one)
    before = library.get("do1")
    library.mark_indexed([passage.id for passage in before.passages], "g1")
    write(library, withdrawn=["do1"])
    write(library, restored=["do1"])
    assert library.get("do1") == before
    assert found_by_words(library, "squares") == ["About squares."]
    assert [due.passage for due in library.due("g1", 9)] == list(before.passages)


def test_a_withdrawn_document_that_is_there_again_unchanged_is_restored(library: Library) -> None:
    one = entry("do1", talk("Tiles", "About squares."))
    write(library, one)
    write(library, withdrawn=["do1"])
    assert write(library, one).restored == ("do1",)
    assert found_by_words(library, "squares") == ["About squares."]


def test_withdrawing_and_restoring_twice_is_harmless(library: Library) -> None:
    write(library, entry("do1", talk("Tiles", "About squares.")))
    write(library, withdrawn=["do1"])
    write(library, withdrawn=["do1"], now=NOON + timedelta(days=2))
    assert library.known("guide")[0].withdrawn_at == NOON
    write(library, restored=["do1"])
    write(library, restored=["do1"])
    assert found_by_words(library, "squares") == ["About squares."]


def test_missing_is_remembered_from_the_first_time_until_it_is_seen_again(library: Library) -> None:
    one = entry("do1", talk("Tiles"))
    write(library, one)
    write(library, missing=["do1"], now=NOON + timedelta(days=1))
    write(library, missing=["do1"], now=NOON + timedelta(days=2))
    assert library.known("guide")[0].missing_since == NOON + timedelta(days=1)
    assert [member.document_id for member in library.list(Filter()).members] == ["do1"]
    write(library, one, now=NOON + timedelta(days=3))
    assert library.known("guide")[0].missing_since is None


def test_a_stable_id_that_moved_is_remembered_without_a_new_revision(library: Library) -> None:
    document = talk("Tiles", "About squares.")
    write(library, entry("do1", document))
    revision = library.get("do1").revision_id
    write(library, entry("do1", replace(document, stable_id="other", stable_id_kind="own")))
    known = library.known("guide")[0]
    assert (known.stable_id, known.stable_id_kind, known.document.stable_id) == ("other", "own", "other")
    assert library.get("do1").revision_id == revision


def test_tags_are_mapped_onto_the_passages_that_hold_them(library: Library) -> None:
    document = talk("Tiles on a TPU", "One sentence. MLIR too.")
    body = session_text(document)
    one = entry(
        "do1",
        document,
        mentions=(mention("tpu", body.index("TPU")), mention("mlir", body.index("MLIR"), "passing")),
        layers=(LayerTag(layer="graph_ir", char_start=body.index("MLIR"), char_end=body.index("MLIR") + 4),),
    )
    write(library, one)
    head, abstract = library.get("do1").passages
    with reading(library.engine) as connection:
        found = [
            tuple(row)
            for table, column in ((tables.mentions, "entity_id"), (tables.layers, "layer"))
            for row in connection.execute(select(table.c[column], table.c.passage_id).order_by(table.c.char_start))
        ]
    assert found == [("tpu", head.id), ("mlir", abstract.id), ("graph_ir", abstract.id)]


@dataclass(frozen=True)
class NewTags:
    mentions: tuple[Mention, ...] = ()
    layers: tuple[LayerTag, ...] = ()


def test_documents_are_tagged_anew_without_a_new_revision(library: Library) -> None:
    write(library, entry("do1", talk("Tiles", "On Trainium."), mentions=(mention("tpu", 0),)))
    before = library.get("do1")

    def tagger(document: Document, body: str) -> NewTags:
        assert document == before.document
        return NewTags(mentions=(mention("trainium", body.index("Trainium")),))

    assert library.retag(library.document_ids(), tagger) == 1
    assert library.get("do1") == before
    listed = [
        library.list(Filter(conditions=(Condition(facet="hardware", values=(name,)),))) for name in ("tpu", "trainium")
    ]
    assert [len(listing.members) for listing in listed] == [0, 1]
    assert listed[1].members[0].evidence[0].passage_id == before.passages[1].id


def test_statements_of_a_replaced_revision_are_gone(library: Library) -> None:
    def said(city: str) -> Entry:
        body = f"# Where\n\nIt is in {city}."
        start = body.index(city)
        statement = Statement(
            subject="conference:Kernel Days", aspect="city", value=city, normal=city.casefold(),
            char_start=start, char_end=start + len(city),
        )  # fmt: skip
        return entry("do1", POST, body, statements=(statement,))

    write(library, said("Oslo"))
    write(library, said("Bergen"))
    assert [reading.value for reading in library.statements("conference:", "city")] == ["Bergen"]
    assert library.conflicts() == ()


def test_changes_are_kept(library: Library) -> None:
    @dataclass(frozen=True)
    class Change:
        kind: str
        title: str

    write(library, changes=[Change(kind="moved", title="Tiles")])
    with reading(library.engine) as connection:
        rows = connection.execute(select(tables.changes.c.source_id, tables.changes.c.kind, tables.changes.c.change))
        assert [tuple(row) for row in rows] == [("guide", "moved", '{"kind": "moved", "title": "Tiles"}')]


def test_neighbours_are_of_the_same_revision_and_in_order(library: Library) -> None:
    parts = [f"# Part {n}\n\nThis is part {n} of the text." for n in range(5)]
    write(library, entry("do1", POST, "\n\n".join(parts)), entry("do2", talk("Tiles")))
    held = library.get("do1").passages
    assert library.neighbours(held[2].id, 1, 1) == held[1:4]
    assert library.neighbours(held[0].id, 2, 1) == held[:2]
    assert library.neighbours("pa-nobody") == ()


def test_the_books_of_the_index(library: Library) -> None:
    write(
        library,
        entry("do1", talk("Tiles", "About squares.")),
        entry("do2", talk("分块", "关于分块的演讲，面向所有人，没有别的内容。", language="zh")),
    )
    assert [(due.title, due.passage.kind) for due in library.due("g1", 3)] == [
        ("Tiles", "session_meta"),
        ("Tiles", "session_abstract"),
        ("分块", "session_meta"),
    ]
    held = [*library.get("do1").passages, *library.get("do2").passages]
    library.mark_indexed([passage.id for passage in held], "g1")
    assert (library.due("g1", 9), len(library.due("g2", 9)), library.counts().indexed) == ((), 4, 4)
    groups = [library.live_hashes(group) for group in ("en", "zh")]
    assert {**groups[0], **groups[1]} == {passage.id: passage.text_hash for passage in held}
    assert set(groups[1]) == {passage.id for passage in held if passage.language == "zh"}
    assert library.state("generation") is None
    library.set_state("generation", "g1")
    library.set_state("generation", "g2")
    assert library.state("generation") == "g2"


def test_vectors_come_back_to_the_last_bit_by_embedder(library: Library) -> None:
    vectors = {f"hash{n}": np.random.default_rng(n).random(384, dtype=np.float32) for n in range(1200)}
    library.keep_vectors("small", vectors)
    library.keep_vectors("small", {"hash0": np.zeros(384, dtype=np.float32)})
    library.keep_vectors("large", {"hash0": np.ones(2, dtype=np.float32)})
    back = library.vectors("small", [*vectors, "unknown"])
    assert back.keys() == vectors.keys()
    assert all(np.array_equal(back[key], vectors[key]) and back[key].dtype == np.float32 for key in vectors)
    assert library.vectors("large", ["hash0"])["hash0"].tolist() == [1.0, 1.0]


WRITE_THE_SAME = """
import sys
from datetime import UTC, datetime
from vectorstore.database import open_engine
from vectorstore.lexicon.loader import load_lexicon
from vectorstore.library import Entry, Library
from vectorstore.models.documents import FetchState, Session, Source
library = Library(open_engine(sys.argv[1]), load_lexicon())
for n in range(8):
    for own in ("all", sys.argv[2]):
        one = Session(source_id="s", stable_id=f"{own}{n}", stable_id_kind="own", conference="C", title="T", language="en")
        entries = [Entry(document_id=f"{own}{n}", document=one, text=f"T\\n\\n{own} {n}", content_hash="h")]
        source, state = Source(id="s", name="S", url="u"), FetchState(source_id="s")
        library.write(source, entries, fetch=state, now=datetime(2026, 1, 1, tzinfo=UTC))
"""


def test_four_processes_write_one_source_and_nothing_is_lost_or_doubled(record_url: str) -> None:
    engine = open_engine(record_url)
    migrate(engine, "vectorstore", migrations.STEPS)
    command = [sys.executable, "-c", WRITE_THE_SAME, record_url]
    running = [subprocess.Popen([*command, f"p{n}-"], cwd=_checkout()) for n in range(4)]
    assert [process.wait(timeout=100) for process in running] == [0, 0, 0, 0]
    wanted = {f"{own}{n}" for own in ("all", "p0-", "p1-", "p2-", "p3-") for n in range(8)}
    with reading(engine) as connection:
        numbers = connection.execute(select(tables.revisions.c.document_id, tables.revisions.c.number))
        assert sorted(map(tuple, numbers)) == sorted((document_id, 1) for document_id in wanted)
    assert Library(engine, load_lexicon()).counts().passages == 2 * len(wanted)
    engine.dispose()


DIE_INSIDE = """
import sys, time
from datetime import UTC, datetime
from vectorstore.database import open_engine
from vectorstore.lexicon.loader import load_lexicon
from vectorstore.library import Entry, Library
from vectorstore.models.documents import FetchState, Session, Source
class Stuck(list):
    def __iter__(self):
        for item in super().__iter__():
            yield item
        if hasattr(self, "waits"):
            print("inside", flush=True)
            time.sleep(60)
        self.waits = True
library = Library(open_engine(sys.argv[1]), load_lexicon())
def entry(name, abstract):
    one = Session(source_id="guide", stable_id=name, stable_id_kind="title", conference="C", title=name, language="en")
    return Entry(document_id=name, document=one, text=f"{name}\\n\\n{abstract}", content_hash=abstract)
entries = Stuck([entry("do1", "Changed."), entry("do2", "New.")])
library.write(Source(id="guide", name="N", url="u"), entries, fetch=FetchState(source_id="guide"), now=datetime.now(UTC))
"""


def test_a_process_killed_inside_a_write_leaves_the_state_before(library: Library, record_url: str) -> None:
    write(library, entry("do1", talk("Tiles", "About squares.")))
    before = everything(library.engine)
    running = subprocess.Popen([sys.executable, "-c", DIE_INSIDE, record_url], cwd=_checkout(), stdout=subprocess.PIPE)
    assert running.stdout is not None
    assert running.stdout.readline() == b"inside\n"
    running.kill()
    running.communicate()
    assert everything(library.engine) == before
    assert found_by_words(library, "squares") == ["About squares."]
    assert write(library, entry("do1", talk("Tiles", "About circles."))).changed == ("do1",)


def test_a_write_that_fails_leaves_nothing(library: Library) -> None:
    write(library, entry("do1", talk("Tiles", "About squares.")))
    before = everything(library.engine)
    # A change without a kind fails after all documents were written.
    with pytest.raises(KeyError):
        write(library, entry("do1", talk("Tiles", "About circles.")), entry("do2", talk("Loops")), changes=[NewTags()])
    assert everything(library.engine) == before


def _checkout() -> Path:
    return Path(__file__).resolve().parents[2]


def test_counts_are_of_what_is_live_and_breaks_are_no_sessions(
    new_record: Callable[[str], str],
) -> None:
    engine = open_engine(new_record("sqlite"))
    migrate(engine, "vectorstore", migrations.STEPS)
    library = Library(engine, load_lexicon())
    lunch = entry("do3", talk("Lunch", service=True))
    write(
        library,
        entry("do1", talk("Tiles", "Of squares.")),
        entry("do2", talk("Loops")),
        lunch,
        entry("do4", POST, "Text."),
    )
    write(library, withdrawn=["do2"])
    counts = library.counts()
    found = (counts.documents, counts.sessions, counts.articles, counts.passages, counts.indexed, counts.sources)
    assert found == (3, 1, 1, 4, 0, 1)
    engine.dispose()
