"""The JSON of the API, described in Korean for /openapi.json. Fields follow geungeo.records."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, field_validator

from geungeo.records import By, Origin, Part, Reason, Role, Route, Turn
from geungeo.versions import as_day


class _FromRecord(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class TurnIn(BaseModel):
    question: str = Field(max_length=10000, description="앞에서 물은 질문(understood가 있으면 그것).")
    labels: list[str] = Field(
        default_factory=list, max_length=20, description="그 답이 인용한 곳(CitationOut의 label)."
    )


class AskIn(BaseModel):
    question: str = Field(
        description="규정에 대한 질문. 길이 제한은 설정 question.max_chars.", examples=["병가는 며칠인가요?"]
    )

    as_of: str | None = Field(
        default=None,
        description="기준일(YYYY-MM-DD). 그날 시행 중인 규정으로 답한다. 없으면 오늘.",
        examples=["2024-03-01"],
    )

    collection: str | None = Field(
        default=None,
        max_length=200,
        description="모음의 이름. 그 모음의 문서에서만 찾는다. 없거나 비우면 읽을 수 있는 모든 문서. 이름은 /api/collections에 있다.",
    )
    history: list[TurnIn] = Field(
        default_factory=list,
        max_length=10,
        description="같은 대화에서 앞에 물은 것, 오래된 것부터. “그럼 계약직은?”을 따로 설 수 있게 고쳐 읽을 때만 쓰고 근거로는 쓰지 않는다.",
    )

    @field_validator("as_of")
    @classmethod
    def _is_day(cls, as_of: str | None) -> str | None:
        if as_of is not None and as_day(as_of) is None:
            raise ValueError(as_of)
        return as_of

    @field_validator("question", "collection")
    @classmethod
    def _is_text(cls, text: str | None) -> str | None:
        (text or "").encode()  # JSON lets half a surrogate pair through; nothing behind this could store or show it
        return text

    @field_validator("collection")
    @classmethod
    def _none_named(cls, collection: str | None) -> str | None:
        return collection if (collection or "").strip() else None  # a form's empty field

    @field_validator("history")
    @classmethod
    def _are_texts(cls, history: list[TurnIn]) -> list[TurnIn]:
        for turn in history:
            "\n".join([turn.question, *turn.labels]).encode()
        return history


def turns(history: list[TurnIn]) -> list[Turn]:
    return [Turn(turn.question, tuple(turn.labels)) for turn in history]


class CitationOut(_FromRecord):
    number: int = Field(description="답의 [번호] 표시와 같은 번호.")
    chunk_id: str = Field(description="인용한 조항의 id. /api/chunks/{chunk_id}로 볼 수 있다.")
    label: str = Field(description="사람이 읽는 위치. 예: 국가공무원 복무규정 제18조 제1항")
    source: str = Field(description="문서의 주소 또는 파일.")
    start: int = Field(description="조항 글에서 인용이 시작하는 자리. 유니코드 코드 포인트 단위.")
    end: int = Field(description="인용이 끝나는 자리(그 앞까지). 유니코드 코드 포인트 단위.")
    quote: str = Field(description="조항의 글 그대로. 조항 글의 [start:end]와 같다.")
    effective_at: str | None = Field(None, description="조항이 든 판의 시행일(YYYY-MM-DD). 밝히지 않았으면 null.")
    note: str = Field(
        "", description="함께 알아야 할 것: 나머지보다 늦게 시행되면 그날과 그것을 정한 부칙. 없으면 빈 글."
    )
    origin: Origin = Field("human", description="human: 사람이 쓴 문서. ai-draft: AI 초안(운영자가 근거로 허락함).")


class CheckOut(_FromRecord):
    name: str = Field(description="확인 항목의 이름.")
    passed: bool = Field(description="통과했는지.")
    detail: str = Field(
        description="무엇을 보고 그렇게 판단했는지. 실패한 확인은 초안을 인용하므로 스트림에서는 빈 글."
    )


class EvidenceOut(_FromRecord):
    chunk_id: str = Field(description="살펴본 조항의 id.")
    label: str = Field(description="사람이 읽는 위치.")
    kept: bool = Field(description="답을 쓸 때 보여 주었는지.")
    why: str = Field(description="쓰거나 뺀 이유.")
    number: int | None = Field(description="쓴 조항의 번호. 같은 글이 여러 문서에 있으면 한 번호를 함께 쓴다.")
    lexical: float | None = Field(description="낱말 검색 점수(BM25, 0 이상, 한 질문 안에서만 견줄 수 있음).")
    similarity: float | None = Field(description="의미 유사도(-1~1). 벡터가 없으면 null.")
    fused: float = Field(description="순서를 정한 점수. 순서에만 뜻이 있다.")
    relevance: float = Field(description="관련도(0~1). 질문끼리 견줄 수 있다.")
    features: dict[str, float] = Field(description="관련도를 이루는 값.")
    excerpt: str = Field(description="조항의 앞부분.")
    of: int | None = Field(None, description="이 조항을 가리킨 발췌의 번호. 스스로 찾은 것이면 null.")


class ExpansionOut(_FromRecord):
    source: By = Field(
        description="온 곳: dictionary(말 사전), spelling(맞춤법), corpus(문서의 약칭), questions(사람이 이어 둔 질문), "
        "history(앞선 질문), llm."
    )
    said: str = Field(description="질문의 말.")
    became: str = Field(description="함께 찾은 말. spelling과 history는 대신 읽은 말.")
    weight: float = Field(description="낱말 검색에서의 무게. 질문의 낱말은 1.")
    brought: list[str] = Field(description="이 말로 찾은 조항의 id.")


class AskOut(_FromRecord):
    question: str = Field(description="받은 질문.")
    route: Route = Field(description="auto_answer: 확인한 답. handoff: 담당자 연결.")
    reason: Reason | None = Field(description="담당자에게 연결한 이유. 답했으면 null.")
    answer: str = Field(description="직원이 보는 글. [번호]는 citations의 번호.")
    draft: str | None = Field(description="확인되지 않은 초안. 직원에게 보여 주지 않는다. 스트림에서는 늘 null.")
    citations: list[CitationOut] = Field(description="답이 인용한 곳.")
    sources: list[int] = Field(description="답을 쓸 때 보여 준 발췌 번호.")
    cited: list[int] = Field(description="답이 실제로 쓴 발췌 번호.")
    top_score: float = Field(description="쓴 조항 가운데 가장 높은 관련도(0~1).")
    checks: list[CheckOut] = Field(description="답을 확인한 결과.")
    failed: list[str] = Field(description="실패한 확인 항목의 이름.")
    evidence: list[EvidenceOut] = Field(description="살펴본 모든 조항과 쓰거나 뺀 이유.")
    notes: list[str] = Field(description="사람에게 알릴 것.")
    timings: dict[str, float] = Field(description="질문을 받은 때부터 단계마다 시작한 때와 끝난 때(total), 초.")
    trace_id: str = Field(description="추적 번호.")
    commit: str = Field(description="답할 때 본 문서 상태.")
    model: str = Field(description="답을 쓴 것의 이름.")
    ticket: int | None = Field(description="담당자 접수 번호. 답했으면 null.")
    receipt: str | None = Field(
        description="이름 없이 접수했을 때 그 접수를 다시 찾는 비밀. 이때 한 번만 알려 준다. 그 밖에는 null."
    )
    as_of: str = Field("", description="기준일(YYYY-MM-DD). 이날 시행 중인 규정으로 답했다.")
    collection: str = Field("", description="골라 물은 모음. 고르지 않았으면 빈 글.")
    understood: str = Field("", description="질문을 고쳐 읽었으면 그 글. 아니면 빈 글.")
    expansions: list[ExpansionOut] = Field(default_factory=list, description="질문의 말 말고 함께 찾은 말.")
    contact: str = Field(description="담당자 연결 때 더 물어볼 곳을 알리는 문장. 없으면 빈 글.")


class ChunkOut(_FromRecord):
    chunk_id: str = Field(description="조항의 id.")
    doc_id: str = Field(description="문서의 id.")
    doc: str = Field(description="문서 제목.")
    path: list[str] = Field(description="장·절·조로 내려오는 제목.")
    label: str = Field(description="사람이 읽는 위치.")
    article: str | None = Field(description="조 번호. 예: 15의2")
    article_title: str | None = Field(description="조 제목.")
    clause: str | None = Field(description="항·호.")
    part: Part = Field(description="본칙, 부칙, 별표, 별지, 해설, 기타.")
    revised_at: str | None = Field(description="개정일(YYYY-MM-DD).")
    effective_at: str | None = Field(description="시행일(YYYY-MM-DD).")
    text: str = Field(description="조항의 글.")
    start: int = Field(description="문서 글에서 시작하는 자리(코드 포인트).")
    end: int = Field(description="문서 글에서 끝나는 자리(코드 포인트).")
    source: str = Field(description="문서의 주소 또는 파일.")


class DocumentOut(_FromRecord):
    doc_id: str = Field(description="문서의 id.")
    title: str = Field(description="문서 제목.")
    version: str = Field(description="판.")
    number: str | None = Field(description="공포번호 등 문서가 밝힌 번호.")
    revised_at: str | None = Field(description="개정일.")
    effective_at: str | None = Field(description="시행일.")
    amendment: str = Field("", description="이 판을 만든 개정의 종류(제정, 일부개정 …). 밝히지 않았으면 빈 글.")
    source: str = Field(description="문서의 주소 또는 파일.")


class ClauseOut(BaseModel):
    document: DocumentOut | None = Field(description="조항이 든 문서. 글은 담지 않는다.")
    chunk: ChunkOut = Field(description="찾은 조항.")
    before: list[ChunkOut] = Field(description="같은 문서의 바로 앞 조항들, 문서 순서.")
    after: list[ChunkOut] = Field(description="같은 문서의 바로 뒤 조항들, 문서 순서.")


class Progress(BaseModel):
    stage: str = Field(description="하고 있는 일(embedding). 멈추었으면 그 까닭인 문장, 없으면 빈 글.")
    done: int = Field(ge=0, description="마친 수.")
    total: int = Field(ge=0, description="모두 몇 개인지.")


class Vectors(BaseModel):
    done: int = Field(ge=0, description="벡터가 있는 조항 수.")
    total: int = Field(ge=0, description="벡터를 만들 조항 수.")


class Health(BaseModel):
    status: str = Field(description="ok 또는 degraded(일부 기능 없이 답함).")
    chunks: int = Field(ge=0, description="색인에 든 조항 수.")
    vectors: Vectors = Field(description="의미 검색 준비.")
    commit: str = Field(description="지금 문서 상태.")
    model: str = Field(description="임베딩 모델.")


class HealthOut(Health):
    progress: Progress = Field(description="뒤에서 하는 일의 진행.")


class MeOut(_FromRecord):
    user: str = Field(description="사용자 이름. 알 수 없으면 빈 글.")
    groups: list[str] = Field(description="속한 그룹.")
    role: Role = Field(description="employee: 직원. operator: 운영자.")
    login: bool = Field(description="로그인을 쓰는지. 이 컴퓨터에서만 열었으면 false.")
    session: bool = Field(description="이 화면의 로그인으로 들어왔는지(로그아웃할 수 있는지).")
    anonymous: bool = Field(description="질문을 이름 없이 남기는지.")


class LoginIn(BaseModel):
    token: str = Field(max_length=200, description="운영자에게 받은 토큰. gg_로 시작한다.")


class CollectionOut(BaseModel):
    name: str = Field(description="모음의 이름. AskIn의 collection에 적는다.")
    title: str = Field(description="사람에게 보일 이름.")


class Suggestion(BaseModel):
    kind: str = Field(description="보기의 종류: answered, other_words, near_miss, out_of_scope.")
    question: str = Field(description="눌러서 물어볼 수 있는 질문.")


class ErrorOut(BaseModel):
    error: str = Field(description="오류의 이름.")
    message: str = Field(description="무슨 일이 있었는지.")
    next: str = Field(description="다음에 할 일.")
    trace_id: str | None = Field(default=None, description="추적 번호. 예상하지 못한 오류에만 있다.")
