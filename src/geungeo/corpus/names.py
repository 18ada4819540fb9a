"""Names under which a document may be put into the documents folder."""

from __future__ import annotations

import re

from geungeo import messages
from geungeo.corpus.folder import is_document_name
from geungeo.errors import BadDeed
from geungeo.korean.normalize import nfc

_PART_BYTES, _NAME_BYTES = 200, 1000
# What Windows, where the folder may be shared, takes for a device or does not take at all.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\..*)?", re.IGNORECASE)
_WINDOWS = re.compile(r'[<>:"|?*]')


def checked_name(raw: str) -> str:
    """`raw` in NFC: a path below the documents folder, with '/' ('인사/취업규칙.hwp').

    Raises BadDeed for what could lead out of the folder, hide there, pass for another name, or not be found again.
    """
    name = nfc(raw)
    fault = _fault(name)
    if fault:
        shown = "".join(letter if letter.isprintable() else "�" for letter in name)[:80]
        raise BadDeed(messages.NAME_REFUSED.format(name=shown, why=messages.NAME_FAULTS[fault]))
    return name


def _fault(name: str) -> str:
    """A key of messages.NAME_FAULTS, or ""."""
    if not name.strip():
        return "empty"
    if not name.isprintable():  # control, direction marks, line ends, surrogates
        return "unseen"
    if name.startswith("/") or "\\" in name or re.match(r"[A-Za-z]:", name):
        return "elsewhere"
    parts = name.split("/")
    if any(part in ("", ".", "..") for part in parts):
        return "elsewhere"
    if len(name.encode()) > _NAME_BYTES or any(len(part.encode()) > _PART_BYTES for part in parts):
        return "long"
    if any(
        _DEVICE.fullmatch(part) or _WINDOWS.search(part) or part != part.strip() or part[-1] == "." for part in parts
    ):
        return "system"
    return "" if all(map(is_document_name, parts)) else "hidden"
