"""The error tree. Every error tells a person what happened, with which value, and the next step.

Not answering is never an error: it is a route in AskResult.
"""

from __future__ import annotations


class GeungeoError(Exception):
    """Base of all errors that geungeo raises on purpose. `str(error)` is fit for a person (Korean)."""


class SettingError(GeungeoError):
    """A setting is unknown, of the wrong type or out of range."""


class WorkspaceError(GeungeoError):
    """The workspace folder is missing, half made, or held by another process."""


class WorkspaceLocked(WorkspaceError):
    """Another process, or another thread of this one, writes to the workspace."""


class UnreadableFile(GeungeoError):
    """A file that could not be read; ingest names it and goes on with the rest.

    reason: one of `messages.UNREADABLE`'s keys (scanned, password, distribution, hwp3, drm, corrupted,
    empty, unsupported, encoding ...). detail: what exactly was seen, for the parse report.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail


class IndexMismatch(GeungeoError):
    """Schema, tokenizer, model or dimension of an index differ from those in use."""


class IndexOutdated(IndexMismatch):
    """The index was made for another schema, tokenizer, model or dimension: the logs are whole, a new one serves."""


class ThresholdsError(GeungeoError):
    """thresholds.json is missing, torn, or was measured with another model."""


class WriterUnavailable(GeungeoError):
    """The writer (LLM endpoint) gave no usable reply; ask hands the question off."""


class EmbedderUnavailable(GeungeoError):
    """The embedding endpoint gave no usable reply; search goes on by words alone."""


class RerankerUnavailable(GeungeoError):
    """The rerank endpoint gave no usable reply; the fused order stands."""


class EngineUnavailable(GeungeoError):
    """The fast engine of the embedded embedder can't be had; the plain one serves."""


class NoticeFailed(GeungeoError):
    """A notice did not go out and is tried again. wait: seconds that the other side asks for, None when it does not."""

    def __init__(self, told: str, wait: float | None = None) -> None:
        super().__init__(told)
        self.wait = wait


class BadDeed(GeungeoError):
    """What an operator wants can't be done as asked, or with this value; a 400."""


class DocumentExists(GeungeoError):
    """A document of this name is there already; a 409."""


class UnknownDocument(GeungeoError):
    """No document goes by this name; a 404."""


class SourceUnavailable(GeungeoError):
    """A source of documents (Confluence) gave no usable reply; what was pulled before stays as it is."""


class BadQuestion(GeungeoError):
    """The question is empty or too long; a 4xx or exit code 2, never an inbox row."""


class UnknownTicket(GeungeoError):
    """No such ticket, or not this reader's: a 404 either way."""


class UnknownTrace(GeungeoError):
    """No such question is kept, or it is not this reader's: a 404 either way."""


class TicketChanged(GeungeoError):
    """Somebody acted on the ticket after it was opened; a 409."""


class BadMessage(GeungeoError):
    """What was said under a ticket is empty or too long, or cites what can't be its ground; a 4xx."""
