"""Every text that a user sees, Korean first. One section per face; keep them short and say the next step."""

from __future__ import annotations

# --- Files that cannot be read: reason -> (what happened, what to do) ---------------------------------------

UNREADABLE: dict[str, tuple[str, str]] = {
    "scanned": ("글자 층이 없는 스캔 문서입니다", "글자 인식(OCR)을 한 PDF나 원본 파일을 넣어 주세요"),
    "password": ("암호가 걸린 파일입니다", "암호를 푼 파일을 넣어 주세요"),
    "distribution": ("배포용(복사 방지)으로 잠긴 hwp입니다", "원본 hwp나 PDF로 저장한 파일을 넣어 주세요"),
    "hwp3": ("한글 3.x(HWP 3) 파일입니다", "한글에서 hwp 5 또는 hwpx로 다시 저장해 주세요"),
    "hwpml": ("HWPML(xml) 파일입니다", "한글에서 hwpx로 다시 저장해 주세요"),
    "corrupted": ("파일이 손상되었습니다", "원본을 다시 받아 넣어 주세요"),
    "empty": ("내용이 없는 파일입니다", "내용이 있는 파일인지 확인해 주세요"),
    "encoding": ("글자 인코딩을 알 수 없습니다", "UTF-8로 다시 저장해 주세요"),
    "unsupported": ("읽지 못하는 형식입니다", "md, txt, html, docx, pdf, hwp, hwpx로 저장해 주세요"),
}

# --- Parse report -------------------------------------------------------------------------------------------

# --- Ledger: why a candidate was kept or dropped ------------------------------------------------------------

KEPT = "근거로 사용"
DROPPED_COMMENTARY = "해설은 근거로 쓰지 않음"
DROPPED_DRAFT = "AI가 쓴 초안은 근거로 쓰지 않음"
DROPPED_FLAG = "{flag}은(는) 근거로 쓰지 않음"
DROPPED_WEAK = "관련도 {relevance:.2f}, 기준값 {threshold:.2f} 미만"
DROPPED_NO_SLOT = "더 앞선 근거 {slots}개로 자리가 참"
FLAGS = {"toc": "차례", "cover": "표지", "form": "빈 서식", "garbled": "깨진 글자"}

# --- Outcomes for the employee ------------------------------------------------------------------------------

HANDOFF: dict[str, str] = {
    "no_relevant_policy": "규정에서 이 질문에 맞는 조항을 찾지 못해 담당자에게 전달했습니다.",
    "answer_unverified": "관련 조항은 있으나 답을 조항으로 확인하지 못해 담당자에게 전달했습니다.",
    "uncalibrated": "관련도 기준값이 아직 측정되지 않아 담당자에게 전달했습니다.",
    "unavailable": "지금은 답을 확인할 수 없어 담당자에게 전달했습니다.",
}
HANDOFF_SILENT = "가까운 조항은 찾았으나 묻는 내용이 적혀 있지 않아 담당자에게 전달했습니다."
LOOKED_AT = "살펴본 조항: {labels}."
LOOKED_AT_NOTHING = "살펴볼 조항이 없었습니다."
TICKET = "접수 번호: {ticket}."
NOT_FILED = "접수함에 남기지 못했습니다. 담당자에게 직접 물어봐 주세요."

QUESTION_EMPTY = "질문이 비어 있습니다. 궁금한 점을 문장으로 적어 주세요."
QUESTION_TOO_LONG = "질문이 {length}자입니다. {limit}자 이하로 줄여 주세요."

NOTE_CONTROL = "질문에서 제어 문자를 지웠습니다."
NOTE_INDEX_EMPTY = "색인에 조항이 없습니다. `geungeo ingest`로 문서를 읽어 주세요."
NOTE_SEARCH_FAILED = "검색이 되지 않습니다: {error}"
NOTE_EMBEDDER_FAILED = "의미 검색이 되지 않아 낱말 검색만 썼습니다: {error}"
NOTE_WRITER_FAILED = "답 쓰기가 되지 않습니다: {error}"
NOTE_INBOX_FAILED = "접수함에 쓰지 못했습니다: {error}"
NOTE_UNCALIBRATED = "기준값이 측정되지 않았습니다. `geungeo calibrate`로 재 주세요."

# --- Checks -------------------------------------------------------------------------------------------------

# --- CLI ----------------------------------------------------------------------------------------------------

# --- Web ----------------------------------------------------------------------------------------------------

# What the API says on an error: (what happened, what to do).
WEB_ERRORS: dict[str, tuple[str, str]] = {
    "bad_question": ("질문을 읽을 수 없습니다.", "질문을 고쳐 다시 보내 주세요."),
    "bad_request": ("요청 형식이 맞지 않습니다: {detail}.", '{{"question": "…"}} 모양의 JSON으로 보내 주세요.'),
    "too_large": ("요청이 너무 큽니다. {limit}바이트까지 받습니다.", "질문을 줄여 다시 보내 주세요."),
    "not_json": ("JSON 요청만 받습니다.", "Content-Type을 application/json으로 보내 주세요."),
    "host_not_allowed": ("허용되지 않은 주소로 들어온 요청입니다.", "http://127.0.0.1 또는 허용한 이름으로 접속해 주세요."),
    "unknown_chunk": ("찾는 조항이 없습니다.", "문서가 바뀌었을 수 있습니다. 다시 질문해 주세요."),
    "not_found": ("찾는 주소가 없습니다.", "/openapi.json에서 주소를 확인해 주세요."),
    "method_not_allowed": ("이 주소에서 쓸 수 없는 방식입니다.", "/openapi.json에서 방식을 확인해 주세요."),
    "internal": ("처리하다가 문제가 생겼습니다.", "잠시 뒤 다시 물어봐 주세요. 계속되면 추적 번호를 담당자에게 알려 주세요."),
}

# Texts of the chat page by key; index.html names them as $key, app.js as t("key").
PAGE: dict[str, str] = {
    "title": "근거",
    "tagline": "회사 규정에서만 답하고, 답마다 조항을 보여 드립니다",
    "skip": "질문 입력으로 건너뛰기",
    "welcome": "무엇이 궁금하세요?",
    "welcome_more": "규정에서 근거를 찾으면 그 조항과 함께 답하고, 찾지 못하면 지어내지 않고 담당자에게 연결합니다.",
    "examples": "이렇게 물어볼 수 있어요",
    "conversation": "질문과 답",
    "question_label": "질문",
    "question_hint": "예: 병가는 며칠까지 쓸 수 있나요?",
    "keys_hint": "Enter로 보내기, Shift+Enter로 줄 바꾸기",
    "send": "보내기",
    "noscript": "이 화면은 자바스크립트가 켜져 있어야 합니다. 명령줄에서는 geungeo ask로 물어볼 수 있습니다.",
    "asked": "질문",
    "answered": "규정에서 확인한 답",
    "handed_off": "담당자 연결",
    "citations": "근거 조항",
    "open_clause": "조항 보기",
    "marker": "근거 {number}: {label}",
    "looked_at": "살펴본 조항",
    "looked_at_nothing": "살펴볼 조항이 없었습니다.",
    "ticket": "접수 번호 {ticket}",
    "not_filed": "접수함에 남기지 못했습니다. 담당자에게 직접 물어봐 주세요.",
    "note": "알림",
    "ledger": "어떻게 찾았는지 보기",
    "ledger_candidates": "살펴본 조항과 관련도",
    "ledger_empty": "살펴본 조항이 없습니다.",
    "ledger_checks": "답을 확인한 항목",
    "ledger_trace": "추적 번호 {trace} · 문서 상태 {commit} · 작성 {model}",
    "col_label": "조항",
    "col_relevance": "관련도",
    "col_kept": "사용",
    "col_why": "이유",
    "kept": "사용",
    "dropped": "제외",
    "passed": "통과",
    "failed": "실패",
    "check_found_in_policies": "규정에서 답을 찾음",
    "check_cites_excerpt": "근거 번호를 밝힘",
    "check_grounded": "조항의 말로 씀",
    "check_numbers_from_policies": "숫자가 조항과 같음",
    "stages": "진행 상황",
    "stage_understand": "질문 살피기",
    "stage_search": "조항 찾기",
    "stage_write": "답 쓰기",
    "stage_check": "답 확인하기",
    "stage_done": "끝남",
    "stage_now": "하는 중",
    "embedding": "의미 검색 준비 중",
    "embedding_more": "지금도 낱말 검색으로 물어볼 수 있습니다.",
    "error": "답을 가져오지 못했습니다",
    "error_unreachable": "서버에 닿지 못했습니다.",
    "error_unreachable_next": "서버가 켜져 있는지 확인하고 다시 보내 주세요.",
    "trace": "추적 번호 {trace}",
    "panel": "조항",
    "panel_close": "닫기",
    "panel_loading": "조항을 불러오는 중입니다.",
    "panel_before": "앞 조항 더 보기",
    "panel_after": "뒤 조항 더 보기",
    "panel_quoted": "인용한 부분",
    "panel_this": "이 조항",
    "revised": "개정 {date}",
    "effective": "시행 {date}",
    "commentary": "해설은 참고용이며 답의 근거로 쓰지 않습니다.",
}
