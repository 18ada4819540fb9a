"""Can this question be asked by itself, by somebody, in everyday words? By code: what a reader of the pair alone can't
resolve, how rules talk of themselves, and what no employee asks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from geungeo.korean.normalize import squeeze

_DANGLING = re.compile(
    r"(?<![가-힣])(?:전항|전조|전호|같은\s?[조항호목]|동조|동항|동호|본조|본항|이\s?[조항호](?=[는은의에가를와\s])|앞의|위의|상기"
    r"|다음\s?각\s?[호목]|각\s?[호목](?=[의에는\s])|제\s?\d+\s?[항호](?:의|에|을|를|부터|까지|\s)"
    r"|(?:그|이|저)(?=\s(?!밖|외|후|전|경우에도))|그것|이것|이를|그를|그\s?경우|이\s?경우|해당\s?[조항호])"
)
_STRUCTURE = re.compile(
    r"제\s?\d+\s?[조항호]|(?<!\d)\d+조\s?\d*항?(?=[에의는은\s])|별표|별지|부칙|본칙|단서|[이본]\s?(?:법|영|규칙|규정|조항|문서|내규|지침)(?:은|는|의|에|이|을|\s)"
    r"|조문|조항|항목\s?번호"
)
_NO_ASKER = re.compile(
    r"시행일|시행한다|시행되|시행됩|효력을?\s?발생|경과\s?조치|개정\s?(?:일|이유|전|되)|폐지|제정|적용례"
)
_ASKS = re.compile(
    r"[?？]\s*\Z|(?:나요|까요|가요|니까|는지|은지|을까|ㄹ까|어요|아요|해요|돼요|죠|지요|인가|는가|냐|니|야|알려\S*|궁금\S*|얼마|며칠|언제|누구|어디|무엇|뭐)\s*\Z"
)
_LONGEST = 200
_SHORTEST = 4


@dataclass(frozen=True, slots=True)
class Answerability:
    """self_contained: needs nothing beside itself. natural: as people type it. has_asker: an employee would ask it."""

    self_contained: bool
    natural: bool
    has_asker: bool

    @property
    def ok(self) -> bool:
        return self.self_contained and self.natural and self.has_asker

    @property
    def failed(self) -> str:
        """The first that failed, by name; "" when all hold."""
        names = ("self_contained", "natural", "has_asker")
        return next((name for name in names if not getattr(self, name)), "")


def answerability(question: str) -> Answerability:
    """Of a question (or a paraphrase), without its clause."""
    words = squeeze(question)
    natural = _SHORTEST <= len(words) <= _LONGEST and _ASKS.search(words) is not None and not _STRUCTURE.search(words)
    return Answerability(_DANGLING.search(words) is None, natural, _NO_ASKER.search(words) is None)


def dangling(answer: str) -> str:
    """Words of an answer that point to what its reader does not see (전항, 같은 호, 이를); "" without."""
    found = _DANGLING.search(squeeze(answer))
    return found.group() if found else ""


_ELSEWHERE = re.compile(
    r"(?:(?:참조|참고|확인)(?:(?:하|해|바랍|하시)[가-힣\s]*)?|(?:에|을|를)\s?(?:따른다|따릅니다|따라요|따름|준용(?:한다|합니다|함))"
    r"|[과와]\s?같(?:다|습니다|아요)|(?:으로|로|에서)\s?정(?:한다|합니다|해요|함)|바에\s?(?:따른다|따릅니다|의한다))\s*[.。]?\s*\Z"
)
_STATED = re.compile(r"\d|[십백천만]\s?(?:일|원|년|명)")


def refers(answer: str) -> bool:
    """Whether the answer only sends its reader elsewhere ('별표 3 참조', '대통령령으로 정한다') and states no number."""
    bare = re.sub(r"제\s?\d+\s?[조항호](?:의\s?\d+)?|(?:별표|별지)\s?(?:제\s?)?\d*", "", answer)
    return _ELSEWHERE.search(answer) is not None and _STATED.search(bare) is None
