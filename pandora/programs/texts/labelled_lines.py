"""The labels of a text with their values, as `Status: paid` on a job sheet."""

from __future__ import annotations

import re

_LABELLED = re.compile(r"(?P<label>[^\W\d_][\w /-]{0,24}?):[ \t]+(?P<value>\S.*)")


def labelled_values(text: str) -> dict[str, str]:
    """Return the first value of each label that begins a line of a text."""
    values: dict[str, str] = {}
    for line in text.splitlines():
        if labelled := _LABELLED.match(line):
            values.setdefault(labelled["label"], labelled["value"].strip())
    return values
