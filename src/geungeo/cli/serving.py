"""serve and run: the chat page and the HTTP API."""

from __future__ import annotations

import json
import socket
from collections.abc import Sequence
from pathlib import Path

import click
import uvicorn

from geungeo import messages, wiring
from geungeo.cli import show
from geungeo.cli.corpus import read_in
from geungeo.cli.options import HOST, JSON, PORT
from geungeo.corpus.report import FileReport
from geungeo.errors import SettingError
from geungeo.korean.tokens import kiwi
from geungeo.serve.identity import NoLogin
from geungeo.web.app import create_app
from geungeo.web.services import Services

_LOCAL = ("127.0.0.1", "localhost", "::1")
# Questions to try stand beside the documents folder they belong to.
_QUESTIONS = "questions.json"


@click.command(help=messages.CLI_SERVE)
@HOST
@PORT
@JSON
@click.pass_obj
def serve(workspace: Path, host: str | None, port: int | None, as_json: bool) -> None:
    _serve(wiring.open_workspace(workspace, {"serve.host": host, "serve.port": port}), as_json)


@click.command(help=messages.CLI_RUN)
@click.option("--docs", type=click.Path(path_type=Path, exists=True, file_okay=False), help=messages.CLI_DOCS)
@HOST
@PORT
@JSON
@click.pass_obj
def run(workspace: Path, docs: Path | None, host: str | None, port: int | None, as_json: bool) -> None:
    wiring.init(workspace, docs)
    # A workspace that is there already keeps its geungeo.toml; what the command says goes before it.
    folder = str(docs.resolve()) if docs else None
    base = wiring.open_workspace(workspace, {"docs.folder": folder, "serve.host": host, "serve.port": port})
    with show.Bars() as progress:
        # Without the embedder: the page opens by words first, and vectors join while it serves.
        reports = read_in(base, base.docs, None, progress)
    _tell_read(reports)
    _serve(base, as_json)


def _tell_read(reports: Sequence[FileReport]) -> None:
    refused = [report for report in reports if report.refused]
    click.echo(messages.RUN_READ.format(read=len(reports) - len(refused), refused=len(refused)), err=True)
    for report in refused:
        if report.refused:
            reason, todo = messages.UNREADABLE[report.refused]
            click.echo(messages.RUN_REFUSED.format(file=report.file, reason=reason, todo=todo), err=True)


def _serve(base: wiring.Base, as_json: bool) -> None:
    """Answer until stopped. The address is printed once the port is taken and the analyser is loaded."""
    host, port = base.settings["serve.host"], base.settings["serve.port"]
    if host not in _LOCAL:
        raise SettingError(messages.SERVE_LOCAL_ONLY.format(host=host))
    suggestions = _suggestions(base.docs)
    running = wiring.running(base, suggestions)
    kiwi()
    listener = _listener(host, port)
    address = f"http://{'[::1]' if host == '::1' else host}:{listener.getsockname()[1]}"
    if as_json:
        show.as_json({"address": address, "suggestions": suggestions})
    else:
        _tell_address(address, suggestions)
    running.start()
    try:
        server = uvicorn.Server(uvicorn.Config(create_app(Services(running, NoLogin())), log_level="warning"))
        server.run(sockets=[listener])
    finally:
        running.close()


def _listener(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise SettingError(messages.SERVE_PORT_TAKEN.format(host=host, port=port, error=error)) from error


def _tell_address(address: str, suggestions: Sequence[dict[str, str]]) -> None:
    click.echo(messages.RUN_READY.format(address=address))
    if suggestions:
        click.echo(messages.RUN_TRY)
    for item in suggestions:
        click.echo(f"  - {messages.EXAMPLE_KINDS.get(item['kind'], item['kind'])}: {item['question']}")
    click.echo(messages.RUN_LOCAL)


def _suggestions(docs: Path) -> list[dict[str, str]]:
    """Questions that ship beside an example folder; a folder of one's own has none."""
    path = docs.parent / _QUESTIONS
    if not path.is_file():
        return []
    try:
        return [{"kind": str(row["kind"]), "question": str(row["question"])} for row in json.loads(path.read_bytes())]
    except (ValueError, KeyError, TypeError):
        click.echo(messages.QUESTIONS_UNREADABLE.format(path=path), err=True)
        return []
