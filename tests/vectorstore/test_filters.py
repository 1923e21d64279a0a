"""Random filters over one set of documents must give what a plain reading of each document gives."""

import random
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine

from vectorstore.lexicon.loader import load_lexicon
from vectorstore.library import Entry, Library
from vectorstore.models.claims import LayerTag, Mention
from vectorstore.models.documents import Article, Document, FetchState, Session, Source, Speaker
from vectorstore.models.search import Audience, Condition, Filter
from vectorstore.passages import session_text

FIELD = """
[zorkchip]
kind = "hardware"
name = "Zorkchip"
example = "They use Zorkchip here."
aliases = ["Zorkchip", "佐克芯片"]

[zork-one]
kind = "hardware"
name = "ZX1"
example = "They use ZX1 here."
aliases = ["ZX1"]
part_of = ["zorkchip"]

[quux]
kind = "software"
name = "quuxlang"
example = "They use quuxlang here."
aliases = ["quuxlang"]

["org:acme"]
kind = "organisation"
name = "Acme"
example = "They use Acme here."
aliases = ["Acme", "艾克米"]

["org:acme-labs"]
kind = "organisation"
name = "Acme Labs"
example = "They use Acme Labs here."
aliases = ["Acme Labs"]
part_of = ["org:acme"]
"""
ROOMS = '"blue hall" = ["蓝厅", "Blue Hall"]\n'

# What the files above mean, said once more by hand.
FAMILIES = {"zorkchip": {"zorkchip", "zork-one"}, "zork-one": {"zork-one"}, "quux": {"quux"}}
ALIASES = {"zorkchip": ["Zorkchip", "佐克芯片"], "zork-one": ["ZX1"], "quux": ["quuxlang"]}
ORGANISATIONS = {
    "org:acme": {"Acme", "艾克米", "Acme Labs", "acme"},
    "org:acme-labs": {"Acme Labs"},
    "Acme": {"Acme", "艾克米", "Acme Labs", "acme"},
    "Nobody Ltd of Bergen": {"Nobody Ltd of Bergen"},
    "unheard of": set(),
}
ROOM_NAMES = {"Blue Hall": {"Blue Hall", "蓝厅", "BLUE HALL"}, "蓝厅": {"Blue Hall", "蓝厅", "BLUE HALL"}, "B2": {"B2"}}
PEOPLE = {
    "Zoë Ångström": {"Zoë Ångström", "Angstrom Zoe"},
    "angstrom, ZOE": {"Zoë Ångström", "Angstrom Zoe"},
    "李雷": {"李雷"},
    "Ann": set(),
}
TERMS = ["Zorkchip", "zx1", "quux.run", "quuxlang", "编译", "芯片", "Acme", "ＺＸ１", "the", "run", "nowhere"]
WORDS = [
    *[
        "Zorkchip",
        "ZX1",
        "zx10",
        "quuxlang",
        "quux.run",
        "佐克芯片",
        "预测ZX1编译",
        "Zorkchips",
        "编译器",
        "ＺＸ１芯片",
    ],
    *["the", "Acme", "rerun", "run", "tiles", "loops", "_ZX1", "quux.runner"],
]
DAYS = ["2026-10-20", "2026-10-21"]
RELATIONS = ["about", "listed", "implied", "vendor", "passing"]


@dataclass(frozen=True)
class Case:
    entry: Entry
    withdrawn: bool


def make_cases() -> list[Case]:
    dice = random.Random(20)
    return [make_case(dice, number) for number in range(80)]


def make_case(dice: random.Random, number: int) -> Case:
    source = dice.choice(["one", "two"])
    words = " ".join(dice.choices(WORDS, k=dice.randint(2, 6)))
    title = f"Title {number} {dice.choice(WORDS)}"
    document = (
        make_article(dice, number, source, title)
        if number % 4 == 0
        else make_session(dice, number, source, title, words)
    )
    text = f"# {title}\n\n{words}." if isinstance(document, Article) else session_text(document)
    entities = [name for name in ("zorkchip", "zork-one", "quux") if dice.random() < 0.3]
    entry = Entry(
        document_id=f"do{number:03}",
        document=document,
        text=text,
        content_hash=str(number),
        mentions=tuple(
            Mention(
                entity_id=name,
                char_start=dice.randrange(len(text)),
                char_end=len(text),
                relation=dice.choice(RELATIONS),
            )
            for name in [*entities, *entities[:1]]
        ),
        layers=tuple(
            LayerTag(layer=name, char_start=0, char_end=1) for name in ("runtime", "frontend") if dice.random() < 0.3
        ),
    )
    return Case(entry=entry, withdrawn=dice.random() < 0.1)


def make_article(dice: random.Random, number: int, source: str, title: str) -> Article:
    day = date(2026, 3, dice.randint(1, 9))
    instant = datetime(2026, 3, dice.randint(1, 9), 23, tzinfo=UTC)
    dated = dice.choice(
        [{}, {"published_day": day}, {"published_at": instant}, {"published_at": instant, "published_day": day}]
    )
    return Article(
        source_id=source, stable_id=str(number), stable_id_kind="url", title=title, language="en",
        sponsored=dice.random() < 0.3, **dated,
    )  # fmt: skip


def make_session(dice: random.Random, number: int, source: str, title: str, words: str) -> Session:
    day = date.fromisoformat(dice.choice(DAYS))
    midnight = datetime.fromisoformat(day.isoformat())
    start = midnight + timedelta(minutes=dice.choice([30, 360, 540, 545, 719, 720, 1080, 1410, 1450, 1500]))
    length = dice.choice([None, 0, 25, 40, 90])
    timed = dice.random() < 0.85
    people = dice.sample([*PEOPLE["李雷"], "Zoë Ångström", "Angstrom Zoe", "Bo Bi", "Ann Lee"], k=dice.randint(0, 2))
    makers = ["Acme", "艾克米", "Acme Labs", "acme", "Nobody Ltd of Bergen", None]
    return Session(
        source_id=source, stable_id=str(number), stable_id_kind="own", title=title, language="en",
        conference=dice.choice(["Kernel Days", "Tile Con"]),
        abstract=f"{words}.",
        speakers=tuple(Speaker(name=name, organisation=dice.choice(makers)) for name in people),
        room=dice.choice(["Blue Hall", "蓝厅", "BLUE HALL", "B2", None]),
        track=dice.choice(["Compilers", "Ops", None]),
        format=dice.choice(["talk", "panel", None]),
        local_start=start if timed else None,
        local_end=start + timedelta(minutes=length) if timed and length is not None else None,
        programme_day=dice.choice([day, day, day, None]) if timed else dice.choice([day, None]),
        sponsored=dice.random() < 0.3,
        keynote=dice.random() < 0.2,
        service=dice.random() < 0.1,
        status=dice.choice(["scheduled", "scheduled", "moved", "cancelled"]),
    )  # fmt: skip


CASES = make_cases()


@pytest.fixture(scope="module")
def library(shared_engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder: Path = tmp_path_factory.mktemp("lexicon")
    (folder / "field.toml").write_text(FIELD, encoding="utf-8")
    (folder / "rooms.toml").write_text(ROOMS, encoding="utf-8")
    library = Library(shared_engine, load_lexicon(folder))
    for name in ("one", "two"):
        cases = [case for case in CASES if case.entry.document.source_id == name]
        library.write(
            Source(id=name, name=name, url=name),
            [case.entry for case in cases],
            withdrawn=[case.entry.document_id for case in cases if case.withdrawn],
            fetch=FetchState(source_id=name),
            now=datetime(2026, 1, 1, tzinfo=UTC),
        )
    return library


# The plain reading


def meets(entry: Entry, condition: Condition, relations: list[str] | None = None) -> bool:
    values: list[object] = list(condition.values)
    if condition.facet in {"starts", "minutes", "published"}:
        values = [tuple(condition.values[i : i + 2]) for i in range(0, len(condition.values), 2)]
    met = [meets_value(entry, condition, value, relations) for value in values]
    return {"any": any(met), "all": all(met), "not": not any(met)}[condition.op]


def meets_value(entry: Entry, condition: Condition, value, relations: list[str] | None) -> bool:  # noqa: PLR0911 - one facet a line
    document, facet = entry.document, condition.facet
    if facet in {"hardware", "software"}:
        asked = relations or condition.relations or ("about", "listed", "implied", "vendor")
        return any(m.entity_id in FAMILIES[value] and m.relation in asked for m in entry.mentions)
    if facet == "layer":
        return any(tag.layer == value for tag in entry.layers)
    if facet == "text":
        return holds(entry.text, value) or holds(document.title, value)
    simple = {"kind": document.kind, "source": document.source_id, "document": entry.document_id}
    if facet in simple:
        return simple[facet] == value
    if facet == "sponsored":
        return document.sponsored == (value == "true")
    if facet == "published":
        return (
            isinstance(document, Article)
            and published(document) is not None
            and value[0] <= published(document) < value[1]
        )
    if facet == "keynote":
        return (isinstance(document, Session) and document.keynote) == (value == "true")
    return isinstance(document, Session) and meets_session(document, facet, value)


def meets_session(session: Session, facet: str, value) -> bool:  # noqa: PLR0911 - one facet a line
    if facet in {"conference", "track", "format", "status"}:
        return (getattr(session, facet) or "").casefold() == value.casefold()
    if facet == "organisation":
        return any(person.organisation in ORGANISATIONS[value] for person in session.speakers)
    if facet == "speaker":
        return any(person.name in PEOPLE[value] for person in session.speakers)
    if facet == "room":
        return session.room in ROOM_NAMES[value]
    day = session.programme_day or (session.local_start and session.local_start.date())
    if facet == "day":
        return day is not None and day.isoformat() == value
    if session.local_start is None:
        return False
    start = int((session.local_start - datetime.fromisoformat(day.isoformat())).total_seconds()) // 60
    length = int((session.local_end - session.local_start).total_seconds()) // 60 if session.local_end else None
    if facet == "minutes":
        return length is not None and int(value[0]) <= length <= int(value[1])
    if facet == "running":
        return length is not None and any(start <= at < start + length for at in (clock(value), clock(value) + 1440))
    low, high = clock(value[0]), clock(value[1])
    if high <= low:
        return low <= start < high + 1440
    if high == 1440:
        return start >= low
    return low <= start < high or (high <= 360 and low + 1440 <= start < high + 1440)


def clock(text: str) -> int:
    return int(text[:2]) * 60 + int(text[3:])


def published(article: Article) -> str | None:
    day = article.published_day or (article.published_at and article.published_at.date())
    return day.isoformat() if day else None


def holds(text: str, term: str) -> bool:
    text, term = unicodedata.normalize("NFKC", text), unicodedata.normalize("NFKC", term)
    flags = re.IGNORECASE if len(term) > 4 or not term.isalpha() or not term[0].isupper() else 0
    before = r"(?<![A-Za-z0-9_])" if term[0].isascii() else ""
    after = r"(?![A-Za-z0-9_])" if term[-1].isascii() else ""
    return re.search(before + re.escape(term) + after, text, flags) is not None


def names_untagged(entry: Entry, condition: Condition) -> bool:
    body = "\n".join([entry.text.split("\n")[0], entry.document.title, getattr(entry.document, "abstract", entry.text)])
    met = [
        meets_value(entry, condition, value, RELATIONS) or any(holds(body, alias) for alias in ALIASES[value])
        for value in condition.values
    ]
    return all(met) if condition.op == "all" else any(met)


def plain_listing(asked: Filter, audience: Audience, kind: str) -> dict[str, object]:
    base = [
        case.entry
        for case in CASES
        if not case.withdrawn
        and case.entry.document.kind == kind
        and not getattr(case.entry.document, "service", False)
        and (audience.source_ids is None or case.entry.document.source_id in audience.source_ids)
    ]

    def wish(condition: Condition) -> bool:
        return condition.facet in {"hardware", "software"} and condition.op != "not"

    def ids(test) -> set[str]:
        return {entry.document_id for entry in base if all(test(entry, condition) for condition in asked.conditions)}

    members = ids(meets)
    tagged = ids(lambda entry, c: meets(entry, c, RELATIONS) if wish(c) else meets(entry, c))
    named = ids(lambda entry, c: names_untagged(entry, c) if wish(c) else meets(entry, c))
    return {
        "members": members,
        "passing": tagged - members,
        "also named": named - tagged - members,
        "alone": tuple(sum(meets(entry, condition) for entry in base) for condition in asked.conditions),
        "corpus": sum(all(meets(entry, c) for c in asked.of("conference")) for entry in base),
    }


# Random filters


def values_of(facet: str, choices: list[str]) -> st.SearchStrategy[Condition]:
    return st.builds(
        Condition,
        facet=st.just(facet),
        values=st.lists(st.sampled_from(choices), min_size=1, max_size=3, unique=True).map(tuple),
        op=st.sampled_from(["any", "all", "not"]),
    )


def entities(facet: str, choices: list[str]) -> st.SearchStrategy[Condition]:
    return st.builds(
        Condition,
        facet=st.just(facet),
        values=st.lists(st.sampled_from(choices), min_size=1, max_size=2, unique=True).map(tuple),
        op=st.sampled_from(["any", "all", "not"]),
        relations=st.sampled_from([(), (), ("about",), tuple(RELATIONS), ("about", "passing")]),
    )


def ranges(facet: str, choices: list[tuple[str, str]]) -> st.SearchStrategy[Condition]:
    pairs = st.lists(st.sampled_from(choices), min_size=1, max_size=2, unique=True)
    return st.builds(
        Condition,
        facet=st.just(facet),
        values=pairs.map(lambda found: tuple(value for pair in found for value in pair)),
        op=st.sampled_from(["any", "all", "not"]),
    )


CONDITIONS = st.one_of(
    entities("hardware", ["zorkchip", "zork-one"]),
    entities("software", ["quux"]),
    values_of("kind", ["session", "article"]),
    values_of("conference", ["kernel days", "Tile Con", "Nowhere Conf"]),
    values_of("source", ["one", "two"]),
    values_of("document", ["do001", "do002", "do004", "do005", "do006"]),
    values_of("layer", ["runtime", "frontend", "benchmark"]),
    values_of("organisation", list(ORGANISATIONS)),
    values_of("speaker", list(PEOPLE)),
    values_of("room", list(ROOM_NAMES)),
    values_of("track", ["compilers", "Ops"]),
    values_of("format", ["Talk", "panel"]),
    values_of("day", [*DAYS, "2026-10-22"]),
    values_of("running", ["09:05", "09:00", "12:30", "00:20", "18:24"]),
    values_of("sponsored", ["true", "false"]),
    values_of("keynote", ["true", "false"]),
    values_of("status", ["cancelled", "moved"]),
    values_of("text", TERMS),
    ranges(
        "starts", [("00:00", "12:00"), ("12:00", "18:00"), ("18:00", "24:00"), ("00:00", "01:00"), ("23:00", "01:00")]
    ),
    ranges("minutes", [("0", "25"), ("26", "60"), ("40", "40")]),
    ranges("published", [("2026-03-02", "2026-03-05"), ("2026-03-05", "2026-04-01")]),
)
FILTERS = st.lists(CONDITIONS, max_size=3).map(lambda conditions: Filter(conditions=tuple(conditions)))
AUDIENCES = st.sampled_from([None, None, frozenset({"one"}), frozenset({"two"}), frozenset()]).map(
    lambda ids: Audience(source_ids=ids)
)
THOROUGH = settings(
    deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@THOROUGH
@given(asked=FILTERS, audience=AUDIENCES, kind=st.sampled_from(["session", "session", "session", "article"]))
def test_a_listing_is_what_a_plain_reading_gives(
    library: Library, asked: Filter, audience: Audience, kind: str
) -> None:
    listing = library.list(asked, audience, kind=kind)
    assert {
        "members": {member.document_id for member in listing.members},
        "passing": {member.document_id for member in listing.passing},
        "also named": {member.document_id for member in listing.also_named},
        "alone": listing.alone,
        "corpus": listing.corpus,
    } == plain_listing(asked, audience, kind)


@THOROUGH
@given(asked=FILTERS, audience=AUDIENCES)
def test_search_may_return_exactly_the_passages_of_documents_that_meet_a_filter(
    library: Library, asked: Filter, audience: Audience
) -> None:
    wanted = {
        case.entry.document_id
        for case in CASES
        if not case.withdrawn
        and (audience.source_ids is None or case.entry.document.source_id in audience.source_ids)
        and all(meets(case.entry, condition) for condition in asked.conditions)
    }
    allowed = library.allowed_passages(asked, audience)
    if not asked.conditions and audience.source_ids is None:
        assert allowed is None
        return
    assert allowed is not None
    stored = library.documents(wanted)
    assert sorted(allowed) == sorted(passage.id for one in stored.values() for passage in one.passages)


def test_each_member_shows_a_passage_that_holds_the_evidence(library: Library) -> None:
    asked = Filter(conditions=(Condition(facet="hardware", values=("zorkchip",), relations=tuple(RELATIONS)),))
    by_id = {case.entry.document_id: case.entry for case in CASES}
    strength = ["about", "listed", "vendor", "implied", "passing"]
    for member in library.list(asked).members:
        found = [m for m in by_id[member.document_id].mentions if m.entity_id in FAMILIES["zorkchip"]]
        best = min(found, key=lambda m: (strength.index(m.relation), m.char_start))
        (evidence,) = member.evidence
        assert (evidence.value, evidence.relation) == ("zorkchip", best.relation)
        passage = library.passages([evidence.passage_id])[evidence.passage_id]
        # A place between two passages, such as the blank line after the head, counts to the one before it.
        neighbours = [p.char_start for p in library.neighbours(passage.id, 0, 1)][1:]
        assert passage.char_start <= best.char_start < (neighbours or [len(by_id[member.document_id].text)])[0]


def test_documents_of_different_kinds_are_told_apart_by_their_type() -> None:
    kinds: set[type[Document]] = {type(case.entry.document) for case in CASES}
    assert kinds == {Article, Session}
