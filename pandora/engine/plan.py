"""PLAN: the steps, chosen from the menu by the model or fixed by the pattern; low confidence asks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pandora.document.form import Form, Group, Value
from pandora.document.links import children
from pandora.document.meta_values import listed
from pandora.document.question_lines import pairs
from pandora.document.state_document import digest
from pandora.document.task_text import task_of
from pandora.engine import prompt as prompts
from pandora.engine.earlier_tries import failed_ways
from pandora.engine.grown_fit import GrownFit, grown_fit, grown_operation
from pandora.engine.loop import Loop
from pandora.engine.pattern import Pattern, Phase
from pandora.engine.phase import by_code, by_model, call_model, make_prompt
from pandora.engine.questions import MAX_QUESTIONS, Escalate, ask
from pandora.engine.step_schedule import Planned
from pandora.engine.understand import other_reading
from pandora.engine.yes_or_no.asked_renaming import with_renaming_alone
from pandora.engine.yes_or_no.asked_writing import with_writing_told_apart
from pandora.errors import PandoraError, UsageError
from pandora.programs.extraction.requested_columns import (
    FALLING,
    columns_in,
    columns_of_step,
    lists_names,
    row_order,
    step_text,
)
from pandora.programs.extraction.side_by_side import groups
from pandora.programs.file_description import is_long_log
from pandora.programs.help_kinds import LEARNED, file_texts
from pandora.programs.page_files import without_addresses
from pandora.programs.request.asked_parts import separate_requests
from pandora.programs.rules.answer_rules import BY_PROGRAM
from pandora.programs.texts.written_texts import asks_the_task
from pandora.task import Task
from pandora.workspace.paths import is_source_code

DIRECT: Mapping[str, Value] = {
    "approach": "one step, with the request word for word",
    "done when": "code finds nothing against the result",
    "rationale": "the first attempt is direct; only what fails is planned in steps",
}
"""What §2 says of a first attempt that a pattern with `direct: true` makes; the model only chooses the step."""
_SECOND: Mapping[str, Value] = {"rationale": "what the first attempt called could not do it; this is another"}
_ALWAYS: Mapping[str, Value] = {
    "confidence": "high",
    "done when": "code finds nothing against the result",
    "rationale": "this kind of task is always done so",
}
"""What §2 says of a plan that the pattern fixes."""
_BY_PARTS: Mapping[str, Value] = {
    "approach": "a step for each question that the task asks, since one step for all of them did not do it",
    "confidence": "high",
    "done when": "each question has its answer",
    "rationale": "small questions are answered more surely than several at once",
}
"""What §2 says of an attempt that answers the questions of a request one by one."""
TABLES = (".csv", ".tsv", ".psv", ".json", ".jsonl")
"""The endings of files that hold a table."""
NO_COLUMNS = "none"
"""What §2 says where the task names none of the columns that the model listed."""
_CHANGING = ("change", "file")
_COMMAND = re.compile(r"`[^`\n]+`|(?<!\S)(?:\||>>?|<|&&|--?[A-Za-z][\w-]*|\$\()(?=[\s\w(])")
"""Shell code in a request: in backticks, or with a pipe, a redirection, an option or a substitution."""
_STEP = re.compile(r"^\s*\d+\. ([\w|]+): (.*)$", re.M)
ROW_TOKENS = 24
"""Tokens of the form's line for a text that is read side by side with others."""
LESSON = 240
"""The most characters of the lesson from one attempt."""
PASSED_UP = re.compile(r"step \d+ \((\w+)\) \w+: ")
"""What a reason that a child's loop hands up begins with: the step, what it called, and how it ended."""


def plan(loop: Loop) -> list[tuple[str, str]]:
    """Make §2; returns its steps as (what to call, what to do). Raises Ask at the CLARIFY gate."""
    phase = loop.host.library.phase(loop.pattern, "plan")
    task = loop.task
    first = loop.attempt == 1 or other_reading(task, loop.attempt) or _is_one_new_file_of_code(task)
    direct = bool(loop.pattern.keys.get("direct")) and first
    request = task.request or task.text
    lists = lists_names(request) or any(path.casefold().endswith(TABLES) for path in task.makes)
    menu = loop.host.library.menu(
        loop.pattern,
        task.matter,
        task.budget.depth,
        task.kind_of_task,
        gives_command(request),
        task.makes,
        lists,
    )
    if direct:  # what only looks something up delivers nothing
        menu = {name: pattern for name, pattern in menu.items() if not _looks_up(loop, pattern)} or menu
    other = {} if direct else _other_tools(loop, menu)
    direct, menu = direct or bool(other), other or menu
    menu = _without_reading(loop, menu)
    if direct and loop.attempt == 1 and phase.by == "model":
        changing = loop.host.library.menu(loop.pattern, task.matter, task.budget.depth, "change")
        menu = with_renaming_alone(loop, menu, changing)
    if direct and task.level == "tool":  # told of an error, a model chooses again what made it
        failed = failed_ways(loop)
        menu = {name: pattern for name, pattern in menu.items() if name not in failed} or menu
    fit = GrownFit()  # a small model takes a general line before the one that was made for just this
    if loop.attempt == 1 and task.parent is None and not loop.record(2).human:
        fit = grown_fit(loop, menu, loop.host.library, request, task.matter)
        menu = fit.offers(menu)
    own = fit.own
    if direct and loop.attempt == 1 and phase.by == "model" and not own:
        menu = with_writing_told_apart(loop, menu)
    if not first and (by_parts := _steps_by_parts(loop, menu)):
        return _planned_by_code(loop, phase, _BY_PARTS, by_parts)
    programs: dict[str, Pattern] = {}
    if task.kind_of_task in _CHANGING and not direct and menu and not own:
        programs = {name: offer for name, offer in callable_by(loop).items() if offer.keys.get("fallback")}
    menu = {**menu, **programs}  # what was not done with a tool may be done by a program
    form = phase.form.bind(menu=tuple(menu))
    steps = fixed_steps(loop)
    if task.level == "operation" and phase.by == "model":
        return _planned_operation(loop, phase, steps)
    if phase.by == "code":
        return _planned_by_code(loop, phase, {"approach": f"as {loop.pattern.path} says", **_ALWAYS}, steps)
    description = loop.help.describe(loop.work, "plan")
    if description.asks:
        return _planned_columns(loop, phase, description.text)
    if _has_choice_among(form, description.options):
        form = form.bind(**description.options)
        given = {"steps": _numbered(steps)}
        parsed = by_model(loop, phase, form, [description.text], given)
        return _steps_of_person(loop, parsed.values.get("steps")) or steps
    if not menu:
        raise Escalate(
            "no tool or operation in system/ fits this task and its files",
            question="Which file is the task about? Or add a pattern to system/ that can do it.",
            need=need_of(task),
        )
    parts = [prompts.part(1, loop.document.body(1)), *lessons_of_attempts(loop)]
    line = re.sub(r"\s+", " ", task.request or task.text).strip()
    tools = {name for name, pattern in menu.items() if pattern.level == "tool"}
    # Where files are made or changed, one step may work out what another one writes.
    covering = tools if task.kind_of_task in ("", "answer") else set()
    # A step that a model words anew loses facts of a text, or is the text.
    writing = {name for name, pattern in menu.items() if "given_numbers" in pattern.evidence}
    whole = {name: line for name in menu if direct or name in covering | writing or name == own}
    reasons = {**DIRECT, "rationale": fit.reason} if own else {**DIRECT, **(_SECOND if other else {})}
    said: dict[str, Value] = {key: value for key, value in reasons.items() if direct and key in form}
    form = form.with_whole("steps", whole).with_given(*said)

    def theirs() -> Form:
        """The form by which a plan of a person is read, who may call what the menu does not offer."""
        return phase.form.bind(menu=tuple(callable_by(loop, edited=True)))

    def in_one_step(values: Mapping[str, Value]) -> Mapping[str, Value]:
        """The plan of a first attempt: a server may not keep to the form."""
        steps = values.get("steps")
        first = steps[0] if isinstance(steps, list) and steps else {}
        return {**values, "steps": [{**first, "line": line}]} if first else values

    def in_words_of_request(values: Mapping[str, Value]) -> Mapping[str, Value]:
        """A plan whose one tool, or whose steps that write a text, get the request word for word."""
        steps = values.get("steps")
        if not isinstance(steps, list):
            return values
        if len(steps) == 1 and steps[0].get("menu") in tools - covering:
            return in_one_step(values)
        lines = [{**step, "line": line} if step.get("menu") in writing else step for step in steps]
        return {**values, "steps": lines}

    def with_a_change(values: Mapping[str, Value]) -> Mapping[str, Value]:
        """A plan after which files can differ: where every step only reads, a program does the request."""
        mended = in_words_of_request(values)
        steps = mended.get("steps")
        if not programs or not isinstance(steps, list):
            return mended
        if not all(_only_reads(menu.get(str(step.get("menu")))) for step in steps):
            return mended
        return {**mended, "steps": [*steps[:-1], {"menu": next(iter(programs)), "line": line}]}

    mend = in_one_step if direct else with_a_change
    before = loop.record(2)
    parsed = by_model(loop, phase, form, parts, said, menu, mend, theirs=theirs)
    # The steps of a plan that was kept have begun where its question only said the task back.
    begun = loop.record(2) == before and bool(loop.document.body(3).strip())
    if parsed.values.get("confidence") == "low" and not begun:
        clarify(loop)
    items = parsed.values["steps"]
    planned = [(item["menu"], item["line"]) for item in items if isinstance(item, dict)]
    in_its_words = bool(own) and own not in fit.chances
    if (task.may_answer or in_its_words) and len(planned) == 1 and _only_answers(loop, menu.get(planned[0][0])):
        loop.task = replace(loop.task, kind_of_task="answer", may_answer=False)
    return planned


def _only_answers(loop: Loop, pattern: Pattern | None) -> bool:
    """True for a grown pattern that changes nothing: who asks for what it does asks to be told."""
    operation = grown_operation(pattern, loop.host.library) if pattern else None
    return operation is not None and operation.keys.get("effects") == "none"


def _other_tools(loop: Loop, menu: Mapping[str, Pattern]) -> dict[str, Pattern]:
    """For the second attempt at a change, what else is made for such files; {} for any other attempt.

    A small model chooses the right tool more easily than it plans with the wrong one.
    """
    task = loop.task
    if not loop.pattern.keys.get("direct") or loop.attempt != 2 or task.kind_of_task != "change":
        return {}
    called = re.findall(r"^- Step \d+: (\w+) →", _history(loop), re.M)
    others = {name: pattern for name, pattern in menu.items() if name not in called}
    return {name: pattern for name, pattern in others.items() if pattern.needs and not _looks_up(loop, pattern)}


def _planned_by_code(
    loop: Loop, phase: Phase, said: Mapping[str, Value], steps: list[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Have code write §2 with these steps; returns them, or those that a person wrote there."""
    values = {**said, "steps": _as_field(phase.form, steps)}
    parsed = by_code(loop, phase, _open_menu(phase.form), values)
    return _steps_of_person(loop, parsed.values.get("steps")) or steps


def _steps_by_parts(loop: Loop, menu: Mapping[str, Pattern]) -> list[tuple[str, str]]:
    """A step for each question of a request that asks several, by what was called before; [] for others."""
    task = loop.task
    if task.parent is not None or task.kind_of_task not in ("", "answer") or not task.files:
        return []
    called = [name for name in re.findall(r"^- Step \d+: (\w+) →", _history(loop), re.M) if name in menu]
    return [(called[-1], asked) for asked in separate_requests(task.request or task.text)] if called else []


def _history(loop: Loop) -> str:
    """The earlier attempts as the document has them; "" where there are none."""
    if loop.document.history is None:
        return ""
    return loop.document.text[loop.document.history :].replace("\r\n", "\n")


def _history_above(loop: Loop) -> str:
    """The earlier attempts of the loop above; "" where there are none, or its document cannot be read."""
    if not loop.task.parent:
        return ""
    try:
        above = loop.host.store.load(loop.task.parent)
    except PandoraError:
        return ""
    return "" if above.history is None else above.text[above.history :]


def _without_reading(loop: Loop, menu: Mapping[str, Pattern]) -> dict[str, Pattern]:
    """A menu without what answers from passages where that cannot answer.

    No prompt holds long logs; and an earlier attempt may have been told that only a program sees all files.
    """
    task = loop.task
    kept = {name: pattern for name, pattern in menu.items() if "passages" not in pattern.evidence}
    logs = bool(task.files) and all(is_long_log(path, loop.host.workspace.root) for path in task.files)
    told = any(BY_PROGRAM in line for line in task.context) or BY_PROGRAM in _history_above(loop)
    return kept if (logs or told) and kept else dict(menu)


def _only_reads(pattern: Pattern | None) -> bool:
    """True for an operation after which no file differs."""
    return pattern is not None and pattern.level == "operation" and pattern.keys.get("effects") == "none"


def need_of(task: Task, tried: Sequence[str] = ()) -> str:
    """What `system/` lacks for a task: something for its kind and the endings of its files.

    `tried` are the tools and operations that did not do it.
    """
    kind = f"for a task of the kind {task.kind_of_task}" if task.kind_of_task else "for any task"
    endings = sorted({Path(path).suffix or path for path in task.matter})
    files = f" about {' and '.join(endings)} files" if endings else " without files"
    without = f"; {', '.join(sorted(tried))} did not do it" if tried else ""
    return f"a tool or an operation {kind}{files}{without}"


def _planned_columns(loop: Loop, phase: Phase, text: str) -> list[tuple[str, str]]:
    """Make §2 of a tool whose fixed steps are about the columns that the request names; the model lists them.

    Raises Escalate where none of them stands in the request, and UsageError where a person changed the columns
    and left steps that name others.
    """
    request = loop.work.request

    def table_step(values: Mapping[str, Value], names: Sequence[str]) -> str:
        order = row_order(str(values.get("order", "")), values.get("direction") == FALLING, names, request)
        return step_text(names, order)

    def with_steps(values: Mapping[str, Value]) -> Mapping[str, Value]:
        names = columns_in(str(values.get("columns", "")), request)
        columns = ", ".join(names)
        steps = _numbered(fixed_steps(loop, columns, table_step(values, names)))
        return {**values, "columns": columns or NO_COLUMNS, "steps": steps}

    parsed = by_model(loop, phase, phase.form, [text], {}, mend=with_steps)
    columns = str(parsed.values.get("columns", ""))
    if columns == NO_COLUMNS:
        raise Escalate("the task names no columns", question="Which columns is the table to have?")
    table = table_step(parsed.values, columns_of_step(columns, ""))
    own = fixed_steps(loop, columns, table)
    steps = _steps_of_person(loop, parsed.values.get("steps"))
    tables = [text for _, text in steps if columns_of_step(text, "") == columns_of_step(table, "")]
    if steps and table in dict(own).values() and not tables:
        place = f"{loop.document.path}:{loop.document.sections[2].line}"
        raise UsageError(
            f"{place}: Columns says {columns} and the steps name other columns; "
            "change both, or empty Steps, which are then made from Columns"
        )
    return steps or own


def _is_one_new_file_of_code(task: Task) -> bool:
    """True for a module that is to be written from a description: its parts are not worth a step each.

    Files beside it are what it is to be tried with.
    """
    code = task.kind_of_task == "code" or any(is_source_code(path) for path in task.makes)
    return code and len(task.makes) == 1 and not any(map(is_source_code, task.files))


def _planned_operation(loop: Loop, phase: Phase, steps: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Make §2 of an operation whose pattern has a PLAN of its own; its one step is given.

    The model is asked only where the help says so; else code writes what is given.
    """
    given: dict[str, Value] = {"steps": _numbered(steps)}
    description = loop.help.describe(loop.work, "plan")
    if not description.asks:
        by_code(loop, phase, phase.form.with_given(*(field.key for field in phase.form.asked)), given)
        return steps
    parts = [prompts.part(1, loop.document.body(1)), *([description.text] if description.text else [])]
    form = phase.form.bind(**description.options).without(*description.left_out)
    by_model(loop, phase, form, parts, given)
    return steps


def _looks_up(loop: Loop, pattern: Pattern) -> bool:
    return pattern.level == "operation" and loop.host.operation(pattern).looks_up


def gives_command(request: str) -> bool:
    """True where a request itself gives a command of the shell; this is seen by its signs, in any language."""
    return _COMMAND.search(request) is not None


def _has_choice_among(form: Form, options: Mapping[str, Sequence[str]]) -> bool:
    """Return True if a field of the form is a choice whose options are in `options`."""
    slots = [field.slot for field in form.asked if not isinstance(field.slot, Group)]
    return any(slot.kind == "named" and slot.name in options for slot in slots)


def callable_by(loop: Loop, edited: bool | None = None) -> dict[str, Pattern]:
    """Return what the plan's steps may call; for a plan by a person, the kind of task does not limit it.

    `edited` tells whether a person wrote the plan; if None, the record of §2 tells.
    """
    task = loop.task
    theirs = loop.record(2).human if edited is None else edited
    kind = "" if theirs else task.kind_of_task
    return loop.host.library.callable(loop.pattern, task.matter, task.budget.depth, kind)


def _steps_of_person(loop: Loop, written: Value | None) -> list[tuple[str, str]]:
    """The steps of a §2 that a person wrote, as (what to call, what to do); [] where it is not a person's."""
    if not loop.record(2).human:
        return []
    if isinstance(written, list):
        return [(item["menu"], item["line"]) for item in written if isinstance(item, dict)]
    return [(name, text.strip()) for name, text in _STEP.findall(str(written))]


def _as_field(form: Form, steps: list[tuple[str, str]]) -> Value:
    """Return the steps as a value for the form's field `steps`."""
    slot = form["steps"].slot
    if not isinstance(slot, Group):
        return _numbered(steps) or "none: there is nothing to do"
    return [{"menu": name, "line": text} for name, text in steps]


def _numbered(steps: list[tuple[str, str]]) -> str:
    return "\n".join(f"{number}. {name}: {text}" for number, (name, text) in enumerate(steps, 1))


def _open_menu(form: Form) -> Form:
    """The form with any name allowed in its menu: a fixed plan may call what the menu does not offer."""
    return form.bind(menu=())


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


def innermost(reason: str) -> str:
    """A reason without the step of each level through which it came, if it came through one step at each."""
    parts = PASSED_UP.split(reason)
    return parts[-1] if len(parts) > 1 and not any(parts[:-1:2]) else reason


def lessons_of_attempts(loop: Loop) -> list[str]:
    """Return a prompt part with the lessons of the last attempts in History, a line for each; [] if none."""
    # The same lesson is the same question in every run.
    history = _history(loop).replace(f"-{loop.task.run}-", "-")
    lessons = [_lesson(attempt) for attempt in re.split(r"^### Attempt \d+$", history, flags=re.M)[1:]]
    lines = list(dict.fromkeys(lesson for lesson in lessons if lesson))[-3:]
    lesson_list = "\n".join(f"- {line}" for line in lines)
    return [f"{LEARNED}\nEarlier attempts did not pass:\n{lesson_list}"] if lines else []


def _lesson(attempt: str) -> str:
    """Return what an attempt called and the issue with its result; "" if there was no issue."""
    steps = re.findall(r"^- Step \d+: (\w+) → *(.*)$", attempt, re.M)
    issues = re.search(r"^Issues: *(\S.*)$", attempt, re.M)
    issue = PASSED_UP.sub("", issues[1]) if issues else "; ".join(result for _, result in steps)
    called = ", ".join(dict.fromkeys(name for name, _ in steps))
    return f"{called}: {issue}"[:LESSON].strip(": ") if issue else ""


def clarify(loop: Loop) -> None:
    """Ask a person what the task leaves open; raises Ask, or Escalate where asking did not help.

    A question that the task itself asks is none for a person, who has brought it: the plan is carried out.
    """
    if len(pairs(loop.document.body(1))) >= MAX_QUESTIONS:
        raise Escalate("the task is still unclear after two answers")
    phase = loop.host.library.phase(loop.pattern, "clarify")
    parts = [prompts.part(1, loop.document.body(1))]
    reply = call_model(loop, phase, phase.form, make_prompt(loop, phase, phase.form, parts))
    question = str(reply.filled.values["question"])
    if not asks_the_task(question, loop.task.request or loop.task.text):
        raise ask(loop, 1, question)


def texts_by_person(loop: Loop, plan: Sequence[Planned]) -> frozenset[str]:
    """The texts of the steps that a person wrote or changed in §2; recorded before any of them begins.

    A step of an edited plan is not a person's where a child was given the very same words before the edit.
    """
    digests_before = set(listed(loop.document.meta, "edited_steps"))
    texts: list[str] = []
    if loop.record(2).human:
        planned_before = _tasks_of_children(loop)
        texts = [
            step.text
            for step in plan
            if digest(step.text) in digests_before
            or not {step.text, without_addresses(step.text)} & planned_before
        ]
    digests = list(dict.fromkeys(map(digest, texts)))
    if set(digests) != digests_before:
        loop.save(edited_steps=digests)  # once they have begun, their children do not tell them any more
    return frozenset(texts)


def _tasks_of_children(loop: Loop) -> set[str]:
    """Return the task texts of the children that §3 names."""
    store = loop.host.store
    names = {child for child, _, _ in children(loop.document)}
    return {task_of(store.load(child)) for child in sorted(names) if store.exists(child)}
