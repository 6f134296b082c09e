"""How a request parts files by a part of their names, such as a year, told by the folders that it names."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.text_language import LANGUAGES, possible_languages
from pandora.programs.language.word_stems import are_forms, may_be_forms
from pandora.programs.request.request_text import PATH

FEWEST = 2
"""The fewest files, and the fewest different parts of their names, that are parted."""
_IN_FOLDER = re.compile(r"(?<![\w./-])((?:[\w.-]+/)+)([\w-]+)/?(?![\w/-]|\.\w)")
"""A path without an ending: `scans/2022`."""
_FOLDER = re.compile(r"(?<![\w./-])(?:\./)?([\w./-]*[\w-])/(?![\w./-])")
"""A folder with the slash behind it: `archive/`."""
_WORD = re.compile(r"(?<![\w./-])(?=[^\W\d_]*\d)[^\W_]{2,8}(?![\w/-]|\.\w)")
"""A word of letters and digits with at least one digit, by itself: `2022`, `7a`."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_YEAR_IN_NAME = r"(?<!\d)((?:19|20)\d\d)(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?(?!\d)"
"""A year in a name, by itself or with month and day right behind it."""
_NAME_PART = re.compile(r"[^\W\d_]{4,}")
_WORDS = re.compile(r"[^\W_]+")
_BEFORE, _BEHIND = r"(?<![^\W_])", r"(?![^\W_])"
_GO_ON = re.compile(r"\w\W{0,3}(?:\.\.\.|…)|\b(?:etc|usw|ecc|and so on|und so weiter|y así|e così via)\b", re.I)
"""By what a request says that what it lists are examples."""
_MOSTLY = 2 / 3


@dataclass(frozen=True)
class PartedNames:
    """How files are parted: by what `form` finds in their names, into folders of that name below `folder`.

    `parts` has the part of each file that has one, by path. `others` are further folders of the request.
    """

    folder: str
    form: str
    parts: Mapping[str, str]
    others: tuple[str, ...] = ()

    def place_of(self, path: str) -> str:
        """The path that a file is to have; its own where its name has no such part."""
        part = self.parts.get(path)
        return os.path.join(self.folder, part, os.path.basename(path)) if part else path


def parted_names(request: str, paths: Sequence[str]) -> PartedNames | None:
    """Return how a request parts these files; None where it does not name two folders that parts of them are.

    A folder is named by its path (`scans/2022`) or by its name alone (`2022`), and all files lie in one folder.
    Where the request names another folder, as in `those of 2022 and 2023 into archive/`, no name alone is one.
    Years are those that the request names, unless it goes on (`2022, 2023 ...`); of other parts, such as `7a`,
    it gives examples. Where most names that have a part begin with it, it counts there alone.
    """
    parents = {os.path.dirname(path) for path in paths}
    listed = [(folder, name) for folder, name in _IN_FOLDER.findall(request) if folder.rstrip("/") in parents]
    if len(parents) != 1 or len(paths) < FEWEST:
        return None
    folder = f"{next(iter(parents))}/" if next(iter(parents)) else ""
    named = list(dict.fromkeys(name for _, name in listed))
    if not named and {*_FOLDER.findall(request)} - parents:
        return None
    examples = named or list(dict.fromkeys(_WORD.findall(PATH.sub(" ", request))))
    forms = dict.fromkeys(form for example in examples if (form := _form_of(example)))
    for form in forms:
        own = [example for example in examples if _form_of(example) == form]
        parts = _parts(paths, form)
        if parts is None or not set(own) & set(parts.values()):
            continue
        if len(own) < FEWEST or len(set(parts.values())) < FEWEST or len(parts) < FEWEST:
            continue
        further = form == _YEAR_IN_NAME and {*parts.values()} - {*own} and not _GO_ON.search(request)
        if _are_told_apart(request, folder, parts) or further:
            return None
        starts = {path: part for path, part in parts.items() if os.path.basename(path).startswith(part)}
        if len(starts) < len(parts) and len(starts) >= _MOSTLY * len(parts):
            form, parts = f"^{form.replace(_BEFORE, '')}", starts
        others = tuple(f"{folder}{name}" for name in named if name not in own)
        return PartedNames(folder, form, parts, others)
    return None


def parted_files(request: str, paths: Sequence[str]) -> tuple[str, ...]:
    """The files of the one folder whose files a request parts; () where there is none, or several."""
    folders: dict[str, list[str]] = {}
    for path in paths:
        folders.setdefault(os.path.dirname(path), []).append(path)
    parted = [files for files in folders.values() if parted_names(request, files)]
    return tuple(parted[0]) if len(parted) == 1 else ()


def files_told_by_words(request: str, paths: Sequence[str]) -> tuple[str, ...]:
    """The files of which each has just one of several words of a request in its name; () where they part none.

    So `one folder per voice (soprano, alto)` is about `gloria_alto.pdf`, whatever other file the request names.
    """
    said = [word for word in _WORDS.findall(PATH.sub(" ", request).casefold()) if not is_function_word(word)]
    words = {word for word in said if len(word) > 1}
    own = {path: words & set(_WORDS.findall(os.path.basename(path).casefold())) for path in paths}
    told = tuple(path for path, found in own.items() if len(found) == 1)
    parts = {word for path in told for word in own[path]}
    return told if len(parts) >= FEWEST and len(told) > len(parts) else ()


def _form_of(example: str) -> str:
    """The form of the parts of which this is one: years, or numbers and letters in the same order; else ""."""
    if _YEAR.fullmatch(example):
        return _YEAR_IN_NAME
    runs = re.findall(r"\d+|[^\W\d_]+", example)
    if not example.isalnum() or not any(run.isdigit() for run in runs) or len(runs) < 2:
        return ""
    form = "".join(r"\d+" if run.isdigit() else rf"[^\W\d_]{{{len(run)}}}" for run in runs)
    return f"{_BEFORE}({form}){_BEHIND}".replace("{1}", "")


def _are_told_apart(request: str, folder: str, parts: Mapping[str, str]) -> bool:
    """True where a word of a request stands in the names of some of the files: it may mean only these.

    `the invoices` among offers and invoices; what kind of files the folder itself says tells none from others.
    """
    said = {word.casefold() for word in _NAME_PART.findall(PATH.sub(" ", request))}
    languages = possible_languages(request) or tuple(LANGUAGES.values())

    def alike(word: str, other: str) -> bool:
        return word == other or (may_be_forms(word, other) and are_forms(word, other, languages))

    said = {word for word in said if not alike(word, os.path.basename(folder.rstrip("/")).casefold())}
    names = [
        {part.casefold() for part in _NAME_PART.findall(os.path.splitext(os.path.basename(path))[0])}
        for path in parts
    ]
    with_word = (sum(any(alike(word, part) for part in name) for name in names) for word in said)
    return any(0 < count < len(names) for count in with_word)


def _parts(paths: Sequence[str], form: str) -> dict[str, str] | None:
    """The part of each file's name that has the form; None where a name has several different ones."""
    parts = {}
    for path in paths:
        found = dict.fromkeys(
            match[1] for match in re.finditer(form, os.path.splitext(os.path.basename(path))[0])
        )
        if len(found) > 1:
            return None
        if found:
            parts[path] = next(iter(found))
    return parts


def parting_lines(parted: PartedNames, paths: Sequence[str], verb: str = "move") -> list[str]:
    """The lines of a loop over `path` that move each file whose name has such a part, or `copy` it."""
    without = [os.path.basename(path) for path in paths if path not in parted.parts]
    aside = f"  # None for {', '.join(map(repr, without[:4]))}" if without else ""
    first = next(iter(parted.parts.values()))
    return [
        "    name = os.path.basename(path)",
        f"    found = re.search(r'{parted.form}', name){aside}",
        "    if found:",
        f'        {verb}(path, f"{parted.folder}{{found[1]}}/")  # like {parted.folder + first + "/"!r}',
        *(["    else:", f'        {verb}(path, "'] if parted.others and without else [""]),
    ]
