"""Wordings by which a writer says that it found nothing, in Korean and English."""

from __future__ import annotations

import re

# The one sentence that the prompt asks for when the excerpts are silent.
SILENT = "제공된 발췌에서 답을 찾을 수 없습니다."

_NOT = r"(?:지\s?(?:는\s)?(?:않|아니|못)|(?:이|가|은|는)?\s?(?:없|어렵|불가|힘들))"
_WORDS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"찾(?:을\s?수\s?(?:가\s)?없|지\s?못|기\s?(?:어렵|힘들)|아볼\s?수\s?없|을\s?수\s?있는\s?\S+\s?없)",
        rf"(?:확인|파악|식별|검색)(?:할\s?수\s?(?:가\s)?없|하지\s?못|되{_NOT}|이\s?(?:어렵|불가|되지|안)|하기\s?(?:어렵|힘들)|\s?불가|된\s?\S+\s?없)",
        rf"(?:나와|나타나|쓰여|적혀|실려|담겨|들어|기재되어|명시되어|언급되어|규정되어|기술되어|서술되어|설명되어|포함되어|제시되어|다뤄져|제공되어)\s?있{_NOT}",
        rf"(?:명시|언급|기재|기술|서술|제시|제공|수록|다루어지|다뤄지|나타나|나오|보이|드러나|나와\s?있)(?:되)?{_NOT}",
        rf"(?:명시적|구체적|직접적|별도)\S*\s?\S*\s?(?:규정|언급|내용|기준|정보|근거|설명|조항){_NOT}",
        r"(?:정보|근거|자료|언급|설명|단서|답변|답|결과|해당\s?내용|관련\s?내용|관련\s?규정|관련\s?조항|해당\s?규정|해당\s?조항|해당하는\s?(?:내용|규정|조항))(?:이|가|은|는|도)?\s?(?:전혀\s|따로\s|별도로\s)?(?:없(?:습|어|네|다|음|는\s?것|으)|부족|불충분|존재하지|충분하지)",
        r"(?:내용|규정|조항)(?:이|가|은|는|도)?\s?(?:전혀\s|따로\s|별도로\s)?(?:없(?:습니|어요|네요)|존재하지\s?않습|부족합|충분하지\s?않습)",
        r"(?:답변|대답|답|안내|설명|판단|말씀|확답|도움)(?:을|를)?\s?(?:해\s?)?(?:드리|드릴|할|하|주|줄)?(?:지\s?못|\s?수\s?(?:가\s)?없(?:습|어|네|다|음|을)|기\s?(?:어렵|곤란|힘들))",
        r"(?:알|말할)\s?수\s?(?:가\s)?없(?:습니|어요|네요|음|다\.?$)|알지\s?못합|알기\s?(?:어렵|힘들)",
        r"모르겠|모릅니다|잘\s?모르|모른다고",
        r"죄송|유감스럽|안타깝",
        r"(?:발췌|제공된|주어진|제시된|첨부된)\S*\s?(?:\S+\s){0,4}(?:없습니다|않습니다|못했습니다|어렵습니다|아닙니다)",
        r"(?:다루고|다루지|정하고|규정하고|언급하고|설명하고|포함하고|명시하고)\s?(?:있지\s?)?않(?:습|아|네)",
        r"(?:관련|해당|답)(?:된|하는)?\s?(?:내용|정보|사항|규정|조항)?(?:이|가|은|는)?\s?아닙니다|(?:질문|문의)\S*\s?(?:과|와)?\s?(?:관련|직접)\S*\s?없",
        r"(?:문의|확인|연락|상담)(?:하시기|해\s?주|하여\s?주|하세요|해야\s?할\s?것\s?같|이\s?필요합니다|을\s?권)",
        r"추측|추정(?:됩|할\s?수밖)|일반적으로\s?(?:알려|는\b)",
        r"\b(?:not\s(?:found|mentioned|specified|stated|provided|available|included)|no\s(?:information|relevant|mention|answer)|(?:can(?:no|')t|unable\sto|could\snot|do(?:es)?\snot|don't)\s(?:find|answer|determine|know|contain|provide|mention)|i(?:'m|\sam)\s(?:sorry|not\ssure))\b",
    )
)


def refusal(text: str) -> re.Match[str] | None:
    """The first wording in `text` that says nothing was found; citation numbers do not hide it."""
    matches = [match for pattern in _WORDS if (match := pattern.search(text))]
    return min(matches, key=lambda match: match.start(), default=None)
