from __future__ import annotations

from pathlib import Path

from benchmarks.growth_measures import GrowthRow, table, unmeasured
from benchmarks.kept_measurements import KEPT, keep, kept_rows


def test_a_row_that_is_not_measured_now_is_shown_as_it_was_kept(tmp_path: Path) -> None:
    """Growth, measures: all rows are printed; a kept one says with which model, when and at which commit."""
    path = tmp_path / "kept.json"
    good = GrowthRow("further requests (5)", "4 of 5 kept and right", "4 kept and right", True)
    keep([good, GrowthRow("bootstraps (3)", "12 calls at most", "not run", None)], "a model", path)
    kept = kept_rows(path)
    assert list(kept) == ["further requests"], "what was not measured is not kept"
    rows = unmeasured([], kept)
    cells = {row[0]: row[2:] for row in table(rows)}
    result, verdict = cells["further requests (5)"]
    assert result.startswith("4 kept and right [kept: a model, ")
    assert verdict == "met"
    assert cells["bootstraps"] == ["with --model NAME", "not measured"]
    keep([GrowthRow("further requests (5)", "4 of 5", "3 kept and right", False)], "a model", path)
    assert kept_rows(path)["further requests"].result == "3 kept and right"
    measured = [GrowthRow("further requests (5)", "4 of 5", "5 kept and right", True)]
    assert "further requests (5)" not in [row.what for row in unmeasured(measured, kept)]


def test_the_file_of_kept_measurements_names_rows_of_the_table() -> None:
    """Growth, measures: no kept row is left over, and each says where it is from."""
    kept = kept_rows()
    shown = {row.what for row in unmeasured([], kept)}
    assert {row.what for row in kept.values()} <= shown
    assert all(row.kept.count(", ") == 2 for row in kept.values())
    assert KEPT.is_file()
