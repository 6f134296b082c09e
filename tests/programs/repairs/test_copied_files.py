"""Copies where the request asks to move files."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from pandora.programs.help import Work
from pandora.programs.repairs.copied_files import copies_as_moves, moves_as_copies
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

TASK = Task("put the csv files into runs", files=("a.csv", "b.csv"), kind_of_task="change", moves=True)
A, B = b"day\n1\n", b"day\n2\n"


@pytest.fixture
def work(tmp_path: Path) -> Work:
    (tmp_path / "a.csv").write_bytes(A)
    (tmp_path / "b.csv").write_bytes(B)
    return Work(TASK, tmp_path)


def test_what_was_copied_goes_from_its_old_place(work: Work) -> None:
    copies = (Change("runs/a.csv", "", A), Change("runs/b.csv", "", B))
    moved = copies_as_moves(work, Result(True, "", changes=copies))
    gone = [Change(path, hashlib.sha256(text).hexdigest(), None) for path, text in (("a.csv", A), ("b.csv", B))]
    assert moved.changes == (*copies, *gone)
    assert any("moved" in reason or "move" in reason for reason in moved.held)


@pytest.mark.parametrize(
    "changes",
    [
        (Change("runs/a.csv", "", b"other"),),
        (Change("runs/a.csv", "", A), Change("more/a.csv", "", A)),
        (Change("runs/a.csv", "", A), Change("b.csv", hashlib.sha256(B).hexdigest(), b"new")),
        (),
    ],
)
def test_other_results_stay_as_they_are(work: Work, changes: tuple[Change, ...]) -> None:
    result = Result(True, "", changes=changes)
    assert copies_as_moves(work, result) is result


def test_copies_that_are_asked_for_stay_copies(work: Work) -> None:
    result = Result(True, "", changes=(Change("runs/a.csv", "", A),))
    assert copies_as_moves(replace(work, task=replace(TASK, moves=False)), result) is result


def test_moves_are_copies_where_these_are_asked_for(work: Work) -> None:
    asked = replace(work, task=replace(TASK, copies=True))
    copies = (Change("runs/a.csv", "", A), Change("runs/b.csv", "", B))
    judged = copies_as_moves(asked, Result(True, "", changes=copies))
    assert len(judged.changes) == 4, "they are judged as moves"
    assert not judged.held
    kept = moves_as_copies(asked, judged)
    assert kept.changes == copies
    assert kept.held == ("the task asks for copies: what they are copies of stays in its place",)
    deletes = Result(True, "", changes=(Change("b.csv", hashlib.sha256(B).hexdigest(), None),))
    assert moves_as_copies(asked, deletes) is deletes, "what is nowhere else stays deleted"
    assert moves_as_copies(work, judged) is judged
