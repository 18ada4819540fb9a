"""Saying that nothing was found is caught in many wordings, and a rule's own words are not taken for it."""

from __future__ import annotations

import pytest

from geungeo.korean.refusals import SILENT, refusal

REFUSALS = """
제공된 발췌에서 답을 찾을 수 없습니다.
규정에서 해당 내용을 찾을 수 없습니다. [1][2][3]
발췌 [1], [2], [3] 어디에서도 관련 내용을 찾지 못했습니다.
해당 정보는 제공된 문서에 포함되어 있지 않습니다.
제공된 자료에는 관련 내용이 없습니다.
규정에 명시되어 있지 않습니다.
규정에 명시되지 않았습니다.
이에 대한 언급이 없습니다.
구체적인 금액은 언급되어 있지 않습니다.
구체적인 금액은 언급되지 않았습니다.
발췌문만으로는 확인할 수 없습니다.
확인이 어렵습니다.
정확한 내용을 확인하기 어렵습니다.
해당 사항은 확인되지 않습니다.
관련 규정이 존재하지 않습니다.
해당 조항이 없습니다.
제공된 정보로는 알 수 없습니다.
이 질문에는 답변할 수 없습니다.
답변을 드릴 수 없습니다.
답변드리기 어렵습니다.
정보가 부족하여 답하기 어렵습니다.
정보가 충분하지 않습니다.
죄송합니다. 도움을 드릴 수 없습니다.
죄송하지만 알려 드릴 내용이 없습니다.
잘 모르겠습니다.
모르겠습니다.
저는 그 내용을 모릅니다.
규정에 나와 있지 않습니다.
규정에는 나오지 않습니다.
문서에 기재되어 있지 않습니다.
해당 내용은 다루고 있지 않습니다.
규정은 이를 정하고 있지 않습니다.
관련 근거를 찾기 어렵습니다.
발췌에는 육아휴직 급여에 대한 설명이 없습니다.
제시된 발췌에 답이 없습니다.
이 질문과 직접 관련된 내용은 아닙니다.
인사팀에 문의하시기 바랍니다.
담당자에게 문의해 주세요.
판단하기 어렵습니다.
규정되어 있지 않습니다.
별도의 규정이 없습니다.
내용을 파악할 수 없습니다.
급여에 관한 내용은 보이지 않습니다.
제공되지 않은 정보입니다.
The excerpts do not mention this.
I'm sorry, I cannot answer that.
No information was found in the documents.
""".strip().splitlines()


@pytest.mark.parametrize("text", REFUSALS)
def test_a_refusal_is_caught(text: str) -> None:
    assert refusal(text)


def test_the_fixed_sentence_of_the_prompt_is_a_refusal() -> None:
    assert refusal(SILENT)
    assert len(REFUSALS) >= 40


@pytest.mark.parametrize(
    "text",
    [
        "연차는 15일입니다. [1]",
        "이월할 수 없습니다. [1]",
        "해고하지 못합니다. [2]",
        "지급하지 않습니다. [1]",
        "육아휴직 기간에는 해고할 수 없다. [1]",
        "재직기간에 산입하지 아니한다. [1]",
        "지체 없이 신고하여야 한다. [1]",
        "의결권이 없다. [1]",
        "30일이 아니라 90일마다 바꿉니다. [2]",
        "허가 없이 겸직할 수 없습니다. [1]",
    ],
)
def test_a_negative_answer_is_no_refusal(text: str) -> None:
    assert refusal(text) is None
