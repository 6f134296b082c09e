"""DO at the upper levels: each step is a child loop, referred to before it starts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pandora.disk.layout import Name
from pandora.engine.host import Host
from pandora.engine.loop import Loop
from pandora.engine.plan import learned
from pandora.engine.results import Evidence, Results
from pandora.engine.stops import Ask
from pandora.errors import UsageError
from pandora.outcome import Outcome, Status
from pandora.task import Level, Task
from pandora.text.document import Document, digest
from pandora.text.fill import one_line

PREVIEW = 300
SHARED = 1200
_LINE = re.compile(r"^- Step (\d+): ([a-z_]+) → (.*?) \[([^\]]+)\.md\]$", re.M)
Run = Callable[[Task, Host], Outcome]


@dataclass(frozen=True)
class Step:
    """A step as §3 shows it: its child, how that ended, and its output on one line."""

    number: int
    action: str
    child: str
    status: str
    output: str
    reason: str = ""

    @property
    def line(self) -> str:
        """Its line under §3."""
        return f"- Step {self.number}: {self.action} → {preview(self.output or self.reason)} [{self.child}.md]"


def preview(text: str) -> str:
    """`text` on one line, cut where it is long; the child's §5 has the whole."""
    line = one_line(text) or "nothing"
    return line if len(line) <= PREVIEW else f"{line[:PREVIEW]}… ({len(line)} characters)"


def run_steps(loop: Loop, plan: list[tuple[str, str]], run: Run) -> Results:
    """Run every step that is not fresh, in order; a failed one does not stop the others."""
    done: list[Step] = []
    first = _children_before(loop)
    for number, (action, text) in enumerate(plan, 1):
        child_task = _child(loop, action, text, str(first + number), done)
        child_id = str(Name(child_task.level, child_task.kind, child_task.run, child_task.number))
        key = digest(action, text, loop.document.digest(1), *(step.output for step in done))
        record, written = loop.steps.get(str(number)), _written(loop, number)
        if record and written and record.get("text") != digest(written[2]):
            done.append(Step(number, action, child_id, "accepted", written[2]))
            _write(loop, done, plan, {**record, "key": key, "text": digest(written[2]), "by": "human"})
            continue
        running = Step(number, action, child_id, "running", "")
        if not (record and record.get("key") == key and loop.host.store.exists(child_id)):
            _write(loop, [*done, running], plan, None)
        outcome = run(child_task, loop.host)
        step = Step(number, action, child_id, outcome.status.value, outcome.output, outcome.reason)
        done.append(step)
        record = {"key": key, "text": digest(preview(step.output or step.reason)), "by": "code"}
        _write(loop, done, plan, None if outcome.status is Status.WAITING else record)
        if outcome.status is Status.WAITING:
            raise Ask(outcome.question or "", _where(outcome))
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
    """The last output that was accepted."""
    return next((step.output for step in reversed(done) if step.status == "accepted" and step.output), "")


def _evidence(done: list[Step]) -> list[Evidence]:
    found = []
    for step in done:
        told = f"step {step.number} ({step.action}) {step.status}"
        found.append(
            Evidence(step.status == "accepted", told + (f": {preview(step.reason)}" if step.reason else ""))
        )
    return found


def _written(loop: Loop, number: int) -> tuple[str, str, str] | None:
    """A step's line as it stands: action, child and result."""
    for match in _LINE.finditer(loop.document.body(3)):
        if int(match[1]) == number:
            return match[2], match[4], match[3]
    return None


def _children_before(loop: Loop) -> int:
    """How many children earlier attempts had: their documents keep their numbers."""
    if loop.document.history is None:
        return 0
    return len(_LINE.findall(loop.document.text[loop.document.history :]))


def _child(loop: Loop, action: str, text: str, number: str, done: list[Step]) -> Task:
    task, host = loop.task, loop.host
    menu = host.library.menu(loop.pattern, task.files, task.budget.depth, task.kind_of_task)
    pattern = menu.get(action)
    if pattern is None:
        offered = ", ".join(menu) or "nothing"
        raise UsageError(
            f"{loop.document.path}:{loop.document.sections[2].line}: step calls {action!r}; use {offered}"
        )
    level: Level = "tool" if pattern.level == "tool" else "operation"
    shared = [_shared(step) for step in done if step.output]
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


def _shared(step: Step) -> str:
    """A step's output as the next step's context shows it."""
    if "\n" not in step.output:
        return f"step {step.number} gave: {preview(step.output)}"
    text = step.output if len(step.output) <= SHARED else f"{step.output[:SHARED]}…"
    return f"step {step.number} gave:\n" + "\n".join(f"  {line}" for line in text.split("\n"))


def _write(loop: Loop, done: list[Step], plan: list[tuple[str, str]], record: Mapping[str, str] | None) -> None:
    """§3 as it stands now, in one durable step; the last step's record with it."""
    lines = [step.line for step in done if step.status != "running"]
    lines.append("Child loops:")
    lines += [f"- {step.child}.md → {step.status.upper()}" for step in done]
    if shared := [step for step in done if step.output and step.status == "accepted"]:
        lines.append("Shared context:")
        lines += [f"- step {step.number} gave: {preview(step.output)}" for step in shared]
    body = "\n".join(lines)
    if loop.document.body(3) == body and record is None:
        return

    def edit(document: Document) -> Document:
        return document.splice(3, body)

    records, steps = loop.records, loop.steps
    if record is not None:
        steps[str(len(done))] = dict(record)
    text = edit(loop.document).digest(3)
    records["3"] = {"by": "code", "from": digest(*(step for pair in plan for step in pair)), "text": text}
    if loop.document.body(3) == body and steps == loop.steps and records == loop.records:
        return
    loop.save(edit, phase="do", steps=steps, sections=dict(sorted(records.items())))
