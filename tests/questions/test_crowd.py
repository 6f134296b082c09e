from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.questions.crowd import crowd

MEMORY = Path("/dev/shm")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: what is tested here is who claims what, not the disk."""
    if not os.access(MEMORY, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=MEMORY) as made:
        yield Path(made)


def test_fifteen_processes_claim_each_question_once_and_lose_no_answer(folder: Path) -> None:
    came = crowd(folder, questions=150, workers=15)
    assert (came.double, came.lost) == (0, 0)
    assert (came.claims, came.answers, came.done) == (150, 150, 150)


def test_killed_workers_lose_nothing_either(folder: Path) -> None:
    came = crowd(folder, questions=100, workers=8, kills=5)
    assert came.kills == 5
    assert (came.double, came.lost) == (0, 0)
    assert (came.answers, came.done) == (100, 100)
