"""The same question in other everyday words: rule words become those that people say, endings change, nothing is added.

Numbers, conditions and who it is about stay as they are. Where no other words are known there are fewer than three.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from geungeo.bake.sentence import joined
from geungeo.korean.tokens import kiwi

if TYPE_CHECKING:
    from geungeo.korean.tokens import Token

MOST = 3

# What asks, said otherwise; each column is one way to talk.
_ASKING: tuple[tuple[re.Pattern[str], tuple[str, str, str]], ...] = tuple(
    (re.compile(pattern), ways)
    for pattern, ways in (
        (r"어떻게 해야 하나요\?$", ("어떻게 하면 돼요?", "뭘 해야 돼요?", "어떻게 해야 되나요?")),
        (r"어떻게 되나요\?$", ("어떻게 돼요?", "어떻게 되는 건가요?", "어떻게 되는지 궁금해요")),
        (r"뭘 할 수 있나요\?$", ("뭘 할 수 있어요?", "무엇을 할 수 있나요?", "할 수 있는 게 뭐예요?")),
        (r"수 있나요\?$", ("수 있어요?", "수 있는 건가요?", "수 있는지 궁금해요")),
        (r"도 되나요\?$", ("도 돼요?", "도 괜찮아요?", "도 문제없나요?")),
        (r"뭐가 있나요\?$", ("뭐가 있어요?", "뭐뭐 있어요?", "어떤 게 있나요?")),
        (r"뭔가요\?$", ("뭐예요?", "무슨 뜻이에요?", "뭘 말하는 건가요?")),
        (r"해야 하나요\?$", ("해야 돼요?", "해야 해요?", "해야 되나요?")),
        (r"야 하나요\?$", ("야 돼요?", "야 해요?", "야 되나요?")),
        (r"인가요\?$", ("이에요?", "인지 알려주세요", "인지 궁금해요")),
        (r"하나요\?$", ("해요?", "하는 건가요?", "하는지 궁금해요")),
        (r"되나요\?$", ("돼요?", "되는 건가요?", "되는지 궁금해요")),
        (r"나요\?$", ("는 건가요?", "는지 궁금해요", "는지 알려주세요")),
    )
)
_WH: tuple[tuple[re.Pattern[str], tuple[str, str, str]], ...] = tuple(
    (re.compile(pattern), ways)
    for pattern, ways in (
        (r"며칠 안에", ("며칠 내로", "며칠 안으로", "며칠 이내에")),
        (r"몇 개월", ("몇 달", "몇 달", "몇 개월")),
        (r"몇 번", ("몇 회", "몇 번", "몇 차례")),
        (r"몇 퍼센트", ("몇 프로", "몇 %", "몇 퍼센트")),
        (r"어떤 서류", ("무슨 서류", "어떤 서류", "무슨 서류")),
        (r"(?<=\s)경우에는 ", ("경우 ", "경우엔 ", "경우에는 ")),
        (r" 관련해서 ", (" 때문에 묻는데 ", "에 관해서 ", " 관련 ")),
    )
)
# Rule verbs (noun + 하다) and how they are said; the same deed, whatever it is done to.
_VERBS: Mapping[str, tuple[str, ...]] = {
    "제출": ("내",),
    "지급": ("주",),
    "변경": ("바꾸",),
    "통보": ("알리",),
    "통지": ("알리",),
    "수령": ("받",),
    "사용": ("쓰",),
    "작성": ("쓰", "적"),
    "기재": ("적", "쓰"),
    "반환": ("돌려주",),
    "부착": ("붙이",),
    "선출": ("뽑",),
    "채용": ("뽑",),
    "휴대": ("들고 다니",),
    "초과": ("넘",),
    "퇴직": ("그만두",),
    "납부": ("내",),
    "납입": ("내",),
    "분실": ("잃어버리",),
    "준수": ("지키",),
    "구비": ("갖추",),
}
# Two names of one thing, in rules and among people.
_NOUNS: Mapping[str, tuple[str, ...]] = {
    "비밀번호": ("비번", "암호"),
    "연차유급휴가": ("연차", "연차휴가"),
    "연차휴가": ("연차",),
    "임금": ("급여", "월급"),
    "법인카드": ("법카",),
    "근로자": ("직원",),
    "사원": ("직원",),
    "휴대전화": ("휴대폰", "핸드폰"),
    "취업규칙": ("사규",),
    "자동차": ("차",),
    "공용차량": ("관용차",),
    "증거서류": ("증빙", "증빙서류"),
}


def paraphrases(question: str) -> tuple[str, ...]:
    """At most three, each other than the question and than each other."""
    found = []
    for way in range(MOST):
        words = _spoken(question, way)
        for pattern, ways in _WH:
            words = pattern.sub(ways[way], words)
        words = next((p.sub(w[way], words) for p, w in _ASKING if p.search(words)), words)
        found.append(re.sub(r"\s+", " ", words).strip())
    return tuple(dict.fromkeys(one for one in found if one != question))


def _spoken(question: str, way: int) -> str:
    """Rule words replaced, as far as this way to talk has other ones."""
    tokens = kiwi().tokenize(question)
    for start, end, said in sorted(_replacements(tokens, way), reverse=True):
        question = question[:start] + said + question[end:]
    return _particles(question)


def _replacements(tokens: list[Token], way: int) -> Iterator[tuple[int, int, str]]:
    for index, token in enumerate(tokens):
        after = tokens[index + 1] if index + 1 < len(tokens) else None
        alone = index == 0 or tokens[index - 1].end < token.start
        if after and after.form == "하" and after.tag == "XSV" and alone and (ways := _VERBS.get(token.form)):
            word = [t for t in tokens if t.word_position == token.word_position and t.start >= token.start]
            rest = [(t.form, t.tag) for t in word[2:] if t.tag[0] == "E"]
            if len(rest) == len(word) - 2 and way < 2:
                *first, verb = ways[way % len(ways)].split(" ")
                yield token.start, word[-1].end, " ".join([*first, joined([(verb, "VV"), *rest])])
    yield from _nouns(tokens, way)


def _nouns(tokens: list[Token], way: int) -> Iterator[tuple[int, int, str]]:
    words: dict[int, list[Token]] = {}
    for token in tokens:
        words.setdefault(token.word_position, []).append(token)
    for word in words.values():
        stem = [t for t in word if t.tag in ("NNG", "NNP")]
        name = "".join(t.form for t in stem)
        if stem and name in _NOUNS and stem[0].start == word[0].start and way < 2:
            ways = _NOUNS[name]
            yield stem[0].start, stem[-1].end, ways[way % len(ways)]


def _particles(text: str) -> str:
    """은/는, 을/를 as the word before them now ends."""
    names = "|".join(sorted({way for ways in _NOUNS.values() for way in ways}, key=len, reverse=True))
    return re.sub(rf"({names})([은는을를])(?=\s)", lambda found: found[1] + _fitting(found[1][-1], found[2]), text)


def _fitting(last: str, particle: str) -> str:
    closed = (ord(last) - ord("가")) % 28 != 0
    return {"은": "은는", "는": "은는", "을": "을를", "를": "을를"}[particle][0 if closed else 1]
