"""The keys of structured files as a prompt lists them: with their values, the fitting ones first."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from pandora.programs.structured.structured_edit import LARGEST, Entry, entries, format_of
from pandora.programs.structured.unlisted_keys import new_keys
from pandora.programs.structured.value_span import EditError
from pandora.regular_file import read_regular

NEW_KEY = "(new key)"
"""The choice, in a form, of a key that the file does not have yet."""
_MOST_FILES, _MOST_KEYS = 4, 60
"""The most files that are listed, and the most keys of all of them."""
_LONGEST_KEY, _LONGEST_SHOWN = 120, 60
"""The most characters of a key that is offered, and of a value that is shown."""


def listed_keys(
    files: Sequence[str], workspace: Path, request: str
) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return the keys and values of the structured files as text, the files' paths, and the keys.

    Where there are too many keys, those are left out that share fewer words with the request.
    """
    listed, unlisted = _entries_of(files, workspace), _unlisted(files, workspace, request)
    shown = _fitting(listed, request)
    lines, keys = list[str](), list[str]()
    for path, values in listed.items():
        fitting = [value for value in values if (path, value.key) in shown]
        new = unlisted.get(path, ())
        lines += [f"{path}:", *(f"  {value.key} = {_shown(value)}" for value in fitting)]
        lines += [f"  {key} = (not there yet)" for key in new]
        if left := len(values) - len(fitting):
            lines.append(f"  … {left} more")
        keys += [*(value.key for value in fitting), *new]
    return "\n".join(lines), tuple(listed), tuple(dict.fromkeys(keys))


def _entries_of(files: Sequence[str], workspace: Path) -> dict[str, list[Entry]]:
    """Return the values of each of the first structured files that can be read and be offered in a form."""
    listed: dict[str, list[Entry]] = {}
    for path in [path for path in files if format_of(path)][:_MOST_FILES]:
        try:
            data, whole = read_regular(path, LARGEST, inside=workspace)
            values = entries(path, data) if whole else []
        except (OSError, EditError):
            continue
        offered = [value for value in values if "=" not in value.key and len(value.key) <= _LONGEST_KEY]
        if offered or not values:
            listed[path] = offered
    return listed


def _unlisted(files: Sequence[str], workspace: Path, request: str) -> dict[str, tuple[str, ...]]:
    """The keys that the request names and a file lacks, by its path."""
    new: dict[str, tuple[str, ...]] = {}
    for path in [path for path in files if format_of(path)][:_MOST_FILES]:
        with suppress(OSError):
            data, whole = read_regular(path, LARGEST, inside=workspace)
            new[path] = new_keys(path, data, request) if whole else ()
    return new


def _shown(value: Entry) -> str:
    text = re.sub(r"\s+", " ", value.shown)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def _fitting(listed: Mapping[str, list[Entry]], request: str) -> set[tuple[str, str]]:
    """Return the path and key of the values that share most words with the request, at most _MOST_KEYS.

    A value shares the words of its siblings too, so that an entry of a list is found by its name.
    """
    words = _words(request)
    tables: dict[tuple[str, str], set[str]] = {}
    for path, values in listed.items():
        for value in values:
            above = value.key.rpartition(".")[0]
            tables.setdefault((path, above), set()).update(words & _words(value.shown))
    scores = {
        (path, value.key): (
            2 * len(words & _words(value.key)) + 3 * len(tables[path, value.key.rpartition(".")[0]]),
            -place,
        )
        for path, values in listed.items()
        for place, value in enumerate(values)
    }
    return set(sorted(scores, key=lambda key: scores[key], reverse=True)[:_MOST_KEYS])


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.casefold()))
