"""The gaps of a text as values that are asked for: one for each, or one for each row of a table in the text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pandora.programs.inside.text_gaps import NAMED_GAP
from pandora.programs.opening.gap_places import Gaps

_ROW = re.compile(r"\|.*\|")
_RULE = re.compile(r"\|(?:\s*:?-+:?\s*\|)+")
_MARKER = re.compile(r"^[-*•·]\s+")


@dataclass(frozen=True)
class AskedGap:
    """What is asked for: a value for the gap `key`, or one for each row of a table in the text.

    `says` names it in words, on one line. `rows` maps what a row of the table begins with to the key of its
    gap; it is empty where one value is asked for.
    """

    says: str
    key: str = ""
    rows: Mapping[str, str] = field(default_factory=dict)


def asked_gaps(gaps: Gaps) -> list[AskedGap]:
    """What is asked for, in the order of the text; the rows of a table with one gap each are one."""
    asked: list[AskedGap] = []
    for key in gaps.keys:
        line = next((line for line, own in gaps.lines.items() if key in own or key == line), key)
        row = _row_of(key, line, gaps)
        if row is None:
            asked.append(AskedGap(_MARKER.sub("", " ".join(line.split())), key))
        elif asked and asked[-1].rows and asked[-1].says == row[0] and row[1] not in asked[-1].rows:
            asked[-1] = replace(asked[-1], rows={**asked[-1].rows, row[1]: key})
        else:
            asked.append(AskedGap(row[0], rows={row[1]: key}))
    return [_with_rows_named(one) for one in asked]


def _with_rows_named(asked: AskedGap) -> AskedGap:
    """A query for the rows of a table names them; one for a single row asks for its value alone."""
    if not asked.rows:
        return asked
    if len(asked.rows) == 1:
        ((name, key),) = asked.rows.items()
        return AskedGap(f"{asked.says.rpartition(', ')[2]} of {name}", key)
    return replace(asked, says=f"{asked.says} ({', '.join(asked.rows)})")


def _row_of(key: str, line: str, gaps: Gaps) -> tuple[str, str] | None:
    """The columns of a table's row, its first and that of its only gap, and what it begins with; else None."""
    lines = [" ".join(one.split()) for one in gaps.text.splitlines()]
    if not _ROW.fullmatch(line.strip()) or line not in lines or line not in (key, *gaps.lines):
        return None
    rule = next((at for at in range(lines.index(line), 0, -1) if _RULE.fullmatch(lines[at])), 0)
    cells, head = _cells(line), _cells(lines[rule - 1]) if rule else []
    places = [place for place, cell in enumerate(cells) if NAMED_GAP.fullmatch(cell) or cell in ("?", "tbd")]
    if len(cells) != len(head) or len(places) != 1 or not places[0] or not cells[0]:
        return None
    return f"{head[0]}, {head[places[0]]}", cells[0]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]
