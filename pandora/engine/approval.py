"""Policy at the moment of an effect: allowed, refused, or asked of a person in the document."""

from __future__ import annotations

from pandora.engine.loop import Loop
from pandora.engine.stops import Ask
from pandora.engine.waiting import ask, pairs
from pandora.errors import DeniedError

_YES = {"yes", "y", "ok", "allow", "approve", "approved"}


def approve(loop: Loop, effect: str, question: str) -> None:
    """Return where the effect may happen; raises Ask to wait for a person, DeniedError where it may not."""
    rule = loop.host.policy.rule(effect)
    if rule == "allow":
        return
    if rule == "deny":
        raise DeniedError(f"policy denies {effect.replace('_', ' ')}: {question}")
    for asked, answer in pairs(loop.document.body(3)):
        if asked != " ".join(question.split()):
            continue
        if not answer:
            raise Ask(asked, loop.id)
        if answer.lower().strip(" .!") in _YES:
            return
        raise DeniedError(f"a person said {answer!r} to: {asked}")
    raise ask(loop, 3, question)
