"""The checks of a turn, and what `FINAL` demands: all of them hold, and no number is made up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any


class FinalRefusedError(Exception):
    """A FINAL that is refused; the block can mend what it says and call FINAL again."""


class Checks:
    """The checks that a turn declared, and those that its blocks made, each with how it came out last."""

    def __init__(self) -> None:
        self.declared: list[str] = []
        self.held: dict[str, bool] = {}
        self._conditions: dict[str, Callable[[], Any]] = {}

    def begin(self, declared: Iterable[str]) -> None:
        """Begin a turn that must have made these checks, with success, before its FINAL."""
        self.declared = list(dict.fromkeys(declared))
        self.held, self._conditions = {}, {}

    def take(self, declared: Iterable[str], held: Mapping[str, bool]) -> None:
        """Go on in the middle of a turn, as a snapshot kept it."""
        self.declared, self.held, self._conditions = list(declared), dict(held), {}

    def make(self, name: str, condition: Any) -> bool:
        """Make a check; a condition that is a function is called now and again at FINAL."""
        if callable(condition):
            self._conditions[name] = condition
            condition = condition()
        else:
            self._conditions.pop(name, None)
        self.held[name] = bool(condition)
        return self.held[name]

    def require(self) -> None:
        """Raise FinalRefusedError where a check fails, or was declared and never made."""
        for name, condition in self._conditions.items():
            try:
                self.held[name] = bool(condition())
            except Exception as error:
                self.held[name] = False
                raise FinalRefusedError(f"the check {name!r} raised {type(error).__name__}: {error}") from None
        failing = [name for name, holds in self.held.items() if not holds]
        unmade = [name for name in self.declared if name not in self.held]
        problems = [f"the check {name!r} fails" for name in failing]
        problems += [
            f"the check {name!r} was declared and not made: check({name!r}, condition)" for name in unmade
        ]
        if problems:
            raise FinalRefusedError("; ".join(problems))

    def records(self) -> list[dict[str, Any]]:
        """Each check with its name, whether it holds (None: it was not made), and whether it was declared."""
        names = dict.fromkeys([*self.declared, *self.held])
        return [
            {"name": name, "holds": self.held.get(name), "declared": name in self.declared} for name in names
        ]
