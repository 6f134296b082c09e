"""How far the tries of a tested operation came: the one that passes most tests, and §1 with its file."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pandora.document.step_lines import preview
from pandora.engine.candidates import Candidate
from pandora.engine.loop import Loop
from pandora.operations.repair import LARGEST
from pandora.operations.test import passed_count
from pandora.programs.code.lost_definitions import with_lost_definitions
from pandora.regular_file import read_regular

TRIES_PER_ADVANCE = 2
"""Tries allowed beyond the pattern's `tries` for each try that passed more tests than all before it."""
_REPORT = re.compile(r"^( *step \d+ gave: ).*$", re.M)


def furthest(loop: Loop, candidates: Sequence[Candidate]) -> Candidate | None:
    """Return the first candidate that passes the most tests; None if none passes more than the start.

    None, too, for operations that are not tested.
    """
    ahead = _advances(loop, candidates) if loop.host.operation(loop.pattern).tested else []
    return ahead[-1] if ahead else None


def tries_for_progress(loop: Loop, candidates: Sequence[Candidate]) -> int:
    """The tries that are allowed since tries came further; 0 for operations that are not tested."""
    tested = loop.host.operation(loop.pattern).tested
    return TRIES_PER_ADVANCE * len(_advances(loop, candidates)) if tested else 0


def understood_so_far(loop: Loop, candidates: Sequence[Candidate]) -> str:
    """Return §1 with the file and the report of the try that came furthest in place of those at the start.

    A model that is shown the first fault beside a file without it goes back to the first fault. "" where no
    try came further, or where §1 does not have the whole file.
    """
    best = furthest(loop, candidates)
    path = best.arguments.get("path", "").strip() if best else ""
    if best is None or best.result is None or not path:
        return ""
    body = loop.document.body(1)
    try:
        raw, whole = read_regular(path, LARGEST, inside=loop.host.workspace.root)
    except OSError:
        return ""
    before = raw.decode("utf-8", "replace")
    after, _ = with_lost_definitions(before, best.arguments.get("code", ""))
    replaced = _with_file(body.split("\n"), before.splitlines(), after.splitlines()) if whole else None
    if replaced is None:
        return ""
    report = preview(best.result.text)
    return _REPORT.sub(lambda match: match[1] + report, "\n".join(replaced))


def _advances(loop: Loop, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates that pass more tests than the start and all before them."""
    most, ahead = passed_count("\n".join(loop.task.context)), []
    for candidate in candidates:
        count = passed_count(candidate.result.text) if candidate.result is not None else 0
        if count > most:
            most = count
            ahead.append(candidate)
    return ahead


def _with_file(lines: list[str], before: list[str], after: list[str]) -> list[str] | None:
    """Return the lines with those of a file replaced, which are indented in them; None without them."""
    stripped = [line.strip() for line in lines]
    wanted = [line.strip() for line in before]
    for place in range(len(lines) - len(wanted) + 1):
        if wanted and stripped[place : place + len(wanted)] == wanted:
            indent = lines[place][: len(lines[place]) - len(lines[place].lstrip())]
            indented = [f"{indent}{line}".rstrip() for line in after]
            return [*lines[:place], *indented, *lines[place + len(wanted) :]]
    return None
