from __future__ import annotations

from typing import Any

import pytest

from pandora.programs.language.locale_words import per_words
from pandora.programs.opening.row_groups import group_loop

ROWS = [
    {"day": "2024-01-05", "Art": "Food", "amount": 2.5},
    {"day": "2024-02-05", "Art": "Rent", "amount": 4.0},
    {"day": "2024-02-09", "Art": "Food", "amount": 1.5},
]


@pytest.mark.parametrize(
    ("request_text", "sums"),
    [
        ("the sum per month", {"2024-01": 2.5, "2024-02": 5.5}),
        ("the yield of every month", {"2024-01": 2.5, "2024-02": 5.5}),
        ("die Summe pro Monat", {"2024-01": 2.5, "2024-02": 5.5}),
        ("la somme par mois", {"2024-01": 2.5, "2024-02": 5.5}),
        ("the amount per year", {"2024": 8.0}),
        ("die Summe pro Art", {"Food": 4.0, "Rent": 4.0}),
        ("each single Art", {"Food": 4.0, "Rent": 4.0}),
        ("sorted by Art", {}),
        ("the sum of this month", {}),
    ],
)
def test_the_rows_of_each_part_are_put_together(request_text: str, sums: dict[str, float]) -> None:
    lines = group_loop(request_text, ROWS, "kept")
    found: dict[str, Any] = {"kept": ROWS, "sums": {}}
    if lines:
        part = lines[-1].split()[1].rstrip(",")
        exec("\n".join([*lines, f"    sums[{part}] = sum(row['amount'] for row in group)"]), found)
    assert found["sums"] == sums


def test_languages_have_their_word_for_per() -> None:
    assert {"per", "pro", "par", "por", "na"} <= per_words()


def test_a_group_has_the_word_with_which_all_its_names_begin() -> None:
    rows = [{"sensor": name, "value": value} for name in ("fridge-1", "fridge-2") for value in (3.0, 9.0)]
    assert any(
        "row['sensor']" in line for line in group_loop("the number of readings for each fridge", rows, "rows")
    )
    assert group_loop("the number of readings for each door", rows, "rows") == []


def test_the_name_of_a_column_may_stand_in_another_form_two_words_behind() -> None:
    rows = [{"hive": name, "kg": kilos} for name in ("Lime", "Oak") for kilos in (3.0, 9.0)]
    assert group_loop("How many kilos did each of my hives give?", rows, "rows")
    assert group_loop("How many kilos did all of my hives give?", rows, "rows") == []


@pytest.mark.parametrize(
    ("request_text", "grouped"),
    [
        ("Which line has the highest average delay, and how high is it?", True),
        ("Welche line hat im Mittel die größte delay?", True),
        ("Which line runs on 2 June?", False),
        ("Which stop has the highest delay?", False),
        ("How high is the delay of line 4?", False),
    ],
)
def test_the_rows_of_each_value_are_put_together_where_one_of_them_is_asked_for(
    request_text: str, grouped: bool
) -> None:
    rows = [{"line": line, "stop": f"S{line}{at}", "delay": at} for line in (4, 21) for at in range(3)]
    lines = group_loop(request_text, rows, "rows")
    assert bool(lines) is grouped
    if grouped:
        found: dict[str, Any] = {"rows": rows}
        exec("\n".join(lines), found)
        assert {line: len(group) for line, group in found["groups"].items()} == {4: 3, 21: 3}


KINDS = [
    {
        "date": f"2024-0{place % 3 + 1}-01",
        "kind": "ab"[place % 2],
        "class": "pq"[place % 2],
        "group": "xy"[place % 2],
    }
    for place in range(12)
]


@pytest.mark.parametrize(
    ("request_", "loop"),
    [
        ("was für jeden Monat ausgegeben wurde", "for month, group in"),
        ("le total de chaque mois", "for month, group in"),
        ("quanto per ogni mese", "for month, group in"),
        ("cada mes", "for month, group in"),
        ("per year and month", "for month, group in"),
        ("per month and per kind", ""),
        ("pro Monat und kind", ""),
        ("how many per class", "for value, group in"),
        ("how many per group", "for value, group in"),
    ],
)
def test_rows_are_grouped_by_one_thing_in_any_language(request_: str, loop: str) -> None:
    lines = group_loop(request_, KINDS, "rows")
    assert (lines[-1] if lines else "").startswith(loop)
    assert bool(lines) is bool(loop)


MONTHS: list[dict[str, Any]] = [
    {"fecha": date, "tienda": shop, "importe": paid}
    for date, shop, paid in (
        ("2025-01-05", "Olmo", 96.4),
        ("2025-01-12", "Lola", 118.75),
        ("2025-02-01", "Olmo", 80.0),
        ("2025-02-20", "Olmo", 12.0),
    )
]


@pytest.mark.parametrize(
    ("request_", "cut"),
    [
        ("¿En qué mes gastamos más y cuánto fue?", "[:7]"),
        ("In which month did we spend most?", "[:7]"),
        ("Quel mois a été le plus cher ?", "[:7]"),
        ("Welches Jahr war am teuersten?", "[:4]"),
        ("What did we spend in the month of May?", ""),
        ("Which shop was the dearest?", ""),
    ],
)
def test_the_rows_of_each_month_are_put_together_where_it_is_asked_which_it_is(request_: str, cut: str) -> None:
    lines = group_loop(request_, MONTHS, "kept")
    assert [f"row['fecha']{cut}" in line for line in lines[2:]] == ([True] if cut else [])


def test_no_month_is_taken_where_each_has_one_row_or_several_numbers_are_there() -> None:
    asked = "In which month did we spend most?"
    assert group_loop(asked, MONTHS[1:3], "rows") == []
    assert group_loop(asked, [{**row, "piezas": 1} for row in MONTHS], "rows") == []
    assert group_loop(f"{asked} (importe)", [{**row, "piezas": 1} for row in MONTHS], "rows") != []
