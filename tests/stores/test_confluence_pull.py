"""A space pulled from a server that speaks as Confluence does: whole, by version, and closed where it must be."""

from __future__ import annotations

import base64
import json
import multiprocessing
import re
import shutil
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from geungeo import settings as table
from geungeo.corpus.ingest import ingest
from geungeo.errors import SettingError, SourceUnavailable
from geungeo.records import EVERYONE
from geungeo.stores.confluence import Confluence, Pulled, pull, spaces_in
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.workspace import Workspace
from kill import Dying
from store_samples import of_id

CONTEXT = "/wiki"


@dataclass
class Page:
    body: str = "<p>본문</p>"
    version: int = 1
    parent: int | None = None
    users: list[str] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    hidden: bool = False  # who may see it can't be read by this account


@dataclass
class Wiki:
    """What the server holds, how it behaves, and what it was asked."""

    pages: dict[int, Page] = field(default_factory=dict)
    authorization: str = "Bearer secret"
    busy: int = 0  # replies of 429 before the next good one
    batch: int = 2
    broken: str | None = None  # sent in place of every reply
    next_link: str | None = None
    asked: list[str] = field(default_factory=list)

    def reply(self, path: str, authorization: str) -> tuple[int, dict[str, str], Any]:
        self.asked.append(path)
        if self.busy:
            self.busy -= 1
            return 429, {"Retry-After": "7"}, {"message": "rate limited"}
        if authorization != self.authorization:
            return 401, {}, {"message": "no"}
        if self.broken is not None:
            return 200, {}, self.broken
        url = urlsplit(path)
        query = {key: values[0] for key, values in parse_qs(url.query).items()}
        if url.path == f"{CONTEXT}/rest/api/content":
            return self._list(query) if query.get("spaceKey") == "HR" else (404, {}, {"message": "no space"})
        if match := re.fullmatch(rf"{CONTEXT}/rest/api/content/(\d+)(/restriction/byOperation/read)?", url.path):
            page_id = int(match[1])
            if page_id not in self.pages:
                return 404, {}, {"message": "no page"}
            if not match[2]:
                return 200, {}, self._page(page_id, query["expand"])
            if self.pages[page_id].hidden:
                return 403, {}, {"message": "not yours"}
            start, limit = int(query["start"]), int(query["limit"])
            return 200, {}, {"operation": "read", "restrictions": self._who(page_id, start, limit)}
        return 404, {}, {"message": "no such address"}

    def _list(self, query: dict[str, str]) -> tuple[int, dict[str, str], Any]:
        start = int(query.get("start", 0))
        ids = sorted(self.pages)[start : start + self.batch]
        links = {"base": "http://wiki", "context": CONTEXT}
        if start + self.batch < len(self.pages):
            more = f"/rest/api/content?spaceKey=HR&expand={query['expand']}&limit=100&start={start + self.batch}"
            links["next"] = self.next_link or more
        return 200, {}, {"results": [self._page(i, query["expand"]) for i in ids], "_links": links}

    def _page(self, page_id: int, expand: str) -> dict[str, Any]:
        page = self.pages[page_id]
        whole: dict[str, Any] = {
            "id": str(page_id),
            "type": "page",
            "status": "current",
            "title": f"쪽 {page_id}",
            "space": {"key": "HR"},
            "version": {"number": page.version, "when": f"2025-01-0{page.version}T00:00:00.000Z"},
            "metadata": {"labels": {"results": [{"prefix": "global", "name": name} for name in page.labels]}},
            "ancestors": [{"id": str(i), "title": f"쪽 {i}"} for i in self._above(page_id)],
            "_links": {"base": "http://wiki", "webui": f"/spaces/HR/pages/{page_id}"},
        }
        if not page.hidden:
            whole["restrictions"] = {"read": {"operation": "read", "restrictions": self._who(page_id, 0, 3)}}
        if "body.storage" in expand:
            whole["body"] = {"storage": {"value": page.body, "representation": "storage"}}
        return whole

    def _above(self, page_id: int) -> list[int]:
        parent = self.pages[page_id].parent
        return [] if parent is None else [*(self._above(parent) if parent in self.pages else []), parent]

    def _who(self, page_id: int, start: int, limit: int) -> dict[str, Any]:
        page = self.pages[page_id]
        users = [{"type": "known", "accountId": name} for name in page.users][start : start + limit]
        groups = [{"type": "group", "name": name} for name in page.groups][start : start + limit]
        return {
            kind: {"results": names, "start": start, "limit": limit, "size": len(names)}
            for kind, names in (("user", users), ("group", groups))
        }


@dataclass
class Running:
    wiki: Wiki
    url: str
    waits: list[float] = field(default_factory=list)

    def pull(self, folder: Path, space: str = "HR", user: str = "", token: str = "secret") -> Pulled:
        with Confluence(self.url, user, token, timeout=10, retries=2, sleep=self.waits.append) as client:
            return pull(client, space, folder)

    def bodies(self) -> int:
        """How many bodies were fetched since the last call."""
        count = sum("body.storage" in path for path in self.wiki.asked)
        self.wiki.asked.clear()
        return count


@pytest.fixture
def running() -> Iterator[Running]:
    wiki = Wiki()

    class Reply(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = wiki.reply(self.path, self.headers.get("Authorization", ""))
            data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
            self.send_response(status)
            for name, value in ({"Content-Length": str(len(data))} | headers).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Reply)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield Running(wiki, f"http://127.0.0.1:{server.server_port}{CONTEXT}")
    server.shutdown()
    server.server_close()


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_space_is_pulled_whole_and_then_by_version(running: Running, tmp_path: Path) -> None:
    running.wiki.pages = {i: Page(parent=1 if i > 1 else None) for i in range(1, 8)}
    first = running.pull(tmp_path)
    assert first == Pulled(added=tuple(map(str, range(1, 8))))
    assert running.bodies() == 7
    before = files(tmp_path)
    assert running.pull(tmp_path) == Pulled(unchanged=7)
    assert (running.bodies(), files(tmp_path)) == (0, before)
    running.wiki.pages[3] = Page("<p>새 본문</p>", version=2, parent=1)
    running.wiki.pages[9] = Page()
    del running.wiki.pages[5]
    assert running.pull(tmp_path) == Pulled(added=("9",), changed=("3",), removed=("5",), unchanged=5)
    assert running.bodies() == 2
    assert sorted(files(tmp_path)) == sorted(f"{i}.json" for i in (1, 2, 3, 4, 6, 7, 9))


def test_killed_before_any_step_the_next_pull_ends_as_if_nothing_had_been(running: Running, tmp_path: Path) -> None:
    def dying(folder: Path, at: int) -> None:
        Dying(at).install()
        running.pull(folder)

    running.wiki.pages = {i: Page() for i in range(1, 5)}
    running.pull(tmp_path / "before")
    running.wiki.pages[3] = Page("<p>새 본문</p>", version=2)
    running.wiki.pages[9] = Page()
    del running.wiki.pages[2]
    shutil.copytree(tmp_path / "before", tmp_path / "whole")
    running.pull(tmp_path / "whole")
    wanted, deaths = files(tmp_path / "whole"), 0
    for at in range(1, 20):
        folder = tmp_path / f"killed {at}"
        shutil.copytree(tmp_path / "before", folder)
        process = multiprocessing.get_context("fork").Process(target=dying, args=(folder, at))
        process.start()
        process.join()
        deaths += process.exitcode == -signal.SIGKILL
        assert all(json.loads(path.read_bytes())["body"] for path in folder.glob("*.json"))
        running.pull(folder)
        assert files(folder) == wanted
        if process.exitcode == 0:
            break
    assert deaths >= 5  # two files written and renamed, one removed


def test_labels_and_restrictions_change_without_a_new_version(running: Running, tmp_path: Path) -> None:
    running.wiki.pages = {1: Page(), 2: Page(parent=1)}
    running.pull(tmp_path)
    running.bodies()
    running.wiki.pages[1].groups = ["hr"]
    assert running.pull(tmp_path).changed == ("1", "2")
    running.wiki.pages[2].labels = ["규정"]
    assert running.pull(tmp_path).changed == ("2",)
    assert running.bodies() == 0


def test_pulled_pages_are_read_with_who_may_see_them(running: Running, tmp_path: Path) -> None:
    many = [f"user{i}" for i in range(250)]
    running.wiki.pages = {
        1: Page(groups=["hr"]),
        2: Page(parent=1, users=["kim"]),
        3: Page(),
        4: Page(hidden=True),
        5: Page(parent=4),
        6: Page(users=many),
        7: Page(parent=77),
    }
    docs = tmp_path / "docs"
    pulled = running.pull(docs / "confluence/HR")
    assert pulled.unknown == ("4", "5", "7")
    store = EmbeddedStore(Workspace(tmp_path), "none", 0)
    ingest(docs, store, table.load(), Workspace(tmp_path).report)
    allow = {document.doc_id: document.allow for document in store.snapshot().documents.values()}
    assert allow == {
        "1": (("group:hr",),),
        "2": (("group:hr",), ("user:kim",)),
        "3": EVERYONE,
        "4": (),
        "5": (),
        "6": (tuple(f"user:{name}" for name in many),),
        "7": (),
    }
    assert of_id(store.snapshot(), "2").source == "http://wiki/spaces/HR/pages/2"
    del running.wiki.pages[3]
    running.pull(docs / "confluence/HR")
    ingest(docs, store, table.load(), Workspace(tmp_path).report)
    assert "3" not in {document.doc_id for document in store.snapshot().documents.values()}


def test_a_busy_server_is_waited_for_as_long_as_it_asks(running: Running, tmp_path: Path) -> None:
    running.wiki.pages = {1: Page()}
    running.wiki.busy = 2
    assert running.pull(tmp_path).added == ("1",)
    assert running.waits[0] == 7
    running.wiki.busy = 99
    with pytest.raises(SourceUnavailable, match="429"):
        running.pull(tmp_path)


def test_an_account_of_the_cloud_names_itself(running: Running, tmp_path: Path) -> None:
    running.wiki.pages = {1: Page()}
    running.wiki.authorization = "Basic " + base64.b64encode(b"kim@example.com:secret").decode()
    assert running.pull(tmp_path, user="kim@example.com").added == ("1",)


def test_nothing_changes_when_the_space_cannot_be_listed(running: Running, tmp_path: Path) -> None:
    running.wiki.pages = {i: Page() for i in range(1, 6)}
    running.pull(tmp_path)
    before = files(tmp_path)
    with pytest.raises(SourceUnavailable, match="401"):
        running.pull(tmp_path, token="wrong")
    with pytest.raises(SourceUnavailable, match="404"):
        running.pull(tmp_path, space="XX")
    for broken in ("<html>로그인</html>", "[]", '{"results": 3}', "null"):
        running.wiki.broken = broken
        with pytest.raises(SourceUnavailable):
            running.pull(tmp_path)
    running.wiki.broken = None
    running.wiki.pages = {}
    with pytest.raises(SourceUnavailable, match="HR"):
        running.pull(tmp_path)
    assert files(tmp_path) == before


def test_the_token_goes_to_no_other_server(running: Running, tmp_path: Path) -> None:
    running.wiki.pages = {i: Page() for i in range(1, 6)}
    for link in ("http://evil.example/rest/api/content", "@evil.example/x", "//evil.example/x"):
        running.wiki.next_link = link
        with pytest.raises(SourceUnavailable):
            running.pull(tmp_path / "new")
    assert not (tmp_path / "new").exists()
    assert "secret" not in repr(vars(Confluence(running.url, "", "secret")).values())


def test_a_server_that_is_not_there_is_named() -> None:
    with (
        Confluence("http://127.0.0.1:9/wiki", "", "x", timeout=2, retries=1, sleep=lambda _: None) as client,
        pytest.raises(SourceUnavailable, match=r"127\.0\.0\.1:9"),
    ):
        list(client.pages("HR"))
    with pytest.raises(SourceUnavailable, match=r"confluence\.token"):
        Confluence("http://127.0.0.1:9", "", "비밀")


def test_spaces_are_named_by_keys() -> None:
    assert spaces_in(" HR, GA,~kim ,HR") == ["HR", "GA", "~kim"]
    for key in ("..", "a/b", "HR GA"):
        with pytest.raises(SettingError):
            spaces_in(key)
