"""From excerpts to a checked answer: write, resolve the markers, mend them once, check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from geungeo import messages
from geungeo.answer import checks, cite, repair
from geungeo.korean.normalize import nfc, strip_control
from geungeo.korean.parts import parts
from geungeo.ports import Writer
from geungeo.records import Check, Citation, Draft, Excerpt

SENTENCES = 3


@dataclass(frozen=True, slots=True)
class Answered:
    """text: as the employee would see it, at most three sentences for each thing asked, with [n]. Fit to show only when `verified`.

    declined: the writer said that the excerpts are silent; then the one check is a failed found_in_policies.
    """

    text: str
    draft: Draft
    citations: tuple[Citation, ...] = ()
    cited: tuple[int, ...] = ()
    checks: tuple[Check, ...] = ()
    notes: tuple[str, ...] = ()
    declined: bool = False

    @property
    def failed(self) -> tuple[str, ...]:
        return tuple(check.name for check in self.checks if not check.passed)

    @property
    def verified(self) -> bool:
        return not self.declined and bool(self.checks) and not self.failed


def answer(question: str, excerpts: Sequence[Excerpt], writer: Writer, grounded_min: float) -> Answered:
    """The writer's answer with its citations and checks. grounded_min in [0, 1]. Raises WriterUnavailable.

    Checks see every sentence of the draft; only then is the text cut to its first three (of each thing asked), so that nothing
    unsound hides behind the cut. They and the reader see the same letters: no invisible ones, all in NFC.
    """
    draft = writer.write(question, excerpts)
    draft = replace(draft, text=strip_control(nfc(draft.text)))
    if draft.declined or not draft.text.strip():
        silent = Check("found_in_policies", False, messages.CHECK_DECLINED)
        return Answered("", draft, checks=(silent,), declined=True)
    cited = cite.resolve(draft.text, excerpts)
    repaired = repair.restore_markers(draft.text, excerpts)
    if repaired is not None:
        mended = cite.resolve(repaired, excerpts)
        cited = replace(mended, notes=(*cited.notes, messages.NOTE_REPAIRED))
    verdict = checks.run(question, draft, cited, excerpts, grounded_min)
    shown = cite.first(cited, SENTENCES * len(parts(question)), excerpts)
    return Answered(shown.text, draft, shown.citations, shown.cited, verdict, shown.notes)
