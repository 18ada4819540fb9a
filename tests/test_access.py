"""Rules of access: they only narrow, and what can't be understood opens nothing."""

from __future__ import annotations

import dataclasses
import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geungeo.access import Rules, as_allow, doubts, load, may_read, reader_named
from geungeo.decisions import decide
from geungeo.errors import SettingError
from geungeo.records import EVERYONE, NOBODY, Allow, Document, Reader
from geungeo.workspace import Workspace

HR, IT, KIM = Reader("lee", ("hr",)), Reader("choi", ("it",)), Reader("kim", ("hr", "pay"))


def document(file: str, doc_id: str = "", allow: Allow = EVERYONE, collection: str = "") -> Document:
    values = (doc_id or file, file, "1", None, None, None, "글", file, file, "md", "0")
    return Document(*values, collection=collection, allow=allow)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path)


def rules(workspace: Workspace, toml: str) -> Rules:
    workspace.settings.write_text('[docs]\nfolder = "docs"\n' + toml, encoding="utf-8")
    return load(workspace)


def reads(stated: Rules, reader: Reader, file: str, **given: object) -> bool:
    return may_read(stated.allow_of(document(file, **given)), reader)  # type: ignore[arg-type]


# --- Levels -------------------------------------------------------------------------------------------------


def test_without_rules_everyone_reads_everything(workspace: Workspace) -> None:
    assert reads(rules(workspace, ""), NOBODY, "인사/보수.md")


def test_the_workspace_narrows_all(workspace: Workspace) -> None:
    stated = rules(workspace, '[access]\nallow = ["group:hr", "group:it"]\n')
    assert [reads(stated, who, "어디/든.md") for who in (HR, IT, NOBODY)] == [True, True, False]


def test_a_folder_narrows_all_below_it_and_its_parents_add_up(workspace: Workspace) -> None:
    stated = rules(workspace, '[folders."인사"]\nallow = ["group:hr"]\n[folders."인사/급여"]\nallow = ["group:pay"]\n')
    assert [reads(stated, who, "인사/휴가.md") for who in (HR, KIM, IT)] == [True, True, False]
    assert [reads(stated, who, "인사/급여/표/보수.md") for who in (HR, KIM, IT)] == [False, True, False]
    assert reads(stated, IT, "인사이동.md")
    assert reads(stated, IT, "총무/인사/여비.md")


def test_a_document_is_named_by_its_id_or_its_file(workspace: Workspace) -> None:
    stated = rules(
        workspace, '[documents."001234"]\nallow = ["user:kim"]\n[documents."가/나.md"]\nallow = "group:it"\n'
    )
    assert [reads(stated, who, "법.md", doc_id="001234") for who in (HR, KIM)] == [False, True]
    assert [reads(stated, who, "가/나.md", doc_id="제목#2") for who in (KIM, IT)] == [False, True]


def test_a_document_without_a_rule_follows_its_collection_and_one_in_none_the_folders(workspace: Workspace) -> None:
    stated = rules(workspace, '[collections."인사"]\nfolders = ["인사", "채용"]\nallow = ["group:hr"]\n')
    for file in ("인사/휴가.md", "채용/절차.md"):
        assert [reads(stated, who, file) for who in (HR, IT)] == [True, False]
    assert reads(stated, IT, "안전/소방.md")
    assert stated.collection_of(document("안전/소방.md")) is None


def test_a_collection_within_another_opens_nothing(workspace: Workspace) -> None:
    stated = rules(
        workspace,
        '[collections.hr]\nfolders = ["인사"]\nallow = ["group:hr"]\n'
        '[collections.forms]\nfolders = ["인사/서식"]\nallow = ["*"]\ncontact = "서식 담당"\n'
        '[collections.bare]\nfolders = ["인사/빈"]\n',
    )
    inner = document("인사/서식/신청.md")
    assert stated.collection_of(inner) == stated.collections["forms"]
    assert [reads(stated, who, "인사/서식/신청.md") for who in (HR, IT)] == [True, False]
    assert [reads(stated, who, "인사/빈/글.md") for who in (HR, IT)] == [True, False]


def test_a_source_may_name_the_collection_and_narrow_the_document(workspace: Workspace) -> None:
    stated = rules(workspace, '[collections.wiki]\nfolders = []\nallow = ["group:hr"]\n')
    assert [reads(stated, who, "쪽.xml", collection="wiki") for who in (HR, IT)] == [True, False]
    narrowed = (("group:hr",), ("group:pay",))
    assert [reads(stated, who, "쪽.xml", allow=narrowed) for who in (HR, KIM)] == [False, True]
    assert not reads(stated, KIM, "쪽.xml", allow=())


def test_nobody_is_admitted_by_an_empty_list_but_the_operator(workspace: Workspace) -> None:
    stated = rules(workspace, '[folders."비밀"]\nallow = []\n[folders."빈"]\nallow = [[], ["*"]]\n')
    for file in ("비밀/글.md", "빈/글.md"):
        assert not reads(stated, KIM, file)
        assert reads(stated, Reader(role="operator"), file)


def test_a_list_of_lists_asks_for_one_of_each(workspace: Workspace) -> None:
    stated = rules(workspace, '[folders."a"]\nallow = [["group:hr", "group:it"], ["group:pay"]]\n')
    assert [reads(stated, who, "a/b.md") for who in (HR, IT, KIM)] == [False, False, True]


def test_names_are_the_same_however_they_are_composed(workspace: Workspace) -> None:
    apart = unicodedata.normalize("NFD", "인사")
    stated = rules(
        workspace, f'[folders."{apart}/"]\nallow = ["group:{apart}"]\n[documents."{apart}.md"]\nallow = []\n'
    )
    member = reader_named(f"group:{apart}")
    assert [reads(stated, who, "인사/휴가.md") for who in (member, IT)] == [True, False]
    assert not reads(stated, member, "인사.md")
    assert not reads(stated, member, "x.md", doc_id=unicodedata.normalize("NFD", "인사.md"))


def test_two_spellings_of_one_folder_add_up(workspace: Workspace) -> None:
    stated = rules(workspace, '[folders."인사"]\nallow = ["group:hr"]\n[folders."./인사//"]\nallow = ["group:pay"]\n')
    assert [reads(stated, who, "인사/휴가.md") for who in (HR, KIM)] == [False, True]


# --- What operators state -----------------------------------------------------------------------------------


def test_statements_add_to_the_file_and_may_be_taken_back(workspace: Workspace) -> None:
    toml = '[collections.hr]\nfolders = ["인사"]\nallow = ["group:hr"]\n'
    decide(workspace, "folder:인사/급여/", "allow", [["group:pay"]], "park")
    decide(workspace, "collection:hr", "allow", ["user:kim", "user:lee"], "park")
    decide(workspace, "document:인사/공지.md", "allow", [], "park")
    decide(workspace, "document:인사/공지.md", "source", "인사팀", "park")
    stated = rules(workspace, toml)
    assert [reads(stated, who, "인사/급여/표.md") for who in (HR, KIM)] == [False, True]
    assert [reads(stated, who, "인사/휴가.md") for who in (HR, KIM, Reader("oh", ("hr",)))] == [True, True, False]
    assert not reads(stated, KIM, "인사/공지.md")
    decide(workspace, "document:인사/공지.md", "allow", None, "park")
    assert reads(load(workspace), KIM, "인사/공지.md")


@settings(deadline=None)
@given(torn=st.integers(1, 60))
def test_a_torn_last_statement_is_nothing_and_any_other_damage_admits_nobody(
    tmp_path_factory: pytest.TempPathFactory, torn: int
) -> None:
    workspace = Workspace(tmp_path_factory.mktemp("w"))
    decide(workspace, "folder:인사", "allow", ["group:hr"], "park")
    whole = workspace.decisions.read_bytes()
    workspace.decisions.write_bytes(whole + whole[: min(torn, len(whole) - 2)])
    assert [reads(rules(workspace, ""), who, "인사/글.md") for who in (HR, IT)] == [True, False]
    workspace.decisions.write_bytes(whole[:torn] + b"\n" + whole)
    with pytest.raises(SettingError, match=r"decisions\.jsonl.*1번째"):
        load(workspace)


@pytest.mark.parametrize(
    "row",
    [
        {"target": "folders:인사", "kind": "allow", "value": ["group:hr"]},
        {"target": "document:", "kind": "allow", "value": ["group:hr"]},
        {"target": ["folder:인사"], "kind": "allow", "value": ["group:hr"]},
        {"target": "folder:인사", "kind": "allow", "value": "hr"},
        {"target": "folder:인사", "kind": "allow", "value": {"group": "hr"}},
        {"kind": "allow", "value": []},
        [],
        0,
    ],
)
def test_a_statement_that_makes_no_sense_admits_nobody(workspace: Workspace, row: object) -> None:
    workspace.data.mkdir()
    workspace.decisions.write_text(json.dumps(row) + "\n", encoding="utf-8")
    with pytest.raises(SettingError):
        rules(workspace, "")


def test_a_whole_last_line_without_its_end_is_kept_when_the_next_is_written(workspace: Workspace) -> None:
    decide(workspace, "folder:인사", "allow", ["group:hr"], "park")
    workspace.decisions.write_bytes(workspace.decisions.read_bytes().rstrip(b"\n"))
    decide(workspace, "folder:안전", "allow", [], "park")
    stated = rules(workspace, "")
    assert [reads(stated, HR, file) for file in ("인사/글.md", "안전/글.md")] == [True, False]
    assert not reads(stated, IT, "인사/글.md")


# --- Slips of the pen ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("toml", "word"),
    [
        ('[folders."인사"]\nalow = ["group:hr"]\n', "alow"),
        ('[folders."인사"]\n', "allow"),
        ('[documents."a.md"]\nAllow = []\n', "Allow"),
        ('[access]\nallowed = ["group:hr"]\n', "allowed"),
        ('[collections.hr]\nfolder = ["인사"]\nallow = []\n', "folder"),
        ('[collections.hr]\nfolders = "인사"\n', "folders"),
        ("[collections.hr]\ntitle = 1\n", "title"),
        ('[acess]\nallow = ["group:hr"]\n', "acess"),
        ('[folder."인사"]\nallow = ["group:hr"]\n', "folder"),
        ('[folders."인사"]\nallow = ["hr"]\n', "hr"),
        ('[folders."인사"]\nallow = ["group:"]\n', "group:"),
        ('[folders."인사"]\nallow = ["group:hr", ["user:kim"]]\n', "user:kim"),
        ('[folders]\n"인사" = ["group:hr"]\n', "인사"),
        ('[collections.a]\nfolders = ["인사"]\n[collections.b]\nfolders = ["인사/"]\n', "collections.a"),
        ('[folders.인사]\nallow = ["group:hr"]\n', "따옴표"),
        ('[folders."인사"\n', "geungeo.toml"),
    ],
)
def test_a_slip_of_the_pen_is_an_error_that_names_it_and_never_everyone(
    workspace: Workspace, toml: str, word: str
) -> None:
    with pytest.raises(SettingError, match=word):
        rules(workspace, toml)


def test_a_file_that_is_gone_or_just_being_written_admits_nobody(workspace: Workspace) -> None:
    with pytest.raises(SettingError, match=r"geungeo\.toml"):
        load(workspace)
    workspace.settings.write_text("\n", encoding="utf-8")
    with pytest.raises(SettingError, match=r"geungeo\.toml"):
        load(workspace)


def test_rules_that_narrow_nothing_are_told(workspace: Workspace) -> None:
    decide(workspace, "collection:옛모음", "allow", ["group:hr"], "park")
    stated = rules(
        workspace,
        '[collections.hr]\nfolders = ["인사", "인샤"]\n[folders."급여"]\nallow = []\n'
        '[documents."인사/휴가.md"]\nallow = []\n[documents."인사/없음.md"]\nallow = []\n',
    )
    told = doubts(stated, [document("인사/휴가.md")])
    assert len(told) == 4
    for word, line in zip(("인샤", "급여", "인사/없음.md", "collection:옛모음"), told, strict=True):
        assert word in line
    assert doubts(rules(workspace, '[folders."인사"]\nallow = []\n'), [document("인사/휴가.md")]) == [told[-1]]


# --- Readers ------------------------------------------------------------------------------------------------


def test_readers_are_named_by_user_and_groups() -> None:
    assert reader_named("user:kim, group:hr,group:인사 팀") == Reader("kim", ("hr", "인사 팀"))
    assert reader_named("") == reader_named("*") == NOBODY
    for wrong in ("kim", "user:", "user:kim,user:lee", "role:operator", "group: hr"):
        with pytest.raises(SettingError):
            reader_named(wrong)


PRINCIPALS = st.sampled_from(["*", "group:hr", "group:it", "group:pay", "user:kim"])
LISTS = st.lists(st.lists(PRINCIPALS, max_size=3), max_size=4)


@settings(deadline=None)
@given(LISTS, LISTS, st.sampled_from([HR, IT, KIM, NOBODY]))
def test_adding_a_rule_never_opens_anything(one: list[list[str]], other: list[list[str]], reader: Reader) -> None:
    first, both = as_allow("x", one), (*as_allow("x", one), *as_allow("y", other))
    assert may_read(first, reader) or not may_read(both, reader)
    without = dataclasses.replace(reader, groups=())
    assert may_read(first, reader) or not may_read(first, without)


# --- What moves, and what goes by another name ---------------------------------------------------------------


def test_a_folder_that_is_renamed_stays_closed_and_a_document_that_is_moved_follows_its_new_place(
    workspace: Workspace,
) -> None:
    stated = rules(workspace, '[folders."임원"]\nallow = ["group:hr"]\n[collections."급여"]\nallow = ["group:pay"]\n')
    renamed = [document("임원진/보수.md", "임원/보수.md"), document("급여표/표.md", "급여/표.md")]
    assert [[may_read(stated.amid(renamed).allow_of(d), who) for who in (HR, KIM, IT)] for d in renamed] == [
        [True, True, False],
        [False, True, False],
    ]
    moved = document("공개/보수.md", "임원/보수.md")
    assert may_read(stated.amid([moved, document("임원/남은.md")]).allow_of(moved), IT)


def test_an_id_that_another_file_claims_first_does_not_free_its_own_document(workspace: Workspace) -> None:
    stated = rules(workspace, '[documents."HR-7"]\nallow = ["group:hr"]\n')
    for doc_id in ("HR-7", "HR-7@급여/보수.md", "HR-7@급여/보수.md#2"):
        assert [reads(stated, who, "급여/보수.md", doc_id=doc_id) for who in (HR, IT)] == [True, False], doc_id
    assert reads(stated, IT, "급여/여비.md", doc_id="HR-70")


def test_a_rule_for_an_archive_holds_for_what_is_in_it(workspace: Workspace) -> None:
    stated = rules(workspace, '[documents."자료.zip"]\nallow = ["group:hr"]\n')
    assert [reads(stated, who, "자료.zip/인사/보수.md") for who in (HR, IT)] == [True, False]
    assert doubts(stated, [document("자료.zip/인사/보수.md")]) == []


@pytest.mark.parametrize("folder", ["임원 ", " 임원", "인사 / 임원"])
def test_spaces_around_a_name_open_nothing(workspace: Workspace, folder: str) -> None:
    stated = rules(workspace, f'[folders."{folder}"]\nallow = ["group:hr"]\n')
    assert not reads(stated, IT, f"{folder}/보수.md")
    stated = rules(workspace, f'[documents."{folder}/보수.md"]\nallow = ["group:hr"]\n')
    assert not reads(stated, IT, f"{folder}/보수.md")
