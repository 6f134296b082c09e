"""What is odd about the new names and places of files: unlike an example, in another folder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from pandora.programs.help import Work
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.request.names_by_example import names_by_example
from pandora.programs.request.parted_names import parted_names
from pandora.programs.request.renaming_examples import numbered_names, renaming_examples
from pandora.programs.request.request_text import has_word

EXAMPLE_FOLDER = "a_folder"
"""The folder in the comment with which code begins a program that moves files."""
FEWEST, MOST_SHOWN = 2, 3
"""From so many files on they are a series; and the most of them that a message names."""
DIGITS = re.compile(r"\d+")
_NAMED_FOLDER = re.compile(r"(?<![\w./-])((?:[\w.-]+/)+)(\w+)/?(?![\w/-]|\.\w)")
"""A folder as a request writes it: `scans/2022`, and not a file."""
EXAMPLE = re.compile(r"(?<![\w./-])(?=[\w.-]*\d)\w+(?:[-_.]\w+)+(?![\w/-])")
"""A word of a request whose parts are joined by marks, one of them with a digit: `2024-07`, `INV_17.txt`."""


def odd_places(work: Work, moves: Mapping[str, str]) -> Iterator[Verdict]:
    """Yield what is odd about the new paths of files, by their old ones; the task may ask for just that."""
    yield from _into_example_folder(work, moves)
    yield from _names_and_places(work, moves)
    yield from _otherwise_parted(work, moves)
    yield from _own_folders(moves)
    yield from _twice_in_a_folder(moves)
    yield from _without_endings(moves)
    yield from _without_parts(work, moves)
    yield from _otherwise_numbered(work, moves)
    yield from _beside_named_folders(work, moves)


def shown_paths(paths: Iterable[str]) -> str:
    """Return the first of some paths, and how many more there are, for a message."""
    names = list(paths)
    more = f" and {len(names) - MOST_SHOWN} more" if len(names) > MOST_SHOWN else ""
    return f"{', '.join(names[:MOST_SHOWN])}{more}"


def _into_example_folder(work: Work, moves: Mapping[str, str]) -> Iterator[Verdict]:
    """Files that are in the folder of the comment with which code begins the program: nobody asked for that."""
    there = [path for path, target in moves.items() if EXAMPLE_FOLDER in Path(target).parts]
    if there and not has_word(work.request, EXAMPLE_FOLDER):
        reason = f"{shown_paths(there)} went into {EXAMPLE_FOLDER}/, which is only an example of a name; "
        yield Verdict(
            "moved files", "violated", f"{reason}move what the task means into the folders that it names"
        )


def _names_and_places(work: Work, moves: Mapping[str, str]) -> Iterator[Verdict]:
    """New names unlike the example that the request gives, and renamed files that also leave their folder."""
    old = {part for path in (*moves, *work.task.files) for part in Path(path).parts}
    new = dict(_new_parts(moves, old))
    stems = sorted({Path(path).stem for path in work.task.files}, key=len, reverse=True)
    named = renaming_examples(work.request, work.task.files, work.workspace).values()
    for example in dict.fromkeys(EXAMPLE.findall(work.request)):
        if (
            not _is_name_like(example)
            or not DIGITS.search(Path(example).stem)  # the digit of `.mp3` makes no example
            or any(example in name and example not in (name, Path(name).stem) for name in named)
            or any(example in part for part in old)
            or not any(map(DIGITS.search, new))
        ):
            continue
        own = next((stem for stem in stems if stem in example), "")
        wanted = _shape(example.replace(own, "a") if own else example)
        like = [part for part, bare in new.items() if wanted in (_shape(bare), _shape(Path(bare).stem))]
        if len(like) < len(new) and (not like or 2 * len(like) >= len(new)):
            unlike = [part for part in new if part not in like]
            reason = f"the task gives {example} as a name, and {shown_paths(unlike)} is not like it"
            question = f"Is {example} in the task something else than an example of a new name?"
            yield Verdict("moved files", "violated", reason, (shown_paths(unlike), example), question)
            return
        break
    out = [
        path
        for path, target in moves.items()
        if Path(path).name != Path(target).name and Path(target).parent in Path(path).parents[1:]
    ]
    if out and any(part in work.request for part in Path(out[0]).parent.parts):
        folder = Path(out[0]).parent.as_posix()
        reason = f"{moves[out[0]]} is no longer in {folder}; give the files new names in their folder"
        question = f"Does the task ask to take the files out of {folder}?"
        yield Verdict("moved files", "violated", reason, (moves[out[0]], folder), question)


def _otherwise_parted(work: Work, moves: Mapping[str, str]) -> Iterator[Verdict]:
    """Files that are not in the folder that a part of their name tells; a folder that is named and stays empty.

    The request tells of which parts it speaks: by the folders that it names (`scans/2022, scans/2023`).
    """
    parted = parted_names(work.request, work.task.files)
    if parted is None:
        return
    for path, part in parted.parts.items():
        place, wanted = moves.get(path, path), parted.place_of(path)
        folder = Path(place).parent.name
        if place != wanted and folder not in parted.parts.values() and _is_meant(folder, path, work.request):
            return
        if place != wanted:
            reason = f"{Path(path).name} has {part} in its name and is now {place}; it is to be {wanted}"
            question = f"Does the task itself say that {Path(path).name} is to be {place}?"
            yield Verdict("moved files", "violated", reason, (place, wanted), question)
            return
    others = [path for path in work.task.files if path not in parted.parts]
    for folder in parted.others if others else ():
        if not any(place.startswith(f"{folder}/") for place in moves.values()):
            reason = f"the task names {folder}, and nothing is there; {shown_paths(others)} is where it was"
            question = f"Is {folder} to have no files?"
            yield Verdict("moved files", "violated", reason, (shown_paths(others), folder), question)
            return
    shapes = {*parted.parts.values()}
    for path in others:
        place = moves.get(path, path)
        folder = Path(place).parent.name
        if place != path and (folder in shapes or not parted.others):
            reason = f"{Path(path).name} has no such part in its name and is now {place}; leave it where it is"
            question = f"Does the task itself say that {Path(path).name} is to be {place}?"
            yield Verdict("moved files", "violated", reason, (place, path), question)
            return
    yield Verdict("moved files", "held", "each file is in the folder that its name tells")


def _is_meant(folder: str, path: str, request: str) -> bool:
    """True where a request names a folder in which a file does not lie: `those of 2022 and 2023 into old`."""
    return folder not in Path(path).parent.parts and has_word(request, folder)


def _without_endings(moves: Mapping[str, str]) -> Iterator[Verdict]:
    """Files that lost the endings of their names, and are no longer what they were to other programs."""
    lost = [path for path, new in moves.items() if Path(path).suffix and not Path(new).suffix]
    if len(lost) >= FEWEST:
        first = moves[lost[0]]
        reason = f"{lost[0]} is {first} now, without its ending"
        question = f"Does the task ask to take the ending {Path(lost[0]).suffix} off the names of the files?"
        yield Verdict("moved files", "violated", reason, (first, lost[0]), question)


def _own_folders(moves: Mapping[str, str]) -> Iterator[Verdict]:
    """Files each of which went into a folder with its own name: a new name without an ending makes one."""
    own = [
        path
        for path, new in moves.items()
        if Path(new).parent != Path(path).parent
        and _letters(Path(new).parent.name) in (_letters(Path(path).name), _letters(Path(path).stem))
    ]
    if len(own) >= FEWEST:
        first = moves[own[0]]
        reason = f"{first} is in a folder of its own; where only its name is to be another, keep its ending"
        question = f"Does the task want a folder for {Path(own[0]).name} alone?"
        yield Verdict("moved files", "violated", reason, (first, own[0]), question)


def _twice_in_a_folder(moves: Mapping[str, str]) -> Iterator[Verdict]:
    """Files in a new folder that is called as the one in which it lies: they were to stay where they were."""
    for path, new in moves.items():
        parts, old = Path(new).parts[:-1], Path(path).parts[:-1]
        twice = [one for one, other in pairwise(parts) if one == other]
        if twice and parts != old and not any(one == other for one, other in pairwise(old)):
            reason = f"{new} is in a folder {twice[0]} inside of {twice[0]}; leave it where it was"
            question = f"Does the task ask for a folder {twice[0]} inside of {twice[0]}?"
            yield Verdict("moved files", "violated", reason, (new, path), question)
            return


def _without_parts(work: Work, moves: Mapping[str, str]) -> Iterator[Verdict]:
    """A file that got a new name though it has not all that the request's example of a name is made of."""
    names = names_by_example(work.request, work.task.files, work.workspace)
    for path in (path for path in moves if names and path not in names):
        reason = f"{path} lacks a part of what the task's example of a name is made of; leave its name"
        question = f"Does the task itself say what {Path(path).name} is to be called?"
        yield Verdict("moved files", "violated", reason, (moves[path], path), question)
        return


def _otherwise_numbered(work: Work, moves: Mapping[str, str]) -> Iterator[Verdict]:
    """Files that are to be called in turn as the names of the request are, and are not all called so."""
    numbered = numbered_names(work.request, work.task.files)
    made = {Path(target).name for target in moves.values()}
    missing = [name for name in numbered if Path(name).name not in made]
    if missing:
        reason = f"the task names {missing[0]}, and no file is called so; number the files one after the other"
        yield Verdict("moved files", "violated", reason, (shown_paths(sorted(made)), missing[0]))


def _beside_named_folders(work: Work, moves: Mapping[str, str]) -> Iterator[Verdict]:
    """A file in a new folder with a number beside those that the request names, where it is none of these.

    Beside two, as `scans/2022, scans/2023 and so on`, others may be meant, and beside any one for the rest.
    """
    named: dict[str, set[str]] = {}
    for parent, name in _NAMED_FOLDER.findall(work.request):
        named.setdefault(parent.rstrip("/"), set()).add(name)
    for target in sorted(moves.values()):
        folder = Path(target).parent
        beside = named.get(folder.parent.as_posix(), set())
        alike = [name for name in beside if _shape(name) == _shape(folder.name)]
        if len(alike) <= FEWEST or folder.name in beside or (work.workspace / folder).is_dir():
            continue
        if not DIGITS.search(folder.name):
            continue
        where = folder.parent.as_posix()
        reason = f"the task names {', '.join(sorted(beside))} in {where}, and {target} is in none of them"
        question = f"Does the task ask for a folder {folder.as_posix()}?"
        yield Verdict("moved files", "violated", reason, (target, sorted(beside)[0]), question)
        return


def _new_parts(moves: Mapping[str, str], old: set[str]) -> Iterator[tuple[str, str]]:
    """The new names of folders and files, each also with `a` for the file's old name if it has that whole."""
    for path, target in sorted(moves.items()):
        *folders, name = Path(target).parts
        yield from ((folder, folder) for folder in folders if folder not in old)
        if name not in old:
            yield name, name.replace(Path(path).stem, "a")


def _is_name_like(example: str) -> bool:
    """False for a number with decimals and a version."""
    return not re.fullmatch(r"\d+(?:[.,]\d+)+", example)


def _shape(text: str) -> str:
    """The shape of a name: each number in it as 9, each run of letters as a."""
    return re.sub(r"\d+", "9", re.sub(r"[^\W\d_]+", "a", text))


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()
