"""A summary that code makes of the sentences that the request asks for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pandora.engine import told_summary
from pandora.engine.loop import Loop
from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.task import Task
from tests.engine.composed_texts import PATTERN, document_of, written
from tests.engine.runs import Bench, Line
from tests.programs.texts.test_extracted_summary import MINUTES

REQUEST = "Sum up minutes.txt for me in at most 20 words: who does what by when, and when we meet next."
LINE: Line = {"phase": "do", "level": "operation", "type": "compose"}
HALL, NEXT = "Ola books the hall by Friday.", "The next meeting is on 3 June at 19:00."


def said(chance: float) -> Line:
    return {**LINE, "fill": {"answer": "yes"}, "chances": {"answer": chance}}


def composed(bench: Bench, request: str, *lines: Line) -> Outcome:
    (bench.root / "minutes.txt").write_text(MINUTES, encoding="utf-8")
    (bench.workspace.system / "operations").mkdir(exist_ok=True)
    (bench.workspace.system / "operations" / "compose.md").write_bytes(PATTERN.read_bytes())
    bench.script(lines)
    host = bench.host()
    host.operations = OPERATIONS
    task = Task(request, "operation", "compose", "abc234", "system-abc234", "1", request=request)
    return micro_loop(replace(task, kind_of_task="answer", files=("minutes.txt",)), host)


def test_the_sentences_that_are_asked_for_are_the_first_try(bench: Bench) -> None:
    likely = [0.2, 0.2, 0.2, 0.9, 0.2, 0.2, 0.2, 0.2, 0.95, 0.2]
    lines = [said(0.97), *(said(chance) for chance in likely for _ in range(2)), *[said(0.9)] * 8]
    ended = composed(bench, REQUEST, *lines)
    assert ended.status is Status.ACCEPTED, document_of(bench)
    assert ended.output == f"- Concert: {HALL}\n- Next meeting: {NEXT}"


def test_a_request_for_no_summary_is_for_the_model(bench: Bench) -> None:
    text = "Ola books the hall by Friday, and we meet on 3 June at 19:00."
    ended = composed(bench, REQUEST, said(0.5), written(text, "Ruth", "Ola"), *[said(0.9)] * 8)
    assert ended.status is Status.ACCEPTED, document_of(bench)
    assert ended.output == text


@pytest.mark.parametrize(
    ("odds", "request_", "offered"),
    [
        (3.0, REQUEST, {"compose"}),
        (1.0, REQUEST, {"compose", "quote"}),
        (None, REQUEST, {"compose", "quote"}),
        (3.0, "When does the choir of minutes.txt meet next?", {"compose", "quote"}),
        (3.0, f"Deutsch bitte: {REQUEST} Schreib die Zusammenfassung auf Deutsch.", {"compose", "quote"}),
    ],
)
def test_what_writes_texts_is_offered_alone_for_a_summary(
    odds: float | None, request_: str, offered: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "minutes.txt").write_text(MINUTES, encoding="utf-8")
    monkeypatch.setattr(told_summary, "log_odds_of", lambda loop, question, text: odds)
    loop = SimpleNamespace(
        task=Task(request_, files=("minutes.txt",)),
        work=SimpleNamespace(workspace=tmp_path, request=request_),
        untrusted=False,
        record=lambda number: SimpleNamespace(human=False),
    )
    menu = {"compose": SimpleNamespace(evidence=("asked_notes",)), "quote": SimpleNamespace(evidence=())}
    assert told_summary.with_summary_alone(cast("Loop", loop), cast("Any", menu)).keys() == offered
