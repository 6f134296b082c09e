"""Where a program broke off, by its traceback: the innermost frame in a file of the task."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pandora.workspace.paths import is_source_code, is_test_file

_TRACEBACK = "Traceback (most recent call last):"
_FRAME = re.compile(r'\bFile "([^"\n]+)", line \d+')


def failing_file(report: str, files: Sequence[str]) -> str:
    """Return the code file of the task in which the last traceback of a report ends; "" where there is none.

    Tests are no code of the task, and frames of libraries lie outside it: what called them is what broke.
    """
    code = [path for path in files if is_source_code(path) and not is_test_file(path)]
    if _TRACEBACK not in report:
        return ""
    frames = _FRAME.findall(report.rpartition(_TRACEBACK)[2])
    inside = [path for frame in frames for path in code if frame == path or frame.endswith(f"/{path}")]
    return inside[-1] if inside else ""
