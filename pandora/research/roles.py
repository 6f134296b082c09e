"""The roles of research: who may call whom, how deep executors go, and what each role's loop is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pandora.budget import LEVEL_CONTEXT, Budget, level_context
from pandora.document.ids import Name, parse_id
from pandora.engine.loop import Loop
from pandora.errors import PandoraError
from pandora.task import Task

MANAGER, PLANNER, EXECUTOR = "manager", "planner", "executor"
EXTRACTOR, SYNTHESIZER, SCOUT = "extractor", "synthesizer", "scout"
LEVELS = 3
"""How deep executors may go: one that has an executor as its parent and as its grandparent starts none."""
CALLS: Mapping[str, frozenset[str]] = {
    MANAGER: frozenset((PLANNER, EXECUTOR, SYNTHESIZER)),
    PLANNER: frozenset(),
    EXECUTOR: frozenset((EXECUTOR, EXTRACTOR, SYNTHESIZER, SCOUT)),
    EXTRACTOR: frozenset(),
    SYNTHESIZER: frozenset(),
    SCOUT: frozenset((EXTRACTOR, SYNTHESIZER)),
}
"""The role → the roles that it may start. An executor of the third level starts no executor; it may start a
scout, which starts no executor either, so that the tree gets no deeper."""
_PREFIX = "research_"


class RoleError(PandoraError):
    """A role was to be started by one that may not start it."""


def may_call(caller: str, called: str, level: int = 1) -> bool:
    """True where `caller` may start `called`; `level` is that of a calling executor, from 1."""
    if caller == called == EXECUTOR and level >= LEVELS:
        return False
    return called in CALLS[caller]


def kind_of(role: str) -> str:
    """The type of a role's documents, which is the name of its pattern, too."""
    return f"{_PREFIX}{role}"


def role_of(document_id: str) -> str:
    """The role whose loop a document of a run of research is."""
    name = parse_id(document_id)
    return MANAGER if name.level == "system" else name.kind.removeprefix(_PREFIX)


def level_of(document_id: str) -> int:
    """The level of an executor, from 1: the parts of its number. 0 for the manager."""
    name = parse_id(document_id)
    return 0 if name.level == "system" else name.number.count(".") + 1


def child_id(run: str, role: str, number: str) -> str:
    """The id of a role's document."""
    return str(Name("tool", kind_of(role), run, number))


def child_task(
    caller: Loop,
    role: str,
    number: str,
    text: str,
    context: tuple[str, ...] = (),
    untrusted: tuple[str, ...] = (),
) -> Task:
    """The task of a role that `caller` starts, with the work context of its own level, not its parent's rest.

    The ceilings stay those of the whole tree. Raises RoleError where the table of calls does not allow it.
    """
    calling, level = role_of(caller.id), level_of(caller.id)
    if not may_call(calling, role, level):
        at = f" of level {level}" if calling == EXECUTOR else ""
        raise RoleError(f"{caller.document.path}:1: {_a(calling)}{at} may not start {_a(role)}")
    return Task(
        text,
        level="tool",
        kind=kind_of(role),
        run=caller.task.run,
        parent=caller.id,
        number=number,
        budget=own_budget(caller.host.model.context, caller.task.budget, role, number),
        context=context,
        untrusted=untrusted,
        by=caller.task.by,
    )


def own_budget(model_context: int, above: Budget, role: str, number: str) -> Budget:
    """The budget of a role: the context of its level, and as depth the levels of executors below it."""
    below = LEVELS - (number.count(".") + 1) if role == EXECUTOR else 0
    whole = replace(above, context=level_context("tool", LEVEL_CONTEXT["system"]), depth=max(below, 0))
    return whole.scaled(model_context)


def _a(role: str) -> str:
    return f"an {role}" if role[0] in "aeiou" else f"a {role}"
