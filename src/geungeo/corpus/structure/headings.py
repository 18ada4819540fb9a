"""What a line is: a heading of 편·장·절·관, 조, 부칙, 별표, 별지 or 별첨; a contents line; or plain text.

A reference at a line's head ("제15조에 따라", "제15조(휴가) 및") is no heading. Where only the sequence can tell
("제2조 이 법은 …" in old acts, "제3조 중 …"), the heading is marked as weak and clauses.py decides.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from geungeo.korean.normalize import squeeze

Kind = Literal["division", "article", "addenda", "annex", "form", "appendix"]

RANKS = {"편": 0, "장": 1, "절": 2, "관": 3}


@dataclass(frozen=True, slots=True)
class Heading:
    """number: '15의2', '3', '' (부칙). title: without brackets. contents: a line of a table of contents.

    name: the number as people cite it: '제15조의2', '별표 1', '별지 제3호서식'. start: where the words behind the
    heading begin in the line. weak: true only where the sequence confirms it.
    """

    kind: Kind
    number: str
    name: str
    title: str
    start: int
    rank: int = 9
    weak: bool = False
    contents: bool = False


_FIRST = frozenset("제부별첨붙서[〔【<〈《「(")
_PARTICLE = r"(?:에게|에서|에는|에도|에|의|을|를|은|는|과|와|로서|으로서|으로|로|이나|이란|란|나|도|만|까지|부터|및|또는|내지|중|이|가)"
_SELF = r"이\s*(?:규정|규칙|법|영|령|내규|지침|정관|약관|세칙|조례|강령|요령|기준|취업|회사|사규|표준|계약|훈령|예규|고시|협약|회칙|단체|학칙|매뉴얼|편람|요강)"
# What follows a reference to a clause, never a heading.
_REFERENCE = re.compile(
    rf"(?!{_SELF})(?:{_PARTICLE}(?=[\s,.]|$)|제\s*\d+\s*[항호목편장절]|[,ㆍ·・]|[~∼～–-]\s*제?\s*\d|\s+(?:및|또는|내지|중|단서|본문|후단|전단|규정|소정|각\s*호|제\s*\d+\s*[항호]\s*(?:에|의|을|를|과|와|제|중|및|,))(?:\s|$|[^가-힣]))"
)
_ARTICLE = re.compile(r"제\s*(\d{1,4})\s*(?:조|條)(?:\s*의\s*(\d{1,3})(?!\d|\s*[.,]))?")
_DIVISION = re.compile(r"제\s*(\d{1,3})\s*([편장절관])(?:\s*의\s*(\d{1,2}))?(?![가-힣])(.*)$")
_ADDENDA = re.compile(r"부\s*칙(?=$|[\s<(（\[〈《〔·.…\d])(.*)$")
_ANNEX = re.compile(
    r"(?P<open>[\[〔【<〈《(]?)\s*(?P<word>별\s*표|별\s*지|별\s*첨|부\s*표|붙\s*임|첨\s*부|서\s*식)"
    r"\s*(?P<number>(?:제\s*)?\d{1,3}(?:\s*[-의]\s*\d{1,2})?)?\s*(?P<ho>호)?\s*(?:의\s*(?P<branch>\d{1,2}))?\s*(?P<form>서식)?\s*"
    r"(?P<close>[\]〕】>〉》)]?)(?P<rest>.*)$"
)
_PAGE = re.compile(r"(?:\s|[.·․…‥⋯ㆍ\-_]){1,}\s*[-–]?\s*\d{1,4}\s*[-–]?\s*$")
_LEADERS = re.compile(r"[\s.·․…‥⋯ㆍ_\-–]*(?:\[[^\]]{1,12}\][\s.·․…‥⋯ㆍ_\-–]*)*\d{0,4}[\s\-–]*$")
_OPEN = {"(": ")", "（": "）", "【": "】", "[": "]", "〔": "〕", "〈": "〉", "<": ">"}
_NO_TITLE = ("개정", "신설", "삭제", "전문", "본조", "제목", "종전", "시행일")
_SENTENCE_END = re.compile(r"(?:다|음|함|됨|것)\s*\.|[.。]\s*$")


def heading_of(line: str) -> Heading | None:
    """The heading that this line is, if any. `line` is one physical line, trimmed."""
    if not line or line[0] not in _FIRST:
        return None
    if line[0] == "제":
        return _article(line) or _division(line)
    if line[0] == "부":
        return _addenda(line) or _annex(line)
    return _annex(line)


def join_spaced(text: str) -> str:
    """'총  칙' and '표 준 취 업 규 칙' as people write them; words of several letters stay apart."""
    words = text.split()
    return "".join(words) if len(words) > 1 and all(len(word) == 1 for word in words) else squeeze(text)


def number_key(number: str) -> tuple[int, int]:
    """'15의2' as (15, 2), to compare places in a sequence."""
    main, _, branch = number.partition("의")
    return int(main or 0), int(branch or 0)


def article_name(number: str) -> str:
    """'15의2' as 제15조의2."""
    main, _, branch = number.partition("의")
    return f"제{main}조의{branch}" if branch else f"제{main}조"


def _number(main: str, branch: str | None) -> str:
    return f"{int(main)}의{int(branch)}" if branch else str(int(main))


def _article(line: str) -> Heading | None:
    match = _ARTICLE.match(line)
    if not match:
        return None
    number = _number(match.group(1), match.group(2))
    rest = line[match.end() :]
    spaced = rest.lstrip()
    title, after = _bracketed(spaced)
    if title is not None:
        if _REFERENCE.match(spaced, after):
            return None
        contents = _is_contents(spaced[after:])
        return Heading(
            "article", number, article_name(number), title, len(line) - len(spaced) + after, contents=contents
        )
    if not spaced or spaced.startswith(("삭제", "<", "[", "①")) or re.match(r"[(（]?\s*(?:삭\s*제|생\s*략)", spaced):
        return Heading("article", number, article_name(number), "", len(line) - len(spaced))
    return _untitled(line, number, rest, spaced)


def _untitled(line: str, number: str, rest: str, spaced: str) -> Heading | None:
    """'제1조 목적', '제1조 이 법은 …', '제1조: 목적': headings only where the sequence goes on."""
    if _REFERENCE.match(rest) or not (rest[0].isspace() or rest[0] in ":.：-–"):
        return None
    words = spaced.lstrip(":.：-– ")
    if len(words) <= 40 and not _SENTENCE_END.search(words):
        page = _PAGE.search(words)
        title = squeeze(words[: page.start()] if page else words)
        return Heading("article", number, article_name(number), title, len(line), weak=True, contents=bool(page))
    return Heading("article", number, article_name(number), "", len(line) - len(words), weak=True)


def _bracketed(text: str) -> tuple[str | None, int]:
    """The bracketed title at the front of `text` and where it ends; (None, 0) without one."""
    if not text or text[0] not in _OPEN:
        return None, 0
    opener, closer, depth = text[0], _OPEN[text[0]], 0
    for at, char in enumerate(text[:200]):
        depth += (char == opener) - (char == closer)
        if depth == 0:
            title = squeeze(text[1:at])
            mark = opener in "[<〈" and title.startswith(_NO_TITLE)
            return (None, 0) if mark or not title else (title, at + 1)
    return None, 0


def _is_contents(after: str) -> bool:
    """'[필수] ····· 7', '\\t7' or ' 7' and nothing else stands behind the title."""
    return bool(after) and after.rstrip()[-1:].isdigit() and _LEADERS.match(after) is not None


def _division(line: str) -> Heading | None:
    match = _DIVISION.match(line)
    if not match:
        return None
    main, unit, branch, rest = match.groups()
    if _REFERENCE.match(rest) or len(rest) > 80 or _SENTENCE_END.search(rest):
        return None
    page = _PAGE.search(rest)
    title = join_spaced(rest[: page.start()] if page else rest).strip("()（）[] ")
    name = f"제{int(main)}{unit}의{int(branch)}" if branch else f"제{int(main)}{unit}"
    return Heading("division", _number(main, branch), name, title, len(line), rank=RANKS[unit], contents=bool(page))


def _addenda(line: str) -> Heading | None:
    match = _ADDENDA.match(line)
    if not match:
        return None
    rest = match.group(1).strip()
    if rest and rest[0] not in "<(（[〈《〔·.…" and not re.match(r"(?:제?\s*\d+\s*(?:호|\.|년)|\d{1,4}$)", rest):
        return None
    contents = bool(re.fullmatch(r"[\s.·․…‥⋯ㆍ_\-–]*\d{1,4}", rest)) and bool(rest)
    return Heading("addenda", "", "부칙", "" if contents else squeeze(rest), len(line), contents=contents)


def _annex(line: str) -> Heading | None:
    match = _ANNEX.match(line)
    if not match or (match["open"] and not match["close"]) or match["open"] == "(":
        return None
    word, rest = re.sub(r"\s", "", match["word"]), match["rest"]
    bracketed = bool(match["open"])
    if _REFERENCE.match(rest) or not (bracketed or _is_bare_annex(line, match, word)):
        return None
    kind: Kind = "form" if word in ("별지", "서식") else "annex" if word in ("별표", "부표") else "appendix"
    page = _PAGE.search(rest) if rest.strip() else None
    contents = page is not None and not re.search(r"\d\s*[.년월]\s*\d*\s*$|\d{4}\s*$|[<(]", rest)
    title = squeeze(rest[: page.start()] if page and contents else rest)
    return Heading(kind, _annex_number(match), _annex_name(match, word), title, len(line), contents=contents)


def _is_bare_annex(line: str, match: re.Match[str], word: str) -> bool:
    """Without brackets only a short numbered line that is no sentence: '별표 1 여비 지급표(제5조 관련)'."""
    rest = match["rest"]
    touching = bool(rest) and not line[match.start("rest") - 1].isspace() and rest[0] not in "(<（[〈:. "
    return (
        bool(match["number"])
        and word in ("별표", "별지", "별첨", "부표")
        and not touching
        and len(rest) <= 60
        and not re.search(r"(?:다|음|함|됨)\.?\s*$", rest)
    )


def _annex_number(match: re.Match[str]) -> str:
    number = re.sub(r"[제\s]", "", match["number"] or "").replace("-", "의")
    return f"{number}의{match['branch']}" if match["branch"] else number


def _annex_name(match: re.Match[str], word: str) -> str:
    number = _annex_number(match)
    if match["ho"]:
        main, _, branch = number.partition("의")
        return f"{word} 제{main}호{'의' + branch if branch else ''}{match['form'] or ''}"
    return f"{word} {number}".strip()
