"""Where documents come from and who wrote them: what they say, what people say, and what is refused without either."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from geungeo import settings as table
from geungeo.corpus.ingest import ingest
from geungeo.corpus.provenance import Told, ai_wrote, origin_of, stated_source
from geungeo.corpus.read import read
from geungeo.corpus.report import FileReport, report_text
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.workspace import Workspace

LEAVE = "# 휴가 내규\n\n제1조(목적) 이 내규는 휴가를 정한다.\n\n제2조(연가) 연가는 15일로 한다.\n"
PAGE = "0f3c5a7e9b1d4f6082a4c6e8f0123456"


class House:
    def __init__(self, root: Path) -> None:
        self.docs = root / "docs"
        self.docs.mkdir()
        self.workspace = Workspace(root)
        self.store = EmbeddedStore(self.workspace, "none", 0)

    def zip(self, files: dict[str, bytes | str], name: str = "자료.zip") -> None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for inside, data in files.items():
                archive.writestr(inside, data)
        (self.docs / name).write_bytes(packed.getvalue())

    def read(self, told: Told | None = None) -> dict[str, FileReport]:
        found = ingest(self.docs, self.store, table.load(), self.workspace.report, told=told or Told())
        return {report.file: report for report in found}

    @property
    def sources(self) -> dict[str, str]:
        return {document.file: document.source for document in self.store.snapshot().documents.values()}


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


# --- Sources --------------------------------------------------------------------------------------------------


def test_what_comes_packed_states_its_source_or_is_refused_and_listed(house: House, shared: Path) -> None:
    rules = shared / "rules"
    real = next(p for p in sorted((rules / "jet-rag").rglob("*.hwpx")) if "규정" in p.name or "내규" in p.name)
    house.zip({f"규정/{real.name}": real.read_bytes(), "휴가.md": f"---\nsource: https://hr.example/7\n---\n{LEAVE}"})
    reports = house.read()
    refused = {name: report.refused for name, report in reports.items() if report.refused}
    assert list(refused.values()) == ["no_source"]
    assert "geungeo documents source" in report_text(list(reports.values()))
    assert house.sources == {"자료.zip/휴가.md": "https://hr.example/7"}
    told = Told(sources={"document:자료.zip": "기획팀 2025-12 배포"})
    assert not any(report.refused for report in house.read(told).values())  # though no byte changed
    assert set(house.sources.values()) == {"기획팀 2025-12 배포"}


def test_the_word_that_is_taken_back_withdraws_what_rested_on_it(house: House) -> None:
    house.zip({"휴가.md": LEAVE})
    house.read(Told(sources={"document:자료.zip/휴가.md": "인사팀"}))
    assert house.sources == {"자료.zip/휴가.md": "인사팀"}
    report = house.read()["자료.zip/휴가.md"]
    assert (report.refused, house.sources) == ("no_source", {})
    assert not house.store.snapshot().chunks
    assert any("답에 쓰지 않습니다" in note for note in report.notes)


def test_a_file_that_a_person_put_there_comes_from_its_path_and_one_over_the_desk_does_not(house: House) -> None:
    (house.docs / "휴가.md").write_text(LEAVE, encoding="utf-8")
    (house.docs / "넣은 것.md").write_text(LEAVE.replace("휴가", "출장"), encoding="utf-8")
    reports = house.read(Told(uploads=frozenset({"넣은 것.md"})))
    assert reports["넣은 것.md"].refused == "no_source"
    assert house.sources == {"휴가.md": "휴가.md"}


def test_a_collection_may_ask_for_a_source_inside_the_file(house: House) -> None:
    (house.docs / "인사").mkdir()
    (house.docs / "인사/말 없음.md").write_text(LEAVE, encoding="utf-8")
    (house.docs / "인사/밝힘.md").write_text(
        LEAVE.replace("휴가", "출장") + "\n출처: 인사팀 결재 2026-7\n", encoding="utf-8"
    )
    (house.docs / "총무.md").write_text(LEAVE.replace("휴가", "비품"), encoding="utf-8")
    assert not any(report.refused for report in house.read().values())
    told = Told(required=lambda name: name.startswith("인사/"), sources={"document:인사/말 없음.md": "인사팀"})
    assert {n: r.refused for n, r in house.read(told).items() if r.refused} == {"인사/말 없음.md": "source_inside"}
    assert house.sources == {"인사/밝힘.md": "인사팀 결재 2026-7", "총무.md": "총무.md"}


def test_pages_of_notion_name_themselves_and_what_is_attached_to_them(house: House) -> None:
    house.zip(
        {
            f"취업규칙 {PAGE}.md": LEAVE,
            f"취업규칙 {PAGE}/별첨.txt": "별첨 서식의 쓰는 법을 적는다.",
            "index.html": "<html><body><p>목록을 적어 둔 쪽입니다.</p></body></html>",
        }
    )
    reports = house.read()
    assert {name for name, report in reports.items() if report.refused} == {"자료.zip/index.html"}
    assert set(house.sources.values()) == {f"Notion 쪽 {PAGE}"}


def test_a_page_of_confluence_is_known_by_address_or_id(house: House, shared: Path) -> None:
    page: dict[str, object] = {
        "type": "page",
        "id": "4711",
        "title": "휴가",
        "body": {"storage": {"value": "<p>연가는 15일로 한다.</p>"}},
        "restrictions": {},
    }
    (house.docs / "쪽.json").write_text(json.dumps(page, ensure_ascii=False), encoding="utf-8")
    del page["id"]
    (house.docs / "이름 없음.json").write_text(json.dumps(page, ensure_ascii=False), encoding="utf-8")
    assert house.read()["이름 없음.json"].refused == "no_source"
    assert house.sources == {"쪽.json": "Confluence 쪽 4711"}
    real = sorted((shared / "confluence").rglob("page.v1.yaml"))
    assert real
    assert all(stated_source(read(path.read_bytes(), str(path)), str(path)) for path in real)


@pytest.mark.parametrize(
    ("name", "text", "source"),
    [
        ("a.md", f"출처: 인사팀 결재 2026-7\n\n{LEAVE}", "인사팀 결재 2026-7"),
        ("a.txt", f"{LEAVE}\n※ 출처 : https://hr.example/leave", "https://hr.example/leave"),
        ("a.txt", f"https://hr.example/leave\n{LEAVE}", "https://hr.example/leave"),
        ("a.md", f"---\n출처: 미상\n---\n{LEAVE}", None),
        ("a.txt", f"출처: -\n{LEAVE}", None),
        ("a.txt", "\n".join(["규칙이다."] * 12 + ["출처: 통계청 2025"] + ["표의 설명이다."] * 12), None),
        ("a.html", '<html><head><link rel="canonical" href="https://hr.example/a?b=1&amp;c=2"></head><body><p>연가는 15일</p></body></html>', "https://hr.example/a?b=1&c=2"),
        ("a.html", '<html><head><meta property="og:url" content="https://hr.example/og"></head><body><p>연가는 15일</p></body></html>', "https://hr.example/og"),
        ("a.html", "<!-- saved from url=(0024)https://hr.example/saved --><html><body><p>연가는 15일</p></body></html>", "https://hr.example/saved"),
        ("a.html", '<html><head><link rel="canonical" href="/leave"></head><body><p>연가는 15일</p></body></html>', None),
    ],
)  # fmt: skip
def test_where_a_document_says_it_comes_from(name: str, text: str, source: str | None) -> None:
    assert stated_source(read(text.encode(), name), name) == source


def test_the_acts_state_where_they_come_from(shared: Path) -> None:
    acts = sorted((shared / "statutes/current").rglob("*.md"))[:20]
    assert acts
    for act in acts:
        found = stated_source(read(act.read_bytes(), act.name), act.name)
        assert found is not None
        assert found.startswith("https://www.law.go.kr/")


# --- Who wrote it ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "AI 초안", "[AI 초안]", "# (AI 작성)", "※ 이 문서는 AI가 작성한 초안입니다.", "AI가 작성함 (2026-03-01)",
        "작성자: ChatGPT", "재택근무 규정 (AI 초안)", "본 문서는 생성형 AI를 활용하여 작성되었습니다.", "AI 초안 - 검토 전",
    ],
)  # fmt: skip
def test_a_line_that_says_ai_wrote_the_document(line: str) -> None:
    assert ai_wrote(line)


@pytest.mark.parametrize(
    "line",
    [
        "제1조(목적) 이 지침은 AI가 작성한 문서의 검토를 정한다.", "AI가 작성한 결과물은 담당자가 확인하여야 한다.",
        "AI 초안 작성 지침", "작성자: AI기획팀 김민수", "생성형 AI 활용 규정", "담당: 인공지능팀", "MAIL 초안",
    ],
)  # fmt: skip
def test_a_rule_about_what_ai_writes_is_no_draft(line: str) -> None:
    assert not ai_wrote(line)


@pytest.mark.parametrize(
    ("name", "front", "origin"),
    [
        ("규정.md", "origin: ai-draft", "ai-draft"),
        ("규정.md", "작성자: ChatGPT 4", "ai-draft"),
        ("규정.md", "비고: AI 초안, 검토 전", "ai-draft"),
        ("규정(AI 초안).md", "origin: human", "human"),
        ("규정(AI 초안).md", "부서: 인사", "ai-draft"),
        ("규정.md", "작성자: AI기획팀", "human"),
    ],
)
def test_front_matter_and_the_files_name_tell_who_wrote_it(name: str, front: str, origin: str) -> None:
    assert origin_of(read(f"---\n{front}\n---\n{LEAVE}".encode(), name), name) == origin


def test_no_act_is_taken_for_an_ai_draft(shared: Path) -> None:
    acts = sorted((shared / "statutes/current").rglob("*.md"))
    assert acts
    assert {origin_of(read(act.read_bytes(), act.name), act.name) for act in acts} == {"human"}


def test_an_operators_word_on_who_wrote_it_goes_before_the_documents(house: House) -> None:
    (house.docs / "휴가.md").write_text(f"---\norigin: ai-draft\n---\n{LEAVE}", encoding="utf-8")
    reports = house.read()
    chunks = house.store.snapshot().chunks.values()
    assert (reports["휴가.md"].origin, {chunk.origin for chunk in chunks}) == ("ai-draft", {"ai-draft"})
    house.read(Told(origins={"document:휴가.md": "human"}))
    assert {chunk.origin for chunk in house.store.snapshot().chunks.values()} == {"human"}
    house.read(Told(origins={"document:휴가.md": "ai-draft-allowed"}))
    assert {document.origin for document in house.store.snapshot().documents.values()} == {"ai-draft"}
