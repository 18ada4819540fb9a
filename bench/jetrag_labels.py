"""jet-rag's questions and what counts as a right passage for them. Pure: rows in, labels out.

The gold ids belong to another chunker, so a passage is judged by its document and its words: it is right when
it comes from the expected document and holds all (strict) or any (loose) of the must_include strings.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath

# The file of this name in the shared data is another judgment (of inheritance tax) than the one that the questions
# about it quote (of a subcontractor's pay): what they ask does not stand in it.
OTHER_TEXT = ("law_sample2.pdf",)


@dataclass(frozen=True, slots=True)
class Case:
    """documents: file names, empty when the document is not in the corpus. needs_picture: asks for a figure or table."""

    id: str
    question: str
    kind: str
    documents: tuple[str, ...]
    must_include: tuple[str, ...]
    negative: bool
    needs_picture: bool

    @property
    def group(self) -> str:
        """at_hand_text, at_hand_picture; or no answer in the documents: other_text, document_absent, out_of_scope."""
        if self.negative:
            return "out_of_scope"
        if not self.documents:
            return "document_absent"
        if any(name in self.documents for name in OTHER_TEXT):
            return "other_text"
        return "at_hand_picture" if self.needs_picture else "at_hand_text"


def cases(csv_text: str, files: Iterable[str]) -> list[Case]:
    """Every row of the golden file; `files` are the names of the documents at hand."""
    names = list(files)
    return [_case(row, names) for row in csv.DictReader(io.StringIO(csv_text))]


def _case(row: dict[str, str], names: list[str]) -> Case:
    titles = [title for title in row["expected_doc_title"].split("|") if title]
    return Case(
        id=row["id"],
        question=unicodedata.normalize("NFC", row["query"]),
        kind=row["query_type"],
        documents=tuple(name for name in names if any(names_document(title, name) for title in titles)),
        must_include=tuple(solid(part) for part in row["must_include"].split(";") if solid(part)),
        negative=row["negative"] == "true",
        needs_picture=row["caption_dependent"] == "true",
    )


def names_document(title: str, file: str) -> bool:
    """True when `title` is the file's name or a part of it, spaces and underscores aside.

    Compared in jamo (NFD): some titles were cut at a byte limit in the middle of a syllable ('토' for '통합').
    """
    stem = PurePath(file).stem if PurePath(file).suffix in (".pdf", ".hwp", ".hwpx") else file
    wanted = _jamo(title)
    return bool(wanted) and wanted in _jamo(stem)


def _jamo(text: str) -> str:
    return unicodedata.normalize("NFD", re.sub(r"[\s_]", "", text))


def solid(text: str) -> str:
    """NFC without white space: line breaks and spaces differ between readers."""
    return re.sub(r"\s", "", unicodedata.normalize("NFC", text))


def strict(case: Case, file: str, text: str) -> bool:
    """The passage is of the expected document and holds all must_include strings."""
    body = solid(text)
    return file in case.documents and bool(case.must_include) and all(part in body for part in case.must_include)


def loose(case: Case, file: str, text: str) -> bool:
    """The passage is of the expected document and holds at least one must_include string."""
    body = solid(text)
    return file in case.documents and any(part in body for part in case.must_include)
