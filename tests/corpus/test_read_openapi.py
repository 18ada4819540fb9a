"""An endpoint is a unit of its own, told by content; nothing of a description is lost and nothing is invented."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from fastapi import FastAPI
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from geungeo.corpus.blocks import Reading, solid_length_of_blocks, texts_of_blocks
from geungeo.corpus.chunk import chunks
from geungeo.corpus.read import openapi_schema, openapi_tree
from geungeo.corpus.read import read as read_file
from geungeo.corpus.read.detect import detect
from geungeo.corpus.structure import split
from geungeo.errors import UnreadableFile
from geungeo.records import Chunk

USERS = """\
openapi: 3.0.3
info:
  title: 인사 시스템 API
  version: 1.20
paths:
  /users:
    parameters:
      - $ref: '#/components/parameters/Tenant'
    get:
      summary: 사용자 목록 조회
      parameters:
        - {name: limit, in: query, description: 한 번에 가져올 개수, schema: {type: integer, default: 020, maximum: 100}}
      responses:
        200:
          description: 성공
          content:
            application/json:
              schema: {type: array, items: {$ref: '#/components/schemas/User'}}
    post:
      summary: 사용자 생성
      description: |
        관리자만 할 수 있습니다.
        같은 이메일은 한 번만 쓸 수 있습니다.
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/User'}
            example: {name: 홍길동}
      responses:
        '409': {description: 같은 이메일이 이미 있음}
  /health: {get: {}}
components:
  parameters:
    Tenant: {name: X-Tenant, in: header, required: true, description: 회사 코드, schema: {type: string}}
  schemas:
    User:
      type: object
      required: [name, ghost]
      properties:
        name: {type: string, description: 이름, maxLength: 50}
        manager: {$ref: '#/components/schemas/User'}
        state: {type: string, enum: [재직, 휴직]}
"""
PETS = {
    "swagger": "2.0",
    "info": {"title": "동물 병원", "version": "1"},
    "basePath": "/v2",
    "paths": {
        "/pets/{id}": {
            "get": {
                "parameters": [{"name": "id", "in": "path", "required": True, "type": "integer", "format": "int64"}],
                "responses": {"200": {"description": "찾음", "schema": {"$ref": "#/definitions/Pet"}}},
            },
            "delete": {"summary": "지우기", "deprecated": True, "responses": {"204": {"description": "지움"}}},
        }
    },
    "definitions": {"Pet": {"properties": {"id": {"type": "integer", "minimum": 1.50}, "name": {"type": "string"}}}},
}


def read(source: str | dict[str, Any]) -> Reading:
    text = source if isinstance(source, str) else json.dumps(source, ensure_ascii=False)
    reading = read_file(text.encode(), "api.txt")
    out = solid_length_of_blocks(reading.blocks)
    assert reading.kind == "openapi"
    assert out - reading.chars_in - sum(each.chars for each in reading.differences) == 0
    return reading


def units(reading: Reading) -> dict[str, list[str]]:
    return {chunk.path[-1]: chunk.text.split("\n")[1:] for chunk in cut(reading)}


def cut(reading: Reading, **limits: int) -> list[Chunk]:
    parsed = split(reading, file="api.yaml", file_hash="0", doc_id="x")
    return [chunk for document in parsed for chunk in chunks(document, **limits)]


def test_methods_of_one_path_are_never_mixed() -> None:
    found = cut(read(USERS))
    assert [chunk.label for chunk in found] == [
        "인사 시스템 API API 개요",
        "인사 시스템 API GET /users",
        "인사 시스템 API POST /users",
        "인사 시스템 API GET /health",
        "인사 시스템 API 공통 매개변수 Tenant",
        "인사 시스템 API 스키마 User",
    ]
    for chunk in found:
        assert ("POST /users" in chunk.text) == chunk.label.endswith("POST /users")
        assert ("사용자 목록 조회" in chunk.text) == chunk.label.endswith("GET /users")


def test_an_endpoint_says_what_it_takes_and_gives() -> None:
    found = units(read(USERS))
    assert found["GET /users"] == [
        "사용자 목록 조회",
        "limit(쿼리, integer): 한 번에 가져올 개수 · 기본값: 020 · maximum: 100",
        "응답 200: 성공",
        "응답 200 본문(application/json, array, 목록: User)",
        "필수: ghost",
        "name(필수, string): 이름 · maxLength: 50",
        "manager(User)",
        "state(string): 허용값: 재직, 휴직",
        "X-Tenant(헤더, 필수, string): 회사 코드",
    ]
    assert found["POST /users"][:5] == [
        "사용자 생성",
        "관리자만 할 수 있습니다.",
        "같은 이메일은 한 번만 쓸 수 있습니다.",
        "요청 본문(필수)",
        "요청 본문(application/json, User)",
    ]
    assert "example.name: 홍길동" in found["POST /users"]
    assert "응답 409: 같은 이메일이 이미 있음" in found["POST /users"]


def test_numbers_stand_as_they_are_written() -> None:
    assert "version: 1.20" in units(read(USERS))["API 개요"]
    assert "minimum: 1.50" in "\n".join(units(read(json.dumps(PETS).replace("1.5", "1.50")))["스키마 Pet"])


def test_swagger_2_has_its_parameters_and_bodies() -> None:
    found = units(read(PETS))
    assert found["GET /pets/{id}"][:3] == ["id(경로, 필수, integer, int64)", "응답 200: 찾음", "응답 200 본문(Pet)"]
    assert found["DELETE /pets/{id}"] == ["지우기", "응답 204: 지움", "deprecated: true"]
    assert "basePath: /v2" in found["API 개요"]


def test_an_endpoint_longer_than_an_article_is_cut_at_lines_under_one_label() -> None:
    source = json.loads(json.dumps(PETS))
    source["definitions"]["Pet"]["properties"] |= {
        f"field{n}": {"type": "string", "description": "설명" * 5} for n in range(60)
    }
    found = [chunk for chunk in cut(read(source), article_max=400) if chunk.label.endswith("GET /pets/{id}")]
    assert len(found) > 1
    assert all(len(chunk.text) <= 400 for chunk in found)


class Leave(BaseModel):
    days: float = Field(gt=0, le=15, description="며칠")
    reason: str | None = Field(None, description="까닭", examples=["가족 행사"])


def test_a_description_that_a_web_framework_makes() -> None:
    app = FastAPI(title="휴가 서비스")

    @app.post("/leaves", summary="휴가 신청")
    def apply(leave: Leave, urgent: bool = False) -> Leave:
        return leave

    found = units(read(app.openapi()))
    assert "days(필수, number, Days): 며칠 · maximum: 15.0 · exclusiveMinimum: 0.0" in found["POST /leaves"]
    assert "urgent(쿼리, boolean, Urgent): 기본값: false" in [
        line.replace(" · required: false", "") for line in found["POST /leaves"]
    ]


# --- What is and what is not a description -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"a": 1, "b": [1, 2]}', "txt"),
        ('{"openapi": "3.0.0"}', "txt"),
        ("services:\n  web:\n    image: nginx\n", "txt"),
        ("# 안내\n\nAPI 문서는 이렇게 씁니다.\n\n```yaml\nopenapi: 3.0.0\npaths: {}\n```\n", "md"),
        ("openapi: 3.1.0\nwebhooks: {}\n", "openapi"),
        ('{"paths": {}, "swagger": "2.0"}', "openapi"),
    ],
)
def test_a_description_is_told_by_its_content(text: str, kind: str) -> None:
    assert detect(text.encode()) == kind


@pytest.mark.parametrize(
    "text",
    ["openapi: 3.0.0\npaths:\n  - : [", '{"openapi": "3.0.0", "paths": {', "openapi: 3.0.0\npaths: " + "[" * 5000],
)
def test_a_torn_description_is_refused(text: str) -> None:
    with pytest.raises(UnreadableFile, match="corrupted"):
        read_file(text.encode(), "api.yaml")


def test_a_yaml_bomb_is_refused() -> None:
    bomb = "openapi: 3.0.0\npaths: {}\na: &a [x, x, x, x, x, x, x, x, x, x]\n"
    for before, now in zip("abcdefgh", "bcdefghi", strict=True):
        bomb += f"{now}: &{now} [{', '.join([f'*{before}'] * 10)}]\n"
    with pytest.raises(UnreadableFile, match="too_large"):
        read_file(bomb.encode(), "api.yaml")


def test_a_description_that_holds_itself_is_refused() -> None:
    with pytest.raises(UnreadableFile):
        read_file(b"openapi: 3.0.0\npaths: &p {/a: *p}\n", "api.yaml")


def test_one_far_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openapi_tree, "MAX_BYTES", 100)
    with pytest.raises(UnreadableFile, match="too_large"):
        read_file(USERS.encode(), "api.yaml")
    monkeypatch.undo()
    monkeypatch.setattr(openapi_schema, "_MAX_SAID", 100)
    with pytest.raises(UnreadableFile, match="too_large"):
        read_file(USERS.encode(), "api.yaml")


# --- Nothing is lost -----------------------------------------------------------------------------------------

WORDS = st.sampled_from(["가", "나다", "이름", "x-y", "200", "true", "설명입니다", "type", "schema", "$ref", "in"])
TREES: st.SearchStrategy[Any] = st.recursive(
    WORDS | st.booleans() | st.none() | st.integers(0, 99),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(
        ["description", "schema", "properties", "required", "items", "allOf", "enum", "content", "headers", "name", "in", "$ref", "type", "x-note", "parameters", "responses", "example"]
    ), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=250, deadline=None)
@given(
    operation=st.dictionaries(st.sampled_from(["summary", "parameters", "requestBody", "responses", "x-other"]), TREES),
    shared=TREES,
)
def test_any_shape_comes_out_with_every_word(operation: Any, shared: Any) -> None:
    source = {
        "openapi": "3.1.0",
        "info": {"title": "어떤 API"},
        "paths": {"/a": {"get": operation, "parameters": shared}},
        "components": {"schemas": {"A": shared}, "responses": shared, "parameters": {"B": shared}},
    }
    out = " ".join(texts_of_blocks(read(source).blocks))
    assert [word for word in values(source) if " ".join(word.split()) not in out] == []


def values(node: Any) -> list[str]:
    """Words of the description that no form of the text can stand for."""
    if isinstance(node, dict):
        return [word for value in node.values() for word in values(value)]
    if isinstance(node, list):
        return [word for value in node for word in values(value)]
    return [node] if node in ("가", "나다", "이름", "x-y", "설명입니다") else []


def test_yaml_and_json_read_the_same() -> None:
    as_json = json.dumps(yaml.load(USERS, yaml.BaseLoader), ensure_ascii=False)
    assert read(as_json).blocks == read(USERS).blocks
