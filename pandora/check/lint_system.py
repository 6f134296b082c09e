"""What is wrong in `system/`: patterns, phase files, menus, handlers and token ceilings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pandora.check.token_costs import Meter, account
from pandora.disk.layout import Workspace
from pandora.document.form import Form, Group
from pandora.document.instructions import read_instructions
from pandora.document.state_document import PHASES
from pandora.engine.pattern import Library, Pattern
from pandora.errors import DocumentError, Problem
from pandora.operations.registry import OPERATIONS

NEEDED: Mapping[str, tuple[str, ...]] = {
    "understand": ("task",),
    "clarify": ("question",),
    "plan": ("steps",),
    "do": ("result",),
    "check": ("validation", "decision"),
}
"""The fields of each phase's form that the engine cannot do without."""
DECISIONS = {"accept", "retry", "escalate"}


def system_problems(workspace: Workspace, meter: Meter) -> Iterator[Problem]:
    """Every problem of the patterns and phases, those over a token ceiling included."""
    library = Library(workspace)
    patterns, broken = library.all()
    yield from broken
    yield from _phases(workspace)
    yield from _twins(patterns)
    known = {pattern.name for pattern in patterns}
    for pattern in patterns:
        yield from _pattern(pattern, known, workspace)
    yield from _kinds(patterns, library)
    try:
        costs = account(library, meter).costs
    except DocumentError as error:
        yield from error.problems
        return
    except (TypeError, ValueError):
        return  # a key of the wrong type, told above
    for cost in costs:
        for told in cost.over():
            yield Problem(cost.path, cost.line, f"{cost.pattern}, {cost.phase.upper()}: {told}", "shorten it")


def _phases(workspace: Workspace) -> Iterator[Problem]:
    for name in (*PHASES[:1], "clarify", *PHASES[1:]):
        path = workspace.system / "phases" / f"{name}.md"
        try:
            file = read_instructions(path, workspace.relative(path))
        except DocumentError as error:
            yield from error.problems
            continue
        part = next((each for title, each in file.parts.items() if title == name.upper()), None)
        if part is None or part.form is None:
            line = part.line if part else 1
            yield Problem(file.path, line, f"no '## Form' under '# {name.upper()}'", "add one")
        else:
            yield from _form(file.path, part.line, name, part.form)
        reads = file.keys.get("reads", ())
        if not isinstance(reads, list) or not all(type(each) is int and 0 <= each <= 5 for each in reads):
            yield Problem(file.path, _key_line(path, "reads"), f"reads is {reads!r}", "list sections: [1, 2]")


def _form(path: str, line: int, name: str, form: Form) -> Iterator[Problem]:
    """What the engine will look for in a phase's section and not find."""
    for key in NEEDED[name]:
        if key not in form:
            told = f"the form of {name.upper()} has no field '{key.capitalize()}:'"
            yield Problem(path, line, told, "add it")
    if name == "plan" and "steps" in form:
        slot = form["steps"].slot
        fixed = not isinstance(slot, Group) and slot.kind == "given"
        if not fixed and (
            not isinstance(slot, Group) or [each.name for each in slot.slots] != ["menu", "line"]
        ):
            yield Problem(path, line, "'Steps:' is no list of {menu}: {line}", "write its item so")
    if name == "check" and "decision" in form:
        slot = form["decision"].slot
        if isinstance(slot, Group) or set(slot.options) != DECISIONS:
            yield Problem(path, line, "'Decision:' is no choice of accept, retry, escalate", "write it so")


def _twins(patterns: list[Pattern]) -> Iterator[Problem]:
    seen: dict[str, Pattern] = {}
    for pattern in patterns:
        first = seen.setdefault(pattern.name, pattern)
        if first is not pattern:
            told = f"the name {pattern.name!r} is that of {first.path} too"
            yield Problem(pattern.path, 1, told, "rename one: a menu has each name once")


def _pattern(pattern: Pattern, known: set[str], workspace: Workspace) -> Iterator[Problem]:
    path, keys = workspace.root / pattern.path, pattern.keys

    def problem(key: str, message: str, remedy: str) -> Problem:
        return Problem(pattern.path, _key_line(path, key), message, remedy)

    for key in ("menu", "needs", "steps", "kinds"):
        given = keys.get(key, [])
        if not isinstance(given, list) or len(_texts(given)) != len(given):
            yield problem(key, f"{key} is no list of texts", f"write `{key}: [a, b]`")
    for name in _texts(keys.get("menu")):
        if name not in known:
            yield problem("menu", f"the menu names {name!r}, which is no whole pattern", "mend or remove it")
    for step in _texts(keys.get("steps")):
        for name in step.partition(":")[0].split("|"):
            if name.strip() not in known:
                told = f"a step calls {name.strip()!r}, which is no whole pattern"
                yield problem("steps", told, "mend or remove it")
    for key in ("tries", "agree"):
        if key in keys and (type(keys[key]) is not int or keys[key] < 1):
            yield problem(key, f"{key} is {keys[key]!r}", "write a whole number from 1")
    if pattern.level == "operation":
        if pattern.handler not in OPERATIONS:
            told = f"there is no handler {pattern.handler!r}"
            yield problem("handler", told, f"use one of {', '.join(sorted(OPERATIONS))}")
        yield from _script(pattern, workspace)
    elif not pattern.role:  # what a role's forms need, the code that calls it knows
        for name in PHASES:
            part = pattern.file.parts.get(name.upper())
            if part is not None and part.form is not None:
                yield from _form(pattern.path, part.line, name, part.form)


def _script(pattern: Pattern, workspace: Workspace) -> Iterator[Problem]:
    """What is wrong with the script of a grown operation, or with a script that nothing runs."""
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
        told = "a grown operation says whether it may run twice"
        yield Problem(pattern.path, line, told, "write `repeat: true` or `repeat: false`")
    do = pattern.file.parts["DO"]
    for field in do.form.fields if do.form else ():
        if isinstance(field.slot, Group):
            told = f"the script cannot take the list '{field.label}:'"
            yield Problem(pattern.path, do.line, told, "give it lines, texts or choices")


def _kinds(patterns: list[Pattern], library: Library) -> Iterator[Problem]:
    """A pattern for a kind of task that UNDERSTAND never names would stand on no menu."""
    system = next((each for each in patterns if each.level == "system"), None)
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
    return [each for each in given if isinstance(each, str)] if isinstance(given, list) else []


def _key_line(path: Path, key: str) -> int:
    """The line of a front matter key; 1 where it does not stand on its own."""
    text = path.read_text(encoding="utf-8", errors="replace")
    found = re.search(rf"^{re.escape(key)}:", text, re.M)
    return text.count("\n", 0, found.start()) + 1 if found else 1
