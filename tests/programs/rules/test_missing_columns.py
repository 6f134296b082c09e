from __future__ import annotations

from pandora.programs.rules.missing_columns import question_of_missing_column
from pandora.programs.sql.query_shape import query_call

QUERY = query_call("SELECT SUM(pieces * price) FROM stock", {"stock": "rows"})
SAID = "line 2: found = query('''\nValueError: no such column: {}; the tables are stock (article, pieces)"


def test_a_column_that_two_queries_ask_for_in_vain_is_asked_about() -> None:
    tries = [(QUERY, SAID.format("price")), ("print(4900)", "4900"), (QUERY, SAID.format("s.price"))]
    assert question_of_missing_column(tries) == (
        "There is no price in the data, which this needs: the columns are stock (article, pieces). "
        "Where does it stand, or what is meant?"
    )


def test_one_query_other_columns_and_a_query_that_worked_tell_nothing() -> None:
    assert question_of_missing_column([(QUERY, SAID.format("price"))]) == ""
    assert question_of_missing_column([(QUERY, SAID.format("price")), (QUERY, SAID.format("cost"))]) == ""
    assert question_of_missing_column([(QUERY, SAID.format("price"))] * 2 + [(QUERY, "12")]) == ""
    assert question_of_missing_column([]) == ""
