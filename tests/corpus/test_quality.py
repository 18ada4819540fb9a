"""Flags tell form from meaning: contents, covers, forms and garble are found, rules' text never is."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from structure_samples import acts, parse, parse_file, pieces, table

from geungeo import messages
from geungeo import settings as settings_table
from geungeo.corpus.blocks import Aside, Block, Paragraph
from geungeo.corpus.chunk import chunks
from geungeo.corpus.ingest import ingest
from geungeo.corpus.quality import flagged, warnings
from geungeo.corpus.quality.garbled import garbled
from geungeo.corpus.structure import ParsedDocument
from geungeo.records import Chunk
from geungeo.search.evidence import barred
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.workspace import Workspace
from quality_flags import label_spans

CASES = Path(__file__).parent.parent.parent / "cases" / "contents.json"
CONTENTS = json.loads(CASES.read_text(encoding="utf-8"))["contents"]
LINE = st.sampled_from(
    [
        "제1조(목적) 이 규칙은 휴가를 정한다.", "제2조(정의)", "제3조 삭제", "부칙", "① 회사는 지킨다.", "1. 개요\t3",
        "1. 개요 ········ 3", "2. 대상 ········ 4", "차례", "- 3 -", "성명:", "년   월   일", "○○ 귀하", "찾아보기",
        "연차휴가 12, 34-36", "\ue000\ue001\ue002", "취 업 규 칙", "○○주식회사", "별표 1 여비(제2조 관련)", "[별지 1] 신청서",
        "연가는 15일로 한다.", "CHAPTER 1 GENERAL1-2",
    ]
)  # fmt: skip
BLOCK = st.one_of(
    LINE.map(Paragraph),
    st.tuples(LINE, LINE).map(lambda cells: table(cells, ("", cells[0]), ("", ""))),
    LINE.map(lambda line: Aside("header", (Paragraph(line),))),
    LINE.map(lambda line: Aside("footer", (Paragraph(line),))),
)


def kinds(chunk: Chunk) -> set[str]:
    return {flag.partition(":")[0] for flag in chunk.flags}


def flags_of(*blocks: Block | str) -> list[tuple[str, ...]]:
    return [chunk.flags for chunk in pieces(*blocks)]


@given(st.lists(BLOCK, min_size=1, max_size=30), st.floats(0.05, 1))
@settings(max_examples=150, deadline=None)
def test_flags_change_nothing_else_and_have_words(blocks: list[Block], filler: float) -> None:
    for document in parse(*blocks):
        before = chunks(document)
        found = flagged(document, before, filler)
        assert [dataclasses.replace(chunk, flags=()) for chunk in found] == before
        assert flagged(document, found, filler) == found
        for flag in {flag for chunk in found for flag in chunk.flags}:
            assert flag in messages.FLAG_RULES
            assert flag.partition(":")[0] in messages.FLAGS


@pytest.mark.parametrize("name", ["배포용문서_revision1.2.pdf", "수식_revision1.3.hwp", "toc-A.hwpx"])
def test_contents_of_real_documents_are_all_caught(shared: Path, name: str) -> None:
    [case] = [case for case in CONTENTS if case["file"].endswith(name)]
    for document in parse_file(shared / case["file"]):
        spans = label_spans(document.document.text, case)
        assert spans
        for chunk in flagged(document, chunks(document)):
            inside = sum(max(0, min(chunk.end, end) - max(chunk.start, start)) for start, end in spans)
            assert ("toc" in kinds(chunk)) == (2 * inside > len(chunk.text)), chunk.text[:80]


def test_nothing_of_an_act_is_flagged_but_its_title(shared: Path) -> None:
    for path in acts(shared, 8):
        for document in parse_file(path):
            for chunk in flagged(document, chunks(document)):
                assert not chunk.flags or chunk.text == document.document.title, chunk.label


@pytest.fixture(scope="module")
def standard(shared: Path) -> list[tuple[ParsedDocument, list[Chunk]]]:
    folder = shared / "rules/moel-standard-rules/e2e/fixtures"
    [path] = [path for path in folder.glob("*.hwp") if path.stat().st_size > 250_000]
    return [(each, flagged(each, chunks(each))) for each in parse_file(path)]


def test_articles_with_places_to_fill_in_are_rules_and_a_warning(
    standard: list[tuple[ParsedDocument, list[Chunk]]],
) -> None:
    articles = [chunk for _, some in standard for chunk in some if chunk.part == "본칙" and chunk.article]
    assert any("○○" in chunk.text for chunk in articles)
    assert not any(chunk.flags for chunk in articles)
    told = warnings([each for each, _ in standard], [some for _, some in standard])
    assert [note for note in told if "서로 다른 규정 3개" in note]
    assert [note for note in told if "채우지 않은 자리" in note and "○○" in note]


def test_a_column_of_pages_is_seen_over_the_ends_of_chunks() -> None:
    heads = "차 례\nⅠ. 총칙\t1\n1. 목적\t1\n2. 대상\t2\nⅡ. 복무\t3\n1. 근무\t3\n2. 휴가\t4\nⅢ. 보칙\t9"
    body = "Ⅰ. 총칙\n1. 목적\n정한다.\n2. 대상\n모든 직원이다."
    found = pieces(f"{heads}\n{body}")
    assert len(found) > 2
    for chunk in found:
        assert ("toc" in kinds(chunk)) == ("\t" in chunk.text), chunk.text


@pytest.mark.parametrize(
    "text",
    [
        "직급별 정원\n1. 부장 2\n2. 과장 4\n3. 대리 6\n4. 사원 20",
        "용어의 뜻\n가. 연가: 1년에 한 번 쓰는 휴가\n나. 병가: 아플 때 쓰는 휴가\n다. 공가: 공무로 쓰는 휴가",
        "제1조 삭제\n제2조 삭제\n제3조 삭제\n제4조(휴가) 연가는 15일로 한다.",
        "제1조(목적) 정한다.\n부칙\n이 규칙은 2025년 3월 1일부터 시행한다.\n대표이사 홍길동 (인)\n이사 김철수 (인)",
        "제1조(서명) 서약서에는 (서명)을 하고 ____ 에 이름을 적는다.\n제2조(제출) 인사팀 귀하로 낸다.",
    ],
)
def test_lists_short_articles_and_addenda_are_not_flagged(text: str) -> None:
    assert flags_of(text) == [()] * len(pieces(text))


def test_an_appendix_with_figures_is_not_flagged() -> None:
    fares = table(("구분", "금액", "비고"), ("국내", "10만원", ""), ("국외", "20만원", ""), ("도서", "5만원", ""))
    assert flags_of("제1조(여비) 별표와 같다.", "[별표 1] 여비", fares) == [(), ()]


def test_an_index_is_told_by_its_title_or_its_order() -> None:
    words = ["감사 3", "겸직 12", "공가 7, 19", "당직 21-23", "병가 8", "보수 30", "여비 33, 40", "휴가 5"]
    assert flags_of("찾아보기\n" + "\n".join(words[4:])) == [("index:titled",)]
    assert flags_of("\n".join(words)) == [("index:ordered",)]
    assert flags_of("\n".join(reversed(words))) == [()]


def test_a_line_of_dots_without_end_is_no_contents() -> None:
    found = pieces("점선\n" + "." * 100_000 + "끝")
    assert len(found) > 1
    assert not any(barred(chunk) for chunk in found)


def test_a_blank_form_is_flagged_filled_in_it_is_not() -> None:
    blank = table(("성명", "", "소속", ""), ("연락처", "", "직위", ""))
    full = table(("성명", "김하나", "소속", "총무팀"), ("연락처", "02-123-4567", "직위", "대리"))
    assert flags_of("휴가 신청서", blank) == [("form:cells",)]
    assert flags_of("휴가 신청서", full) == [()]
    assert flags_of("서약서\n위와 같이 서약합니다.\n년   월   일\n성명:            (서명)\n대표이사 귀하") == [
        ("form:blanks",)
    ]


def test_the_share_of_filler_is_a_setting() -> None:
    long = "아래 항목은 해당하는 쪽에서 자세히 설명하며, 그 밖에 필요한 사항은 담당 부서가 따로 정하여 모든 직원에게 알린다."
    lines = ["보고 ······ 2", "신고 ······ 3", "이의 ······ 4"]
    [document] = parse(*[word for line in lines for word in (line, long)])
    by_share = {share: [kinds(chunk) for chunk in flagged(document, chunks(document), share)] for share in (0.2, 0.9)}
    assert by_share == {0.2: [{"toc"}], 0.9: [set()]}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("\uf0a7\uf0a8\uf0a9\uf0aa 가격 \uf0a7\uf0a8", "private"),
        ("회사\ufffd\ufffd는 \ufffd\ufffd다", "replacement"),
        ("휴ㄱㅏ는 ㅇㅣ틀 ㅈㅓㄴ에", "jamo"),
        ("ì·¨ì—…ê·œì¹™ ì œ1ì¡°", "encoding"),
        (
            "연 차 휴 가 는 일 년 에 열 다 섯 날 로 하 고 남 은 날 은 돈 으 로 준 다 고 정 한 다 모 든 직 원 에 게 알 린 다 고 하 였 다",
            "spacing",
        ),
        ("\uf0a7 목적을 정한다.\n\uf0a7 대상을 정한다.", ""),
        ("ᄒᆞᆫ글 문서의 형식이다.", ""),
        ("ㄱ, ㄴ, ㄷ 가운데 고른다.", ""),
        ("제1조, 제3조 및 제5조 중 갑 을 병은 그 밖의 자로 본다.", ""),
        ("Le présent règlement intérieur est établi.", ""),
    ],
)
def test_garble_is_told_by_its_characters(text: str, rule: str) -> None:
    assert garbled(text) == rule


def test_what_stands_three_times_is_marked_and_may_still_be_a_ground() -> None:
    notice = "문의는 총무팀으로 하여 주시기 바랍니다."
    slides = [
        block
        for name in ("휴가", "휴가", "휴가", "출장")
        for block in (Paragraph(f"{name} 안내", 1), Paragraph(notice))
    ]
    found = pieces(*slides)
    assert [chunk.flags for chunk in found] == [("boilerplate:repeated",)] * 3 + [()]
    assert not any(barred(chunk) for chunk in found)


@pytest.mark.parametrize("flag", [flag for flag in messages.FLAG_RULES if not flag.startswith("boilerplate")])
def test_no_flagged_chunk_is_a_ground(flag: str) -> None:
    chunk = dataclasses.replace(pieces("제1조(목적) 정한다.")[0], flags=(flag,))
    assert barred(chunk) == messages.DROPPED_FLAG.format(flag=messages.FLAGS[flag.partition(":")[0]])


def test_ingest_flags_and_warns_and_reads_again_under_another_share(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "계약.md").write_text("# 계약서\n\n○○회사와 ○○○은 ○○에서 일한다.\n", encoding="utf-8")
    (docs / "표지.md").write_text("# 취업규칙\n", encoding="utf-8")
    store = EmbeddedStore(Workspace(tmp_path), "none", 0)

    def run(**arguments: float) -> dict[str, tuple[str, ...]]:
        chosen = settings_table.load(None, {name.replace("_", "."): value for name, value in arguments.items()})
        reports = ingest(docs, store, chosen, tmp_path / "report.json")
        return {report.file: report.notes for report in reports}

    told = run()
    assert "채우지 않은 자리가 3곳" in told["계약.md"][0]
    assert "근거가 될 글이 없습니다" in told["표지.md"][0]
    flags = {chunk.doc: chunk.flags for chunk in store.snapshot().chunks.values()}
    assert flags["취업규칙"] == ("cover:title",)
    commit = store.snapshot().commit
    assert run() == told
    assert store.snapshot().commit == commit
    assert run(quality_filler=0.5) == told
