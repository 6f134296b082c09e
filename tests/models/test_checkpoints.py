from __future__ import annotations

import pytest

from pandora.models import checkpoints
from pandora.models.checkpoints import Checkpoints, most_bytes
from pandora.models.fit.free_memory import FreeMemory


def of_ten_bytes() -> Checkpoints:
    return Checkpoints(lambda held: 10)


def keep(kept: Checkpoints, cell: int, size: int, wanted: tuple[int, ...] = ()) -> bool:
    fits = kept.make_room(size, wanted)
    if fits:
        kept.keep(cell, 1, bytes(size))
    return fits


def test_the_oldest_go_first() -> None:
    kept = of_ten_bytes()
    assert [keep(kept, cell, 4) for cell in (1, 2, 3)] == [True] * 3
    assert [cell in kept for cell in (1, 2, 3)] == [False, True, True]
    assert kept.held == 8


def test_what_was_used_is_not_old() -> None:
    kept = of_ten_bytes()
    keep(kept, 1, 4)
    keep(kept, 2, 4)
    assert kept.state(1) == bytes(4)
    keep(kept, 3, 4)
    assert (1 in kept, 2 in kept) == (True, False)
    assert kept.state(2) is None


def test_what_no_living_call_needs_goes_before_the_oldest() -> None:
    kept = of_ten_bytes()
    keep(kept, 1, 4)
    keep(kept, 2, 4)
    keep(kept, 3, 4, wanted=(1,))
    assert (1 in kept, 2 in kept) == (True, False)


def test_a_state_that_is_too_large_costs_no_other() -> None:
    kept = of_ten_bytes()
    keep(kept, 1, 4)
    assert not keep(kept, 2, 11)
    assert (1 in kept, kept.held) == (True, 4)


def test_the_longest_beginning_is_found_among_the_same_cells() -> None:
    kept = of_ten_bytes()
    kept.keep(12, 3, b"a")
    kept.keep(14, 5, b"b")
    cells = [10, 11, 12, 13, 14]
    assert [kept.longest(cells, most) for most in (2, 3, 4, 5)] == [0, 3, 3, 5]
    assert kept.longest([20, 21, 22, 23, 24], 5) == 0
    kept.forget(14)
    assert (kept.longest(cells, 5), kept.held) == (3, 1)


def test_the_bound_is_a_tenth_of_what_is_free_where_a_control_group_limits_it_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checkpoints, "free_memory", lambda: FreeMemory(90, limited=True))
    assert (most_bytes(0), most_bytes(10)) == (9, 10)
