"""Is every word of this answer carried by what it cites? All checks must pass; each says why in a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from geungeo import messages
from geungeo.answer.cite import REPLY, Cited, Sentence, carrying_span, of
from geungeo.korean.articles import article_refs
from geungeo.korean.asked import asked, carries
from geungeo.korean.clauses import Piece, pieces
from geungeo.korean.numbers import LABEL, Fact, facts, known
from geungeo.korean.overlap import share, solid
from geungeo.korean.parts import parts
from geungeo.korean.passage import heading
from geungeo.korean.refusals import refusal
from geungeo.korean.sentences import sentences
from geungeo.korean.stance import contradicts, opposed, stance
from geungeo.korean.topic import topic, wording
from geungeo.records import Check, Draft, Excerpt

# '30일이 아니라 90일': a number of the question that the answer denies.
_DENIED = re.compile(
    r"\s?(?:이|가|은|는)?\s?(?:이하|이상|이내|미만|초과|전|후|마다)?(?:이|가)?\s?(?:아니라|아니고|아닌|아닙니다|아니며)"
)
# A form's letters stand apart: '15   일'.
_SPACES = re.compile(r"[^\S\n]+")
_PEOPLE = re.compile(r"(?<![가-힣])[가-힣]{2,8}?(?:근로자|공무원|직원|사원|회원|임원)(?![가-힣]*(?:회|실|명부|카드))")
_EVERYTHING = re.compile(
    r"(?<![가-힣])(?:모든|모두|누구나|누구든지|전부|항상|언제나|언제든지|무조건|무제한|예외\s?없이|어떤\s?경우에도)"
)
_PERIOD = re.compile(r"(?<![가-힣0-9])(연|월|주|일)(?:간|\s?최대)?\s?\Z")
# Behind it another statement begins, with an ending of its own: 병가 1일로 계산하고, 산입하지 아니한다.
_JOINED = re.compile(r"(?<=[고며나되]),\s")
# A neighbouring part lends its ending only when it holds this much of what the carrying one holds.
_AS_WELL = 0.6
_LEAD_IN = re.compile(r"[:：]\s*\Z")


def run(
    question: str, draft: Draft, cited: Cited, excerpts: Sequence[Excerpt], grounded_min: float
) -> tuple[Check, ...]:
    """Every check, in the order of messages.CHECKS. grounded_min: lowest share in [0, 1] that counts as grounded."""
    return (
        found_in_policies(question, draft, cited, excerpts),
        cites_excerpt(cited),
        grounded(cited, excerpts, grounded_min),
        numbers_from_policies(question, cited, excerpts),
        meaning_from_policies(question, cited, excerpts),
    )


def found_in_policies(question: str, draft: Draft, cited: Cited, excerpts: Sequence[Excerpt]) -> Check:
    """The writer did not say that it found nothing, of no part of the question. What stands verbatim in a cited excerpt is
    a quote."""
    if draft.declined:
        return Check("found_in_policies", False, messages.CHECK_DECLINED)
    for sentence in cited.sentences:
        match = refusal(sentence.text)
        if match and not _quoted(sentence, match, of(sentence, excerpts)):
            return Check("found_in_policies", False, messages.CHECK_REFUSAL.format(words=match.group()))
    if missing := draft.missing or _unanswered(question, cited, excerpts):
        return Check("found_in_policies", False, messages.CHECK_PART.format(part=missing[0]))
    return Check("found_in_policies", True, messages.CHECK_FOUND)


def _unanswered(question: str, cited: Cited, excerpts: Sequence[Excerpt]) -> tuple[str, ...]:
    """Of a question that asks two things, those of whose matter no sentence states the asked kind of fact."""
    asked_for = parts(question)
    if len(asked_for) == 1:
        return ()
    said = [
        (sentence.text, wording("\n".join([sentence.text, *(heading(each.chunk) for each in of(sentence, excerpts))])))
        for sentence in cited.sentences
    ]

    def answered(part: str) -> bool:
        wanted, about = asked(part), topic(part)
        return any(
            carries(wanted, text) and all(words.says(word) for word in (about.focus or about.must))
            for text, words in said
        )

    return tuple(part for part in asked_for if not answered(part))


def _quoted(sentence: Sentence, match: re.Match[str], sources: Iterable[Excerpt]) -> bool:
    """The whole sentence, or the wording with what stands around it, is the excerpt's own."""
    around = solid(sentence.text[max(0, match.start() - 12) : match.end() + 4])
    return any(around in solid(source.chunk.text) for source in sources)


def cites_excerpt(cited: Cited) -> Check:
    """Every sentence that states something has a valid number; there is at least one."""
    bare = [s.text for s in cited.sentences if not s.numbers and _states(s.text)]
    if bare:
        return Check("cites_excerpt", False, messages.CHECK_UNCITED.format(sentence=_short(bare[0])))
    if not cited.citations:
        return Check("cites_excerpt", False, messages.CHECK_NO_CITATION)
    return Check("cites_excerpt", True, messages.CHECK_CITED.format(count=len(cited.citations)))


def _states(sentence: str) -> bool:
    """All but a line that only leads in what follows: '답변은 다음과 같습니다:'."""
    return bool(solid(sentence)) and not (_LEAD_IN.search(sentence) and not facts(sentence) and len(sentence) < 40)


def grounded(cited: Cited, excerpts: Sequence[Excerpt], lowest: float) -> Check:
    """Share of the answer's character pairs in the excerpts, and of each sentence's in those that it cites."""
    everything = "\n".join(source(excerpt) for excerpt in excerpts)
    whole = share(" ".join(sentence.text for sentence in cited.sentences), everything)
    shares = [_own_share(sentence, excerpts) for sentence in cited.sentences if sentence.numbers]
    least = min(shares, default=0.0)
    detail = messages.CHECK_GROUNDED.format(share=whole * 100, least=least * 100, lowest=lowest * 100)
    return Check("grounded", min(whole, least) >= lowest, detail)


def _own_share(sentence: Sentence, excerpts: Sequence[Excerpt]) -> float:
    return share(sentence.text, "\n".join(source(excerpt) for excerpt in of(sentence, excerpts)))


def source(excerpt: Excerpt) -> str:
    """What an excerpt says: its rule, its place and its words."""
    return f"{heading(excerpt.chunk)}\n{excerpt.chunk.label}\n{excerpt.chunk.text}"


def numbers_from_policies(question: str, cited: Cited, excerpts: Sequence[Excerpt]) -> Check:
    """Every number with its unit occurs in an excerpt that its sentence cites."""
    asked = known(question)
    count = 0
    for sentence in cited.sentences:
        said = facts(sentence.text)
        there = known("\n".join(_SPACES.sub(" ", source(excerpt)) for excerpt in of(sentence, excerpts)))
        for fact in said:
            words = sentence.text[fact.start : fact.end]
            denied = _denied(sentence.text, fact)
            if fact.unit == LABEL or (denied and fact.key in asked):
                continue
            count += 1
            if fact.key not in there or denied:  # only the question's number may be denied, not the rule's
                detail = messages.CHECK_NUMBER.format(number=words, sentence=_short(sentence.text))
                return Check("numbers_from_policies", False, detail)
        strange = _strange_article(sentence, excerpts, question)
        if strange:
            return Check("numbers_from_policies", False, messages.CHECK_ARTICLE.format(article=strange))
    return Check("numbers_from_policies", True, messages.CHECK_NUMBERS.format(count=count))


def _denied(text: str, fact: Fact) -> bool:
    return _DENIED.match(text, fact.end) is not None


def _strange_article(sentence: Sentence, excerpts: Sequence[Excerpt], question: str) -> str:
    """An article that the sentence names and neither the question nor the place or text of its excerpts knows."""
    there = {ref.article for ref in article_refs(question)}
    for excerpt in of(sentence, excerpts):
        there |= {ref.article for ref in article_refs(source(excerpt))} | {excerpt.chunk.article or ""}
    return next((ref.term for ref in article_refs(sentence.text) if ref.article not in there), "")


def meaning_from_policies(question: str, cited: Cited, excerpts: Sequence[Excerpt]) -> Check:
    """Comparison words (이상, 초과, 전 ...), the end of the sentence (수 있다, 아니 된다 ...), whom it is about (파견근로자) and
    how far it reaches (모든) are the clause's."""
    for sentence in cited.sentences:
        sources = of(sentence, excerpts)
        if not sources or any(solid(sentence.text) in solid(excerpt.chunk.text) for excerpt in sources):
            continue
        if bound := _strange_bound(sentence.text, sources):
            return Check("meaning_from_policies", False, messages.CHECK_BOUND.format(words=bound))
        if word := opposed("\n".join(map(source, sources)), sentence.text):
            return Check("meaning_from_policies", False, messages.CHECK_OPPOSED.format(words=word))
        if people := _strange_people(sentence.text, sources):
            return Check("meaning_from_policies", False, messages.CHECK_PEOPLE.format(words=people))
        if period := _strange_period(sentence.text, sources):
            return Check("meaning_from_policies", False, messages.CHECK_BOUND.format(words=period))
        if added := _added(question, sentence.text, sources):
            return Check("meaning_from_policies", False, messages.CHECK_ADDED.format(words=added))
        if scope := _strange_scope(sentence.text, sources):
            return Check("meaning_from_policies", False, messages.CHECK_SCOPE.format(words=scope))
        if not any(_same_stance(sentence.text, excerpt) for excerpt in sources):
            return Check("meaning_from_policies", False, messages.CHECK_STANCE.format(sentence=_short(sentence.text)))
    return Check("meaning_from_policies", True, messages.CHECK_MEANING)


def _strange_bound(text: str, sources: Sequence[Excerpt]) -> str:
    """The first number whose comparison word differs: from the carrying clause's where that states the number, else
    from every place in the sources."""
    spans = [(excerpt.chunk.text, carrying_span(text, excerpt.chunk)) for excerpt in sources]
    carrying = [fact for words, (start, end) in spans for fact in facts(words[start:end])]
    there = [fact for excerpt in sources for fact in facts(source(excerpt))]
    for fact in facts(text):
        bounds = _bounds(fact, carrying) or _bounds(fact, there)
        if not bounds or fact.unit == LABEL or _denied(text, fact):
            continue
        if fact.bound not in bounds and (fact.bound or bounds <= {"<", ">"}):
            return text[fact.start : fact.end + 4].strip()
    return ""


def _bounds(fact: Fact, others: Sequence[Fact]) -> set[str]:
    return {other.bound for other in others if other.key == fact.key}


def _strange_people(text: str, sources: Sequence[Excerpt]) -> str:
    """A kind of people (기간제근로자, 후원회원) that no source names."""
    there = solid("\n".join(source(excerpt) for excerpt in sources))
    return next((people.group() for people in _PEOPLE.finditer(text) if solid(people.group()) not in there), "")


def _strange_scope(text: str, sources: Sequence[Excerpt]) -> str:
    """A word that widens to everything (모든 휴가, 언제나) where no source has it."""
    there = solid("\n".join(source(excerpt) for excerpt in sources))
    return next((word.group() for word in _EVERYTHING.finditer(text) if solid(word.group()) not in there), "")


def _strange_period(text: str, sources: Sequence[Excerpt]) -> str:
    """A number counted by another period than the sources count it by: 월 60일 for 연 60일."""
    there = [(fact.key, _period(excerpt.chunk.text, fact)) for excerpt in sources for fact in facts(excerpt.chunk.text)]
    for fact in facts(text):
        said, known_ = _period(text, fact), {period for key, period in there if key == fact.key}
        if said and known_ and said not in known_ and "" not in known_:
            return f"{said} {text[fact.start : fact.end]}"
    return ""


def _period(text: str, fact: Fact) -> str:
    found = _PERIOD.search(text, max(0, fact.start - 8), fact.start)
    return found.group(1) if found else ""


def _added(question: str, text: str, sources: Sequence[Excerpt]) -> str:
    """A telling noun that neither the sources nor the question have: 유급, 가족, 급여 put in by the writer."""
    there = [wording(source(excerpt)) for excerpt in sources] + [wording(question)]
    about = topic(text)
    return next((noun for noun in (*about.focus, *about.must) if not any(one.says(noun) for one in there)), "")


def _same_stance(text: str, excerpt: Excerpt) -> bool:
    """Whether the part of the clause that carries the sentence ends in the same way, or a part that carries it nearly
    as well."""
    chunk = excerpt.chunk
    span = carrying_span(text, chunk)
    near = [(piece.start, piece.end) for piece in _near(pieces(chunk.text), span)] or [span]
    parts = [part for start, end in near for part in _JOINED.split(chunk.text[start:end]) if solid(part)]
    most = max((share(text, part) for part in parts), default=0.0)
    there = [stance(part) for part in parts if share(text, part) >= _AS_WELL * most]
    said = [stance(text[start:end]) for start, end in sentences(text) if not REPLY.fullmatch(text[start:end])]
    return all(any(not contradicts(one, other) for other in there) for one in said)


def _near(all_pieces: Sequence[Piece], span: tuple[int, int]) -> list[Piece]:
    """The sentences of the clause at `span`, and the line that leads it in."""
    clause = {piece.clause for piece in all_pieces if (piece.start, piece.end) == span}
    leads = {piece.lead for piece in all_pieces if piece.clause in clause and piece.lead is not None}
    return [piece for index, piece in enumerate(all_pieces) if piece.clause in clause or index in leads]


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
