"""What the programs of a task look for in vain: a value that the data do not hold. A person is told."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pandora.programs.repairs.program_continuation import NOTHING_PRINTED

_NOTHING = re.compile(
    r"^nothing is found: (?P<left>.+?) == (?P<value>'[^'\n]*'|\"[^\"\n]*\"|\d[\d.]*) holds for none of "
    r"(?P<rows>\d+); the values (?P<instead>.*?)(?: \(here: .*)?$",
    re.M,
)
_COLUMN = re.compile(r"\['([^']+)'\]")
_SHORTEST = 3
"""The fewest characters of a value that tell that two programs look for the same."""
FEWEST = 2
"""The fewest programs, of different words, that look for a value before it is taken to be nowhere."""


def question_of_empty_selections(tries: Sequence[tuple[str, str]]) -> str:
    """Return the question for a person where programs look for the same value, and no row has it; else "".

    `tries` are the programs that were tried and what was said of each. One of them was told that its condition
    holds for no row, and another one, which has the value too, was told so or printed nothing.
    """
    for found in (match for _, said in tries for match in _NOTHING.finditer(said)):
        value = found["value"]
        if len(value.strip("'\"")) < _SHORTEST:
            continue
        programs = {
            program
            for program, said in tries
            if value.strip("'\"") in program and (_NOTHING.search(said) or said.startswith(NOTHING_PRINTED))
        }
        if len(programs) >= FEWEST:
            column = _COLUMN.search(found["left"])
            named = column[1] if column else found["left"]
            return f"No row has {value} as {named}: the values {found['instead']}. Is another one meant?"
    return ""
