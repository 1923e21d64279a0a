"""Words people wrap a question in, zh and en: chatting, asking, wishing and praising; no text is searched for them."""

import re

_WORD = re.compile(r"\S+")

# Chatting, and typing in haste.
_CHAT_EN = """
    abt sth smth b4 cuz coz bc plss ah aha alright anyhow anyways appreciate appreciated asap atm aye btw bro bruh
    buddy cheers cmon cya dear dude dunno eh er erm everyone fam ffs folk folks fr friend friends fyi gals gang gday
    gents gimme gonna gotta greetings guess guy guys haha hbu hello hey heya hi hiya hmm hmmm hola howdy huh hullo idk
    ikr imho imo innit jk k kk kinda kthx lads lemme lol lot lots lotta lmk mate mates mhm much nah nope np oh oi okey
    okie omg oops ooo oy pal pardon pls plz please pleeease plzz pretty prolly pun q qq quick quickly rn rofl rsvp smh
    so sorry sorta sry sup sure ta tbh tho thnx tia thx thxs thanx thank thanks thankyou ty tyvm tysm u uh uhh um umm
    ur wanna whaddya whatcha whatchu wassup welp whoa woohoo woot wow wtf y ya yall yay yea yeah yep yo yup yw
"""
# Asking and wishing, and the words for whoever asks, attends or speaks.
_ASK_EN = """
    able advise agenda aid allowed allows appreciate arrive asap ask asked asking assist attend attendance attended
    attendee attendees attends audience aware basically bet booked bookmark bring browse buddies bunch bit bits bother
    calendar came care catch catching cause check checked checking checkout choose chosen collect colleague colleagues
    come comes coming consider considering coworker coworkers crew curious dang deliver dig drop drops eager employee
    employees engineer engineers enlist enumerate expect expected experts fancy fetch figure filter filters fit fits
    follow fond fun get gets getting goal gonna grab guest guests handy happy hang hear heard hearing hears help
    helpful hint hit hits hook hope hoping hunt idea ideas inform intend interest interested interesting interests
    invited join joining keen kick know knowing knows lad learn learning leave leaving let lets list listen listened
    listening lists love loved loving manage member members miss missed missing mood need needing offer offering opt
    output overview own participant participants participate pass people peep peeps peek persons pick picked picking
    picks plan planning plans point pointer pointers pop prefer preferably preferred preso presos prezo prezos print
    pull put reach reckon recommend recommended recommending remind reminder represent request required researcher
    researchers rest return returns reveal schedule sched search searched searching see seeing seek seeking seems
    select selected send sessions shortlist showing sit skim sort sorted spot spots staff suggest suggested suggestion
    suggestions suppose supposed swing teach tell telling think thinking tip tips track trying understand
    understanding view viewing views visit visiting wait waiting wander want wanting watch watched watching wish
    wishing wonder wondered wondering worth would wouldn
"""
# Things, ways and sizes that name nothing, and praise no record holds.
_VAGUE_EN = """
    absolutely actual actually aforementioned altogether amazing anywhere appropriate area areas aspect aspects
    awesome bad bag best better big brief briefly category certain certainly clear clearly complete completely content
    contents coolest corresponding couple current cute decent definitely detail details dedicated directly easy easily
    else entire entirely equally etc everywhere exciting excellent extra fairly famous fantastic favorite favorites
    favourite favourites final former full fully fundamentally generally generic good gist great greatest handful hot
    honestly important individual inspiring intriguing juicy kind kinda kinds largely latter like likely literally
    little lovely mainly major material materials matter matters mere merely mini misc must mustsee namely nearby neat
    nice nicest niche normal normally obviously odd ones ordinary otherwise outstanding overall perfect pertaining
    piece pieces pointless popular potential potentially precisely proper properly quite random rather real really
    regardless related relation relevance relevant respective roughly same seriously shiny side simple simply sick
    slightly solid somehow somewhere sort sorts special specially spicy splendid straight strictly strong stuff stuffs
    super surely sweet technically thing things thingy thingies thingamajig top topic topics topical totally truly
    typical typically ultra upcoming usual usually various vaguely well whatnot whichever whole wholly wide wonderful
    worthwhile worthy whatsoever
"""
_CHAT_ZH = """
    哈喽 嗨 嘿 喂 诶 哎 唉 呃 嗯嗯 哈哈 嘻嘻 呵呵 呐 咯 喽 哟 呦 嘞 哒 嘛 哇 哎呀 啊啊 哼 兄弟 兄弟们 各位 各位大佬
    大佬 大佬们 大神 老师 老师们 老师好 同学 同学们 小伙伴 小伙伴们 朋友 朋友们 亲们 咱 咱们 俺 咱家 我们 你们 人家
    大伙 大伙儿 众人 辛苦 辛苦了 拜托 拜托了 感谢 谢啦 谢谢啦 多谢 谢了 谢过 早安 晚安 您好 你好 打扰 打扰了 冒昧 请教
    请教一下 求教 求助 求问 问下 问个 在线等 麻烦了 劳烦 烦请 有劳 话说 那啥 那什么 就是说 好吧 行吧 可否 能否 是吧
    对吧 好不好 行不行 可不可以 能不能 呗 哈 啦 喔
"""
_ASK_ZH = """
    放在 放到 排在 排到 排了 定在 安排在 安排到 想听 想看 想去 想参加 想了解 想知道 想学 想找 想问 想要 想 想着 打算
    准备 计划 考虑 希望 期待 感兴趣 有兴趣 兴趣 关心 关注 好奇 喜欢 爱听 推荐 推荐一下 推荐下 介绍下 介绍一下 说说
    讲讲 聊聊 谈谈 说一下 讲一下 说下 讲下 聊聊天 看一下 看下 看看 瞧瞧 瞅瞅 查查 查询 查下 查一下 搜搜 搜下 搜一下
    搜索 找找 找下 找一下 找出来 列一下 列下 列个 列一个 列表 清单 列出来 筛一下 筛下 筛选 筛出 过滤 挑出 挑一下 选出
    选一下 选择 整理 整理一下 汇总 总结下 罗列 归纳 统计 统计一下 数一下 数数 给 给个 给我 给我们 给一下 给份 来个
    来点 来几个 来一份 来一个 来份 发我 发一下 发下 告诉 告知 通知 提供 提供一下 帮 帮我 帮忙 帮帮忙 帮咱 帮个忙 替我
    为我 跟我说 和我说 知道 了解 晓得 明白 听听 听 去听 能听 可听 可以听 要听 听一下 参加 参与 出席 旁听 去看 占座
    报名 错过 值得 值得一听 值得听 必听 必看 适合 适合听 合适 应该 该 需要 得 最好 方便 有空 有时间 抽空 顺便 安排
    行程 打卡 收藏 分享 宣讲 开讲 讲解 讲述 上台 登场 出场 发表 演说 汇报 带来 做 做的 搞的 弄的 干的 整的 演示 露面
    出面 负责
"""
_VAGUE_ZH = """
    相关 相关的 有关 有关的 关于 对应 对应的 涉及 类似 类似的 之类 之类的 这类 那类 这种 那种 此类 一类 某类 某种 各种
    各类 各个 任何 任意 不管 无论 内容 话题 方面 方向 东西 部分 主题 题材 领域 这块 那块 这方面 那方面 这块儿 这边
    那边 这儿 那儿 那里 这里 这样 那样 这么 那么 的话 来说 而言 所有 全部 全都 一切 完整 详细 具体 明确 大致 大概 基本
    基本上 主要 专门 专 特别 尤其 特地 单独 只 仅 仅仅 一共 总共 总计 合计 共计 有人 没人 人员 人士 的人 员工 同事
    同行 工程师 专家 大牛 研究员 成员 选手 那家 这家 他家 自家 家的 人家的 团队 公司 讲者 讲师 老哥 那帮 那帮人 们
    场次 那场 这场 哪场 几场 每场 场子 一节 几节 个 几个 哪个 那个 这个 一个 一些 些 有些 某些 若干 好些 不少 许多
    很多 多个 一堆 一批 一场 一下 一下下 有意思 有趣 好玩 精彩 干货 硬核 优质 不错 好的 好听 热门 重要 重点 经典 亮点
    靠谱 实用 有用 最好的 厉害 有料 现场 当场 本次 这次 此次 本届 这届 今年 目前 如今 到底 究竟 真的 其实 确实 当然
    一般 通常 例如 比如 比如说 譬如 等 等等 什么的 啥的 啥 咋 咋样 怎样 多少 里面 里头 中间 之中 当中 上面 下面 之内
    以内 左右 前后 期间 时段 时间段 那天 这天 当天 哪天 全天 整天 一天 一整天 以及 或者 或是 要么 要不 还是 然后 另外
    此外 同时 不过 可是 但 但是 只是 就是 皆
"""

FILLER_EN = frozenset(_WORD.findall(_CHAT_EN + _ASK_EN + _VAGUE_EN))
FILLER_ZH = frozenset(_WORD.findall(_CHAT_ZH + _ASK_ZH + _VAGUE_ZH))
# So wide that beside a subject they narrow nothing ("edge AI talks"); alone they are a condition.
WIDE = frozenset(
    {
        "ai",
        "genai",
        "gen-ai",
        "ml",
        "ai/ml",
        "tech",
        "technology",
        "人工智能",
        "系统",
        "效率",
        "工程",
        "方案",
        "能力",
        "流程",
    }
)
