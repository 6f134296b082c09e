from __future__ import annotations

import pytest

from pandora.budget import Budget, Ledger, Usage


@pytest.mark.parametrize(
    ("used", "seconds", "share"),
    [
        (Usage(), 0.0, 0.0),
        (Usage(calls=2, prompt=10), 5.0, 0.2),
        (Usage(calls=2, prompt=600, written=150), 5.0, 0.75),
        (Usage(calls=2), 50.0, 0.5),
    ],
)
def test_what_is_used_is_told_of_the_ceiling_that_is_nearest(used: Usage, seconds: float, share: float) -> None:
    assert Ledger(Budget(calls=10, tokens=1000, seconds=100), used).share(seconds) == share


def test_of_a_ceiling_of_zero_nothing_is_left() -> None:
    assert Ledger(Budget(calls=0, tokens=0, seconds=0)).share(0.0) == 1.0
