"""Bytes to text by what the bytes are, before what anyone says about them."""

import codecs
import re

from ingest.errors import InputRefused
from vectorstore.text.normalise import clean

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDE_STARTS = (
    (b"<\x00\x00\x00", "utf-32-le"),
    (b"\x00\x00\x00<", "utf-32-be"),
    (b"<\x00", "utf-16-le"),
    (b"\x00<", "utf-16-be"),
)
# What a label means in practice: the larger set that contains the one named.
_LARGER = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "gb_2312-80": "gb18030",
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "latin1": "cp1252",
    "us-ascii": "cp1252",
    "ascii": "cp1252",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "x-sjis": "cp932",
}
_HEADER_CHARSET = re.compile(r"charset\s*=\s*[\"']?([A-Za-z0-9._:-]+)", re.IGNORECASE)
_PROLOG = re.compile(rb"^\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._:-]+)", re.IGNORECASE)
_META = re.compile(rb"<meta[^>]{0,300}?charset\s*=\s*[\"']?\s*([A-Za-z0-9._:-]+)", re.IGNORECASE)
_DECLARED_WITHIN = 4096
_BINARY = (
    (b"%PDF", "a PDF"),
    (b"PK\x03\x04", "a ZIP or Office file"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"SQLite format 3", "a database"),
)


def decode(body: bytes, *, place: str, content_type: str | None = None) -> str:
    """Decode text of any encoding; raise `InputRefused` for what is no text.

    Order: byte order mark; valid UTF-8 with a non-ASCII byte, whatever header or prolog say; the HTTP charset; the
    XML prolog or HTML meta; detection. No error is ever papered over with replacement characters.
    """
    for start, what in _BINARY:
        if body.startswith(start):
            raise InputRefused(f"{place}: is {what}, not text. Save it as text, Markdown or HTML and collect that.")
    text = _decoded(body, content_type)
    if text is None and _breaks_off(body):
        raise InputRefused(f"{place}: ends in the middle of a character; the file is cut off. Download it again.")
    if text is None or "\x00" in text:
        raise InputRefused(f"{place}: is not text in any known encoding. Save it as UTF-8 and collect it again.")
    return text.removeprefix("\ufeff")


def readable(page_text: str) -> str:
    """Give text as it may be stored: NFC, LF, nothing invisible."""
    return clean(page_text)[0]


def _decoded(body: bytes, content_type: str | None) -> str | None:  # noqa: PLR0911 - one return per rule
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return _try(body[len(mark) :], encoding)
    for start, encoding in _WIDE_STARTS:
        if body.startswith(start):
            return _try(body, encoding)
    labels = _declared(body, content_type)
    if body.isascii() and not any(label.startswith(("iso-2022", "hz", "utf-7")) for label in labels):
        return body.decode("ascii")
    if not body.isascii() and (text := _try(body, "utf-8")) is not None:
        return text
    if _breaks_off(body):
        return None
    for label in labels:
        if (text := _try(body, _LARGER.get(label, label))) is not None:
            return text
    return _detected(body)


def _breaks_off(body: bytes) -> bool:
    """Say whether this is UTF-8 up to an unfinished last character."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError as error:
        # One foreign letter at the very end is more likely an older encoding ("café") than a cut.
        return error.reason == "unexpected end of data" and not body[: error.start].isascii()
    return False


def _declared(body: bytes, content_type: str | None) -> list[str]:
    head = body[:_DECLARED_WITHIN]
    labels = []
    if match := _HEADER_CHARSET.search(content_type or ""):
        labels.append(match[1])
    if found := _PROLOG.search(head) or _META.search(head):
        labels.append(found[1].decode("ascii"))
    return [label.lower() for label in labels]


def _try(body: bytes, encoding: str) -> str | None:
    try:
        return body.decode(encoding)
    except (UnicodeError, LookupError):
        return None


def _detected(body: bytes) -> str | None:
    # Last resort, and slow to import: nearly every input is decided before.
    from charset_normalizer import from_bytes  # noqa: PLC0415

    best = from_bytes(body).best()
    return str(best) if best else None
