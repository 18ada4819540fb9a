"""Calibration measures what it says on labelled questions, and refuses when it could not measure."""

from __future__ import annotations

import dataclasses
import datetime
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo import thresholds
from geungeo.errors import GeungeoError
from geungeo.golden import calibrate as module
from geungeo.golden import fusion
from geungeo.golden.calibrate import calibrate
from geungeo.golden.cases import CasesError, Gold, GoldenSet, load
from geungeo.golden.fusion import Candidates
from geungeo.korean.tokens import TOKENIZER
from geungeo.ports import Batch
from geungeo.search.evidence import select
from geungeo.search.query import understand
from geungeo.search.retrieve import retrieve
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.thresholds import DENSE, LEXICAL
from geungeo.workspace import Workspace
from store_samples import Directions, rule

CASES = Path(__file__).parents[2] / "cases" / "relevance.json"
DOCUMENT, CLAUSES = rule("국가공무원 복무규정")
TODAY = datetime.date(2026, 3, 2)
CANDIDATES, SLOTS = 12, 8


@pytest.fixture(scope="module")
def golden() -> GoldenSet:
    """The shipped questions that this one rule answers, and as many that nothing answers."""
    whole = load(CASES)
    own = [case for case in whole.cases if any(gold.doc == DOCUMENT.title for gold in case.gold)]
    others = [case for case in whole.cases if case.kind == "outside"]
    return GoldenSet("small-1", (*own[:14], *others[:14]))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> EmbeddedStore:
    store = EmbeddedStore(Workspace(tmp_path_factory.mktemp("calibrate")), Directions.model, Directions.dimension)
    store.apply(Batch(documents=(DOCUMENT,), chunks=CLAUSES))
    missing = store.missing_vectors()
    store.add_vectors([key for key, _ in missing], Directions().passages([text for _, text in missing]))
    return store


@pytest.fixture(scope="module")
def document(golden: GoldenSet, store: EmbeddedStore) -> dict[str, Any]:
    return calibrate(
        golden, store.snapshot(), Directions(), candidates=CANDIDATES, slots=SLOTS, measured_on="one rule", today=TODAY
    )


def test_the_document_says_what_it_was_measured_with_and_is_loaded(document: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "thresholds.json"
    thresholds.save(path, document)
    loaded = thresholds.load(path, TOKENIZER)
    assert loaded.document == json.loads(json.dumps(document))
    assert (loaded.embedding_model, document["golden_version"], document["calibrated_at"], document["measured_on"]) == (
        Directions.model, "small-1", "2026-03-02", "one rule",
    )  # fmt: skip
    assert loaded.relevance is not None
    assert 0.0 < loaded.relevance < 1.0
    assert set(loaded.fits) == {LEXICAL, DENSE}
    assert loaded.fusion[LEXICAL] == 1.0
    assert document["entries"]["groundedness"]["status"] == "uncalibrated"
    assert document["entries"]["groundedness"]["source"]


@pytest.mark.parametrize("way", ["with_vectors", "without_vectors"])
@pytest.mark.parametrize("half", ["fit", "report"])
def test_the_error_rates_are_those_that_asking_would_make(
    document: dict[str, Any], golden: GoldenSet, store: EmbeddedStore, way: str, half: str
) -> None:
    measured = thresholds.parse(document, TOKENIZER)
    assert measured.relevance is not None
    snapshot = store.snapshot()
    embedder = Directions() if way == "with_vectors" else None
    told = document["entries"]["relevance"]["errors"][way][half]
    scores: dict[bool, list[float]] = {True: [], False: []}
    for case in (case for case in golden.cases if case.half == half):
        hits = retrieve(understand(case.q), snapshot, embedder, measured, CANDIDATES)
        top = select(hits, snapshot.chunks, SLOTS).top_score
        scores[case.answerable].append(top)
    assert (told["n_answerable"], told["n_unanswerable"]) == (len(scores[True]), len(scores[False]))
    refused = sum(top < measured.relevance for top in scores[True]) / len(scores[True])
    passed = sum(top >= measured.relevance for top in scores[False]) / len(scores[False])
    assert told["answerable_refused"] == pytest.approx(refused, abs=1e-4)
    assert told["unanswerable_passed"] == pytest.approx(passed, abs=1e-4)


def test_measuring_twice_gives_the_same(document: dict[str, Any], golden: GoldenSet, store: EmbeddedStore) -> None:
    turned = GoldenSet(golden.version, golden.cases[::-1])
    again = calibrate(
        turned, store.snapshot(), Directions(), candidates=CANDIDATES, slots=SLOTS, measured_on="one rule", today=TODAY
    )
    assert again["entries"]["fusion"] == document["entries"]["fusion"]
    assert again["entries"]["relevance"]["errors"] == document["entries"]["relevance"]["errors"]
    assert again["entries"]["relevance"]["value"] == pytest.approx(document["entries"]["relevance"]["value"], abs=1e-3)


def test_the_two_halves_are_never_mixed(document: dict[str, Any], golden: GoldenSet, store: EmbeddedStore) -> None:
    """What is chosen does not change with the questions that only report."""
    cut = GoldenSet(golden.version, tuple(
        dataclasses.replace(case, q="관계없는 질문") if case.half == "report" and not case.answerable else case
        for case in golden.cases
    ))  # fmt: skip
    other = calibrate(
        cut, store.snapshot(), Directions(), candidates=CANDIDATES, slots=SLOTS, measured_on="one rule", today=TODAY
    )
    for name in ("value", "fits"):
        assert other["entries"]["relevance"][name] == document["entries"]["relevance"][name]
    assert other["entries"]["fusion"]["value"] == document["entries"]["fusion"]["value"]


def test_other_kinds_of_questions_have_a_say_in_the_order_alone(golden: GoldenSet, store: EmbeddedStore) -> None:
    """A kind that words alone answer and meaning misleads keeps meaning small; the kinds count alike."""
    ids = [f"{n:02}" for n in range(12)]
    plain = {"focus": 0.0, "fact": 0.0, "matched": 0.0, "article": 0.0, "other": 0.0, "supplement": 0.0}
    by_words = Candidates(
        lexical={i: 12.0 - n for n, i in enumerate(ids)},
        similarity={i: n / 100 for n, i in enumerate(ids)},
        features=dict.fromkeys(ids, plain),
        barred=frozenset(),
        gold=frozenset(ids[:1]),
        spoken=1.0,
    )
    by_meaning = dataclasses.replace(by_words, lexical={"00": 1.0}, gold=frozenset(ids[-1:]), spoken=0.0)
    chosen = fusion.choose([[by_words], [by_meaning]])
    for item in (by_words, by_meaning):
        assert item.order(chosen, {})[0] in item.gold
    assert fusion.choose([[by_words]]) == {"lexical": 1.0, "dense": 0.0, "unspoken": 0.0, "bearing": 0.0}


def test_progress_counts_the_questions(golden: GoldenSet, store: EmbeddedStore) -> None:
    few = GoldenSet("few", (*golden.cases[:4], *golden.cases[-4:]))
    told: list[tuple[str, int, int]] = []
    calibrate(few, store.snapshot(), Directions(), candidates=5, slots=SLOTS, measured_on="", today=TODAY,
              progress=lambda *step: told.append(step))  # fmt: skip
    assert told == [("calibrating", done, 8) for done in range(1, 9)]


def test_missing_vectors_are_refused(golden: GoldenSet, tmp_path: Path) -> None:
    store = EmbeddedStore(Workspace(tmp_path), Directions.model, Directions.dimension)
    store.apply(Batch(documents=(DOCUMENT,), chunks=CLAUSES[:5]))
    with pytest.raises(GeungeoError, match="벡터"):
        calibrate(golden, store.snapshot(), Directions(), candidates=5, slots=SLOTS, measured_on="", today=TODAY)


def test_a_gold_clause_that_is_not_in_the_corpus_is_named(golden: GoldenSet, store: EmbeddedStore) -> None:
    case = dataclasses.replace(golden.cases[0], gold=(Gold("없는 규정", "1", None),))
    with pytest.raises(GeungeoError, match=case.id):
        calibrate(GoldenSet("x", (case, *golden.cases[1:])), store.snapshot(), Directions(), candidates=5, slots=SLOTS,
                  measured_on="", today=TODAY)  # fmt: skip


SCORES = st.lists(st.tuples(st.floats(0.0, 1.0), st.booleans()), min_size=4, max_size=30).filter(
    lambda rows: len({yes for _, yes in rows}) == 2 and len({score for score, _ in rows}) > 1
)


@given(scores=SCORES, cut=st.floats(0.0, 1.0))
def test_error_rates_against_counting(scores: list[tuple[float, bool]], cut: float) -> None:
    told = module._errors(scores, cut)
    refused = [score for score, yes in scores if yes and score < cut]
    passed = [score for score, yes in scores if not yes and score >= cut]
    assert told["answerable_refused"] == pytest.approx(len(refused) / sum(yes for _, yes in scores), abs=1e-4)
    assert told["unanswerable_passed"] == pytest.approx(len(passed) / sum(not yes for _, yes in scores), abs=1e-4)


def test_the_cut_parts_what_can_be_parted() -> None:
    scores = [(0.1, False), (0.2, False), (0.3, False), (0.7, True), (0.8, True)]
    cut = module._choose_threshold(scores)
    assert 0.3 < cut < 0.7
    told = module._errors(scores, cut)
    assert (told["answerable_refused"], told["unanswerable_passed"]) == (0.0, 0.0)


# --- The file of cases --------------------------------------------------------------------------------------

ROW = {"id": "a-1", "q": "병가는?", "kind": "answerable", "half": "fit", "gold": [{"doc": "규정", "article": "18"}]}


def written(folder: Path, content: Any) -> Path:
    path = folder / "cases.json"
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return path


def test_a_case_is_read_whole(tmp_path: Path) -> None:
    (case,) = load(written(tmp_path, {"version": "v", "cases": [ROW]})).cases
    assert case.answerable
    assert case.gold == (Gold("규정", "18", None),)
    clause = dataclasses.replace(CLAUSES[0], doc="규정", article="18")
    assert case.gold[0].matches(clause)
    assert not case.gold[0].matches(dataclasses.replace(clause, part="부칙"))
    assert not case.gold[0].matches(dataclasses.replace(clause, article="18의2"))
    assert not Gold("규정", "18", "1").matches(dataclasses.replace(clause, clause="2"))
    assert Gold("규정", "18", "1").matches(clause)


@pytest.mark.parametrize(
    "content",
    [
        [],
        {"cases": []},
        {"version": "v", "cases": ["a"]},
        {"version": "v", "cases": 5},
        {"version": "v", "cases": [ROW | {"kind": "perhaps"}]},
        {"version": "v", "cases": [ROW | {"half": "both"}]},
        {"version": "v", "cases": [ROW | {"gold": []}]},
        {"version": "v", "cases": [ROW | {"kind": "outside"}]},
        {"version": "v", "cases": [ROW | {"q": None}]},
        {"version": "v", "cases": [ROW | {"gold": [{"article": "1"}]}]},
    ],
)
def test_a_torn_file_of_cases_is_named(tmp_path: Path, content: Any) -> None:
    with pytest.raises(CasesError, match=r"cases\.json"):
        load(written(tmp_path, content))
    with pytest.raises(CasesError, match=r"gone\.json"):
        load(tmp_path / "gone.json")
