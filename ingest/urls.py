"""Addresses in one spelling, so that one page has one name."""

import re
from urllib.parse import parse_qsl, quote, urlencode, urljoin, urlsplit, urlunsplit

_TRACKING = re.compile(
    r"utm_\w+|fbclid|gclid|dclid|msclkid|yclid|twclid|igshid|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|spm|scm|vero_id"
    r"|ref_src|ref_url|cmpid|wt_mc|s_cid|trk|trackingid",
    re.IGNORECASE,
)
_DEFAULT_PORTS = {"http": 80, "https": 443}
_ARXIV = re.compile(r"^(?P<paper>/(?:abs|pdf)/(?:[\w.-]+/)?\d[\d.]+\d)v\d+(?:\.pdf)?$")


def canonical_url(address: str, *, base_url: str | None = None) -> str | None:
    """Spell an http address one way, or give None if it is none.

    Lower-case scheme and host, no default port, no credentials, no fragment, no tracking parameters, no trailing
    slash; the other parameters keep their order. An arXiv version is cut: a new version is a revision of one paper.
    """
    try:
        parts = urlsplit(urljoin(base_url, address.strip()) if base_url else address.strip())
        port = parts.port
    except ValueError:
        return None
    if parts.scheme.lower() not in _DEFAULT_PORTS or not parts.hostname:
        return None
    scheme = parts.scheme.lower()
    try:
        host = parts.hostname.encode("idna").decode() if not parts.hostname.isascii() else parts.hostname
    except UnicodeError:
        return None
    host = f"[{host}]" if ":" in host else host.rstrip(".")
    if port and port != _DEFAULT_PORTS[scheme]:
        host = f"{host}:{port}"
    path = quote(parts.path, safe="/%:@!$&'()*+,;=~-._", errors="replace").rstrip("/")
    if host == "arxiv.org" and (paper := _ARXIV.match(path)):
        path = paper["paper"]
    query = [
        (key, value) for key, value in parse_qsl(parts.query, keep_blank_values=True) if not _TRACKING.fullmatch(key)
    ]
    return urlunsplit((scheme, host, path, urlencode(query, errors="replace"), ""))


def absolute_url(address: str | None, *, base_url: str | None) -> str | None:
    """Resolve a link against its page; None if no http address comes out."""
    if not address or not address.strip():
        return None
    try:
        joined = urljoin(base_url, address.strip()) if base_url else address.strip()
        parts = urlsplit(joined)
    except ValueError:
        return None
    return joined if parts.scheme.lower() in _DEFAULT_PORTS and parts.netloc else None
