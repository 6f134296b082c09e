"""New folders for all files of a folder: by a request's example of a new path, or by a label of their texts."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from pandora.programs.inside.written_dates import dates_in
from pandora.programs.request.renaming_examples import text_of

FEWEST = 2
"""The fewest files that get a place, or the example tells too little."""
_PATH = re.compile(r"(?<![\w./-])(?:[\w.-]+/)+[\w.-]*\w\.\w{1,6}\b")
_QUOTED = re.compile(r"[\"'`“„«]((?:[^/\n\"'`“”„«»]+/)+[^/\n\"'`“”„«»]+\.\w{1,6})[\"'`“”‘’»]")
"""A path, and one in quotes, whose folders may have blanks."""
_PARTING = re.compile(r"[ _]+")
_LABELLED = re.compile(r"[ \t]*([^\W\d_][^:=\n]{0,30}?)[ \t]*[:=][ \t]*(\S[^\n]*?)[ \t]*")

Namer = Callable[[str], str]
"""What a folder is called for a file, by its path; "" where it has no such part."""


def places_by_example(request: str, files: Sequence[str], workspace: Path) -> dict[str, str]:
    """Return the new path of each file, where a request gives the new path of one of them, whose name it keeps.

    For `suppliers/Kessler/2026-04-02_Kessler_4471.txt`, each file with the same ending beside that one goes
    into the folder that its own name, its text (`Supplier: Kessler`) or its date gives. {} where the request
    gives no such path or several, or no folder of it is a part of that file.
    """
    own = {os.path.basename(path): path for path in files}
    quoted = _QUOTED.findall(request)
    words = dict.fromkeys((*quoted, *_PATH.findall(_QUOTED.sub(" ", request))))
    examples = [word for word in words if word not in files and os.path.basename(word) in own]
    if len(examples) != 1:
        return {}
    example, source = examples[0], own[os.path.basename(examples[0])]
    if sum(os.path.basename(path) == os.path.basename(source) for path in files) > 1:
        return {}
    namers = [_namer(folder, source, workspace) for folder in example.split("/")[:-1]]
    if not any(namers):
        return {}
    folder, ending = os.path.dirname(source), os.path.splitext(source)[1]
    alike = [path for path in files if (os.path.dirname(path), os.path.splitext(path)[1]) == (folder, ending)]
    places: dict[str, str] = {}
    for path in alike:
        parts = [
            namer(path) if namer else constant
            for constant, namer in zip(example.split("/"), namers, strict=False)
        ]
        if all(parts):
            places[path] = "/".join((*parts, os.path.basename(path)))
    return places if len(places) >= FEWEST and places.get(source) == example else {}


def places_by_label(request: str, files: Sequence[str], workspace: Path) -> dict[str, str]:
    """Return the new path of each text, in the folder that the request names and that stands behind one label.

    So `sort them into easy, moderate and hard` is done where each text has `Difficulty: easy` or another of the
    three. {} where a text has no such label or another value, where fewer than two of the values occur, where
    two labels do, and where the request has a path, which may say where the folders are to be.
    """
    if len(files) < FEWEST or "/" in request:
        return {}
    said = {word.casefold(): word for word in re.findall(r"\w+", request)}
    labelled = [_labelled(path, workspace) for path in files]
    found: list[list[str]] = []
    for label in labelled[0]:
        values = [own.get(label, "").casefold() for own in labelled]
        if len({*values}) >= FEWEST and len({*values}) < len(files) and all(value in said for value in values):
            found.append([said[value] for value in values])
    if len(found) != 1:
        return {}
    return {
        path: os.path.join(os.path.dirname(path), folder, os.path.basename(path))
        for path, folder in zip(files, found[0], strict=True)
    }


def _namer(folder: str, source: str, workspace: Path) -> Namer | None:
    """How a folder of the example is made of its file; None where it is called so for all."""
    ways = (_by_label, _by_place, _by_date)
    return next((namer for way in ways if (namer := way(folder, source, workspace)) is not None), None)


def _by_label(folder: str, source: str, workspace: Path) -> Namer | None:
    labels = [label for label, value in _labelled(source, workspace).items() if value == folder]
    if not labels:
        return None
    return lambda path: _labelled(path, workspace).get(labels[0], "").replace("/", "-")


def _by_place(folder: str, source: str, workspace: Path) -> Namer | None:
    parts = _parts(source)
    if folder not in parts:
        return None
    place, count = parts.index(folder), len(parts)
    return lambda path: own[place] if len(own := _parts(path)) == count else ""


def _by_date(folder: str, source: str, workspace: Path) -> Namer | None:
    """A year, or a year and a month, of the one date in a file's name."""
    forms = ("%Y", "%Y-%m", "%m", "%Y_%m", "%m-%Y")
    form = next((form for form in forms if _dated(source, form) == folder), "")
    return (lambda path: _dated(path, form)) if form else None


def _dated(path: str, form: str) -> str:
    days = [entry.day for entry in dates_in(_stem(path).replace("_", " ")) if entry.day]
    return days[0].strftime(form) if len(days) == 1 else ""


def _parts(path: str) -> list[str]:
    return [part for part in _PARTING.split(_stem(path)) if part]


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


def _labelled(path: str, workspace: Path) -> Mapping[str, str]:
    """What stands behind each label of a file's text, the first time."""
    lines: Iterable[str] = text_of(path, workspace).splitlines()[1:]
    labelled: dict[str, str] = {}
    for match in filter(None, map(_LABELLED.fullmatch, lines)):
        labelled.setdefault(match[1], match[2])
    return labelled
