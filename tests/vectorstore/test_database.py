import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, Table, inspect, text

from vectorstore import migrations, records, tables
from vectorstore.database import migrate, open_engine, reading, writing
from vectorstore.errors import DatabaseUnavailable

OURS = [item for item in vars(tables).values() if isinstance(item, Table)]


def test_the_folder_of_a_file_is_made(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/new/folder/hallway.db")
    with writing(engine) as connection:
        connection.execute(text("CREATE TABLE one (a INTEGER)"))
    engine.dispose()
    assert (tmp_path / "new/folder/hallway.db").is_file()


@pytest.mark.parametrize(
    ("url", "message"),
    [
        (
            "no address",
            "'no address' is no database address. Use sqlite:///folder/file.db or postgresql://user@host/name.",
        ),
        ("sqlite://", "A record in memory is seen by one thread only. Name a file: sqlite:///folder/file.db."),
        (
            "mysql://host/name",
            "No support for mysql databases. Use sqlite:///folder/file.db or postgresql://…",
        ),
    ],
)
def test_an_address_that_cannot_work_is_refused_in_one_line(url: str, message: str) -> None:
    with pytest.raises(DatabaseUnavailable) as caught:
        open_engine(url)
    assert str(caught.value) == message


def test_a_file_that_is_no_database_is_refused_with_a_remedy(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("these are notes\n" * 100)
    with pytest.raises(DatabaseUnavailable) as caught:
        open_engine(f"sqlite:///{path}")
    remedy = "Restore a backup, or move it away and collect again."
    assert str(caught.value) == f"{path} is not a usable record (file is not a database). {remedy}"
    assert path.read_text() == "these are notes\n" * 100


def test_a_password_is_never_in_an_error(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(DatabaseUnavailable) as caught:
        open_engine(f"postgresql://someone:s3cret@/name?host={tmp_path}")
    assert "s3cret" not in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_sqlite_runs_as_the_record_needs_it(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/hallway.db")
    with reading(engine) as connection:
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in pragmas]
    engine.dispose()
    assert found == ["wal", 2, 1, 20000]


def test_building_from_empty_gives_the_tables_of_the_metadata(engine: Engine) -> None:
    dialect = engine.dialect.name
    wanted = [table for table in OURS if table.info.get("dialect", dialect) == dialect]
    found = inspect(engine)
    for table in wanted:
        assert _described(found, table.name) == {
            "columns": {
                c.name: (c.nullable, c.type.python_type if str(c.type) != "BOOLEAN" else bool) for c in table.columns
            },
            "primary key": {c.name for c in table.primary_key},
            "foreign keys": {(k.parent.name, k.target_fullname) for k in table.foreign_keys},
            "indexes": {(i.name, tuple(c.name for c in i.columns)) for i in table.indexes},
        }
    beside = {"words", "words_config", "words_data", "words_docsize", "words_idx", "words_vocabulary"}
    assert set(found.get_table_names()) - beside == {table.name for table in wanted} - beside


def _described(found, name: str) -> dict[str, object]:
    columns = found.get_columns(name)
    return {
        "columns": {c["name"]: (c["nullable"], c["type"].python_type) for c in columns},
        "primary key": set(found.get_pk_constraint(name)["constrained_columns"]),
        "foreign keys": {
            (k["constrained_columns"][0], f"{k['referred_table']}.{k['referred_columns'][0]}")
            for k in found.get_foreign_keys(name)
        },
        "indexes": {
            (i["name"], tuple(i["column_names"][: len(i["column_names"]) - len(i.get("include_columns", []))]))
            for i in found.get_indexes(name)
            if not i.get("duplicates_constraint")
        },
    }


def test_steps_run_once_in_order_and_by_package(engine: Engine) -> None:
    ran: list[str] = []
    steps = [(name, lambda _connection, name=name: ran.append(name)) for name in ("first", "second")]
    assert migrate(engine, "one", steps[:1]) == ["first"]
    assert migrate(engine, "one", steps) == ["second"]
    assert migrate(engine, "one", steps) == []
    assert migrate(engine, "other", steps) == ["first", "second"]
    assert ran == ["first", "second", "first", "second"]


def test_a_step_that_fails_leaves_nothing_of_itself_and_all_before_it(engine: Engine) -> None:
    def good(connection: Connection) -> None:
        connection.execute(text("CREATE TABLE good (a INTEGER)"))

    def bad(connection: Connection) -> None:
        connection.execute(text("CREATE TABLE bad (a INTEGER)"))
        raise RuntimeError("the power went")

    with pytest.raises(RuntimeError, match="the power went"):
        migrate(engine, "one", [("good", good), ("bad", bad)])
    names = inspect(engine).get_table_names()
    assert ("good" in names, "bad" in names) == (True, False)
    assert migrate(engine, "one", [("good", good), ("bad", good_again)]) == ["bad"]


def good_again(connection: Connection) -> None:
    connection.execute(text("CREATE TABLE bad (a INTEGER)"))


def test_a_record_made_by_a_newer_program_is_refused(engine: Engine) -> None:
    migrate(engine, "one", [("first", lambda _connection: None), ("later", lambda _connection: None)])
    with pytest.raises(DatabaseUnavailable) as caught:
        migrate(engine, "one", [("first", lambda _connection: None)])
    assert str(caught.value) == "The record was made by a newer Hallway (one: later). Update Hallway."


def test_processes_that_start_together_apply_each_step_once(record_url: str) -> None:
    results: list[list[str]] = []

    def start() -> None:
        engine = open_engine(record_url)
        results.append(migrate(engine, "vectorstore", migrations.STEPS))
        engine.dispose()

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [[], [], [], [name for name, _ in migrations.STEPS]]


def test_a_reader_sees_one_state_and_waits_for_no_writer(engine: Engine) -> None:
    with writing(engine) as connection:
        records.put_state(connection, "a", "old")
    with writing(engine) as writer:
        records.put_state(writer, "a", "new")
        with reading(engine) as reader:
            before = records.get_state(reader, "a")
    with reading(engine) as reader:
        first = records.get_state(reader, "a")
        with writing(engine) as writer:
            records.put_state(writer, "a", "newest")
        second = records.get_state(reader, "a")
    with reading(engine) as reader:
        third = records.get_state(reader, "a")
    assert (before, first, second, third) == ("old", "new", "new", "newest")


COUNT_UP = """
import sys
from vectorstore import records
from vectorstore.database import open_engine, writing
engine = open_engine(sys.argv[1])
for _ in range(25):
    with writing(engine) as connection:
        value = int(records.get_state(connection, "count") or 0)
        records.put_state(connection, "count", str(value + 1))
"""


def test_reading_then_writing_in_four_processes_loses_nothing(new_record: Callable[[str], str]) -> None:
    url = new_record("sqlite")
    engine = open_engine(url)
    migrate(engine, "vectorstore", migrations.STEPS)
    running = [subprocess.Popen([sys.executable, "-c", COUNT_UP, url], cwd=_checkout()) for _ in range(4)]
    assert [process.wait(timeout=90) for process in running] == [0, 0, 0, 0]
    with reading(engine) as connection:
        assert records.get_state(connection, "count") == "100"
    engine.dispose()


def _checkout() -> Path:
    return Path(__file__).resolve().parents[2]
