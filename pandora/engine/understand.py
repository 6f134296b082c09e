"""UNDERSTAND: what the task names is gathered by code, then the task is resolved into §1."""

from __future__ import annotations

from dataclasses import replace

from pandora.engine import prompt as prompts
from pandora.engine.gates import first_question
from pandora.engine.gather import gather
from pandora.engine.loop import Loop
from pandora.engine.phase import by_code, by_model
from pandora.engine.stops import Ask, Escalate
from pandora.engine.waiting import MAX_QUESTIONS, ask, pairs, pending
from pandora.text.body import parse, render


def understand(loop: Loop) -> None:
    """Make §1 and put what code gathered into the loop's task; raises Ask while a question stands open.

    The context is gathered once: what a run itself writes later does not make its own §1 stale.
    """
    task, phase = loop.task, loop.host.library.phase(loop.pattern, "understand")
    body = loop.document.body(1)
    answers = " ".join(answer for _, answer in pairs(body))
    if task.level == "system":
        gathered = gather(f"{task.text} {answers}".strip(), loop.host.workspace.root)
        task = replace(task, files=gathered.files, outputs=gathered.absent, named=gathered.named)
        loop.task = task = replace(task, context=(gathered.context,))
    given = {"task": task.text, "context": "\n".join(task.context) or "none"}
    if body and task.level == "system":
        stood = parse(phase.form, body)
        given["context"] = str(stood.values.get("context", given["context"]))
    if phase.by == "code":
        by_code(loop, phase, phase.form, {**given, "resolved": task.text})
        return
    shown = {"task": task.text} if "understand" in (loop.pattern.keys.get("blind") or ()) else given
    parsed = by_model(loop, phase, phase.form, [prompts.part(1, render(phase.form, shown))], given)
    if question := pending(loop.document.body(1)):
        raise Ask(question, loop.id)
    if "kind" not in phase.form:
        return
    loop.task = replace(task, kind_of_task=str(parsed.values["kind"]))
    question = first_question(loop, loop.task.kind_of_task, parsed.chances.get("kind", 1.0))
    if question and answers:
        if len(pairs(loop.document.body(1))) >= MAX_QUESTIONS:
            raise Escalate("the task is still unclear after two answers", question=question)
        question = None if loop.task.kind_of_task in ("outside", "change") else question
    if question:
        raise ask(loop, 1, question)
