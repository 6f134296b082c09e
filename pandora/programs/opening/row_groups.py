"""The lines of a program that put together the rows of each month, each category or another part of a table.

Source: a 1.5B model writes two loops over the same rows instead, and gets a line for each row.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Sequence

from pandora.programs.data_columns import Rows, columns
from pandora.programs.language.locale_words import part_of_date_words, per_words
from pandora.programs.language.text_language import possible_languages
from pandora.programs.language.word_stems import are_forms, may_be_forms
from pandora.programs.opening.cell_comments import date_column
from pandora.programs.request.asked_parts import QUESTION_WORDS
from pandora.programs.request.request_text import PATH, names_column

FEWEST_OF_VALUE = 2
"""The fewest rows that each value of a column has on average where something is worked out for each."""
_EACH = (
    *("each", "every", "jede", "jeden", "jedem", "jeder", "jedes", "chaque", "cada", "ogni", "elke", "elk"),
    *("każdy", "każda", "każde", "każdego", "każdej"),
)
"""The words for `each` in eight languages."""
_SLICES = {"year": "[:4]", "month": "[:7]"}
_FIRST_WORD = re.compile(r"[^\W\d_]{3,}(?![^\W\d_])")
_TAKEN = {*dir(builtins), "group", "groups", "row", "rows", "kept", "table", "text", "number", "totals", "save"}
"""Names that mean something in a program."""
_ASKING = "|".join(sorted({word for said in QUESTION_WORDS.values() for word in said.split()}))
_LOOP = "in sorted(groups.items()):"
_SORTS = re.compile(r"\bsort(?:ed|_values|_by)?\(|ORDER BY", re.I)
_PLAIN_NAME = re.compile(r"[^\W\d]\w*", re.ASCII)


def group_loop(request: str, rows: Rows, name: str) -> list[str]:
    """Return lines that group the table in the variable `name`, and begin the loop over its groups.

    [] where the request does not ask for something per part of a date, or per value of a column of categories.
    Where it asks which value or which month it is, the loop is left to the model: it prints one of them.
    """
    request = PATH.sub(" ", request)
    key, part = _grouped_by(request, rows)
    column = "" if key else _asked_which(request, rows)
    period, cut = ("", "") if key or column else _asked_period(request, rows)
    by = key or cut or (f"row[{column!r}]" if column else "")
    if not by:
        return []
    lines = [
        "groups = {}",
        f"for row in {name}:",
        f"    groups.setdefault({by}, []).append(row)  # the rows of each {part or column or period}",
    ]
    return [*lines, f"for {part}, group {_LOOP}"] if key else lines


def has_order_of_opening(source: str) -> bool:
    """True for a program that sorts nothing but the groups in the loop that code begins it with."""
    return _LOOP in source and len(_SORTS.findall(source)) == 1


def _grouped_by(request: str, rows: Rows) -> tuple[str, str]:
    """The expression by which the rows are grouped, and the name of a group; ("", "") for none.

    Where the request groups them by two columns, as in `per month and per kind`, the loop is left to the model;
    a month has its year.
    """
    dates = date_column(rows)
    found: dict[str, str] = {}
    for part, cut in _SLICES.items() if dates else ():
        if _says_each(part_of_date_words(part), request):
            found = {f"row[{dates!r}]{cut}": part}
    for column, values, categories in columns(rows):
        if categories and len(values) > 1 and _says_each([column, *_common_word(values)], request):
            name = column.casefold()
            free = _PLAIN_NAME.fullmatch(column) and not keyword.iskeyword(name) and name not in _TAKEN
            found[f"row[{column!r}]"] = name if free else "value"
    return next(iter(found.items())) if len(found) == 1 else ("", "")


def _asked_which(request: str, rows: Rows) -> str:
    """The column of which a request asks `which line`, where each of its values has several rows; else "".

    The request names a column of numbers, too: of those of a line something is worked out.
    """
    measured = _measured(rows)
    for name in map(str, rows[0]):
        values = {row.get(name) for row in rows if isinstance(row.get(name), str | int)}
        several = len(values) > 1 and FEWEST_OF_VALUE * len(values) <= len(rows)
        if not several or not re.search(rf"\b(?:{_ASKING})\s+{re.escape(name)}\b", request, re.I):
            continue
        if any(names_column(other, request) for other in measured if other != name):
            return name
    return ""


def _asked_period(request: str, rows: Rows) -> tuple[str, str]:
    """The month or year of which a request asks `in which month`, and the expression for it; else ("", "").

    It has several rows, and the table one column of numbers, or the request names one of them.
    """
    dates, measured = date_column(rows), _measured(rows)
    if not dates or not (len(measured) == 1 or any(names_column(one, request) for one in measured)):
        return "", ""
    for part, cut in _SLICES.items():
        said = "|".join(map(re.escape, sorted(part_of_date_words(part))))
        stop = int(cut.strip("[:]"))
        several = FEWEST_OF_VALUE * len({str(row.get(dates))[:stop] for row in rows}) <= len(rows)
        if several and re.search(rf"\b(?:{_ASKING})\s+(?:{said})\b", request, re.I):
            return part, f"row[{dates!r}]{cut}"
    return "", ""


def _measured(rows: Rows) -> list[str]:
    """The columns of numbers, of which cells may be empty."""
    return [
        str(name)
        for name in rows[0]
        if all(isinstance(row.get(name), int | float) or row.get(name) in (None, "") for row in rows)
    ]


def _common_word(values: Sequence[str]) -> list[str]:
    """The word with which all values of a column begin, as `fridge` in `fridge-1`; [] without."""
    firsts = {match[0].casefold() if (match := _FIRST_WORD.match(value)) else "" for value in values}
    return [*firsts] if len(firsts) == 1 and "" not in firsts else []


def _says_each(words: Sequence[str] | frozenset[str], request: str) -> bool:
    """True where one of the words stands behind a word for `per`, or, in whatever form, two words later."""
    before = "|".join(map(re.escape, sorted({*per_words(), *_EACH})))
    said = "|".join(map(re.escape, sorted(words)))
    if words and re.search(rf"\b(?:{before})\s+(?:\w+\s+)?(?:{said})\b", request, re.I):
        return True
    behind = [match[1] for match in re.finditer(rf"\b(?:{before})\s+\w+\s+\w+\s+([^\W\d_]+)", request, re.I)]
    alike = [(word, other) for word in words for other in behind if may_be_forms(word, other)]
    languages = possible_languages(request) if alike else ()
    return any(are_forms(word, other, languages) for word, other in alike)
