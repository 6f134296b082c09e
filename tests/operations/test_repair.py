from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pandora.errors import RefusedError
from pandora.operations import test as module
from pandora.operations.repair import found_by_search, repair
from pandora.operations.staged_command import StagedOutcome, execute
from pandora.operations.test import run_tests
from pandora.programs.code.script_runs import encoded_runs, script_runs
from pandora.sandbox.process import Limits
from pandora.workspace import staged_copy as stage
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext
from pandora.workspace.paths import is_test_file

BROKEN = "def double(x):\n    return x\n"
MENDED = "def double(x):\n    return 2 * x\n"


@pytest.fixture
def context(tmp_path: Path) -> OperationContext:
    (tmp_path / "double.py").write_text(BROKEN)
    (tmp_path / "test_double.py").write_text("from double import double\ndef test(): assert double(2) == 4\n")
    return OperationContext(tmp_path, limits=Limits(seconds=60))


def test_code_that_passes_is_one_change_and_not_yet_there(context: OperationContext) -> None:
    done = repair({"path": "double.py", "code": MENDED}, context)
    assert done.ok
    before = hashlib.sha256(BROKEN.encode()).hexdigest()
    assert done.changes == (Change("double.py", before, MENDED.encode()),)
    assert (context.workspace / "double.py").read_text() == BROKEN


def test_code_that_fails_changes_nothing(context: OperationContext) -> None:
    done = repair({"path": "double.py", "code": "def double(x):\n    return 3 * x\n"}, context)
    assert (done.ok, done.changes) == (False, ())
    assert "assert 6 == 4" in done.text


def test_a_test_in_the_file_s_place_is_named_as_that(context: OperationContext) -> None:
    done = repair(
        {"path": "double.py", "code": "from double import double\ndef test(): assert double(2) == 4\n"}, context
    )
    assert not done.ok
    assert done.text == "double.py no longer has double; write the whole of double.py, not the test"


def test_code_that_is_no_python_is_told_where(context: OperationContext) -> None:
    done = repair({"path": "double.py", "code": "def double(x):\n    return 2 x\n"}, context)
    assert (done.ok, done.code) == (False, 2)
    assert done.text.startswith("double.py, line 2: invalid syntax")


def test_the_same_code_and_a_test_are_not_run(context: OperationContext) -> None:
    assert (
        repair({"path": "double.py", "code": BROKEN}, context).text == "this is double.py as it was; change it"
    )
    assert "is a test" in repair({"path": "test_double.py", "code": "x"}, context).text
    assert [is_test_file(name) for name in ("a/test_x.py", "x_test.py", "conftest.py", "testing.py")] == [
        True
    ] * 3 + [False]
    with pytest.raises(RefusedError, match="protected"):
        repair({"path": "system/x.py", "code": "x"}, context)


def test_an_original_that_is_linked_in_is_not_written_through(
    context: OperationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file too large to be copied stands in the stage as a link to the workspace's own."""
    monkeypatch.setattr(stage, "_LARGE", len(BROKEN) - 1)
    (context.workspace / "test_double.py").write_text("def test(): 1")
    repair({"path": "double.py", "code": MENDED}, context)
    assert (context.workspace / "double.py").read_text() == BROKEN


SCRIPT = """from people import days

for name, day in (("Ann", 3), ("Bo", None)):
    print(f"{name}: in {days(day)} days")
"""
PEOPLE = "def days(day):\n    return day - 1\n"
REQUEST = 'remind.py crashes for Bo. It should print "Ann: in 3 days", and skip who has no day.'


@pytest.fixture
def without_tests(tmp_path: Path) -> OperationContext:
    (tmp_path / "people.py").write_text(PEOPLE)
    (tmp_path / "remind.py").write_text(SCRIPT)
    return OperationContext(tmp_path, limits=Limits(seconds=60))


def runs_of(context: OperationContext, request: str = REQUEST) -> str:
    return encoded_runs(script_runs(request, ("remind.py", "people.py"), context.workspace))


def test_where_there_are_no_tests_the_script_of_the_task_is_run(without_tests: OperationContext) -> None:
    runs = runs_of(without_tests)
    report = run_tests({"path": "", "runs": runs}, without_tests).text
    assert "there are no tests\npython remind.py prints:\n  Ann: in 2 days\nand ends with an error:" in report
    assert report.endswith("the task has 'Ann: in 3 days', and it is not printed")
    mended = SCRIPT.replace("    print", "    if day is None:\n        continue\n    print")
    half = repair({"path": "remind.py", "code": mended, "runs": runs}, without_tests)
    assert (half.ok, half.changes) == (False, ())
    assert half.text.endswith("the task has 'Ann: in 3 days', and it is not printed\n1 failed, 1 passed")
    crash = repair(
        {"path": "people.py", "code": "def days(day):\n    return day + 0\n", "runs": runs}, without_tests
    )
    assert not crash.ok
    assert "TypeError" in crash.text
    whole = mended.replace("days(day)", "days(day) + 1")
    done = repair({"path": "remind.py", "code": whole, "runs": runs}, without_tests)
    assert done.ok
    assert [change.path for change in done.changes] == ["remind.py"]
    assert not done.calls


def test_a_call_that_the_request_speaks_of_is_a_failure_of_the_report(without_tests: OperationContext) -> None:
    asked = {"path": "", "request": "days(5) gives 4 but it should be 5", "files": "people.py\nremind.py"}
    assert run_tests(asked, without_tests).text == "there are no tests\ndays(5) gives 4; the task says 5"
    right = {**asked, "request": "days(5) gives 4, which is fine"}
    assert run_tests(right, without_tests).text.startswith("no tests ran")


def test_the_words_of_an_error_that_the_request_quotes_need_not_be_printed(
    without_tests: OperationContext,
) -> None:
    (without_tests.workspace / "remind.py").write_text("print('Mean:', 6 / 0)\n")
    runs = runs_of(without_tests, 'remind.py crashes with "division by zero".')
    mended = repair({"path": "remind.py", "code": "print('Mean:', 6)\n", "runs": runs}, without_tests)
    assert mended.ok


def test_a_script_that_prints_nothing_any_more_is_refused(without_tests: OperationContext) -> None:
    runs = runs_of(without_tests, "remind.py is wrong for Ann. Mend it.")
    (without_tests.workspace / "remind.py").write_text("print('Ann: in 2 days')\n")
    silent = repair({"path": "remind.py", "code": "def main():\n    return 3\n", "runs": runs}, without_tests)
    assert (silent.ok, silent.changes) == (False, ())
    assert "before the change it printed Ann: in 2 days\n1 failed, 0 passed" in silent.text


def test_without_a_text_that_is_to_be_printed_two_tries_must_give_the_same(
    without_tests: OperationContext,
) -> None:
    runs = runs_of(without_tests, "remind.py crashes for Bo, who has no day. Mend it.")
    mended = SCRIPT.replace("    print", "    if day is None:\n        continue\n    print")
    done = repair({"path": "remind.py", "code": mended, "runs": runs}, without_tests)
    assert done.ok
    assert done.calls == {"python remind.py": "Ann: in 2 days"}
    same = repair({"path": "people.py", "code": PEOPLE + "\n\n# mended\n", "runs": runs}, without_tests)
    assert not same.ok


def test_where_a_plugin_of_pytest_breaks_off_the_tests_run_without_plugins(
    context: OperationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, asked = execute, list[Mapping[str, str]]()
    crash = (
        'Traceback (most recent call last):\n  File "/x/pytest/__main__.py", line 9, in <module>\nImportError'
    )

    def breaking(*args: Any, environment: Mapping[str, str] | None = None, **kwargs: Any) -> StagedOutcome:
        asked.append(environment or {})
        outcome = run(*args, environment=environment, **kwargs)
        return outcome if "PYTEST_DISABLE_PLUGIN_AUTOLOAD" in asked[-1] else replace(outcome, stderr=crash)

    monkeypatch.setattr(module, "execute", breaking)
    assert repair({"path": "double.py", "code": MENDED}, context).ok
    assert len(asked) == 2


def test_a_script_that_is_mended_for_one_name_alone_is_refused(without_tests: OperationContext) -> None:
    runs = runs_of(
        without_tests, 'remind.py crashes for Bo. It should print "Bo: no day", the others as before.'
    )
    alone = SCRIPT.replace("    print(", '    print("Bo: no day") if name == "Bo" else print(')
    refused = repair({"path": "remind.py", "code": alone, "runs": runs}, without_tests)
    assert not refused.ok
    assert refused.text.startswith("remind.py compares with 'Bo', which is the case of the task")
    whole = alone.replace('name == "Bo"', "day is None").replace('"Bo: no day"', 'f"{name}: no day"')
    assert repair({"path": "remind.py", "code": whole, "runs": runs}, without_tests).ok


TIERS = """\
import sys


def discount(pieces):
    if pieces >= 10:
        return 5
    elif pieces >= 50:
        return 10
    return 0


def total(pieces, price):
    return pieces * price * (100 - discount(pieces)) / 100


def main():
    print(total(int(sys.argv[1]), 2))
"""
TURNED = TIERS.replace("10:\n        return 5\n    elif pieces >= 50:\n        return 10", "{}").format(
    "50:\n        return 10\n    elif pieces >= 10:\n        return 5"
)


def of_tiers(context: OperationContext, code: str) -> Any:
    request = "discount.py always takes 5 percent off, also for 200 pieces."
    return repair({"path": "discount.py", "code": code, "files": "discount.py", "request": request}, context)


def test_where_nothing_can_be_run_calls_say_what_a_change_does(tmp_path: Path) -> None:
    (tmp_path / "discount.py").write_text(TIERS)
    context = OperationContext(tmp_path, limits=Limits(seconds=60))
    done = of_tiers(context, TURNED)
    assert done.ok
    assert done.text.startswith("discount(50) gives 10, before 5\n")
    assert done.calls["discount(49)"] == "5"
    assert done.calls["discount(200)"] == "10"
    assert [change.path for change in done.changes] == ["discount.py"]
    same = of_tiers(context, TIERS.replace("return 0", "return 0  # none"))
    assert (same.ok, same.text) == (False, "its functions give what they gave before; look what is wrong")
    other = of_tiers(context, TURNED.replace("discount(pieces):", "discount(pieces, price):"))
    assert (other.ok, other.text.partition(" and now")[0]) == (False, "discount(0) gave 0")


STREAK = """\
import sys


def read(path):
    return [int(line) for line in open(path)]


def longest(days):
    best, now = 0, 1
    for one, other in zip(days, days[1:]):
        if other - one == 1:
            now += 1
        else:
            best = max(best, now)
            now = 1
    return best


print(f"Longest run: {longest(read(sys.argv[1]))} days")
"""


def test_a_count_that_is_printed_beside_its_word_is_what_the_request_complains_of(tmp_path: Path) -> None:
    (tmp_path / "run.py").write_text(STREAK)
    (tmp_path / "days.txt").write_text("1\n2\n5\n6\n7\n")
    context = OperationContext(tmp_path, limits=Limits(seconds=60))
    request = "With python run.py days.txt I get a longest run of 2 days, but the last one was 3."
    runs = encoded_runs(script_runs(request, ("run.py", "days.txt"), tmp_path))
    found = found_by_search({"request": request, "files": "run.py", "runs": runs}, context)
    assert found is not None
    assert "    best = max(best, now)\n    return best" in found["code"]
