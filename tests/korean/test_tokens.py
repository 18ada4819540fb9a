from geungeo.korean.articles import ArticleRef, article_refs
from geungeo.korean.tokens import bigrams, terms


def test_particles_never_matter() -> None:
    assert terms("연차는") == terms("연차를") == terms("연차에서") == ["연차"]


def test_number_stays_with_its_unit() -> None:
    assert terms("휴가 15일") == ["휴가", "15일"]
    assert terms("벌금 5조원") == ["벌금", "5조원"]


def test_article_number_is_one_exact_term() -> None:
    assert "제29조의2" in terms("제29조의2에 따른 휴직")
    assert "제15조" in terms("15조가 뭐야")
    assert "제15조" not in terms("15일 쉬고 싶어")


def test_money_in_trillions_is_no_article() -> None:
    assert article_refs("예산 5조원, 5조 원") == []


def test_article_with_clause_and_item() -> None:
    assert article_refs("제15조제2항제3호와 제29조의2") == [ArticleRef("15", "2", "3"), ArticleRef("29의2")]


def test_question_words_carry_no_topic() -> None:
    assert terms("며칠이야? 얼마야? 언제 어디서 누가") == []


def test_nfd_gives_the_same_terms_as_nfc() -> None:
    import unicodedata

    assert terms(unicodedata.normalize("NFD", "육아휴직 급여")) == ["육아", "휴직", "급여"]


def test_bigrams_stay_inside_words() -> None:
    assert bigrams("육아 휴직A") == ["육아", "휴직", "직a"]
