from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pandora.engine.candidates import Candidate, Tries
from pandora.engine.next_try import file_without_effect, lessons_of_tries
from pandora.engine.tries_progress import tries_for_progress, understood_so_far
from pandora.engine.try_sampling import HOT, MILD, WARM, sampling_of_next_try
from pandora.models.protocol import GREEDY
from pandora.operations.registry import OPERATIONS
from pandora.operations.script_trial import SAME
from pandora.workspace.operation_context import Result

RAISED = Result(False, "line 1: x\nNameError: name 'x' is not defined", 1)


def loop(handler: str, context: str = "") -> Any:
    host = SimpleNamespace(operation=lambda pattern: OPERATIONS[handler])
    return SimpleNamespace(host=host, pattern=None, task=SimpleNamespace(context=(context,), repeats=0))


def tried(*results: Result) -> Tries:
    return Tries([Candidate({"code": f"code {number}"}, each) for number, each in enumerate(results)])


def test_a_program_that_raised_is_shown_once_and_then_its_error_alone() -> None:
    assert "code 0" in lessons_of_tries(loop("python"), tried(RAISED))[0]
    again = lessons_of_tries(loop("python"), tried(RAISED, RAISED))[0]
    assert "code" not in again
    assert "NameError" in again


def test_what_was_wrong_is_still_told_after_a_try_that_worked() -> None:
    judged = Result(False, "the program does not use '25'", 1)
    told = lessons_of_tries(loop("python"), tried(judged, Result(True, "7")))[0]
    assert "does not use '25'" in told
    assert "code 0" not in told
    assert lessons_of_tries(loop("python"), tried(Result(True, "7"))) == []


def test_a_repair_goes_on_from_the_one_that_passes_most_tests() -> None:
    one, two = Result(False, "E x\n2 failed, 1 passed", 1), Result(False, "E y\n1 failed, 2 passed", 1)
    repair = loop("repair", "step 1 gave: 2 failed, 1 passed")
    assert lessons_of_tries(repair, tried(one)) == []
    assert "code 1" in lessons_of_tries(repair, tried(one, two, one))[0]
    assert sampling_of_next_try(repair, tried(one, two)) == GREEDY
    assert sampling_of_next_try(repair, tried(one, two, one)).temperature == WARM


AS_GIVEN = "def a():\n    return 1\n\n\ndef b():\n    return 1"
UNDERSTOOD = """\
Task: mend it
Context:
  m.py: Python, 6 lines:
  def a():
      return 1


  def b():
      return 1
  step 1 gave: E a 2 failed, 1 passed"""


def test_a_repair_sees_the_file_that_came_furthest_in_place_of_the_one_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(f"{AS_GIVEN}\n", encoding="utf-8")
    repair = loop("repair", "step 1 gave: 2 failed, 1 passed")
    repair.host.workspace = SimpleNamespace(root=tmp_path)
    repair.document = SimpleNamespace(body=lambda number: UNDERSTOOD)
    better = Candidate(
        {"path": "m.py", "code": "def a():\n    return 2"}, Result(False, "E b\n1 failed, 2 passed", 1)
    )
    said = understood_so_far(repair, [better])
    assert (
        "  def a():\n      return 2\n\n\n  def b():\n      return 1\n  step 1 gave: E b 1 failed, 2 passed"
        in said
    )
    assert lessons_of_tries(repair, Tries([better])) == []
    assert tries_for_progress(repair, [better]) == 2
    assert understood_so_far(repair, []) == ""
    repair.document = SimpleNamespace(body=lambda number: "Task: mend it")
    assert understood_so_far(repair, [better]) == ""
    assert "return 2" in lessons_of_tries(repair, Tries([better]))[0]


def test_the_next_repair_is_of_another_file_where_the_fault_seems_to_be_there() -> None:
    same = Candidate({"path": "shop.py"}, Result(False, f"python shop.py {SAME}: 12.60\n1 failed, 0 passed", 1))
    other = Candidate({"path": "cart.py"}, Result(False, "python shop.py prints:\n  3\n1 failed, 0 passed", 1))
    assert file_without_effect(Tries([other, same])) == "shop.py"
    assert file_without_effect(Tries([same, other])) == file_without_effect(Tries()) == ""
    text = '  File "list.py", line 3, in <module>\n  File "loans.py", line 10, in due\nValueError: out of range'
    raised = Result(False, text, 1)
    assert file_without_effect(Tries([Candidate({"path": "list.py"}, raised)])) == "list.py"
    assert file_without_effect(Tries([Candidate({"path": "loans.py"}, raised)])) == ""


def test_a_repair_that_was_not_run_says_why() -> None:
    refused = Result(False, "this is a.py as it was; change it", 2)
    assert "as it was" in lessons_of_tries(loop("repair"), tried(refused))[0]


def test_of_a_second_program_that_failed_on_its_own_nothing_is_told() -> None:
    worked = Result(True, "7")
    assert lessons_of_tries(loop("python"), tried(worked, RAISED)) == []
    assert sampling_of_next_try(loop("python"), tried(worked, RAISED)).temperature == MILD
    assert lessons_of_tries(loop("python"), tried(RAISED, worked, RAISED)) != []


def test_tries_get_warmer() -> None:
    same = Tries([Candidate({"code": "x"}, RAISED)] * 2)
    assert sampling_of_next_try(loop("python"), Tries()) == GREEDY
    assert sampling_of_next_try(loop("python"), tried(RAISED)).temperature == WARM
    assert sampling_of_next_try(loop("python"), tried(Result(True, "7"))).temperature == MILD
    assert sampling_of_next_try(loop("python"), same).temperature == HOT
    three = tried(RAISED, Result(False, "KeyError: 'b'", 1), Result(False, "KeyError: 'c'", 1))
    assert sampling_of_next_try(loop("python"), three).temperature == HOT


def test_a_second_repeat_of_an_attempt_draws_other_tokens() -> None:
    first, second, third = loop("python"), loop("python"), loop("python")
    second.task.repeats, third.task.repeats = 1, 2
    assert sampling_of_next_try(first, tried()) == sampling_of_next_try(second, tried()) == GREEDY
    assert sampling_of_next_try(third, tried()).temperature == MILD
    seeds = {sampling_of_next_try(each, tried(RAISED)).seed for each in (first, second, third)}
    assert len(seeds) == 3
