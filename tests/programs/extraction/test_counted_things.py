from __future__ import annotations

import pytest

from pandora.programs.extraction.counted_things import counts_its_column, settled_by_things
from pandora.programs.extraction.side_by_side import Difference
from pandora.programs.extraction.table_cells import Cell, Row

TEXTS = {
    "1.txt": "del 4 al 7 de julio (dos habitaciones dobles)",
    "2.txt": "el 7 de julio en Burgos, una noche, tres habitaciones",
    "3.txt": "4 noches a 270,00",
    "4.txt": "Noches: la del viernes y la del sábado, son 2 días",
    "5.txt": "Llegada: 2 personas",
}
NIGHTS = "número de noches"


@pytest.mark.parametrize(
    ("value", "words", "path", "told"),
    [
        ("2", "dos", "1.txt", False),
        ("1", "una", "2.txt", True),
        ("4", "4", "3.txt", True),
        ("3", "tres", "2.txt", False),
        ("270,00", "270,00", "3.txt", None),
        ("9", "9", "3.txt", None),
        ("2", "2", "4.txt", True),
        ("2", "2", "5.txt", False),
    ],
)
def test_what_a_number_counts(value: str, words: str, path: str, told: bool | None) -> None:
    assert counts_its_column(Cell(value, words, 1), TEXTS[path], NIGHTS) is told


def test_the_reading_that_counts_what_the_column_names_is_taken_and_others_are_asked_about() -> None:
    cells = {"1.txt": Cell("2", "dos", 1), "2.txt": Cell("3", "tres", 1), "3.txt": Cell("4", "4", 1)}
    rows = [Row(path, {NIGHTS: cell}) for path, cell in cells.items()]
    night = Cell("1", "una", 1)
    settled, left, asked = settled_by_things(rows, [Difference("2.txt", NIGHTS, cells["2.txt"], night)], TEXTS)
    assert [row.cells[NIGHTS].value for row in settled] == ["2", "1", "4"]
    assert left == []
    assert asked == [f"{NIGHTS} of 1.txt: 2 (line 1), which counts something else?"]
    one = [Row("1.txt", {NIGHTS: cells["1.txt"]})]
    assert settled_by_things(one, [], TEXTS) == (one, [], [])  # no row says what the column counts
