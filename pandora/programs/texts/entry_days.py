"""An answer with another day than its entry has, put right by code: it is the day that stands there."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pandora.programs.inside.written_dates import dates_in, days_of_year

OTHER_DAY = "the entry that says so is of {day}, and not of {said}; say when it was"
"""What is said of such an answer."""
_OTHER_DAY = re.compile(r"the entry that says so is of (.+), and not of (.+); say when it was")


def with_day_of_entry(arguments: Mapping[str, str], refusal: str) -> tuple[Mapping[str, str], list[str]]:
    """Return a try's arguments with the day of the entry for the one that a refusal names, and the reason.

    It is written as the entry writes it. A small model that is told of it takes the day of yet another entry.
    The arguments stay where the refusal is another one, or none of them has that day just once.
    """
    match = _OTHER_DAY.match(refusal)
    if match is None:
        return arguments, []
    own = next((entry.day for entry in dates_in(match[1]) if entry.day), None)
    if own is None:
        return arguments, []
    said = [entry.day for entry in (*dates_in(match[2]), *days_of_year(match[2], own.year)) if entry.day]
    for name, text in arguments.items():
        dates = [*dates_in(text), *days_of_year(text, own.year)]
        places = [entry for entry in dates if entry.day and entry.day in said[:1]]
        if len(places) == 1:
            put = f"{text[: places[0].start]}{match[1]}{text[places[0].end :]}"
            return {**arguments, name: put}, [f"{match[1]}, the day of the entry, for {match[2]}"]
    return arguments, []
