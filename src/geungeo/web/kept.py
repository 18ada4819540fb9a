"""What is kept, for operators: the audit log, how long rows stay, and questions as they were answered."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import FastAPI, Path, Query
from pydantic import BaseModel, ConfigDict, Field

from geungeo import messages
from geungeo.errors import UnknownTrace
from geungeo.records import Reason, Route
from geungeo.web.roles import Operator
from geungeo.web.schemas import CheckOut, CitationOut, ErrorOut, EvidenceOut
from geungeo.web.services import Kept

Limit = Annotated[int, Query(ge=1, le=1000, description="줄 개수.")]
Before = Annotated[str, Query(max_length=64, description="이 추적 번호보다 앞선 것만. 다음 쪽을 볼 때.")]
TraceId = Annotated[str, Path(max_length=64, description="추적 번호.")]


class FromRecord(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class DeedOut(FromRecord):
    created_at: str = Field(description="한 때.")
    who: str = Field(description="한 사람. geungeo면 저절로 한 일.")
    deed: str = Field(description="한 일.")
    subject: str = Field(description="무엇에 한 일인지. 예: ticket:12")
    detail: dict[str, Any] = Field(description="자세한 것. 개인을 지우면 그 이름은 빈 글이 된다.")


class KindOut(BaseModel):
    kind: str = Field(description="tickets, traces, feedback, notices, audit 가운데 하나.")
    days: int = Field(description="두는 날수. 0이면 지우지 않는다.")


class RetentionOut(BaseModel):
    kinds: list[KindOut] = Field(description="종류마다 두는 날수(설정 retention.*).")
    last: DeedOut | None = Field(description="마지막으로 지운 때와 지운 개수. 아직 없으면 null.")


class TraceLine(FromRecord):
    trace_id: str = Field(description="추적 번호.")
    created_at: str = Field(description="물은 때.")
    user: str = Field(description="물은 사람. 이름 없이 물었으면 빈 글.")
    question: str = Field(description="질문. 개인정보는 가려져 있다.")
    route: Route = Field(description="auto_answer: 답함. handoff: 담당자에게 넘김.")
    reason: Reason | None = Field(description="넘긴 이유. 답했으면 null.")
    ticket: int | None = Field(description="접수 번호. 없으면 null.")
    top_score: float = Field(description="가장 높은 관련도(0~1).")


class TraceOut(TraceLine):
    answer: str = Field(description="직원이 본 글. 개인정보는 가려져 있다.")
    draft: str | None = Field(description="확인되지 않은 초안.")
    citations: list[CitationOut] = Field(description="답의 출처. 가려진 글은 offset과 맞지 않을 수 있다.")
    checks: list[CheckOut] = Field(description="확인의 결과.")
    evidence: list[EvidenceOut] = Field(description="살펴본 조항.")
    total_seconds: float = Field(description="걸린 시간(초).")
    commit: str = Field(description="그때의 문서 상태.")
    model: str = Field(description="글쓴이.")


def add_kept(app: FastAPI, kept: Kept) -> None:
    unknown: dict[int | str, dict[str, Any]] = {404: {"model": ErrorOut, "description": "없거나 지워진 기록"}}

    @app.get("/api/desk/audit", summary="운영자가 한 일, 나중 것부터")
    def audit(who: Operator, limit: Limit = 100) -> list[DeedOut]:
        return [DeedOut.model_validate(deed) for deed in kept.audit.list(limit)]

    @app.get("/api/desk/retention", summary="얼마나 오래 두는지와 마지막으로 지운 것")
    def retention(who: Operator) -> RetentionOut:
        last = kept.retention.last()
        kinds = [KindOut(kind=kind, days=days) for kind, days in kept.retention.days.items()]
        return RetentionOut(kinds=kinds, last=DeedOut.model_validate(last) if last else None)

    @app.get("/api/desk/traces", summary="최근 질문, 나중 것부터")
    def traces(who: Operator, limit: Limit = 100, before: Before = "") -> list[TraceLine]:
        return [TraceLine.model_validate(row) for row in kept.traces.newest(limit, before)]

    @app.get("/api/desk/traces/{trace_id}", responses=unknown, summary="질문 하나가 어떻게 답해졌는지")
    def trace(trace_id: TraceId, who: Operator) -> TraceOut:
        row = kept.traces.get(trace_id)
        if row is None:
            raise UnknownTrace(messages.TRACE_UNKNOWN)
        return TraceOut.model_validate(row)
