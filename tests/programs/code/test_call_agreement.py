from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pandora.programs.code.call_agreement import agree_by_calls
from pandora.programs.help import Agreement, Try, Work
from pandora.task import Task
from pandora.workspace.operation_context import Result

REQUEST = "Write price.py with price(kg): up to 5 kg it is 3, else 9."
ASSERTS = "assert price(2) == 3\nassert price(7) == 9\nassert price(8) == 3"
RIGHT = {"price(2)": "3", "price(7)": "9", "price(8)": "9", "price(5)": "3", "price(0)": "3"}
WRONG = {**RIGHT, "price(5)": "9"}
ODD = {**RIGHT, "price(0)": "raises ValueError"}


def agreements(*outcomes: dict[str, str], final: bool = False, asserts: str = ASSERTS) -> list[Agreement]:
    task = Task(REQUEST, request=REQUEST, makes=("price.py",))
    work = Work(task, Path(), rules=frozenset({"calls"}), fields={"asserts": asserts})
    found = agree_by_calls(work, [Try({}, Result(True, "", calls=given)) for given in outcomes], final)
    assert found is not None
    return found


def accepted(found: list[Agreement]) -> list[int]:
    return [place for place, agreement in enumerate(found) if len(agreement.tries) >= agreement.least]


def test_tries_without_calls_are_none_of_its_business() -> None:
    work = Work(Task(REQUEST), Path())
    assert agree_by_calls(work, [Try({}, Result(True, ""))], final=False) is None


def test_one_try_is_not_enough_and_two_that_give_the_same_are() -> None:
    assert accepted(agreements(RIGHT)) == []
    both = agreements(RIGHT, {**RIGHT, "price(2)": "3.0"})
    assert accepted(both) == [0, 1]
    assert both[0].held == (
        "2 tries give the same on 5 calls, such as price(2), price(7), price(8)",
        "2 of 3 asserts that were written before the code hold",
        "not as an assert has it: price(8) == 3 (gives 9)",
    )


def test_two_that_differ_at_a_limit_are_told_apart_with_both_outcomes() -> None:
    found = agreements(RIGHT, WRONG)
    assert accepted(found) == []
    assert found[1].differs == ("price(5): one gives 9, the other gives 3",)


def test_two_of_three_outvote_the_third() -> None:
    assert accepted(agreements(RIGHT, WRONG, RIGHT)) == [0, 2]


def test_an_assert_that_no_try_passes_says_nothing() -> None:
    wrong = "assert price(2) == 1\nassert price(7) == 1"
    assert accepted(agreements(RIGHT, RIGHT, asserts=wrong)) == [0, 1]


def test_tries_that_pass_none_of_enough_asserts_are_not_believed_however_many_agree() -> None:
    wrong = "\n".join(f"assert price({kg}) == 1" for kg in (2, 7, 8))
    found = agreements(RIGHT, RIGHT, RIGHT, asserts=wrong, final=True)
    assert accepted(found) == []
    assert found[0].differs[0] == "price(2): it gives 3, an assert says 1"


def test_tries_that_end_every_call_in_an_error_are_not_believed() -> None:
    ended = dict.fromkeys(RIGHT, "raises ValueError")
    found = agreements(ended, ended, asserts="", final=True)
    assert accepted(found) == []
    assert found[0].differs[0] == "price(2): it raises ValueError"


def test_tries_that_refuse_all_that_asserts_have_a_value_for_are_not_believed() -> None:
    refuses = {**dict.fromkeys(("price(2)", "price(7)", "price(8)"), "raises ValueError"), "price(5)": "3"}
    raising = f"{ASSERTS}\nassert price(-1) == ValueError"
    tries = {**refuses, "price(-1)": "raises ValueError"}
    assert accepted(agreements(tries, tries, asserts=raising)) == []
    one = {**tries, "price(8)": "9"}
    assert accepted(agreements(one, one, asserts=raising)) == [0, 1]


def test_at_a_limit_that_the_request_does_not_name_two_may_differ_in_the_end() -> None:
    assert accepted(agreements(RIGHT, ODD)) == []
    assert accepted(agreements(RIGHT, ODD, final=True)) == [0, 1]
    assert accepted(agreements(RIGHT, WRONG, final=True)) == []


@pytest.mark.parametrize(
    ("asserts", "alone"),
    [
        ("assert price(2) == 3\nassert price(5) == 3", [0]),
        ("assert price(2) == 3\nassert price(5) == 4", []),
        ("assert price(5) == 3", []),
    ],
)
def test_in_the_end_a_try_that_passes_all_asserts_may_stand_alone(asserts: str, alone: list[int]) -> None:
    other = {**WRONG, "price(5)": "1"}
    assert accepted(agreements(RIGHT, WRONG, other, final=True, asserts=asserts)) == alone
    assert accepted(agreements(RIGHT, WRONG, other, asserts=asserts)) == []


def test_the_only_try_that_worked_needs_an_assert_for_it() -> None:
    assert accepted(agreements(RIGHT, final=True)) == [0]
    assert accepted(agreements(RIGHT, final=True, asserts="assert price(2) == 1")) == []


def test_where_all_calls_are_at_limits_that_nobody_names_the_examples_are_enough() -> None:
    said = "Write slug.py: slug('A b') is 'a-b'."
    work = Work(Task(said, request=said, makes=("slug.py",)), Path(), rules=frozenset({"calls"}))
    tries = [Try({}, Result(True, "", calls={"slug('')": given})) for given in ("''", "raises ValueError")]
    first, last = (agree_by_calls(work, tries, final) for final in (False, True))
    assert accepted(first or []) == []
    assert accepted(last or []) == [0, 1]


def test_a_script_may_do_as_it_likes_at_0_in_the_end() -> None:
    said = "Write bill.py: `python bill.py 100 3` prints the share, up to 9 people."
    work = Work(Task(said, request=said, makes=("bill.py",)), Path(), rules=frozenset({"calls"}))
    one = {"python bill.py 100 3": "'33.33'", "python bill.py 100 0": "'', and an error exit"}
    tries = [
        Try({}, Result(True, "", calls=calls)) for calls in (one, {**one, "python bill.py 100 0": "'nobody'"})
    ]
    first, last = (agree_by_calls(work, tries, final) for final in (False, True))
    assert accepted(first or []) == []
    assert accepted(last or []) == [0, 1]
    tries[1] = Try({}, Result(True, "", calls={**one, "python bill.py 100 3": "'33'"}))
    assert accepted(agree_by_calls(work, tries, True) or []) == []


def test_a_script_whose_command_lines_all_end_in_an_error_has_shown_nothing() -> None:
    said = "Write top.py: `python top.py FILE` prints the commonest word. Without a file, exit with code 2."
    work = Work(Task(said, request=said, makes=("top.py",)), Path(), rules=frozenset({"calls"}))
    failing = {"python top.py FILE": "'', and an error exit", "python top.py nosuch": "'', and an error exit"}
    working = {**failing, "python top.py FILE": "'word 6'"}
    for calls, believed in ((failing, []), (working, [0, 1])):
        tries = [Try({}, Result(True, "", calls=calls)) for _ in range(2)]
        assert accepted(agree_by_calls(work, tries, True) or []) == believed


def test_a_function_that_nothing_can_be_called_with_is_not_believed_alone(tmp_path: Path) -> None:
    request = "Write league.py with standings(matches), best team first"
    task = Task(request, request=request, makes=("league.py",), kind_of_task="code")
    work = Work(task, tmp_path, rules=frozenset({"calls"}))
    one, same, other = (
        Try(
            {"content": f"def standings(matches):\n    return {value}\n"},
            Result(True, ""),
            {"content": "content"},
        )
        for value in ("[]", "[]  # none", "[1]")
    )
    found = agree_by_calls(work, [one, same, other], final=True)
    assert found is not None
    assert [agreement.tries for agreement in found] == [(0, 1), (0, 1), (2,)]
    assert accepted(found) == [0, 1]
    script = replace(work, task=replace(task, text="Write primes.py", request="Write primes.py"))
    assert agree_by_calls(script, [one], final=True) is None


@pytest.mark.parametrize(
    ("given", "believed"),
    [
        ("[('A', (3, 1)), ('B', (0, 1))]", False),
        ("[('A', 3, 2), ('B', 0, -2)]", True),
        ("[('A', 3, 2.5)]", True),
        ("{'A': 3}", False),
        ("[]", True),
    ],
)
def test_rows_of_another_form_than_the_one_assert_has_are_not_believed(given: str, believed: bool) -> None:
    asserts = "assert price(2) == [('A', 3, 1), ('B', 0, -1)]"
    found = agreements({"price(2)": given}, {"price(2)": given}, asserts=asserts)
    assert bool(accepted(found)) is believed
