"""DO under a floor: no room to call anything, so the task is done in one call, and marked so."""

from __future__ import annotations

from pandora.engine import prompt as prompts
from pandora.engine.evidence import Evidence, Results
from pandora.engine.loop import Loop
from pandora.engine.phase import by_model
from pandora.engine.provenance import through_plan


def do_atomically(loop: Loop) -> Results:
    """Fill DO's own form from §1 and §2."""
    phase = loop.host.library.phase(loop.pattern, "do")
    bodies = {number: loop.document.body(number) for number in (1, 2)}
    made_of = prompts.shown(through_plan(loop, bodies))
    parsed = by_model(loop, phase, phase.form, prompts.shown(bodies), {}, made_of=made_of)
    return Results(
        str(parsed.values["result"]), (Evidence(True, "done in one call: no room to call anything"),)
    )
