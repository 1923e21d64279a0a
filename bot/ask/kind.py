"""Say what kind of answer a question wants: a list, a count, facts of a session, an agenda, a search."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.ask import words
from bot.ask.slate import Mark, Slate
from bot.ask.words import LEFT, RIGHT
from bot.models.plan import Aspect, PlanKind
from vectorstore.models.search import Facet

_NOUN_EN = r"(?:talks?|sessions?|presentations?|lectures?|speech(?:es)?|keynotes?|slots?|tutorials?|posters?|panels?|workshops?|events?|lightning talks?)"
_ARTICLE_EN = r"(?:articles?|posts?|blog posts?|blogs?|papers?|documents?|stories|news items?)"
_NOUN_ZH = r"(?:演讲|场次|议题|讲座|报告|分享|主题演讲|talks?|sessions?|keynotes?|环节|活动|演示|会议)"
_ARTICLE_ZH = r"(?:文章|博文|帖子|博客|报道|资料|文档|articles?|posts?)"
_LISTING = re.compile(
    rf"{LEFT}(?:(?:which|list|show|find|give me|any|all|every|each|(?:are|is) there|there (?:are|is)|name|see|display|what(?!'s|\s+(?:is|are|did|does|do|was|were|has|have|will|would|can|makes?)(?![a-z])))"
    rf"(?:(?!(?:did|say|said|how|why)(?![a-z]))[^?!;]){{0,70}}?{LEFT}(?:{_NOUN_EN}|{_ARTICLE_EN}){RIGHT}(?!\s+about\s*\?))"
    rf"|(?:哪些|有哪|哪几[场个篇]|列出|列举|列一下|有没有|有无|所有|全部|找出?|查一?下?|看看|有什么|有啥|给出|什么(?!时候|时间|地方|地点|人|城市|房间))[^?。!]{{0,40}}?(?:{_NOUN_ZH}|{_ARTICLE_ZH})"
    rf"|(?:{_NOUN_ZH}|{_ARTICLE_ZH})[^?。!]{{0,40}}?(?:有哪|哪些|有什么(?!内容)|有啥|是哪|都有谁的)"
    rf"|有[^?。!]{{1,40}}?(?:{_NOUN_ZH}|{_ARTICLE_ZH})(?:可以\w{{1,3}})?[吗么]"
    rf"|{LEFT}what(?:'s|\s+(?:are|is))\s+(?:all\s+)?the\s+[^?]{{0,40}}?(?:talks|sessions|presentations|keynotes|articles|posts){RIGHT}(?!\s+about\s*\?)"
)
_ASKS_FACT = re.compile(
    rf"{LEFT}(?:(?:in |on |at )?(?:which|what) (?:city|room|hall|day|date|time|company|companies|organi[sz]ations?|vendors?|speakers?|people|persons?|track|venue|place|location|presenters?|stage|hour))|哪(?:个|些|家|位|几位|一)?(?:房间|会议室|会场|城市|天|人|公司|组织|机构|厂商|讲者|专题|单位|企业|团队)|什么(?:时候|时间|地方|地点|房间|城市|公司|组织|机构)"
)
_SPEAKS = re.compile(
    rf"{LEFT}(?:speak(?:s|ing)?|spoke|present(?:s|ed|ing|er)?|giv(?:e|es|ing)|gave|given|talk(?:s|ed|ing)?|deliver(?:s|ed|ing)?|host(?:s|ed|ing)?|lead(?:s|ing)?){RIGHT}|讲|主持|带来|分享|演讲|发言|登台"
)
_PAST = re.compile(
    rf"{LEFT}(?:released?|announced?|introduced?|launched?|invented?|founded|created|shipped|acquired?|merged|deprecated|added){RIGHT}|推出|提出|诞生|上线|收购|开源"
)
_YES_NO = re.compile(
    rf"^\W*(?:and\s+|so\s+)?(?:is|are|was|were|does|did|do|will|has|have|isn't|aren't|doesn't|didn't|can|could|would)(?:n't)?{RIGHT}|吗\W*$|是不是|是否|对吗|对不对|对么\W*$"
)
_OPEN_START = re.compile(
    rf"^\W*(?:(?:so|and|but)\s+)?(?:how(?! (?:many|long))|why|explain|in what way|what (?:did|does|do|is|are|was|were|has|have|makes)|what's|describe|summari[sz]e){RIGHT}|为什么|为何|怎么(?!走|去)|如何|怎样|什么是|是什么|说了(?:什么|些什么)|原理|解释"
)
_HOW_LONG_TALK = re.compile(
    rf"{LEFT}(?:talks?|sessions?|keynotes?|presentations?|slot){RIGHT}|演讲|场次|议题|讲座|报告|分享"
)
_ABOUT = re.compile(
    rf"what(?:'s| is| are| was)? .{{0,120}}?about\W*$|{LEFT}tell me (?:more )?about|abstract|讲(?:了|的)?(?:是)?(?:些)?(?:什么|啥)|什么内容|关于什么|摘要|简介|内容是|介绍一下|{LEFT}summar"
)
_WHICH = re.compile(rf"{LEFT}(?:which|any|what|how many|are|were|other|others){RIGHT}|哪些|有没有|哪几|几[个场]")
_FIELDS: frozenset[Facet] = frozenset(
    {
        "day",
        "starts",
        "running",
        "room",
        "minutes",
        "sponsored",
        "keynote",
        "track",
        "format",
        "published",
        "conference",
    }
)
_SUBJECTS: frozenset[Facet] = frozenset(
    {"document", "text", "hardware", "software", "layer", "speaker", "organisation"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked for: the kind, the facts of a lookup, and whether it is about articles or the conference itself."""

    kind: PlanKind
    aspects: tuple[Aspect, ...] = ()
    articles: bool = False
    conference: bool = False
    yes_no: bool = False


def asks_listing(slate: Slate) -> bool:
    """Say whether the question's own words ask for sessions or articles as a list."""
    return _LISTING.search(slate.low) is not None and _ASKS_FACT.match(slate.low) is None


def asked(slate: Slate, marks: Sequence[Mark], sides: Sequence[str], *, bare_follow_up: bool) -> Asked:
    """Decide the kind from the question's words and from what was found in it."""
    facets = {mark.facet for mark in marks}
    talks, articles = _nouns(slate, facets)
    listing = asks_listing(slate)
    if _is_latest(slate, listing=listing, talks=talks):
        return Asked(kind="latest", articles=True)
    if slate.says(words.CLASHES) and not slate.says(words.OPEN_NEWS):
        return Asked(kind="clash")
    if _is_count(slate, facets, nouns=talks or articles, bare=bare_follow_up):
        return Asked(kind="count", articles=articles and not talks)
    if len(sides) > 1 and slate.says(words.COMPARES) and not listing:
        return Asked(kind="compare", articles=articles and not talks)
    if _is_agenda(slate, facets, listing=listing):
        return Asked(kind="agenda")
    if listing and not articles and facets <= _FIELDS and (slate.says(words.NOW) or slate.says(words.NEXT)):
        return Asked(kind="agenda")
    if listing:
        return Asked(kind="list", articles=articles and not talks)
    return _fact_or_search(slate, facets, talks=talks, articles=articles, bare=bare_follow_up)


def _nouns(slate: Slate, facets: set[Facet]) -> tuple[bool, bool]:
    talks = slate.says(words.TALKS) or slate.says(words.TALK) or bool(facets & {"keynote", "document"})
    return talks, slate.says(words.ARTICLES) and not slate.says(words.TALKS)


def _is_latest(slate: Slate, *, listing: bool, talks: bool) -> bool:
    if slate.of("published") and not slate.says(words.ARTICLES) and not talks:
        return not slate.says(words.OPEN_NEWS)
    if not slate.says(words.LATEST) or slate.says(words.OPEN_NEWS):
        return False
    return not (talks and (listing or not slate.says(words.ARTICLES)))


def _is_count(slate: Slate, facets: set[Facet], *, nouns: bool, bare: bool) -> bool:
    if not slate.says(words.COUNTS) or slate.says(words.NOT_COUNTS):
        return False
    return nouns or bare or bool(facets and facets <= _FIELDS)


def _is_agenda(slate: Slate, facets: set[Facet], *, listing: bool) -> bool:
    only_fields = facets <= _FIELDS
    moment = slate.says(words.NOW) or slate.says(words.NEXT)
    if slate.says(words.AGENDA):
        # 在讲什么 at a time asks for the programme, not for a summary.
        return only_fields and (bool(facets) or moment or not listing) and _facts(slate) in ((), ("abstract",))
    return (
        moment
        and only_fields
        and not _facts(slate)
        and not listing
        and not _OPEN_START.search(slate.low.replace("what's", "").replace("what is", ""))
    )


def _fact_or_search(slate: Slate, facets: set[Facet], *, talks: bool, articles: bool, bare: bool) -> Asked:
    facts = _facts(slate)
    subject = bool(facets & _SUBJECTS)
    if facts and _conference_itself(slate, facets, talks=talks):
        aspects: tuple[Aspect, ...] = tuple(
            "city" if a in {"room", "city"} else "dates" if a in {"start", "end"} else a for a in facts
        )
        return Asked(kind="lookup", aspects=tuple(dict.fromkeys(aspects)), conference=True)
    if facts and _is_lookup(slate, facts, facets, talks=talks, bare=bare):
        return Asked(kind="lookup", aspects=facts, articles=articles and not talks)
    if _YES_NO.search(slate.low) and _is_checkable(slate, facets, talks=talks):
        if _conference_itself(slate, facets, talks=talks):
            return Asked(kind="lookup", aspects=("dates",) if "day" in facets else ("city",), conference=True)
        return Asked(kind="lookup", aspects=_checked(facets), yes_no=True)
    if _OPEN_START.search(slate.low) and facets and facets <= _FIELDS and talks and not slate.says(words.OPEN_NEWS):
        # "What is the first talk on day 2": the programme of that day, in order.
        return Asked(kind="agenda")
    if _OPEN_START.search(slate.low) and not bare:
        return Asked(kind="open", articles=articles)
    if talks or articles and facets or bare:
        return Asked(kind="list" if subject or facets or talks or bare else "open", articles=articles and not talks)
    if facets and facets <= _FIELDS:
        listed = slate.says(words.LISTS) or not facets & {"day", "starts", "running", "room"}
        return Asked(kind="list" if listed and not slate.says(words.AGENDA) else "agenda")
    return Asked(kind="open", articles=articles)


def _facts(slate: Slate) -> tuple[Aspect, ...]:
    """List what is asked about a session or the conference, in the table's order."""
    found: list[Aspect] = []
    text = slate.low
    for aspect, pattern in words.ASPECTS.items():
        match = pattern.search(text)
        if match and aspect != "abstract":
            text = (
                text[: match.start()] + " " * len(match.group()) + text[match.end() :]
                if ".{" not in pattern.pattern
                else text
            )
            found.append(aspect)  # type: ignore[arg-type]
    if "sponsored" in found and _WHICH.search(slate.low):
        found.remove("sponsored")
    if not found and _ABOUT.search(slate.low):
        found.append("abstract")
    if "end" in found and "start" in found and not re.search(rf"{LEFT}start|开始", slate.low):
        found.remove("start")
    if "published" in found and "start" in found:
        found.remove("start")
    if "city" in found and "room" in found:
        found.remove("room")
    return tuple(found)


def _conference_itself(slate: Slate, facets: set[Facet], *, talks: bool) -> bool:
    said = slate.says(words.CONFERENCE_ASPECTS) or "conference" in facets
    plain_talk = slate.says(words.TALKS) or re.search(
        rf"{LEFT}(?:talk|session|presentation|keynote){RIGHT}|演讲|场次|议题", slate.low
    )
    return bool(
        said
        and not plain_talk
        and not facets & {"document", "speaker", "organisation", "hardware", "text", "layer", "room"}
    ) and ("software" not in facets or slate.says(words.HELD))


def _is_lookup(slate: Slate, facts: tuple[Aspect, ...], facets: set[Facet], *, talks: bool, bare: bool) -> bool:
    if bare:
        return True
    first = facts[0]
    anchored = talks or bool(facets & {"document", "speaker", "room", "keynote", "running", "starts"})
    if first in {"abstract", "duration", "sponsored", "url", "track"}:
        return anchored or (bool(facets & _SUBJECTS) and first != "abstract" and not _OPEN_START.search(slate.low))
    if first == "published":
        return True
    if _PAST.search(slate.low) and not anchored:
        return False
    if first in {"speaker", "organisation"}:
        return anchored or bool(_SPEAKS.search(slate.low)) or bool(facets & {"organisation"})
    return anchored or not _OPEN_START.search(slate.low)


def _is_checkable(slate: Slate, facets: set[Facet], *, talks: bool) -> bool:
    facts = facets & {"day", "starts", "running", "room", "organisation", "speaker", "sponsored", "keynote", "minutes"}
    if _conference_itself(slate, facets, talks=talks):
        return True
    return bool(facts) and (talks or bool(_SPEAKS.search(slate.low))) and bool(facets & _SUBJECTS)


def _checked(facets: set[Facet]) -> tuple[Aspect, ...]:
    table: dict[Facet, Aspect] = {
        "day": "start",
        "starts": "start",
        "running": "start",
        "room": "room",
        "organisation": "organisation",
        "speaker": "speaker",
        "sponsored": "sponsored",
        "minutes": "duration",
    }
    return tuple(dict.fromkeys(aspect for facet, aspect in table.items() if facet in facets))
