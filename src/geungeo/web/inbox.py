"""The operator's inbox: tickets by filter, one with all that led to it, replies with a clause, and what askers said.

Every deed names the version of the ticket that its operator saw: when somebody else acted in between it is a 409.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import FastAPI, Path, Query, Response
from pydantic import BaseModel, ConfigDict, Field, field_validator

from geungeo.ports import Judged, Wanted
from geungeo.records import Part, Reason, Route, Status
from geungeo.serve.inbox import LISTED, Opened, Pick, inbox_sheet
from geungeo.web.roles import Operator
from geungeo.web.schemas import CheckOut, CitationOut, ErrorOut, EvidenceOut
from geungeo.web.services import Answering
from geungeo.web.tickets import SaidOut

Number = Annotated[int, Path(ge=1, le=2**53, description="접수 번호.")]
Before = Annotated[int | None, Query(ge=1, le=2**53, description="이 번호보다 앞선 것만. 다음 쪽을 볼 때.")]
Name = Annotated[str | None, Query(max_length=200)]
Words = Annotated[str, Query(max_length=200, description="질문에 이 낱말들이 모두 있는 것만.")]
Failures = dict[int | str, dict[str, Any]]
CSV: Failures = {200: {"content": {"text/csv": {"schema": {"type": "string", "format": "binary"}}}}}


class FromRecord(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class InboxRow(FromRecord):
    ticket: int = Field(description="접수 번호.")
    question: str = Field(description="질문.")
    reason: Reason = Field(description="담당자에게 연결한 이유.")
    top_score: float = Field(description="가장 높은 관련도(0~1).")
    status: Status = Field(description="open: 처리 전. answered: 답함. seen: 물어본 사람이 읽음. closed: 끝남.")
    created_at: str = Field(description="접수한 때.")
    updated_at: str = Field(description="마지막으로 바뀐 때.")
    asker: str = Field(description="물어본 사람. 이름 없이 물었으면 빈 글.")
    assignee: str = Field(description="담당자. 없으면 빈 글.")
    collection: str = Field(description="가장 가까운 조항이 든 모음. 없으면 빈 글.")


class InboxOut(BaseModel):
    tickets: list[InboxRow] = Field(description="나중에 접수한 것부터.")
    more: bool = Field(description="더 있는지. before에 마지막 접수 번호를 주면 이어서 본다.")
    collections: list[str] = Field(description="접수함에 있는 모음들.")
    assignees: list[str] = Field(description="접수함에 있는 담당자들.")


class OpenedOut(InboxRow):
    version: str = Field(description="지금 상태의 표시. 답하거나 바꿀 때 함께 보낸다.")
    groups: list[str] = Field(description="물어본 사람이 물을 때 속한 그룹.")
    draft: str | None = Field(description="확인되지 않은 초안.")
    failed: list[str] = Field(description="실패한 확인의 이름.")
    checks: list[CheckOut] = Field(description="확인의 결과. 기록이 지워졌으면 빈 목록.")
    evidence: list[EvidenceOut] = Field(description="살펴본 모든 조항과 쓰거나 뺀 이유.")
    trace_id: str = Field(description="추적 번호.")
    said: list[SaidOut] = Field(description="주고받은 글, 먼저 쓴 것부터.")


class _Deed(BaseModel):
    version: str = Field("", max_length=400, description="본 상태의 표시. 그사이 바뀌었으면 409. 비우면 견주지 않는다.")


class PickIn(BaseModel):
    chunk_id: str = Field(pattern=r"^[0-9a-f]{16}$", description="근거 조항의 id.")
    start: int = Field(0, ge=0, le=10**9, description="조항 글에서 인용이 시작하는 자리(코드 포인트).")
    end: int | None = Field(None, ge=0, le=10**9, description="인용이 끝나는 자리. null이면 조항 끝까지.")
    quote: str = Field("", max_length=100_000, description="본 글. 지금 조항의 글과 다르면 거절한다.")


class ReplyIn(_Deed):
    text: str = Field(description="답글. [1]처럼 근거를 부를 수 있다. 길이 제한은 설정 ticket.max_chars.")
    citations: list[PickIn] = Field(default_factory=list, max_length=20, description="근거. 차례대로 1번부터.")

    @field_validator("text")
    @classmethod
    def _is_text(cls, text: str) -> str:
        text.encode()  # JSON lets half a surrogate pair through
        return text


class AssignIn(_Deed):
    assignee: str = Field(max_length=200, description="담당자의 이름. 비우면 담당자가 없게 한다.")

    @field_validator("assignee")
    @classmethod
    def _is_text(cls, assignee: str) -> str:
        assignee.encode()
        return assignee


class FoundOut(BaseModel):
    chunk_id: str = Field(description="조항의 id.")
    label: str = Field(description="사람이 읽는 위치.")
    article_title: str | None = Field(description="조 제목.")
    part: Part = Field(description="본칙, 부칙, 별표, 별지, 기타.")
    source: str = Field(description="문서의 주소 또는 파일.")
    text: str = Field(description="조항의 글.")
    score: float = Field(description="관련도(0~1).")
    readable: bool = Field(description="물어본 사람이 읽을 수 있는지. 접수 번호를 주지 않았으면 true.")


class OpinionOut(BaseModel):
    number: int = Field(description="의견의 번호. 나중 것이 더 크다.")
    right: bool = Field(description="맞아요면 true, 틀려요면 false.")
    why: str = Field(description="그렇게 생각한 까닭.")
    user: str = Field(description="의견을 남긴 사람. 이름 없이 남겼으면 빈 글.")
    created_at: str = Field(description="남긴 때.")
    trace_id: str = Field(description="추적 번호.")
    question: str | None = Field(description="질문. 기록이 지워졌으면 null.")
    answer: str | None = Field(description="답. 기록이 지워졌으면 null.")
    route: Route | None = Field(description="auto_answer: 답함. handoff: 담당자 연결.")
    ticket: int | None = Field(description="담당자에게 넘어갔으면 접수 번호.")
    citations: list[CitationOut] = Field(description="답이 인용한 곳.")


class OpinionsOut(BaseModel):
    opinions: list[OpinionOut] = Field(description="나중 것부터.")
    more: bool = Field(description="더 있는지.")


def add_inbox(app: FastAPI, desk: Answering) -> None:
    _add_lists(app, desk)
    _add_one(app, desk)
    _add_deeds(app, desk)


def _add_lists(app: FastAPI, desk: Answering) -> None:
    @app.get("/api/desk/inbox", summary="담당자에게 넘어온 질문")
    def listed(
        reader: Operator,
        status: Status | None = None,
        reason: Reason | None = None,
        collection: Name = None,
        assignee: Name = None,
        text: Words = "",
        before: Before = None,
    ) -> InboxOut:
        rows = desk.overview.page(Wanted(status, reason, collection, assignee, None, text), before)
        collections, assignees = desk.overview.names()
        tickets = [InboxRow.model_validate(row) for row in rows]
        return InboxOut(
            tickets=tickets,
            more=len(rows) == LISTED,
            collections=list(collections),
            assignees=list(assignees),
        )

    @app.get("/api/desk/inbox.csv", response_class=Response, responses=CSV, summary="같은 목록을 엑셀 파일(CSV)로")
    def as_sheet(
        reader: Operator,
        status: Status | None = None,
        reason: Reason | None = None,
        collection: Name = None,
        assignee: Name = None,
        text: Words = "",
    ) -> Response:
        return csv(inbox_sheet(desk.overview.inbox, Wanted(status, reason, collection, assignee, None, text)), "inbox")

    @app.get("/api/desk/feedback", summary="직원이 답에 남긴 의견")
    def opinions(reader: Operator, right: bool | None = None, before: Before = None) -> OpinionsOut:
        found = desk.overview.opinions(right, before)
        return OpinionsOut(opinions=[_opinion(one) for one in found], more=len(found) == LISTED)


def _add_one(app: FastAPI, desk: Answering) -> None:
    @app.get("/api/desk/inbox/{number}", responses=_UNKNOWN, summary="질문 하나와 거기까지 온 과정")
    def one(number: Number, reader: Operator) -> OpenedOut:
        return _opened(desk.overview.one(number, reader))

    @app.get("/api/desk/search", responses=_UNKNOWN | _BAD, summary="답에 붙일 조항을 찾는다")
    def search(
        reader: Operator,
        q: Annotated[str, Query(description="찾을 말.")],
        ticket: Annotated[
            int | None, Query(ge=1, le=2**53, description="이 질문을 물어본 사람이 읽을 수 있는지도 본다.")
        ] = None,
    ) -> list[FoundOut]:
        return [
            FoundOut(
                chunk_id=found.chunk.chunk_id,
                label=found.chunk.label,
                article_title=found.chunk.article_title,
                part=found.chunk.part,
                source=found.chunk.source,
                text=found.chunk.text,
                score=found.score,
                readable=found.readable,
            )
            for found in desk.overview.search(q, ticket, reader)
        ]


def _add_deeds(app: FastAPI, desk: Answering) -> None:
    replies, deeds = desk.replies, _UNKNOWN | _CHANGED

    @app.post("/api/desk/inbox/{number}/reply", responses=deeds | _BAD, summary="근거 조항을 붙여 답한다")
    def reply(number: Number, body: ReplyIn, reader: Operator) -> OpenedOut:
        picks = [Pick(pick.chunk_id, pick.start, pick.end, pick.quote) for pick in body.citations]
        replies.reply(number, body.text, desk.overview.cited(picks, reader), reader, body.version)
        return _opened(desk.overview.one(number, reader))

    @app.post("/api/desk/inbox/{number}/assign", responses=deeds, summary="담당자를 정한다")
    def assign(number: Number, body: AssignIn, reader: Operator) -> OpenedOut:
        replies.assign(number, body.assignee, reader, body.version)
        return _opened(desk.overview.one(number, reader))

    @app.post("/api/desk/inbox/{number}/close", responses=deeds, summary="끝낸다")
    def close(number: Number, body: _Deed, reader: Operator) -> OpenedOut:
        replies.close(number, reader, body.version)
        return _opened(desk.overview.one(number, reader))

    @app.post("/api/desk/inbox/{number}/reopen", responses=deeds, summary="다시 연다")
    def reopen(number: Number, body: _Deed, reader: Operator) -> OpenedOut:
        replies.reopen(number, reader, body.version)
        return _opened(desk.overview.one(number, reader))


def csv(file: bytes, name: str) -> Response:
    """A file that the browser saves."""
    headers = {"Content-Disposition": f'attachment; filename="geungeo-{name}.csv"'}
    return Response(file, media_type="text/csv; charset=utf-8", headers=headers)


def _opened(opened: Opened) -> OpenedOut:
    handoff = opened.handoff
    return OpenedOut(
        **InboxRow.model_validate(handoff).model_dump(),
        version=opened.version,
        groups=list(handoff.groups),
        draft=handoff.draft,
        failed=list(handoff.failed),
        checks=[CheckOut.model_validate(check) for check in opened.checks],
        evidence=[EvidenceOut.model_validate(row) for row in handoff.evidence],
        trace_id=handoff.trace_id,
        said=[SaidOut.model_validate(line) for line in opened.said],
    )


def _opinion(judged: Judged) -> OpinionOut:
    said, trace = judged.feedback, judged.trace
    return OpinionOut(
        number=judged.number,
        right=said.right,
        why=said.why,
        user=said.user,
        created_at=said.created_at,
        trace_id=said.trace_id,
        question=trace.question if trace else None,
        answer=trace.answer if trace else None,
        route=trace.route if trace else None,
        ticket=trace.ticket if trace else None,
        citations=[CitationOut.model_validate(citation) for citation in trace.citations] if trace else [],
    )


_UNKNOWN: Failures = {404: {"model": ErrorOut, "description": "없는 접수 번호"}}
_BAD: Failures = {400: {"model": ErrorOut, "description": "글이 비었거나 너무 길거나, 근거로 쓸 수 없는 조항"}}
_CHANGED: Failures = {409: {"model": ErrorOut, "description": "그사이 다른 사람이 답했거나 바꿈"}}
