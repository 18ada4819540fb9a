"""A citation names the 항, 호 and 목 in which the quoted words lie, in whole articles and in pieces alike."""

from __future__ import annotations

import pytest
from structure_samples import parse, pieces

from geungeo.corpus.chunk import chunks
from geungeo.corpus.structure import Place, citation_label, marks, place_in
from geungeo.records import Chunk

ARTICLE = """제15조(휴가) ① 회사는 다음 각 호의 휴가를 준다.
1. 연차휴가
2. 병가. 다만, 다음 각 목의 경우는 제외한다.
가. 음주로 인한 경우
나. 고의로 인한 경우
3의2. 공가
② 제1항제2호에 따른 병가는 60일로 한다. ③ 공가는 필요한 만큼 준다."""


def place_of(text: str, words: str) -> Place:
    return place_in(text, text.index(words))


def cited(chunk: Chunk, words: str) -> str:
    start = chunk.text.index(words)
    return citation_label(chunk, start, start + len(words))


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("제15조(휴가)", Place()),
        ("회사는 다음", Place("1")),
        ("연차휴가", Place("1", "1")),
        ("병가. 다만", Place("1", "2")),
        ("고의로", Place("1", "2", "나")),
        ("공가\n", Place("1", "3의2")),
        ("제1항제2호에 따른", Place("2")),
        ("공가는", Place("3")),
    ],
)
def test_place_inside_a_whole_article(words: str, place: Place) -> None:
    assert place_of(ARTICLE, words) == place


def test_clauses_beyond_twenty_are_counted() -> None:
    signs = (
        [chr(0x2460 + i) for i in range(20)]
        + [chr(0x3251 + i) for i in range(15)]
        + [chr(0x32B1 + i) for i in range(15)]
    )
    text = "제1조(긴 조)\n" + "\n".join(f"{sign} 내용{n:02d}이다." for n, sign in enumerate(signs, 1))
    assert place_of(text, "내용21") == Place("21")
    assert place_of(text, "내용50") == Place("50")
    bracketed = (
        "제1조(긴 조)\n"
        + "\n".join(f"{sign} 내용이다." for sign in signs[:20])
        + "\n(21) 스물하나다.\n(22) 스물둘이다."
    )
    assert place_of(bracketed, "스물둘") == Place("22")


def test_articles_that_count_clauses_as_1_or_ga() -> None:
    assert place_of("제3조(의무)\n1) 지킨다.\n2) 따른다.", "따른다") == Place("2")
    letters = "제3조(의무)\n가. 지킨다.\n나. 따른다."
    assert place_of(letters, "따른다") == Place("나")
    [chunk] = pieces(letters)
    assert cited(chunk, "따른다") == "규칙 제3조 나항"


def test_an_article_without_clauses_names_its_items() -> None:
    [chunk] = pieces("제8조(의무) 다음 각 호를 지킨다.\n1. 성실\n2. 비밀. 다만, 다음은 뺀다.\n가. 공익신고")
    assert cited(chunk, "비밀") == "규칙 제8조 제2호"
    assert cited(chunk, "공익신고") == "규칙 제8조 제2호 가목"
    assert cited(chunk, "다음 각 호를") == "규칙 제8조"


def test_dates_and_figures_at_a_lines_head_are_no_items() -> None:
    text = "제2조(기간)\n① 기간은 다음과 같다.\n2025. 1. 1.부터 시작한다.\n3.5퍼센트를 더한다."
    assert [(mark.level, mark.number) for mark in marks(text)] == [(0, "1")]


def test_a_quote_over_several_places_names_what_holds_them_all() -> None:
    [chunk] = pieces(ARTICLE)
    start, end = chunk.text.index("연차휴가"), chunk.text.index("공가\n")
    assert citation_label(chunk, start, end) == "규칙 제15조 제1항"
    assert citation_label(chunk, start, chunk.text.index("60일")) == "규칙 제15조"


def test_every_piece_of_a_long_article_cites_the_same_as_the_whole() -> None:
    items = "\n".join(
        f"{n}. 항목{n:02d}의 내용은 다음과 같이 길게 정하여 적는다. 그 밖의 사항은 따로 정한다." for n in range(1, 31)
    )
    text = f"제1조(정의) ① 뜻은 다음과 같다.\n{items}\n② 그 밖의 뜻은 다른 규칙에 따른다.\n1. 하나\n2. 둘"
    [parsed] = parse(text)
    [whole] = chunks(parsed, article_max=20000)
    cut = chunks(parsed, article_max=200)
    assert len(cut) > 5
    for chunk in cut:
        for mark in marks(text):
            word = text[mark.start : mark.start + 12].split("의")[0].strip()
            if chunk.start <= mark.start < chunk.end:
                at = mark.start - chunk.start
                assert citation_label(chunk, at, at + len(word)) == citation_label(
                    whole, mark.start, mark.start + len(word)
                )


def test_a_sentence_piece_inside_an_item_still_names_the_item() -> None:
    long_item = "1. 첫째. " + "가나다라마바사 문장이 길게 이어진다. " * 30 + "마지막 문장이다."
    [parsed] = parse(f"제1조(정의) ① 뜻은 다음과 같다.\n{long_item}\n2. 둘째")
    last = next(chunk for chunk in chunks(parsed, article_max=300) if "마지막 문장" in chunk.text)
    assert cited(last, "마지막 문장") == "규칙 제1조 제1항 제1호"
    assert last.path == ("제1조(정의)", "제1항", "제1호")


def test_addenda_and_annexes_name_their_items_too() -> None:
    rule = "제1조(목적) 정한다.\n부칙 <제9호,2020.1.1>\n① (시행일) 시행한다.\n② (경과조치) 종전에 따른다.\n[별표 1]\n처분기준\n1. 경고\n가. 경미한 경우"
    by_part = {chunk.part: chunk for chunk in pieces(rule)}
    assert cited(by_part["부칙"], "종전에") == "규칙 부칙 <제9호,2020.1.1> 제2항"
    assert cited(by_part["별표"], "경미한") == "규칙 별표 1 제1호 가목"


def test_in_whatever_piece_of_a_long_list_a_호_is_named_as_in_the_whole_article() -> None:
    items = "\n".join(f"{n}. 제{n}번째로 정하는 자료를 처리하는 사무에 관한 것" for n in range(1, 61))
    [document] = parse(f"제115조(자료의 처리) 다음 각 호의 사무를 처리할 수 있다.\n{items}")
    split = chunks(document, article_max=300)
    assert len(split) > 5
    for n in range(1, 61):
        [chunk] = [chunk for chunk in split if f"제{n}번째로" in chunk.text]
        assert cited(chunk, f"제{n}번째로").endswith(f"제115조 제{n}호")
