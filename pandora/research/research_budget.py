"""The ceilings of a piece of research, which asks a model much more often than a run of a task."""

from __future__ import annotations

from dataclasses import replace

from pandora.budget import Budget
from pandora.engine.run import budget_of
from pandora.models.ceilings import WORK
from pandora.models.protocol import Model
from pandora.settings import Settings

CEILINGS = {"calls": 400, "tokens": 1_500_000, "seconds": 14_400}
"""The ceilings where no setting names others."""


def research_budget(settings: Settings, model: Model) -> Budget:
    """The budget that settings and flags name, with the ceilings of research where they name none."""
    budget = budget_of(settings, model)
    larger = max(budget.context, WORK)  # prompts grow with the work context
    most = {**CEILINGS, "tokens": CEILINGS["tokens"] * larger // WORK}
    unset = {name: number for name, number in most.items() if not settings.is_given(name)}
    return replace(budget, **unset)
