"""What sort of thing a free question wants (a number, a price, a person, a day), and the trace it leaves in a text."""

import re
from dataclasses import dataclass

_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A property that is asked for: `trace` is what every sentence that answers must hold."""

    asked: re.Pattern[str]
    trace: re.Pattern[str]


def _wanted(asked: str, trace: str, *, capitals: bool = False) -> Wanted:
    return Wanted(asked=re.compile(asked, re.IGNORECASE), trace=re.compile(trace, 0 if capitals else re.IGNORECASE))


# In this order: a price is a number too.
_ALL = (
    _wanted(
        r"\b(?:price|pricing)\b|\bhow much (?:does|do|did|is|are)\b[^?]*\bcost\b|\bwhat (?:does|do|did)\b[^?]*\bcost\b"
        r"|\bhow expensive\b|多少钱|价格|售价|定价|收费",
        r"[$€£¥￥]|\d ?(?:元|美元|dollars?\b|usd\b|rmb\b|eur\b)|\bpric(?:e|es|ing)\b|价格|售价|定价|收费|免费",
    ),
    _wanted(
        r"\b(?:what|which) (?:share|percentage|fraction|proportion)\b|百分之几|百分之多少|占比|多大比例",
        r"\d ?[%％]|\bper ?cent\b|百分之|[一二三四五六七八九]成",
    ),
    _wanted(
        r"\bhow (?:much|many|fast|slow|long|large|big|often|high|low|close)\b|\b(?:what|which) number\b"
        r"|多少|多快|多大|多长|多久|几倍|几个|几秒",
        r"(?<![A-Za-z0-9.-])\d|[一二两三四五六七八九十]+(?:倍|成|分之)|\b(?:twice|half|third|double)",
    ),
    _wanted(
        r"^\W*who\b|谁|哪位|哪家",
        r"\b[Bb]y\b|researchers|[Tt]eams?\b|authors?|engineers|\b[A-Z][a-z]+ [A-Z][a-z]+|\b[Ww]e\b"
        r"|作者|团队|大学|公司|社区|由|我们|联合",
        capitals=True,
    ),
    _wanted(
        r"^\W*when\b|\b(?:what|which) (?:date|day|month|year)\b|什么时候|何时|哪天|哪年|哪一年|几月",
        rf"\b(?:19|20)\d\d\b|\d ?[年月日]|\b(?:{_MONTHS})[a-z]*\.? \d|今年|去年|明年|上周|本周|\b(?:last|next|this) "
        r"(?:week|month|year|summer|spring|autumn|winter)",
    ),
)


def wanted(question: str) -> re.Pattern[str] | None:
    """Give the trace that an answering sentence must hold; None for a question that any sentence may answer."""
    return next((one.trace for one in _ALL if one.asked.search(question)), None)
