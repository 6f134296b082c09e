"""Measures what reading a task's large table costs, compared with one of as many rows as are parsed."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Measure, Row
from pandora.programs.data_columns import columns_of_files
from pandora.programs.file_description import describe
from pandora.programs.input_files import ROWS

KEY = "gathering"
TITLE = "Processor time to read and describe a table"
OF = f"a table of 100 MB to one of {ROWS:,} rows"
GOAL = 4.0
_LINE = "Laptop {},{},nvidia RTX 4050\n"
_MANY, _MANY_QUICKLY = 4_000_000, 400_000


def measure_gathering(quick: bool = False) -> Measure:
    """Measure the time to read a table that has far more rows than are parsed."""
    with TemporaryDirectory() as name:
        few = _seconds(Path(name), "few.csv", ROWS)
        many = _seconds(Path(name), "many.csv", _MANY_QUICKLY if quick else _MANY)
    rows = (
        Row("few", f"{ROWS:,} rows", 1000 * few, "ms"),
        Row("many", "a file of many more", 1000 * many, "ms", many / few),
    )
    return Measure(KEY, TITLE, OF, GOAL, rows, many / few)


def _seconds(folder: Path, name: str, count: int) -> float:
    with (folder / name).open("w", encoding="utf-8") as file:
        file.write("name,price,gpu\n")
        file.writelines(_LINE.format(number % 977, 300 + number % 1700) for number in range(count))
    start = time.process_time()
    describe(name, folder)
    columns_of_files((name,), folder)
    return time.process_time() - start
