"""A new ticket or reply is told by a signed webhook and by e-mail: real local servers, failures tried again."""

from __future__ import annotations

import email
import email.policy
import hashlib
import hmac
import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from asking import OUTSIDE, by_words
from geungeo import settings as table
from geungeo import wiring
from geungeo.ports import NewHandoff
from geungeo.records import Message, Notice, Reader
from geungeo.serve.ask import ask
from geungeo.serve.notices import FIRST_WAIT, LEASE, LONGEST_WAIT, Post, deliver_until
from geungeo.stores.embedded.inbox import SqliteInbox
from geungeo.workspace import Workspace

SECRET = "webhook-secret-1234"


class Hook:
    """A web address that keeps what it gets and answers with `statuses` in turn, then 204."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.statuses: list[tuple[int, dict[str, str]]] = []
        self.hold = threading.Event()
        self.hold.set()
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                hook.got.append((dict(self.headers), body))
                hook.hold.wait(30)
                status, headers = hook.statuses.pop(0) if hook.statuses else (204, {})
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                """Quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook?key=url-secret"

    def documents(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _, body in self.got]


class Letters:
    """Handler of a real SMTP server; `refuse` makes it say 451."""

    def __init__(self) -> None:
        self.got: list[Any] = []
        self.refuse = False

    async def handle_DATA(self, server: object, session: object, envelope: Any) -> str:
        if self.refuse:
            return "451 try again later"
        self.got.append((envelope.rcpt_tos, email.message_from_bytes(envelope.content, policy=email.policy.default)))
        return "250 OK"


@pytest.fixture
def hook() -> Iterator[Hook]:
    hook = Hook()
    yield hook
    hook.server.shutdown()
    hook.server.server_close()


@pytest.fixture
def letters() -> Iterator[tuple[Letters, int]]:
    handler = Letters()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield handler, port
    finally:
        controller.stop()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace without documents: notices need none, and no model."""
    wiring.init(tmp_path / "workspace")
    return tmp_path / "workspace"


def told(root: Path, lines: str) -> tuple[SqliteInbox, Post]:
    """The workspace's inbox and post with these lines in geungeo.toml."""
    path = Workspace(root).settings
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{lines}", encoding="utf-8")
    return wiring.inbox(root), wiring.post(root)


def by_hook(root: Path, hook: Hook, more: str = "") -> tuple[SqliteInbox, Post]:
    return told(root, f'[notice]\nwebhook_url = "{hook.url}"\nwebhook_secret = "{SECRET}"\n{more}')


def by_mail(root: Path, port: int, more: str = "") -> tuple[SqliteInbox, Post]:
    smtp = f'[notice]\nsmtp_host = "127.0.0.1"\nsmtp_port = {port}\nsmtp_security = "none"\n'
    return told(root, f"{smtp}{more}")


def new(question: str = "재택근무 수당은 얼마인가요?", **fields: Any) -> NewHandoff:
    return NewHandoff(question, "no_relevant_policy", 0.2, None, (), **fields)


def test_a_hand_off_is_told_by_a_signed_webhook(examples_copy: wiring.Base, hook: Hook) -> None:
    inbox, post = by_hook(examples_copy.workspace.root, hook, 'address = "https://rules.example.com/"')
    result = ask(OUTSIDE, by_words(examples_copy, inbox=inbox), reader=Reader("kim"))
    assert post.deliver_due(datetime.now(UTC)) == 1
    assert post.deliver_due(datetime.now(UTC)) == 0
    (headers, body), document = hook.got[0], hook.documents()[0]
    at, mac = (part.partition("=")[2] for part in headers["X-Geungeo-Signature"].split(","))
    assert hmac.new(SECRET.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest() == mac
    assert (document["kind"], document["ticket"], document["question"]) == ("handoff", result.ticket, OUTSIDE)
    assert document["link"] == f"https://rules.example.com/desk#inbox/{result.ticket}"
    assert headers["X-Geungeo-Delivery"] == document["delivery"]


def test_no_answer_waits_for_a_receiver_that_hangs(examples_copy: wiring.Base, hook: Hook) -> None:
    inbox, post = by_hook(examples_copy.workspace.root, hook)
    hook.hold.clear()
    stop = threading.Event()
    worker = threading.Thread(target=deliver_until, args=(stop, post))
    inbox.add(new())
    worker.start()
    while not hook.got:
        assert worker.is_alive()
    # The receiver still holds the first notice while these are asked and filed.
    tickets = [ask(OUTSIDE, by_words(examples_copy, inbox=inbox)).ticket for _ in range(3)]
    assert None not in tickets
    assert len(hook.got) == 1
    hook.hold.set()
    while len(hook.got) < 4:
        assert worker.is_alive()
    stop.set()
    worker.join()


def test_a_failed_notice_is_tried_again_later_and_later_under_the_same_name(root: Path, hook: Hook) -> None:
    inbox, post = by_hook(root, hook, "attempts = 4")
    hook.statuses = [(500, {}), (429, {"Retry-After": "7200"}), (301, {"Location": "http://127.0.0.1:1/"}), (503, {})]
    inbox.add(new())
    now, waits = datetime.now(UTC), []
    for _ in range(4):
        assert post.deliver_due(now) == 1
        notice = post.outbox.list()[0]
        if notice.due_at:
            due = datetime.fromisoformat(notice.due_at)
            assert post.deliver_due(due - timedelta(seconds=2)) == 0
            waits.append((due - now).total_seconds())
            now = due + timedelta(seconds=1)
    assert [round(wait, -1) for wait in waits] == [30, 7200, 480]
    assert (post.outbox.given_up(), notice.attempts) == (1, 4)
    assert "503" in notice.error
    assert post.deliver_due(now + timedelta(days=30)) == 0
    assert len({document["delivery"] for document in hook.documents()}) == 1

    assert post.outbox.again(notice.number, datetime.now(UTC).isoformat(timespec="seconds"))
    assert post.deliver_due(datetime.now(UTC)) == 1
    assert post.outbox.list()[0].sent_at
    assert not post.outbox.again(notice.number, datetime.now(UTC).isoformat(timespec="seconds"))


def test_waiting_never_grows_beyond_its_bound() -> None:
    assert min(FIRST_WAIT * 4**20, LONGEST_WAIT) == LONGEST_WAIT


def test_one_that_fails_keeps_none_of_the_others(root: Path, hook: Hook) -> None:
    inbox, post = by_hook(root, hook)
    hook.statuses = [(500, {})]
    for _ in range(3):
        inbox.add(new())
    assert post.deliver_due(datetime.now(UTC)) == 3
    assert [bool(notice.sent_at) for notice in post.outbox.list()] == [True, True, False]


def test_two_processes_share_the_outbox_and_a_killed_one_gives_its_notice_back(root: Path, hook: Hook) -> None:
    inbox, post = by_hook(root, hook)
    inbox.add(new())
    now = datetime.now(UTC)
    other = wiring.post(root)
    claimed = other.outbox.claim(now.isoformat(timespec="seconds"), (now + LEASE).isoformat(timespec="seconds"), 10)
    assert len(claimed) == 1
    assert post.deliver_due(now) == 0  # the other has it
    assert post.deliver_due(now + LEASE + timedelta(seconds=1)) == 1  # and never came back
    assert len(hook.got) == 1


def test_operators_are_written_to_by_collection_and_askers_when_a_reply_came(
    root: Path, letters: tuple[Letters, int]
) -> None:
    handler, port = letters
    rules = '[collections.hr]\ntitle = "인사"\nrecipient = "hr@example.com"\n[handoff]\nrecipient = "all@example.com"\n'
    inbox, post = by_mail(root, port, f'domain = "corp.example"\n{rules}')
    first = inbox.add(new(collection="hr", asker="kim"))
    second = inbox.add(new(asker="lee@example.com"))
    inbox.say(first, Message(0, first, "operator", "park", "다음 주에 알려 드립니다.", (), ""), "answered")
    inbox.say(first, Message(0, first, "employee", "kim", "더 빨리는 안 되나요?", (), ""), "open")
    inbox.say(second, Message(0, second, "operator", "park", "없습니다.", (), ""), "answered")
    assert post.deliver_due(datetime.now(UTC)) == 5
    assert [to for to, _ in handler.got] == [
        ["hr@example.com"],
        ["all@example.com"],
        ["kim@corp.example"],
        ["hr@example.com"],
        ["lee@example.com"],
    ]
    subject, text = handler.got[2][1]["Subject"], handler.got[2][1].get_content()
    assert f"{first}번" in subject
    assert "다음 주에 알려 드립니다." in text


def test_nobody_to_write_to_is_said_and_not_tried_again(root: Path, letters: tuple[Letters, int]) -> None:
    handler, port = letters
    inbox, post = by_mail(root, port)
    ticket = inbox.add(new(asker=""))
    inbox.say(ticket, Message(0, ticket, "operator", "park", "답", (), ""), "answered")
    post.deliver_due(datetime.now(UTC))
    rows = post.outbox.list()
    assert handler.got == []
    assert all(row.sent_at and row.error and row.due_at is None for row in rows)
    assert post.outbox.given_up() == 0


def test_a_mail_server_that_refuses_or_is_away_is_tried_again(root: Path, letters: tuple[Letters, int]) -> None:
    handler, port = letters
    inbox, post = by_mail(root, port, '[handoff]\nrecipient = "all@example.com"\n')
    handler.refuse = True
    inbox.add(new())
    post.deliver_due(datetime.now(UTC))
    waiting = post.outbox.list()[0]
    assert waiting.due_at
    assert "451" in waiting.error
    handler.refuse = False
    assert post.deliver_due(datetime.now(UTC) + timedelta(minutes=1)) == 1
    assert len(handler.got) == 1


def test_line_breaks_in_a_name_cannot_add_a_header(root: Path, letters: tuple[Letters, int]) -> None:
    handler, port = letters
    inbox, post = by_mail(root, port)
    ticket = inbox.add(new(asker="kim@example.com\r\nBcc: all@example.com"))
    inbox.say(ticket, Message(0, ticket, "operator", "park", "답", (), ""), "answered")
    post.deliver_due(datetime.now(UTC))
    assert handler.got == []
    assert next(row.error for row in post.outbox.list() if row.kind == "reply")


def test_personal_numbers_are_masked_and_texts_can_be_left_out(root: Path, hook: Hook) -> None:
    inbox, post = by_hook(root, hook)
    inbox.add(new("제 번호 010-1234-5678로 알려 주세요. 재택 수당 있나요?"))
    post.deliver_due(datetime.now(UTC))
    silent = replace(post, wording=replace(post.wording, with_text=False))
    inbox.add(new("제 번호 010-1234-5678로 알려 주세요."))
    silent.deliver_due(datetime.now(UTC))
    first, second = hook.documents()
    assert "010-1234-5678" not in first["question"]
    assert "재택 수당" in first["question"]
    assert second["question"] == second["text"] == ""


def test_a_ticket_that_was_deleted_is_not_told(root: Path, hook: Hook) -> None:
    inbox, post = by_hook(root, hook)
    ticket = inbox.add(new())
    with inbox.database.transaction() as db:
        db.execute("DELETE FROM handoffs WHERE ticket = ?", (ticket,))
    assert post.deliver_due(datetime.now(UTC)) == 0
    assert hook.got == []


def test_without_a_receiver_nothing_is_queued(root: Path) -> None:
    wiring.inbox(root).add(new())
    assert wiring.post(root).outbox.list() == []


def test_no_secret_in_errors_reprs_or_logs(root: Path, hook: Hook, caplog: pytest.LogCaptureFixture) -> None:
    inbox, post = by_hook(root, hook)
    inbox.add(new())
    hook.server.shutdown()
    hook.server.server_close()
    post.deliver_due(datetime.now(UTC))
    seen = f"{post!r} {post.senders!r} {post.outbox.list()!r} {table.load(root)!r} {caplog.text}"
    assert post.outbox.list()[0].error
    assert "url-secret" not in seen
    assert SECRET not in seen


def geungeo(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    code = "from geungeo.cli.main import main; main()"
    command = [sys.executable, "-c", code, "-w", str(root), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_command_tells_what_went_out_and_tries_a_channel(root: Path, hook: Hook) -> None:
    assert geungeo(root, "notices", "test").returncode == 2
    _, post = by_hook(root, hook, "attempts = 1")
    hook.statuses = [(500, {})]
    failed = geungeo(root, "notices", "test")
    assert "포기" in failed.stdout
    assert "HTTP 500" in failed.stdout
    number = post.outbox.list()[0].number
    assert geungeo(root, "notices", "retry", str(number)).returncode == 0
    assert "보냄" in geungeo(root, "notices", "send").stdout
    listed = [Notice(**row) for row in json.loads(geungeo(root, "notices", "--json").stdout)]
    assert [(row.number, row.kind, bool(row.sent_at)) for row in listed] == [(number, "test", True)]
    assert geungeo(root, "notices", "retry", "999").returncode == 2


def test_what_waits_survives_a_restart(root: Path, hook: Hook) -> None:
    inbox, _ = by_hook(root, hook)
    inbox.add(new())
    again = wiring.post(root)
    assert again.deliver_due(datetime.now(UTC)) == 1
    assert hook.documents()[0]["kind"] == "handoff"
