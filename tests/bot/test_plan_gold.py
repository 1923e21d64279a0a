"""The question files over the seed guide and its English original: the planned filter lists exactly the right sessions."""

import asyncio
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.ask.plan import plan
from ingest.catalogue import source_for
from ingest.pipeline import collect
from vectorstore import migrations
from vectorstore.database import migrate, open_engine
from vectorstore.lexicon.loader import load_lexicon
from vectorstore.library import Library
from vectorstore.models.documents import Session

pytestmark = pytest.mark.shared

NOW = datetime(2026, 9, 1, 9, 0, tzinfo=UTC)
SHARED = Path(__file__).resolve().parents[3] / "shared"
GUIDES = {"zh": "seeds/003_03ad75fb22ca1754.txt", "en": "corpus/guides/pytorch-na-2026-hardware.en.md"}
PAIRS = [("zh", "zh"), ("en", "en"), ("zh", "en"), ("en", "zh")]


@cache
def _json(name: str) -> Any:
    return json.loads((SHARED / "gold" / name).read_text(encoding="utf-8"))


def _questions() -> list[Any]:
    if not SHARED.is_dir():
        return []
    return [
        pytest.param(question, id=question["id"])
        for name in ("seed_guide_questions.json", "list_questions.json")
        for question in _json(name)["questions"]
    ]


@pytest.fixture(scope="module")
def library_of(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Library]]:
    made: dict[str, Library] = {}
    engines = []

    def make(guide: str) -> Library:
        if guide not in made:
            engine = open_engine(f"sqlite:///{tmp_path_factory.mktemp('plan') / 'hallway.db'}")
            engines.append(engine)
            migrate(engine, "vectorstore", migrations.STEPS)
            made[guide] = Library(engine, load_lexicon())
            source = source_for(str(shared / GUIDES[guide]))
            report = asyncio.run(collect([source], made[guide], load_lexicon(), now=NOW)).reports[0]
            assert report.error is None
        return made[guide]

    yield make
    for engine in engines:
        engine.dispose()


def _ids(library: Library, wanted: Any) -> set[str]:
    places = {(s["date"], s["start"], s["room"]): s["id"] for s in _json("seed_guide_sessions.json")["sessions"]}
    lexicon = load_lexicon()
    found = set()
    for member in library.list(wanted).members:
        session = member.document
        assert isinstance(session, Session)
        assert session.programme_day is not None
        assert session.local_start is not None
        where = (session.programme_day.isoformat(), f"{session.local_start:%H:%M}")
        same = [
            key
            for (day, start, room), key in places.items()
            if (day, start) == where and lexicon.same_room(room) == lexicon.same_room(session.room or "")
        ]
        assert len(same) == 1
        found.add(same[0])
    return found


@pytest.mark.parametrize(("asked_in", "guide"), PAIRS, ids=["-over-".join(pair) for pair in PAIRS])
@pytest.mark.parametrize("question", _questions())
def test_a_question_of_the_gold_files_lists_exactly_its_sessions(
    question: Any, asked_in: str, guide: str, library_of: Callable[[str], Library]
) -> None:
    library = library_of(guide)
    planned = plan(
        question["question"][asked_in],
        lexicon=load_lexicon(),
        facets=library.facets(),
        now=NOW,
        occurs=library.occurs,
    )

    assert (planned.kind in {"list", "agenda"}, planned.unknown, planned.language) == (True, (), asked_in)
    arguable = set(question.get("arguable", []))
    assert _ids(library, planned.filter) - arguable == set(question["ids"]) - arguable
