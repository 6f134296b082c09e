"""The eight phases of the first Pandora in a run of this one: where each went, and what it costs now.

The table is that of the architecture's own account of the change; phase 4 was two in one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pandora.check.token_costs import Cost
from pandora.document.counted import counted
from pandora.document.links import children
from pandora.document.meta_values import mappings
from pandora.document.state_document import TITLES, Document
from pandora.document.terminal_text import one_line

OLD_TOKENS = 2000
"""The tokens of instructions that every call of the first Pandora carried, about."""
_FIELD = re.compile(r"^([A-Z][A-Za-z ]*):[ \t]*(.*(?:\n  .*)*)", re.M)


@dataclass(frozen=True)
class OldPhase:
    """An old phase, and what took its place in one run.

    `part` is the part of the phase of `section`; `tokens` are those of the instructions of its call, 0 where
    code does it, and None where it is a part of the call above it; `shown` is what the document has of it.
    """

    name: str
    section: int
    part: str
    tokens: int | None
    shown: str

    @property
    def place(self) -> str:
        """Where it is now, as `§2 PLAN (gate)`."""
        return f"§{self.section} {TITLES[self.section]}" + (f" ({self.part})" if self.part else "")


def old_phases(
    root: Document, below: Mapping[str, Document], costs: Iterable[Cost], patterns: Mapping[str, str]
) -> list[OldPhase]:
    """The old phases in a run: its root, the documents `below` it by id, and the costs of all patterns' phases.

    `patterns` has the name of each document's pattern, by the document's id. Nothing is asked of a model.
    """
    cost = {(cost.pattern, cost.phase): cost.total for cost in costs if cost.by != "code"}
    own = patterns.get(str(root.meta.get("id")), "system")

    def of(phase: str) -> int:
        return cost.get((own, phase), 0)

    phases = ("understand", "plan", "do", "check")
    deeper = [cost.get((name, phase), 0) for key, name in patterns.items() if key in below for phase in phases]
    fields = {number: _fields(root.body(number)) for number in range(1, 6)}
    named = {child: status for child, status, _ in children(root) if status}
    ends = ", ".join(f"{child} {status}" for child, status in named.items())
    applied = sum(len(mappings(document.meta, "applied")) for document in (root, *below.values()))
    saved = f"{1 + len(below)} documents" + (f", {applied} changes of files" if applied else "")
    return [
        OldPhase("Query Analysis", 1, "part 1", of("understand"), fields[1].get("Resolved", "")),
        OldPhase("Context Gathering", 1, "part 2", None, fields[1].get("Context", "")),
        OldPhase("Reflection", 2, "gate", of("plan"), fields[2].get("Confidence", "")),
        OldPhase("Planning", 2, "strategy", None, fields[2].get("Approach", "")),
        OldPhase("Coordinator", 3, "orchestration", 0, counted(len(named), "child loop")),
        OldPhase("Tool Execution", 3, "child loops", max(deeper, default=0), ends or "none"),
        OldPhase("Synthesis", 5, "output formatting", 0, root.body(5)),
        OldPhase("Validation", 4, "", of("check"), fields[4].get("Decision", "")),
        OldPhase("Save", 4, "side effect", 0, saved),
    ]


def _fields(body: str) -> dict[str, str]:
    """The fields of a section by label, whatever its form is; each on one line."""
    return {match[1]: one_line(match[2]) for match in _FIELD.finditer(body)}
