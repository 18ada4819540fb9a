"""serve and run: the chat page and the HTTP API."""

from __future__ import annotations

import json
import signal
import socket
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import click
import uvicorn

from geungeo import messages, wiring
from geungeo.cli import show
from geungeo.cli.corpus import read_in
from geungeo.cli.options import HOST, JSON, LOCK_WAIT, PORT
from geungeo.corpus.report import FileReport
from geungeo.errors import SettingError
from geungeo.korean.tokens import kiwi
from geungeo.ops.retention import daily
from geungeo.serve.ask import Desk
from geungeo.serve.binding import names
from geungeo.serve.gaps import gaps
from geungeo.serve.identity import Logins
from geungeo.serve.jobs import Jobs
from geungeo.serve.notices import deliver_until
from geungeo.serve.running import Running
from geungeo.serve.watch import watch
from geungeo.web.app import create_app
from geungeo.web.services import Answering, Kept, Operating, Services

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
@LOCK_WAIT
@JSON
@click.pass_obj
def run(
    workspace: Path, docs: Path | None, host: str | None, port: int | None, lock_wait: float, as_json: bool
) -> None:
    wiring.init(workspace, docs)
    # A workspace that is there already keeps its geungeo.toml; what the command says goes before it.
    folder = str(docs.resolve()) if docs else None
    base = wiring.open_workspace(workspace, {"docs.folder": folder, "serve.host": host, "serve.port": port}, lock_wait)
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
    logins, hosts = wiring.logins(base), names(host, base.settings["serve.hosts"])
    suggestions = _suggestions(base.docs)
    asking, post = wiring.desk(base), wiring.post(base.workspace.root)
    jobs = wiring.jobs(base)
    running = wiring.running(base, suggestions, asking, jobs)
    # Once it has stopped, uvicorn raises the signal anew: what is to be closed must be closed all the same.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    kiwi()
    listener = _listener(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"
    if as_json:
        show.as_json({"address": address, "suggestions": suggestions, "login": logins.needed()})
    else:
        _tell_address(address, suggestions)
        click.echo(_mode(base, logins.needed()))
    app = create_app(_services(base, running, logins, asking, jobs), hosts)
    running.start()
    stop = threading.Event()
    kept = kept_of(base)
    beside = [
        threading.Thread(target=deliver_until, args=(stop, post), name="notices", daemon=True),
        threading.Thread(target=daily, args=(stop, kept.retention), name="retention", daemon=True),
    ]
    if base.settings["docs.watch"]:
        beside.append(threading.Thread(target=watch, args=(stop, base.docs, jobs), name="watch", daemon=True))
    for thread in beside:
        thread.start()
    try:
        # Of X-Forwarded headers, uvicorn would believe any that a process of this machine sends.
        # Without a log_config of its own, its lines go through logs.py as all others do.
        config = uvicorn.Config(app, proxy_headers=False, log_level="warning", log_config=None, access_log=False)
        server = uvicorn.Server(config)
        server.run(sockets=[listener])
    finally:
        stop.set()
        running.close()
        for thread in beside:
            thread.join()


def _services(base: wiring.Base, running: Running, logins: Logins, asking: Desk, jobs: Jobs) -> Services:
    return Services(
        running,
        logins,
        tickets=wiring.tickets(base, asking),
        opinions=wiring.opinions(asking),
        desk=operating(base, running, jobs),
        inbox=answering(base, asking),
        kept=kept_of(base),
        history=wiring.history(base, asking),
        rates=wiring.rates(base.settings),
        anonymous=base.settings["ask.anonymous"],
        secure_cookie=base.settings["auth.secure_cookie"],
    )


def kept_of(base: wiring.Base) -> Kept:
    root = base.workspace.root
    return Kept(wiring.traces(base), wiring.deeds(root), wiring.retention(root))


def answering(base: wiring.Base, asking: Desk) -> Answering:
    return Answering(
        wiring.overview(base, asking), wiring.replies(base, asking), lambda since, of: gaps(base.inbox, since, of)
    )


def operating(base: wiring.Base, running: Running, jobs: Jobs) -> Operating:
    """What the operator's desk works with: whatever changes the folder is followed by an ingest."""
    return Operating(
        shelf=wiring.shelf(base, lambda who: jobs.ask("ingest", who)),
        catalogue=wiring.catalogue(base),
        tuning=wiring.tuning(base),
        lexicon=wiring.lexicon(base.workspace.root),
        jobs=jobs,
        ask_for=wiring.asking_for(base, jobs),
        health=lambda: wiring.health(base),
        try_out=running.try_out,
    )


def _mode(base: wiring.Base, login: bool) -> str:
    """Whether one must log in, and by what."""
    if not login:
        return messages.RUN_LOCAL
    ways = [messages.LOGIN_BY_TOKEN]
    if base.settings["auth.proxy_secret"]:
        ways.insert(0, messages.LOGIN_BY_PROXY.format(header=base.settings["auth.user_header"]))
    return messages.RUN_LOGIN.format(ways=", ".join(ways))


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


def _suggestions(docs: Path) -> list[dict[str, str]]:
    """Questions that ship beside an example folder; a folder of one's own has none. document: a file's name, so that
    the question is shown to those only who may read it."""
    path = docs.parent / _QUESTIONS
    if not path.is_file():
        return []
    try:
        return [_suggestion(row) for row in json.loads(path.read_bytes())]
    except (ValueError, KeyError, TypeError):
        click.echo(messages.QUESTIONS_UNREADABLE.format(path=path), err=True)
        return []


def _suggestion(row: dict[str, str]) -> dict[str, str]:
    named = {"document": str(row["document"])} if "document" in row else {}
    return {"kind": str(row["kind"]), "question": str(row["question"])} | named
