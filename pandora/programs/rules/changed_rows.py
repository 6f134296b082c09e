"""Rows of a table that a try changed although the request names a value that several rows have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pandora.programs.help import LARGEST_CHECKED, Try, Work
from pandora.programs.input_files import parse_content
from pandora.programs.inside.file_reading import kind_of
from pandora.programs.inside.written_dates import dates_in
from pandora.programs.language.month_names import days_named, months_named
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.request.request_text import has_word
from pandora.workspace.change import Change, content_before

MOST_ROWS, MOST_SHOWN = 20_000, 4
"""The most rows of a table that are compared, and of those that a message shows."""
_DIGITS = re.compile(r"\d+")
_NAME = re.compile(r"[^\W\d_]{3,}")
"""A word of a cell that may be a name."""
_FIGURES = re.compile(r"[\W\d_]*")
"""A cell without a letter, or an empty one: it is no name of a row."""
_KEY = re.compile(r"(?<![\w.,:/-])\w[\w/-]*\b(?![.,:]\d)")
_FEWEST_KEYS, _SHORTEST_KEY = 3, 3
"""The fewest rows that a column of keys has, and the fewest characters of a key."""
Row = Mapping[str, Any]


def changed_rows(work: Work, attempt: Try) -> list[Verdict]:
    """Return for each changed table whether all its rows are there, and clear which of them the request means.

    Rows are lost where some were changed and only those written back. It may not be clear where the request
    names a value that several rows have, and either some of them were changed, or all of them got one value in
    a column in which every row had its own. A file that the task asks to make may be there from an earlier
    attempt: it is made anew.
    """
    if not attempt.result.ok or work.task.kind_of_task == "file":
        return []
    changes = [change for change in attempt.result.changes if change.path not in work.task.makes]
    return [verdict for change in changes for verdict in _of_table(work, change)]


def _of_table(work: Work, change: Change) -> Iterator[Verdict]:
    before = _rows(change.path, content_before(change, work.workspace, LARGEST_CHECKED))
    after = _rows(change.path, change.content)
    if not before or not after or len(before) > MOST_ROWS:
        return
    if len(after) < len(before):
        yield from _lost_rows(change.path, before, after)
    if len(after) > len(before):
        yield from _repeated_rows(change.path, before, after)
    if len(before) != len(after):
        return
    if any(old.keys() != new.keys() for old, new in zip(before, after, strict=True)):
        return
    changed = [place for place, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    columns = {name for place in changed for name, cell in before[place].items() if after[place][name] != cell}
    if len(changed) == 1:
        new = [str(after[changed[0]][column]) for column in columns]
        if other := _other_row(work.request, change.path, before, changed[0], columns, new):
            yield other
            return
    if changed and (absent := _absent_key(work.request, change.path, before, after, changed, columns)):
        yield absent
        return
    named = _named_values(work.request, before, changed, columns)
    if not changed or not named:
        return
    alike = [place for place, row in enumerate(before) if all(map(_has, named, [row] * len(named)))]
    values = " and ".join(value for _, value, _ in named)
    if not set(changed) <= set(alike) or len(alike) < 2:
        return
    _, asks = _asked(change.path, [before[place] for place in alike], values)
    outputs = (f"{len(changed)} of {len(alike)} rows changed", "the task says which")
    if len(changed) < len(alike):
        if not _told_by_month(work.request, before, changed, alike) and not _other_numbers(
            work.request, before, after, changed, columns
        ):
            yield _unclear(change.path, [before[place] for place in alike], values, outputs)
    elif column := _own_values(before, after, changed, columns):
        question = f"Are all {len(alike)} rows with {values} to get the same {column}?"
        reason = f"{len(alike)} rows of {change.path} have {values}, and all of them got the same {column}"
        yield Verdict("changed rows", "violated", reason, outputs, question, asks=asks)


def _asked(path: str, alike: Sequence[Row], values: str) -> tuple[str, str]:
    """The rows that a request does not tell apart, and the question which of them is meant."""
    shown = "; ".join(map(_shown, alike[:MOST_SHOWN]))
    return shown, f"{len(alike)} rows of {path} have {values}: {shown}. Which of them is meant?"


def _unclear(path: str, alike: Sequence[Row], values: str, outputs: tuple[str, str]) -> Verdict:
    shown, asks = _asked(path, alike, values)
    question = f"Does the task say by anything but {values} which of these {len(alike)} rows is meant?"
    reason = f"{len(alike)} rows of {path} have {values}, and the task does not say which is meant"
    return Verdict("changed rows", "violated", reason, outputs, f"{shown}. {question}", asks=asks)


def _shown(row: Row) -> str:
    return ", ".join(str(cell) for cell in row.values())


def _repeated_rows(path: str, before: Sequence[Row], after: Sequence[Row]) -> Iterator[Verdict]:
    """A verdict against a try that wrote rows again, or the header as a row, beside those that were there.

    A new row says again what a row is called: a text that is another one in each row of a column.
    """
    columns = [*before[0]]
    if any(row.keys() != before[0].keys() for row in (*before, *after)):
        return
    known = Counter(tuple(str(row[column]) for column in columns) for row in before)
    new = Counter(tuple(str(row[column]) for column in columns) for row in after) - known
    if tuple(columns) in new:
        reason = f"{path} has its header twice; write back each row once"
        yield Verdict("changed rows", "violated", reason, ("two headers", "one header"))
        return
    for place in range(len(columns)):
        names = Counter(cells[place] for cells in known.elements())
        if max(names.values()) > 1 or any(_FIGURES.fullmatch(name) for name in names):
            continue
        if again := next((cells[place] for cells in new if cells[place] in names), ""):
            reason = f"it adds a second row with {again} to {path}; change the row that is there"
            question = f"Is a second row with {again} to be added to {path}?"
            yield Verdict("changed rows", "violated", reason, ("a second row", "the row changed"), question)
            return


def _lost_rows(path: str, before: Sequence[Row], after: Sequence[Row]) -> Iterator[Verdict]:
    """A verdict against a try that wrote back only the rows that it had changed, and lost all others."""
    columns = [*before[0]]
    if any(row.keys() != before[0].keys() for row in (*before, *after)):
        return
    known = {tuple(str(row[column]) for column in columns) for row in before}
    changed = [cells for row in after if (cells := tuple(str(row[column]) for column in columns)) not in known]
    if any(_is_like(cells, row) for cells in changed[:MOST_SHOWN] for row in known):
        lost = len(before) - len(after)
        reason = f"{lost} of {len(before)} rows of {path} are gone; write back all rows, also those that stay"
        question = f"Are {lost} rows of {path} to be taken out?"
        yield Verdict(
            "changed rows", "violated", reason, (f"{len(after)} rows", f"{len(before)} rows"), question
        )


def _is_like(cells: Sequence[str], other: Sequence[str]) -> bool:
    """True for a row that has half of the cells of another one: it is that row, changed."""
    return 2 * sum(one == two for one, two in zip(cells, other, strict=True)) >= len(cells)


Named = tuple[str, str, bool]
"""A column, what the request names of its cells, and whether that is a whole cell or one word of it."""


def _named_values(request: str, rows: Sequence[Row], changed: Sequence[int], columns: set[str]) -> list[Named]:
    """What the request names of the cells that changed rows share; not of the columns that changed.

    This is the cell that all of them have, or else each name that all of their cells have as a word.
    """
    named: list[Named] = []
    for column in rows[0]:
        if column in columns:
            continue
        cells = [str(rows[place].get(column)) for place in changed]
        value = cells[0] if len({cell.casefold() for cell in cells}) == 1 else ""
        if len(value) > 1 and not _DIGITS.fullmatch(value) and has_word(request, value):
            named.append((column, value, True))
            continue
        names = dict.fromkeys(_NAME.findall(cells[0])) if cells else {}
        shared = (name for name in names if name[0].isupper() and has_word(request, name))
        named += [(column, name, False) for name in shared if all(has_word(cell, name) for cell in cells)]
    return named


def _has(named: Named, row: Row) -> bool:
    """True for a row that has the cell, or the word in its cell."""
    column, value, whole = named
    cell = str(row.get(column))
    return cell.casefold() == value.casefold() if whole else has_word(cell, value)


def _other_row(
    request: str, path: str, rows: Sequence[Row], place: int, columns: set[str], new: Sequence[str]
) -> Verdict | None:
    """A verdict against a change of one row where the request names all that it does of it of another one, too,
    and a name or a number more; None where it does not. The `new` values tell no row.
    """
    written = {number for cell in new for number in _DIGITS.findall(cell)}

    def named(row: Row) -> set[str]:
        cells = [str(cell) for column, cell in row.items() if column not in columns]
        names = {name for cell in cells for name in _NAME.findall(cell) if name[0].isupper()}
        figures = {number for cell in cells for number in _DIGITS.findall(cell)} - written
        return {name.casefold() for name in names | figures if has_word(request, name)}

    own, names = named(rows[place]), [named(row) for row in rows]
    theirs = max((other for other in names if own < other), key=len, default=own)
    if theirs == own:
        return None
    meant = [row for row, other in zip(rows, names, strict=True) if theirs <= other]
    values = ", ".join(sorted(theirs))
    if len(meant) > 1:
        return _unclear(path, meant, values, ("another row changed", "the task says which"))
    reason = f"it changed the row {_shown(rows[place])} of {path}, and the task names {values}"
    question = f"Is the row {_shown(rows[place])} to be changed and not the row {_shown(meant[0])}?"
    return Verdict("changed rows", "violated", reason, (_shown(rows[place]), _shown(meant[0])), question)


def _absent_key(
    request: str,
    path: str,
    before: Sequence[Row],
    after: Sequence[Row],
    changed: Sequence[int],
    columns: set[str],
) -> Verdict | None:
    """A verdict against changed rows where the request names a key that none has, as a number of a bill.

    The keys of a column are all different and of one form, and the request has no other one of them. Nor does
    it name anything of the rows that were changed.
    """
    staying = [column for column in before[0] if column not in columns]
    kept = [str(before[place][column]) for place in changed for column in staying]
    if any(has_word(request, cell) for cell in kept) or any(
        name[0].isupper() and has_word(request, name) for cell in kept for name in _NAME.findall(cell)
    ):
        return None
    written = {str(after[place][column]) for place in changed for column in columns}
    tokens = [token for token in _KEY.findall(request) if any(map(str.isdigit, token))]
    for column in before[0]:
        cells = [str(row.get(column)) for row in before]
        forms = {_form(cell) for cell in cells}
        if column in columns or len(cells) < _FEWEST_KEYS or len({*cells}) < len(cells) or len(forms) != 1:
            continue
        alike = [token for token in tokens if {_form(token)} == forms and len(token) >= _SHORTEST_KEY]
        known = {cell.casefold() for cell in (*cells, *written)}
        others = {str(cell).casefold() for row in before for cell in row.values()}
        if not alike or any(token.casefold() in known | others for token in alike):
            continue
        values = ", ".join(cells[:MOST_SHOWN]) + (" …" if len(cells) > MOST_SHOWN else "")
        reason = f"no row of {path} has {alike[0]} as {column} ({values}), and other rows were changed"
        asks = f"No row of {path} has {alike[0]} as {column}: the values are {values}. Which row is meant?"
        return Verdict("changed rows", "violated", reason, (alike[0], values), asks=asks)
    return None


def _form(text: str) -> str:
    """The form of a key: which of its characters are digits, and which letters."""
    return re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "9", text))


def _other_numbers(
    request: str, before: Sequence[Row], after: Sequence[Row], changed: Sequence[int], columns: set[str]
) -> bool:
    """True where the request has a number that is no part of a new value: it may tell the rows apart."""
    cells = [str(rows[place][name]) for rows in (after, before) for place in changed for name in columns]
    known = {number for cell in cells for number in _DIGITS.findall(cell)}
    return any(number not in known for number in _DIGITS.findall(request))


def _told_by_month(request: str, rows: Sequence[Row], changed: Sequence[int], alike: Sequence[int]) -> bool:
    """True where the request names a month in which all rows that were changed are, and none of the others."""
    months = {*months_named(request).values(), *(month for _, month in days_named(request))}

    def is_named(place: int) -> bool:
        dates = (entry.day for cell in rows[place].values() for entry in dates_in(str(cell)))
        return any(day.month in months for day in dates if day)

    return all(is_named(place) == (place in changed) for place in alike) if months else False


def _own_values(before: Sequence[Row], after: Sequence[Row], changed: Sequence[int], columns: set[str]) -> str:
    """A column in which every row had a value of its own, and the changed ones now have the same; else ""."""
    for column in sorted(columns):
        cells = [str(row[column]) for row in before if row.get(column) not in (None, "")]
        same = len({str(after[place][column]) for place in changed}) == 1
        if same and len(cells) > 1 and len(set(cells)) == len(cells):
            return column
    return ""


def _rows(path: str, content: bytes | None) -> list[Row]:
    """The rows of a table; [] for what is none."""
    if not content or len(content) > LARGEST_CHECKED or kind_of(path) not in ("table", "JSON", "JSON lines"):
        return []
    try:
        value = parse_content(path, content)
    except (ValueError, RecursionError):
        return []
    rows = value if isinstance(value, list) else []
    return rows if all(isinstance(row, dict) for row in rows) else []
