"""What PLAN may call for a task: the menu of the tools and operations of this attempt."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pandora.engine.attempt_history import calls_of_attempts, history_above, history_of
from pandora.engine.earlier_tries import failed_ways
from pandora.engine.fixed_steps import callable_by
from pandora.engine.grown_fit import GrownFit, grown_fit
from pandora.engine.loop import Loop
from pandora.engine.pattern import Pattern, Phase
from pandora.engine.task_kind import OTHER_ATTEMPT, other_reading
from pandora.engine.yes_or_no.asked_renaming import with_renaming_alone
from pandora.engine.yes_or_no.asked_writing import with_writing_told_apart
from pandora.engine.yes_or_no.copied_values import with_copying_told_apart
from pandora.programs.extraction.requested_columns import (
    lists_names,
)
from pandora.programs.file_description import is_long_log
from pandora.programs.opening.loaded_variables import TEXT_ENDINGS, asked_folder
from pandora.programs.request.asked_parts import separate_requests
from pandora.programs.rules.answer_rules import BY_PROGRAM
from pandora.programs.rules.judgement import ONLY_ANSWER
from pandora.task import Task
from pandora.workspace.paths import is_source_code

TABLES = (".csv", ".tsv", ".psv", ".json", ".jsonl")
"""The endings of files that hold a table."""
_CHANGING = ("change", "file")
_COMMAND = re.compile(
    r"`(?:[^`\s]+\s[^`\n]*|[a-z][a-z-]*)`"
    r"|(?<!\S)(?:\||(?:>>?|<)(?!\s*[-+]?\W?\d)|&&|--?[A-Za-z][\w-]*|\$\()(?=[\s\w(])"
)
"""Shell code in a request: in backticks, or with a pipe, a redirection, an option or a substitution.

Neither is one name in backticks, such as `config.json` or `max_size`, nor a comparison with a number."""


@dataclass(frozen=True)
class Offer:
    """What a plan may call, by name, and how it is to be planned.

    With `direct` it is one step, with the request word for word; with `other` that is another tool than the
    first attempt's. `fit` tells which grown tool the request asks for. `by_parts` are the steps of an attempt
    that answers each question by itself, and `programs` is the part of the menu that may do what no tool did.
    """

    menu: Mapping[str, Pattern]
    direct: bool = False
    other: bool = False
    fit: GrownFit = field(default_factory=GrownFit)
    by_parts: Sequence[tuple[str, str]] = ()
    programs: Mapping[str, Pattern] = field(default_factory=dict)


def offered(loop: Loop, phase: Phase) -> Offer:
    """Return what the plan of this attempt may call; the model is asked what kind of tool is meant."""
    task, library = loop.task, loop.host.library
    first = loop.attempt == 1 or other_reading(task, loop.attempt) or _is_one_new_file_of_code(task)
    first = first or (loop.attempt == OTHER_ATTEMPT and ONLY_ANSWER in history_of(loop))
    direct = bool(loop.pattern.keys.get("direct")) and first
    asks_model = loop.attempt == 1 and phase.by == "model"
    menu = _of_library(loop)
    if direct:  # what only looks something up delivers nothing
        menu = {name: pattern for name, pattern in menu.items() if not _looks_up(loop, pattern)} or menu
    other = {} if direct else _other_tools(loop, menu)
    direct, menu = direct or bool(other), _without_reading(loop, other or menu)
    if direct and asks_model:
        changing = library.menu(loop.pattern, task.matter, task.budget.depth, "change")
        menu = with_renaming_alone(loop, menu, changing)
    if direct and task.level == "tool":  # told of an error, a model chooses again what made it
        failed = failed_ways(loop)
        menu = {name: pattern for name, pattern in menu.items() if name not in failed} or menu
    fit = GrownFit()  # a small model takes a general line before the one that was made for just this
    if loop.attempt == 1 and task.parent is None and not loop.record(2).human:
        fit = grown_fit(loop, menu, library, task.request or task.text, task.matter)
        menu = fit.offers(menu)
    if direct and asks_model and not fit.own:
        menu = with_copying_told_apart(loop, with_writing_told_apart(loop, menu))
    by_parts = [] if first else _steps_by_parts(loop, menu)
    programs: dict[str, Pattern] = {}
    if task.kind_of_task in _CHANGING and not direct and menu and not fit.own:
        programs = {
            name: one
            for name, one in callable_by(loop).items()
            if one.keys.get("fallback") and one.writes(task.makes, task.kind_of_task, task.matter)
        }
    return Offer({**menu, **programs}, direct, bool(other), fit, by_parts, programs)


def _of_library(loop: Loop) -> dict[str, Pattern]:
    """The menu of `system/` for the loop's task."""
    task, request = loop.task, loop.task.request or loop.task.text
    lists = lists_names(request) or any(path.casefold().endswith(TABLES) for path in task.makes)
    return loop.host.library.menu(
        loop.pattern,
        task.matter,
        task.budget.depth,
        task.kind_of_task,
        gives_command(request),
        task.makes,
        lists,
    )


def _steps_by_parts(loop: Loop, menu: Mapping[str, Pattern]) -> list[tuple[str, str]]:
    """A step for each question of a request that asks several, by what was called before; [] for others."""
    task = loop.task
    if task.parent is not None or task.kind_of_task not in ("", "answer") or not task.files:
        return []
    called = [name for name in calls_of_attempts(loop) if name in menu]
    return [(called[-1], asked) for asked in separate_requests(task.request or task.text)] if called else []


def _other_tools(loop: Loop, menu: Mapping[str, Pattern]) -> dict[str, Pattern]:
    """For the second attempt at a change, or without files, what else is made for it; {} for any other attempt.

    A small model chooses the right tool more easily than it plans with the wrong one. For a file that is to be
    made, it is what reads facts out of texts.
    """
    task = loop.task
    if not loop.pattern.keys.get("direct") or loop.attempt != 2:
        return {}
    called = calls_of_attempts(loop)
    others = {
        name: pattern
        for name, pattern in menu.items()
        if name not in called and pattern.needs and not _looks_up(loop, pattern)
    }
    if task.kind_of_task == "change" or not task.files:
        return others
    makes = task.kind_of_task == "file"
    return {name: pattern for name, pattern in others.items() if makes and pattern.keys.get("lists")}


def _without_reading(loop: Loop, menu: Mapping[str, Pattern]) -> dict[str, Pattern]:
    """A menu without what answers from passages where that cannot answer.

    No prompt holds long logs; of a folder with pictures or sounds its files are asked about; and an earlier
    attempt may have been told that only a program sees all files.
    """
    task = loop.task
    kept = {name: pattern for name, pattern in menu.items() if "passages" not in pattern.evidence}
    logs = bool(task.files) and all(is_long_log(path, loop.host.workspace.root) for path in task.files)
    root, request = loop.host.workspace.root, task.request or task.text
    texts = all(path.endswith(TEXT_ENDINGS) for path in task.files)
    logs = logs or (not texts and asked_folder(task.files, root, request) != "")
    told = any(BY_PROGRAM in line for line in task.context) or BY_PROGRAM in history_above(loop)
    return kept if (logs or told) and kept else dict(menu)


def _looks_up(loop: Loop, pattern: Pattern) -> bool:
    return pattern.level == "operation" and loop.host.operation(pattern).looks_up


def gives_command(request: str) -> bool:
    """True where a request itself gives a command of the shell; this is seen by its signs, in any language."""
    return _COMMAND.search(request) is not None


def _is_one_new_file_of_code(task: Task) -> bool:
    """True for a module that is to be written from a description: its parts are not worth a step each.

    Files beside it are what it is to be tried with; code among them is no part of it where no file is changed.
    """
    code = task.kind_of_task == "code" or any(is_source_code(path) for path in task.makes)
    alone = task.kind_of_task == "file" or not any(map(is_source_code, task.files))
    return code and len(task.makes) == 1 and alone
