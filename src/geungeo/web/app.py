"""The HTTP face: what a question, a clause and the state of things look like from outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, StreamingResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from geungeo import __version__
from geungeo.records import AskResult
from geungeo.serve.binding import LOCAL_NAMES
from geungeo.web import errors, sse
from geungeo.web.desk import add_desk
from geungeo.web.guard import Guard, RawBody
from geungeo.web.history import add_history
from geungeo.web.login import add_login
from geungeo.web.pages import HERE, chat_texts, page
from geungeo.web.roles import Asker, Questioner
from geungeo.web.schemas import (
    AskIn,
    AskOut,
    ChunkOut,
    ClauseOut,
    CollectionOut,
    DocumentOut,
    ErrorOut,
    HealthOut,
    Suggestion,
    turns,
)
from geungeo.web.services import Services
from geungeo.web.tickets import add_feedback, add_tickets

NEIGHBOURS_MAX = 20

Failures = dict[int | str, dict[str, Any]]
Neighbours = Annotated[int, Query(ge=0, le=NEIGHBOURS_MAX, description="함께 줄 이웃 조항의 수.")]


def create_app(services: Services, hosts: Sequence[str] = LOCAL_NAMES) -> FastAPI:
    """The app over these services. `hosts`: names a request may be addressed to, without port."""
    app = FastAPI(
        title="근거 API",
        version=__version__,
        description="회사 규정에서만 답하고, 답마다 조항을 밝힌다. 확인하지 못하면 담당자에게 연결한다.",
        docs_url=None,  # its page loads scripts from outside
        redoc_url=None,
        responses={
            401: _failure("로그인이 필요함"),
            403: _failure("권한이 없음"),
            422: _failure("요청 형식이 맞지 않음"),
            500: _failure("예상하지 못한 오류"),
        },
    )
    app.state.services = services
    app.add_middleware(
        Guard,
        hosts=hosts,
        requests=services.rates.requests,
        from_proxy=services.identity.from_proxy,
        raw=_raw(services),
    )
    _tell_errors(app)
    _add_asking(app, services)
    _add_reading(app, services)
    add_login(app, services)
    add_tickets(app, services.tickets)
    if services.opinions:
        add_feedback(app, services.opinions)
    if services.history:
        add_history(app, services.history)
    _add_page(app)
    add_desk(app, services)
    return app


def _raw(services: Services) -> dict[tuple[str, str], RawBody]:
    """Routes that take a file as it is."""
    if services.desk is None:
        return {}
    return {("PUT", "/api/desk/documents"): RawBody("application/octet-stream", services.desk.shelf.limit)}


def _add_asking(app: FastAPI, services: Services) -> None:
    refused: Failures = {
        400: _failure("질문이 비었거나 너무 김"),
        413: _failure("요청이 너무 큼"),
        429: _failure("질문이 너무 잦음. 몇 초 뒤에 다시 물을지 Retry-After에 있다."),
    }

    @app.post("/api/ask", response_model=AskOut, responses=refused, summary="질문하고 결과를 한 번에 받는다")
    def ask(body: AskIn, reader: Questioner) -> AskResult:
        return services.asking.ask(
            body.question, reader, as_of=body.as_of, collection=body.collection, history=turns(body.history)
        )

    @app.post("/api/ask/stream", response_class=StreamingResponse, responses=refused | _STREAM, summary=_STREAM_SUMMARY)
    async def ask_stream(body: AskIn, reader: Questioner) -> StreamingResponse:
        events = sse.follow(
            lambda progress: services.asking.ask(
                body.question, reader, progress, body.as_of, body.collection, turns(body.history)
            )
        )
        first = await anext(events)  # a bad question fails here, while the status can still say so
        return StreamingResponse(sse.stream(first, events), media_type="text/event-stream")


def _add_reading(app: FastAPI, services: Services) -> None:
    unknown: Failures = {404: _failure("없는 조항")}

    @app.get("/api/chunks/{chunk_id}", responses=unknown, summary="조항 하나와 그 앞뒤 조항")
    def clause(chunk_id: str, reader: Asker, before: Neighbours = 3, after: Neighbours = 3) -> ClauseOut:
        chunk = services.asking.chunk(chunk_id, reader)
        if chunk is None:
            raise HTTPException(404, "unknown_chunk")
        around = services.asking.neighbours(chunk_id, reader, before, after)
        document = services.asking.document(chunk.key, reader)
        here = (chunk.start, chunk.end)
        return ClauseOut(
            document=DocumentOut.model_validate(document) if document else None,
            chunk=ChunkOut.model_validate(chunk),
            before=[ChunkOut.model_validate(other) for other in around if (other.start, other.end) < here],
            after=[ChunkOut.model_validate(other) for other in around if (other.start, other.end) >= here],
        )

    @app.get("/api/health", summary="상태와 의미 검색 준비의 진행")
    def health(reader: Asker) -> HealthOut:
        return HealthOut.model_validate(
            {**services.asking.health(reader), "progress": services.asking.progress(reader)}
        )

    @app.get("/api/collections", summary="골라 물을 수 있는 모음: 읽을 수 있는 문서가 있는 것만")
    def collections(reader: Asker) -> list[CollectionOut]:
        found = services.asking.collections(reader)
        return [CollectionOut(name=name, title=title) for name, title in found.items()]

    @app.get("/api/suggestions", summary="물어볼 수 있는 보기 질문")
    def suggestions(reader: Asker) -> list[Suggestion]:
        return [Suggestion.model_validate(item) for item in services.asking.suggestions(reader)]


def _add_page(app: FastAPI) -> None:
    chat = page("index.html", chat_texts())

    @app.get("/", response_class=HTMLResponse, include_in_schema=False)
    def index() -> str:
        return chat

    app.mount("/static", StaticFiles(directory=HERE / "static"))


def _tell_errors(app: FastAPI) -> None:
    def foreseen(request: Request, error: Exception) -> JSONResponse:
        return errors.response(errors.told(error))

    for kind in errors.FORESEEN:
        app.add_exception_handler(kind, foreseen)

    @app.exception_handler(errors.TooMany)
    def too_many(request: Request, error: errors.TooMany) -> JSONResponse:
        return errors.too_many(error.name, error.seconds)

    @app.exception_handler(RequestValidationError)
    def bad_request(request: Request, error: RequestValidationError) -> JSONResponse:
        where = ", ".join(sorted({".".join(map(str, item["loc"])) for item in error.errors()}))
        return errors.response(errors.body("bad_request", detail=where))

    @app.exception_handler(HTTPException)
    def refused(request: Request, error: HTTPException) -> JSONResponse:
        by_status = {404: "not_found", 405: "method_not_allowed"}
        name = error.detail if error.detail in errors.STATUS else by_status.get(error.status_code, "bad_request")
        return errors.response(errors.body(name, detail=error.status_code))


def _failure(description: str) -> dict[str, Any]:
    return {"model": ErrorOut, "description": description}


_STREAM_SUMMARY = "질문하고 진행 단계와 결과를 받는다"
_STREAM: Failures = {
    200: {
        "description": (
            'stage({"stage": understand|search|write|check})가 차례로 오고, 끝에 result(AskOut, draft는 null)나 '
            "error(ErrorOut)가 한 번 온다. 확인되지 않은 글은 보내지 않는다. 오래 걸리면 ping이 온다."
        ),
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}
