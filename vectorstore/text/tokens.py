"""Words as search counts them: Latin tokens and Han bigrams, and word edges that work beside Han letters."""

import re
import unicodedata
from collections.abc import Iterable

from vectorstore.text.language import HAN, KANA_HANGUL
from vectorstore.text.normalise import fold

# Raise it with every change of what `tokens` gives: the words table is then built again.
VERSION = 1

_WORD = rf"(?:(?![{HAN}{KANA_HANGUL}])\w)"  # Not \b: Han letters are word characters too, and touch Latin words.
_WORD_CHARACTER = re.compile(_WORD)
_RUN = re.compile(rf"(?P<han>[{HAN}]+)|(?P<other>[{KANA_HANGUL}]+)|(?P<latin>{_WORD}(?:{_WORD}|[.+#-])*)")
_HAN_LETTER = re.compile(rf"[{HAN}]")
_HAN_EDGE = re.compile(rf"(?<=[{HAN}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[{HAN}])")
_PART_EDGE = re.compile(r"[._-]+|(?<=[+#])(?=\w)")
_ACCENTS = re.compile("[\u0300-\u036f]")
_VOWEL = re.compile("[aeiouy]")
_DOUBLED = re.compile(r"([^aeioulsz])\1$")
_CASE_TELLS = 4  # Up to here a capitalised word is read as written: "Arm" is no "arm", "TVM" no "tvm".
_SHORTEST_STEM = 3

_ENGLISH_STOP_WORDS = frozenset(
    re.findall(
        r"\S+",
        """
        a about after all also am an and any are as at be because been before being between both but by can could did
        do does doing during each few for from further had has have having he her here hers him his how i if in into
        is it its just me more most my no nor not now of off on once only or other our out over own please same she
        should so some such tell than that the their them then there these they this those through to too under until
        up very was we were what when where which while who whom whose why will with would you your
        """,
    )
)
_CHINESE_STOP_WORDS = frozenset(
    re.findall(
        r"\S+",
        """
        的 和 了 是 在 与 及 或 吗 呢 吧 啊 这 那 也 都 就 还 把 被 让 给 从 到 对 为 以 有 其 之 而 但 我 你 他 她 它
        谁 请 哪 几 哪些 什么 如何 多少 怎么 怎样 为何 哪个 哪里 哪位 哪场 有哪 为什 是什 请问 是否 有没 没有 我们
        你们 他们 它们 这个 那个 这些 那些 一个 一些 以及 或者 因为 所以 但是 可以 关于 对于 其中 还是 就是 不是
        都有 还有
        """,
    )
)


def tokens(text: str) -> list[str]:
    """Take a text apart into the tokens that the words table holds, in order, stop words left out.

    A Latin run gives itself and its parts ("torch.compile" → torch.compile, torch, compil); a Han run gives its
    overlapping bigrams, a single Han character itself.
    """
    found: list[str] = []
    for run in _RUN.finditer(_plain(text)):
        word = run.group()
        if run.lastgroup == "han":
            found += _bigrams(word)
        elif run.lastgroup == "latin":
            found += _latin_tokens(word)
        else:
            found.append(word)
    return found


def needed(term: str) -> list[str]:
    """Give tokens that every text which `contains` the term must have; none if tokens cannot tell."""
    found: list[str] = []
    for run in _RUN.finditer(_plain(term)):
        word = run.group()
        if run.lastgroup == "han" and len(word) > 1:
            found += _bigrams(word)
        elif run.lastgroup == "latin":
            found += [_stem(_bare(part)) for part in _parts(word) if _bare(part) not in _ENGLISH_STOP_WORDS]
    return list(dict.fromkeys(found))


def contains(text: str, term: str) -> list[tuple[int, int]]:
    """Find a term in a text as a whole word, also where Han letters touch it; give the raw spans.

    Width and, but for short capitalised terms, case do not matter; any white space stands for any other, and between
    a Han letter and a Latin one there may be some or none ("KV 缓存", "KV缓存").
    """
    words = fold(term.strip(), keep_case=True).text.split()
    if not words:
        return []
    keep_case = _case_tells("".join(words))
    pattern = _joined(word if keep_case else word.casefold() for word in words)
    before = f"(?<!{_WORD})" if _is_word_edge(words[0][0]) else ""
    after = f"(?!{_WORD})" if _is_word_edge(words[-1][-1]) else ""
    after += r"(?![+#])" if len(words[-1].rstrip("+#")) == 1 else ""
    folded = fold(text, keep_case=keep_case)
    return [folded.raw_span(*found.span()) for found in re.finditer(before + pattern + after, folded.text)]


def _joined(words: Iterable[str]) -> str:
    """Write words as a pattern, blanks between them as they may vary."""
    pieces = [piece for word in words for piece in (*_HAN_EDGE.split(word), " ")][:-1]
    pattern = ""
    for place, piece in enumerate(pieces):
        if piece != " ":
            loose = place > 0 and pieces[place - 1] != " "
            pattern += rf"\s*{re.escape(piece)}" if loose else re.escape(piece)
        else:
            mixed = _HAN_LETTER.match(pieces[place - 1][-1]) is None, _HAN_LETTER.match(pieces[place + 1][0]) is None
            pattern += r"\s*" if mixed[0] != mixed[1] else r"\s+"
    return pattern


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    if folded.isascii():
        return folded
    # Who searches for Chloe means Chloé.
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", folded)))


def _bigrams(run: str) -> list[str]:
    pairs = [run[i : i + 2] for i in range(len(run) - 1)] or [run]
    return [pair for pair in pairs if pair not in _CHINESE_STOP_WORDS]


def _latin_tokens(run: str) -> list[str]:
    whole = run.rstrip(".-")
    words = dict.fromkeys(form for word in (whole, *_parts(whole)) for form in (word, _bare(word)))
    return [_stem(word) for word in words if word not in _ENGLISH_STOP_WORDS]


def _parts(run: str) -> list[str]:
    return [part for part in _PART_EDGE.split(run) if part]


def _bare(word: str) -> str:
    """Take a trailing plus off ("h100+"), but leave the names of languages whole ("c++", "c#")."""
    bare = word.rstrip("+#")
    return bare if len(bare) > 1 else word


def _stem(word: str) -> str:
    """Cut plain endings off a purely alphabetic word, so that compile, compiles, compiled and compiling are one."""
    if not (word.isascii() and word.isalpha()):
        return word
    if word.endswith("ies") and len(word) > _SHORTEST_STEM + 2:
        return word[:-3] + "y"
    for ending in ("ings", "ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST_STEM and _VOWEL.search(stem) and not word.endswith("eed"):
            return _without_e(_DOUBLED.sub(r"\1", stem))
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > _SHORTEST_STEM:
        word = word[:-2] if word.endswith(("sses", "shes", "ches", "xes")) else word[:-1]
    return _without_e(word)


def _without_e(word: str) -> str:
    return word[:-1] if word.endswith("e") and len(word) > _SHORTEST_STEM else word


def _case_tells(term: str) -> bool:
    return len(term) <= _CASE_TELLS and term.isascii() and term.isalpha() and (term.isupper() or term.istitle())


def _is_word_edge(character: str) -> bool:
    return bool(_WORD_CHARACTER.fullmatch(character))
