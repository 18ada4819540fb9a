"""corpus: what documents there are and how far to trust what was read of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from geungeo import messages, wiring
from geungeo.cli import show
from geungeo.cli.options import JSON
from geungeo.ops.catalogue import Entry, FileRow
from geungeo.ops.listing import ONLY, WARNED, Sums, Wanted, chosen, summed
from geungeo.records import to_json


@click.command(help=messages.CLI_CORPUS)
@click.argument("text", required=False, default="")
@click.option("--collection", default="", help=messages.CLI_CORPUS_COLLECTION)
@click.option("--flag", default="", help=messages.CLI_CORPUS_FLAG)
@click.option("--state", type=click.Choice(["read", "refused", "waiting"]), help=messages.CLI_CORPUS_STATE)
@click.option("--only", type=click.Choice([*ONLY, WARNED]), help=messages.CLI_CORPUS_ONLY)
@click.option("--limit", type=click.IntRange(0), default=50, show_default=True, help=messages.CLI_CORPUS_LIMIT)
@click.option("--offset", type=click.IntRange(0), default=0, help=messages.CLI_CORPUS_OFFSET)
@JSON
@click.pass_obj
def corpus(
    workspace: Path,
    text: str,
    collection: str,
    flag: str,
    state: str | None,
    only: str | None,
    limit: int,
    offset: int,
    as_json: bool,
) -> None:
    every = wiring.catalogue(wiring.open_workspace(workspace)).rows()
    found = chosen(every, Wanted(text, state or "", collection, flag, only or ""))
    page = found[offset : offset + limit]
    if as_json:
        show.as_json({"sums": to_json(summed(every)), "total": len(found), "files": page})
        return
    for line in [*_sums(summed(every)), *(line for row in page for line in _row(row))]:
        click.echo(line)
    if left := len(found) - offset - len(page):
        click.echo(messages.CORPUS_MORE.format(left=left, offset=offset + len(page)))


def _sums(sums: Sums) -> Iterator[str]:
    yield messages.CORPUS_SUMS.format(**to_json(sums))
    if sums.flags:
        yield messages.CORPUS_FLAGS.format(flags=_listed(sums.flags, messages.FLAGS))
    if sums.warnings:
        yield messages.CORPUS_WARNINGS.format(warnings=_listed(sums.warnings, messages.WARNINGS))
    if sums.collections:
        yield messages.CORPUS_COLLECTIONS.format(collections=_listed(sums.collections, {}))


def _listed(counts: Mapping[str, int], names: Mapping[str, str]) -> str:
    return ", ".join(f"{names.get(name, name)} {count:,}" for name, count in counts.items())


def _row(row: FileRow) -> Iterator[str]:
    if row.refused:
        yield f"✗ {row.name}: {row.refused[0]}. {row.refused[1]}."
        return
    warnings = f" — {_listed(row.warnings, messages.WARNINGS)}" if row.warnings else ""
    yield f"{row.name} [{row.kind or messages.DESK['documents_state_waiting']}]{warnings}"
    yield from map(_entry, row.entries)


def _entry(entry: Entry) -> str:
    days = (entry.amendment, entry.revised_at, entry.effective_at and messages.EFFECTIVE.format(day=entry.effective_at))
    marks = [
        messages.DRAFTS.get(entry.draft, ""),
        messages.CORPUS_AI if entry.origin == "ai-draft" else "",
        messages.COPY_STATES[entry.copy_state].format(files=", ".join(entry.copies)) if entry.copies else "",
        _listed(entry.flags, messages.FLAGS),
    ]
    return messages.CORPUS_DOCUMENT.format(
        state=messages.CORPUS_IN_FORCE if entry.in_force else messages.CORPUS_NOT_IN_FORCE,
        title=entry.title,
        dates="".join(f"{day.strip()} " for day in days if day),
        chunks=entry.chunks,
        source=entry.source,
        marks="".join(f" · {mark}" for mark in marks if mark),
    )
