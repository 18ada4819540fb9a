"""A base that stays open: health that never raises, neighbours in reading order, vectors in the background."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest

from asking import OUTSIDE, SICK, by_words
from geungeo import messages, wiring
from geungeo.decisions import decide
from geungeo.errors import BadQuestion
from geungeo.ports import Batch
from geungeo.records import NOBODY, Reader
from geungeo.serve.jobs import Jobs, Kind, Stepped, Work
from geungeo.serve.running import VECTORS, Running


def test_health_without_an_index_is_degraded_and_questions_are_handed_off(examples_copy: wiring.Base) -> None:
    shutil.rmtree(examples_copy.workspace.index)
    reopened = wiring.open_workspace(examples_copy.workspace.root)
    running = wiring.running(reopened, [])
    assert running.health()["status"] == "degraded"
    assert running.health()["chunks"] == 0
    assert running.ask(SICK, NOBODY).reason == "unavailable"
    assert len(reopened.inbox.list()) == 1


def test_health_without_clauses_is_degraded(tmp_path: Path) -> None:
    wiring.init(tmp_path / "workspace")
    base = wiring.open_workspace(tmp_path / "workspace", {"embedder.kind": "none"})
    base.store.apply(Batch())
    assert Running(by_words(base), None).health()["status"] == "degraded"


def test_health_counts_what_is_there(examples_base: wiring.Base) -> None:
    running = wiring.running(examples_base, [])
    snapshot = examples_base.store.snapshot()
    health = running.health()
    assert (health["status"], health["chunks"], health["commit"]) == ("ok", len(snapshot.chunks), snapshot.commit)
    assert health["vectors"] == {"done": 0, "total": len(snapshot.chunks)}
    assert health["model"] == wiring.desk(examples_base).embedder.model  # type: ignore[union-attr]


def test_neighbours_are_the_same_documents_clauses_in_reading_order(examples_base: wiring.Base) -> None:
    running = Running(by_words(examples_base), None)
    chunks = list(examples_base.store.snapshot().chunks.values())
    document = [c for c in chunks if c.doc == "보안업무규정"]
    document.sort(key=lambda chunk: (chunk.start, chunk.end))
    first, middle = document[0], document[10]
    assert running.neighbours(first.chunk_id, NOBODY, 3, 2) == document[1:3]
    assert running.neighbours(middle.chunk_id, NOBODY, 2, 2) == document[8:10] + document[11:13]
    assert running.neighbours("0" * 16, NOBODY, 2, 2) == []
    assert running.chunk("0" * 16, NOBODY) is None
    text = running.document(middle.key, NOBODY).text  # type: ignore[union-attr]
    assert text[middle.start : middle.end] == middle.text


def making_vectors(work: Work) -> Jobs:
    return Jobs({VECTORS: Kind(work, yields=True)})


def test_progress_of_vectors_is_told_while_questions_are_answered(examples_base: wiring.Base) -> None:
    half, go_on = threading.Event(), threading.Event()

    def embed(step: Stepped, stop: threading.Event) -> None:
        step("embedding", 5, 10)
        half.set()
        go_on.wait(60)

    running = Running(by_words(examples_base), making_vectors(embed))
    running.start()
    assert half.wait(60)
    assert running.progress(Reader(role="operator")) == {"stage": "embedding", "done": 5, "total": 10}
    assert running.progress(NOBODY) == {"stage": "embedding", "done": 50, "total": 100}
    assert running.ask(SICK, NOBODY).route == "auto_answer"
    go_on.set()
    running.close()


def test_vectors_that_stop_are_told_and_questions_go_on_by_words(examples_base: wiring.Base) -> None:
    tried = threading.Event()

    def embed(step: Stepped, stop: threading.Event) -> None:
        tried.set()
        raise OSError("/somewhere/no space left")

    running = Running(by_words(examples_base), making_vectors(embed))
    running.start()
    assert tried.wait(60)
    running.close()
    assert running.progress()["stage"] == messages.VECTORS_STOPPED
    assert running.health()["status"] == "degraded"
    assert running.ask(SICK, NOBODY).route == "auto_answer"


def test_closing_stops_the_background_work(examples_base: wiring.Base) -> None:
    begun = threading.Event()

    def embed(step: Stepped, stop: threading.Event) -> None:
        begun.set()
        assert stop.wait(60)

    running = Running(by_words(examples_base), making_vectors(embed))
    running.start()
    assert begun.wait(60)
    running.close()
    assert running.progress()["stage"] == ""


def test_a_changed_setting_holds_from_the_next_question_on(examples_copy: wiring.Base) -> None:
    running = wiring.running(examples_copy, [])
    assert running.ask(SICK, NOBODY).question == SICK
    wiring.tuning(examples_copy).set("question.max_chars", 10, "kim")
    with pytest.raises(BadQuestion, match="10자 이하"):
        running.ask(SICK, NOBODY)
    wiring.tuning(examples_copy).set("question.max_chars", None, "kim")
    assert running.ask(SICK, NOBODY).question == SICK


def test_a_question_tried_out_leaves_nothing_behind(examples_copy: wiring.Base) -> None:
    running = wiring.running(examples_copy, [])
    result = running.try_out(OUTSIDE, NOBODY)
    assert (result.route, result.ticket) == ("handoff", None)
    assert examples_copy.inbox.list() == []
    assert wiring.traces(examples_copy).get(result.trace_id) is None


def test_a_file_of_which_something_is_closed_suggests_no_question(tmp_path: Path) -> None:
    """A suggestion names the file, and may be about any of the rules in it."""
    wiring.init(tmp_path / "workspace")
    base = wiring.open_workspace(tmp_path / "workspace", {"embedder.kind": "none"})
    rule = "# {0} 규정\n\n제1조(목적) {0} 규정의 목적이다.\n\n제2조(정의) 정의이다.\n\n"
    (base.docs / "둘.md").write_text(rule.format("휴가") + rule.format("합병"), encoding="utf-8")
    (base.docs / "하나.md").write_text(rule.format("여비"), encoding="utf-8")
    wiring.refresh(base, lambda stage, done, total: None)
    questions = [{"question": f"{file}?", "document": file} for file in ("둘.md", "하나.md")]
    running = Running(wiring.desk(base), None, questions)
    assert running.suggestions(Reader("kim")) == questions
    decide(base.workspace, "document:둘.md#2", "allow", ["group:board"], "park")
    assert running.suggestions(Reader("kim")) == questions[1:]
