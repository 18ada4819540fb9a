"""The writer without a language model: it quotes the clause that carries the asked fact, or declines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from geungeo.korean.articles import ArticleRef, article_refs
from geungeo.korean.asked import Asked, asked, carries, stated
from geungeo.korean.clauses import Piece, pieces
from geungeo.korean.everyday import in_rules
from geungeo.korean.numbers import LABEL, Fact, facts, known
from geungeo.korean.overlap import solid
from geungeo.korean.parts import parts
from geungeo.korean.passage import heading
from geungeo.korean.subjects import of_another
from geungeo.korean.supplement import said_of_articles
from geungeo.korean.topic import Topic, Wording, topic, wording
from geungeo.records import Chunk, Draft, Excerpt

# How much a word of the question counts where it is met: in the sentence itself, in its clause or its lead, in the
# article's title, in the rule's name, elsewhere in the excerpt.
_IN_PIECE, _IN_CLAUSE, _IN_TITLE, _IN_RULE, _ELSEWHERE = 1.0, 0.9, 0.85, 0.6, 0.4
_NEAR = 0.6  # the noun that the question asks about must be met at least this near
_ENOUGH = 0.65  # and all its nouns this well on average
_SURELY = 2  # so many nouns must stand in the clause itself where one of a clause that tells the occasion is missing
_MANY = 5  # of this many nouns one may be missing
# What the sentence gains: helping words met, the verb met, numbers of the question met, one plain fact, a limit that
# was asked for, a number that measures the very thing asked about (15일의 유급휴가), each noun met of a clause that tells
# the occasion. What it loses: it only adds to
# another sentence, it is about coming into force, its numbers are deadlines and none was asked for, a place further
# down, a case that the question did not name (10년 이상 근속한).
_SOFT, _DONE, _NUMBERS, _PLAIN, _LIMIT, _MEASURES = 0.25, 0.2, 0.15, 0.05, 0.2, 0.3
_ADDS, _TRANSITION, _DEADLINE, _RANK, _ASIDE, _SPECIAL = 0.1, 0.3, 0.2, 0.03, 0.3, 0.1
_LIST_MOST, _LIST_ASKED = (
    6,
    15,
)  # a longer list is named by its lead alone; where a list was asked for, it may be longer

_CIRCLED = "⓪①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_OWN_MARKS = re.compile(r"[\[［【]\s*\d{1,4}(?:\s*[,·、]\s*\d{1,4})*\s*[\]］】]")
_ADDITION = re.compile(r"다만|단,|이\s경우|그러하지")
_IN_FORCE = re.compile(r"개정규정|이\s(?:영|법|규정|규칙|정관)\s시행")
_MOST = re.compile(r"최대|최장|한도|까지|이내")
_UTMOST = re.compile(r"최대|최장|한도")
_BOUNDED = re.compile(r"한도|범위|초과할\s?수\s?없|최대|최장|한정|한하여")
_MEASURED = re.compile(r"\s?(?:간)?의?\s?(?:(?:범위|한도)(?:에서|로|\s?내에서|\s?안에서)?\s?)?([가-힣]{2,10})")
_COMPARES = re.compile(r"이상|이하|이내|초과|미만")
_DUE = re.compile(r"\s?(?:이내에|안에|내에|까지|전|후)")
_DUE_ASKED = re.compile(r"기간|기한|이내|안에|안으로|내에|까지|(?:며칠|개월|달|년|시간|주)\s?(?:전|후|뒤|만에)")
_PER = re.compile(r"\s?(?:에|당|마다|간)(?!서)")  # 1년에 며칠: no condition
# The term whose meaning is asked.
_TERM = re.compile(
    r"([0-9A-Za-z가-힣][0-9A-Za-z가-힣 ]*?)(?:이란|란|(?:의|은|는)?\s(?:뜻|의미|정의)|(?:은|는|이|가)\s무엇을\s말)"
)
# Behind a number that is taken for the rule itself; '10일 쓸 수 있나요' presumes nothing that 15일 would correct.
_PREMISE = re.compile(r"\s?(?:인가|이?[죠지]|이?에요|예요|입니까|[이가]?\s?맞|마다|까지만)")
_OPPOSED = {(">", "<"), ("≥", "<"), (">", "≤"), ("<", "≥"), ("<", ">"), ("≤", ">")}

# Where no number tells the asked fact, the verb must: 이월할 수 있나요 is not answered by a clause without 이월.
_VERB_NEAR = {"whether": _IN_TITLE, "which": _ELSEWHERE}

Place = tuple[tuple[Wording, ...], float]


@dataclass(frozen=True, slots=True)
class Choice:
    """A sentence or clause that answers: its excerpt, the excerpt's pieces, its index among them, how well it answers."""

    excerpt: Excerpt
    pieces: tuple[Piece, ...]
    index: int
    score: float = 0.0

    def words(self, index: int | None = None) -> str:
        piece = self.pieces[self.index if index is None else index]
        return self.excerpt.chunk.text[piece.start : piece.end]

    @property
    def lead(self) -> int | None:
        return self.pieces[self.index].lead

    @property
    def led(self) -> str:
        """The words with their lead before them."""
        return self.words() if self.lead is None else f"{self.words(self.lead)}\n{self.words()}"


class ExtractiveWriter:
    """Quotes at most three sentences, each with its [n]; a list counts with its lead.

    Its only words of its own are '15일입니다:', made of the clause's number, and '30일이 아니라 90일입니다:', made of the
    question's and the clause's.
    """

    name = "extractive"

    def write(self, question: str, excerpts: Sequence[Excerpt]) -> Draft:
        """Of a question that asks two things each is answered by itself; what is not is named in `missing`."""
        asked_for = parts(question)
        found = [self._write(part, excerpts) for part in asked_for]
        lines = dict.fromkeys(line for one in found for line in one.text.split("\n") if line)
        missing = tuple(part for part, one in zip(asked_for, found, strict=True) if one.declined)
        declined = len(missing) == len(asked_for)
        return Draft("\n".join(lines), declined, self.name, () if declined else missing)

    def _write(self, question: str, excerpts: Sequence[Excerpt]) -> Draft:
        best = choose(question, [excerpt for excerpt in excerpts if excerpt.of is None])
        if best is None:
            referred = _through_reference(question, excerpts)
            return Draft("\n".join(referred), declined=not referred, model=self.name)
        quotes = [*_quotes(question, best), *_transition(best, excerpts)]
        opening = _correction(question, best) or _fact_first(question, best)
        return Draft(opening + "\n".join(quotes), model=self.name)


def choose(question: str, excerpts: Sequence[Excerpt]) -> Choice | None:
    """The piece that carries the asked kind of fact and is about the question's matter; None when there is none."""
    wanted, about = asked(question), topic(question)
    if refs := article_refs(question):
        excerpts = _of_articles(question, refs, excerpts)
        if not wanted.units and (by_number := _by_number(refs, about, excerpts)):
            return by_number
    if not about.focus:
        return None
    found = [choice for excerpt in excerpts for choice in _choices(question, wanted, about, excerpt)]
    best = max(found, key=lambda choice: choice.score, default=None)
    return _whole_list(about, best) if best and wanted.kind == "which" else best


def _of_articles(question: str, refs: Sequence[ArticleRef], excerpts: Sequence[Excerpt]) -> list[Excerpt]:
    """What a question that names an article may be answered from: that article, and what speaks of it.

    Nothing when it names a 부칙 article and several 부칙 have one of that number.
    """
    supplement = "부칙" in question
    own: list[Excerpt] = []
    others: list[Excerpt] = []
    for excerpt in excerpts:
        chunk = excerpt.chunk
        if (chunk.part == "부칙") != supplement:
            continue
        ref = next((ref for ref in refs if ref.article == chunk.article), None)
        if ref and _of_rule(question, ref, chunk.doc):
            own.append(excerpt)
        elif not ref and any(other.article == one.article for other in article_refs(chunk.text) for one in refs):
            others.append(excerpt)
    if supplement and len({(excerpt.chunk.doc_id, excerpt.chunk.path) for excerpt in own}) > 1:
        return []
    exact = [excerpt for excerpt in own if solid(excerpt.chunk.doc) in solid(question)]
    return (exact or own) + others


def _of_rule(question: str, ref: ArticleRef, title: str) -> bool:
    """False when the name before the number is another rule's: 근로기준법 제60조 is not 근로기준법 시행령 제60조."""
    words, name = solid(question), solid(title)
    before = words[: max(0, words.find(solid(ref.term).removeprefix("제")))].removesuffix("제").removesuffix("부칙")
    longest = next((end for end in range(len(name), 1, -1) if before.endswith(name[:end])), 0)
    return longest in (0, len(name))


def _by_number(refs: Sequence[ArticleRef], about: Topic, excerpts: Sequence[Excerpt]) -> Choice | None:
    """'복무규정 제18조 알려줘' asks for the article itself: its first piece, or the first of the 항 that it names.

    None when the question has a word that neither the rule's name nor the article's title has: it asks for more. None
    too when articles of that number in several rules fit: 제60조 alone says nothing where two rules have one.
    """
    found: dict[str, Choice] = {}
    for excerpt in excerpts:
        chunk = excerpt.chunk
        ref = next((ref for ref in refs if ref.article == chunk.article), None)
        named = wording(f"{heading(chunk)} {chunk.part}")
        if ref is None or not all(named.says(word) for word in (*about.focus, *about.must)):
            continue
        everything = tuple(pieces(chunk.text))
        at = next((i for i, piece in enumerate(everything) if _in_clause(ref.clause, chunk, piece)), None)
        if at is not None:
            found.setdefault(chunk.doc_id, Choice(excerpt, everything, at))
    return next(iter(found.values())) if len(found) == 1 else None


def _in_clause(wanted: str | None, chunk: Chunk, piece: Piece) -> bool:
    """Whether the piece opens the 항 `wanted`, by the mark before it or since the chunk is that 항."""
    if wanted is None or wanted == chunk.clause:
        return True
    return chunk.text[: piece.start].rstrip("* .\t").endswith(_CIRCLED[int(wanted)] if int(wanted) < 21 else "\0")


def _whole_list(about: Topic, best: Choice) -> Choice:
    """Where the line that opens a list meets the question itself, the whole list answers, not one 호."""
    if best.lead is None:
        return best
    opening = Choice(best.excerpt, best.pieces, best.lead, best.score)
    near = _places(opening)
    met = all(_met(word, near) >= _IN_TITLE for word in (*about.focus, *about.must))
    return opening if met else best


def _choices(question: str, wanted: Asked, about: Topic, excerpt: Excerpt) -> Iterator[Choice]:
    everything = tuple(pieces(excerpt.chunk.text))
    for index in range(len(everything)):
        choice = Choice(excerpt, everything, index)
        if not _answers(question, wanted, choice):
            continue
        near = _about(about, wanted, _places(choice))
        if near is not None:
            yield Choice(excerpt, everything, index, near + _fitness(question, wanted, about, choice))


# --- Does it carry the asked kind of fact? ----------------------------------------------------------------------


def _answers(question: str, wanted: Asked, choice: Choice) -> bool:
    words = choice.led if wanted.kind == "whether" else choice.words()
    if choice.words().startswith("삭제") or not carries(wanted, words):
        return False
    if wanted.kind == "meaning" and (term := _TERM.search(question)) and not _defines(term.group(1), words):
        return False
    if wanted.kind in ("count", "amount", "length") and not _tells_more(question, wanted, words):
        return False
    around = f"{heading(choice.excerpt.chunk)} {choice.excerpt.chunk.text}"
    return not of_another(question, choice.led, around) and _same_conditions(question, choice.led)


def _defines(term: str, words: str) -> bool:
    """Whether the words say what just this term means: not what 산업재해발생건수등 means, when 산업재해 was asked."""
    spelt = r"\s?".join(map(re.escape, solid(term)))
    told = rf"(?<![가-힣]){spelt}[\"”’']?\s?(?:이란|란|(?:이라|라)\s?(?:한다|함은)|(?:은|는)\s[^.]*(?:말한다|뜻한다))"
    return re.search(told, words, re.IGNORECASE) is not None


def _tells_more(question: str, wanted: Asked, words: str) -> bool:
    """A number of the asked unit that the question did not already name."""
    named, told = known(question), stated(wanted, words)
    return not told or any(fact.key not in named for fact in told)


def _same_conditions(question: str, words: str) -> bool:
    """Numbers that the question sets as a condition (5년 넘으면, 10명뿐인) can hold where the sentence holds."""
    said = facts(words)
    return all(
        any(fact.unit == other.unit and _together(fact, other) for other in said)
        for fact in facts(question)
        if fact.unit != LABEL and not _PER.match(question, fact.end) and not _PREMISE.match(question, fact.end)
    )


def _together(asked_for: Fact, said: Fact) -> bool:
    """Whether a number of the question falls where the sentence's number reaches: 5년 into 3년 이상, not into 2년 미만."""
    if asked_for.key == said.key:
        return (asked_for.bound, said.bound) not in _OPPOSED
    if said.bound in ("<", "≤") and said.value < asked_for.value:
        return asked_for.bound in ("<", "≤")
    if said.bound in (">", "≥") and said.value > asked_for.value:
        return asked_for.bound in (">", "≥")
    return True


# --- Is it about the question's matter? -------------------------------------------------------------------------


def _places(choice: Choice) -> tuple[Place, ...]:
    """Where a word of the question may be met, nearest first."""
    chunk, own = choice.excerpt.chunk, choice.pieces[choice.index]
    near = [i for i, one in enumerate(choice.pieces) if one.clause == own.clause or i == own.lead]
    title = chunk.path[-1] if chunk.path else ""
    return (
        ((wording(choice.words()),), _IN_PIECE),
        (tuple(wording(choice.words(i)) for i in near), _IN_CLAUSE),
        ((wording(f"{title} {chunk.article_title or ''}"),), _IN_TITLE),
        ((wording(heading(chunk)),), _IN_RULE),
        ((wording(chunk.text),), _ELSEWHERE),
    )


def _met(word: str, places: Sequence[Place]) -> float:
    """How near the passage says `word`, in [0, 1]."""
    return next((weight for wordings, weight in places if any(one.says(word) for one in wordings)), 0.0)


def _about(about: Topic, wanted: Asked, places: Sequence[Place]) -> float | None:
    """How well the piece meets the question's words, or None when it is about something else."""
    focus = [_met(word, places) for word in about.focus]
    must = focus + [_met(word, places) for word in about.must if word not in about.aside]
    aside = [_met(word, places) for word in about.must if word in about.aside]
    if min(focus) < _NEAR or (min(must) == 0.0 and len(must + aside) < _MANY) or sum(must) / len(must) < _ENOUGH:
        return None
    if aside and min(aside) == 0.0 and sum(met >= _IN_CLAUSE for met in must + aside) < _SURELY:
        return None
    done = _met(about.predicate, places) if about.predicate else 0.0
    if about.predicate and done < _VERB_NEAR.get(wanted.kind, 0.0):
        return None
    soft = [_met(word, places) for word in about.soft]
    return (
        sum(must) / len(must)
        + _SOFT * sum(soft) / max(1, len(soft))
        + _DONE * (done == _IN_PIECE)
        + _ASIDE * sum(aside)
    )


def _fitness(question: str, wanted: Asked, about: Topic, choice: Choice) -> float:
    """What makes one of two sentences on the same matter the better answer."""
    words, numbers = choice.words(), known(question)
    gain = _NUMBERS * len(numbers & known(words)) / len(numbers) if numbers else 0.0
    if wanted.units:
        told = stated(wanted, words)
        gain += _PLAIN / max(1, len(told))
        bounded = _BOUNDED.search(words) is not None
        gain += _LIMIT * (bounded and _MOST.search(question) is not None)
        if bounded or not _UTMOST.search(question):
            gain += _MEASURES * any(_measures(fact, about, choice) for fact in told)
        due = bool(told) and all(_DUE.match(words, fact.end) for fact in told)
        gain -= _DEADLINE * (due and not _DUE_ASKED.search(question))
    gain -= _SPECIAL * any(_special(fact, wanted) and fact.key not in numbers for fact in facts(words))
    gain -= _ADDS * bool(_ADDITION.match(words)) + _TRANSITION * _comes_into_force(choice)
    return gain - _RANK * (choice.excerpt.number - 1)


def _special(fact: Fact, wanted: Asked) -> bool:
    """Whether the number draws the line of a case, and is not what was asked for."""
    return fact.bound in ("≥", ">", "<") and fact.unit not in wanted.units


def _measures(fact: Fact, about: Topic, choice: Choice) -> bool:
    """'60일의 범위에서 병가' measures 병가; '15일의 유급휴가' under the title 연차유급휴가 what that title names.

    A particle of one or two syllables may hang on the noun.
    """
    noun = _MEASURED.match(choice.words(), fact.end)
    if noun is None or _COMPARES.match(noun.group(1)):
        return False
    title = solid(choice.excerpt.chunk.article_title or "")
    stems = [noun.group(1)[:length] for length in range(max(2, len(noun.group(1)) - 2), len(noun.group(1)) + 1)]
    wanted = {word for one in about.focus for word in in_rules(one)}
    about_title = any(word in title for word in wanted)
    return any(stem in wanted or stem.endswith(tuple(wanted)) or (about_title and stem in title) for stem in stems)


def _comes_into_force(choice: Choice) -> bool:
    return choice.excerpt.chunk.part == "부칙" or _IN_FORCE.search(choice.words()) is not None


# --- What is quoted ---------------------------------------------------------------------------------------------


def _quotes(question: str, best: Choice) -> Iterator[str]:
    """The best piece with the lead or rule that it needs, the list that it opens, and the exception behind it."""
    most = _LIST_ASKED if asked(question).kind in ("which", "how") else _LIST_MOST
    if best.lead is not None:
        yield _line(best, best.lead)
    elif _ADDITION.match(best.words()) and _same_clause(best, best.index - 1):
        yield _line(best, best.index - 1)
    yield ("- " if best.lead is not None else "") + _line(best, best.index)
    yield from _items(best, best.index, most)
    if _same_clause(best, best.index + 1) and _ADDITION.match(best.words(best.index + 1)):
        yield _line(best, best.index + 1)
        yield from _items(best, best.index + 1, most)


def _items(choice: Choice, index: int, most: int) -> list[str]:
    """The 호 that the piece introduces, unless they are too many to read."""
    items = [item for item, piece in enumerate(choice.pieces) if piece.lead == index]
    return ["- " + _line(choice, item) for item in items] if len(items) <= most else []


def _same_clause(choice: Choice, index: int) -> bool:
    return 0 <= index < len(choice.pieces) and choice.pieces[index].clause == choice.pieces[choice.index].clause


def _transition(best: Choice, excerpts: Sequence[Excerpt]) -> list[str]:
    """The 부칙 sentence that says to which cases the quoted 항 applies, with the list that it opens; one at most, and
    none whose list is too long to read."""
    article, clause = best.excerpt.chunk.article, _clause_of(best)
    own = best.excerpt.chunk.addenda
    for excerpt in (each for each in excerpts if each.chunk.chunk_id in own):
        everything = tuple(pieces(excerpt.chunk.text))
        for said in said_of_articles(excerpt.chunk.text, None):
            index = next((i for i, piece in enumerate(everything) if piece.start == said.start), None)
            if index is None or said.day or not said.about(article, clause):
                continue
            choice = Choice(excerpt, everything, index)
            items = _items(choice, index, _LIST_MOST)
            if items or not any(piece.lead == index for piece in everything):
                return [_line(choice, index), *items]
    return []


def _through_reference(question: str, excerpts: Sequence[Excerpt]) -> list[str]:
    """The clause on the question's matter that leaves the fact to another place (별표 1과 같다), and what stands there.

    Only a number, and only where no other piece there fits as well: a table's rows look alike. Empty without one.
    """
    wanted, about = asked(question), topic(question)
    if not wanted.units or not about.focus:
        return []
    by_number = {excerpt.number: excerpt for excerpt in excerpts}
    found: list[tuple[Choice, Choice]] = []
    for excerpt in (each for each in excerpts if each.of is not None and each.at is not None):
        citing = _citing(by_number[excerpt.of or 0], excerpt.at or 0)
        if citing and not carries(wanted, citing.led) and _about(about, wanted, _places(citing)[:-1]) is not None:
            found += [
                (citing, choice) for choice in _choices_by(question, wanted, about, excerpt, _places(citing)[:-1])
            ]
    found.sort(key=lambda pair: -pair[1].score)
    if not found or (len(found) > 1 and found[1][1].score == found[0][1].score):
        return []
    citing, best = found[0]
    return [_line(citing, citing.index), *_quotes(question, best)]


def _citing(excerpt: Excerpt, at: int) -> Choice | None:
    """The piece in which the reference stands."""
    everything = tuple(pieces(excerpt.chunk.text))
    index = next((i for i, piece in enumerate(everything) if piece.start <= at < piece.end), None)
    return None if index is None else Choice(excerpt, everything, index)


def _choices_by(
    question: str, wanted: Asked, about: Topic, excerpt: Excerpt, citing: Sequence[Place]
) -> Iterator[Choice]:
    """Pieces that carry the fact; each word of the question is met there, or by the clause that refers to it."""
    everything = tuple(pieces(excerpt.chunk.text))
    for index in range(len(everything)):
        choice = Choice(excerpt, everything, index)
        near = sorted((*_places(choice)[:-1], *citing), key=lambda place: -place[1])
        if not _answers(question, wanted, choice) or not all(_met(word, near) for word in about.must):
            continue
        score = _about(about, wanted, near)
        if score is not None:
            own = sum(_met(word, _places(choice)[:1]) for word in (*about.focus, *about.must, *about.soft))
            yield Choice(excerpt, everything, index, score + own + _fitness(question, wanted, about, choice))


def _clause_of(choice: Choice) -> str | None:
    """The 항 that the piece stands in; None in an article without 항."""
    chunk, start = choice.excerpt.chunk, choice.pieces[choice.index].start
    marks = [mark for mark in chunk.text[:start] if mark in _CIRCLED]
    return chunk.clause or (str(_CIRCLED.index(marks[-1])) if marks else None)


def _line(choice: Choice, index: int) -> str:
    """The clause's own words, without bracketed numbers that could be taken for ours."""
    words = _OWN_MARKS.sub("", choice.words(index))
    return f"{' '.join(words.split())} [{choice.excerpt.number}]"


# --- A wrong number in the question -----------------------------------------------------------------------------


def _correction(question: str, best: Choice) -> str:
    """'30일이 아니라 90일입니다: ' when the question presumes one number and the quoted clause states just one other."""
    presumed = [fact for fact in facts(question) if fact.unit != LABEL and _PREMISE.match(question, fact.end)]
    if asked(question).kind != "whether" or len(presumed) != 1 or presumed[0].key in known(best.excerpt.chunk.text):
        return ""
    said = [fact for fact in facts(best.words()) if fact.unit == presumed[0].unit]
    if len(said) != 1 or said[0].bound in ("<", ">", "≥") or best.lead is not None:
        return ""
    wrong, right = _written(question, presumed[0]), _written(best.words(), said[0])
    return f"{wrong}{_subject_particle(wrong)} 아니라 {right}입니다: "


def _fact_first(question: str, best: Choice) -> str:
    """'15일입니다: ' before a clause that states just one number of the asked unit, and ties it down by nothing.

    A limit (15일 이내), a case that the question did not name (10년 이상 근속한) or a table's row is only quoted.
    """
    wanted, words, named = asked(question), best.words(), known(question)
    if (
        wanted.kind not in ("count", "amount", "length")
        or best.lead is not None
        or _ADDITION.match(words)
        or _BOUNDED.search(words)
    ):
        return ""
    said = [fact for fact in facts(words) if fact.unit in wanted.units]
    others = [fact for fact in facts(words) if fact.bound and _special(fact, wanted) and fact.key not in named]
    if len(said) != 1 or said[0].bound or others or said != stated(wanted, words):
        return ""
    return f"{_written(words, said[0])}입니다: "


def _written(text: str, fact: Fact) -> str:
    return " ".join(text[fact.start : fact.end].split())


def _subject_particle(word: str) -> str:
    """이 after a final consonant, 가 after a vowel; % is read 퍼센트."""
    last = word[-1]
    return "이" if "가" <= last <= "힣" and (ord(last) - ord("가")) % 28 else "가"
