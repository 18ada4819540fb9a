"""An hwp 5 file as trees of records. A record's children are the records one level deeper that follow it."""

from __future__ import annotations

import re
import struct
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import olefile

from geungeo.corpus.read.hwp_locked import unlocked
from geungeo.corpus.read.parts import MAX_UNPACKED
from geungeo.errors import UnreadableFile

PROPERTIES, NUMBERING, BULLET, PARA_SHAPE = 16, 23, 24, 25
PARA_HEADER, PARA_TEXT, RANGE_TAG, CTRL_HEADER, LIST_HEADER = 66, 67, 70, 71, 72
TABLE, EQUATION, TEXTART, FORM, MEMO_LIST = 77, 88, 90, 91, 93
_OBJECTS = {84: "object", 85: "picture", 95: "chart", 98: "media"}

_COMPRESSED, _PASSWORD, _DISTRIBUTION, _TRACKED = 1 << 0, 1 << 1, 1 << 2, 1 << 14
_LOCKED = {1 << 4: "DRM 문서", 1 << 8: "인증서로 암호화한 문서", 1 << 10: "인증서 DRM 문서"}
_MAX_RECORDS = 1_500_000


@dataclass(slots=True)
class Record:
    tag: int
    payload: bytes
    children: list[Record] = field(default_factory=list)

    def walk(self) -> Iterator[Record]:
        """Every record below this one, in order."""
        stack = self.children[::-1]
        while stack:
            record = stack.pop()
            yield record
            stack.extend(reversed(record.children))

    @property
    def control(self) -> str:
        """A CTRL_HEADER's four letters ('tbl ', 'fn  '); '' for other records."""
        return self.payload[3::-1].decode("latin-1") if self.tag == CTRL_HEADER and len(self.payload) >= 4 else ""


@dataclass(frozen=True, slots=True)
class HwpFile:
    """Unpacked streams; `sections` in order."""

    doc_info: bytes
    sections: tuple[bytes, ...]
    title: str | None


def open_hwp(data: bytes) -> HwpFile:
    """Raises UnreadableFile: password, distribution, hwp3 or corrupted."""
    if data.startswith(b"HWP Document File V"):
        raise UnreadableFile("hwp3", data[:24].decode("ascii", "replace").strip())
    with olefile.OleFileIO(data) as ole:
        flags = _flags(ole.openstream("FileHeader").read())
        names = ["/".join(path) for path in ole.listdir()]
        budget = _Budget(bool(flags & _COMPRESSED))
        opened = unlocked if flags & _DISTRIBUTION else bytes
        doc_info = budget.unpack(ole.openstream("DocInfo").read())
        sections = tuple(budget.unpack(opened(ole.openstream(name).read())) for name in _section_names(names, flags))
        title = _title(ole)
    declared = struct.unpack_from("<H", doc_info, 4)[0] if doc_info[:2] == b"\x10\x00" else len(sections)
    if not sections or len(sections) < declared:
        raise UnreadableFile("corrupted", f"본문 구역 {declared}개 가운데 {len(sections)}개만 있습니다")
    return HwpFile(doc_info, sections, title)


def _flags(header: bytes) -> int:
    if not header.startswith(b"HWP Document File") or len(header) < 40:
        raise UnreadableFile("corrupted", "hwp 파일 머리가 없습니다")
    flags = int(struct.unpack_from("<I", header, 36)[0])
    if flags & _PASSWORD:
        raise UnreadableFile("password", "hwp 문서 암호")
    for bit, what in _LOCKED.items():
        if flags & bit:
            raise UnreadableFile("password", what)
    return flags


def _section_names(names: list[str], flags: int) -> list[str]:
    """With tracked changes, and in a 배포용 문서, the body stands in ViewText, and BodyText holds a stand-in."""
    found = {folder: _numbered(names, folder) for folder in ("BodyText", "ViewText")}
    if flags & _DISTRIBUTION:
        return found["ViewText"]
    tracked = flags & _TRACKED and len(found["ViewText"]) == len(found["BodyText"])
    return found["ViewText" if tracked else "BodyText"]


def _numbered(names: list[str], folder: str) -> list[str]:
    matches = [re.fullmatch(rf"{folder}/Section(\d+)", name) for name in names]
    return [m.group() for m in sorted((m for m in matches if m), key=lambda m: int(m.group(1)))]


def _title(ole: olefile.OleFileIO) -> str | None:
    """The title of 한글's own summary stream; what stands behind its terminating zero is other fields."""
    name = "\x05HwpSummaryInformation"
    title = ole.getproperties(name).get(2) if ole.exists(name) else None
    return title.split("\0")[0] if isinstance(title, str) else None


@dataclass(slots=True)
class _Budget:
    compressed: bool
    left: int = MAX_UNPACKED

    def unpack(self, data: bytes) -> bytes:
        if self.compressed:
            inflater = zlib.decompressobj(-15)
            data = inflater.decompress(data, self.left + 1)
            if not inflater.eof and len(data) <= self.left:
                raise UnreadableFile("corrupted", "압축된 본문이 중간에서 끊겼습니다")
        self.left -= len(data)
        if self.left < 0:
            raise UnreadableFile("corrupted", f"압축을 풀면 {MAX_UNPACKED // 2**20}MB가 넘습니다")
        return data


def flat_records(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """(tag, level, payload) of each record. Raises UnreadableFile('corrupted') where one runs past the end."""
    at, count = 0, 0
    while at < len(data):
        word = struct.unpack_from("<I", data, at)[0]
        at, size = at + 4, word >> 20
        if size == 0xFFF:
            size = struct.unpack_from("<I", data, at)[0]
            at += 4
        count += 1
        if at + size > len(data) or count > _MAX_RECORDS:
            raise UnreadableFile("corrupted", "본문 레코드가 중간에서 끊겼거나 너무 많습니다")
        yield word & 0x3FF, word >> 10 & 0x3FF, data[at : at + size]
        at += size


def objects(sections: Iterable[bytes]) -> Counter[str]:
    """Pictures and the like in the sections, by keys of messages.UNREAD."""
    return Counter(_OBJECTS[tag] for section in sections for tag, _, _ in flat_records(section) if tag in _OBJECTS)


def records(data: bytes, wanted: frozenset[int]) -> list[Record]:
    """The top records, with those of the `wanted` tags (and all that hold one) below them."""
    root = Record(0, b"")
    path: list[tuple[int, Record]] = [(-1, root)]
    for tag, level, payload in flat_records(data):
        while path[-1][0] >= level:
            path.pop()
        if tag not in wanted:
            continue
        record = Record(tag, payload)
        path[-1][1].children.append(record)
        path.append((level, record))
    return root.children


def wide_string(payload: bytes, at: int) -> tuple[str, int]:
    """A length-prefixed UTF-16 string at `at`, and where it ends."""
    size = struct.unpack_from("<H", payload, at)[0] * 2
    return payload[at + 2 : at + 2 + size].decode("utf-16-le", "replace"), at + 2 + size
