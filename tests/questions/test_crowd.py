from __future__ import annotations

from pathlib import Path

from tests.questions.crowd import crowd


def test_fifteen_processes_claim_each_question_once_and_lose_no_answer(folder: Path) -> None:
    came = crowd(folder, questions=150, workers=15)
    assert (came.double, came.lost) == (0, 0)
    assert (came.claims, came.answers, came.done) == (150, 150, 150)


def test_killed_workers_lose_nothing_either(folder: Path) -> None:
    came = crowd(folder, questions=100, workers=8, kills=5)
    assert came.kills == 5
    assert (came.double, came.lost) == (0, 0)
    assert (came.answers, came.done) == (100, 100)
