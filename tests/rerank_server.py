"""A rerank server on this machine: scores each text by a function of question and text, in the shape of its kind."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# From path, headers and body of a request to status and reply; bytes are sent as they are.
Replies = Callable[[str, dict[str, str], dict[str, Any]], tuple[int, Any]]
Model = Callable[[str, str], float]


def shared_api(model: Model) -> Replies:
    """As Jina, vLLM and llama.cpp answer: sorted by score, the first top_n."""

    def replies(path: str, headers: dict[str, str], body: dict[str, Any]) -> tuple[int, Any]:
        if path != "/v1/rerank":
            return 404, {"error": "no such route"}
        if not isinstance(body.get("documents"), list):
            return 422, {"error": "documents missing"}
        scored = [{"index": i, "relevance_score": model(body["query"], t)} for i, t in enumerate(body["documents"])]
        scored.sort(key=lambda row: -row["relevance_score"])
        return 200, {"model": body["model"], "results": scored[: body.get("top_n")], "usage": {"total_tokens": 1}}

    return replies


def tei(model: Model) -> Replies:
    """As TEI answers on /rerank: `texts` in, a bare list out."""

    def replies(path: str, headers: dict[str, str], body: dict[str, Any]) -> tuple[int, Any]:
        if path != "/rerank":
            return 404, {"error": "no such route"}
        if not isinstance(body.get("texts"), list):
            return 422, "Failed to deserialize the JSON body into the target type: missing field `texts`"
        scored = [{"index": i, "score": model(body["query"], t)} for i, t in enumerate(body["texts"])]
        return 200, sorted(scored, key=lambda row: -row["score"])

    return replies


@contextmanager
def serving(replies: Replies) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """(address without a path, bodies that came)."""
    came: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            came.append(body)
            status, reply = replies(self.path, dict(self.headers), body)
            sent = reply if isinstance(reply, bytes) else json.dumps(reply).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *args: Any) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", came
    finally:
        server.shutdown()
        server.server_close()
