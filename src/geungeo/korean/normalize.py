"""Unicode and white space: one place that says what the same text is."""

from __future__ import annotations

import re
import unicodedata

# C0/C1 controls other than tab, newline and carriage return; zero-width and bidi controls; halves of a surrogate pair,
# which no file, database or terminal can take.
_CONTROL = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ud800-\udfff]"
)
_SPACES = re.compile(r"\s+")


def nfc(text: str) -> str:
    """NFC: file names and texts are compared and stored in this form."""
    return unicodedata.normalize("NFC", text)


def has_control(text: str) -> bool:
    return _CONTROL.search(text) is not None


def strip_control(text: str) -> str:
    """Control, zero-width and bidi characters and lone surrogates removed; the caller accounts for what went."""
    return _CONTROL.sub("", text)


def squeeze(text: str) -> str:
    """Runs of white space to one space, ends trimmed."""
    return _SPACES.sub(" ", text).strip()


def solid_length(text: str) -> int:
    """Number of non-space, non-control code points of the NFC text: the unit of 'characters in = out'."""
    return len(_SPACES.sub("", _CONTROL.sub("", nfc(text))))
