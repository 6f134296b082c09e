"""Relations between a result and those on altered copies of the data: other order, other rows, other values."""

from __future__ import annotations

import ast
import itertools
import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from datetime import date
from typing import Any, TypeGuard

from pandora.programs.data_columns import LONGEST_NAME
from pandora.programs.inside.date_columns import Day
from pandora.programs.inside.text_folding import folded, letter_forms
from pandora.programs.inside.typed_columns import NoNumber
from pandora.programs.inside.written_dates import dates_in
from pandora.programs.language.function_words import is_function_word
from pandora.programs.metamorphic.altered_copies import Records
from pandora.programs.metamorphic.altered_programs import numbers_in, with_last_for_first
from pandora.programs.metamorphic.experiment_subject import (
    Copy,
    Named,
    Place,
    State,
    Subject,
    Trial,
    Verdict,
    altered,
    inapplicable,
    is_log,
    violated,
)
from pandora.programs.metamorphic.meaning import question_of_value
from pandora.programs.metamorphic.printed_names import (
    all_tokens,
    numbers_by_name,
    printed_column,
    short_values,
    short_words,
)
from pandora.programs.metamorphic.program_relations import SURE, is_empty
from pandora.programs.metamorphic.record_columns import (
    column_names,
    distinct_values,
    is_numeric,
    numeric_values,
    plain_name,
    text_of,
    typed_cells,
)
from pandora.programs.metamorphic.result_relations import made_columns
from pandora.programs.parsed_program import read_program
from pandora.programs.printed_values import Line, Run, numbers_of, tokens, words_of
from pandora.programs.repairs.mended_rows import ONE_VALUE
from pandora.programs.repairs.program_continuation import ORDER_MATTERS
from pandora.programs.spelling_variants import spelling_variants

_SHARES = (1.0, 100.0)
_MOST_FILLED = 3
"""The most columns whose blanks are filled, one at a time."""
_MOST_NAMES = 200
"""The most names with figures that are looked for in what is printed."""
_AS_LETTERS = str.maketrans("0123456789", "abcdefghij")
"""Letters for the figures of a name, which are no numbers of a result."""
_MOST_DATES = 2
_BEYOND = (-1, 10**9)
"""Values below and above those of a column: of these a limit that takes all its values does not take both."""
_MOST_OF_CONTRAST = 12
"""The most different values of a column of which one is held against another."""
_MOST_NAMED = 3
"""The most groups of values of one request that are tried."""


def order(subject: Subject) -> Trial:
    """M1: the rows in reverse order give the same values; rows that tie are told from a reliance on order.

    The reverse order turns every two rows round, which one shuffle does not.
    """
    reason = f"{ORDER_MATTERS}; use all that are meant (sum, len, a list of them), "
    reason += "or take one by its values (min, max, sorted)"
    question = "Does the task itself ask for a place in the data's order: a first or last row, a line number, "
    question += "or what follows what?"
    if not subject.tables:  # of files that are read as they are, a program may take the first it found
        program = with_last_for_first(subject.source)
        (last,) = (yield [Copy(program=program)]) if program else (None,)
        if last is None or not last.ok or last.same_as(subject.baseline):
            return inapplicable("order", "it takes no first of several")
        return violated("order", reason, subject, last, question)
    if subject.rows < 2:
        return inapplicable("order", "there are no rows to reorder")
    if all(is_log(path, records) for path, _, records in subject.tables):
        return inapplicable("order", "the order of a log is that of its times")
    (turned,) = yield [altered(subject, lambda path, name, rows: _in_reverse(subject, path, name, rows))]
    if turned is None:
        return inapplicable("order", "no run ended in time")
    if turned.same_as(subject.baseline):
        return Verdict("order", "held", "order")
    column = printed_column(subject)
    compared = _compared_columns(subject.shape)
    distinct = {
        (path, name): _with_totals_last(subject, path, name, _without_ties(rows, column, compared))
        for path, name, rows in subject.tables
    }
    one, other = yield [
        altered(subject, lambda path, name, _: distinct[path, name]),
        altered(subject, lambda path, name, _: _in_reverse(subject, path, name, distinct[path, name])),
    ]
    if one is None or other is None or not one.ok or one.same_as(other):
        return inapplicable("order", "several rows are equally good")
    return violated("order", reason, subject, turned, question)


def _in_reverse(subject: Subject, path: str, name: str, rows: Records) -> Records:
    """The rows in reverse order; a row of sums stays the last, for a program may leave out the last row."""
    return _with_totals_last(subject, path, name, rows[::-1])


def _with_totals_last(subject: Subject, path: str, name: str, rows: Records) -> Records:
    """The rows, with the row of sums once and at the end where their table ends with one."""
    if (path, name) not in subject.tables_with_totals:
        return rows
    total = next(records[-1] for place, table, records in subject.tables if (place, table) == (path, name))
    return [*(row for row in rows if row is not total), total]


def _compared_columns(source: str) -> frozenset[str]:
    """The columns that a program uses otherwise than to tell whether a value equals another one."""
    tree = read_program(source).tree
    if tree is None:
        return frozenset()
    equal = {
        id(side)
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare) and all(isinstance(sign, (ast.Eq, ast.NotEq)) for sign in node.ops)
        for side in (node.left, *node.comparators)
        for node in ast.walk(side)
    }
    keys = (
        node.slice if isinstance(node, ast.Subscript) else node.args[0]
        for node in ast.walk(tree)
        if id(node) not in equal and (isinstance(node, ast.Subscript) or _is_get(node))
    )
    return frozenset(key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str))


def _is_get(node: ast.AST) -> TypeGuard[ast.Call]:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "get"
        and bool(node.args)
    )


def _without_ties(records: Records, column: str, compared: Set[str]) -> Records:
    """Rows of which no two share a number or a date, with another number of rows for each value of `column`.

    Only the `compared` columns count, where the rows have some of them: others decide nothing.
    """
    measures = [
        name for name in column_names(records) if is_numeric(records, name) or _begins_with_digit(records, name)
    ]
    measures = [name for name in measures if name in compared] or measures
    seen: set[tuple[str, str]] = set()
    kept = []
    for record in records:
        values = {(name, str(record.cells.get(name))) for name in measures}
        if not values & seen:
            kept.append(record)
            seen |= values
    if not column:
        return kept
    counts = Counter(str(record.cells.get(column)) for record in kept)
    used: set[int] = set()
    weights: dict[str, int] = {}
    for value, count in sorted(counts.items()):
        weights[value] = next(weight for weight in itertools.count(1) if weight * count not in used)
        used.add(weights[value] * count)
    if max(used, default=0) > 4 * len(records) + 100:
        return kept
    return [record for record in kept for _ in range(weights[str(record.cells.get(column))])]


def duplication(subject: Subject) -> Trial:
    """M2: with every row twice, each number of the output stays or doubles."""
    (doubled,) = yield [
        altered(
            subject,
            lambda path, name, rows: _with_totals_last(
                subject, path, name, [record for record in rows for _ in range(2)]
            ),
        ),
    ]
    if doubled is None or not doubled.ok:
        return inapplicable("duplication", "the program does not take rows that stand twice")
    several = len(subject.tables) > 1
    known = _all_numbers(subject)
    faults = []
    runs = [_without_figures_of_names(subject, run) for run in (subject.baseline, doubled)]
    for comma in (False, True):
        before, after = (run.lines(comma) for run in runs)
        if not set(all_tokens(after)) - set(all_tokens(before)):
            return Verdict("duplication", "held", "duplication")
        names = short_words(subject)
        fault, aligned = _not_doubled(before, after, names, several, known)
        fault = fault or _replaced(before, after, names)
        if not fault:
            state: State = "held" if aligned else "not applicable"
            return Verdict("duplication", state, "duplication")
        faults.append(fault)
    reason = f"with every row twice {faults[0]}; a count or sum doubles, a mean, a name or a limit stays"
    question = "Would the right answer change otherwise than by doubling if every row stood twice, as for "
    return violated(
        "duplication", reason, subject, doubled, question + "duplicates, pairs or a sample deviation?"
    )


def _without_figures_of_names(subject: Subject, run: Run) -> Run:
    """A run whose printed names have letters in place of figures: the 1 of the flat `1B` never doubles."""
    names = {value for *_, values in subject.texts for value in values if len(value) <= LONGEST_NAME}
    coded = [name for name in names if any(map(str.isdigit, name)) and any(map(str.isalpha, name))]
    text = run.text
    for name in sorted(coded, key=len, reverse=True)[:_MOST_NAMES]:
        form = rf"(?<![\w.,]){re.escape(name)}(?!\w)"
        text = re.sub(form, lambda match: match[0].translate(_AS_LETTERS), text, flags=re.I)
    return replace(run, text=text)


def _not_doubled(
    before: Sequence[Line], after: Sequence[Line], names: set[str], several: bool, known: set[float]
) -> tuple[str, bool]:
    """What number neither stays nor doubles, or "", and whether there was a line to compare with.

    What a sum lacks to, or has above, a number that is `known` may do otherwise.
    """
    factors = (1.0, 2.0, 4.0) if several else (1.0, 2.0)
    ways: dict[tuple[tuple[str, ...], int], set[float]] = {}
    aligned = False
    for line in before:
        numbers = numbers_of(line)
        candidates = [
            numbers_of(other)
            for other in after
            if words_of(other) == words_of(line) and len(numbers_of(other)) == len(numbers)
        ]
        if not candidates or not numbers:
            continue
        aligned = True
        for candidate in candidates:
            own = [_factor(old, new, factors, known) for old, new in zip(numbers, candidate, strict=True)]
            if None not in own:
                break
        else:
            place = own.index(None)
            return f"{numbers[place]:g} becomes {candidates[-1][place]:g}", True
        frame = tuple(word for word in words_of(line) if word not in names)
        if len(frame) < len(words_of(line)):
            for place, (old, factor) in enumerate(zip(numbers, own, strict=True)):
                if old and factor:
                    ways.setdefault((frame, place), set()).add(factor)
    mixed = next((place for (_, place), kinds in ways.items() if len(kinds) > 1), None)
    return ("" if mixed is None else "some groups double and others do not"), aligned


def _replaced(before: Sequence[Line], after: Sequence[Line], names: set[str]) -> str:
    """Which names gave way to others where as many lines are printed, as where a place in a list is taken."""
    old, new = ({*map(str, all_tokens(lines))} & names for lines in (before, after))
    if len(before) != len(after) or not old - new or not new - old:
        return ""
    return f"{' '.join(sorted(old - new))} gives way to {' '.join(sorted(new - old))}"


def _factor(old: float, new: float, factors: Sequence[float], known: set[float]) -> float | None:
    """By what of `factors` a number grew; what was lost when it was printed rounded is allowed for.

    Of a difference to a `known` number one part grows and the other does not: 0.
    """
    digits = len(f"{old:.6f}".rstrip("0").partition(".")[2])
    room = 1.5 * 10.0**-digits if digits else 1.0 if abs(old) >= 50 else 0.0
    rooms = ((factor, room if factor > 1 else 1e-6) for factor in factors)
    factor = next((factor for factor, room in rooms if abs(old * factor - new) <= room), None)
    fixed = abs(2 * old - new)
    of_known = fixed > 1 and any(abs(fixed - abs(number)) <= (room if digits else 1e-6) for number in known)
    return 0.0 if factor is None and of_known else factor


def _all_numbers(subject: Subject) -> set[float]:
    """The numbers of the data, of the request and of the program, and what two of both come to.

    Of a total less 180, shared by 20, the part that does not double is 180 / 20. A number of the data that the
    program has written down, and that the request does not name, is none: it doubles with its row.
    """
    data = {abs(round(value, 6)) for numbers in subject.numbers.values() for value in numbers}
    written = _numbers_written(subject.shape)
    named = [number for number in subject.numbers_named if number in written and number]
    pairs = [(one, other) for one in named for other in named if one != other]
    shares = {round(part, 6) for one, other in pairs for part in (one / other, one * other)}
    return (data ^ written) | set(subject.numbers_named) | shares


def _numbers_written(source: str) -> set[float]:
    """The numbers that stand in a program by themselves."""
    try:
        nodes = [*ast.walk(ast.parse(source))]
    except (SyntaxError, ValueError, RecursionError):
        return set()
    constants = (node.value for node in nodes if isinstance(node, ast.Constant))
    return {float(value) for value in constants if isinstance(value, int | float) and abs(value) < 1e15}


def named_values(subject: Subject) -> Trial:
    """M3 and M4: a value that the request names selects or leaves out the rows that hold it.

    Of a value that it has in another form alone, it must make a difference which rows hold it.
    """
    # Nothing is added to `ERR` among temperatures, whether the request says so or not.
    # Nor is a value a condition that heads a column of its own: `month, food, travel, other`.
    columns = made_columns(subject)
    named = [group for group in subject.named if not columns.issuperset(group.words)]
    named = [group for group in named if not _stands_for_none(subject, group)][:_MOST_NAMED]
    if not named:
        return inapplicable("named values", "the request names no value of the data")
    exact, alike = ([group for group in named if group.alike is form] for form in (False, True))
    alters = [alter for group in exact for alter in (_without(group), _only(group))]
    runs = (yield [altered(subject, alter) for alter in alters]) if alters else []
    unclear: list[tuple[Named, bool, Run, Run]] = []
    for group, without, only in zip(exact, runs[::2], runs[1::2], strict=True):
        if without is None or only is None:
            return inapplicable("named values", "no run ended in time")
        dropped, kept = (
            not without.same_as(subject.baseline),
            only.same_as(subject.baseline) or _is_whole(only, subject.baseline),
        )
        if not (dropped and kept):
            unclear.append((group, dropped, without, only))
    doubtful = [group for group in (*(group for group, *_ in unclear), *alike) if _leaves_rows(subject, group)]
    labels = (yield [altered(subject, _everywhere(group)) for group in doubtful]) if doubtful else []
    for group, labelled in zip(doubtful, labels, strict=True):
        if labelled is None:
            return inapplicable("named values", "no run ended in time")
        if labelled.same_as(subject.baseline):
            word = _quoted(group.words)
            reason = f"it makes no difference which rows hold {word}, which the task names"
            question = f"Is {word} in the task no condition on the data?"
            return violated("named values", reason, subject, labelled, question)
    for group, dropped, without, only in unclear:
        word = _quoted(group.words)
        if dropped:
            reason = f"with only the rows that hold {word}, which the task names, the result is another"
            question = (
                f"Does the task also ask for the rows that hold {_quoted(group.longer)}?"
                if group.longer
                else f"Does the right answer also need rows without {word}, as a share or a comparison does?"
            )
            return violated("named values", reason, subject, only, question)
        reason = f"without the rows that hold {word}, which the task names, the result is the same"
        question = f"Does the task ask to leave out the rows with {word}?"
        refused = violated("named values", reason, subject, without, question)
        return replace(refused, contrast=_others_and_own(subject, group))
    return Verdict("named values", "held", " and ".join(f"{_quoted(group.words)} matters" for group in named))


def _others_and_own(subject: Subject, group: Named) -> tuple[str, str]:
    """Ask whether the rows with the commonest other value count, and those with one of the group.

    Of sixteen requests in four languages, the eight that leave rows out had -3.0 to -0.7 in log odds for those
    less the others, and the eight that ask for them 1.0 to 3.1. Both are "" for a column of many values.
    """
    place = next(iter(sorted(group.columns)))
    records = next(rows for path, name, rows in subject.tables if (path, name) == place[:2])
    cells = Counter(text for row in records if (text := text_of(row.cells.get(place[2]))))
    own = [value for value in cells if group.stands_in(value)]
    others = [value for value, _ in cells.most_common() if not group.stands_in(value)]
    if group.month or not own or not others or len(cells) > _MOST_OF_CONTRAST:
        return "", ""
    return question_of_value(place, others[0]), question_of_value(place, own[0])


def meant_rows(subject: Subject) -> Trial:
    """M3 and M4 of values that the request does not name: those of a column that it means select the rows."""
    if not (meant := subject.meaning.rows):
        return inapplicable("meant rows", "the request means no value of a column more than the others")
    places = list(meant)
    alters = [alter for place in places for alter in (_of_values(subject, place), _of_others(subject, place))]
    runs = yield [altered(subject, alter) for alter in alters]
    for place, only, without in zip(meant, runs[::2], runs[1::2], strict=True):
        if only is None or without is None:
            return inapplicable("meant rows", "no run ended in time")
        values = " or ".join(map(repr, meant[place]))
        if without.same_as(subject.baseline):
            reason = f"the rows whose {place[2]!r} is {values} make no difference, and the task means these"
            question = f"Does the task ask to leave out the rows whose {place[2]} is {values}?"
            return violated("meant rows", reason, subject, without, question)
        if not (only.same_as(subject.baseline) or _is_whole(only, subject.baseline)):
            reason = f"it counts rows whose {place[2]!r} is not {values}, and the task means only these"
            question = f"Does the right answer also need rows whose {place[2]} is not {values}?"
            return violated("meant rows", reason, subject, only, question)
    held = [f"{place[2]!r} is {' or '.join(map(repr, values))}" for place, values in meant.items()]
    return Verdict("meant rows", "held", f"only rows whose {' and '.join(held)}".replace(";", ","))


def _of_values(subject: Subject, place: tuple[str, str, str]) -> Callable[[str, str, Records], Records]:
    """Only the rows with a value that is meant."""
    return lambda path, name, rows: (
        [row for row in rows if text_of(row.cells.get(place[2])) in subject.meaning.rows[place]]
        if (path, name) == place[:2]
        else rows
    )


def _of_others(subject: Subject, place: tuple[str, str, str]) -> Callable[[str, str, Records], Records]:
    """The rows with other values."""
    return lambda path, name, rows: (
        [row for row in rows if text_of(row.cells.get(place[2])) not in subject.meaning.rows[place]]
        if (path, name) == place[:2]
        else rows
    )


def dates(subject: Subject) -> Trial:
    """A date that the request names, and that rows lie before and behind, decides which of them count.

    Without the rows on one side of it the result stays, or the program works with the date.
    """
    column, days = _column_of_days(subject)
    named = [entry.day for entry in dates_in(subject.request) if entry.day] if column else []
    between = [
        day for day in dict.fromkeys(named) if any(one < day for one in days) and any(one > day for one in days)
    ]
    unused = [day for day in between[:_MOST_DATES] if day.day not in numbers_in(subject.source)]
    if not unused:
        return inapplicable("dates", "the request names no date that divides the rows, or the program uses it")

    def side(day: date, later: bool) -> Callable[[str, str, Records], Records]:
        def alter(path: str, name: str, records: Records) -> Records:
            if (path, name) != column[:2]:
                return records
            pairs = zip(records, days, strict=True)
            return [record for record, own in pairs if own == day or (own > day) == later]

        return alter

    runs = yield [altered(subject, side(day, later)) for day in unused for later in (False, True)]
    for day, before, behind in zip(unused, runs[::2], runs[1::2], strict=True):
        if before is None or behind is None:
            return inapplicable("dates", "no run ended in time")
        if not before.same_as(subject.baseline) and not behind.same_as(subject.baseline):
            reason = f"the program does not use the date {day.isoformat()}, which the task names"
            question = f"Can this task be done without the date {day.isoformat()}?"
            return violated("dates", reason, subject, before, question)
    return inapplicable("dates", "the rows on one side of the date make no difference")


def _column_of_days(subject: Subject) -> tuple[tuple[str, str, str], list[date]]:
    """The one column that has a date in each row, and its dates; ("", "", "") and [] without one."""
    found = []
    for path, name, records in subject.tables:
        for column in column_names(records):
            cells = typed_cells([row.cells.get(column) for row in records])
            if cells and all(isinstance(cell, Day) for cell in cells):
                try:
                    found.append(((path, name, column), [cell.date() for cell in cells]))
                except ValueError:
                    continue
    return found[0] if len(found) == 1 else (("", "", ""), [])


def messages(subject: Subject) -> Trial:
    """A log without the messages that have a word of the request, in whatever form, gives another result.

    Each word in capital letters that the request has, such as IN and OUT, is tried by itself.
    """
    named = subject.words_of_log
    trials = [*([named] if named else []), *([mark] for mark in subject.marks_of_log)]
    if not trials:
        return inapplicable("messages", "the request has no word of some messages of a log")

    def without(words: Sequence[str]) -> Callable[[str, str, Records], Records]:
        # Words in capital letters are such in the messages, too: IN is no `in`.
        any_case = re.I if words is named else re.NOFLAG
        having = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", any_case)

        def alter(path: str, name: str, records: Records) -> Records:
            if not is_log(path, records):
                return records
            return [row for row in records if not having.search(str(row.cells["message"]))]

        return alter

    runs = yield [altered(subject, without(words)) for words in trials]
    for words, run in zip(trials, runs, strict=True):
        if run is None:
            return inapplicable("messages", "no run ended in time")
        if run.same_as(subject.baseline):
            reason = (
                f"without the messages that have {_quoted(words)}, which the task names, the result is the same"
            )
            question = f"Does the task ask to leave out messages with {_quoted(words)}?"
            return violated("messages", reason, subject, run, question)
    every = (word for some in trials for word in some)
    return Verdict("messages", "held", f"messages with {_quoted(every)} matter")


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(map(repr, words))


def _without(group: Named) -> Callable[[str, str, Records], Records]:
    return lambda path, name, records: [row for row in records if not group.holds(path, name, row)]


def _only(group: Named) -> Callable[[str, str, Records], Records]:
    def alter(path: str, name: str, records: Records) -> Records:
        return [row for row in records if group.holds(path, name, row)] or records

    return alter


def _stands_for_none(subject: Subject, group: Named) -> bool:
    """True where values of a group stand among the numbers of a column, in place of one."""
    columns = [
        typed_cells([row.cells.get(column) for row in rows])
        for path, name, rows in subject.tables
        for at, table, column in group.columns
        if (at, table) == (path, name)
    ]
    return bool(columns) and all(any(isinstance(cell, NoNumber) for cell in cells) for cells in columns)


def _leaves_rows(subject: Subject, group: Named) -> bool:
    """True where some row of a table that holds values of the group holds none."""
    tables = {place[:2] for place in group.columns}
    return any(
        not group.holds(path, name, row)
        for path, name, rows in subject.tables
        if (path, name) in tables
        for row in rows
    )


def _everywhere(group: Named) -> Callable[[str, str, Records], Records]:
    """Every row gets the value in the columns that hold it somewhere."""

    def alter(path: str, name: str, records: Records) -> Records:
        labelled = list(records)
        for _, _, column in (place for place in group.columns if place[:2] == (path, name)):
            cell = next(row.cells[column] for row in records if group.stands_in(row.cells.get(column)))
            labelled = [
                row if group.stands_in(row.cells.get(column)) else row.altered(column, cell) for row in labelled
            ]
        return labelled

    return alter


def _is_whole(run: Run, baseline: Run) -> bool:
    """True where a share became the whole: it gives 1 or 100, which it did not give before."""
    before = baseline.numbers()
    wholes = [whole for whole in _SHARES if not any(abs(number - whole) < 1e-6 for number in before)]
    return run.ok and any(abs(number - whole) < 1e-6 for number in run.numbers() for whole in wholes)


def groups(subject: Subject) -> Trial:
    """M5: a group's values stay where the rows of the other groups are taken out."""
    column = printed_column(subject, grouped=True)
    if not column:
        return inapplicable("groups", "the output has no groups")
    names = short_values(subject, column)
    before = numbers_by_name(subject.baseline, names)
    if len(before) < 2 or _shares(before):
        return inapplicable("groups", "the output has no groups, or their shares")
    if printed_column(subject) != column and _several_times(subject.baseline.text, names):
        return inapplicable("groups", "the output has rows, several of one group")
    first = next(iter(before))

    def alter(path: str, name: str, records: Records) -> Records:
        return [row for row in records if str(row.cells.get(column)).casefold() == first] or records

    (alone,) = yield [altered(subject, alter)]
    after = numbers_by_name(alone, names).get(first) if alone and alone.ok else None
    if alone is None or after is None or len(after) != len(before[first]):
        return inapplicable("groups", "the group is not there without the others")
    if Counter(after) == Counter(before[first]):
        return Verdict("groups", "held", f"groups ({column})")
    reason = f"the values of {first!r} change where the rows of the other groups of {column} are taken out"
    question = "Does a group's value depend on the other groups in this task, as a share or a rank does?"
    return violated("groups", reason, subject, alone, question)


def _several_times(text: str, names: Set[str]) -> bool:
    """True where an output says the name of a group of one word more than once."""
    said = Counter(words_of(tokens(text)))
    return any(said[name] > 1 for name in names)


def _shares(values: Mapping[str, Sequence[float]]) -> bool:
    """True where one number of each group adds up to 1 or 100."""
    least = min(map(len, values.values()))
    sums = [math.fsum(numbers[place] for numbers in values.values()) for place in range(least)]
    return any(abs(total - whole) <= 0.02 * whole for total in sums for whole in _SHARES)


def columns(subject: Subject) -> Trial:
    """M6: the one column of numbers that the request names, or means, matters, where any such column does.

    So does the one column of repeated texts that it names, where the output is by another one that it does not.
    """
    grouped, named_group = printed_column(subject, grouped=True), _named_group(subject)
    if grouped and named_group and grouped != named_group[2] and not _names_column(subject.request, grouped):
        (mixed,) = yield [altered(subject, _with_values([named_group], _drawn))]
        if mixed is not None and mixed.same_as(subject.baseline):
            reason = f"the values are given for each {grouped}, and the task names the column {named_group[2]}"
            question = f"Can this task be done without the values of the column {named_group[2]}?"
            return violated("columns", reason, subject, mixed, question)
    numeric = set(subject.numbers)
    named = {place for place in numeric if _names_column(subject.request, place[2])}
    named = {place for place in named if not _numbers_the_rows(subject, place)}
    if not named and subject.meaning.column in numeric:
        named = {subject.meaning.column}
    if len({column for _, _, column in named}) > 1 and (partly := _partly_filled(subject, named)):
        (own,) = yield [altered(subject, _with_values([partly], _turned_where_filled))]
        if own is not None and own.same_as(subject.baseline):
            reason = f"it only looks at whether {partly[2]} is blank, and the task names the column"
            question = f"Can this task be done without the values of the column {partly[2]}?"
            return violated("columns", reason, subject, own, question)
    if len({column for _, _, column in named}) != 1:
        return inapplicable("columns", "the request names no single column of numbers")
    column = next(iter(named))[2]
    (own,) = yield [altered(subject, _with_values(named, _turned))]
    if own is None:
        return inapplicable("columns", "no run ended in time")
    if not own.same_as(subject.baseline):
        return Verdict("columns", "held", f"column {column} matters")
    others = numeric - named
    if not others:
        return inapplicable("columns", f"no other column of numbers than {column}")
    *owns, other = yield [
        altered(subject, _with_values(named, _drawn)),
        *(altered(subject, _with_values(named, _all_alike(value))) for value in _BEYOND),
        altered(subject, _with_values(others, _turned)),
    ]
    if other is None or any(own is None for own in owns):
        return inapplicable("columns", "no run ended in time")
    if not all(own and own.same_as(subject.baseline) for own in owns):
        return Verdict("columns", "held", f"column {column} matters")
    if other.same_as(subject.baseline):
        return inapplicable("columns", "no column of numbers matters")
    reason = f"the result does not depend on the column {column}, which the task asks for, but on another one"
    question = f"Can this task be done without the values of the column {column}?"
    return violated("columns", reason, subject, other, question)


def _numbers_the_rows(subject: Subject, place: tuple[str, str, str]) -> bool:
    """True for a column whose every number has a row with each value of a text's column, and once.

    So an hour numbers the rows of a day: it says which row, and measures nothing.
    """
    path, name, column = place
    records = next(rows for at, table, rows in subject.tables if (at, table) == (path, name))
    numbers = {str(row.cells.get(column)) for row in records}
    for at, table, other, values in subject.texts:
        if (at, table) == (path, name) and len(numbers) > 1 and 1 < len(values) < len(records):
            pairs = {(str(row.cells.get(other)), str(row.cells.get(column))) for row in records}
            if len(pairs) == len(records) == len(numbers) * len(values):
                return True
    return False


def _named_group(subject: Subject) -> tuple[str, str, str] | None:
    """The one column of repeated texts that the request names."""
    rows = {(path, name): len(records) for path, name, records in subject.tables}
    named = [
        (path, name, column)
        for path, name, column, values in subject.texts
        if len(values) < rows[path, name] and _names_column(subject.request, column)
    ]
    return named[0] if len(named) == 1 else None


def _with_values(
    places: Iterable[tuple[str, str, str]], draw: Callable[[list[Any]], list[Any]]
) -> Callable[[str, str, Records], Records]:
    """Columns whose values are drawn anew from their own, so that the form of the values stays."""
    drawn = frozenset(places)

    def alter(path: str, name: str, records: Records) -> Records:
        result = list(records)
        for column in sorted(column for at, table, column in drawn if (at, table) == (path, name)):
            values = draw([row.cells.get(column) for row in records])
            result = [row.altered(column, value) for row, value in zip(result, values, strict=True)]
        return result

    return alter


def _turned(values: list[Any]) -> list[Any]:
    """The values with the largest where the smallest was, and the smallest third lost: sums change too."""
    numbers = [cell if isinstance(cell, (int, float)) else 0.0 for cell in typed_cells(values)]
    ranks = sorted(range(len(values)), key=lambda at: numbers[at])
    turned = list(values)
    for rank, at in enumerate(ranks):
        turned[at] = values[ranks[max(len(ranks) - 1 - rank, len(ranks) // 3)]]
    return turned


def _turned_where_filled(values: list[Any]) -> list[Any]:
    """The values with those turned that are there; blank ones stay blank."""
    filled = [at for at, cell in enumerate(typed_cells(values)) if cell not in (None, "")]
    turned = list(values)
    for at, value in zip(filled, _turned([values[at] for at in filled]), strict=True):
        turned[at] = value
    return turned


def _partly_filled(subject: Subject, places: Iterable[Place]) -> Place | None:
    """The one of several columns that has blank cells beside different values; None where not just one has."""
    found = []
    for path, name, column in places:
        records = next(rows for at, table, rows in subject.tables if (at, table) == (path, name))
        if _blank_rows(records, column) and len({*subject.numbers[path, name, column]}) > 1:
            found.append((path, name, column))
    return found[0] if len(found) == 1 else None


def _drawn(values: list[Any]) -> list[Any]:
    """As many of the values, drawn by chance with repetition."""
    return random.Random(7).choices(values[1:] or values, k=len(values))


def _all_alike(value: int) -> Callable[[list[Any]], list[Any]]:
    """One value in place of each, which no limit takes that takes the others, or none that does not."""
    return lambda values: [
        cell if cell in (None, "") else value if isinstance(cell, (int, float)) else str(value)
        for cell in values
    ]


def _names_column(request: str, column: str) -> bool:
    if len(plain_name(column)) <= 2 or is_function_word(plain_name(column).casefold()):
        return False  # `what they paid` names no column `what`
    pairs = zip(letter_forms(plain_name(column)), letter_forms(request), strict=True)
    return any(re.search(rf"(?<!\w){re.escape(name)}\w{{0,2}}(?!\w)", said) for name, said in pairs)


def blanks(subject: Subject) -> Trial:
    """A mean of a column with blank cells stays without the rows that have none of its values."""
    for path, name, column in subject.numbers:
        records = next(rows for at, table, rows in subject.tables if (at, table) == (path, name))
        if not (empty := _blank_rows(records, column)):
            continue
        selections = [list(range(len(records)))]
        for group in subject.named:
            selections.append([at for at, record in enumerate(records) if group.holds(path, name, record)])
        for chosen in selections:
            filled = [at for at in chosen if at not in empty]
            if not filled or len(filled) == len(chosen):
                continue
            total = sum(numeric_values([records[at] for at in filled], column))
            low, mean = total / len(chosen), total / len(filled)
            if not (wrong := [number for number in subject.baseline.numbers() if _rounded_to(number, low)]):
                continue
            if any(_rounded_to(number, mean) for number in wrong):
                continue
            kept = [record for at, record in enumerate(records) if at not in empty]
            (run,) = yield [
                altered(
                    subject,
                    lambda *table, place=(path, name), kept=kept: kept if table[:2] == place else table[2],
                )
            ]
            if run is not None and run.ok and any(_rounded_to(number, mean) for number in run.numbers()):
                reason = (
                    f"{wrong[0]:g} is the sum of {column!r} divided by {len(chosen)} rows, of which "
                    f"{len(chosen) - len(filled)} have no value; divide by the rows that have one"
                )
                question = f"Does the task itself say that a blank {column!r} counts as zero?"
                return violated("blanks", reason, subject, run, question)
            return Verdict("blanks", "held", "blanks")
    return inapplicable("blanks", "no mean of a column with blanks is given")


def zeros(subject: Subject) -> Trial:
    """Where a request takes a blank for none, a 0 in its place gives the same result."""
    blank = {place: rows for place in subject.meaning.zeros if (rows := _blank_in(subject, place))}
    if not blank:
        return inapplicable("zeros", "the request takes no blank for none")
    runs = yield [altered(subject, _filled(place, rows, "0")) for place, rows in blank.items()]
    for place, run in zip(blank, runs, strict=True):
        if run is None:
            return inapplicable("zeros", "no run ended in time")
        if not run.same_as(subject.baseline):
            cell = f"row[{place[2]!r}]"
            reason = (
                f"with 0 for each blank {place[2]!r} the result is another, and the task takes a blank for "
            )
            reason += f"none; keep its rows, and count it as 0: ({cell} or 0)"
            return violated("zeros", reason, subject, run, "")
    return Verdict("zeros", "held", f"a blank {' and '.join(repr(place[2]) for place in blank)} counts as 0")


def tested_blanks(subject: Subject) -> Trial:
    """Whether a column is blank decides nothing where the request does not ask for that."""
    blank = {place: rows for place in subject.meaning.untested if (rows := _blank_in(subject, place))}
    if not blank:
        return inapplicable("tested blanks", "no column is tested that the request does not mean")
    runs = yield [altered(subject, _filled(place, rows)) for place, rows in blank.items()]
    for place, run in zip(blank, runs, strict=True):
        if run is not None and run.ok and not run.same_as(subject.baseline):
            reason = f"whether {place[2]!r} is blank decides which rows count, and the task does not say so; "
            reason += "leave this condition out, and all its rows in"
            return violated("tested blanks", reason, subject, run, "")
    return Verdict("tested blanks", "held", f"blank {' and '.join(repr(place[2]) for place in blank)} count")


def summed_values(subject: Subject) -> Trial:
    """A zero that is given is a sum of values, and not of the blanks of a column."""
    if not is_empty(subject) or not any(number == 0 for number in subject.baseline.numbers()):
        return inapplicable("summed values", "no zero is given")
    blank = {place: rows for place in subject.numbers if (rows := _blank_in(subject, place))}
    if not blank:
        return inapplicable("summed values", "no column of numbers has blanks")
    filled = yield [altered(subject, _filled(place, rows)) for place, rows in [*blank.items()][:_MOST_FILLED]]
    for place, run in zip(blank, filled, strict=False):
        if run is not None and run.ok and not run.same_as(subject.baseline):
            others = [other[2] for other in blank if other[:2] == place[:2] and other != place]
            instead = f"; other columns with blanks are {', '.join(map(repr, others))}" if others else ""
            reason = f"the zero adds up nothing: {place[2]!r} is empty in all the rows that are taken{instead}"
            question = f"Does an empty {place[2]!r} mean that the answer is zero?"
            return replace(violated("summed values", reason, subject, run, question), least=SURE)
    return Verdict("summed values", "held", "summed values")


def _blank_in(subject: Subject, place: tuple[str, str, str]) -> set[int]:
    return next(_blank_rows(rows, place[2]) for at, name, rows in subject.tables if (at, name) == place[:2])


def _filled(
    place: tuple[str, str, str], blank: set[int], value: str = ""
) -> Callable[[str, str, Records], Records]:
    """The rows with a value where a column is blank: one of those that it has, or else one that is given."""

    def alter(path: str, name: str, records: Records) -> Records:
        if (path, name) != place[:2]:
            return records
        cell = next(record.cells[place[2]] for at, record in enumerate(records) if at not in blank)
        cell = (value if isinstance(cell, str) else int(value)) if value else cell
        return [record.altered(place[2], cell) if at in blank else record for at, record in enumerate(records)]

    return alter


def spellings(subject: Subject) -> Trial:
    """A value that a column writes in several ways, such as `sí` and `SI`, is one value to the program."""
    one_way: dict[tuple[str, str, str], dict[str, str]] = {}
    shown: list[str] = []
    for path, name, column, _ in subject.texts:
        records = next(rows for at, table, rows in subject.tables if (at, table) == (path, name))
        variants = spelling_variants(record.cells.get(column) for record in records)
        if variants:
            one_way[path, name, column] = {cell: usual for usual, cells in variants.items() for cell in cells}
            shown += [f"{column!r} has {' and '.join(map(repr, cells))}" for cells in variants.values()]
    if not one_way:
        return inapplicable("spellings", "no value is written in several ways")

    def written_alike(path: str, name: str, records: Records) -> Records:
        for (at, table, column), usual in one_way.items():
            if (at, table) == (path, name):
                cells = [str(record.cells.get(column)) for record in records]
                records = [
                    record.altered(column, usual[cell]) if cell in usual else record
                    for record, cell in zip(records, cells, strict=True)
                ]
        return records

    (run,) = yield [altered(subject, written_alike)]
    if run is None or not run.ok:
        return inapplicable("spellings", "the program does not take values in one spelling")
    if _folded(run).same_as(_folded(subject.baseline)):
        return Verdict("spellings", "held", "spellings")
    reason = f"{'; '.join(shown[:3])} {ONE_VALUE}, which has no case and no accents"
    question = "Does the task itself tell values apart that differ in capital letters or accents alone?"
    return violated("spellings", reason, subject, run, question)


def _folded(run: Run) -> Run:
    """The run with all that it gave in lower case and without accents."""
    rows = (row for path in sorted(run.files) for row in run.rows_of(path))
    return Run(run.ok, folded("\n".join((run.text, *rows))))


def _blank_rows(records: Records, column: str) -> set[int]:
    cells = typed_cells([record.cells.get(column) for record in records])
    return {at for at, cell in enumerate(cells) if cell in (None, "")}


def _rounded_to(number: float, value: float) -> bool:
    """True where a number is the value, rounded to as many places as it has."""
    return abs(number - round(value, len(repr(number).partition(".")[2]))) < 1e-9


def _begins_with_digit(records: Records, column: str) -> bool:
    return all(value[0].isdigit() for value in distinct_values(records, column))
