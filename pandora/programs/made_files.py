"""What is wrong with a file that a program made: a table whose rows differ in length, JSON that is none."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path

from pandora.programs.data import parsed
from pandora.programs.inside.file_values import kind_of
from pandora.workspace.change import Change

LARGEST = 4 << 20
_JUST = re.compile(r"\b(?:just|only)\s+the\s+columns?\s+([^.;:\n]+)", re.I)
_MARKS = re.compile(r"\b(?:markdown|bullet(?:ed)?|bullet[- ]point|numbered)\s+list\b|\bbullet\s+points\b", re.I)
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+\S")
_TEXTS = (".md", ".markdown", ".txt", ".rst")
_TABLES = {".csv": ",", ".tsv": "\t"}


def ill_formed(change: Change) -> str:
    """What is wrong with the made file, with the way out, or ""; a file that is very large is not looked at."""
    ending = Path(change.path).suffix.lower()
    if not change.content or len(change.content) > LARGEST:
        return ""
    text = change.content.decode("utf-8", "replace")
    if ending in _TABLES:
        return _ragged(change.path, text, _TABLES[ending])
    kind = kind_of(change.path)
    if kind in ("JSON", "JSON lines"):
        try:
            parsed(change.path, change.content)
        except ValueError as error:
            return f"{change.path} is not {kind} (line {error}); write it with save(value, {change.path!r})"
    return ""


def unlisted(change: Change, request: str) -> str:
    """What is wrong with a text that was to be a markdown list, or ""."""
    if not change.content or len(change.content) > LARGEST or not _MARKS.search(request):
        return ""
    if Path(change.path).suffix.lower() not in _TEXTS:
        return ""
    lines = change.content.decode("utf-8", "replace").splitlines()
    if any(_ITEM.match(line) for line in lines):
        return ""
    return f"{change.path} is no markdown list: write '- ' before each item"


def other_columns(change: Change, request: str, known: Sequence[str]) -> str:
    """What is wrong with the header of a table that was to have just certain columns, or ""."""
    ending = Path(change.path).suffix.lower()
    wanted = just_columns(request, known)
    if ending not in _TABLES or not change.content:
        return ""
    head = change.content[:LARGEST].decode("utf-8", "replace").split("\n", 1)[0].rstrip("\r")
    found = next(csv.reader([head], delimiter=_TABLES[ending]), [])
    if not wanted or sorted(each.casefold() for each in found) == sorted(each.casefold() for each in wanted):
        return ""
    return f"{change.path} has the columns {', '.join(found)}; the task wants just {', '.join(wanted)}"


def just_columns(request: str, known: Sequence[str]) -> list[str]:
    """The columns that are all a request wants, in its order; [] where it does not say "just" or "only"."""
    if not (asked := _JUST.search(request)):
        return []
    found = [
        (match.start(), each)
        for each in known
        if (match := re.search(rf"\b{re.escape(each)}\b", asked[1], re.I))
    ]
    return [each for _, each in sorted(found)]


def _ragged(path: str, text: str, delimiter: str) -> str:
    """A value that holds the delimiter and is not quoted makes its row longer than the header."""
    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row]
    except csv.Error as error:
        return f"{path} is not a table ({error}); write it with save(rows, {path!r})"
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            told = f"row {number} of {path} has {len(row)} values and row 1 has {len(rows[0])}"
            return f"{told}: a value with {delimiter!r} in it needs quotes; write it with save(rows, {path!r})"
    return ""
