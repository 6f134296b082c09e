"""Find problems in `system/`: in patterns, phase files, menus and handlers, and calls over a token ceiling."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pandora.check.token_costs import Meter, library_costs
from pandora.disk.layout import Workspace
from pandora.document.form import Form, Group
from pandora.document.instructions import LONGEST
from pandora.document.state_document import PHASES
from pandora.engine.pattern import Library, Pattern
from pandora.errors import DocumentError, Problem
from pandora.operations.registry import OPERATIONS
from pandora.regular_file import read_regular

NEEDED_FIELDS: Mapping[str, tuple[str, ...]] = {
    "understand": ("task",),
    "clarify": ("question",),
    "plan": ("steps",),
    "do": ("result",),
    "check": ("validation", "decision"),
}
"""The fields that the engine needs in the form of each phase."""
DECISIONS = {"accept", "retry", "escalate"}
PHASE_NAMES = (*PHASES[:1], "clarify", *PHASES[1:])
"""The phases that `phases/` has a file for, or `pattern.md` a section."""


def system_problems(workspace: Workspace, meter: Meter) -> Iterator[Problem]:
    """Every problem of the patterns and phases, those over a token ceiling included."""
    library = Library(workspace)
    patterns, broken = library.all()
    yield from broken
    yield from _phase_problems(library)
    yield from _duplicate_names(patterns)
    names = {pattern.name for pattern in patterns}
    for pattern in patterns:
        yield from _pattern_problems(pattern, names, workspace)
    yield from _kind_problems(patterns, library)
    try:
        costs = library_costs(library, meter).costs
    except DocumentError as error:
        yield from error.problems
        return
    except (TypeError, ValueError):
        return  # a key of the wrong type, reported above
    for cost in costs:
        for message in cost.over():
            yield Problem(
                cost.path, cost.line, f"{cost.pattern}, {cost.phase.upper()}: {message}", "shorten it"
            )


def phases_on_pattern(workspace: Workspace) -> list[str]:
    """The phases that have no file in `phases/` and stand on a section of `pattern.md` alone."""
    return [name for name in PHASE_NAMES if Library(workspace).on_pattern(name)]


def _phase_problems(library: Library) -> Iterator[Problem]:
    workspace = library.workspace
    for name in PHASE_NAMES:
        path = workspace.system / "phases" / f"{name}.md"
        try:
            file = library.common_phase(name)
        except DocumentError as error:
            yield from error.problems
            continue
        part = next((part for title, part in file.parts.items() if title == name.upper()), None)
        if part is None or part.form is None:
            line = part.line if part else 1
            yield Problem(file.path, line, f"no '## Form' under '# {name.upper()}'", "add one")
        else:
            yield from _form_problems(file.path, part.line, name, part.form)
        if library.on_pattern(name):
            continue  # a section reads what its phase always reads
        reads = file.keys.get("reads", ())
        if not isinstance(reads, list) or not all(type(number) is int and 0 <= number <= 5 for number in reads):
            yield Problem(file.path, _key_line(path, "reads"), f"reads is {reads!r}", "list sections: [1, 2]")


def _form_problems(path: str, line: int, name: str, form: Form) -> Iterator[Problem]:
    """Find fields that the engine needs in a phase's form and that are missing or of the wrong kind."""
    for key in NEEDED_FIELDS[name]:
        if key not in form:
            message = f"the form of {name.upper()} has no field '{key.capitalize()}:'"
            yield Problem(path, line, message, "add it")
    if name == "plan" and "steps" in form:
        slot = form["steps"].slot
        fixed = not isinstance(slot, Group) and slot.kind == "given"
        if not fixed and (
            not isinstance(slot, Group) or [inner.name for inner in slot.slots] != ["menu", "line"]
        ):
            yield Problem(path, line, "'Steps:' is no list of {menu}: {line}", "write its item so")
    if name == "check" and "decision" in form:
        slot = form["decision"].slot
        if isinstance(slot, Group) or set(slot.options) != DECISIONS:
            yield Problem(path, line, "'Decision:' is no choice of accept, retry, escalate", "write it so")


def _duplicate_names(patterns: list[Pattern]) -> Iterator[Problem]:
    by_name: dict[str, Pattern] = {}
    for pattern in patterns:
        first = by_name.setdefault(pattern.name, pattern)
        if first is not pattern:
            message = f"the name {pattern.name!r} is that of {first.path} too"
            yield Problem(pattern.path, 1, message, "rename one: a menu has each name once")


def _pattern_problems(pattern: Pattern, pattern_names: set[str], workspace: Workspace) -> Iterator[Problem]:
    path, keys = workspace.root / pattern.path, pattern.keys

    def problem(key: str, message: str, remedy: str) -> Problem:
        return Problem(pattern.path, _key_line(path, key), message, remedy)

    for name in _texts(keys.get("menu")):
        if name not in pattern_names:
            yield problem(
                "menu", f"the menu names {name!r}, and that pattern is missing or broken", "mend or remove it"
            )
    for step in _texts(keys.get("steps")):
        for name in step.partition(":")[0].split("|"):
            if name.strip() not in pattern_names:
                message = f"a step calls {name.strip()!r}, and that pattern is missing or broken"
                yield problem("steps", message, "mend or remove it")
    if pattern.level == "operation":
        if pattern.handler not in OPERATIONS:
            message = f"there is no handler {pattern.handler!r}"
            yield problem("handler", message, f"use one of {', '.join(sorted(OPERATIONS))}")
        yield from _script_problems(pattern, workspace)
    elif not pattern.role:  # only the code that calls a role knows what its forms need
        for name in PHASES:
            part = pattern.file.parts.get(name.upper())
            if part is not None and part.form is not None:
                yield from _form_problems(pattern.path, part.line, name, part.form)


def _script_problems(pattern: Pattern, workspace: Workspace) -> Iterator[Problem]:
    """Find problems in the script of a grown operation, and scripts that nothing runs."""
    part = pattern.file.parts.get("HANDLER")
    operation = OPERATIONS.get(pattern.handler)
    grown = operation is not None and operation.grown
    if part and not grown:
        yield Problem(pattern.path, part.line, "nothing runs this script", "write `handler: script` above")
    if "result" in pattern.keys and not grown:
        line = _key_line(workspace.root / pattern.path, "result")
        yield Problem(pattern.path, line, "`result` is for `handler: script`", "remove it")
    try:
        script = pattern.script
    except DocumentError as error:
        yield from error.problems
        return
    if script is None:
        return
    if not isinstance(pattern.keys.get("repeat"), bool):
        line = _key_line(workspace.root / pattern.path, "repeat")
        message = "a grown operation says whether it may run twice"
        yield Problem(pattern.path, line, message, "write `repeat: true` or `repeat: false`")
    do = pattern.file.parts["DO"]
    for field in do.form.fields if do.form else ():
        if isinstance(field.slot, Group):
            message = f"the script cannot take the list '{field.label}:'"
            yield Problem(pattern.path, do.line, message, "give it lines, texts or choices")


def _kind_problems(patterns: list[Pattern], library: Library) -> Iterator[Problem]:
    """Find patterns for a kind of task that UNDERSTAND never names: no menu would offer them."""
    system = next((pattern for pattern in patterns if pattern.level == "system"), None)
    try:
        form = library.phase(system, "understand").form if system else Form()
    except (DocumentError, TypeError, ValueError):
        return
    slot = form["kind"].slot if "kind" in form else None
    options = slot.options if slot and not isinstance(slot, Group) else ()
    for pattern in patterns:
        for kind in _texts(pattern.keys.get("kinds")):
            if kind not in options:
                line = _key_line(library.workspace.root / pattern.path, "kinds")
                remedy = f"they are {', '.join(options)}" if options else "remove `kinds`"
                yield Problem(pattern.path, line, f"UNDERSTAND knows no kind of task {kind!r}", remedy)


def _texts(given: object) -> list[str]:
    return [text for text in given if isinstance(text, str)] if isinstance(given, list) else []


def _key_line(path: Path, key: str) -> int:
    """The line of a front matter key in a file; 1 where no line begins with the key."""
    text = read_regular(path, LONGEST)[0].decode("utf-8", "replace")
    match = re.search(rf"^{re.escape(key)}:", text, re.M)
    return text.count("\n", 0, match.start()) + 1 if match else 1
