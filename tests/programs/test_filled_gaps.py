from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from pandora.programs.filled_gaps import GAP, filled_gaps
from pandora.programs.help import Try, Work
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

BILL = "BILL\n\nTo: Rose Gate\nHours: ____\nRate: 32.00\nAmount: ____ euros\nThanks!\nBerta\n"


def verdicts(root: Path, after: str, name: str = "bill.txt") -> list[tuple[str, str]]:
    (root / name).write_text(BILL, encoding="utf-8")
    change = Change(name, hashlib.sha256(BILL.encode()).hexdigest(), after.encode())
    work = Work(Task("Fill in the hours and the amount.", kind_of_task="change"), root)
    found = filled_gaps(work, Try({}, Result(True, "done", changes=(change,))))
    assert all(verdict.question for verdict in found if verdict.state == "violated")
    return [(verdict.state, verdict.reason) for verdict in found]


def test_a_text_whose_gaps_are_filled_and_nothing_else_is_held(tmp_path: Path) -> None:
    after = BILL.replace("____", "12", 1).replace("____", "384.00")
    assert verdicts(tmp_path, after) == [("held", "2 gaps filled, all other lines as they were")]
    assert verdicts(tmp_path, BILL.replace("Thanks!", "Thank you!")) == []
    assert verdicts(tmp_path, after, "bill.py") == []


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (BILL.replace("____", "12", 1), "bill.txt still has the gap 'Amount: ____ euros'"),
        (BILL.replace("____", "12").replace("32.00", "32"), "'Rate: 32.00' changed, too"),
        ("Hours: 12\nAmount: 384.00\n", "5 lines of bill.txt are gone"),
    ],
)
def test_gaps_that_are_left_and_other_lines_are_told(tmp_path: Path, after: str, told: str) -> None:
    ((state, reason),) = verdicts(tmp_path, after)
    assert state == "violated"
    assert told in reason


@pytest.mark.parametrize(
    ("line", "gap"),
    [
        ("Tickets: TBD", True),
        ("Name: ........", True),
        ("Dear {{name}},", True),
        ("Dear <first name>,", True),
        ("Sum: XXX", True),
        ("Total: ???", True),
        ("Sum = …", True),
        ("What?? Well… I go on ...", False),
        ("a < b > c, [ ] open, e.g. ... and 3.5", False),
        ("snake_case and __init__", False),
    ],
)
def test_what_a_gap_is(line: str, gap: bool) -> None:
    assert bool(GAP.search(line)) is gap
