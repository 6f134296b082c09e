"""Budgets that shrink from parent to child, and the ledger that keeps a whole tree within its ceilings."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pandora.errors import Ceiling, CeilingError

OVERHEAD = 400
"""Tokens of a call that are not work context: base prompt, phase text, form and chat frame."""
FLOOR = 500
"""Below this work context, in tokens, a loop does its task itself, without children."""
MAX_RETRIES = 2
LEVEL_CONTEXT = {"system": 3000, "tool": 2000, "operation": 2000}


def level_context(level: str, above: int) -> int:
    """The most work context, in tokens, of a loop of `level` below one that has `above`."""
    return max(LEVEL_CONTEXT[level], above * 2 // 3)


@dataclass(frozen=True)
class Budget:
    """What one loop may use: work context in tokens, levels below it, and its tree's ceilings."""

    context: int = 3000
    depth: int = 3
    calls: int = 120
    tokens: int = 120_000
    seconds: int = 1800

    def child(self, task_tokens: int, level: str) -> Budget:
        """The budget of a child: strictly smaller in context and depth than this one."""
        context = min(self.context - OVERHEAD - task_tokens, level_context(level, self.context))
        return replace(self, context=max(context, 0), depth=self.depth - 1)

    def scaled(self, model_context: int) -> Budget:
        """Return this budget reduced to fit a model with a context of `model_context` tokens."""
        room = model_context - OVERHEAD - model_context // 4
        return replace(self, context=max(0, min(self.context, room)))

    @property
    def atomic(self) -> bool:
        """True when the loop must do its task itself, without children."""
        return self.context < FLOOR or self.depth <= 0


@dataclass
class Usage:
    """What was used: model calls, tokens by kind, and seconds in the model and overall.

    Of the tokens that were `drafted`, some were `taken` as written; the others are among those evaluated.
    """

    calls: int = 0
    prompt: int = 0
    evaluated: int = 0
    written: int = 0
    model_seconds: float = 0.0
    seconds: float = 0.0
    drafted: int = 0
    taken: int = 0

    def add(self, other: Usage) -> None:
        """Add `other` to this one in place."""
        self.calls += other.calls
        self.prompt += other.prompt
        self.evaluated += other.evaluated
        self.written += other.written
        self.model_seconds += other.model_seconds
        self.seconds += other.seconds
        self.drafted += other.drafted
        self.taken += other.taken

    def since(self, earlier: Usage) -> Usage:
        """What was used since `earlier`, which is a part of this."""
        return Usage(
            self.calls - earlier.calls,
            self.prompt - earlier.prompt,
            self.evaluated - earlier.evaluated,
            self.written - earlier.written,
            self.model_seconds - earlier.model_seconds,
            self.seconds - earlier.seconds,
            self.drafted - earlier.drafted,
            self.taken - earlier.taken,
        )


@dataclass
class Ledger:
    """The usage account of a whole tree: `reserve` before a call or a child starts, `settle` after it.

    Thread-safe. Ceilings count calls, prompt + written tokens, and seconds since `start`.
    """

    ceiling: Budget
    usage: Usage = field(default_factory=Usage)
    reserved_calls: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def reserve(self, calls: int, seconds: float) -> None:
        """Reserve `calls` model calls; `seconds` is the time since the start.

        Raises CeilingError, and reserves nothing, if that would pass a ceiling.
        """
        with self._lock:
            self._check(calls, seconds)
            self.reserved_calls += calls

    def check(self, calls: int, seconds: float) -> None:
        """Raise CeilingError if `calls` could not be reserved, and reserve nothing."""
        with self._lock:
            self._check(calls, seconds)

    def _check(self, calls: int, seconds: float) -> None:
        if self.usage.calls + self.reserved_calls + calls > self.ceiling.calls:
            raise CeilingError(Ceiling("calls", self.ceiling.calls))
        if self.usage.prompt + self.usage.written >= self.ceiling.tokens:
            raise CeilingError(Ceiling("tokens", self.ceiling.tokens))
        if seconds >= self.ceiling.seconds:
            raise CeilingError(Ceiling("seconds", self.ceiling.seconds))

    def share(self, seconds: float) -> float:
        """The share of the ceiling that is nearest which is used; `seconds` is the time since the start."""
        with self._lock:
            tokens = self.usage.prompt + self.usage.written
            used = ((self.usage.calls, self.ceiling.calls), (tokens, self.ceiling.tokens))
            shares = [number / most for number, most in (*used, (seconds, self.ceiling.seconds)) if most]
            return max(shares, default=1.0)

    def settle(self, calls: int, used: Usage) -> None:
        """Release `calls` reserved calls and add the actual usage `used`."""
        with self._lock:
            self.reserved_calls -= calls
            self.usage.add(used)


_MOST = 1e15
"""Seconds that no run has used: a number like this is nobody's count."""


def used_of(meta: Mapping[str, Any]) -> Usage:
    """Return the usage that a document's front matter `meta` records."""
    recorded = meta.get("used")
    used = recorded if isinstance(recorded, Mapping) else {}
    seconds = _seconds(used, "seconds")
    calls, prompt, evaluated, written = (
        count if isinstance(count := used.get(name), int) else 0
        for name in ("calls", "prompt", "evaluated", "written")
    )
    return Usage(calls, prompt, evaluated, written, seconds, seconds)


def took_of(meta: Mapping[str, Any]) -> float:
    """Return the seconds on the clock that a root's front matter records of all commands of its run."""
    recorded = meta.get("used")
    return _seconds(recorded, "took") if isinstance(recorded, Mapping) else 0.0


def _seconds(used: Mapping[str, Any], name: str) -> float:
    seconds = used.get(name, 0)
    return float(seconds) if isinstance(seconds, int | float) and abs(seconds) < _MOST else 0.0
