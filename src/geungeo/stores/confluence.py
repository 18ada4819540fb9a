"""A space of Confluence over its REST API (v1, Cloud and Data Center alike), kept page by page in a folder."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

import httpx

from geungeo import messages
from geungeo.errors import SettingError, SourceUnavailable

_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_READ = "restrictions.read.restrictions"
_LISTED = f"version,space,ancestors,metadata.labels,{_READ}.user,{_READ}.group"
_WHOLE = f"{_LISTED},body.storage,children.attachment"
# What is kept of a page. Restrictions and labels may change while its version stays.
_KEPT = ("id", "type", "status", "title", "space", "version", "metadata", "ancestors", "restrictions", "body")
_KEPT_TOO = ("children", "_links")
_BATCH = 100
_LONGEST_WAIT = 120.0

Page = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pulled:
    """Ids of pages, ascending. unknown: pages whose restrictions, or those of a page above, could not be read."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unchanged: int = 0
    unknown: tuple[str, ...] = ()


class Confluence:
    """Use as a context manager. Raises SourceUnavailable where the server gives no usable reply, after `retries` more.

    user: the account's e-mail (Cloud), '' sends the token alone. sleep: waits that many seconds.
    """

    def __init__(
        self,
        base_url: str,
        user: str,
        token: str,
        timeout: float = 30.0,
        retries: int = 4,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not (user + token).isascii():
            raise SourceUnavailable(messages.CONFLUENCE_KEY_NOT_ASCII)
        self._base = base_url.rstrip("/")
        auth = httpx.BasicAuth(user, token) if user else None
        headers = {"Accept": "application/json"} | ({} if user or not token else {"Authorization": f"Bearer {token}"})
        self._client = httpx.Client(timeout=timeout, headers=headers, auth=auth)
        self._retries, self._sleep = retries, sleep

    def __enter__(self) -> Confluence:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def pages(self, space: str) -> Iterator[Page]:
        """Every current page of the space without its body."""
        query = {"spaceKey": space, "type": "page", "status": "current", "expand": _LISTED, "limit": str(_BATCH)}
        path: str | None = "/rest/api/content?" + str(httpx.QueryParams(query))
        while path:
            reply = self._reply(path)
            results = reply.get("results")
            if not isinstance(results, list):
                raise SourceUnavailable(messages.CONFLUENCE_GARBAGE.format(url=self._base))
            yield from (row for row in results if isinstance(row, dict) and _ID.fullmatch(str(row.get("id"))))
            path = self._next(reply)

    def page(self, page_id: str) -> Page | None:
        """With its body; None for one that is gone since it was listed."""
        path = f"/rest/api/content/{page_id}?expand={_WHOLE}"
        response = self._get(path)
        return None if response.status_code == 404 else self._usable(response)

    def restrictions(self, page_id: str) -> dict[str, Any] | None:
        """Who may view this page itself, in full; None where that can't be read, which is not the same as everyone."""
        found: dict[str, list[Any]] = {"user": [], "group": []}
        start, more = 0, True
        while more:
            query = f"expand=restrictions.user,restrictions.group&start={start}&limit={_BATCH}"
            reply = self._get(f"/rest/api/content/{page_id}/restriction/byOperation/read?{query}")
            if reply.status_code != 200 or (listed := _lists(_json(reply).get("restrictions"))) is None:
                return None
            for kind, names in listed.items():
                found[kind] += names
            more = any(len(names) >= _BATCH for names in listed.values())
            start += _BATCH
        return {"read": {"restrictions": {kind: {"results": names} for kind, names in found.items()}}}

    def _next(self, reply: Mapping[str, Any]) -> str | None:
        """The path of the list's next part, on this server only: the token goes nowhere else."""
        links = reply.get("_links") or {}
        link = str(links.get("next") or "")
        if not link:
            return None
        link = link.removeprefix(self._base)
        context = str(links.get("context") or "")
        if context and self._base.endswith(context):
            link = link.removeprefix(context)
        if not link.startswith("/"):
            raise SourceUnavailable(messages.CONFLUENCE_GARBAGE.format(url=self._base))
        return link

    def _reply(self, path: str) -> Page:
        return self._usable(self._get(path))

    def _usable(self, response: httpx.Response) -> Page:
        if response.status_code in (401, 403):
            raise SourceUnavailable(messages.CONFLUENCE_REFUSED.format(url=self._base, status=response.status_code))
        if response.status_code != 200:
            raise SourceUnavailable(messages.CONFLUENCE_STATUS.format(url=self._base, status=response.status_code))
        found = _json(response)
        if not found:
            raise SourceUnavailable(messages.CONFLUENCE_GARBAGE.format(url=self._base))
        return found

    def _get(self, path: str) -> httpx.Response:
        """The reply, waited for as long as the server asks; one that stays busy or silent raises SourceUnavailable."""
        seen, wait = "", 1.0
        for left in range(self._retries, -1, -1):
            try:
                response = self._client.get(self._base + path)
            except (httpx.TransportError, httpx.InvalidURL) as error:
                seen = f"{type(error).__name__}: {error}"
            else:
                if response.status_code not in _PASSING:
                    return response
                seen, wait = f"HTTP {response.status_code}", max(wait, _asked_wait(response))
            if left:
                self._sleep(min(wait, _LONGEST_WAIT))
                wait *= 2
        raise SourceUnavailable(messages.CONFLUENCE_SILENT.format(url=self._base, seen=seen))


def pull(client: Confluence, space: str, folder: Path) -> Pulled:
    """Make `folder` hold the space: a file a page, `<id>.json`; those of pages that are gone are removed.

    Bodies are fetched of new versions only; who may see a page is asked each time. Nothing changes unless the whole
    space could be listed. Raises SourceUnavailable; also for a space that is suddenly empty, as it looks to an account
    that lost its rights.
    """
    listed = {str(row["id"]): row for row in client.pages(space)}
    folder.mkdir(parents=True, exist_ok=True)
    kept = {path.stem: path for path in folder.glob("*.json") if _ID.fullmatch(path.stem)}
    if kept and not listed:
        raise SourceUnavailable(messages.CONFLUENCE_EMPTY.format(space=space, folder=folder))
    known = _Restrictions(client, listed)
    outcome: dict[str, list[str]] = {"added": [], "changed": [], "unchanged": [], "unknown": []}
    for page_id in sorted(listed, key=int):
        page = _page(client, listed[page_id], _saved(kept.get(page_id)), known)
        if page is None:
            del listed[page_id]
            continue
        outcome[_save(folder / f"{page_id}.json", page)].append(page_id)
        if any(item["restrictions"] is None for item in (page, *page["ancestors"])):
            outcome["unknown"].append(page_id)
    removed = sorted(kept.keys() - listed.keys(), key=int)
    for page_id in removed:
        kept[page_id].unlink(missing_ok=True)
    return Pulled(
        tuple(outcome["added"]),
        tuple(outcome["changed"]),
        tuple(removed),
        len(outcome["unchanged"]),
        tuple(outcome["unknown"]),
    )


_ID = re.compile(r"\d+")


class _Restrictions:
    """Restrictions by page, each asked for once: those in the list where they are whole, else the page's own."""

    def __init__(self, client: Confluence, listed: Mapping[str, Page]) -> None:
        self._client, self._listed = client, listed
        self._known: dict[str, dict[str, Any] | None] = {}

    def of(self, page_id: str) -> dict[str, Any] | None:
        if page_id not in self._known:
            stated = (self._listed.get(page_id) or {}).get("restrictions")
            self._known[page_id] = stated if _is_whole(stated) else self._asked(page_id)
        return self._known[page_id]

    def _asked(self, page_id: str) -> dict[str, Any] | None:
        return self._client.restrictions(page_id) if _ID.fullmatch(page_id) else None


def _page(client: Confluence, row: Page, saved: Page, known: _Restrictions) -> Page | None:
    """The page as it is kept, its body from the file where that has this version; None when it is gone."""
    whole = saved if saved.get("body") and _number(saved) == _number(row) else client.page(str(row["id"]))
    if whole is None:
        return None
    page = {name: whole.get(name) for name in (*_KEPT, *_KEPT_TOO)}
    page |= {name: row[name] for name in ("title", "space", "metadata", "ancestors") if name in row}
    above = page["ancestors"] if isinstance(page["ancestors"], list) else [{}]
    page["ancestors"] = [
        {"id": item.get("id"), "title": item.get("title"), "restrictions": known.of(str(item.get("id")))}
        for item in above
    ]
    page["restrictions"] = known.of(str(row["id"]))
    return page


def _number(page: Page) -> Any:
    version = page.get("version")
    return version.get("number") if isinstance(version, dict) else None


def _save(path: Path, page: Page) -> Literal["added", "changed", "unchanged"]:
    """Atomic; a file that says the same already is not touched."""
    data = json.dumps(page, ensure_ascii=False, indent=1).encode()
    existed = path.exists()
    if existed and path.read_bytes() == data:
        return "unchanged"
    temporary = path.with_name(path.name + ".part")
    temporary.write_bytes(data)
    os.replace(temporary, path)
    return "changed" if existed else "added"


def _saved(path: Path | None) -> Page:
    try:
        found = json.loads(path.read_bytes()) if path else {}
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _is_whole(restrictions: Any) -> bool:
    """Whether the list's own figures say that nobody is missing."""
    read = restrictions.get("read") if isinstance(restrictions, dict) else None
    stated = read.get("restrictions") if isinstance(read, dict) else None
    if not isinstance(stated, dict) or (listed := _lists(stated)) is None:
        return False
    sizes = {kind: (stated[kind].get("size", 0), stated[kind].get("limit", _BATCH)) for kind in listed}
    return all(sizes[kind][0] == len(names) < sizes[kind][1] for kind, names in listed.items())


def _lists(restrictions: Any) -> dict[str, list[Any]] | None:
    """Users and groups; None unless both are stated."""
    found = {}
    for kind in ("user", "group"):
        listed = restrictions.get(kind) if isinstance(restrictions, dict) else None
        if not isinstance(listed, dict) or not isinstance(listed.get("results"), list):
            return None
        found[kind] = listed["results"]
    return found


def _json(response: httpx.Response) -> Page:
    try:
        found = response.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _asked_wait(response: httpx.Response) -> float:
    """Seconds that the server asks to wait (Retry-After), 0 when it does not say."""
    value = response.headers.get("retry-after", "")
    return float(value) if value.replace(".", "", 1).isdigit() else 0.0


def spaces_in(setting: str) -> list[str]:
    """'HR, GA' as its keys. Raises SettingError for one that no space has: it names a folder, too."""
    keys = list(dict.fromkeys(filter(None, map(str.strip, setting.split(",")))))
    for key in keys:
        if not re.fullmatch(r"~?\w[\w-]*", key):
            raise SettingError(messages.CONFLUENCE_SPACE.format(key=key))
    return keys
