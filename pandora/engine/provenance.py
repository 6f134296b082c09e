"""What a section counts as made from, where its prompt shows more: §1 means the plan that it yields."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.document.body import without_asked
from pandora.engine.loop import Loop


def through_plan(loop: Loop, bodies: Mapping[int, str]) -> dict[int, str]:
    """`bodies` by section number, of §1 only what was given: the task, its context, answers and notes.

    What the model made of these counts through §2, where the model made that from it. Where a person or
    code wrote §2, or it is not among `bodies`, §1 counts whole.
    """
    shown = dict(bodies)
    if {1, 2} <= set(shown) and loop.records.get("2", {}).get("by") == "model":
        shown[1] = without_asked(loop.host.library.phase(loop.pattern, "understand").form, shown[1])
    return shown
