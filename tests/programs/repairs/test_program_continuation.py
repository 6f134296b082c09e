from __future__ import annotations

import pytest

from pandora.programs.repairs.program_continuation import (
    continuation,
    with_known_name,
    without_last_comments,
)

OPENING = 'rows = table("a.csv")\n# What did it cost?\n'
PROGRAM = f"{OPENING}kept = [row for row in rows if row]\ntotal = sum(price for price in kept)\nprint(total)\n"
REPORT = "line 4: total = sum(price for price in kept)\nTypeError: int and dict (add up one column)"


def test_a_program_goes_on_where_the_one_before_stopped() -> None:
    assert continuation(OPENING, PROGRAM, REPORT).splitlines() == [
        *PROGRAM.splitlines()[:3],
        "# TypeError: int and dict (add up one column)",
        "total =",
    ]


def test_a_statement_of_several_lines_is_begun_anew_as_a_whole() -> None:
    program = f"{OPENING}for row in rows:\n    price = row['prize']\n    print(price)\n"
    report = "line 4: price = row['prize']\nKeyError: 'prize' (its keys are: name, price)"
    assert (
        continuation(OPENING, program, report) == f"{OPENING}# KeyError: 'prize' (its keys are: name, price)\n"
    )


def test_nothing_is_begun_where_the_report_names_no_line_behind_the_opening() -> None:
    assert continuation(OPENING, PROGRAM, "line 1: rows = table(1)\nTypeError: no") == ""
    assert continuation(OPENING, PROGRAM, "the result depends on the order of the rows") == ""
    assert continuation(OPENING, PROGRAM, "line 4: total\nKilled") == ""
    assert continuation(OPENING, "print(", "line 4: print(\nSyntaxError: never closed") == ""


def test_an_opening_that_ends_within_a_statement_stays() -> None:
    opening = f"{OPENING}kept = [row for row in rows if"
    program = f"{opening} row.x]\nprint(kept)\n"
    assert continuation(opening, program, "line 3: kept\nAttributeError: x") == ""


def test_without_an_opening_it_goes_on_as_well() -> None:
    report = "line 2: y = x.z\nAttributeError: z"
    assert continuation("", "x = 1\ny = x.z\n", report) == "x = 1\n# AttributeError: z\ny ="


def test_a_misspelt_name_is_put_right_where_the_report_says_which_is_defined() -> None:
    source = "dearest = max(kept)\nprint(dearest['name'], dearst['price'], row.dearst)"
    report = "line 2: print(...)\nNameError: name 'dearst' is not defined (write dearest, which is defined)"
    known = "dearest = max(kept)\nprint(dearest['name'], dearest['price'], row.dearst)\n"
    assert with_known_name(source, report) == known
    assert with_known_name(source, "NameError: name 'dearst' is not defined (there are table(path))") == ""


@pytest.mark.parametrize(
    ("key", "keys", "known"),
    [
        ("fällt", "Nr, Betrag, fällig, bezahlt", "fällig"),
        ("Betrage", "Nr, Betrag, fällig, bezahlt", "Betrag"),
        ("quantite", "date, quantité", "quantité"),
        ("date", "rate, name", ""),
        ("due", "due_date, due_time", ""),
        ("no", "note", ""),
    ],
)
def test_a_misspelt_key_is_put_right_where_one_key_begins_alike(key: str, keys: str, known: str) -> None:
    source = f'kept = [row for row in rows if row["{key}"] > 3]\nprint(f"{{kept[0][\'{key}\']}}")'
    report = f"line 1: kept\nKeyError: '{key}' (its keys are: {keys})"
    mended = f"kept = [row for row in rows if row['{known}'] > 3]\nprint(f\"{{kept[0]['{known}']}}\")\n"
    assert with_known_name(source, report) == (mended if known else "")


def test_the_comments_at_the_end_of_a_program_go_but_for_those_that_it_began_with() -> None:
    opening = "rows = table('a.csv')\n# what was it?\n"
    source = f"{opening}kept = rows[:5]\n# (1) what was it?\n# (1) what\n"
    assert without_last_comments(opening, source) == f"{opening}kept = rows[:5]"
    assert without_last_comments(opening, f"{opening}# what\n\n# what") == opening.rstrip()
    assert without_last_comments("", "# a\n# b") == ""


def test_a_misspelt_variable_is_put_right_and_no_key_or_text_like_it() -> None:
    source = "prices = [row['price'] for row in rows]  # price\n"
    source += "print(f\"price {price} {row['price']}\", max(price))\n"
    report = "NameError: name 'price' is not defined (write prices, which is defined)"
    mended = source.replace("{price}", "{prices}").replace("max(price)", "max(prices)")
    assert with_known_name(source, report) == mended


def test_a_column_with_brackets_is_a_known_key() -> None:
    report = "line 1: x\nKeyError: 'Price' (its keys are: Name, Price (EUR), Note; its 'Note' is 'a b c (d)')"
    assert with_known_name("print(row['Price'])", report) == "print(row['Price (EUR)'])\n"
