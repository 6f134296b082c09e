"""Python files that import a module which a try moved or removed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

from pandora.programs.code.name_mentions import module_name
from pandora.programs.help import Try, Work
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.regular_file import read_regular
from pandora.workspace.named_files import named_paths

RELATION = "imports"
_LARGEST = 1 << 20
_MOST_FILES = 500
_MOST_TOLD = 3


def lost_modules(work: Work, attempt: Try) -> list[Verdict]:
    """Return a verdict against a try after which a Python file imports a module that is there no more."""
    changes = {change.path: change.content for change in attempt.result.changes}
    gone = {module_name(path) for path, content in changes.items() if content is None and path.endswith(".py")}
    gone -= {module_name(path) for path, content in changes.items() if content is not None}
    if not attempt.result.ok or not gone:
        return []
    lost = []
    for path in named_paths("*.py **/*.py", work.workspace)[0][:_MOST_FILES]:
        if changes.get(path, b"") is None:
            continue
        source = changes[path] if path in changes else _source(path, work)
        for line, name in _imported(source or b""):
            beside = ".".join((*PurePosixPath(path).parent.parts, name))
            if gone & {name, beside}:
                lost.append(f"{path}:{line} imports {name}")
    if not lost:
        return []
    told = ", ".join(lost[:_MOST_TOLD])
    reason = f"{told}, which is there no more; change what imports it, too"
    return [Verdict(RELATION, "violated", reason)]


def _source(path: str, work: Work) -> bytes:
    try:
        data, whole = read_regular(path, _LARGEST, inside=work.workspace)
    except OSError:
        return b""
    return data if whole else b""


def _imported(source: bytes) -> Iterator[tuple[int, str]]:
    """The modules that Python code imports, each with its line; none of what is no Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.module:
                yield node.lineno, node.module
            yield from (
                (node.lineno, ".".join(filter(None, (node.module, alias.name)))) for alias in node.names
            )
