"""What a model is told of the columns of a table."""

from __future__ import annotations

from pandora.programs.sql.queried_tables import column_of


def test_of_a_column_of_lists_the_items_are_told() -> None:
    cells = [["gluten"], ["gluten", "milk", "egg"], []]
    assert column_of("allergens", cells).told == "lists of 'gluten', 'milk', 'egg'"


def test_lists_of_many_texts_or_of_numbers_are_shown_as_they_are() -> None:
    assert column_of("tags", [[f"tag {number}"] for number in range(30)]).told.startswith("like \"['tag 0']\"")
    assert column_of("sizes", [[1, 2], [3]]).told == "'[1, 2]', '[3]'"
