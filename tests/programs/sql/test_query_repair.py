"""Queries of a model, put right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.programs.inside.program_functions import table
from pandora.programs.inside.sql_query import query
from pandora.programs.sql.queried_tables import queried_tables
from pandora.programs.sql.query_repair import repaired_queries

BILLS = """Nr;Kunde;prix unitaire;Betrag;bezahlt;Group;moment
1;Thoma;2,50;10,00;ja;a;2025-08-30 10:00
2;Gehrke;4,00;;nein;b;2025-08-31 18:30
3;Moll;1,00;3,00;;a;2025-09-01 00:10
4;Vogt;1,00;7,00;ja;a;2025-09-02 08:00
"""


@pytest.fixture
def bills(tmp_path: Path) -> Path:
    """A workspace with one table."""
    (tmp_path / "bills.csv").write_text(BILLS, encoding="utf-8")
    return tmp_path


def test_a_condition_on_a_column_of_lists_is_about_an_item(tmp_path: Path) -> None:
    rows = [
        {"name": "roll", "has": ["gluten"]},
        {"name": "bun", "has": ["gluten", "milk"]},
        {"name": "jelly", "has": []},
    ]
    (tmp_path / "food.json").write_text(json.dumps(rows), encoding="utf-8")
    tables = queried_tables(("food.json",), tmp_path)
    for condition, names in [
        ("has = 'milk'", ["bun"]),
        ("has <> 'milk'", ["roll", "jelly"]),
        ("has LIKE 'milk'", ["bun"]),
        ("has NOT LIKE '%gluten%'", ["jelly"]),
    ]:
        (repaired,) = repaired_queries(f"SELECT name FROM food WHERE {condition}", tables)
        assert [row["name"] for row in query(repaired, food=rows)] == names, repaired


def found(bills: Path, sql: str) -> list[list[object]]:
    """The rows that a model's query gives once it is repaired."""
    (repaired,) = repaired_queries(sql, queried_tables(("bills.csv",), bills))
    return [list(row.values()) for row in query(repaired, bills=table(str(bills / "bills.csv")))]


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT Nr FROM bills WHERE prix_unitaire > 2", [[1], [2]]),  # the column has a blank in its name
        ("SELECT Nr FROM bills WHERE prix unitaire > 3", [[2]]),
        ("SELECT Nr FROM bills WHERE Nr IS NULL AND bezahlt = 'nein'", [[2]]),  # each row has a number
        ("SELECT Nr FROM bills WHERE (Nr = 0) AND bezahlt = 'nein'", [[2]]),
        ("SELECT Nr FROM bills WHERE Betrag IS NULL AND bezahlt = 'ja'", []),
        ("SELECT Nr FROM bills WHERE NOT (Nr IS NULL AND bezahlt = 'nein')", [[1], [2], [3], [4]]),
        ("SELECT Nr FROM bills WHERE prix > 3", [[2]]),  # the first word of its name
        ("SELECT Nr FROM bills WHERE Group = 'b'", [[2]]),  # a word of SQL
        ("SELECT Group, COUNT(*) FROM bills GROUP BY Group ORDER BY 1", [["a", 3], ["b", 1]]),
        ("SELECT Nr FROM bills WHERE bezahlt <> 'ja'", [[2], [3]]),  # a blank is not ja
        ("SELECT Nr FROM bills WHERE bezahlt NOT IN ('ja')", [[2], [3]]),
        ("SELECT Nr FROM bills WHERE bezahlt = ''", [[3]]),
        ("SELECT Nr FROM bills WHERE bezahlt != ''", [[1], [2], [4]]),
        ("SELECT Nr, Betrag - `prix unitaire` AS rest FROM bills WHERE Nr = 2", [[2, -4]]),  # a blank is 0 here
        ("SELECT AVG(Betrag) FROM bills", [[20 / 3]]),  # and no value here
        ("SELECT COUNT(*) / 8 FROM bills", [[0.5]]),
        ("SELECT SUM(Nr) * SUM(Betrag) FROM bills", [[47]]),  # 1 * 10 + 3 * 3 + 4 * 7
        ("SELECT ROUND(Nr * (SUM(Betrag)), 1) FROM bills", [[47]]),
        ("SELECT Nr * SUM(Betrag) FROM bills GROUP BY Nr HAVING Nr = 4", [[28]]),
        ("SELECT SUM(Betrag) * 2 FROM bills", [[40]]),
        ("SELECT Nr FROM bills WHERE moment <= '2025-08-31'", [[1], [2]]),  # the whole last day
        ("SELECT Nr FROM bills WHERE moment BETWEEN '2025-08-31' AND '2025-09-01'", [[2], [3]]),
        ("SELECT Nr FROM bills WHERE moment >= '01.09.2025'", [[3], [4]]),  # a day as the request writes it
        ("SELECT Nr FROM invoices WHERE Nr = 1", [[1]]),  # another name for the only table
        ("SELECT Nr AS Kunde FROM bills ORDER BY Kunde LIMIT 1", [[1]]),  # a name of its own
        ("SELECT Nr FROM bills WHERE Kunde LIKE 'ehrk'", [[2]]),  # anywhere in it
        ("SELECT Nr FROM bills WHERE Kunde LIKE 'Moll'", [[3]]),
        ("SELECT median(Betrag) FROM bills", [[7]]),
        ("SELECT Nr FROM bills WHERE bezahlt NOT LIKE '%ja%'", [[2], [3]]),
        ("SELECT (CAST(strftime('%m', moment) AS INTEGER) - 1) / 3 + 1 FROM bills WHERE Nr = 1", [[3]]),
        ("SELECT Nr FROM bills WHERE moment <= '31.08.2025'", [[1], [2]]),
        ("SELECT Nr FROM bills WHERE moment IN ('2025-08-30 10:00')", [[1]]),
        ("SELECT Nr FROM bills WHERE strftime('%m', moment) = 9", [[3], [4]]),  # a text is no number
        ("SELECT Nr FROM bills WHERE strftime('%w', moment) BETWEEN 6 AND 7", [[1], [2]]),  # Sunday is 0 there
        ("SELECT Nr FROM bills WHERE strftime('%w', moment) IN (0, 6)", [[1], [2]]),
        (
            "SELECT Kunde, SUM(Betrag) FROM bills WHERE Nr < 3 GROUP BY Kunde ORDER BY 1",
            [["Gehrke", 0], ["Thoma", 10]],
        ),
    ],
)
def test_a_query_does_what_is_meant(bills: Path, sql: str, rows: list[list[object]]) -> None:
    assert found(bills, sql) == rows


def test_each_query_of_a_text_is_one(bills: Path) -> None:
    tables = queried_tables(("bills.csv",), bills)
    text = "-- how many\nSELECT COUNT(*) FROM bills;\nSELECT MAX(Betrag) FROM bills;"
    assert len(repaired_queries(text, tables)) == 2


def test_what_is_no_sql_stays_as_it_is(bills: Path) -> None:
    tables = queried_tables(("bills.csv",), bills)
    assert repaired_queries("SELECT FROM WHERE (", tables) == ["SELECT FROM WHERE ("]


@pytest.mark.parametrize("condition", ["paid = TRUE", "paid = 1", "paid = 'true'", "paid", "paid <> FALSE"])
@pytest.mark.parametrize("name", ["t.csv", "t.json"])
def test_true_is_true_however_it_is_written(tmp_path: Path, condition: str, name: str) -> None:
    rows = '[{"id": 1, "paid": true}, {"id": 2, "paid": false}]'
    (tmp_path / name).write_text(rows if name == "t.json" else "id,paid\n1,true\n2,false\n", encoding="utf-8")
    (sql,) = repaired_queries(f"SELECT id FROM t WHERE {condition}", queried_tables((name,), tmp_path))
    assert query(sql, t=table(str(tmp_path / name))) == [{"id": 1}]


def test_a_name_is_looked_up_in_its_own_table_and_as_it_is_written_first(tmp_path: Path) -> None:
    (tmp_path / "goods.csv").write_text("Artikel;Marge €;Marge %\na;10;5\n", encoding="utf-8")
    (tmp_path / "kunden.csv").write_text("Kunden-Nr;Name\n7;Ida\n", encoding="utf-8")
    (tmp_path / "orders.csv").write_text("Nr;KundenNr\n1;7\n2;7\n", encoding="utf-8")
    files = ("goods.csv", "kunden.csv", "orders.csv")
    tables, rows = queried_tables(files, tmp_path), {name[:-4]: table(str(tmp_path / name)) for name in files}

    def found(sql: str) -> list[list[object]]:
        return [list(row.values()) for row in query(repaired_queries(sql, tables)[0], **rows)]

    assert found('SELECT "Marge €" FROM goods') == [[10]]
    on = 'orders o JOIN kunden k ON k."Kunden-Nr" = o.KundenNr'
    assert found(f"SELECT k.Name, COUNT(*) FROM {on} GROUP BY k.Name") == [["Ida", 2]]


def test_a_day_is_read_in_the_order_in_which_the_column_writes_its_days(tmp_path: Path) -> None:
    (tmp_path / "orders.csv").write_text("id,day\n1,01/15/2025\n2,02/10/2025\n3,10/02/2025\n", encoding="utf-8")
    tables, rows = queried_tables(("orders.csv",), tmp_path), table(str(tmp_path / "orders.csv"))
    for limit, ids in (("= '10/02/2025'", [3]), ("<= '02/28/2025'", [1, 2]), ("> '10/01/2025'", [3])):
        (repaired,) = repaired_queries(f"SELECT id FROM orders WHERE day {limit}", tables)
        assert [row["id"] for row in query(repaired, orders=rows)] == ids


def test_codes_of_which_some_are_numbers_are_texts(tmp_path: Path) -> None:
    (tmp_path / "places.json").write_text('[{"zip": "01067"}, {"zip": 10115}]', encoding="utf-8")
    (places,) = queried_tables(("places.json",), tmp_path)
    assert [(column.kind, column.told) for column in places.columns] == [("text", "'01067', '10115'")]


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT land, 2024 - 2023 AS more FROM lands", [["DE", 10], ["FR", -2]]),
        ("SELECT SUM(2024), MAX(l.2023) FROM lands l", [[23, 10]]),
        ("SELECT land FROM lands WHERE 2024 > 2023 ORDER BY 2024", [["DE"]]),
        ("SELECT land FROM lands WHERE since >= 2024 AND 2023 > 3", [["FR"]]),  # a year that is asked for
        ("SELECT land, 2024.5 FROM lands LIMIT 1", [["DE", 2024.5]]),
    ],
)
def test_a_column_named_like_a_year_is_no_number(tmp_path: Path, sql: str, rows: list[list[object]]) -> None:
    (tmp_path / "lands.csv").write_text("land;since;2023;2024\nDE;2020;10;20\nFR;2024;5;3\n", encoding="utf-8")
    (repaired,) = repaired_queries(sql, queried_tables(("lands.csv",), tmp_path))
    found = query(repaired, lands=table(str(tmp_path / "lands.csv")))
    assert [list(row.values()) for row in found] == rows


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT TOP 1 Nr FROM bills ORDER BY Nr DESC", [[4]]),
        ("SELECT COUNT(*) FROM bills.csv", [[4]]),
        ('SELECT Nr FROM bills WHERE Kunde = "Moll"', [[3]]),  # in the quotes of a name
        ('SELECT Nr FROM bills WHERE Kunde IN ("Moll", "Vogt")', [[3], [4]]),
        ("SELECT Nr FROM bills WHERE Kunde <> 'it\\'s' AND Nr < 2", [[1]]),
        ("SELECT Nr FROM bills WHERE bezahlt != NULL", [[1], [2], [4]]),
        ("SELECT Nr FROM bills WHERE bezahlt = NULL", [[3]]),
        ("SELECT Nr FROM bills WHERE TRIM(bezahlt) = ''", [[3]]),
        ("SELECT Nr FROM bills WHERE TRIM(bezahlt) <> ''", [[1], [2], [4]]),
        ("SELECT Nr FROM bills WHERE ISNULL(bezahlt)", [[3]]),
        ("SELECT Nr FROM bills ORDER BY Betrag LIMIT 1", [[3]]),  # the smallest is no blank
        ("SELECT Nr FROM bills ORDER BY Betrag * 2 LIMIT 1", [[3]]),
        ("SELECT Nr FROM bills WHERE strftime('%m', moment) = '9'", [[3], [4]]),
        ("SELECT Nr FROM bills WHERE strftime('%m', moment) IN ('9', '10')", [[3], [4]]),
        ("SELECT Nr FROM bills WHERE strftime('%m', moment) = '09'", [[3], [4]]),
    ],
)
def test_what_other_databases_read_otherwise_is_meant_so(bills: Path, sql: str, rows: list[object]) -> None:
    assert found(bills, sql) == rows


def test_a_name_in_quotes_beside_a_column_is_that_column(bills: Path) -> None:
    assert found(bills, 'SELECT Nr FROM bills WHERE "Betrag" <> "prix unitaire" AND Nr = 1') == [[1]]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT SUM(Stück * Mehl_pro_stück) FROM plan",
        "SELECT SUM(Stück * MEHL_PRO_STÜCK(g)) FROM plan",
        'SELECT SUM("Stück" * "Mehl pro Stück") FROM plan',
    ],
)
def test_a_name_without_its_unit_is_the_column(sql: str, tmp_path: Path) -> None:
    (tmp_path / "plan.csv").write_text("Tag;Stück;Mehl pro Stück (g)\nFr;2;5\nSa;3;4\n", encoding="utf-8")
    (repaired,) = repaired_queries(sql, queried_tables(("plan.csv",), tmp_path))
    rows = query(repaired, plan=table(str(tmp_path / "plan.csv")))
    assert [list(row.values()) for row in rows] == [[22]]
