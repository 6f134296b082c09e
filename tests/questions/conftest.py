from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.questions.graphs import Bench
from tests.questions.thinker import Thinking

MEMORY = Path("/dev/shm")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: what is tested here is not the disk, and every step syncs."""
    if not os.access(MEMORY, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=MEMORY) as made:
        yield Path(made)


@pytest.fixture
def bench(folder: Path) -> Bench:
    return Bench(folder)


@pytest.fixture
def thinking(folder: Path) -> Thinking:
    return Thinking(folder)
