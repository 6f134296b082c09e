"""Literals of a program that stand in the words of its task: growth, point 14."""

from __future__ import annotations

import pytest

from pandora.growth.program_fields import fields_of, script_of

TASK = "How many rows of data/fruit.csv of kind Nvidia cost over 1,500?"
SOURCE = """\
rows = table("data/fruit.csv")
rows = [row for row in rows if number(row["price"]) > 1500 and "nvidia" in row["kind"].lower()]
print(len(rows), rows[3]["name"], f"over 1500: {len(rows)}")
"""


def test_words_of_the_task_become_fields_and_all_else_stays() -> None:
    """Growth 14: a file, a column, a name in small letters and a number; not the place in a list."""
    fields = fields_of(SOURCE, TASK, ("price", "kind", "name"))
    assert [(field.label, field.words) for field in fields.fields] == [
        ("File", "data/fruit.csv"),
        ("Number", "1,500"),
        ("Name", "Nvidia"),
        ("Column", "kind"),
    ]
    assert fields.blanks == "How many rows of FILE of COLUMN NAME cost over NUMBER?"
    script = script_of(SOURCE, fields)
    assert "number(row['price']) > number(given['number'])" in script
    assert "given['name'].lower() in row[given['column']].lower()" in script
    assert "rows[3]['name']" in script
    assert "over 1500: {len(rows)}" in script


@pytest.mark.parametrize(
    ("task", "values"),
    [
        (
            "how many rows  of data/cars.csv of make old vw cost over 3?",
            {"file": "data/cars.csv", "number": "3", "name": "vw", "column": "make old"},
        ),
        ("How many rows of data/cars.csv of kind vw cost under 3?", None),
        ("How many rows of data/cars.csv of kind vw cost over three?", None),
    ],
)
def test_another_task_is_of_the_kind_where_all_other_words_are_the_same(
    task: str, values: dict[str, str] | None
) -> None:
    found = fields_of(SOURCE, TASK, ("price", "kind", "name")).match(task)
    assert (found is None) == (values is None)
    if found is not None and values is not None:
        assert (found["file"], found["number"]) == (values["file"], values["number"])


def test_a_field_that_stands_twice_has_the_same_words_twice() -> None:
    fields = fields_of("print(4 * 4)", "What is 4 times 4?")
    assert fields.match("What is 5 times 5?") == {"number": "5"}
    assert fields.match("What is 5 times 6?") is None
    assert fields_of("print(16)", "What is 4 times 4?").fields == ()


def test_a_name_of_the_program_is_not_taken_for_the_arguments() -> None:
    fields = fields_of("given = 'plum'\nprint(given)", "Print plum")
    script = script_of("given = 'plum'\nprint(given)", fields)
    assert "fields = json.load(sys.stdin)" in script
    assert "given = fields['name']" in script
