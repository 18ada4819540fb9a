"""The parse report: what was read of every file, what is missing, and what could not be read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from geungeo import messages
from geungeo.corpus.blocks import Difference, Unread
from geungeo.corpus.compare import Counted
from geungeo.records import Origin

UNEXPLAINED = "unexplained"

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class DocumentReport:
    """One document of a file. gaps: missing article numbers ('제7조'); clauses, chunks: how many were found. update:
    against what was known of it before; None when it was new, or reads as before."""

    title: str
    doc_id: str
    clauses: int
    gaps: tuple[str, ...]
    chunks: int
    update: Counted | None = None


@dataclass(frozen=True, slots=True)
class FileReport:
    """One file. Characters are solid ones (no spaces); refused is a key of messages.UNREADABLE, or None.

    differences explain chars_out - chars_in; a rest that nothing explains is the line 'unexplained'. notes: what ingest
    has to say about the file, for people. private: how many of each kind of messages.PRIVATE look like a person's.
    origin: who wrote it.
    """

    file: str
    kind: str | None
    chars_in: int = 0
    chars_out: int = 0
    differences: tuple[Difference, ...] = ()
    documents: tuple[DocumentReport, ...] = ()
    tables: int = 0
    pages_without_text: tuple[int, ...] = ()
    unread: tuple[Unread, ...] = ()
    refused: str | None = None
    detail: str = ""
    notes: tuple[str, ...] = ()
    private: dict[str, int] = field(default_factory=dict)
    origin: Origin = "human"


def account(chars_in: int, chars_out: int, differences: Iterable[Difference]) -> tuple[Difference, ...]:
    """The differences, one line a name, and what they leave unexplained of chars_out - chars_in."""
    sums: dict[str, int] = {}
    for difference in differences:
        sums[difference.name] = sums.get(difference.name, 0) + difference.chars
    rest = chars_out - chars_in - sum(sums.values())
    if rest:
        sums[UNEXPLAINED] = sums.get(UNEXPLAINED, 0) + rest
    return tuple(Difference(name, chars) for name, chars in sums.items() if chars)


def gaps(articles: Iterable[str]) -> list[str]:
    """Numbers missing below the highest article: ['1', '2', '2의2', '4'] gives ['제3조'].

    Branch numbers stand with their article's number; a deleted article (삭제) is present.
    """
    present = {int(match.group()) for article in articles if (match := _NUMBER.search(article))}
    return [f"제{number}조" for number in range(1, max(present, default=0)) if number not in present]


def report_text(reports: Sequence[FileReport]) -> str:
    """The report for people: a block a file, refused files with reason and next step, and the sums."""
    read = [report for report in reports if report.refused is None]
    refused = [report for report in reports if report.refused is not None]
    lines: list[str] = []
    for report in read:
        lines += file_lines(report)
    if refused:
        lines += ["", messages.REPORT_REFUSED.format(count=len(refused))]
        lines += [_refused(report) for report in refused]
    return "\n".join([*lines, *([""] if lines else []), _sums(read, len(refused))])


def file_lines(report: FileReport) -> list[str]:
    """What is to be said of one file, the first line naming it."""
    if report.refused is not None:
        return [_refused(report)]
    head = messages.REPORT_FILE.format(
        file=report.file, kind=report.kind, chars_in=report.chars_in, chars_out=report.chars_out, tables=report.tables
    )
    lines = [head]
    lines += [f"    {_difference(difference)}" for difference in report.differences]
    if report.pages_without_text:
        pages = ", ".join(_ranges(report.pages_without_text))
        lines.append("    " + messages.REPORT_PAGES.format(pages=pages))
    if report.unread:
        what = ", ".join(messages.UNREAD[seen.name].format(count=seen.count) for seen in report.unread)
        lines.append("    " + messages.REPORT_UNREAD.format(what=what))
    if report.origin == "ai-draft":
        lines.append("    " + messages.REPORT_AI_DRAFT)
    if report.private:
        lines.append("    " + messages.REPORT_PRIVATE.format(counts=private_words(report.private)))
    lines += [f"    {_document(document)}" for document in report.documents]
    lines += [f"    {note}" for note in report.notes]
    return lines


def private_words(counts: Mapping[str, int]) -> str:
    """'주민등록번호 1, 전화번호 2'."""
    return ", ".join(f"{messages.PRIVATE[kind]} {count:,}" for kind, count in counts.items())


def _difference(difference: Difference) -> str:
    name = messages.DIFFERENCES.get(difference.name, difference.name)
    return f"{difference.chars:+8,}  {name}"


def _document(document: DocumentReport) -> str:
    text = messages.REPORT_DOCUMENT.format(title=document.title, clauses=document.clauses, chunks=document.chunks)
    if document.update:
        text = f"{text}, {messages.REPORT_UPDATE.format(**asdict(document.update))}"
    if not document.gaps:
        return text
    numbers = [int(match.group()) for gap in document.gaps if (match := _NUMBER.search(gap))]
    missing = ", ".join("~".join(f"제{end}조" for end in part.split("-")) for part in _ranges(numbers))
    return f"{text}, {messages.REPORT_GAPS.format(gaps=missing)}"


def _ranges(numbers: Iterable[int]) -> list[str]:
    """1, 2, 3, 7 as ['1-3', '7']."""
    parts: list[list[int]] = []
    for number in sorted(set(numbers)):
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return [f"{part[0]}-{part[-1]}" if len(part) > 1 else str(part[0]) for part in parts]


def _refused(report: FileReport) -> str:
    what, step = messages.UNREADABLE.get(report.refused or "", messages.UNREADABLE["unsupported"])
    detail = f" ({report.detail})" if report.detail else ""
    notes = "".join(f" {note}." for note in report.notes)
    return f"  {report.file}: {what}{detail}. {step}.{notes}"


def _sums(read: Sequence[FileReport], refused: int) -> str:
    documents = [document for report in read for document in report.documents]
    return messages.REPORT_SUMS.format(
        files=len(read),
        documents=len(documents),
        clauses=sum(document.clauses for document in documents),
        chunks=sum(document.chunks for document in documents),
        chars_in=sum(report.chars_in for report in read),
        chars_out=sum(report.chars_out for report in read),
        refused=refused,
    )
