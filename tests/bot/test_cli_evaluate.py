"""`hallway eval` over the sample, as a script runs it."""

import contextlib
import json
import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli.main import app

RIGHT = {
    "questions": [
        {
            "id": "q1",
            "question": {"zh": "哪些演讲面向 TPU？", "en": "Which talks target TPU?"},
            "titles": [
                "One Graph, Nine Chips",
                "Pallas Kernels That Read Like Math",
                "用 Helion 写一次内核，在 GPU 与 TPU 上运行",
                "Serving a Mixture of Experts on TPU With SGLang",
            ],
        },
        {
            "id": "q2",
            "question": {"zh": "只看第二天的", "en": "Only day 2"},
            "follow_up_of": "q1",
            "kind": "follow-up",
            "titles": ["Serving a Mixture of Experts on TPU With SGLang"],
        },
        {"id": "q3", "question": "Which talks target Cerebras?", "expect": "none", "contains": ["Cerebras"]},
    ]
}


def _evaluate(folder: Path, *arguments: str) -> tuple[int, str, str]:
    environment = {"HALLWAY_DATA_DIR": str(folder), "HALLWAY_EMBEDDINGS": "hashing:64", "COLUMNS": "100"}
    with contextlib.chdir(folder):
        done = CliRunner().invoke(app, list(arguments), env=environment)
    for handler in logging.getLogger().handlers[:]:
        if isinstance(handler, RotatingFileHandler):  # a process would end here
            logging.getLogger().removeHandler(handler)
            handler.close()
    return done.exit_code, done.stdout_bytes.decode("utf-8"), done.stderr_bytes.decode("utf-8")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("record")
    code, _, errors = _evaluate(folder, "collect", "--sample")
    assert code == 0, errors
    (folder / "right.json").write_text(json.dumps(RIGHT), encoding="utf-8")
    wrong = {"questions": [{"id": "w1", "question": "Which talks target TPU?", "titles": ["One Graph, Nine Chips"]}]}
    (folder / "wrong.json").write_text(json.dumps(wrong), encoding="utf-8")
    return folder


def test_right_answers_reach_every_threshold(sample: Path) -> None:
    names = ("precision", "recall", "exact", "refusals", "answers", "language", "support")
    thresholds = [word for name in names for word in (f"--min-{name}", "1")]
    code, output, errors = _evaluate(sample, "eval", "right.json", *thresholds)
    assert (code, errors) == (0, "")
    measured = [line.split()[:9] for line in output.splitlines()]
    assert measured == [
        ["kind", "n", "prec", "recall", "exact", "refus", "answ", "lang", "supp"],
        ["list", "2", "1.000", "1.000", "1.000", "–", "1.000", "1.000", "1.000"],
        ["follow-up", "2", "1.000", "1.000", "1.000", "–", "1.000", "1.000", "1.000"],
        ["refusal", "1", "1.000", "1.000", "1.000", "1.000", "–", "1.000", "1.000"],
        ["all", "5", "1.000", "1.000", "1.000", "1.000", "1.000", "1.000", "1.000"],
    ]


def test_below_a_threshold_it_ends_with_one_and_names_it(sample: Path) -> None:
    code, output, errors = _evaluate(sample, "eval", "run", "wrong.json", "--min-precision", "0.5", "--min-recall", "1")
    assert (code, errors) == (1, "below the threshold: precision 0.250 < 0.5\n")
    assert "\nw1 en: has also " in output
    assert "Pallas Kernels That Read Like Math" in output


def test_json_holds_the_summary_and_every_question(sample: Path) -> None:
    code, output, _ = _evaluate(sample, "eval", "wrong.json", "right.json", "--json")
    data = json.loads(output)
    assert (code, data["passed"], data["summary"]["all"]["n"], len(data["questions"])) == (0, True, 6, 6)
    assert data["questions"][0]["precision"] == 0.25


def test_a_file_that_cannot_be_used_ends_with_three_and_one_line(sample: Path) -> None:
    code, output, errors = _evaluate(sample, "eval", "nowhere.json")
    assert (code, output) == (3, "")
    assert errors == "nowhere.json cannot be read (No such file or directory); check the path.\n"


@pytest.mark.shared
@pytest.mark.slow
def test_the_shared_questions_are_answered_exactly(shared: Path, tmp_path: Path) -> None:
    code, _, errors = _evaluate(tmp_path, "collect", str(shared / "seeds" / "003_03ad75fb22ca1754.txt"))
    assert code == 0, errors
    files = [str(shared / "gold" / name) for name in ("seed_guide_questions.json", "list_questions.json")]
    names = ("precision", "recall", "exact", "refusals", "answers", "language", "support")
    code, output, errors = _evaluate(
        tmp_path, "eval", *files, *[word for name in names for word in (f"--min-{name}", "1")]
    )
    assert (code, errors) == (0, ""), output
