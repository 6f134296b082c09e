"""The result alone: sorted names, values of one row, made files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs.metamorphic.tried_relation import TABLE, verdict


def test_a_name_goes_with_the_numbers_of_its_own_row(tmp_path: Path) -> None:
    right = TABLE + 'b = max(rows, key=lambda r: r["price"])\nprint(b["name"], b["price"])'
    mixed = TABLE + 'print(rows[2]["name"], rows[4]["price"] + 244)'
    assert verdict("rows", "", right, tmp_path).state == "held"
    found = verdict("rows", "", mixed, tmp_path)
    assert (found.state, "'fig'" in found.reason) == ("violated", True)
    twice = TABLE + 'n = rows[2]["name"]\nprint(rows[4]["price"] + 244, n, "at", n)'
    assert verdict("rows", "", twice, tmp_path).state == "violated"
    total = TABLE + 'print("Rome", sum(r["price"] for r in rows if r["city"] == "Rome"))'
    assert verdict("rows", "", total, tmp_path).state == "held"


def test_a_message_may_name_somebody_and_a_number(tmp_path: Path) -> None:
    chat = "author,message\nTom,see you\nPriya,the code is 4471. Do not lose the key again Tom\nJo,fine\n"
    program = TABLE + "print(*[r['message'] for r in rows if 'code' in r['message']])"
    assert verdict("rows", "", program, tmp_path, chat).state != "violated"
    mixed = TABLE + "print('Jo', rows[1]['message'])"
    assert verdict("rows", "", mixed, tmp_path, chat).state == "violated"


@pytest.mark.parametrize(
    ("saved", "state", "told"),
    [
        ('[r for r in rows if r["city"] == "Rome"]', "held", "2 of 5"),
        ('[{"name": r["name"], "all": str(r)} for r in rows]', "violated", "Python"),
        ('[{**r, "price": r["price"] if r["price"] > 200 else "cheap"} for r in rows]', "violated", "cheap"),
    ],
)
def test_a_made_file_is_read_back(saved: str, state: str, told: str, tmp_path: Path) -> None:
    found = verdict("made file", "", TABLE + f'save({saved}, "out.csv")', tmp_path)
    assert (found.state, told in found.reason) == (state, True)


NAMES = "name,age\nZoe,3\nÁlvaro,4\nbo,5\nCem,6\n"


@pytest.mark.parametrize(
    ("program", "state"),
    [
        ("print(*sorted(r['name'] for r in rows), sep='\\n')", "violated"),
        ("print(*sorted((r['name'] for r in rows), key=str.casefold), sep='\\n')", "not applicable"),
        (
            "names = [r['name'] for r in rows]\n"
            "print(*sorted(names, key=lambda n: n.lower().replace('á', 'a')), sep='\\n')",
            "held",
        ),
        ("print(*[r['name'] for r in rows], sep='\\n')", "not applicable"),
        ("print(*sorted(r['age'] for r in rows), sep='\\n')", "not applicable"),
    ],
)
def test_sorted_names_stand_as_a_dictionary_has_them(program: str, state: str, tmp_path: Path) -> None:
    found = verdict("alphabet", "The guests, sorted", TABLE + program, tmp_path, NAMES)
    assert found.state == state
    assert state != "violated" or "sort with key=folded" in found.reason


@pytest.mark.parametrize(
    ("kept", "state", "told"),
    [
        ("('name', 'city', 'price')", "held", "name, city, price"),
        ("r", "violated", "also has the columns"),
        ("('name', 'city')", "violated", "lacks the columns price"),
    ],
)
def test_a_made_table_has_the_columns_that_are_listed(kept: str, state: str, told: str, tmp_path: Path) -> None:
    program = TABLE + f'save([{{key: r[key] for key in {kept}}} for r in rows], "out.csv")'
    found = verdict("listed columns", "Make out.csv with name, city and price", program, tmp_path)
    assert (found.state, told in found.reason) == (state, True)
    assert verdict("listed columns", "Make out.csv of the fruit", program, tmp_path).state == "not applicable"


ASKED = "How much was paid in total, and how many rows are there?"


@pytest.mark.parametrize(
    ("printed", "state"),
    [
        ('print("Total:", len(rows))\nprint("Rows:", len([r for r in rows if r["name"]]))', "violated"),
        ('print("Total:", sum(r["price"] for r in rows))\nprint("Rows:", len(rows))', "not applicable"),
        ('print("Total:", min(5, rows[0]["price"]))\nprint("Rows:", len(rows))', "held"),
    ],
)
def test_two_things_that_are_asked_do_not_always_get_one_number(
    printed: str, state: str, tmp_path: Path
) -> None:
    assert verdict("parts", ASKED, TABLE + printed, tmp_path).state == state


def test_as_many_values_are_printed_as_things_are_asked(tmp_path: Path) -> None:
    asked = "What do those from Rome cost together, and how many are they?"
    kept = TABLE + 'kept = [r for r in rows if r["city"] == "Rome"]\n'
    one = verdict("parts", asked, kept + 'print("There are", len(kept), "from Rome, 2024.")', tmp_path)
    assert (one.state, "2 things are asked" in one.reason, one.least) == ("violated", True, 0.9)
    both = "print(f\"{sum(r['price'] for r in kept)} for {len(kept)}\")"
    assert verdict("parts", asked, kept + both, tmp_path).state == "not applicable"
    said = 'print(len(kept))\nif kept:\n    print("dear")'
    assert verdict("parts", asked, kept + said, tmp_path).state == "not applicable"


def test_a_made_table_has_no_column_beside_the_head_that_is_written(tmp_path: Path) -> None:
    asked = "Save them as b.csv with the columns name;total, amounts like 1,50."
    made = TABLE + 'save([{"name": r["name"], "total": 1, "amounts": 2} for r in rows], "b.csv")'
    assert verdict("listed columns", asked, made, tmp_path).state == "violated"
    right = made.replace(', "amounts": 2', "")
    assert verdict("listed columns", asked, right, tmp_path).state != "violated"


@pytest.mark.parametrize(
    ("made", "state"),
    [
        ("'city': r['city'], 'day': r['day'] if r['price'] < 300 else ''} for r in rows]", "violated"),
        ("'city': r['city'], 'day': r['day']} for r in rows if r['price'] < 300]", "held"),
        ("'city': r['city'], 'day': r['day'][:7]} for r in rows]", "not applicable"),
        ("'city': r['city'], 'dear': r['price'] > 300} for r in rows]", "not applicable"),
        ("'day': r['day'] if r['price'] < 300 else ''} for r in rows]", "not applicable"),
    ],
)
def test_a_column_of_the_data_has_its_rows_own_values(made: str, state: str, tmp_path: Path) -> None:
    found = verdict(
        "copied rows", "Save the fruit.", TABLE + f"save([{{'name': r['name'], {made}, 'n.csv')", tmp_path
    )
    assert found.state == state
    assert state != "violated" or "day is blank in 2 rows where the data has '2024-03-01'" in found.reason


def test_a_column_that_is_worked_out_and_named_is_asked_for(tmp_path: Path) -> None:
    rows = "day,text,amount\n2025-04-01,pay,2450\n2025-04-02,rent,-890\n2025-04-05,shop,-54\n"
    request = "make balance.csv with day, text, amount and what is there after each (column balance)"
    program = (
        'rows = table("a.csv")\nout, total = [], 0\nfor r in rows:\n    total += r["amount"]\n'
        '    out.append({**r, "NAME": total})\nsave(out, "balance.csv")'
    )
    own, other = (program.replace("NAME", name) for name in ("balance", "sum"))
    assert verdict("listed columns", request, own, tmp_path, rows).state != "violated"
    assert verdict("listed columns", request, other, tmp_path, rows).state == "violated"
