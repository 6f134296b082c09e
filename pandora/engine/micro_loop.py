"""The one loop of every level: UNDERSTAND, PLAN, DO, CHECK, and its gates. Read this file first."""

from __future__ import annotations

from dataclasses import replace

from pandora.budget import MAX_RETRIES
from pandora.engine import prompt as prompts
from pandora.engine.check import Results, check, gather_evidence
from pandora.engine.host import Host
from pandora.engine.loop import Loop, open_loop
from pandora.engine.operation import run_operation
from pandora.engine.phase import by_model, counted_sections
from pandora.engine.plan import plan
from pandora.engine.questions import Ask, Escalate, ceiling_keys, escalation_text, reopen
from pandora.engine.steps import run_steps
from pandora.engine.trust import mark_by_task
from pandora.engine.understand import understand
from pandora.errors import Ceiling, CeilingError, DeniedError, ModelError, RefusedError
from pandora.outcome import Outcome, Question, Status
from pandora.programs.help import Evidence
from pandora.task import Task


def micro_loop(task: Task, host: Host) -> Outcome:
    """Run a task to its outcome, leaving its state document.

    A document that exists is continued: sections that stand are kept, stale ones are made again, so a
    finished loop costs nothing. What goes wrong inside becomes the loop's outcome; a person's broken
    document, a lost disk and a bug in the engine raise through.
    """
    loop = open_loop(task, host)
    outcome = _outcome(loop, task, host)
    return replace(outcome, untrusted=loop.untrusted)


def _outcome(loop: Loop, task: Task, host: Host) -> Outcome:
    reopen(loop)
    try:
        with loop.together():
            return _attempts(loop)
    except Ask as ask:
        if loop.document.meta.get("status") != Status.WAITING.value:
            loop.save(status=Status.WAITING.value)
        host.tell(loop.id, task.parent, "end", Status.WAITING.value)
        reason = f"the question is in {ask.question.document}.md"
        return Outcome(loop.id, Status.WAITING, question=ask.question, reason=reason)
    except Escalate as stop:
        return _escalated(loop, stop)
    except CeilingError as error:
        question = "Raise the ceiling and resume?"
        return _escalated(loop, Escalate(str(error), loop.partial, question, error.ceiling))
    except (RefusedError, ModelError) as error:
        reason = " ".join(str(error).split())
        _end(loop, Status.FAILED, f"Failed: {reason}")
        return Outcome(loop.id, Status.FAILED, reason=reason, denied=isinstance(error, DeniedError))


def _attempts(loop: Loop) -> Outcome:
    """The phases, again from PLAN while CHECK says so and a retry is left."""
    mark_by_task(loop)
    while True:
        understand(loop)
        steps = plan(loop)
        results = gather_evidence(loop, _do(loop, steps))
        loop.tell("section", "do")
        loop.partial = results.output
        decision, reason = check(loop, results)
        if decision == "accept":
            _end(loop, Status.ACCEPTED, results.output)
            return Outcome(loop.id, Status.ACCEPTED, loop.document.body(5))
        if decision == "retry" and loop.attempt <= MAX_RETRIES:
            loop.host.ledger.check(1, loop.host.elapsed())  # with nothing left, this attempt stays to be read
            loop.retire()
            continue
        tried = f" after {loop.attempt} attempts" if decision == "retry" else ""
        raise Escalate(f"{reason}{tried}", results.output, results.question)


def _do(loop: Loop, steps: list[tuple[str, str]]) -> Results:
    by = loop.pattern.by("do")
    if by == "steps" and loop.task.budget.atomic:
        return do_atomically(loop)
    return run_steps(loop, steps, micro_loop) if by == "steps" else run_operation(loop)


def _escalated(loop: Loop, stop: Escalate) -> Outcome:
    _end(loop, Status.ESCALATED, escalation_text(stop), stop.ceiling)
    return Outcome(
        loop.id,
        Status.ESCALATED,
        stop.partial,
        stop.reason,
        Question("task", stop.question, loop.id, 5) if stop.question else None,
        partial=bool(stop.partial),
        ceiling=stop.ceiling,
    )


def _end(loop: Loop, status: Status, output: str, ceiling: Ceiling | None = None) -> None:
    """Write the end, unless it stands there already; a person's own §5 stays."""
    origin = loop.origin("output", status.value, output)
    state = loop.standing(5, origin)
    if state.by_person:
        loop.keep_output(status, origin)
    elif state.made_again or loop.document.meta.get("status") != status.value:
        loop.end(status, output, origin, **ceiling_keys(loop.document, ceiling))


def do_atomically(loop: Loop) -> Results:
    """Fill DO's own form from §1 and §2."""
    phase = loop.host.library.phase(loop.pattern, "do")
    bodies = {number: loop.document.body(number) for number in (1, 2)}
    made_of = prompts.shown(counted_sections(loop, bodies))
    parsed = by_model(loop, phase, phase.form, prompts.shown(bodies), {}, made_of=made_of)
    return Results(
        str(parsed.values["result"]), (Evidence(True, "done in one call: no room to call anything"),)
    )
