"""The children of a role's loop: §3 names each before it starts, and says how it ended."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from pandora.document.state_document import digest
from pandora.document.step_lines import CHILDREN, merge_notes
from pandora.engine.loop import Loop
from pandora.engine.trust import distrust
from pandora.outcome import Outcome, Status
from pandora.research.roles import child_id, child_task
from pandora.task import Task

T = TypeVar("T")
_CHILD = re.compile(r"^- (?P<child>tool-[a-z0-9_.-]+)\.md → (?P<status>[A-Z]+)$", re.M)


class Delegation:
    """The children that a loop starts, in the order in which it starts them."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._ended: dict[str, str] = {}

    def run(
        self,
        role: str,
        number: str,
        text: str,
        start: Callable[[Task], T],
        outcome_of: Callable[[T], Outcome],
        context: tuple[str, ...] = (),
        untrusted: tuple[str, ...] = (),
    ) -> T:
        """Start a role and note how it ended; raises RoleError where the loop's role may not start it.

        `start` runs the child's task, and `outcome_of` is the outcome of what `start` returns. `untrusted`
        are the sources of strangers' words in the task."""
        loop = self._loop
        loop.take_edits(before=3)
        task = child_task(loop, role, number, text, context, untrusted)
        child = child_id(loop.task.run, role, number)
        named = _named(loop.document.body(3))
        if child not in named:
            self._write({**named, child: Status.RUNNING.value.upper()})
        loop.flush()
        result = start(task)
        outcome = outcome_of(result)
        self._ended[child] = outcome.status.value.upper()
        distrust(loop, outcome.untrusted)
        return result

    def close(self) -> None:
        """Write how the children ended; lines of children that are no longer started go."""
        self._write(self._ended)

    def _write(self, children: Mapping[str, str]) -> None:
        loop = self._loop
        loop.refresh()
        loop.accept_edits(3)
        old = loop.document.body(3)
        lines = [f"- {child}.md → {status}" for child, status in children.items()]
        body = merge_notes([CHILDREN, *lines], old, {})
        if body != old:
            loop.write("do", body, "code", digest(*children))


def _named(body: str) -> dict[str, str]:
    """The children that a §3 names, with the status that it says."""
    return {match["child"]: match["status"] for match in _CHILD.finditer(body)}
