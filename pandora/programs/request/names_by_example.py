"""New names for all files of a folder, made as a request's one example is made of its file's name and text."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from pandora.programs.inside.written_dates import TextDate, dates_in
from pandora.programs.request.places_by_example import places_by_example
from pandora.programs.request.renaming_examples import renaming_examples, respelled_names, text_of
from pandora.programs.texts.text_dates import written_like

FEWEST = 2
"""The fewest files that get a name, or the example tells too little."""
_NUMBER, _MARK = re.compile(r"\d+"), re.compile(r"[ _-]+")
_OLD = "\0"
_PARTING = re.compile(r"([ _]+)")
_ISO = re.compile(r"\d{4}-\d\d-\d\d")
_FOR_EXAMPLE = re.compile(
    r"(?<!\w)(?:for (?:example|instance)|such as|e\.\s?g\.|zum beispiel|z\.\s?b\.|par exemple|p\.\s?ex\."
    r"|por ejemplo|p\.\s?ej\.|per esempio|ad es\.|por exemplo|bijvoorbeeld|bijv\.|na przykład|np\.)"
    r",?[:\s]*[\"'“„«‚‘`]?\Z",
    re.I,
)
"""Words for `for example` in eight languages at the end of a text."""
_VALUE = re.compile(r"[^\s,;]+")


@dataclass(frozen=True)
class _Part:
    """A part of a name: itself, or what stands in a text behind the `labels`; `like` is a date's form."""

    literal: str
    labels: tuple[str, ...] = ()
    like: str = ""


def is_said_as_example(request: str, names: Iterable[str]) -> bool:
    """True where a request gives one of some file names as an example: `called for example "A.txt"`.

    A word for `like` is not enough: `rename A.txt as B.txt`, and `como` and `come` say so, is about one file.
    """
    before = (request[: request.find(name)] for name in map(os.path.basename, names) if name in request)
    return any(map(_FOR_EXAMPLE.search, before))


def names_by_example(request: str, files: Sequence[str], workspace: Path) -> dict[str, str]:
    """Return the new path of each file whose name or text has all that the example's new name is made of.

    So it does where the example is a new place (`places_by_example`).

    A part of the new name that stands in the text of the example's file stands behind a label, such as `Date:`;
    the other files have theirs behind the same one. {} where the request gives no example, where a part comes
    from nowhere, or where two files would get one name.
    """
    examples = renaming_examples(request, files, workspace)
    if not examples and (places := places_by_example(request, files, workspace)):
        return places
    if len(examples) != 1:
        return {}
    ((path, example),) = examples.items()
    if respelled_names([example], [path]):
        return _respelled(path, example, files)
    if reordered := _with_date_moved(path, example, files, request):
        return reordered
    parts = _parts_of(path, example, text_of(path, workspace))
    if not parts:
        return {}
    names = {file: name for file in files if (name := _made(parts, file, text_of(file, workspace)))}
    if names.get(path) != example or len(names) < FEWEST or len(set(names.values())) < len(names):
        return {}
    return {file: os.path.join(os.path.dirname(file), name) for file, name in names.items()}


def _with_date_moved(path: str, example: str, files: Iterable[str], request: str) -> dict[str, str]:
    """The new paths of files with a date in their names, where the example only moves or rewrites that one.

    So `2025-03-12 board.txt` is to `board 12.03.2025.txt`; whatever else stands in a name stays as it is. Where
    the request has the rest of the example's name elsewhere, as in `the statements`, it means these alone. {}
    where the example is made otherwise, or two files would get one name.
    """
    old, new = (os.path.splitext(os.path.basename(name))[0] for name in (path, example))
    before, after = (_days_in(stem) for stem in (old, new))
    if len(before) != 1 or len(after) != 1 or before[0].day != after[0].day:
        return {}
    rest = _without(old, before[0])
    form = new[after[0].start : after[0].end]
    template = f"{new[: after[0].start]}\0{new[after[0].end :]}"
    if not rest or template.count(rest) != 1:
        return {}
    elsewhere = request.replace(os.path.basename(path), " ").replace(example, " ")
    alone = re.search(rf"(?<!\w){re.escape(rest)}", elsewhere, re.I) is not None
    names = {}
    for file in files:
        stem, ending = os.path.splitext(os.path.basename(file))
        days = _days_in(stem)
        if len(days) == 1 and (own := _without(stem, days[0])) and (own == rest or not alone):
            name = template.replace(rest, "\1").replace("\0", _written(days[0].day, form)).replace("\1", own)
            names[file] = os.path.join(os.path.dirname(file), f"{name}{ending}")
    names = {file: name for file, name in names.items() if name != file}
    if os.path.basename(names.get(path, "")) != example or len(names) < FEWEST:
        return {}
    return names if len({*names.values()}) == len(names) else {}


def _days_in(stem: str) -> list[TextDate]:
    return [entry for entry in dates_in(stem.replace("_", " ")) if entry.day]


def _without(stem: str, date: TextDate) -> str:
    """A name without its date and the marks at the ends of the rest."""
    return f"{stem[: date.start]}{stem[date.end :]}".strip(" _-.,")


def _respelled(path: str, example: str, files: Iterable[str]) -> dict[str, str]:
    """The new paths of files whose names are written as the example writes its file's: `5` as `05`, ` ` as `_`.

    {} where the example is written in another way, or two files would get one name.
    """
    old = os.path.basename(path)
    before, after = (_NUMBER.findall(os.path.splitext(name)[0]) for name in (old, example))
    widths = {at: len(new) for at, (one, new) in enumerate(zip(before, after, strict=True)) if one != new}
    marks = {mark for mark in _MARK.findall(example) if mark not in _MARK.findall(old)}
    lower = example == example.lower() and old != old.lower()

    def made(name: str) -> str:
        stem, ending = os.path.splitext(name)  # the digit of `.mp3` is no number
        if widths:
            places = count()
            name = _NUMBER.sub(lambda number: number[0].zfill(widths.get(next(places), 0)), stem) + ending
        if len(marks) == 1:
            name = _MARK.sub(next(iter(marks)), name)
        return name.lower() if lower else name

    names = {file: made(os.path.basename(file)) for file in files}
    names = {file: new for file, new in names.items() if new != os.path.basename(file)}
    if made(old) != example or len(names) < FEWEST or len(set(names.values())) < len(names):
        return {}
    return {file: os.path.join(os.path.dirname(file), new) for file, new in names.items()}


def renaming_lines(names: Mapping[str, str], files: Iterable[str]) -> str:
    """Return a program that gives files these names; a model goes on with what else the request asks."""
    left = [file for file in files if file not in names]
    lines = ["# made as the example of the task is, of the name and the text of each file", "new_names = {"]
    lines += [f"    {path!r}: {new!r}," for path, new in names.items()]
    lines += ["}", *(f"# no such text: {file!r}; it keeps its name" for file in left)]
    return "\n".join([*lines, "for path, new_path in new_names.items():", "    move(path, new_path)", ""])


def _parts_of(path: str, example: str, text: str) -> list[_Part]:
    """The parts of the example's name; [] where one with a digit comes from nowhere."""
    stem, old = os.path.splitext(example)[0], os.path.splitext(os.path.basename(path))[0]
    whole = re.compile(rf"(?<![^\W_]){re.escape(old)}(?![^\W_])")
    pieces = _PARTING.split(whole.sub(_OLD, stem) if old else stem)
    parts = []
    for piece in pieces:
        days = [entry.day for entry in dates_in(piece) if entry.day]
        found = _labels_of_date(text, days[0]) if days else _labels_of_word(text, piece)
        if not piece or piece == _OLD or _PARTING.fullmatch(piece):
            parts.append(_Part(piece))
        elif found:
            parts.append(_Part(piece, found, piece if days else ""))
        elif any(map(str.isdigit, piece)):
            return []
        else:
            parts.append(_Part(piece))
    return parts if any(part.labels for part in parts) else []


def _made(parts: Sequence[_Part], path: str, text: str) -> str:
    """The name that a file gets; "" where its text lacks a part, or has several for it."""
    stem, ending = os.path.splitext(os.path.basename(path))
    pieces = []
    for part in parts:
        if not part.labels:
            pieces.append(part.literal.replace(_OLD, stem))
            continue
        values = {value for label in part.labels for value in _values(text, label, part.like)}
        if len(values) != 1:
            return ""
        pieces.append(values.pop())
    return f"{''.join(pieces)}{ending}"


def _labels_of_date(text: str, day: object) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            _label(line[: entry.start])
            for line in text.splitlines()
            for entry in dates_in(line, text)
            if entry.day == day
        )
    )[:1]


def _labels_of_word(text: str, word: str) -> tuple[str, ...]:
    form = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
    found = ((line, form.search(line)) for line in text.splitlines())
    return tuple(dict.fromkeys(_label(line[: match.start()]) for line, match in found if match))[:1]


def _label(text: str) -> str:
    return " ".join(text.split())


def _values(text: str, label: str, like: str) -> set[str]:
    """What stands behind a label on the first line that has it: a date in the form of `like`, or a word."""
    words = r"\s+".join(map(re.escape, label.split()))
    end = r"(?!\w)" if label[-1:].isalnum() else ""
    form = re.compile(rf"\s*{words}{end}\s*(?P<rest>\S.*)", re.I)
    for match in filter(None, map(form.fullmatch, text.splitlines())):
        rest = match["rest"].rstrip()
        if like:
            dates = [entry for entry in dates_in(rest, text) if entry.day]
            if dates and not rest[: dates[0].start].strip():
                return {_written(dates[0].day, like)}
        elif (word := _VALUE.match(rest)) and "/" not in word[0]:
            return {word[0]}
    return set()


def _written(day: object, like: str) -> str:
    from datetime import date

    assert isinstance(day, date)
    return day.isoformat() if _ISO.fullmatch(like) else written_like(day, like)
