"""What the rules leave open: groups of hand-offs with their questions, and the same as a sheet."""

from __future__ import annotations

from datetime import date
from typing import Annotated, get_args

from fastapi import FastAPI, Query, Response
from pydantic import BaseModel, Field

from geungeo.records import Reason, Status
from geungeo.serve.gaps import Gap, Kind, gaps_sheet
from geungeo.web.inbox import CSV, FromRecord, csv
from geungeo.web.roles import Operator
from geungeo.web.services import Answering

SHOWN = 100  # groups of a kind
Since = Annotated[date | None, Query(description="이 날짜부터.", examples=["2026-07-01"])]
Reasons = Annotated[list[Reason] | None, Query(max_length=5, description="이 이유로 넘어온 것만. 여러 번 줄 수 있다.")]


class GapQuestion(FromRecord):
    ticket: int = Field(description="접수 번호.")
    question: str = Field(description="질문. 전화번호 같은 것은 가린다.")
    status: Status = Field(description="open, answered, seen, closed.")
    created_at: str = Field(description="접수한 때.")


class GapOut(BaseModel):
    key: str = Field(description="묶음의 이름표. 질문이 더 들어와도 바뀌지 않는다.")
    kind: Kind = Field(description="missing: 없는 규정. unclear: 확인하지 못한 규정.")
    title: str = Field(description="묶은 낱말, 또는 조항.")
    why: str = Field(description="왜 함께 묶었는지.")
    count: int = Field(description="질문 수.")
    askers: int = Field(description="서로 다른 사람 수. 이름 없는 질문은 세지 않는다.")
    nameless: int = Field(description="이름 없는 질문 수.")
    first: str = Field(description="처음 접수한 때.")
    last: str = Field(description="마지막으로 접수한 때.")
    statuses: dict[Status, int] = Field(description="상태마다 질문 수.")
    failed: dict[str, int] = Field(description="실패한 확인과 그 수.")
    questions: list[GapQuestion] = Field(description="나중 것부터, questions개까지.")
    drafts: list[str] = Field(description="확인되지 않은 초안들.")
    collection: str = Field(description="모음.")
    chunk_id: str | None = Field(description="조항의 id. 문서가 바뀌었으면 없을 수 있다.")


class TroubleOut(FromRecord):
    reason: Reason = Field(description="uncalibrated, unavailable.")
    count: int = Field(description="질문 수.")
    first: str = Field(description="처음 접수한 때.")
    last: str = Field(description="마지막으로 접수한 때.")


class GapsOut(BaseModel):
    missing: list[GapOut] = Field(description="없는 규정, 질문이 많은 것부터.")
    unclear: list[GapOut] = Field(description="확인하지 못한 규정, 질문이 많은 것부터.")
    technical: list[TroubleOut] = Field(description="규정 탓이 아닌 것.")
    groups: dict[Kind, int] = Field(description="종류마다 모두 몇 묶음인지. 목록에는 많은 것부터 100개까지 있다.")


def add_gaps(app: FastAPI, desk: Answering) -> None:
    @app.get("/api/desk/gaps", summary="넘어온 질문을 묶어 본 없는 규정과 확인하지 못한 규정")
    def gaps(
        reader: Operator,
        since: Since = None,
        reason: Reasons = None,
        key: Annotated[str | None, Query(max_length=1000, description="이 묶음만.")] = None,
        questions: Annotated[int, Query(ge=0, le=1000, description="묶음마다 보여 줄 질문 수.")] = 10,
    ) -> GapsOut:
        found = desk.gaps(_day(since), reason or get_args(Reason))
        kinds: dict[Kind, tuple[Gap, ...]] = {"missing": found.missing, "unclear": found.unclear}
        shown = {
            kind: [_out(gap, questions) for gap in rows if key in (None, gap.key)][:SHOWN]
            for kind, rows in kinds.items()
        }
        troubles = [TroubleOut.model_validate(trouble) for trouble in found.technical]
        groups = {kind: len(rows) for kind, rows in kinds.items()}
        return GapsOut(missing=shown["missing"], unclear=shown["unclear"], technical=troubles, groups=groups)

    @app.get("/api/desk/gaps.csv", response_class=Response, responses=CSV, summary="같은 묶음을 엑셀 파일(CSV)로")
    def as_sheet(reader: Operator, since: Since = None, reason: Reasons = None) -> Response:
        return csv(gaps_sheet(desk.gaps(_day(since), reason or get_args(Reason))), "gaps")


def _day(since: date | None) -> str:
    return since.isoformat() if since else ""


def _out(gap: Gap, questions: int) -> GapOut:
    return GapOut(
        key=gap.key,
        kind=gap.kind,
        title=gap.title,
        why=gap.why,
        count=gap.count,
        askers=gap.askers,
        nameless=gap.nameless,
        first=gap.first,
        last=gap.last,
        statuses={status: gap.statuses[status] for status in get_args(Status) if status in gap.statuses},
        failed=gap.failed,
        questions=[GapQuestion.model_validate(one) for one in gap.questions[:questions]],
        drafts=list(gap.drafts),
        collection=gap.collection,
        chunk_id=gap.chunk_id,
    )
