from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace

import pytest

from pandora import interrupt
from pandora.budget import Budget
from pandora.document.form import Form
from pandora.document.state_document import Document
from pandora.engine.micro_loop import micro_loop
from pandora.engine.try_agreement import EXTRA_TRIES
from pandora.errors import Ceiling, DiskError, UsageError
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.operations.registry import Handler, with_handlers
from pandora.outcome import Outcome, Status
from pandora.policy import Policy, Rule
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext, Result
from tests.engine.runs import CHEAPEST, DEAREST, OPERATIONS, Asked, Bench, Line, coded, saving

TASK = Task("print the cheapest", "operation", "python", "abc234", "system-abc234", "1")
ID = "op-python-abc234-1"
ALLOWED = Policy(yes=True).with_rules([Rule("write", "*", "allow", "pandora.toml:2")])
"""There is no root here whose request names a file."""
BROKEN = "raise ValueError('no such row')"


def operate(bench: Bench, *lines: Line, task: Task = TASK, **handlers: Handler) -> Outcome:
    """One operation's loop."""
    bench.script(lines)
    host = bench.host(policy=ALLOWED)
    host.operations = with_handlers(OPERATIONS, **handlers)
    return micro_loop(task, host)


def done(bench: Bench, name: str = ID) -> Document:
    return bench.host().store.load(name)


def test_the_first_result_that_enough_tries_share_is_chosen(bench: Bench) -> None:
    outcome = operate(bench, coded(BROKEN), coded(CHEAPEST), coded(CHEAPEST), coded(DEAREST))
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, "plum")
    assert "Chosen: 2 (2 of 3 agree)" in done(bench).body(3)
    assert len(bench.model.unused) == 1


def test_where_another_program_gives_something_else_one_more_must_agree(bench: Bench) -> None:
    outcome = operate(bench, coded(DEAREST), *[coded(CHEAPEST)] * 3, coded(DEAREST))
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, "plum")
    assert "Chosen: 2 (3 of 4 agree)" in done(bench).body(3)
    assert "ok: 3 of 4 tries gave this result" in done(bench).body(4)
    assert len(bench.model.unused) == 1


def test_two_that_agree_and_two_that_agree_on_something_else_are_no_result(bench: Bench) -> None:
    broken = [coded(BROKEN)] * (4 + EXTRA_TRIES)
    outcome = operate(bench, coded(DEAREST), coded(CHEAPEST), coded(CHEAPEST), coded(DEAREST), *broken)
    assert outcome.status is Status.ESCALATED
    assert "and their results differ" in outcome.reason


def test_tries_that_disagree_are_no_result(bench: Bench) -> None:
    codes = [f"name = 'fruit {letter}'\nprint(name)" for letter in "abcde"]
    outcome = operate(bench, *map(coded, codes))
    assert outcome.status is Status.ESCALATED
    assert outcome.output == ""
    assert "5 of 5 tries worked, and their results differ: fruit a; fruit b" in outcome.reason
    assert "Decision: escalate" in done(bench).body(4)


def test_one_try_alone_is_a_partial_result(bench: Bench) -> None:
    outcome = operate(bench, coded(CHEAPEST), *(coded(BROKEN) for _ in range(4 + EXTRA_TRIES)))
    assert outcome.status is Status.ESCALATED
    assert (outcome.output, outcome.partial) == ("plum", True)
    assert (
        "only 1 of 7 tries worked, and 2 must give the same result: plum; ValueError: no such row"
        in outcome.reason
    )


def test_one_try_that_worked_gets_more_to_agree_with(bench: Bench) -> None:
    outcome = operate(bench, coded(CHEAPEST), *(coded(BROKEN) for _ in range(4)), coded(CHEAPEST))
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, "plum")


UNFIT: Line = {"phase": "do", "level": "operation", "type": "python", "text": "no form at all"}


def test_a_reply_that_does_not_fit_is_a_try_that_failed(bench: Bench) -> None:
    """The tries before it stand, nothing of it is in a prompt, and a resumed operation asks for it no more."""
    outcome = operate(bench, coded(CHEAPEST), UNFIT, coded(CHEAPEST))
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, "plum")
    section = done(bench).body(3)
    assert "does not fit its form: the line 'Code:' is missing" in section
    assert "Chosen: 1 (2 of 3 agree)" in section
    assert "fit" not in bench.model.prompts[2].text
    before = done(bench).text
    operate(bench)
    assert (bench.model.asked, done(bench).text) == ([], before)


def test_two_replies_in_a_row_that_do_not_fit_fail_the_operation(bench: Bench) -> None:
    """A model that cannot write the form is not asked for all the tries of a vote."""
    outcome = operate(bench, coded(CHEAPEST), UNFIT, UNFIT, coded(CHEAPEST))
    assert outcome.status is Status.FAILED
    assert len(bench.model.unused) == 1


def test_an_error_is_told_to_the_next_try(bench: Bench) -> None:
    operate(bench, coded(BROKEN), coded(CHEAPEST), coded(CHEAPEST))
    first, second, third = (prompt.text for prompt in bench.model.prompts)
    assert "## Tried" not in first
    assert "no such row" in second
    assert "no such row" in third
    assert BROKEN not in third


def test_the_first_try_is_greedy_and_the_others_are_not(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Sampling] = []
    fill = Asked.fill

    def filled(
        model: Asked,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        drawn.append(sampling)
        return fill(model, prompt, form, call=call, sampling=sampling, opening=opening)

    monkeypatch.setattr(Asked, "fill", filled)
    operate(bench, coded(DEAREST), *[coded(CHEAPEST)] * 3)
    assert drawn[0] == GREEDY
    assert all(each.temperature > 0 for each in drawn[1:])
    assert len({each.seed for each in drawn}) == 4


def test_a_program_has_the_seconds_that_the_run_has_left(bench: Bench) -> None:
    """What is cut off is carried out again where the ceiling is raised, and no call is made twice."""
    left: list[float] = []

    def endless(arguments: Mapping[str, str], context: OperationContext) -> Result:
        left.append(interrupt.seconds_left())
        with interrupt.within(0):
            interrupt.check()  # as a program in the sandbox does
        raise AssertionError

    bench.script([coded(CHEAPEST), coded(CHEAPEST)])
    host = bench.host(Budget(seconds=20), ALLOWED)
    host.operations = with_handlers(OPERATIONS, python=endless)
    outcome = micro_loop(TASK, host)
    assert (outcome.status, outcome.ceiling) == (Status.ESCALATED, Ceiling("seconds", 20))
    assert 0 < left[0] <= 20
    assert done(bench).body(3).endswith("print(name)\n```")
    assert operate(bench, coded(CHEAPEST)).output == "plum"


def test_nothing_is_carried_out_when_the_seconds_are_used(bench: Bench) -> None:
    now = [0.0]

    def slow(arguments: Mapping[str, str], context: OperationContext) -> Result:
        now[0] += 29
        return Result(False, "no luck", 1)

    bench.script([coded(CHEAPEST), coded(DEAREST)])
    host = replace(bench.host(Budget(seconds=20), ALLOWED), clock=lambda: now[0])
    host.operations = with_handlers(OPERATIONS, read=slow)
    read = replace(TASK, kind="read", text="read data/fruit.csv", number="1")
    micro_loop(read, host)
    outcome = micro_loop(replace(read, number="2"), host)
    assert (outcome.status, outcome.ceiling, now) == (Status.ESCALATED, Ceiling("seconds", 20), [29.0])


def test_a_reply_is_on_disk_before_it_is_carried_out(bench: Bench) -> None:
    seen: list[str] = []

    def watching(arguments: Mapping[str, str], context: OperationContext) -> Result:
        seen.append(done(bench).body(3))
        return Result(True, "plum")

    operate(bench, coded(CHEAPEST), coded(CHEAPEST), python=watching)
    assert seen[0].endswith("### Candidate 1\nCode:\n```python\nname = 'plum'\nprint(name)\n```")
    assert seen[1].count("### Candidate") == 2
    assert seen[1].count("Result:") == 1


def test_a_program_that_was_cut_off_is_carried_out_without_a_call(bench: Bench) -> None:
    def dies(arguments: Mapping[str, str], context: OperationContext) -> Result:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        operate(bench, coded(CHEAPEST), python=dies)
    outcome = operate(bench, coded(CHEAPEST))
    assert outcome.output == "plum"
    assert len(bench.model.asked) == 1


def test_what_it_was_made_from_changing_makes_it_anew(bench: Bench) -> None:
    operate(bench, coded(CHEAPEST), coded(CHEAPEST))
    other = replace(TASK, text="print the dearest")
    outcome = operate(bench, coded(DEAREST), coded(DEAREST), task=other)
    assert outcome.output == "pear"
    assert "plum" not in done(bench).body(3)


def test_arguments_that_code_knows_need_no_model(bench: Bench) -> None:
    task = replace(TASK, text="look at data/fruit.csv", kind="read")
    outcome = operate(bench, task=task)
    assert outcome.output == "name,price\npear,3\nplum,2"
    assert bench.model.asked == []
    outcome = operate(bench, task=replace(task, text="look at it", files=("data/fruit.csv",), number="2"))
    assert outcome.output.startswith("name,price")
    outcome = operate(bench, task=replace(task, text="look around", number="3"))
    assert outcome.output == "data/\nstate/\nsystem/"


def test_a_pattern_that_names_no_handler_is_told(bench: Bench) -> None:
    path = bench.workspace.system / "operations" / "python.md"
    path.write_text(
        path.read_text(encoding="utf-8").replace("handler: python", "handler: fly"), encoding="utf-8"
    )
    with pytest.raises(
        UsageError, match=r"system/operations/python\.md:1: there is no handler 'fly'; use one of"
    ):
        operate(bench, coded(CHEAPEST))


def test_a_place_where_nobody_may_write_fails_the_loop(bench: Bench) -> None:
    def out(arguments: Mapping[str, str], context: OperationContext) -> Result:
        return Result(True, "plum", changes=(Change("state/x.md", "", b"1"),))

    outcome = operate(bench, coded(CHEAPEST), coded(CHEAPEST), python=out)
    assert outcome.status is Status.FAILED
    assert "state/x.md: protected" in outcome.reason
    assert not outcome.denied
    assert not (bench.root / "state" / "x.md").exists()


def test_a_folder_that_may_not_be_looked_into_fails_the_try_and_a_broken_disk_the_run(bench: Bench) -> None:
    def closed(arguments: Mapping[str, str], context: OperationContext) -> Result:
        raise PermissionError(13, "Permission denied", str(context.workspace / "data" / "closed"))

    def broken(arguments: Mapping[str, str], context: OperationContext) -> Result:
        raise OSError(5, "Input/output error", str(context.workspace / "data"))

    outcome = operate(bench, coded(CHEAPEST), coded(CHEAPEST), python=closed)
    assert outcome.status is Status.FAILED
    document = (bench.root / "state" / f"{outcome.document}.md").read_text(encoding="utf-8")
    assert "Output: data/closed: Permission denied" in document
    with pytest.raises(DiskError, match=r"data:1: Input/output error; mend it"):
        operate(bench, coded(CHEAPEST), python=broken)


def test_a_file_that_changed_meanwhile_is_left_as_it_is(bench: Bench) -> None:
    def late(arguments: Mapping[str, str], context: OperationContext) -> Result:
        (context.workspace / "data" / "fruit.csv").write_text("mine\n", encoding="utf-8")
        return Result(True, "plum", changes=(Change("data/fruit.csv", "ab" * 32, b"1"),))

    task = replace(TASK, text="change data/fruit.csv")
    outcome = operate(bench, coded(CHEAPEST), coded(CHEAPEST), task=task, python=late)
    assert outcome.status is Status.FAILED
    assert "somebody changed it while" in outcome.reason
    assert (bench.root / "data" / "fruit.csv").read_text(encoding="utf-8") == "mine\n"


def test_files_that_were_made_are_told_with_their_size(bench: Bench) -> None:
    code = saving("best.txt", "plum")
    outcome = operate(bench, coded(code), coded(code), task=replace(TASK, kind_of_task="file"))
    assert outcome.output == "plum"
    assert "Applied: best.txt (4 bytes)" in done(bench).body(3)
    assert "ok: wrote best.txt (4 bytes)" in done(bench).body(4)


def test_nothing_found_for_a_name_that_stands_nowhere_is_no_answer(bench: Bench) -> None:
    task = replace(TASK, request="What is the price of the Medlar?", files=("data/fruit.csv",))
    nothing = coded("found = None\nprint(found)")
    outcome = operate(bench, nothing, nothing, task=task)
    assert outcome.status is Status.ESCALATED
    assert "Medlar is in none of the files" in outcome.reason


def test_unsafe_asks_for_no_confinement_and_stands_in_the_document(bench: Bench) -> None:
    required: list[tuple[str, ...]] = []

    def python(arguments: Mapping[str, str], context: OperationContext) -> Result:
        required.append(context.required)
        return Result(True, "plum", confined=("none", "rlimits"))

    for unsafe in (False, True):
        bench.script([coded(CHEAPEST), coded(CHEAPEST)])
        host = bench.host(policy=Policy(yes=True))
        host.unsafe = unsafe
        host.operations = with_handlers(OPERATIONS, python=python)
        number = str(1 + unsafe)
        assert micro_loop(replace(TASK, number=number), host).status is Status.ACCEPTED
        document = done(bench, f"op-python-abc234-{number}")
        assert document.meta["confined"] == {"none (rlimits)": [1, 2]}
        assert "Confined:" not in document.text
        assert ("(exit 0) – --unsafe" in document.body(3)) is unsafe
    assert all(required[:2])
    assert required[2:] == [(), ()]


def test_of_moves_what_was_moved_is_told_and_not_what_a_program_says(bench: Bench) -> None:
    (bench.root / "bill.txt").write_text("Bill\n", encoding="utf-8")
    gone = Change("bill.txt", hashlib.sha256(b"Bill\n").hexdigest(), None)
    moved = Result(True, "Error: clients.csv stays", changes=(gone, Change("old/bill.txt", "", b"Bill\n")))
    task = replace(TASK, text="put the bill into old", files=("bill.txt",), kind_of_task="change", moves=True)
    outcome = operate(bench, coded("a"), coded("b"), task=task, python=lambda *_: moved)
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, "moved bill.txt to old/bill.txt")
