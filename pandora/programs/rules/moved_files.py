"""What is odd about files that were moved or renamed: copies, some of a series, their new names and places."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from pandora.programs.help import Try, Work
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.request.names_by_example import names_by_example
from pandora.programs.request.parted_names import parted_names
from pandora.programs.request.renaming_examples import renaming_examples
from pandora.regular_file import read_regular
from pandora.workspace.change import Change

FEWEST, MOST_SHOWN = 2, 3
"""From so many files on they are a series; and the most of them that a message names."""
_LARGEST = 4 << 20
_DIGITS = re.compile(r"\d+")
_EXAMPLE = re.compile(r"(?<![\w./-])(?=[\w.-]*\d)\w+(?:[-_.]\w+)+(?![\w/-])")
"""A word of a request whose parts are joined by marks, one of them with a digit: `2024-07`, `INV_17.txt`."""
_WORD = re.compile(r"\w{2,}")


def moved_files(work: Work, attempt: Try) -> list[Verdict]:
    """Return what is odd about the files that a try moves or renames; the task may ask for just that."""
    changes = attempt.result.changes
    moves = moves_in(changes)
    if work.task.kind_of_task not in ("change", "file") or not attempt.result.ok:
        return []
    if len(moves) < FEWEST:
        return [*_copies(work, changes)]
    odd = [
        *_lost(moves, changes),
        *_left_out(work, moves, changes),
        *_beside_the_series(work, moves),
        *_names_and_places(work, moves),
        *_otherwise_parted(work, moves),
        *_own_folders(moves),
    ]
    return [*odd, *_without_parts(work, moves)]


def moves_in(changes: Sequence[Change]) -> dict[str, str]:
    """Return the new path of each file that is only moved or renamed, by its old one."""
    gone: dict[str, list[str]] = {}
    for change in changes:
        if change.content is None:
            gone.setdefault(change.before, []).append(change.path)
    moves = {}
    for change in changes:
        sources = gone.get(hashlib.sha256(change.content).hexdigest()) if change.content is not None else None
        if sources and not change.before:
            moves[sources.pop(0)] = change.path
    return moves


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


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()


def _copies(work: Work, changes: Sequence[Change]) -> Iterator[Verdict]:
    """Where files are to be changed: several new ones with the bytes of others that stay where they are."""
    made = [change for change in changes if change.content and not change.before]
    if work.task.kind_of_task != "change" or len(made) < FEWEST:
        return
    removed = {change.path for change in changes if change.content is None}
    kept = {_digest(path, work.workspace) for path in work.task.files if path not in removed}
    copies = [change.path for change in made if hashlib.sha256(change.content or b"").hexdigest() in kept]
    if len(copies) >= FEWEST:
        reason = f"{_shown(copies)} are copies, and the files that they are copies of stay where they were"
        question = "Does the task want two of each file, the old one in its place and a copy?"
        yield Verdict("moved files", "violated", reason, ("copies", "moved files"), question)


def _lost(moves: Mapping[str, str], changes: Sequence[Change]) -> Iterator[Verdict]:
    """Files that are gone with their content, though others are only moved: several got one name."""
    made = {hashlib.sha256(change.content).hexdigest() for change in changes if change.content is not None}
    lost = [change for change in changes if change.content is None and change.path not in moves]
    gone = [change.path for change in lost if change.before not in made]
    if gone:
        reason = f"the content of {_shown(gone)} is in no file any more; give each file a path of its own"
        question = f"Does the task ask to delete {Path(gone[0]).name}?"
        yield Verdict("moved files", "violated", reason, (f"{len(gone)} lost", "none lost"), question)


def _left_out(work: Work, moves: Mapping[str, str], changes: Sequence[Change]) -> Iterator[Verdict]:
    """Files that stay, though several with the same form of name are moved from beside them."""
    series = Counter(_form(path) for path in moves)
    removed = {change.path for change in changes if change.content is None}
    folders = {Path(path).parent for path in moves}
    beside = sorted(path for folder in folders for path in _files_in(folder, work.workspace))
    left = [path for path in beside if path not in removed and series[_form(path)] >= FEWEST]
    if not left:
        return
    own = [path for path in moves if _form(path) in {_form(path) for path in left}]
    if all(Path(path).name in work.request for path in own):
        return
    files = set(work.task.files)
    if work.task.named and files.issuperset(own) and files.isdisjoint(left):
        return  # those between two that the task names as a range
    if _are_told_apart(work, own, left, {change.path: change.content or b"" for change in changes}, moves):
        yield Verdict("moved files", "held", "a word of the task tells which files are moved")
        return
    reason = f"{_shown(left)} stays as it was, and {_shown(own)} is moved or renamed; do it with all of them"
    question = f"Does the task itself say that {Path(left[0]).name} is to stay as it is?"
    outputs = (f"{len(own)} moved, {len(left)} not", f"{len(own) + len(left)} moved")
    yield Verdict("moved files", "violated", reason, outputs, question)


def _are_told_apart(
    work: Work, own: Sequence[str], left: Sequence[str], made: Mapping[str, bytes], moves: Mapping[str, str]
) -> bool:
    """True where a word of the request stands in the name or the text of each moved file and of no other."""
    texts = [f"{path}\n{_text(made.get(moves[path], b''))}" for path in own]
    others = [f"{path}\n{_text(_bytes(path, work.workspace))}" for path in left]
    for word in set(_WORD.findall(_EXAMPLE.sub(" ", work.request))):
        form = re.compile(rf"(?<![^\W_]){re.escape(word)}", re.I)
        if all(map(form.search, texts)) and not any(map(form.search, others)):
            return True
    return False


def _without_parts(work: Work, moves: Mapping[str, str]) -> Iterator[Verdict]:
    """A file that got a new name though it has not all that the request's example of a name is made of."""
    names = names_by_example(work.request, work.task.files, work.workspace)
    for path in (path for path in moves if names and path not in names):
        reason = f"{path} lacks a part of what the task's example of a name is made of; leave its name"
        question = f"Does the task itself say what {Path(path).name} is to be called?"
        yield Verdict("moved files", "violated", reason, (moves[path], path), question)
        return


def _otherwise_parted(work: Work, moves: Mapping[str, str]) -> Iterator[Verdict]:
    """Files that are not in the folder that a part of their name tells; a folder that is named and stays empty.

    The request tells of which parts it speaks: by the folders that it names (`scans/2022, scans/2023`).
    """
    parted = parted_names(work.request, work.task.files)
    if parted is None:
        return
    for path, part in parted.parts.items():
        place, wanted = moves.get(path, path), parted.place_of(path)
        if place != wanted:
            reason = f"{Path(path).name} has {part} in its name and is now {place}; it is to be {wanted}"
            question = f"Does the task itself say that {Path(path).name} is to be {place}?"
            yield Verdict("moved files", "violated", reason, (place, wanted), question)
            return
    others = [path for path in work.task.files if path not in parted.parts]
    for folder in parted.others if others else ():
        if not any(place.startswith(f"{folder}/") for place in moves.values()):
            reason = f"the task names {folder}, and nothing is there; {_shown(others)} is where it was"
            question = f"Is {folder} to have no files?"
            yield Verdict("moved files", "violated", reason, (_shown(others), folder), question)
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


def _beside_the_series(work: Work, moves: Mapping[str, str]) -> Iterator[Verdict]:
    """A file that the request names by itself and that is moved with a series of others."""
    series = Counter(_form(path) for path in moves)
    odd = [path for path in moves if series[_form(path)] == 1 and Path(path).name in work.request]
    examples = renaming_examples(work.request, work.task.files, work.workspace)
    odd = [path for path in odd if path not in examples]
    if odd and max(series.values()) >= FEWEST:
        name = Path(odd[0]).name
        question = f"Does the task ask to move or rename {name} as well?"
        reason = f"{name} becomes {moves[odd[0]]} with the others; leave it where it is"
        yield Verdict("moved files", "violated", reason, (moves[odd[0]], odd[0]), question)


def _names_and_places(work: Work, moves: Mapping[str, str]) -> Iterator[Verdict]:
    """New names unlike the example that the request gives, and renamed files that also leave their folder."""
    old = {part for path in (*moves, *work.task.files) for part in Path(path).parts}
    new = dict(_new_parts(moves, old))
    stems = sorted({Path(path).stem for path in work.task.files}, key=len, reverse=True)
    named = renaming_examples(work.request, work.task.files, work.workspace).values()
    for example in dict.fromkeys(_EXAMPLE.findall(work.request)):
        if (
            not _is_name_like(example)
            or any(example in name and example not in (name, Path(name).stem) for name in named)
            or any(example in part for part in old)
            or not any(map(_DIGITS.search, new))
        ):
            continue
        own = next((stem for stem in stems if stem in example), "")
        wanted = _shape(example.replace(own, "a") if own else example)
        like = [part for part, bare in new.items() if wanted in (_shape(bare), _shape(Path(bare).stem))]
        if len(like) < len(new) and (not like or 2 * len(like) >= len(new)):
            unlike = [part for part in new if part not in like]
            reason = f"the task gives {example} as a name, and {_shown(unlike)} is not like it"
            question = f"Is {example} in the task something else than an example of a new name?"
            yield Verdict("moved files", "violated", reason, (_shown(unlike), example), question)
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


def _form(path: str) -> str:
    """The folder and the name of a file with each number in it as 9: those of one series have the same."""
    name = Path(path).name
    return f"{Path(path).parent}/{_DIGITS.sub('9', name)}" if _DIGITS.search(name) else path


def _files_in(folder: Path, workspace: Path) -> list[str]:
    with suppress(OSError):
        return [
            (folder / entry.name).as_posix()
            for entry in (workspace / folder).iterdir()
            if entry.is_file() and not entry.is_symlink()
        ]
    return []


def _bytes(path: str, workspace: Path) -> bytes:
    with suppress(OSError):
        content, whole = read_regular(path, _LARGEST, inside=workspace)
        return content if whole else b""
    return b""


def _text(content: bytes) -> str:
    return "" if b"\0" in content else content.decode("utf-8", "replace")


def _digest(path: str, workspace: Path) -> str:
    content = _bytes(path, workspace)
    return hashlib.sha256(content).hexdigest() if content else ""


def _shown(paths: Iterable[str]) -> str:
    names = list(paths)
    more = f" and {len(names) - MOST_SHOWN} more" if len(names) > MOST_SHOWN else ""
    return f"{', '.join(names[:MOST_SHOWN])}{more}"
