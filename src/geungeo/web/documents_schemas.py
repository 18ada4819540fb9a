"""Documents as the desk sees and changes them. Fields follow geungeo.ops.catalogue and geungeo.ops.documents."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from geungeo.records import Origin, Part


class _FromRecord(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class EntryOut(_FromRecord):
    doc_id: str = Field(description="문서의 id.")
    title: str = Field(description="문서 제목.")
    version: str = Field(description="판.")
    number: str | None = Field(description="공포번호 등 문서가 밝힌 번호.")
    revised_at: str | None = Field(description="개정일.")
    effective_at: str | None = Field(description="시행일.")
    amendment: str = Field("", description="이 판을 만든 개정의 종류(제정, 일부개정 …). 밝히지 않았으면 빈 글.")
    source: str = Field(description="문서의 출처. 운영자가 말했거나 문서가 밝힌 것, 둘 다 없으면 파일 이름.")
    chunks: int = Field(description="색인에 든 조각 수.")
    collection: str = Field(description="속한 모음의 이름. 없으면 빈 글.")
    allow: list[list[str]] = Field(description="읽을 수 있는 사람. 안쪽 목록마다 하나에는 들어야 한다.")
    readers: str = Field(description="읽을 수 있는 사람을 말로 적은 것.")
    origin: Origin = Field(description="human: 사람이 씀. ai-draft: AI 초안.")
    admitted: bool = Field(description="누가 썼는지로 볼 때 근거로 쓸 수 있는지.")
    draft: str = Field(description="규정이 아니면 그 까닭(draft, comparison). 규정이면 빈 글.")
    in_force: bool = Field(description="오늘 시행 중인 판인지.")
    flags: dict[str, int] = Field(description="표시의 종류(toc, form 등)와 그 표시가 있는 조각 수.")
    copy_state: str = Field(
        description="사본이 있는 문서면 canonical(답함), alias(양보함), out(시행 아님). 없으면 빈 글."
    )
    copies: list[str] = Field(description="사본인 다른 파일. 답하는 것이 먼저.")


class RefusedOut(BaseModel):
    what: str = Field(description="왜 읽지 못했는지.")
    todo: str = Field(description="무엇을 하면 되는지.")


class FileOut(BaseModel):
    name: str = Field(description="문서 폴더에서 본 파일 이름.")
    state: str = Field(description="read: 읽음. refused: 읽지 못함. waiting: 아직 읽지 않음.")
    kind: str | None = Field(description="파일의 형식. 내용으로 정한다.")
    entries: list[EntryOut] = Field(description="파일에 든 문서들.")
    warnings: dict[str, int] = Field(
        description="살펴볼 것과 그 수: gaps(빠진 조), unexplained(설명되지 않는 글자), pages(글자 없는 쪽), private(개인정보로 보이는 값), ai_draft, notes(알림)."
    )
    private: dict[str, int] = Field(
        description="개인정보로 보이는 값의 수(값은 담지 않는다): resident, phone, account, email, card, passport, licence, birth."
    )
    reason: str = Field(description="읽지 못한 까닭의 이름. 예: no_source(출처를 알 수 없음). 읽었으면 빈 글.")
    refused: RefusedOut | None = Field(description="읽지 못했을 때 이유와 할 일.")


class SumsOut(_FromRecord):
    files: int = Field(description="파일 수.")
    refused: int = Field(description="읽지 못한 파일 수.")
    waiting: int = Field(description="아직 읽지 않은 파일 수.")
    documents: int = Field(description="문서 수. 판이 여럿이어도 하나.")
    versions: int = Field(description="모든 판의 수.")
    in_force: int = Field(description="오늘 시행 중인 판의 수.")
    drafts: int = Field(description="규정이 아닌 것(개정안, 신구조문대비표)의 수.")
    ai: int = Field(description="AI가 쓴 초안의 수.")
    duplicates: int = Field(description="사본이 있는 문서의 수.")
    chunks: int = Field(description="조각 수.")
    flags: dict[str, int] = Field(description="표시의 종류와 그 표시가 있는 조각 수.")
    warnings: dict[str, int] = Field(description="살펴볼 것의 종류와 파일 수.")
    collections: dict[str, int] = Field(description="모음의 이름과 판의 수.")


class FilesOut(BaseModel):
    total: int = Field(description="고른 파일의 수.")
    refused: int = Field(description="그 가운데 읽지 못한 파일의 수.")
    files: list[FileOut] = Field(description="이름 순서.")
    collections: dict[str, str] = Field(description="모음의 이름과 제목.")
    max_bytes: int = Field(description="파일 하나의 최대 크기.")
    sums: SumsOut = Field(description="고른 파일이 아니라 전체의 수.")


class RuleOut(_FromRecord):
    target: str = Field(description="규칙이 걸린 곳. workspace, collection:이름, folder:이름, document:이름.")
    allow: list[list[str]] = Field(description="그곳에서 더해진 권한.")
    decided: bool = Field(description="운영자가 화면이나 명령에서 정했는지.")


class DocumentClauseOut(_FromRecord):
    chunk_id: str = Field(description="조항의 id.")
    label: str = Field(description="사람이 읽는 위치.")
    part: Part = Field(description="본칙, 부칙, 별표, 별지, 해설, 기타.")
    text: str = Field(description="조항의 글.")
    flags: list[str] = Field(description="글의 모양에 붙은 표시와 그 까닭(toc:leaders 꼴).")


class DependingOut(_FromRecord):
    chunks: int = Field(description="지우면 함께 사라지는 조각 수.")
    tickets: list[int] = Field(description="이 문서를 인용해 답한 접수 번호.")


class FileWholeOut(BaseModel):
    file: FileOut = Field(description="파일과 그 문서들.")
    report: list[str] = Field(description="읽기 보고서.")
    clauses: list[DocumentClauseOut] = Field(description="조항들, 문서 순서.")
    clauses_total: int = Field(description="조항의 수. clauses에는 그 가운데 앞부분만 담길 수 있다.")
    rules: list[RuleOut] = Field(description="걸려 있는 권한 규칙, 넓은 것부터.")
    depending: DependingOut = Field(description="이 파일에 달린 것.")


class PutOut(_FromRecord):
    name: str = Field(description="저장한 이름.")
    kind: str = Field(description="파일의 형식.")
    replaced: bool = Field(description="있던 파일을 바꾸었는지.")
    source: str = Field(description="출처.")


class SourceIn(BaseModel):
    name: str = Field(description="파일, 압축 파일이나 폴더의 이름.", examples=["자료.zip"])
    source: str = Field("", max_length=2000, description="어디서 왔는지. 빈 글이면 알린 것을 거둔다.")


class OriginIn(BaseModel):
    name: str = Field(description="파일의 이름.", examples=["인사/재택근무 규정.md"])
    origin: str = Field(
        "", description="human, ai-draft, ai-draft-allowed(근거로 써도 되는 초안). 빈 글이면 정한 것을 거둔다."
    )


class RemoveIn(BaseModel):
    name: str = Field(description="지울 파일의 이름.", examples=["인사/취업규칙.hwp"])


class AllowIn(BaseModel):
    target: str = Field(description="document:이름, folder:이름, collection:이름.", examples=["folder:인사"])
    allow: list[list[str]] | None = Field(
        description="더할 권한. 예: [['group:hr']]. []는 아무도 못 읽음, null은 운영자가 정한 것을 거둠.",
        examples=[[["group:hr"]]],
    )


class DoneOut(BaseModel):
    done: bool = Field(description="되었는지. 안 되면 오류로 답한다.")
