"""The operation `quote` in a loop: what a try that copied its files makes of the next one."""

from __future__ import annotations

from pathlib import Path

from pandora.document.form import Slot
from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Status
from pandora.programs.rules.answer_rules import COPIES
from pandora.task import Task
from tests.engine.runs import Bench, Line

PATTERN = Path(__file__).parents[2] / "system" / "operations" / "quote.md"
REQUEST = "When is the pool closed, by notes.txt?"
NOTES = "\n\n".join(
    [
        "The city pool",
        "The pool is closed from 14 to 27 April.",
        "The sauna stays open.",
        "A day costs 5 euros.",
    ]
)


def test_after_a_copy_of_the_files_the_answer_is_asked_for_in_one_line(bench: Bench) -> None:
    (bench.workspace.system / "operations").mkdir(exist_ok=True)
    (bench.workspace.system / "operations" / "quote.md").write_bytes(PATTERN.read_bytes())
    (bench.root / "notes.txt").write_text(NOTES, encoding="utf-8")

    def written(text: str) -> Line:
        return {"phase": "do", "level": "operation", "type": "quote", "fill": {"text": text}}

    said = "The pool is closed from 14 to 27 April."
    unsure: Line = {"phase": "do", "level": "operation", "type": "quote", "fill": {"answer": "yes"}}
    bench.script([written(NOTES), unsure, unsure, written(said), written(said)])
    host = bench.host()
    host.operations = OPERATIONS
    task = Task(
        *(REQUEST, "operation", "quote", "abc234", "system-abc234", "1"),
        request=REQUEST, files=("notes.txt",), named=True, kind_of_task="answer",
    )  # fmt: skip
    ended = micro_loop(task, host)
    assert (ended.status, ended.output) == (Status.ACCEPTED, said)
    document = bench.host().store.load("op-quote-abc234-1")
    assert COPIES in document.body(3)
    asked = [form["text"].slot for form in bench.model.forms if "text" in form]
    assert [slot.kind for slot in asked if isinstance(slot, Slot)] == ["text", "line", "text"]
