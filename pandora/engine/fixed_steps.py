"""The steps that a pattern itself gives: one, or one for each address, text or group of texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from pandora.engine.loop import Loop
from pandora.engine.pattern import Pattern
from pandora.programs.extraction.side_by_side import groups
from pandora.programs.help_kinds import file_texts

ROW_TOKENS = 24
"""Tokens of the form's line for a text that is read side by side with others."""


def fixed_steps(loop: Loop, columns: str = "", table: str = "") -> list[tuple[str, str]]:
    """The pattern's own steps, or the one step of an operation.

    A step with a placeholder of `_NAMES` is made once for each address, text or group of texts. `columns`
    stands where they say `{columns}`, and `table`, the columns with the order of rows, for `{table}`.
    """
    resolved = re.sub(r"\s+", " ", loop.task.text).strip()
    if not loop.pattern.steps:
        return [(loop.pattern.name, resolved)]
    steps = []
    for step in loop.pattern.steps:
        name, _, text = step.partition(":")
        if _has_nothing_to_search(loop, name):
            continue
        placeholder = next((mark for mark in _NAMES if mark in text), "")
        for name_of_each in _NAMES[placeholder](loop) if placeholder else [""]:
            line = text.strip().replace(placeholder, name_of_each) if placeholder else text.strip()
            line = line.replace("{columns}", columns).replace("{table}", table)
            steps.append((name.strip(), line.replace("{task}", resolved) or resolved))
    return steps


def _pages(loop: Loop) -> Sequence[str]:
    return [address for address in loop.task.addresses if not address.startswith("search:")]


def _texts(loop: Loop) -> Sequence[str]:
    return loop.pattern.texts(loop.task.files)


def _groups_of_texts(loop: Loop) -> Sequence[str]:
    """The texts that are read side by side, as many in a step as the prompt of an operation has room for."""
    task = loop.task
    sizes = {
        path: loop.host.count(file_texts((path,), loop.host.workspace.root)) + ROW_TOKENS
        for path in _texts(loop)
    }
    room = task.budget.child(0, "operation").context - loop.host.count(task.request or task.text)
    return [", ".join(group) for group in groups(sizes, room)]


_NAMES: Mapping[str, Callable[[Loop], Sequence[str]]] = {
    "{address}": _pages,
    "{file}": _texts,
    "{texts}": _groups_of_texts,
}
"""What a step of a pattern is made once for each of, by the placeholder."""


def _has_nothing_to_search(loop: Loop, name: str) -> bool:
    """True for a step that searches where this run has nothing to search."""
    task, menu = loop.task, callable_by(loop)
    globs = menu[name.strip()].needs if name.strip() in menu else ()
    return bool(globs) and all(glob.startswith("search:") and glob not in task.addresses for glob in globs)


def callable_by(loop: Loop, edited: bool | None = None) -> dict[str, Pattern]:
    """Return what the plan's steps may call; for a plan by a person, the kind of task does not limit it.

    `edited` tells whether a person wrote the plan; if None, the record of §2 tells.
    """
    task = loop.task
    theirs = loop.record(2).human if edited is None else edited
    kind = "" if theirs else task.kind_of_task
    return loop.host.library.callable(loop.pattern, task.matter, task.budget.depth, kind)
