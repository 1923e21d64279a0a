"""Questions for the companies, rooms or tracks themselves: all sessions of a filter, told by what they share."""

import re
from collections.abc import Sequence

from bot.ask.desk import Desk, by_time
from bot.ask.draft import line
from bot.ask.listing import measure
from bot.models.plan import Group
from bot.models.post import Bold
from vectorstore.models.documents import Session
from vectorstore.models.search import Filter, Listing, Member

# A single room or track is a fact of a talk that somebody names; several are asked for as such.
_THINGS: tuple[tuple[Group, str, str], ...] = (
    ("organisation", r"compan(?:y|ies)|organi[sz]ations?|firms?|vendors?", "公司|单位|机构|组织|企业|厂商"),
    ("room", "rooms|venues", "房间|会场|会议室|分会场"),
    ("track", "tracks", "专题|轨道|分论坛|主题分区"),
)
_EN = (
    r"^\W*(?:which|what|list(?:\s+me)?|show(?:\s+me)?|name)\s+(?:all\s+)?(?:of\s+)?(?:the\s+)?(?:{things})\b"
    r"(?:\s+(?:are|is|will\s+be)\s+(?:presenting|speaking|attending|represented|there)\b)?"
)
_ZH = r"(?:^\W*|请问|请|给我)(?:都有|一共有|共有|有|列出)?(?:哪些|所有)(?:{things})(?:(?:参加|参会|来)(?:了|的)?)?"
_PATTERNS = [
    (group, re.compile(_EN.format(things=en), re.IGNORECASE), re.compile(_ZH.format(things=zh)))
    for group, en, zh in _THINGS
]


def as_question_for_talks(question: str) -> tuple[Group, str]:
    """Tell what the talks are to be grouped by, and ask for the talks themselves; "" where no group is asked for."""
    for group, en, zh in _PATTERNS:
        if en.search(question):
            return group, en.sub("which talks", question, count=1)
        if zh.search(question):
            return group, zh.sub("哪些演讲", question, count=1)
    return "", question


def write_groups(desk: Desk, wanted: Filter, listing: Listing) -> None:
    """Write every company, room or track of the sessions that match, most sessions first, each with a source."""
    group = desk.plan.group
    members = by_time(listing.members)
    desk.draft.kind = "list"
    desk.load(members)
    desk.apply(listing, wanted)
    measure(desk, listing)
    groups: dict[str, list[Member]] = {}
    names: dict[str, str] = {}
    for member in members:
        for name in dict.fromkeys(_values(member, group)):
            key = desk.lexicon.organisation(name) or name if group == "organisation" else name
            names.setdefault(key, name)
            if member not in groups.setdefault(key, []):
                groups[key].append(member)
    desk.draft.count(len(groups), *(len(some) for some in groups.values()))
    desk.draft.say(desk.say(f"group.{group}", n=len(groups), sessions=desk.counted(len(members))))
    ordered = sorted(groups, key=lambda key: (-len(groups[key]), names[key].casefold()))
    desk.draft.bullets(
        [
            line(Bold(text=names[key]), f" · {desk.counted(len(groups[key]))}", desk.meta(groups[key][0]))
            for key in ordered
        ],
        first=1,
    )


def _values(member: Member, group: Group) -> Sequence[str]:
    session = member.document
    if not isinstance(session, Session):
        return ()
    if group == "organisation":
        return [person.organisation for person in session.speakers if person.organisation]
    value = session.room if group == "room" else session.track
    return [value] if value else []
