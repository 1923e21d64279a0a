"""A free question taken apart into what an answer must hold: names, everyday words of both languages, other words."""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from bot.ask.glossary import everyday_words
from vectorstore.lexicon.loader import Lexicon
from vectorstore.text.language import HAN
from vectorstore.text.tokens import contains, tokens

# Starting values: a word of both languages weighs as one in a text of seven, one that says little alone far less.
WEIGHT_OF_WORD = 2.0
WEIGHT_OF_LIGHT = 0.6
_MOST_FORMS_COUNTED = 3  # A name's first forms are its usual ones; each costs a look into the record.

# Words that ask, or that join what is asked about; what they say need not stand in a text.
_ASKING = frozenset(
    tokens(
        """
        allow approach article become behind big bring close come describe detail difference different do enable
        engineer exactly explain feature find get give go good handle happen have help here idea include introduce
        keep key kind know let long main make many mean much need new now offer often part people plan point possible
        prevent provide purpose put run said say says see session show solve step support take talk tell thing try
        type use used user using usually want way when work
        """
    )
)
_HAN_RUN = re.compile(f"[{HAN}]{{2,}}")
_LATIN_WORD = re.compile(rf"[^\W_{HAN}][^\W{HAN}.+#-]*(?:[.+#-]+[^\W{HAN}.+#-]*)*")
_VERSION = re.compile(r"(?<![A-Za-z0-9])([A-Za-z][A-Za-z0-9-]*) v?(\d+\.\d[\w.]*\w|\d+\.\d)(?![\w.]*\w)")
_HAS_DIGIT = re.compile(r"\d")
_CHINESE_JOINTS = re.compile(
    "请问|多少|多快|多大|多长|多久|达到|变成|变为|花费|之后|以后|比较|通常|一般|最高|最大|最低|最多|最少|分别|"
    "为什么|是什么|有什么|什么|怎么样|怎么|怎样|如何|为何|哪些|哪个|哪种|哪家|是否|能否|可以|能够|支持|使用|用于|用来|"
    "通过|进行|做到|介绍|说明|解释|原理|工作|目的|作用|演讲|文章|场次|会议|内容|主要|之间|以及|还是|关于|对于|"
    "根据|因为|所以|如果|它们|我们|时候|"
    "[谁哪几比快花秒倍的了是在和与及或吗呢吧有用对把被让给从到为以其之而但也都就还不会能要做讲说将由个块篇种次，。？！、；：]"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """Something a question asks about: an entity, a name as `written`, a token or a word of both languages.

    `forms` are those by which it is counted for its weight.
    `crosses` says that a text in the other language can be compared with it. `span` says where a pair of Han letters
    stands in the question, and `words` is then the run it is from: pairs overlap, and many go across two words.
    """

    words: str
    forms: tuple[str, ...]
    written: tuple[str, ...] = ()
    token: str = ""
    weight: float = 1.0
    named: bool = False
    crosses: bool = True
    span: tuple[int, int] | None = None
    entities: frozenset[str] = frozenset()
    pattern: re.Pattern[str] | None = None

    def in_text(self, text: str, held: frozenset[str], found: frozenset[str]) -> bool:
        """Say whether a text holds it; `held` are the text's tokens, `found` the entities it names."""
        if self.pattern is not None:
            return self.pattern.search(text) is not None
        if self.token:
            return self.token in held
        return bool(self.entities & found) or any(contains(text, form) for form in self.written)


def terms_of(
    question: str, named: Sequence[str], lexicon: Lexicon, occurs: Callable[[str], int], documents: int
) -> tuple[Term, ...]:
    """Take a question apart into terms with weights; a rare term weighs more, one that occurs nowhere most."""
    wanted = _proper([name.removeprefix("entity:") for name in named], lexicon)
    made, rest = _names(question, wanted, lexicon)
    for start, end, pattern, light in everyday_words(rest):
        words = rest[start:end]
        if not any(token in _ASKING for token in tokens(words)[:1]):
            made.append(
                Term(words=words, forms=(), pattern=pattern, weight=WEIGHT_OF_LIGHT if light else WEIGHT_OF_WORD)
            )
        rest = _blotted(rest, start, end)
    made += _token_terms(rest)
    return tuple(_weighed(term, occurs, documents) for term in dict.fromkeys(made))


def _proper(names: Sequence[str], lexicon: Lexicon) -> list[str]:
    """Leave topics out beside proper names: a text may well speak of a topic in other words."""
    proper = [name for name in names if name not in lexicon.entities or lexicon.entities[name].kind != "topic"]
    return proper or list(names)


def _names(question: str, wanted: Sequence[str], lexicon: Lexicon) -> tuple[list[Term], str]:
    """Give the names of a question as terms, and the question without them."""
    at_span: dict[tuple[int, int], list[str]] = {}
    for found in lexicon.find(question):
        at_span.setdefault((found.start, found.end), []).append(found.entity_id)
    made = [
        Term(
            words=question[start:end],
            forms=tuple(dict.fromkeys(form for one in ids for form in _forms(one, lexicon))),
            named=any(one in wanted for one in ids),
            entities=frozenset(member for one in ids for member in lexicon.family(one)),
        )
        for (start, end), ids in at_span.items()
    ]
    known = {one for ids in at_span.values() for one in ids}
    for name in wanted:
        if name not in known:
            is_entity = name in lexicon.entities
            made.append(
                Term(
                    words=lexicon.display(name, "en"),
                    forms=_forms(name, lexicon) or (name,),
                    written=() if is_entity else spellings(name),
                    named=True,
                    entities=lexicon.family(name),
                )
            )
    rest = question
    for start, end in at_span:
        rest = _blotted(rest, start, end)
    for term in made:
        for form in term.forms if term.named else ():
            for start, end in contains(rest, form):
                rest = _blotted(rest, start, end)
    for version in _VERSION.finditer(question):
        name, number = version.groups()
        written = tuple(f"{name}{joint}{number}" for joint in (" ", " v", "-", "-v", ""))
        made.append(Term(words=version[0], forms=written[:2], written=written, named=True))
        rest = _blotted(rest, version.start(2), version.end(2))
    return made, rest


def spellings(name: str) -> tuple[str, ...]:
    """Give a name with blanks and with hyphens: texts write a compound either way."""
    return tuple(dict.fromkeys((name, name.replace("-", " "), name.replace(" ", "-"))))


def _blotted(text: str, start: int, end: int) -> str:
    return text[:start] + "\n" * (end - start) + text[end:]


def _token_terms(rest: str) -> list[Term]:
    """Take what is left apart into Latin words and pairs of Han letters within runs; what has a digit is a name."""
    made: dict[str, Term] = {}
    bare = _CHINESE_JOINTS.sub(lambda joint: "\n" * len(joint[0]), rest)
    for run in _HAN_RUN.finditer(bare):
        for at in range(run.start(), run.end() - 1):
            pair = bare[at : at + 2]
            made.setdefault(pair, Term(words=run[0], forms=(pair,), token=pair, span=(at, at + 2), crosses=False))
    for word in _LATIN_WORD.findall(bare):
        for token in tokens(word)[:1]:
            if token not in _ASKING:
                numbered = _HAS_DIGIT.search(word) is not None
                made.setdefault(token, Term(words=word, forms=(word,), token=token, named=numbered, crosses=numbered))
    return list(made.values())


def _forms(entity_id: str, lexicon: Lexicon) -> tuple[str, ...]:
    below = sorted(lexicon.family(entity_id) - {entity_id})
    return tuple(alias for one in (entity_id, *below) for alias in lexicon.aliases(one))


def _weighed(term: Term, occurs: Callable[[str], int], documents: int) -> Term:
    if not term.forms:
        return term
    held = max((occurs(form) for form in term.forms[:_MOST_FORMS_COUNTED]), default=0)
    weight = math.log(1 + (max(documents - held, 0) + 0.5) / (held + 0.5))
    return replace(term, weight=weight)


def weight_of(terms: Sequence[Term], which: Iterable[int]) -> float:
    """Add up the weights of some terms."""
    return sum(terms[n].weight for n in which)


def share_of(terms: Sequence[Term], covered: Iterable[int], of: Iterable[int]) -> float:
    """Give the share of the weight of terms `of` that is covered; Han letters count once however pairs overlap."""
    wanted, held = sorted(of), set(covered)
    whole = got = 0.0
    letters: dict[int, list[int]] = {}
    for n in wanted:
        span = terms[n].span
        if span is None:
            whole += terms[n].weight
            got += terms[n].weight * (n in held)
        else:
            for at in range(*span):
                letters.setdefault(at, []).append(n)
    for pairs in letters.values():
        # The rarer pair around a letter is as a rule one across two words.
        weight = min(terms[n].weight for n in pairs) / 2
        whole += weight
        got += weight * any(n in held for n in pairs)
    return got / whole if whole else 1.0
