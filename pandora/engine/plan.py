"""PLAN: the steps, chosen from the menu by the model or fixed by the pattern; low confidence asks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pandora.document.form import Form, Group, Value
from pandora.document.links import children
from pandora.document.meta_values import listed
from pandora.document.question_lines import pairs
from pandora.document.state_document import digest
from pandora.document.task_text import task_of
from pandora.engine import prompt as prompts
from pandora.engine.attempt_history import lessons_of_attempts
from pandora.engine.fixed_steps import callable_by, fixed_steps
from pandora.engine.grown_fit import grown_operation
from pandora.engine.loop import Loop
from pandora.engine.offered_tools import Offer, offered
from pandora.engine.pattern import Pattern, Phase
from pandora.engine.phase import by_code, by_model, call_model, make_prompt
from pandora.engine.questions import MAX_QUESTIONS, Escalate, ask
from pandora.engine.step_schedule import Planned
from pandora.errors import UsageError
from pandora.programs.extraction.requested_columns import (
    FALLING,
    columns_in,
    columns_of_step,
    row_order,
    step_text,
)
from pandora.programs.page_files import without_addresses
from pandora.programs.texts.written_texts import asks_the_task
from pandora.task import Task

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
NO_COLUMNS = "none"
"""What §2 says where the task names none of the columns that the model listed."""
NEARLY_AS_LIKELY = 0.1
"""What a pattern's `unsure` may be less likely than the step that the model chose, and is yet taken."""
_STEP = re.compile(r"^\s*\d+\. ([\w|]+): (.*)$", re.M)


def plan(loop: Loop) -> list[tuple[str, str]]:
    """Make §2; returns its steps as (what to call, what to do). Raises Ask at the CLARIFY gate."""
    phase = loop.host.library.phase(loop.pattern, "plan")
    offer = offered(loop, phase)
    if offer.by_parts:
        return _planned_by_code(loop, phase, _BY_PARTS, offer.by_parts)
    steps = fixed_steps(loop)
    if loop.task.level == "operation" and phase.by == "model":
        return _planned_operation(loop, phase, steps)
    if phase.by == "code":
        return _planned_by_code(loop, phase, {"approach": f"as {loop.pattern.path} says", **_ALWAYS}, steps)
    description = loop.help.describe(loop.work, "plan")
    if description.asks:
        return _planned_columns(loop, phase, description.text)
    form = phase.form.bind(menu=tuple(offer.menu))
    if _has_choice_among(form, description.options):
        form = form.bind(**description.options)
        given = {"steps": _numbered(steps)}
        parsed = by_model(loop, phase, form, [description.text], given)
        return _steps_of_person(loop, parsed.values.get("steps")) or steps
    if not offer.menu:
        raise Escalate(
            "no tool or operation in system/ fits this task and its files",
            question="Which file is the task about? Or add a pattern to system/ that can do it.",
            need=need_of(loop.task),
        )
    return _planned_by_model(loop, phase, form, offer)


def _planned_by_model(loop: Loop, phase: Phase, form: Form, offer: Offer) -> list[tuple[str, str]]:
    """Have the model choose the steps of §2 from what is offered. Raises Ask at the CLARIFY gate."""
    task, menu, own = loop.task, offer.menu, offer.fit.own
    line = re.sub(r"\s+", " ", task.request or task.text).strip()
    tools = {name for name, pattern in menu.items() if pattern.level == "tool"}
    # Where files are made or changed, one step may work out what another one writes.
    covering = tools if task.kind_of_task in ("", "answer") else set()
    # A step that a model words anew loses facts of a text, or is the text.
    writing = {name for name, pattern in menu.items() if "given_numbers" in pattern.evidence}
    whole = {name: line for name in menu if offer.direct or name in covering | writing or name == own}
    reasons = {**DIRECT, **({"rationale": offer.fit.reason} if own else _SECOND if offer.other else {})}
    said: dict[str, Value] = {key: value for key, value in reasons.items() if offer.direct and key in form}
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
        if not offer.programs or not isinstance(steps, list):
            return mended
        if not all(_only_reads(menu.get(str(step.get("menu")))) for step in steps):
            return mended
        return {**mended, "steps": [*steps[:-1], {"menu": next(iter(offer.programs)), "line": line}]}

    def unless_sure(values: Mapping[str, Value], chances: Mapping[str, float]) -> Mapping[str, Value]:
        return _unless_sure(values, chances, str(loop.pattern.keys.get("unsure", "")), len(menu))

    parts = [prompts.part(1, loop.document.body(1)), *lessons_of_attempts(loop)]
    mend = in_one_step if offer.direct else with_a_change
    before = loop.record(2)
    parsed = by_model(loop, phase, form, parts, said, dict(menu), mend, weigh=unless_sure, theirs=theirs)
    # The steps of a plan that was kept have begun where its question only said the task back.
    begun = loop.record(2) == before and bool(loop.document.body(3).strip())
    if parsed.values.get("confidence") == "low" and not begun:
        clarify(loop)
    items = parsed.values["steps"]
    planned = [(item["menu"], item["line"]) for item in items if isinstance(item, dict)]
    in_its_words = bool(own) and own not in offer.fit.chances
    if (task.may_answer or in_its_words) and len(planned) == 1 and _only_answers(loop, menu.get(planned[0][0])):
        loop.task = replace(loop.task, kind_of_task="answer", may_answer=False)
    return planned


def _only_answers(loop: Loop, pattern: Pattern | None) -> bool:
    """True for a grown pattern that changes nothing: who asks for what it does asks to be told."""
    operation = grown_operation(pattern, loop.host.library) if pattern else None
    return operation is not None and operation.keys.get("effects") == "none"


def _unless_sure(
    values: Mapping[str, Value], chances: Mapping[str, float], unsure: str, offered: int
) -> Mapping[str, Value]:
    """A plan of one step that calls `unsure` where that is about as likely as what the model chose.

    `offered` is how many names the model chose from.
    """
    steps = values.get("steps")
    if not unsure or not isinstance(steps, list) or len(steps) != 1 or steps[0].get("menu") == unsure:
        return values
    chosen = chances.get("steps.1.menu", 1.0)
    other = chances.get(f"steps.1.menu={unsure}", 1.0 - chosen if offered == 2 else 0.0)
    if other < chosen - NEARLY_AS_LIKELY:
        return values
    return {**values, "steps": [{**steps[0], "menu": unsure}]}


def _planned_by_code(
    loop: Loop, phase: Phase, said: Mapping[str, Value], steps: Sequence[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Have code write §2 with these steps; returns them, or those that a person wrote there."""
    values = {**said, "steps": _as_field(phase.form, steps)}
    parsed = by_code(loop, phase, _open_menu(phase.form), values)
    return _steps_of_person(loop, parsed.values.get("steps")) or [*steps]


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


def _planned_operation(loop: Loop, phase: Phase, steps: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Make §2 of an operation whose pattern has a PLAN of its own; its one step is given.

    The model is asked only where the help says so; else code writes what is given.
    """
    given: dict[str, Value] = {"steps": _numbered(steps)}
    description = loop.help.describe(loop.work, "plan")
    if not description.asks:
        by_code(loop, phase, phase.form.with_all_given(), given)
        return steps
    parts = [prompts.part(1, loop.document.body(1)), *([description.text] if description.text else [])]
    form = phase.form.bind(**description.options).without(*description.left_out)
    by_model(loop, phase, form, parts, given)
    return steps


def _has_choice_among(form: Form, options: Mapping[str, Sequence[str]]) -> bool:
    """Return True if a field of the form is a choice whose options are in `options`."""
    slots = [field.slot for field in form.asked if not isinstance(field.slot, Group)]
    return any(slot.kind == "named" and slot.name in options for slot in slots)


def _steps_of_person(loop: Loop, written: Value | None) -> list[tuple[str, str]]:
    """The steps of a §2 that a person wrote, as (what to call, what to do); [] where it is not a person's."""
    if not loop.record(2).human:
        return []
    if isinstance(written, list):
        return [(item["menu"], item["line"]) for item in written if isinstance(item, dict)]
    return [(name, text.strip()) for name, text in _STEP.findall(str(written))]


def _as_field(form: Form, steps: Sequence[tuple[str, str]]) -> Value:
    """Return the steps as a value for the form's field `steps`."""
    slot = form["steps"].slot
    if not isinstance(slot, Group):
        return _numbered(steps) or "none: there is nothing to do"
    return [{"menu": name, "line": text} for name, text in steps]


def _numbered(steps: Sequence[tuple[str, str]]) -> str:
    return "\n".join(f"{number}. {name}: {text}" for number, (name, text) in enumerate(steps, 1))


def _open_menu(form: Form) -> Form:
    """The form with any name allowed in its menu: a fixed plan may call what the menu does not offer."""
    return form.bind(menu=())


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
