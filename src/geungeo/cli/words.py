"""words, questions: what people say for what rules say, and which clause answers which question."""

from __future__ import annotations

from pathlib import Path

import click

from geungeo import messages, wiring
from geungeo.cli import show
from geungeo.cli.asking import from_stdin
from geungeo.cli.options import JSON, acting
from geungeo.ops.lexicon import WordRow


@click.group(help=messages.CLI_WORDS)
def words() -> None: ...


@words.command("list", help=messages.CLI_WORDS_LIST)
@click.argument("text", default="")
@click.option("--own", is_flag=True, help=messages.CLI_WORDS_OWN)
@JSON
@click.pass_obj
def list_(workspace: Path, text: str, own: bool, as_json: bool) -> None:
    lexicon = wiring.lexicon(workspace)
    rows = lexicon.rows(text, own)
    if lexicon.trouble():
        click.echo(lexicon.trouble(), err=True)
    if as_json:
        show.as_json(rows)
        return
    for row in rows:
        click.echo(_line(row))


@words.command("set", help=messages.CLI_WORDS_SET)
@click.argument("word")
@click.argument("rules", nargs=-1)
@JSON
@click.pass_obj
def set_(workspace: Path, word: str, rules: tuple[str, ...], as_json: bool) -> None:
    _tell(wiring.lexicon(workspace).set(word, list(rules), acting(None).user), as_json)


@words.command("unset", help=messages.CLI_WORDS_UNSET)
@click.argument("word")
@JSON
@click.pass_obj
def unset(workspace: Path, word: str, as_json: bool) -> None:
    _tell(wiring.lexicon(workspace).set(word, None, acting(None).user), as_json)


def _tell(row: WordRow, as_json: bool) -> None:
    if as_json:
        show.as_json(row)
    else:
        click.echo(_line(row))


def _line(row: WordRow) -> str:
    return f"{row.word} → {', '.join(row.rules) or '-'} ({messages.DESK[f'words_from_{row.whence}']})"


@click.group(help=messages.CLI_QUESTIONS)
def questions() -> None: ...


@questions.command("list", help=messages.CLI_QUESTIONS_LIST)
@JSON
@click.pass_obj
def list_questions(workspace: Path, as_json: bool) -> None:
    rows = wiring.named_questions(workspace).rows()
    if as_json:
        show.as_json(rows)
        return
    for row in rows:
        stale = messages.QUESTIONS_STALE if row.stale else ""
        click.echo(f"{row.q} → {row.label or row.chunk_id} {stale}".rstrip())


@questions.command("add", help=messages.CLI_QUESTIONS_ADD)
@click.argument("question")
@click.argument("clause")
@JSON
@click.pass_obj
def add(workspace: Path, question: str, clause: str, as_json: bool) -> None:
    row = wiring.named_questions(workspace).add(question, clause, acting(None).user)
    if as_json:
        show.as_json(row)
    else:
        click.echo(f"{row.q} → {row.label}")


@questions.command("import", help=messages.CLI_QUESTIONS_IMPORT)
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@JSON
@click.pass_obj
def import_(workspace: Path, file: Path, as_json: bool) -> None:
    text = from_stdin() if str(file) == "-" else file.read_text(encoding="utf-8-sig")
    count = wiring.named_questions(workspace).take(text.splitlines(), acting(None).user)
    if as_json:
        show.as_json({"taken": count})
    else:
        click.echo(messages.QUESTIONS_TAKEN.format(count=count))
