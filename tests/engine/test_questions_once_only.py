from __future__ import annotations

import pytest

from pandora.budget import Budget
from pandora.engine.candidates import Intent, intent_in
from pandora.engine.run import resume, start
from pandora.operations.registry import with_handlers
from pandora.outcome import Status
from tests.engine.mail import LINES, Mail, crash, go_on, with_mail
from tests.engine.runs import OPERATIONS, Bench, checked, replaced

MAY = "MAY HAVE RUN: bash 'send the mail' was begun {} and its end is unknown."


@pytest.fixture
def mail() -> Mail:
    return Mail()


@pytest.fixture
def bench(bench: Bench) -> Bench:
    return with_mail(bench)


def repeatable(bench: Bench) -> None:
    pattern = bench.workspace.system / "kernel" / "bash.md"
    text = pattern.read_text(encoding="utf-8")
    pattern.write_text(text.replace("effects: system\n", "effects: system\nrepeat: true\n"), encoding="utf-8")


def test_the_intent_is_on_disk_before_the_command_runs(bench: Bench, mail: Mail) -> None:
    crash(bench, mail, *LINES)
    body = bench.document("op-bash-1").body(3)
    assert "begun once; MAY HAVE RUN where no result follows" in body
    assert "Result:" not in body


def test_what_ended_has_its_intent_and_its_result(bench: Bench, mail: Mail) -> None:
    assert go_on(bench, mail, *LINES) is Status.ACCEPTED
    body = bench.document("op-bash-1").body(3)
    assert body.index("Intent: ") < body.index("Result: ok (exit 0)")
    before = bench.states()
    assert go_on(bench, mail) is Status.ACCEPTED
    assert (bench.states(), mail.sent) == (before, 1)


@pytest.mark.parametrize(
    ("answer", "sent", "status", "result"),
    [
        ("again", 2, Status.ACCEPTED, "Result: ok (exit 0)\nOutput: sent"),
        ("It ran.", 1, Status.ACCEPTED, "a person says that it ran"),
        ("skip", 1, Status.ESCALATED, "it may have run, and is not run again: a person answered 'skip'"),
    ],
)
def test_after_a_crash_a_person_decides(
    bench: Bench, mail: Mail, answer: str, sent: int, status: Status, result: str
) -> None:
    crash(bench, mail, *LINES)
    assert go_on(bench, mail) is Status.WAITING
    assert MAY.format("once") in bench.document("op-bash-1").body(3)
    before = bench.states()
    assert go_on(bench, mail) is Status.WAITING
    assert (bench.states(), mail.sent) == (before, 1)
    bench.edit(replaced("\nAnswer:\n", f"\nAnswer: {answer}\n"), "op-bash-1")
    go_on(bench, mail, checked())
    assert mail.sent == sent
    operation = bench.document("op-bash-1")
    assert operation.meta["status"] == status.value
    assert result in operation.body(3)
    assert operation.meta["sections"][3]["by"] == "model"


def test_run_again_and_lost_again_it_is_asked_about_again(bench: Bench, mail: Mail) -> None:
    crash(bench, mail, *LINES)
    go_on(bench, mail)
    bench.edit(replaced("\nAnswer:\n", "\nAnswer: again\n"), "op-bash-1")
    crash(bench, mail)
    assert go_on(bench, mail) is Status.WAITING
    body = bench.document("op-bash-1").body(3)
    assert "begun 2 times; MAY HAVE RUN" in body
    assert MAY.format("2 times") in body
    assert mail.sent == 2


def test_what_may_be_repeated_is_repeated(bench: Bench, mail: Mail) -> None:
    repeatable(bench)
    crash(bench, mail, *LINES)
    assert "Intent" not in bench.document("op-bash-1").body(3)
    assert go_on(bench, mail, checked()) is Status.ACCEPTED
    assert mail.sent == 2


def test_other_arguments_have_never_run(bench: Bench, mail: Mail) -> None:
    crash(bench, mail, *LINES)
    bench.edit(replaced("Command: send the mail", "Command: send no mail"), "op-bash-1")
    assert go_on(bench, mail, checked()) is Status.ACCEPTED
    assert mail.sent == 2


def test_an_approval_that_is_waited_for_is_no_intent(bench: Bench, mail: Mail) -> None:
    bench.script(LINES)
    host = bench.host()
    host.operations = with_handlers(OPERATIONS, bash=mail)
    assert start("Send the mail", host, Budget()).outcome.status is Status.WAITING
    assert "Intent" not in bench.document("op-bash-1").body(3)
    bench.edit(replaced("\nAnswer:\n", "\nAnswer: yes\n"), "op-bash-1")
    bench.script([checked()])
    host = bench.host()
    host.operations = with_handlers(OPERATIONS, bash=mail)
    assert resume(bench.run, host).outcome.status is Status.ACCEPTED
    assert mail.sent == 1


def test_an_intent_in_a_program_is_text() -> None:
    line = Intent("0123456789abcdef", 3).line
    assert intent_in(f"Code:\n```\n{line}\n```") is None
    assert intent_in(f"Code:\n```\n```\n{line}") == Intent("0123456789abcdef", 3)
