"""The files that an attempt changed whose result was refused: they are put back as they were before the run.

So no attempt starts from what another one spoilt, and nothing that was refused stays in the person's files.
"""

from __future__ import annotations

from pandora.engine.loop import Loop
from pandora.errors import RefusedError
from pandora.workspace.applied_changes import applications
from pandora.workspace.undo import plan_undo, undo


def take_back(loop: Loop) -> tuple[str, ...]:
    """Put back every file that the run of a root loop changed; return in a line each why that cannot be.

    Where somebody changed one of them since, all stay as they are. What was taken back can be written again by
    `pandora undo --redo`. It may be interrupted at any point: the next call finishes it.
    """
    if loop.task.parent is not None:
        return ()
    loop.flush()
    try:
        plan = plan_undo(loop.host.workspace, loop.task.run)
    except RefusedError as error:
        return tuple(str(error).splitlines())
    own = [application for application in plan.applications if application.document == loop.id]
    if plan.applications and not own and not any(application.grew for application in plan.applications):
        undo(loop.host.workspace, plan, loop.host.now(), marks_run=False)
    return ()


def put_back(loop: Loop) -> list[str]:
    """Return the files that any attempt of the run changed, and that are as they were before it."""
    made = applications(loop.host.workspace, loop.task.run)
    changed = {write.path for application in made if not application.undone for write in application.writes}
    paths = (write.path for application in made if application.undone for write in application.writes)
    return [path for path in dict.fromkeys(paths) if path not in changed]
