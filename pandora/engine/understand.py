"""UNDERSTAND: what the task names is gathered by code, then the task is resolved into §1."""

from __future__ import annotations

from dataclasses import replace

from pandora.engine import prompt as prompts
from pandora.engine.gather import gather
from pandora.engine.loop import Loop
from pandora.engine.phase import by_code, by_model
from pandora.engine.stops import Ask
from pandora.engine.waiting import pending
from pandora.text.body import parse, render


def understand(loop: Loop) -> None:
    """Make §1 and put what code gathered into the loop's task; raises Ask while a question stands open.

    The context is gathered once: what a run itself writes later does not make its own §1 stale.
    """
    task, phase = loop.task, loop.host.library.phase(loop.pattern, "understand")
    if task.level == "system":
        gathered = gather(task.text, loop.host.workspace.root)
        task = replace(task, files=gathered.files, outputs=gathered.absent, context=(gathered.context,))
        loop.task = task
    given = {"task": task.text, "context": "\n".join(task.context) or "none"}
    body = loop.document.body(1)
    if body and task.level == "system":
        stood = parse(phase.form, body)
        given["context"] = str(stood.values.get("context", given["context"]))
    if phase.by == "code":
        by_code(loop, phase, phase.form, {**given, "resolved": task.text})
    else:
        by_model(loop, phase, phase.form, [prompts.part(1, render(phase.form, given))], given)
    if question := pending(loop.document.body(1)):
        raise Ask(question, loop.id)
