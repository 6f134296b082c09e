"""Figures that a try writes by hand beside tables of data: code looks where each of them comes from."""

from __future__ import annotations

import re

from pandora.document.figures import numbers, unfounded_figures
from pandora.programs.data_columns import tables
from pandora.programs.help import LARGEST_CHECKED, Try, Work
from pandora.programs.inside.file_reading import decoded
from pandora.programs.texts.worked_out_numbers import worked_out
from pandora.regular_file import read_regular
from pandora.workspace.change import Change, content_before
from pandora.workspace.paths import is_source_code

_MOMENT = re.compile(r"\d{4}-\d\d?-\d\d?|\d\d?[./]\d\d?[./]\d{2,4}|\d\d?:\d\d(?::\d\d)?")
"""A date or a time: its parts are no figures."""


def figure_by_hand(work: Work, attempt: Try) -> str:
    """Return a figure that a try without a program made up in a file beside a table; "" where it has none.

    A figure stands in the request, in what earlier steps gave, in a file of the task, or is worked out from two
    numbers of the request and the file. A small model adds up a column in its head, and wrongly.
    """
    if attempt.program is not None:
        return ""
    with_rows = [path for path, _ in tables(work.task.files, work.workspace)]
    for change in attempt.result.changes:
        if change.content is None or is_source_code(change.path) or not set(with_rows) - {change.path}:
            continue
        if left := _made_up(work, change, decoded(change.content)):
            return left
    return ""


def _made_up(work: Work, change: Change, new: str) -> str:
    before = content_before(change, work.workspace, LARGEST_CHECKED)
    old = decoded(before) if before else ""
    kept = set(old.splitlines())
    added = "\n".join(line for line in new.splitlines() if line not in kept)
    sources = [work.request, *work.task.context, old, *(_text(work, path) for path in work.task.files)]
    known = numbers(f"{work.request}\n{old}")
    left = unfounded_figures(_MOMENT.sub(" ", added), [_MOMENT.sub(" ", source) for source in sources])
    return next((figure for figure in left if not worked_out(figure, known)), "")


def _text(work: Work, path: str) -> str:
    try:
        content, _ = read_regular(path, LARGEST_CHECKED, inside=work.workspace)
    except OSError:
        return ""
    return decoded(content)
