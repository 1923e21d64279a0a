"""What a programme writes into a title besides the title: sponsored, keynote, cancelled, moved."""

import re
from dataclasses import dataclass

from vectorstore.models.documents import SessionStatus

_PREFIX = re.compile(r"^\s*(?P<prefix>[^:：]{1,40}?)\s*[:：]\s*(?=\S)")
_SPONSORED = re.compile(r"\bsponsor(?:ed)?\b|赞助", re.IGNORECASE)
_KEYNOTE = re.compile(r"\bkeynotes?\b|主题演讲|主旨演讲|特邀报告", re.IGNORECASE)
# A prefix is dropped only if it says nothing but what these words say.
_FLAG_WORDS = re.compile(
    r"^(?:(?:gold|silver|platinum|diamond|sponsor(?:ed)?|keynotes?|session|talk|demos?|in-booth|opening|closing|lightning)\s*)+$"
    r"|^(?:赞助|主题|主旨|演讲|特邀|报告|会议|专场|闪电|开幕|闭幕)+$",
    re.IGNORECASE,
)
_SERVICE = re.compile(
    r"^(?:(?:morning|afternoon|coffee|tea|lunch|networking|welcome|evening|attendee)\s+)*"
    r"(?:coffee|tea|lunch|breakfast|dinner|breaks?|registration|check-?in|doors open|reception|networking)"
    r"(?:\s+(?:breaks?|desk|opens?|hour|time))*$"
    r"|^(?:午餐|午饭|晚餐|早餐|茶歇|咖啡|休息|签到|注册|合影|晚宴)(?:时间|与\S{1,4}|及\S{1,4}|签到)?$",
    re.IGNORECASE,
)
_STATUS_WORDS = (
    (
        re.compile(r"^(?:CANCELL?ED|cancell?ed(?=\s*[:：\-–—])|Cancell?ed(?=\s*[:：\-–—]))\s*[:：\-–—]?\s+", re.NOFLAG),
        "cancelled",
    ),
    (re.compile(r"^[\[(（【]\s*(?:cancell?ed|已?取消)\s*[\])）】]\s*[:：\-–—]?\s*", re.IGNORECASE), "cancelled"),
    (re.compile(r"^已?取消\s*[:：\-–—]\s*"), "cancelled"),
    (re.compile(r"\s*[\[(（【]\s*(?:cancell?ed|已?取消)\s*[\])）】]$", re.IGNORECASE), "cancelled"),
    (re.compile(r"^[\[(（【]\s*(?:postponed|moved|延期|改期)\s*[\])）】]\s*[:：\-–—]?\s*", re.IGNORECASE), "moved"),
    (re.compile(r"^(?:POSTPONED|MOVED|Postponed(?=\s*[:：])|Moved(?=\s*[:：]))\s*[:：\-–—]\s*"), "moved"),
    (re.compile(r"^(?:延期|改期)\s*[:：\-–—]\s*"), "moved"),
    (
        re.compile(r"^[\[(（【]\s*(?:sold out|full|名额已满|已满)\s*[\])）】]\s*[:：\-–—]?\s*", re.IGNORECASE),
        "scheduled",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTitle:
    """A title without what is not title, and what those words said."""

    title: str
    sponsored: bool = False
    keynote: bool = False
    status: SessionStatus = "scheduled"


def read_title(raw: str) -> ReadTitle:
    """Read the flags and the status out of a title as printed.

    Only the words before the first colon can make a talk sponsored or a keynote; only an all-capital word, a bracket
    or a word before a colon or dash can cancel it ("Cancelled flights at scale" is a talk).
    """
    title, status = _status(raw.strip())
    match = _PREFIX.match(title)
    prefix = match["prefix"] if match else ""
    sponsored = bool(_SPONSORED.search(prefix))
    keynote = bool(_KEYNOTE.search(prefix))
    if match and (sponsored or keynote) and _FLAG_WORDS.match(prefix):
        title = title[match.end() :].strip()
    return ReadTitle(title=title, sponsored=sponsored, keynote=keynote, status=status)


def is_service(title: str) -> bool:
    """Say whether a title is that of a break, a meal or a desk and not of a talk."""
    return bool(_SERVICE.match(title.strip()))


def is_keynote_section(name: str) -> bool:
    """Say whether a section holds the keynotes."""
    return bool(_KEYNOTE.search(name))


def says_sponsored(words: str) -> bool:
    """Say whether a format or field calls the session sponsored."""
    return bool(_SPONSORED.search(words))


def _status(title: str) -> tuple[str, SessionStatus]:
    for pattern, status in _STATUS_WORDS:
        match = pattern.search(title)
        if match and match[0].strip() != title:
            rest = title[: match.start()] + title[match.end() :]
            return rest.strip(), status  # type: ignore[return-value]
    return title, "scheduled"
