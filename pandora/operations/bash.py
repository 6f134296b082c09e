"""The operation `bash`: run a shell command on a copy of the workspace."""

from __future__ import annotations

import shutil
from collections.abc import Mapping

from pandora.operations.staged_command import execute
from pandora.workspace.operation_context import OperationContext, Result

_NO_OUTPUT = "the command printed nothing and changed no file; have it print the answer"


def _without_backticks(command: str) -> str:
    """Return the command without markdown's backticks around it; with them, the shell would run its output."""
    inside = command.strip()[1:-1]
    return inside if command.strip() == f"`{inside}`" and "`" not in inside else command


def bash(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Run `command`; return its standard output and error, its exit code and the file changes it would make.

    A command that prints nothing and changes no file did nothing for the task: that is a failure.
    """
    command = _without_backticks(arguments.get("command", ""))
    if not command.strip():
        return Result(False, "no command was given", 2)
    shell = ("bash", "--noprofile", "--norc", "-c") if shutil.which("bash") else ("sh", "-c")
    staged = execute((*shell, command), context)
    completed = staged.completed
    text = "\n".join(part for part in (staged.stdout, staged.stderr, staged.refused) if part)
    if not text and not staged.ok:
        stopped = completed.timed_out or completed.excess
        text = staged.note if stopped else f"exit code {completed.code}, nothing printed"
    if staged.ok and not text.strip() and not staged.changes:
        return Result(False, _NO_OUTPUT, completed.code, (), staged.note, completed.confined)
    return Result(staged.ok, text, completed.code, staged.changes, staged.note, completed.confined)
