"""Lines that a text no longer has after a try that was to change something in it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from pandora.programs.help import Try, Work
from pandora.programs.rules.lost_lines import lost_lines
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

BUDGET = "# Summer night\n\nPlanned: 4,500.00\nSpent so far: 0.00\nOpen: all\n"


@pytest.mark.parametrize(
    ("path", "after", "kept"),
    [
        ("budget.md", BUDGET.replace("0.00", "2193.90"), None),
        ("budget.md", "| item | amount |\n| --- | --- |\n| Spent so far | 2193.9 |\n", 0),
        ("budget.md", "# Summer night\nSpent so far: 2193.90\n", 1),
        ("budget.py", "spent = 2193.90\n", None),
        ("budget.csv", "spent\n2193.90\n", None),
    ],
)
def test_a_changed_text_keeps_half_of_its_lines(
    path: str, after: str, kept: int | None, tmp_path: Path
) -> None:
    (tmp_path / path).write_text(BUDGET, encoding="utf-8")
    change = Change(path, hashlib.sha256(BUDGET.encode()).hexdigest(), after.encode())
    attempt = Try({}, Result(True, "done", changes=(change,)))
    found = lost_lines(
        Work(Task("Put the sum into it.", files=(path,), kind_of_task="change"), tmp_path), attempt
    )
    assert [verdict.reason.partition(";")[0] for verdict in found] == (
        [] if kept is None else [f"{path} keeps {kept} of its 4 lines"]
    )
    made = Task("Make it anew.", files=(path,), kind_of_task="file")
    assert lost_lines(Work(made, tmp_path), attempt) == []


@pytest.mark.parametrize(
    ("request_text", "after", "gone"),
    [
        ("The night volume should be 2.", "[night]\nvolume = 2\n", ["wifi"]),
        ("Take the wifi section out.", "[night]\nvolume = 5\n", []),
        ("Call the section lan.", "[lan]\nchannel = 6\n\n[night]\nvolume = 5\n", []),
        ("The night volume should be 2.", "[wifi]\nchannel = 6\n\n[night]\nvolume = 2\n", []),
    ],
)
def test_a_changed_configuration_keeps_the_sections_that_the_request_does_not_name(
    request_text: str, after: str, gone: list[str], tmp_path: Path
) -> None:
    before = "[wifi]\nchannel = 6\n\n[night]\nvolume = 5\n"
    (tmp_path / "bell.ini").write_text(before, encoding="utf-8")
    change = Change("bell.ini", hashlib.sha256(before.encode()).hexdigest(), after.encode())
    task = Task(request_text, request=request_text, files=("bell.ini",), kind_of_task="change")
    found = lost_lines(Work(task, tmp_path), Try({}, Result(True, "done", changes=(change,))))
    assert [verdict.question for verdict in found] == [
        f"Does the task ask to remove {key} from bell.ini?" for key in gone
    ]


@pytest.mark.parametrize(
    ("after", "told"),
    [
        ("Moonlight: hay\nMoonlight and Bruno\nThe vet saw Moonlight.\n", 0),
        ("Moonlight: oats\nMoonlight and Bruno\nThe vet saw Moonlight.\n", 1),
    ],
)
def test_another_word_in_the_place_of_one_is_no_lost_line(after: str, told: int, tmp_path: Path) -> None:
    before = "Stella: hay\nStella and Bruno\nThe vet saw Stella.\n"
    (tmp_path / "a.txt").write_text(before, encoding="utf-8")
    change = Change("a.txt", hashlib.sha256(before.encode()).hexdigest(), after.encode())
    work = Work(Task("Stella is Moonlight now", files=("a.txt",), kind_of_task="change"), tmp_path)
    assert len(lost_lines(work, Try({}, Result(True, "done", changes=(change,))))) == told


def test_lines_with_a_gap_that_is_filled_are_not_lost(tmp_path: Path) -> None:
    before = "# Check\nReadings: ____\nHighest: ____\nDay: ____\n"
    (tmp_path / "check.md").write_text(before, encoding="utf-8")
    change = Change(
        "check.md", hashlib.sha256(before.encode()).hexdigest(), before.replace("____", "7").encode()
    )
    work = Work(Task("Fill in check.md.", files=("check.md",), kind_of_task="change"), tmp_path)
    assert lost_lines(work, Try({}, Result(True, "done", changes=(change,)))) == []
