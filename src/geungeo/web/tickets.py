"""내 문의 and 맞아요·틀려요: what an asker may do with their own questions. Somebody else's is 404, as is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import FastAPI, Header, Path, Query
from pydantic import BaseModel, ConfigDict, Field

from geungeo.records import Reason, Role, Status
from geungeo.serve.grounds import State
from geungeo.serve.tickets import RECEIPTS, Ticket
from geungeo.web.roles import Asker, Questioner
from geungeo.web.schemas import CitationOut, ErrorOut
from geungeo.web.services import Judging, Ticketing

# What the database can count; a greater number is no ticket's.
Number = Annotated[int, Path(ge=1, le=2**53, description="접수 번호.")]
Secret = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Receipt = Annotated[
    Secret | None,
    Header(alias="X-Geungeo-Receipt", description="이름 없이 접수한 질문의 접수증. 이름으로 접수했으면 필요 없다."),
]
Before = Annotated[int | None, Query(ge=1, le=2**53, description="이 번호보다 먼저 접수한 것만.")]

Failures = dict[int | str, dict[str, Any]]


class _FromRecord(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class GroundOut(_FromRecord):
    number: int = Field(description="답글의 [번호] 표시와 같은 번호.")
    state: State = Field(
        description="current: 지금도 그대로. amended: 그 뒤 바뀜(citation은 지금 조항의 자리, 인용은 빈 글). gone: 지금 볼 수 없음."
    )
    citation: CitationOut | None = Field(description="근거 조항. gone이면 null.")


class SaidOut(_FromRecord):
    number: int = Field(description="글의 번호. 나중 글이 더 크다.")
    role: Role = Field(description="operator: 담당자의 답글. employee: 물어본 사람이 더 적은 글.")
    author: str = Field(description="답글을 쓴 사람. 물어본 사람의 글이면 빈 글.")
    text: str = Field(description="적은 글.")
    grounds: list[GroundOut] = Field(description="답글의 근거 조항. 물어본 사람이 지금 읽을 수 있는 만큼만.")
    created_at: str = Field(description="적은 때.")


class TicketLine(_FromRecord):
    ticket: int = Field(description="접수 번호.")
    question: str = Field(description="질문.")
    reason: Reason = Field(description="담당자에게 연결한 이유.")
    status: Status = Field(
        description="open: 담당자를 기다림. answered: 새 답글이 있음. seen: 답글을 읽음. closed: 끝남."
    )
    created_at: str = Field(description="접수한 때.")
    updated_at: str = Field(description="마지막으로 바뀐 때.")
    trace_id: str = Field(description="추적 번호.")


class TicketOut(TicketLine):
    said: list[SaidOut] = Field(description="주고받은 글, 먼저 쓴 것부터.")


class TicketsOut(BaseModel):
    tickets: list[TicketLine] = Field(description="내 문의, 나중 것부터.")
    answered: int = Field(ge=0, description="그 가운데 새 답글이 있는 것의 수.")


class LookupIn(BaseModel):
    receipts: list[Secret] = Field(max_length=RECEIPTS, description="이름 없이 접수할 때 받은 접수증들.")


class MessageIn(BaseModel):
    text: str = Field(description="더 적을 글. 길이 제한은 설정 ticket.max_chars.")


class SeenIn(BaseModel):
    upto: int | None = Field(
        None, ge=0, le=2**53, description="읽은 마지막 글의 번호. 그 뒤의 답글은 새 답글로 남는다."
    )


class FeedbackIn(BaseModel):
    trace_id: str = Field(pattern=r"^[0-9a-f]{16}$", description="답의 추적 번호.")
    right: bool = Field(description="맞으면 true, 틀리면 false.")
    why: str = Field("", description="그렇게 생각한 까닭. 1,000자까지.")


class FeedbackOut(BaseModel):
    trace_id: str = Field(description="답의 추적 번호.")
    right: bool = Field(description="남긴 의견.")


def add_tickets(app: FastAPI, tickets: Ticketing | None) -> None:
    """Where nothing is filed everyone has no tickets; the page asks all the same."""
    _add_lists(app, tickets)
    if tickets:
        _add_deeds(app, tickets)


def _add_lists(app: FastAPI, tickets: Ticketing | None) -> None:
    @app.get("/api/tickets", summary="내 이름으로 접수한 문의")
    def mine(reader: Asker, before: Before = None) -> TicketsOut:
        return _listed(tickets.mine(reader, before) if tickets else [])

    @app.post("/api/tickets/lookup", summary="접수증으로 찾은 문의")
    def lookup(body: LookupIn, reader: Asker) -> TicketsOut:
        return _listed(tickets.of_receipts(body.receipts) if tickets else [])


def _add_deeds(app: FastAPI, tickets: Ticketing) -> None:

    @app.get("/api/tickets/{number}", response_model=TicketOut, responses=_UNKNOWN, summary="내 문의 하나와 답글")
    def one(number: Number, reader: Asker, receipt: Receipt = None) -> Ticket:
        return tickets.one(number, reader, receipt or "")

    @app.post(
        "/api/tickets/{number}/messages",
        response_model=TicketOut,
        responses=_UNKNOWN | _BAD_TEXT | _TOO_OFTEN,
        summary="더 묻는다. 담당자가 다시 보게 된다",
    )
    def ask_further(number: Number, body: MessageIn, reader: Questioner, receipt: Receipt = None) -> Ticket:
        return tickets.ask_further(number, body.text, reader, receipt or "")

    @app.post("/api/tickets/{number}/seen", response_model=TicketOut, responses=_UNKNOWN, summary="답글을 읽었다")
    def seen(number: Number, body: SeenIn, reader: Asker, receipt: Receipt = None) -> Ticket:
        return tickets.seen(number, reader, receipt or "", body.upto)

    @app.post("/api/tickets/{number}/reopen", response_model=TicketOut, responses=_UNKNOWN, summary="다시 연다")
    def reopen(number: Number, reader: Asker, receipt: Receipt = None) -> Ticket:
        return tickets.reopen(number, reader, receipt or "")


def add_feedback(app: FastAPI, opinions: Judging) -> None:
    unknown: Failures = {404: {"model": ErrorOut, "description": "없는 답이거나 내 질문의 답이 아님"}}

    @app.post("/api/feedback", responses=unknown | _BAD_TEXT, summary="답이 맞는지 의견을 남긴다. 답은 바뀌지 않는다")
    def feedback(body: FeedbackIn, reader: Asker) -> FeedbackOut:
        opinions.judge(body.trace_id, body.right, body.why, reader)
        return FeedbackOut(trace_id=body.trace_id, right=body.right)


def _listed(found: Sequence[Ticket]) -> TicketsOut:
    lines = [TicketLine.model_validate(ticket) for ticket in found]
    return TicketsOut(tickets=lines, answered=sum(line.status == "answered" for line in lines))


_UNKNOWN: Failures = {404: {"model": ErrorOut, "description": "없는 접수 번호이거나 내 문의가 아님"}}
_TOO_OFTEN: Failures = {
    429: {"model": ErrorOut, "description": "너무 잦음. 몇 초 뒤에 다시 물을지 Retry-After에 있다."}
}
_BAD_TEXT: Failures = {400: {"model": ErrorOut, "description": "글이 비었거나 너무 김"}}
