"""The files that an attempt changed whose result was refused: they are put back as they were before the run.

So no attempt starts from what another one spoilt, and nothing that was refused stays in the person's files.
"""

from __future__ import annotations

from dataclasses import dataclass

from pandora.engine.loop import Loop
from pandora.errors import RefusedError
from pandora.workspace.undo import plan_undo, undo


@dataclass(frozen=True)
class TakenBack:
    """The paths of the files that were put back; where none could be, `stays` says in a line each why."""

    paths: tuple[str, ...] = ()
    stays: tuple[str, ...] = ()


NOTHING_TAKEN = TakenBack()


def take_back(loop: Loop) -> TakenBack:
    """Put back every file that the run of a root loop changed.

    Where somebody changed one of them since, all stay as they are. What was taken back can be written again by
    `pandora undo --redo`. It may be interrupted at any point: the next call finishes it.
    """
    if loop.task.parent is not None:
        return NOTHING_TAKEN
    loop.flush()
    try:
        plan = plan_undo(loop.host.workspace, loop.task.run)
    except RefusedError as error:
        return TakenBack(stays=tuple(str(error).splitlines()))
    own = [application for application in plan.applications if application.document == loop.id]
    if not plan.applications or own or any(application.grew for application in plan.applications):
        return NOTHING_TAKEN
    undo(loop.host.workspace, plan, loop.host.now(), marks_run=False)
    return TakenBack(tuple(change.path for change in plan.changes))
