"""Which format is this? Decided by the bytes: an hwp that is named .pdf is an hwp."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Literal, TypeAlias

from geungeo.corpus.read import foreign
from geungeo.corpus.read.csv_rows import is_csv
from geungeo.corpus.read.encoding import decode
from geungeo.corpus.read.openapi_tree import tree_of
from geungeo.corpus.read.zipped import open_zip
from geungeo.errors import UnreadableFile

Kind: TypeAlias = Literal[
    "md", "txt", "html", "pdf", "docx", "hwp", "hwpx", "hwpml", "xlsx", "pptx", "csv", "confluence", "openapi"
]

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PDF = re.compile(rb"%PDF-\d")
# What document security puts round a file, whatever the file's name says: Fasoo, SoftCamp, NASCA.
_DRM = (b"\x9b DRMONE", b"SCDSA00", b"<## NASCA DRM FILE")
_HTML_START = re.compile(
    r"(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|(?:html|head|body|title|meta|link|style|script|div|p|h[1-6]"
    r"|table|ul|ol|section|article|main|nav|header|span|ac:[\w-]+)[\s/>])",
    re.IGNORECASE | re.DOTALL,
)
_XML_ROOT = re.compile(r"<\?xml[^>]*>\s*(?:<!(?:--.*?--|DOCTYPE[^>\[]*(?:\[.*?\])?)\s*>\s*)*<([\w:.-]+)", re.DOTALL)
_MD_SIGNS = re.compile(
    r"^(?:#{1,6}[ \t]+\S|\|?[ \t]*:?-{2,}:?[ \t]*\|[ \t:|-]*$|```|~~~|[-*_]{3,}[ \t]*$|>[ \t])"
    r"|\*\*[^\s*][^*\n]{0,500}\*\*|\[[^\[\]\n]{1,500}\]\([^)\s]{1,2000}\)|^[ \t]*\d+\\\.",
    re.MULTILINE,
)
# A page of Confluence as its REST API gives it: an object of this type with a storage body.
_PAGE = re.compile(r"\btype[\"']?\s*:\s*[\"']?(?:page|blogpost)\b")
_STORAGE = re.compile(r"\bstorage[\"']?\s*:")
_SNIFF = 200_000


def detect(data: bytes) -> Kind:
    """The format in which `data` can be read.

    Raises UnreadableFile: empty, hwp3, drm, password, corrupted, encoding, or what foreign.py says of other kinds.
    """
    if not data.strip(b"\x00 \t\r\n\xef\xbb\xbf\xff\xfe"):
        raise UnreadableFile("empty", f"{len(data):,}바이트")
    if data.startswith(_OLE):
        return _ole(data)
    if data.startswith(b"PK"):
        return _zip(data)
    if _PDF.search(data[:1024]):
        return "pdf"
    if data.startswith(b"HWP Document File V3"):
        raise UnreadableFile("hwp3", data[:30].rstrip(b" \x1a\x00\x01\x02\x03\x04\x05").decode("ascii", "replace"))
    if data.startswith(_DRM):
        raise UnreadableFile("drm", "")
    foreign.refuse(data)
    return _text(decode(data))


def _is_page(text: str) -> bool:
    starts = text.lstrip().startswith(("{", '"', "id:", "type:"))
    return bool(starts and _STORAGE.search(text) and _PAGE.search(text))


def _ole(data: bytes) -> Kind:
    foreign.refuse_ole([name for name in foreign.ole_names() if _has_ole_entry(data, name)])
    if _has_ole_entry(data, "FileHeader") or b"HWP Document File" in data:
        return "hwp"
    if len(data) < 1536:
        raise UnreadableFile("corrupted", "복합 문서(OLE)의 앞부분만 있습니다")
    raise UnreadableFile("unsupported", "알 수 없는 복합 문서(OLE)")


def _has_ole_entry(data: bytes, name: str) -> bool:
    """Whether a directory entry has this name: entries are 128 bytes, the name in UTF-16 first, its length at 64."""
    wanted = (name + "\0").encode("utf-16-le")
    at = data.find(wanted)
    while at >= 0:
        if at % 128 == 0 and data[at + 64 : at + 66] == len(wanted).to_bytes(2, "little"):
            return True
        at = data.find(wanted, at + 2)
    return False


def _zip(data: bytes) -> Kind:
    with open_zip(data) as archive:
        names = archive.namelist()
    if kind := package(names, data[:200]):
        return kind
    raise UnreadableFile("unsupported", "압축 파일(zip)")


def package(names: Collection[str], head: bytes) -> Kind | None:
    """The kind of document that these members of a zip make, None for a zip of other files.

    head: where a mimetype would be stated. Raises UnreadableFile for documents of kinds not read.
    """
    if any(name.startswith("word/") for name in names):
        return "docx"
    if any(name.startswith("xl/") and name.endswith(".xml") for name in names) and "xl/workbook.bin" not in names:
        return "xlsx"
    if any(name.startswith("ppt/") for name in names):
        return "pptx"
    if any(re.match(r"Contents/(?:content\.hpf|header\.xml|section\d+\.xml)$", name) for name in names):
        return "hwpx"
    if "mimetype" in names and b"application/hwp+zip" in head:
        return "hwpx"
    foreign.refuse_zip(names)
    return None


def _text(text: str) -> Kind:
    head = text[:_SNIFF].lstrip("\ufeff \t\r\n")
    root = _XML_ROOT.match(head)
    if (root and root.group(1).upper() == "HWPML") or head.startswith("<HWPML"):
        return "hwpml"
    if _HTML_START.match(head):
        return "html"
    if not root and _is_page(text):
        return "confluence"
    if not root and tree_of(text) is not None:
        return "openapi"
    if root:
        raise UnreadableFile("unsupported", f"XML 문서(<{root.group(1)}>)")
    if is_csv(head):
        return "csv"
    return "md" if head.startswith("---\n") or head.startswith("---\r\n") or _MD_SIGNS.search(head) else "txt"
