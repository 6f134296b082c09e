"""Relations between a result and those of an altered program: a moved number, no limit, counted conditions."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pandora.programs.inside.date_columns import Day
from pandora.programs.inside.text_folding import folded
from pandora.programs.inside.written_dates import dates_in
from pandora.programs.language.locale_words import part_of_date_words
from pandora.programs.language.month_names import days_named
from pandora.programs.metamorphic import altered_programs
from pandora.programs.metamorphic.experiment_subject import (
    Copy,
    Subject,
    Trial,
    Verdict,
    altered,
    clipped,
    inapplicable,
    violated,
)
from pandora.programs.metamorphic.meaning import LEAST_AHEAD
from pandora.programs.metamorphic.printed_names import all_tokens
from pandora.programs.metamorphic.record_columns import column_names, typed_cells
from pandora.programs.parsed_program import printed_labels, read_program
from pandora.programs.printed_values import tokens, words_of
from pandora.programs.request.request_text import has_word
from pandora.programs.sql.query_shape import is_query, query_without_limits

SURE = 0.75
"""The probability from which a model is believed that nothing is the answer."""
_GAPS = re.compile(r"^gaps = \{(.*?)\}  # give each", re.M)
"""The line that shows a program the gaps of a text."""
_LARGE = 1e9
"""What a number of the request is moved by: past any limit that the data have."""
_MOST_MOVED = 9
"""The most numbers of a request without data that are moved, one after the other."""
_SAID_IN_WORDS = 12
"""Whole numbers up to here are said in words as often as in digits, in any language."""
_MOST_TEXTS = 200
"""The most texts of a program that are looked through for dates."""
_UNITS = ("year", "week", "day", "hour", "minute")
_WORDS = re.compile(r"[^\W\d_]{3,}")
_YEARS, _MOST_DAYS = (1900, 2100), 2000
"""What numbers are years, and the most rows whose days are read for it."""
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d[./-]\d\d?[./-]\d\d(?!\d)")
"""A year of four figures, or a day with one of two."""
_FOUR_FIGURES = re.compile(r"(?<!\d)(?:19|20|21)\d\d(?!\d)")
_SCALES = (1, 100, 0.01, 1000, 0.001, 1e6, 60, 1 / 60, 3600, 24, 1440, 86400, 7, 12)
"""What a number of the request may be multiplied by in a program: percents, thousands and millions, minutes,
hours, days, weeks and years."""
_OF_UNITS = (1, 100, 0.01)
"""What a number of the request may be multiplied by in a file: percents, and hundredths of a currency."""
_NOTHING = {"none", "nan", "null"}
_MONTH_OR_DAY = re.compile(r"\d{4}-\d\d(?:-\d\d)?")


def constants(subject: Subject) -> Trial:
    """M7: a number that the request names stands in the program, and moving it changes the result."""
    wanted = [numbers for numbers in subject.numbers_wanted if not _is_of_date_of_all_rows(subject, numbers[0])]
    if not wanted:
        return inapplicable("constants", "the request names no number but those of the date of all rows")
    source = subject.source
    there = altered_programs.numbers_in(source) | altered_programs.whole_bounds(source)
    there |= altered_programs.days_beside(source) | _spans(subject)
    working = altered_programs.numbers_in(source, layouts=False)  # the 2 of `:.2f` is no 100 % more
    for numbers in wanted:
        number = numbers[0]
        scaled = [one * scale for one in numbers for scale in _SCALES]
        if number > 1 and not any(abs(one - other) < 1e-9 for one in scaled for other in there):
            if any(abs(1 + sign * number / 100 - other) < 1e-9 for sign in (1, -1) for other in working):
                continue
            if _is_read_by_key(subject, number):
                continue
            reason = f"the program does not use the number {number:g}, which the task names"
            question = f"Can this task be done without the number {number:g}?"
            return violated("constants", reason, subject, subject.baseline, question)
    rounding = altered_programs.digits_rounded_to(source)
    first = [numbers[0] for numbers in wanted]
    constant = [
        number
        for number in first
        if number not in rounding and altered_programs.with_number_moved(source, number, abs)
    ]
    tried = constant[: 1 if subject.files else _MOST_MOVED]
    if not tried or (subject.files and tried != first[:1]):
        return inapplicable("constants", "the number stands in no constant of its own")
    for number in tried:
        for by in (_LARGE, -_LARGE):
            (run,) = yield [Copy(program=_with_number_moved(source, number, by))]
            if run is None:
                return inapplicable("constants", "no run ended in time")
            if not run.same_as(subject.baseline):
                break
            if by < 0:
                reason = f"the number {number:g}, which the task names, makes no difference in the program"
                question = f"Can this task be done without the number {number:g}?"
                return violated("constants", reason, subject, run, question)
    return Verdict("constants", "held", f"number {' and '.join(f'{number:g}' for number in tried)} matters")


def _names_span(request: str) -> bool:
    """True where a request names a unit of time: `at most an hour` is 60 minutes."""
    words = {word.casefold() for word in _WORDS.findall(request)}
    return any(words & part_of_date_words(unit) for unit in _UNITS)


def _is_of_date_of_all_rows(subject: Subject, number: float) -> bool:
    """True for a part of a date that holds of all rows, so that a program need not look for it.

    This is a year in which all days of some column lie, any where no row has one, and the day of a date, such
    as `on 8 September`, on which all of them lie.
    """
    days = {day for day in days_named(subject.request) if day[0] == number}
    if not days and not _is_year(number):
        return False
    columns = [
        [
            cell
            for row in records[:: 1 + len(records) // _MOST_DAYS]
            if (cell := row.cells.get(column)) not in (None, "")
        ]
        for _, _, records in subject.tables
        for column in column_names(records)
    ]
    if days:
        return any(cells and {*_days_of(cells)} <= days for cells in columns)
    if any({*_years_of(cells)} == {int(number)} for cells in columns):
        return True
    return bool(columns) and not any(_YEAR.search(str(cell)) for cells in columns for cell in cells)


def _days_of(cells: Sequence[object]) -> Iterator[tuple[int, int] | None]:
    """The day and month that each cell of a column has, of its one date; or None."""
    for cell in cells:
        days = [entry.day for entry in dates_in(str(cell)) if entry.day]
        yield (days[0].day, days[0].month) if len(days) == 1 else None


def _years_of(cells: Sequence[object]) -> Iterator[int | None]:
    """The year that each cell of a column has: of its day, or as the one number of four figures; or None."""
    for cell, typed in zip(cells, typed_cells(cells), strict=True):
        days = [] if isinstance(typed, Day) else dates_in(str(cell))
        written = _FOUR_FIGURES.findall(str(typed if isinstance(typed, Day) else cell))
        day = days[0].day if days else None
        yield day.year if day else int(written[0]) if len(written) == 1 else None


def _spans(subject: Subject) -> set[float]:
    """The days, weeks, months and years from a date or year of the request to one of the program.

    `more than 4 years old on 1 June 2025` may be born before '2021-06-01'. Where the request names such a span,
    the program need not have the date that it begins at.
    """
    wanted = {number for numbers in subject.numbers_wanted for number in numbers}
    texts = altered_programs.texts_in(subject.source)[:_MOST_TEXTS]
    asked = [entry.day for entry in dates_in(subject.request) if entry.day]
    written = [entry.day for text in texts for entry in dates_in(text) if entry.day]
    spans: set[float] = set()
    for one, other in itertools.product(asked, written):
        days, months = abs((one - other).days), abs(12 * (one.year - other.year) + one.month - other.month)
        parts = {float(one.year), float(one.month), float(one.day)}
        between = {float(days), days / 7, float(months), months / 12}
        spans |= between | (parts if between & (wanted - parts) else set())
    own = [number for number in altered_programs.numbers_in(subject.source) if _is_year(number)]
    for year, other_year in itertools.product(filter(_is_year, wanted), own):
        span = abs(year - other_year)
        spans |= {span, year} if span in wanted else {span}
    return spans


def _is_year(number: float) -> bool:
    return number == int(number) and _YEARS[0] <= number <= _YEARS[1]


def _with_number_moved(source: str, number: float, by: float) -> str:
    return altered_programs.with_number_moved(source, number, lambda value: value + by)


def _is_read_by_key(subject: Subject, number: float) -> bool:
    """True where the program takes a number of the request from a file: 30 cents from `rate_per_km: 0.3`."""
    keys = set(altered_programs.texts_in(subject.source)) & subject.keyed.keys()
    return any(abs(number * scale - subject.keyed[key]) < 1e-9 for key in keys for scale in _OF_UNITS)


def _gaps_in(source: str) -> str:
    """The lines with gaps of a text that a program fills in: the names in them are asked for, too."""
    begun = _GAPS.search(source)
    return "\n".join(re.findall(r"\"((?:[^\"\\]|\\.)*)\"", begun[1])) if begun else ""


def limits(subject: Subject) -> Trial:
    """M7, turned round: a limit of the program that the request does not name decides nothing.

    Small whole numbers are left alone: a request says them in words. A text is a limit where it is the name of
    one row, which the request does not name, or a value of a column that is not likelier meant than the others:
    a model takes it from the row that it is shown.
    """
    named = {*subject.numbers_named, *([1.0] if _names_span(subject.request) else [])}
    values_named = {word.casefold() for group in subject.named for word in group.words}  # also in another form
    written = set(map(folded, altered_programs.texts_in(subject.shape)))  # a query is read without its accents
    asked = f"{subject.request}\n{_gaps_in(subject.source)}"

    def known(number: float) -> bool:
        small = number == int(number) and abs(number) <= _SAID_IN_WORDS
        return small or any(abs(abs(number) - one * scale) <= 1 for one in named for scale in _SCALES)

    def is_unlikely(text: str, left_out: bool) -> bool:
        by_value = [
            {folded(value): odds for value, odds in column.items()} for column in subject.meaning.odds.values()
        ]
        columns = [odds for odds in by_value if folded(text) in odds]
        sign = -1 if left_out else 1
        return bool(columns) and all(
            sign * (odds[folded(text)] - odds[other]) < LEAST_AHEAD
            for odds in columns
            for other in sorted(odds.keys() - written, key=lambda value: -sign * odds[value])[:1]
        )

    def is_own(text: str, left_out: bool) -> bool:
        words = [text] if left_out else words_of(tokens(text))  # `Maria Lund` may be meant by `Maria`
        if text.casefold() in values_named or any(has_word(asked, word) for word in words):
            return False
        if left_out and text.casefold() in subject.labels_of_totals:
            return False
        return text in subject.names_of_rows or is_unlikely(text, left_out)

    without_limits = query_without_limits if is_query(subject.source) else altered_programs.without_limits
    program, removed = without_limits(subject.source, known, is_own)
    if not program:
        return inapplicable("limits", "the program has no limit of its own")
    reverse = altered(subject, lambda *table: table[2][::-1])
    here, there, unaltered = yield [Copy(program=program), Copy(reverse.files, program), reverse]
    if here is None or there is None or unaltered is None or not (here.ok and there.ok):
        return inapplicable("limits", "without its own limits the program did not end well")
    pairs = [(here, subject.baseline), (there, unaltered)]
    other = next((run for run, same in pairs if not run.same_as(same)), None)
    if other is None:
        return Verdict("limits", "held", f"`{removed[0]}` decides nothing")
    reason = f"`{removed[0]}` decides the result, and the task names no such limit; do it without one"
    return violated("limits", reason, subject, other, f"Does the task itself ask for the limit `{removed[0]}`?")


def selection(subject: Subject) -> Trial:
    """M10: where nothing is found, the condition that nothing meets is told, and what the data hold instead."""
    if not is_empty(subject):
        return inapplicable("selection", "something was found")
    counting = altered_programs.counting_conditions(subject.shape)
    (counted,) = (yield [Copy(program=counting)]) if counting else (None,)
    if counted is None or altered_programs.COUNTS not in counted.files:
        return inapplicable("selection", "the conditions cannot be counted")
    for condition in altered_programs.conditions(counted.files[altered_programs.COUNTS]):
        if condition.true or not condition.tested:
            continue
        left_varies = len(condition.left) >= len(condition.right)
        values, wanted = (condition.left, condition.right) if left_varies else (condition.right, condition.left)
        bound = condition.operator in ("<", "<=", ">", ">=")
        if not values or (bound and not all(isinstance(value, str) for value in values)):
            continue
        ordered = bound or all(isinstance(value, str) and _MONTH_OR_DAY.fullmatch(value) for value in values)
        instead = f"go from {min(values)!r} to {max(values)!r}" if ordered else _some(values)
        reason = (
            f"nothing is found: {condition.text} holds for none of {condition.tested}; the values {instead}"
        )
        spelled = {str(value).strip().casefold() for value in values}
        said = subject.baseline.text
        parts = condition.operator == "in" and [
            value for value in values if any(_has_part(value, part) for part in wanted)
        ]
        if parts:
            where = _some(parts).removeprefix("are ")
            reason = f"nothing is found: {condition.text} never holds, and it is a part of {where}; ask "
            reason += "`word in value.lower()` of each text, and of each line of a list"
            question = ""
        elif (
            any(str(value).strip().casefold() in spelled for value in wanted) and condition.operator == "=="
        ) or _of_another_kind(wanted, values):
            question = ""
        elif set(words_of(tokens(said))) - _NOTHING and not any(map(str.isdigit, said)):
            continue  # it says in words that there is nothing, and nothing there is
        else:
            question = "May the right answer be that there is nothing of the kind in the data?"
        outputs = (clipped(subject.baseline), str(values[0]))
        return Verdict("selection", "violated", reason, outputs, question, SURE)
    return inapplicable("selection", "each condition is met by some row")


def idle_conditions(subject: Subject) -> Trial:
    """A text of its own that a program looks for stands somewhere in the data, or in the request.

    A condition that holds for no row says nothing of the rows: what stands behind it never happens.
    """
    if is_empty(subject):
        return inapplicable("idle conditions", "nothing was found")
    own = set(altered_programs.texts_in(subject.shape))
    counting = altered_programs.counting_conditions(subject.shape) if own else ""
    (counted,) = (yield [Copy(program=counting)]) if counting else (None,)
    if counted is None or altered_programs.COUNTS not in counted.files:
        return inapplicable("idle conditions", "the conditions cannot be counted")
    for condition in altered_programs.conditions(counted.files[altered_programs.COUNTS]):
        if condition.true or not condition.tested or condition.operator not in ("==", "startswith", "endswith"):
            continue
        constant = [side for side in (condition.right, condition.left) if own.issuperset(side)]
        if not constant or not (wanted := [str(text) for text in constant[0] if str(text).strip()]):
            continue
        values = condition.left if constant[0] is condition.right else condition.right
        numbers = bool(values) and not any(isinstance(value, str) for value in values)
        if not values or (any(_is_said(text, subject.request) for text in wanted) and not numbers):
            continue
        why = f"the task does not name it; the values {_some(values)}"
        why = "no text equals them: they are numbers" if numbers else why
        reason = f"{condition.text} holds for none of {condition.tested}, and {why}"
        outputs = (clipped(subject.baseline), str(values[0]))
        return Verdict("idle conditions", "violated", reason, outputs)
    return Verdict("idle conditions", "held", "each text that is looked for is there")


def _is_said(text: str, request: str) -> bool:
    return text.strip().casefold() in request.casefold()


def _has_part(value: object, part: object) -> bool:
    """True where a text has another as a part, in whatever case."""
    texts = isinstance(value, str) and isinstance(part, str)
    return texts and str(part).strip().casefold() in str(value).casefold()


def _of_another_kind(wanted: Sequence[object], values: Sequence[object]) -> bool:
    """True where words are looked for among values that have no letter: a month's name among dates."""
    letters = all(any(map(str.isalpha, str(value))) for value in wanted)
    return bool(wanted) and letters and not any(any(map(str.isalpha, str(value))) for value in values)


def _some(values: Sequence[object]) -> str:
    return "are " + ", ".join(repr(value)[:40] for value in values[:6]) + (" …" if len(values) > 6 else "")


def is_empty(subject: Subject) -> bool:
    """True where the output has nothing but words of the program itself, zeros and None."""
    own = {word for text in altered_programs.texts_in(subject.source) for word in words_of(tokens(text))}
    labels = {token for label in printed_labels(read_program(subject.source)) for token in tokens(label)}
    rows = [row for path in subject.baseline.files for row in subject.baseline.rows_of(path)]
    numbers = set(all_tokens(replace(subject.baseline, files={}).lines())) - own - labels
    return not rows and numbers <= {0.0, *_NOTHING}
