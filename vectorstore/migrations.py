"""The steps that bring a record's tables up to date, oldest first; a step that was released is never edited."""

from sqlalchemy import Connection, text

from vectorstore import tables
from vectorstore.database import Step

_FIRST = (
    tables.sources,
    tables.fetch_states,
    tables.documents,
    tables.revisions,
    tables.speakers,
    tables.passages,
    tables.vectors,
    tables.index_state,
    tables.words,
    tables.word_lengths,
    tables.mentions,
    tables.layers,
    tables.statements,
    tables.changes,
)


def _create_tables(connection: Connection) -> None:
    dialect = connection.dialect.name
    for table in _FIRST:
        if table.info.get("dialect", dialect) == dialect:
            table.create(connection)
    if dialect == "sqlite":
        connection.execute(text(tables.WORDS_FTS5))


STEPS: tuple[Step, ...] = (("tables", _create_tables),)
