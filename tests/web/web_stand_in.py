"""A protocol stand-in for the web's Services: a few real clauses, and fixed outcomes by word.

It searches nothing and checks nothing: what it says is written down here, its quotes are cut from the clauses.
The statute is 국가공무원 복무규정 (대통령령 제35893호, 2025-12-04), outside copyright; the notice is made up, to
have characters beyond the basic plane before the quoted words.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from geungeo.errors import BadQuestion
from geungeo.records import NOBODY, AskResult, Check, Chunk, Citation, Document, Evidence, Reader, Reason, Turn
from geungeo.serve.ask import handoff_words
from geungeo.serve.identity import NoLogin
from geungeo.web.services import Asking, Services

LEAVE = "국가공무원 복무규정"
NOTICE = "당직 안내문"


def services_of(asking: Asking) -> Services:
    """The stand-in's house: nobody logs in."""
    return Services(asking, NoLogin())


CLAUSES: dict[str, list[tuple[str, str | None, str]]] = {
    LEAVE: [
        (
            "제17조 제5항",
            "연가 일수에서의 공제",
            "⑤ 질병이나 부상 외의 사유로 인한 지각ㆍ조퇴 및 외출은 누계 8시간을 연가 1일로 계산한다.",
        ),
        (
            "제18조 제1항",
            "병가",
            "① 행정기관의 장은 소속 공무원이 다음 각 호의 어느 하나에 해당할 경우에는 연 60일의 범위에서 병가를 승인할 수 있다. "
            "이 경우 질병이나 부상으로 인한 지각ㆍ조퇴 및 외출은 누계 8시간을 병가 1일로 계산하고, 제17조제5항에 따라 연가 "
            "일수에서 빼는 병가는 병가 일수에 산입하지 아니한다. <개정 2015.10.6, 2018.7.2>\n"
            "1. 질병 또는 부상으로 인하여 직무를 수행할 수 없을 때\n"
            "2. 감염병에 걸려 그 공무원의 출근이 다른 공무원의 건강에 영향을 미칠 우려가 있을 때",
        ),
        (
            "제18조 제2항",
            "병가",
            "② 행정기관의 장은 소속 공무원이 공무상 질병 또는 부상으로 직무를 수행할 수 없거나 요양이 필요할 경우에는 "
            "연 180일의 범위에서 병가를 승인할 수 있다. <개정 2015.10.6>",
        ),
        (
            "제18조 제3항",
            "병가",
            "③ 병가 일수가 연간 6일을 초과하는 경우에는 의사의 진단서를 첨부하여야 한다. <개정 2018.7.2>",
        ),
        *(
            (f"제19조 제{number}호", "공가", f"{number}. {text}")
            for number, text in enumerate(
                (
                    "「병역법」이나 그 밖의 다른 법령에 따른 병역판정검사ㆍ소집ㆍ검열점호 등에 응하거나 동원 또는 훈련에 참가할 때",
                    "공무와 관련하여 국회, 법원, 검찰, 경찰 또는 그 밖의 국가기관에 소환되었을 때",
                    "법률에 따라 투표에 참가할 때",
                    "승진시험ㆍ전직시험에 응시할 때",
                    "원격지(遠隔地)로 전보(轉補) 발령을 받고 부임할 때",
                    "소속 기관의 소재지가 이전되어 거주지를 변경할 때",
                ),
                start=1,
            )
        ),
    ],
    NOTICE: [
        ("1", None, '🌿 𠮷田 담당자 안내 👩‍🔧: 당직 근무자는 다음 날 오후 2시에 퇴근한다. <b>굵게</b> & "따옴표"'),
    ],
}
SECRET_DRAFT = "확인되지 않은 초안: 병가는 777일입니다."
FAILED = {"초안": ("numbers_from_policies",), "침묵": ("found_in_policies",)}
SECRET_PATH = "/somewhere/private/geungeo.db"


class StandIn:
    """`gate`: when set to a stage's name, ask waits there until `release` is set. `asked`: every question that ran;
    `finished` counts them."""

    def __init__(self) -> None:
        self.documents = {name: _document(name, clauses) for name, clauses in CLAUSES.items()}
        self.chunks = {chunk.chunk_id: chunk for name in CLAUSES for chunk in _chunks(self.documents[name])}
        self.asked: list[str] = []
        self.tickets = 0
        self.gate = ""
        self.release = threading.Event()
        self.finished = threading.Semaphore(0)
        self.embedded = (300, 300)
        self.stage = "embedding"

    def ask(
        self,
        question: str,
        reader: Reader = NOBODY,
        progress: Callable[[str], None] | None = None,
        as_of: str | None = None,
        collection: str | None = None,
        history: Sequence[Turn] = (),
    ) -> AskResult:
        if not question.strip():
            raise BadQuestion("질문이 비어 있습니다. 궁금한 점을 문장으로 적어 주세요.")
        if len(question) > 1000:
            raise BadQuestion(f"질문이 {len(question)}자입니다. 1000자 이하로 줄여 주세요.")
        for stage in ("understand", "search", SECRET_DRAFT, "write", "check"):
            if progress:
                progress(stage)
            if stage == self.gate:
                self.release.wait(timeout=30)
        self.asked.append(question)
        try:
            return self._outcome(question)
        finally:
            self.finished.release()

    def _outcome(self, question: str) -> AskResult:
        if "터짐" in question:
            raise RuntimeError(f"cannot open {SECRET_PATH}")
        if "병가는" in question or question == "병가":
            first = self._citation(1, "제18조 제1항", "연 60일의 범위에서 병가를 승인할 수 있다")
            third = self._citation(
                2, "제18조 제3항", "병가 일수가 연간 6일을 초과하는 경우에는 의사의 진단서를 첨부하여야 한다"
            )
            text = f"{first.quote}. [1] {third.quote}. [2] 없는 번호는 그대로 둡니다 [9]."
            return self._result(question, answer=text, citations=(first, third))
        if "며칠부터" in question:  # one excerpt carries two sentences
            spans = [
                self._citation(1, "제18조 제1항", quote)
                for quote in ("연 60일의 범위에서", "누계 8시간을 병가 1일로 계산")
            ]
            return self._result(question, answer="60일입니다. [1] 8시간이 1일입니다. [1]", citations=tuple(spans))
        if "당직" in question:
            only = self._citation(1, "1", "당직 근무자는 다음 날 오후 2시에 퇴근한다")
            return self._result(question, answer=f"{only.quote}. [1]", citations=(only,))
        return self._hand_off(question)

    def _hand_off(self, question: str) -> AskResult:
        self.tickets += 1
        failed = next((names for word, names in FAILED.items() if word in question), ())
        reason: Reason = "answer_unverified" if failed else "no_relevant_policy"
        return self._result(
            question,
            reason=reason,
            answer=handoff_words(reason, failed, self._ledger(()), self.tickets),
            draft=SECRET_DRAFT if failed else None,
            checks=tuple(Check(name, False, f"조항에 없는 말: '{SECRET_DRAFT}'") for name in failed),
            ticket=self.tickets,
        )

    def chunk(self, chunk_id: str, reader: Reader) -> Chunk | None:
        return self.chunks.get(chunk_id)

    def neighbours(self, chunk_id: str, reader: Reader, before: int, after: int) -> list[Chunk]:
        chunk = self.chunks[chunk_id]
        siblings = sorted((c for c in self.chunks.values() if c.doc_id == chunk.doc_id), key=lambda c: c.start)
        here = siblings.index(chunk)
        return siblings[max(0, here - before) : here] + siblings[here + 1 : here + 1 + after]

    def document(self, key: str, reader: Reader) -> Document | None:
        return next((document for document in self.documents.values() if document.key == key), None)

    def health(self, reader: Reader = NOBODY) -> Mapping[str, Any]:
        done, total = self.embedded
        vectors = {"done": done, "total": total}
        return {"status": "ok", "chunks": len(self.chunks), "vectors": vectors, "commit": "c1", "model": "stand-in"}

    def progress(self, reader: Reader = NOBODY) -> Mapping[str, Any]:
        return {"stage": self.stage, "done": self.embedded[0], "total": self.embedded[1]}

    def collections(self, reader: Reader = NOBODY) -> Mapping[str, str]:
        return {}

    def suggestions(self, reader: Reader = NOBODY) -> Sequence[Mapping[str, str]]:
        return [
            {"kind": "answered", "question": "병가는 며칠까지 쓸 수 있나요?"},
            {"kind": "other_words", "question": "밤샘 당직을 섰는데 다음 날 언제 퇴근하나요?"},
            {"kind": "near_miss", "question": "재택근무 수당은 한 달에 얼마인가요?"},
            {"kind": "out_of_scope", "question": "오늘 점심은 뭐가 좋을까요?"},
        ]

    def by_label(self, ending: str) -> Chunk:
        return next(chunk for chunk in self.chunks.values() if chunk.label.endswith(f" {ending}"))

    def _ledger(self, cited: Collection[str]) -> tuple[Evidence, ...]:
        return tuple(_evidence(chunk, chunk.chunk_id in cited) for chunk in self.chunks.values())

    def _citation(self, number: int, ending: str, quote: str) -> Citation:
        chunk = self.by_label(ending)
        start = chunk.text.index(quote)
        return Citation(number, chunk.chunk_id, chunk.label, chunk.source, start, start + len(quote), quote)

    def _result(self, question: str, **changes: Any) -> AskResult:
        citations = changes.get("citations", ())
        numbers = tuple(citation.number for citation in citations)
        cited = {citation.chunk_id for citation in citations}
        checks = (
            Check("cites_excerpt", True, "문장마다 번호가 있습니다"),
            Check("grounded", True, "조항에 있는 말 100%"),
        )
        defaults: dict[str, Any] = {
            "question": question,
            "route": "auto_answer" if citations else "handoff",
            "reason": None,
            "draft": None,
            "sources": numbers,
            "cited": numbers,
            "top_score": 0.81 if citations else 0.22,
            "checks": checks if citations else (),
            "citations": citations,
            "evidence": self._ledger(cited),
            "notes": (),
            "timings": {"search": 0.01},
            "trace_id": "0123456789abcdef",
            "commit": "c1",
            "model": "stand-in",
        }
        values = defaults | changes
        values["failed"] = tuple(check.name for check in values["checks"] if not check.passed)
        return AskResult(**values)


def _document(name: str, clauses: Sequence[tuple[str, str | None, str]]) -> Document:
    text = "\n".join(body for _, _, body in clauses)
    number, date = ("대통령령 제35893호", "2025-12-04") if name == LEAVE else (None, None)
    return Document(
        name, name, "1", date, date, number, text, f"https://example.invalid/{name}", "a.md", "md", "0" * 40
    )


def _chunks(document: Document) -> list[Chunk]:
    chunks: list[Chunk] = []
    start = 0
    for place, title, text in CLAUSES[document.title]:
        label = f"{document.title} {place}"
        chunk_id = hashlib.sha1(label.encode()).hexdigest()[:16]
        article = place.split("조")[0].removeprefix("제") if "조" in place else None
        chunks.append(
            Chunk(
                chunk_id,
                hashlib.sha1(text.encode()).hexdigest()[:16],
                document.doc_id,
                document.title,
                (place,),
                label,
                article,
                title,
                None,
                "본칙" if article else "기타",
                document.revised_at,
                document.effective_at,
                "ko",
                text,
                start,
                start + len(text),
                document.source,
            )
        )
        start += len(text) + 1
    return chunks


def _evidence(chunk: Chunk, kept: bool) -> Evidence:
    why = "근거로 사용" if kept else "관련도 0.22, 기준값 0.41 미만"
    relevance = 0.81 if kept else 0.22
    return Evidence(chunk.chunk_id, chunk.label, kept, why, None, 3.2, 0.84, 0.5, relevance, {}, chunk.text[:40])
