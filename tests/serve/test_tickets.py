"""A ticket from both ends: the asker's alone, replied to with a clause that they may read, never lost between states."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest

from asking import OUTSIDE, SICK, FullInbox, by_words
from geungeo import wiring
from geungeo.errors import BadMessage, UnknownTicket
from geungeo.ports import Batch, NewHandoff
from geungeo.records import Chunk, Citation, Message, Reader
from geungeo.serve.ask import ask
from geungeo.serve.receipts import hashed, new_receipt
from geungeo.serve.replies import Replies
from geungeo.serve.tickets import Ticket, Tickets

KIM = Reader("kim", ("hr",))
LEE = Reader("lee", ("it",))
OPERATOR = Reader("park", role="operator")


def sides(base: wiring.Base) -> tuple[Tickets, Replies]:
    asking = by_words(base)
    return wiring.tickets(base, asking), wiring.replies(base, asking)


def filed(base: wiring.Base, asker: Reader = KIM, receipt: str = "") -> int:
    return base.inbox.add(
        NewHandoff(
            "병가는 며칠인가요?",
            "answer_unverified",
            0.4,
            "확인되지 않은 초안",
            ("grounded",),
            asker="" if receipt else asker.user,
            groups=asker.groups,
            receipt=hashed(receipt) if receipt else "",
        )
    )


def clause(base: wiring.Base, title: str = "보안업무규정") -> Chunk:
    return next(c for c in base.store.snapshot().chunks.values() if c.doc == title and c.part == "본칙" and not c.flags)


def quoted(chunk: Chunk, start: int = 0, end: int = 12, number: int = 1) -> Citation:
    return Citation(number, chunk.chunk_id, "", "", start, end, chunk.text[start:end])


def restrict(base: wiring.Base, chunk: Chunk, allow: list[str] | None) -> None:
    row = {"target": f"document:{chunk.doc_id}", "kind": "allow", "value": allow, "who": "park", "when": "2026-07-01"}
    with open(base.workspace.decisions, "a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


# --- Whose ticket -------------------------------------------------------------------------------------------


def test_nobody_elses_ticket_is_seen_or_changed_and_it_looks_like_one_that_was_never_given(
    examples_copy: wiring.Base,
) -> None:
    tickets, _ = sides(examples_copy)
    kims = filed(examples_copy)
    assert [row.ticket for row in tickets.mine(KIM)] == [kims]
    nobody = Reader("", ("hr",))
    for stranger in (LEE, OPERATOR, nobody):
        assert tickets.mine(stranger) == []
        for deed in (tickets.one, tickets.seen, tickets.reopen):
            with pytest.raises(UnknownTicket) as foreign:
                deed(kims, stranger, "a receipt of nothing")
            with pytest.raises(UnknownTicket) as unknown:
                deed(kims + 99, stranger)
            assert str(foreign.value).replace(str(kims), "N") == str(unknown.value).replace(str(kims + 99), "N")
        with pytest.raises(UnknownTicket):
            tickets.ask_further(kims, "제 것처럼", stranger)
    assert examples_copy.inbox.messages(kims) == []


def test_a_ticket_without_a_name_is_whose_receipt_it_is(examples_copy: wiring.Base) -> None:
    tickets, replies = sides(examples_copy)
    mine, other = new_receipt(), new_receipt()
    first, second = filed(examples_copy, KIM, mine), filed(examples_copy, KIM, other)
    assert tickets.mine(KIM) == tickets.mine(Reader()) == []
    assert [row.ticket for row in tickets.of_receipts([other, mine, "", "nothing"])] == [second, first]
    replies.reply(first, "내규를 보세요.", (), OPERATOR)
    assert tickets.one(first, Reader(), mine).said[0].text == "내규를 보세요."
    for receipt in ("", other, hashed(mine)):
        with pytest.raises(UnknownTicket):
            tickets.one(first, KIM, receipt)
    told = tickets.ask_further(first, "며칠인가요?", KIM, mine)
    assert told.status == "open"
    assert examples_copy.inbox.messages(first)[-1].author == "", "what was asked without a name stays so"


@pytest.mark.parametrize(("anonymous", "reader"), [(True, KIM), (False, Reader("", ("hr",)))])
def test_who_asks_without_a_name_gets_a_receipt_that_opens_the_ticket_and_no_name_is_kept(
    examples_copy: wiring.Base, anonymous: bool, reader: Reader
) -> None:
    tickets, _ = sides(examples_copy)
    result = ask(OUTSIDE, by_words(examples_copy, anonymous=anonymous), reader=reader)
    assert result.ticket is not None
    assert result.receipt is not None
    assert result.receipt not in repr(result)
    assert tickets.one(result.ticket, reader, result.receipt).question == OUTSIDE
    row, trace = examples_copy.inbox.get(result.ticket), wiring.traces(examples_copy).get(result.trace_id)
    assert row is not None
    assert trace is not None
    assert (row.asker, row.groups, trace.user) == ("", ("hr",), "")
    again = ask(OUTSIDE, by_words(examples_copy, anonymous=anonymous), reader=reader)
    assert again.receipt != result.receipt


def test_a_named_ticket_and_an_answer_have_no_receipt(examples_copy: wiring.Base) -> None:
    assert ask(OUTSIDE, by_words(examples_copy), reader=KIM).receipt is None
    assert ask(SICK, by_words(examples_copy, anonymous=True), reader=KIM).receipt is None
    assert ask(OUTSIDE, by_words(examples_copy, anonymous=True, inbox=FullInbox()), reader=KIM).receipt is None


def test_what_is_stored_of_a_receipt_does_not_open_the_ticket(examples_copy: wiring.Base) -> None:
    receipt = new_receipt()
    ticket = filed(examples_copy, KIM, receipt)
    assert receipt.encode() not in b"".join(path.read_bytes() for path in examples_copy.workspace.root.glob("*.db*"))
    assert not hasattr(examples_copy.inbox.get(ticket), "receipt")


def test_the_asker_sees_nothing_of_the_desk(examples_copy: wiring.Base) -> None:
    tickets, replies = sides(examples_copy)
    ticket = filed(examples_copy)
    replies.assign(ticket, "choi", OPERATOR)
    seen = repr(tickets.one(ticket, KIM)) + repr(tickets.mine(KIM))
    for secret in ("초안", "grounded", "choi"):
        assert secret not in seen
    assert not {"draft", "failed", "evidence", "assignee", "groups"} & {field.name for field in fields(Ticket)}
    replies.reply(ticket, "60일입니다.", (), OPERATOR)
    assert [(said.author, said.role) for said in tickets.one(ticket, KIM).said] == [("park", "operator")]


# --- From open to done --------------------------------------------------------------------------------------


def test_a_ticket_goes_from_open_to_answered_to_seen_and_back(examples_copy: wiring.Base) -> None:
    tickets, replies = sides(examples_copy)
    ticket = filed(examples_copy)
    assert tickets.seen(ticket, KIM).status == "open", "only a reply can be seen"
    replies.reply(ticket, "60일입니다.", (), OPERATOR)
    assert tickets.one(ticket, KIM).status == "answered"
    assert tickets.seen(ticket, KIM).status == "seen"
    assert tickets.ask_further(ticket, "반차도 되나요?", KIM).status == "open"
    assert tickets.seen(ticket, KIM).status == "open", "a question that waits is not put away"
    assert replies.close(ticket, OPERATOR).status == "closed"
    assert tickets.reopen(ticket, KIM).status == "open"
    assert replies.close(ticket, OPERATOR).status == "closed"
    assert replies.reopen(ticket, OPERATOR).status == "open"
    assert [said.role for said in tickets.one(ticket, KIM).said] == ["operator", "employee"]


def test_a_reply_that_came_meanwhile_stays_unseen(examples_copy: wiring.Base) -> None:
    tickets, replies = sides(examples_copy)
    ticket = filed(examples_copy)
    first = replies.reply(ticket, "60일입니다.", (), OPERATOR)
    second = replies.reply(ticket, "고칩니다: 30일입니다.", (), OPERATOR)
    assert tickets.seen(ticket, KIM, upto=first.number).status == "answered"
    assert tickets.seen(ticket, KIM, upto=second.number).status == "seen"


@pytest.mark.parametrize("text", ["", " \n\t ", "\x00\x07", "가" * 4001])
def test_empty_and_endless_words_are_refused_on_both_sides(examples_copy: wiring.Base, text: str) -> None:
    tickets, replies = sides(examples_copy)
    ticket = filed(examples_copy)
    with pytest.raises(BadMessage):
        tickets.ask_further(ticket, text, KIM)
    with pytest.raises(BadMessage):
        replies.reply(ticket, text, (), OPERATOR)
    assert tickets.one(ticket, KIM).said == ()


def test_lines_stay_and_control_characters_go(examples_copy: wiring.Base) -> None:
    tickets, _ = sides(examples_copy)
    said = tickets.ask_further(filed(examples_copy), "\x1b첫 줄\r\n둘째 줄 ", KIM).said
    assert said[0].text == "첫 줄\n둘째 줄"


def test_every_deed_of_the_operator_is_kept_without_what_was_said(examples_copy: wiring.Base) -> None:
    _, replies = sides(examples_copy)
    ticket, chunk = filed(examples_copy), clause(examples_copy)
    replies.assign(ticket, "choi", OPERATOR)
    replies.reply(ticket, "당신의 병가는 끝났습니다.", [quoted(chunk)], OPERATOR)
    replies.close(ticket, OPERATOR)
    replies.reopen(ticket, OPERATOR)
    deeds = replies.audit.list()
    assert [deed.deed for deed in deeds] == ["reopen", "close", "reply", "assign"]
    assert {(deed.who, deed.subject) for deed in deeds} == {("park", f"ticket:{ticket}")}
    assert "병가" not in repr(deeds)
    for deed in (replies.close, replies.reopen):
        with pytest.raises(UnknownTicket):
            deed(ticket + 1, OPERATOR)


# --- Grounds ------------------------------------------------------------------------------------------------


def test_a_reply_shows_its_clause_to_the_asker(examples_copy: wiring.Base) -> None:
    tickets, replies = sides(examples_copy)
    ticket, chunk = filed(examples_copy), clause(examples_copy)
    replies.reply(ticket, "이 조항을 보세요. [1]", [quoted(chunk, 3, 20)], OPERATOR)
    (ground,) = tickets.one(ticket, KIM).said[0].grounds
    assert (ground.state, ground.number) == ("current", 1)
    assert ground.citation == Citation(1, chunk.chunk_id, chunk.label, chunk.source, 3, 20, chunk.text[3:20])


@pytest.mark.parametrize(("start", "end", "shift"), [(0, 12, 1), (5, 5, 0), (-3, 4, 0), (0, 10**6, 0)])
def test_a_citation_that_is_not_the_clauses_own_words_is_refused(
    examples_copy: wiring.Base, start: int, end: int, shift: int
) -> None:
    tickets, replies = sides(examples_copy)
    ticket, chunk = filed(examples_copy), clause(examples_copy)
    wrong = Citation(1, chunk.chunk_id, "", "", start, end, chunk.text[start + shift : end + shift])
    with pytest.raises(BadMessage, match=r"\[1\]"):
        replies.reply(ticket, "60일", [wrong], OPERATOR)
    with pytest.raises(BadMessage, match="지금 문서에 없습니다"):
        replies.reply(ticket, "60일", [Citation(1, "0" * 16, "", "", 0, 2, "연가")], OPERATOR)
    assert tickets.one(ticket, KIM).status == "open"


def test_a_clause_that_the_asker_may_not_read_cannot_be_their_answer(examples_copy: wiring.Base) -> None:
    _, replies = sides(examples_copy)
    chunk = clause(examples_copy)
    restrict(examples_copy, chunk, ["group:it"])
    ticket, lees, unnamed = (
        filed(examples_copy),
        filed(examples_copy, LEE),
        filed(examples_copy, LEE, new_receipt()),
    )
    with pytest.raises(BadMessage, match="물어본 사람이 읽을 수 없는"):
        replies.reply(ticket, "보세요.", [quoted(chunk)], OPERATOR)
    assert examples_copy.inbox.messages(ticket) == []
    for readable in (lees, unnamed):  # rights hold without a name
        assert replies.reply(readable, "보세요.", [quoted(chunk)], OPERATOR).citations


def test_commentary_is_no_ground_for_a_person_either(examples_copy: wiring.Base) -> None:
    _, replies = sides(examples_copy)
    chunk = clause(examples_copy)
    draft = Chunk(**{field.name: getattr(chunk, field.name) for field in fields(Chunk)} | {"part": "해설"})
    examples_copy.store.apply(Batch(chunks=(draft,)))
    with pytest.raises(BadMessage, match="해설"):
        replies.reply(filed(examples_copy), "보세요.", [quoted(chunk)], OPERATOR)


def test_a_clause_closed_later_is_gone_from_the_reply_without_a_trace(examples_copy: wiring.Base) -> None:
    tickets, replies = sides(examples_copy)
    ticket, chunk = filed(examples_copy), clause(examples_copy)
    replies.reply(ticket, "보세요. [1]", [quoted(chunk)], OPERATOR)
    restrict(examples_copy, chunk, ["group:it"])
    closed = tickets.one(ticket, KIM).said[0].grounds
    restrict(examples_copy, chunk, None)
    assert tickets.one(ticket, KIM).said[0].grounds[0].state == "current"
    examples_copy.store.apply(Batch(removed_documents=(chunk.key,), removed_chunks=_of(examples_copy, chunk.doc_id)))
    removed = tickets.one(ticket, KIM).said[0].grounds
    assert closed == removed
    assert closed[0].citation is None


def test_an_amended_clause_is_said_to_be_amended_and_its_old_words_are_not_shown(examples_copy: wiring.Base) -> None:
    tickets, replies = sides(examples_copy)
    ticket, chunk = filed(examples_copy), clause(examples_copy)
    replies.reply(ticket, "보세요. [1]", [quoted(chunk)], OPERATOR)
    now = {field.name: getattr(chunk, field.name) for field in fields(Chunk)}
    now |= {"chunk_id": "f" * 16, "content_hash": "e" * 16, "text": f"다른 말 {chunk.text}"}
    examples_copy.store.apply(Batch(chunks=(Chunk(**now),), removed_chunks=(chunk.chunk_id,)))
    (ground,) = tickets.one(ticket, KIM).said[0].grounds
    assert ground.state == "amended"
    assert ground.citation == Citation(1, "f" * 16, chunk.label, chunk.source, 0, 0, "")


def _of(base: wiring.Base, doc_id: str) -> tuple[str, ...]:
    return tuple(chunk.chunk_id for chunk in base.store.snapshot().chunks.values() if chunk.doc_id == doc_id)


def test_pages_of_tickets_follow_each_other(examples_copy: wiring.Base) -> None:
    tickets, _ = sides(examples_copy)
    numbers = [filed(examples_copy) for _ in range(103)]
    first = tickets.mine(KIM)
    assert [row.ticket for row in first] == numbers[:2:-1]
    assert [row.ticket for row in tickets.mine(KIM, before=first[-1].ticket)] == numbers[2::-1]


def test_a_ticket_of_the_first_version_keeps_its_place_and_is_nobodys(
    examples_copy: wiring.Base, tmp_path: Path
) -> None:
    tickets, replies = sides(examples_copy)
    ticket = examples_copy.inbox.add(NewHandoff("옛 질문", "unavailable", 0.0, None, ()))
    replies.reply(ticket, "답", (), OPERATOR)
    assert isinstance(examples_copy.inbox.messages(ticket)[0], Message)
    for reader in (Reader(), KIM):
        with pytest.raises(UnknownTicket):
            tickets.one(ticket, reader, "")
