"""Which language a text is in, by the shares of its letters. Nothing is learnt or guessed from words."""

from __future__ import annotations

import re

# Scripts by the language whose rules they are written in here: Han alone may be any, and is Chinese without kana.
_SCRIPTS = {
    "ko": re.compile("[가-힣ㄱ-ㆎ]"),
    "en": re.compile("[A-Za-zÀ-ɏ]"),
    "ja": re.compile("[ぁ-ヿ]"),
    "zh": re.compile("[㐀-鿿]"),
    "ru": re.compile("[Ѐ-ӿ]"),
}
# Korean rules are full of Latin abbreviations and English ones hold few Korean names; Japanese is mostly Han.
_KOREAN, _JAPANESE = 0.1, 0.1
OTHER = "und"


def language(text: str) -> str:
    """'ko', 'en' (Latin letters), 'ja', 'zh', 'ru'; 'und' for a text without letters of these scripts.

    Korean from a tenth of its letters in Hangul on: a Hangul syllable says about what three Latin letters say.
    """
    counts = {name: len(script.findall(text)) for name, script in _SCRIPTS.items()}
    letters = sum(counts.values())
    if not letters:
        return OTHER
    if counts["ko"] >= _KOREAN * letters:
        return "ko"
    if counts["ja"] and counts["ja"] >= _JAPANESE * (counts["ja"] + counts["zh"]):
        counts["ja"] += counts["zh"]
    return max(counts, key=lambda name: counts[name])
