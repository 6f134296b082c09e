"""A command whose effect cannot be taken back, and a machine that loses its power meanwhile."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pandora.budget import Budget
from pandora.engine.run import resume, start
from pandora.operations.registry import with_handlers
from pandora.outcome import Status
from pandora.policy import Policy
from pandora.workspace.operation_context import OperationContext, Result
from tests.engine.runs import OPERATIONS, Bench, Line, checked, planned, understood

COMMAND: Line = {"phase": "do", "type": "bash", "fill": {"command": "send the mail"}}
LINES = (understood(), planned("bash: send it"), COMMAND, checked())


class Dead(BaseException):
    """The machine lost its power."""


class Mail:
    """A command with an effect that cannot be taken back."""

    def __init__(self) -> None:
        self.sent = 0
        self.dies = False

    def __call__(self, arguments: Mapping[str, str], context: OperationContext) -> Result:
        self.sent += 1
        if self.dies:
            raise Dead
        return Result(True, "sent")


def with_mail(bench: Bench) -> Bench:
    """A workspace whose `bash` may be carried out once only."""
    pattern = bench.workspace.system / "kernel" / "bash.md"
    pattern.write_text(
        "---\npattern: bash\nlevel: operation\nhandler: bash\nwhen: a command\neffects: system\n"
        "tries: 1\nagree: 1\n---\n# bash\n\n## DO\n\nWrite it.\n\n### Form\nCommand: {line}\n",
        encoding="utf-8",
    )
    return bench


def go_on(bench: Bench, mail: Mail, *lines: Line, dies: bool = False) -> Status:
    mail.dies = dies
    bench.script(lines)
    host = bench.host(policy=Policy(yes=True))
    host.operations = with_handlers(OPERATIONS, bash=mail)
    if bench.workspace.runs():
        return resume(bench.run, host).outcome.status
    return start("Send the mail", host, Budget()).outcome.status


def crash(bench: Bench, mail: Mail, *lines: Line) -> None:
    with pytest.raises(Dead):
        go_on(bench, mail, *lines, dies=True)
