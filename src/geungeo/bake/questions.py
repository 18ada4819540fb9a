"""Questions that a clause answers, made by morphology alone: no model, and nothing said that the clause does not say.

Each way below turns one form of sentence into one form of question, and the answer is the sentence itself. What no way
fits stays unasked: an empty list is a good answer.

    90일마다 바꾼다                      며칠마다 바꾸나요?
    공무원은 ... 10일의 휴가를 얻는다     ... 휴가를 며칠 얻나요?
    분실한 경우에는 신고하여야 한다       분실하면 어떻게 해야 하나요?
    휴가를 사용하려는 공무원은 ...       휴가를 사용하려면 어떻게 해야 하나요?
    위원장은 회의를 소집한다             누가 회의를 소집하나요?
    ... 할 수 있다 / 하여서는 아니 된다   ... 할 수 있나요? / 해도 되나요?
    다음 각 호의 서류를 제출하여야 한다   어떤 서류를 제출해야 하나요?
    A는 B한다. 다만, ...                 A는 꼭 B하나요? 예외는 없나요?
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from geungeo.bake.sentence import Sentence, in_main_clause, joined, modern, plainly, read
from geungeo.korean.asked import Asked, stated
from geungeo.korean.clauses import Piece, pieces
from geungeo.korean.numbers import CLOCK, DATE, MONTH_DAY, Fact, facts
from geungeo.korean.tokens import kiwi
from geungeo.records import QuestionType

_SHORT, _LONG = 9, 62  # characters of a question as people type them
_LONGEST_ANSWER = 700

# Talk that leads out of the sentence: who hears the question alone can't know what is meant.
_DANGLING = re.compile(
    r"전항|전조|전단|후단|본문|단서|각\s?[호목항]|같은\s?(?:조|항|호|법|영|규정|규칙|표|날|기간|사람|경우)|(?:^|\s)(?:그|이|저|위|동|당해|해당|상기|본|아래|이러한|그러한)\s(?!상|하|내|외|후|전)"
    r"|다음|별표|별지|서식|부칙|시행일|시행한다|이\s?(?:법|영|규정|규칙|지침|정관|강령|령|조|항)|본\s?(?:법|규정|규칙|지침|정관)|제\s?\d+\s?(?:조|항|호|장|절)|이에|이를|이와|그에|그가|그의|「|」|준용|[ㆍ·]\s|위의|앞의"
)
# An answer that sends its reader elsewhere is none.
_ELSEWHERE = re.compile(
    r"정하는\s\S+(?:\s및\s\S+)?에\s따라야|별표|별지|준용|(?:으로|이|가|에서)\s?(?:따로\s)?정(?:한다|하는\s(?:바|것)에\s(?:따른다|의한다))|따로\s?정한다|정하는\s?바에|규정에\s?따른다|예에\s?따른다|법령에\s?따른다|(?:이|가)\s정한다|적용한다$|본다$"
)
_BLANK = re.compile(r"(?<!\d)00(?:일|월|년|시|원|%|명|회)|[○◯□]|_{2,}|\.{4,}|…")
_TITLE_ENDS = re.compile(
    r"(?:종류|구분|대상|기준|방법|절차|요건|자격|사유|기간|의무|구성|임기|기한|신청|원칙|내용|조건|순위|범위)$"
)
# Who acts, at the head of a question: what it is about must be said besides.
_ACTOR = re.compile(
    r"^(?:\S*[^\s를을는은한된할] ){0,4}?\S*(?:장|자|원|회사|회|등|사람|단체|기관|청|부|공단|감사|법원|정부)[은는] "
)
_VAGUE = frozenset(
    "청구 요청 신청 신고 지정 승인 허가 통보 보고 제출 접수 결정 처리 관련 필요 경우 사항 사유 업무 규정 내용 기간 기관 대상 방법 절차 기준 "
    "자료 서류 사실 결과 변경 운영 관리 실시 조치 의견 개최 의결 시행 설치 구성 지급 발생 동의 확인 통지 사람 이상 이하 이내 소속 본인 관계 등록".split()
)
_NO_TITLE = re.compile(
    r"목적|정의|적용|시행|다른\s?법|위임|준용|벌칙|과태료|기타|보칙|총칙|세칙|경과|등$|[,ㆍ·]|「|용어|해석|운영규정|제정"
)


@dataclass(frozen=True, slots=True)
class Asking:
    """A question of a clause's text[start:end], which is its answer."""

    q: str
    type: QuestionType
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Part:
    """text[start:end] is one sentence of the clause, or the sentence that leads into a list, and its list.

    exception: (start, end) of the 다만 behind it.
    """

    sentence: Sentence
    start: int
    end: int
    items: int = 0
    exception: tuple[int, int] | None = None

    @property
    def whole_end(self) -> int:
        """With its exception: who is told the rule is told that, too."""
        return self.exception[1] if self.exception else self.end


def questions(text: str, title: str | None) -> list[Asking]:
    """Everything that can be asked of a clause, in order of its sentences; at most one question a way and sentence.

    title: the article's, which a question that does not name its matter takes with it.
    """
    found: dict[str, Asking] = {}
    for part in parts(text):
        if _ELSEWHERE.search(part.sentence.text) or _BLANK.search(text, part.start, part.whole_end):
            continue
        for asking in _WAYS:
            for question, type_ in asking(part):
                whole = fitting(question, title)
                if whole and part.whole_end - part.start <= _LONGEST_ANSWER:
                    found.setdefault(whole, Asking(whole, type_, part.start, part.whole_end))
    if titled := _titled(text, title):
        found.setdefault(titled.q, titled)
    return list(found.values())


def parts(text: str) -> list[Part]:
    """The sentences that can be asked, each with what belongs to it."""
    every = pieces(text)
    found = []
    for index, piece in enumerate(every):
        sentence = read(text[piece.start : piece.end])
        if sentence is None or sentence.text.startswith(("다만", "이 경우", "그러나", "또한", "따라서")):
            continue
        items = _items(every, index)
        end = every[items[-1]].end if items else piece.end
        if not items and re.search(r"다음\s?각|각\s?호", sentence.text):
            continue
        found.append(Part(sentence, piece.start, end, len(items), None if items else _exception(text, every, index)))
    return found


def _items(every: Sequence[Piece], lead: int) -> list[int]:
    """Indexes of what stands under the piece: its list, with the lists under that."""
    held = {lead}
    found = []
    for index in range(lead + 1, len(every)):
        if every[index].lead in held and every[index].level > every[lead].level:
            held.add(index)
            found.append(index)
        elif every[index].clause != every[lead].clause:
            break
    return found


def _exception(text: str, every: Sequence[Piece], index: int) -> tuple[int, int] | None:
    if index + 1 < len(every) and every[index + 1].clause == every[index].clause:
        after = every[index + 1]
        if text[after.start : after.end].startswith("다만"):
            under = _items(every, index + 1)
            return after.start, every[under[-1]].end if under else after.end
    return None


def fitting(question: str, title: str | None) -> str | None:
    """The question as it may be asked, with the title where it needs it; None where it can't stand alone."""
    words = re.sub(r"\s+", " ", question).replace(" ,", ",").strip(" ,")
    if _DANGLING.search(words):
        return None
    own, known = _matters(_ACTOR.sub("", words)), _matters(title or "")
    if (title and not any(noun in _ACTOR.sub("", words) for noun in known)) or (not title and len(own) < 2):
        matter = _matter(title or "")
        if not known or _NO_TITLE.search(title or "") or len(matter) > 20:
            return None
        words = f"{matter} 관련해서 {words}"
    return words if _SHORT <= len(words) <= _LONG and not _DANGLING.search(words) else None


def _matters(words: str) -> set[str]:
    """Nouns that say what it is about: neither a deed that any matter knows nor an office."""
    nouns = {t.form for t in kiwi().tokenize(words) if t.tag in ("NNG", "NNP", "SL", "XR") and len(t.form) > 1}
    return {noun for noun in nouns if noun not in _VAGUE and not _OFFICE.search(noun)}


def _matter(title: str) -> str:
    plain = re.sub(r"(?:\s?(?:등의|등에|등|관련|관한|대한))+(?=\s|$)", "", plainly(title))
    return re.sub(r"의 (?=\S+$)", " ", plain).strip()


# --- The ways: each a sentence to questions ---------------------------------------------------------------------

Way = Callable[[Part], Iterator[tuple[str, QuestionType]]]

_WH = {
    "일": "며칠",
    "영업일": "며칠",
    "근무일": "며칠",
    "주": "몇 주",
    "개월": "몇 개월",
    "월": "몇 개월",
    "년": "몇 년",
    "초": "몇 초",
    "원": "얼마",
    "%": "몇 퍼센트",
    "명": "몇 명",
    "회": "몇 번",
    "세": "몇 살",
    "개": "몇 개",
    "배": "몇 배",
    "부": "몇 부",
    "km": "몇 km",
    CLOCK: "몇 시",
    MONTH_DAY: "언제",
    DATE: "언제",
}
_RANGE = re.compile(
    r"\s?(?:이상|초과|이하|이내|미만|에서|부터|까지|내지|또는|이나|[~∼-])?\s?(?:의|,)?\s?(?:최대\s?|최장\s?)?\Z"
)
_BOUND = re.compile(r"\s?(?:이상|이하|이내|초과|미만)(?=\s|의|으로|로|에|$)")
_OF_SUBJECT = re.compile(r"(?:\s?(?:이상|이하|이내|초과|미만))?의?\s?\S+[은는이가]\s")
_OF = re.compile(
    r"(며칠|몇 (?!시\b)\S+?|얼마)(?: 이상| 이하| 이내| 안)?의 (유급 |무급 )?([가-힣]+(?: [가-힣]+)?[을를]) "
)


def _how_many(part: Part) -> Iterator[tuple[str, QuestionType]]:
    """The one number of the sentence's own verb becomes 며칠, 얼마, 몇 명 ..."""
    sentence = part.sentence
    if part.items or sentence.stance == "not":
        return
    for first, last in _numbers(sentence):
        wh = _WH.get(first.unit) if first.unit != "분" else _hours(sentence.text, first)
        if wh and in_main_clause(sentence.tokens, last.end) and not _OF_SUBJECT.match(sentence.text[last.end :]):
            kind = _numeric(first.unit, sentence.text, last.end)
            yield _put(sentence, first.start, last.end, wh), kind


def _numbers(sentence: Sentence) -> Iterator[tuple[Fact, Fact]]:
    """Numbers that state something, a range ('5명 이상 9명 이하') as one. A sentence with more of a unit is left out."""
    every = [fact for fact in facts(sentence.text) if fact.unit]
    wanted = Asked("count", frozenset(_WH) | {"분"})
    telling = stated(wanted, sentence.text)
    if len(telling) == 2 and telling[0].unit == telling[1].unit:
        between = sentence.text[telling[0].end : telling[1].start]
        if _RANGE.match(between) and "부터" not in between:
            yield telling[0], telling[1]
        return
    for fact in telling:
        if sum(other.unit == fact.unit for other in every) == 1:
            yield fact, fact


def _hours(text: str, fact: Fact) -> str:
    return "몇 시간" if "시간" in text[fact.start : fact.end] else "몇 분"


def _numeric(unit: str, text: str, end: int) -> QuestionType:
    return "fact" if unit in (CLOCK, MONTH_DAY, DATE) else "amount"


def _put(sentence: Sentence, start: int, end: int, wh: str) -> str:
    asked = sentence.asking()
    tail = sentence.text[end:]
    bound = _BOUND.match(tail)
    if bound:
        inside = bound.group().strip() == "이내" and tail[bound.end() :].startswith("에")
        wh, end = (f"{wh} 안" if inside else wh), end + bound.end()
    question = sentence.text[:start] + wh + asked[end:] if asked.startswith(sentence.text[:end]) else ""
    if not question:
        shift = len(modern(sentence.text[:end])) - end
        question = modern(sentence.text[:start]) + wh + asked[end + shift :]
    question = question.replace("언제을", "언제를")
    return question if "퍼센트" in wh else _OF.sub(r"\2\3 \1 ", question)


def _what_if(part: Part) -> Iterator[tuple[str, QuestionType]]:
    """...한 경우에는 / 때에는 X -> ...하면 어떻게 되나요?"""
    sentence = part.sentence
    split = re.search(r"\s(?:경우|때)(?:에는|에|는)?,?\s", sentence.text)
    if split is None or sentence.stance == "not":
        return
    before = [token for token in sentence.tokens if token.start < split.start()]
    if not before or before[-1].tag != "ETM" or len(before) < 3:
        return
    word = [token for token in before if token.word_position == before[-1].word_position]
    stem = [(token.form, token.tag) for token in word[:-1] if token.tag != "EP"]
    if not stem or re.search(r"\s(?:경우|때)(?:에는|에|는)?,?\s", sentence.text[split.end() - 1 :]):
        return
    premise = re.sub(r"^만약에? ", "", sentence.text[: word[0].start] + joined([*stem, ("으면", "EC")]))
    if len(_ACTOR.sub("", premise)) < _SAYS_ENOUGH:
        return
    if not premise.endswith(("필요하면", "인정하면", "해당하면")) and not re.search(r"[며고],?\s", premise):
        yield f"{modern(premise)} {_OUTCOME[sentence.stance]}?", "condition"


_SAYS_ENOUGH = 9  # characters: '취임하면', '청구가 있으면' are no case that anybody asks for
_OUTCOME = {"must": "어떻게 해야 하나요", "may": "뭘 할 수 있나요", "states": "어떻게 되나요", "not": ""}


def _how_to(part: Part) -> Iterator[tuple[str, QuestionType]]:
    """휴가를 사용하려는 공무원은 ...하여야 한다 -> 휴가를 사용하려면 어떻게 해야 하나요?"""
    sentence = part.sentence
    if sentence.stance not in ("must", "states"):
        return
    for index, token in enumerate(sentence.tokens[:-2]):
        wants = token.tag == "ETM" and token.form in ("으려는", "려는")
        wants |= token.form in ("고자", "려고") and sentence.tokens[index + 1].form == "하"
        if wants and index > 1:
            word = [t for t in sentence.tokens[:index] if t.word_position == token.word_position]
            aim = sentence.text[: word[0].start] + joined([*((t.form, t.tag) for t in word), ("려면", "EC")])
            own = re.sub(r"^\S{1,20}[은는이가]\s", "", aim)
            yield f"{modern(own if len(own) > 8 else aim)} 어떻게 해야 하나요?", "procedure"
            return


_OFFICE = re.compile(
    r"(?:장|위원회|회사|사장|대표|이사회|총회|사용자|사업주|감사|담당자|담당관|책임자|간사|부서|국|과|팀|원장|본부|공단|협회|장관)$"
)


def _who(part: Part) -> Iterator[tuple[str, QuestionType]]:
    """위원장은 회의를 소집한다 -> 누가 회의를 소집하나요?"""
    sentence = part.sentence
    subject = re.match(r"^((?:[가-힣]+ ){0,3}[가-힣]+)(?:은|는|이|가) (?=\S+[을를] |\S+ \S+[을를] )", sentence.text)
    if subject is None or part.items or not _OFFICE.search(subject[1]) or len(sentence.text) > 60:
        return
    if in_main_clause(sentence.tokens, subject.end()) and sentence.stance in ("must", "states"):
        yield f"누가 {sentence.asking()[subject.end() + _drift(sentence, subject.end()) :]}", "fact"


def _drift(sentence: Sentence, at: int) -> int:
    return len(modern(sentence.text[:at])) - at


def _whether(part: Part) -> Iterator[tuple[str, QuestionType]]:
    """...할 수 있다 -> ...할 수 있나요?; ...하여서는 아니 된다 -> ...해도 되나요?"""
    sentence = part.sentence
    if part.items:
        return
    condition: QuestionType = "condition" if re.search(r"경우|때에|때는|면 ", sentence.text) else "fact"
    if sentence.stance == "may":
        yield sentence.asking(), condition
    if re.search(r"하되,|으나,|지만,", sentence.text):
        return
    forbidden = re.search(
        r"(?:여|어|아|해)서는\s(?:아니\s?된다|안\s?된다|아니\s?되며|안\s?됩니다|아니\s?됩니다)$", sentence.text
    )
    if forbidden:
        kept = sentence.text[: forbidden.start()] + forbidden.group()[0] + "도 되나요?"
        yield modern(kept), condition


_LISTED = re.compile(r"다음\s각\s?호의\s(?:어느\s하나에\s해당하는\s)?(?=[가-힣])")
_SAME_AS = re.compile(r"^(.{2,40}?)[은는]\s다음(?:\s각\s?호)?와\s같다$")


def _which(part: Part) -> Iterator[tuple[str, QuestionType]]:
    """A sentence that leads into a list asks for what is listed."""
    sentence = part.sentence
    if part.items < 2:
        return
    if "하되," in sentence.text:
        return
    if same := _SAME_AS.match(sentence.text):
        yield f"{same[1]}{_topic(same[1])} 뭐가 있나요?", "fact"
    elif len(found := list(_LISTED.finditer(sentence.text))) == 1 and sentence.stance != "not":
        at = found[0]
        noun = sentence.text[at.end() :].split(" ")[0]
        if not re.match(r"(?:경우|자|사람|때|사항|것|구분|기준|방법|바)", noun) and in_main_clause(
            sentence.tokens, at.end()
        ):
            asked = sentence.asking()
            drift = _drift(sentence, at.end())
            type_: QuestionType = "procedure" if sentence.stance == "must" else "fact"
            yield f"{modern(sentence.text[: at.start()])}어떤 {asked[at.end() + drift :]}", type_
        elif re.match(r"사항[을를]", noun):
            asked = sentence.asking()
            drift = _drift(sentence, at.end())
            yield f"{modern(sentence.text[: at.start()])}어떤 {asked[at.end() + drift :]}", "fact"


def _unless(part: Part) -> Iterator[tuple[str, QuestionType]]:
    """A rule with 다만 behind it: is there an exception?"""
    sentence = part.sentence
    if part.exception is None:
        return
    if sentence.stance == "must" and re.search(r"야\s한다$", sentence.text):
        words = sentence.asking()
        at = words.rfind(" ", 0, words.rfind(" "))
        yield f"{words[: at + 1]}꼭 {words[at + 1 :]}", "exception"


def _defined(part: Part) -> Iterator[tuple[str, QuestionType]]:
    meant = re.match(
        r"^[\"“‘'']?([가-힣A-Za-z0-9 ]{2,25})[\"”’'']?(?:이란|란|이라 함은|라 함은)\s.*말한다$", part.sentence.text
    )
    if meant:
        yield f"{meant[1]}{'이' if _closed(meant[1]) else '가'} 뭔가요?", "fact"


def _titled(text: str, title: str | None) -> Asking | None:
    """The article as a whole, where its title says what it is about: 휴가의 종류는 어떻게 되나요?"""
    plain = plainly(title or "")
    every = pieces(text)
    if (
        not plain
        or " " not in plain
        or len(plain) > 25
        or _NO_TITLE.search(plain)
        or not _TITLE_ENDS.search(plain)
        or not every
    ):
        return None
    matter = _matter(plain)
    first = re.match(r"제\s?\d+\s?조(?:의\s?\d+)?\s?[(（]", text)
    end = every[-1].end
    answer = text[every[0].start : end]
    if first is None and len([p for p in every if p.level == 1]) > 3:
        return None
    if (
        end - every[0].start > 350
        or _ELSEWHERE.search(answer)
        or _BLANK.search(answer)
        or _DANGLING.search(matter)
        or "①" in answer
    ):
        return None
    type_: QuestionType = "procedure" if re.search(r"절차|방법|신청$", plain) else "fact"
    return Asking(f"{matter}{_topic(matter)} 어떻게 되나요?", type_, every[0].start, end)


def _topic(word: str) -> str:
    return "은" if _closed(word) else "는"


def _closed(word: str) -> bool:
    """Whether the last syllable ends in a consonant."""
    return "가" <= word[-1] <= "힣" and (ord(word[-1]) - ord("가")) % 28 != 0


_WAYS: tuple[Way, ...] = (_how_many, _how_to, _what_if, _who, _which, _unless, _whether, _defined)
