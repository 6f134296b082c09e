"""Builders: what rooms above the engine do in place of its own PLAN, DO and CHECK.

UNDERSTAND, attempts, gates, the outcome, edits of a person and recovery stay those of `micro_loop`. A builder
is registered by a factory, so that nothing is imported before a host is made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pandora.engine.check import Results
    from pandora.engine.loop import Loop
    from pandora.engine.step_schedule import RunLoop


class Builder(Protocol):
    """What does PLAN, DO and CHECK of the loops that it takes, and of those of their children that it takes."""

    def begin(self, loop: Loop) -> None:
        """Prepare the host for a run; called with its root before §1 is looked at, whoever has the loop."""

    def takes(self, loop: Loop) -> bool:
        """Whether the loop is this builder's; asked when §1 stands, and again when the loop is resumed."""

    def plan(self, loop: Loop) -> list[tuple[str, str]]:
        """Make §2 unless it stands; returns its steps as (what to call, what to do)."""

    def do(self, loop: Loop, steps: list[tuple[str, str]], run: RunLoop) -> Results:
        """Make §3 unless it stands; `run` runs a child loop."""

    def check(self, loop: Loop, results: Results) -> tuple[str, str]:
        """Make §4 unless it stands; returns the decision (accept, retry or escalate) and its reason."""


Factory = Callable[[], Builder]
"""Makes a builder; called for each host."""
_factories: dict[str, Factory] = {}


def register(name: str, factory: Factory) -> None:
    """Have hosts that are made from now on know the builder that `factory` makes; one of each name."""
    _factories[name] = factory


def registered() -> tuple[Builder, ...]:
    """The builders that are registered, made anew, in the order of their names."""
    return tuple(factory() for _, factory in sorted(_factories.items()))


def builder_of(loop: Loop, builders: Sequence[Builder]) -> Builder | None:
    """The first of `builders` that takes the loop; None where the engine's own phases do it."""
    return next((builder for builder in builders if builder.takes(loop)), None)
