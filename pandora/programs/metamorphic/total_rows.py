"""The relation about a last row with the sums of those above it: it is not added up or counted with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandora.programs.metamorphic.altered_copies import Records
from pandora.programs.metamorphic.altered_programs import texts_in
from pandora.programs.metamorphic.experiment_subject import (
    Subject,
    Trial,
    Verdict,
    altered,
    inapplicable,
    violated,
)
from pandora.programs.metamorphic.printed_names import all_tokens
from pandora.programs.metamorphic.record_columns import column_names
from pandora.programs.printed_values import Line, numbers_of
from pandora.programs.request.request_text import has_word

RELATION = "total rows"
_CENT = 0.006


def total_rows(subject: Subject) -> Trial:
    """M24: without a row of sums at the end of a table, no number of the result is less by it.

    It is violated where a number has lost the sum, or a count is one less, or another mean comes out; and where
    some rows are shown and the row of sums is among them. A program may well read the sum itself.
    """
    places = sorted(subject.tables_with_totals)
    if not places:
        return inapplicable(RELATION, "no last row has the sums of the others")
    (without,) = yield [altered(subject, lambda path, name, rows: rows[: len(rows) - ((path, name) in places)])]
    if without is None or not without.ok:
        return inapplicable(RELATION, "the program needs the row of sums")
    if without.same_as(subject.baseline):
        return Verdict(RELATION, "held", RELATION)
    for path, name, rows in subject.tables:
        if (path, name) not in places:
            continue
        shown = ", ".join(text for cell in rows[-1].cells.values() if (text := str(cell or "").strip()))
        pairs = [*_aligned(subject.baseline.lines(), without.lines())]
        sums = [numbers[-1] for place, numbers in subject.numbers.items() if place[:2] == (path, name)]
        added = any(_has_lost(before, after, len(rows), sums) for before, after in pairs)
        if added or _shows_it(subject, rows):
            reason = f"the last row of {path}, {shown!r}, has the sums of the others, and it counts "
            reason += "as one of them; leave it out"
            question = f"Does the task itself ask for the last row, {shown!r}, to count like the others?"
            return violated(RELATION, reason, subject, without, question)
    return inapplicable(RELATION, "the row of sums is not counted")


def _aligned(before: Sequence[Line], after: Sequence[Line]) -> Iterator[tuple[float, float]]:
    """The numbers of two outputs that stand in the same places; none where they do not have as many."""
    old, new = numbers_of(all_tokens(before)), numbers_of(all_tokens(after))
    yield from zip(old, new, strict=True) if len(old) == len(new) else ()


def _has_lost(before: float, after: float, rows: int, sums: Sequence[float]) -> bool:
    """True where a number was a sum with the row, the count of all rows, or their mean, and no longer is."""
    if any(after and abs(before - after - whole) < _CENT for whole in sums):
        return True
    if before == rows and after == rows - 1:
        return True
    means = ((2 * whole / rows, whole / (rows - 1)) for whole in sums)
    return any(abs(before - old) < _CENT and abs(after - new) < _CENT for old, new in means)


def _shows_it(subject: Subject, rows: Records) -> bool:
    """True where the label of the row is shown, which nobody wrote, and not those of all other rows."""
    given = subject.baseline
    text = "\n".join([given.text, *(row for path in given.files for row in given.rows_of(path))])
    written = "\n".join(texts_in(subject.shape))
    for column in column_names(rows):
        label = rows[-1].cells.get(column)
        if not isinstance(label, str) or not any(map(str.isalpha, label)) or not has_word(text, label):
            continue
        others = {str(row.cells.get(column)) for row in rows[:-1]}
        said = has_word(written, label) or has_word(subject.request, label)
        if not said and not all(has_word(text, other) for other in others):
            return True
    return False
