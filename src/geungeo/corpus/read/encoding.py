"""Bytes to text: UTF-8, UTF-16 and CP949 (EUC-KR) are told apart by content."""

from __future__ import annotations

import codecs
import re

from geungeo.errors import UnreadableFile

# Said of bytes that are no text at all.
BINARY = "글자가 아닌 이진 데이터"

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Letters, signs and spaces that Korean office text is made of.
_USUAL = re.compile(
    r"[\t\n\r\x20-\x7e\u00a0-\u00ff\u2000-\u2fff\u3000-\u303f\u3131-\u318e\u3200-\u33ff\uac00-\ud7a3\uff00-\uffef]"
)
_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_SAMPLE = 65_536


def decode(data: bytes) -> str:
    """The text without its byte order mark. Raises UnreadableFile: encoding, or unsupported for binary data."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _strict(data[len(bom) :], encoding)
    if wide := _wide(data):
        return _strict(data, wide)
    controls = len(_BINARY.findall(data[:_SAMPLE]))
    if controls > 1 + len(data[:_SAMPLE]) // 1000:
        raise UnreadableFile("unsupported", BINARY)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _korean(data, error)


def _strict(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableFile("encoding", f"{encoding}: {error.start:,}번째 바이트가 글자가 아닙니다") from error


def _wide(data: bytes) -> str | None:
    """UTF-16 without a mark: every other byte of its spaces, digits and line ends is zero, and it reads as Korean."""
    sample = data[: _SAMPLE & ~1]
    if len(data) % 2 or b"\x00" not in sample:
        return None
    for encoding in ("utf-16-le", "utf-16-be"):
        text = sample.decode(encoding, "replace")
        if len(_USUAL.findall(text)) > 0.95 * len(text):
            return encoding
    return None


def _korean(data: bytes, utf8_error: UnicodeDecodeError) -> str:
    """CP949, when the whole file is valid and reads as Korean; a slightly damaged UTF-8 file is not taken for it."""
    broken = data.decode("utf-8", "replace").count("\ufffd")
    wide = sum(1 for byte in data[:_SAMPLE] if byte > 0x7F)
    damaged_utf8 = len(data) <= _SAMPLE and broken * 20 < wide
    try:
        text = data.decode("cp949")
    except UnicodeDecodeError as error:
        text, where = "", error.start
    else:
        where = utf8_error.start
    if text and not damaged_utf8 and _reads_korean(text):
        return text
    raise UnreadableFile("encoding", f"UTF-8도 CP949도 아닙니다: {where:,}번째 바이트부터 글자가 아닙니다")


def _reads_korean(text: str) -> bool:
    sample = text[:_SAMPLE]
    wide = [character for character in sample if character > "\x7f"]
    usual = sum(1 for character in wide if _USUAL.match(character))
    return usual >= 0.7 * len(wide) and len(_HANGUL.findall(sample)) >= 0.3 * len(wide)
