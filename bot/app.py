"""The composition root: plain constructor calls, the only place that knows implementations."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property

from sqlalchemy import Engine

from bot import migrations as bot_migrations
from bot.ask.service import AskService
from bot.ask.store import AnswerStore
from bot.settings import Settings
from vectorstore import migrations as record_migrations
from vectorstore.database import migrate, open_engine
from vectorstore.embeddings import Embedder, make_embedder
from vectorstore.lexicon.loader import Lexicon, load_lexicon
from vectorstore.library import Library


def system_clock() -> datetime:
    """Tell the time, aware, in UTC."""
    return datetime.now(UTC)


@dataclass
class App:
    """Everything a use case needs, built once; the parts that are slow to load come with their first use."""

    settings: Settings
    engine: Engine
    lexicon: Lexicon
    library: Library
    store: AnswerStore
    clock: Callable[[], datetime]
    given_embedder: Embedder | None = None
    _open: list[object] = field(default_factory=list)

    @cached_property
    def embedder(self) -> Embedder:
        """Load the embedding model; raises EmbedderUnavailable."""
        return self.given_embedder or make_embedder(self.settings.embeddings)

    @cached_property
    def ask(self) -> AskService:
        """Answer questions; search and its model are loaded by the first question that needs them."""
        return AskService(
            library=self.library, search=lambda: self.search, lexicon=self.lexicon, store=self.store, clock=self.clock
        )

    def close(self) -> None:
        """Let go of the record and, if it was opened, the index."""
        self.engine.dispose()


def make_app(
    settings: Settings, *, embedder: Embedder | None = None, clock: Callable[[], datetime] = system_clock
) -> App:
    """Open the record (bringing its tables up to date) and put the parts together.

    Raises DatabaseUnavailable and LexiconInvalid, each with one line and a remedy.
    """
    engine = open_engine(settings.record_url)
    migrate(engine, "vectorstore", record_migrations.STEPS)
    migrate(engine, "bot", bot_migrations.STEPS)
    lexicon = load_lexicon(settings.lexicon_dir)
    return App(
        settings=settings,
        engine=engine,
        lexicon=lexicon,
        library=Library(engine, lexicon),
        store=AnswerStore(engine),
        clock=clock,
        given_embedder=embedder,
    )
