"""Which candidates the writer may see, and why each other one may not. Every decision is a ledger row.

Scores are never changed. Rules sit on top of the fused order, a function each, and settings (`slots.*`) switch each off;
with all of them off the first candidates take the slots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType

from geungeo import messages
from geungeo.corpus.sketch import RUN
from geungeo.korean.normalize import squeeze
from geungeo.korean.numbers import known
from geungeo.korean.overlap import solid
from geungeo.records import Chunk, Evidence, Excerpt, Hit
from geungeo.search.links import Places, links
from geungeo.search.wanted import PLAIN, Wanted

# Findable and shown, never a ground: what is no text, or no text of a rule in force.
_NEVER = frozenset({"garbled", "comparison"})
# Dropped while anything else is there. Boilerplate may be all that a document says on a matter.
_FILLER = frozenset({"toc", "cover", "form", "header", "index", "template"})
_SHOWN = 160
_SHARING = 4  # documents beside the first that one slot cites for one text, at most


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings `slots.*`, by their names; 0 or False is off. similarity, contents: in [0, 1]."""

    candidates: int = 0
    drop_filler: bool = True
    contents: float = 0.2
    copies: bool = True
    per_document: int = 0
    similarity: float = 0.0
    share: bool = False
    fallback: bool = False
    linked: int = 0
    linked_each: int = 0


BARE = Rules()
OFF = Rules(drop_filler=False, copies=False)
NO_COPIES: Mapping[str, str] = MappingProxyType({})
NO_OWN: Mapping[str, Rules] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Selected:
    """`excerpts` numbered from 1 in order; `ledger` holds every candidate in the order of the fused score.

    top_score: highest relevance in [0, 1] among the excerpts that were found for themselves; 0 without any. Below the
    threshold nothing is written. fell_back: every candidate fell, and the first ones came back.
    """

    excerpts: tuple[Excerpt, ...]
    ledger: tuple[Evidence, ...]
    top_score: float
    fell_back: bool = False


NOTHING = Selected((), (), 0.0)


def nothing_drafted(chunk: Chunk) -> bool:
    """No AI draft may be a ground."""
    return False


@dataclass(slots=True)
class _Candidate:
    """why: of a dropped one. note: what is said of one that is kept. first: the one whose slot it shares."""

    hit: Hit
    chunk: Chunk
    rules: Rules  # of its collection
    why: str = ""
    note: str = ""
    first: _Candidate | None = None
    number: int | None = None

    @property
    def asked(self) -> bool:
        """Whether the question names this very article."""
        return self.hit.features.get("article", 0.0) > 0.0


def select(
    hits: Sequence[Hit],
    chunks: Mapping[str, Chunk],
    slots: int,
    rules: Rules = BARE,
    wanted: Wanted = PLAIN,
    copies: Mapping[str, str] = NO_COPIES,
    allowed: Callable[[Chunk], bool] = nothing_drafted,
    relevant: float | None = None,
    own: Mapping[str, Rules] = NO_OWN,
    places: Places | None = None,
) -> Selected:
    """At most `slots` candidates that can be grounds, best first; behind them what they refer to, by `places`.

    copies: key of a document that is a copy -> the title of the one that speaks for it. allowed: of AI drafts, those that may. relevant: the threshold of
    relevance, from which another document's candidate is worth a slot; None where it is not measured. own: key of a
    document -> the rules of its collection where they are others.
    """
    found = [_Candidate(hit, chunk, own.get(chunk.key, rules)) for hit in hits for chunk in (chunks[hit.chunk_id],)]
    _drop_what_never_grounds(found, allowed)
    _drop_copies(found, rules, copies)
    _drop_fillers(found, wanted, slots)
    fell_back = rules.fallback and not any(_open(found)) and _take_back(found)
    _drop_far(found, rules, slots)
    _drop_near_copies(found, copies)
    _share_equal(found, rules, wanted)
    _number(found, _filled(list(_open(found)), slots, wanted, relevant))
    excerpts = tuple(_excerpts(found))
    top_score = max((one.hit.relevance for one in found if one.number and not one.first), default=0.0)
    selected = Selected(excerpts, tuple(_row(one, slots) for one in found), top_score, fell_back)
    return _with_links(selected, chunks, places, rules, allowed) if places else selected


def barred(chunk: Chunk, allowed: Callable[[Chunk], bool] = nothing_drafted) -> str:
    """Why this chunk can be no ground where anything else is there; empty when it can."""
    return _never(chunk, allowed) or _flagged(chunk, _FILLER)


def _never(chunk: Chunk, allowed: Callable[[Chunk], bool]) -> str:
    if chunk.part == "해설":
        return messages.DROPPED_COMMENTARY
    if chunk.origin == "ai-draft" and not allowed(chunk):
        return messages.DROPPED_DRAFT
    return _flagged(chunk, _NEVER)


def _kinds(chunk: Chunk) -> list[str]:
    return [flag.partition(":")[0] for flag in chunk.flags]


def _flagged(chunk: Chunk, barring: frozenset[str]) -> str:
    kind = next((kind for kind in _kinds(chunk) if kind in barring), None)
    return messages.DROPPED_FLAG.format(flag=messages.FLAGS[kind]) if kind else ""


def _open(found: Sequence[_Candidate]) -> Iterator[_Candidate]:
    """Those that still may take a slot."""
    return (one for one in found if not one.why and one.first is None)


# --- The rules, in their order ----------------------------------------------------------------------------------


def _drop_what_never_grounds(found: Sequence[_Candidate], allowed: Callable[[Chunk], bool]) -> None:
    for one in found:
        one.why = _never(one.chunk, allowed)


def _drop_copies(found: Sequence[_Candidate], rules: Rules, copies: Mapping[str, str]) -> None:
    """What a newer copy speaks for: it may say what holds no more, so it never comes back."""
    for one in _open(found):
        if rules.copies and one.chunk.key in copies:
            one.why = messages.DROPPED_COPY.format(title=copies[one.chunk.key])


def _drop_fillers(found: Sequence[_Candidate], wanted: Wanted, slots: int) -> None:
    """Contents, covers and blank forms; a question for how a document is made up keeps its contents, in some slots."""
    kept = 0
    for one in _open(found):
        filler = _flagged(one.chunk, _FILLER)
        if not filler or not one.rules.drop_filler:
            continue
        if wanted.structure and "toc" in _kinds(one.chunk) and kept < max(1, round(one.rules.contents * slots)):
            kept += 1
            one.note = messages.KEPT_CONTENTS
        else:
            one.why = filler


def _take_back(found: Sequence[_Candidate]) -> bool:
    """Everything fell: what is only filler comes back. True when there was any."""
    back = [one for one in found if one.why and one.why == _flagged(one.chunk, _FILLER)]
    for one in back:
        one.why, one.note = "", messages.KEPT_FELL_BACK
    return bool(back)


def _drop_far(found: Sequence[_Candidate], rules: Rules, slots: int) -> None:
    """Only the first `candidates` for each slot are compared; an article that the question names always is."""
    most = rules.candidates * slots
    for one in list(_open(found))[most:] if most else ():
        if not one.asked:
            one.why = messages.DROPPED_FAR.format(most=most)


def _drop_near_copies(found: Sequence[_Candidate], copies: Mapping[str, str]) -> None:
    """Of two passages of one document, or of copies of one, that say nearly the same under one title and state the same
    numbers, the first stays."""
    said: dict[str, _Said] = {}
    seen: list[_Candidate] = []
    for one in list(_open(found)):
        same = (other for other in seen if _one_document(one.chunk, other.chunk, copies))
        like = next((other for other in same if _near(one, other, said)), None)
        if like is None:
            seen.append(one)
        else:
            one.why = messages.DROPPED_NEAR.format(label=like.chunk.label)


def _one_document(one: Chunk, other: Chunk, copies: Mapping[str, str]) -> bool:
    if one.doc_id == other.doc_id:
        return True
    spoken = {copies.get(one.key, ""), copies.get(other.key, "")} - {""}
    return len(spoken) == 1 and spoken == {copies.get(each.key, each.doc) for each in (one, other)}


@dataclass(frozen=True, slots=True)
class _Said:
    """numbers: as korean.numbers.known. runs: every run of RUN letters."""

    numbers: frozenset[object]
    runs: frozenset[str]


def _near(one: _Candidate, other: _Candidate, said: dict[str, _Said]) -> bool:
    """Whether the later `one` adds nothing to `other`. Numbers are compared apart, and first: one figure is a small part
    of a long text, and all of the answer. Exact shares of runs (Broder 1997), which cost less here than sketches."""
    least = one.rules.similarity
    if not least or one.chunk.article_title != other.chunk.article_title:
        return False
    for chunk in (one.chunk, other.chunk):
        if chunk.chunk_id not in said:
            said[chunk.chunk_id] = _said(chunk.text)
    new, old = said[one.chunk.chunk_id], said[other.chunk.chunk_id]
    if not new.numbers <= old.numbers:
        return False
    both = len(new.runs & old.runs)
    return both > 0 and both >= least * (len(new.runs) + len(old.runs) - both)


def _said(text: str) -> _Said:
    letters = solid(text)
    runs = frozenset(letters[at : at + RUN] for at in range(max(1, len(letters) - RUN + 1)))
    return _Said(frozenset(known(text)), runs)


def _share_equal(found: Sequence[_Candidate], rules: Rules, wanted: Wanted) -> None:
    """Two documents that say the same in the same words share a slot, but for one that the question names."""
    first: dict[tuple[str, str], _Candidate] = {}
    sharing: Counter[str] = Counter()
    for one in list(_open(found)) if rules.share else ():
        words = solid(one.chunk.text), solid(one.chunk.article_title or "")
        other = first.setdefault(words, one)
        if not words[0] or other is one or one.chunk.doc_id in wanted.documents | {other.chunk.doc_id}:
            continue
        sharing[other.chunk.chunk_id] += 1
        if sharing[other.chunk.chunk_id] > _SHARING:
            one.why = messages.DROPPED_SHARED.format(label=other.chunk.label)
        else:
            one.first = other


def _filled(open_: list[_Candidate], slots: int, wanted: Wanted, relevant: float | None) -> list[_Candidate]:
    """The first candidates; where a document has more than its share of them, its last ones give way to the best of
    other documents, as long as those are relevant."""
    chosen = open_[:slots]
    if relevant is None or len(wanted.documents) == 1:
        return chosen
    held = Counter(one.chunk.doc_id for one in chosen)
    for better in open_[slots:]:
        cap = better.rules.per_document
        if better.hit.relevance < relevant or (cap and held[better.chunk.doc_id] >= cap):
            continue
        giving = next((one for one in reversed(chosen) if _too_many(one, held)), None)
        if giving is None:
            break
        chosen.remove(giving)
        held[giving.chunk.doc_id] -= 1
        giving.why = messages.DROPPED_CAP.format(title=giving.chunk.doc, most=giving.rules.per_document)
        chosen.append(better)
        held[better.chunk.doc_id] += 1
        better.note = messages.KEPT_REFILL
    return chosen


def _too_many(one: _Candidate, held: Counter[str]) -> bool:
    return 0 < one.rules.per_document < held[one.chunk.doc_id] and not one.asked


# --- What comes of them -----------------------------------------------------------------------------------------


def _number(found: Sequence[_Candidate], chosen: Sequence[_Candidate]) -> None:
    """From 1, in the fused order; whoever shares a slot has its number."""
    there = {one.chunk.chunk_id for one in chosen}
    for number, one in enumerate((one for one in found if one.chunk.chunk_id in there), start=1):
        one.number = number
    for one in found:
        one.number = one.first.number if one.first else one.number


def _excerpts(found: Sequence[_Candidate]) -> Iterator[Excerpt]:
    for one in found:
        if one.number and not one.first:
            yield Excerpt(one.number, one.chunk, also=tuple(each.chunk for each in found if each.first is one))


def _row(one: _Candidate, slots: int) -> Evidence:
    why = one.why
    if not why and one.number is None:
        why = messages.DROPPED_NO_SLOT.format(slots=slots)
    elif one.first and one.number:
        why = messages.KEPT_SHARED.format(label=one.first.chunk.label, number=one.number)
    return evidence(
        one.hit,
        one.chunk,
        one.number,
        why or one.note or (messages.KEPT if one.chunk.origin == "human" else messages.KEPT_DRAFT),
    )


def evidence(hit: Hit, chunk: Chunk, number: int | None, why: str, of: int | None = None) -> Evidence:
    return Evidence(
        chunk_id=hit.chunk_id,
        label=chunk.label,
        kept=number is not None,
        why=why,
        number=number,
        lexical=hit.lexical,
        similarity=hit.similarity,
        fused=hit.fused,
        relevance=hit.relevance,
        features=hit.features,
        excerpt=squeeze(chunk.text)[:_SHOWN],
        of=of,
    )


def _with_links(
    selected: Selected, chunks: Mapping[str, Chunk], places: Places, rules: Rules, allowed: Callable[[Chunk], bool]
) -> Selected:
    """What the excerpts refer to comes behind them and takes no slot; each has a ledger row of its own."""
    excerpts, ledger = list(selected.excerpts), {row.chunk_id: row for row in selected.ledger}
    there = {row.chunk_id for row in selected.ledger if row.kept}
    for excerpt in selected.excerpts:
        room = min(rules.linked_each, len(selected.excerpts) + rules.linked - len(excerpts))
        if room <= 0:
            continue
        of_this = (link for link in links(excerpt.chunk, chunks, places) if not barred(link.chunk, allowed))
        fresh = (link for link in of_this if link.chunk.chunk_id not in there)
        for link in list(islice(fresh, room)):
            number = len(excerpts) + 1
            there.add(link.chunk.chunk_id)
            excerpts.append(Excerpt(number, link.chunk, of=excerpt.number, link=link.kind, at=link.at))
            why = messages.KEPT_LINKED[link.kind].format(label=excerpt.chunk.label, said=link.said)
            row = ledger.get(link.chunk.chunk_id) or evidence(Hit(link.chunk.chunk_id), link.chunk, None, "")
            ledger[link.chunk.chunk_id] = replace(row, kept=True, why=why, number=number, of=excerpt.number)
    return replace(selected, excerpts=tuple(excerpts), ledger=tuple(ledger.values()))
