"""A small real house with a desk: two rules of its own in a folder that tests may change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from geungeo import wiring
from geungeo.cli.serving import operating
from geungeo.records import Reader
from geungeo.serve.identity import Credentials, NoLogin
from geungeo.web.app import create_app
from geungeo.web.services import Services

LEAVE = """---
title: 휴가 규정
시행일: 2026-01-01
source: 인사팀 결재 2026-7
---
# 휴가 규정

제1조(목적) 이 규정은 직원의 휴가를 정한다.

제2조(병가) 직원은 질병으로 일할 수 없으면 연 60일의 범위에서 병가를 쓸 수 있다.

제4조(경조 휴가) 직원이 결혼하면 5일의 휴가를 준다.
"""
PAY = """# 보수 규정

제1조(목적) 이 규정은 임원의 보수를 정한다.

제2조(성과급) 임원의 성과급은 연봉의 30퍼센트를 넘지 못한다.
"""


def house(root: Path) -> wiring.Base:
    """A workspace with two read rules, by words alone."""
    wiring.init(root)
    (root / "docs" / "임원").mkdir()
    (root / "docs" / "휴가 규정.md").write_text(LEAVE, encoding="utf-8")
    (root / "docs" / "임원" / "보수 규정.md").write_text(PAY, encoding="utf-8")
    base = wiring.open_workspace(root, {"embedder.kind": "none"})
    wiring.refresh(base, lambda stage, done, total: None)
    return base


class Employee:
    """Whoever comes in is an employee."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._open = NoLogin()

    def reader(self, credentials: Credentials) -> Reader | None:
        return self._reader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._open, name)


@contextmanager
def open_desk(base: wiring.Base, identity: Any = None) -> Iterator[FastAPI]:
    """The app, its background worker running."""
    jobs = wiring.jobs(base)
    running = wiring.running(base, [], None, jobs)
    running.start()
    try:
        yield create_app(Services(running, identity or NoLogin(), desk=operating(base, running, jobs)))
    finally:
        running.close()
