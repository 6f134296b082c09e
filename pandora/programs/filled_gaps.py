"""What is odd about a text whose gaps a try fills: gaps that are left, other lines that changed or are gone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pandora.programs.file_difference import lost_lines
from pandora.programs.help import LARGEST_CHECKED, Try, Work
from pandora.programs.inside.file_reading import kind_of
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.regular_file import read_regular
from pandora.workspace.change import Change

GAP = re.compile(
    r"_{3,}|\.{4,}|(?<=[:=])\s*(?:…|\?{2,}|\.{3})\s*$|(?<!\w)(?:TB[DAC]|X{3,})(?!\w)"
    r"|\{\{?\s?[^\W\d]\w*\s?\}\}?|(?<!\w)<[^\W\d][\w -]{0,30}>"
)
"""What stands in a text where something is to be filled in: `____`, `....`, `TBD`, `XXX`, `{name}`."""
_CLIPPED = 60


def filled_gaps(work: Work, attempt: Try) -> list[Verdict]:
    """Return what is odd about the texts with gaps that a try changes; the task may ask for just that."""
    if not attempt.result.ok:
        return []
    return [verdict for change in attempt.result.changes for verdict in _of_text(work, change)]


def _of_text(work: Work, change: Change) -> Iterator[Verdict]:
    before = _before(work, change)
    if not before or change.content is None or kind_of(change.path) != "text" or change.path.endswith(".py"):
        return
    old, new = (text.decode("utf-8", "replace").splitlines() for text in (before, change.content))
    gaps = [line for line in old if GAP.search(line)]
    filled = [line for line in gaps if line not in new]
    if not filled:
        return
    if left := [line for line in new if GAP.search(line)]:
        reason = f"{change.path} still has the gap {_shown(left[0])}; fill in all that the task asks for"
        question = f"Does the task leave the line {_shown(left[0])} open?"
        yield Verdict("filled gaps", "violated", reason, (_shown(left[0]), "filled"), question)
        return
    others = [line for line in old if line.strip() and line not in gaps and line not in new]
    if others:
        lost = lost_lines(before, change.content)
        what = f"{lost} lines of {change.path} are gone" if lost else f"{_shown(others[0])} changed, too"
        reason = f"{what}; fill in the gaps and keep every other line"
        question = f"Does the task ask to change or remove the line {_shown(others[0])}?"
        yield Verdict("filled gaps", "violated", reason, ("changed", _shown(others[0])), question)
        return
    yield Verdict("filled gaps", "held", f"{len(filled)} gaps filled, all other lines as they were")


def _before(work: Work, change: Change) -> bytes:
    if not change.before:
        return b""
    try:
        content, whole = read_regular(change.path, LARGEST_CHECKED, inside=work.workspace)
    except OSError:
        return b""
    return content if whole else b""


def _shown(line: str) -> str:
    line = " ".join(line.split())
    return repr(line if len(line) <= _CLIPPED else f"{line[: _CLIPPED - 1]}…")
