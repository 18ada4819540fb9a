"""Ingest of statutes/current into an empty workspace: seconds by stage, sizes, peak memory.

Measured in this one process, from nothing: interpreter start is not in it, loading the morphology is.

    python bench/ingest_statutes.py [--vectors] [--limit FILES] [--out F] [--work D]
"""

from __future__ import annotations

import shutil

from common import Bench, Stages, arguments, current_acts, folder_of, peak_megabytes, shared, timed, write
from geungeo.corpus.report import FileReport
from geungeo.korean.normalize import solid_length


def main() -> None:
    parser = arguments(__doc__, "ingest_statutes")
    parser.add_argument("--vectors", action="store_true", help="embed too: about 2 CPU ms a character")
    options = parser.parse_args()

    files = current_acts(shared())
    if options.limit:
        files = files[: options.limit]
    docs = folder_of(options.work / "ingest-docs", files)
    folder = options.work / "ingest"
    shutil.rmtree(folder, ignore_errors=True)
    bench, stages = Bench(folder, docs, options.vectors), Stages()
    reports: list[FileReport] = []
    seconds = {"ingest": timed(lambda: reports.extend(bench.ingest(stages)))}
    peak = peak_megabytes()
    seconds["ingest_again_unchanged"] = timed(lambda: bench.ingest(Stages()))
    if options.vectors:
        seconds["embed"] = timed(lambda: bench.embed(stages))
        peak["process_with_vectors"] = peak_megabytes()["process"]
    snapshot = bench.snapshot()
    bytes_on_disk = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    write(
        options,
        {
            "corpus": {
                "files": len(files),
                "bytes": sum(path.stat().st_size for path, _ in files),
                "documents": len(snapshot.documents),
                "chunks": len(snapshot.chunks),
                "solid_characters": sum(solid_length(doc.text) for doc in snapshot.documents.values()),
                "refused": sum(bool(report.refused) for report in reports),
            },
            "seconds": seconds,
            "seconds_by_stage": stages.rounded(),
            "peak_resident_mb": peak,
            "workspace_bytes": bytes_on_disk,
        },
    )


if __name__ == "__main__":
    main()
