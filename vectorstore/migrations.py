"""The steps that bring a record's tables up to date, oldest first; a step that was released is never edited."""

from sqlalchemy import Connection

from vectorstore import tables, words
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
    words.create(connection)


STEPS: tuple[Step, ...] = (("tables", _create_tables),)
