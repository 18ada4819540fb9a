"""A served page and a real headless Chromium for the tests of the page."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, Page, Playwright

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE: Any = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
DESKTOP: Any = {"viewport": {"width": 1280, "height": 860}}


def launch(playwright: Playwright) -> Browser:
    if CHROMIUM is None:
        if os.environ.get("GEUNGEO_REQUIRE_BROWSER"):
            pytest.fail("no Chromium, though GEUNGEO_REQUIRE_BROWSER is set")
        pytest.skip("no Chromium found; install the package chromium")
    return playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


@contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    """The app on a free local port; yields its address."""
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(timeout=10)


@contextmanager
def visiting(browser: Browser, address: str, complaint: str = "", **options: Any) -> Iterator[Page]:
    """A fresh page; afterwards nothing was complained of in its console, and nothing left this machine.

    `complaint`: words of the one complaint that the test provokes (Chromium reports each 4xx).
    """
    context = browser.new_context(**({"locale": "ko-KR"} | DESKTOP | options))
    page = context.new_page()
    page.set_default_timeout(15_000)
    complaints: list[str] = []
    asked: list[str] = []
    page.on(
        "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    context.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    try:
        yield page
        assert [text for text in complaints if not complaint or complaint not in text] == []
        origin = "/".join(address.split("/")[:3])
        assert [url for url in asked if not url.startswith(f"{origin}/")] == []
    finally:
        context.close()
