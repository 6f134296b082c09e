"""Compares the prompt tokens that a run evaluated with the fewest possible: what the prefix cache saves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from benchmarks.figures import Measure, Row
from benchmarks.rounds import workspace_on_disk
from pandora.budget import Budget, Ledger
from pandora.engine.host import Host
from pandora.engine.run import start
from pandora.models.llama import LlamaModel, TracedCall
from pandora.policy import Policy

KEY, TITLE, OF, GOAL = "prompt_tokens", "Prompt tokens of a run, children included", "evaluated / unique", 1.2
CALLS, SECONDS, QUICK = 20, 300, 45
TASK = "Find the cheapest laptop with an nvidia GPU in data/laptops.csv"
LAPTOPS = """\
name,price,gpu
MSI Thin 15,649,nvidia RTX 4050
ASUS TUF Gaming,699,nvidia RTX 4060
Acer Swift,549,intel Arc
Lenovo IdeaPad,499,amd Radeon
HP Omen,899,nvidia RTX 4070
"""


def measure_prefix(model: LlamaModel, system: Path, budget: Budget, quick: bool = False) -> Measure:
    """Run the demo's task in a new workspace; the model's cache should be empty.

    Calls and seconds are limited: the tokens of an unfinished run serve as well.
    """
    budget = replace(budget, calls=CALLS, seconds=QUICK if quick else SECONDS)
    with workspace_on_disk(system) as workspace:
        table = workspace.root / "data" / "laptops.csv"
        table.parent.mkdir()
        table.write_text(LAPTOPS, encoding="utf-8")
        trace: list[TracedCall] = []
        model.trace = trace
        try:
            ended = start(TASK, Host(workspace, model, Ledger(budget), Policy(yes=True)), budget)
        finally:
            model.trace = None
    evaluated, unique = sum(call.evaluated for call in trace), unique_tokens(trace)
    counts = {
        "evaluated": (f"evaluated in {len(trace)} calls", evaluated),
        "unique": ("unique: the given nodes of the prefix tree of all prompts", unique),
        "sent": ("in all prompts together", ended.usage.prompt),
    }
    rows = tuple(
        Row(key, label, float(count), "tokens", count / max(1, unique))
        for key, (label, count) in counts.items()
    )
    details = {
        "model": model.name,
        "calls": len(trace),
        "documents": len({call.document for call in trace}),
        "status": ended.outcome.status.value,
        "output": ended.outcome.output,
        "seconds": round(ended.seconds, 1),
        "model_seconds": round(ended.usage.model_seconds, 1),
    }
    return Measure(KEY, TITLE, OF, GOAL, rows, evaluated / unique if unique else None, details=details)


def unique_tokens(trace: Iterable[TracedCall]) -> int:
    """Return the fewest tokens that could be evaluated: the nodes of the prefix tree that were not sampled."""
    root: dict[int, dict] = {}  # type: ignore[type-arg]
    unique = 0
    for call in trace:
        node = root
        for token, sampled in zip(call.tokens, call.sampled, strict=True):
            if token not in node:
                node[token] = {}
                unique += not sampled
            node = node[token]
    return unique
