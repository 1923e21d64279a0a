"""The steps that bring the bot's tables up to date, oldest first; a step that was released is never edited."""

from sqlalchemy import Connection

from bot import tables
from vectorstore.database import Step

_FIRST = (tables.conversations, tables.turns, tables.answers)


def _create_tables(connection: Connection) -> None:
    for table in _FIRST:
        table.create(connection)


STEPS: tuple[Step, ...] = (("conversations", _create_tables),)
