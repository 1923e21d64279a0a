"""The words for days, clock times, lengths and periods, zh and en, as data."""

import re

SMALL_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10}
MONTHS = {
    name: month
    for month, names in enumerate(
        (
            ("january", "jan"), ("february", "feb"), ("march", "mar"), ("april", "apr"), ("may",), ("june", "jun"),
            ("july", "jul"), ("august", "aug"), ("september", "sept", "sep"), ("october", "oct"),
            ("november", "nov"), ("december", "dec"),
        ),
        start=1,
    )
    for name in names
}  # fmt: skip
AMBIGUOUS_MONTHS = frozenset({"may", "march", "mar", "jan", "dec"})
_WEEKDAYS_ZH = "一二三四五六"
WEEKDAYS = {
    **{
        name: day
        for day, names in enumerate(
            (
                ("monday", "mon"), ("tuesday", "tues", "tue"), ("wednesday", "weds", "wed"),
                ("thursday", "thurs", "thur", "thu"), ("friday", "fri"), ("saturday", "sat"), ("sunday", "sun"),
            )
        )
        for name in names
    },
    **{f"{week}{n}": day for week in ("星期", "礼拜", "周") for day, n in enumerate(_WEEKDAYS_ZH)},
    **{f"{week}{n}": 6 for week in ("星期", "礼拜", "周") for n in "日天"},
}  # fmt: skip
ORDINALS = {
    "first": 1, "1st": 1, "opening": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4,
    "fifth": 5, "5th": 5, "last": -1, "final": -1, "closing": -1,
}  # fmt: skip
NTH_WORDS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "首日": 1,
    "首天": 1,
    "头一天": 1,
    "最后一天": -1,
    "末日": -1,
}
RELATIVE_DAYS = {
    "tmrw": 1, "tmr": 1, "tmrrw": 1, "tomorow": 1, "2morrow": 1, "overmorrow": 2, "2day": 0, "大后天": 3, "明儿": 1,
    "后儿": 2, "昨儿": -1, "后日": 2, "大前天": -3, "the day before yesterday": -2, "今个": 0,
    "the day after tomorrow": 2, "day after tomorrow": 2, "today": 0, "tomorrow": 1, "yesterday": -1,
    "今天": 0, "今日": 0, "今儿": 0, "明天": 1, "明日": 1, "后天": 2, "昨天": -1, "昨日": -1, "前天": -2,
}  # fmt: skip
PARTS_OF_DAY = {
    "morning": "morning", "forenoon": "morning", "afternoon": "afternoon", "evening": "evening", "tonight": "evening",
    "night": "evening", "after lunch": "afternoon", "before lunch": "morning", "post lunch": "afternoon",
    "post-lunch": "afternoon", "lunchtime": "midday", "lunch time": "midday", "noonish": "midday", "midday": "midday",
    "over lunch": "midday", "at lunch": "midday", "around lunch": "midday", "around noon": "midday",
    "afternoons": "afternoon", "arvo": "afternoon", "pm": "afternoon", "eve": "evening", "first thing": "early morning",
    "end of the day": "late afternoon", "early morning": "early morning", "late morning": "late morning",
    "early afternoon": "early afternoon", "late afternoon": "late afternoon", "mid-afternoon": "mid-afternoon",
    "mid afternoon": "mid-afternoon", "mid-morning": "late morning", "mid morning": "late morning",
    "午饭后": "afternoon", "午饭前": "morning", "午餐后": "afternoon", "饭后": "afternoon", "午休后": "afternoon",
    "午餐前": "morning", "午饭时间": "midday", "午餐时间": "midday", "中午": "midday", "午间": "midday",
    "一大早": "early morning",
    "一早": "early morning", "大清早": "early morning", "上半天": "morning", "下半天": "afternoon",
    "傍晚时分": "evening",
    "傍晚时候": "evening", "黄昏": "evening", "夜里": "evening", "夜间": "evening",
    "上午": "morning", "早上": "morning", "早晨": "morning", "清晨": "morning",
    "下午": "afternoon", "午后": "afternoon",
    "晚上": "evening", "晚间": "evening", "傍晚": "evening", "今晚": "evening",
}  # fmt: skip
PARTS_ZH = ("上午", "早上", "早晨", "清晨", "凌晨", "下午", "午后", "晚上", "晚间", "傍晚", "今晚", "中午")
FIRST_HALF = frozenset({"am", "上午", "早上", "早晨", "清晨", "凌晨", "morning"})
SECOND_HALF = frozenset({"pm", "下午", "午后", "晚上", "晚间", "傍晚", "今晚", "中午", "afternoon", "evening"})
CLOCK_BEFORE = {
    "at": "at", "around": "near", "about": "near", "at around": "near", "at about": "near", "circa": "near",
    "roughly": "near", "approximately": "near", "close to": "near", "near": "near", "sometime around": "near",
    "大约": "near", "大概": "near", "差不多": "near", "约": "near", "接近": "near", "@": "at", "as of": "at",
    "在": "at", "于": "at",
    "after": "after", "later than": "after", "since": "after", "from": "after", "from after": "after",
    "starting from": "after", "starting after": "after", "start after": "after", "starts after": "after",
    "begin after": "after", "beginning after": "after", "晚于": "after", "从": "after", "自": "after",
    "before": "before", "earlier than": "before", "until": "before", "till": "before", "by": "before",
    "start before": "before", "starting before": "before", "begin before": "before", "早于": "before",
    "start at": "start", "starts at": "start", "starting at": "start", "begin at": "start", "begins at": "start",
    "beginning at": "start",
}  # fmt: skip
CLOCK_AFTER = {
    "之后": "after", "以后": "after", "过后": "after", "后": "after", "之后开始": "after", "以后开始": "after",
    "起": "after", "or later": "after", "onwards": "after", "onward": "after", "and later": "after",
    "之前": "before", "以前": "before", "前": "before", "之前开始": "before", "以前开始": "before",
    "or earlier": "before", "开始": "start", "整开始": "start",
    "左右": "near", "前后": "near", "上下": "near", "ish": "near", "-ish": "near", "or so": "near", "正在进行": "at",
    "正在": "at", "时": "at", "的时候": "at",
}  # fmt: skip
# What a length's neighbours make of it.
LENGTH_SENSE = {
    **dict.fromkeys(
        ("shorter than", "less than", "fewer than", "under", "below", "short of", "短于", "少于", "小于", "不到",
         "不足", "低于", "不够", "以下"), "below",
    ),
    **dict.fromkeys(
        ("at most", "no more than", "not more than", "no longer than", "not longer than", "up to", "max", "maximum",
         "maximum of", "max.", "within", "不超过", "至多", "最多", "不多于", "不长于", "不大于",
         "or less", "or shorter", "or under", "以内", "之内", "内"), "at most",
    ),
    **dict.fromkeys(
        ("longer than", "more than", "over", "above", "exceeding", "exceed", "greater than", "长于", "多于", "大于",
         "超过", "高于"), "above",
    ),
    **dict.fromkeys(
        ("at least", "no less than", "not less than", "no shorter than", "min", "minimum", "minimum of", "至少",
         "不少于", "不短于", "不低于", "起码", "or more", "or longer", "以上", "and more", "+"), "at least",
    ),
    **dict.fromkeys(("exactly", "of", "lasting", "last", "lasts", "for", "正好", "刚好", "为"), "exactly"),
}  # fmt: skip
LENGTH_BEFORE = tuple(
    re.escape(w).replace(r"\ ", r"\s+")
    for w in sorted(LENGTH_SENSE, key=len, reverse=True)
    if not w.startswith("or ") and w not in {"以下", "以内", "之内", "内", "以上", "and more", "+"}
)
LENGTH_AFTER = (
    "or less",
    "or shorter",
    "or under",
    "or more",
    "or longer",
    "and more",
    "以下",
    "以内",
    "之内",
    "以上",
    "内",
)
WINDOWS = {
    "this week": "week", "last week": "last week", "past week": "week", "this month": "month",
    "last month": "last month", "this year": "year", "last year": "last year", "本周": "week", "这周": "week",
    "这个星期": "week", "本星期": "week", "上周": "last week", "上星期": "last week", "上个星期": "last week",
    "上一周": "last week", "本月": "month", "这个月": "month", "上个月": "last month", "上月": "last month",
    "今年": "year", "去年": "last year",
}  # fmt: skip
