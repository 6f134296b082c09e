"""The names of the data that a result shows, and the numbers that it prints with them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from pandora.programs.data_columns import LONGEST_NAME
from pandora.programs.metamorphic.experiment_subject import Subject
from pandora.programs.printed_values import Line, Run, numbers_of, tokens, words_of
from pandora.programs.request.request_text import has_word

_MOST_GROUPS = 200


def all_tokens(lines: Iterable[Line]) -> list[Any]:
    """The tokens of all lines."""
    return [token for line in lines for token in line]


def numbers_by_name(run: Run, names: set[str]) -> dict[str, list[float]]:
    """The numbers that are printed with each name, in the order of the names."""
    whole = " ".join([run.text, *(row for path in run.files for row in run.rows_of(path))]).casefold()
    names = {name for name in names if name in whole}
    if not names:
        return {}
    choice = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)(?:{choice})(?!\w)", re.I)
    texts = [*run.text.splitlines(), *(row for path in run.files for row in run.rows_of(path))]
    numbers: dict[str, list[float]] = {}
    for text in texts:
        places = list(pattern.finditer(text))
        if len({place[0].casefold() for place in places}) == 1:  # also where it stands there twice
            numbers.setdefault(places[0][0].casefold(), []).extend(numbers_of(tokens(pattern.sub(" ", text))))
            continue
        ends = [*(place.start() for place in places), len(text)][1:]
        for place, end in zip(places, ends, strict=True):
            numbers.setdefault(place[0].casefold(), []).extend(numbers_of(tokens(text[place.end() : end])))
    return {name: values for name, values in numbers.items() if values}


def short_words(subject: Subject) -> set[str]:
    """The words of all short texts in the data."""
    values = (value for *_, values in subject.texts for value in values if len(value) <= LONGEST_NAME)
    return {word for value in values for word in words_of(tokens(value))}


def short_values(subject: Subject, column: str) -> set[str]:
    """The short values of a column, in lower case."""
    return {
        value.casefold()
        for _, _, other, values in subject.texts
        if other == column
        for value in values
        if 0 < len(value) <= LONGEST_NAME
    }


def printed_column(subject: Subject, grouped: bool = False) -> str:
    """The column of texts of which the output shows the most values; "" where it shows none.

    With `grouped`, only a column whose values repeat, and of which at least two are shown.
    """
    best, most = "", 1 if grouped else 0
    text = "\n".join(
        [
            subject.baseline.text,
            *(row for path in subject.baseline.files for row in subject.baseline.rows_of(path)),
        ]
    ).casefold()
    shown_tokens = set(tokens(text))
    rows_of = {(path, name): len(records) for path, name, records in subject.tables}
    for path, name, column, values in subject.texts:
        if grouped and not 2 <= len(values) <= min(_MOST_GROUPS, rows_of[path, name] - 1):
            continue
        shown = sum(
            set(tokens(value)) <= shown_tokens and has_word(text, value)
            for value in values
            if 0 < len(value) <= LONGEST_NAME
        )
        if shown > most:
            best, most = column, shown
    return best
