"""Keep what was piped into a run as a file of the workspace, under a name that its content gives."""

from __future__ import annotations

import csv
import json
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from pandora.errors import UsageError
from pandora.workspace.apply import apply
from pandora.workspace.change import Change
from pandora.workspace.operation_context import protected_in

FOLDER = "input"
"""The folder of the workspace that piped input is kept in."""
LONGEST = 64 << 20
"""The most bytes that are kept."""
_SAMPLED = 50
"""How many lines are looked at to tell a table, or lines of JSON, from other text."""
_SEPARATORS = {"\t": ".tsv", ",": ".csv", ";": ".csv"}


def keep_input(workspace: Path, data: bytes) -> str:
    """Write the input durably into the workspace, unless it is there already; return its path.

    The same bytes get the same path, so that the same task about them is the same task. Raises UsageError for
    input that is too long or no text, and RefusedError where the folder `input` cannot hold it.
    """
    if len(data) > LONGEST:
        raise UsageError(
            f"the piped input has more than {LONGEST >> 20} MB; save it as a file and name the file"
        )
    path = f"{FOLDER}/{sha256(data).hexdigest()[:12]}{ending_for(data)}"
    apply((Change(path, "", data),), workspace, protected_in(workspace))
    return path


def ending_for(data: bytes) -> str:
    """The ending of a file with this content, which says how programs read it; `.txt` for plain text.

    Raises UsageError for what is neither text nor a PDF.
    """
    if data.startswith(b"%PDF-"):
        return ".pdf"
    if b"\0" in data[:8192] and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        raise UsageError("the piped input is no text; save it as a file of its kind and name the file")
    text = data.decode("utf-8-sig", "replace").strip()
    if text[:1] in ("{", "["):
        with suppress(ValueError, RecursionError):
            json.loads(text)
            return ".json"
    lines = [line for line in text[: 1 << 20].splitlines() if line.strip()][:_SAMPLED]
    if text[:1] == "{" and all(map(_is_object, lines)):
        return ".jsonl"
    if text[:200].lower().startswith(("<!doctype html", "<html")):
        return ".html"
    return next((ending for mark, ending in _SEPARATORS.items() if _is_table(lines, mark)), ".txt")


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _is_table(lines: list[str], separator: str) -> bool:
    """Whether the lines are rows of as many cells each, below a head of different names.

    Two lines of prose with a comma each are none: there are three rows below the head, or a column of numbers.
    """
    try:
        rows = list(csv.reader(lines, delimiter=separator, strict=True))
    except csv.Error:
        return False
    if len(rows) < 2 or len(rows[0]) < 2 or {len(row) for row in rows} != {len(rows[0])}:
        return False
    head = [cell.strip() for cell in rows[0]]
    columns = zip(*rows[1:], strict=True)
    if len(rows) < 4 and not any(all(any(map(str.isdigit, cell)) for cell in column) for column in columns):
        return False
    return len(set(head)) == len(head) and all(any(map(str.isalpha, cell)) and len(cell) <= 40 for cell in head)
