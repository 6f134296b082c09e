"""Which steps of a plan have words of a person's: these are then the request that the step is held to."""

from __future__ import annotations

from collections.abc import Sequence

from pandora.document.body import parse
from pandora.document.links import children
from pandora.document.state_document import digest
from pandora.engine.effects import TASK
from pandora.engine.loop import Loop
from pandora.engine.step_schedule import Planned
from pandora.programs.page_files import without_addresses


def words_of_a_person(loop: Loop, plan: Sequence[Planned]) -> frozenset[str]:
    """The texts of the steps that a person wrote or changed in §2; recorded before any of them begins.

    A step of an edited plan is not a person's where a child was given the very same words before the edit.
    """
    known = {str(word) for word in loop.document.meta.get("edited_steps") or ()}
    texts: list[str] = []
    if loop.record(2).human:
        planned_before = _texts_of_children(loop)
        texts = [
            step.text
            for step in plan
            if digest(step.text) in known or not {step.text, without_addresses(step.text)} & planned_before
        ]
    digests = list(dict.fromkeys(map(digest, texts)))
    if set(digests) != known:
        loop.save(edited_steps=digests)  # once they have begun, their children do not tell them any more
    return frozenset(texts)


def _texts_of_children(loop: Loop) -> set[str]:
    """What the children that §3 names were given to do."""
    store = loop.host.store
    names = {child for child, _, _ in children(loop.document)}
    bodies = [store.load(child).body(1) for child in sorted(names) if store.exists(child)]
    return {str(parse(TASK, body).values.get("task", "")) for body in bodies}
