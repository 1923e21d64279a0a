"""A fast look through XML before any parser builds something of it: size bombs refused, the first error placed."""

from dataclasses import dataclass
from xml.parsers import expat

from ingest.errors import InputRefused

MAX_DEPTH = 64
MAX_ATTRIBUTES = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class XmlError:
    """Where XML stops being well-formed: line and column from 1, and what is wrong there."""

    line: int
    column: int
    message: str


def scan(text: str, *, place: str) -> XmlError | None:
    """Refuse XML that is built to hurt, and give its first error if it is not well-formed.

    Refused are nesting over 64, more than 64 attributes on one element, and any entity declaration; a bare DOCTYPE is
    allowed, RSS 0.91 has one. What comes after the first error is not looked at.
    """
    scanner = _Scanner(place)
    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = scanner.start
    parser.EndElementHandler = scanner.end
    parser.EntityDeclHandler = scanner.entity
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)  # noqa: FBT003 - expat's signature
    except expat.ExpatError as error:
        return XmlError(line=error.lineno, column=error.offset + 1, message=expat.ErrorString(error.code))
    return None


class _Scanner:
    def __init__(self, place: str) -> None:
        self._place = place
        self._depth = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise InputRefused(f"{self._place}: is nested more than {MAX_DEPTH} deep. Ask its maker for a plain feed.")
        if len(attributes) > MAX_ATTRIBUTES:
            raise InputRefused(
                f"{self._place}: has more than {MAX_ATTRIBUTES} attributes on <{name[:40]}>. "
                "Ask its maker for a plain feed."
            )

    def end(self, name: str) -> None:  # noqa: ARG002 - expat's signature
        self._depth -= 1

    def entity(self, *_: object) -> None:
        raise InputRefused(f"{self._place}: declares XML entities, which are not read. Ask its maker for a plain feed.")
