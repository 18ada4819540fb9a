"""What kind of amendment a rule's version is: 제정, 일부개정, 전부개정, 타법개정, 폐지, 폐지제정 …"""

from __future__ import annotations

import re

KINDS = ("제정", "개정", "일부개정", "전부개정", "타법개정", "폐지제정", "일괄개정", "폐지", "타법폐지")

# Spellings that mean one of KINDS; longer ones first.
_WORD = re.compile(
    r"(?<![가-힣])(?:(폐지)\s*(?:ㆍ|·|및)?\s*(제정)|(일부|전부|전문|전면|타법|일괄)\s*(?:\))?\s*(개정|폐지)|(제정|개정|폐지))(?![가-힣])"
)
_WHOLE = {"전문": "전부", "전면": "전부"}
# The heading of a 부칙 that names another rule: that one's amendment changed this rule, too.
_OTHERS = re.compile(
    r"부\s*칙\s*[(（〈<]\s*([^()（）<>〈〉]*(?:\([^()]*\)[^()<>]*)?(?:법|법률|령|규칙|규정|지침|내규|조례|강령|세칙)[^()<>]*)[)）〉>]"
)


def amendment_kind(text: str) -> str:
    """The last kind that `text` names, as one of KINDS; "" where it names none."""
    found = [_spelt(match) for match in _WORD.finditer(text.replace("_", " "))]
    return found[-1] if found else ""


def of_another_rule(heading: str) -> bool:
    """Whether a 부칙's heading names the rule whose amendment this is: '부칙(정부조직법) <제21065호, 2025. 10. 1.>'."""
    return _OTHERS.match(heading.lstrip("# ")) is not None


def _spelt(match: re.Match[str]) -> str:
    ended, made, how, what, plain = match.groups()
    if ended:
        return f"{ended}{made}"
    return f"{_WHOLE.get(how, how)}{what}" if how else str(plain)
