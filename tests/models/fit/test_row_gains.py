from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from pandora import interrupt
from pandora.models.fit import kept_measures
from pandora.models.fit.row_gains import (
    ROUNDS,
    SIZES,
    RowGains,
    keep_gains,
    known_gains,
    measure_gains,
    newest_width,
)

PROCESSOR = {1: 1.0, 2: 0.75, 3: 0.66, 4: 1.12, 8: 1.53, 16: 1.77}
"""A small model on one core: two or three rows are a loss."""
GRAPHICS = {1: 1.0, 2: 1.9, 3: 2.7, 4: 3.4, 8: 6.0, 16: 9.0}


@pytest.mark.parametrize(
    ("gains", "fixed", "width", "together"),
    [
        (PROCESSOR, 0, 16, {2: 1, 4: 1, 7: 1, 8: 1, 16: 1}),
        (GRAPHICS, 0, 16, {1: 1, 2: 2, 3: 3, 4: 3, 20: 3}),
        ({1: 1.0, 2: 1.6, 3: 1.6, 4: 1.6}, 0, 2, {2: 1, 3: 1, 4: 1}),  # the vote may end before
        ({1: 1.0, 2: 1.7, 3: 1.7, 4: 1.7}, 0, 2, {2: 2, 3: 2, 4: 2}),
        ({1: 1.0, 2: 1.3, 3: 1.5, 4: 1.9}, 0, 4, {2: 1, 3: 1, 4: 1}),
        ({1: 1.0, 4: 1.16, 8: 0.98}, 0, 1, {4: 1, 8: 1}),
        ({}, 0, 1, {4: 1}),
        (PROCESSOR, 3, 3, {2: 2, 3: 3, 4: 3}),
        (GRAPHICS, 1, 1, {4: 1}),
    ],
)
def test_only_rows_that_pay_are_written_together(
    gains: Mapping[int, float], fixed: int, width: int, together: Mapping[int, int]
) -> None:
    measured = RowGains(gains, fixed)
    assert measured.width == width
    assert {replies: measured.of(replies) for replies in together} == together


class Machine:
    """A clock that goes on by what each step costs, some more in the first round."""

    def __init__(self, cost: Mapping[int, float]) -> None:
        self.cost, self.now, self.steps = cost, 0.0, list[int]()

    def step(self, rows: int) -> float:
        first = rows not in self.steps
        self.steps.append(rows)
        taken = self.cost[rows] * (1.7 if first else 1.0)
        self.now += taken
        return taken

    def clock(self) -> float:
        return self.now


def test_sizes_are_measured_by_turns_and_the_quickest_counts() -> None:
    machine = Machine({rows: 0.01 * rows / GRAPHICS[rows] for rows in SIZES})
    measured = measure_gains(machine.step, clock=machine.clock)
    assert machine.steps == list(SIZES) * ROUNDS
    assert measured.gains == pytest.approx(GRAPHICS)


@pytest.mark.parametrize(("single", "rounds"), [(0.02, 3), (0.05, 2), (1.0, 1)])
def test_a_slow_model_is_measured_in_fewer_rounds(single: float, rounds: int) -> None:
    machine = Machine({rows: single * rows / PROCESSOR[rows] for rows in SIZES})
    measure_gains(machine.step, limit=5.0, clock=machine.clock)
    assert len(machine.steps) == rounds * len(SIZES)


def test_a_stop_ends_the_measuring() -> None:
    import threading

    stop = threading.Event()
    stop.set()
    with pytest.raises(KeyboardInterrupt), interrupt.stoppable(stop):
        measure_gains(lambda rows: 1.0)


def test_what_was_measured_is_kept_by_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_measures, "cache_folder", lambda: tmp_path)
    assert not known_gains("a 1").known
    keep_gains("a 1", RowGains(PROCESSOR))
    keep_gains("b 1", RowGains(GRAPHICS))
    assert known_gains("a 1").gains == PROCESSOR
    assert known_gains("a 1", 2).width == 2
    assert (newest_width("a"), newest_width("b"), newest_width("c")) == (16, 16, None)
    for damaged in ("{", "[]", '{"a 1": {"4": "x", "16": -1}}'):
        (tmp_path / "widths.json").write_text(damaged, encoding="utf-8")
        assert not known_gains("a 1").known
