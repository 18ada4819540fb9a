"""Characters of an hwp 5 body, counted over its flat records: the check on the reader that walks their tree."""

from __future__ import annotations

import re
from collections.abc import Iterable

from geungeo.corpus.read.hwp_records import CTRL_HEADER, EQUATION, FORM, PARA_TEXT, TEXTART, flat_records, wide_string
from geungeo.korean.normalize import solid_length

# In UTF-16 text, controls other than these single ones take eight units, whatever stands in the middle six.
_CONTROL = re.compile(r"[\x01-\x09\x0b\x0c\x0e-\x17].{7}|[\x00-\x17\x19-\x1f]", re.DOTALL)
_FORM_TEXT = re.compile(r"\b(?:Caption|Text):wstring:(\d+):")


def count_hwp(sections: Iterable[bytes]) -> int:
    """Solid characters of all paragraph texts, equations, ruby and overlaid characters, form and art texts."""
    return sum(_solid(tag, payload) for data in sections for tag, _level, payload in flat_records(data))


def _solid(tag: int, payload: bytes) -> int:
    if tag == PARA_TEXT:
        return solid_length(_without_controls(payload))
    if tag == EQUATION:
        return solid_length(wide_string(payload, 4)[0])
    if tag == CTRL_HEADER and payload[3::-1] in (b"tdut", b"tcps"):
        first, at = wide_string(payload, 4)
        return solid_length(first) + (solid_length(wide_string(payload, at)[0]) if payload[3::-1] == b"tdut" else 0)
    if tag == TEXTART:
        return solid_length(wide_string(payload, 32)[0])
    if tag == FORM:
        settings = wide_string(payload, 12)[0]
        return sum(solid_length(settings[m.end() : m.end() + int(m[1])]) for m in _FORM_TEXT.finditer(settings))
    return 0


def _without_controls(payload: bytes) -> str:
    """One character a UTF-16 unit while controls are cut, so that their eight units can be counted; \\x18 is a hyphen."""
    units = "".join(chr(u) for u in memoryview(payload[: len(payload) // 2 * 2]).cast("H"))
    text = _CONTROL.sub("", units).replace("\x18", "-")
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
