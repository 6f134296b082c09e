from __future__ import annotations

from pathlib import Path

import pytest

from tests.questions.crowd import crowd


def test_fifteen_processes_claim_each_question_once_and_lose_no_answer(folder: Path) -> None:
    came = crowd(folder, questions=100, workers=15)
    assert (came.double, came.lost) == (0, 0)
    assert (came.claims, came.answers, came.done) == (100, 100, 100)


def test_killed_workers_lose_nothing_either(folder: Path) -> None:
    came = crowd(folder, questions=70, workers=8, kills=5)
    assert came.kills == 5
    assert (came.double, came.lost) == (0, 0)
    assert (came.answers, came.done) == (70, 70)


@pytest.mark.torture
@pytest.mark.parametrize("kills", [0, 60])
def test_a_thousand_questions_by_fifteen_processes(folder: Path, kills: int) -> None:
    came = crowd(folder, questions=1000, workers=15, kills=kills, every=1.0)
    assert (came.double, came.lost) == (0, 0)
    assert came.kills == kills
    assert (came.answers, came.done) == (1000, 1000)
