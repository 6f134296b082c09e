"""Blanks that count as 0, and values in one spelling."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.repairs.mended_rows import with_rows_mended
from tests.programs.metamorphic.tried_relation import verdict
from tests.programs.test_planted_mutants import run_here

STOCK = b"plant,stock,minimum\nBasil,,40\nMint,35,35\nSage,19,25\n"
LOADED = 'rows = table("stock.csv")  # list of 3\n'
LOOP = "for row in rows:\n    if row['stock'] is None:\n        continue\n"
PROGRAM = f"{LOADED}{LOOP}    print(row['plant'], row['minimum'] - row['stock'])\n"
REFUSAL = "with 0 for each blank 'stock' the result is another, and the task takes a blank for none"


def test_a_row_that_was_left_out_for_its_blank_counts(tmp_path: Path) -> None:
    assert run_here(PROGRAM, {"stock.csv": STOCK}, tmp_path).text == "Mint 0\nSage 6"
    counted, said = with_rows_mended(PROGRAM, REFUSAL)
    assert said == "code put 0 for each blank"
    assert run_here(counted, {"stock.csv": STOCK}, tmp_path).text == "Basil 40\nMint 0\nSage 6"


def test_so_it_does_in_a_query(tmp_path: Path) -> None:
    query = f"{LOADED}found = query('SELECT sum(minimum - stock) AS s FROM stock', stock=rows)\n"
    query += "print(found[0]['s'])\n"
    assert run_here(query, {"stock.csv": STOCK}, tmp_path).text == "6"
    assert run_here(with_rows_mended(query, REFUSAL)[0], {"stock.csv": STOCK}, tmp_path).text == "46"


@pytest.mark.parametrize(
    ("program", "refusal"), [(PROGRAM, "the result depends on the order"), ("print(2)\n", REFUSAL)]
)
def test_nothing_else_is_changed(program: str, refusal: str) -> None:
    assert with_rows_mended(program, refusal) == ("", "")


def test_a_name_with_quotes_is_read() -> None:
    refusal = 'with 0 for each blank "l\'avance" the result is another'
    assert '"l\'avance": row["l\'avance"] or 0' in with_rows_mended(PROGRAM, refusal)[0]


SALES = "day,sold,by\n1,Honey,Ida\n2,honey,ida\n3,Soap,Ida\n4,honey,Tom\n5,Soap,Tom\n"
COUNT = 'rows = table("sales.csv")\nsold = {}\nfor row in rows:\n'
COUNT += "    sold[row['sold']] = sold.get(row['sold'], 0) + 1\nprint(*sold.items())\n"


def test_a_value_that_was_counted_in_each_of_its_spellings_is_one(tmp_path: Path) -> None:
    refused = verdict("spellings", "What was sold how often?", COUNT, tmp_path, SALES, "sales.csv")
    assert refused.state == "violated"
    mended, said = with_rows_mended(COUNT, refused.reason)
    assert said == "code wrote each value of sold, by in one way"
    assert run_here(mended, {"sales.csv": SALES.encode()}, tmp_path).text == "('honey', 3) ('Soap', 2)"


GUESTS = "name,comes,menu\nLucía,sí,vegetariano\nInés,no,vegetariano\nMateo,SÍ,carne\n"
ALL = 'rows = table("guests.csv")\nprint(*[r["name"] for r in rows])\n'
MEANT = "it counts rows whose 'comes' is not 'sí', and the task means only these (here: a | there: b)"


def test_only_the_rows_count_that_the_task_means(tmp_path: Path) -> None:
    mended, said = with_rows_mended(ALL, MEANT)
    assert said == "code took only the rows whose comes is sí"
    assert run_here(mended, {"guests.csv": GUESTS.encode()}, tmp_path).text == "Lucía Mateo"
    several = MEANT.replace("'sí'", "'sí' or 'no'")
    assert (
        run_here(with_rows_mended(ALL, several)[0], {"guests.csv": GUESTS.encode()}, tmp_path).text
        == "Lucía Inés Mateo"
    )
    assert with_rows_mended(ALL + ALL, MEANT) == ("", "")
