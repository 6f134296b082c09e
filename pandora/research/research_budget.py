"""The ceilings of a piece of research, which asks a model much more often than a run of a task."""

from __future__ import annotations

from dataclasses import replace

from pandora.budget import Budget
from pandora.engine.run import budget_of
from pandora.models.protocol import Model
from pandora.settings import Settings

CEILINGS = {"calls": 400, "tokens": 1_500_000, "seconds": 14_400}
"""The ceilings where no setting names others."""


def research_budget(settings: Settings, model: Model) -> Budget:
    """The budget that settings and flags name, with the ceilings of research where they name none."""
    unset = {name: most for name, most in CEILINGS.items() if settings.by_name[name].source == "default"}
    return replace(budget_of(settings, model), **unset)
