"""What code completes in a program that a model wrote: the rows that it made are saved, those kept are used.

A small model goes on from `made = []  # …; at the end: save(made, 'owing.csv')`, fills the rows, prints them
and ends; or it takes `rows` again, where the line before it keeps the rows that are meant. What the opening
says of both is code's own, so code writes it.
"""

from __future__ import annotations

import ast
import re

_MADE = re.compile(r"^made = \[.*; at the end: (save\(made, (['\"]).+\2\))$", re.M)
_KEPT = re.compile(r"^kept = \[row for row in rows if .*\].*$", re.M)
_WRITING = {"save", "write_text", "write_bytes", "to_csv", "writerow", "writerows", "dump", "write"}


def finished_program(program: str) -> str:
    """The program, with what its opening says and it does not do; unchanged where it is no whole program."""
    try:
        tree = ast.parse(program)
    except (SyntaxError, ValueError, RecursionError):
        return program
    kept = _KEPT.search(program)
    if kept is not None and "kept" not in _read_behind(tree, _line_of(program, kept.end())):
        head, tail = program[: kept.end()], program[kept.end() :]
        program = head + re.sub(r"(?<![\w.'\"])rows\b(?!\s*=[^=])(?!['\"])", "kept", tail)
    made = _MADE.search(program)
    if made is not None and _fills(tree, "made") and not _writes(tree):
        program = f"{program.rstrip()}\n{made[1]}\n"
    return program


def _line_of(program: str, place: int) -> int:
    return program.count("\n", 0, place) + 1


def _read_behind(tree: ast.Module, line: int) -> set[str]:
    """The names that are read behind a line."""
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.lineno > line
    }


def _fills(tree: ast.Module, name: str) -> bool:
    """True where something is put into a list of this name behind its first assignment."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            holder = node.func.value
            if isinstance(holder, ast.Name) and holder.id == name and node.func.attr in ("append", "extend"):
                return True
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
            return True
    targets = [
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    ]
    return targets.count(name) > 1 or _is_full(tree, name)


def _is_full(tree: ast.Module, name: str) -> bool:
    """True where the first value of a name is a list that is made of others."""
    return any(
        isinstance(node.value, ast.ListComp)
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id == name
    )


def _writes(tree: ast.Module) -> bool:
    """True where a program calls what writes a file; `open` is one of them with a mode that writes."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        given = (*node.args[1:], *(key.value for key in node.keywords))
        modes = {str(one.value) for one in given if isinstance(one, ast.Constant)}
        if name in _WRITING or (name == "open" and any(set(mode) & set("wax") for mode in modes)):
            return True
    return False
