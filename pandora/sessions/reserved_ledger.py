"""A child's part of the ledger: reserved from its parent's before it starts, and given back at its end."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from pandora.budget import Ledger, Usage
from pandora.engine.host import Host


@dataclass
class ReservedLedger(Ledger):
    """The ledger of a subtree: its ceiling of calls is reserved in `parent`, which counts all that it uses."""

    parent: Ledger = field(kw_only=True)

    def reserve(self, calls: int, seconds: float) -> None:
        """Reserve calls out of those that are reserved in the parent, whose other ceilings hold here, too."""
        self.parent.check(0, seconds)
        super().reserve(calls, seconds)

    def settle(self, calls: int, used: Usage) -> None:
        """Release `calls` reserved calls and add the usage; the parent releases as many as were used."""
        super().settle(calls, used)
        self.parent.settle(used.calls, used)

    def share(self, seconds: float) -> float:
        """The share of the whole tree's ceilings that is used."""
        return self.parent.share(seconds)

    def give_back(self) -> None:
        """Release the calls that were reserved in the parent and not used."""
        self.parent.settle(self.ceiling.calls - self.usage.calls, Usage())


@contextmanager
def reserved(host: Host, calls: int) -> Iterator[Host]:
    """A host whose loops share `calls` calls, taken from the ledger of `host` before anything starts.

    Tokens and seconds stay those of the whole tree. Raises CeilingError, and reserves nothing, where the calls
    are not there.
    """
    host.ledger.reserve(calls, host.elapsed())
    ceiling = replace(host.ledger.ceiling, calls=calls)
    ledger = ReservedLedger(ceiling, Usage(seconds=host.ledger.usage.seconds), parent=host.ledger)
    child = copy.copy(host)
    child.ledger = ledger
    try:
        yield child
    finally:
        ledger.give_back()
