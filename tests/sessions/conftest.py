from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sessions.sittings import Sitting

MEMORY = Path("/dev/shm")


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    """A workspace in memory where there is one: what is tested here is not the disk, and every step syncs."""
    if not os.access(MEMORY, os.W_OK):
        yield Sitting(tmp_path)
        return
    with tempfile.TemporaryDirectory(dir=MEMORY) as made:
        yield Sitting(Path(made))
