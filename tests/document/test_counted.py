"""A number beside its noun."""

from __future__ import annotations

from pandora.document.counted import counted


def test_only_one_is_singular() -> None:
    assert [counted(number, "line") for number in (0, 1, 2)] == ["0 lines", "1 line", "2 lines"]
