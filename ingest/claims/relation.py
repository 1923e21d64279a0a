"""Say how a sentence holds a name: is it about it, lists it, or names it only in passing; rules for zh and en."""

import re
from dataclasses import dataclass
from typing import Literal

Held = Literal["about", "listed", "passing"]

NAME = "§"  # Stands for a named thing in a masked sentence.
MAKER = "¤"  # Stands for an organisation.
_PLAIN = str.maketrans("，。；：（）！？’‘“”、／", ",.;:()!?''\"\"、/")

# One name with what may stand around it in a list, and names joined to a list.
_HEAD = (
    r"(?:(?:\b(?:the|an?|its|our|custom|both|stock|existing|native|vanilla)\b|新的|新型|原生|现有的?"
    rf"|{MAKER}(?:'s|的)?)\s*){{0,2}}"
)
_NOUN = (
    r"(?:\s?(?:GPUs?|CPUs?|NPUs?|hardware|backends?|kernels?|implementations?|versions?|chips?|silicon|devices?"
    r"|processors?|硬件|芯片|后端|内核|处理器|加速器|实现|版本|设备))?"
)
_TAIL = rf"(?:\s?v?\d[\w.]*)?{_NOUN}"
_ITEM = rf"{_HEAD}(?:{NAME}{_TAIL}|(?-i:[A-Z])[\w.+#-]*\b)"
_AND = r"(?:\s*,?\s*(?:\band\b|\bor\b|\bnor\b|以及|和|与|或|及|跟|同|&)\s*|\s*[,、/]\s*)"
_LIST = re.compile(rf"{_ITEM}(?:{_AND}{_ITEM})+")
_EARLIER = rf"(?:{_ITEM}{_AND})*{_HEAD}$"  # Names listed before ours, up to ours.
_LATER = rf"^{_TAIL}(?:{_AND}{_ITEM})*"  # What follows ours, names listed after it included.
_CODE = r"(?:[\w.]*\.?to\(\s*['\"])?"
_FEW_NAMES = 3  # From this many names on a sentence lists them.


def _before(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern})\s*{_CODE}{_EARLIER}", re.IGNORECASE)


def _after(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"{_LATER}[\"')]*\s*(?:{pattern})", re.IGNORECASE)


_NEED = (
    r"(?:\s+(?:any|of|on|writing|write|using|use|needing|needs?(?:\s+for)?|requiring|touching|relying|rely|depending"
    r"|depends?|dependence|dependency|knowing|knowledge|learning|installing|going|through|back|single|line|lines))*\s+"
)
_NEED_ZH = r"(?:\s*(?:任何|编写|依赖|使用|安装|学习|了解|懂得?|掌握|借助|通过|调用|写|一行|对))*"
_NEGATED = (
    _before(
        r"\b(?:without|no|not|neither|never|nor|instead of|rather than|free of|lack(?:s|ing)?|avoid(?:s|ing)?"
        rf"|bypass(?:es|ing)?){_NEED}"
    ),
    _before(
        r"(?:\b(?:does|do|did|is|are|can|will)(?: not|n't)(?: yet)?|\bno longer)"
        r" (?:supports?|run on|runs on|targets?|needs?|requires?|uses?|depends? on|rel(?:y|ies) on|available on)\s"
    ),
    _before(
        r"(?:无需|无须|毋需|不需要?|不必|不用|不依赖|不使用|不支持|尚未支持|没有|脱离|摆脱|免去|避免|绕过|绕开|告别"
        rf"|而非|而不是|并非|不再){_NEED_ZH}"
    ),
    _before(rf"[无免零非]{_NEED_ZH}"),
    _before(r"\bnon-"),
)
_NEGATED_AFTER = _after(
    r"-free\b|(?:(?:is|are|was|were)(?: not|n't)|(?:is|are) no longer) (?:required|needed|necessary|used|supported)"
    r"|(?:knowledge|experience|skills?)? ?(?:is |are )?not (?:required|needed)|并非必需|不是必需|均?不再?需要|尚不支持"
)
_BETTER = r"(?:优于|胜过|胜于|超过了?|(?:性能|速度)超越了?|快于|慢于|高于|低于|媲美|不亚于|不输于?|赶上|逼近)"
_COMPARED = (
    _before(
        r"\b(?:than(?: (?:on|with|using|in))?|versus|vs\.?"
        r"|(?<!linked )(?<!links )(?<!built )(?<!build )(?<!tested )(?<!compiled )against"
        r"|relative to|outperform(?:s|ed|ing)?|beat(?:s|ing)?|surpass(?:es|ed|ing)?|exceed(?:s|ed|ing)?"
        r"|alternatives? to|unlike|competitive with|on par with|in contrast to|inspired by|similar to"
        r"|replac(?:es?|ed|ing)|replacements? (?:for|of)|substitutes? for)\s"
    ),
    _before(r"\bcompar\w+\b[^.;:]{0,40}?\b(?:with|to|against)\s"),
    _before(
        r"(?:speed-?ups?|faster|slower|improve\w*|gains?|advantages?|better|wins?|\d\s?[x×%])\b[^.;:]{0,25}?\bover\s"
    ),
    _before(
        rf"(?:相比于?|相较于?|比起|较之|对比|区别于|不同于|有别于|相对于?|替代|取代|代替|类似于?|{_BETTER}(?:\s*{NAME}{_TAIL}\s*上的?)?)"
    ),
)
_COMPARED_AFTER = _after(
    r"[- ](?:style|like|inspired|esque)\b|(?:alternative|replacement)s?\b|风格|式的|的?替代|的\s*[\d.]+\s*(?:倍|%)"
)
_THAN_ZH = _before(r"(?:比|较)")
_THAN_ZH_AFTER = re.compile(r"^[^,.;:]*?(?:更|快|高|低|好|优|慢|少|多|强|简单|易|省|提升|降低|提高)")
_WITH_ZH = _before(r"(?:与|和|同|跟)")
_WITH_ZH_AFTER = _after(
    r"(?:在[^,.;:]{0,24}?)?(?:的?[^,.;:]{0,6}?)?(?:进行了?|做了?|作|之间的?)?(?:性能)?(?:对比|比较|相比|竞争|媲美|相当|不同)"
)
_PAIR = re.compile(rf"{NAME}{_TAIL}\s*(?:与|和|同|跟|vs\.?|versus)\s*{_HEAD}$", re.IGNORECASE)
_BETTER_ON = re.compile(rf"{_BETTER}\s*$")
_ON_ANOTHER = re.compile(rf"^{_TAIL}\s*上的?\s*{NAME}")

_MOVE = re.compile(
    r"migrat|\bport(?:s|ed|ing)?\b|\bmov(?:e|es|ed|ing)\b|switch|transition|convert|translat"
    r"|迁移|(?<!可)移植|切换|转换|转向|替换|搬迁|搬到",
    re.IGNORECASE,
)
_FROM = _before(r"\bfrom\s|从|由")
_AWAY_FROM = _before(
    r"\b(?:away|migrat\w+|port(?:s|ed|ing)?|mov(?:e|es|ed|ing)|switch(?:es|ed|ing)?|translated|converted)"
    r" (?:\w+ )?from\s"
    r"|移植自|迁移自|源自"
)
_AWAY_AFTER = _after(r"(?:迁移|移植|迁出|切换|搬)")
_TO_AFTER = re.compile(rf"{_LATER}[^,.;:]{{0,40}}?(?:\bto\b|到|至|向)", re.IGNORECASE)
_SWITCH = _before(r"\b(?:switch(?:es|ed|ing)?|swap(?:s|ped|ping)?|exchang(?:es?|ed|ing))\s")
_SWITCH_AFTER = _after(r"(?:to|with|for)\b")
_SWITCH_ZH_AFTER = _after(r"(?:切换|替换|改写|改|换)(?:为|成|到)")
_TO = _before(r"\bfrom\b[^.;:]{0,60}?\bto\s|从[^,.;:]{0,30}?(?:到|至)")

_COMMA = re.compile(rf",\s*(?={_HEAD}$)")
_LIST_GOES_ON = re.compile(rf"^{_TAIL}(?:\s*[,、]\s*{_ITEM})*\s*(?:,?\s*\b(?:and|or)\b|[和与或及、])")

_EXAMPLE = _before(
    r"(?<!un)\blike\s|\bsuch as\s|\bincluding\s|\be\.g\.,?\s|\bfor example,?\s|\bnamely\s"
    r"|例如|比如|诸如|譬如|包括|涵盖|如|像"
)
_AND_SO_ON = _after(r"等(?!待|于|效|价|级)|,? and (?:more|others)\b|,? etc\b|et al\b")
_SOURCE_ONLY = re.compile(r"^\s*(?:参考|reference\b)")

_GOVERNED = _before(
    r"\b(?:on|onto|for|to|across|targets?|targeting|targeted|supports?|supporting|supported|runs?|running|ports?|porting)\s"
    r"|在|面向|支持|针对|跑在|运行于|部署到|适配|移植到|迁移到|为|跨|用于|到"
)
_GOVERNED_AFTER = re.compile(
    r"^\s*(?:上(?!游)|平台|硬件|芯片|处理器|架构|设备|服务器|后端|(?:hardware|CPUs?|GPUs?|backends?|chips?|silicon|devices?"
    r"|servers?|processors?|platforms?|cores?|architectures?|targets?|instances|machines)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Place:
    """A name's place in a masked sentence: what stands before and after it, and whether this is the title."""

    left: str
    right: str
    in_title: bool


def plain(masked: str) -> str:
    """Write a masked sentence's Chinese punctuation and quotes plainly; lengths stay."""
    return masked.translate(_PLAIN)


def held(place: Place, *, in_list: bool) -> Held:
    """Say how a sentence holds the name at a place; `in_list` tells that three or more names stand together."""
    if _negated(place) or _compared(place) or _left_behind(place):
        return "passing"
    return "listed" if in_list or _exemplified(place) else "about"


def governed(place: Place) -> bool:
    """Tell whether a name is what something runs on, targets, supports or is made for."""
    return bool(_GOVERNED.search(place.left) or _GOVERNED_AFTER.match(place.right))


def lists(masked: str) -> list[tuple[int, int]]:
    """Give the spans in a masked sentence in which three or more names stand together."""
    return [m.span() for m in _LIST.finditer(masked) if len(re.findall(_ITEM, m.group())) >= _FEW_NAMES]


def _negated(place: Place) -> bool:
    left = _own_clause(place)
    return any(rule.search(left) for rule in _NEGATED) or bool(_NEGATED_AFTER.match(place.right))


def _compared(place: Place) -> bool:
    if place.in_title and _PAIR.search(place.left):
        return False
    if _BETTER_ON.search(place.left) and _ON_ANOTHER.match(place.right):
        return False
    left = _own_clause(place)
    return bool(
        any(rule.search(left) for rule in _COMPARED)
        or _COMPARED_AFTER.match(place.right)
        or (_THAN_ZH.search(place.left) and _THAN_ZH_AFTER.match(place.right))
        or (_WITH_ZH.search(place.left) and _WITH_ZH_AFTER.match(place.right))
    )


def _left_behind(place: Place) -> bool:
    if _SWITCH_ZH_AFTER.match(place.right) or (_SWITCH.search(place.left) and _SWITCH_AFTER.match(place.right)):
        return True
    if _AWAY_FROM.search(place.left):
        return True
    if not _FROM.search(place.left):
        return False
    return bool(_AWAY_AFTER.match(place.right) or (_TO_AFTER.match(place.right) and _moves(place)))


def _exemplified(place: Place) -> bool:
    if _EXAMPLE.search(place.left) or _AND_SO_ON.match(place.right) or _SOURCE_ONLY.match(place.right):
        return True
    ranges = bool(_TO.search(place.left) or (_FROM.search(place.left) and _TO_AFTER.match(place.right)))
    return ranges and not _moves(place)


def _own_clause(place: Place) -> str:
    """Cut what stands before a comma, unless a list runs over it: "Unlike GPUs, TPUs have" says nothing of TPUs."""
    comma = _COMMA.search(place.left)
    return place.left[comma.end() :] if comma and not _LIST_GOES_ON.match(place.right) else place.left


def _moves(place: Place) -> bool:
    clause = re.split(r"[,;:.]\s", place.left)[-1] + re.split(r"[,;:.]", place.right)[0]
    return bool(_MOVE.search(clause))
