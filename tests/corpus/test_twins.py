"""Copies are told by form: spaces and lines aside, one title, mostly one text. Families and stated ids stay apart."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo.corpus.read import read
from geungeo.corpus.same import Titles, plain_title
from geungeo.corpus.sketch import KEPT, equal, similarity, sketch
from geungeo.corpus.structure import split
from geungeo.corpus.twins import COPIES, SERIES, aliases, groups, likeness
from geungeo.errors import UnreadableFile
from geungeo.records import Document
from geungeo.versions import Decided

NOTHING = Decided()
TEXT = st.text(st.sampled_from("가나다라마 \n0123"), max_size=400)


def parsed(path: Path, name: str, text: str | None = None) -> list[Document]:
    content = path.read_bytes() if text is None else text.encode()
    return [each.document for each in split(read(content, name), file=name, file_hash="", doc_id=name)]


def grouped(documents: list[Document], said: Decided = NOTHING) -> list[set[str]]:
    return [
        {document.file for document in group.documents} for group in groups(documents, lambda d: d.collection, said)
    ]


def rule(name: str, text: str, title: str = "취업규칙", **stated: Any) -> Document:
    """A file that states nothing but `stated`."""
    plain = Document(name, title, "1", None, None, None, text, name, name, "md", "", sketch=sketch(text))
    return replace(plain, **stated)


@given(TEXT, TEXT)
def test_a_sketch_tells_how_alike_two_texts_are(one: str, other: str) -> None:
    left, right = sketch(one), sketch(other)
    assert similarity(left, right) == similarity(right, left)
    assert 0.0 <= similarity(left, right) <= 1.0
    assert equal(left, left) == bool("".join(one.split()))
    assert equal(left, right) == ("".join(one.split()) == "".join(other.split()) != "")
    assert sketch(" ".join(one)) == sketch(one)


def test_the_figure_is_that_of_all_runs_of_letters(shared: Path) -> None:
    """Against the exact share, within four standard errors."""
    acts = sorted((shared / "statutes/history/공무원행동강령/대통령령").glob("*.md"))
    for one, other in pairwise(path.read_text(encoding="utf-8") for path in acts):
        runs = [set(_runs(text)) for text in (one, other)]
        exact = len(runs[0] & runs[1]) / len(runs[0] | runs[1])
        assert similarity(sketch(one), sketch(other)) == pytest.approx(exact, abs=4 * 0.5 / KEPT**0.5)


def _runs(text: str) -> list[str]:
    letters = "".join(re.findall(r"[0-9A-Za-z가-힣㐀-鿿%½¼¾]", text)).lower()
    return [letters[at : at + 16] for at in range(len(letters) - 15)]


@pytest.mark.parametrize(
    "title",
    [
        "취업 규칙",
        "취업규칙(2024. 3. 1. 개정)",
        "취업 규칙_최종_수정2",
        "복사본 취업규칙 (1)",
        "취업규칙 - 복사본 (2)",
        "취업규칙_v2",
        "취업규칙 ver.3",
        "취업규칙_2차수정본",
        "Copy of 취업규칙",
        "취업규칙_20240301_최종본",
        "최종_취업규칙",
        "취업규칙 사본",
    ],
)
def test_dates_and_words_of_copying_are_no_part_of_a_title(title: str) -> None:
    assert plain_title(title) == "취업규칙"


@pytest.mark.parametrize("title", ["사본 관리 규정", "수정", "제2공장 근무규칙", "IPv6 지침", "문서 사본 관리 지침"])
def test_titles_that_name_such_words_keep_them(title: str) -> None:
    assert plain_title(title) == title.replace(" ", "")


def test_families_without_ids_stay_apart_as_copies_and_as_versions(shared: Path) -> None:
    """Codes of conduct, disclosure rules and all others of statutes/current; 시행령 and 시행규칙 of one act, too."""
    found: list[Document] = []
    for path in sorted((shared / "statutes/current").rglob("*.md")):
        name = f"{path.parent.name} {path.name}"
        text = re.sub(r"^법령(?:ID|MST): .*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        found += parsed(path, name, text)
    assert not any(document.id_stated for document in found)
    assert sum("행동강령" in document.title for document in found) >= 5
    assert sum("정보공개" in document.title for document in found) >= 4
    assert not grouped(found)
    titles = Titles(lambda document: "", [])
    for document in found:
        assert titles.earlier(document) is None, document.file
        titles.add([document])


def test_two_stated_ids_are_never_copies_not_even_through_a_third_file() -> None:
    text = "".join(f"제{n}조(일{n}) 직원은 {n}번째 일을 성실하게 하고 그 결과를 적는다. " for n in range(1, 30))
    one = rule("ㄱ.md", text, doc_id="001", id_stated=True)
    other = rule("ㄴ.md", text, doc_id="002", id_stated=True)
    assert not grouped([one, other])
    (group,) = grouped(
        [one, other, rule("ㄷ.md", text), rule("ㄹ.md", text + "제99조(보칙) 그 밖의 일은 사장이 정한다.")]
    )
    assert len(group & {"ㄱ.md", "ㄴ.md"}) == 1
    assert {"ㄷ.md", "ㄹ.md"} < group


def test_two_that_are_alike_only_through_a_third_are_one_where_it_is_there(shared: Path) -> None:
    """Whoever may not read the one between sees what they would see without it."""
    text = (shared / "statutes/current/공무원여비규정/대통령령.md").read_text(encoding="utf-8")
    end, start = round(len(text) * 0.72), round(len(text) * 0.28)
    one, between, other = rule("ㄱ.md", text[:end]), rule("ㄴ.md", text), rule("ㄷ.md", text[start:])
    assert grouped([one, between, other]) == [{"ㄱ.md", "ㄴ.md", "ㄷ.md"}]
    assert not grouped([one, other])


def test_one_text_under_two_names_is_one_and_a_series_of_one_form_is_not() -> None:
    text = "제1조(목적) 이 규칙은 근로조건을 정한다. 제2조(정의) 직원은 회사와 근로계약을 맺은 사람을 말한다."
    assert grouped([rule("ㄱ.md", text), rule("ㄴ.md", text.replace(" ", "\n"), "인사 내규")]) == [{"ㄱ.md", "ㄴ.md"}]
    form = "회의록 양식에 따라 참석자와 안건과 결정 사항을 적고 다음 회의 전까지 모두에게 돌린다. " * 10
    notes = [rule(f"{n}.md", form + f"{n}번째 회의", "회의록") for n in range(SERIES + 1)]
    assert likeness(*notes[:2]) >= COPIES
    assert not grouped(notes)
    assert grouped(notes[:SERIES])


def test_dated_editions_and_other_formats_of_one_rule_are_found(shared: Path) -> None:
    root = shared / "rules/foss-for-all"
    files = sorted((root / "legal/regulations/membership-fee").glob("*")) + sorted(
        (root / "history/content/disclosures/legal/regulations/membership-fee/_index").glob("*.md")
    )
    found = [document for path in files for document in parsed(path, str(path.relative_to(root)))]
    fees = [document for document in found if document.title == "회비규정"]
    assert {document.kind for document in fees} == {"md", "pdf"}
    newest = [document for document in fees if document.revised_at == "2026-04-04"]
    assert [{document.file for document in newest}] == grouped(newest)
    group = groups(newest, lambda document: "", NOTHING)
    assert len(aliases(group, {document.key: document for document in newest}, NOTHING)) == len(newest) - 1


def test_hwp_and_hwpx_of_one_text_are_found(shared: Path) -> None:
    twins = 0
    for path in sorted((shared / "office/hwpjs").rglob("*.hwpx")):
        other = path.with_suffix(".hwp")
        if other.exists() and path.stat().st_size < 200_000:
            try:
                one, two = parsed(path, path.name), parsed(other, other.name)
            except UnreadableFile:  # of pictures only
                continue
            assert len(grouped([*one, *two])) == len(one) == len(two), path.name
            twins += 1
    assert twins >= 5
