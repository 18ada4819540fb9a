"""Baking: round after round, clauses are asked until nothing new comes, the corpus is covered, or the budget is spent.

Each call is noted before it is made and its result after it. A run that was killed goes on in the same round: with the
same clauses, what was noted is not asked again, and a call in flight counts as spent and is made once more.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, Protocol

from geungeo.bake.barren import Reason, barren
from geungeo.bake.propose import Candidate, Proposed, grounded, types_of
from geungeo.bake.similar import Alike
from geungeo.bake.state import Round, Spent, State, state_from
from geungeo.decisions import now
from geungeo.ports import PairStore
from geungeo.records import Chunk, QAPair, QuestionType

Stop = Literal["saturated", "dry", "none", "budget", "rounds"]
_EMPTY_TWICE, _REJECTED_TWICE = 2, 2


class Generator(Protocol):
    """Asks one clause. `name` goes into every row as gen_model."""

    @property
    def name(self) -> str: ...
    def propose(self, chunk: Chunk, types: Sequence[QuestionType]) -> Proposed: ...


class Notes(Protocol):
    """The run's memory on disk; what a call returned from has reached it."""

    def load(self) -> Mapping[str, Any]:
        """The state as last saved; {} at first."""
        ...

    def save(self, state: Mapping[str, Any]) -> None:
        """Replace the state as a whole; the notes of the round that it closes go."""
        ...

    def begun(self) -> Mapping[str, Any] | None:
        """What `begin` noted of a round that no `save` closed."""
        ...

    def begin(self, row: Mapping[str, Any]) -> None: ...
    def sent(self, chunk_id: str, seconds: float) -> None: ...
    def got(self, chunk_id: str, result: Mapping[str, Any]) -> None: ...

    def calls(self) -> tuple[int, float, Mapping[str, Mapping[str, Any]]]:
        """Of the open round: calls sent, seconds spent at the last of them, results by clause."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """Settings bake.*, and the budget of one run: None is no limit. patience: rounds; novelty, coverage: in [0, 1]."""

    chunks: int = 200
    coverage: float = 0.95
    novelty: float = 0.1
    patience: int = 3
    dry: int = 6
    calls: int | None = None
    tokens: int | None = None
    minutes: float | None = None
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class Baked:
    """Outcome of a run. spent: of limits.calls, tokens, minutes the one that ran out, as (what, spent, limit)."""

    stop: Stop
    rounds: Sequence[Round]
    barren: Mapping[str, Reason]
    state: State
    spent: tuple[str, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Bakery:
    """What a run needs. undone: ids of clauses that an operator says are not barren."""

    chunks: Mapping[str, Chunk]
    store: PairStore
    notes: Notes
    generator: Generator
    limits: Limits
    undone: Set[str] = frozenset()
    embedding_model: str = "none"
    clock: Callable[[], float] = time.monotonic


def bake(bakery: Bakery, told: Callable[[Round], None] = lambda one: None) -> Baked:
    """Rounds until a reason to stop; `told` of each when it is committed. Holds the store's lock. Raises WorkspaceLocked."""
    with bakery.store.writing("bake"):
        state = state_from(bakery.notes.load())
        clock, begin = bakery.clock, bakery.clock() - state.spent.seconds
        done: list[Round] = []
        while True:
            left_out = barren_now(bakery, state)
            if stop := _stop(bakery, state, left_out, done):
                return _closed(bakery, state, stop, done, left_out)
            one, spent = _round(bakery, state, left_out, lambda: clock() - begin)
            if one is not None:
                done.append(one)
                told(one)
            if spent:
                return _closed(bakery, state, "budget", done, left_out, spent)


def barren_now(bakery: Bakery, state: State) -> dict[str, Reason]:
    """Clauses that are left out, with why: by their form, or by what asking them brought."""
    found: dict[str, Reason] = {}
    for chunk in bakery.chunks.values():
        if chunk.chunk_id in bakery.undone:
            continue
        visit = state.visits.get(chunk.chunk_id)
        known = visit is not None and visit.hash == chunk.content_hash
        reason = barren(chunk)
        if not reason and known and visit is not None:
            reason = "gate" if visit.rejected >= _REJECTED_TWICE else "empty" if visit.empty >= _EMPTY_TWICE else ""
        if reason:
            found[chunk.chunk_id] = reason
    return found


def covered(chunks: Mapping[str, Chunk], pairs: Mapping[str, QAPair], verified: bool = False) -> set[str]:
    """Clauses with a pending or verified pair of their text as it is now; verified: with a verified one only."""
    return {
        pair.chunk_id
        for pair in pairs.values()
        if (pair.verified is True if verified else pair.covers)
        and (chunk := chunks.get(pair.chunk_id))
        and chunk.content_hash == pair.evidence[0].content_hash
    }


def _stop(bakery: Bakery, state: State, left_out: Mapping[str, Reason], done: Sequence[Round]) -> Stop | None:
    limits, rounds = bakery.limits, state.rounds
    if len(left_out) == len(bakery.chunks):
        return "none"
    if bakery.notes.begun() is not None:
        return None
    if limits.rounds is not None and len(done) >= limits.rounds:
        return "rounds"
    lately, long = rounds[-limits.patience :], rounds[-limits.dry :]
    if len(lately) == limits.patience and all(
        one.coverage >= limits.coverage and one.novelty < limits.novelty for one in lately
    ):
        # What changed since then is asked before that counts.
        ids = set(bakery.chunks) - set(left_out)
        share = len(covered(bakery.chunks, bakery.store.pairs()) & ids) / len(ids)
        if share >= limits.coverage:
            return "saturated"
    return "dry" if len(long) == limits.dry and not any(one.fresh for one in long) and done else None


def _closed(
    bakery: Bakery,
    state: State,
    stop: Stop,
    done: Sequence[Round],
    left_out: Mapping[str, Reason],
    spent: tuple[str, float, float] | None = None,
) -> Baked:
    state.spent, state.stopped = Spent(), stop
    bakery.notes.save(state.to_json())
    return Baked(stop, done, left_out, state, spent)


def _round(
    bakery: Bakery, state: State, left_out: Mapping[str, Reason], elapsed: Callable[[], float]
) -> tuple[Round | None, tuple[str, float, float] | None]:
    """One round, committed; and the limit that was reached in it."""
    begun = bakery.notes.begun()
    if begun is None:
        pairs = bakery.store.pairs()
        begun = {"known": len(pairs), "chunks": _picked(bakery, state, left_out, pairs)}
        bakery.notes.begin(begun)
    chunks = [bakery.chunks[chunk_id] for chunk_id in begun["chunks"] if chunk_id in bakery.chunks]
    answers, spent = _asked(bakery, state, chunks, elapsed)
    if not answers and spent:
        return None, spent
    earlier = list(bakery.store.pairs().values())[: begun["known"]]
    fresh, one = _sifted(bakery, state, answers, earlier)
    bakery.store.put([pair for pair in fresh if pair.id not in bakery.store.pairs()])
    one = replace(one, **_shares(bakery, barren_now(bakery, state)))
    state.rounds.append(one)
    bakery.notes.save(state.to_json())
    return one, spent


def _picked(bakery: Bakery, state: State, left_out: Mapping[str, Reason], pairs: Mapping[str, QAPair]) -> list[str]:
    """Those without a pending or verified pair first, refused ones at their head; then the least visited."""
    have, refused = covered(bakery.chunks, pairs), _refused(bakery, state, pairs)
    effective = [chunk_id for chunk_id in bakery.chunks if chunk_id not in left_out]

    def order(chunk_id: str) -> tuple[bool, bool, int]:
        visit = state.visits.get(chunk_id)
        return chunk_id in have, chunk_id not in refused, visit.times if visit else 0

    return sorted(effective, key=order)[: bakery.limits.chunks]


def _refused(bakery: Bakery, state: State, pairs: Mapping[str, QAPair]) -> set[str]:
    """Clauses of which every pair was rejected; each time that more of them were is counted."""
    of: dict[str, list[QAPair]] = {}
    for pair in pairs.values():
        of.setdefault(pair.chunk_id, []).append(pair)
    found = set()
    for chunk_id, theirs in of.items():
        if chunk_id in bakery.chunks and all(pair.status == "rejected" for pair in theirs):
            found.add(chunk_id)
            visit = state.visit(chunk_id, bakery.chunks[chunk_id].content_hash)
            if visit.judged < len(theirs):
                visit.judged, visit.rejected = len(theirs), visit.rejected + 1
    return found


def _asked(
    bakery: Bakery, state: State, chunks: Sequence[Chunk], elapsed: Callable[[], float]
) -> tuple[list[tuple[Chunk, Proposed]], tuple[str, float, float] | None]:
    """What each clause gave, as far as the budget goes. Adds to state.spent what the round costs."""
    sent, seconds, results = bakery.notes.calls()
    tokens = sum(int(result["tokens"]) for result in results.values())
    earlier = Spent(state.spent.calls, state.spent.tokens, max(state.spent.seconds, seconds))
    lost = max(0.0, earlier.seconds - elapsed())
    answers: list[tuple[Chunk, Proposed]] = []
    ran_out = None
    for chunk in chunks:
        proposed = _proposed(results[chunk.chunk_id]) if chunk.chunk_id in results else None
        if proposed is None:
            spent = Spent(earlier.calls + sent, earlier.tokens + tokens, elapsed() + lost)
            if ran_out := _ran_out(bakery.limits, spent):
                break
            visit = state.visit(chunk.chunk_id, chunk.content_hash)
            bakery.notes.sent(chunk.chunk_id, spent.seconds)
            sent += 1
            proposed = bakery.generator.propose(chunk, types_of(visit.times))
            tokens += proposed.tokens
            bakery.notes.got(chunk.chunk_id, asdict(proposed))
        answers.append((chunk, proposed))
    state.spent = Spent(earlier.calls + sent, earlier.tokens + tokens, elapsed() + lost)
    return answers, ran_out


def _ran_out(limits: Limits, spent: Spent) -> tuple[str, float, float] | None:
    for what, used, limit in (
        ("calls", spent.calls, limits.calls),
        ("tokens", spent.tokens, limits.tokens),
        ("minutes", spent.seconds / 60, limits.minutes),
    ):
        if limit is not None and used >= limit:
            return what, used, limit
    return None


def _proposed(row: Mapping[str, Any]) -> Proposed:
    candidates = tuple(Candidate(**{**one, "paraphrases": tuple(one["paraphrases"])}) for one in row["candidates"])
    return Proposed(candidates, int(row["tokens"]), Counter(row["dropped"]))


def _sifted(
    bakery: Bakery, state: State, answers: Sequence[tuple[Chunk, Proposed]], earlier: Sequence[QAPair]
) -> tuple[list[QAPair], Round]:
    """The new ones among the candidates, and the round's line without its shares. Questions are one only inside one
    document: the same words ask another document for another answer."""
    owner = {chunk.chunk_id: chunk.key for chunk in bakery.chunks.values()}
    alike = Alike((pair.id, owner.get(pair.chunk_id, ""), pair.q) for pair in _live(earlier, bakery.chunks))
    fresh: list[QAPair] = []
    dropped: Counter[str] = Counter()
    asked, at = 0, now()
    for chunk, proposed in answers:
        asked += len(proposed.candidates)
        dropped.update(proposed.dropped)
        good = 0
        for candidate in proposed.candidates:
            pair = grounded(chunk, candidate, bakery.generator.name, bakery.embedding_model, at)
            if isinstance(pair, str):
                dropped[pair] += 1
                continue
            good += 1
            same = alike.same(chunk.key, pair.q)
            state.seen[same or pair.id] = state.seen.get(same or pair.id, 0) + 1
            if same is None:
                alike.add(pair.id, chunk.key, pair.q)
                fresh.append(pair)
        visit = state.visit(chunk.chunk_id, chunk.content_hash)
        visit.times, visit.empty = visit.times + 1, 0 if good else visit.empty + 1
    novelty = len(fresh) / asked if asked else 0.0
    line = Round(len(state.rounds) + 1, len(answers), asked, len(fresh), novelty, 0.0, 0.0, 0, dict(dropped))
    return fresh, line


def _live(pairs: Sequence[QAPair], chunks: Mapping[str, Chunk]) -> Iterator[QAPair]:
    """Pairs of clauses as they stand now; what was rejected may be asked again."""
    for pair in pairs:
        chunk = chunks.get(pair.chunk_id)
        if chunk and chunk.content_hash == pair.evidence[0].content_hash and pair.status != "rejected":
            yield pair


def _shares(bakery: Bakery, left_out: Mapping[str, Reason]) -> dict[str, Any]:
    effective, pairs = set(bakery.chunks) - set(left_out), bakery.store.pairs()
    whole = len(effective) or 1
    return {
        "coverage": len(covered(bakery.chunks, pairs) & effective) / whole,
        "verified": len(covered(bakery.chunks, pairs, verified=True) & effective) / whole,
        "barren": len(left_out),
    }
