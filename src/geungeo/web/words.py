"""The desk's words: what people say, and where it leads."""

from __future__ import annotations

from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field, field_validator

from geungeo.ops.lexicon import Lexicon, Whence, WordRow
from geungeo.vocabulary import LONGEST, MOST
from geungeo.web.roles import Operator
from geungeo.web.schemas import ErrorOut

_SHOWN = 200


class WordOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    word: str = Field(description="사람들이 하는 말. 동사는 줄기.")
    rules: list[str] = Field(description="이 말로 물으면 함께 찾는 규정의 말. 비었으면 아무 말로도 이어지지 않는다.")
    whence: Whence = Field(description="정한 곳: shipped(들어 있는 말), words.toml, desk(운영자).")


class WordsOut(BaseModel):
    rows: list[WordOut] = Field(description=f"찾은 말. 앞의 {_SHOWN}개까지.")
    count: int = Field(description="찾은 말의 수.")
    trouble: str = Field(description="words.toml을 읽을 수 없는 까닭. 읽었으면 빈 글.")


class WordIn(BaseModel):
    word: str = Field(max_length=LONGEST * 4, description="사람들이 하는 말.", examples=["법카"])
    rules: list[str] | None = Field(
        max_length=MOST, description="규정의 말. 빈 목록은 아무 데도 잇지 않고, null은 정한 것을 거둔다."
    )

    @field_validator("word", "rules")
    @classmethod
    def _is_text(cls, value: object) -> object:
        for text in [value] if isinstance(value, str) else value or []:  # type: ignore[attr-defined]
            text.encode()
        return value


def add_words(app: FastAPI, lexicon: Lexicon) -> None:
    @app.get("/api/desk/words", summary="사람들이 하는 말과 규정의 말")
    def words(operator: Operator, text: str = "", own: bool = False) -> WordsOut:
        rows = lexicon.rows(text.strip(), own)
        shown = [WordOut.model_validate(row) for row in rows[:_SHOWN]]
        return WordsOut(rows=shown, count=len(rows), trouble=lexicon.trouble())

    @app.post(
        "/api/desk/words",
        response_model=WordOut,
        responses={400: {"model": ErrorOut, "description": "할 수 없음. 이유와 할 일을 밝힌다."}},
        summary="말 하나가 이어질 규정의 말을 정한다",
    )
    def change(body: WordIn, operator: Operator) -> WordRow:
        return lexicon.set(body.word, body.rules, operator.user)
