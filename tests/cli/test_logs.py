"""Log lines say what happened and hold nothing of a person, of a question or of this machine."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from asking import SICK, by_words
from geungeo import wiring
from geungeo.cli import logs
from geungeo.errors import WorkspaceError
from geungeo.records import Draft, Excerpt
from geungeo.serve.ask import ask

PRIVATE = "주민번호 880101-1234568 인데 병가는 1년에 며칠까지 쓸 수 있나요? 010-1234-5678"


@pytest.fixture
def quiet(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Logging as the commands set it up, to the stderr that this test reads."""
    root, raising = logging.getLogger(), logging.raiseExceptions
    before, level = list(root.handlers), root.level
    logs.install(debug=False)
    yield
    root.handlers, logging.raiseExceptions = before, raising
    root.setLevel(level)


class Leaks:
    """A writer that breaks with what it was given, as a client library may."""

    name = "leaks"

    def write(self, question: str, excerpts: list[Excerpt]) -> Draft:
        try:
            raise OSError(f"cannot open /home/kim/secret/geungeo.db with key sk-abcdef for {question}")
        except OSError as error:
            raise RuntimeError(f"while writing {question}") from error


def test_a_failed_question_is_logged_by_trace_id_kind_and_place(
    examples_base: wiring.Base, quiet: None, capsys: pytest.CaptureFixture[str]
) -> None:
    result = ask(PRIVATE, by_words(examples_base, writer=Leaks(), inbox=None, traces=None))
    assert result.reason == "unavailable"
    said = capsys.readouterr().err
    assert result.trace_id in said
    assert "RuntimeError" in said
    assert "OSError at cli/test_logs.py" in said
    for part in ("병가", "880101", "010-", "/home", "secret", "sk-abcdef", "while writing"):
        assert part not in said


def test_messages_are_masked_and_folders_left_out(quiet: None, capsys: pytest.CaptureFixture[str]) -> None:
    log = logging.getLogger("some.library")
    log.warning("call 010-1234-5678 or %s", "kim@example.com")
    log.error("no index: %s", WorkspaceError("/srv/company/workspace/geungeo.db을 쓸 수 없습니다."))
    log.error("failed: %s", ValueError("/srv/company/key 010-9999-8888"))
    log.warning("see http://127.0.0.1:8080/v1/embeddings, 100%")
    said = capsys.readouterr().err
    assert "call [전화번호] or [이메일]" in said
    assert "no index: geungeo.db을 쓸 수 없습니다." in said
    assert "failed: ValueError" in said
    assert "http://127.0.0.1:8080/v1/embeddings" in said
    assert "/srv" not in said
    assert "8888" not in said


def test_below_warning_nothing_is_written(quiet: None, capsys: pytest.CaptureFixture[str]) -> None:
    logging.getLogger("httpx").info("HTTP Request: POST http://127.0.0.1/?q=%s", SICK)
    assert capsys.readouterr().err == ""


def test_debugging_shows_stacks_and_still_masks(quiet: None, capsys: pytest.CaptureFixture[str]) -> None:
    logs.install(debug=True)
    try:
        raise ValueError("tell 010-1234-5678")
    except ValueError:
        logging.getLogger("geungeo").exception("it broke")
    said = capsys.readouterr().err
    assert "Traceback" in said
    assert "tell [전화번호]" in said


def test_installed_twice_a_line_is_written_once(quiet: None, capsys: pytest.CaptureFixture[str]) -> None:
    logs.install(debug=False)
    logging.getLogger("geungeo").error("once")
    assert capsys.readouterr().err.count("once") == 1


def test_a_line_that_cannot_be_formatted_is_not_printed_raw(quiet: None, capsys: pytest.CaptureFixture[str]) -> None:
    logging.getLogger("geungeo").error("%d", PRIVATE)
    assert capsys.readouterr().err == ""


def test_a_server_logs_no_request(examples_copy: wiring.Base) -> None:
    """Access lines would hold what stands in addresses; unknown ones, bad bodies and questions leave no trace."""
    environment = os.environ | {"GEUNGEO_EMBEDDER_KIND": "none", "PYTHONUTF8": "1"}
    command = [str(Path(sys.executable).with_name("geungeo")), "-w", str(examples_copy.workspace.root)]
    with subprocess.Popen(
        [*command, "serve", "--port", "0", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    ) as server:
        try:
            address = shown_address(server)
            with httpx.Client(base_url=address, timeout=60) as client:
                assert client.post("/api/ask", json={"question": PRIVATE}).status_code == 200
                assert client.get("/api/nowhere?question=병가 010-1234-5678").status_code == 404
                torn = client.post("/api/ask", content=b"{", headers={"content-type": "application/json"})
                assert torn.status_code == 422
        finally:
            server.send_signal(signal.SIGTERM)
        said = server.communicate(timeout=60)[1]
    assert "병가" not in said
    assert "010" not in said
    assert "/api" not in said


def shown_address(server: subprocess.Popen[str]) -> str:
    """What the server says before it answers, a JSON object over several lines."""
    assert server.stdout is not None
    shown = ""
    for line in server.stdout:
        shown += line
        if line == "}\n":
            break
    return str(json.loads(shown)["address"])
