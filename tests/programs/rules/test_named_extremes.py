from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.parsed_program import read_program
from pandora.programs.rules.named_extremes import with_rows_of_extremes

COSTS = """day,what,kind,euros
2025-12-20,train,travel,312.4
2025-12-27,car hire,travel,1256.75
2025-12-28,fuel,travel,312.4
"""
LARGEST = "rows = table('costs.csv')\nprint(max(row['euros'] for row in rows))"


@pytest.mark.parametrize(
    ("printed", "program", "told"),
    [
        ("The most: 1256.75", LARGEST, "The most: 1256.75 (2025-12-27, car hire, travel)"),
        ("The most: 1.256,75 euros", LARGEST, "The most: 1.256,75 (2025-12-27, car hire, travel) euros"),
        ("Car hire cost 1256.75", LARGEST, "Car hire cost 1256.75"),
        ("The most: 312.4", LARGEST, "The most: 312.4"),
        ("1256.75", "rows = table('costs.csv')\nprint(sum(row['euros'] for row in rows))", "1256.75"),
        ("3", LARGEST, "3"),
        ("1256.75", "print(", "1256.75"),
    ],
)
def test_an_extreme_is_told_with_the_one_row_that_it_stands_in(
    printed: str, program: str, told: str, tmp_path: Path
) -> None:
    (tmp_path / "costs.csv").write_text(COSTS, encoding="utf-8")
    assert with_rows_of_extremes(printed, read_program(program), ("costs.csv",), tmp_path) == told
