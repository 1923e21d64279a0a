"""Bytes from the web and from files, within limits: only public addresses, nothing too large, nothing for ever."""

import asyncio
import logging
import socket
import ssl
import zlib
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from urllib.parse import urljoin, urlsplit

import httpcore
import httpx

from ingest.addresses import Network, is_reachable
from ingest.errors import FetchFailed
from ingest.files import MAX_BYTES
from ingest.parsed import Page
from vectorstore.models.documents import FetchState, Source

logger = logging.getLogger(__name__)

MAX_REDIRECTS = 5
TOTAL_SECONDS = 60
_CONNECT_SECONDS = 5
_READ_SECONDS = 10
_CHUNK = 64 * 1024
_PORTS = frozenset({None, 80, 443})
_USER_AGENT = "hallway/0.1 (reads feeds and pages for a team; conditional requests)"
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_NOT_MODIFIED = 304
_FIRST_ERROR = 400
_GZIP = 31  # zlib's number for "a gzip stream"
_PLAIN_STATUS = {
    401: "asks for a login",
    403: "refuses access",
    404: "is not there (404)",
    410: "is gone for good (410)",
    429: "asks us to come back later (429)",
}


async def fetch(
    source: Source,
    state: FetchState | None = None,
    *,
    private: Sequence[Network] = (),
    total_seconds: float = TOTAL_SECONDS,
    max_bytes: int = MAX_BYTES,
) -> Page | None:
    """Get a source's address; None if it has not changed since `state`.

    `private` opens address ranges (and every port) that are not public. Raises `FetchFailed` with one line.
    """
    place = source.url
    try:
        async with asyncio.timeout(total_seconds):
            return await _follow(source, state, private=private, max_bytes=max_bytes)
    except _NotPublic:
        raise FetchFailed(f"{place}: leads to an address that is not public. Only public ones are fetched.") from None
    except TimeoutError as error:
        raise FetchFailed(f"{place}: took longer than {total_seconds:g} s. Try again later.") from error
    except (httpx.HTTPError, httpcore.ConnectError, httpcore.NetworkError, httpcore.ProtocolError) as error:
        raise FetchFailed(
            f"{place}: cannot be reached ({_reason(error)}). Check the address and the network."
        ) from error
    except (httpcore.TimeoutException, httpcore.UnsupportedProtocol) as error:
        raise FetchFailed(
            f"{place}: cannot be reached ({_reason(error)}). Check the address and the network."
        ) from error
    except (httpx.InvalidURL, zlib.error) as error:
        raise FetchFailed(f"{place}: answers with something broken ({_reason(error)}). Try again later.") from error


async def _follow(
    source: Source, state: FetchState | None, *, private: Sequence[Network], max_bytes: int
) -> Page | None:
    address = source.url
    headers = {"User-Agent": _USER_AGENT, "Accept-Encoding": "gzip", "Accept": "*/*"}
    if state and state.etag:
        headers["If-None-Match"] = state.etag
    if state and state.last_modified:
        headers["If-Modified-Since"] = state.last_modified
    async with httpx.AsyncClient(transport=_GuardedTransport(private), trust_env=False) as client:
        for _ in range(MAX_REDIRECTS + 1):
            _check_address(address, source.url, private)
            async with client.stream("GET", address, headers=headers) as response:
                if response.status_code in _REDIRECTS and response.headers.get("location"):
                    address = urljoin(address, response.headers["location"])
                    continue
                return await _page(source, response, address, max_bytes=max_bytes)
    raise FetchFailed(f"{source.url}: redirects more than {MAX_REDIRECTS} times. Use the final address.")


def _check_address(address: str, place: str, private: Sequence[Network]) -> None:
    """Refuse an address before any connection: scheme, credentials, odd characters, port."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise FetchFailed(f"{place}: is no valid address. Check the spelling.") from error
    odd = any(character in "\\ " or ord(character) < ord(" ") for character in address)
    if parts.scheme not in {"http", "https"} or not parts.hostname or odd:
        raise FetchFailed(f"{place}: leads to something that is no http address. Use an http or https address.")
    if parts.username is not None or parts.password is not None:
        raise FetchFailed(f"{place}: holds a user name or password. Use an address without one.")
    if port not in _PORTS and not private:
        raise FetchFailed(f"{place}: uses port {port}. Only 80 and 443 are allowed.")


async def _page(source: Source, response: httpx.Response, address: str, *, max_bytes: int) -> Page | None:
    status = response.status_code
    if status == _NOT_MODIFIED:
        return None
    if status >= _FIRST_ERROR:
        what = _PLAIN_STATUS.get(status, f"answers with error {status}")
        raise FetchFailed(f"{source.url}: {what}. Check the address, or try again later.")
    if status != httpx.codes.OK:
        raise FetchFailed(f"{source.url}: answers with status {status} and no page. Check the address.")
    return Page(
        source=source,
        place=source.url,
        url=address,
        body=await _body(source.url, response, max_bytes=max_bytes),
        content_type=response.headers.get("content-type"),
        read_at=datetime.now(UTC),
        etag=response.headers.get("etag"),
        last_modified=response.headers.get("last-modified"),
    )


async def _body(place: str, response: httpx.Response, *, max_bytes: int) -> bytes:
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in {"identity", "gzip", "x-gzip", ""}:
        raise FetchFailed(f"{place}: is packed as {encoding}, which we did not ask for. Try again later.")
    unpacker = _Unpacker(place, max_bytes) if "gzip" in encoding else None
    received = 0
    parts: list[bytes] = []
    async for chunk in response.aiter_raw(_CHUNK):
        received += len(chunk)
        if received > max_bytes:
            raise _too_large(place, max_bytes)
        parts.append(unpacker.feed(chunk) if unpacker else chunk)
    if unpacker and not unpacker.is_whole:
        raise FetchFailed(f"{place}: broke off in the middle. Try again later.")
    return b"".join(parts)


def _too_large(place: str, max_bytes: int) -> FetchFailed:
    return FetchFailed(
        f"{place}: is larger than {max_bytes / 1_000_000:g} MB. Save the part you need and collect that."
    )


class _Unpacker:
    """Unpacks gzip piece by piece and stops at the limit: a few bytes may unpack to gigabytes."""

    def __init__(self, place: str, max_bytes: int) -> None:
        self._place = place
        self._max_bytes = max_bytes
        self._left = max_bytes
        self._stream = zlib.decompressobj(_GZIP)

    @property
    def is_whole(self) -> bool:
        """Say whether the last stream came to its end: a cut one unpacks without an error."""
        return self._stream.eof

    def feed(self, chunk: bytes) -> bytes:
        parts = []
        while chunk:
            if self._stream.eof:  # several gzip members may follow each other
                self._stream = zlib.decompressobj(_GZIP)
            part = self._stream.decompress(chunk, self._left + 1)
            self._left -= len(part)
            if self._left < 0:
                raise _too_large(self._place, self._max_bytes)
            parts.append(part)
            chunk = self._stream.unused_data or self._stream.unconsumed_tail
        return b"".join(parts)


class _NotPublic(Exception):
    """A name leads to an address that may not be reached; which one only the log says."""


class _GuardedBackend(httpcore.AsyncNetworkBackend):
    """Resolves a name once, refuses it if any answer is not public, and connects to those very answers."""

    def __init__(self, private: Sequence[Network]) -> None:
        self._private = private
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
        local_address: str | None = None,
        socket_options: object = None,  # noqa: ARG002
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first answer that takes the connection."""
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise httpcore.ConnectError(f"the name {host} is not known") from error
        addresses = list(dict.fromkeys(str(answer[4][0]) for answer in found))
        if not addresses or not all(is_reachable(address, private=self._private) for address in addresses):
            logger.warning("fetch blocked host=%s addresses=%s", host, addresses)
            raise _NotPublic
        failure: Exception | None = None
        for address in addresses:
            try:
                return await self._inner.connect_tcp(address, port, timeout, local_address)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure or httpcore.ConnectError("no address answers")

    async def connect_unix_socket(self, *_: object, **__: object) -> httpcore.AsyncNetworkStream:
        """Refuse: a web address never means a local socket."""
        raise httpcore.UnsupportedProtocol("local sockets are not fetched")

    async def sleep(self, seconds: float) -> None:
        """Wait, as the pool asks for between retries."""
        await asyncio.sleep(seconds)


class _GuardedTransport(httpx.AsyncBaseTransport):
    """Carries httpx requests over a connection pool that goes through the guard."""

    def __init__(self, private: Sequence[Network]) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=ssl.create_default_context(), network_backend=_GuardedBackend(private), retries=0
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request; the body is read as it comes, packed."""
        timeouts = {
            "connect": _CONNECT_SECONDS,
            "read": _READ_SECONDS,
            "write": _READ_SECONDS,
            "pool": _CONNECT_SECONDS,
        }
        answer = await self._pool.handle_async_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(
                    scheme=request.url.raw_scheme,
                    host=request.url.raw_host,
                    port=request.url.port,
                    target=request.url.raw_path,
                ),
                headers=request.headers.raw,
                extensions={"timeout": timeouts},
            )
        )
        return httpx.Response(status_code=answer.status, headers=answer.headers, stream=_Stream(answer))

    async def aclose(self) -> None:
        """Close every connection."""
        await self._pool.aclose()


class _Stream(httpx.AsyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._answer.aiter_stream():
            yield part

    async def aclose(self) -> None:
        await self._answer.aclose()


def _reason(error: Exception) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__
