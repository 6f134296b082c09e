"""A loop of its own below a question, such as that of its synthesis: the engine runs it, and §3 names it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pandora.document.body import Parsed, render
from pandora.document.form import Form, Value
from pandora.document.ids import Name
from pandora.engine.asked_sections import CodeSection, ModelSection, Sections
from pandora.engine.gated_phase import Gate
from pandora.engine.loop import Loop, open_loop
from pandora.engine.micro_loop import Phases, run_phases
from pandora.engine.pattern import Phase
from pandora.errors import AwayError, CeilingError
from pandora.outcome import Outcome
from pandora.questions.child_status_lines import RUNNING, with_child_status
from pandora.task import Task

ONE_CALL = "none; the model is asked once, and again where code finds a fault"
"""The steps of such a loop, in its §2."""
NO_GATE = Gate(lambda body: (), "")
"""The gate of a form whose choices and lines the code that reads them checks by itself."""


def id_below(run: str, number: str, kind: str) -> str:
    """The id of the document of a loop below the question with this number; `kind` is its pattern."""
    return str(Name("tool", kind, run, _number_below(number)))


def _number_below(number: str) -> str:
    return f"{number}.1" if number else "1"


def task_below(loop: Loop, kind: str, text: str) -> Task:
    """The task of a loop below a question; the deepest question, too, has its synthesis in such a loop."""
    budget = loop.task.budget.child(loop.host.count(text), "tool")
    budget = replace(budget, depth=max(0, budget.depth))
    return Task(text, "tool", kind, loop.task.run, loop.id, _number_below(loop.task.number), budget)


def run_below(loop: Loop, kind: str, context: Sequence[str], phases: Phases) -> Outcome:
    """Run a loop with the pattern `kind` below a question; what is fresh in it is kept and costs no call.

    `context` is what it is shown beside the question. Raises AwayError and CeilingError, which the worker of a
    graph deals with: the loop goes on when the question is worked on again.
    """
    child = id_below(loop.task.run, loop.task.number, kind)
    task = replace(task_below(loop, kind, loop.task.text), context=tuple(context), untrusted=loop.untrusted)
    loop.save(lambda document: with_child_status(document, child, RUNNING))
    loop.flush()
    outcome = run_phases(open_loop(task, loop.host), phases)
    loop.save(lambda document: with_child_status(document, child, outcome.status.value.upper()))
    loop.flush()
    if outcome.ceiling:
        raise CeilingError(outcome.ceiling)
    if outcome.away:
        raise AwayError(outcome.reason)
    return outcome


def filled_below(loop: Loop, form: Form, gate: Gate = NO_GATE) -> Sections[Parsed]:
    """§1, §3 and §4 of such a loop: what it is shown, what the model made of it, and what code found in that.

    `form` is that of its DO, with the options of its choices.
    """
    library = loop.host.library
    understand = library.phase(loop.pattern, "understand")
    context = "\n\n".join(loop.task.context)
    understood = yield _by_code(understand, {"task": loop.task.text, "context": context})
    yield _by_code(library.phase(loop.pattern, "plan"), {"steps": ONE_CALL})
    shown = str(understood.values.get("context", ""))
    parsed = yield ModelSection(library.phase(loop.pattern, "do"), form, [shown], gate=gate)
    faults = gate.faults(loop.document.body(3))
    check = library.phase(loop.pattern, "check")
    values = {"issues": gate.issue.format(", ".join(faults)) if faults else "none", "decision": "accept"}
    yield _by_code(check, values)
    return parsed


def _by_code(phase: Phase, values: Mapping[str, Value]) -> CodeSection:
    body = render(phase.form, values)
    return CodeSection(phase.name, body, (phase.name, body), phase.form)
