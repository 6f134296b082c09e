"""DO at the upper levels: each step is a child loop, referred to before it starts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from pandora.disk.layout import Name
from pandora.engine import step_lines
from pandora.engine.host import Host
from pandora.engine.loop import Loop
from pandora.engine.plan import learned
from pandora.engine.results import Evidence, Results
from pandora.engine.step_lines import Step, preview
from pandora.engine.stops import Ask
from pandora.errors import DeniedError, UsageError
from pandora.outcome import Outcome, Status
from pandora.task import Level, Task
from pandora.text.document import digest

Run = Callable[[Task, Host], Outcome]


def run_steps(loop: Loop, plan: list[tuple[str, str]], run: Run) -> Results:
    """Run every step that is not fresh, in order; a failed one does not stop the others.

    A step's line that a person wrote is its result. Raises Ask where a child waits, and DeniedError at
    the end where an effect of one was refused: planning anew would only ask for it again.
    """
    done: list[Step] = []
    denied = ""
    first = _children_before(loop)
    for number, (action, text) in enumerate(plan, 1):
        child_task = _child(loop, action, text, str(first + number), done)
        child_id = str(Name(child_task.level, child_task.kind, child_task.run, child_task.number))
        key = digest(action, text, loop.document.digest(1), *(step.output for step in done))
        record = loop.steps.get(str(number), {})
        stood = step_lines.written(loop.document.body(3)).get(number)
        if record and stood and stood.action == action:
            text_now = digest(stood.result)
            if record.get("by") == "human" or record.get("text") != text_now:
                done.append(Step(number, action, stood.child, "accepted", stood.result))
                _write(loop, done, plan, {"key": key, "text": text_now, "by": "human"})
                continue
        if record.get("key") != key or not loop.host.store.exists(child_id):
            _write(loop, [*done, Step(number, action, child_id, "running", "")], plan, None)
        loop.flush()
        outcome = run(child_task, loop.host)
        step = Step(
            number,
            action,
            child_id,
            outcome.status.value,
            outcome.output,
            outcome.reason,
            outcome.question or "",
        )
        done.append(step)
        made = {"key": key, "text": digest(preview(step.output or step.reason)), "by": "code"}
        _write(loop, done, plan, None if outcome.status is Status.WAITING else made)
        if outcome.status is Status.WAITING:
            raise Ask(outcome.question or "", _where(outcome))
        denied = denied or (outcome.reason if outcome.denied else "")
    if denied:
        raise DeniedError(denied)
    return Results(_output(done), tuple(_evidence(done)), _programs(loop, done))


def _programs(loop: Loop, done: list[Step]) -> list[str]:
    """The programs that accepted steps chose."""
    found = []
    for step in done:
        if step.status == "accepted" and loop.host.store.exists(step.child):
            body = loop.host.store.load(step.child).body(3)
            found += re.findall(r"^```python\n(.*?)^```$", body, re.M | re.S)
    return found


def _where(outcome: Outcome) -> str:
    return outcome.reason.removeprefix("the question is in ").removesuffix(".md") or outcome.document


def _output(done: list[Step]) -> str:
    """The last output that was accepted; else what an escalated step has."""
    for status in ("accepted", "escalated"):
        for step in reversed(done):
            if step.status == status and step.output:
                return step.output
    return ""


def _evidence(done: list[Step]) -> list[Evidence]:
    found = []
    for step in done:
        told = f"step {step.number} ({step.action}) {step.status}"
        found.append(
            Evidence(
                step.status == "accepted",
                told + (f": {preview(step.reason)}" if step.reason else ""),
                step.question,
            )
        )
    return found


def _children_before(loop: Loop) -> int:
    """How many children earlier attempts had: their documents keep their numbers."""
    if loop.document.history is None:
        return 0
    history = loop.document.text[loop.document.history :].replace("\r\n", "\n")
    attempts = re.split(r"^### Attempt \d+$", history, flags=re.M)
    return sum(len(step_lines.written(each)) for each in attempts)


def _child(loop: Loop, action: str, text: str, number: str, done: list[Step]) -> Task:
    task, host = loop.task, loop.host
    menu = host.library.callable(loop.pattern, task.files, task.budget.depth, task.kind_of_task)
    pattern = menu.get(action)
    if pattern is None:
        offered = ", ".join(menu) or "nothing"
        raise UsageError(
            f"{loop.document.path}:{loop.document.sections[2].line}: step calls {action!r}; use {offered}"
        )
    level: Level = "tool" if pattern.level == "tool" else "operation"
    shared = [f"step {step.number} gave: {preview(step.output)}" for step in done if step.output]
    context = (*task.context, *shared, *learned(loop))
    request = task.request or task.text
    return replace(
        task,
        text=text,
        level=level,
        kind=pattern.name,
        parent=loop.id,
        number=f"{task.number}.{number}" if task.number else number,
        budget=task.budget.child(host.count(text), level),
        context=context,
        request=request,
    )


def _write(loop: Loop, done: list[Step], plan: list[tuple[str, str]], record: Mapping[str, str] | None) -> None:
    """§3 as it stands now, in one durable step; the last step's record with it.

    What a later edit of the plan has not reached yet stays as it is, and so does what a person wrote.
    """
    old, steps = loop.document.body(3), loop.steps
    later = {
        number: each
        for number, each in step_lines.written(old).items()
        if len(done) < number <= len(plan) and str(number) in steps
    }
    results = {number: each.get("text", "") for number, each in steps.items()}
    body = step_lines.merged(step_lines.lines_of(done, later, old), old, results)
    if old == body and record is None:
        return
    steps = {number: each for number, each in steps.items() if int(number) <= len(plan)}
    if record is not None:
        steps[str(len(done))] = dict(record)
    origin = digest(*(step for pair in plan for step in pair))
    edit, text = loop.spliced(3, body)
    records = loop.recorded(3, "code", origin, text)
    if old == body and steps == loop.steps and records == loop.records:
        return
    loop.save(edit, phase="do", steps=steps, sections=records)
