"""The tables of everything we know, on the one MetaData that the bot's tables join."""

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# Ids are text; instants are text in UTC that sorts by time; days are ISO dates; JSON is text.

migrations = Table(
    "migrations",
    metadata,
    Column("package", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("applied_at", Text, nullable=False),
)

sources = Table(
    "sources",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("first_party", Boolean, nullable=False),
    Column("source", Text, nullable=False),  # JSON of the whole Source
)

fetch_states = Table(
    "fetch_states",
    metadata,
    Column("source_id", Text, ForeignKey("sources.id"), primary_key=True),
    Column("state", Text, nullable=False),  # JSON of the whole FetchState
)

# One narrow row per document in its newest state, for filters to compare; the whole of it is in its revision.
documents = Table(
    "documents",
    metadata,
    Column("id", Text, primary_key=True),
    Column("source_id", Text, ForeignKey("sources.id"), nullable=False),
    Column("stable_id", Text, nullable=False),
    Column("stable_id_kind", Text, nullable=False),
    Column("revision_id", Text, nullable=False),
    Column("lead_passage_id", Text, nullable=False),  # title and meta of a session, the first passage of an article
    Column("content_hash", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("conference", Text),
    Column("conference_key", Text),
    Column("room", Text),
    Column("track", Text),
    Column("track_key", Text),
    Column("format", Text),
    Column("format_key", Text),
    Column("venue_zone", Text),
    Column("day", Text),  # programme day, else the day of the local start
    Column("start_minute", Integer),  # minutes from that day's midnight; beyond 1440 after midnight
    Column("end_minute", Integer),
    Column("length", Integer),  # minutes
    Column("published", Text),  # ISO day
    Column("sponsored", Boolean, nullable=False),
    Column("keynote", Boolean, nullable=False),
    Column("service", Boolean, nullable=False),
    Column("status", Text),
    Column("live", Boolean, nullable=False),
    Column("first_seen_at", Text, nullable=False),
    Column("missing_since", Text),
    Column("withdrawn_at", Text),
    Index(None, "source_id"),
    # None on kind, live or service: they admit nearly every row, and SQLite would go through them all the same.
    Index(None, "day"),
    Index(None, "room"),
)

revisions = Table(
    "revisions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("document_id", Text, ForeignKey("documents.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("content_hash", Text, nullable=False),
    Column("first_seen_at", Text, nullable=False),
    Column("withdrawn_at", Text),
    Column("document", Text, nullable=False),  # JSON of the whole Article or Session
    Column("text", Text, nullable=False),
    UniqueConstraint("document_id", "number"),
)

# Speakers of the newest state, for filters; the document's JSON has them too.
speakers = Table(
    "speakers",
    metadata,
    Column("document_id", Text, ForeignKey("documents.id"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False),
    Column("organisation", Text),
    Index(None, "name_key"),
    Index(None, "organisation"),
)

# `row` is the rowid of the words table.
passages = Table(
    "passages",
    metadata,
    Column("row", Integer, primary_key=True, autoincrement=True),
    Column("id", Text, nullable=False, unique=True),
    Column("revision_id", Text, ForeignKey("revisions.id"), nullable=False),
    Column("document_id", Text, ForeignKey("documents.id"), nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("char_start", Integer, nullable=False),
    Column("char_end", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("text_hash", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("heading", Text, nullable=False),
    Column("live", Boolean, nullable=False),
    Column("indexed_in", Text),  # generation of the vector index that holds it
    Index(None, "revision_id", "ordinal"),
    Index(None, "document_id", "live"),
    # Not led by `live`: SQLite would take it for selective and read nearly every passage through it.
    Index(None, "indexed_in", "live"),
)

# An ordinary table with an integer key: as WITHOUT ROWID it takes twice the room and reads five times slower.
vectors = Table(
    "vectors",
    metadata,
    Column("row", Integer, primary_key=True, autoincrement=True),
    Column("embedder", Text, nullable=False),
    Column("text_hash", Text, nullable=False),
    Column("vector", LargeBinary, nullable=False),  # float32, little-endian
    UniqueConstraint("embedder", "text_hash"),
)

index_state = Table(
    "index_state",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

# PostgreSQL's half of `vectorstore.words`; on SQLite the words are one FTS5 table.
words = Table(
    "words",
    metadata,
    Column("token", Text, nullable=False),
    Column("passage", Integer, nullable=False),  # passages.row
    Column("tf", Integer, nullable=False),
    Index(None, "token", postgresql_include=["passage", "tf"]),
    Index(None, "passage"),
    info={"dialect": "postgresql"},
)

word_lengths = Table(
    "word_lengths",
    metadata,
    Column("passage", Integer, primary_key=True, autoincrement=False),  # passages.row
    Column("length", Integer, nullable=False),
    info={"dialect": "postgresql"},
)

mentions = Table(
    "mentions",
    metadata,
    Column("row", Integer, primary_key=True, autoincrement=True),
    Column("entity_id", Text, nullable=False),
    Column("relation", Text, nullable=False),
    Column("document_id", Text, ForeignKey("documents.id"), nullable=False),
    Column("passage_id", Text, ForeignKey("passages.id"), nullable=False),
    Column("char_start", Integer, nullable=False),  # into the revision's text
    Column("char_end", Integer, nullable=False),
    Index(None, "entity_id", "relation", "document_id"),
    Index(None, "document_id"),
)

layers = Table(
    "layers",
    metadata,
    Column("row", Integer, primary_key=True, autoincrement=True),
    Column("layer", Text, nullable=False),
    Column("document_id", Text, ForeignKey("documents.id"), nullable=False),
    Column("passage_id", Text, ForeignKey("passages.id"), nullable=False),
    Column("char_start", Integer, nullable=False),
    Column("char_end", Integer, nullable=False),
    Index(None, "layer", "document_id"),
    Index(None, "document_id"),
)

statements = Table(
    "statements",
    metadata,
    Column("row", Integer, primary_key=True, autoincrement=True),
    Column("subject", Text, nullable=False),
    Column("aspect", Text, nullable=False),
    Column("value", Text, nullable=False),
    Column("normal", Text, nullable=False),
    Column("document_id", Text, ForeignKey("documents.id"), nullable=False),
    Column("passage_id", Text, ForeignKey("passages.id"), nullable=False),
    Column("char_start", Integer, nullable=False),
    Column("char_end", Integer, nullable=False),
    Index(None, "subject", "aspect"),
    Index(None, "document_id"),
)

# What changed in a source from one import to the next; append-only.
changes = Table(
    "changes",
    metadata,
    Column("row", Integer, primary_key=True, autoincrement=True),
    Column("source_id", Text, ForeignKey("sources.id"), nullable=False),
    Column("at", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("change", Text, nullable=False),  # JSON
    Index(None, "source_id", "at"),
)
