"""From a judgment's list of cited statutes to the articles of today's acts. Pure: text in, labels out.

A judgment cites the numbers of its time. A full revision (전부개정) numbers an act anew, so a row is a fair label
only when it was judged after the last full revision of every act it cites was in force. law.go.kr lists the
supplementary provisions (부칙) of an act from its enactment or last full revision on, so the first of them states
number, promulgation and commencement: `revision` reads them there, REVISED names the most cited ones for readers.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal, TypeAlias

Group: TypeAlias = Literal["current", "older", "former_law", "not_in_corpus"]

# Title, number, promulgated, in force; source: 부칙 제1조 of the act in statutes/current.
# A test holds them against `revision`.
REVISED = (
    ("근로기준법", "제8372호", "2007-04-11", "2007-04-11"),
    ("근로기준법 시행령", "제20142호", "2007-06-29", "2007-07-01"),
    ("산업안전보건법", "제16272호", "2019-01-15", "2020-01-16"),
    ("공공기관의 정보공개에 관한 법률", "제7127호", "2004-01-29", "2004-07-30"),
    ("정보통신망 이용촉진 및 정보보호 등에 관한 법률", "제6360호", "2001-01-16", "2001-07-01"),
    ("근로자퇴직급여 보장법", "제10967호", "2011-07-25", "2012-07-26"),
    ("기간제 및 단시간근로자 보호 등에 관한 법률", "제8074호", "2006-12-21", "2007-07-01"),
    ("남녀고용평등과 일ㆍ가정 양립 지원에 관한 법률", "제6508호", "2001-08-14", "2001-11-01"),
    ("개인정보 보호법", "제10465호", "2011-03-29", "2011-09-30"),
)

# Names an act bore after its last full revision, before it was renamed by a partial amendment.
FORMER_NAMES = {
    "남녀고용평등법": "남녀고용평등과 일ㆍ가정 양립 지원에 관한 법률",
    "남녀고용평등법 시행령": "남녀고용평등과 일ㆍ가정 양립 지원에 관한 법률 시행령",
    "행정 효율과 협업 촉진에 관한 규정": "행정업무의 운영 및 혁신에 관한 규정",
}

_ASIDE = re.compile(r"\([^()]*\)|［[^［］]*］|\[[^\[\]]*\]|\{[^{}]*\}")
_FORMER = re.compile(r"(?<![가-힣])구\s")
_MARKER = re.compile(r"(?<![가-힣])[가-하]\.")
_ARTICLE = re.compile(r"(?:제\s*)?(?<!\d)(\d+)\s*조(?:\s*의\s*(\d+))?")
_TO = re.compile(r"\s*(?:내지|부터|~|∼|-)\s*$")
# What may follow an article before the next act's name: 항·호·목, particles, conjunctions. Act names hold 및, 과 and
# middle dots themselves, so this is taken from the front only.
_TAIL = re.compile(
    r"^(?:제\s*\d+\s*(?:의\s*\d+\s*)?[항호목]|의\s*\d+|각\s*호|[가-하]?목(?=[\s,]|$)|같은 조|전문(?!의)|본문(?!의)|단서|전단|후단|"
    r"내지|부터|까지|및|또는|이하|참조|[와과](?=\s)|\d+\.|[\s./·ㆍ~∼-])+"
)
_SAME_ACT = re.compile(r"^(?:같은|동|위)(?:법률|법|령|영|규칙|규정)")
_BELOW = ("시행령", "시행규칙")


def solid(title: str) -> str:
    """A title as a key: without spaces and middle dots, which judgments write in many ways."""
    return re.sub(r"[\s·ㆍ․‧∙・]", "", title)


_TODAY = {solid(former): solid(today) for former, today in FORMER_NAMES.items()}


@dataclass(frozen=True, slots=True)
class Cited:
    """An article as a judgment cites it. act: title without spaces and dots. article: '23' or '43의2'."""

    act: str
    article: str
    former: bool
    supplementary: bool


@dataclass(frozen=True, slots=True)
class Revision:
    """The enactment or last full revision of an act. Dates are ISO; in_force is the general commencement."""

    number: str
    promulgated: str
    in_force: str


def plain(statutes: str) -> str:
    """The list without bracketed remarks (law numbers, today's numbers, article titles) and 가. 나. markers."""
    before = None
    while before != statutes:
        before, statutes = statutes, _ASIDE.sub("", statutes)
    return _MARKER.sub(" ", statutes)


def cites_former_law(statutes: str) -> bool:
    """True when any cited law is named as a former one ('구 근로기준법')."""
    return _FORMER.search(plain(statutes)) is not None


def cited(statutes: str) -> list[Cited]:
    """Every cited article, in order. '제1조 내지 제3조' counts 1, 2 and 3; an article without an act is the last act's."""
    text = plain(statutes)
    out: list[Cited] = []
    act, former, supplementary, base, end = "", False, False, "", 0
    for match in _ARTICLE.finditer(text):
        between = text[end : match.start()]
        end = match.end()
        article = f"{int(match[1])}의{int(match[2])}" if match[2] else str(int(match[1]))
        if _TO.search(between) and out and not match[2] and out[-1].act == act:
            out.extend(_range(out[-1], int(match[1])))
            continue
        if name := _name_in(between):
            former = name.startswith("구 ")
            name, supplementary = _without_annex(solid(name.removeprefix("구 ")))
            act = _resolved(name, base) if name else act
            base = _base(act)
        out.append(Cited(act, article, former, supplementary))
    return out


def _name_in(between: str) -> str:
    """The act named last between two articles; empty when the second belongs to the same act."""
    names = [_TAIL.sub("", part).strip() for part in re.split(r"[,/]", between)]
    return next((name for name in reversed(names) if name), "")


def _range(first: Cited, last: int) -> Iterator[Cited]:
    """The articles after `first` up to `last`; a range from a branch article starts at the next whole number."""
    start = int(first.article.partition("의")[0])
    for number in range(start + 1, min(last, start + 60) + 1):
        yield Cited(first.act, str(number), first.former, first.supplementary)


def _without_annex(name: str) -> tuple[str, bool]:
    """(name of the act, whether its 부칙 or 별표 is meant)."""
    for annex in ("부칙", "별표"):
        if annex in name:
            return name.partition(annex)[0], True
    return name, False


def _resolved(name: str, base: str) -> str:
    """'같은법시행령' as the act it points to; any other name as it is, former names as today's."""
    if same := _SAME_ACT.match(name):
        return base + name[same.end() :]
    return _TODAY.get(name, name)


def _base(act: str) -> str:
    for ending in _BELOW:
        act = act.removesuffix(ending)
    return act


def group(judged: str, statutes: str, in_force: Mapping[str, str]) -> Group:
    """Which group a row belongs to; `in_force` maps a solid title to the commencement of its last full revision."""
    acts = {ref.act for ref in cited(statutes) if not ref.supplementary and ref.act in in_force}
    if not acts:
        return "not_in_corpus"
    if cites_former_law(statutes):
        return "former_law"
    return "current" if all(judged >= in_force[act] for act in acts) else "older"


def labels(statutes: str, articles: Mapping[str, Collection[str]]) -> set[tuple[str, str]]:
    """(solid title, article) of each cited article of the main part that `articles` has today."""
    return {
        (ref.act, ref.article)
        for ref in cited(statutes)
        if not ref.supplementary and ref.article in articles.get(ref.act, ())
    }


_TITLE = re.compile(r"^제목: (.+)$", re.MULTILINE)
_ANNEX_HEAD = re.compile(r"부칙\s*<(제\d+호),\s*(\d{4})\.(\d{1,2})\.(\d{1,2})>")
_AFTER = re.compile(r"공포\s*후\s*(?:(\d+)년\s*)?(?:(\d+)(?:개월|월))?\s*이?\s*경과한\s*날로?부터")
_ON = re.compile(r"(\d{4})년\s*(\d{1,2})월\s*(\d{1,2})일부터\s*시행")


def revision(act_text: str) -> Revision | None:
    """The enactment or last full revision, from an act's first 부칙; None when the act states none.

    in_force is the promulgation where the 부칙 gives several dates at once (by size of the firm).
    """
    head = _ANNEX_HEAD.search(act_text)
    if not head:
        return None
    promulgated = date(int(head[2]), int(head[3]), int(head[4]))
    clause = act_text[head.end() :].lstrip()[:200].split("다만")[0]
    return Revision(head[1], promulgated.isoformat(), _commencement(clause, promulgated).isoformat())


def commencements(act_texts: Iterable[str]) -> dict[str, str]:
    """Solid title to commencement of the last full revision; of two acts with one title the later counts."""
    out: dict[str, str] = {}
    for text in act_texts:
        found = revision(text)
        if found:
            key = solid(title(text))
            out[key] = max(found.in_force, out.get(key, ""))
    return out


def title(act_text: str) -> str:
    """The act's title as its front matter states it. Raises ValueError without one."""
    stated = _TITLE.search(act_text)
    if not stated:
        raise ValueError("front matter without 제목")
    return stated[1].strip()


def _commencement(clause: str, promulgated: date) -> date:
    first = clause.partition("시행한다")[0] + "시행"
    if stated := _ON.search(first):
        return date(int(stated[1]), int(stated[2]), int(stated[3]))
    if (after := _AFTER.search(first)) and (after[1] or after[2]):
        return _passed(promulgated, int(after[1] or 0) * 12 + int(after[2] or 0))
    return promulgated


def _passed(start: date, months: int) -> date:
    """The day after `months` have passed: 2019-01-15 and a year is 2020-01-16."""
    year, month = divmod(start.month - 1 + months, 12)
    year, month = start.year + year, month + 1
    return date(year, month, min(start.day, calendar.monthrange(year, month)[1])) + timedelta(days=1)
