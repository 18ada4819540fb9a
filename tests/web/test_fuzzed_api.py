"""The API under values that schemathesis makes of its own OpenAPI document: never a 5xx, nobody's stack, no path."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from web_desk import house
from web_stand_in import StandIn

from geungeo import wiring
from geungeo.cli import serving
from geungeo.serve.identity import NoLogin
from geungeo.web.app import create_app
from geungeo.web.services import Services

LOCAL = {"Host": "127.0.0.1:8765"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    """A whole house that nobody need log in to: every route, as the operator."""
    root = tmp_path_factory.mktemp("fuzzed") / "workspace"
    house(root)
    unlimited = {f"limit.{what}_per_minute": 0 for what in ("questions", "requests", "logins")}
    base = wiring.open_workspace(root, {"embedder.kind": "none", **unlimited})
    desk, jobs = wiring.desk(base), wiring.jobs(base)
    running = wiring.running(base, [], desk, jobs)
    running.start()
    yield create_app(serving._services(base, running, NoLogin(), desk, jobs))  # type: ignore[arg-type]
    running.close()


def operations() -> list[str]:
    """Every route of the API, by method and path."""
    paths = create_app(Services(StandIn(), NoLogin())).openapi()["paths"]
    return [f"{method.upper()} {path}" for path, methods in paths.items() for method in methods]


def test_no_value_breaks_a_route(app: FastAPI) -> None:
    api = schemathesis.openapi.from_asgi("/openapi.json", app, headers=LOCAL)
    tried = 0
    for found in api.get_all_operations():
        assert isinstance(found, Ok), found
        FEW(given(case=found.ok().as_strategy())(survives))()
        tried += 1
    assert tried > len(operations())  # the desk's own routes are among them


def survives(case: schemathesis.Case[Any]) -> None:
    response = case.call(headers=LOCAL)
    case.validate_response(response, checks=[not_a_server_error])
    assert "Traceback" not in response.text
    assert str(Path(wiring.__file__).parent) not in response.text


FEW = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
