"""What a query does with its columns, as Python."""

from __future__ import annotations

from pandora.programs.metamorphic.altered_programs import counting_conditions
from pandora.programs.sql.query_shape import (
    is_query,
    is_stepwise,
    python_shape,
    query_call,
    query_without_limits,
)

HEAD = 'rows = table("dues.csv")\n'


def program(sql: str, tables: str = "dues=rows") -> str:
    """A program that is a query."""
    return f"{HEAD}found = query('''\n{sql}\n''', {tables})\nfor row in found:\n    print(*row.values())\n"


def shape(sql: str, tables: str = "dues=rows") -> list[str]:
    """The lines of a query's shape, without the head."""
    return python_shape(program(sql, tables)).removeprefix(HEAD).splitlines()


def test_another_program_is_its_own_shape() -> None:
    assert python_shape("print(2)\n") == "print(2)\n"
    assert not is_query("print(2)\n")


def test_each_condition_is_asked_of_each_row() -> None:
    sql = "SELECT name FROM dues WHERE status = 'Öpen' AND paid < 5 AND note LIKE '%urgent%'"
    sql += " AND day LIKE '2025-12%'"
    assert shape(sql)[:5] == [
        "for row in rows:",
        "    folded(row.get('status')) == 'open'",
        "    row.get('paid') is not None and row.get('paid') < 5",
        "    'urgent' in folded(row.get('note'))",
        "    folded(row.get('day')).startswith('2025-12')",
    ]


def test_what_it_measures_and_tests_is_there() -> None:
    lines = shape("SELECT team, SUM(hours) FROM dues WHERE left IS NULL GROUP BY team ORDER BY MAX(age) DESC")
    assert "lambda row: sum(row['hours'])" in lines
    assert "lambda row: sorted(max(row['age']))" in lines
    assert "    row.get('left') == None" in lines


def test_conditions_go_to_their_table() -> None:
    lines = shape(
        "SELECT b.name FROM bikes AS b JOIN rents AS r ON r.bike = b.id "
        "WHERE r.state <> 'off' AND b.kind IN ('a', 'b')",
        "bikes=one, rents=two",
    )
    assert lines[lines.index("for row in two:") + 1] == "    folded(row.get('state')) != 'off'"
    assert lines[lines.index("for row in one:") + 1].count("==") == 2


def test_its_conditions_can_be_counted() -> None:
    assert "_counted(" in counting_conditions(python_shape(program("SELECT * FROM dues WHERE paid > 3")))


def test_limits_of_its_own_are_taken_out() -> None:
    sql = "SELECT name FROM dues WHERE paid < 700 AND age > 18 AND name <> 'Ada'"
    without, removed = query_without_limits(
        program(sql), lambda number: number == 18, lambda text, left_out: text == "Ada" and left_out
    )
    assert removed == ["paid < 700", "name <> 'Ada'"]
    assert "700" not in without
    assert "age > 18" in without
    assert query_without_limits(program(sql), lambda number: True, lambda text, left_out: False) == ("", [])


def test_a_text_with_quotes_and_backslashes_is_the_same_in_the_program() -> None:
    sql = r"SELECT name FROM dues WHERE note = '''O' AND path = 'a\n' AND paid < 700"
    code = query_call(sql, {"dues": "rows"})
    called: list[str] = []
    exec(code, {"query": lambda sql, **_: called.append(sql), "rows": []})
    assert called == [f"\n{sql}\n"]
    assert "    folded(row.get('note')) == \"'o\"" in python_shape(code)
    without, _ = query_without_limits(code, lambda number: False, lambda text, left_out: False)
    exec(without, {"query": lambda sql, **_: called.append(sql), "rows": []})
    assert r"'a\n'" in called[1]


def test_a_query_that_selects_its_rows_first_has_the_conditions_of_these() -> None:
    sql = "WITH kept AS (\n  SELECT * FROM dues WHERE paid < 5\n)\nSELECT name FROM kept WHERE age > 18"
    assert is_stepwise(program(sql))
    assert not is_stepwise(program("SELECT name FROM dues"))
    lines = shape(sql)
    assert lines[0] == "for row in rows:"
    assert "    row.get('paid') is not None and row.get('paid') < 5" in lines
    assert "    row.get('age') is not None and row.get('age') > 18" in lines
