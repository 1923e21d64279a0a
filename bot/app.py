"""Where the parts are put together: which record, index and model this installation uses is known here alone."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Engine

from bot import migrations as bot_migrations
from bot.ask.store import AnswerStore
from bot.settings import Settings
from vectorstore import migrations as record_migrations
from vectorstore.database import migrate, open_engine
from vectorstore.errors import EmbedderUnavailable, IndexUnavailable
from vectorstore.lexicon.loader import Lexicon, load_lexicon
from vectorstore.library import Library

if TYPE_CHECKING:
    from bot.ask.service import AskService
    from vectorstore.embeddings import Embedder
    from vectorstore.index import Indexes
    from vectorstore.reindex import Indexed
    from vectorstore.rerank import Reranker
    from vectorstore.search import Search

logger = logging.getLogger(__name__)

TAGGED_WITH = "tagged_with"


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
    given_embedder: "Embedder | None" = None

    @cached_property
    def ask(self) -> "AskService":
        """Answer questions; search and its model are loaded by the first question that needs them."""
        from bot.ask.service import AskService  # noqa: PLC0415 - collecting understands no questions

        return AskService(
            library=self.library,
            search=lambda: self.search,
            lexicon=self.lexicon,
            store=self.store,
            clock=lambda: self.clock(),  # noqa: PLW0108 - `hallway ask --now` stands the clock still later
        )

    @cached_property
    def embedder(self) -> "Embedder":
        """Make the embedder that the settings name; raises EmbedderUnavailable."""
        from vectorstore.embeddings import make_embedder  # noqa: PLC0415 - lists need no embedder

        return self.given_embedder or make_embedder(self.settings.embeddings)

    @cached_property
    def search(self) -> "Search":
        """Search by words and meaning; without a model or an index by words alone, which its notes say."""
        from vectorstore.search import Search  # noqa: PLC0415 - lists need no search

        embedder: Embedder | None = None
        indexes: Indexes | None = None
        try:
            embedder = self.embedder
            indexes = self.open_index(write=False)
        except EmbedderUnavailable as error:
            logger.warning("search goes by words: %s", error)
        except IndexUnavailable as error:
            logger.warning("search goes by words: %s", error)
        return Search(self.library, embedder, indexes, reranker=self._reranker_if_it_loads())

    @property
    def index_location(self) -> Path | str:
        """Say where the index is: a folder, or the address of a Chroma server."""
        return self.settings.chroma_url or self.settings.data_dir / "chroma"

    def open_index(self, *, write: bool) -> "Indexes":
        """Open the present generation; raises IndexUnavailable."""
        from vectorstore.reindex import open_current  # noqa: PLC0415 - brings chromadb

        return open_current(self.library, self.embedder, self.index_location, write=write)

    def index_is_due(self) -> bool:
        """Say whether there is anything to embed or to index; this costs neither the model nor the index."""
        from vectorstore.reindex import is_due  # noqa: PLC0415

        return is_due(self.library, self.embedder, self.index_location)

    def index_due(self, report: Callable[[int, int], None]) -> "Indexed":
        """Embed and index what is due, as the one writer of the index."""
        from vectorstore.reindex import bring_up_to_date  # noqa: PLC0415

        indexes = self.open_index(write=True)
        try:
            return bring_up_to_date(self.library, self.embedder, self.index_location, indexes, report=report)
        finally:
            indexes.close()

    def tags_are_due(self) -> bool:
        """Say whether documents were tagged with another state of the lexicon than today's."""
        return self.library.counts().documents > 0 and self.library.state(TAGGED_WITH) != self.lexicon.content_hash

    def renew_tags(self) -> int:
        """Tag every document anew and count them."""
        from ingest.claims.extract import tag  # noqa: PLC0415

        done = self.library.retag(self.library.document_ids(), lambda document, text: tag(document, text, self.lexicon))
        self.library.set_state(TAGGED_WITH, self.lexicon.content_hash)
        return done

    def begin_collecting(self) -> int:
        """See that old documents and new ones are tagged with one state of the lexicon; count those tagged anew."""
        if self.tags_are_due():
            return self.renew_tags()
        self.library.set_state(TAGGED_WITH, self.lexicon.content_hash)
        return 0

    def close(self) -> None:
        """Let go of the record and, if search opened it, the index."""
        if (search := self.__dict__.get("search")) is not None and search.indexes is not None:
            search.indexes.close()
        self.engine.dispose()

    @cached_property
    def reranker(self) -> "Reranker | None":
        """Load the cross-encoder that the settings name, if they name one; raises EmbedderUnavailable."""
        if not self.settings.rerank:
            return None
        from vectorstore.rerank import Reranker  # noqa: PLC0415 - brings torch

        return Reranker(self.settings.rerank)

    def _reranker_if_it_loads(self) -> "Reranker | None":
        try:
            return self.reranker
        except EmbedderUnavailable as error:
            logger.warning("hits keep their order: %s", error)
            return None


def make_app(
    settings: Settings, *, embedder: "Embedder | None" = None, clock: Callable[[], datetime] = system_clock
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
