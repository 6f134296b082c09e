from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.help import Work
from pandora.programs.rules.rival_columns import question_of_rival_columns
from pandora.task import Task

CARS = (
    "plate,model,last_service,insured_until\n"
    "AK21,Toyota Yaris,2025-06-02,2026-03-31\nBD20,Seat Ibiza,2025-05-12,2026-08-31\n"
)


def asked(root: Path, request: str, answer: str, *others: str, kind: str = "answer") -> str:
    (root / "cars.csv").write_text(CARS, encoding="utf-8")
    task = Task(request, files=("cars.csv",), kind_of_task=kind)
    return question_of_rival_columns(Work(task, root), answer, others)


def test_tries_that_take_two_columns_of_a_row_are_a_question(tmp_path: Path) -> None:
    request = "when does the MOT of the Ibiza run out?"
    question = asked(
        tmp_path, request, "2025-05-12", "The MOT of the Ibiza: 2025-05-12", "It ends on 2026-08-31."
    )
    assert question == (
        "cars.csv has no column that the task names: is last_service (2025-05-12) meant, "
        "insured_until (2026-08-31), or is what is asked not there?"
    )


@pytest.mark.parametrize(
    ("request_", "answer", "other"),
    [
        ("until when is the Ibiza insured?", "2026-08-31", "2025-05-12"),
        ("when does the MOT run out?", "2025-05-12", "Seat Ibiza: 2025-05-12"),
        ("when does the MOT run out?", "2025-05-12", "2026-03-31"),
        ("when does the MOT run out?", "2025-05-12", "nothing"),
    ],
)
def test_other_differences_are_none(request_: str, answer: str, other: str, tmp_path: Path) -> None:
    assert asked(tmp_path, request_, answer, other) == ""
    assert asked(tmp_path, "when is the MOT?", "2025-05-12", "2026-08-31", kind="file") == ""
