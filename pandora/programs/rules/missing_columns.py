"""A column that queries ask for, also when they are told that there is none: a person is asked about it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pandora.programs.sql.query_shape import is_query

_MISSING = re.compile(r"no such column: (?:\w+\.)?(?P<name>[^\W\d]\w*); the tables are (?P<tables>[^\n]*)")
FEWEST = 2
"""The fewest queries that ask for a column before it is taken to be nowhere."""


def question_of_missing_column(tries: Sequence[tuple[str, str]]) -> str:
    """Return the question for a person where queries look for the same column, and no table has it; else "".

    `tries` are the programs that were tried and what was said of each. The columns stand in the prompt of a
    query, and a second one is told that the column is not there. A query that found something tells otherwise.
    """
    queries = [said for program, said in tries if is_query(program)]
    missing = [match for said in queries if (match := _MISSING.search(said))]
    if len(missing) < len(queries) or not missing:
        return ""
    names = Counter(match["name"].casefold() for match in missing)
    name, often = names.most_common(1)[0]
    if often < FEWEST:
        return ""
    found = next(match for match in missing if match["name"].casefold() == name)
    return (
        f"There is no {found['name']} in the data, which this needs: the columns are {found['tables']}. "
        f"Where does it stand, or what is meant?"
    )
