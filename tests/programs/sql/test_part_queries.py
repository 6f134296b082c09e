from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.help import Work
from pandora.programs.sql.part_queries import parts_of_queries
from pandora.programs.sql.query_program import begun_query, query_parts
from pandora.task import Task


@pytest.mark.parametrize(
    ("request_", "count"),
    [
        ("How many kilos did we pick in August? And which bed gave the most of them?", 2),
        ("¿Cuántas hojas imprimimos en total, y qué cliente encargó más hojas ese mes?", 2),
        ("Wieviel Kilo Honig haben wir 2024 geerntet und welcher Standort hat am meisten gebracht?", 2),
        ("Which bed gave the most, and how many kilos were that?", 0),
        ("How many jars did we sell and how much money did they bring in?", 0),
        ("How many jars did we sell?", 0),
    ],
)
def test_an_amount_and_then_something_else_are_asked_for_one_by_one(request_: str, count: int) -> None:
    assert len(parts_of_queries(request_)) == count


def test_a_query_is_begun_with_the_first_part(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("bed,kilos\nA,2\nB,3\n", encoding="utf-8")
    request = "How many kilos did we pick? And which bed gave the most of them?"
    work = Work(Task(request, request=request, files=("a.csv",), kind_of_task="answer"), tmp_path)
    assert query_parts(work)[1].endswith(
        "in this order:\n-- How many kilos did we pick\n-- And which bed gave the most of them"
    )
    assert begun_query(work) == "-- How many kilos did we pick\nSELECT"
