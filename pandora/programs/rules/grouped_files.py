"""Whether one thing tells the files that were moved to a folder, or deleted, from those that were not.

It is a word of the task in their names or their texts, that they are blank, or that they are copies of another
file. Where it tells all but one, that one was forgotten, or it is one too many.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from pandora.programs.help import Try, Work
from pandora.programs.language.function_words import is_function_word
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.request.names_together import parts_of_name, parts_together
from pandora.programs.request.request_text import PATH, has_word
from pandora.programs.rules.moved_files import moves_in
from pandora.programs.texts.labelled_lines import labelled_values
from pandora.regular_file import read_regular
from pandora.workspace.file_walk import files_below, files_in

RELATION = "grouped files"
FEWEST = 3
"""So many files a thing tells at least, before one more or one less is odd."""
_DELETED = ""
_SHORTEST_PART, _MOST_LABELLED = 3, 0.75
"""The fewest letters of a part of a name, and the least share of the files that have a label."""
_LARGEST = 1 << 20
_MOST_FILES = 2000
_WORD = re.compile(r"[^\W_]{3,}")
_ENDING = re.compile(r"(?<![\w.*/-])\*?(\.[A-Za-z][A-Za-z0-9]{0,7})(?![\w/]|\.\w)")
"""An ending of files by itself: `.bak`, `*.txt`."""
_NUMBER = re.compile(r"(?<![\w.-])\d+(?![\w-])")


def grouped_files(work: Work, attempt: Try) -> list[Verdict]:
    """Return a verdict on each group of files that a try moves into one folder, or deletes."""
    if work.task.kind_of_task == "code" or not attempt.result.ok:
        return []
    moves = moves_in(attempt.result.changes)
    made = {change.before for change in attempt.result.changes if change.content is not None}
    groups: dict[str, set[str]] = defaultdict(set)
    for path, target in moves.items():
        if Path(path).parent != Path(target).parent:
            groups[Path(target).parent.as_posix()].add(path)
    for change in attempt.result.changes:
        if change.content is None and change.path not in moves and change.before not in made:
            groups[_DELETED].add(change.path)
    if by_ending := [*_of_named_endings(work, groups)]:
        return by_ending
    contents = {path: _content(path, work.workspace) for path in _beside(groups, work)}
    odd = [*_last_copies(groups[_DELETED], contents)]
    moved = [(folder, group) for folder, group in groups.items() if group]
    together = parts_together(work.request, contents) if len(moved) == 1 else []
    for folder, group in moved:
        told = [_of_several_words(together, folder, group, contents)] if together else []
        odd += told or _odd_one(work, folder, group, contents)
    return odd


def _of_named_endings(work: Work, groups: Mapping[str, set[str]]) -> Iterator[Verdict]:
    """Whether all files with an ending that the request names are moved or deleted, and no others deleted."""
    touched = set().union(*groups.values()) if groups else set()
    endings = tuple(dict.fromkeys(ending.casefold() for ending in _ENDING.findall(work.request)))
    named = {path for path in touched if path.casefold().endswith(endings)} if endings else set()
    if not named:
        return
    there = [path for path in files_below(work.workspace, work.hides) if path.casefold().endswith(endings)]
    places = {folder for folder, group in groups.items() if folder != _DELETED and group}
    there = [path for path in there if path in touched or Path(path).parent.as_posix() not in places]
    within = [path for path in there if _in_named_folder(path, work.request)]
    left = sorted({*(within or there)} - touched)
    others = sorted(path for path in groups.get(_DELETED, ()) if path not in named)
    others = [path for path in others if Path(path).name not in work.request]
    ends = " or ".join(endings)
    if left:
        reason = f"{left[0]} ends in {ends} too, and stays as it was; do it with all of them"
        question = f"Does the task itself say that {Path(left[0]).name} is to stay as it is?"
        yield Verdict(RELATION, "violated", reason, (left[0], ends), question)
    elif others:
        reason = f"{others[0]} is deleted, and does not end in {ends}"
        question = f"Does the task itself ask to delete {Path(others[0]).name}?"
        yield Verdict(RELATION, "violated", reason, (others[0], ends), question)
    else:
        yield Verdict(RELATION, "held", f"the {len(named)} files that end in {ends}")


def _in_named_folder(path: str, request: str) -> bool:
    return any(has_word(request, part) for part in Path(path).parent.parts)


def _last_copies(deleted: set[str], contents: Mapping[str, bytes]) -> Iterator[Verdict]:
    """Where copies are deleted: one that has no other copy, and two of a kind that are left."""
    kept: dict[bytes, list[str]] = defaultdict(list)
    for path, content in contents.items():
        if path not in deleted and content.strip():
            kept[content].append(path)
    filled = sorted(path for path in deleted if contents.get(path, b"").strip())
    lost = [path for path in filled if contents[path] not in kept]
    if not filled or len(lost) == len(filled):
        return
    if lost:
        reason = f"{lost[0]} is deleted, and no other file has its content; the others have a copy that stays"
        question = f"Does the task ask to delete {Path(lost[0]).name} whatever it has?"
        yield Verdict(RELATION, "violated", reason, (lost[0], "kept"), question)
    twice = next((paths for paths in kept.values() if len(paths) > 1), None)
    if twice and not lost:
        reason = f"{twice[0]} and {twice[1]} are still the same, and other copies are deleted"
        question = f"Does the task itself say that {Path(twice[1]).name} stays?"
        yield Verdict(RELATION, "violated", reason, (twice[1], "deleted"), question)


def _is_said(part: str, request: str) -> bool:
    """True for a part of a name that the request has, or has in another form: `bill` for `bills`."""
    return (
        len(part) >= _SHORTEST_PART
        and re.search(rf"(?<!\w){re.escape(part)}\w{{0,2}}(?!\w)", request, re.I) is not None
    )


def _of_several_words(
    together: Sequence[str], folder: str, group: set[str], contents: Mapping[str, bytes]
) -> Verdict:
    """Whether a group is of the files that have several words of the request in their names."""
    both, done = " and ".join(together), f"moved to {folder}" if folder else "deleted"
    meant = {path for path in contents if parts_of_name(path) >= set(together)}
    odd = sorted(meant ^ group)
    if not odd:
        return Verdict(RELATION, "held", f"{both} in a name tell the files that are {done}")
    has, is_so = ("", "not ") if odd[0] in meant else ("not all of ", "")
    reason = f"{odd[0]} has {has}{both} in its name, and is {is_so}{done}"
    question = f"Does the task itself say that {Path(odd[0]).name} is {is_so}to be {done}?"
    return Verdict(RELATION, "violated", reason, (odd[0], both), question)


def _odd_one(work: Work, folder: str, group: set[str], contents: Mapping[str, bytes]) -> Iterator[Verdict]:
    """The one file by which a group differs from those that one thing tells, where no other thing fits."""
    near: dict[str, str] = {}
    shared = set.intersection(*map(parts_of_name, group))
    named = {part for part in shared if _is_said(part, work.request)}
    texts = {path: content.decode("utf-8", "replace") for path, content in contents.items()}
    labels = [*_by_label(work.request, texts)]
    if len(labels) == 1 and labels[0][1] & group != group and len(group) > 1:
        ((thing, told),) = labels  # a word of it may stand elsewhere in a text, too
        odd = min(group - told)
        done = f"moved to {folder}" if folder else "deleted"
        question = f"Does the task itself say that {Path(odd).name} is to be {done}?"
        yield Verdict(RELATION, "violated", f"{odd} is {done}, and has not {thing}", (odd, thing), question)
        return
    for thing, told in _told_apart(work.request, contents):
        if told == group and len(group) > 1:
            yield Verdict(
                RELATION, "held", f"{thing} tells the {len(group)} files of {folder or 'those deleted'}"
            )
            return
        differing = told ^ group
        if len(differing) == 1 and min(len(told), len(group)) >= FEWEST - 1 and len(told | group) >= FEWEST:
            (odd,) = differing
            if odd in group or parts_of_name(odd) >= named:  # else it is no bill, and the bills are meant
                near.setdefault(odd, thing)
    if len(near) != 1 or _has_a_limit(work.request, contents):
        return  # by nothing, by several things, or by a number that code does not see
    (path, thing), name = *near.items(), Path(next(iter(near))).name
    done = f"moved to {folder}" if folder else "deleted"
    if path in group:
        reason = f"{path} is {done}, and {thing} tells it from the others that are"
        question = f"Does the task itself say that {name} is to be {done}?"
    else:
        reason = f"{path} is not {done}, and {thing} tells it as those that are"
        question = f"Does the task itself say that {name} is not to be {done}?"
    yield Verdict(RELATION, "violated", reason, question=question)


def _told_apart(request: str, contents: Mapping[str, bytes]) -> Iterator[tuple[str, set[str]]]:
    """Each thing that some of the files have and others have not, with those that have it."""
    texts = {
        path: content.decode("utf-8", "replace") for path, content in contents.items() if b"\0" not in content
    }
    yield "that they are blank", {path for path, content in contents.items() if not content.strip()}
    yield from _by_label(request, texts)
    for word in dict.fromkeys(_WORD.findall(PATH.sub(" ", request).casefold())):
        if is_function_word(word):
            continue
        form = re.compile(rf"(?<![^\W_]){re.escape(word)}", re.I)
        for place, has in (
            ("name", {path for path in contents if form.search(Path(path).name)}),
            ("text", {path for path, text in texts.items() if form.search(text)}),
        ):
            if has and len(has) < len(contents):
                yield f"{word!r} in the {place}", has


def _by_label(request: str, texts: Mapping[str, str]) -> Iterator[tuple[str, set[str]]]:
    """Each value of a label that the request names, such as `Status: paid`, with the files that have it.

    Most files have the label, and some another value.
    """
    said = PATH.sub(" ", request)
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path, text in texts.items():
        for label, value in labelled_values(text).items():
            found[label][value.casefold()].add(path)
    for label, values in found.items():
        most = sum(map(len, values.values())) >= _MOST_LABELLED * len(texts)
        for value, has in values.items() if most and len(values) > 1 else ():
            if has_word(said, value):
                yield f"{label}: {value}", has


def _has_a_limit(request: str, contents: Mapping[str, bytes]) -> bool:
    """True where the request has a number that is in no file's name: an amount, a size, an age, how many."""
    names = " ".join(contents)
    return any(number not in names for number in _NUMBER.findall(PATH.sub(" ", request)))


def _beside(groups: Mapping[str, set[str]], work: Work) -> list[str]:
    """The files of the groups, and those in the same folders."""
    changed = {path for group in groups.values() for path in group}
    folders = sorted({Path(path).parent for path in changed})
    beside = [path for folder in folders for path in files_in(f"{folder}", work.workspace, work.hides)]
    return [*dict.fromkeys((*sorted(changed), *beside))][:_MOST_FILES]


def _content(path: str, workspace: Path) -> bytes:
    with suppress(OSError):
        content, whole = read_regular(path, _LARGEST, inside=workspace)
        return content if whole else hashlib.sha256(path.encode()).digest()
    return b"\0"
