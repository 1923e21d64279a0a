"""Fresh records for tests: SQLite files, and databases of a private PostgreSQL server on a Unix socket."""

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, text

from vectorstore import migrations
from vectorstore.database import migrate, open_engine

ENGINES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]


def _programs() -> Path:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    found = shutil.which("initdb")
    if folders:
        return folders[-1]
    if found:
        return Path(found).parent
    if "postgres" in os.environ.get("HALLWAY_REQUIRE", ""):
        pytest.fail("HALLWAY_REQUIRE asks for PostgreSQL and its programs (initdb, pg_ctl) are not installed")
    pytest.skip("PostgreSQL's programs (initdb, pg_ctl) are not installed: the record is tested on SQLite only")


def _run(*command: str | Path) -> None:
    """Run one of the server's programs; they refuse to be run by root."""
    words = [str(word) for word in command]
    if os.geteuid() == 0:
        words = ["su", "postgres", "-s", "/bin/sh", "-c", shlex.join(words)]
    subprocess.run(words, check=True, capture_output=True, cwd="/")


@pytest.fixture(scope="session")
def postgres_folder() -> Iterator[Path]:
    """Run a private server for this test process; its socket is in the folder, it listens nowhere else."""
    programs = _programs()
    # Not under pytest's folder: the path of a Unix socket may have about a hundred characters only.
    folder = Path(tempfile.mkdtemp(prefix="hw"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        data = folder / "data"
        _run(programs / "initdb", "-D", data, "-U", "hallway", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off -c max_connections=60"
        _run(programs / "pg_ctl", "-D", data, "-l", folder / "log", "-w", "-o", options, "start")
        try:
            yield folder
        finally:
            _run(programs / "pg_ctl", "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


_numbers = count(1)


@pytest.fixture(scope="session")
def new_record(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Give a function that makes an empty database of an engine and gives its URL."""

    def make(engine: str) -> str:
        if engine == "sqlite":
            return f"sqlite:///{tmp_path_factory.mktemp('record')}/hallway.db"
        folder = request.getfixturevalue("postgres_folder")
        name = f"record{next(_numbers)}"
        server = create_engine(f"postgresql+psycopg://hallway@/postgres?host={folder}", isolation_level="AUTOCOMMIT")
        with server.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        server.dispose()
        return f"postgresql://hallway@/{name}?host={folder}"

    return make


@pytest.fixture(params=ENGINES)
def record_url(request: pytest.FixtureRequest, new_record: Callable[[str], str]) -> str:
    """Give the URL of an empty database, on each engine."""
    return new_record(request.param)


@pytest.fixture
def engine(record_url: str) -> Iterator[Engine]:
    """Open a fresh record with its tables, on each engine."""
    opened = open_engine(record_url)
    migrate(opened, "vectorstore", migrations.STEPS)
    yield opened
    opened.dispose()


@pytest.fixture(scope="module", params=ENGINES)
def shared_engine(request: pytest.FixtureRequest, new_record: Callable[[str], str]) -> Iterator[Engine]:
    """Open one record for all tests of a module that only read it, on each engine."""
    opened = open_engine(new_record(request.param))
    migrate(opened, "vectorstore", migrations.STEPS)
    yield opened
    opened.dispose()
