"""Whether a made table has one row for each value of a column, where a request asks for `one line per flat`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pandora.programs.help import Try, Work
from pandora.programs.input_files import parse_content
from pandora.programs.inside.file_reading import kind_of
from pandora.programs.language.locale_words import words_for_per
from pandora.programs.metamorphic.experiment_subject import Verdict

RELATION = "rows per value"
_FEWEST = 3
"""The fewest letters of a column's name that a request has behind `per`."""


def rows_per_value(work: Work, attempt: Try) -> list[Verdict]:
    """Return a verdict on each made table with a column that the request has behind a word for `per`."""
    if not attempt.result.ok or work.task.kind_of_task not in ("file", "change"):
        return []
    return [
        verdict
        for change in attempt.result.changes
        if change.content and kind_of(change.path) == "table"
        for verdict in _of_table(work, change.path, change.content)
    ]


def _of_table(work: Work, path: str, content: bytes) -> Iterator[Verdict]:
    try:
        rows = parse_content(path, content)
    except (ValueError, RecursionError):
        return
    if not isinstance(rows, list) or len(rows) < 2 or not all(isinstance(row, dict) for row in rows):
        return
    per = "|".join(sorted(map(re.escape, words_for_per()), key=len, reverse=True))
    for column in rows[0]:
        name = re.escape(str(column).replace("_", " "))
        asked = re.search(rf"(?<!\w)(?:{per})\s+(?:\w+\s+)?{name}(?!\w)", work.request, re.I)
        if len(str(column)) < _FEWEST or asked is None:
            continue
        counts = Counter(str(row.get(column)) for row in rows)
        value, times = counts.most_common(1)[0]
        if times > 1:
            reason = (
                f"{value!r} has {times} rows in {path}, and the task asks for one {asked[0]}; put them together"
            )
            question = f"May a {column} have several rows in {path}?"
            yield Verdict(RELATION, "violated", reason, (f"{times} rows", "one row"), question)
            return
        yield Verdict(RELATION, "held", f"one row {asked[0]}")
        return
