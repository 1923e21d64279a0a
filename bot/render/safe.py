"""Source text made harmless for a terminal: no escape sequences, no control or direction characters."""

import re
from urllib.parse import quote, urlsplit

_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor, clearing
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?"  # OSC and the other strings
    r"|\x1b[ -/]*[0-~]"
    r"|\x9b[0-?]*[ -/]*[@-~]"
)
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_DIRECTIONS = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_BREAKS = re.compile("\r\n?|[\u0085\u2028\u2029\x0b\x0c]")
_SPACES = re.compile(r"[ \t\n]+")


def block(text: str) -> str:
    """Clean text whose line breaks matter; tabs become four blanks."""
    text = _BREAKS.sub("\n", _ESCAPES.sub("", text)).replace("\t", "    ")
    return _SURROGATES.sub("\ufffd", _DIRECTIONS.sub("", _CONTROLS.sub("", text)))


def line(text: str) -> str:
    """Clean text for one line; runs of blanks and line breaks become one blank."""
    return _SPACES.sub(" ", block(text))


def web_url(url: str | None) -> str | None:
    """Give an http(s) address in safe characters, or None for anything else."""
    if not url:
        return None
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return None
    if parts.scheme.lower() not in ("http", "https") or not parts.netloc:
        return None
    return quote(url.strip().encode("utf-8", "replace"), safe="%/:=&?~#+!$,;@*[]()-._'")
