"""Ids: 22 base62 characters, a two-letter kind and 20 more, so that any of them fits a button."""

import hashlib
import secrets

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_LENGTH = 20


def _base62(number: int) -> str:
    digits = []
    for _ in range(_LENGTH):
        number, rest = divmod(number, 62)
        digits.append(_ALPHABET[rest])
    return "".join(reversed(digits))


def content_id(kind: str, *parts: str | int) -> str:
    """Name a thing by its content: equal parts give equal ids, so collecting twice is harmless.

    `kind` is two letters: do(cument), re(vision), pa(ssage).
    """
    joined = "\x1f".join(str(part) for part in parts)
    return kind + _base62(int.from_bytes(hashlib.sha256(joined.encode("utf-8", "surrogatepass")).digest()[:15]))


def minted_id(kind: str) -> str:
    """Make a random id that never changes; `kind` is two letters: an(swer), tu(rn)."""
    return kind + _base62(int.from_bytes(secrets.token_bytes(15)))


def document_id(source_id: str, stable_id: str) -> str:
    """Name a document by its source and its stable id there."""
    return content_id("do", source_id, stable_id)
