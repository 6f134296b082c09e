"""What speaks against a renaming: the example that a request gives of it, and names with an empty part."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pandora.programs.inside.written_dates import dates_in
from pandora.regular_file import read_regular
from pandora.workspace.change import Change
from pandora.workspace.named_files import NAME_BEHIND_NUMBERS

_MARKS = " _-"
"""What stands between the parts of a name."""
_PARTING = " _"
"""What parts of a name are told by: a hyphen may stand within a date or a number."""
MOST_FILES, _SEARCHED = 500, 64 << 10
"""The most files whose texts are looked through, and the most bytes of each."""
FEWEST_NUMBERED = 2
"""The fewest names with a number that tell a series of them."""
_LONGEST_NUMBER = 9
_NUMBER = re.compile(r"\d+")
_WORDS = re.compile(r"[^\W_]+")
_NAME = re.compile(r"(?<![\w./-])[\w./-]*\w\.\w{1,6}\b")
_QUOTED_NAME = re.compile(
    r"[\"'`“”„‘’‚«»‹›]([^\s\"'`“”„«»‹›][^\n\"'`“”„«»‹›]{0,80}\.\w{1,6})[\"'`“”‘’«»‹›](?!\w)"
)
"""A name in quotes, which may have blanks."""


def renaming_examples(request: str, files: Iterable[str], workspace: Path | None = None) -> Mapping[str, str]:
    """The new names that a request gives to files, by path.

    A new name has the whole old one in it, which stands in the request too, or is the old one in another
    spelling: `chapter05.txt` for `chapter5.txt`. Or, where there is a `workspace`, one file alone has each of
    its parts in its name or its text: `2025-02-14_INV-1043.txt`.
    """
    files = list(files)
    with_blanks = NAME_BEHIND_NUMBERS.findall(request) if any(" " in path for path in files) else []
    words = (*_QUOTED_NAME.findall(request), *with_blanks, *_NAME.findall(request))
    names = dict.fromkeys(os.path.basename(word) for word in words)
    there = {os.path.basename(path) for path in files}
    by_old_name = {
        path: new
        for path in files
        for new in names
        if (old := os.path.basename(path)) in names and new not in there and _goes_on_from(old, new, files)
    }
    by_old_name |= respelled_names(names, files)
    if by_old_name or workspace is None or len(files) > MOST_FILES:
        return by_old_name
    texts = {path: text_of(path, workspace) for path in files} if set(names) - there else {}
    by_content: dict[str, str] = {}
    for new in (name for name in names if name not in there):
        stem, ending = os.path.splitext(new)
        parts = [part for part in re.split(f"[{_PARTING}]+", stem) if part]
        parts.sort(key=lambda part: bool(dates_in(part)))  # a word is sooner looked for than a date
        fitting = [
            path
            for path, text in texts.items()
            if path.endswith(ending) and all(_has_part(text, part) for part in parts)
        ]
        named = [path for path in fitting if os.path.basename(path) in names]
        fitting = named if len(named) == 1 else fitting
        if len(parts) > 1 and len(fitting) == 1:
            by_content[fitting[0]] = new
    return by_content


def _goes_on_from(old: str, new: str, files: Iterable[str]) -> bool:
    """True where a new name has the whole old one in it as a word, and the name of no other file beside it.

    So `old_bank.txt` has `bank.txt`; `a_b.csv` is what `a.csv` and `b.csv` are put together into.
    """
    if old not in new or old == new:
        return False
    found = re.search(rf"(?<![^\W_]){re.escape(old)}(?![^\W_])", new)
    rest = {*_WORDS.findall(f"{new[: found.start()]} {new[found.end() :]}")} if found else set()
    stems = (os.path.splitext(os.path.basename(path))[0] for path in files)
    return found is not None and rest.isdisjoint(stem for stem in stems if stem != os.path.splitext(old)[0])


def reordered_name(old: str, new: str) -> bool:
    """True where a new name has the parts of an old one in another order or notation, and no others.

    So `2024-03-05 minutes.txt` is to `minutes 05.03.2024.txt`.
    """
    (old_stem, old_ending), (stem, ending) = (os.path.splitext(os.path.basename(name)) for name in (old, new))
    parts, others = ([part for part in re.split(f"[{_PARTING}]+", one) if part] for one in (stem, old_stem))
    return (
        ending == old_ending
        and len(parts) > 1
        and len(parts) == len(others)
        and all(_has_part(old_stem, part) for part in parts)
    )


def files_to_number(names: Iterable[str], files: Iterable[str]) -> dict[str, list[str]]:
    """Return the files that are to be numbered, by each of the names that begin their numbering.

    Names begin one that differ in a number alone: `trip-1.jpg, trip-2.jpg and so on` number all files of their
    folder that end in `.jpg` or `.JPG`. {} where the numbers do not follow one another from 0 or 1 on, or a
    file has such a name already.
    """
    series: dict[str, dict[int, str]] = {}
    for name in names:
        stem, ending = os.path.splitext(os.path.basename(name))
        digits = _NUMBER.findall(stem)
        if len(digits) == 1 and len(digits[0]) <= _LONGEST_NUMBER and ending:
            series.setdefault(_without_number(name), {})[int(digits[0])] = name
    found: dict[str, list[str]] = {}
    paths = list(files)
    for form, numbered in series.items():
        first = min(numbered)
        ending, folder = os.path.splitext(form)[1], os.path.dirname(form)
        beside = [path for path in paths if os.path.dirname(path) == folder]
        like = [path for path in beside if path.casefold().endswith(ending.casefold())]
        ordered = sorted(numbered) == list(range(first, first + len(numbered))) and first <= 1
        taken = form in map(_without_number, like)
        if FEWEST_NUMBERED <= len(numbered) <= len(like) and ordered and not taken:
            found |= dict.fromkeys(numbered.values(), like)
    return found


def _without_number(path: str) -> str:
    """A path without the numbers of its name: those of its folder and its ending, as in `mp3`, stay."""
    folder, name = os.path.split(path)
    stem, ending = os.path.splitext(name)
    return os.path.join(folder, _NUMBER.sub("\0", stem) + ending)


def numbered_names(request: str, files: Iterable[str]) -> list[str]:
    """The names that a request gives to the first of some files, all of which are to be called so in turn."""
    words = [word for word in dict.fromkeys(_NAME.findall(request)) if not word.startswith(("/", "."))]
    return [*files_to_number(words, files)]


def respelled_names(names: Iterable[str], files: Iterable[str]) -> dict[str, str]:
    """The names that are those of files but for leading zeros, capitals and what parts their words, by path."""
    names = [os.path.basename(name) for name in names]
    there = {os.path.basename(path): path for path in files}
    return {
        path: new
        for old, path in there.items()
        for new in names
        if new not in there and _spelling(new) == _spelling(old)
    }


def _spelling(name: str) -> str:
    plain = re.sub(r"\d+", lambda number: str(int(number[0])), name.casefold())
    return re.sub(f"[{_MARKS}]+", "", plain)


def _has_part(text: str, part: str) -> bool:
    """True where a text has a part of a name as a word, or as the same date in another notation."""
    if re.search(rf"(?<![\w-]){re.escape(part)}(?![\w-])", text, re.I):
        return True
    days = [entry.day for entry in dates_in(part) if entry.day]
    return bool(days) and days[0] in [entry.day for entry in dates_in(text)]


def text_of(path: str, workspace: Path) -> str:
    """The name of a file and the beginning of its text."""
    try:
        content, _ = read_regular(path, _SEARCHED, inside=workspace)
    except OSError:
        content = b""
    return f"{os.path.basename(path)}\n{content.decode('utf-8', 'replace')}"


def objection_to_renaming(
    request: str, files: Iterable[str], changes: Sequence[Change], workspace: Path | None = None
) -> str:
    """What speaks against changes of files that are to be renamed as an example says; "" where nothing does."""
    written = [change.path for change in changes if change.content is not None]
    removed = [os.path.basename(change.path) for change in changes if change.content is None]
    for name in map(os.path.basename, written):
        for old in removed:
            stem, ending = os.path.splitext(name)
            if old != name and f"{stem.strip(_MARKS)}{ending}" == old:
                return f"{old} became {name}: a part of the new name is empty; leave such a file as it is"
    for path, new in renaming_examples(request, files, workspace).items():
        if not any(os.path.basename(name) == new for name in written):
            written_names = ", ".join(written[:3]) or "no file"
            return f"{os.path.basename(path)} is to become {new}, and {written_names} was made"
    return ""
