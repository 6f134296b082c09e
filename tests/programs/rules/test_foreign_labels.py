from __future__ import annotations

import pytest

from pandora.programs.parsed_program import read_program
from pandora.programs.rules.foreign_labels import without_foreign_label

GERMAN = "wie viel haben wir insgesamt für bälle ausgegeben? steht alles im kassenbuch.csv"


@pytest.mark.parametrize(
    ("request_text", "label", "told"),
    [
        (GERMAN, "Total balls", "-181.4"),
        (GERMAN, "Gesamtausgaben für Bälle", "Gesamtausgaben für Bälle: -181.4"),
        (GERMAN, "Bälle insgesamt", "Bälle insgesamt: -181.4"),
        ("how much did we spend on balls altogether? see cash.csv", "Total balls", "Total balls: -181.4"),
    ],
)
def test_a_label_in_another_language_is_left_out(request_text: str, label: str, told: str) -> None:
    program = read_program(f'total = -181.4\nprint(f"{label}: {{total}}")\n')
    assert without_foreign_label(f"{label}: -181.4", program, request_text) == told


def test_a_label_of_the_data_and_several_lines_stay() -> None:
    program = read_program("for row in rows:\n    print(row['name'], row['total'], sep=': ')\n")
    assert without_foreign_label("Ball shop: -181.4", program, GERMAN) == "Ball shop: -181.4"
    labelled = read_program("print(f'Total: {a}')\nprint(f'Count: {b}')\n")
    assert without_foreign_label("Total: 3\nCount: 4", labelled, GERMAN) == "Total: 3\nCount: 4"
