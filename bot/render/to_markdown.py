"""A post as Markdown that any CommonMark or GitHub renderer shows as meant; source text brings no links or images."""

import re
from collections.abc import Sequence

from bot.models.post import (
    Block,
    Bold,
    Bullets,
    Cite,
    Code,
    CodeSpan,
    Divider,
    Heading,
    Inline,
    Link,
    Para,
    Post,
    Quote,
    Table,
    Text,
    Time,
)
from bot.render import safe
from bot.render.to_text import clock_time

_MARKS = re.compile(r"[\\`*_\[\]<>|~$&]")
_AUTOLINKS = re.compile(r"(?<=[A-Za-z]):(?=//)|(?<=www)\.|(?<=mailto):|(?<=xmpp):|@", re.IGNORECASE)
_LINE_START = re.compile(r"^([ ]*)(#|[-+=]|\d{1,9}(?=[.)]))")
_BAR = re.compile(r"(?<!\\)\|")
_CORE = re.compile(r"[^\W_](?:.*[^\W_])?", re.DOTALL)
_ASCII = 127
_INFO = re.compile(r"[^A-Za-z0-9+#.-]")


def post_markdown(post: Post, *, tail: bool = True) -> str:
    """Write a post as Markdown, one trailing line break."""
    blocks = [*post.body, *post.tail] if tail else list(post.body)
    return "\n\n".join(part for part in map(_block, blocks) if part) + "\n"


def _block(block: Block) -> str:
    match block:
        case Heading(text=text):
            written = f"### {escape(text)}"
        case Para(inlines=inlines):
            written = _line(inlines)
        case Bullets(entries=entries, first=first):
            written = "\n".join(
                f"{'-' if first is None else f'{first + index}.'} {_line(entry)}" for index, entry in enumerate(entries)
            )
        case Table(header=header, rows=rows):
            lines = [[escape(title) for title in header], ["---"] * len(header)]
            lines += [[_BAR.sub(r"\\|", _line(cell)) for cell in row] for row in rows]
            written = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        case Code(text=text, language=language):
            written = _fenced(safe.block(text), _INFO.sub("", language))
        case Quote(text=text):
            written = f"> {escape(text)}"
        case Divider():
            written = "---"
    return written


def _fenced(text: str, language: str) -> str:
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"{fence}{language}\n{text}\n{fence}"


def escape(text: str) -> str:
    """Write words of a source so that Markdown shows exactly them, as one line."""
    return _escaped(safe.line(text).strip())


def _escaped(text: str) -> str:
    return _at_line_start(_AUTOLINKS.sub(r"\\\g<0>", _MARKS.sub(r"\\\g<0>", text)))


def _at_line_start(text: str) -> str:
    return _LINE_START.sub(lambda found: _escaped_start(found[1], found[2]), text)


def _escaped_start(blanks: str, mark: str) -> str:
    return f"{blanks}\\{mark}" if not mark[0].isdigit() else f"{blanks}{mark}\\"


def _line(inlines: Sequence[Inline]) -> str:
    written = [_inline(inline) for inline in inlines]
    for place, inline in enumerate(inlines):
        if isinstance(inline, Bold):
            before, after = "".join(written[:place])[-1:], "".join(written[place + 1 :])[:1]
            written[place] = _spaced(inline.text, _strong(safe.line(inline.text).strip(), before, after))
    return _at_line_start("".join(written).strip())


def _inline(inline: Inline) -> str:
    match inline:
        case Text(text=text):
            written = _spaced(text, escape(text))
        case Bold(text=text):
            written = _spaced(text, escape(text))
        case CodeSpan(text=text):
            written = _code_span(safe.line(text).strip())
        case Link(text=text, url=url):
            written = _link(text, safe.web_url(url))
        case Cite(n=n):
            written = f"\\[{n}\\]"
        case Time():
            written = escape(clock_time(inline))
    return written


def _spaced(raw: str, written: str) -> str:
    """Keep the blanks around words that escaping trimmed."""
    if not written:
        return " " if raw else ""
    return f"{' ' if raw[:1].isspace() else ''}{written}{' ' if raw[-1:].isspace() else ''}"


def _strong(words: str, before: str, after: str) -> str:
    """Set words bold; a mark at an end that a letter follows stays outside, else CommonMark shows the asterisks."""
    core = _CORE.search(words)
    if core is None:
        return _escaped(words)
    first = core.start() if _is_word(before) else 0
    last = core.end() if _is_word(after) else len(words)
    return f"{_escaped(words[:first])}**{_escaped(words[first:last])}**{_escaped(words[last:])}"


def _is_word(beside: str) -> bool:
    return bool(beside) and (beside.isalnum() or ord(beside) > _ASCII) and not beside.isspace()


def _code_span(text: str) -> str:
    if not text:
        return ""
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _link(text: str, url: str | None) -> str:
    if url is None:
        return escape(text)
    target = url.replace("(", "%28").replace(")", "%29").replace("[", "%5B").replace("]", "%5D")
    return f"<{target}>" if safe.web_url(text) == url else f"[{escape(text)}]({target})"
