"""The documents folder read again; an index made for something else is first made anew beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from geungeo.corpus.ingest import ingest
from geungeo.corpus.masked import stored_masked
from geungeo.corpus.provenance import NOTHING_TOLD, Told
from geungeo.corpus.report import FileReport
from geungeo.errors import IndexOutdated
from geungeo.ops.embed import Progress
from geungeo.ops.rebuild import Rebuildable, rebuild
from geungeo.ports import CorpusStore, Embedder
from geungeo.settings import Settings


class Refreshable(CorpusStore, Rebuildable, Protocol):
    """A store that can be written to, and made anew."""

    def compact(self) -> None: ...


def refresh(
    folder: Path,
    store: Refreshable,
    settings: Settings,
    report: Path,
    embedder: Embedder | None,
    progress: Progress,
    told: Told = NOTHING_TOLD,
    renewing: Callable[[IndexOutdated], None] = lambda error: None,
) -> list[FileReport]:
    """The reports of `ingest`. embedder: for the passages of a new index; None leaves their vectors for later.

    renewing: told why before an index is made anew.
    """
    try:
        reports = ingest(folder, store, settings, report, progress, told)
    except IndexOutdated as error:
        renewing(error)
        rebuild(store, embedder, progress)
        reports = ingest(folder, store, settings, report, progress, told)
    _mask(store, settings["docs.mask_private"], report.with_name("masked"), embedder, progress)
    return reports


def _mask(store: Refreshable, wanted: bool, done: Path, embedder: Embedder | None, progress: Progress) -> None:
    """Once after masking was asked for, what was stored before is masked, and the bytes that it left in the logs and in
    the index go. done: the file that says so."""
    if not wanted:
        done.unlink(missing_ok=True)
    elif not done.exists():
        store.apply(stored_masked(store.snapshot()))
        store.compact()
        rebuild(store, embedder, progress)
        done.touch()


def sums(reports: Sequence[FileReport]) -> dict[str, Any]:
    """What an ingest came to, as plain JSON values."""
    documents = [document for report in reports if not report.refused for document in report.documents]
    return {
        "files": len(reports),
        "documents": len(documents),
        "chunks": sum(document.chunks for document in documents),
        "refused": [report.file for report in reports if report.refused],
    }
