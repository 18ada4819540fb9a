"""Labels of the retrieval bench: what a judgment's list of statutes means today."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from court_labels import (
    REVISED,
    Cited,
    Revision,
    cited,
    cites_former_law,
    commencements,
    group,
    labels,
    revision,
    solid,
    title,
)

LABOUR, DECREE = "근로기준법", "근로기준법시행령"
IN_FORCE = {LABOUR: "2007-04-11", DECREE: "2007-07-01", solid("산업안전보건법"): "2020-01-16"}


def pairs(statutes: str) -> list[tuple[str, str]]:
    return [(ref.act, ref.article) for ref in cited(statutes)]


def test_an_article_without_an_act_belongs_to_the_act_before_it() -> None:
    assert pairs("근로기준법 제2조 제1항 제5호, 제15조, 민법 제660조, 제661조") == [
        (LABOUR, "2"),
        (LABOUR, "15"),
        ("민법", "660"),
        ("민법", "661"),
    ]


def test_a_name_that_holds_and_is_one_name() -> None:
    title = "정보통신망 이용촉진 및 정보보호 등에 관한 법률"
    assert pairs(f"형법 제307조 및 {title} 제61조 제1항, 제70조") == [
        ("형법", "307"),
        (solid(title), "61"),
        (solid(title), "70"),
    ]


@pytest.mark.parametrize("dot", ["·", "ㆍ", " ㆍ ", "․"])
def test_middle_dots_are_written_in_many_ways(dot: str) -> None:
    assert pairs(f"남녀고용평등과 일{dot}가정 양립 지원에 관한 법률 제11조") == [
        (solid("남녀고용평등과 일ㆍ가정 양립 지원에 관한 법률"), "11")
    ]


def test_the_same_act_and_its_decree() -> None:
    assert pairs("근로기준법 제18조, 같은 법 시행령 제9조, 같은 법 제55조 / 나. 동법 시행규칙 제3조") == [
        (LABOUR, "18"),
        (DECREE, "9"),
        (LABOUR, "55"),
        ("근로기준법시행규칙", "3"),
    ]


def test_a_range_counts_every_article_in_it() -> None:
    assert pairs("선원법 제85조 내지 제87조, 근로기준법 제78조부터 제80조까지, 제82조") == [
        ("선원법", "85"),
        ("선원법", "86"),
        ("선원법", "87"),
        (LABOUR, "78"),
        (LABOUR, "79"),
        (LABOUR, "80"),
        (LABOUR, "82"),
    ]


def test_branch_articles_keep_their_branch() -> None:
    assert pairs("근로기준법 제43조의2 제1항, 제76조의3") == [(LABOUR, "43의2"), (LABOUR, "76의3")]


def test_bracketed_remarks_name_no_article() -> None:
    text = "구 근로기준법(2005. 1. 27. 법률 제7379호로 개정되기 전의 것) 제34조 제3항(현행 근로자퇴직급여 보장법 제8조 제2항 참조)"
    assert cited(text) == [Cited(LABOUR, "34", former=True, supplementary=False)]
    assert pairs("민사소송법 제248조[소의 이익], 가사소송법 제2조 제1항 (나)목, 제3조") == [
        ("민사소송법", "248"),
        ("가사소송법", "2"),
        ("가사소송법", "3"),
    ]


def test_list_markers_are_no_names() -> None:
    assert pairs("가.나. 근로기준법 제27조, 나. 제28조 / ［1］ 민법 제660조") == [
        (LABOUR, "27"),
        (LABOUR, "28"),
        ("민법", "660"),
    ]


def test_supplementary_provisions_are_not_the_main_part() -> None:
    articles = {LABOUR: {"2", "23"}}
    assert labels("근로기준법 부칙(1989. 3. 29.) 제2조, 근로기준법 제23조", articles) == {(LABOUR, "23")}
    assert labels("근로기준법 제23조, 부칙 제2조, 제2조", articles) == {(LABOUR, "23")}


def test_an_article_that_is_gone_today_is_no_label() -> None:
    assert labels("근로기준법 제23조, 제999조, 민법 제23조", {LABOUR: {"23"}}) == {(LABOUR, "23")}


def test_a_former_name_points_to_the_act_of_today() -> None:
    assert pairs("남녀고용평등법 제8조") == [(solid("남녀고용평등과 일ㆍ가정 양립 지원에 관한 법률"), "8")]


@pytest.mark.parametrize(
    ("judged", "statutes", "expected"),
    [
        ("2010-07-29", "근로기준법 제23조", "current"),
        ("2007-04-11", "근로기준법 제23조", "current"),
        ("2007-04-10", "근로기준법 제30조", "older"),
        ("2007-05-09", "근로기준법 제23조, 근로기준법 시행령 제6조", "older"),
        ("2019-12-31", "근로기준법 제23조, 산업안전보건법 제26조", "older"),
        ("2022-01-13", "근로기준법 제23조, 구 산업안전보건법(2019. 1. 15. 전부 개정되기 전의 것) 제26조", "former_law"),
        ("2022-01-13", "민법 제2조, 근로기준법 부칙 제2조", "not_in_corpus"),
    ],
)
def test_a_row_counts_only_after_the_last_full_revision_of_every_act_it_cites(
    judged: str, statutes: str, expected: str
) -> None:
    assert group(judged, statutes, IN_FORCE) == expected


def test_a_word_that_ends_in_gu_is_no_former_law() -> None:
    assert not cites_former_law("연구 윤리 확보를 위한 지침 제3조, 국가배상법 제2조")
    assert cites_former_law("민법 제2조, 구 병역법 제3조")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("부칙 <제16272호,2019.1.15>\n\n제1조(시행일) 이 법은 공포 후 1년이 경과한 날부터 시행한다.", "2020-01-16"),
        ("부칙 <제10465호,2011.3.29>\n제1조(시행일) 이 법은 공포 후 6개월이 경과한 날부터 시행한다.", "2011-09-30"),
        (
            "부칙 <제7127호,2004.1.29>\n①(시행일) 이 법은 공포후 6월이 경과한 날부터 시행한다. 다만, 제8조는",
            "2004-07-30",
        ),
        ("부칙 <제13278호,2015.3.27>\n이 법은 공포 후 1년 6개월이 경과한 날부터 시행한다.", "2016-09-28"),
        ("부칙 <제20142호,2007.6.29>\n이 영은 2007년 7월 1일부터 시행한다. 다만, 2008년 1월 1일부터", "2007-07-01"),
        ("부칙 <제8372호,2007.4.11>\n이 법은 공포한 날부터 시행한다. 다만, 2007년 4월 12일부터 시행하고", "2007-04-11"),
        ("부칙 <제1호,2011.8.31>\n이 법은 공포 후 6개월이 경과한 날부터 시행한다.", "2012-03-01"),
    ],
)
def test_commencement_is_read_from_the_first_supplementary_provision(text: str, expected: str) -> None:
    found = revision(text)
    assert found is not None
    assert found.in_force == expected


def test_an_act_without_supplementary_provisions_states_no_revision() -> None:
    assert revision("##### 제1조 (목적)\n\n본문") is None


@given(st.lists(st.tuples(st.sampled_from([LABOUR, "민법"]), st.integers(1, 999), st.integers(0, 9)), min_size=1))
def test_what_is_written_out_is_read_back(refs: list[tuple[str, int, int]]) -> None:
    text = ", ".join(f"{act} 제{n}조{f'의{branch}' if branch else ''} 제1항" for act, n, branch in refs)
    assert pairs(text) == [(act, f"{n}의{branch}" if branch else str(n)) for act, n, branch in refs]


@given(st.text(alphabet="근로기준법 제조의항호0123456789,./()[]구같은내지및가나.부칙", max_size=80))
def test_no_list_of_statutes_breaks_the_reader(text: str) -> None:
    for ref in cited(text):
        assert re.fullmatch(r"\d+(의\d+)?", ref.article)
        assert ref.act == solid(ref.act)


def _acts(shared: Path) -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in sorted((shared / "statutes/current").glob("*/*.md"))}


def test_the_table_of_revisions_agrees_with_the_acts(shared: Path) -> None:
    stated: dict[str, list[Revision | None]] = {}
    for text in _acts(shared).values():
        stated.setdefault(title(text), []).append(revision(text))
    for name, number, promulgated, in_force in REVISED:
        assert Revision(number, promulgated, in_force) in stated[name], name


def test_full_revisions_in_the_history_are_the_ones_the_acts_state(shared: Path) -> None:
    """Independent source: file names of statutes/history carry promulgation date and kind of amendment."""
    seen = 0
    for path, text in _acts(shared).items():
        versions = shared / "statutes/history" / path.parent.name / path.stem
        full = [file.stem.split("_")[1] for file in versions.glob("*.md") if file.stem.endswith(("전부개정", "제정"))]
        if full:
            found = revision(text)
            assert found is not None
            assert found.promulgated == max(full), path
            seen += 1
    assert seen >= 10


def test_groups_of_the_whole_set(shared: Path) -> None:
    in_force = commencements(_acts(shared).values())
    lines = (shared / "qa/court_issue_statute_pairs.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    counted = Counter(group(row["date"], row["statutes"], in_force) for row in rows)
    assert counted.total() == 4238
    assert counted["current"] == 745
    # The shared data's own note: 1,084 rows name an earlier law; here 537 of them also cite an act of the corpus.
    assert sum(cites_former_law(row["statutes"]) for row in rows) == pytest.approx(1084, abs=5)
