"""Fetching gives a page, "not modified", or one line; it reaches public addresses only and stops at its limits."""

import asyncio
import gzip
import os
import socket
import zlib
from collections.abc import Awaitable, Callable
from ipaddress import ip_network
from pathlib import Path

import pytest

from ingest.errors import FetchFailed
from ingest.fetch import fetch
from ingest.files import read_file
from ingest.parsed import Page
from vectorstore.models.documents import FetchState, Source

LOOPBACK = (ip_network("127.0.0.0/8"),)
Answer = bytes | Callable[[str, str], bytes]
SMALL = 100_000


def response(body: bytes = b"", *, status: str = "200 OK", length: int | None = None, **headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"content-length: {len(body) if length is None else length}", "connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def serve(answer: Answer, ask: Callable[[str], Awaitable[Page | None]]) -> tuple[Page | None, list[str]]:
    """Run `ask` with the address of a server that gives `answer`, and list the requests it got."""
    requests: list[str] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = (await reader.readuntil(b"\r\n\r\n")).decode()
        requests.append(request)
        try:
            writer.write(answer if isinstance(answer, bytes) else answer(request.split()[1], request))
            await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()

    async def run() -> Page | None:
        server = await asyncio.start_server(talk, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            return await ask(f"http://127.0.0.1:{port}")

    return asyncio.run(run()), requests


def source(url: str) -> Source:
    return Source(id="s", name="s", url=url)


def get(path: str = "/feed.xml", state: FetchState | None = None) -> Callable[[str], Awaitable[Page | None]]:
    return lambda base: fetch(source(base + path), state, private=LOOPBACK, max_bytes=SMALL)


def failure(answer: Answer, ask: Callable[[str], Awaitable[Page | None]] | None = None) -> str:
    with pytest.raises(FetchFailed) as failed:
        serve(answer, ask or get())
    text = str(failed.value)
    assert "\n" not in text
    return text


def test_a_page_comes_with_what_to_ask_next_time() -> None:
    answer = response(b"hello", content_type="text/plain; charset=utf-8", etag='"1"', last_modified="Fri")
    page, requests = serve(answer, get())
    assert page is not None
    assert (page.body, page.content_type, page.etag, page.last_modified) == (
        b"hello",
        "text/plain; charset=utf-8",
        '"1"',
        "Fri",
    )
    assert page.url == page.place == page.source.url
    assert page.read_at is not None
    assert "user-agent: hallway/" in requests[0].lower()
    assert "if-none-match" not in requests[0].lower()


def test_an_unchanged_page_is_not_sent_again() -> None:
    state = FetchState(source_id="s", etag='"1"', last_modified="Fri")
    page, requests = serve(response(status="304 Not Modified"), get(state=state))
    assert page is None
    assert 'if-none-match: "1"' in requests[0].lower()
    assert "if-modified-since: fri" in requests[0].lower()


def test_redirects_are_followed_to_the_final_address() -> None:
    def answer(path: str, _: str) -> bytes:
        return response(b"end") if path == "/end" else response(status="301 Moved", location="/end")

    page, requests = serve(answer, get("/start"))
    assert page is not None
    assert (page.body, page.url) == (b"end", page.source.url.replace("/start", "/end"))
    assert [request.split()[1] for request in requests] == ["/start", "/end"]


def test_redirects_end_after_five() -> None:
    assert failure(response(status="302 Found", location="/again")).endswith(
        ": redirects more than 5 times. Use the final address."
    )


@pytest.mark.parametrize("location", ["file:///etc/passwd", "ftp://x.example/", "gopher://127.0.0.1/"])
def test_a_redirect_to_anything_but_http_is_refused(location: str) -> None:
    text = failure(response(status="302 Found", location=location))
    assert text.endswith(": leads to something that is no http address. Use an http or https address.")


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("404 Not Found", "is not there (404)"),
        ("401 Unauthorized", "asks for a login"),
        ("503 Busy", "answers with error 503"),
    ],
)
def test_an_error_status_is_named(status: str, said: str) -> None:
    assert failure(response(b"<html>oops</html>", status=status)).endswith(
        f": {said}. Check the address, or try again later."
    )


def test_gzip_is_unpacked_also_in_several_members() -> None:
    body = gzip.compress(b"one ") + gzip.compress(b"two")
    page, _ = serve(response(body, content_encoding="gzip"), get())
    assert page is not None
    assert page.body == b"one two"


def test_a_cut_gzip_is_no_page() -> None:
    body = gzip.compress(bytes(range(256)) * 20)[:-20]
    assert failure(response(body, content_encoding="gzip")).endswith(": broke off in the middle. Try again later.")


def test_a_body_shorter_than_announced_is_no_page() -> None:
    assert "cannot be reached (" in failure(response(b"half", length=400))


@pytest.mark.parametrize("encoding", ["br", "gzip, gzip", "zstd"])
def test_an_encoding_nobody_asked_for_is_refused(encoding: str) -> None:
    assert f"is packed as {encoding}, which we did not ask for" in failure(response(b"x", content_encoding=encoding))


def test_too_many_bytes_are_refused_packed_and_unpacked() -> None:
    said = ": is larger than 0.1 MB. Save the part you need and collect that."
    assert failure(response(b"x" * (SMALL + 1))).endswith(said)
    bomb = gzip.compress(b"\0" * 30_000_000)
    assert len(bomb) < SMALL
    assert failure(response(bomb, content_encoding="gzip")).endswith(said)


def test_broken_gzip_is_named() -> None:
    assert "answers with something broken" in failure(response(b"no gzip at all", content_encoding="gzip"))


def test_a_server_that_never_answers_is_left() -> None:
    async def ask() -> Page | None:
        async def silent(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                await asyncio.Event().wait()
            finally:
                writer.close()

        server = await asyncio.start_server(silent, "127.0.0.1", 0)
        try:
            port = server.sockets[0].getsockname()[1]
            return await fetch(source(f"http://127.0.0.1:{port}/"), private=LOOPBACK, total_seconds=0.05)
        finally:
            server.close()

    with pytest.raises(FetchFailed, match=r": took longer than 0\.05 s\. Try again later\."):
        asyncio.run(ask())


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://localhost/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://0/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[64:ff9b::7f00:1]/",
        "http://[2002:7f00:1::]/",
        "http://10.0.0.1/",
    ],
)
def test_an_address_that_is_not_public_is_never_connected_to(url: str) -> None:
    with pytest.raises(FetchFailed) as failed:
        asyncio.run(fetch(source(url), total_seconds=5))
    assert str(failed.value) == f"{url}: leads to an address that is not public. Only public ones are fetched."


def test_a_redirect_to_an_address_that_is_not_public_is_refused() -> None:
    text = failure(response(status="302 Found", location="http://169.254.169.254/"))
    assert text.endswith("/feed.xml: leads to an address that is not public. Only public ones are fetched.")
    assert "169.254" not in text


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://user:word@x.example/", "holds a user name or password. Use an address without one."),
        ("http://x.example:22/", "uses port 22. Only 80 and 443 are allowed."),
        ("http://x.example\\@y.example/", "leads to something that is no http address. Use an http or https address."),
        ("file:///etc/passwd", "leads to something that is no http address. Use an http or https address."),
        ("http:///x", "leads to something that is no http address. Use an http or https address."),
        ("http://x.example:99999/", "is no valid address. Check the spelling."),
    ],
)
def test_an_odd_address_is_refused_before_any_connection(url: str, said: str) -> None:
    with pytest.raises(FetchFailed) as failed:
        asyncio.run(fetch(source(url)))
    assert str(failed.value) == f"{url}: {said}"


def test_a_file_is_read_and_named_as_a_person_would(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_bytes(b"x")
    monkeypatch.chdir(tmp_path)
    page = read_file(source(str(tmp_path / "notes" / "a.md")))
    assert (page.place, page.body, page.url) == ("notes/a.md", b"x", None)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FetchFailed) as failed:
        read_file(source(str(tmp_path / "b.md")))
    assert str(failed.value) == "b.md: there is no such file. Check the spelling."
    (tmp_path / "folder").mkdir()
    with pytest.raises(FetchFailed) as failed:
        read_file(source(str(tmp_path / "folder")))
    assert str(failed.value) == "folder: is a folder. Name a file, or the folder on the command line."
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FetchFailed) as failed:
        read_file(source(str(tmp_path / "pipe")))
    assert str(failed.value) == "pipe: is no ordinary file. Save its content to a file and collect that."


def test_the_unpacker_stops_at_the_limit_within_one_chunk() -> None:
    packed = zlib.compress(b"\0" * 50_000_000, wbits=31)
    assert failure(response(packed, content_encoding="gzip")).endswith("collect that.")


def resolve_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Let every name lead to these addresses, and list the names that are asked for."""
    asked: list[str] = []

    def answer(host: str, port: int, *_: object, **__: object) -> list[tuple[object, ...]]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    return asked


def test_a_name_with_one_answer_that_is_not_public_is_refused_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    resolve_to(monkeypatch, "93.184.215.14", "10.0.0.1")
    with pytest.raises(FetchFailed) as failed:
        asyncio.run(fetch(source("http://mixed.example/")))
    assert str(failed.value) == (
        "http://mixed.example/: leads to an address that is not public. Only public ones are fetched."
    )


def test_a_name_is_resolved_once_and_kept_as_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def ask(base: str) -> Awaitable[Page | None]:
        asked.append(resolve_to(monkeypatch, "127.0.0.1"))
        port = base.rpartition(":")[2]
        return fetch(source(f"http://name.example:{port}/a"), private=LOOPBACK)

    page, requests = serve(response(b"x"), ask)
    assert page is not None
    assert page.body == b"x"
    assert "host: name.example:" in requests[0].lower()
    assert asked == [["name.example"]]
