import pytest

from geungeo.korean import mecab
from geungeo.korean.language import language
from geungeo.korean.tokenizers import NAMED, TOKENIZER, terms_by
from geungeo.korean.tokens import terms
from geungeo.search.query import lexical_query, understand


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("연차 유급휴가는 15일로 한다.", "ko"),
        ("KPI와 OKR은 팀장이 정한다(Key Performance Indicator, Objectives and Key Results).", "ko"),
        ("Employees receive 15 days of paid leave (연차).", "en"),
        ("従業員は年次有給休暇を取得できる。", "ja"),
        ("员工每年享有十五天带薪年假。", "zh"),
        ("Сотрудник имеет право на отпуск.", "ru"),
        ("15 / 3 = 5", "und"),
    ],
)
def test_language_by_the_shares_of_letters(text: str, found: str) -> None:
    assert language(text) == found


def test_an_english_word_gives_one_term_in_both_languages() -> None:
    assert set(terms("Remote working policies")) <= set(terms("재택근무는 remote work policy를 따른다."))


def test_an_english_question_is_looked_up_by_its_telling_words() -> None:
    clauses = lexical_query(understand("How many days of annual leave do I get?")).clauses
    looked_up = {term for field, term, _ in clauses if field == "body"}
    assert {"annual", "leav", "day"} <= looked_up
    assert not {"how", "do", "of"} & looked_up


def test_a_question_of_empty_words_alone_keeps_them() -> None:
    assert understand("What is this about?").words


def test_mecab_makes_the_same_kind_of_terms() -> None:
    text = "근로자는 연차유급휴가를 15일간 사용한다.\n제29조의2에 따라 1,000원과 12.5%를 준다."
    (found,) = terms_by(NAMED["mecab"])([text])
    assert {"연차", "유급", "휴가", "15일간", "1,000원", "12.5%", "제29조의2"} <= set(found)
    assert not {"는", "를", "에", "과"} & set(found)


def test_question_and_text_meet_by_either_tokenizer() -> None:
    for tokenizer in NAMED.values():
        (text,) = terms_by(tokenizer)(["육아휴직 기간은 1년 이내로 한다."])
        asked = {term for field, term, _ in lexical_query(understand("육아휴직은 며칠인가요?", tokenizer)).clauses}
        assert {"육아", "휴직"} <= set(text) & asked or "육아휴직" in set(text) & asked


def test_names_of_tokenizers_differ() -> None:
    assert NAMED["kiwi"] == TOKENIZER != mecab.MECAB == NAMED["mecab"]
