"""A silent model and a host maker over a bench: what the audit's tests share."""

from __future__ import annotations

from pandora.budget import Budget, Ledger
from pandora.disk.layout import Workspace
from pandora.engine.host import Host
from pandora.inspect.rehearsal import MakeHost, SilentModel
from pandora.models.protocol import Model
from tests.engine.runs import OPERATIONS, Bench


def silent(bench: Bench, fingerprint: str = "one model") -> SilentModel:
    """The bench's model, that never replies."""
    return SilentModel(bench.model.name, bench.model.context, fingerprint, bench.model.count)


def make_host(workspace: Workspace, model: Model) -> Host:
    """A host for a rehearsal."""
    return Host(workspace, model, Ledger(Budget()), operations=OPERATIONS, now=lambda: "2026-11-22T12:00:00Z")


MAKE: MakeHost = make_host
