"""ask, inspect: a question, its answer, and how it came about."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from geungeo import messages, wiring
from geungeo.cli import show
from geungeo.cli.options import ANSWERED, AS, AS_OF, COLLECTION, HANDED_OFF, JSON, acting
from geungeo.corpus.read.encoding import decode
from geungeo.errors import BadQuestion, UnreadableFile
from geungeo.records import AskResult
from geungeo.serve.ask import ask as answer_or_hand_off


@click.command(help=messages.CLI_ASK)
@click.argument("question")
@AS
@AS_OF
@COLLECTION
@JSON
@click.pass_obj
def ask(
    workspace: Path, question: str, as_whom: str | None, as_of: str | None, collection: str | None, as_json: bool
) -> int:
    outcome = _outcome(workspace, question, as_whom, as_of, collection, filing=True)
    if as_json:
        show.as_json(outcome)
    else:
        show.result(outcome)
    return _code(outcome)


@click.command(help=messages.CLI_INSPECT)
@click.argument("question")
@AS
@AS_OF
@COLLECTION
@JSON
@click.pass_obj
def inspect(
    workspace: Path, question: str, as_whom: str | None, as_of: str | None, collection: str | None, as_json: bool
) -> int:
    outcome = _outcome(workspace, question, as_whom, as_of, collection, filing=False)
    if as_json:
        show.as_json(outcome)
    else:
        show.ledger(outcome)
    return _code(outcome)


def _outcome(
    workspace: Path, question: str, as_whom: str | None, as_of: str | None, collection: str | None, filing: bool
) -> AskResult:
    text = from_stdin() if question == "-" else question
    desk = wiring.desk(wiring.open_workspace(workspace), filing)
    return answer_or_hand_off(text, desk, reader=acting(as_whom), as_of=as_of, collection=collection)


def from_stdin() -> str:
    """A pipe may carry CP949 as well as UTF-8."""
    try:
        return decode(sys.stdin.buffer.read())
    except UnreadableFile as error:
        raise BadQuestion(messages.QUESTION_ENCODING) from error


def _code(outcome: AskResult) -> int:
    return ANSWERED if outcome.route == "auto_answer" else HANDED_OFF
