from __future__ import annotations

import pytest

from pandora.programs.made_tables import sums_of_made_tables
from pandora.workspace.change import Change


@pytest.mark.parametrize(
    ("path", "content", "line"),
    [
        ("owing.csv", "name,open,n\nAnn,1.5,1\nBob,2,4\nTotal,3.5,5\n", "owing.csv (2): Σ open = 3.5, Σ n = 5"),
        ("owing.csv", "name,open,n\nAnn,1,1\nBob,2,4\nCem,3,7\n", "owing.csv (3): Σ open = 6, Σ n = 12"),
        ("owing.csv", "name,open\nAnn,1.5\nBob,2\n", "owing.csv (2): Σ open = 3.5"),
        ("a.csv", "dienst;summe\nA;1234,50\nB;0,10\n", "a.csv (2): Σ summe = 1234.6"),
        ("a.csv", "name,year\nAnn,1999\nBob,2004\n", ""),
        ("a.csv", "name,town\nAnn,Oslo\nBob,Rome\n", ""),
        ("a.csv", "name,open\nAnn,3\n", ""),
        ("a.txt", "name,open\nAnn,3\nBob,4\n", ""),
    ],
)
def test_a_new_table_is_told_with_its_sums(path: str, content: str, line: str) -> None:
    assert sums_of_made_tables([Change(path, "", content.encode())]) == ([line] if line else [])


def test_a_table_that_was_there_is_not_added_up() -> None:
    assert not sums_of_made_tables([Change("a.csv", "0" * 64, b"name,open\nAnn,3\nBob,4\n")])
    assert not sums_of_made_tables([Change("a.csv", "", None)])
