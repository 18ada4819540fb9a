"""The example documents are what their README says, small enough to embed in minutes, and read without loss."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest

from geungeo.corpus.blocks import Reading, texts_of_blocks
from geungeo.corpus.chunk import chunks
from geungeo.corpus.read import read
from geungeo.corpus.structure import ParsedDocument, split
from geungeo.korean.normalize import nfc, solid_length
from geungeo.korean.passage import passage_text

EXAMPLES = Path(__file__).parent.parent / "examples"
FILES = sorted((EXAMPLES / "docs").iterdir())
# Embedding costs 2 CPU ms a character of a passage, and `make run` promises vectors within five minutes on two cores.
MOST_CHARACTERS = 200_000


def reading(path: Path) -> Reading:
    return read(path.read_bytes(), path.name)


def documents(path: Path) -> list[ParsedDocument]:
    return split(reading(path), file=path.name, file_hash="", doc_id=path.name)


def text(path: Path) -> str:
    return "\n".join(texts_of_blocks(reading(path).blocks))


@pytest.mark.parametrize("path", FILES, ids=lambda path: nfc(path.name))
def test_every_character_is_read_or_its_absence_is_named(path: Path) -> None:
    result = reading(path)
    out = sum(solid_length(part) for part in texts_of_blocks(result.blocks))
    assert result.chars_in + sum(difference.chars for difference in result.differences) == out
    assert result.pages_without_text == ()


@pytest.mark.parametrize("path", FILES, ids=lambda path: nfc(path.name))
def test_articles_follow_one_another_from_the_first(path: Path) -> None:
    numbers = [
        int(number) for number in re.findall(r"^제(\d+)조(?!의)(?=[ (]|$)", _before_supplement(text(path)), re.M)
    ]
    assert list(dict.fromkeys(numbers)) == list(range(1, numbers[-1] + 1))
    assert len(numbers) >= 8


@pytest.mark.parametrize("path", FILES, ids=lambda path: nfc(path.name))
def test_each_file_is_one_rule_named_as_its_file_and_cut_into_articles(path: Path) -> None:
    (parsed,) = documents(path)
    assert parsed.document.title == nfc(path.stem)
    articles = [chunk for chunk in chunks(parsed) if chunk.part == "본칙" and chunk.article]
    assert len(articles) >= 8
    assert all(parsed.document.text[chunk.start : chunk.end] == chunk.text for chunk in articles)


def _before_supplement(words: str) -> str:
    return re.split(r"^부\s*칙\s*$", words, maxsplit=1, flags=re.M)[0]


def test_all_examples_together_stay_within_the_budget() -> None:
    passages = [passage_text(chunk) for path in FILES for parsed in documents(path) for chunk in chunks(parsed)]
    assert sum(map(len, passages)) <= MOST_CHARACTERS
    assert sum(path.stat().st_size for path in FILES) < 3_000_000


def test_every_format_that_is_read_has_an_example() -> None:
    assert {reading(path).kind for path in FILES} == {"md", "txt", "html", "docx", "pdf", "hwp", "hwpx"}


def test_readme_names_each_file_with_source_and_licence() -> None:
    rows = re.findall(
        r"^\| ([^|]+\.\w+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$",
        (EXAMPLES / "README.md").read_text("utf-8"),
        re.M,
    )
    assert sorted(row[0] for row in rows) == sorted(nfc(path.name) for path in FILES)
    assert all(cell.strip() for row in rows for cell in row)


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("채용절차의 공정화에 관한 법률.docx", "word/document.xml"),
        ("헌법재판소 당직 및 비상근무 규칙.hwpx", "Contents/section0.xml"),
    ],
)
def test_article_numbers_that_stand_only_in_a_numbering_style_come_out(name: str, part: str) -> None:
    path = EXAMPLES / "docs" / name
    with zipfile.ZipFile(path) as package:
        stored = package.read(part).decode("utf-8")
    branch = {"docx": "제4조의3 (출신지역 등", "hwpx": "제16조의2 (비상근무의 종류)"}[path.suffix[1:]]
    plain = {"docx": "제17조 (과태료)", "hwpx": "제26조 (위임규정)"}[path.suffix[1:]]
    assert branch not in stored
    assert plain not in stored
    assert branch in text(path)
    assert plain in text(path)


def test_the_cp949_example_is_no_utf8() -> None:
    data = (EXAMPLES / "docs" / "정부청사관리규정.txt").read_bytes()
    with pytest.raises(UnicodeDecodeError):
        data.decode("utf-8")
    assert data.decode("cp949").startswith("정부청사관리규정")


def test_four_questions_to_try_one_of_each_kind() -> None:
    questions = json.loads((EXAMPLES / "questions.json").read_text("utf-8"))
    assert [row["kind"] for row in questions] == ["answered", "other_words", "near_miss", "out_of_scope"]
    assert all(row["question"].strip() for row in questions)
