"""How a program begins that changes, moves or renames many files: with a loop over their names."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from datetime import date
from textwrap import wrap

from pandora.programs.language.function_words import is_function_word
from pandora.programs.request.parted_names import parted_names, parting_lines
from pandora.programs.request.request_text import PATH
from pandora.programs.rules.moved_places import EXAMPLE_FOLDER

_HELP = {
    "move": (
        f'move(path, "{EXAMPLE_FOLDER}/") keeps the file\'s name',
        "move(path, os.path.join(folder, new_name)) renames it",
        "print nothing: what is moved is told by itself",
    ),
    "copy": (
        f'copy(path, "{EXAMPLE_FOLDER}/") keeps the file\'s name',
        "copy(path, os.path.join(folder, new_name)) gives the copy a new one",
        "print nothing: what is copied is told by itself",
    ),
}
"""What a program is told of the function by which it moves or copies files."""
_DELETES = "os.remove(path) deletes a file, move(path, new_path) moves or renames it"
_PARTS_OF_NAME = re.compile(r"[^\W_]+")
_DATES_IN_NAMES = {
    r"(\d{4})-(\d\d)-(\d\d)": "year, month, day",
    r"(\d{4})_(\d\d)_(\d\d)": "year, month, day",
    r"(\d{4})(\d\d)(\d\d)": "year, month, day",
    r"(\d\d)\.(\d\d)\.(\d{4})": "day, month, year",
    r"(\d\d)-(\d\d)-(\d{4})": "day, month, year",
}
"""How names of files write a date, and what its numbers are. Where no day comes after the 12th, the last form
may have the month first, and is left to the model."""
_PARTS_OF_DATES = ("{year}-{month}", "{year}_{month}", "{year}/{month}", "{month}-{year}", "{year}{month}")
"""How a request may write a part of a date."""
_WORD = re.compile(r"\d+(?:[-_/]\d+)*")
MOST_NAMED = 3
"""So many files that a request calls by their names are moved one by one."""
FEWEST_DATED = 2
"""The fewest files with a date in their names for which a program reads it."""


def _into_folder(verb: str, paths: Sequence[str]) -> str:
    """How a move into `folder` begins; where the files lie in one themselves, the model says beside which."""
    return f'{verb}(path, f"' if any(map(os.path.dirname, paths)) else f'{verb}(path, f"{{folder}}/'


def loop_over_files(request: str, paths: Sequence[str], names: str, *, copies: bool = False) -> str:
    """Return the beginning of a program that moves files, or copies them.

    `names` is the code that gives the paths.
    """
    verb = "copy" if copies else "move"
    lines = [f"paths = {names}  # {len(paths)} files, like {paths[0]!r}"]
    lines += [f"# {line}" for line in _HELP[verb]]
    if counts := _name_parts(request, paths):
        parts = ", ".join(f"{part!r} in {count}" for part, count in counts.items())
        lines.append(f"# what the request says of their names: {parts}")
    lines += [f"# {line}" for line in wrap(request, 110)]
    all_named = all(os.path.basename(path) in request for path in paths)
    if len(paths) <= MOST_NAMED and all_named:
        return "\n".join(["import os", *lines[1:], f'{verb}({paths[0]!r}, "'])
    lines.append("for path in paths:")
    if kind := _first_kind(request, paths):
        return "\n".join(["import os", *lines, f"    if path.endswith({kind!r}):", f'        {verb}(path, "'])
    parted = None if _parting_words(paths, counts) else parted_names(request, paths)
    if parted:
        lines = [line for line in lines if not line.startswith("# what the request says")]
        return "\n".join(["import os, re", *lines, *parting_lines(parted, paths, verb)])
    folder, name = os.path.split(paths[0])
    dated, parting = _lines_about_dates(request, paths), _parting_words(paths, counts)
    if counts and not (dated and all(word.isdigit() for word in counts) and not parting):
        shown = max(
            paths, key=lambda path: sum(part in counts for part in _PARTS_OF_NAME.findall(path.casefold()))
        )
        example = _PARTS_OF_NAME.findall(os.path.basename(shown))
        lines.append(f"    parts = re.findall(r'[^\\W_]+', os.path.basename(path))  # like {example}")
        if parting:
            lines.append(f"    folder = next(part for part in parts if part.casefold() in {parting})")
            return "\n".join(["import os, re", *lines, f"    {_into_folder(verb, paths)}"])
    else:
        lines.append(f"    folder, name = os.path.split(path)  # like {folder!r}, {name!r}")
        lines += dated
    return "\n".join(["import os, re", *lines, ""])


def loop_over_kept_files(request: str, paths: Sequence[str], names: str) -> str:
    """Return the beginning of a program that does something with files, and may delete them.

    `names` is the code that gives the paths.
    """
    lines = [f"paths = {names}  # {len(paths)} files, like {paths[0]!r}", f"# {_DELETES}"]
    lines += [f"# {line}" for line in wrap(request, 110)]
    return "\n".join(["import os", *lines, "for path in paths:", ""])


def _first_kind(request: str, paths: Sequence[str]) -> str:
    """The ending that the request names first, where it parts the files by their endings; else ""."""
    endings = {os.path.splitext(path)[1].casefold() for path in paths}  # a program asks for them in any case
    words = _PARTS_OF_NAME.findall(PATH.sub(" ", request).casefold())
    named = [ending for ending in endings if ending[1:].casefold() in words]
    parted = len(endings) > 1 and len(named) == len(endings)
    return min(named, key=lambda ending: words.index(ending[1:].casefold())) if parted else ""


def _parting_words(paths: Sequence[str], counts: Mapping[str, int]) -> list[str]:
    """The words by which a request parts files, each having just one in its name; [] where it does not."""
    names = [_PARTS_OF_NAME.findall(os.path.basename(path).casefold()) for path in paths]
    parted = all(sum(part in counts for part in name) == 1 for name in names)
    return [*counts] if len(counts) > 1 and parted else []


def _lines_about_dates(request: str, paths: Sequence[str]) -> list[str]:
    """Lines that read the date in the names of files, all in one form; [] where most names have none.

    Where the request writes a part of such a date, as in `a folder like 2024-07`, a line makes it so.
    """
    names = [os.path.basename(path) for path in paths]
    for form, parts in _DATES_IN_NAMES.items():
        found = [match for name in names if (match := re.search(form, name))]
        if len(found) < FEWEST_DATED or 2 * len(found) <= len(names):
            continue
        dated = [dict(zip(parts.split(", "), map(int, match.groups()), strict=True)) for match in found]
        if not all(map(_is_date, dated)) or (form.startswith(r"(\d\d)-") and _may_be_month_first(dated)):
            continue
        undated = next((name for name in names if not re.search(form, name)), None)
        aside = f"  # None for {undated!r}" if undated else ""
        like = ", ".join(map(repr, found[0].groups()))
        lines = [
            f"    found = re.search(r'{form}', name){aside}",
            "    if found:",
            f"        {parts} = found.groups()  # like {like}",
        ]
        texts = [dict(zip(parts.split(", "), match.groups(), strict=True)) for match in found]
        for written in _PARTS_OF_DATES:
            shown = {written.format(**text) for text in texts}
            example = next((word for word in _WORD.findall(request) if word in shown), "")
            if example:
                return [*lines, f"        part = f'{written}'  # like {example!r}, as the task writes it"]
        return lines
    return []


def _is_date(parts: Mapping[str, int]) -> bool:
    try:
        return bool(date(parts["year"], parts["month"], parts["day"]))
    except ValueError:
        return False


def _may_be_month_first(dated: Sequence[Mapping[str, int]]) -> bool:
    return all(parts["day"] <= 12 for parts in dated)


def _name_parts(request: str, paths: Sequence[str]) -> dict[str, int]:
    """How many files have a word of the request in their name, by word; words of all names are left out.

    So are words such as `the`, which say nothing of a file.
    """
    parts = [set(_PARTS_OF_NAME.findall(os.path.basename(path).casefold())) for path in paths]
    words = dict.fromkeys(_PARTS_OF_NAME.findall(PATH.sub(" ", request).casefold()))
    counts = {
        word: sum(word in names for names in parts)
        for word in words
        if len(word) > 1 and not is_function_word(word)
    }
    return {word: count for word, count in counts.items() if 0 < count < len(paths)}
