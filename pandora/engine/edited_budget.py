"""A budget that a person saves in a root's front matter during its run: it counts from the next phase."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from pandora.budget import Budget
from pandora.document.integrity import whole
from pandora.document.meta_values import mapping
from pandora.engine.host import Host
from pandora.errors import DocumentError, UsageError


def take_budget(host: Host, run: str) -> None:
    """Have the numbers that a person changed in the root's `budget` count from now, and say so.

    A number that they left counts as it did, also where a flag of `resume` outranks it. A root that cannot be
    read waits for their next save.
    """
    recorded = host.recorded_budgets.get(run)
    if recorded is None:
        return
    root = f"system-{run}"
    with suppress(DocumentError, UsageError):
        now = mapping(whole(host.store.load(root), root).meta, "budget")
        changed = changed_numbers(recorded, now)
        if changed and host.note_budget(run, recorded, now):
            host.ledger.ceiling = replace(host.ledger.ceiling, **changed)
            words = described_change(recorded, changed)
            host.tell(root, None, "note", f"you changed the budget: {words}; it counts from here on")


def changed_numbers(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, int]:
    """The numbers of a budget that differ from an earlier one; one that is gone or is none stays as it was."""
    numbers = {name: after[name] for name in Budget.__dataclass_fields__ if type(after.get(name)) is int}
    return {name: number for name, number in numbers.items() if number != before.get(name)}


def described_change(before: Mapping[str, Any], changed: Mapping[str, int]) -> str:
    """The numbers that changed, as `calls 60 → 120`."""
    return ", ".join(f"{name} {before.get(name, 'none')} → {number}" for name, number in changed.items())
