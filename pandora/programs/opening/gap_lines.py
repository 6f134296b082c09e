"""Lines that show the gaps of a text, and how a program fills them in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from pandora.programs.inside.nested_rows import is_rows
from pandora.programs.inside.text_gaps import COMMA_AMOUNT
from pandora.programs.opening.asked_gaps import AskedGap, asked_gaps
from pandora.programs.opening.gap_places import gaps_to_fill
from pandora.programs.opening.loaded_variables import Loaded

GAPS, PLACES = "gaps", "places"
"""The variable that holds what fills in the gaps, and that of the gaps of a table by the names of its rows."""
_BEGUN, _END = f"{GAPS} = {{", "; at the end: "


def filling_call(request: str, path: str) -> str:
    """The statement that fills in the gaps of a file by what the variable of the gaps holds."""
    like = next((match[0] for match in COMMA_AMOUNT.finditer(request)), "")
    return f"fill({json.dumps(path)}, {GAPS}{f', like={like!r}' if like else ''})"


def places_line(asked: AskedGap) -> str:
    """The statement that says where the gap of each row of a table is."""
    return f"{PLACES} = {json.dumps(asked.rows, ensure_ascii=False)}"


def gap_comments(request: str, files: Sequence[str], workspace: Path) -> list[str]:
    """The gaps of the one text that has some, each with its line, and a dict for what fills them in; else [].

    Those of a table stand by the names of its rows. After a comment a model may write nothing; after code it
    writes code.
    """
    gaps = gaps_to_fill(request, files, workspace)
    if gaps is None:
        return []
    asked = asked_gaps(gaps)
    if len(asked) == 1 and asked[0].rows:
        return _row_gaps(asked[0], request, gaps.path)
    return [
        *(
            f"# {gaps.path} has {', '.join(own)} in {line!r}"
            for line, own in gaps.lines.items()
            if own and own != [line]
        ),
        f"{_BEGUN}{', '.join(f'{json.dumps(key, ensure_ascii=False)}: None' for key in gaps.keys)}}}"
        f"  # give each what stands in its place{_END}{filling_call(request, gaps.path)}",
    ]


def rows_opening(request: str, files: Sequence[str], workspace: Path, loaded: Sequence[Loaded]) -> str:
    """The beginning of a program that gives each row of a table its value; "" where the gaps are no such.

    It has the rows of another file that are those of each row by their name, so that what is left to write is
    the value alone.
    """
    gaps = gaps_to_fill(request, files, workspace)
    asked = asked_gaps(gaps) if gaps else []
    if gaps is None or len(asked) != 1 or not asked[0].rows:
        return ""
    sources = [variable for variable in loaded if json.dumps(gaps.path) not in variable.call]
    found = next(((one, column) for one in sources for column in _columns_with(asked[0].rows, one.value)), None)
    if found is None:
        return ""
    variable, column = found
    return "\n".join(
        [
            *(source.line for source in sources),
            *(f"# {line}" for line in wrap(request, 110)),
            *_row_gaps(asked[0], request, gaps.path),
            f"for name in {PLACES}:",
            f"    own = [row for row in {variable.name} if str(row[{column!r}]) == name]",
            f"    {GAPS}[{PLACES}[name]] =",
        ]
    )


def _columns_with(names: Iterable[str], rows: Any) -> list[str]:
    """The columns of rows that hold each of the names."""
    columns = list(rows[0]) if is_rows(rows) else []
    return [column for column in columns if {*names} <= {str(row.get(column)) for row in rows}]


def _row_gaps(asked: AskedGap, request: str, path: str) -> list[str]:
    """The lines that say where the gaps of a table are, and how they are filled in."""
    return [
        f"{places_line(asked)}  # {asked.says}",
        f"{_BEGUN}}}  # give each place what stands there{_END}{filling_call(request, path)}",
    ]


def begun_gap(lines: Sequence[str]) -> str:
    """The beginning of the lines that give the first gap its value, or each row's; "" where there is none.

    Shown the dict alone, a small model fills it in as it is, or takes the first row that it comes to.
    """
    if any(line.startswith(f"{PLACES} = {{") for line in lines):
        return f"for name in {PLACES}:\n    {GAPS}[{PLACES}[name]] ="
    begun = next((line for line in lines if line.startswith(_BEGUN)), "")
    keys = re.findall(r'("(?:[^"\\]|\\.)*"): None', begun.partition("  # ")[0])
    return f"{GAPS}[{keys[0]}] =" if keys else ""


def with_gaps_filled(program: str) -> str:
    """A program that has what fills in the gaps, and at its end the call that does so; "" for any other."""
    begun = next((line for line in program.splitlines() if line.startswith(_BEGUN) and _END in line), "")
    call = begun.rpartition(_END)[2]
    code = "\n".join(
        line for line in program.splitlines() if not line.lstrip().startswith("#") and line != begun
    )
    if not call or "fill(" in code or f"{GAPS}[" not in code:
        return ""
    return f"{program.rstrip()}\n{call}\n"
