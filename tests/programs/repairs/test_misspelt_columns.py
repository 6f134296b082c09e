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


@pytest.mark.parametrize(
    "written",
    [
        "counts = Counter(row['status'] for row in rows)\nprint(counts['open'])",
        "print([row for row in rows if row['status'] == 'open'], rows[0]['status'])",
        "for found in re.finditer(form, content):\n    print(found['open'])",
        "for row in rows:\n    row.update(open=1)\nprint(rows[0]['open'])",
        "config = load('a.json')\nprint(config['server']['open'])",
    ],
)
def test_what_is_no_key_of_a_row_stays(written: str) -> None:
    assert with_known_columns(written, ("status", "opening_date")) == written


def test_a_key_that_stands_deeper_in_the_data_stays() -> None:
    written = "print([row['name'] for row in rows])"
    assert with_known_columns(written, ("name of the child",), lambda: {"name"}) == written
    assert with_known_columns(written, ("name of the child",)) == written.replace("name", "name of the child")


def test_only_the_key_is_put_right_and_no_text_like_it() -> None:
    written = "print([row['statu'] for row in rows if row['note'] != 'statu'])"
    assert with_known_columns(written, ("status", "note")) == written.replace("row['statu']", "row['status']")
