"""One phase of one loop: make the prompt, have the model fill the form, write the section."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from pandora import interrupt
from pandora.budget import Usage
from pandora.disk.reply_index import ReplyAddress
from pandora.document.asked_beside import with_answer
from pandora.document.body import Parsed, parse, render, without_asked
from pandora.document.form import Field, Form, Value
from pandora.document.state_document import NUMBERS, digest
from pandora.engine import prompt as prompts
from pandora.engine.edited_budget import take_budget
from pandora.engine.loop import Loop
from pandora.engine.pattern import Pattern, Phase
from pandora.engine.reuse import recalled_section
from pandora.errors import ModelError
from pandora.models.progress import heard_by
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling

Marks = Mapping[str, Sequence[float]]
"""The probabilities at which a gate changes its decision, by field."""


def call_model(
    loop: Loop,
    phase: Phase,
    form: Form,
    prompt: Prompt,
    sampling: Sampling = GREEDY,
    opening: Mapping[str, str] | None = None,
) -> Reply:
    """Make one model call within the run's ceilings, and book its usage in the loop and the ledger."""
    host = loop.host
    if loop.stored is not None or loop.used.calls:  # a new document comes with its first reply
        loop.flush()
    interrupt.check()
    take_budget(host, loop.task.run)
    host.ledger.reserve(1, host.elapsed())
    host.tell(loop.id, loop.task.parent, "phase", phase.name)
    call = Call(phase.name, loop.task.level, loop.task.kind, loop.id)
    try:
        listener = host.listener(loop.id, loop.task.parent, phase.name)
        with heard_by(listener), host.in_time():
            reply = host.model.fill(prompt, form, call=call, sampling=sampling, opening=opening)
    except BaseException as stop:
        cost = stop.usage if isinstance(stop, ModelError) else None
        host.ledger.settle(1, cost or Usage())
        if cost is not None:  # a call that failed was made, and paid for
            loop.used.add(cost)
            host.book(loop.task.run, cost)
        raise
    host.ledger.settle(1, reply.usage)
    loop.used.add(reply.usage)
    host.book(loop.task.run, reply.usage)
    if reply.thought:
        loop.keep_thought(phase.name, reply.thought)
    host.tell(loop.id, loop.task.parent, "call", phase.name, reply.usage)
    return reply


def ask_beside(loop: Loop, phase: Phase, field: Field, prompt: Prompt) -> tuple[str, float | None]:
    """Return what the model says in a form of one field, and its probability, None where it shows none.

    No section has it: the front matter keeps it, so that the run can be replayed. What was asked in this
    process with the same prompt is not asked again.
    """
    known = loop.host.chances
    if prompt.text not in known:
        filled = call_model(loop, phase, Form((field,)), prompt).filled
        said, chance = str(filled.values.get(field.key, "")), filled.probabilities.get(field.key)
        known[prompt.text] = said, chance
        shown = loop.host.redact(said)
        keys = with_answer(loop.document, digest(prompt.text), phase.name, field.key, shown, chance)
        if keys:
            loop.save(**keys)
    return known[prompt.text]


def make_prompt(
    loop: Loop, phase: Phase, form: Form, parts: Sequence[str], menu: dict[str, Pattern] | None = None
) -> Prompt:
    """The prompt of a phase over `parts`, cut to the loop's work context."""
    lines = prompts.menu_lines(menu) if menu else ""
    parts = [loop.host.redact(part) for part in parts]
    limit = loop.task.budget.context
    return prompts.build(loop.host.library.base(), phase, form, parts, limit, loop.host.count, lines)


Weigh = Callable[[Mapping[str, Value], Mapping[str, float]], Mapping[str, Value]]
"""What a section says instead, by the model's values and the probabilities of its choices."""


def by_model(
    loop: Loop,
    phase: Phase,
    form: Form,
    parts: Sequence[str],
    given: Mapping[str, Value],
    menu: dict[str, Pattern] | None = None,
    mend: Callable[[Mapping[str, Value]], Mapping[str, Value]] = lambda values: values,
    *,
    weigh: Weigh = lambda values, _: values,
    made_of: Sequence[str] | None = None,
    marks: Marks | None = None,
    theirs: Callable[[], Form] | None = None,
    sampling: Sampling = GREEDY,
) -> Parsed:
    """Have the model fill a section unless it can be kept; returns it parsed; code writes the `given` fields.

    `mend` corrects the model's values before they are written, and must be idempotent; `weigh` goes by the
    probabilities of its choices, too. `made_of` are the
    parts that the section's origin is computed from, if not all `parts`. A new reply that differs only in
    probabilities does not replace the section, unless one crosses a threshold in `marks`. `theirs`
    returns the form by which a section that a person wrote is read. Another `sampling` is another question.
    """
    drawn = () if sampling == GREEDY else (repr(sampling),)
    asked_of = (loop.host.model.fingerprint, *drawn)
    prompt = make_prompt(loop, phase, form, parts, menu)
    asked = origin = loop.origin(prompt.text, *asked_of)
    if made_of is not None:
        origin = loop.origin(make_prompt(loop, phase, form, made_of, menu).text, *asked_of)
    differs = asked if asked != origin else ""
    place = ReplyAddress(loop.id, "section", NUMBERS[phase.name])
    if loop.keeps(phase.name, origin):
        loop.host.note_reply(loop.record(place.number).asked or origin, place)
    elif recalled := recalled_section(loop, form, asked):
        parsed, source = recalled
        body = _body(form, given, mend(parsed.values), parsed.probabilities, weigh)
        loop.host.note_reply(asked, place)
        _write_reply(loop, phase, form, body, origin, differs, source, marks or {})
    else:
        reply = call_model(loop, phase, form, prompt, sampling)
        loop.host.note_reply(asked, place, asked=True)
        if loop.edited_meanwhile(place.number) and loop.keeps(phase.name, origin):
            pass  # the person wrote this very section while the model was asked for it: theirs counts
        else:
            filled = reply.filled
            body = _body(form, given, mend(filled.values), filled.probabilities, weigh)
            _write_reply(loop, phase, form, body, origin, differs, "", marks or {})
    return _read_section(loop, phase, theirs() if theirs and loop.record(place.number).human else form)


def _body(
    form: Form,
    given: Mapping[str, Value],
    values: Mapping[str, Value],
    chances: Mapping[str, float],
    weigh: Weigh,
) -> str:
    """The text of a section; a value that was weighed has no probability: the model chose another one."""
    weighed = weigh(values, chances)
    fields = {key: re.split("[.=]", key)[0] for key in chances}
    kept = {key: chances[key] for key, name in fields.items() if weighed.get(name) == values.get(name)}
    return render(form, {**given, **weighed}, kept)


def _write_reply(
    loop: Loop, phase: Phase, form: Form, body: str, origin: str, asked: str, cache: str, marks: Marks
) -> None:
    number = NUMBERS[phase.name]
    record, text = loop.record(number), loop.document.digest(number)
    stays = (record.by, record.text) == ("model", text)
    stays = stays and _says_the_same(form, loop.document.body(number), body, marks)
    loop.write(phase.name, None if stays else body, "model", origin, asked=asked, cache=cache)


def _says_the_same(form: Form, old: str, new: str, marks: Marks) -> bool:
    """Return True if two texts of a section have the same values and the same side of each mark."""
    one, other = parse(form, old), parse(form, new)
    sides = (
        [section.probabilities.get(key, 1.0) >= mark for key, mark in _field_marks(marks)]
        for section in (one, other)
    )
    return not one.problems and one.values == other.values and next(sides) == next(sides)


def _field_marks(marks: Marks) -> Iterator[tuple[str, float]]:
    return ((key, mark) for key, levels in marks.items() for mark in levels)


def by_code(loop: Loop, phase: Phase, form: Form, values: Mapping[str, Value]) -> Parsed:
    """Have code write a section unless it can be kept, and return it parsed."""
    body = render(form, values)
    origin = loop.origin(phase.name, body)
    if not loop.keeps(phase.name, origin):
        loop.write(phase.name, body, "code", origin)
    return _read_section(loop, phase, form)


def _read_section(loop: Loop, phase: Phase, form: Form) -> Parsed:
    """Parse the phase's section by its form, and store the result in `loop.parsed`."""
    loop.parsed[phase.name] = parsed = loop.values(phase.name, form)
    return parsed


def counted_sections(loop: Loop, bodies: Mapping[int, str]) -> dict[int, str]:
    """Return `bodies`, with §1 cut to what was given: the task, its context, answers and notes.

    The model's part of §1 is left out because §2, which the model made from it, already depends on it. If a
    person or code wrote §2, or §2 is not in `bodies`, §1 stays whole.
    """
    shown = dict(bodies)
    if {1, 2} <= set(shown) and loop.record(2).by == "model":
        shown[1] = without_asked(loop.host.library.phase(loop.pattern, "understand").form, shown[1])
    return shown
