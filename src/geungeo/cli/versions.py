"""versions, diff: when each version of a document holds, and old text against new."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from geungeo import messages, wiring
from geungeo.cli import show
from geungeo.cli.options import AS, JSON, acting, user
from geungeo.korean.normalize import nfc
from geungeo.ops.history import Compared, VersionRow
from geungeo.records import to_json
from geungeo.versions import Span, names_of

NAME = click.argument("name", metavar="DOCUMENT")
_MARKS = {"same": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}
_COLOURS = {"same": None, "old": "red", "new": "green"}


@click.command(help=messages.CLI_VERSIONS)
@NAME
@click.option("--in-force", metavar="YYYY-MM-DD|yes|no|unset", help=messages.CLI_IN_FORCE)
@click.option("--repealed", metavar="YYYY-MM-DD|unset", help=messages.CLI_REPEALED)
@click.option("--amendment", metavar="KIND", help=messages.CLI_AMENDMENT)
@click.option("--apart", is_flag=False, flag_value="yes", type=click.Choice(["yes", "unset"]), help=messages.CLI_APART)
@click.option("--together", metavar="DOCUMENT|unset", help=messages.CLI_TOGETHER)
@AS
@JSON
@click.pass_obj
def versions(
    workspace: Path,
    name: str,
    in_force: str | None,
    repealed: str | None,
    amendment: str | None,
    apart: str | None,
    together: str | None,
    as_whom: str | None,
    as_json: bool,
) -> None:
    base = wiring.open_workspace(workspace)
    history = wiring.history(base, wiring.desk(base, filing=False))
    rows = history.versions(name, acting(as_whom))
    if together not in (None, "unset"):
        together = _called(together, history.versions(together, acting(as_whom)))
    decisions = {
        "in_force": in_force,
        "repealed": repealed,
        "amendment": amendment,
        "apart": apart,
        "together": together,
    }
    for kind, value in decisions.items():
        if value is not None:
            wiring.decide_version(base, _called(name, rows), kind, value, user())
            rows = history.versions(name, acting(as_whom))
    if apart:
        click.echo(messages.VERSIONS_INGEST, err=True)
    if as_json:
        plain = [to_json(row) | {"document": _stated(row)} for row in rows]
        show.as_json(plain)
        return
    for row in rows:
        click.echo(_line(row))


@click.command(help=messages.CLI_DIFF)
@NAME
@click.option("--from", "old", metavar="YYYY-MM-DD", help=messages.CLI_DIFF_FROM)
@click.option("--to", "new", metavar="YYYY-MM-DD", help=messages.CLI_DIFF_TO)
@click.option("--article", help=messages.CLI_DIFF_ARTICLE)
@AS
@JSON
@click.pass_obj
def diff(
    workspace: Path,
    name: str,
    old: str | None,
    new: str | None,
    article: str | None,
    as_whom: str | None,
    as_json: bool,
) -> None:
    base = wiring.open_workspace(workspace)
    history = wiring.history(base, wiring.desk(base, filing=False))
    found = history.compared(name, acting(as_whom), old, new, article)
    if as_json:
        show.as_json({"old": found.old.key, "new": found.new.key, "changes": found.changes, "kept": found.kept})
        return
    _tell(found)


def _called(name: str, rows: Sequence[VersionRow]) -> str:
    """By what a decision knows the document: a title names its newest version's file."""
    known = {each for row in rows for each in names_of(row.document)}
    return name if nfc(name).strip() in known else rows[-1].document.file


def _tell(found: Compared) -> None:
    sums = {"changed": len(found.changes), "kept": found.kept}
    amendment = f" {found.new.amendment}" if found.new.amendment else ""
    names = {"title": found.new.title, "old": found.old.version, "new": found.new.version, "amendment": amendment}
    click.echo(messages.DIFF_HEAD.format(**names, **sums))
    for change in found.changes:
        click.echo(f"\n{messages.DIFF_KINDS[change.kind]} {change.label}")
        click.echo("".join(click.style(_MARKS[mark].format(text), fg=_COLOURS[mark]) for mark, text in change.words))


def _line(row: VersionRow) -> str:
    document = row.document
    held = ", ".join(map(_span, row.held)) or messages.VERSION_NEVER
    why = messages.DRAFTS.get(document.draft) or (messages.VERSION_WITHDRAWN if document.withdrawn else "")
    changed = "" if row.changed is None else messages.VERSION_CHANGED.format(changed=row.changed, kept=row.kept)
    amendment = f"{document.amendment}  " if document.amendment else ""
    told = {"held": held, "title": document.title, "version": document.key, "file": document.file}
    return messages.VERSION_ROW.format(**told, amendment=amendment) + "".join(
        f"  {word}" for word in (why, changed) if word
    )


def _span(span: Span) -> str:
    return f"{span.start or '…'} ~ {span.end or ''}".rstrip()


def _stated(row: VersionRow) -> dict[str, object]:
    names = (
        "doc_id",
        "key",
        "title",
        "version",
        "number",
        "revised_at",
        "effective_at",
        "amendment",
        "file",
        "source",
        "draft",
    )
    return {name: getattr(row.document, name) for name in (*names, "repealed_at", "first_seen", "withdrawn")}
