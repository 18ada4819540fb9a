"""The desk's workshop: long work and its progress, health and thresholds, a question tried out, settings."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr, field_validator

from geungeo.access import reader_named
from geungeo.errors import BadDeed, SettingError
from geungeo.ops.tuning import SettingRow
from geungeo.records import AskResult
from geungeo.serve.jobs import Job, State
from geungeo.web.roles import Operator
from geungeo.web.schemas import AskIn, AskOut, ErrorOut
from geungeo.web.services import Operating

_REFUSED: dict[int | str, dict[str, Any]] = {
    400: {"model": ErrorOut, "description": "할 수 없음. 이유와 할 일을 밝힌다."}
}


Stated = StrictStr | StrictBool | StrictInt | StrictFloat


class _FromRecord(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class JobIn(BaseModel):
    kind: Literal["ingest", "vectors", "rebuild", "calibrate", "doctor"] = Field(
        description="ingest: 문서 폴더 다시 읽기. vectors: 의미 벡터. rebuild: 색인 새로 만들기. "
        "calibrate: 기준값 재기. doctor: 문제 찾기."
    )


class JobOut(_FromRecord):
    number: int = Field(description="작업 번호.")
    kind: str = Field(description="하는 일.")
    who: str = Field(description="시킨 사람. 서버가 스스로 하면 빈 글.")
    state: State = Field(description="waiting: 기다림. running: 하는 중. done: 마침. failed: 실패. stopped: 그만둠.")
    stage: str = Field(description="하고 있는 단계.")
    done: int = Field(description="마친 수.")
    total: int = Field(description="모두 몇 개인지.")
    per_second: float = Field(description="이 단계의 속도: 1초에 몇 개. 아직 모르면 0.")
    seconds_left: int = Field(description="이 속도로 이 단계에 남은 초. 아직 모르면 0.")
    asked_at: str = Field(description="시킨 때.")
    started_at: str = Field(description="시작한 때. 아직이면 빈 글.")
    ended_at: str = Field(description="끝난 때. 아직이면 빈 글.")
    error: str = Field(description="실패했으면 그 까닭.")
    result: Any = Field(description="한 일의 결과. 하는 일마다 모양이 다르다.")


class JobsOut(BaseModel):
    jobs: list[JobOut] = Field(description="새것부터.")
    kinds: list[str] = Field(description="시킬 수 있는 일.")


class ConditionOut(BaseModel):
    status: dict[str, Any] = Field(description="`geungeo status`와 같은 값.")
    thresholds: dict[str, Any] | None = Field(description="thresholds.json 그대로. 읽을 수 없으면 null.")
    why: str = Field(description="기준값을 읽을 수 없는 까닭.")


class InspectIn(AskIn):
    as_whom: str = Field(
        default="",
        max_length=500,
        description="이 사람의 권한으로 본다. 비우면 운영자.",
        examples=["user:kim,group:hr"],
    )
    settings: dict[str, Stated] = Field(
        default={},
        max_length=50,
        description="이 질문에만 쓸 설정(이름: 값). 서버를 다시 시작하지 않고 바꿀 수 있는 것만.",
        examples=[{"slots.per_document": 1}],
    )

    @field_validator("settings")
    @classmethod
    def _settings_are_texts(cls, value: dict[str, Any]) -> dict[str, Any]:
        for text in (each for pair in value.items() for each in pair if isinstance(each, str)):
            text.encode()
        return value


class SettingOut(_FromRecord):
    name: str = Field(description="설정 이름.")
    kind: str = Field(description="값의 종류: str, int, float, bool.")
    value: str | int | float | bool = Field(description="지금 값. 비밀은 가린다.")
    default: str | int | float | bool = Field(description="기본값.")
    origin: str = Field(description="값이 온 곳: argument, 환경 변수 이름, desk, geungeo.toml, default.")
    help: str = Field(description="뜻.")
    safe: bool = Field(description="이 화면에서 바꿀 수 있는지.")
    restart: bool = Field(description="서버를 다시 시작해야 쓰이는지.")
    secret: bool = Field(description="비밀인지.")
    low: float | None = Field(description="가장 작은 값.")
    high: float | None = Field(description="가장 큰 값.")
    overruled: bool = Field(description="명령이나 환경 변수가 앞서서 이 화면의 값이 쓰이지 않는지.")
    pending: bool = Field(description="다시 시작하면 쓰일 값인지.")


class SettingIn(BaseModel):
    name: str = Field(max_length=100, description="설정 이름.", examples=["search.excerpts"])
    value: StrictStr | StrictBool | StrictInt | StrictFloat | None = Field(
        description="새 값. null은 운영자가 정한 것을 거둔다.", examples=[6]
    )

    @field_validator("value")
    @classmethod
    def _is_text(cls, value: object) -> object:
        if isinstance(value, str):
            value.encode()
        return value


def add_workshop(app: FastAPI, desk: Operating) -> None:
    _add_jobs(app, desk)
    _add_trial(app, desk)
    _add_settings(app, desk)


def _add_jobs(app: FastAPI, desk: Operating) -> None:
    @app.get("/api/desk/jobs", summary="오래 걸리는 일과 그 진행")
    def jobs(operator: Operator) -> JobsOut:
        return JobsOut(jobs=[JobOut.model_validate(job) for job in desk.jobs.newest()], kinds=list(desk.jobs.kinds))

    @app.post("/api/desk/jobs", response_model=JobOut, responses=_REFUSED, summary="오래 걸리는 일을 시킨다")
    def ask(body: JobIn, operator: Operator) -> Job:
        try:
            return desk.ask_for(body.kind, operator.user)
        except SettingError as error:
            raise BadDeed(str(error)) from error

    @app.get("/api/desk/health", summary="상태와 기준값")
    def health(operator: Operator) -> ConditionOut:
        found = dict(desk.health())
        measured, why = found.pop("measured"), found.pop("why")
        return ConditionOut(status=found, thresholds=measured, why=why)


def _add_trial(app: FastAPI, desk: Operating) -> None:
    @app.post(
        "/api/desk/inspect",
        response_model=AskOut,
        responses=_REFUSED,
        summary="질문을 시험한다. 아무것도 남기지 않는다",
    )
    def inspect(body: InspectIn, operator: Operator) -> AskResult:
        try:
            reader = reader_named(body.as_whom) if body.as_whom.strip() else operator
            return desk.try_out(body.question, reader, body.settings)
        except SettingError as error:
            raise BadDeed(str(error)) from error


def _add_settings(app: FastAPI, desk: Operating) -> None:
    @app.get("/api/desk/settings", response_model=list[SettingOut], summary="모든 설정과 그 값이 온 곳")
    def settings(operator: Operator) -> list[SettingRow]:
        return desk.tuning.rows()

    @app.post("/api/desk/settings", response_model=SettingOut, responses=_REFUSED, summary="안전한 설정 하나를 바꾼다")
    def change(body: SettingIn, operator: Operator) -> SettingRow:
        return desk.tuning.set(body.name, body.value, operator.user)
