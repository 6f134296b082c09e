"""The values that stand for what a child returned, what a lane failed with, and what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Envelope:
    """All that a parent sees of a child: how it ended, its value, its session and head, and what it used.

    `status` is final, or partial where the child ended at a ceiling with a value that its code had built.
    `session` is its number within the run, without the run's id: equal work makes equal envelopes.
    """

    status: str
    value: Any
    session: str
    head: str
    usage: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Failed:
    """Stands where a lane of `map_lm` or `map_rlm` failed: its index, why, and what it left behind.

    It is false, so that `if result` leaves it out. `head` is the wreckage's, or "".
    """

    index: int
    error: str
    kind: str
    child: str = ""
    head: str = ""

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True)
class Missing:
    """Stands where something is missing that the work should have had; `why` says what is known of that."""

    why: str

    def __bool__(self) -> bool:
        return False
