"""Whom to turn to beside a ticket, as a sentence: 급하면 인사팀(내선 1234)에 문의해 주세요."""

from __future__ import annotations

import re

from geungeo import messages

# How people are called at work: one asks *a person* 에게, and an office, a number or an address 에.
_PERSON = re.compile(
    r"(?:님|씨|선생|담당자|담당관|사원|주임|대리|과장|차장|부장|팀장|실장|처장|국장|소장|원장|본부장|센터장|계장|반장"
    r"|이사|상무|전무|대표|매니저|선임|책임|수석|주무관|사무관|서기관|노무사|변호사|회계사|간호사|관리자)$"
)
_IN_BRACKETS = re.compile(r"\s*[(\[（][^()\[\]（）]*[)\]）]$")
_SENTENCE = re.compile(r"(?:[.!?。]|요)$")


def contact_words(contact: str, filed: bool) -> str:
    """contact: as geungeo.toml has it, a place, a person or a whole sentence; "" is nobody.

    filed: whether a ticket was given. With neither ticket nor contact, the words still send the asker to a person.
    """
    whom = " ".join(contact.split())
    if _SENTENCE.search(whom):
        return whom if filed else f"{messages.CONTACT_NOBODY} {whom}"
    if filed:
        return messages.CONTACT.format(whom=_to(whom)) if whom else ""
    return messages.CONTACT_INSTEAD.format(whom=_to(whom)) if whom else messages.CONTACT_NOBODY


def _to(whom: str) -> str:
    return f"{whom}{'에게' if _PERSON.search(_IN_BRACKETS.sub('', whom)) else '에'}"
