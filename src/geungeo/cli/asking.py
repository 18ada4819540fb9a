"""ask, inspect: a question, its answer, and how it came about."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import click

from geungeo import messages, wiring
from geungeo.cli import show
from geungeo.cli.options import ANSWERED, AS, AS_OF, COLLECTION, HANDED_OFF, JSON, acting
from geungeo.corpus.read.encoding import decode
from geungeo.errors import BadQuestion, SettingError, UnreadableFile
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
    outcome = _outcome(workspace, _read(question), as_whom, as_of, collection, filing=True)
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
@click.option("--set", "stated", multiple=True, metavar="NAME=VALUE", help=messages.CLI_INSPECT_SET)
@click.option("--against", multiple=True, metavar="NAME=VALUE", help=messages.CLI_INSPECT_AGAINST)
@JSON
@click.pass_obj
def inspect(
    workspace: Path,
    question: str,
    as_whom: str | None,
    as_of: str | None,
    collection: str | None,
    stated: tuple[str, ...],
    against: tuple[str, ...],
    as_json: bool,
) -> int:
    text = _read(question)
    settings = [_settings(stated), _settings((*stated, *against))][: 2 if against else 1]
    outcomes = [_outcome(workspace, text, as_whom, as_of, collection, filing=False, settings=each) for each in settings]
    if as_json:
        tried = [{"settings": each, "result": one} for each, one in zip(settings, outcomes, strict=True)]
        show.as_json(tried if against else outcomes[0])
    elif against:
        show.compared(outcomes[0], outcomes[1], " ".join(stated), " ".join(against))
    else:
        show.ledger(outcomes[0])
    return _code(outcomes[0])


def _settings(stated: tuple[str, ...]) -> dict[str, str]:
    """'slots.per_document=1' as name and value. Raises SettingError."""
    pairs = [each.partition("=") for each in stated]
    wrong = next((each for each, (_, equals, _) in zip(stated, pairs, strict=True) if not equals), None)
    if wrong is not None:
        raise SettingError(messages.SETTING_PAIR.format(value=wrong))
    return {name.strip(): value.strip() for name, _, value in pairs}


def _outcome(
    workspace: Path,
    question: str,
    as_whom: str | None,
    as_of: str | None,
    collection: str | None,
    filing: bool,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> AskResult:
    desk = wiring.desk(wiring.open_workspace(workspace, settings), filing)
    return answer_or_hand_off(question, desk, reader=acting(as_whom), as_of=as_of, collection=collection)


def _read(question: str) -> str:
    return from_stdin() if question == "-" else question


def from_stdin() -> str:
    """A pipe may carry CP949 as well as UTF-8."""
    try:
        return decode(sys.stdin.buffer.read())
    except UnreadableFile as error:
        raise BadQuestion(messages.QUESTION_ENCODING) from error


def _code(outcome: AskResult) -> int:
    return ANSWERED if outcome.route == "auto_answer" else HANDED_OFF
