"""DO under a floor: no room to call anything, so the task is done in one call, and marked so."""

from __future__ import annotations

from pandora.engine import prompt as prompts
from pandora.engine.loop import Loop
from pandora.engine.phase import by_model
from pandora.engine.results import Evidence, Results


def do_atomically(loop: Loop) -> Results:
    """Fill DO's own form from §1 and §2."""
    phase = loop.host.library.phase(loop.pattern, "do")
    parts = [prompts.part(number, loop.document.body(number)) for number in (1, 2)]
    parsed = by_model(loop, phase, phase.form, parts, {})
    return Results(
        str(parsed.values["result"]), (Evidence(True, "done in one call: no room to call anything"),)
    )
