"""Files that no reader takes, told by their bytes: what they are called, and so what to do with them."""

from __future__ import annotations

import re
from collections.abc import Collection

from geungeo.errors import UnreadableFile

# Stream names in an OLE directory -> (reason, what it is).
_OLE = (
    ("EncryptedPackage", "password", "암호가 걸린 Office 문서"),
    ("WordDocument", "old_office", "Word 97-2003 문서(doc)"),
    ("Workbook", "old_office", "Excel 97-2003 통합 문서(xls)"),
    ("Book", "old_office", "Excel 5.0/95 통합 문서(xls)"),
    ("PowerPoint Document", "old_office", "PowerPoint 97-2003 문서(ppt)"),
    ("VisioDocument", "unsupported", "Visio 도면(vsd)"),
    ("__properties_version1.0", "mail", "Outlook 메시지(msg)"),
)
# A name inside a zip -> (reason, what it is).
_ZIP = (
    ("xl/workbook.bin", "old_office", "Excel 이진 통합 문서(xlsb)"),
    ("visio/", "unsupported", "Visio 도면(vsdx)"),
    ("META-INF/container.xml", "unsupported", "전자책(epub)"),
    ("content.xml", "old_office", "OpenDocument 문서(odt, ods, odp)"),
    ("Index/Document.iwa", "old_office", "Apple Pages·Numbers·Keynote 문서"),
    ("Index.zip", "old_office", "Apple Pages·Numbers·Keynote 문서"),
    ("AndroidManifest.xml", "program", "안드로이드 앱(apk)"),
    ("META-INF/MANIFEST.MF", "program", "자바 프로그램(jar)"),
)
_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "picture", "PNG 그림"),
    (b"\xff\xd8\xff", "picture", "JPEG 그림"),
    (b"GIF87a", "picture", "GIF 그림"),
    (b"GIF89a", "picture", "GIF 그림"),
    (b"II*\x00", "picture", "TIFF 그림"),
    (b"MM\x00*", "picture", "TIFF 그림"),
    (b"\x00\x00\x01\x00", "picture", "아이콘 그림"),
    (b"\x00\x00\x00\x0cjP  ", "picture", "JPEG 2000 그림"),
    (b"8BPS", "picture", "Photoshop 그림"),
    (b"\xd7\xcd\xc6\x9a", "picture", "WMF 그림"),
    (b"AC10", "unsupported", "CAD 도면(dwg)"),
    (b"ID3", "media", "MP3 소리"),
    (b"\xff\xfb", "media", "MP3 소리"),
    (b"OggS", "media", "Ogg 소리"),
    (b"fLaC", "media", "FLAC 소리"),
    (b"\x1a\x45\xdf\xa3", "media", "MKV·WebM 영상"),
    (b"\x00\x00\x01\xba", "media", "MPEG 영상"),
    (b"MZ", "program", "Windows 프로그램(exe, dll)"),
    (b"\x7fELF", "program", "Linux 프로그램"),
    (b"\xcf\xfa\xed\xfe", "program", "macOS 프로그램"),
    (b"\xca\xfe\xba\xbe", "program", "자바 클래스나 macOS 프로그램"),
    (b"{\\rtf", "old_office", "RTF 문서"),
    (b"%!PS", "unsupported", "PostScript 문서"),
    (b"SQLite format 3\x00", "unsupported", "SQLite 데이터베이스"),
    (b"\x00\x01\x00\x00Standard", "unsupported", "Access 데이터베이스"),
    (b"!BDN", "mail", "Outlook 보관함(pst)"),
    (b"\x1f\x8b", "unsupported", "gzip 압축 파일"),
    (b"BZh", "unsupported", "bzip2 압축 파일"),
    (b"\xfd7zXZ", "unsupported", "xz 압축 파일"),
    (b"7z\xbc\xaf\x27\x1c", "unsupported", "7z 압축 파일"),
    (b"Rar!", "unsupported", "rar 압축 파일"),
    (b"ALZ\x01", "unsupported", "alz 압축 파일"),
    (b"EGGA", "unsupported", "egg 압축 파일"),
)
# Signatures of letters that a text may start with, too: only before a byte that no text has.
_WORDS = frozenset([b"BM", b"MZ", b"ID3", b"BZh", b"AC10", b"8BPS", b"!BDN", b"EGGA", b"OggS", b"fLaC", b"Rar!"])
# Kinds of RIFF and of ISO media.
_RIFF = {b"WEBP": ("picture", "WebP 그림"), b"WAVE": ("media", "WAV 소리"), b"AVI ": ("media", "AVI 영상")}
_STILL = (b"heic", b"heix", b"mif1", b"avif")
_HEADER = re.compile(r"(?:[A-Za-z][A-Za-z0-9-]{1,60}:[^\n]*\n(?:[ \t]+\S[^\n]*\n)*){3,}")
_MBOX = re.compile(r"From \S+ +\w{3} \w{3} [^\n]*\d{4}[^\n]*\n")
# What mail programs write and people do not.
_SENT = re.compile(r"^(?:Message-ID|MIME-Version|Received|Return-Path|DKIM-Signature|X-[\w-]+):", re.I | re.M)
_FROM = re.compile(r"^From:", re.I | re.M)
_SAVED_PAGE = re.compile(r"^(?:Snapshot-Content-Location|From: *<?Saved by)", re.I | re.M)
_CARDS = {"BEGIN:VCALENDAR": "일정(ics)", "BEGIN:VCARD": "연락처(vcf)"}


def refuse(data: bytes) -> None:
    """Raises UnreadableFile for bytes of a known kind that no reader takes; OLE files and zips are not looked into."""
    for signature, reason, what in (*_SIGNATURES, (b"BM", "picture", "BMP 그림")):
        if data.startswith(signature) and (signature not in _WORDS or b"\x00" in data[:64]):
            raise UnreadableFile(reason, what)
    if data[:4] == b"RIFF" and data[8:12] in _RIFF:
        raise UnreadableFile(*_RIFF[data[8:12]])
    if data[4:8] == b"ftyp":
        still = data[8:12] in _STILL
        raise UnreadableFile("picture" if still else "media", "HEIC·AVIF 그림" if still else "MP4·MOV 영상이나 소리")
    if data[257:262] == b"ustar":
        raise UnreadableFile("unsupported", "tar 압축 파일")
    _refuse_mail(data[:65_536].decode("latin-1").replace("\r\n", "\n").lstrip("\n\ufeffï»¿"))


def refuse_ole(names: Collection[str]) -> None:
    """The same for the streams of an OLE file."""
    for name, reason, what in _OLE:
        if name in names:
            raise UnreadableFile(reason, what)


def refuse_zip(names: Collection[str]) -> None:
    """The same for the members of a zip."""
    for start, reason, what in _ZIP:
        if any(name.startswith(start) for name in names):
            raise UnreadableFile(reason, what)


def ole_names() -> tuple[str, ...]:
    """Names of streams that tell a kind."""
    return tuple(name for name, _, _ in _OLE)


def _refuse_mail(head: str) -> None:
    """Headers as mail programs write them; a note with 'From:' and 'To:' that a person typed is a text."""
    for card, what in _CARDS.items():
        if head.startswith(card):
            raise UnreadableFile("unsupported", what)
    box = _MBOX.match(head)
    found = _HEADER.match(head, box.end() if box else 0)
    if not found or not _FROM.search(found.group()) or not _SENT.search(found.group()):
        return
    if _SAVED_PAGE.search(found.group()):
        raise UnreadableFile("unsupported", "웹 보관 파일(mht)")
    raise UnreadableFile("mail", "전자우편 보관함(mbox)" if box else "전자우편(eml)")
