"""The names and quoted words of a request that no file of its task has."""

from __future__ import annotations

import re

from pandora.programs.help import Work
from pandora.programs.inside.file_writing import DELIMITERS
from pandora.programs.language.locale_words import calendar_words
from pandora.programs.rules.file_rules import PARSED
from pandora.programs.rules.searched_texts import searched_text
from pandora.programs.texts.written_texts import names_within

_QUOTED = re.compile(r"['\"“‘„«]([^'\"“”‘’„«»]{2,40})['\"”’“»](?!\w)")


def absent_names(work: Work) -> list[str]:
    """Return the names and quoted words of the request that occur in none of the task's files."""
    task, workspace, request = work.task, work.workspace, work.request
    written = dict.fromkeys([*names_within(request), *_QUOTED.findall(request)])
    known = {*calendar_words(), *(kind.casefold() for kind in PARSED), *(ending[1:] for ending in DELIMITERS)}
    names_sought = [name for name in written if name.casefold() not in known]
    if not names_sought or not task.files:
        return []
    haystack = " ".join(task.files).lower()
    for path in task.files:
        try:
            haystack += searched_text(path, workspace, "ignore").lower()
        except OSError:
            continue
    return [name for name in names_sought if name.lower() not in haystack]
