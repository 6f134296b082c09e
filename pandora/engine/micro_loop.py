"""The one loop of every level: UNDERSTAND, PLAN, DO, CHECK, and its gates. Read this file first."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace

from pandora.budget import MAX_RETRIES
from pandora.engine import prompt as prompts
from pandora.engine.asked_sections import Sections, run_sections
from pandora.engine.attempt_history import innermost
from pandora.engine.builders import builder_of
from pandora.engine.check import Results, check, gather_evidence
from pandora.engine.escalation_account import UNSOLVED, account_of, called_in
from pandora.engine.host import Host
from pandora.engine.json_answer import answer_of
from pandora.engine.loop import EditedMeanwhile, Loop, open_loop
from pandora.engine.operation import run_operation
from pandora.engine.phase import by_model, counted_sections
from pandora.engine.plan import need_of, plan
from pandora.engine.questions import Ask, Escalate, ceiling_keys, escalation_text, reopen
from pandora.engine.refused_changes import take_back
from pandora.engine.steps import run_steps
from pandora.engine.trust import mark_by_task
from pandora.engine.understand import understand
from pandora.errors import AwayError, Ceiling, CeilingError, DeniedError, ModelError, RefusedError, SilentError
from pandora.outcome import Outcome, Question, Status
from pandora.programs.help import Evidence
from pandora.task import Task

Phases = Callable[[Loop], "str | Outcome | Sections[str | Outcome]"]
"""The phases of a builder's own loop: they ask for its sections, and come to §5; those of a role of research
write them themselves.

They come to an outcome where they have ended the loop themselves, in a larger durable step, or leave it open,
since it goes on when the loops below it have ended.
"""


def micro_loop(task: Task, host: Host, role: str = "") -> Outcome:
    """Run a task to its outcome, and leave a state document that says how.

    Where the document exists, the loop continues it: sections that stand are kept and stale ones are made
    again, so a finished loop costs no model call. What goes wrong inside the loop becomes its outcome. Only a
    document that a person broke, a lost disk and a bug in the engine raise through. `role` names the pattern of
    a role that the loop has in place of that of its task's level and kind.
    """
    if task.parent is None:
        host.library.require_phases()
    loop = open_loop(task, host, role)
    if task.parent is None:
        for builder in host.builders:
            builder.begin(loop)
    return _run_loop(loop, _run_attempts)


def run_phases(loop: Loop, phases: Phases, retries: bool = False) -> Outcome:
    """Run an open loop whose phases a builder brings; it ends, waits, escalates and fails as any other loop.

    `phases` raises Ask or Escalate to stop, and goes over the sections again where a person changed one
    meanwhile. With `retries`, an attempt in which the model failed is followed by another one, which goes on
    with what was made; such attempts and those that a gate ended count together.
    """

    def attempts(loop: Loop) -> Outcome:
        mark_by_task(loop)
        task = loop.task
        while True:
            try:
                asked = phases(loop)
                made = run_sections(loop, asked) if isinstance(asked, Generator) else asked
                if isinstance(made, Outcome):
                    return made
                _end(loop, Status.ACCEPTED, made)
                return Outcome(loop.id, Status.ACCEPTED, loop.document.body(5))
            except EditedMeanwhile:
                loop.task = replace(task, budget=loop.task.budget)
            except ModelError as error:
                if not retries or isinstance(error, AwayError) or loop.attempt > MAX_RETRIES:
                    raise
                loop.fail_attempt(str(error))

    return _run_loop(loop, attempts)


def _run_loop(loop: Loop, attempts: Callable[[Loop], Outcome]) -> Outcome:
    reopen(loop)
    outcome = _run_to_outcome(loop, attempts)
    return replace(outcome, untrusted=loop.untrusted)


def _run_to_outcome(loop: Loop, attempts: Callable[[Loop], Outcome]) -> Outcome:
    """Run the attempts, and turn each way in which they stop into an outcome that the document records."""
    try:
        with loop.saves_collected():
            return attempts(loop)
    except Ask as stop:
        return _end_waiting(loop, stop.question)
    except Escalate as stop:
        return _end_escalated(loop, stop)
    except CeilingError as error:
        raise_it = "May the run use more? Then resume it with a higher ceiling."
        return _end_escalated(loop, Escalate(str(error), loop.partial, raise_it, error.ceiling))
    except (RefusedError, ModelError) as error:
        return _end_failed(loop, error)


def _run_attempts(loop: Loop) -> Outcome:
    """Run the four phases, and those from PLAN on again while CHECK says `retry` and a retry is left.

    Where a person changed the document meanwhile, the phases are gone over again: what is still fresh is kept.
    """
    mark_by_task(loop)
    task = loop.task
    while True:
        try:
            understand(loop)
            loop.take_edits(before=2)
            builder = builder_of(loop, loop.host.builders)
            steps = builder.plan(loop) if builder else plan(loop)
            loop.take_edits(before=3)
            if loop.host.plan_only:
                return Outcome(loop.id, Status.RUNNING, reason="the plan is written; resume goes on with it")
            if builder:
                results = builder.do(loop, steps, micro_loop)
            else:
                results = gather_evidence(loop, _do(loop, steps))
            loop.tell("section", "do")
            loop.partial = results.output
            loop.take_edits(before=4)
            decision, reason = builder.check(loop, results) if builder else check(loop, results)
            loop.take_edits(before=5)
        except EditedMeanwhile:
            loop.task = replace(task, budget=loop.task.budget)
            continue
        if decision == "accept":
            _end(loop, Status.ACCEPTED, answer_of(loop, results.output))
            return Outcome(loop.id, Status.ACCEPTED, loop.document.body(5))
        stays = take_back(loop) if builder is None and results.ceiling is None else ()
        if decision == "retry" and loop.attempt <= MAX_RETRIES:
            loop.host.ledger.check(1, loop.host.elapsed())  # with nothing left, this attempt stays to be read
            loop.retire(keeps_plan=loop.record(2).human)  # what a person wrote is not planned anew
            continue
        tried = f"{UNSOLVED}{loop.attempt} attempts: " if decision == "retry" else ""
        lacks = tried and builder is None and loop.task.parent is None
        need = need_of(loop.task, called_in(loop)) if lacks else ""
        raise Escalate(
            f"{tried}{innermost(reason)}", results.output, results.question, results.ceiling, need, stays
        )


def _do(loop: Loop, steps: list[tuple[str, str]]) -> Results:
    """DO: run the operation, or each step as a child loop; without room for children, make one model call."""
    if loop.pattern.by("do") != "steps":
        return run_operation(loop)
    if loop.task.budget.atomic:
        return _do_in_one_call(loop)
    return run_steps(loop, steps, micro_loop)


def _do_in_one_call(loop: Loop) -> Results:
    """Have the model fill DO's own form from §1 and §2."""
    phase = loop.host.library.phase(loop.pattern, "do")
    bodies = {number: loop.document.body(number) for number in (1, 2)}
    made_of = prompts.shown(counted_sections(loop, bodies))
    parsed = by_model(loop, phase, phase.form, prompts.shown(bodies), {}, made_of=made_of)
    evidence = Evidence(True, "done in one model call, since the budget leaves no room for steps")
    return Results(str(parsed.values["result"]), (evidence,))


def _end_waiting(loop: Loop, question: Question) -> Outcome:
    """Wait for a person: the question stands in this document, or in another of the run."""
    if loop.document.meta.get("status") != Status.WAITING.value:
        loop.save(status=Status.WAITING.value)
    loop.host.tell(loop.id, loop.task.parent, "end", Status.WAITING.value)
    reason = f"the question is in {question.document}.md"
    return Outcome(loop.id, Status.WAITING, question=question, reason=reason)


def _end_escalated(loop: Loop, stop: Escalate) -> Outcome:
    """Hand the task back with what there is, and with the question whose answer would help."""
    account = account_of(loop, stop.partial, bool(stop.need), stop.ceiling, stop.stays)
    text = escalation_text(stop, account.text, account.reason(" ".join(stop.reason.split())))
    _end(loop, Status.ESCALATED, text, stop.ceiling)
    question = Question("task", stop.question, loop.id, 5) if stop.question else None
    return Outcome(
        loop.id,
        Status.ESCALATED,
        stop.partial,
        stop.reason,
        question,
        partial=bool(stop.partial),
        ceiling=stop.ceiling,
    )


def _end_failed(loop: Loop, error: RefusedError | ModelError) -> Outcome:
    """Fail with the error's message on one line."""
    reason = " ".join(str(error).split())
    _end(loop, Status.FAILED, f"Failed: {reason}")
    denied, away = isinstance(error, DeniedError), isinstance(error, AwayError | SilentError)
    return Outcome(loop.id, Status.FAILED, reason=reason, denied=denied, away=away)


def _end(loop: Loop, status: Status, output: str, ceiling: Ceiling | None = None) -> None:
    """Write §5 and the status, unless they stand there already; a §5 that a person wrote stays."""
    loop.end_once(status, output, **ceiling_keys(loop.document, ceiling))
