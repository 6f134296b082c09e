"""A text that names things and lacks how many of them its request gives."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pandora.programs.language.month_names import day_numbers

_WORD = r"[^\W\d_]{3,}"


def with_counts(text: str, request: str, missing: Sequence[str]) -> str:
    """Return a text with numbers of the request before the things that they count there.

    `missing` are numbers that the text lacks. One is put in where the request has it before a word, as in `12
    laptops`, and the text has that word without a number; the first such place is taken. A day of a
    date is no such number.
    """
    days = day_numbers(request)
    for number in (number for number in missing if number not in days):
        for counted in re.finditer(rf"(?<![\w.,:/-]){re.escape(number)} (?P<thing>{_WORD})(?!\w)", request):
            thing = re.escape(counted["thing"])
            place = re.search(rf"(?<![\w-])(?<!\d )(?P<thing>{thing})(?![\w-])", text, re.IGNORECASE)
            if place is None:
                continue
            text = f"{text[: place.start()]}{number} {text[place.start() :]}"
            break
    return text
