"""How each value of a session stands (verified, assumed, weak, missing, failed), by what made it.

A statement is looked at before it runs: which values it reads, which it binds or changes, and whether it asks a
model. What it makes is as weak as the weakest that it read. No value gets better by being passed on.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pandora.sessions.inside.lane_values import Failed, Missing

VERIFIED, ASSUMED, WEAK, MISSING, FAILED = "verified", "assumed", "weak", "missing", "failed"
STATUSES = (VERIFIED, ASSUMED, WEAK, MISSING, FAILED)
"""How a value stands, the best first."""
_LITERAL = "literal"
"""Written in a block and read from nowhere: it is shown as assumed, and what is computed from an input as well
is verified. An accumulator begins so."""
_CODE = ""
"""A function, a class or a module: no value that could stand in any way."""
_IMMUTABLE = (str, bytes, int, float, bool, tuple, frozenset, type(None), types.FunctionType, types.ModuleType)


@dataclass(frozen=True)
class Accesses:
    """The names that a statement reads, binds and may change.

    `reads` has `results['x']` where an entry is read by a constant key, else the name alone.
    """

    reads: frozenset[str]
    binds: frozenset[str]
    changes: frozenset[str]


def place(name: str, key: object) -> str:
    """The name of an entry, as blocks write it: `results['x']`."""
    return f"{name}[{key!r}]"


def accesses(node: ast.AST) -> Accesses:
    """Look through a statement, or an expression."""
    visitor = _Visitor()
    visitor.visit(node)
    return Accesses(frozenset(visitor.reads), frozenset(visitor.binds), frozenset(visitor.changes))


class _Visitor(ast.NodeVisitor):
    def __init__(self) -> None:
        self.reads: set[str] = set()
        self.binds: set[str] = set()
        self.changes: set[str] = set()
        self._inner = 0

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self.reads.add(node.id)
        elif not self._inner:
            self.binds.add(node.id)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        base, key = node.value, node.slice
        if not isinstance(node.ctx, ast.Load) and (root := _root(node)):
            self.changes.add(root)
        if isinstance(base, ast.Name) and isinstance(key, ast.Constant):
            if isinstance(node.ctx, ast.Load):
                self.reads.add(place(base.id, key.value))
            return
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if not isinstance(node.ctx, ast.Load) and (root := _root(node)):
            self.changes.add(root)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            self.reads.add(node.target.id)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute) and (root := _root(node.func)):
            self.changes.add(root)
        self.generic_visit(node)

    def _definition(self, node: Any) -> None:
        if not self._inner:
            self.binds.add(node.name)
        self._inward(node)

    def _inward(self, node: ast.AST) -> None:
        self._inner += 1
        self.generic_visit(node)
        self._inner -= 1

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _definition  # noqa: N815
    visit_Lambda = visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _inward  # noqa: N815

    def _import(self, node: Any) -> None:
        self.binds.update(alias.asname or alias.name.partition(".")[0] for alias in node.names)

    visit_Import = visit_ImportFrom = _import  # noqa: N815

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name and not self._inner:
            self.binds.add(node.name)
        self.generic_visit(node)


def _root(node: ast.AST) -> str:
    """The name at the beginning of `a.b[c].d`, or ""."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


class Statuses:
    """The status of each variable and of each entry of an area, by its name or place."""

    def __init__(self, areas: Iterable[str], verbs: Iterable[str]) -> None:
        self._areas = frozenset(areas)
        self._verbs = frozenset(verbs)
        self._noted: dict[str, str] = {}

    def of(self, where: str) -> str:
        """The status of a variable or an entry for people and reports; "" for code and for what is unknown."""
        noted = self._noted.get(where, _CODE)
        return ASSUMED if noted == _LITERAL else noted

    def can_fall(self, where: str) -> bool:
        """True where a weak statement that changes the value would make its status worse."""
        return self._noted.get(where, _CODE) not in (WEAK, MISSING, FAILED)

    def note(self, where: str, status: str) -> None:
        """Set the status of a variable or entry."""
        self._noted[where] = status

    def kept(self) -> dict[str, str]:
        """All that is known, for a snapshot."""
        return dict(sorted(self._noted.items()))

    def take(self, kept: Mapping[str, str]) -> None:
        """Know what a snapshot kept, and nothing else."""
        self._noted = {str(where): str(status) for where, status in kept.items()}

    def forget(self, where: str) -> None:
        """Know nothing of a variable that is gone, and of its entries."""
        for noted in [noted for noted in self._noted if noted == where or noted.startswith(f"{where}[")]:
            del self._noted[noted]

    def derived(self, reads: Iterable[str]) -> str:
        """The status of what is computed from these reads alone."""
        read = set[str]()
        for where in reads:
            name = where.partition("[")[0]
            if name in self._verbs:
                read.add(WEAK)
            elif where in self._noted:
                read.add(self._noted[where])
            elif name in self._areas:
                read.update(status for noted, status in self._noted.items() if noted.startswith(f"{name}["))
            else:
                read.add(self._noted.get(name, _CODE))
        if read & {WEAK, MISSING, FAILED}:
            return WEAK
        return next((status for status in (ASSUMED, VERIFIED) if status in read), _LITERAL)

    def shown(self, reads: Iterable[str]) -> str:
        """The status of what is computed from these reads, for people."""
        status = self.derived(reads)
        return ASSUMED if status == _LITERAL else status

    def bound(self, name: str, value: object, status: str) -> None:
        """A statement of this status bound `name` to `value`."""
        self._noted[name] = status_of(value, status)

    def changed(self, name: str, value: object, status: str) -> None:
        """A statement of this status may have changed what `name` stands for, which it did not bind."""
        if isinstance(value, _IMMUTABLE):
            return
        before = self._noted.get(name, status)
        order = (WEAK, ASSUMED, VERIFIED, _LITERAL)
        self._noted[name] = next((one for one in order if one in (before, status)), before)

    def entries(self, area: str, before: Mapping[Any, int], now: Mapping[Any, Any], status: str) -> None:
        """A statement of this status may have set entries of an area; `before` has the identity of each."""
        for key in [key for key in before if key not in now]:
            self._noted.pop(place(area, key), None)
        for key, value in now.items():
            if before.get(key) != id(value):
                self._noted[place(area, key)] = status_of(value, status)


def status_of(value: object, status: str) -> str:
    """The status of a value that a statement of `status` made: sentinels say their own."""
    if isinstance(value, Failed):
        return FAILED
    if isinstance(value, Missing):
        return MISSING
    if isinstance(value, types.FunctionType | types.ModuleType | type):
        return WEAK if status == WEAK else _CODE
    return status
