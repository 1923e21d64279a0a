"""Which language a text is in, by the scripts of its letters: that decides which index it goes to."""

import re

from vectorstore.models.documents import Language

HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
KANA_HANGUL = "\u1100-\u11ff\u3040-\u30ff\u31f0-\u31ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff\uff66-\uffdc"

# Starting values: Chinese prose of this field is half Latin names, Japanese prose half kana.
_HAN_SHARE = 0.15
_KANA_SHARE_OF_CJK = 0.2
_LATIN_SHARE = 0.5

_han = re.compile(f"[{HAN}]")
_kana_hangul = re.compile(f"[{KANA_HANGUL}]")
_latin = re.compile("[A-Za-z\u00c0-\u024f\uff21-\uff3a\uff41-\uff5a]")
_letter = re.compile(r"[^\W\d_]")


def detect(text: str) -> Language:
    """Tell Chinese from English by their share of all letters; a text without letters is "other"."""
    letters = len(_letter.findall(text))
    if not letters:
        return "other"
    han, foreign = len(_han.findall(text)), len(_kana_hangul.findall(text))
    if han + foreign >= _HAN_SHARE * letters:
        return "other" if foreign >= _KANA_SHARE_OF_CJK * (han + foreign) else "zh"
    return "en" if len(_latin.findall(text)) >= _LATIN_SHARE * letters else "other"
