"""True question-answer pairs from the clauses of acts, by code; each with one slot changed, or only reworded.

Knows nothing of the gate: no import of geungeo.gate or geungeo.korean, and its word lists come from the acts.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

_ARTICLE = re.compile(r"^#{3,6} 제(\d+)조(?:의(\d+))? ?\(([^)\n]*)\)[^\n]*\n(.*?)(?=^#|\Z)", re.M | re.S)
_CLAUSE = re.compile(r"^(?:\*\*[①-⑳]\*\* ?)?([가-힣「][^\n]*)$", re.M)
_NOTE = re.compile(r"\s*(?:<[^<>\n]*>|\[[^\[\]\n]*\])")
_SENTENCE = re.compile(r"[^.]+?다\.(?=\s|$)")
# Not told from a sentence alone: what these words stand for.
_UNCLEAR = re.compile(
    r"(?<![가-힣])(?:이|그|해당|같은|다만|전항|동|본|위의|다음)(?=\s)|이를|그러하|각 호|\(|별표|별지|제\d+항|제\d+호|부칙|시행일|폐지|준용|정한다|따른다|같다|목적으로|말한다|본다|이하|「"
)
_ASKED = (
    (re.compile(r"(?<!\d)(\d{1,2})월\s?(\d{1,2})일"), "언제"),
    (re.compile(r"(?<![\d,.가-힣])(\d+)일(?=간|\s|이|마|을|의|로|까|전|후|$)"), "며칠"),
    (re.compile(r"(?<![\d,.가-힣])(\d+)년(?=간|\s|이|마|을|의|으|까|$)"), "몇 년"),
    (re.compile(r"(?<![\d,.가-힣])(\d+)개월(?=간|\s|이|마|을|의|로|까|$)"), "몇 개월"),
    (re.compile(r"(?<![\d,.가-힣])(\d+)명(?=\s|이|을|의|으|까|$)"), "몇 명"),
    (re.compile(r"(?<![\d,.가-힣])(\d+)회(?=\s|이|를|의|로|까|$)"), "몇 회"),
    (re.compile(r"(?<![\d,.가-힣])(\d+)시간(?=\s|이|을|의|으|까|$)"), "몇 시간"),
    (re.compile(r"(?<![\d,.가-힣])((?:\d|,)+[천백십]?[만억]?)\s?원(?=\s|이|을|의|으|까|$)"), "얼마"),
    (re.compile(r"(?<![\d,.가-힣])(\d+)(?:퍼센트|%)(?=\s|이|를|의|로|까|$)"), "몇 퍼센트"),
)
_ENDS = (("하여야 한다.", "하여야 하나요?"), ("해야 한다.", "해야 하나요?"), ("수 있다.", "수 있나요?"), ("수 없다.", "수 없나요?"),
         ("아니 된다.", "아니 되나요?"), ("야 한다.", "야 하나요?"), ("아니한다.", "아니하나요?"), ("않는다.", "않나요?"), ("한다.", "하나요?"), ("된다.", "되나요?"),
         ("있다.", "있나요?"), ("없다.", "없나요?"), ("받는다.", "받나요?"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pair:
    """sentence: the true one, in `text` (an article of `act`). q asks for it; a says it, or what was made of it.
    quote: what is given as evidence. kind: "" for a true pair, else of the mutation or rewording."""

    act: str
    article: str
    title: str
    text: str
    sentence: str
    q: str
    a: str
    quote: str
    kind: str = ""


def develops(act: str) -> bool:
    """Which half an act belongs to: the one to develop on, or the one that is reported."""
    return hashlib.sha1(act.encode()).digest()[0] % 2 == 0


def true_pairs(act: str, markdown: str) -> Iterator[Pair]:
    for match in _ARTICLE.finditer(markdown):
        number, branch, title, body = match.groups()
        article = f"{number}의{branch}" if branch else number
        text = "\n".join(squeezed for line in body.split("\n") if (squeezed := _NOTE.sub("", line).strip()))
        for clause in _CLAUSE.finditer(text):
            for found in _SENTENCE.finditer(clause.group(1)):
                sentence = found.group().strip()
                if 25 <= len(sentence) <= 160 and not _UNCLEAR.search(sentence) and (q := _question(sentence)):
                    yield Pair(act, article, title, text, sentence, q, sentence, sentence)


def _question(sentence: str) -> str:
    """The sentence asked for: its first number by an asking word, article numbers left out; "" where it can't be."""
    asked = re.sub(r"제\d+조(?:의\d+)?(?:에 따라|에 따른|에도 불구하고)\s", "", sentence)
    for end, ask in _ENDS:
        if asked.endswith(end):
            asked = asked[: -len(end)] + ask
            break
    else:
        return ""
    if re.search(r"제\d|\d조", asked):
        return ""
    for pattern, word in _ASKED:
        if found := pattern.search(asked):
            return asked[: found.start()] + word + asked[found.end() :]
    return asked


# --- Word lists from the acts --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lists:
    """people: who stands at a sentence's head as its subject, the frequent ones. numbers: by unit. articles: all."""

    people: tuple[str, ...]
    numbers: dict[str, tuple[str, ...]]


_HEAD = re.compile(r"(?:^|\s)([가-힣]{2,8}(?:자|원|장|인|관|직|생|주|청|회))(?:은|는|이|가)\s")
_NUMBER = re.compile(r"(?<![\d,.가-힣])(\d+)(일|년|개월|명|회|시간|퍼센트|만원|세)(?![가-힣]*조)")
_PARTICLE = r"(?=(?:은|는|이|가|을|를|에게|의|과|와|에|으로|로)(?:\s|$))"


def lists(pairs: list[Pair]) -> Lists:
    people: Counter[str] = Counter()
    numbers: dict[str, Counter[str]] = {}
    for pair in pairs:
        people.update(_HEAD.findall(pair.sentence))
        for number, unit in _NUMBER.findall(pair.sentence):
            numbers.setdefault(unit, Counter())[number] += 1
    common = tuple(word for word, count in people.most_common(120) if count >= 3)
    return Lists(common, {unit: tuple(sorted(found)) for unit, found in numbers.items()})


# --- Mutations: one slot -------------------------------------------------------------------------------------------

Change = Callable[[Pair, Lists, random.Random], str | None]


def _number(pair: Pair, known: Lists, rng: random.Random) -> str | None:
    found = list(_NUMBER.finditer(pair.a))
    if not found:
        return None
    match = rng.choice(found)
    others = [n for n in known.numbers.get(match[2], ()) if n != match[1] and f"{n}{match[2]}" not in pair.text]
    return _put(pair.a, match.start(1), match.end(1), rng.choice(others)) if others else None


def _swapped_numbers(pair: Pair, known: Lists, rng: random.Random) -> str | None:
    found = list(_NUMBER.finditer(pair.a))
    if len(found) < 2 or found[0][0] == found[1][0]:
        return None
    one, two = found[:2]
    return pair.a[: one.start()] + two[0] + pair.a[one.end() : two.start()] + one[0] + pair.a[two.end() :]


def _unit(pair: Pair, known: Lists, rng: random.Random) -> str | None:
    found = [m for m in _NUMBER.finditer(pair.a) if m[2] in ("일", "년", "개월", "시간")]
    if not found:
        return None
    match = rng.choice(found)
    other = rng.choice([unit for unit in ("일", "년", "개월", "시간") if unit != match[2]])
    return _put(pair.a, match.start(2), match.end(2), other)


def _date(pair: Pair, known: Lists, rng: random.Random) -> str | None:
    match = re.search(r"(\d{1,2})월\s?(\d{1,2})일", pair.a)
    if match is None:
        return None
    if rng.random() < 0.5:
        return _put(pair.a, match.start(1), match.end(1), str(int(match[1]) % 12 + 1))
    return _put(pair.a, match.start(2), match.end(2), str(int(match[2]) % 28 + 1))


def _word_pairs(*couples: tuple[str, str], after: str = "") -> Change:
    both = [*couples, *((two, one) for one, two in couples)]

    def change(pair: Pair, known: Lists, rng: random.Random) -> str | None:
        found = [(m, b) for a, b in both for m in re.finditer(after + re.escape(a), pair.a)]
        if not found:
            return None
        match, other = rng.choice(found)
        word = next(a for a, b in both if b == other and match.group().endswith(a))
        return _put(pair.a, match.end() - len(word), match.end(), other)

    return change


_QUANTITY = r"(?<=[일년월명회간원트세])(?:분|간)?(?:의)? ?"


def _modality(pair: Pair, known: Lists, rng: random.Random) -> str | None:
    for must in ("하여야 한다.", "해야 한다."):
        if pair.a.endswith(must):
            return pair.a[: -len(must)] + "할 수 있다."
    return pair.a[: -len("할 수 있다.")] + "하여야 한다." if pair.a.endswith("할 수 있다.") else None


def _permission(pair: Pair, known: Lists, rng: random.Random) -> str | None:
    for end, other in (("하여서는 아니 된다.", "할 수 있다."), ("해서는 아니 된다.", "할 수 있다."), ("해서는 안 된다.", "할 수 있다."),
                       ("할 수 있다.", "해서는 아니 된다."), ("할 수 없다.", "할 수 있다."), ("금지한다.", "허용한다."), ("하지 못한다.", "할 수 있다.")):  # fmt: skip
        if pair.a.endswith(end):
            return pair.a[: -len(end)] + other
    return None


def _negation(pair: Pair, known: Lists, rng: random.Random) -> str | None:
    inner = [
        ("하지 아니한 ", "한 "),
        ("하지 아니하는 ", "하는 "),
        ("하지 않은 ", "한 "),
        ("하지 않는 ", "하는 "),
        ("이 아닌 ", "인 "),
        ("가 아닌 ", "인 "),
        ("한 경우에", "하지 아니한 경우에"),
        ("하는 경우에", "하지 않는 경우에"),
    ]
    outer = [("하지 아니한다.", "한다."), ("하지 않는다.", "한다."), ("수 있다.", "수 없다."), ("수 없다.", "수 있다."), ("하여야 한다.", "하지 아니하여야 한다."), ("해야 한다.", "하지 않아야 한다."), ("한다.", "하지 아니한다."), ("된다.", "되지 않는다.")]  # fmt: skip
    options = [(one, two) for one, two in inner if one in pair.a]
    options += [(one, two) for one, two in outer if pair.a.endswith(one)][:1]
    if not options or "아니 된다" in pair.a:
        return None
    one, two = rng.choice(options)
    return two.join(pair.a.rsplit(one, 1))


def _who(pair: Pair, known: Lists, rng: random.Random) -> str | None:
    found = [m for who in known.people for m in re.finditer(rf"(?<![가-힣]){who}{_PARTICLE}", pair.a)]
    if not found:
        return None
    match = rng.choice(found)
    open_end = _ends_open(match.group())
    others = [who for who in known.people if who not in pair.text and _ends_open(who) == open_end]
    return _put(pair.a, match.start(), match.end(), rng.choice(others)) if others else None


def _swapped_subject(pair: Pair, known: Lists, rng: random.Random) -> str | None:
    """Two of the people trade places: 사용자는 근로자에게 -> 근로자는 사용자에게."""
    subject = re.search(rf"(?:^|\s)({'|'.join(known.people)})(은|는|이|가)\s", pair.a) if known.people else None
    other = re.search(rf"\s({'|'.join(known.people)})(에게|을|를)\s", pair.a) if known.people else None
    if not subject or not other or subject[1] == other[1] or subject.end() > other.start() + 1:
        return None
    if _ends_open(subject[1]) != _ends_open(other[1]):
        return None
    return (
        pair.a[: subject.start(1)]
        + other[1]
        + pair.a[subject.end(1) : other.start(1)]
        + subject[1]
        + pair.a[other.end(1) :]
    )


def _place(pair: Pair, known: Lists, rng: random.Random) -> str | None:
    match = re.search(r"제(\d+)조", pair.a)
    return _put(pair.a, match.start(1), match.end(1), str(int(match[1]) + rng.choice((1, 2, 10)))) if match else None


CRITICAL: dict[str, Change] = {
    "number": _number,
    "swapped numbers": _swapped_numbers,
    "unit": _unit,
    "date": _date,
    "이상/초과": _word_pairs(("이상", "초과"), after=_QUANTITY),
    "이하/미만": _word_pairs(("이하", "미만"), ("이상", "미만"), after=_QUANTITY),
    "이내/이후": _word_pairs(("이내", "이후"), after=_QUANTITY),
    "전/후": _word_pairs(("전", "후"), after=r"(?<=\d[일월년]) ?"),
    "까지/부터": _word_pairs(("까지", "부터"), after=r"(?<=[가-힣])(?<!로)"),
    "must/may": _modality,
    "permitted/forbidden": _permission,
    "negation": _negation,
    "people": _who,
    "swapped subject": _swapped_subject,
    "article": _place,
}  # fmt: skip


def mutations(pair: Pair, known: Lists, rng: random.Random, kinds: Collection[str]) -> Iterator[Pair | None]:
    """One of each of `kinds` that fits; None for one whose truth can't be told: another sentence of the article says it."""
    for kind, change in CRITICAL.items():
        changed = change(pair, known, rng) if kind in kinds else None
        if changed and changed != pair.a:
            yield None if changed.rstrip(".") in pair.text else replace(pair, a=changed, kind=kind)


OTHER = ("other sentence", "other sentence, its evidence")


def other_sentence(pair: Pair, others: list[Pair], rng: random.Random) -> Iterator[Pair | None]:
    """The answer taken from another sentence of the same article; once with its own evidence, once with that of q."""
    near = [other for other in others if other.article == pair.article and other.sentence != pair.sentence]
    if near:
        other = rng.choice(near)
        words, there = set(pair.sentence.split()), set(other.sentence.split())
        if len(words & there) / len(words) > 0.7:
            yield None
            return
        yield replace(pair, a=other.a, quote=other.quote, kind=OTHER[1])
        yield replace(pair, a=other.a, kind=OTHER[0])


# --- Rewordings: the same meaning ----------------------------------------------------------------------------------


def _particle(pair: Pair, known: Lists, rng: random.Random) -> str | None:
    match = re.match(r"([가-힣]{2,12})(은|는)\s", pair.a)
    if match is None or match[1] in ("경우에", "때에", "때"):
        return None
    if match[1][-1] in "에서로게":
        return None
    return _put(pair.a, match.start(2), match.end(2), "이" if match[2] == "은" else "가")


def _ending(pair: Pair, known: Lists, rng: random.Random) -> str | None:
    for end, other in (("하여야 한다.", "해야 합니다."), ("해야 한다.", "하여야 해요."), ("야 한다.", "야 합니다."), ("할 수 있다.", "할 수 있습니다."), ("수 있다.", "수 있어요."), ("수 없다.", "수 없습니다."),
                       ("하여서는 아니 된다.", "하면 안 됩니다."), ("해서는 아니 된다.", "해서는 안 돼요."), ("아니한다.", "않습니다."), ("않는다.", "않아요."), ("한다.", "합니다."), ("된다.", "됩니다.")):  # fmt: skip
        if pair.a.endswith(end):
            return pair.a[: -len(end)] + other
    return None


def _spelled(pair: Pair, known: Lists, rng: random.Random) -> str | None:
    """15일 as 십오일, 30퍼센트 as 30%, 100만원 as 1,000,000원, 2개월 as 2 개월."""
    match = re.search(r"(?<!월 )(?<![\d,.가-힣])([1-9]\d{1,2})(일|명|회)(?![가-힣]*월)", pair.a)
    if match:
        return _put(pair.a, match.start(1), match.end(1), _in_words(int(match[1])))
    if match := re.search(r"(\d+)퍼센트", pair.a):
        return pair.a.replace(match[0], match[1] + "%")
    if match := re.search(r"(?<![\d,.가-힣])(\d+)([천백]?)만\s?원", pair.a):
        value = int(match[1]) * {"": 1, "천": 1000, "백": 100}[match[2]] * 10_000
        return _put(pair.a, match.start(), match.end(), f"{value:,}원")
    if match := re.search(r"(?<!월 )(?<![\d,.가-힣])(\d+)(개월|년|시간|일)", pair.a):
        return _put(pair.a, match.end(1), match.end(1), " ")
    return None


def _order(pair: Pair, known: Lists, rng: random.Random) -> str | None:
    """The subject behind the next phrase, when that is a plain object or dative."""
    match = re.match(r"([가-힣]+(?:은|는)) ([가-힣]+(?:을|를|에게)) ", pair.a)
    return f"{match[2]} {match[1]} {pair.a[match.end() :]}" if match else None


BENIGN: dict[str, Change] = {"particle": _particle, "ending": _ending, "number spelled": _spelled, "order": _order}


def rewordings(pair: Pair, known: Lists, rng: random.Random) -> Iterator[Pair]:
    for kind, change in BENIGN.items():
        changed = change(pair, known, rng)
        if changed and changed != pair.a:
            yield replace(pair, a=changed, kind=kind)


def _put(text: str, start: int, end: int, words: str) -> str:
    return text[:start] + words + text[end:]


def _ends_open(word: str) -> bool:
    """Without a final consonant: it takes 는, 가, 를."""
    return (ord(word[-1]) - 0xAC00) % 28 == 0


def _in_words(number: int) -> str:
    """10 to 999."""
    digits = "영일이삼사오육칠팔구"
    out = ""
    for value, name in ((100, "백"), (10, "십")):
        count, number = divmod(number, value)
        out += ("" if count == 1 else digits[count]) + name if count else ""
    return out + (digits[number] if number else "")
