"""DO with a gate: a section in which code finds a fault is an attempt that failed, and is tried again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pandora.budget import MAX_RETRIES
from pandora.document.body import Parsed
from pandora.document.form import Form, Value
from pandora.document.history import attempts
from pandora.engine.attempt_history import lessons_of_attempts
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
from pandora.engine.phase import by_model


@dataclass(frozen=True)
class Gate:
    """What code holds against a §3: `faults` lists it from the text, and `issue` says it, the list for `{}`."""

    faults: Callable[[str], Sequence[str]]
    issue: str


def by_model_through_gate(
    loop: Loop,
    phase: Phase,
    form: Form,
    parts: Sequence[str],
    gate: Gate,
    mend: Callable[[Mapping[str, Value]], Mapping[str, Value]] = lambda values: values,
) -> Parsed:
    """Have the model fill §3 until the gate finds no fault in it; returns it parsed.

    A failed attempt goes to History with its issue in §4, and the next one is told. Where no attempt is left,
    or the issue was told before, so that the model would be asked the very same, the attempt with the fewest
    faults stands. A §3 that a person wrote stands as it is.
    """
    while True:
        parsed = by_model(loop, phase, form, [*parts, *lessons_of_attempts(loop)], {}, mend=mend)
        faults = gate.faults(loop.document.body(3))
        if not faults or loop.record(3).human:
            return parsed
        issue = gate.issue.format(", ".join(faults))
        earlier = (sections for number, sections in attempts(loop.document).items() if number < loop.attempt)
        was_told = any(issue in sections.get(4, "") for sections in earlier)
        if loop.attempt > MAX_RETRIES or was_told:
            _keep_best_attempt(loop, gate)
            return loop.values(phase.name, form)
        loop.host.ledger.check(1, loop.host.elapsed())  # with nothing left, this attempt stays to be read
        loop.write("check", f"Issues: {issue}\nDecision: retry\n", "code", loop.origin("retry", issue))
        loop.retire(keeps_plan=loop.record(2).human)


def _keep_best_attempt(loop: Loop, gate: Gate) -> None:
    """Put back the §3 of the attempt with the fewest faults, if it is an earlier one."""
    bodies = [sections[3] for sections in attempts(loop.document).values() if sections.get(3, "").strip()]
    best = min(reversed(bodies), key=lambda body: len(gate.faults(body)))
    if best != loop.document.body(3):
        loop.write("do", best, "model", loop.record(3).origin)
