"""Documents on the desk: list, look, upload as raw bytes, remove, and say who may read."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import FastAPI, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

from geungeo import messages
from geungeo.errors import UnreadableFile
from geungeo.ops.catalogue import FileRow, Whole
from geungeo.ops.documents import Put
from geungeo.ops.listing import Wanted, chosen, summed
from geungeo.web import errors
from geungeo.web.documents_schemas import (
    AllowIn,
    DependingOut,
    DocumentClauseOut,
    DoneOut,
    EntryOut,
    FileOut,
    FilesOut,
    FileWholeOut,
    OriginIn,
    PutOut,
    RefusedOut,
    RemoveIn,
    RuleOut,
    SourceIn,
    SumsOut,
)
from geungeo.web.roles import Operator
from geungeo.web.schemas import ErrorOut
from geungeo.web.services import Operating

_CLAUSES_SHOWN = 1000

Failures = dict[int | str, dict[str, Any]]
_REFUSED: Failures = {400: {"model": ErrorOut, "description": "할 수 없음. 이유와 할 일을 밝힌다."}}
_UNKNOWN: Failures = {404: {"model": ErrorOut, "description": "없는 문서"}}
_EXISTS: Failures = {409: {"model": ErrorOut, "description": "같은 이름의 문서가 있음"}}
_TOO_LARGE: Failures = {413: {"model": ErrorOut, "description": "파일이 너무 큼"}}
# The body is the file itself.
_RAW = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}

Name = Annotated[str, Query(max_length=2000, description="문서 폴더에서 본 파일 이름.")]


def add_documents(app: FastAPI, desk: Operating) -> None:
    _add_looking(app, desk)
    _add_changing(app, desk)

    @app.exception_handler(UnreadableFile)
    def unreadable(request: Request, error: UnreadableFile) -> JSONResponse:
        what, todo = messages.UNREADABLE.get(error.reason, messages.UNREADABLE["unsupported"])
        what = f"{what} ({error.detail})" if error.detail else what
        return errors.response(errors.body("unreadable", what=what, todo=todo))


def _add_looking(app: FastAPI, desk: Operating) -> None:
    @app.get("/api/desk/documents", summary="문서 폴더의 파일과 그 문서들")
    def files(
        operator: Operator,
        text: Annotated[str, Query(max_length=200, description="이름이나 제목에 든 말.")] = "",
        state: Annotated[str, Query(max_length=20, description="read, refused, waiting. 비우면 모두.")] = "",
        collection: Annotated[str, Query(max_length=200, description="모음의 이름. 비우면 모두.")] = "",
        flag: Annotated[str, Query(max_length=40, description="이 표시가 있는 조각이 든 것만. 비우면 모두.")] = "",
        only: Annotated[
            Literal["", "drafts", "ai", "not_in_force", "warnings"],
            Query(description="개정안 등, AI 초안, 오늘 시행 중이 아닌 판, 살펴볼 것이 있는 파일만. 비우면 모두."),
        ] = "",
        offset: Annotated[int, Query(ge=0, le=10**7, description="건너뛸 수.")] = 0,
        limit: Annotated[int, Query(ge=1, le=500, description="한 번에 볼 수.")] = 200,
    ) -> FilesOut:
        every = desk.catalogue.rows()
        rows = chosen(every, Wanted(text, state, collection, flag, only))
        return FilesOut(
            total=len(rows),
            refused=sum(row.state == "refused" for row in rows),
            files=[_file(row) for row in rows[offset : offset + limit]],
            collections=desk.catalogue.collections(),
            max_bytes=desk.shelf.limit,
            sums=SumsOut.model_validate(summed(every)),
        )

    @app.get("/api/desk/document", responses=_UNKNOWN, summary="파일 하나의 읽기 보고서와 조항, 권한, 달린 것")
    def file(operator: Operator, name: Name) -> FileWholeOut:
        return _whole(desk.catalogue.one(name))


def _add_changing(app: FastAPI, desk: Operating) -> None:
    @app.put(
        "/api/desk/documents",
        response_model=PutOut,
        responses=_REFUSED | _EXISTS | _TOO_LARGE,
        openapi_extra=_RAW,
        summary="파일을 문서 폴더에 넣고 다시 읽는다",
    )
    async def put(
        request: Request,
        operator: Operator,
        name: Name,
        source: Annotated[
            str, Query(max_length=2000, description="문서의 출처. 문서가 스스로 밝히면 비워도 된다.")
        ] = "",
        replace: Annotated[bool, Query(description="같은 이름의 파일을 바꿀지.")] = False,
        ai_draft: Annotated[bool, Query(description="AI가 쓴 초안인지. 허락하기 전에는 근거로 쓰지 않는다.")] = False,
    ) -> Put:
        content = await request.body()  # the guard counts it
        return await run_in_threadpool(desk.shelf.put, name, content, operator.user, source, replace, ai_draft)

    @app.post(
        "/api/desk/documents/remove", responses=_REFUSED | _UNKNOWN, summary="파일을 휴지통으로 옮기고 다시 읽는다"
    )
    def remove(body: RemoveIn, operator: Operator) -> DoneOut:
        desk.shelf.remove(body.name, operator.user)
        return DoneOut(done=True)

    @app.post(
        "/api/desk/documents/source", responses=_REFUSED | _UNKNOWN, summary="어디서 온 문서인지 알리고 다시 읽는다"
    )
    def source(body: SourceIn, operator: Operator) -> DoneOut:
        desk.shelf.source(body.name, body.source, operator.user)
        return DoneOut(done=True)

    @app.post(
        "/api/desk/documents/origin", responses=_REFUSED | _UNKNOWN, summary="누가 쓴 문서인지 정하고 다시 읽는다"
    )
    def origin(body: OriginIn, operator: Operator) -> DoneOut:
        desk.shelf.origin(body.name, body.origin, operator.user)
        return DoneOut(done=True)

    @app.post("/api/desk/documents/access", responses=_REFUSED, summary="누가 읽을 수 있는지 정한다")
    def allow(body: AllowIn, operator: Operator) -> DoneOut:
        desk.shelf.allow(body.target, body.allow, operator.user)
        return DoneOut(done=True)


def _file(row: FileRow) -> FileOut:
    return FileOut(
        name=row.name,
        state=row.state,
        kind=row.kind,
        entries=[EntryOut.model_validate(entry) for entry in row.entries],
        warnings=dict(row.warnings),
        private=dict(row.private),
        reason=row.reason,
        refused=RefusedOut(what=row.refused[0], todo=row.refused[1]) if row.refused else None,
    )


def _whole(found: Whole) -> FileWholeOut:
    return FileWholeOut(
        file=_file(found.row),
        report=list(found.lines),
        clauses=[DocumentClauseOut.model_validate(each) for each in found.clauses[:_CLAUSES_SHOWN]],
        clauses_total=len(found.clauses),
        rules=[RuleOut.model_validate(rule) for rule in found.rules],
        depending=DependingOut.model_validate(found.depending),
    )
