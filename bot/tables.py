"""The tables of everything the bot says, on the one MetaData of the record."""

from sqlalchemy import Column, ForeignKey, Index, Table, Text

from vectorstore.tables import metadata

conversations = Table(
    "conversations",
    metadata,
    Column("id", Text, primary_key=True),
    Column("tenant", Text, nullable=False),  # workspace or guild ("slack:TEAM"); empty on the command line
    Column("started_at", Text, nullable=False),
    Column("last_turn_at", Text, nullable=False),
)

turns = Table(
    "turns",
    metadata,
    Column("id", Text, primary_key=True),
    Column("conversation_id", Text, ForeignKey("conversations.id"), nullable=False),
    Column("author", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("asked_at", Text, nullable=False),
    Column("state", Text, nullable=False),  # running, answered, stopped, failed
    Column("answer_id", Text),
    Column("passage_ids", Text, nullable=False),  # JSON list
    Column("filter", Text),  # JSON of the Filter that was used
    Index(None, "conversation_id", "asked_at"),
)

answers = Table(
    "answers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("turn_id", Text, ForeignKey("turns.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("body", Text, nullable=False),  # JSON of the whole Answer
    Index(None, "turn_id"),
)
