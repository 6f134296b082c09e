from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy
import pytest

from pandora.models.fit import batch_costs, kept_measures
from pandora.models.fit.batch_costs import (
    ROWS,
    Batch,
    BatchCosts,
    expected,
    keep_batches,
    known_batches,
    try_batches,
)

FLAT = {rows: Batch(1.2, True) for rows in ROWS}
STEEP = {rows: Batch(rows * 1.05, True) for rows in ROWS}


def test_a_batch_is_measured_beside_the_single_tokens_before_it() -> None:
    costs = BatchCosts(same_only=False)
    costs.note(8, 9.0)
    assert costs.tried == {}, "nothing to measure it by yet"
    for seconds in (1.0, 1.0, 30.0, 1.0, 1.0):
        costs.note(1, seconds)
    for seconds in (3.0, 90.0, 3.0):
        costs.note(8, seconds)
    costs.note(5, 1.0)
    assert costs.tried == {8: Batch(3.0)}


def test_sizes_that_were_not_measured_are_bounded_by_those_that_were() -> None:
    costs = BatchCosts({16: Batch(2.0)}, same_only=False)
    assert costs.cost(4) == costs.cost(8) == 2.0
    assert costs.cost(32) == batch_costs.ASSUMED[32]
    costs = BatchCosts({8: Batch(20.0)}, same_only=False)
    assert costs.cost(16) == costs.cost(32) == 20.0


@pytest.mark.parametrize(
    ("known", "rate", "most", "rows"),
    [
        (FLAT, 0.9, 32, 32),
        (FLAT, 0.9, 20, 16),
        (FLAT, 0.9, 3, 1),
        (FLAT, 0.1, 32, 1),
        (STEEP, 0.99, 32, 1),
        ({}, 0.9, 32, 1),
        ({}, 0.98, 32, 32),
    ],
)
def test_as_many_tokens_are_decoded_at_once_as_pay(
    known: dict[int, Batch], rate: float, most: int, rows: int
) -> None:
    assert BatchCosts(known, same_only=False).best(rate, most) == rows


def test_a_size_that_gives_other_logits_is_not_used_nor_a_larger_one() -> None:
    costs = BatchCosts({**FLAT, 8: Batch(1.2, False)})
    assert costs.best(1.0) == 4
    assert BatchCosts({**FLAT, 8: Batch(1.2, False)}, same_only=False).best(1.0) == 32
    assert BatchCosts({4: Batch(1.0)}).untried(16) == [4, 8, 16]
    assert BatchCosts({4: Batch(1.0)}, same_only=False).untried(16) == []


def test_what_a_batch_gives_ends_with_its_first_wrong_draft() -> None:
    assert expected(0.0, 8) == 1
    assert expected(1.0, 8) == 8
    assert expected(0.5, 3) == 1.75


class Context:
    """A context whose logits say how many tokens it holds, off by `off` in batches of more than `exact`."""

    def __init__(self, exact: int, loses: bool = False) -> None:
        self.held = list(range(10))
        self.sequences: Any = self
        self._exact, self._loses = exact, loses

    def tokens(self, slot: int) -> tuple[int, ...]:
        return tuple(self.held)

    def extend(self, slot: int, tokens: list[int]) -> Any:
        return self.extend_by_draft(slot, tokens)[-1]

    def extend_by_draft(self, slot: int, tokens: list[int]) -> list[Any]:
        off = 1e-6 if len(tokens) > self._exact else 0.0
        begin = len(self.held)
        self.held += tokens
        return [numpy.array([begin + place + off]) for place in range(1, len(tokens) + 1)]

    def cut(self, slot: int, length: int) -> int:
        del self.held[0 if self._loses else length :]
        return len(self.held)


@pytest.mark.parametrize(
    ("exact", "found", "decoded"),
    [(1, {4: False}, 8), (8, {4: True, 8: True, 16: False}, 56), (99, dict.fromkeys(ROWS, True), 120)],
)
def test_sizes_are_tried_up_to_the_first_whose_logits_differ(
    exact: int, found: dict[int, bool], decoded: int
) -> None:
    context: Any = Context(exact)
    costs = BatchCosts(clock=itertools.count().__next__)
    assert try_batches(context, 0, range(32), costs) == (10, decoded)
    assert {rows: batch.same for rows, batch in costs.tried.items()} == found
    assert context.held == list(range(10))


def test_a_trial_ends_where_the_cache_cannot_be_cut() -> None:
    context: Any = Context(99, loses=True)
    costs = BatchCosts(clock=itertools.count().__next__)
    assert try_batches(context, 0, range(8), costs) == (0, 4)
    assert costs.tried == {}


def test_what_was_found_is_kept_and_what_is_no_sense_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_measures, "cache_folder", lambda: tmp_path)
    assert known_batches("a") == {}
    keep_batches("a", {4: Batch(3.2, True), 8: Batch(7.0)})
    keep_batches("b", {4: Batch(1.0, False)})
    assert known_batches("a") == {4: Batch(3.2, True), 8: Batch(7.0)}
    assert known_batches("b") == {4: Batch(1.0, False)}
    path = tmp_path / "batch_costs.json"
    for text in ('{"a": {"4": {"cost": "x", "same": true}, "8": 3}}', '{"a": []}', "[]", "{", "[" * 10_000):
        path.write_text(text)
        assert known_batches("a") == {}
