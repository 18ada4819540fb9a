"""Makes the example documents from the shared data: `python examples/make_examples.py [shared/data]`.

The words are the sources' own; only the file format changes. README.md names each source and licence.
Run again only when a source changes: the made files are committed.
"""

from __future__ import annotations

import html
import os
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import docx
import yaml
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from hwpx import HwpxDocument

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "examples" / "docs"
STATUTES = "statutes/current"
WORK_RULES = "rules/moel-standard-rules/e2e/fixtures/개정 표준취업규칙(2025년, 배포).hwp"
ASSOCIATION = "rules/foss-for-all/legal"

AS_THEY_ARE = {
    "국가공무원 복무규정.md": f"{STATUTES}/국가공무원복무규정/대통령령.md",
    "공무원 제안 규정.md": f"{STATUTES}/공무원제안규정/대통령령.md",
    "보안업무규정.md": f"{STATUTES}/보안업무규정/대통령령.md",
    "정관.pdf": f"{ASSOCIATION}/articles-of-incorporation/정관_20260329.pdf",
    "회비규정.pdf": f"{ASSOCIATION}/regulations/membership-fee/회비규정-20260404.pdf",
}

Kind = Literal["title", "dates", "chapter", "article", "text"]


@dataclass(frozen=True, slots=True)
class Line:
    """One paragraph of a rule. `number` is an article's, such as '4의2'; its text is then what follows the number."""

    kind: Kind
    text: str
    number: str = ""

    @property
    def whole(self) -> str:
        if self.kind != "article":
            return self.text
        base, _, branch = self.number.partition("의")
        return f"제{base}조" + (f"의{branch}" if branch else "") + (f" {self.text}" if self.text else "")


def statute_lines(path: Path) -> list[Line]:
    """A statute's Markdown as paragraphs without its marks; of its 부칙 the newest ones."""
    _, front, body = path.read_text(encoding="utf-8").split("---\n", 2)
    raw_lines = [
        raw for raw in body.splitlines() if raw.strip() and "flDownload" not in raw and raw.strip() != "</img>"
    ]
    lines = [_line(raw) for raw in raw_lines]
    return _newest_supplements([lines[0], _dates(yaml.safe_load(front)), *lines[1:]])


def _newest_supplements(lines: list[Line], count: int = 3) -> list[Line]:
    """All before the 부칙, then the last `count` of them: decades of amendments would crowd out what is in force."""
    first = next(index for index, line in enumerate(lines) if line.kind == "chapter" and line.text == "부칙") + 1
    starts = [index for index in range(first, len(lines)) if re.match(r"부칙\s*[<(]", lines[index].text)]
    return lines[:first] + lines[starts[-count:][0] :]


def _line(raw: str) -> Line:
    text = re.sub(r"^(\s*\w+)\\\.", r"\1.", raw.replace("**", "")).rstrip()
    marks, _, rest = text.partition(" ")
    if marks == "#":
        return Line("title", rest)
    if marks == "#####":
        article = re.fullmatch(r"제(\d+)조(?:의(\d+))?\s*(.*)", rest)
        if article is None:
            raise ValueError(f"조 제목이 아닙니다: {raw}")
        number, branch, title = article.groups()
        return Line("article", title, f"{number}의{branch}" if branch else number)
    if set(marks) == {"#"}:
        return Line("chapter", rest)
    return Line("text", text)


def _dates(front: dict[str, object]) -> Line:
    """The line that the law portal prints under a title, from the front matter."""
    effective, announced = (str(front[key]).replace("-", ". ") + "." for key in ("시행일자", "공포일자"))
    return Line("dates", f"[시행 {effective}] [{front['법령구분']} 제{front['공포번호']}호, {announced}]")


def write_docx(lines: list[Line], path: Path, numbered: bool = False) -> None:
    """Chapters and articles as real headings. `numbered`: 제4조, 제4조의2 stand only in a numbering definition."""
    document = docx.Document()
    numbering = _article_numbering(document) if numbered else None
    before_supplement = True
    for line in lines:
        before_supplement = before_supplement and line.text != "부칙"
        if line.kind == "title":
            document.core_properties.title = line.text
            document.add_heading(line.text, level=0)
        elif line.kind == "chapter":
            document.add_heading(line.text, level=1)
        elif line.kind == "article" and numbering is not None and before_supplement:
            heading = document.add_heading(line.text, level=2)
            heading._p.get_or_add_pPr().append(_number_properties(numbering, level="의" in line.number))
        elif line.kind == "article":
            document.add_heading(line.whole, level=2)
        else:
            document.add_paragraph(line.text)
    document.save(str(path))


def _article_numbering(document: docx.document.Document) -> int:
    """A two-level list: 제1조, 제2조 … and, below an article, 제4조의2, 제4조의3 …; returns its numId."""
    root = document.part.numbering_part.element
    abstract = parse_xml(
        f'<w:abstractNum {nsdecls("w")} w:abstractNumId="90"><w:multiLevelType w:val="multilevel"/>'
        '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:suff w:val="space"/>'
        '<w:lvlText w:val="제%1조"/></w:lvl>'
        '<w:lvl w:ilvl="1"><w:start w:val="2"/><w:numFmt w:val="decimal"/><w:suff w:val="space"/>'
        '<w:lvlText w:val="제%1조의%2"/></w:lvl></w:abstractNum>'
    )
    root.insert(0, abstract)
    root.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="90"><w:abstractNumId w:val="90"/></w:num>'))
    return 90


def _number_properties(num_id: int, level: bool) -> object:
    return parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{int(level)}"/><w:numId w:val="{num_id}"/></w:numPr>')


def write_hwpx(lines: list[Line], path: Path, numbered: bool = False) -> None:
    """Plain paragraphs. `numbered`: the articles' numbers stand only in a numbering definition."""
    document = HwpxDocument.new()
    levels = [{"text": "제^1조", "format": "DIGIT"}, {"text": "제^1조의^2", "format": "DIGIT", "start": "2"}]
    article, branch = document.styles.ensure_numbering(kind="number", levels=levels) if numbered else ("0", "0")
    before_supplement = True
    for line in lines:
        before_supplement = before_supplement and line.text != "부칙"
        if line.kind == "article" and numbered and before_supplement:
            document.add_paragraph(line.text, para_pr_id_ref=branch if "의" in line.number else article)
        else:
            document.add_paragraph(line.whole, para_pr_id_ref="0")
    document.save_to_path(str(path))


def write_hwp(lines: list[Line], path: Path) -> None:
    document = HwpxDocument.new()
    for line in lines:
        document.add_paragraph(line.whole)
    path.write_bytes(document.to_bytes(format="hwp"))


def write_html(lines: list[Line], path: Path) -> None:
    tags: dict[Kind, str] = {"title": "h1", "chapter": "h2", "article": "h3", "dates": "p", "text": "p"}
    body = "\n".join(f"<{tags[line.kind]}>{html.escape(line.whole.strip())}</{tags[line.kind]}>" for line in lines)
    head = f'<meta charset="utf-8">\n<title>{html.escape(lines[0].text)}</title>'
    path.write_text(
        f'<!doctype html>\n<html lang="ko">\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>\n', "utf-8"
    )


def write_cp949(lines: list[Line], path: Path) -> None:
    path.write_bytes("\r\n".join(line.whole for line in lines).encode("cp949") + b"\r\n")


def work_rules_lines(path: Path) -> list[Line]:
    """The first whole rule of the file, from 제1장 to its 부칙: the left column of its long two-column table.

    The right column is commentary (착안사항) and stays out, as do notes (☞) and the forms after the 부칙.
    """
    with HwpxDocument.open(str(path)) as document:
        table = next(table for table in document.tables if table.row_count > 100)
        cells = [table.cell(row, 0) for row in range(table.row_count)]
        words = [paragraph.text.rstrip() for cell in cells for paragraph in cell.paragraphs]
    rule = [text for text in words if text.strip() and not text.lstrip().startswith("☞")]
    start = next(index for index, text in enumerate(rule) if text.startswith("제1장"))
    title = [Line("title", "표준취업규칙"), Line("text", "2025. 3."), Line("text", "고용노동부")]
    return title + [Line("text", text) for text in rule[start:]]


def main(shared: Path) -> None:
    for name, source in AS_THEY_ARE.items():
        shutil.copyfile(shared / source, DOCS / name)
    statute = {
        name: statute_lines(shared / STATUTES / source)
        for name, source in {
            "여비": "공무원여비규정/대통령령.md",
            "채용": "채용절차의공정화에관한법률/법률.md",
            "강령": "공무원행동강령/대통령령.md",
            "당직": "헌법재판소당직및비상근무규칙/헌법재판소규칙.md",
            "차량": "법원공용차량관리규칙/대법원규칙.md",
            "청사": "정부청사관리규정/대통령령.md",
        }.items()
    }
    write_docx(statute["여비"], DOCS / "공무원 여비 규정.docx")
    write_docx(statute["채용"], DOCS / "채용절차의 공정화에 관한 법률.docx", numbered=True)
    write_hwpx(statute["강령"], DOCS / "공무원 행동강령.hwpx")
    write_hwpx(statute["당직"], DOCS / "헌법재판소 당직 및 비상근무 규칙.hwpx", numbered=True)
    write_html(statute["차량"], DOCS / "법원공용차량 관리규칙.html")
    write_cp949(statute["청사"], DOCS / "정부청사관리규정.txt")
    write_hwp(work_rules_lines(shared / WORK_RULES), DOCS / "표준취업규칙.hwp")


if __name__ == "__main__":
    default = Path(os.environ.get("GEUNGEO_SHARED", ROOT.parent / "shared")) / "data"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else default)
