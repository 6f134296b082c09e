"""Names of columns that a program misspells."""

from __future__ import annotations

import pytest

from pandora.programs.repairs.misspelt_columns import with_known_columns

COLUMNS = ("Nr", "Betrag", "fällig", "bezahlt")


@pytest.mark.parametrize(
    ("written", "mended"),
    [
        ("print(sum(row['Betrage'] for row in rows if row['fällt'] > '2025'))", True),
        ('print(f"{rows[0][\'fällt\']}", rows[0].get("x"))', True),
        ("for row in rows:\n    row['fällt'] = 1\nprint(rows[0]['fällt'])", False),
        ("made = [{'fällt': 1}]\nprint(made[0]['fällt'])", False),
        ("print(rows[0]['fällig'], rows[0]['no'], rows[0][0])", False),
        ("print(rows[0]['fällt'", False),
    ],
)
def test_a_key_that_is_no_column_is_the_one_that_begins_alike(written: str, mended: bool) -> None:
    right = written.replace("'fällt'", "'fällig'").replace("'Betrage'", "'Betrag'")
    assert with_known_columns(written, COLUMNS) == (right if mended else written)


@pytest.mark.parametrize("written", ["club_fee", "ClubFee", "club-fee", "Club Fee"])
def test_a_column_is_found_by_its_letters_whatever_stands_between_them(written: str) -> None:
    columns = ("member", "club fee", "club fee paid")
    assert with_known_columns(f"print(rows[0]['{written}'])", columns) == "print(rows[0]['club fee'])"


def test_of_two_columns_that_begin_alike_none_is_taken() -> None:
    assert with_known_columns("print(rows[0]['due'])", ("due_date", "due_time")) == "print(rows[0]['due'])"


def test_a_key_of_what_load_gave_may_be_the_name_of_a_table() -> None:
    program = "data = load('a.db')\nitems = data['items']\nprint(items[0]['item'])"
    assert with_known_columns(program, ("id", "item_id")) == program.replace("['item']", "['item_id']")
