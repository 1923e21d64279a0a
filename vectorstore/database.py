"""Opens the record: engines for SQLite and PostgreSQL, reading and writing transactions, and the migration runner."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, OperationalError, SQLAlchemyError

from vectorstore.errors import DatabaseUnavailable
from vectorstore.tables import migrations

Step = tuple[str, Callable[[Connection], None]]

# A large programme or new tags for everything are one transaction: whoever comes meanwhile waits rather than fails.
_BUSY_SECONDS = 20
_POSTGRES_OPTIONS = (
    f"-c statement_timeout=30s -c lock_timeout={_BUSY_SECONDS}s -c idle_in_transaction_session_timeout=60s"
)
# Any number serves, as long as every process of ours takes the same one.
_MIGRATION_LOCK = 4_201_226


def open_engine(url: str) -> Engine:
    """Open the record at a SQLAlchemy URL and make sure that it answers.

    The folder of a SQLite file is created. Raises DatabaseUnavailable.
    """
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        message = f"{url!r} is no database address. Use sqlite:///folder/file.db or postgresql://user@host/name."
        raise DatabaseUnavailable(message) from error
    engine = _sqlite(parsed) if parsed.get_backend_name() == "sqlite" else _postgresql(parsed)
    try:
        with engine.connect() as connection:
            connection.execute(select(1))
    except SQLAlchemyError as error:
        engine.dispose()
        raise _unavailable(engine, error) from error
    return engine


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Read one consistent state of the record; readers never wait for a writer."""
    options: dict[str, Any] = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}
    yield from _transaction(engine.execution_options(**options))


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Write in one transaction that holds SQLite's write lock from its first statement on.

    Taking the lock late makes "read, then write" fail in the middle when another process wrote in between.
    """
    yield from _transaction(engine.execution_options(writes=True))


def migrate(engine: Engine, name: str, steps: Sequence[Step]) -> list[str]:
    """Apply the steps of package `name` that this record lacks, in order, and give the names of those applied.

    Each step is one transaction under a lock, so that processes started together apply it once, and a process killed
    in between leaves whole steps. Raises DatabaseUnavailable when the record was made by a newer program.
    """
    with writing(engine) as connection:
        _lock_migrations(connection)
        migrations.create(connection, checkfirst=True)
    applied = []
    with reading(engine) as connection:
        known = _applied(connection, name)
    if unknown := sorted(known - {step for step, _ in steps}):
        message = f"The record was made by a newer Hallway ({name}: {', '.join(unknown)}). Update Hallway."
        raise DatabaseUnavailable(message)
    for step, apply in steps:
        if step in known:
            continue
        with writing(engine) as connection:
            _lock_migrations(connection)
            if step in _applied(connection, name):
                continue
            apply(connection)
            row = {"package": name, "name": step, "applied_at": datetime.now(UTC).isoformat()}
            connection.execute(insert(migrations).values(row))
        applied.append(step)
    return applied


def _applied(connection: Connection, package: str) -> set[str]:
    return set(connection.scalars(select(migrations.c.name).where(migrations.c.package == package)))


def _lock_migrations(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})


def _transaction(engine: Engine) -> Iterator[Connection]:
    try:
        with engine.begin() as connection:
            yield connection
    except DatabaseError as error:
        # Plain DatabaseError is what SQLite raises for a damaged file; its other kinds are mistakes of ours.
        if type(error) not in {OperationalError, DatabaseError}:
            raise
        raise _unavailable(engine, error) from error


def _sqlite(url: URL) -> Engine:
    if not url.database or url.database == ":memory:":
        message = "A record in memory is seen by one thread only. Name a file: sqlite:///folder/file.db."
        raise DatabaseUnavailable(message)
    try:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"The folder of {url.database} cannot be made ({error.strerror}). Choose another in DATABASE_URL."
        raise DatabaseUnavailable(message) from error
    engine = create_engine(url, connect_args={"timeout": _BUSY_SECONDS})
    event.listen(engine, "connect", _set_pragmas)
    event.listen(engine, "begin", _begin)
    return engine


def _set_pragmas(connection: Any, _record: object) -> None:  # noqa: ANN401 - what drivers give has no common type
    # The driver would otherwise begin transactions by itself, and too late.
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout = {_BUSY_SECONDS * 1000}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _postgresql(url: URL) -> Engine:
    if url.get_backend_name() not in {"postgresql", "postgres"}:
        message = f"No support for {url.drivername} databases. Use sqlite:///folder/file.db or postgresql://…"
        raise DatabaseUnavailable(message)
    try:
        return create_engine(
            url.set(drivername="postgresql+psycopg"),
            connect_args={"options": _POSTGRES_OPTIONS},
            pool_size=5,
            max_overflow=10,
            pool_pre_ping=True,
        )
    except ImportError as error:
        message = "PostgreSQL needs its driver. Install it: pip install 'hallway[postgres]'."
        raise DatabaseUnavailable(message) from error


def _unavailable(engine: Engine, error: SQLAlchemyError) -> DatabaseUnavailable:
    where = engine.url.database if engine.dialect.name == "sqlite" else engine.url.render_as_string(hide_password=True)
    reason = str(error.orig if isinstance(error, DBAPIError) else error).strip().splitlines()[0]
    if "locked" in reason or "lock timeout" in reason:
        return DatabaseUnavailable(f"The record {where} is busy with another Hallway process. Try again in a moment.")
    if "not a database" in reason or "malformed" in reason:
        message = f"{where} is not a usable record ({reason}). Restore a backup, or move it away and collect again."
        return DatabaseUnavailable(message)
    return DatabaseUnavailable(
        f"The record {where} cannot be used: {reason}. Check DATABASE_URL, permissions and disk space."
    )
