"""GET /api/documents/versions and /api/documents/diff: a document's versions, and old text against new."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import FastAPI, Query
from pydantic import BaseModel, Field

from geungeo.ops.history import Compared, History, VersionRow
from geungeo.records import Document
from geungeo.web.roles import Asker
from geungeo.web.schemas import DocumentOut, ErrorOut

Failures = dict[int | str, dict[str, Any]]
Name = Annotated[str, Query(description="문서의 id, 파일 이름 또는 제목.", max_length=1000)]
Day = Annotated[str | None, Query(description="날(YYYY-MM-DD).", max_length=10)]


class SpanOut(BaseModel):
    start: str = Field(description="시행되기 시작한 날. 알 수 없으면 빈 글.")
    end: str | None = Field(description="더는 시행되지 않는 첫날. 없으면 null.")


class VersionOut(BaseModel):
    document: DocumentOut = Field(description="이 판.")
    draft: str = Field(description="규정이 아니면 그 까닭(draft, comparison). 규정이면 빈 글.")
    held: list[SpanOut] = Field(description="시행되는 기간.")
    changed: int | None = Field(description="앞 판과 달라진 조항 조각 수. 첫 판이면 null.")
    kept: int | None = Field(description="앞 판과 글이 같은 조항 조각 수. 첫 판이면 null.")


class WordsOut(BaseModel):
    mark: Literal["same", "old", "new"] = Field(description="same: 두 판 모두. old: 앞 판에만. new: 뒤 판에만.")
    text: str = Field(description="글.")


class ChangeOut(BaseModel):
    kind: Literal["changed", "added", "removed"] = Field(description="바뀜, 새로 생김, 없어짐.")
    label: str = Field(description="조항의 위치.")
    article: str | None = Field(description="조 번호.")
    words: list[WordsOut] = Field(description="두 판의 글.")


class DiffOut(BaseModel):
    old: DocumentOut = Field(description="앞 판.")
    new: DocumentOut = Field(description="뒤 판.")
    changes: list[ChangeOut] = Field(description="달라진 조항.")
    kept: int = Field(description="글이 같은 조항 조각 수.")


def add_history(app: FastAPI, history: History) -> None:
    unknown: Failures = {404: {"model": ErrorOut, "description": "없는 문서"}}
    refused: Failures = unknown | {400: {"model": ErrorOut, "description": "날이나 조 번호가 맞지 않음"}}

    @app.get("/api/documents/versions", responses=unknown, summary="문서의 모든 판과 시행 기간")
    def versions(document: Name, reader: Asker) -> list[VersionOut]:
        return [_version(row) for row in history.versions(document, reader)]

    @app.get("/api/documents/diff", responses=refused, summary="두 판의 글을 조마다 견준다(신구대조)")
    def diff(
        document: Name,
        reader: Asker,
        old: Annotated[Day, Query(alias="from")] = None,
        new: Annotated[Day, Query(alias="to")] = None,
        article: Annotated[str | None, Query(description="조 하나만. 예: 제15조", max_length=40)] = None,
    ) -> DiffOut:
        return _diff(history.compared(document, reader, old, new, article))


def _version(row: VersionRow) -> VersionOut:
    held = [SpanOut(start=span.start, end=span.end) for span in row.held]
    return VersionOut(
        document=_document(row.document), draft=row.document.draft, held=held, changed=row.changed, kept=row.kept
    )


def _diff(found: Compared) -> DiffOut:
    changes = [
        ChangeOut(
            kind=change.kind,
            label=change.label,
            article=change.article,
            words=[WordsOut(mark=mark, text=text) for mark, text in change.words],
        )
        for change in found.changes
    ]
    return DiffOut(old=_document(found.old), new=_document(found.new), changes=changes, kept=found.kept)


def _document(document: Document) -> DocumentOut:
    return DocumentOut.model_validate(document)
