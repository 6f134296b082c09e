"""The events of a run of three levels, as its watchers are told them."""

from __future__ import annotations

from pandora.budget import Usage
from pandora.engine.events import Event

ROOT, TOOL, OPERATION = "system-abcdef", "tool-table-abcdef-1", "op-python-abcdef-1.1"
CALL = Usage(calls=1, prompt=200, evaluated=90, written=40, model_seconds=2.0)
RUN = (
    Event(ROOT, None, "begin", "count the rows\nof it"),
    Event(ROOT, None, "phase", "plan"),
    Event(ROOT, None, "call", "plan", CALL),
    Event(ROOT, None, "section", "plan"),
    Event(TOOL, ROOT, "begin", "count"),
    Event(OPERATION, TOOL, "begin", "print it"),
    Event(OPERATION, TOOL, "phase", "do"),
    Event(OPERATION, TOOL, "call", "do", CALL),
    Event(OPERATION, TOOL, "run", "python"),
)
