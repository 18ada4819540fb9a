"""The corpus at a glance, from the shell: what holds, what is in doubt, what could not be read; a page at a time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import run
from geungeo.ops.catalogue import Entry, FileRow
from geungeo.ops.listing import ONLY, WARNED, Wanted, chosen, summed
from geungeo.records import EVERYONE

RULE = "# 휴가 규정\n\n개정 2023. 1. 1.\n\n제1조(목적) 이 규정은 직원의 휴가를 정한다.\n\n제3조(연가) 연가는 1년에 15일로 한다.\n"
DRAFT = "# 휴가 규정 일부개정규정안\n\n제3조(연가) 연가는 1년에 99일로 한다.\n"
FORM = "# 출장 규정\n\n제1조(목적) 출장을 정한다.\n\n[별지 제1호서식] 출장 신청서\n\n성명: ______ 부서: ______\n"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> str:
    place: Path = tmp_path_factory.mktemp("listing") / "workspace"
    assert run("-w", str(place), "init").code == 0
    with (place / "geungeo.toml").open("a", encoding="utf-8") as file:
        file.write('\n[embedder]\nkind = "none"\n')
    docs = place / "docs"
    for name, text in (("휴가.md", RULE), ("휴가 개정안.md", DRAFT), ("출장.md", FORM)):
        (docs / name).write_text(text, encoding="utf-8")
    (docs / "그림.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    assert run("-w", str(place), "ingest").code == 0
    (docs / "새 규정.md").write_text(RULE, encoding="utf-8")
    return str(place)


def names(root: str, *options: str) -> list[str]:
    return [row["name"] for row in run("-w", root, "corpus", "--json", *options).json["files"]]


def test_every_filter_finds_its_files(root: str) -> None:
    assert names(root, "--state", "refused") == ["그림.png"]
    assert names(root, "--state", "waiting") == ["새 규정.md"]
    assert names(root, "--only", "drafts") == ["휴가 개정안.md"]
    assert names(root, "--only", "not_in_force") == ["휴가 개정안.md"]
    assert names(root, "--flag", "form") == ["출장.md"]
    assert "휴가.md" in names(root, "--only", "warnings")
    assert names(root, "출장") == ["출장.md"]
    assert names(root, "--collection", "없음") == []


def test_a_file_under_two_names_is_listed_with_what_it_is_a_copy_of(tmp_path: Path) -> None:
    place = tmp_path / "workspace"
    assert run("-w", str(place), "init").code == 0
    with (place / "geungeo.toml").open("a", encoding="utf-8") as file:
        file.write('\n[embedder]\nkind = "none"\n')
    for name, text in (("휴가.md", RULE), ("휴가 사본.md", RULE), ("출장.md", FORM)):
        (place / "docs" / name).write_text(text, encoding="utf-8")
    assert run("-w", str(place), "ingest").code == 0

    told = run("-w", str(place), "corpus", "--json", "--only", "duplicates").json
    entries = {row["name"]: row["entries"][0] for row in told["files"]}
    assert told["sums"]["duplicates"] == 2
    assert (entries["휴가.md"]["copy_state"], entries["휴가.md"]["copies"]) == ("canonical", ["휴가 사본.md"])
    assert (entries["휴가 사본.md"]["copy_state"], entries["휴가 사본.md"]["copies"]) == ("alias", ["휴가.md"])
    assert "휴가.md의 사본이라 답하지 않음" in run("-w", str(place), "corpus", "사본").out


def test_the_sums_are_of_the_whole_whatever_is_looked_for(root: str) -> None:
    told = run("-w", root, "corpus", "--json", "--state", "refused").json
    sums = told["sums"]
    assert (told["total"], sums["files"], sums["refused"], sums["waiting"]) == (1, 5, 1, 1)
    assert (sums["documents"], sums["versions"], sums["in_force"], sums["drafts"]) == (3, 3, 2, 1)
    assert sums["flags"]["form"] >= 1
    assert sums["warnings"]["gaps"] >= 1


def test_people_read_sums_first_then_why_a_file_was_refused_and_what_to_do(root: str) -> None:
    told = run("-w", root, "corpus").out.splitlines()
    assert told[0].startswith("파일 5개(못 읽음 1, 안 읽음 1), 문서 3개")
    (refused,) = [line for line in told if line.startswith("✗")]
    assert "그림.png" in refused
    assert any("시행 중" in line and "휴가 규정" in line and "휴가.md" in line for line in told)
    assert any("개정안·예고" in line for line in told)


def test_pages_hold_every_file_once(root: str) -> None:
    paged = [name for at in range(0, 6, 2) for name in names(root, "--limit", "2", "--offset", str(at))]
    assert paged == names(root)
    assert "--offset 2" in run("-w", root, "corpus", "--limit", "2").out


ENTRY = Entry("a", "가", "1", None, None, None, "", "", 3, "", EVERYONE, "", "human", "", True, {})
ENTRIES = st.builds(
    lambda doc_id, draft, origin, held, flags, where: replace(
        ENTRY, doc_id=doc_id, draft=draft, origin=origin, in_force=held, flags=flags, collection=where
    ),
    st.sampled_from("abc"),
    st.sampled_from(["", "draft", "comparison"]),
    st.sampled_from(["human", "ai-draft"]),
    st.booleans(),
    st.dictionaries(st.sampled_from(["toc", "form"]), st.integers(1, 3)),
    st.sampled_from(["", "인사"]),
)
ROWS = st.lists(
    st.builds(
        lambda name, state, entries, warnings: FileRow(name, state, "md", tuple(entries), warnings),
        st.text("가나다", min_size=1),
        st.sampled_from(["read", "refused", "waiting"]),
        st.lists(ENTRIES, max_size=3),
        st.dictionaries(st.sampled_from(["gaps", "notes"]), st.integers(1, 3)),
    ),
    max_size=8,
)


@given(ROWS, st.sampled_from(["", *ONLY, WARNED]), st.sampled_from(["", "toc"]), st.sampled_from(["", "인사"]))
def test_a_filter_only_narrows_and_parts_of_the_sums_add_up(
    rows: list[FileRow], only: str, flag: str, where: str
) -> None:
    found = chosen(rows, Wanted(only=only, flag=flag, collection=where))
    assert [row for row in rows if row in found] == found
    assert chosen(found, Wanted(only=only, flag=flag, collection=where)) == found
    whole, halves = summed(rows), [summed(rows[: len(rows) // 2]), summed(rows[len(rows) // 2 :])]
    for name in ("files", "refused", "waiting", "versions", "in_force", "drafts", "ai", "chunks"):
        assert getattr(whole, name) == sum(getattr(half, name) for half in halves)
    assert whole.documents <= whole.versions
