"""Run a command in a copy of the workspace; all operations that run something use this."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pandora.errors import RefusedError
from pandora.sandbox.process import Completed, run
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext
from pandora.workspace.staged_copy import StagedCopy


@dataclass(frozen=True)
class StagedOutcome:
    """How a command ended, its output as text, and the changes to workspace files that it would make.

    `refused` says why none of its changes is taken over, or is "".
    """

    completed: Completed
    stdout: str
    stderr: str
    changes: tuple[Change, ...]
    note: str
    refused: str = ""

    @property
    def ok(self) -> bool:
        """Whether the command ended by itself, with exit code 0, and changed only what it may."""
        return self.completed.code == 0 and not self.refused


def execute(
    command: Sequence[str],
    context: OperationContext,
    *,
    readable: Sequence[Path] = (),
    environment: Mapping[str, str] | None = None,
    prepare: Callable[[Path], None] | None = None,
    stdin: bytes = b"",
    network: bool = False,
) -> StagedOutcome:
    """Run `command` in a copy of the workspace; `prepare`, called with the copy's folder, may change it first.

    `readable` are further paths that the command may read. The file changes of a failed command are dropped,
    and all changes of one that wrote where no command may write.
    """

    def hides(path: str) -> bool:
        return context.hides(path) or context.distrusts(path)

    with StagedCopy.of(context.workspace, context.protected, hides=hides) as stage:
        if prepare:
            prepare(stage.root)
        completed = run(
            command,
            cwd=stage.root,
            writable=(stage.root,),
            readable=(*readable, *stage.readable),
            limits=context.limits,
            environment=environment,
            required=context.required,
            stdin=stdin,
            network=network,
        )
        changes: tuple[Change, ...] = ()
        refused = ""
        try:
            if completed.code == 0:
                changes = stage.changes()
        except RefusedError as error:
            refused = f"nothing was taken over: {error}"
        notes = [stage.note] if stage.note else []
        copy = stage.root
    if completed.timed_out:
        notes.append(f"stopped after {context.limits.seconds:g} s")
    if completed.excess:
        notes.append(f"ended: {completed.excess}")
    if completed.truncated:
        notes.append(f"only the first {context.limits.output} bytes of its output were kept")
    if refused:
        notes.append(refused)
    shown = [_text(raw, copy) for raw in (completed.stdout, completed.stderr)]
    return StagedOutcome(completed, shown[0], shown[1], changes, "; ".join(notes), refused)


def _text(raw: bytes, copy: Path) -> str:
    """Return output as text without the path of the copy, which is temporary and not a path of the user's."""
    text = raw.decode("utf-8", "replace")
    for root in dict.fromkeys((str(copy), os.path.realpath(copy))):
        text = text.replace(f"{root}/", "").replace(root, ".")
    return text.strip()
