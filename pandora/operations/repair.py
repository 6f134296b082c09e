"""The operation `repair`: one code file written anew, and kept only where the tests pass with it."""

from __future__ import annotations

import ast
import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

from pandora.operations.handler import Change, Result, Room
from pandora.operations.paths import resolve
from pandora.operations.test import run_tests_with


def repair(arguments: Mapping[str, str], room: Room) -> Result:
    """Run the tests on a copy of the workspace in which `path` holds `code`; the change is that file alone.

    `tests` names the test file where only that one matters.
    """
    given, code = arguments.get("path", "").strip(), arguments.get("code", "")
    found = resolve(given, room.workspace, room.protected, write=True)
    path = os.path.relpath(found, os.path.realpath(room.workspace))
    if is_test(path):
        return Result(False, f"{path} is a test; mend the code that it tests", 2)
    content = (code.rstrip("\n") + "\n").encode("utf-8", "replace")
    before = found.read_bytes() if found.is_file() else None
    if before == content:
        return Result(False, f"this is {path} as it was; change it", 2)

    def place(root: Path) -> None:
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)  # what was too large to copy is a link to the original
        target.write_bytes(content)

    result = run_tests_with({"path": arguments.get("tests", "")}, room, place)
    if not result.ok:
        lost = sorted(_defined(before or b"") - _defined(content))
        if lost:
            told = f"{path} no longer has {', '.join(lost)}; write the whole of {path}, not the test"
            return Result(False, told, result.code, note=result.note, confined=result.confined)
        return result
    change = Change(path, hashlib.sha256(before).hexdigest() if before is not None else "", content)
    return Result(True, result.text, result.code, (change,), result.note, result.confined)


def _defined(source: bytes) -> set[str]:
    """The functions and classes of a module; none where it is not Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return set()
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return {node.name for node in tree.body if isinstance(node, kinds)}


def is_test(path: str) -> bool:
    """True for a file that pytest collects, and for its settings."""
    name = os.path.basename(path)
    return name.startswith("test_") or name.endswith("_test.py") or name == "conftest.py"
