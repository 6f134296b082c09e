from __future__ import annotations

import pytest

from pandora.models.fit import memory_bandwidth as module
from pandora.models.fit.free_memory import FreeMemory
from pandora.models.fit.memory_bandwidth import bytes_a_second


@pytest.mark.parametrize("free", [0, 1 << 20, 1 << 40])
def test_it_is_measured_with_a_part_of_what_is_free(free: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "EACH", 4 << 20)
    monkeypatch.setattr(module, "free_memory", lambda: FreeMemory(free))
    assert bytes_a_second(2) > 0
