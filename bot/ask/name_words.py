"""The words beside names that say how they are meant, and those for flags, formats and layers; zh and en, as data."""

import re

from bot.ask.words import LEFT, RIGHT, phrases

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
# Between the names of two sessions; with the word for a session in it, each side is a session of its own.
SIDES_MEET = re.compile(
    rf"{LEFT}(?:and|&|with|vs|versus|or|plus|against){RIGHT}|和|与|跟|同(?!时)|或者?|还有|以及|、|,|/|&"
)
SESSION_NOUN = re.compile(
    rf"{LEFT}(?:talks?|sessions?|one|keynotes?|presentations?){RIGHT}|那一?[场个]|这一?[场个]|演讲|场次|主题"
)
# What stands before the one session whose clashes with all others are asked for, and before a word for the others.
_BESIDE = (
    r"(?:(?:clash|conflict|overlap|collid)[a-z]*\s+(?:in time\s+)?(?:with|against)"
    r"|(?:same (?:time|slot|hour)|in parallel|parallel|simultaneous(?:ly)?)\s+(?:as|with|to))\s+"
)
BESIDE_ONE = re.compile(rf"{LEFT}{_BESIDE}(?!each other|one another)|(?:跟|和|与|同)(?!时)")
BESIDE_OTHERS = re.compile(
    rf"{LEFT}{_BESIDE}(?:anything|something|any|another|other|others|what|which)(?![a-z])"
    r"|(?:跟|和|与|同)\s*(?:别的|其他|其它|另外|任何|什么|哪|谁)"
)
BESIDE_IT = re.compile(
    rf"{LEFT}{_BESIDE}(?:it|that|this)(?![a-z])(?:\s+(?:talk|session|one))?|(?:跟|和|与|同)\s*(?:它|那一?场|这一?场|该场)"
)
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
    r"""
    (?<!or )not(?: (?:given|presented|held|delivered))?(?: (?:by|on|in|from|about|targeting|at|for))?  isn't  aren't
    isnt  arent  don't  dont  doesn't  doesnt  didn't  didnt  wasn't  weren't  except(?:ing)?(?: for)?  excluding
    exclude[sd]?  excl\.?  without  w/o  other than  but not  but no  apart from  aside from  besides
    no(?! idea| matter| problem| worries| rush| need)  non-?
    un(?=sponsored)  leaving out  leave out  outside(?: of)?  minus  neither  never  everything but  all but
    anything but  ignor(?:e|es|ing)  skip(?:s|ping)?  omit(?:s|ting)?  rather than  instead of  as opposed to
    drop(?:ping)?  filter(?:ing)? out  hide  sans  save for  bar(?:ring)?  minus the
    nothing(?: (?:by|from|on|about|with|in|at|for|given by|to do with|related to|whatsoever to do with))?
    un(?:related|connected) (?:to|with)  not related to  irrelevant to
    (?:none|nobody|no[- ]one|not? any(?:one|body|thing)?)(?: (?:of|by|from|on|about|in|at|with|for))?
    don't (?:want|need|care (?:about|for)|show)(?: me)?  not interested in  not into  no more
    除了?  除去  除开  除掉  (?<!是)不是  并非  非(?!常)  不包括  不包含  不含(?:有)?  不算  排除  排开  剔除  剔掉
    去掉  去除
    刨去  刨除  刨开  撇开  撇去  抛开  抛去  扣除  扣掉  略过  跳过  过滤掉  滤掉  筛掉  踢掉  删掉  拿掉  减去  忽略
    屏蔽  不在
    (?<!有)没有(?=赞助)  未(?=获?赞助)  无(?=赞助)  不由
    不(?=面向|涉及|支持|提到|讲|赞助|关于|用|使用|属于|来自|跑|基于|针对)  (?<!有)没(?=提到|有提到|涉及|用|讲)
    (?<!有)没有(?=提到|涉及|用|讲)  (?:但|可|就)?(?:是)?(?:不|别)(?:要|想要|想听|想看|给我?|看|听|列|显示|考虑)
    不感兴趣的?是
    不带有?  (?:(?<![有还])|(?<=有没有))没有?(?!有)
    (?:但|而|并|可)(?:是)?(?:不|非|不是)  而非  不想要  不想听  不想看  无需  不需要  别(?=讲|带|含|包)
    """
)
# There being none is what is asked, where nothing else says that something is to be there.
NONE_AT_ALL = re.compile(
    r"^(?:(?!有|哪|列|找|给)[^,，。;；])*(?P<zh>没有?)(?!有)(?:(?!有|哪)[^,，。;；])*[吗么嘛]\W*$"
    r"|^\W*(?:(?:so|but|and)\s+)?(?:(?:is|are|was|were) there (?P<en>no|nothing|none|nobody|not)"
    r"|(?P<isnt>(?:is|are|was|were)n'?t) there)(?![a-z])"
)
# Words that only ever leave something out: where what they leave out is not understood, the question is not.
EXCLUDES = phrases(
    r"""
    (?<!or )but not  but no(?=\s+[a-z])  except(?:ing)?(?: for)?  excluding  exclude[sd]?  excl\.?  without  w/o
    other than  apart from  aside from  minus  rather than  instead of  as opposed to  leaving out  leave out
    filter(?:ing)? out  everything but  all but  anything but  sans  nothing (?:by|from|on|about|in|at|with)
    not interested in  nobody  none (?:from|by|of (?!these|those|them)|in|about|with)
    nothing (?:to do with|related to)  un(?:related|connected) (?:to|with)  not related to
    ignor(?:e|es|ing)  omit(?:s|ting)?  skip(?:s|ping)?  neither
    (?<!need )(?<!or )(?<!why )(?<!if )not  (?<![a-z])no(?=\s+[a-z])(?! (?:idea|matter|problem|worries|rush|need))
    除了?(?!外|非)  除去  除开  除掉  不包括  不包含  不含  排除  剔除  去掉  去除  刨去  刨除  撇开  抛开  扣除  略过
    跳过  过滤掉
    但是?不  但别  (?<!要)不要  不想要  不想听  不想看  别给我?  别列  而不是  而非  并非  (?<!是)不是(?!很|吗|嘛|么)
    不算  忽略  不带(?!来)  (?<!有)没有?(?=[^,，。;；?!有]+的)
    """
)
CUE_VERBS = phrases(
    """
    讨论了?  关于  面向  涉及到?  提到了?  提及了?  介绍了?  探讨了?  有关  相关  针对  谈到了?  讲到了?  讲了  围绕
    """
)
PLAIN_JOINT = re.compile(r"\s*(?:的\s*)?(?:and|or|和|与|或者?|及|以及|、|/|&)\s*(?:the\s+)?")
NOR = phrases("nor  也不是?")
# Read after a mark: 以外, or a verb that ends the clause ("Arm 的不要"); one with an object of its own looks ahead.
_CLAUSE_ENDS = r"(?=(?:的|了|吧|啊|呀|哈|哦|啦|呗)*\s*(?:$|[,，。;；!?、(（)）]))"
_NOUN_AFTER = r"(?:的|家|公司|那些|那几场|自己|这类|相关)*(?:演讲|场次|talks?|sessions?|ones|stuff)?(?:的)?"
NOT_AFTER = re.compile(
    rf"^[\s\")]*(?:{_NOUN_AFTER}\s*[,，]?\s*(?:以外|之外|除外)|(?:talks? |sessions? |ones |stuff )?(?:is |are )?"
    rf"(?:aside|excluded|omitted|left out|skipped)(?![a-z])|{_NOUN_AFTER}\s*(?:是|都|就|也)?(?:一律|统统|全都?)?"
    rf"(?:不要|不算|不看|不听|不想听|不想看|不想要|免了|算了|去掉|排除|剔除|跳过|略过|别给|别列|别算){_CLAUSE_ENDS}"
    r"|\s*(?:毫|并|完全|根本|都|也)*(?:无关|没有?(?:任何|什么|半点)?关系|不相关|不相干|不沾边|不搭边)"
    rf"|的?(?:人|讲者|员工)?\s*(?:都|也)?(?:没有?|未|不)(?:参与|参加|出席|在内|上台|讲)(?=的|{_CLAUSE_ENDS[3:]})"
)
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
    (?:end|ends|ending|finish|finishes|finishing) (?:before|after|by|at)  the (?:most|fewest)
    (?:之前|以前|前)结束  结束(?:于|在)  最多  最少
    (?:one|two|three|four|five|\d+|a single|single|multiple|several|many|no) (?:co-?)?(?:speakers?|presenters?|people)
    (?:more|less|fewer) than (?:one|two|three|four|five|\d+) (?:speakers?|presenters?|people)
    (?:solo|co-?presented)  longest  shortest  (?:advanced|intermediate)(?:[ -]level)?
    recorded|recordings?|videos?|slides  (?:female|male|women|men)  free of charge
    最长  最短  (?:多|两|三|四|五|[二三四五六七八九]|\d+)[位名个](?:以上)?(?:的)?(?:讲者|演讲者|主讲人|嘉宾)
    (?:初级|高级|进阶)(?:级别?)?  (?:录像|视频|幻灯片?|回放)
    """
)

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
    "lightning": (
        "lightning (?:talks?|sessions?|presentations?)", "lightning", "(?:闪电|快闪)(?:演讲|场次|分享|议题)?",
    ),
    "breakout": (
        "break-?outs?(?: (?:talks?|sessions?|presentations?))?", "(?:full-length|regular) (?:talks?|sessions?)",
        "分组(?:演讲|会议|讨论)", "分会场演讲",
    ),
    "tutorial": ("tutorials?", "教程"),
    "workshop": ("workshops?", "工作坊", "研讨会"),
    "poster": ("posters?", "海报"),
    "panel": ("panels?", "panel discussions?", "圆桌", "圆桌讨论", "座谈"),
    "demo": ("demos?", "演示"),
    "birds of a feather": ("bofs?", "birds of a feather"),
}  # fmt: skip
# What every session is called, whatever its format.
ANY_SESSION = re.compile(
    r"(?:(?:conference|regular|standard|technical)\s+)?(?:talks?|sessions?|presentations?|lectures?|speech(?:es)?|events?|slots?|"
    r"演讲|场次|议题|讲座|报告|分享|会议)(?:\s+(?:talks?|sessions?|presentations?))?"
)
LAYERS = {
    "frontend": ("front-?end", "前端"),
    "graph_ir": ("graph ir", "graph", "图 ?ir", "图中间表示"),
    "tensor_ir": ("tensor ir", "tensor", "张量 ?ir", "张量"),
    "optimization": ("optimi[sz]ations?", "优化"),
    "kernel_codegen": (
        "kernel (?:code ?gen(?:eration)?|generation)", "code ?gen(?:eration)?", "kernel",
        "内核(?:代码)?生成", "代码生成", "内核",
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


def cue_before(text: str) -> tuple[str, str]:
    """Give the last cue before a name, and the word that is it; two empty texts where there is none."""
    best, word, place = "", "", (-1, 0)
    for name, pattern in BEFORE_NAME.items():
        for match in pattern.finditer(text):
            if (match.end(), len(match.group())) > place:
                best, word, place = name, match.group(), (match.end(), len(match.group()))
    return best, word
