"""Delimited text: what divides the cells, and which line is the header."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.inside.delimited_tables import parse, text_above
from pandora.programs.inside.program_functions import save, table

ACCOUNT = (
    "Kontoauszug;\nKontonummer:;DE12 3456\n\n"
    "Buchungstag;Text;Betrag;Saldo\n01.02.2025;Miete;-500,00;1.200,00\n03.02.2025;Gehalt;2.000,00;3.200,00\n"
)


@pytest.mark.parametrize(
    ("content", "row"),
    [
        ("Vereinskasse 2025\nName;Betrag\nA;3,50\nB;4,20\n", {"Name": "A", "Betrag": 3.5}),
        ("Sales\nregion;2024;2025\nnorth;1;2\nsouth;3;4\n", {"region": "north", "2024": 1, "2025": 2}),
        ("sep=;\nName;Ort\nJürgen;Köln\n", {"Name": "Jürgen", "Ort": "Köln"}),
        (ACCOUNT, {"Buchungstag": "2025-02-01", "Text": "Miete", "Betrag": -500, "Saldo": 1200}),
        ("name,amount\nx,5,\ny,6,\n", {"name": "x", "amount": 5, "column_3": ""}),  # no line is above
        ("title\nfoo\nbar\n", {"title": "foo"}),
        ("a;b\n1;x\n2;y, z\n", {"a": 1, "b": "x"}),
        ("a,b,c\n1,2,3\n4,5\n", {"a": 1, "b": 2, "c": 3}),
    ],
)
def test_lines_above_the_header_are_no_rows(content: str, row: dict[str, object]) -> None:
    assert parse(content)[0] == row


def test_they_stay_where_the_table_is_saved_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text(ACCOUNT, encoding="utf-8")
    save(table("a.csv"), "a.csv")
    assert Path("a.csv").read_text(encoding="utf-8") == ACCOUNT
    assert text_above("a,b\n1,2\n", ".csv") == ""
