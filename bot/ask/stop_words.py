"""Words of a question that say nothing by themselves: once the rest is understood they may be left over."""

import re

from bot.ask.filler_words import FILLER_EN, FILLER_ZH

_WORD = re.compile(r"\S+")

_SAYS_NOTHING_EN = frozenset(
    _WORD.findall(
        """
        a about above abstract abstracts accelerator accelerators according across actually after again against
        agenda aim aimed aims all alone along already also although always am among an and another answer answers
        any anybody anyone anything appear appeared appears are aren't arent around article articles as at attend
        attending available away back based be because been before being below between beyond blog blogs book both
        bring brings build building builds built but by can can't cannot chip chips cite cites city clash clashes
        companies company compare compared comparing comparison comparisons concern concerned concerning concerns
        conf conference conferences conflict conflicts contain contains content contents cool correct could couldn't
        count cover covered covering covers current currently d date day days deal dealing deals deliver delivered
        delivering delivers demonstrate demonstrated demonstrates deploy deployed deploying describe described
        describes description detail details device devices did didn't didnt differ difference differences different
        directly discuss discussed discusses discussing display do document documents does doesn't doesnt doing
        don't done dont during each either else end ends enough entire entries entry especially etc even event
        events ever every everybody everyone everything exact exactly except exclusively exist exists explain
        explained explains explicitly extend extended extending extends false feature featured features featuring
        few find firm firms first focus focused focuses focusing follow following for found framework frameworks
        from further gave general get gets give given gives giving go goes going good got great guide had hall
        happen happened happening happens hardware has have having he hear held help her here hers him his hold
        holding holds host hosted hosting hosts hour hours how however hows i id if im in inbetween include included
        includes including info information inside instead interested into introduce introduced introduces
        introducing involve involved involves involving is isn't isnt it item items its itself jointly just keep
        keynote keynotes kind kindly kinds know known last latest least lecture lectures length less let libraries
        library like line lines lineup link links list listed listing lists ll located location long look looking
        looks lot m made main mainly make makes many matter may maybe me mean means mention mentioned mentioning
        mentions might min mine minute minutes month months more most mostly much must my name named names naming
        near need needed needs neither never new newest news next no nobody non none nor not note nothing nowadays
        number of off offer offered offers often ok okay on once one ones only onto open optimize optimized
        optimizing or order organisation organisations organization organizations organized other others our ours
        out over overall overlap overlapping overlaps overview own page paper papers parallel part particular people
        per perhaps person place plan planned plans platform platforms please port ported porting ports possible
        post posts present presentation presentations presented presenter presenters presenting presents primarily
        product products program programme provide provided provides publication publish published publishes purely
        put question quite rather re read really recent recently recommend recommendation recommendations
        recommended refer refers regard regarding relate related relates relating release released releases relevant
        respectively right room rooms run running runs s said same saw say says schedule scheduled see seen session
        sessions several shall she short should show showed showing shown shows simply since slot slots so software
        solely some somebody someone something sort source sources speak speaker speakers speaking speaks specific
        specifically speech speeches spoke sponsor sponsored sponsors stage start started starting starts still
        stories story subject such sum summarise summarize summary support supported supporting supports t take
        taken takes taking talk talked talking talks target targeted targeting targets team teams tell than that
        that's the their theirs them then there there's these they thing things think this those though through
        throughout till time times timetable title titled titles to today together told too tool tools topic topics
        total touch touched touches touching toward towards track tracks treat treats true try two type types under
        until up update updates upon url us use used useful uses using various ve vendor vendors venue version
        versions versus very via visit vs want wanted wants was way ways we web webpage week weeks well were weren't
        what what's whatever whats when whenever where where's wheres wherever whether which while who who's whole
        whom whos whose why will with within without won't work works would write writes written wrong wrote year
        years yes yet you your yours
        thats whens hows theres heres theyre theyll theyve youre youve youll its itll im ive ill weve wed hes shes
        cant wont isnt arent wasnt werent hasnt havent hadnt shouldnt couldnt wouldnt aint thatll whatll whore whove
        whod whats whos wheres whys
        """
    )
)
_SAYS_NOTHING_ZH = tuple(
    _WORD.findall(
        """
        正在进行 什么时候 主题演讲 运行在 演讲者 演讲的 涉及到 有没有 有哪些 是不是 提到了 扩展的 扩展了 感兴趣
        多少场 多少个 哪一个 加速器 使用了 会议室 举办地 为什么 不包括 麻烦 题目 项目 面向 需要 除外 除了 问题 长度
        针对 重叠 里面 采用 部署 部分 那些 那么 那个 通过 适配 进行 进展 这些 这个 还有 还是 近期 运行 软件 跑在
        赞助 资讯 谢谢 谈到 请问 说到 话题 设备 讲者 讲的 讲座 讲到 议题 议程 讨论 芯片 自己 能够 联合 而且 给出
        结束 组织 简介 等等 移植 硬件 知道 看看 相比 相同 相关 用于 现场 然后 点名 演讲 涉及 消息 没有 比较 每场
        每个 正在 框架 根据 标题 查看 查找 来自 来源 机构 有无 有关 最近 最新 显示 是否 星期 时间 时长 时候 日程
        日期 方面 方向 新闻 文章 改成 支持 摘要 搜索 提及 提到 推荐 探讨 排除 换成 按照 持续 报道 报告 技术 找到
        找出 扩展 所有 房间 或者 我们 想要 情况 总共 怎样 怎么 必须 当中 开始 应该 并且 平台 帮我 帮忙 带来 帖子
        差别 左右 工具 属于 展示 小时 对比 对于 安排 它们 如何 好的 大约 大概 大家 大会 多长 多少 多久 基于 城市
        场次 地点 地方 国家 围绕 团队 嘉宾 哪里 哪家 哪天 哪几 哪儿 哪位 哪些 哪个 哪一 告诉 名称 名字 同时 同一
        合作 各自 可能 可以 召开 只看 只有 另外 发表 发布 参加 去掉 厂商 博文 博客 单独 单位 区别 包括 包含 加上
        剩余 剩下 别的 别人 利用 列出 列举 分钟 分别 分享 出自 出现 几场 几个 冲突 内容 其它 其他 其中 关于 共同
        公司 全部 做的 做了 值得 信息 使用 你们 何时 会议 会场 企业 以外 以后 以及 以前 以内 以下 以上 代表 他们
        他人 介绍 什么 产品 二者 了解 之间 之外 之后 之前 之内 之中 举行 举办 主题 主讲 主持 为何 为了 两者 两个
        东西 不要 不是 不含 不同 上面 上述 一起 一样 一场 一共 一些 一个 一下 项 非 除 问 长 里 都 那 这 还 过 跑 起
        谈 谁 请 说 该 讲 让 要 被 至 能 聊 而 者 给 类 篇 等 种 短 着 看 相 的 由 用 点 没 每 此 止 次 查 某 条 本
        未 有 月 最 更 是 时 日 无 改 撞 搜 换 按 把 找 所 或 我 想 您 得 很 往 当 库 并 年 干 帮 属 就 少 小 将 对
        它 好 她 太 天 大 多 外 场 地 在 嘛 嗯 啦 啥 啊 哪 哦 哈 和 咋 周 呢 呗 呀 听 含 吧 吗 向 后 名 同 各 号 只
        及 又 厅 前 到 别 列 分 几 再 内 其 关 共 全 先 做 使 你 作 位 会 以 他 从 仅 人 些 于 二 了 也 之 为 中 个
        两 且 与 不 下 上 三 一
        """
    )
)

STOP_EN = _SAYS_NOTHING_EN | FILLER_EN
# Longer ones first: patterns take the first that fits.
STOP_ZH = tuple(sorted({*_SAYS_NOTHING_ZH, *FILLER_ZH}, key=lambda word: (-len(word), word)))
