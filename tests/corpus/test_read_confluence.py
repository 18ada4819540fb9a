"""Pages of Confluence: macros as they are seen, what its source says of a page, and who may see it."""

from __future__ import annotations

import html
import json
import re
import shutil
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo import settings as table
from geungeo.corpus.blocks import Block, Paragraph, Reading, Table, Unread, solid_length_of_blocks, texts_of_blocks
from geungeo.corpus.chunk import chunks
from geungeo.corpus.ingest import ingest
from geungeo.corpus.quality import flagged
from geungeo.corpus.read import read
from geungeo.corpus.read.confluence import allow_of
from geungeo.corpus.structure import split
from geungeo.corpus.structure.documents import narrowed
from geungeo.errors import UnreadableFile
from geungeo.records import EVERYONE, Allow
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.workspace import Workspace
from store_samples import of_id


def restricted(users: list[str] | None = None, groups: list[str] | None = None) -> dict[str, Any]:
    """As `expand=restrictions.read.restrictions.user,restrictions.read.restrictions.group` gives it."""
    listed = {
        "user": [{"type": "known", "username": name, "displayName": "김 철수"} for name in users or []],
        "group": [{"type": "group", "name": name} for name in groups or []],
    }
    return {
        "read": {
            "operation": "read",
            "restrictions": {kind: {"results": names, "size": len(names)} for kind, names in listed.items()},
        }
    }


def page(body: str, **given: Any) -> dict[str, Any]:
    whole: dict[str, Any] = {
        "id": "12345",
        "type": "page",
        "status": "current",
        "title": "휴가 안내",
        "space": {"key": "HR"},
        "version": {"number": 3, "when": "2025-03-04T01:02:03.000Z", "by": {"displayName": "이 영희"}},
        "metadata": {
            "labels": {"results": [{"prefix": "global", "name": "규정"}, {"prefix": "global", "name": "인사"}]}
        },
        "ancestors": [],
        "restrictions": restricted(),
        "body": {"storage": {"value": body, "representation": "storage"}},
        "_links": {"base": "https://wiki.example.com", "webui": "/spaces/HR/pages/12345"},
    }
    return whole | given


def reading(body: str, **given: Any) -> Reading:
    found = read(json.dumps(page(body, **given)).encode(), "12345.json")
    named = sum(difference.chars for difference in found.differences)
    assert solid_length_of_blocks(found.blocks) == found.chars_in + named
    return found


def blocks(body: str) -> tuple[Block, ...]:
    return reading(body).blocks


def macro(name: str, body: str = "", **parameters: str) -> str:
    listed = "".join(f'<ac:parameter ac:name="{key}">{value}</ac:parameter>' for key, value in parameters.items())
    rich = f"<ac:rich-text-body>{body}</ac:rich-text-body>" if body else ""
    return f'<ac:structured-macro ac:name="{name}" ac:schema-version="1">{listed}{rich}</ac:structured-macro>'


# --- What is seen --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["info", "note", "tip", "warning", "panel", "expand", "excerpt"])
def test_boxes_show_their_title_and_their_text(name: str) -> None:
    body = "<p>앞</p>" + macro(name, "<p>연차는 15일이다.</p>", title="알림", bgColor="#fff") + "<p>뒤</p>"
    assert blocks(body) == tuple(map(Paragraph, ("앞", "알림", "연차는 15일이다.", "뒤")))


def test_code_keeps_its_lines_and_contents_macros_show_nothing() -> None:
    code = (
        '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">yaml</ac:parameter>'
        '<ac:parameter ac:name="title">예</ac:parameter>'
        "<ac:plain-text-body><![CDATA[a: <1>\nb: 2]]></ac:plain-text-body></ac:structured-macro>"
    )
    assert blocks(macro("toc", maxLevel="3") + code) == (Paragraph("예"), Paragraph("a: <1>\nb: 2"))


def test_a_status_stands_in_its_line_and_dates_and_signs_too() -> None:
    status = macro("status", colour="Green", title="시행 중")
    body = f'<p>상태: {status} <time datetime="2025-03-01" />부터 <ac:emoticon ac:name="tick" /> 확인</p>'
    assert blocks(body) == (Paragraph("상태: 시행 중 2025-03-01부터 ✔ 확인"),)


def test_links_show_their_words_or_what_they_lead_to() -> None:
    body = (
        '<p><ac:link><ri:page ri:content-title="여비 규정" /></ac:link>, '
        '<ac:link><ri:page ri:content-title="x" /><ac:link-body>복무 <em>규정</em></ac:link-body></ac:link>, '
        '<ac:link><ri:page ri:content-title="y" /><ac:plain-text-link-body><![CDATA[당직]]></ac:plain-text-link-body>'
        '</ac:link>, <ac:link><ri:attachment ri:filename="서식.hwp" /></ac:link></p>'
    )
    found = reading(body)
    assert found.blocks == (Paragraph("여비 규정, 복무 규정, 당직, 서식.hwp"),)
    assert found.unread == (Unread("attachment", 1),)


def test_tasks_say_whether_they_are_done() -> None:
    tasks = "".join(
        f"<ac:task><ac:task-id>{i}</ac:task-id><ac:task-status>{status}</ac:task-status>"
        f"<ac:task-body>{text}</ac:task-body></ac:task>"
        for i, (status, text) in enumerate([("complete", "결재"), ("incomplete", "공지")])
    )
    assert blocks(f"<ac:task-list>{tasks}</ac:task-list>") == (Paragraph("[x] 결재"), Paragraph("[ ] 공지"))


def test_merged_cells_keep_their_places() -> None:
    body = '<table><tbody><tr><th rowspan="2">구분</th><th colspan="2">일수</th></tr><tr><td>1</td><td>2</td></tr></tbody></table>'
    (found,) = blocks(body)
    assert isinstance(found, Table)
    assert [(c.row, c.col, c.row_span, c.col_span) for c in found.cells] == [
        (0, 0, 2, 1),
        (0, 1, 1, 2),
        (1, 1, 1, 1),
        (1, 2, 1, 1),
    ]


def test_attachments_and_pages_shown_inside_are_named_and_not_read() -> None:
    included = '<ac:structured-macro ac:name="include"><ac:parameter ac:name=""><ac:link><ri:page ri:content-title="공통 규정" />'
    included += "</ac:link></ac:parameter></ac:structured-macro>"
    image = '<ac:image><ri:attachment ri:filename="표.png" /><ac:caption><p>휴가 표</p></ac:caption></ac:image>'
    listed = {"attachment": {"results": [{"type": "attachment", "title": "서식.hwp"}]}}
    found = reading(f"<p>본문</p>{image}{included}", children=listed)
    assert found.blocks == (Paragraph("본문"), Paragraph("휴가 표"))
    assert found.unread == (Unread("attachment", 2), Unread("elsewhere", 1))
    assert [any(name in note for note in found.notes) for name in ("표.png", "서식.hwp", "공통 규정")] == [True] * 3


def test_what_is_told_twice_is_read_once() -> None:
    body = (
        '<ac:adf-extension><ac:adf-node type="panel"><ac:adf-attribute key="panel-type">note</ac:adf-attribute>'
        "<ac:adf-content><p>한 번</p></ac:adf-content></ac:adf-node><ac:adf-fallback><div><p>한 번</p></div>"
        "</ac:adf-fallback></ac:adf-extension>"
    )
    assert blocks(body) == (Paragraph("한 번"),)


# --- What is said of a page ----------------------------------------------------------------------------------


def test_title_space_labels_author_and_day_are_stored_with_the_document(tmp_path: Path) -> None:
    store = EmbeddedStore(Workspace(tmp_path), "none", 0)
    docs = tmp_path / "docs"
    docs.mkdir()
    body = "<h2>연차</h2><p>연차는 15일이다.</p>"
    above = [{"id": "1", "title": "인사", "restrictions": restricted(groups=["staff"])}]
    (docs / "a.json").write_text(json.dumps(page(body, ancestors=above)), encoding="utf-8")
    ingest(docs, store, table.load(), Workspace(tmp_path).report)
    document = of_id(store.snapshot(), "12345")
    assert (document.title, document.revised_at, document.number) == ("휴가 안내", "2025-03-04", "3")
    assert document.source == "https://wiki.example.com/spaces/HR/pages/12345"
    assert document.meta == {
        "space": "HR",
        "labels": "규정, 인사",
        "author": "이 영희",
        "modified": "2025-03-04",
        "above": "인사",
    }
    assert document.allow == (("group:staff",),)
    assert {chunk.allow for chunk in store.snapshot().chunks.values()} == {(("group:staff",),)}
    again = of_id(EmbeddedStore(Workspace(tmp_path), "none", 0).snapshot(), "12345")
    assert again == document


def test_blank_pages_are_refused_and_templates_flagged() -> None:
    with pytest.raises(UnreadableFile) as refused:
        read(json.dumps(page("<p />")).encode(), "")
    assert refused.value.reason == "empty"
    placeholder = "<p>대상: <ac:placeholder>부서를 적으세요</ac:placeholder></p>"
    for body, given_ in ((placeholder, {}), ("<p>본문</p>", {"title": "[템플릿] 회의록"})):
        (parsed,) = split(reading(body, **given_), file="a.json", file_hash="", doc_id="a")
        assert {flag for chunk in flagged(parsed, chunks(parsed)) for flag in chunk.flags} >= {"template:page"}
    (parsed,) = split(reading("<p>템플릿을 쓰는 법</p>"), file="a.json", file_hash="", doc_id="a")
    assert not any(chunk.flags for chunk in flagged(parsed, chunks(parsed)))


# --- Who may see a page --------------------------------------------------------------------------------------


def above(*restrictions: dict[str, Any] | None) -> list[dict[str, Any]]:
    return [{"id": str(i)} | ({"restrictions": r} if r is not None else {}) for i, r in enumerate(restrictions)]


@pytest.mark.parametrize(
    ("given_", "allow"),
    [
        ({}, EVERYONE),
        ({"restrictions": restricted(["kim"], ["hr"])}, (("user:kim", "group:hr"),)),
        ({"ancestors": above(restricted(), restricted(groups=["hr"]))}, (("group:hr",),)),
        (
            {"ancestors": above(restricted(groups=["hr"])), "restrictions": restricted(["kim"])},
            (("group:hr",), ("user:kim",)),
        ),
        ({"restrictions": {}}, None),
        ({"restrictions": None}, None),
        ({"ancestors": None}, None),
        ({"ancestors": above(None), "restrictions": restricted(["kim"])}, None),
        ({"restrictions": {"read": {"restrictions": {"user": {"results": [], "size": 0}}}}}, None),
        ({"restrictions": {"read": {"restrictions": {"user": {"results": [{}]}, "group": {"results": []}}}}}, None),
        (
            {
                "restrictions": {
                    "read": {"restrictions": {"user": {"results": [], "size": 3}, "group": {"results": []}}}
                }
            },
            None,
        ),
        ({"restrictions": "읽지 못함"}, None),
    ],
)
def test_a_page_is_for_those_whom_it_and_every_page_above_admit(given_: dict[str, Any], allow: Allow | None) -> None:
    whole = page("<p>본문</p>", **given_)
    assert allow_of(whole) == allow
    stated = read(json.dumps(whole).encode(), "").stated
    assert stated.allow == (allow or ())
    (parsed,) = split(read(json.dumps(whole).encode(), ""), file="a", file_hash="", doc_id="a")
    assert parsed.document.allow == (allow or ())


def test_a_user_is_known_by_every_name_that_is_theirs_alone() -> None:
    whole = page("<p>본문</p>", restrictions=restricted())
    user = {"accountId": "712020:ab", "email": "kim@example.com", "publicName": "김철수", "displayName": "김철수"}
    whole["restrictions"]["read"]["restrictions"]["user"] = {"results": [user]}
    assert allow_of(whole) == (("user:712020:ab", "user:kim@example.com"),)


names = st.sampled_from(["group:hr", "user:kim", "*"])
allows = st.lists(st.lists(names, max_size=2).map(tuple), max_size=3).map(tuple)


@given(allows, allows, st.sets(names.filter(lambda name: name != "*")))
def test_rules_only_narrow(outer: Allow, inner: Allow, reader: set[str]) -> None:
    def admits(allow: Allow) -> bool:
        return bool(allow) and all({"*", *reader} & set(listed) for listed in allow)

    assert admits(narrowed(outer, inner)) == (admits(outer) and admits(inner))


def test_pages_of_unknown_restrictions_are_nobodys_unless_the_operator_says_so(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    whole = page("<p>본문</p>")
    del whole["restrictions"]
    (docs / "a.json").write_text(json.dumps(whole), encoding="utf-8")
    store = EmbeddedStore(Workspace(tmp_path), "none", 0)
    for word, allow, notes in (("nobody", (), 1), ("space", EVERYONE, 0), ("everyone", (), 1)):
        settings = table.load(None, {"confluence.unknown_restrictions": word})
        (report,) = ingest(docs, store, settings, Workspace(tmp_path).report)
        assert of_id(store.snapshot(), "12345").allow == allow
        assert len(report.notes) == notes


# --- Exports -------------------------------------------------------------------------------------------------


def test_a_page_of_an_export_is_one_document_with_what_lies_beside_it(shared: Path, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    wanted = ("page.*", "attachments.*", "ancestors.*", "children.*")
    for name in ("544178405", "883654669"):
        (docs / name).mkdir(parents=True)
        for path in (path for pattern in wanted for path in (shared / "confluence" / name).glob(pattern)):
            shutil.copy(path, docs / name / path.name)
    allow = {"read": restricted(groups=["manual"])["read"]}
    (docs / "883654669/restrictions.v1.yaml").write_text(json.dumps(allow), encoding="utf-8")
    store = EmbeddedStore(Workspace(tmp_path), "none", 0)
    settings = table.load(None, {"confluence.unknown_restrictions": "space"})
    reports = ingest(docs, store, settings, Workspace(tmp_path).report)
    assert [report.file for report in reports] == ["544178405/page.v1.yaml", "883654669/page.v1.yaml"]
    document = of_id(store.snapshot(), "544178405")
    assert (document.title, document.number, document.meta["space"]) == ("관리자 매뉴얼", "13", "QM")
    assert document.source == "https://querypie.atlassian.net/wiki/spaces/QM/pages/544178405"
    assert [unread.count for unread in reports[0].unread if unread.name == "attachment"] == [5]


def markdown_words(text: str) -> str:
    """The letters and digits that the expected page shows: without front matter, tags, marks and list numbers."""
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    text = re.sub(r"^import \{.*$|^[ \t]*```.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\A\s*# .*\n", "", text)
    text = re.sub(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?:[^()]|\([^)]*\))*\)", r"\1", text)
    text = re.sub(
        r"</?(?:Callout|figure|figcaption|img|table|colgroup|col|tbody|tr|t[dh]|details|summary|br|Badge|[apu])\b[^>]*>",
        "\n",
        text,
    )
    text = text.replace("**", "")
    text = re.sub(r"^[ \t]*(?:#{1,6}[ \t]+)?(?:[*+-][ \t]+|\d+\.[ \t]*(?!\d))*", "", text, flags=re.MULTILINE)
    return _letters(html.unescape(text))


def shown_words(found: Reading) -> str:
    marks = re.compile(r"^(?:-\s|\d+\.\s*(?!\d))+", re.MULTILINE)
    return _letters("".join(marks.sub("", text) for text in texts_of_blocks(found.blocks)))


def _letters(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFC", text) if letter.isalnum())


# Page -> (in the expected markdown, on the page): every difference that is left.
DIFFERENCES = {
    # A link whose words are its own address: the page shows the address, the markdown what it leads to.
    "1454342158": [
        (
            "MetadataOkta에서QueryPie애플리케이션연동정보설정단계",
            "MetadatahttpsquerypieatlassiannetwikispacesQMpages1454342158IdentityProvidersOktaEC9790EC849CQueryPieEC95A0"
            "ED948CEBA6ACECBC80EC9DB4EC8598EC97B0EB8F99ECA095EBB3B4EC84A4ECA095단계",
        )
    ],
    # A link's place within its page, which the markdown joins to its words.
    "544211126": [
        ("DashboardQueryPieWeb에로그인하기2", "Dashboard2"),
        ("Dashboard사용자대시보드3", "Dashboard3"),
    ],
    # Signs that have only a name.
    "544375741": [("paperclip", "")],
    "544384417": [("선택한뒤copy", "선택한뒤")],
    "883654669": [("진행합니다lightbulbon", "진행합니다")],
    # Captions of two pictures: on the page they stand before the next sentence.
    "692355151": [
        (
            "내보내기Export를할때관리자설정에따라암호입력을요구하는팝업이출력될수있습니다"
            "JSON을클릭하면전체내용을볼수있습니다JSON결과의복사와내보내기가가능합니다",
            "JSON을클릭하면전체내용을볼수있습니다JSON결과의복사와내보내기가가능합니다"
            "내보내기Export를할때관리자설정에따라암호입력을요구하는팝업이출력될수있습니다",
        )
    ],
}


def test_the_shared_pages_say_what_is_expected(shared: Path) -> None:
    """Letters and digits, in order. Marks, list numbers and white space are another's to choose."""
    folders = sorted(path.parent for path in (shared / "confluence").glob("*/expected.mdx"))
    assert len(folders) == 21
    for folder in folders:
        ours = shown_words(read((folder / "page.xhtml").read_bytes(), folder.name))
        theirs = markdown_words((folder / "expected.mdx").read_text(encoding="utf-8"))
        for expected, shown in DIFFERENCES.get(folder.name, []):
            assert expected in theirs
            theirs = theirs.replace(expected, shown)
        assert ours == theirs, folder.name


def test_a_page_that_is_closed_is_closed_with_its_past_and_one_that_opens_keeps_its_past_closed(tmp_path: Path) -> None:
    store, docs = EmbeddedStore(Workspace(tmp_path), "none", 0), tmp_path / "docs"
    docs.mkdir()

    def put(version: int, groups: list[str] | None) -> dict[str, Any]:
        state = {"version": {"number": version, "when": f"2025-03-0{version}T09:00:00.000+09:00"}}
        state |= {"restrictions": restricted(groups=groups)} if groups else {}
        (docs / "a.json").write_text(json.dumps(page("<p>연차는 15일이다.</p>", **state)), encoding="utf-8")
        ingest(docs, store, table.load(None, {"confluence.unknown_restrictions": "space"}), Workspace(tmp_path).report)
        return {str(document.number): document.allow for document in store.snapshot().documents.values()}

    assert put(1, None) == {"1": EVERYONE}
    assert put(2, ["hr"]) == {"1": (("group:hr",),), "2": (("group:hr",),)}
    assert put(3, None) == {"1": (("group:hr",),), "2": (("group:hr",),), "3": EVERYONE}
