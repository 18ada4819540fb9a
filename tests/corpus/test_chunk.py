"""Chunks hold every character once, at its offsets, with ids that come from the place."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from structure_samples import (
    SEED,
    acts,
    assert_whole,
    parse,
    parse_file,
    pieces,
    reading,
)

from geungeo.corpus.blocks import Aside, Block, Cell, Paragraph, Reading, Rule, Stated, Table, solid_length_of_blocks
from geungeo.corpus.chunk import article_numbers, chunks
from geungeo.corpus.read import read
from geungeo.corpus.structure import citation_label, split
from geungeo.korean.normalize import nfc, solid_length
from geungeo.records import Chunk

LINES = st.sampled_from(
    [
        "취업규칙", "목 차", "제정 2020. 1. 1.", "제1장 총칙", "제2장 복무 ··· 4", "제1조(목적) 정한다.", "제1조(목적) 3", "제2조(정의)",
        "제2조의2(특례) ① 특례다. ② 다르다.", "제3조 삭제 <2010.1.1>", "제15조에 따라 한다.", "① 지킨다. 다만, 그러하지 아니하다.", "② 따른다.",
        "1. 첫째", "가. 하나", "부칙 <제1호,2020.1.1>", "부칙", "제1조(시행일) 시행한다.", "다음과 같이 개정한다.", "제9조(정원) 둔다.", "[별표 1]",
        "[별지 제1호서식] 신청서", "[별첨]", "Ⅰ. 개요", "1.1 목적", "□ 대상", "- 직원", "문장이 길게 이어진다. 다시 이어진다. 끝난다.", "(서명)",
    ]
)  # fmt: skip
TEXTS = LINES | st.text(max_size=60).map(nfc) | st.text("가나다.①1()\n 제조항", max_size=40)
PARAGRAPHS = st.builds(Paragraph, TEXTS, st.sampled_from([0, 0, 0, 0, 1, 2, 5]))
ASIDES = st.builds(
    Aside, st.sampled_from(["header", "footnote", "memo", "textbox"]), st.lists(PARAGRAPHS, max_size=2).map(tuple)
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    cells = [Cell(r, c, tuple(draw(st.lists(PARAGRAPHS, max_size=2)))) for r in range(rows) for c in range(columns)]
    return Table(tuple(cells), draw(st.sampled_from(["", "표 1"])))


BLOCKS: st.SearchStrategy[list[Block]] = st.lists(
    PARAGRAPHS | PARAGRAPHS | ASIDES | tables() | st.just(Rule()), max_size=25
)


@settings(max_examples=150, deadline=None)
@given(BLOCKS, st.sampled_from([60, 200, 1200]), st.sampled_from([40, 120]), st.sampled_from([0, 30]))
def test_any_blocks_come_out_whole_once_and_with_ids_of_their_own(
    blocks: list[Block], article_max: int, size: int, overlap: int
) -> None:
    parsed = split(reading(*blocks), file="규칙.txt", file_hash="0", doc_id="rule")
    ids: list[str] = []
    for document in parsed:
        found = chunks(document, article_max=article_max, size=size, overlap=overlap)
        assert_whole(document, found, overlap)
        ids += [chunk.chunk_id for chunk in found]
    assert len(set(ids)) == len(ids)
    added = sum(difference.chars for document in parsed for difference in document.added)
    out = sum(solid_length(document.document.text) for document in parsed)
    assert out == solid_length_of_blocks(blocks) + added


def test_real_acts_come_out_whole_with_every_article(shared: Path) -> None:
    ids: list[str] = []
    for path in acts(shared, 30):
        raw = path.read_text(encoding="utf-8")
        wanted = [
            "의".join(filter(None, match)) for match in re.findall(r"^##### 제(\d+)조(?:의(\d+))?", raw, re.MULTILINE)
        ]
        [document] = parse_file(path)
        assert article_numbers(document) == wanted, path
        found = chunks(document)
        assert_whole(document, found)
        ids += [chunk.chunk_id for chunk in found]
    assert len(set(ids)) == len(ids)


def test_ids_survive_a_corrected_typo(shared: Path) -> None:
    path = shared / "statutes/current/국가공무원복무규정/대통령령.md"
    raw = path.read_text(encoding="utf-8")
    before = _ids(raw)
    rng = random.Random(SEED)
    body = [m.start() for m in re.finditer(r"(?<=[가-힣]{8})[가-힣](?=[가-힣 ]{8})", raw) if m.start() > 2000]
    for at in rng.sample(body, 12):
        assert _ids(raw[:at] + "쀍" + raw[at + 1 :]) == before


def _ids(raw: str) -> list[str]:
    [parsed] = split(read(raw.encode(), "act.md"), file="act.md", file_hash="0", doc_id="act")
    return [chunk.chunk_id for chunk in chunks(parsed)]


def test_ids_differ_between_addenda_of_the_same_number_and_between_documents() -> None:
    rule = "제1조(목적) 정한다.\n부칙 <제1호,2020.1.1>\n시행한다.\n부칙 <제1호,2020.1.1>\n제1조(시행일) 시행한다.\n부칙 <제1호,2020.1.1>\n제1조(시행일) 시행한다."
    one = [chunk.chunk_id for document in parse(rule, doc_id="a") for chunk in chunks(document)]
    other = [chunk.chunk_id for document in parse(rule, doc_id="b") for chunk in chunks(document)]
    assert len({*one, *other}) == 8


def test_a_stated_id_wins_and_marks_the_version() -> None:
    stated = Stated(doc_id="001872", title="근로기준법", revised_at="2026-03-17", number="21472")
    [parsed] = split(
        Reading("md", (Paragraph("제1조(목적) 정한다."),), 0, stated), file="법률.md", file_hash="0", doc_id="other"
    )
    document = parsed.document
    assert (document.doc_id, document.version, document.title) == ("001872", "2026-03-17#21472", "근로기준법")


def test_an_article_up_to_the_limit_is_one_chunk_and_one_above_is_cut_at_its_clauses() -> None:
    clauses = [f"{sign} " + "회사는 이를 정하여 알린다. " * 20 for sign in "①②③"]
    rule = "제1장 총칙\n제1조(알림)\n" + "\n".join(clauses)
    [parsed] = parse(rule)
    [whole] = chunks(parsed, article_max=len(parsed.document.text))
    assert (whole.label, whole.clause) == ("규칙 제1조", None)
    cut = chunks(parsed, article_max=len(parsed.document.text) - 1)
    assert [(chunk.label, chunk.clause) for chunk in cut] == [(f"규칙 제1조 제{n}항", str(n)) for n in (1, 2, 3)]
    assert cut[0].text.startswith("제1장 총칙\n제1조(알림)\n①")
    assert cut[1].path == ("제1장 총칙", "제1조(알림)", "제2항")


def test_a_long_clause_is_cut_at_its_items_and_sub_items_stay_with_them() -> None:
    items = "\n".join(f"{n}. 항목의 내용\n가. 하나의 내용이다.\n나. 둘의 내용이다." for n in range(1, 21))
    found = pieces_of(f"제1조(정의) ① 뜻은 다음과 같다.\n{items}\n② 끝.", 200)
    for chunk in found[1:-1]:
        assert re.match(r"\d+\. 항목", chunk.text)
        assert chunk.text.endswith("나. 둘의 내용이다.")
    assert {chunk.clause for chunk in found} == {"1", "2"}


def test_a_sentence_is_never_cut() -> None:
    sentence = "회사는 " + "아주 " * 200 + "길게 정한다."
    found = pieces_of(f"제1조(긴 문장) {sentence} 다음 문장이다.", 300)
    assert any(sentence in chunk.text for chunk in found)
    assert found[-1].text == "다음 문장이다."


@pytest.mark.parametrize("letters", ["가나다라 " * 20_000, "가" * 100_000, "제1조(자료) " + "1234 " * 20_000])
def test_pages_of_letters_without_a_sentence_are_cut_and_kept_whole(letters: str) -> None:
    [parsed] = parse(letters)
    found = chunks(parsed)
    assert max(len(chunk.text) for chunk in found) <= 20_000
    assert_whole(parsed, found)


def test_documents_with_neither_articles_nor_outline_use_walls_paragraphs_and_sentences() -> None:
    first = [Paragraph(f"{n}번째 문장이 이어진다. 그 다음 문장도 이어진다.") for n in range(30)]
    found = pieces(Paragraph("안내", 1), *first, Rule(), Paragraph("담 뒤의 글이다."))
    assert all(len(chunk.text) <= 512 for chunk in found)
    assert found[-1].text == "담 뒤의 글이다."
    assert all(chunk.text.endswith(".") for chunk in found)
    shared_words = [left for left, right in pairwise(found[:-1]) if right.start < left.end]
    assert shared_words
    assert {chunk.path for chunk in found} == {("안내",)}


def test_an_outline_gives_paths_and_walls() -> None:
    guide = "Ⅰ. 개요\n1. 목적\n이 지침은 업무의 기준을 정한다.\n2. 대상\n- 모든 직원\n- 파견 직원\nⅡ. 절차\n1. 신청\n신청서를 낸다.\n□ 제출 서류\n- 신청서\n- 증빙"
    found = pieces(guide)
    assert [chunk.path for chunk in found] == [
        ("Ⅰ. 개요", "1. 목적"),
        ("Ⅰ. 개요", "2. 대상"),
        ("Ⅱ. 절차", "1. 신청"),
        ("Ⅱ. 절차", "1. 신청", "□ 제출 서류"),
    ]
    assert found[1].label == "규칙 Ⅰ. 개요 > 2. 대상"
    assert found[0].text.startswith("Ⅰ. 개요\n1. 목적\n")
    assert {chunk.part for chunk in found} == {"본칙"}


def test_numbered_lines_without_text_below_are_a_list_not_an_outline() -> None:
    found = pieces("준비물\n1. 신분증\n2. 도장\n3. 통장\n끝이다.")
    assert len(found) == 1


def test_flags_of_covers_and_forms() -> None:
    found = pieces("취업규칙\n2025. 3.\n제1조(목적) 정한다.\n[별지 제1호서식] 신청서\n성명:\n년   월   일")
    assert [chunk.flags for chunk in found] == [("cover:page",), (), ("form:annex",)]


@pytest.mark.parametrize(("text", "lang"), [("제1조(목적) 정한다.", "ko"), ("Members are kind to each other.", "en")])
def test_language_of_a_chunk(text: str, lang: str) -> None:
    assert pieces(text)[0].lang == lang


def pieces_of(text: str, article_max: int) -> list[Chunk]:
    return [chunk for document in parse(text) for chunk in chunks(document, article_max=article_max)]


def test_headings_of_one_level_stand_beside_each_other_from_the_first_on() -> None:
    blocks = [
        Paragraph("휴가", 2),
        Paragraph("휴가는 15일이다."),
        Paragraph("출장", 2),
        Paragraph("출장은 승인을 받는다."),
    ]
    assert [chunk.label for chunk in pieces(*blocks)] == ["규칙 휴가", "규칙 출장"]


def test_rows_of_a_sheet_are_named_and_a_citation_names_the_quoted_one() -> None:
    cells = [("구분", "금액"), ("본인 결혼", "500,000원"), ("자녀 결혼", "300,000원"), ("부모 회갑", "200,000원")]
    sheet = Table(
        tuple(Cell(r, c, (Paragraph(text),)) for r, row in enumerate(cells) for c, text in enumerate(row)), "", 1, 3
    )
    [chunk] = pieces(Paragraph("시트 '경조금'", 2), sheet)
    assert chunk.label == "규칙 시트 '경조금' 4~6행"
    assert chunk.text.split("\n")[2] == "구분: 자녀 결혼 · 금액: 300,000원"
    start = chunk.text.index("300,000원")
    assert citation_label(chunk, start, start + 8) == "규칙 시트 '경조금' 5행"
    assert citation_label(chunk, 0, 3) == "규칙 시트 '경조금'"
