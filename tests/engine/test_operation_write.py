"""The operation `write` of a new module in a loop: asserts before code, and two tries that give the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.policy import Policy, Rule
from pandora.task import Task
from tests.engine.runs import Bench, Line, without_direct

REQUEST = "Write price.py with a function price(kg): up to 5 kg it is 3, above it is 9."
TASK = Task(
    *(REQUEST, "operation", "write", "abc234", "system-abc234", "1"),
    request=REQUEST,
    outputs=("price.py",),
    makes=("price.py",),
    kind_of_task="code",
)
ALLOWED = Policy(yes=True).with_rules([Rule("write", "*", "allow", "pandora.toml:2")])
RIGHT = "def price(kg):\n    return 3 if kg <= 5 else 9"
OTHERWISE = "def price(kg):\n    if kg > 5:\n        return 9\n    return 3\n"
WRONG = "def price(kg):\n    return 3 if kg < 5 else 9\n"


@pytest.fixture(autouse=True)
def pattern(bench: Bench) -> None:
    kernel = bench.workspace.system / "kernel"
    kernel.mkdir(exist_ok=True)
    (kernel / "write.md").write_text(without_direct("kernel/write.md"))


def asserting(*asserts: str) -> Line:
    return {"phase": "plan", "level": "operation", "type": "write", "fill": {"asserts": list(asserts)}}


def writing(content: str, path: str = "price.py") -> Line:
    fill = {"path": path, "content": content}
    return {"phase": "do", "level": "operation", "type": "write", "fill": fill}


ASSERTS = asserting("assert price(1) == 3", "assert price(8) == 9", "assert price(6) == 3")


def operate(bench: Bench, *lines: Line, task: Task = TASK) -> Outcome:
    bench.script(lines)
    host = bench.host(policy=ALLOWED)
    host.operations = OPERATIONS
    return micro_loop(task, host)


def body(bench: Bench, number: int) -> str:
    return bench.host().store.load("op-write-abc234-1").body(number)


def test_two_tries_that_give_the_same_are_believed(bench: Bench) -> None:
    outcome = operate(bench, ASSERTS, writing(RIGHT), writing(OTHERWISE))
    assert outcome.status is Status.ACCEPTED, outcome
    assert (bench.root / "price.py").read_text(encoding="utf-8") == RIGHT
    assert [phase for phase, _ in bench.model.asked] == ["plan", "do", "do"]
    assert "def price" not in bench.model.prompts[0].text
    assert "assert" not in bench.model.prompts[1].text
    assert bench.model.prompts[1].text == bench.model.prompts[2].text
    assert "1. assert price(1) == 3" in body(bench, 2)
    assert "  - price(5) → 3\n" in body(bench, 3)
    assert "2 tries give the same on 6 calls" in body(bench, 4)
    assert "2 of 3 asserts that were written before the code hold" in body(bench, 4)
    assert "price(6) == 3 (gives 9)" in body(bench, 4)


def test_a_third_try_is_told_where_two_differ(bench: Bench) -> None:
    outcome = operate(bench, ASSERTS, writing(WRONG), writing(RIGHT), writing(OTHERWISE))
    assert outcome.status is Status.ACCEPTED, outcome
    assert (bench.root / "price.py").read_text(encoding="utf-8") == RIGHT
    assert "- price(5): one gives 3, the other gives 9" in bench.model.prompts[3].text
    assert "2 of 3 agree" in body(bench, 3)


def test_what_no_two_tries_agree_on_is_not_kept(bench: Bench) -> None:
    third = "def price(kg):\n    return 0 * kg\n"
    outcome = operate(bench, ASSERTS, writing(WRONG), writing(RIGHT), writing(third))
    assert outcome.status is Status.ESCALATED, outcome
    assert "price(1): one gives 0, the other gives 3" in outcome.reason
    assert not (bench.root / "price.py").exists()


def test_a_finished_run_is_not_made_again_and_edited_asserts_are_tried_anew(bench: Bench) -> None:
    operate(bench, ASSERTS, writing(RIGHT), writing(OTHERWISE))
    assert operate(bench).status is Status.ACCEPTED
    assert bench.model.prompts == []
    path = bench.workspace.document("op-write-abc234-1")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("assert price(6) == 3", "assert price(6) == 9"), "utf-8")
    (bench.root / "price.py").unlink()
    outcome = operate(bench, writing(RIGHT), writing(OTHERWISE))
    assert [phase for phase, _ in bench.model.asked] == ["do", "do"]
    assert "3 of 3 asserts" in body(bench, 4), outcome


def test_calls_that_must_end_in_an_error_are_written_where_the_request_names_one(bench: Bench) -> None:
    request = f"{REQUEST} Above 30 kg and below 0 it raises a ValueError."
    task = replace(TASK, text=request, request=request)
    asserts = asserting("assert price(1) == 3", "assert price(8) == 9", "assert price(6) == 9")
    fill = asserts["fill"]
    assert isinstance(fill, dict)
    planned: Line = {**asserts, "fill": {**fill, "raising": ["price(-1)", "assert price(31)"]}}
    right = (
        "def price(kg):\n    if not 0 <= kg <= 30:\n        raise ValueError(kg)\n" + RIGHT.partition("\n")[2]
    )
    half = right.replace("not 0 <= kg <= 30", "kg < 0")
    alone = operate(bench, planned, writing(half), writing(RIGHT), writing(WRONG), task=task)
    assert alone.status is Status.ESCALATED, alone
    assert "1. price(-1)" in body(bench, 2)
    assert "price(31) → 9" in body(bench, 3)
    assert "price(-1): one gives 3, the other raises ValueError" in alone.reason


def test_tries_that_agree_but_never_end_in_the_error_of_the_request_are_not_believed(bench: Bench) -> None:
    request = f"{REQUEST} Above 30 kg and below 0 it raises a ValueError."
    task = replace(TASK, text=request, request=request)
    asserts = asserting("assert price(1) == 3", "assert price(8) == 9", "assert price(6) == 9")
    fill = asserts["fill"]
    assert isinstance(fill, dict)
    planned: Line = {**asserts, "fill": {**fill, "raising": ["price(-1)", "price(31)"]}}
    right = (
        "def price(kg):\n    if not 0 <= kg <= 30:\n        raise ValueError(kg)\n" + RIGHT.partition("\n")[2]
    )
    outcome = operate(bench, planned, writing(RIGHT), writing(OTHERWISE), writing(right), task=task)
    assert outcome.status is Status.ACCEPTED, outcome
    assert (bench.root / "price.py").read_text(encoding="utf-8") == right
    assert "price(-1): it gives 3, an assert says ValueError" in bench.model.prompts[3].text


@pytest.mark.parametrize(
    ("request_text", "path", "content"),
    [
        ("Write note.txt: Hello Ann.", "note.txt", "Hello Ann."),
        (f"{REQUEST} price(1) is 3, price(5) is 3, price(6) is 9.", "price.py", RIGHT),
    ],
)
def test_other_files_and_modules_with_examples_need_no_asserts(
    bench: Bench, request_text: str, path: str, content: str
) -> None:
    task = replace(TASK, text=request_text, request=request_text, outputs=(path,), makes=(path,))
    outcome = operate(bench, writing(content, path), task=task)
    assert outcome.status is Status.ACCEPTED, outcome
    assert [phase for phase, _ in bench.model.asked] == ["do"]


def test_a_script_is_tried_with_the_command_line_of_the_request(bench: Bench) -> None:
    request = "Write add.py: python add.py 2 3 prints 5."
    task = replace(TASK, text=request, request=request, outputs=("add.py",), makes=("add.py",))
    start = "import sys\n"
    one = writing(f"{start}print(sum(int(word) for word in sys.argv[1:]))\n", "add.py")
    two = writing(f"{start}a, b = sys.argv[1:]\nprint(int(a) + int(b))\n", "add.py")
    outcome = operate(bench, one, two, task=task)
    assert outcome.status is Status.ACCEPTED, outcome
    assert "  - python add.py 2 3 → '5'\n" in body(bench, 3)


def test_a_script_ends_with_the_exit_status_that_the_request_names(bench: Bench) -> None:
    request = "Write add.py: python add.py 2 3 prints 5; for what is no number exit status 2."
    task = replace(TASK, text=request, request=request, outputs=("add.py",), makes=("add.py",))
    crashes = "import sys\nprint(sum(int(word) for word in sys.argv[1:]))\n"
    ends = crashes.replace("print", "try:\n    print") + "except ValueError:\n    sys.exit(1 + 1)\n"
    codes = (crashes, ends, f"{ends}# the same again\n")
    outcome = operate(bench, *[writing(code, "add.py") for code in codes], task=task)
    assert outcome.status is Status.ACCEPTED, outcome
    told = "the request names the exit status 2, and nothing ends with it: `python add.py nosuch 3` ends with 1"
    assert told in body(bench, 3)


def test_only_the_file_that_the_task_makes_can_be_named(bench: Bench) -> None:
    request = "Make a notice out of notes.txt and save it as notice.txt."
    task = replace(TASK, text=request, request=request, files=("notes.txt",), makes=("notice.txt",))
    outcome = operate(bench, *[writing("Closed.", "notes.txt")] * 2, task=task)
    assert "'notes.txt', none of notice.txt" in outcome.reason


def test_a_module_without_the_function_of_the_asserts_is_taken_as_it_is(bench: Bench) -> None:
    request = "Schreib hallo.py, das grüßt."
    task = replace(TASK, text=request, request=request, outputs=("hallo.py",), makes=("hallo.py",))
    asserts = asserting("assert greet('Ann') == 'Hallo Ann'", "assert greet('Bo') == 'Hallo Bo'", "no assert")
    outcome = operate(bench, asserts, writing("print('Hallo')\n", "hallo.py"), task=task)
    assert outcome.status is Status.ACCEPTED, outcome
    assert "Calls:" not in body(bench, 3)


def test_two_modules_that_both_lack_a_name_do_not_agree(bench: Bench) -> None:
    lacking = "def price(kg):\n    return rounded(3) if kg <= 5 else 9\n"
    outcome = operate(bench, ASSERTS, *[writing(lacking), writing(f"{lacking}\n")], writing(RIGHT), task=TASK)
    assert outcome.status is Status.ACCEPTED, outcome
    assert "price(1) raises NameError: name 'rounded' is not defined" in body(bench, 3)
    assert "Chosen: 3 (1 of 3 agree)" in body(bench, 3)
