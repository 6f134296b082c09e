from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pandora.programs.code.call_trials import (
    MOST_COMMANDS,
    Trial,
    _other_days,
    command_lines,
    error_status,
    fits,
    same_outcome,
    stated_output,
    stated_results,
    trial_for,
    wants_asserts,
)
from pandora.programs.help import Work
from pandora.task import Task

REQUEST = "Write price.py with price(kg): up to 5 kg it is 3, else a ValueError. So price(1) is 3."


def work(request: str = REQUEST, asserts: str = "", makes: tuple[str, ...] = ("price.py",)) -> Work:
    task = Task(request, request=request, makes=makes)
    return Work(task, Path(), rules=frozenset({"calls"}), fields={"asserts": asserts})


def test_asserts_are_wanted_for_a_new_module_with_few_examples() -> None:
    assert wants_asserts(work())
    assert not wants_asserts(replace(work(), rules=frozenset()))
    assert not wants_asserts(work(makes=("price.txt",)))
    assert not wants_asserts(work(makes=("test_price.py",)))
    enough = f"{REQUEST} price(2) is 3 and price(3) is 3."
    assert wants_asserts(work(enough))  # none of these shows the error
    assert not wants_asserts(work(f"{enough} price(9) raises ValueError."))
    assert not wants_asserts(work(enough.replace(", else a ValueError", "")))
    assert not wants_asserts(work("Write price.py; python price.py 3 prints 4."))


def test_a_trial_has_the_asserts_and_the_limits_and_not_the_examples() -> None:
    trial = trial_for(work(asserts="assert price(1) == 3\nassert price(2) == 3\nassert price(x) == 1"))
    assert [example.call for example in trial.asserts] == ["price(2)"]
    assert [boundary.call for boundary in trial.boundaries] == [
        *("price(4)", "price(5)", "price(6)"),
        "price(0)",
    ]
    assert trial.soft == {"price(0)"}
    sent = json.loads(trial.encoded(REQUEST))
    assert sent["calls"][0] == {"function": "price", "arguments": "2", "any": False, "named": True}
    assert Trial().encoded(REQUEST) == ""


@pytest.mark.parametrize(
    ("request_text", "commands"),
    [
        ("python bill.py 100 3 should print it", [("100", "3")]),
        ("run ./bill.py -n 2 'a b' or `python bill.py one two`.", [("one", "two"), ("-n", "2", "a b")]),
        ("bill.py soll 3 Zeilen ausgeben", []),
        ("mybill.py 3", []),
    ],
)
def test_command_lines_are_read_from_a_request(request_text: str, commands: list[tuple[str, ...]]) -> None:
    assert command_lines(request_text, "src/bill.py") == commands


def test_a_command_line_may_name_a_file_of_the_task() -> None:
    asked = (
        "top.py prints the 3 commonest words, called like: python top.py speech.txt   (case does not matter)"
    )
    assert command_lines(asked, "top.py") == [("speech.txt",)]
    assert command_lines("run python top.py data/a.csv 3. Then stop.", "top.py") == [("data/a.csv", "3")]
    assert command_lines("there are python top.py main.py and notes", "top.py") == []
    assert command_lines("write top.py like notes.txt says", "top.py") == []


def test_command_lines_are_tried_at_the_limits_too() -> None:
    trial = trial_for(work("price.py: python price.py 100 3 pays for three. Under 2 people it fails."))
    assert trial.commands[:3] == (("100", "3"), ("0", "3"), ("100", "0"))
    assert ("100", "1") in trial.commands
    assert len(trial.commands) <= MOST_COMMANDS
    assert not trial.asserts


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("4.9", "4.9", True),
        ("0.30000000000000004", "0.3", True),
        ("5", "5.0", True),
        ("1", "True", False),
        ("{'a', 'b'}", "{'b', 'a'}", True),
        ("[1.0, (2,)]", "[1, (2,)]", True),
        ("[1]", "(1,)", False),
        ("'a'", "'b'", False),
        ("raises TypeError", "raises KeyError, a LookupError", True),
        ("raises TypeError", "raises ValueError", False),
        ("raises UnicodeError, a ValueError", "raises ValueError", True),
        ("raises TypeError", "3", False),
        ("is not there", "3", False),
        ("<Odd>", "<Odder>", False),
    ],
)
def test_outcomes_are_compared_as_values(one: str, other: str, same: bool) -> None:
    assert same_outcome(one, other, "It raises a ValueError.") is same


@pytest.mark.parametrize(
    ("outcome", "value", "good"),
    [
        ("4.9000001", "4.90", True),
        ("4.95", "4.90", False),
        ("[1]", "[1]", True),
        ("True", "1", False),
        ("raises JSONDecodeError, a ValueError", "ValueError", True),
        ("raises ValueError", "0", False),
        ("is not there", "0", False),
        ("<Odd>", "0", False),
        ("None, printing 'x'", "None", True),
        ("None, printing 'x'", "'x'", False),
        ("Decimal('100.00')", "100.00", True),
        ("Fraction(3, 2)", "1.5", True),
        ("[Decimal('1.5')]", "[1.6]", False),
        ("[0.16666666666666666, 0.5]", "[0.17, 0.5]", True),
        ("[0.18, 0.5]", "[0.17, 0.5]", False),
        ("(1, 2)", "[1, 2]", False),
        ("{'a': 0.30000000000000004}", "{'a': 0.3}", True),
        ("1" * 400, "0.5", False),
    ],
)
def test_an_outcome_fits_the_value_of_an_example(outcome: str, value: str, good: bool) -> None:
    assert fits(outcome, value) is good


def test_a_script_is_tried_with_other_days_than_the_one_of_its_command_line() -> None:
    assert command_lines("type python bins.py 2025-03-04 and get", "bins.py") == [("2025-03-04",)]
    assert _other_days("2025-03-04") == ["2025-03-05", "2025-03-11", "2025-12-30", "2024-01-01", "2025-02-30"]
    assert _other_days("20250304") == []


@pytest.mark.parametrize(
    ("request_text", "status"),
    [
        ("Otherwise stop with exit status 2.", 2),
        ("Sonst mit Exit-Code 3 enden", 3),
        ("avec le code de sortie 4", 4),
        ("con código de salida 1", 1),
        ("and it exits with 5", 5),
        ("the bar code 12 and status quo", 0),
        ("print the orders with status 2, and take exit 12", 0),
        ("exit status 0", 0),
    ],
)
def test_the_exit_status_of_what_goes_wrong_is_read(request_text: str, status: int) -> None:
    assert error_status(request_text) == status


def test_a_command_line_is_tried_with_words_that_stand_for_nothing_where_a_status_is_named() -> None:
    request = "Write total.py: `python total.py stall.csv amount` adds it up; without the column exit status 2."
    trial = trial_for(work(request, makes=("total.py",)))
    assert trial.wrong == (("nosuch.csv", "amount"), ("stall.csv", "nosuch"))
    assert set(trial.wrong) <= set(trial.commands)
    assert trial_for(work(request.replace("exit status 2", "stop"), makes=("total.py",))).wrong == ()


@pytest.mark.parametrize(
    ("request_text", "lines"),
    [
        ("Write a.py. It should print exactly:\n\nAnn 1\nBo 2\n", ("Ann 1", "Bo 2")),
        ("With a.py I want to see:\n```\nAnn 1\n```\nThanks", ("Ann 1",)),
        ("Write a.py with these rules:\n- Ann is 1\n- Bo is 2\n", ()),
        ("Write a.py with these rules:\n\n1. Ann is 1\n2. Bo is 2\n", ()),
        ("Write a.py:\nit prints one line", ()),
        ("Write it so that it prints:\n\nAnn 1\nBo 2\n", ()),
    ],
)
def test_the_lines_that_a_request_says_a_script_prints(request_text: str, lines: tuple[str, ...]) -> None:
    assert stated_output(request_text, "a.py") == lines


@pytest.mark.parametrize(
    ("command", "samples"),
    [
        ("python top.py FILE 5", ["FILE"]),
        ("python top.py <file>", ["<file>"]),
        ("python top.py notes.txt --all", ["notes.txt"]),
        ("python top.py there.txt", []),
        ("python top.py rows.csv Name", []),
        ("python top.py ../x.txt", []),
    ],
)
def test_a_text_file_that_nobody_has_gets_the_words_of_the_request(command: str, samples: list[str]) -> None:
    request = f"Write top.py: `{command}` prints the commonest words."
    task = Task(request, request=request, makes=("top.py",), files=("data/there.txt",))
    trial = trial_for(Work(task, Path(), rules=frozenset({"calls"})))
    assert [name for name, _ in trial.samples] == samples
    assert all(text.count(request) == 2 and request.upper() in text for _, text in trial.samples)


@pytest.mark.parametrize(
    ("request_text", "results"),
    [
        ("An adult pays 12.50. `python a.py 2 1` prints 32.50.", ["32.50"]),
        ("Python 3.11: `python a.py 200` prints the gross amount. VAT is 7.5 percent.", []),
        ("python a.py 100 3 prints a line for each, so here 33.34, 33.33, 33.33", ["33.34", "33.33"]),
    ],
)
def test_the_fractions_that_a_script_prints_stand_behind_its_command_line(
    request_text: str, results: list[str]
) -> None:
    assert stated_results(request_text, "a.py") == results


def test_the_command_line_of_a_script_is_not_what_it_prints() -> None:
    assert stated_output("Write a.py, which is called so:\n\n```\npython a.py 3\n```\n", "a.py") == ()


def test_a_number_in_quotes_behind_a_word_for_like_is_no_result_of_a_script() -> None:
    said = 'I call it with "python settle.py trip.csv" and it prints a line each, {}, names in order'
    assert stated_results(said.format('like "Anna +12.50"'), "settle.py") == []
    assert stated_results(said.format('here "Anna +12.50"'), "settle.py") == ["12.50"]
