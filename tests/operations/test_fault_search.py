from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from pandora.operations.fault_search import outcomes_near, settled_symptoms
from pandora.operations.repair import found_by_search, repair
from pandora.programs.code.script_runs import encoded_runs, script_runs
from pandora.sandbox.process import Limits
from pandora.workspace.operation_context import OperationContext

PRICE = '''"""Prices."""

PRICES = {"tube": 6.50, "bell": 8.20}
FROM = 10


def price(item, count=1):
    each = PRICES[item]
    if count > FROM:
        each *= 0.95
    return each
'''
BILL = """from price import price


def total(items):
    amount = 0
    for item, count in items:
        amount += price(item) * count
    return round(amount, 2)
"""
SHIPPING = "def fee(value):\n    return 0 if value > 50 else 4.90\n\n\ndef total(price):\n    return price\n"
BULK = (
    'total([("tube", 12)]) is 78.0, should be 74.1, and with exactly 10 tubes 65.0 instead of 61.75. '
    "From 10 pieces on there is 5 % off."
)
DAYS = """from datetime import timedelta

CLOSED = {CLOSED}


def is_open(day):
    return day.weekday() != 6 and (day.month, day.day) not in CLOSED


def due(day, days=14):
    day += timedelta(days=days)
    if day.weekday() == 6:
        day += timedelta(days=1)
    if (day.month, day.day) in CLOSED:
        day += timedelta(days=1)
    return day
""".replace("{CLOSED}", "{(12, 25), (12, 26), (5, 3)}")
HOURS = """import sys

for line in open(sys.argv[1]):
    day, start, end, pause = line.split(";")
    worked = float(end) - float(start) - float(pause)
    hours = worked - float(pause)
    print(day, f"{hours:.2f}")
"""


@pytest.fixture
def context(tmp_path: Path) -> OperationContext:
    return OperationContext(tmp_path, limits=Limits(seconds=60))


def asked(request: str, files: Mapping[str, str], context: OperationContext) -> dict[str, str]:
    for path, text in files.items():
        (context.workspace / path).write_text(text, encoding="utf-8")
    runs = encoded_runs(script_runs(request, files, context.workspace))
    return {"request": request, "files": "\n".join(files), "runs": runs}


def test_two_edits_of_two_files_mend_what_the_request_says_of_a_call(context: OperationContext) -> None:
    given = asked(BULK, {"bill.py": BILL, "price.py": PRICE}, context)
    found = found_by_search(given, context)
    assert found is not None
    done = repair({**given, **found}, context)
    assert done.ok
    mended = {change.path: (change.content or b"").decode() for change in done.changes}
    assert "price(item, count) * count" in mended["bill.py"]
    assert "if count >= FROM:" in mended["price.py"]
    assert done.held == (
        'total([("tube", 12)]) gives 74.1, as the task says',
        'total([("tube", 10)]) gives 61.75, as the task says',
    )
    assert done.calls == {}


@pytest.mark.parametrize(
    "request_",
    [
        "A book borrowed on 11 December 2025 is due 26 December, we are closed on the 25th and 26th: the 27th",
        "Ein Buch vom 11. Dezember 2025 hat die Frist 26. Dezember. Am 25. und 26. ist zu, richtig ist der 27.",
    ],
)
def test_a_day_that_a_check_of_the_code_refuses_is_mended_for_every_day(
    context: OperationContext, request_: str
) -> None:
    found = found_by_search(asked(request_, {"loans.py": DAYS}, context), context)
    assert found is not None
    assert "while day.weekday() == 6 or (day.month, day.day) in CLOSED:\n" in found["code"]


def test_what_a_script_prints_is_mended(context: OperationContext) -> None:
    request = "`python hours.py march.txt` says 7.50 for Monday, but it was 8.00"
    files = {"hours.py": HOURS, "march.txt": "Mon;8;16.5;0.5\nTue;9;13;0\n"}
    found = found_by_search(asked(request, files, context), context)
    assert found is not None
    assert found["path"] == "hours.py"
    assert found["code"].count("float(pause)") == 1


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ("bill.py is wrong, mend it", BILL),
        ("total([('tube', 1)]) gives 6.5, which is right", BILL),
        ("total([('tube', 12)]) gives 78.0 and should be 5.0", BILL),
        ("Orders up to 50 pay 4.90. total() forgets to add it.", SHIPPING),
        ("total([('tube', 12)]) gives 78.0 and should be 74.1", "def total(items:\n"),
        ("total([]) ends in ZeroDivisionError, it should give 0", "def total(xs):\n    return 6 / len(xs)\n"),
    ],
)
def test_where_nothing_can_be_run_or_mended_the_model_is_asked(
    context: OperationContext, request_: str, code: str
) -> None:
    assert found_by_search(asked(request_, {"bill.py": code, "price.py": PRICE}, context), context) is None


def test_a_change_of_the_model_must_remove_what_the_request_says(context: OperationContext) -> None:
    given = asked(BULK, {"bill.py": BILL, "price.py": PRICE}, context)
    done = repair({**given, "path": "bill.py", "code": f"# bills\n{BILL}"}, context)
    assert not done.ok
    assert 'total([("tube", 12)]) gives 78.0; the task says 74.1' in done.text
    special = BILL.replace("price(item) * count", "price(item) * count * (0.95 if item == 'tube' else 1)")
    done = repair({**given, "path": "bill.py", "code": special}, context)
    assert not done.ok
    assert "writes down 'tube' for the case of the task" in done.text


def test_a_change_of_the_model_that_mends_it_must_agree_with_another_one(context: OperationContext) -> None:
    given = asked(BULK, {"bill.py": BILL, "price.py": PRICE}, context)
    code = BILL.replace("price import price", "price import FROM, price").replace(
        "price(item) * count", "price(item) * count * (0.95 if count >= FROM else 1)"
    )
    done = repair({**given, "path": "bill.py", "code": code}, context)
    assert done.ok
    assert done.calls['total([("tube", 12)])'] == "74.1"


def test_a_module_of_a_package_is_tried_as_one(context: OperationContext) -> None:
    (context.workspace / "shop").mkdir()
    (context.workspace / "shop" / "__init__.py").touch()
    files = {
        "shop/rates.py": "LOW, HIGH = 4.90, 7.50\n",
        "shop/post.py": "from .rates import HIGH, LOW\n\ndef cost(kg):\n    return LOW if kg <= 5 else HIGH\n",
    }
    found = found_by_search(asked("cost(5) gives 4.90, it should be 7.50.", files, context), context)
    assert found is not None
    assert "LOW if kg < 5 else HIGH" in found["code"]


def test_where_several_values_may_be_wanted_one_of_them_will_do(context: OperationContext) -> None:
    request = "area(3, 4) gives 7 (see line 2), it should be 12."
    given = asked(request, {"area.py": "def area(a, b):\n    return a + b\n"}, context)
    assert repair({**given, "path": "area.py", "code": "def area(a, b):\n    return a * b\n"}, context).ok
    assert not repair({**given, "path": "area.py", "code": "def area(a, b):\n    return a - b\n"}, context).ok


PLANTS = "plant,since,every\nfern,4,3\ncactus,5,21\nbasil,1,1\nmonstera,12,7\nolive,6,10\n"
DUE = """import csv

for row in csv.DictReader(open("plants.csv")):
    if row["since"] >= row["every"]:
        print(row["plant"])
"""


def test_a_name_that_is_printed_and_one_that_is_missing_change_places(context: OperationContext) -> None:
    request_text = "python due.py says the cactus needs water, and the monstera is missing!"
    (context.workspace / "plants.csv").write_text(PLANTS, encoding="utf-8")
    (context.workspace / "due.py").write_text(DUE, encoding="utf-8")
    given = {
        "request": request_text,
        "files": "due.py",
        "runs": encoded_runs(script_runs(request_text, ("due.py",), context.workspace)),
    }
    mended = found_by_search(given, context)
    assert mended is not None
    assert 'if int(row["since"]) >= int(row["every"]):' in mended["code"]


NEXT_MONTH = "from datetime import date\n\n\ndef due(day):\n    return date(day.year, day.month + 1, 1)\n"
WRAPPED = NEXT_MONTH.replace(
    "    return", "    if day.month == 12:\n        return date(day.year + 1, 1, 1)\n    return"
)
ALWAYS_JANUARY = NEXT_MONTH.replace("date(day.year, day.month + 1, 1)", "date(day.year + 1, 1, 1)")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (WRAPPED, []),
        (ALWAYS_JANUARY, ["which was right", "which was right"]),
        (NEXT_MONTH, ["the task says that it must not", "the task says that it must not"]),
    ],
)
def test_who_mends_an_error_leaves_what_worked(written: str, said: list[str], tmp_path: Path) -> None:
    (tmp_path / "bills.py").write_text(NEXT_MONTH)
    context, files = OperationContext(tmp_path, limits=Limits(seconds=20)), {"bills.py": NEXT_MONTH}
    request = "in December due crashes with ValueError: month must be in 1..12"
    symptoms = settled_symptoms(request, files, [], context)
    assert [symptom.probe.arguments for symptom in symptoms if symptom.probe] == [
        "date(2025, 12, 15)",
        "date(2025, 12, 31)",
    ]
    left, gives = outcomes_near(symptoms, {"bills.py": written}, files, [], context)
    assert [symptom.said.partition("; ")[2].rpartition(", ")[2] for symptom in left] == said
    assert len(gives) > 30, "days of the whole year are tried"
    assert {call.split(", ")[1] for call in gives} >= set(map(str, range(1, 13)))


POSTAGE = """TIERS = [(500, 3.20), (1000, 4.90), (2000, 6.40)]


def postage(grams):
    for limit, price in TIERS:
        if grams < limit:
            return price
    raise ValueError("too heavy")
"""


def test_a_limit_is_mended_by_its_comparison_and_not_moved_by_one(context: OperationContext) -> None:
    given = asked("1000 g cost 6.4 there: postage(1000) should be 4.9.", {"postage.py": POSTAGE}, context)
    found = found_by_search(given, context)
    assert found is not None
    assert "if grams <= limit:" in found["code"]
