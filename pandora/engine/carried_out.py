"""The last try of an operation, carried out and judged, and mended by code where that makes it right."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace

from pandora import interrupt
from pandora.document.form import Form
from pandora.engine.candidates import Candidate, Tries
from pandora.engine.effects import before_running
from pandora.engine.judgements import judged
from pandora.engine.kept_values import lent_values
from pandora.engine.loop import Loop
from pandora.engine.questions import next_intent, only_once, settled_by_person
from pandora.engine.task_parts import parts_of_task
from pandora.engine.trust import cleaned_result
from pandora.engine.written_tries import write_section
from pandora.engine.yes_or_no.list_entries import with_added_entries
from pandora.engine.yes_or_no.meant_keys import with_meant_keys
from pandora.engine.yes_or_no.read_cells import with_settled_readings, with_surest_cells
from pandora.engine.yes_or_no.text_length import within_length
from pandora.engine.yes_or_no.told_rivals import with_surer_values
from pandora.errors import DiskError
from pandora.operations.named_keys import with_named_keys
from pandora.operations.registry import ALWAYS, Handler, Operation
from pandora.programs.repairs.assigned_conditions import with_sought_value_set
from pandora.programs.repairs.mended_rows import with_rows_mended
from pandora.programs.repairs.rest_of_split import with_rest_in_last_name
from pandora.programs.repairs.widened_conditions import with_conditions_widened
from pandora.programs.texts.entry_days import with_day_of_entry
from pandora.workspace.apply import PLACE_ERRNOS
from pandora.workspace.operation_context import OperationContext, Result
from pandora.workspace.paths import printable_path

_CODE = ("program", "content")
"""The roles of arguments that may be code."""
_MENDS = (with_rows_mended, with_conditions_widened, with_sought_value_set, with_rest_in_last_name)
"""What puts a program right as a refusal says: the program and what was done, or "" twice."""


def carry_out_last(loop: Loop, tried: Tries, form: Form, origin: str) -> Candidate:
    """Run the last candidate and return it with its result.

    If the operation may run only once, its intent is on disk before it runs.
    """
    last = tried.candidates[-1]
    if not only_once(loop):
        return replace(last, result=_carry_out(loop, tried, lambda: None))
    intent = next_intent(loop, last.arguments, last.intent)
    if last.intent and last.intent.what == intent.what:
        settled = settled_by_person(loop, last.arguments, last.intent)
        if settled is not None:
            return replace(last, result=settled)

    def begin() -> None:
        tried.candidates[-1] = replace(last, intent=intent)
        write_section(loop, tried, form, origin)

    result = _carry_out(loop, tried, begin)
    return replace(tried.candidates[-1], result=result)


def _tries_so_far(loop: Loop, tried: Tries) -> str:
    """The arguments of the tries before the last one, and how many the pattern still allows, as JSON."""
    left = int(loop.pattern.keys.get("tries", 1)) - len(tried.candidates)
    earlier = [dict(candidate.arguments) for candidate in tried.readable.candidates[:-1]]
    return json.dumps({"earlier": earlier, "left": max(0, left)})


def _carry_out(loop: Loop, tried: Tries, begin: Callable[[], None]) -> Result:
    """Run the last candidate, in the seconds that the run has left; `begin` is called once policy allows it."""
    operation, arguments = loop.host.operation(loop.pattern), tried.candidates[-1].arguments
    context = before_running(loop, operation, arguments)
    with loop.host.in_time():
        interrupt.check()
        return _carry_out_in(context, loop, tried, operation, begin)


def _carry_out_in(
    context: OperationContext, loop: Loop, tried: Tries, operation: Operation, begin: Callable[[], None]
) -> Result:
    arguments = tried.candidates[-1].arguments
    begin()
    loop.flush()
    loop.host.tell(loop.id, loop.task.parent, "run", operation.name)
    parts = {**parts_of_task(loop), "tries": _tries_so_far(loop, tried)}
    always = {name: parts[part] for name, part in operation.parts.items() if part in ALWAYS}
    if "readings" in operation.parts.values():
        readings, settled = with_settled_readings(loop, loop.task.given)
        always |= {
            name: json.dumps(dict(readings)) for name, part in operation.parts.items() if part == "readings"
        }
    else:
        settled = []
    arguments, added = with_added_entries(loop, arguments)
    result = _carried_out(loop, operation, arguments, always, context)
    for name in (name for name, role in operation.roles.items() if role in _CODE and not result.ok):
        written = arguments.get(name, "")
        ways = ((mend, *mend(written, result.text)) for mend in _MENDS)
        mend, program, done = next((way for way in ways if way[1]), (None, "", ""))
        if mend is not None:
            again = _carried_out(loop, operation, {**arguments, name: program}, always, context)
            if again.ok:
                result = replace(again, held=(*again.held, done))
            elif mend is with_rest_in_last_name:  # it went on from there: what is wrong behind it is news
                result = replace(again, text=f"{again.text}\n({done})")
    if result.ok:
        return replace(result, held=(*result.held, *settled, *added))
    mended, reasons = within_length(loop, operation, arguments)
    if not reasons:
        mended, reasons = with_named_keys(arguments, result.text)
    tried = tried.readable
    if not reasons and len(tried.candidates) > 1:  # what a first try sets stays as the model wrote it
        earlier = [candidate.arguments for candidate in tried.candidates[:-1]]
        mended, reasons = with_meant_keys(loop, arguments, earlier, result.text)
    if not reasons:
        refused = [candidate.result.text for candidate in tried.candidates[:-1] if candidate.result]
        mended, reasons = with_surer_values(arguments, result.text, refused)
    if not reasons:
        mended, reasons = with_day_of_entry(arguments, result.text)
    better = _carried_out(loop, operation, mended, always, context) if reasons else result
    return replace(better, held=(*better.held, *reasons)) if better.ok else result


def _carried_out(
    loop: Loop,
    operation: Operation,
    arguments: Mapping[str, str],
    always: Mapping[str, str],
    context: OperationContext,
) -> Result:
    """Run the operation with arguments and with those that code `always` gives; judge what it gave."""
    given = {**arguments, **always}
    result = cleaned_result(
        loop, _call_handler(operation.handler, given, replace(context, kept=lent_values(loop)))
    )
    if loop.host.unsafe:
        result = replace(result, note="; ".join(filter(None, (result.note, "--unsafe"))))
    if loop.pattern.keys.get("reports") and result.text:
        return replace(result, ok=True)
    if operation.looks_up or operation.cites:
        # What the request wants is for a later step to give, or each part has its quote.
        return with_surest_cells(loop, result, context)
    return judged(loop, operation, arguments, replace(context, kept=lent_values(loop)), result)


def _call_handler(handler: Handler, arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Call the handler and return its result; an inaccessible path in the workspace is a failed result.

    Raises DiskError for any other OSError.
    """
    try:
        return handler(arguments, context)
    except OSError as error:
        place = error.filename if isinstance(error.filename, str) else str(context.workspace)
        inside = os.path.relpath(place, context.workspace)
        if error.errno in PLACE_ERRNOS and not inside.startswith(".."):
            return Result(False, f"{printable_path(inside)}: {error.strerror}", 1)
        raise DiskError(f"{place}:1: {error.strerror}; mend it, then resume") from error
