"""Texts that a program compares with, as the data spell them."""

from __future__ import annotations

import pytest

from pandora.programs.repairs.respelled_values import with_values_as_spelled

VALUES = ("Iván", "Rosa", "sí", "SÍ", "Brakes")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("a = row['who'] == 'Ivan'", "a = row['who'] == 'Iván'"),
        ('é = row["who"] in ("Ivan", "brakes")', "é = row[\"who\"] in ('Iván', 'Brakes')"),
        ("a = row['who'] == 'Rosa'", ""),
        ("a = row['ok'] != 'si'", ""),
        ("a = 'Ivan'", ""),
        ("row['kind'] = 'brakes' if a else 'rest'\nb = row['kind'] == 'brakes'", ""),
        ("rows = [{'kind': 'brakes'}]\nb = rows[0]['kind'] == 'brakes'", ""),
        (
            "kept = [row for row in rows if row['who'] == 'Ivan']",
            "kept = [row for row in rows if row['who'] == 'Iván']",
        ),
        ("a = row.get('who', '').strip() == 'Ivan'", "a = row.get('who', '').strip() == 'Iván'"),
        ("a = folded(row['who']) == 'ivan' or row['who'].lower() == 'ivan'", ""),
        ("a = row['who'] == 'Ana'", ""),
        ("a = row['who'] == f'Ivan'", ""),
        (
            "s = '\x0c'\né = 'ééééééé'\na = row['who'] == 'Ivan'",
            "s = '\x0c'\né = 'ééééééé'\na = row['who'] == 'Iván'",
        ),
        ("a = (", ""),
    ],
)
def test_a_text_is_written_as_the_one_value_that_it_means(written: str, meant: str) -> None:
    assert with_values_as_spelled(written, VALUES) == (meant or written)


@pytest.mark.parametrize(
    "program",
    [
        "for row in rows:\n    row['who'] = row['who'].lower()\nprint([r for r in rows if r['who'] == 'ann'])",
        "new = [{**row, 'who': row['who'].lower()} for row in x]\nprint([r for r in new if r['who'] == 'ann'])",
        "for row in rows:\n    row['who'] = short(row)\nprint([r for r in rows if r.get('who') == 'ann'])",
    ],
)
def test_what_is_compared_with_cells_that_the_program_writes_anew_stays(program: str) -> None:
    assert with_values_as_spelled(program, ["Ann", "Ben"]) == program


def test_a_cell_that_is_only_copied_keeps_its_spelling() -> None:
    program = "new = [{'who': row['who']} for row in rows]\nprint([row for row in new if row['who'] == 'ann'])"
    assert with_values_as_spelled(program, ["Ann", "Ben"]) == program.replace("'ann'", "'Ann'")
