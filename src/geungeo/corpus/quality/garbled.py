"""Text that came out as soup, told by its characters alone."""

from __future__ import annotations

import re

_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")
# Marks of lists come from symbol fonts; they say nothing about the words behind them.
_BULLET = re.compile(r"^\s*[\ue000-\uf8ff]+(?=\s|[^\ue000-\uf8ff])", re.MULTILINE)
_REPLACED = re.compile("\ufffd")
# Old syllables (ᄒᆞᆫ글) are whole; ㆍ (U+318D) is a middle dot in law; 'ㄱ, ㄴ' and 'ㅇ ' mark lists.
_SYLLABLE = re.compile("[\u1100-\u115f\ua960-\ua97c][\u1160-\u11a7\ud7b0-\ud7c6][\u11a8-\u11ff\ud7cb-\ud7fb]?")
_LONE = "[ㄱ-ㅣ\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]"
_JAMO = re.compile(rf"{_LONE}(?=[가-힣]|{_LONE})|(?<=[가-힣]){_LONE}")
_MOJIBAKE = re.compile(r"[ÃÂìíëêå][\u0080-\u00bf]{1,2}|[\u00c0-\u00ff]{3,}")
# '취 업 규 칙': syllables that stand alone, three or more in a row.
_ALONE = re.compile(r"(?<!\S)(?:[가-힣]\s){2,}[가-힣](?!\S)")
_SUSPECT = re.compile(
    rf"[\ue000-\uf8ff\U000f0000-\U0010fffd\ufffd\u00c0-\u00ff]|{_LONE}|(?<!\S)[가-힣]\s[가-힣]\s[가-힣](?!\S)"
)
_HANGUL = re.compile("[가-힣]")
_SHORTEST = 40  # syllables below which spacing says nothing: titles are spaced out for their looks

# Share of the solid characters above which nobody can read on. Private ones number rows in tax forms that read well
# (up to .15 in the shared files, .27 where boxes fill the lines).
_RULES = {
    "private": (_PRIVATE, 0.2),
    "replacement": (_REPLACED, 0.1),
    "jamo": (_JAMO, 0.1),
    "encoding": (_MOJIBAKE, 0.1),
}
SPACED = 0.3  # of the syllables


def garbled(text: str) -> str:
    """The rule that fired, '' for text that reads well."""
    if not _SUSPECT.search(text):
        return ""
    solid = len("".join(text.split()))
    words = _SYLLABLE.sub("한", _BULLET.sub("", text))
    for rule, (pattern, share) in _RULES.items():
        if share * solid < sum(map(len, pattern.findall(words))):
            return rule
    return "spacing" if spaced_out(text) > SPACED else ""


def spaced_out(text: str) -> float:
    """Share of syllables that stand alone in a row of such, in [0, 1]; 0 for a text of few syllables."""
    syllables = len(_HANGUL.findall(text))
    if syllables < _SHORTEST:
        return 0.0
    return sum(len(_HANGUL.findall(run)) for run in _ALONE.findall(text)) / syllables
