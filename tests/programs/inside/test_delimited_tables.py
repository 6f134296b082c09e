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
        ("name,amount\nx,5,\ny,6,\n", {"name": "x", "amount": 5}),  # no line is above
        ("title\nfoo\nbar\n", {"title": "foo"}),
        ("a;b\n1;x\n2;y, z\n", {"a": 1, "b": "x"}),
        ("a,b,c\n1,2,3\n4,5\n", {"a": 1, "b": 2, "c": 3}),
        ("Titel;;;;\nName;Ort;Alter;Note;\nA;B;1;;\n", {"Name": "A", "Ort": "B", "Alter": 1}),  # as Excel pads
        (";Mo;Di\nAnna;Dienst;frei\nBo;frei;Dienst\n", {"column_1": "Anna", "Mo": "Dienst", "Di": "frei"}),
        ("Name;;Ort\nA;x;K\nB;y;L\n", {"Name": "A", "column_2": "x", "Ort": "K"}),
        ("Report, March 2025\n\nName;Amount\nA;1,50\nB;2,00\n", {"Name": "A", "Amount": 1.5}),
        ("Name;Preis (EUR, netto)\nA;1,50\nB;2,00\n", {"Name": "A", "Preis (EUR, netto)": 1.5}),
        ("share\n16,9 %\n2,2 %\n51,3 %\n", {"share": 16.9}),
        ('share\n"16,9 %"\n"2,2 %"\n', {"share": 16.9}),
        ("id,scores\n1,5;6;7\n2,3;4;5\n", {"id": 1, "scores": "5;6;7"}),
    ],
)
def test_lines_above_the_header_are_no_rows(content: str, row: dict[str, object]) -> None:
    assert {name: value for name, value in parse(content)[0].items() if value or name in row} == row


STATEMENT = (
    '"Kontonummer:";"DE12345 / Girokonto";\n\n"Von:";"01.01.2025";\n"Bis:";"31.03.2025";\n'
    '"Kontostand vom 31.03.2025:";"1.234,56 EUR";\n\n"Buchungstag";"Wert";"Text";"Empfänger";"Betrag";"Info";\n'
    '"31.03.2025";"31.03.2025";"Lastschrift";"Müller, Jürgen";"-45,67";"";\n'
    '"28.03.2025";"28.03.2025";"Gutschrift";"Werk; Nord";"2.345,00";"";\n'
)


def test_a_bank_statement_with_more_lines_above_its_header_than_rows_below_is_read() -> None:
    assert parse(STATEMENT)[1]["Empfänger"] == "Werk; Nord"
    assert [row["Betrag"] for row in parse(STATEMENT)] == [-45.67, 2345]


def test_they_stay_where_the_table_is_saved_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text(ACCOUNT, encoding="utf-8")
    save(table("a.csv"), "a.csv")
    assert Path("a.csv").read_text(encoding="utf-8") == ACCOUNT
    assert text_above("a,b\n1,2\n", ".csv") == ""


@pytest.mark.parametrize(
    ("content", "first"),
    [
        ("2025-01-03,12.50,bread\n2025-01-04,3.20,milk\n", ["2025-01-03", 12.5, "bread"]),
        ("03.01.2025;12,50;Brot\r\n04.01.2025;3,20;Milch\r\n", ["2025-01-03", 12.5, "Brot"]),
        ("08:00,Ann\n09:00,Ben\n", ["08:00", "Ann"]),
        ("Ann,34\nBen,45\nCem,12\n", ["Ann", 34]),
        ("1,Ann,34\n2,Ben,45\n3,Cem,2\n", [1, "Ann", 34]),
        ("€ 5.20;Bus\n€ 3.10;Tram\n", [5.2, "Bus"]),
    ],
)
def test_a_table_of_rows_alone_keeps_its_first_row(content: str, first: list[object]) -> None:
    rows = parse(content)
    assert rows[0] == {f"column_{place}": cell for place, cell in enumerate(first, 1)}
    assert len(rows) == len(content.splitlines())


@pytest.mark.parametrize(
    "content",
    [
        "name,2023,2024\nAnn,5,3\nBo,3,3\n",
        "hour,8,9,10\nAnn,5,3,1\nBo,3,3,1\n",
        "dose,0.1,0.2\nA,5.5,3.1\nB,3.2,3.1\n",
        "Name,03.01.2025,10.01.2025\nAnn,x,\nBo,,x\n",
        "date,amount\n2025-01-03,12.50\n",
        "day,12.50\n2025-01-03,7.10\n",
        "a,b\nc,d\n",
        "Ann,34\nBen,45\n",
        "x\n",
    ],
)
def test_numbers_and_days_may_name_columns(content: str) -> None:
    names = content.partition("\n")[0].split(",")
    assert all(list(row) == names for row in parse(content))


def test_a_table_without_a_header_gets_none_where_it_is_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text("2025-01-03,12.50,bread\n2025-01-04,3.20,milk\n")
    save([row for row in table("a.csv") if row["column_2"] > 4], "a.csv")
    assert Path("a.csv").read_text() == "2025-01-03,12.50,bread\n"
