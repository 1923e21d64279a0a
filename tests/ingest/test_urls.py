"""One page has one address."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.urls import absolute_url, canonical_url


@pytest.mark.parametrize(
    ("address", "canonical"),
    [
        ("HTTPS://Blog.Example.ORG:443/A/b/?utm_source=x&b=2&a=1&fbclid=9#top", "https://blog.example.org/A/b?b=2&a=1"),
        ("http://example.org:80", "http://example.org"),
        ("http://example.org:8080/", "http://example.org:8080"),
        ("https://user:word@example.org/x", "https://example.org/x"),
        ("https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"),
        ("https://例子.example/页", "https://xn--fsqu00a.example/%E9%A1%B5"),
        ("https://arxiv.org/abs/2609.01234v3", "https://arxiv.org/abs/2609.01234"),
        ("https://example.org/a?q=%E4%B8%AD", "https://example.org/a?q=%E4%B8%AD"),
        ("https://[2001:db8::1]/x", "https://[2001:db8::1]/x"),
        ("ftp://example.org/x", None),
        ("mailto:a@example.org", None),
        ("https://", None),
        ("https://example.org:notaport/", None),
        ("just words", None),
        ("", None),
    ],
)
def test_an_address_is_spelt_one_way(address: str, canonical: str | None) -> None:
    assert canonical_url(address) == canonical


@pytest.mark.parametrize(
    ("address", "base", "found"),
    [
        ("/b", "https://example.org/a/c", "https://example.org/b"),
        ("b", "https://example.org/a/", "https://example.org/a/b"),
        ("b", None, None),
        ("javascript:alert(1)", "https://example.org/", None),
        ("", "https://example.org/", None),
        (None, "https://example.org/", None),
        ("http://[broken", "https://example.org/", None),
    ],
)
def test_a_link_is_resolved_against_its_page(address: str | None, base: str | None, found: str | None) -> None:
    assert absolute_url(address, base_url=base) == found


@settings(deadline=None, derandomize=True, max_examples=60)
@given(tail=st.text(max_size=30))
def test_a_canonical_address_stays_as_it_is(tail: str) -> None:
    once = canonical_url("https://example.org/" + tail)
    assert once is None or canonical_url(once) == once
