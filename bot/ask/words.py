"""The words questions are made of, zh and en, as data: what asks, what negates, what says nothing."""

import re

from bot.models.plan import Aspect

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


def is_wide(pattern: re.Pattern[str]) -> bool:
    """Tell whether a pattern spans words of the question's own, which are not understood by it."""
    return ".{" in pattern.pattern


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

# --- what asks ----------------------------------------------------------------------------------------------------

TALKS = phrases(
    r"""
    talks  everything  anything(?! new)  presos?  prezos?  sessions  presentations  lectures  speeches  slots  keynotes
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
WHY = phrases("why  how come  为什么  为何  为啥  凭什么")
HOW_WHY = phrases(
    """
    how  why  explain(?:s|ed)?  what(?:'?s| is| are| does| did| do| was| were| has| have| happens| makes)  describe
    summar(?:y|i[sz]e)(?: of)?  tell me (?:more )?about  in what way  what  is it (?:true|possible)  who  can
    为什么  为何  怎么(?:样)?  如何  怎样  什么是  是什么  解释  说明  原理  什么原因  说了什么  说了  做了什么
    是多少  有多(?:快|大|少)  好处  意味着  多快  多大  总结
    """
)
ASPECTS: dict[Aspect, re.Pattern[str]] = {
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
        when(?:'?s)?  (?:at )?what time  which day  what day  on which (?:day|date)  what date  start(?:ing)? time
        time of  at what hour
        什么时候  何时  几点钟?(?:开始)?  哪一?天  几号  星期几  周几  什么时间  时间是  开始时间  啥时候  哪个时间
        """
    ),
    "room": phrases(
        r"""
        (?:the )?room (?:of|for)
        where(?:'?s)?  (?:in )?(?:which|what) (?:room|hall|place|location|stage)  room number  location of
        在?哪个?(?:房间|会议室|会场|厅|地方|教室|里|儿)  在哪(?!个|种|些|款|类|台|几)  哪里  哪儿
        什么(?:房间|地方|地点|会议室)  地点
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
        who  who'?s  whom  by whom  (?:which|what) (?:speakers?|persons?|people|presenters?|authors?)
        speakers? (?:of|for|in|at)  name of the speaker  speakers  presenters  presenters? of
        谁  哪位  哪些人  什么人  哪几位  讲者(?:是|有|都)  主讲人  演讲者(?:是|有|都)  演讲人  讲者名单  主讲者
        嘉宾  讲者  演讲者
        """
    ),
    "url": phrases("url  link(?: to| for)?  web ?page  address of  链接  网址  地址"),
    "track": phrases(
        """
        (?:which|what) (?:track|section|category)
        哪个 ?(?:track|专题|分论坛|板块|主题)  什么 ?(?:track|专题|分论坛|板块)  属于哪个(?:专题|板块|分论坛)
        """
    ),
    "sponsored": phrases(
        """
        (?:is|was|are|were) [^?]{0,80}?(?:a )?sponsored  sponsored or not  whether .{0,60}?sponsored
        是不是赞助  是否(?:是|为|有|属于)?(?:被)?赞助  是赞助的?.{0,4}吗  赞助(?:的|演讲|场次)?吗  谁赞助
        """
    ),
}  # fmt: skip
_TALK_EN = (
    r"(?:talks?|sessions?|presentations?|lectures?|speech(?:es)?|keynotes?|slots?|tutorials?|posters?|panels?|"
    r"workshops?|events?|lightning talks?)"
)
_TALK_ZH = r"(?:演讲|场次|议题|讲座|报告|分享|主题演讲|talks?|sessions?|keynotes?|环节|活动|演示|会议)"
_ARTICLE_EN = r"(?:articles?|posts?|blog posts?|blogs?|papers?|documents?|stories|news items?)"
_ARTICLE_ZH = r"(?:文章|博文|帖子|博客|报道|资料|文档|articles?|posts?)"
_ASKS_LIST_EN = (
    r"(?:which|list|show|find|give me|any|all|every|each|(?:are|is) there|there (?:are|is)|name|see|display|"
    r"what(?!'?s(?![a-z])|\s+(?:is|are|did|does|do|was|were|has|have|will|would|can|makes?)(?![a-z])))"
)
_ASKS_LIST_ZH = (
    r"(?:哪些|有哪|哪几[场个篇]|列出|列举|列一下|有没有|有无|所有|全部|找出?|查一?下?|看看|有什么|有啥|给出|"
    r"什么(?!时候|时间|地方|地点|人|城市|房间))"
)
_NOT_SAID = r"(?:(?!(?:did|say|said|how|why)(?![a-z]))[^?!;])"
LISTING = re.compile(
    rf"{LEFT}{_ASKS_LIST_EN}{_NOT_SAID}{{0,70}}?{LEFT}(?:{_TALK_EN}|{_ARTICLE_EN}){RIGHT}(?!\s+about\s*\?)"
    rf"|{_ASKS_LIST_ZH}[^?。!]{{0,40}}?(?:{_TALK_ZH}|{_ARTICLE_ZH})"
    rf"|(?:{_TALK_ZH}|{_ARTICLE_ZH})[^?。!]{{0,40}}?(?:有哪|哪些|有什么(?!内容)|有啥|是哪|都有谁的)"
    rf"|有[^?。!]{{1,40}}?(?:{_TALK_ZH}|{_ARTICLE_ZH})(?:可以\w{{1,3}})?[吗么]"
    rf"|{LEFT}what(?:'?s|\s+(?:are|is))\s+(?:all\s+)?the\s+[^?]{{0,40}}?"
    rf"(?:talks|sessions|presentations|keynotes|articles|posts){RIGHT}(?!\s+about\s*\?)"
)
ASKS_FACT = re.compile(
    rf"{LEFT}(?:in |on |at )?(?:which|what) (?:city|room|hall|day|date|time|company|companies|organi[sz]ations?|"
    rf"vendors?|speakers?|people|persons?|track|venue|place|location|presenters?|stage|hour){RIGHT}"
    r"|哪(?:个|些|家|位|几位|一)?(?:房间|会议室|会场|城市|天|人|公司|组织|机构|厂商|讲者|专题|单位|企业|团队)"
    r"|什么(?:时候|时间|地方|地点|房间|城市|公司|组织|机构)"
)
SPEAKS = phrases(
    """
    speak(?:s|ing)?  spoke  present(?:s|ed|ing|er)?  giv(?:e|es|ing)  gave  given  talk(?:s|ed|ing)?
    deliver(?:s|ed|ing)?  host(?:s|ed|ing)?  lead(?:s|ing)?  讲  主持  带来  分享  演讲  发言  登台
    """
)
PAST = phrases(
    """
    released?  announced?  introduced?  launched?  invented?  founded  created  shipped  acquired?  merged  deprecated
    added  推出  提出  诞生  上线  收购  开源
    """
)
_AUXILIARY = phrases("(?:is|are|was|were|does|did|do|will|has|have|can|could|would)(?:n't)?")
YES_NO = re.compile(rf"^\W*(?:and\s+|so\s+)?{_AUXILIARY.pattern}|(?:吗|(?<!什)么)\W*$|是不是|是否|对吗|对不对")
_OPEN_FIRST = phrases(
    """
    how(?! (?:many|long))  why  explain  in what way  what (?:did|does|do|is|are|was|were|has|have|makes)  what'?s
    describe  summari[sz]e
    """
)
OPEN_START = re.compile(
    rf"^\W*(?:(?:so|and|but)\s+)?{_OPEN_FIRST.pattern}"
    r"|为什么|为何|怎么(?!走|去)|如何|怎样|什么是|是什么|说了(?:什么|些什么)|原理|解释"
)
ABOUT = re.compile(
    rf"what(?:'?s| is| are| was)? .{{0,120}}?about\W*$|{LEFT}tell me (?:more )?about|{LEFT}summar|abstract"
    r"|讲(?:了|的)?(?:是)?(?:些)?(?:什么|啥)|什么内容|关于什么|摘要|简介|内容是|介绍一下"
)
# A wish for whatever there is on a subject, said without the word "talks".
SEEKS = re.compile(
    rf"{LEFT}(?:want|wanna|like|love|hoping|hope|keen|going|planning|interested)\s(?:to\s|in\s)?(?:go\s(?:to\s)?)?"
    rf"(?:hear(?:ing)?|see(?:ing)?|attend(?:ing)?|watch(?:ing)?|catch(?:ing)?|listen(?:ing)?|visit(?:ing)?){LEFT}"
    rf"|{LEFT}interested in (?!how|why|what)"
    rf"|{LEFT}what(?:'s|s| is| else is| all is| do (?:you|we|they) have| have (?:you|we)(?: got)?| (?:ya|you) got)"
    rf"(?: there| available| out there| on offer| planned)*"
    rf"\s+(?:on|about|abt|for|with|around|regarding|re)\s"
    rf"|\bwhat(?:'s| is|s) there\W*$|{LEFT}(?:stuff|things|material|content|anything|something|any|anyone|anybody)\W*$"
    rf"|{LEFT}(?:stuff|things|material|content|anything|something|sth|smth)"
    rf" (?:on|about|abt|for|with|around|regarding|by|from|re){RIGHT}"
    rf"|{LEFT}(?:any(?:one|body)?|some(?:one|body)|people|folks|speakers) (?:who )?(?:is |are )?"
    rf"(?:talk(?:s|ing)?|speak(?:s|ing)?|present(?:s|ing)?) (?:about|on|regarding|around){RIGHT}"
    r"|(?:有没有|有无|有人|有谁|有)\s*(?:人|谁)?\s*(?:来|要|会|在)?(?:讲|聊|说|谈|关于|涉及|介绍|提到)[^?。!]*\W*$"
    r"|想(?:去|要|来)?(?:听|看|参加)|(?:的|相关|有关)(?:的)?(?:内容|东西|话题)?(?:都|还|一共)?"
    r"有(?:哪些|哪几|什么|没有|吗|啥|几)?(?:内容|东西)?[吗呢]?\W*$"
    r"|有(?:哪些|什么|啥)(?:相关|有关|关于|可听|可看|值得)|(?:相关|有关)(?:的)?(?:内容|东西|话题|topic)?(?=\W*$|[,，。;；])"
    r"|哪些(?:是|在)?(?:讲|聊|关于|涉及|面向)"
)
# The same where nothing but a name stands before it: "AMD 有啥", not "Triton 的优势有哪些".
THERE_IS_WHAT = re.compile(r"(?:都|还)?有(?:哪些|什么|啥|东西)[吗呢呀啊]?\W*$")
# What somebody gives or shows: "what is Red Hat presenting", 讲什么.
GIVES = re.compile(
    rf"{LEFT}what(?:'s|s|'re| is| are| does| do| will)?\s.{{1,60}}?{LEFT}(?:present(?:s|ing)?|giv(?:es?|ing)|"
    rf"talk(?:s|ing)?(?: about| on)?|speak(?:s|ing)?(?: about| on)?|show(?:s|ing|casing)?|deliver(?:s|ing)?|"
    rf"host(?:s|ing)?|do(?:ing)?|bring(?:s|ing)?|have|got|up to){RIGHT}"
    r"|讲(?:了|些)?(?:什么|啥|哪些|哪几)|都?(?:带来|分享|展示)(?:了|些)?(?:什么|啥|哪些)"
)
# The little words by which a language shows.
ASKING_ZH = re.compile(r"[谁哪什么的吗呢啊吧几怎讲由或和与请给列找想听那这是在有多为不只也]")
ASKING_EN = phrases(
    """
    which  what(?:'s|s)?  who(?:'s|s|m)?  whose  when(?:'s)?  where(?:'s)?  why  how  is  are  was  were  do  does  did
    the  a  an  of  by  and  or  for  in  at  from  to  about  any  there  list  show  give  find  can  will  has  have
    not  only  tell  me  i  please
    """
)
THERE_IS = phrases("(?:is|are) there  any  anything  有没有  有无")
WHICH = phrases("which  any  what  how many  are  were  others?  哪些  有没有  哪几  几[个场]")
STARTS = phrases("starts?  starting  begins?  开始")
PLAIN_TALK = phrases("talk  session  presentation  keynote  演讲  场次  议题")
CONFERENCE_ASPECTS = phrases(
    """
    the conference  this conference  conference  the event  this event  venue  held  take place  takes place  summit
    会议(?!室)  大会  举办  举行  召开  本次会议  本届  峰会
    """
)
HELD = phrases("held  take place  takes place  taking place  举办  举行  召开  happening")
AGENDA = phrases(
    """
    what(?:'?s| is| was)(?: there)? (?:on|happening|going on|running|scheduled|planned|up)
    what(?:'?s| is| are)(?: there)?(?= (?:in|at|during)(?![a-z]))
    what (?:happens|runs|goes on)  agenda(?: for| of)?  schedule(?: for| of)?  programme?(?: for| of)?  timetable
    line-?up  who(?:'?s| is) (?:on|speaking)(?= now| next)
    日程(?:安排|表)?  议程  安排  时间表  正在(?:进行|举行|讲)  有什么安排  在讲什么  在进行  进行
    """
)
NOW = phrases(
    """
    right now  now  currently  at the moment  at this moment  at present  ongoing  happening now
    (?<=is )live  (?<=are )live  (?<='s )live  (?<=what)s live  live now
    现在  目前  此刻  眼下  当前  正在(?:进行|讲|举行)?  这会儿
    """
)
NEXT = phrases(
    """
    (?:what(?:'?s| is| comes) )?(?:up |coming |on )?next(?: up)?(?! to)  coming up  upcoming  later today  soon
    following
    接下来  下一个?场?  下面(?:是|有|的)?  稍后  随后  马上  即将  下场  之后
    """
)
# "Overlap scheduling", "overlaps computation with communication": a technique, no clash of sessions.
_OVERLAPS = (
    r"(?<!computation[- ])(?<!communication[- ])(?<!compute[- ])(?<!comm[- ])overlap(?:s|ping|ped)?"
    r"(?![ -](?:schedul|comput|communicat|of |kernel|transfer|execution|mode(?![a-z]))[a-z]*)"
)
CLASHES = phrases(
    rf"""
    {_OVERLAPS}
    clash(?:es|ing)?  conflict(?:s|ing)?  collide[sd]?  collisions?  double[- ]booked
    at the same time(?: as)?  in parallel(?: with)?  parallel to  (?:same|that|this) slot as
    same (?:room|time) (?:and|at) (?:the )?same (?:room|time)
    冲突  撞(?:车|期|时间|上)?  (?<!计算)(?<!通信)重叠(?!调度|计算|通信|执行|技术)  重合
    同一时间  时间上?相撞  同时(?:段|进行|举行)
    """
)
# Whether one can be at two sessions: a question for clashes that does not say so.
ATTENDS_BOTH = re.compile(
    rf"{LEFT}(?:can|could|able|possible|manage|make it|do i have|enough time)(?![a-z]).{{0,120}}{LEFT}(?:both|two)"
    rf"{RIGHT}"
    rf"|{LEFT}(?:attend|see|catch|make|hear|watch|do|join|visit) both{RIGHT}"
    r"|(?:能|可以|来得及|赶得|能够|有法|有办法|行).{0,80}?(?:都|同时|两场|俩|兼顾).{0,6}?(?:听|看|参加|赶|去|上|到|兼顾)"
    r"|(?:都|两场).{0,6}(?:能|来得及|赶得)|赶得上|来得及|分身"
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
    latest  newest  most recent  recent(?:ly)?  what'?s new  what is new  anything new  news  lately  updates?
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
    (?:and |show |list |give )?(?:me )?(?:all|everything|all of (?:them|it)|all (?:the )?(?:talks|sessions))
    重新开始  重置  清除(?:条件|筛选|过滤)?  清空(?:条件)?  全部(?:列出|显示|演讲|场次)?  所有的?(?:演讲|场次)?  看全部
    显示全部  不限  取消(?:筛选|条件|过滤)  (?:列出|显示)(?:全部|所有)的?(?:演讲|场次)?
    """
)
RESET = re.compile(
    rf"^\W*(?:please\s+|请)?{_RESET_SAID.pattern}(?: (?:please|again|then|of them))*\W*(?:please|吧|呢|的)?\W*$"
)
_FOLLOWS_FIRST = phrases(
    """
    and  also  what about  how about  only  just  or  but  then  now only  except  without  not  excluding  with
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

# --- what says nothing ------------------------------------------------------------------------------------------

POLITE = phrases(
    """
    (?:could|can|would|will) you(?: please| kindly)?(?: (?:tell|show|give|find|list|help)(?: me)?(?: (?:find|know))?)?
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
    "unused": {
        "en": "Not used, because no text holds it: {words}.",
        "zh": "以下词语在所有文本中都没有出现，未作为条件：{words}。",
    },
    "recent": {
        "en": "“Latest” was read as the last {days} days; name a period to change it.",
        "zh": "“最新”按最近 {days} 天理解；可指定时间段。",
    },
}
