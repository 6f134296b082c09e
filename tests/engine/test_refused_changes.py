"""What an attempt changed whose result is refused is as it was before, and can be written again."""

from __future__ import annotations

from pathlib import Path

from pandora.engine.escalation_account import UNSOLVED
from pandora.engine.events import Event
from pandora.outcome import Status
from pandora.policy import Policy, Rule
from pandora.workspace.redo import plan_redo, redo
from tests.engine.runs import Bench, Line, checked, coded, planned, saving, understood

ALLOWED = Policy().with_rules([Rule("write", "*", "allow", "test")])
FRUIT = "data/fruit.csv"
SORTED = "name,price\nplum,2\npear,3\n"


def attempt(*check: str) -> list[Line]:
    return [planned("python: do it"), *[coded(saving(FRUIT, SORTED))] * 2, checked(*check)]


def content(bench: Bench) -> str:
    return (bench.root / FRUIT).read_text(encoding="utf-8")


def test_the_next_attempt_starts_from_what_was_there_before(kinds: Bench) -> None:
    refused, right = attempt("retry", "it is not sorted"), attempt()
    ended = kinds.start(
        understood(kind="change"), *refused, *right, text=f"Sort {FRUIT} by price", policy=ALLOWED
    )
    assert ended.outcome.status is Status.ACCEPTED
    assert content(kinds) == SORTED
    first = kinds.document("op-python-1").meta["applied"][1]
    assert first["undone"]
    assert "undone" not in kinds.document().meta
    assert "undone" not in kinds.document("op-python-2").meta["applied"][1]


def test_a_run_that_is_not_solved_leaves_the_files_as_they_were(kinds: Bench) -> None:
    before = content(kinds)
    lines = [line for _ in range(3) for line in attempt("retry", "it is not sorted")]
    ended = kinds.start(understood(kind="change"), *lines, text=f"Sort {FRUIT} by price", policy=ALLOWED)
    assert (ended.outcome.status, content(kinds)) == (Status.ESCALATED, before)
    account = kinds.document().body(5)
    assert UNSOLVED in account
    assert f"Put back as before the run: {FRUIT}" in account
    assert f"pandora undo --redo {kinds.short}" in account
    kinds.resume()
    assert (kinds.model.asked, content(kinds)) == ([], before)
    redo(kinds.workspace, plan_redo(kinds.workspace, kinds.short), "2026-01-01T00:00:00Z")
    assert content(kinds) == SORTED


class Editor(list[Event]):
    """The events of a run; a person edits the file as soon as the run has written it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    def append(self, event: Event) -> None:
        super().append(event)
        if self.path.read_text(encoding="utf-8") == SORTED:
            self.path.write_text(f"mine {len(self)}\n", encoding="utf-8")


def test_a_file_that_somebody_changed_since_stays(kinds: Bench) -> None:
    kinds.events = Editor(kinds.root / FRUIT)
    lines = [line for _ in range(3) for line in attempt("retry", "it is not sorted")]
    ended = kinds.start(understood(kind="change"), *lines, text=f"Sort {FRUIT} by price", policy=ALLOWED)
    assert ended.outcome.status is Status.ESCALATED
    assert content(kinds).startswith("mine ")
    account = kinds.document().body(5)
    assert "Put back" not in account
    assert f"Not put back: {FRUIT}: somebody changed it after the run wrote it" in account


def test_what_an_earlier_attempt_changed_is_told_where_the_last_changed_nothing(kinds: Bench) -> None:
    refused = attempt("retry", "it is not sorted")
    silent = [planned("python: do it"), *[coded("print('plum')")] * 5]
    lines = [*refused, *silent, checked("retry", "no file"), *silent, checked("retry", "no file")]
    ended = kinds.start(understood(kind="change"), *lines, text=f"Sort {FRUIT} by price", policy=ALLOWED)
    assert ended.outcome.status is Status.ESCALATED
    assert f"Put back as before the run: {FRUIT}" in kinds.document().body(5)
