from __future__ import annotations

from benchmarks.tiny_gguf import ARCHITECTURES
from benchmarks.tree_kinds import measure_kinds


def test_the_worst_of_all_kinds_of_memory_counts() -> None:
    """Speed 15: evaluated / unique tokens of a tree with candidates and retries, plain, windowed and hybrid."""
    measure = measure_kinds()
    assert [row.key for row in measure.rows] == list(ARCHITECTURES)
    assert measure.ratio == max(row.ratio or 0.0 for row in measure.rows)
    assert measure.met, measure.as_object()
