from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.runs import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    (tmp_path / "work").mkdir()
    return Bench(tmp_path / "work")
