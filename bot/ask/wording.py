"""The words of our own sentences in Chinese and English, and how days, clock times and people are written in them."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import cache
from itertools import groupby

from bot.models.answer import AnswerLanguage
from bot.models.post import Inline, Text
from vectorstore.models.documents import Session, Speaker

TEXTS: dict[AnswerLanguage, dict[str, str]] = {
    "en": {
        "noun.session.one": "{n} session",
        "noun.session.many": "{n} sessions",
        "noun.article.one": "{n} article",
        "noun.article.many": "{n} articles",
        "and": " and ",
        "or": " or ",
        "comma": ", ",
        "list.comma": ", ",
        "list.all": "{sessions}, the whole programme.",
        "group.organisation": "Organisations: {n}, giving {sessions}.",
        "group.room": "Rooms: {n}, for {sessions}.",
        "group.track": "Tracks: {n}, for {sessions}.",
        "list.some": "{matched} of {corpus}.",
        "list.some.detail": "{matched} of {corpus} ({detail}).",
        "list.about.one": "{n} about {names}",
        "list.about.many": "{n} about {names}",
        "list.listed.one": "{n} lists it among other targets",
        "list.listed.many": "{n} list it among other targets",
        "list.implied.one": "{n} only implies it",
        "list.implied.many": "{n} only imply it",
        "list.vendor.one": "{n} names only its maker or a product of it",
        "list.vendor.many": "{n} name only its maker or a product of it",
        "list.passing.one": "{n} names it in passing",
        "list.passing.many": "{n} name it in passing",
        "list.only_passing": "Named only in passing by {sessions} more.",
        "list.also": "Also named in the text",
        "list.end_unknown": "End not given",
        "list.minutes_unknown": "Left out, for no end is stated: {sessions}.",
        "mark.listed": "lists {names} among its targets",
        "mark.implied": "implies {names}",
        "mark.vendor": "names only the maker or a product of {names}",
        "mark.passing": "names {names} in passing",
        "flag.sponsored": "sponsored",
        "flag.keynote": "keynote",
        "flag.cancelled": "cancelled",
        "flag.moved": "time or room changed",
        "flag.missing": "no longer in the newest version",
        "time.none": "time not given",
        "room.none": "room not given",
        "speaker.none": "speaker not given",
        "end.none": "end not given",
        "clash.mark": "overlaps in {room} with {title}",
        "clash.pair": "{room}: {first} ({first_when}) and {second} ({second_when}) overlap.",
        "clash.some": "{n} pairs overlap.",
        "clash.one": "{n} pair overlaps.",
        "clash.apart": "They do not overlap.",
        "clash.none": "Nothing overlaps among {sessions}.",
        "beside.none": "No other session is at the same time.",
        "beside.some": "At the same time: {sessions}.",
        "agenda.now": "On now",
        "agenda.next": "Next",
        "agenda.outside": "Nothing is on at {when}; the nearest day of the programme is shown.",
        "agenda.over_today": "Nothing is on at {when}; the rest of that day is shown.",
        "zone.known": "Times are the venue's ({zone}).",
        "zone.unknown": "No source states a time zone; times are the venue's wall clock as printed.",
        "lookup.speaker": "{speakers} – {title} ({when}).",
        "lookup.speaker.none": "{title}: the programme names no speaker.",
        "lookup.organisation": "{title} is given by {organisations}.",
        "lookup.organisation.none": "{title}: the programme names no organisation.",
        "lookup.start": "{title}: {when}, {room}.",
        "lookup.start.none": "{title}: the programme gives no time.",
        "lookup.end": "{title} ends at {end} ({when}).",
        "lookup.end.none": "{title}: the programme gives no end.",
        "lookup.duration": "{title} lasts {minutes} minutes ({when}).",
        "lookup.room": "{title} is in {room} ({when}).",
        "lookup.room.none": "{title}: the programme gives no room ({when}).",
        "lookup.sponsored.yes": "Yes: {title} is marked as sponsored.",
        "lookup.sponsored.no": "No: {title} is not marked as sponsored.",
        "lookup.track": "{title} belongs to the track {track}.",
        "lookup.track.none": "{title}: the programme gives no track.",
        "lookup.url": "{title}: {link}",
        "lookup.url.none": "{title}: the source gives no address of its own.",
        "lookup.published": "{title} was published on {day}.",
        "lookup.published.none": "{title}: the source gives no date of publication.",
        "lookup.abstract.none": "{title}: the programme has no description.",
        "fact.city": "Place stated: {value}.",
        "fact.dates": "Dates stated: {value}.",
        "aspect.city": "place",
        "aspect.dates": "dates",
        "aspect.name": "name",
        "aspect.day": "day",
        "aspect.start": "start",
        "aspect.end": "end",
        "aspect.room": "room",
        "conflict.subject": "{aspect} of {subject}",
        "premise.conference": "Not {claimed}, by what the sources state.",
        "premise.wrong": "Not {claimed}: {title} – {actual}.",
        "compare.side": "{side}: {matched} of {corpus}",
        "compare.both": "Both at once",
        "compare.none": "Nothing here holds {side}.",
        "compare.none_both": "No session is about both.",
        "latest.head": "{articles}, newest first.",
        "latest.undated": "date not given",
        "open.from": "From {title}:",
        "open.from.zh": "From {title}, in Chinese:",
        "open.from.en": "From {title}, in English:",
        "open.from.other": "From {title}, in its own language:",
        "refuse.none": "I found nothing here that answers this.",
        "refuse.searched": "Searched: {searched}.",
        "refuse.searched.under": "Searched: {searched}, with {conditions}.",
        "refuse.together": "None meets all conditions: {parts}, none all of them.",
        "refuse.together.two": "None meets both conditions: {parts}, none both.",
        "refuse.part": "{n} for {label}",
        "refuse.nothing_for": "Nothing matches {label}.",
        "refuse.nowhere": "{terms} – in no text here.",
        "refuse.not_together": "No one document holds all of {terms}.",
        "refuse.uncovered": "Nothing found here speaks about {terms}.",
        "refuse.nearest": "Nearest matches",
        "help.empty": "Nothing has been collected yet, so there is nothing to answer from.",
        "help.collect": "Collect a guide, an article or a feed first:",
        "help.intro": "Ask for talks, times, rooms, speakers, organisations or hardware, or put a free question.",
        "help.examples": "For example:",
        "note.unchecked": "The source is in another language; these words could not be compared: {terms}.",
        "note.no_nearest": "Search is not available, so no nearest matches are shown.",
        "facet.kind": "kind",
        "facet.conference": "conference",
        "facet.source": "source",
        "facet.document": "session",
        "facet.hardware": "hardware",
        "facet.software": "software",
        "facet.layer": "layer",
        "facet.organisation": "organisation",
        "facet.speaker": "speaker",
        "facet.room": "room",
        "facet.track": "track",
        "facet.format": "format",
        "facet.day": "day",
        "facet.starts": "starts",
        "facet.running": "on at",
        "facet.minutes": "length",
        "facet.sponsored": "sponsored",
        "facet.keynote": "keynote",
        "facet.status": "status",
        "facet.published": "published",
        "facet.text": "text",
        "label": "{facet} {value}",
        "label.not": "{facet} not {value}",
        "label.passing": "{facet} {value}, mentions in passing included",
        "value.sponsored.true": "sponsored",
        "value.sponsored.false": "not sponsored",
        "value.keynote.true": "keynotes",
        "value.keynote.false": "no keynotes",
        "value.range": "{first}–{last}",
        "value.from": "from {first}",
        "value.before": "before {last}",
        "value.minutes": "{first}–{last} min",
        "value.minutes.exactly": "{first} min",
        "value.minutes.least": "at least {first} min",
        "value.minutes.most": "at most {last} min",
        "value.all": " and also ",
        "layer.frontend": "frontend",
        "layer.graph_ir": "graph IR",
        "layer.tensor_ir": "tensor IR",
        "layer.optimization": "optimization",
        "layer.kernel_codegen": "kernel code generation",
        "layer.hardware_backend": "hardware backend",
        "layer.runtime": "runtime",
        "layer.distributed": "distributed",
        "layer.benchmark": "benchmark",
        "status.scheduled": "as planned",
        "status.moved": "moved",
        "status.cancelled": "cancelled",
        "kind.session": "sessions",
        "kind.article": "articles",
        "follow.day": "Only {day}",
        "follow.sponsored": "Only sponsored ones",
        "follow.not_sponsored": "Without sponsored ones",
        "follow.passing": "With mentions in passing",
        "follow.other": "As {label}",
        "follow.other.ask": "Which talks target {names}?",
    },
    "zh": {
        "noun.session.one": "{n} 场",
        "noun.session.many": "{n} 场",
        "noun.article.one": "{n} 篇文章",
        "noun.article.many": "{n} 篇文章",
        "and": "和",
        "or": "或",
        "comma": "、",
        "list.comma": "，",
        "list.all": "{sessions}，即全部日程。",
        "group.organisation": "单位：{n} 家，主讲 {sessions}。",
        "group.room": "房间：{n} 个，安排 {sessions}。",
        "group.track": "专题：{n} 个，包含 {sessions}。",
        "list.some": "{matched}，共 {corpus}。",
        "list.some.detail": "{matched}，共 {corpus}（{detail}）。",
        "list.about.one": "{n}专讲 {names}",
        "list.about.many": "{n}专讲 {names}",
        "list.listed.one": "{n}只把它列为目标之一",
        "list.listed.many": "{n}只把它列为目标之一",
        "list.implied.one": "{n}只能由此推知",
        "list.implied.many": "{n}只能由此推知",
        "list.vendor.one": "{n}只提到厂商或其产品",
        "list.vendor.many": "{n}只提到厂商或其产品",
        "list.passing.one": "{n}只是顺带提到",
        "list.passing.many": "{n}只是顺带提到",
        "list.only_passing": "另有 {sessions}只是顺带提到。",
        "list.also": "正文里也出现",
        "list.end_unknown": "未写明结束时间",
        "list.minutes_unknown": "{sessions}未写明结束时间，没有计入。",
        "mark.listed": "把 {names} 列为目标之一",
        "mark.implied": "由此可推知 {names}",
        "mark.vendor": "只提到 {names} 的厂商或产品",
        "mark.passing": "顺带提到 {names}",
        "flag.sponsored": "赞助",
        "flag.keynote": "主题演讲",
        "flag.cancelled": "已取消",
        "flag.moved": "时间或地点有变",
        "flag.missing": "最新版本中已不再列出",
        "time.none": "未写时间",
        "room.none": "未写房间",
        "speaker.none": "未写讲者",
        "end.none": "未写结束时间",
        "clash.mark": "在 {room} 与 {title} 时间重叠",
        "clash.pair": "{room}：{first}（{first_when}）与 {second}（{second_when}）时间重叠。",
        "clash.some": "{n} 处重叠。",
        "clash.one": "{n} 处重叠。",
        "clash.apart": "它们的时间不重叠。",
        "clash.none": "{sessions}之间没有重叠。",
        "beside.none": "没有其他场次与它同时进行。",
        "beside.some": "同一时间另有 {sessions}。",
        "agenda.now": "正在进行",
        "agenda.next": "接下来",
        "agenda.outside": "{when} 没有场次，下面是日程里最近的一天。",
        "agenda.over_today": "{when} 没有场次，下面是当天余下的场次。",
        "zone.known": "时间为会场当地时间（{zone}）。",
        "zone.unknown": "各来源都没有写明时区，时间照日程所印，为会场当地钟点。",
        "lookup.speaker": "{title}：{speakers} 主讲（{when}）。",
        "lookup.speaker.none": "{title}：日程没有写主讲人。",
        "lookup.organisation": "{title}：由 {organisations} 带来。",
        "lookup.organisation.none": "{title}：日程没有写单位。",
        "lookup.start": "{title}：{when}，{room}。",
        "lookup.start.none": "{title}：日程没有写时间。",
        "lookup.end": "{title}：{end} 结束（{when}）。",
        "lookup.end.none": "{title}：日程没有写结束时间。",
        "lookup.duration": "{title}：时长 {minutes} 分钟（{when}）。",
        "lookup.room": "{title}：在 {room}（{when}）。",
        "lookup.room.none": "{title}：日程没有写房间（{when}）。",
        "lookup.sponsored.yes": "是：{title} 标明为赞助。",
        "lookup.sponsored.no": "不是：{title} 没有标明赞助。",
        "lookup.track": "{title}：属于 {track}。",
        "lookup.track.none": "{title}：日程没有写分类。",
        "lookup.url": "{title}：{link}",
        "lookup.url.none": "{title}：来源没有给出单独的网址。",
        "lookup.published": "{title}：{day} 发布。",
        "lookup.published.none": "{title}：来源没有写发布日期。",
        "lookup.abstract.none": "{title}：日程没有内容简介。",
        "fact.city": "举办地点：{value}。",
        "fact.dates": "会期：{value}。",
        "aspect.city": "举办地点",
        "aspect.dates": "日期",
        "aspect.name": "名称",
        "aspect.day": "日子",
        "aspect.start": "开始时间",
        "aspect.end": "结束时间",
        "aspect.room": "房间",
        "conflict.subject": "{subject} 的{aspect}",
        "premise.conference": "并非 {claimed}：来源另有说法。",
        "premise.wrong": "并非 {claimed}：{title} – {actual}。",
        "compare.side": "{side}：{matched}，共 {corpus}",
        "compare.both": "两者都讲",
        "compare.none": "这里没有关于 {side} 的内容。",
        "compare.none_both": "没有同时讲两者的场次。",
        "latest.head": "{articles}，最新的在前。",
        "latest.undated": "未写日期",
        "open.from": "出自 {title}：",
        "open.from.zh": "出自 {title}，中文原文：",
        "open.from.en": "出自 {title}，英文原文：",
        "open.from.other": "出自 {title}，原文：",
        "refuse.none": "这里没有能回答这个问题的内容。",
        "refuse.searched": "查过：{searched}。",
        "refuse.searched.under": "查过：{searched}，条件：{conditions}。",
        "refuse.together": "没有同时满足全部条件的：{parts}，合在一起没有。",
        "refuse.together.two": "没有同时满足两个条件的：{parts}，合在一起没有。",
        "refuse.part": "{label} 有 {n}",
        "refuse.nothing_for": "没有符合 {label} 的内容。",
        "refuse.nowhere": "{terms}：所有文本里都没有出现。",
        "refuse.not_together": "没有一篇同时讲到 {terms}。",
        "refuse.uncovered": "找到的内容没有讲到 {terms}。",
        "refuse.nearest": "最接近的内容",
        "help.empty": "还没有收集任何内容，所以无从回答。",
        "help.collect": "请先收集一份指南、文章或订阅源：",
        "help.intro": "可以问演讲、时间、房间、讲者、单位、硬件，也可以随意提问。",
        "help.examples": "例如：",
        "note.unchecked": "原文是另一种语言，以下词语无法比对：{terms}。",
        "note.no_nearest": "检索暂不可用，没有列出最接近的内容。",
        "facet.kind": "类型",
        "facet.conference": "会议",
        "facet.source": "来源",
        "facet.document": "场次",
        "facet.hardware": "硬件",
        "facet.software": "软件",
        "facet.layer": "层次",
        "facet.organisation": "单位",
        "facet.speaker": "讲者",
        "facet.room": "房间",
        "facet.track": "分类",
        "facet.format": "形式",
        "facet.day": "日期",
        "facet.starts": "开始于",
        "facet.running": "进行于",
        "facet.minutes": "时长",
        "facet.sponsored": "赞助",
        "facet.keynote": "主题演讲",
        "facet.status": "状态",
        "facet.published": "发布于",
        "facet.text": "文本",
        "label": "{facet} {value}",
        "label.not": "{facet} 不含 {value}",
        "label.passing": "{facet} {value}，含顺带提到的",
        "value.sponsored.true": "赞助场次",
        "value.sponsored.false": "非赞助场次",
        "value.keynote.true": "主题演讲",
        "value.keynote.false": "非主题演讲",
        "value.range": "{first}–{last}",
        "value.from": "{first} 起",
        "value.before": "{last} 之前",
        "value.minutes": "{first}–{last} 分钟",
        "value.minutes.exactly": "{first} 分钟",
        "value.minutes.least": "至少 {first} 分钟",
        "value.minutes.most": "至多 {last} 分钟",
        "value.all": "且",
        "layer.frontend": "前端",
        "layer.graph_ir": "图 IR",
        "layer.tensor_ir": "张量 IR",
        "layer.optimization": "优化",
        "layer.kernel_codegen": "内核代码生成",
        "layer.hardware_backend": "硬件后端",
        "layer.runtime": "运行时",
        "layer.distributed": "分布式",
        "layer.benchmark": "基准测试",
        "status.scheduled": "照常",
        "status.moved": "有变动",
        "status.cancelled": "已取消",
        "kind.session": "场次",
        "kind.article": "文章",
        "follow.day": "只看{day}",
        "follow.sponsored": "只看赞助场次",
        "follow.not_sponsored": "不看赞助场次",
        "follow.passing": "也列出顺带提到的",
        "follow.other": "换作{label}",
        "follow.other.ask": "哪些演讲面向 {names}？",
    },
}

WEEKDAYS = {
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    "zh": ("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
}
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_SLOT = re.compile(r"\{(\w+)\}")


def say(language: AnswerLanguage, key: str, **slots: str | int) -> str:
    """Fill one of our phrases; raises KeyError for a phrase or a slot that does not exist."""
    return TEXTS[language][key].format(**slots)


def say_inlines(language: AnswerLanguage, key: str, **slots: Inline | str) -> tuple[Inline, ...]:
    """Fill one of our phrases where some slots are not plain words (a title in bold, a link)."""
    pieces = _SLOT.split(TEXTS[language][key])
    made: list[Inline] = []
    for position, piece in enumerate(pieces):
        filled: Inline | str = slots[piece] if position % 2 else piece
        if isinstance(filled, str):
            if filled:
                made.append(Text(text=filled))
        else:
            made.append(filled)
    return tuple(made)


def counted(language: AnswerLanguage, noun: str, n: int) -> str:
    """Write a number with its noun ("session" or "article"); the plural follows the number."""
    return say(language, f"noun.{noun}.{'one' if n == 1 else 'many'}", n=n)


def join(language: AnswerLanguage, words: Iterable[str], *, last: str = "and") -> str:
    """Join words as a person would: a, b and c."""
    listed = list(words)
    if len(listed) <= 1:
        return "".join(listed)
    return say(language, "comma").join(listed[:-1]) + say(language, last) + listed[-1]


def day_words(language: AnswerLanguage, day: date) -> str:
    """Write a day with its weekday, without the year."""
    weekday = WEEKDAYS[language][day.weekday()]
    if language == "zh":
        return f"{day.month}月{day.day}日（{weekday}）"
    return f"{weekday} {day.day} {MONTHS[day.month - 1]}"


def moment_words(language: AnswerLanguage, moment: datetime) -> str:
    """Write a moment with its year, for what lies outside a programme."""
    return (
        f"{moment:%Y-%m-%d %H:%M}"
        if language == "en"
        else f"{moment.year}年{moment.month}月{moment.day}日 {moment:%H:%M}"
    )


def clock_words(session: Session) -> str:
    """Write start and end as the venue's clock; an unknown end is left out; empty when no time is known."""
    if session.local_start is None:
        return ""
    start = f"{session.local_start:%H:%M}"
    return f"{start}–{session.local_end:%H:%M}" if session.local_end else start


def when_words(language: AnswerLanguage, session: Session) -> str:
    """Write programme day and clock times of a session, or that none is given."""
    day = day_words(language, session.programme_day) if session.programme_day else ""
    return " ".join(part for part in (day, clock_words(session)) if part) or say(language, "time.none")


def people_words(language: AnswerLanguage, speakers: Sequence[Speaker]) -> str:
    """Write speakers with their organisations, neighbours of one organisation together."""
    left, right = ("（", "）") if language == "zh" else (" (", ")")
    comma = say(language, "comma")
    groups = []
    for organisation, members in groupby(speakers, key=lambda person: person.organisation):
        names = comma.join(person.name for person in members)
        groups.append(f"{names}{left}{organisation}{right}" if organisation else names)
    return comma.join(groups)


@cache
def own_words(language: AnswerLanguage) -> tuple[str, ...]:
    """Give the fixed pieces of all our phrases, longest first: what a check of facts may skip."""
    pieces = {piece.strip() for text in TEXTS[language].values() for piece in _SLOT.split(text)[::2]}
    pieces.update(WEEKDAYS[language])
    return tuple(sorted((piece for piece in pieces if any(map(str.isalnum, piece))), key=len, reverse=True))
