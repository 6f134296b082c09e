"""What is odd about files that were moved or renamed: copies, lost ones, and some of a series that stay."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from pandora.programs.help import Try, Work
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.request.renaming_examples import renaming_examples
from pandora.programs.request.request_text import has_word
from pandora.programs.rules.moved_places import DIGITS, EXAMPLE, FEWEST, odd_places, shown_paths
from pandora.programs.texts.labelled_lines import labelled_values
from pandora.regular_file import read_regular
from pandora.workspace.change import Change
from pandora.workspace.file_walk import files_in

_LARGEST = 4 << 20
_WORD = re.compile(r"\w{2,}")


def moved_files(work: Work, attempt: Try) -> list[Verdict]:
    """Return what is odd about the files that a try moves or renames; the task may ask for just that."""
    changes = attempt.result.changes
    moves = moves_in(changes)
    if work.task.kind_of_task not in ("change", "file") or not attempt.result.ok:
        return []
    if work.task.moves and not changes:
        reason = "no file was moved or renamed, and the task asks for that"
        question = "Is each file already where the task wants it, and called so?"
        return [Verdict("moved files", "violated", reason, ("nothing moved", "moved"), question)]
    if len(moves) < FEWEST:
        return [*_copies(work, changes)]
    return [
        *_lost(moves, changes),
        *_left_out(work, moves, changes),
        *_beside_the_series(work, moves),
        *odd_places(work, moves),
    ]


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


def _copies(work: Work, changes: Sequence[Change]) -> Iterator[Verdict]:
    """Where files are to be changed: several new ones with the bytes of others that stay where they are."""
    made = [change for change in changes if change.content and not change.before]
    if work.task.kind_of_task != "change" or len(made) < FEWEST:
        return
    removed = {change.path for change in changes if change.content is None}
    kept = {_digest(path, work.workspace) for path in work.task.files if path not in removed}
    copies = [change.path for change in made if hashlib.sha256(change.content or b"").hexdigest() in kept]
    if len(copies) >= FEWEST:
        reason = f"{shown_paths(copies)} are copies, and the files that they are copies of stay where they were"
        question = "Does the task want two of each file, the old one in its place and a copy?"
        yield Verdict("moved files", "violated", reason, ("copies", "moved files"), question)


def _lost(moves: Mapping[str, str], changes: Sequence[Change]) -> Iterator[Verdict]:
    """Files that are gone with their content, though others are only moved: several got one name."""
    made = {hashlib.sha256(change.content).hexdigest() for change in changes if change.content is not None}
    lost = [change for change in changes if change.content is None and change.path not in moves]
    gone = [change.path for change in lost if change.before not in made]
    if gone:
        reason = f"the content of {shown_paths(gone)} is in no file any more; give each file a path of its own"
        question = f"Does the task ask to delete {Path(gone[0]).name}?"
        yield Verdict("moved files", "violated", reason, (f"{len(gone)} lost", "none lost"), question)


def _left_out(work: Work, moves: Mapping[str, str], changes: Sequence[Change]) -> Iterator[Verdict]:
    """Files that stay, though several with the same form of name are moved from beside them.

    One whose name has what the others get is where it belongs.
    """
    series = Counter(_form(path) for path in moves)
    removed = {change.path for change in changes if change.content is None}
    folders = sorted({os.path.dirname(path) for path in moves})
    beside = [path for folder in folders for path in files_in(folder, work.workspace, work.hides)]
    left = [path for path in beside if path not in removed and series[_form(path)] >= FEWEST]
    reached = {_width_of_numbers(target) for target in moves.values()}
    left = [path for path in left if _width_of_numbers(path) not in reached]
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
    stays, moved = shown_paths(left), shown_paths(own)
    reason = f"{stays} stays as it was, and {moved} is moved or renamed; do it with all of them"
    question = f"Does the task itself say that {Path(left[0]).name} is to stay as it is?"
    outputs = (f"{len(own)} moved, {len(left)} not", f"{len(own) + len(left)} moved")
    yield Verdict("moved files", "violated", reason, outputs, question)


def _width_of_numbers(path: str) -> str:
    """A path with a 9 for each digit: `chapter10.txt` has the width already that `chapter01.txt` gets."""
    return re.sub(r"\d", "9", path)


def _are_told_apart(
    work: Work, own: Sequence[str], left: Sequence[str], made: Mapping[str, bytes], moves: Mapping[str, str]
) -> bool:
    """True where a word of the request stands in the name or the text of each moved file and of no other.

    So it is where a label of all of them has a value that the request names, as `Status: paid`, in these alone.
    """
    texts = [f"{path}\n{_text(made.get(moves[path], b''))}" for path in own]
    others = [f"{path}\n{_text(_bytes(path, work.workspace))}" for path in left]
    for word in set(_WORD.findall(EXAMPLE.sub(" ", work.request))):
        form = re.compile(rf"(?<![^\W_]){re.escape(word)}", re.I)
        if all(map(form.search, texts)) and not any(map(form.search, others)):
            return True
    mine, theirs = ([labelled_values(text) for text in side] for side in (texts, others))
    for label in set.intersection(*({*values} for values in mine)):
        found = {values[label].casefold() for values in mine}
        stays = {values.get(label, "").casefold() for values in theirs}
        if found.isdisjoint(stays) and any(has_word(work.request, value) for value in found):
            return True
    return False


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


def _form(path: str) -> str:
    """The folder and the name of a file with each number in it as 9: those of one series have the same."""
    name = Path(path).name
    return f"{Path(path).parent}/{DIGITS.sub('9', name)}" if DIGITS.search(name) else path


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
