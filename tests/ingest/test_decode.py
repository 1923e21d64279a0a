"""Bytes become text by what they are."""

import codecs

import pytest

from ingest.decode import decode

CHINESE = "编译器把循环换了个顺序，于是快了一倍。" * 4


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        ("Euro €".encode(), None, "Euro €"),
        ('<?xml version="1.0" encoding="windows-1252"?><a>Euro €</a>'.encode(), None, None),
        ("Euro €".encode(), "text/xml; charset=iso-8859-1", "Euro €"),
        ("Euro €".encode("cp1252"), "text/xml; charset=ISO-8859-1", "Euro €"),
        (codecs.BOM_UTF8 + "中".encode(), None, "中"),
        (codecs.BOM_UTF16_LE + "中文".encode("utf-16-le"), None, "中文"),
        (codecs.BOM_UTF16_BE + "中文".encode("utf-16-be"), "text/plain; charset=utf-8", "中文"),
        ("<a>中文</a>".encode("utf-16-le"), None, "<a>中文</a>"),
        (CHINESE.encode("gb18030"), "text/html; charset=gb2312", CHINESE),
        (f'<meta charset="gbk"><p>{CHINESE}'.encode("gb18030"), None, f'<meta charset="gbk"><p>{CHINESE}'),
        (CHINESE.encode("gb18030"), None, CHINESE),
        ("Новости".encode("koi8-r"), "text/xml; charset=KOI8-R", "Новости"),
        ("新聞".encode("big5"), "text/xml; charset=big5", "新聞"),
        ("新着".encode("iso-2022-jp"), "text/xml; charset=iso-2022-jp", "新着"),
        (b"plain", "text/plain; charset=bogus", "plain"),
    ],
)
def test_text_is_decoded_by_its_bytes_before_its_labels(
    body: bytes, content_type: str | None, text: str | None
) -> None:
    assert decode(body, place="x", content_type=content_type) == (text or body.decode())
