"""The function `query` of a model's program."""

from __future__ import annotations

from typing import Any

import pytest

from pandora.programs.inside.delimited_tables import parse
from pandora.programs.inside.sql_query import query
from pandora.programs.inside.typed_columns import column

GUESTS: list[dict[str, Any]] = [
    {"name": "Ana", "coming": "sí", "seats": 3},
    {"name": "Álvaro", "coming": "Sí ", "seats": 2},
    {"name": "Óscar", "coming": "SI", "seats": None},
    {"name": "Iker", "coming": "no", "seats": 1},
]


def typed(text: str) -> list[dict[str, Any]]:
    """The rows of a table of text, with typed columns."""
    return parse(text, ".csv")


def test_it_gives_rows_by_column() -> None:
    found = query("SELECT name, seats AS places FROM guests WHERE seats > 1 ORDER BY seats", guests=GUESTS)
    assert found == [{"name": "Álvaro", "places": 2}, {"name": "Ana", "places": 3}]


def test_other_spellings_of_a_text_are_equal_and_sorted_as_in_a_dictionary() -> None:
    found = query("SELECT name FROM guests WHERE coming = 'sí' ORDER BY name", guests=GUESTS)
    assert [row["name"] for row in found] == ["Álvaro", "Ana", "Óscar"]
    assert query("SELECT count(DISTINCT coming) AS n FROM guests", guests=GUESTS) == [{"n": 2}]


def test_a_blank_is_null() -> None:
    rows = typed("name,paid\nAda,3\nBo,\n")
    assert query("SELECT name FROM dues WHERE paid IS NULL", dues=rows) == [{"name": "Bo"}]


def test_days_are_iso_texts_and_come_back_as_the_file_has_them() -> None:
    rows = typed("who;day\nAda;24.12.2025\nBo;02.01.2026\n")
    (found,) = query("SELECT who, day FROM visits WHERE strftime('%m', day) = '12'", visits=rows)
    assert found == {"who": "Ada", "day": "2025-12-24"}
    assert found["day"].written == "24.12.2025"
    assert query("SELECT YEAR(day) AS y, MONTH(day) AS m FROM v LIMIT 1", v=rows) == [{"y": 2025, "m": 12}]


def test_a_word_among_numbers_is_null_unless_the_query_looks_for_it() -> None:
    cells = column(["4.5", "ERR", "9.0", "8.5", "7.1", "6.0", "5.0", "4.0", "3.0"])
    rows = [{"celsius": cell} for cell in cells]
    assert query("SELECT max(celsius) AS top FROM log", log=rows) == [{"top": 9.0}]
    assert query("SELECT count(*) AS n FROM log WHERE celsius = 'ERR'", log=rows) == [{"n": 1}]


def test_a_text_among_numbers_that_would_be_another_one_as_a_number_stays() -> None:
    rows: list[dict[str, Any]] = [{"code": "01067"}, {"code": 10115}, {"code": "4E12"}, {"code": None}]
    assert [row["code"] for row in query("SELECT code FROM c WHERE code IS NOT NULL", c=rows)] == [
        *("01067", "10115", "4E12"),
    ]
    for same in ("10115", "'10115'"):
        assert query(f"SELECT count(*) AS n FROM c WHERE code = {same}", c=rows) == [{"n": 1}]
    prices: list[dict[str, Any]] = [{"price": 12.5}, {"price": "13.20"}, {"price": "n/a"}, {"price": 2}]
    assert query("SELECT sum(price) AS s FROM p WHERE price BETWEEN 5 AND 50", p=prices) == [{"s": 25.7}]


def test_objects_in_cells_are_columns() -> None:
    rows = [{"part": "fuse", "stock": {"bin": "A1", "qty": 2}, "min": 5}]
    assert query("SELECT part, min - stock_qty AS missing FROM parts", parts=rows) == [
        {"part": "fuse", "missing": 3}
    ]


def test_a_median_is_that_of_the_group() -> None:
    rows = [
        {"team": team, "hours": hours} for team, hours in (("a", 1), ("a", 9), ("a", 2), ("b", 4), ("b", 6))
    ]
    found = query("SELECT team, median(hours) AS middle FROM t GROUP BY team", t=rows)
    assert found == [{"team": "a", "middle": 2}, {"team": "b", "middle": 5}]


def test_tables_are_joined() -> None:
    people = [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bo"}]
    loans = [{"person": 2, "book": "Emma"}]
    sql = "SELECT name, book FROM loans JOIN people ON people.id = loans.person"
    assert query(sql, loans=loans, people=people) == [{"name": "Bo", "book": "Emma"}]


def test_a_sum_of_no_rows_is_no_row() -> None:
    assert query("SELECT sum(seats) AS s FROM guests WHERE coming = 'maybe'", guests=GUESTS) == []


def test_what_cannot_be_run_names_the_tables() -> None:
    with pytest.raises(ValueError, match=r"no such column: age; the tables are guests \(name, coming, seats\)"):
        query("SELECT age FROM guests", guests=GUESTS)


def test_a_column_of_another_table_is_named_with_it() -> None:
    loans = [{"person": 2, "book": "Emma"}]
    told = r"no such column: name there; name is a column of guests: JOIN it; the tables are loans"
    with pytest.raises(ValueError, match=told):
        query("SELECT name FROM loans", loans=loans, guests=GUESTS)


def test_a_column_that_is_to_be_made_is_worked_out_of_those_that_are_there() -> None:
    rents = [{"who": "Ann", "due": 640.0, "paid": 500.0}]
    told = r'no such column: open there; work it out of "due", "paid"; the tables are rents'
    with pytest.raises(ValueError, match=told):
        query("SELECT who, MAX(open) AS open FROM rents", rents=rents)
    with pytest.raises(ValueError, match=r"no such column: open; the tables"):
        query("SELECT who FROM rents WHERE open > 0", rents=rents)


def test_a_name_in_quotes_that_is_no_column_is_no_text() -> None:
    with pytest.raises(ValueError, match="no such column: town"):
        query('SELECT "town" FROM guests', guests=GUESTS)
    assert query("SELECT name FROM guests WHERE name <> '\"Ana\"' LIMIT 1", guests=GUESTS) == [{"name": "Ana"}]


def test_two_columns_of_one_name_are_both_there() -> None:
    sql = "SELECT a.name, b.name FROM a JOIN b ON a.id = b.id"
    found = query(sql, a=[{"id": 1, "name": "Ada"}], b=[{"id": 1, "name": "Bo"}])
    assert [list(row.values()) for row in found] == [["Ada", "Bo"]]


def test_a_table_may_have_any_name() -> None:
    assert query("SELECT n FROM sql", sql=[{"n": 3}]) == [{"n": 3}]


def test_what_breaks_off_on_the_way_names_the_tables() -> None:
    with pytest.raises(ValueError, match=r"integer overflow; the tables are t \(n\)"):
        query("SELECT abs(n) FROM t", t=[{"n": 1}, {"n": -(2**63)}])


def test_texts_that_are_amounts_are_added_up_as_such() -> None:
    rows = parse('name,hours\nA,"12,5"\nB,"8,25"\nC,"100"\n')
    assert query("SELECT SUM(hours) AS s, MAX(r.hours) AS m FROM r", r=rows) == [{"s": 120.75, "m": 100}]
    assert query("SELECT AVG(r.hours) AS a FROM r", r=rows) == [{"a": 40.25}]
    assert query("SELECT hours FROM r", r=rows) == [{"hours": "12,5"}, {"hours": "8,25"}, {"hours": "100"}]


@pytest.mark.parametrize("cells", [("1.500 km", "12 km"), ("12 EUR", "3 USD"), ("1,234", "2,345")])
def test_texts_of_no_one_notation_and_unit_are_not_added_up(cells: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"way cannot be added up: '1.* is text; .*number\(row\['way'\]\)"):
        query("SELECT SUM(way) FROM r", r=[{"way": cell} for cell in cells])


@pytest.mark.parametrize("called", ["a.n", "o.n"])
def test_only_the_table_that_is_added_up_must_have_numbers(called: str) -> None:
    owner, _, _ = called.partition(".")
    sql = f"SELECT SUM({called}) AS s FROM a {owner if owner != 'a' else ''} JOIN b ON {owner}.k = b.k"
    rows = [{"k": 1, "n": 5}]
    others = [{"k": 1, "n": "5 apples"}, {"k": 2, "n": "2-3 pears"}]
    assert query(sql, a=rows, b=others) == [{"s": 5}]
    with pytest.raises(ValueError, match="n cannot be added up"):
        query(sql, a=others, b=rows)


def test_moments_are_compared_whatever_divides_the_day_from_the_time() -> None:
    cells = ["2025-01-05T08:00:00", "2025-01-05T23:10:00", "2025-01-06T07:00:00"]
    rows = [{"start": cell} for cell in column(cells)]
    found = query("SELECT start FROM r WHERE start > '2025-01-05 12:00' AND start < '2025-01-06 00:00'", r=rows)
    assert [row["start"].written for row in found] == [cells[1]]
    assert query("SELECT start FROM r WHERE start LIKE '2025-01-05T23%'", r=rows) == found
    assert [row for row in rows if row["start"] > "2025-01-05 12:00"] == rows[1:]


def test_moments_that_are_texts_are_found_as_they_stand_and_beside_others() -> None:
    texts = [{"at": "2025-01-05T08:00:00Z", "n": 1}, {"at": "2025-01-05T07:00:00Z", "n": 2}]
    assert query("SELECT n FROM t WHERE at >= '2025-01-05T08:00:00Z'", t=texts) == [{"n": 1}]
    assert query("SELECT at FROM t WHERE n = 1", t=texts) == [{"at": texts[0]["at"]}]
    days = [{"at": cell} for cell in column([str(row["at"]) for row in texts])]
    joined = query(
        "SELECT t.n, t.at FROM t JOIN d ON t.at = d.at WHERE d.at < '2025-01-05 08:00'", t=texts, d=days
    )
    assert joined == [{"n": 2, "at": texts[1]["at"]}]


def test_an_hour_of_one_figure_is_before_one_of_two() -> None:
    rows = [{"start": cell} for cell in column(["2025-01-05 8:00", "2025-01-05 12:00"])]
    assert query("SELECT MAX(start) AS m FROM r WHERE start < '2025-01-05 12:30'", r=rows)[0]["m"].hour == 12
    assert query("SELECT start FROM r WHERE start < '2025-01-05 10:00'", r=rows) == rows[:1]
    assert rows[0]["start"] < rows[1]["start"]
    assert rows[0]["start"] == "2025-01-05 8:00"


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("name LIKE 'łódź%'", 1),
        ("name LIKE 'LODZ'", 1),
        ("name LIKE '%ÉLAN_'", 1),
        ("name NOT LIKE '%a%'", 1),
        ("name LIKE '50!%%' ESCAPE '!'", 1),
        ("name LIKE '5!0!%%' ESCAPE '!'", 1),
        ("name LIKE NULL", 0),
        ("LOWER(name) = 'łódź'", 1),
        ("UPPER(name) = 'ŁÓDŹ'", 1),
    ],
)
def test_letters_of_any_alphabet_are_alike_in_capitals(condition: str, found: int) -> None:
    rows = [{"name": name} for name in ("Łódź", "Élan!", "50% a", None)]
    assert query(f"SELECT COUNT(*) AS n FROM r WHERE {condition}", r=rows) == [{"n": found}]


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("SELECT name FROM r WHERE c > 9", ["C"]),
        ('SELECT name FROM r WHERE "c" < -1', ["D"]),
        ("SELECT name FROM r WHERE 9 < c", ["C"]),
        ("SELECT name FROM r WHERE c BETWEEN 8 AND 9", ["A", "E"]),
        ("SELECT name FROM r WHERE c = 'err'", ["B"]),
        ("SELECT name FROM r ORDER BY c DESC LIMIT 1", ["C"]),
        ("SELECT name FROM r ORDER BY c LIMIT 1", ["D"]),
        ("SELECT MAX(c) FROM r", [12]),
        ("SELECT AVG(c) FROM r", [6.575]),
        ("SELECT CAST(c AS REAL) FROM r WHERE name = 'A'", [8.5]),
        ("SELECT c FROM r WHERE name = 'B'", ["ERR"]),
    ],
)
def test_amounts_with_a_word_among_them_are_numbers_where_they_are_measured(
    sql: str, found: list[object]
) -> None:
    rows = parse("name;c\nA;8,5\nB;ERR\nC;12,0\nD;-3,2\nE;9\n")
    assert [cell for row in query(sql, r=rows) for cell in row.values()] == found


@pytest.mark.parametrize(
    ("cells", "sql"),
    [
        (["40", "42", "S", "XL"], "SELECT x FROM r ORDER BY x"),
        (["101", "12a", "7", "9b"], "SELECT x FROM r ORDER BY x"),
        (["01067", "10115", "unbekannt"], "SELECT x FROM r WHERE x > 5 OR x < 5 ORDER BY x"),
        (["9:15", "10:30", "spät"], "SELECT x FROM r ORDER BY x"),
    ],
)
def test_sizes_house_numbers_codes_and_times_stay_texts(cells: list[str], sql: str) -> None:
    assert {row["x"] for row in query(sql, r=[{"x": cell} for cell in cells])} == {*cells}


def test_the_day_of_the_week_is_there_as_other_databases_have_it() -> None:
    rows = [{"d": day} for day in column(["15.03.2024", "17.03.2024"])]
    assert [
        *query("SELECT weekday(d), day_of_week(d), dayname(d), monthname(d) FROM r", r=rows)[0].values()
    ] == [
        *(4, 6, "Friday", "March"),
    ]
    assert query("SELECT weekday(x) FROM r", r=[{"x": "soon"}]) == []
