"""Where a table of contents ends: what follows it is text again, though no article begins."""

from __future__ import annotations

from pathlib import Path

from structure_samples import parse_file, pieces

from geungeo.corpus.chunk import chunks
from geungeo.corpus.quality import flagged
from geungeo.korean.normalize import nfc

CONTENTS = "목 차\n1. 배경 ········ 1\n2. 기본 방향 ········ 2\n3. 사업 내용 ········ 5"


def test_text_behind_a_contents_list_is_no_contents() -> None:
    found = pieces(
        CONTENTS, "1. 배경\n보유한 자료를 연계하여 공공의 목적으로 활용한다.\n2. 기본 방향\n단계별로 추진한다."
    )
    listed = [chunk for chunk in found if "toc:leaders" in chunk.flags]
    assert [chunk.text for chunk in listed] == [CONTENTS]
    assert "공공의 목적" in "".join(chunk.text for chunk in found if chunk not in listed)


def test_a_plan_with_dotted_contents_keeps_its_body(shared: Path) -> None:
    folder = shared / "rules/jet-rag/assets/public"
    [plan] = [path for path in folder.glob("*.pdf") if "추진계획" in nfc(path.name)]
    found = [chunk for document in parse_file(plan) for chunk in flagged(document, chunks(document))]
    listed = sum(len(chunk.text) for chunk in found if "toc:leaders" in chunk.flags)
    assert 0 < listed < 0.1 * sum(len(chunk.text) for chunk in found)
