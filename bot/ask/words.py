"""The words questions are made of, zh and en, as data: what asks, what negates, what says nothing."""

import re

# Edges that work beside Han letters, where `\b` does not.
LEFT = r"(?:(?<![a-z0-9_])|(?![a-z0-9_]))"
RIGHT = r"(?!(?<=[a-z0-9_])[a-z0-9_])"


def blanks(written: str) -> str:
    """Write every run of blanks as one."""
    return " ".join(written.split())


def phrases(table: str) -> re.Pattern[str]:
    """Match any of the phrases of a table, two blanks or a line apart, as whole words; Han needs no edges."""
    forms = [form for form in re.split(r"\s{2,}|\n", table) if form]
    return re.compile(rf"(?:{LEFT}(?:{'|'.join(forms)}){RIGHT})")


_TRADITIONAL = (
    "個个講讲場场議议題题麼么哪哪誰谁幾几還还關关於于與与為为會会間间點点時时後后對对兩两請请問问幫帮"
    "找找樣样這这裡里裏里從从開开結结話话單单獨独別别沒没總总頁页張张來来過过邊边嗎吗並并們们門门現现"
    "進进題题報报導导際际聯联網网軟软體体層层運运轉转編编譯译器器廠厂發发佈布驗验證证適适應应統统計计"
    "數数據据處处優优雲云谷谷歌歌華华賽赛強强贊赞標标軌轨專专項项類类種种長长短短區区衝冲較较達达連连"
    "實实現现晚晚週周禮礼擬拟機机構构組组織织員员衛卫顆颗簡简紹绍內内資资訊讯聞闻達达給给聽听記记錄录"
    "談谈論论該该誤误經经參参觀观載载輸输選选擇择壓压縮缩練练習习圖图動动態态線线鏈链須须額额顯显無无"
    "際际術术舉举辦办屆届讚赞請请塊块臺台灣湾號号當当將将樓楼廳厅"
)
SIMPLIFIED = {ord(a): b for a, b in zip(_TRADITIONAL[::2], _TRADITIONAL[1::2], strict=True)}

# --- numbers and time ------------------------------------------------------------------------------------------------

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
    "the day after tomorrow": 2, "day after tomorrow": 2, "today": 0, "tomorrow": 1, "yesterday": -1,
    "今天": 0, "今日": 0, "今儿": 0, "明天": 1, "明日": 1, "后天": 2, "昨天": -1, "昨日": -1, "前天": -2,
}  # fmt: skip
PARTS_OF_DAY = {
    "morning": "morning", "forenoon": "morning", "afternoon": "afternoon", "evening": "evening", "tonight": "evening",
    "night": "evening", "after lunch": "afternoon", "before lunch": "morning",
    "午饭后": "afternoon", "午饭前": "morning",
    "上午": "morning", "早上": "morning", "早晨": "morning", "清晨": "morning",
    "下午": "afternoon", "午后": "afternoon",
    "晚上": "evening", "晚间": "evening", "傍晚": "evening", "今晚": "evening",
}  # fmt: skip
PARTS_ZH = ("上午", "早上", "早晨", "清晨", "凌晨", "下午", "午后", "晚上", "晚间", "傍晚", "今晚", "中午")
FIRST_HALF = frozenset({"am", "上午", "早上", "早晨", "清晨", "凌晨", "morning"})
SECOND_HALF = frozenset({"pm", "下午", "午后", "晚上", "晚间", "傍晚", "今晚", "中午", "afternoon", "evening"})
CLOCK_BEFORE = {
    "at": "at", "around": "at", "about": "at", "@": "at", "as of": "at", "在": "at", "于": "at",
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
    "左右": "at", "正在进行": "at", "正在": "at", "时": "at", "的时候": "at",
}  # fmt: skip
# What a length's neighbours make of it.
LENGTH_SENSE = {
    **dict.fromkeys(
        ("shorter than", "less than", "fewer than", "under", "below", "short of", "短于", "少于", "小于", "不到",
         "不足", "低于", "不够", "以下"), "below",
    ),
    **dict.fromkeys(
        ("at most", "no more than", "not more than", "no longer than", "not longer than", "up to", "max", "maximum",
         "maximum of", "max.", "within", "不超过", "至多", "最多", "不多于", "不长于", "不大于", "or less", "or shorter",
         "or under", "at most", "以内", "之内", "内"), "at most",
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

# --- what a name's neighbours say about it ---------------------------------------------------------------------------
# Read before a name, up to it; a pattern's place decides: the last one before the name wins.

BEFORE_NAME = {
    "organisation": phrases(
        """
        by  from  of  given by  presented by  does  did  do  has  have  had  will
        (?:works?|speaks?|talks?|speaking|talking|presents?|presenting) (?:for|at)  working (?:for|at)  with
        represent(?:s|ing)?  employees? of  through  who (?:at|in)  at
        由  来自  出自  属于  代表  就职于  任职于  的讲者
        """
    ),
    "target": phrases(
        """
        target(?:s|ed|ing)?  for  on  onto  support(?:s|ed|ing)?  run(?:s|ning)?(?: on)?  port(?:s|ed|ing)? to  to
        deploy(?:s|ed|ing)?(?: on| to)?  use[sd]?  using  extend(?:s|ed|ing)?  optimi[sz](?:e[sd]?|ing)(?: for)?
        aimed at  compil(?:e|es|ed|ing) (?:for|to)  accelerat(?:e|es|ed|ing)  build(?:s|ing)?(?: on)?
        built (?:on|with)
        面向  针对  支持  运行在  运行于  跑在  用于  适配  部署在  部署到  移植到  用在  (?<![现正实存])在  使用
        (?<![使利采应通])用  扩展  基于  使用或扩展了?  (?<![因认作])为(?!什么|何)  采用  利用
        """
    ),
    "mention": phrases(
        """
        mention(?:s|ed|ing)?  names?  named  naming  refer(?:s|red|ring)? to
        提到了?  提及了?  提起  点名  讲到  谈到  说到  出现  带到
        """
    ),
    "concern": phrases(
        """
        about  concern(?:s|ed|ing)?  cover(?:s|ed|ing)?  involv(?:e|es|ed|ing)  regarding  relat(?:e|es|ed|ing) to
        related to  deal(?:s|ing)? with  discuss(?:es|ed|ing)?  address(?:es|ed|ing)?  interested in
        have to do with  has to do with  around
        关于  有关  涉及  (?<!参)与  跟  和  探讨  讨论  介绍  围绕  (?<!演)讲(?!座|者|师|的)
        """
    ),
}  # fmt: skip
# Read after a name, from its end on.
AFTER_NAME = {
    "organisation": re.compile(
        r"^[\s\")]*(?:'s?(?![a-z])|(?:\([^)]*\)\s*)?(?:主讲|主持|带来|做的|作的|讲的|分享|出品|发表|给出|给的|"
        r"有(?:哪些|什么|几|多少|没有)|"
        r"的(?:人|讲者|员工|工程师|团队|演讲者|专家|同事)|都?(?:讲|做)(?:了|过|的)?(?:哪|什么|几|多少)|公司|(?:合作|联合|共同|一起)(?!有关)|"
        r"的?(?:赞助)?(?:主题)?(?:演讲|场次|报告|分享)|的\s*(?:[?。!,，]|$)|"
        r"(?:people|speakers?|engineers?|employees?|researchers?|folks|staff|present(?:s|ing)?|giv(?:e|es|ing)|gave|"
        r"speak(?:s|ing)?|talk(?:s|ing)? about|"
        r"deliver(?:s|ing)?|host(?:s|ing)?|hold(?:s|ing)?|do(?:es|ing)?(?= )|sponsor(?:s|ed)?)(?![a-z])))"
    ),
    "target": re.compile(
        r"^[\s\")(]*(?:(?:hardware|chips?|silicon|accelerators?|processors?|devices?|products?|platforms?|(?<!')gpus?|cpus?|npus?)(?![a-z])|的?(?:硬件|芯片|加速器|处理器|设备|产品|平台)|上(?:运行|跑|部署|的))"
    ),
    "concern": re.compile(r"^[\s\")(]*(?:有关|相关|(?:-|\s)?related(?![a-z]))"),
}
TOPICAL = frozenset({"target", "mention", "concern"})
TALK_AFTER_NAME = re.compile(r"^\s*(?:talks?|sessions?|presentations?|keynotes?|(?:的\s*)?(?:演讲|场次|议题|报告))")
COORDINATOR = re.compile(
    r"^[\s()]*(?:(?:and|or|as well as|plus|nor|but also)(?![a-z])|和|与|及|以及|或者?|还是|还有|跟|[,、/&])"
    r"(?:(?:and|or|nor)(?![a-z])|[\s,、/()和与或])*(?:(?:the|by|from|on|for|about|in)(?![a-z])\s*|由|在)*$"
)
OR_BETWEEN = re.compile(rf"{LEFT}(?:or|nor){RIGHT}|或|还是|、|/|,")
AND_BETWEEN = re.compile(rf"{LEFT}(?:and|as well as|plus){RIGHT}|和|与|及|以及|跟|还有|&")
ALL_OF = phrases(
    r"""
    both  at the same time  simultaneously  jointly  joint  together(?: with)?  co-?present(?:ed|ing)?(?: by)?
    in combination  in collaboration(?: with)?  collaborat\w+
    同时  既  兼  都(?=面向|支持|涉及|提到|用)  共同  联合  合作  一起  一同  又(?=面向|支持|涉及|提到|用)
    """
)
ALONE_OR_JOINTLY = phrases(
    r"""
    alone or jointly(?: with others)?  alone or with others
    \(?单独或(?:与|和)(?:他人|别人|其他\w{0,4})(?:合作|联合|共同)?\)?
    """
)
NOT_BEFORE = phrases(
    """
    (?<!or )not(?: (?:given|presented|held|delivered))?(?: (?:by|on|in|from|about|targeting|at|for))?  isn't  aren't
    don't  doesn't  didn't  except(?:ing)?(?: for)?  excluding  exclude  without  other than  but not  apart from
    aside from  besides  no  non-?  un(?=sponsored)  leaving out  outside(?: of)?  minus  neither  never
    everything but  all but  anything but  ignore
    除了?  除去  除开  (?<!是)不是  并非  非(?!常)  不包括  不包含  不含  排除  去掉  不在  没有(?=赞助)
    未(?=获?赞助)  无(?=赞助)  不由  不(?=面向|涉及|支持|提到|讲|赞助|关于|用|使用|属于|来自)
    没(?=提到|有提到|涉及|用)  没有(?=提到|涉及|用)
    """
)
CUE_VERBS = phrases(
    """
    讨论了?  关于  面向  涉及到?  提到了?  提及了?  介绍了?  探讨了?  有关  相关  针对  谈到了?  讲到了?  讲了  围绕
    """
)
NOR = phrases("nor  也不是?")
NOT_AFTER = re.compile(r"^[\s\")]*(?:以外|之外|除外|aside(?![a-z])|excluded(?![a-z])|不要|不算)")
PASSING = phrases("in passing  only in passing  顺带  顺便  一笔带过  附带")
TRIVIAL = phrases(
    """
    which  what  talks?  sessions?  presentations?  are  is  there  list  all  show  me  of  on  at  in  the  this
    that  conference  conf  event  a  any  every  do  you  have  please  it  give  full  complete  whole  can  could
    tell  find  get  see  know  i  we  to  for  programme  program  agenda  schedule  timetable  happening  exist
    how many  number  total  in total  about  held  take place  and  will  be  entire  s  articles?  posts?
    scheduled  planned  only
    有哪些  哪些  哪几[个场]  演讲  场次  议题  讲座  报告  会议  大会  列出  所有  全部  的  在  是  有  这次  本次
    这个  都  一共  总共  共  多少  几  场  个  吗  呢  什么  完整  日程  议程  安排  里  上  中  文章  篇  请  给
    我  看看  显示  整个  了  会  数量  要
    """
)
# Properties that no field of the record has; a filter must not ignore them.
NO_FIELD = phrases(
    r"""
    (?:one|two|three|four|five|\d+|a single|single|multiple|several|many|no) (?:co-?)?(?:speakers?|presenters?|people)
    (?:more|less|fewer) than (?:one|two|three|four|five|\d+) (?:speakers?|presenters?|people)
    (?:solo|co-?presented)  longest  shortest  (?:beginner|introductory|advanced|intermediate)(?:[ -]level)?
    recorded|recordings?|videos?|slides  (?:female|male|women|men)  free of charge
    最长  最短  (?:多|两|三|四|五|[二三四五六七八九]|\d+)[位名个](?:以上)?(?:的)?(?:讲者|演讲者|主讲人|嘉宾)
    (?:入门|初级|高级|进阶)(?:级别?)?  (?:录像|视频|幻灯片?|回放)
    """
)
ONLY = phrases("only  just  仅仅?  只")

# --- flags, formats, layers ------------------------------------------------------------------------------------------

FLAGS = {
    "sponsored": phrases("sponsored  sponsor(?:s|ship)?  paid  赞助的?(?:商)?"),
    "keynote": phrases(
        r"""
        keynotes?  key notes?  plenar(?:y|ies)
        主题演讲  主旨演讲  主旨报告  大会报告  开幕演讲  keynote\s*演讲
        """
    ),
}
STATUSES = {
    "cancelled": phrases("cancell?ed  called off  被?取消了?"),
    "moved": phrases("rescheduled  moved to another (?:room|time|day)  改期  换了?(?:房间|时间)"),
}
UNSPONSORED = phrases(
    """
    un-?sponsored  non-?sponsored  not? sponsored  sponsor-?free
    非赞助的?  未获?赞助  无赞助
    """
)
FORMATS = {
    "lightning": ("lightning talks?", "lightning", "闪电演讲", "快闪演讲"),
    "tutorial": ("tutorials?", "教程"),
    "workshop": ("workshops?", "工作坊", "研讨会"),
    "poster": ("posters?", "海报"),
    "panel": ("panels?", "panel discussions?", "圆桌", "圆桌讨论", "座谈"),
    "demo": ("demos?", "演示"),
    "birds of a feather": ("bofs?", "birds of a feather"),
}  # fmt: skip
LAYERS = {
    "frontend": ("front-?end", "前端"),
    "graph_ir": ("graph ir", "graph", "图 ?ir", "图中间表示"),
    "tensor_ir": ("tensor ir", "tensor", "张量 ?ir", "张量"),
    "optimization": ("optimi[sz]ations?", "优化"),
    "kernel_codegen": (
        "kernel (?:code ?gen(?:eration)?|generation)", "code ?gen(?:eration)?", "kernel", "内核(?:代码)?生成", "代码生成", "内核",
    ),
    "hardware_backend": ("hardware back-?ends?", "back-?ends?", "硬件后端", "后端"),
    "runtime": ("run-?time", "运行时"),
    "distributed": ("distributed", "分布式"),
    "benchmark": ("benchmark(?:s|ing)?", "基准测试", "评测"),
}  # fmt: skip
LAYER_NOUN = r"(?:[\s-]*(?:layers?|level)|\s*层(?:面|级)?)"
LAYER_BEFORE = r"(?:(?:layers?|level)\s*(?:of|:|=)?\s*(?:the\s+)?)"
CLEAR_LAYERS = {
    "graph_ir": ("graph ir", "图 ?ir"),
    "tensor_ir": ("tensor ir", "张量 ?ir"),
    "kernel_codegen": ("kernel code ?gen(?:eration)?", "内核代码生成"),
}  # fmt: skip

# --- what asks -------------------------------------------------------------------------------------------------------

TALKS = phrases(
    r"""
    talks  everything  anything(?! new)  sessions  presentations  lectures  speeches  slots  keynotes
    items?(?= on the)  talk(?=[^a-z]*$)
    演讲  场次  场会议  议题  讲座  报告  分享(?!了)  会议(?=$|有)  环节  活动  sessions?(?=\s*[一-鿿])
    talks?(?=\s*[一-鿿])  主题演讲
    """
)
TALK = phrases("talk  session  presentation  lecture  speech  slot  event  keynote  场  议程")
ARTICLES = phrases(
    """
    articles?  posts?  blog ?posts?  blogs?  papers  write-?ups?  news items?  stories  documents
    文章  博文  帖子  博客  报道  新闻稿  资料  文档
    """
)
LISTS = phrases(
    """
    which  what  list  show  give me  find  are there  is there  there (?:are|is)  any  all  every  each  name all
    name the  enumerate  i want  looking for  search for  see  display
    哪些  有哪  哪几[个场]?  列出  列举  列一下  列个  给出  有没有  有什么  有啥  找出  找一?下?  所有  全部
    查一?下?  看看  搜一?下?  啥  什么(?=演讲|场次|议题|文章|讲座|主题演讲)  几乎
    """
)
COUNTS = phrases(
    """
    how many  number of  count(?: of)?  how much  total number
    多少[个场次篇]?  几[个场次篇]  数量  一共有?  总共有?  总数
    """
)
NOT_COUNTS = phrases("how many (?:minutes|hours|days)  多少分钟  几分钟  几点  哪几[个场]  几天")
HOW_WHY = phrases(
    """
    how  why  explain(?:s|ed)?  what(?:'s| is| are| does| did| do| was| were| has| have| happens| makes)  describe
    summar(?:y|i[sz]e)(?: of)?  tell me (?:more )?about  in what way  what  is it (?:true|possible)  who  can
    为什么  为何  怎么(?:样)?  如何  怎样  什么是  是什么  解释  说明  原理  什么原因  说了什么  说了  做了什么
    是多少  有多(?:快|大|少)  好处  意味着  多快  多大  总结
    """
)
ASPECTS = {
    "city": phrases(
        """
        (?:which|what) (?:city|town|country|venue)  in (?:which|what) city
        where (?:is|will|does|was|are|'s)(?: the| this)?(?= conf| pytorch| event| venue)  host city
        哪个?城市  哪座城市  什么城市  在哪(?:里|儿)?(?:举办|举行|召开|开)  会场在哪里?  举办地  举办城市
        (?:举办|举行|召开)地点
        """
    ),
    "published": phrases(
        """
        when was .{0,60}?published  when did .{0,60}? (?:appear|come out)  publication date
        (?:什么时候|何时|哪天)(?:发布|发表|刊登|出版)的?  发布(?:日期|时间)  发表(?:日期|时间)
        """
    ),
    "end": phrases(
        """
        when (?:does|do|will|did) .{0,60}?(?:end|finish)  what time (?:does|do|will) .{0,60}?(?:end|finish)
        end(?:s|ing)? time
        (?:什么时候|何时|几点(?:钟)?)(?:结束|完)  结束时间
        """
    ),
    "duration": phrases(
        """
        how long  duration(?: of)?  how many minutes  what length  length of
        多长时间  多久  时长  多少分钟  几分钟  多长
        """
    ),
    "start": phrases(
        """
        when  (?:at )?what time  which day  what day  on which (?:day|date)  what date  start(?:ing)? time  time of
        at what hour
        什么时候  何时  几点钟?(?:开始)?  哪一?天  几号  星期几  周几  什么时间  时间是  开始时间  啥时候  哪个时间
        """
    ),
    "room": phrases(
        r"""
        where  (?:in )?(?:which|what) (?:room|hall|place|location|stage)  room number  location of
        在?哪个?(?:房间|会议室|会场|厅|地方|教室|里|儿)  在哪  哪里  哪儿  什么(?:房间|地方|地点|会议室)  地点
        房间号?(?=是|$|\?)  哪间(?:房间|会议室|屋)?
        """
    ),
    "organisation": phrases(
        """
        (?:which|what) (?:company|companies|organi[sz]ations?|vendors?|firms?|institutions?|employer|team)
        who (?:does|do) .{0,40}? work for  affiliation  whose
        哪(?:家|个|些)(?:公司|组织|机构|厂商|单位|企业|团队)  什么(?:公司|组织|机构|单位)  哪家
        """
    ),
    "speaker": phrases(
        """
        who  who's  whom  by whom  (?:which|what) (?:speakers?|persons?|people|presenters?|authors?)
        speakers? (?:of|for|in|at)  name of the speaker  speakers  presenters  presenters? of
        谁  哪位  哪些人  什么人  哪几位  讲者(?:是|有|都)  主讲人  演讲者(?:是|有|都)  演讲人  讲者名单  主讲者
        嘉宾  讲者  演讲者
        """
    ),
    "url": phrases("url  link(?: to| for)?  web ?page  address of  链接  网址  地址"),
    "track": phrases(
        """
        (?:which|what) (?:track|section|category)
        哪个(?:track|专题|分论坛|板块|主题)  什么(?:track|专题|分论坛|板块)  属于哪个(?:专题|板块|分论坛)
        """
    ),
    "sponsored": phrases(
        """
        (?:is|was|are|were) [^?]{0,80}?(?:a )?sponsored  sponsored or not  whether .{0,60}?sponsored
        是不是赞助  是否(?:是|为|有|属于)?(?:被)?赞助  是赞助的?.{0,4}吗  赞助(?:的|演讲|场次)?吗  谁赞助
        """
    ),
    "abstract": phrases(
        """
        what(?:'s| is| are| was)? .{0,80}?about  abstract
        what (?:does|do|is|did|will) .{0,80}?(?:cover|discuss|present|talk about|deal with)  summar(?:y|i[sz]e)
        tell me (?:more )?about  describe  content of  topic of  details? (?:of|on|about)
        (?:都)?(?:主要)?(?:讲|说|谈|讨论|介绍)(?:了|的)?(?:是)?(?:些)?(?:什么|啥|哪些内容|了哪些)  什么内容
        内容(?:是|有)?  摘要  简介  关于什么  什么主题  介绍一下  说说  讲讲
        """
    ),
}  # fmt: skip
CONFERENCE_ASPECTS = phrases(
    """
    the conference  this conference  conference  the event  this event  venue  held  take place  takes place  summit
    会议(?!室)  大会  举办  举行  召开  本次会议  本届  峰会
    """
)
HELD = phrases("held  take place  takes place  taking place  举办  举行  召开  happening")
AGENDA = phrases(
    """
    what(?:'s| is| was)(?: there)? (?:on|happening|going on|running|scheduled|planned|up)
    what (?:happens|runs|goes on)  agenda(?: for| of)?  schedule(?: for| of)?  programme?(?: for| of)?  timetable
    line-?up  who(?:'s| is) (?:on|speaking)(?= now| next)
    日程(?:安排|表)?  议程  安排  时间表  正在(?:进行|举行|讲)  有什么安排  在讲什么  在进行  进行
    """
)
NOW = phrases(
    """
    right now  now  currently  at the moment  at this moment  at present  ongoing  happening now  live
    现在  目前  此刻  眼下  当前  正在(?:进行|讲|举行)?  这会儿
    """
)
NEXT = phrases(
    """
    (?:what(?:'s| is| comes) )?(?:up |coming |on )?next(?: up)?(?! to)  coming up  upcoming  later today  soon
    following
    接下来  下一个?场?  下面(?:是|有|的)?  稍后  随后  马上  即将  下场  之后
    """
)
CLASHES = phrases(
    """
    overlap(?:s|ping|ped)?  clash(?:es|ing)?  conflict(?:s|ing)?  collide[sd]?  collisions?  double[- ]booked
    at the same time(?: as)?  in parallel(?: with)?  same (?:room|time) (?:and|at) (?:the )?same (?:room|time)
    冲突  撞(?:车|期|时间|上)?  重叠  重合  同一时间  时间上?相撞  同时(?:段|进行|举行)
    """
)
COMPARES = phrases(
    r"""
    compare[sd]?  comparing  comparison(?: of| between)?  versus  vs\.?  differences?(?: between)?
    differ(?:s|ent)?(?: from)?  better than  faster than  pros and cons  contrast
    对比  比较  区别  差别  差异  不同  相比  比起来  哪个更?(?:好|快|强)  异同  优劣
    """
)
PUBLISHES = phrases("published  posted  released  came out  发布了?  发表了?  推出了?")
LATEST = phrases(
    """
    latest  newest  most recent  recent(?:ly)?  what's new  what is new  anything new  news  lately  updates?
    headlines?  digest  released? recently
    最新的?  最近(?!的会)  近期  近来  新闻  动态  新动向  进展  新消息  资讯  有什么新(?!闻)  日报  快讯
    """
)
OPEN_NEWS = phrases("how many  why  how  为什么  如何  怎么")
_HELP_SAID = phrases(
    """
    help  hi  hello  hey  what can (?:you|i) (?:do|ask)  how do (?:you|i) (?:work|use (?:this|you|it))  usage
    who are you  帮助  你好  您好  你能做什么  你会什么  怎么用  能问什么  使用说明  你是谁
    """
)
HELP = re.compile(rf"^\W*{_HELP_SAID.pattern}\W*$")
_RESET_SAID = phrases(
    """
    reset  start over  clear(?: (?:all|the)? ?filters?)?  forget (?:that|it|the filters?)  new search
    (?:remove|drop|without) (?:all |the )*filters?  no filters?
    (?:and |show |list |give )?(?:me )?(?:all|everything|all of (?:them|it)|all (?:the )?(?:talks|sessions|of the talks))
    重新开始  重置  清除(?:条件|筛选|过滤)?  清空(?:条件)?  全部  全部(?:列出|显示|演讲|场次)?  所有的?(?:演讲|场次)?  看全部
    显示全部  不限  取消(?:筛选|条件|过滤)  (?:列出|显示)(?:全部|所有)的?(?:演讲|场次)?
    """
)
RESET = re.compile(
    rf"^\W*(?:please\s+|请)?{_RESET_SAID.pattern}(?: (?:please|again|then|of them))*\W*(?:please|吧|呢|的)?\W*$"
)
_FOLLOWS_FIRST = phrases(
    """
    and  also  what about  how about  only  just  or  but  then  now only  ok only  except  without  not  excluding  with
    那么?  还有  只  仅  再  换成  改成  另外  除了  不要  去掉  排除  加上  然后
    """
)
FOLLOWS_START = re.compile(
    rf"^\W*(?:(?:ok|okay|great|thanks|thank you|cool|好的?|嗯|谢谢)\W+)?{_FOLLOWS_FIRST.pattern}"
)
OF_THESE = phrases(
    """
    of (?:these|those|them)  among (?:these|those|them)
    (?:which|how many|any|are|do|does) (?:of )?(?:these|those|them)  (?:these|those) (?:ones|talks|sessions)  they
    out of (?:these|those|them)  also(?= (?:target|run|on|support|about|cover|mention|use))  both
    narrow(?: it| down)*
    其中  这些  那些  它们  上面(?:这些|那些|的)?  上述  里面  这当中  当中  也(?=面向|支持|涉及|提到|用)
    以上(?=的|演讲|场次|哪)
    """
)
PRONOUN = phrases(
    """
    it  that(?: one| talk| session)?  this(?: one| talk| session)?  they  them  these  those  he  she
    它  这(?:场|个|些)?  那(?:场|个|些)  它们  他们?  她们?  该场?
    """
)

# --- what says nothing -----------------------------------------------------------------------------------------------

POLITE = phrases(
    """
    (?:could|can|would|will) you(?: please| kindly)?(?: (?:tell|show|give|find|list|help)(?: me)?(?: (?:find|know|out))?)?
    please(?: (?:tell|show|give|find|list|help)(?: me)?)?
    i(?:'d| would) (?:like|love)(?: to (?:know|see|find|hear))?  do you (?:know|happen to know)
    i want to (?:know|see|find|hear|attend|go to)
    i(?:'m| am) (?:looking for|interested in|curious(?: about)?|wondering(?: about| if| whether)?)  let me know
    tell me  show me  give me  help me(?: find| to find)?  thanks?(?: you)?(?: in advance)?
    thank you(?: very much)?  hi  hello  hey  hi there  kindly  excuse me  by the way  quick question
    请问一?下?  请(?:帮我|告诉我|给我|列出)?  麻烦(?:你|您)?(?:帮我)?  帮我?(?:找|查|看|列|搜)?(?:一下|下|找|出)?
    帮忙(?:找|查|看|列)?(?:一下|下)?  我想(?:知道|了解|看看?|问(?:一下|问|下)?|找|听)?
    想(?:知道|了解|问一?下?|找|听)  告诉我  给我  谢谢(?:你|您|啦|了)?  多谢  感谢  你好  您好  能不能  能否  可以
    可否  劳驾  不好意思  顺便问一?下?  一下
    """
)
NOTES = {
    "outside": {
        "en": "The programme of {name} runs {first} to {last}; shown is {day}.",
        "zh": "{name} 的日程为 {first} 至 {last}；这里列出 {day}。",
    },
    "no days": {
        "en": "The record holds no programme days, so “now” could not be placed.",
        "zh": "记录中没有会议日程日期，无法判断“现在”。",
    },
    "recent": {
        "en": "“Latest” was read as the last {days} days; name a period to change it.",
        "zh": "“最新”按最近 {days} 天理解；可指定时间段。",
    },
}


def cue_before(text: str) -> tuple[str, str]:
    """Give the last cue before a name, and the word that is it; two empty texts where there is none."""
    best, word, place = "", "", (-1, 0)
    for name, pattern in BEFORE_NAME.items():
        for match in pattern.finditer(text):
            if (match.end(), len(match.group())) > place:
                best, word, place = name, match.group(), (match.end(), len(match.group()))
    return best, word
