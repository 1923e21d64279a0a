"""Everyday words of questions in both languages, so that a question can be compared with a text in the other one.

Names and topics are the lexicon's; here are the words around them. A `*` stands for any ending, a `~` marks words that
say little alone.
"""

import re
from collections.abc import Iterator
from functools import cache

from vectorstore.text.language import HAN

_GROUPS = """
accura*, precision, 准确率, 精度, 准确度, 得分
~achiev*, reach*, attain*, 达到, 实现
advantag*, benefit*, 优势, 优点, 好处
align*, multiple of, 对齐
asynchron*, async, 异步
author*, 作者
automat*, 自动
averag*, mean, 平均
balanc*, load-balanc*, 均衡, 负载均衡
bandwidth*, 带宽
batch size*, batch-size*, 批大小, 批量大小
batch*, 批次, 批处理
benchmark*, 基准, 测试
bottleneck*, 瓶颈
browser*, 浏览器
bug*, defect*, 缺陷
~build*, built, 构建, 搭建
cach*, 缓存
capacity, 容量
~caus*, reason*, 原因, 导致
ceo, chief executive*, 首席执行官, 总裁
~chang*, 变化, 改变
~choos*, chose*, select*, 选择, 选中, 选出
cluster*, 集群
communicat*, 通信
communit*, 社区
compan*, firm, 公司
compatib*, 兼容
compil*, 编译
complex*, 复杂
compress*, 压缩
comput*, 计算, 算力
configur*, 配置
context length*, context window*, 上下文长度, 上下文窗口
context*, 上下文
cost*, price*, pricing, expens*, 成本, 价格, 费用, 代价, 多少钱, 售价
~creat*, creator*, 创建, 创造
data*, 数据
decod*, 解码
~default*, 默认
develop*, 开发, 研发
device*, 设备
disk*, 磁盘
driver*, 驱动
efficien*, 效率, 高效
error*, fault*, 错误, 误差
evict*, 驱逐, 淘汰
expert*, 专家
fail*, crash*, die, dies, died, dead, 挂了, 挂掉, 故障, 失败, 宕机, 崩溃
~fall*, fell, drop*, decreas*, reduc*, shrink*, shrank, lower*, cut, 降到, 掉到, 降低, 减少, 下降, 缩短, 缩小, 降至
fast*, quick*, speed*, accelerate*, accelerating, acceleration, 更快, 快, 提速, 速度, 加速比, 加速(?!器)
~first, initial*, original*, 首个, 第一, 初始, 首次, 最初
found, founder*, founded, 创始人, 创立, 成立
framework*, 框架
frequen*, 频率, 频繁
~grow*, grew, increas*, rise*, rose, improv*, gain*, 提高, 提升, 增加, 增长
hit rate*, hit-rate*, 命中率
hour*, 小时
idle, 空闲
implement*, 实现
inferenc*, serv*, 推理, 服务
input*, 输入
intermediat*, 中间
kernel*, 内核, 核函数, 算子
latenc*, delay*, 延迟, 时延
layer*, 层
layout*, 布局, 排布
leak*, 泄漏, 泄露
length*, 长度
librar*, 库
licen*, 许可, 许可证, 协议
limit*, restrict*, 限制, 局限
~load*, 加载, 负载
loss*, 损失
machine*, 机器
maintain*, 维护
measur*, 测量, 测得, 实测
memor*, vram, 内存, 显存
minut*, 分钟
model*, 模型
node*, 节点
~occup*, occupan*, tak*, account*, 占用, 占据, 占
open source*, open-source*, 开源
open question*, unsolved, unknown, 未解, 未知
operat*, 操作
optimi*, 优化
~online, live, on the fly, on-the-fly, 在线
order*, 顺序
output*, 输出
overhead*, 开销
overlap*, 重叠
packag*, 包
parallel*, 并行
parameter*, 参数
partition*, shard*, split*, 切分, 划分, 分片
partner*, 合作伙伴, 伙伴, 合作
peak*, 峰值
performan*, 性能
phase*, stage*, 阶段
policy, policies, strateg*, 策略
problem*, issue*, wrong, drawback*, flaw*, 问题, 缺点, 不足
profit*, 利润
program*, 程序
project*, 项目
protocol*, 协议
quer*, 查询
question*, 问题
read*, 读取
recompil*, 重新编译
reconfigur*, 重新配置, 重配置, 重配
releas*, publish*, launch*, 发布, 推出, 上线
request*, 请求
research*, 研究
revenue*, income, 收入, 营收
row*, 行
sampl*, 采样
~sav*, 节省, 保存
scal*, 扩展, 伸缩
schedul*, 调度
~second*, 秒
sequence*, 序列
server*, 服务器
shar*, proportion*, percentage*, fraction*, 比例, 占比, 份额
size*, 大小
sparse, sparsity, 稀疏, 稀疏度
standard*, 标准
~start*, launch*, 启动
startup*, start-up*, 初创
storage, stor*, 存储
student*, 学生
synchron*, 同步
~system*, 系统
task*, 任务
teacher*, 教师
team*, 团队
throughput*, 吞吐, 吞吐量
~time*, 时间
token*, 词元
tool*, 工具
train*, 训练
transfer*, 传输
transpos*, 转置
tun*, 调优
user*, 用户
version*, 版本
vision*, visual*, 视觉
wast*, 浪费
weight*, 权重
workload*, 负载
write*, wrote, written, 写入, 编写
"""

# Subjects whose parts say little or something else: what is asked for is the whole, in either language.
COMPOUNDS = (
    ("distributed communication", "分布式通信", "分布式通讯"),
    ("release engineering", "发布工程"),
    ("fault tolerance", "fault-tolerant", "容错"),
    ("process group", "进程组"),
    ("continuous integration", "持续集成"),
    ("observability", "可观测性"),
    ("backward compatibility", "backwards compatibility", "向后兼容"),
    ("one-sided communication", "单边通信"),
    ("out-of-tree backend", "树外后端"),
    ("device portability", "设备可移植性"),
)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], bool], ...]:
    return tuple(
        (
            re.compile(
                "|".join(sorted(map(_form, line.lstrip("~").split(", ")), key=len, reverse=True)), re.IGNORECASE
            ),
            line.startswith("~"),
        )
        for line in _GROUPS.strip().splitlines()
    )


def _form(word: str) -> str:
    if re.match(f"[{HAN}]", word):
        return word
    stem, ending = (word[:-1], "[a-z]*") if word.endswith("*") else (word, "")
    return rf"(?<![A-Za-z0-9_]){re.escape(stem)}{ending}(?![A-Za-z0-9_])"


def everyday_words(text: str) -> Iterator[tuple[int, int, re.Pattern[str], bool]]:
    """Give the words of a text that have a fellow in the other language, longest first.

    Each comes with the pattern that finds both, and whether it says little alone.
    """
    found = [(m.start(), m.end(), pattern, light) for pattern, light in _patterns() for m in pattern.finditer(text)]
    taken: list[tuple[int, int]] = []
    for start, end, pattern, light in sorted(found, key=lambda each: (each[0] - each[1], each[0])):
        if all(end <= a or start >= b for a, b in taken if (a, b) != (start, end)):
            taken.append((start, end))
            yield start, end, pattern, light
