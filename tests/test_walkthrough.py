"""The first file to read: one programme on its way from bytes to a cited answer, through every part of the house."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.app import App, make_app
from bot.ask import support
from bot.models.answer import Answer, Question
from bot.render.post import answer_post
from bot.render.to_text import post_text
from bot.settings import Settings
from ingest.catalogue import source_for
from ingest.pipeline import Collected, collect
from vectorstore.embeddings import make_embedder
from vectorstore.ids import minted_id

NOW = datetime(2027, 1, 10, 8, 0, tzinfo=UTC)
GUIDE = """# Guide to Loom Conf 2027

Loom Conf 2027 (Porto, May 4–5, 2027) is about compilers.

## Kernels: Day One

### Fast Matrix Tiles on TPU

Ada Weber, Loomworks 9:00–9:25 AM, Hall A

How a tile compiler reaches the peak of a TPU.

### Sponsored: Triton for the Impatient

Bo Lind, Fastlane 9:30–9:40 AM, Hall B

A demo of Triton kernels on AMD Instinct.

### 昇腾上的图编译

周宁，织机实验室 10:00–10:25 AM, Hall A

介绍面向昇腾 NPU 的图编译器。

## Serving: Day Two

### Serving on TPU Without Tears

Ada Weber (Loomworks), Cleo Marsh (Fastlane) 9:00–9:25 AM, Hall A

Batching and caching for a language model on TPU with vLLM.

### Quiet Compilers

Dov Ames, Loomworks 9:30–9:55 AM, Hall B

What a compiler should say, and when it should stay silent, without TPU or GPU in sight.
"""


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    made = make_app(Settings(data_dir=tmp_path / "data"), embedder=make_embedder("hashing:512"), clock=lambda: NOW)
    yield made
    made.close()


def _collect(app: App, path: Path) -> Collected:
    source = source_for(path, tz="Europe/Lisbon")
    collected = asyncio.run(collect([source], app.library, app.lexicon, now=NOW))
    app.index_due(lambda _done, _total: None)
    return collected


def _ask(app: App, text: str, conversation: str = "walk") -> Answer:
    return app.ask.ask(Question(turn_id=minted_id("tu"), text=text, asked_at=NOW, conversation=conversation))


def test_a_programme_becomes_complete_cited_answers_in_the_language_of_the_question(app: App, tmp_path: Path) -> None:
    guide = tmp_path / "guide.md"
    guide.write_text(GUIDE, encoding="utf-8")

    # Bytes become documents, whole: the page itself and its five sessions.
    first = _collect(app, guide)
    assert [(report.kind, report.counts) for report in first.reports] == [("guide", {"added": 6})]

    # A list is complete, in the language of the question, and every line has its source.
    answer = _ask(app, "which talks target TPU?")
    assert [row.title for row in answer.rows if not row.passing] == [
        "Fast Matrix Tiles on TPU",
        "Serving on TPU Without Tears",
    ]
    assert answer.completeness is not None
    assert (answer.completeness.matched, answer.completeness.corpus, answer.completeness.passing) == (2, 5, 1)
    assert all(row.cite is not None for row in answer.rows if not row.passing)

    # Every sentence is held by the passages it cites.
    cited = app.library.passages([citation.passage_id for citation in answer.citations])
    assert support.check(answer, cited, app.lexicon).unsupported == ()

    # The follow-up inherits the filter, in the other language.
    assert [row.title for row in _ask(app, "只看第二天的").rows if not row.passing] == ["Serving on TPU Without Tears"]

    # What nobody wrote is refused, and the refusal names it.
    refusal = _ask(app, "which talks target Cerebras?", conversation="other")
    assert refusal.kind == "refusal"
    assert "Cerebras" in post_text(answer_post(refusal), width=100)

    # The same bytes again cost nothing; a moved talk is one change and keeps its identity.
    assert _collect(app, guide).reports[0].same_bytes
    guide.write_text(GUIDE.replace("9:30–9:55 AM, Hall B", "11:00–11:25 AM, Hall A"), encoding="utf-8")
    moved = _collect(app, guide).reports[0]
    assert [(change.kind, change.title) for change in moved.changes] == [("moved", "Quiet Compilers")]
    assert [f"{row.start:%H:%M} {row.room}" for row in _ask(app, "when is Quiet Compilers?").rows] == ["11:00 Hall A"]


def test_a_talk_is_found_again_by_its_place_in_the_list(app: App, tmp_path: Path) -> None:
    guide = tmp_path / "guide.md"
    guide.write_text(GUIDE, encoding="utf-8")
    _collect(app, guide)
    _ask(app, "agenda for day 2", conversation="places")
    assert [row.title for row in _ask(app, "the second one", conversation="places").rows] == ["Quiet Compilers"]
    assert [row.title for row in _ask(app, "第一个是谁讲的？", conversation="places").rows] == [
        "Serving on TPU Without Tears"
    ]
    assert _ask(app, "where is the 9th one?", conversation="places").kind == "refusal"


def test_companies_are_listed_whole_with_a_source_each(app: App, tmp_path: Path) -> None:
    guide = tmp_path / "guide.md"
    guide.write_text(GUIDE, encoding="utf-8")
    _collect(app, guide)
    answer = _ask(app, "which companies are presenting?", conversation="companies")
    shown = post_text(answer_post(answer), width=100)
    assert "Organisations: 3, giving 5 sessions." in shown
    assert [
        name in shown for name in ("Loomworks · 3 sessions", "Fastlane · 2 sessions", "织机实验室 · 1 session")
    ] == [
        True,
        True,
        True,
    ]
    cited = app.library.passages([citation.passage_id for citation in answer.citations])
    assert support.check(answer, cited, app.lexicon).unsupported == ()


def test_a_talk_that_its_programme_no_longer_lists_is_shown_as_such(app: App, tmp_path: Path) -> None:
    guide = tmp_path / "guide.md"
    sixth = "\n### Loud Compilers\n\nDov Ames, Loomworks 11:00–11:25 AM, Hall B\n\nWhat a compiler should shout.\n"
    guide.write_text(GUIDE + sixth, encoding="utf-8")
    _collect(app, guide)
    guide.write_text(GUIDE, encoding="utf-8")
    report = _collect(app, guide).reports[0]
    assert [(change.kind, change.title) for change in report.changes] == [("missing", "Loud Compilers")]
    shown = post_text(answer_post(_ask(app, "which talks are in Hall B?", conversation="missing")), width=200)
    said = " ".join(shown.split())
    assert "11:00–11:25 · Hall B · Dov Ames (Loomworks) · no longer in the newest version" in said
    assert said.count("no longer in the newest version") == 1
