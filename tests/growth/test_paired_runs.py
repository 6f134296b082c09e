from __future__ import annotations

from pandora.growth.paired_runs import time_left


def test_the_time_left_follows_from_what_ran() -> None:
    """Growth, measures: a round shows its progress and the time left, once that is half a minute."""
    assert time_left(120.0, 2, 5) == "; about 5 min left"
    assert [time_left(0.0, 0, 5), time_left(120.0, 2, 0), time_left(10.0, 2, 5)] == ["", "", ""]
