"""A table whose cells start clauses is layout: its cells are text, what stands beside them is commentary."""

from __future__ import annotations

from structure_samples import labels, parse, pieces, table

from geungeo.corpus.blocks import Aside, Paragraph, Rule

TWO_COLUMNS = table(
    ("취업규칙(안)", "(작성시 착안사항)"),
    ("제1장 총칙", "◈ 총칙은 두는 것이 일반적임"),
    ("제1조(목적) 이 규칙은 사원의 근로조건을 정함을 목적으로 한다.", "[필수] 목적을 규정할 필요"),
    ("제2조(적용범위) ① 이 규칙은 모든 사원에게 적용한다.", "[필수] 범위를 밝혀야 함"),
    ("② 법령에 달리 정한 경우에는 그에 따른다.", "☞ (참고) 법령을 확인할 것"),
    ("제3조(의무) 사원은 성실히 일한다.", ""),
)


def test_cells_are_read_column_by_column_within_an_article() -> None:
    found = pieces(TWO_COLUMNS)
    second = next(chunk for chunk in found if chunk.label == "취업규칙(안) 제2조")
    assert second.text.endswith("② 법령에 달리 정한 경우에는 그에 따른다.")
    assert [chunk.article for chunk in found if chunk.part == "본칙"] == ["1", "2", "3"]


def test_the_neighbouring_cell_is_commentary_behind_its_article() -> None:
    found = pieces(TWO_COLUMNS)
    notes = [(chunk.label, chunk.text) for chunk in found if chunk.part == "해설"]
    assert ("취업규칙(안) 제1조 해설", "[필수] 목적을 규정할 필요") in notes
    assert ("취업규칙(안) 제2조 해설", "☞ (참고) 법령을 확인할 것") in notes
    assert ("취업규칙(안) 제1장 총칙 해설", "◈ 총칙은 두는 것이 일반적임") in notes
    assert not any(chunk.part == "본칙" and "[필수]" in chunk.text for chunk in found)


def test_a_box_in_an_article_is_text_unless_it_says_reference() -> None:
    rule = pieces(
        "제1조(퇴직금) 회사는 퇴직금을 준다.",
        table(("<상시 30명 이하인 경우>\n회사는 기금에 가입할 수 있다.",)),
        table(("<참고: 다른 제도를 운영하는 경우>\n제1조(연금) 회사는 연금을 준다.",)),
        "제2조(지급) 14일 안에 준다.",
    )
    assert [(chunk.part, chunk.article) for chunk in rule] == [("본칙", "1"), ("해설", "1"), ("본칙", "2")]
    assert "기금에 가입" in rule[0].text


def test_old_and_new_text_side_by_side_is_data_not_clauses() -> None:
    compared = table(
        ("현행", "개정안"),
        ("제3조(연가) 연가는 15일로 하고 따로 정한다.", "제3조(연가) 연가는 20일로 하고 따로 정한다."),
    )
    assert labels("제1조(목적) 정한다.\n제2조(의무) 지킨다.", compared) == ["규칙 제1조", "규칙 제2조"]


def test_a_table_of_figures_that_names_articles_is_data() -> None:
    fines = table(("위반 조항", "과태료"), ("제5조(보고)", "500만원"), ("제6조(신고)", "300만원"))
    assert labels("제1조(목적) 정한다.", fines) == ["규칙 제1조"]


def test_a_form_named_in_its_tables_first_row_is_a_part_of_its_own() -> None:
    form = table(("[별지 2]\n출석통지서",), ("성명        (인)",))
    found = pieces("제1조(목적) 정한다.", form)
    assert [(chunk.label, chunk.part, chunk.flags) for chunk in found[1:]] == [("규칙 별지 2", "별지", ("form:annex",))]


def test_what_interrupts_an_article_moves_behind_it() -> None:
    [first, note, second] = pieces(
        "제1조(목적) ① 정한다.",
        Aside("footnote", (Paragraph("1) 2020년 신설"),)),
        "② 따로 정한다.",
        "제2조(의무) 지킨다.",
    )
    assert first.text == "제1조(목적) ① 정한다.\n② 따로 정한다."
    assert (note.label, note.part, note.article) == ("규칙 제1조 각주", "기타", "1")
    assert second.article == "2"


def test_a_running_head_is_flagged() -> None:
    found = pieces("제1조(목적) 정한다.", Aside("header", (Paragraph("○○주식회사 취업규칙"),)))
    assert found[-1].flags == ("header:running",)


def test_added_table_headings_are_named() -> None:
    [parsed] = parse("제1조(여비) 다음과 같다.", table(("구분", "금액"), ("국내", "10만원"), ("국외", "20만원")))
    assert sum(difference.chars for difference in parsed.added) >= 0
    assert "국외" in parsed.document.text


def test_text_behind_a_wall_leaves_the_article_but_a_list_does_not() -> None:
    found = pieces("제1조(목적) 정한다.", Rule(), "이 문서는 인사팀이 관리한다.")
    assert [(chunk.label, chunk.part) for chunk in found] == [("규칙 제1조", "본칙"), ("규칙 제1조 다음", "기타")]
    assert labels("제1조(목적) ① 정한다.", Rule(), "② 따로 정한다.") == ["규칙 제1조"]
