"""A small conference in a real record: six sessions and three articles, tagged by hand."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from bot import migrations as bot_migrations
from bot.ask.service import AskService
from bot.ask.store import AnswerStore
from bot.models.answer import Answer, Question
from bot.models.plan import Plan
from vectorstore import migrations as record_migrations
from vectorstore.database import migrate, open_engine
from vectorstore.ids import document_id
from vectorstore.lexicon.loader import Lexicon, load_lexicon
from vectorstore.library import Library
from vectorstore.models.claims import Mention, Statement
from vectorstore.models.documents import Article, Document, FetchState, Session, Source, Speaker
from vectorstore.models.record import Entry
from vectorstore.models.search import Condition, Filter, Hit, Hits
from vectorstore.passages import session_text
from vectorstore.text.language import detect
from vectorstore.text.tokens import tokens

NOW = datetime(2026, 9, 1, 12, tzinfo=UTC)
CONFERENCE = "Chip Days 2026"
DAY_ONE, DAY_TWO = date(2026, 10, 20), date(2026, 10, 21)


def session(  # noqa: PLR0917 - a row of the programme
    key: str,
    title: str,
    day: date,
    clock: str,
    room: str | None,
    speakers: tuple[tuple[str, str | None], ...],
    abstract: str,
    *,
    sponsored: bool = False,
    keynote: bool = False,
) -> Session:
    start, _, end = clock.partition("-")
    at = [datetime.fromisoformat(f"{day.isoformat()}T{part}") if part else None for part in (start, end)]
    return Session(
        source_id="guide",
        stable_id=key,
        stable_id_kind="title",
        conference=CONFERENCE,
        title=title,
        language=detect(title),
        abstract=abstract,
        speakers=tuple(Speaker(name=name, organisation=organisation) for name, organisation in speakers),
        room=room,
        local_start=at[0],
        local_end=at[1],
        programme_day=day,
        time_confidence="wall_clock",
        end_basis="stated" if end else "none",
        sponsored=sponsored,
        keynote=keynote,
    )


SESSIONS = (
    session(
        "s1",
        "Opening: native code on Trainium",
        DAY_ONE,
        "09:35-09:40",
        "Grand Ballroom",
        (("Maen Suleiman", "AWS"),),
        "AWS runs models on Trainium without code changes.",
        sponsored=True,
        keynote=True,
    ),
    session(
        "s2",
        "Helion backends",
        DAY_ONE,
        "11:45-12:10",
        "210BF",
        (("Oguz Ulgen", "Meta"), ("Jason Ansel", "Meta")),
        "Two backends of Helion: CuteDSL for NVIDIA GPUs and Pallas for TPU. One kernel source serves both.",
    ),
    session(
        "s3",
        "Kernels for any chip",
        DAY_ONE,
        "12:00-12:25",
        "210BF",
        (("Stefan Lindall", "Modular"),),
        "MAX compiles fused kernels for many chips, among them H100, TPU and Trainium.",
    ),
    session(
        "s4",
        "TPU 上的原生服务",
        DAY_TWO,
        "14:15-14:40",
        "LL20CD",
        (("Colin Taylor", "Meta"), ("Qi Zhou", "Google")),
        "SGLang 和 vLLM 可以在 TPU 上运行，并保留原有的调度器。",
    ),
    session("s5", "A panel on portability", DAY_TWO, "15:00", "LL21ABC", (), "Unlike TPU, CPUs are everywhere."),
    session(
        "s6",
        "Profiling Trainium",
        DAY_TWO,
        "14:20-14:45",
        "LL21ABC",
        (("Esha Lakhotia", "AWS Annapurna Labs"),),
        "A workflow from modules down to hardware cycles.",
        sponsored=True,
    ),
)
MENTIONS = {
    "s1": (("Trainium", "trainium", "about"),),
    "s2": (("TPU", "tpu", "about"), ("NVIDIA GPUs", "nvidia-gpu", "about"), ("Helion", "helion", "about")),
    "s3": (("TPU", "tpu", "listed"), ("Trainium", "trainium", "listed")),
    "s4": (("TPU", "tpu", "about"),),
    "s5": (("TPU", "tpu", "passing"),),
    "s6": (("Trainium", "trainium", "about"),),
}


def article(key: str, title: str, published: date | None, language: str, *, source: str = "blog") -> Article:
    return Article(
        source_id=source,
        stable_id=key,
        stable_id_kind="url",
        title=title,
        language=language,
        canonical_url=f"https://example.org/{key}",
        published_day=published,
        date_confidence="date_only" if published else "missing",
    )


ARTICLES = (
    (article("cache", "How the compile cache works", date(2026, 8, 30), "en"),
     ("# How the compile cache works\n\nThe compile cache stores generated kernels under a hash of their source. "
      "A second start therefore skips autotuning. Old entries are deleted after thirty days.\n")),
    (article("mtia", "MTIA 的内存层次", date(2026, 8, 20), "zh"),
     "# MTIA 的内存层次\n\nMTIA 的每个处理单元带有本地内存。片上共享内存用于在处理单元之间交换数据。\n"),
    (article("guide", "Guide to Chip Days", None, "zh", source="guide"),
     "# Guide to Chip Days\n\n会议于 10 月 20 至 21 日在旧金山举行。\n\n## 结束语\n\n我们在圣何塞等你。\n"),
)  # fmt: skip


def _mentions(key: str, text: str) -> tuple[Mention, ...]:
    body = text.index("\n\n") if "\n\n" in text else 0
    made = []
    for words, entity, relation in MENTIONS.get(key, ()):
        start = text.index(words, body) if words in text[body:] else text.index(words)
        made.append(Mention(entity_id=entity, char_start=start, char_end=start + len(words), relation=relation))
    return tuple(made)


def _statements(text: str) -> tuple[Statement, ...]:
    return tuple(
        Statement(
            subject=f"conference:{CONFERENCE}",
            aspect="city",
            value=value,
            normal=normal,
            char_start=text.index(value),
            char_end=text.index(value) + len(value),
        )
        for value, normal in (("旧金山", "san francisco"), ("圣何塞", "san jose"))
        if value in text
    )


def _entry(document: Document, text: str) -> Entry:
    return Entry(
        document_id=document_id(document.source_id, document.stable_id),
        document=document,
        text=text,
        content_hash=f"hash of {document.stable_id}",
        mentions=_mentions(document.stable_id, text) if isinstance(document, Session) else (),
        statements=_statements(text) if document.stable_id == "guide" else (),
    )


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    return load_lexicon()


@pytest.fixture
def empty_library(tmp_path: Path, lexicon: Lexicon) -> Iterator[Library]:
    engine = open_engine(f"sqlite:///{tmp_path / 'hallway.db'}")
    migrate(engine, "vectorstore", record_migrations.STEPS)
    migrate(engine, "bot", bot_migrations.STEPS)
    yield Library(engine, lexicon)
    engine.dispose()


@pytest.fixture
def library(empty_library: Library) -> Library:
    guide = [_entry(one, session_text(one)) for one in SESSIONS]
    guide += [_entry(one, text) for one, text in ARTICLES if one.source_id == "guide"]
    blog = [_entry(one, text) for one, text in ARTICLES if one.source_id == "blog"]
    for source, entries in (
        (Source(id="guide", name="Chip Days guide", url="guide.md", kind="conference", conference=CONFERENCE), guide),
        (Source(id="blog", name="Compiler Blog", url="https://example.org", kind="feed"), blog),
    ):
        empty_library.write(source, entries, fetch=FetchState(source_id=source.id), now=NOW)
    return empty_library


class WordSearch:
    """Finds passages by shared tokens alone: enough to say where to look first."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.asked: list[str] = []

    def search(self, question: str, filter: Filter, audience: object, limit: int = 12) -> Hits:  # noqa: A002
        self.asked.append(question)
        allowed = self.library.allowed_passages(filter, audience)  # type: ignore[arg-type]
        wanted = set(tokens(question))
        hits = []
        for stored in self.library.documents(self.library.document_ids(), audience).values():  # type: ignore[arg-type]
            for passage in stored.passages:
                score = len(wanted & set(tokens(passage.text)))
                if allowed is None or passage.id in allowed:
                    hits.append(Hit(passage=passage, document=stored.document, score=score, matched_by=("words",)))
        hits.sort(key=lambda hit: (-hit.score, hit.passage.id))
        return Hits(hits=tuple(hits[:limit]))


@pytest.fixture
def searching(library: Library) -> WordSearch:
    return WordSearch(library)


@pytest.fixture
def store(empty_library: Library) -> AnswerStore:
    return AnswerStore(empty_library.engine)


@pytest.fixture
def service(library: Library, searching: WordSearch, store: AnswerStore, lexicon: Lexicon) -> AskService:
    return AskService(library, lambda: searching, lexicon, store, lambda: NOW)


@pytest.fixture
def answer(service: AskService) -> Callable[..., Answer]:
    """Answer a plan made by hand."""

    def answering(
        kind: str, *conditions: Condition, language: str = "en", question: str = "", **more: object
    ) -> Answer:
        asked = Plan(kind=kind, language=language, question=question, filter=Filter(conditions=conditions), **more)
        return service.answer(asked, ask(question))

    return answering


def ask(text: str, **more: object) -> Question:
    return Question(turn_id="tu1", text=text, asked_at=NOW, **more)
