"""Parsing happens in a limited child: whatever the input does, the caller gets a result or one line."""

import subprocess
import sys
from pathlib import Path

import pytest

from ingest.errors import InputRefused
from ingest.limits import Limits
from ingest.parse import parse_page
from ingest.parsed import Page
from vectorstore.models.documents import Source

ROOT = Path(__file__).resolve().parents[2]
ROOMY = Limits(cpu_seconds=30)


def a_page(body: bytes, place: str = "notes.md") -> Page:
    return Page(source=Source(id="s", name="s", url=f"/data/{place}"), place=place, body=body)


def test_a_page_is_parsed_in_a_child() -> None:
    parsed = parse_page(a_page("# 标题\n\n正文。".encode()), limits=ROOMY)
    assert parsed.kind == "page"
    assert [draft.text for draft in parsed.drafts] == ["# 标题\n\n正文。\n"]


def test_a_kind_can_be_forced() -> None:
    with pytest.raises(InputRefused) as refused:
        parse_page(a_page(b"# Title\n\ntext"), kind="feed", limits=ROOMY)
    assert str(refused.value) == "notes.md: is no feed. Check that this is the address of the feed itself."


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(InputRefused) as refused:
        parse_page(a_page(b"text"), kind="sonnet", limits=ROOMY)
    assert str(refused.value) == "notes.md: sonnet is no kind of input. Use one of: guide, feed, page."


def test_too_much_memory_is_refused() -> None:
    body = b"some words of text\n\n" * 400_000
    with pytest.raises(InputRefused) as refused:
        parse_page(a_page(body), limits=Limits(memory_bytes=8_000_000, cpu_seconds=30))
    assert str(refused.value) == "notes.md: took too much memory to read. Collect a smaller part of it."


def test_too_much_processor_time_is_refused() -> None:
    body = b"<html><body>" + b"<p>some words of text here</p>" * 300_000 + b"</body></html>"
    with pytest.raises(InputRefused) as refused:
        parse_page(a_page(body), limits=Limits(cpu_seconds=1))
    assert str(refused.value) == "notes.md: took too long or too much memory to read. Collect a smaller part of it."


def test_too_much_waiting_is_refused() -> None:
    body = b"<html><body>" + b"<p>some words of text here</p>" * 100_000 + b"</body></html>"
    with pytest.raises(InputRefused) as refused:
        parse_page(a_page(body), limits=Limits(wall_seconds=0.01, cpu_seconds=30))
    assert str(refused.value) == "notes.md: took too long to read. Collect a smaller part of it."


def test_an_answer_that_is_too_large_is_refused() -> None:
    with pytest.raises(InputRefused) as refused:
        parse_page(a_page(b"words " * 500), limits=Limits(answer_bytes=1000, cpu_seconds=30))
    assert str(refused.value) == "notes.md: holds too much text. Collect a smaller part of it."


def test_a_script_without_a_main_guard_can_parse(tmp_path: Path) -> None:
    script = tmp_path / "collect_one.py"
    script.write_text(
        "from ingest.parse import parse_page\n"
        "from ingest.parsed import Page\n"
        "from vectorstore.models.documents import Source\n"
        "import sys\n"
        "page = Page(source=Source(id='s', name='s', url='/x'), place='x', body=b'# One')\n"
        "print(parse_page(page).drafts[0].document.title)\n"
        "print(sorted({'lxml', 'trafilatura', 'feedparser'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "One\n[]\n", "")
