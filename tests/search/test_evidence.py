"""Which candidates take the slots: rules on top of the fused order, each of which can be switched off."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo import messages
from geungeo.records import Chunk, Hit
from geungeo.search.evidence import OFF, Rules, Selected, select
from geungeo.search.wanted import PLAIN, Wanted, wanted

ALL = Rules(candidates=6, per_document=3, similarity=0.9, share=True, fallback=True)
TEXT = "직원이 질병으로 직무를 수행할 수 없을 때에는 연 {days}일의 범위에서 병가를 허가할 수 있다. 진단서를 내야 한다."


def chunk(name: str, doc: str = "복무규정", text: str = "", **parts: object) -> Chunk:
    base = Chunk(
        chunk_id=name,
        content_hash="",
        doc_id=doc,
        doc=doc,
        path=(),
        label=f"{doc} {name}",
        article=None,
        article_title=None,
        clause=None,
        part="본칙",
        revised_at=None,
        effective_at=None,
        lang="ko",
        text=text or f"{doc}의 {name}에서 정하는 바에 따른다.",
        start=0,
        end=0,
        source=doc,
    )
    return replace(base, **parts)  # type: ignore[arg-type]


def chosen(
    chunks: list[Chunk], slots: int = 8, rules: Rules = ALL, asked: Wanted = PLAIN, relevance: float = 0.9
) -> Selected:
    hits = [Hit(one.chunk_id, fused=1 / (at + 1), relevance=relevance) for at, one in enumerate(chunks)]
    return select(hits, {one.chunk_id: one for one in chunks}, slots, rules, asked, relevant=0.5)


def names(selected: Selected) -> list[str]:
    return [excerpt.chunk.chunk_id for excerpt in selected.excerpts]


def why(selected: Selected, name: str) -> str:
    return next(row.why for row in selected.ledger if row.chunk_id == name)


FIVE = [chunk(f"가{n}", "가") for n in range(5)]
OTHERS = [chunk(f"나{n}", "나") for n in range(2)]


def test_one_document_does_not_take_every_slot_while_another_has_something_relevant() -> None:
    selected = chosen([*FIVE, *OTHERS], slots=5)
    assert names(selected) == ["가0", "가1", "가2", "나0", "나1"]
    assert why(selected, "가4") == messages.DROPPED_CAP.format(title="가", most=3)
    assert why(selected, "나0") == messages.KEPT_REFILL
    assert names(chosen([*FIVE, *OTHERS], slots=5, rules=replace(ALL, per_document=0))) == [f"가{n}" for n in range(5)]


def test_the_cap_gives_way_where_other_documents_have_nothing_relevant() -> None:
    assert names(chosen([*FIVE, *OTHERS], slots=5, relevance=0.3)) == [f"가{n}" for n in range(5)]
    assert names(chosen(FIVE, slots=5)) == [f"가{n}" for n in range(5)]
    one_other = chosen([*FIVE, OTHERS[0]], slots=5)
    assert names(one_other) == ["가0", "가1", "가2", "가3", "나0"]


def test_a_question_about_one_named_document_lifts_the_cap() -> None:
    asked = wanted("가 규정에서", [*FIVE, *OTHERS])
    assert not asked.documents  # a title of one letter is no name
    titled = [replace(one, doc="여비 규정") for one in FIVE]
    asked = wanted("여비규정에서 숙박비는?", [*titled, *OTHERS])
    assert asked.documents == {"가"}
    assert names(chosen([*titled, *OTHERS], slots=5, asked=asked)) == [f"가{n}" for n in range(5)]


def test_a_longer_title_names_its_own_document_only() -> None:
    act, decree = chunk("1", "근로기준법", doc_id="act"), chunk("2", "근로기준법 시행령", doc_id="decree")
    assert wanted("근로기준법 시행령에서 연차는?", [act, decree]).documents == {"decree"}
    assert wanted("근로기준법과 근로기준법 시행령에서", [act, decree]).documents == {"act", "decree"}


def test_articles_that_the_question_names_all_stay() -> None:
    hits = [Hit(one.chunk_id, relevance=0.9, features={"article": 1.0}) for one in FIVE]
    hits += [Hit(one.chunk_id, relevance=0.9) for one in OTHERS]
    selected = select(hits, {one.chunk_id: one for one in (*FIVE, *OTHERS)}, 5, ALL, relevant=0.5)
    assert names(selected) == [f"가{n}" for n in range(5)]


def test_a_repeated_passage_takes_one_slot_but_another_number_is_another_passage() -> None:
    first, again, other = (chunk(name, text=TEXT.format(days=days)) for name, days in (("1", 60), ("2", 60), ("3", 90)))
    selected = chosen([first, again, other])
    assert names(selected) == ["1", "3"]
    assert why(selected, "2") == messages.DROPPED_NEAR.format(label=first.label)
    assert names(chosen([first, again, other], rules=replace(ALL, similarity=0.0))) == ["1", "2", "3"]


def test_equal_words_under_another_title_are_about_something_else() -> None:
    one, other = (chunk(name, text=TEXT.format(days=60), article_title=name) for name in ("병가", "공가"))
    assert names(chosen([one, other])) == ["병가", "공가"]


def test_documents_that_say_the_same_share_a_slot_but_for_one_that_is_named() -> None:
    same = [chunk(doc, doc, text=TEXT.format(days=60)) for doc in ("서울 지침", "부산 지침", "대구 지침")]
    selected = chosen([*same, chunk("끝")])
    assert [(e.number, e.chunk.doc, [c.doc for c in e.also]) for e in selected.excerpts] == [
        (1, "서울 지침", ["부산 지침", "대구 지침"]),
        (2, "복무규정", []),
    ]
    assert [row.number for row in selected.ledger] == [1, 1, 1, 2]
    named = chosen([*same, chunk("끝")], asked=Wanted(documents=frozenset({"부산 지침"})))
    assert [e.chunk.doc for e in named.excerpts] == ["서울 지침", "부산 지침", "복무규정"]


def test_contents_stay_where_the_question_is_how_a_document_is_made_up() -> None:
    contents = [chunk(f"차례{n}", flags=("toc",)) for n in range(4)]
    asked = wanted("이 규정은 어떻게 구성돼 있어?", contents)
    assert names(chosen([*contents, chunk("1")], slots=10)) == ["1"]
    assert names(chosen([*contents, chunk("1")], slots=10, asked=asked)) == ["차례0", "차례1", "1"]


@pytest.mark.parametrize(
    ("question", "structure"),
    [
        ("이 문서 어떻게 구성돼 있어?", True),
        ("취업규칙 목차 보여줘", True),
        ("복무규정은 몇 장으로 이루어져 있나요?", True),
        ("정관의 전체 구조가 궁금해요", True),
        ("징계위원회는 어떻게 구성되나요?", False),
        ("휴가를 몇 차례 나눠 쓸 수 있나요?", False),
        ("위원회 구성 인원은 몇 명인가요?", False),
        ("이 규정은 언제 시행되나요?", False),
    ],
)
def test_only_a_documents_own_make_up_is_a_question_of_structure(question: str, structure: bool) -> None:
    assert wanted(question, []).structure is structure


def test_when_everything_falls_contents_come_back_but_never_what_is_no_ground() -> None:
    fallen = [
        chunk("차례", flags=("toc",)),
        chunk("깨짐", flags=("garbled",)),
        chunk("대비표", flags=("comparison",)),
        chunk("초안", origin="ai-draft"),
        chunk("해설", part="해설"),
        chunk("서식", flags=("form",)),
    ]
    selected = chosen(fallen)
    assert (names(selected), selected.fell_back) == (["차례", "서식"], True)
    assert names(chosen(fallen, rules=replace(ALL, fallback=False))) == []
    assert names(chosen([*fallen, chunk("1")])) == ["1"]
    hits = [Hit(one.chunk_id) for one in fallen]
    assert names(select(hits, {one.chunk_id: one for one in fallen}, 8, ALL, allowed=lambda one: True)) == ["초안"]


def test_a_collection_may_have_a_cap_of_its_own() -> None:
    hits = [Hit(one.chunk_id, relevance=0.9) for one in (*FIVE, *OTHERS)]
    chunks = {one.chunk_id: one for one in (*FIVE, *OTHERS)}
    own = {"가": replace(ALL, per_document=4)}
    assert names(select(hits, chunks, 5, ALL, relevant=0.5, own=own)) == ["가0", "가1", "가2", "가3", "나0"]


def test_only_the_first_candidates_are_compared() -> None:
    selected = chosen([*FIVE, *OTHERS], slots=2, rules=replace(ALL, candidates=2))
    assert why(selected, "가4") == messages.DROPPED_FAR.format(most=4)
    assert names(chosen([*FIVE, *OTHERS], slots=2, rules=replace(ALL, candidates=0, per_document=1))) == ["가0", "나0"]


candidates = st.lists(
    st.tuples(
        st.sampled_from("가나다"),
        st.sampled_from([30, 60, 90]),
        st.sampled_from([(), ("toc",), ("form",), ("garbled",)]),
        st.floats(0, 1),
        st.booleans(),
    ),
    max_size=30,
)
rules = st.builds(
    Rules,
    candidates=st.integers(0, 3),
    drop_filler=st.booleans(),
    per_document=st.integers(0, 3),
    similarity=st.sampled_from([0.0, 0.9]),
    share=st.booleans(),
    fallback=st.booleans(),
)


def made(drawn: list[tuple[str, int, tuple[str, ...], float, bool]]) -> tuple[list[Hit], dict[str, Chunk]]:
    hits = [
        Hit(str(at), lexical=score * 9, fused=1 / (at + 1), relevance=score, features={"article": float(asked)})
        for at, (_, _, _, score, asked) in enumerate(drawn)
    ]
    chunks = {
        str(at): chunk(str(at), doc, TEXT.format(days=days), flags=flags)
        for at, (doc, days, flags, _, _) in enumerate(drawn)
    }
    return hits, chunks


@given(candidates, rules, st.integers(1, 6), st.booleans())
def test_whatever_the_rules_the_ledger_tells_all_and_changes_no_score(
    drawn: list[tuple[str, int, tuple[str, ...], float, bool]], chosen_rules: Rules, slots: int, structure: bool
) -> None:
    hits, chunks = made(drawn)
    selected = select(hits, chunks, slots, chosen_rules, Wanted(structure), relevant=0.5)
    assert len(selected.excerpts) <= slots
    assert [excerpt.number for excerpt in selected.excerpts] == list(range(1, len(selected.excerpts) + 1))
    assert [row.chunk_id for row in selected.ledger] == [hit.chunk_id for hit in hits]
    scores = [(row.lexical, row.similarity, row.fused, row.relevance, row.features) for row in selected.ledger]
    assert scores == [(hit.lexical, hit.similarity, hit.fused, hit.relevance, hit.features) for hit in hits]
    assert all(row.why and row.kept == (row.number is not None) for row in selected.ledger)
    assert all("garbled" not in excerpt.chunk.flags for excerpt in selected.excerpts)
    order = [hit.chunk_id for hit in hits]
    assert names(selected) == sorted(names(selected), key=order.index)
    assert selected.top_score == max(
        (row.relevance for row in selected.ledger if row.chunk_id in names(selected)), default=0.0
    )
    if chosen_rules.per_document and not chosen_rules.share:
        held = Counter(
            excerpt.chunk.doc_id for excerpt in selected.excerpts if not drawn[int(excerpt.chunk.chunk_id)][4]
        )
        left_out = [row for row in selected.ledger if row.why == messages.DROPPED_NO_SLOT.format(slots=slots)]
        for doc, count in held.items():
            if count > chosen_rules.per_document:
                assert all(
                    row.relevance < 0.5
                    or sum(e.chunk.doc_id == chunks[row.chunk_id].doc_id for e in selected.excerpts)
                    >= chosen_rules.per_document
                    for row in left_out
                ), doc


@given(candidates, st.integers(1, 6))
def test_with_every_rule_off_the_first_candidates_take_the_slots(
    drawn: list[tuple[str, int, tuple[str, ...], float, bool]], slots: int
) -> None:
    hits, chunks = made(drawn)
    can_be = [hit.chunk_id for hit in hits if "garbled" not in chunks[hit.chunk_id].flags]
    assert names(select(hits, chunks, slots, OFF, relevant=0.5)) == can_be[:slots]
