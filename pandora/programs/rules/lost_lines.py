"""What a file no longer has after a try that was to change something in it: lines, or sections."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from pandora.programs.file_difference import lost_sections
from pandora.programs.help import LARGEST_CHECKED, Try, Work
from pandora.programs.inside.file_reading import decoded, kind_of
from pandora.programs.inside.text_gaps import GAP
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.workspace.change import content_before
from pandora.workspace.paths import is_source_code

RELATION = "lost lines"
LEAST_KEPT = 0.5
"""The least share of a text's lines that stays where something in it is changed."""
_FEWEST = 3
_WORD = re.compile(r"\w+")


def lost_lines(work: Work, attempt: Try) -> list[Verdict]:
    """Return a verdict against each changed text that keeps less than half of its lines.

    So against a structured file that has lost a section which the request does not name. A file that the task
    asks to make may be there from an earlier attempt: it is made anew.
    """
    if not attempt.result.ok or work.task.kind_of_task == "file":
        return []
    verdicts = []
    for change in attempt.result.changes:
        if change.content is None or not change.before or change.path in work.task.makes:
            continue
        content = content_before(change, work.workspace, LARGEST_CHECKED)
        if gone := lost_sections(change.path, content, change.content, work.request):
            named = ", ".join(gone)
            reason = f"{change.path} has no {named} any more; change what the task names, and no more"
            question = f"Does the task ask to remove {named} from {Path(change.path).name}?"
            verdicts.append(Verdict(RELATION, "violated", reason, question=question))
        if kind_of(change.path) != "text" or is_source_code(change.path):
            continue
        before, after = _lines(content), _lines(change.content)
        total, kept = before.total(), (before & after).total()
        if all(map(GAP.search, before - after)):
            continue  # what changed is what was to be filled in
        if total >= _FEWEST and kept < LEAST_KEPT * total and not _is_renamed(content, change.content):
            name = Path(change.path).name
            reason = f"{change.path} keeps {kept} of its {total} lines; change what the task names, and no more"
            question = f"Does the task ask to replace, shorten, translate or empty the whole of {name}?"
            verdicts.append(Verdict(RELATION, "violated", reason, question=question))
    return verdicts


def _is_renamed(before: bytes, after: bytes) -> bool:
    """True where a text differs by one word alone, in whose place another stands wherever it changed."""
    old, new = (_WORD.findall(decoded(text)) for text in (before, after))
    pairs = {(one, other) for one, other in zip(old, new, strict=False) if one != other}
    apart = [_WORD.sub(" ", decoded(text)) for text in (before, after)]
    return len(old) == len(new) and len(pairs) == 1 and apart[0] == apart[1]


def _lines(content: bytes) -> Counter[str]:
    return Counter(line.strip() for line in decoded(content).splitlines() if line.strip())
