"""What a document is in law: a rule, a draft of one, a comparison of two texts, or the end of a rule."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from geungeo.corpus.structure.clauses import Section
from geungeo.corpus.structure.layout import Line
from geungeo.korean.normalize import nfc, squeeze

# Key of messages.DRAFTS -> how the file is called, or how a line at its front reads from end to end.
_CALLED = {
    "comparison": re.compile(r"신\s*[·ㆍ‧・/]?\s*구\s*(?:조문)?\s*(?:대비|대조|비교)\s*표?"),
    "draft": re.compile(
        r"(?:입법|행정)\s*예고|(?:개정|제정|변경)\s*\(?\s*(?:법률|규정|규칙|지침|내규|령)?\s*(?:초안|예정안|안)\s*\)?(?![가-힣])"
        r"|(?<![가-힣])(?<!AI)(?<!AI )초안(?![가-힣])"  # what AI drafted is told by its origin
    ),
}
_FRONT = {
    "comparison": re.compile(r"[^다]{0,40}신\s*[·ㆍ‧・/]?\s*구\s*(?:조문)?\s*(?:대비|대조|비교)\s*표?"),
    "draft": re.compile(
        r"(?:제\s*[\d-]+\s*호\s*)?[^다]{0,40}(?:입법|행정)\s*예고(?:안|문)?"
        r"|[^다]{1,60}(?:일부|전부)?\s*개정\s*(?:법률|규정|규칙|지침|내규|령)?\s*\(?\s*안\s*\)?"
    ),
}
_FRONT_LINES = 8
_REPEALED_NAME = re.compile(r"[\[(（][^\])）]*폐\s*지[^\])）]*[\])）]|(?:^|[_\s-])폐지(?:$|[_\s.-])")
_REPEALS = re.compile(r"(?:[^.]{0,80}(?:은|는|을|를)\s*)?(?:이를\s*)?폐지\s*(?:한다|함)\s*\.?")
_COMPARED = re.compile(
    r"^(?:현\s*행|종\s*전|구\s*조문)\s*(?::.*·\s*(?:개\s*정|변\s*경|신\s*조문).{0,6}:|·\s*(?:개\s*정|변\s*경|신\s*조문).{0,6}$)",
    re.MULTILINE,
)


def draft_of(file: str, title: str, lines: list[Line]) -> str:
    """Why this is no rule: a key of messages.DRAFTS, or "". Told by the file's name, its title, or its first lines."""
    stem = PurePosixPath(nfc(file)).stem.replace("_", " ")
    front = [squeeze(line.text).strip("<>〈〉[]「」 ") for line in lines[:_FRONT_LINES] if line.role == "text"]
    for kind, called in _CALLED.items():
        if called.search(stem) or called.search(title) or any(_FRONT[kind].fullmatch(line) for line in front):
            return kind
    return ""


def repeals(file: str, title: str, text: str, sections: list[Section]) -> bool:
    """Whether the rule ends with this: named so, or its body says nothing but that it is repealed."""
    stem = PurePosixPath(nfc(file)).stem
    if _REPEALED_NAME.search(stem) or _REPEALED_NAME.search(title):
        return True
    body = [section for section in sections if section.kind == "article" and section.part == "본칙"]
    if len(body) > 1:
        return False
    said = [text[section.start : section.end] for section in body] or text.splitlines()[:6]
    return any(_REPEALS.fullmatch(_bare(words)) for words in said)


def compares(text: str) -> bool:
    """Whether a table sets old text beside new: what it quotes may be repealed, or never have held."""
    return bool(_COMPARED.search(text))


def _bare(words: str) -> str:
    """Without the article's own head and sign."""
    return re.sub(r"^[#\s]*제\s*\d+\s*조(?:의\d+)?\s*(?:\([^)]*\))?\s*", "", squeeze(words)).strip()
