"""What a request means of the data without naming it, told by how likely a model finds each of several answers.

How likely a yes is by itself says little. How much likelier it is for one value than for its neighbours does.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pandora.programs.data_columns import LONGEST_NAME
from pandora.programs.metamorphic.altered_copies import Records
from pandora.programs.metamorphic.experiment_subject import Place, Subject, is_headed
from pandora.programs.metamorphic.record_columns import column_names, plain_name, text_of
from pandora.programs.parsed_program import read_program
from pandora.programs.request.request_text import has_word

MOST_VALUES = 6
"""The most different values of a column, and columns of numbers of a table, of which each is asked about."""
MOST_COLUMNS = 3
"""The most columns of one request of whose values each is asked about."""
LEAST_GAP = 0.6
"""How much likelier, in log odds, the values that are meant are than the others of their column.

Of 53 columns of few values in 38 requests about tables, 16 had such a gap between two neighbours. Each limits
its rows, 15 to just those with the values above the gap; two of them without naming the value. Of 31 requests
made up for it, ten of sixteen with a limit had it at the right place, and of the others one, which names its
values.
"""
LEAST_AHEAD = 0.1
"""How much likelier at least a value that a program asks for is than those that it does not ask for.

Of 31 requests made up for it, 22 mean values of a column; in 17 these are so much ahead of the others, in
one by less. Where none is meant, the first value is seldom ahead of all.
"""
LEAST_LEAD, LEAST_ODDS = 0.5, 0.5
"""How much likelier the column of numbers that is meant is than the next one, and how likely it is at least.

Of 17 requests for a number twelve had such a column, each the right one; of 16 that count or list rows none.
"""
LEAST_MEASURE = 1.5
"""How likely it is at least, in log odds of both `measure_questions` together, that a column of numbers holds
what is asked.

Of 40 requests in four languages for an extreme, a sum or a mean, made up for it, 19 of the 20 whose column is
there have more, and two of the 20 others. Whether the answer is a number from the column, and whether the
numbers can answer the request, told 13 and four: which parcel is the heaviest is no number.
"""
LEAST_ZERO = -0.6
"""How much likelier at least a blank stands for none of something than for a row to be ignored, in log odds.

Of 13 requests in four languages about tables with blanks, the six in which a blank counts as 0 had -0.5 to 1.4,
the six in which such rows are left out -1.8 to -0.8, and one that says nothing of it -1.0.
"""
MOST_BLANKS = 2
"""The most columns with blanks of one request of which each is asked about."""
LEAST_TESTED = 0.0
"""How likely it is at least, in log odds of the likelier of both `presence_questions`, that a request is about
whether a column is filled in.

Of 28 columns in 16 requests, four of them in other languages, the nine that are asked about had 0.6 to 2.9, and
of the nineteen others ten less than 0.
"""
_DIGITS = re.compile(r"\d+")
_MEASURES = ("max", "min", "sorted", "sort", "nlargest", "nsmallest", "sum", "mean", "median", "totals")
"""The calls that measure rows by what they are given."""
_ADDING = ("sum", "mean", "fmean", "average")
_YEARS = range(1900, 2101)
"""The numbers that are years where all of a column are among them."""


def question_of_value(place: Place, value: str) -> str:
    """Ask whether the rows with a value in a column count; how much surer one value is than others tells."""
    path, _, column = place
    return (
        f'The table {path} has a column "{column}". '
        f'Do the rows whose "{column}" is "{value}" count for this request?'
    )


@dataclass(frozen=True)
class Category:
    """A column of few texts in a table of a file, and its different values in the order of the rows."""

    place: Place
    values: tuple[str, ...]

    def question(self, value: str) -> str:
        """The question whose likelier answer tells whether the rows with a value are meant."""
        return question_of_value(self.place, value)

    def meant(self, odds: Mapping[str, float]) -> tuple[str, ...]:
        """The values that a request means, by the log odds of each; () where none stands out."""
        ranked = sorted(self.values, key=lambda value: -odds[value])
        gaps = [odds[one] - odds[other] for one, other in pairwise(ranked)]
        widest = max(range(len(gaps)), key=lambda at: gaps[at])
        return tuple(ranked[: widest + 1]) if gaps[widest] >= LEAST_GAP else ()


def _is_of_another_number(column: str, records: Records, request: str) -> bool:
    """True for `paid 2024` beside `paid 2025` where the request has 2025 alone: it speaks of the other."""
    own, form = _DIGITS.findall(column), _DIGITS.sub("\0", column)
    if not own or all(has_word(request, number) for number in own):
        return False
    siblings = (name for name in column_names(records) if name != column and _DIGITS.sub("\0", name) == form)
    return any(all(has_word(request, number) for number in _DIGITS.findall(name)) for name in siblings)


def categories(subject: Subject) -> list[Category]:
    """The columns of categories of which the request names no value; values that it names are tried anyway.

    A column of whose values the result has a line each is what it groups the rows by: none is meant alone.
    """
    lines = [row for path in subject.baseline.files for row in subject.baseline.rows_of(path)]
    lines = [line for line in (*subject.baseline.text.splitlines(), *lines) if line.strip()]
    named = {place for group in subject.named for place in group.columns}
    found = []
    for path, name, records in subject.tables:
        for column, values in _columns_of_few_values(records[1:] if is_headed(records) else records):
            if _has_line_for_each(lines, values) or _is_of_another_number(column, records, subject.request):
                continue
            if (path, name, column) not in named and len(records) > len(values):
                found.append(Category((path, name, column), values))
    return found[:MOST_COLUMNS]


def _has_line_for_each(lines: Sequence[str], values: Sequence[str]) -> bool:
    """True where lines have values of a column, several of them and each in one line alone."""
    counts = [sum(has_word(line, value) for line in lines) for value in values]
    return sum(count == 1 for count in counts) > 1 and max(counts) == 1


def _columns_of_few_values(records: Records) -> Iterator[tuple[str, tuple[str, ...]]]:
    for column in column_names(records):
        cells = [record.cells.get(column) for record in records]
        if not all(isinstance(cell, bool) or _is_category(cell) for cell in cells):
            continue
        values = tuple(dict.fromkeys(map(text_of, cells)))
        if 2 <= len(values) <= MOST_VALUES:
            yield column, values


def _is_category(cell: object) -> bool:
    text = cell.strip() if isinstance(cell, str) else ""
    return 0 < len(text) <= LONGEST_NAME and not text[0].isdigit() and any(map(str.isalpha, text))


def number_columns(subject: Subject) -> Sequence[Place]:
    """The columns of numbers of the one table that has any; () where there is no choice, or one is named."""
    places = list(subject.numbers)
    tables = {place[:2] for place in places}
    said = plain_name(subject.request)
    if len(tables) != 1 or not 2 <= len(places) <= MOST_VALUES:
        return ()
    return () if any(plain_name(column) in said for _, _, column in places) else places


def column_question(place: Place) -> str:
    """The question whose likelier answer tells whether a column of numbers is meant."""
    return measure_questions(place[2])[0]


def meant_column(odds: Mapping[Place, float]) -> Place | None:
    """The column of numbers that a request means, by the log odds of each; None where none stands out."""
    ranked = sorted(odds, key=lambda place: -odds[place])
    if len(ranked) < 2 or odds[ranked[0]] < LEAST_ODDS or odds[ranked[0]] - odds[ranked[1]] < LEAST_LEAD:
        return None
    return ranked[0]


def measured_columns(subject: Subject) -> Sequence[str]:
    """The columns of numbers of which one may hold what is asked, where a program measures its rows by one.

    () where it measures none, where the request names one, or where they are too many to ask about each.
    """
    numeric = dict.fromkeys(column for _, _, column in subject.numbers)
    said = plain_name(subject.request)
    tree = read_program(subject.shape).tree
    measured = set(_measured(tree)) & {*numeric} if tree is not None else set()
    if not measured or len(numeric) > MOST_VALUES or any(plain_name(column) in said for column in numeric):
        return ()
    return tuple(numeric)


def _measured(tree: ast.AST) -> Iterator[str]:
    """The keys within calls that measure rows, added up by a loop, or compared with those of another row."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
            yield from _keys(node) if called in _MEASURES else ()
        elif isinstance(node, ast.AugAssign):
            yield from _keys(node.value)
        elif isinstance(node, ast.Compare) and len(node.comparators) == 1:
            yield from {*_keys(node.left)} & {*_keys(node.comparators[0])}


def added_years(subject: Subject) -> str:
    """The column of years of which a program takes the sum or the mean, and which the request does not name.

    2020 is no age and no amount; how long something is ago is a difference. "" for none.
    """
    tree, said = read_program(subject.shape).tree, plain_name(subject.request)
    added = {*_added(tree)} if tree is not None else set()
    for (_, _, column), values in subject.numbers.items():
        if column in added and plain_name(column) not in said and all(value in _YEARS for value in values):
            return column
    return ""


def _added(tree: ast.AST) -> Iterator[str]:
    """The keys whose values a call adds up as they are, or a loop does."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            called = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
            of_each = getattr(node.args[0], "elt", node.args[0])
            yield from _key_alone(of_each) if called in _ADDING else ()
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
            yield from _key_alone(node.value)


def _key_alone(node: ast.AST) -> Iterator[str]:
    """The key of `row["a"]`, or of one that is made a number: `int(row["a"])`."""
    if isinstance(node, ast.Call) and len(node.args) == 1:
        node = node.args[0]
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        yield str(node.slice.value)


def _keys(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Subscript) and isinstance(inner.slice, ast.Constant):
            yield str(inner.slice.value)


def measure_questions(column: str) -> tuple[str, str]:
    """The two questions whose log odds together tell whether a column of numbers holds what is asked."""
    return (
        f'Does the column "{column}" hold what this asks for?',
        f'Must the numbers in the column "{column}" be compared or added up for this?',
    )


def columns_with_blanks(subject: Subject) -> list[Place]:
    """The columns of numbers with blanks in fewer than half of their rows, of those that a program uses.

    Where a column has more, as one of the two of a cash book, another one has the values of these rows.
    """
    tree = read_program(subject.shape).tree
    used = {*_keys(tree)} if tree is not None else set()
    blanks = {
        (path, name, column): sum(record.cells.get(column) in (None, "") for record in records)
        for path, name, records in subject.tables
        for column in column_names(records)
        if column in used and (path, name, column) in subject.numbers
    }
    rows_of = {(path, name): len(records) for path, name, records in subject.tables}
    return [place for place, count in blanks.items() if 0 < 2 * count < rows_of[place[:2]]][:MOST_BLANKS]


def columns_only_tested(subject: Subject) -> list[Place]:
    """The columns with blanks of which a program uses nothing but whether they are blank."""
    tree = read_program(subject.shape).tree
    tested = _only_tested(tree) if tree is not None else set()
    return [
        (path, name, column)
        for path, name, records in subject.tables
        for column in column_names(records)
        if column in tested
        if 0 < sum(record.cells.get(column) in (None, "") for record in records) < len(records)
    ][:MOST_BLANKS]


def _only_tested(tree: ast.AST) -> set[str]:
    """The keys of which each use asks whether the value is there: `row["a"] == ""`, `if not row["a"]`."""
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    tested: dict[str, bool] = {}
    for node in ast.walk(tree):
        if (key := _key(node)) is not None:
            tested[key] = tested.get(key, True) and _is_tested(node, above)
    return {key for key, only in tested.items() if only}


def _key(node: ast.AST) -> str | None:
    if isinstance(node, ast.Subscript):
        key = node.slice
    elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "get" and node.args:
        key = node.args[0]
    else:
        return None
    return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None


def _is_tested(node: ast.AST, above: Mapping[ast.AST, ast.AST]) -> bool:
    """True where an expression is compared with a blank, or stands for whether it is one."""
    upper = above.get(node)
    while isinstance(upper, ast.Attribute) and upper.attr == "strip":
        node = above[upper]
        upper = above.get(node)
    if isinstance(upper, ast.Compare):
        sides = [side for side in (upper.left, *upper.comparators) if side is not node]
        return all(_is_blank(side) for side in sides)
    if isinstance(upper, ast.UnaryOp):
        return isinstance(upper.op, ast.Not)
    while isinstance(upper, ast.BoolOp):
        node, upper = upper, above.get(upper)
    return isinstance(upper, ast.If | ast.comprehension) or (
        isinstance(upper, ast.UnaryOp) and isinstance(upper.op, ast.Not)
    )


def _is_blank(node: ast.AST) -> bool:
    """True where an expression is None or "", or a row of such."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return all(map(_is_blank, node.elts))
    return isinstance(node, ast.Constant) and node.value in (None, "")


def presence_questions(column: str) -> tuple[str, str]:
    """The two questions of which a yes to either tells that a request is about whether a column is blank."""
    return f"Is this request about rows without a {column}?", f"Is this request about rows with a {column}?"


def blank_questions(column: str) -> tuple[str, str]:
    """The two questions of which the likelier tells whether a blank stands for none, or for no row."""
    return (
        f"Does a blank {column} mean that there is none of it?",
        f"Are rows without a {column} to be ignored?",
    )
