"""The help of patterns that write program code anew: the file begins as it did."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import dropwhile
from pathlib import Path

from pandora.programs.help import Work
from pandora.programs.plain_help import PlainHelp
from pandora.workspace.paths import is_test_file

HEAD = 20
"""Lines before the first function that a file is begun with."""
WHOLE = 120
"""Lines of a file that is begun with whole, where it only lacks a name."""
FIRST_TRIES = 2
"""Tries that are begun with the file's beginning; its fault may lie there."""
_STARTS = re.compile(r"(?:async\s+)?def\s|class\s|@|if\s+__name__")


class CodeHelp(PlainHelp):
    """The task's one code file begins as it did, so that it is this file that is written anew, and no other."""

    def begin(self, work: Work, number: int) -> Mapping[str, str]:
        """The beginning of the file, or all of it where only a name is missing."""
        return _file_opening(work) if number < FIRST_TRIES else {}


def _file_opening(work: Work) -> dict[str, str]:
    code = [path for path in work.task.files if path.endswith(".py") and not is_test_file(path)]
    if len(code) != 1:
        return {}
    try:
        lines = (work.workspace / code[0]).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    if missing := _missing(code[0], "\n".join(lines), "\n".join(work.task.context)):
        keyword = "class" if missing[0].isupper() else "def"
        return {"code": "\n".join([*lines, "", "", f"{keyword} {missing}"])}
    first = next((place for place, line in enumerate(lines) if _STARTS.match(line)), len(lines))
    head = [*dropwhile(lambda line: not line.strip(), lines[:first])] or lines[first : first + 1]
    return {"code": "".join(f"{line}\n" for line in head)} if 0 < len(head) <= HEAD else {}


def _missing(path: str, source: str, report: str) -> str:
    """The name that a test wants of the file and that is not in it, or ""."""
    stem = re.escape(Path(path).stem)
    name = re.search(rf"cannot import name '(\w+)' from '{stem}'", report)
    name = name or re.search(rf"module '{stem}' has no attribute '(\w+)'", report)
    if not name or re.search(rf"\b{name[1]}\b\s*[(=]", source) or source.count("\n") > WHOLE:
        return ""
    return name[1]
