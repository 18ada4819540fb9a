"""geungeo tickets: an asker's own hand-offs from a terminal; nobody else's, whoever says so."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import pytest

from asking import OUTSIDE, document
from geungeo import messages, thresholds, wiring
from geungeo.cli.main import main
from geungeo.records import Citation, Reader


@pytest.fixture
def shell(examples_copy: wiring.Base, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs `geungeo -w <workspace> …`: (exit code, stdout, stderr)."""
    for name in [name for name in os.environ if name.startswith("GEUNGEO_") and name != "GEUNGEO_SHARED"]:
        monkeypatch.delenv(name)
    thresholds.save(examples_copy.workspace.thresholds, document())

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["geungeo", "-w", str(examples_copy.workspace.root), *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        told = capsys.readouterr()
        return int(ended.value.code or 0), told.out, told.err

    return run


def reply(base: wiring.Base, ticket: int) -> str:
    chunk = next(c for c in base.store.snapshot().chunks.values() if c.part == "본칙" and not c.flags)
    cited = Citation(1, chunk.chunk_id, "", "", 0, 9, chunk.text[:9])
    wiring.replies(base, wiring.desk(base)).reply(
        ticket, "이 조항입니다. [1]", [cited], Reader("park", role="operator")
    )
    return chunk.label


def test_ones_own_ticket_is_listed_shown_seen_asked_further_and_opened_again(
    shell: Any, examples_copy: wiring.Base
) -> None:
    kim = ("--as", "user:kim")
    assert shell("ask", OUTSIDE, *kim)[0] == 1
    assert shell("tickets", *kim)[1].endswith(f"{messages.PAGE['ticket_open']}  {OUTSIDE}\n")
    label = reply(examples_copy, 1)
    shown = shell("tickets", "show", "1", *kim)[1]
    assert "담당자 park: 이 조항입니다. [1]" in shown
    assert f"[1] {label}" in shown
    for deed, status in ((["seen", "1"], "seen"), (["say", "1", "반차도요?"], "open")):
        code, out, _ = shell("tickets", *deed, *kim, "--json")
        assert (code, json.loads(out)["status"]) == (0, status)
    assert shell("inbox", "close", "1")[0] == 0
    assert json.loads(shell("tickets", "reopen", "1", *kim, "--json")[1])["status"] == "open"
    assert "내가 더 적은 글: 반차도요?" in shell("tickets", "show", "1", *kim)[1]


def test_another_persons_ticket_is_as_unknown_as_none(shell: Any) -> None:
    shell("ask", OUTSIDE, "--as", "user:kim")
    for whom in (("--as", "user:lee"), ("--as", "*"), ()):
        assert shell("tickets", *whom)[1].strip() == messages.PAGE["mine_none"]
        code, out, err = shell("tickets", "show", "1", *whom)
        assert (code, out) == (2, "")
        assert messages.TICKET_UNKNOWN.format(ticket=1) in err


def test_without_a_name_the_receipt_is_told_once_and_opens_the_ticket(shell: Any) -> None:
    out = shell("ask", OUTSIDE, "--as", "*")[1]
    receipt = out.rpartition("--receipt ")[2].strip().rstrip(")")
    assert messages.RECEIPT.format(ticket=1, receipt=receipt) in out
    assert OUTSIDE in shell("tickets", "--receipt", receipt)[1]
    assert OUTSIDE in shell("tickets", "show", "1", "--receipt", receipt)[1]
    assert shell("tickets", "show", "1", "--receipt", "other")[0] == 2
