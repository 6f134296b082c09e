"""The help that a loop's pattern names, and the loop's task as a help sees it."""

from __future__ import annotations

from pandora.engine.loop import Loop
from pandora.programs.help import Help, Work
from pandora.programs.helps import help_named


def help_of(loop: Loop) -> Help:
    """The help that the pattern names."""
    return help_named(loop.pattern.keys.get("help"))


def work_of(loop: Loop) -> Work:
    """The loop's task, what its phases have written so far, and the rules of its pattern and its parent's."""
    fields: dict[str, str] = {}
    chances: dict[str, float] = {}
    for phase in ("understand", "plan"):
        if parsed := loop.parsed.get(phase):
            fields |= {label: value for label, value in parsed.values.items() if isinstance(value, str)}
            chances |= parsed.chances
    rules = frozenset((*loop.pattern.evidence, *loop.task.evidence))
    return Work(loop.task, loop.host.workspace.root, bool(loop.untrusted), rules, fields, chances)
