from __future__ import annotations

from benchmarks.gathering import measure_gathering


def test_a_long_table_and_a_short_one_are_read_and_compared() -> None:
    measure = measure_gathering(quick=True)
    assert [row.key for row in measure.rows] == ["few", "many"]
    assert all(row.value and row.value > 0 for row in measure.rows)
    assert measure.ratio == measure.rows[1].ratio
