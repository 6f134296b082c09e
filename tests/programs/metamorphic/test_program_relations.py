"""Altered programs: limits of their own, and conditions that nothing meets."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.metamorphic.experiment_subject import Meaning
from pandora.programs.sql.query_shape import query_call
from tests.programs.metamorphic.tried_relation import TABLE, verdict


@pytest.mark.parametrize(
    ("request_", "program", "state"),
    [
        (
            "the cheapest from Rome",
            'print([r for r in rows if r["city"] == "Rome" and r["price"] < 450][0]["name"])',
            "violated",
        ),
        (
            "the cheapest from Rome",
            'k = [r for r in rows if r["city"] == "Rome" and r["price"] < 450]\n'
            'print(min(k, key=lambda r: r["price"])["name"])',
            "held",
        ),
        (
            "what do those from Rome cost",
            'print(sum(r["price"] for r in rows if r["city"] == "Rome" and r["name"] != "pear"))',
            "violated",
        ),
        (
            "what do those from Rome cost, but for the pear",
            'print(sum(r["price"] for r in rows if r["city"] == "Rome" and r["name"] != "pear"))',
            "not applicable",
        ),
        ("how many cost more than 250", 'print(sum(r["price"] > 250 for r in rows))', "not applicable"),
        ("how many cost more than 2.50", 'print(sum(r["price"] > 250 for r in rows))', "not applicable"),
        ("how many are cheap", 'print(sum(r["price"] < 300 for r in rows))', "violated"),
        (
            "towns with two or more",
            'c = [r["city"] for r in rows]\nprint(sorted(x for x in set(c) if c.count(x) >= 2))',
            "not applicable",
        ),
        ("the cheapest", 'print(min(rows, key=lambda r: r["price"])["name"])', "not applicable"),
    ],
)
def test_a_limit_that_the_request_does_not_name_decides_nothing(
    request_: str, program: str, state: str, tmp_path: Path
) -> None:
    found = verdict("limits", request_, TABLE + program, tmp_path)
    assert (found.state, bool(found.question)) == (state, state == "violated")


SALES = "product,sum\ncandles,10\nsoap,30\ncandles,5\nlamps,7\nsoap,6\n"
ODDS = Meaning(odds={("a.csv", "", "product"): {"soap": 1.5, "candles": 1.0, "lamps": 0.5}})


@pytest.mark.parametrize(
    ("condition", "state"),
    [
        ("if row['product'] == 'candles'", "violated"),
        ("if row['product'].upper() == 'LAMPS'", "violated"),
        ("if row['product'] == 'soap'", "not applicable"),
        ("if row['product'] != 'soap'", "violated"),
        ("if row['product'] != 'lamps'", "not applicable"),
        ("if row['product'] == 'candles' or row['product'] == 'soap'", "not applicable"),
        ("", "not applicable"),
    ],
)
def test_a_value_that_the_request_means_no_more_than_another_decides_nothing(
    condition: str, state: str, tmp_path: Path
) -> None:
    source = f"print(sum(row['sum'] for row in table('a.csv') {condition}))"
    found = verdict("limits", "what did we take?", source, tmp_path, SALES, meaning=ODDS)
    assert (found.state, bool(found.question)) == (state, state == "violated")
    named = "what did we take for candles, for soap and for lamps?"
    assert verdict("limits", named, source, tmp_path, SALES, meaning=ODDS).state == "not applicable"


@pytest.mark.parametrize(
    ("condition", "state", "told"),
    [
        ('r["city"] == "rome"', "violated", "'Rome'"),
        ('r["city"] == "Paris"', "violated", "'Bern'"),
        ('r["day"] >= "2025-01-01"', "violated", "'2024-04-11'"),
        ('r["day"].startswith("2023-03")', "violated", "2024-03-01"),
        ('r["price"] > 5000', "not applicable", ""),
        ('r["city"] == "Rome"', "not applicable", ""),
    ],
)
def test_nothing_found_tells_which_condition_nothing_meets(
    condition: str, state: str, told: str, tmp_path: Path
) -> None:
    program = TABLE + f"n = [r for r in rows if {condition}]\nprint(sum(r['price'] for r in n))"
    found = verdict("selection", "", program, tmp_path)
    assert (found.state, told in found.reason) == (state, True)


def test_a_program_may_say_in_words_that_nothing_is_there(tmp_path: Path) -> None:
    program = TABLE + 'n = [r["name"] for r in rows if r["city"] == "Paris"]\nprint(n or "none from there")'
    assert verdict("selection", "", program, tmp_path).state == "not applicable"


def test_a_value_spelled_otherwise_is_never_exempt(tmp_path: Path) -> None:
    program = TABLE + 'print(sum(r["price"] for r in rows if r["city"] == "rome"))'
    assert verdict("selection", "", program, tmp_path).question == ""


def test_a_label_before_a_zero_does_not_say_that_nothing_is_there(tmp_path: Path) -> None:
    program = (
        TABLE
        + 'n = [r for r in rows if "june" in r["day"]]\nprint("Sold in June:", sum(r["price"] for r in n))'
    )
    found = verdict("selection", "", program, tmp_path)
    assert (found.state, found.question) == ("violated", "")


@pytest.mark.parametrize(
    "condition", ["'June' <= r['day'][5:7] <= '04'", "'oslo' in [r['city'], r['name']]", "'rom' in r['city']"]
)
def test_each_part_of_a_condition_is_looked_at_and_each_text_of_a_list(condition: str, tmp_path: Path) -> None:
    program = TABLE + f"print(sum(r['price'] for r in rows if {condition}))"
    found = verdict("selection", "", program, tmp_path)
    assert (found.state, found.question) == ("violated", "")


def test_the_digits_that_are_printed_are_no_number_of_the_request(tmp_path: Path) -> None:
    request, total = "what are 100 of them, at 2 each", "sum(r['price'] for r in rows)"
    assert (
        verdict("constants", request, TABLE + f'print(f"{{{total} * 2:.2f}}")', tmp_path).state
        == "not applicable"
    )
    assert verdict("constants", request, TABLE + f'print(f"{{{total}:.2f}}")', tmp_path).state == "violated"


def test_a_value_that_the_request_has_in_another_form_is_no_limit_of_the_program(tmp_path: Path) -> None:
    rows = "name,kind,paid\n" + "".join(f"n{at},{('adult', 'pupil')[at % 2]},{at}\n" for at in range(8))
    program = TABLE + "for r in rows:\n    print(r['name'], (72 if r['kind'] == 'adult' else 36) - r['paid'])"
    request = "what does each owe? It is 72 for adults and 36 for pupils"
    assert verdict("limits", request, program, tmp_path, rows).state != "violated"
    assert verdict("named values", request, program, tmp_path, rows).state != "violated"


def test_a_number_in_a_label_does_not_say_that_something_is_there(tmp_path: Path) -> None:
    program = TABLE + "print(f\"In 2024: {sum(r['price'] for r in rows if r['city'] == 'rome'):.2f}\")"
    assert verdict("selection", "", program, tmp_path).state == "violated"


@pytest.mark.parametrize(
    ("condition", "request_text", "state"),
    [
        ("row['city'].startswith('-')", "what do we pay?", "violated"),
        ("row['city'] == 'Paris'", "what do we pay?", "violated"),
        ("row['city'] == 'Paris'", "what do we pay, and what in paris?", "held"),
        ("row['price'] == '412'", "who has the price 412?", "violated"),  # the prices are numbers
        ("row['price'] == 412", "who has the price 412?", "held"),
        ("row['city'] == ''", "what do we pay?", "held"),
        ("row['city'].endswith('e')", "what do we pay?", "held"),
    ],
)
def test_a_text_of_a_program_that_is_nowhere_decides_for_every_row(
    condition: str, request_text: str, state: str, tmp_path: Path
) -> None:
    program = f"{TABLE}for row in rows:\n    print(row['name'], row['price'] if {condition} else row['day'])"
    assert verdict("idle conditions", request_text, program, tmp_path).state == state


def test_a_text_that_is_compared_with_numbers_is_told_so_although_the_task_names_it(tmp_path: Path) -> None:
    price = "row['price'] if row['price'] == '412' else row['day']"
    program = f"{TABLE}for row in rows:\n    print(row['name'], {price})"
    reason = verdict("idle conditions", "who has the price 412?", program, tmp_path).reason
    assert "no text equals them: they are numbers" in reason
    assert "does not name" not in reason


def test_a_number_in_a_text_that_is_made_a_decimal_is_used(tmp_path: Path) -> None:
    program = TABLE + "from decimal import Decimal\nprint(len(rows) * Decimal('2.00'))"
    found = verdict("constants", "What are all of them at 2 euros each?", program, tmp_path)
    assert found.state != "violated"


@pytest.mark.parametrize(
    ("days", "state"),
    [
        ("2024-05-12 2024-08-03", "not applicable"),
        ("2024-05-12 2023-08-03", "violated"),
        ("03/04/2024 15/04/2024", "not applicable"),
        ("03/04/2024 15/04/2023", "violated"),
        ("2024-05 2024-06", "not applicable"),
        ("2024 2024", "not applicable"),
    ],
)
def test_the_year_of_all_rows_need_not_stand_in_the_program(days: str, state: str, tmp_path: Path) -> None:
    rows = "".join(f"{day},{kilo}\n" for kilo, day in enumerate(days.split(), 3))
    program = TABLE + "print(sum(row['kilo'] for row in rows))\n"
    asked = "How many kilos did we harvest in 2024?"
    assert verdict("constants", asked, program, tmp_path, f"day,kilo\n{rows}").state == state


def test_a_value_with_an_accent_is_as_likely_in_a_query(tmp_path: Path) -> None:
    guests = "name,comes,menu\nLucía,sí,vegan\nInés,no,vegan\nMateo,sí,meat\n"
    query = "SELECT name FROM a WHERE \"comes\" = 'sí'"
    source = f"{TABLE}{query_call(query, {'a': 'rows'})}\nfor row in found:\n    print(*row.values())"
    place = ("a.csv", "", "comes")
    odds = Meaning(rows={place: ("sí",)}, odds={place: {"sí": 1.3, "no": 0.1}})
    assert verdict("limits", "¿quién viene?", source, tmp_path, guests, meaning=odds).state != "violated"
    odds = Meaning(odds={place: {"sí": 0.1, "no": 1.3}})
    assert verdict("limits", "¿quién viene?", source, tmp_path, guests, meaning=odds).state == "violated"


def test_a_name_in_the_gap_of_a_text_is_one_that_the_request_names(tmp_path: Path) -> None:
    program = f"{TABLE}print(sum(row['sum'] for row in rows if row['product'] == 'candles'))"
    gaps = 'gaps = {"candles: ? €": None}  # give each what stands in its place; at the end: fill("a.md", gaps)'
    found = [
        verdict("limits", "what was sold of each?", source, tmp_path, SALES, meaning=ODDS).state
        for source in (program, f"{gaps}\n{program}")
    ]
    assert found == ["violated", "not applicable"]


MOMENTS = "order,at,total\n1,2025-01-02 08:15,1250.00\n2,2025-01-02 17:40,89.90\n3,2025-02-21 19:30,1020.75\n"


@pytest.mark.parametrize(
    ("request_", "condition", "state"),
    [
        ("how many came after 5 pm?", "str(r['at'])[11:] > '17:00'", "not applicable"),
        ("how many came after 5 pm?", "str(r['at'])[11:] > '19:00'", "violated"),
        ("Wie viele kamen nach 17.30 Uhr?", "str(r['at'])[11:] > '17:30'", "not applicable"),
        ("Was kam vor dem 15.2. an?", "str(r['at']) < '2025-02-15'", "not applicable"),
        ("how many came from 1 to 31 January?", "str(r['at']) < '2025-02-01'", "held"),
        ("how many came from 1 to 31 January?", "str(r['at']).startswith('2025-01')", "held"),
        ("how many came before 2026?", "str(r['at']) <= '2025-12-31'", "not applicable"),
        ("how many are over 1,000.50 euros?", "r['total'] > 1000.5", "held"),
        ("how many are over 1,000.50 euros?", "r['total'] > 900", "violated"),
    ],
)
def test_a_number_may_be_written_otherwise_in_the_program(
    request_: str, condition: str, state: str, tmp_path: Path
) -> None:
    program = TABLE + f"print([r['order'] for r in rows if {condition}])\n"
    assert verdict("constants", request_, program, tmp_path, MOMENTS).state == state


@pytest.mark.parametrize("said", ["1,000.50", "1.000,50", "1 000,50", "a thousand", "1000€"])
def test_a_limit_of_the_request_is_known_in_whatever_notation(said: str, tmp_path: Path) -> None:
    program = TABLE + "print([r['order'] for r in rows if r['total'] > 1000])\n"
    assert verdict("limits", f"which are over {said}?", program, tmp_path, MOMENTS).state != "violated"


def test_a_year_that_no_row_could_have_need_not_stand_in_the_program(tmp_path: Path) -> None:
    rows = "month,km\nJan,12\nFeb,41\n"
    program = TABLE + "print(sum(row['km'] for row in rows))\n"
    asked = "How many km did I run in 2024?"
    assert verdict("constants", asked, program, tmp_path, rows).state == "not applicable"
    assert verdict("constants", asked, program, tmp_path, f"{rows}2023,8\n").state == "violated"


BORN = "tag,species,born\n12,sheep,2021-03-02\n13,sheep,2022-04-11\n14,goat,2020-05-30\n16,goat,2023-12-25\n"


@pytest.mark.parametrize(
    ("request_", "condition", "state"),
    [
        ("which are more than 4 years old on 1 June 2025?", "r['born'] < '2021-06-01'", "not applicable"),
        ("which are more than 4 years old on 1 June 2025?", "r['born'] < '2020-06-01'", "violated"),
        ("which were more than 3 years old in 2025?", "r['born'].year < 2022", "not applicable"),
        ("which are born up to 14 days after 28 May 2020?", "r['born'] <= '2020-06-11'", "not applicable"),
    ],
)
def test_a_span_that_the_request_names_may_be_reckoned_beforehand(
    request_: str, condition: str, state: str, tmp_path: Path
) -> None:
    program = TABLE + f"for r in rows:\n    if {condition}: print(r['tag'])\n"
    assert verdict("constants", request_, program, tmp_path, BORN).state == state


def test_a_row_of_sums_may_be_left_out(tmp_path: Path) -> None:
    rows = "item,qty,price\nchair,12,39.9\ntable,3,120\nlamp,8,19.5\nTotal,23,0\n"
    left_out = TABLE + "print(sum(r['qty'] for r in rows if r['item'] != 'Total'))"
    for request in ("How many pieces are there?", "What is the total number of pieces?"):
        for relation in ("limits", "named values"):
            assert verdict(relation, request, left_out, tmp_path, rows).state == "not applicable"
    another = TABLE + "print(sum(r['qty'] for r in rows if r['item'] != 'lamp'))"
    assert verdict("limits", "How many pieces are there?", another, tmp_path, rows).state == "violated"


def test_the_year_of_all_visits_need_not_stand_in_the_program_beside_other_days(tmp_path: Path) -> None:
    rows = "joined,day,km\n2021-03-01,2025-01-03,4\n2023-05-07,2025-02-11,9\n"
    program = TABLE + "print(sum(row['km'] for row in rows))\n"
    assert verdict("constants", "How many km in 2025?", program, tmp_path, rows).state == "not applicable"
    assert verdict("constants", "How many km in 2021?", program, tmp_path, rows).state == "violated"


@pytest.mark.parametrize(
    ("request_", "condition", "state"),
    [
        ("which are under 3?", "r['n'] <= 2", "not applicable"),
        ("which are under 3?", "r['n'] <= 4", "violated"),
        ("which are at least 3?", "r['n'] > 2", "not applicable"),
        ("which are from 2 to 6?", "r['n'] in range(2, 7)", "held"),
        ("which are from 2 to 6?", "r['n'] in range(2, 9)", "violated"),
    ],
)
def test_a_whole_bound_may_be_written_as_the_next_number(
    request_: str, condition: str, state: str, tmp_path: Path
) -> None:
    rows = "name,n\nfig,1\nplum,4\npear,5\n"
    program = TABLE + f"print([r['name'] for r in rows if {condition}])"
    assert verdict("constants", request_, program, tmp_path, rows).state == state


def test_so_may_a_bound_in_a_query(tmp_path: Path) -> None:
    for limit, state in ((17, "not applicable"), (19, "violated")):
        query = f"SELECT day FROM a WHERE CAST(STRFTIME('%H', at) AS INTEGER) > {limit}"
        source = f"{TABLE}{query_call(query, {'a': 'rows'})}\nfor row in found:\n    print(*row.values())"
        rows = "at,day\n2025-01-02 18:15,Thu\n2025-01-04 20:40,Sat\n2025-01-05 09:00,Sun\n"
        assert verdict("constants", "which days from 18 o'clock on?", source, tmp_path, rows).state == state


def test_a_day_on_which_all_rows_lie_need_not_be_looked_for(tmp_path: Path) -> None:
    program = TABLE + "print(sum(r['status'] == 500 for r in rows))"
    rows = "time,status\n2025-09-08 00:00:59,500\n2025-09-08 07:10:00,200\n2025-09-08 09:00:00,500\n"
    asked = "How often was the status 500 on 8 September?"
    assert verdict("constants", asked, program, tmp_path, rows).state != "violated"
    rows += "2025-09-09 01:00:00,500\n"
    assert verdict("constants", asked, program, tmp_path, rows).state == "violated"


@pytest.mark.parametrize(
    ("asked", "state"),
    [
        ("Welche Spiele dauern höchstens eine Stunde?", "not applicable"),
        ("Which games take at most an hour?", "not applicable"),
        ("Which games are there?", "violated"),
    ],
)
def test_an_hour_is_sixty_minutes(asked: str, state: str, tmp_path: Path) -> None:
    games = "game,minutes\nAzul,40\nRisk,180\nDixit,30\nCatan,75\n"
    program = TABLE + "print([r['game'] for r in rows if r['minutes'] <= 60])"
    assert verdict("limits", asked, program, tmp_path, games).state == state
