from __future__ import annotations

from typing import Any

import pytest

from pandora.programs.repairs.product_columns import product_columns, with_product_columns

ROWS: list[dict[str, Any]] = [
    {"town": "Beaune", "litres": 22.1, "price": 1.689, "total €": 37.33, "stops": 1},
    {"town": "Vienne", "litres": 61.3, "price": 1.719, "total €": 105.37, "stops": 2},
    {"town": "Nîmes", "litres": 47.6, "price": 1.649, "total €": 78.49, "stops": 1},
]


def test_a_column_that_is_a_rounded_product_of_two_others_is_found() -> None:
    assert [*product_columns(ROWS)] == [("litres", "price", "total €")]


@pytest.mark.parametrize(
    "rows",
    [
        ROWS[:2],
        [{**row, "total €": 22.1} for row in ROWS],
        [{**row, "price": 1, "total €": round(row["litres"])} for row in ROWS],
        [{"n": n, "each": 3, "all": 3 * n} for n in (1, 2, 3)],
        [*ROWS, {**ROWS[0], "total €": None}],
        [{}],
    ],
)
def test_no_other_column_is_taken_for_one(rows: list[dict[str, Any]]) -> None:
    assert [*product_columns(rows)] == []


@pytest.mark.parametrize(
    ("source", "taken"),
    [
        (
            "print(sum(row['litres'] * row['price'] for row in rows))\n",
            "print(sum(row['total €'] for row in rows))\n",
        ),
        (
            'for é in rows: print("ü", float(é["price"]) * number(é["litres"]) + 1)\n',
            "for é in rows: print(\"ü\", é['total €'] + 1)\n",
        ),
        (
            "found = query('''\nSELECT SUM(\"price\" * \"litres\") FROM fuel\n''', fuel=rows)\n",
            "found = query('''\nSELECT SUM(\"total €\") FROM fuel\n''', fuel=rows)\n",
        ),
        (
            "found = query('''SELECT T1.litres * T1.price AS paid FROM fuel T1''', fuel=rows)\n",
            "found = query('''SELECT T1.\"total €\" AS paid FROM fuel T1''', fuel=rows)\n",
        ),
        ("found = query('''SELECT a.litres * b.price FROM fuel a''', fuel=rows)\n", ""),
        ("print(one['litres'] * two['price'])\n", ""),
        ("print(row['litres'] * 2, row['stops'] * row['price'])\n", ""),
        ("# litres * price\nprint('litres * price')\n", ""),
        ("print(row['litres'] * ", ""),
    ],
)
def test_the_column_is_taken_in_place_of_the_product(source: str, taken: str) -> None:
    assert with_product_columns(source, [("fuel.csv", ROWS)]) == (taken or source)


def test_many_rows_and_columns_are_looked_through_row_by_row() -> None:
    looked_at = []

    class Counted(float):
        def __float__(self) -> float:
            looked_at.append(1)
            return float.__float__(self)

    rows = [{f"c{place}": Counted(7 * place + row + 0.3) for place in range(8)} for row in range(500)]
    assert [*product_columns(rows)] == []
    assert len(looked_at) < 20 * 8**3  # a triple of columns ends at its first row
