"""One phase of one loop: the prompt is made, the model fills the form, the section is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pandora import interrupt
from pandora.disk.cache import Place
from pandora.engine import prompt as prompts
from pandora.engine.loop import Loop
from pandora.engine.pattern import NUMBERS, Pattern, Phase
from pandora.engine.recall import recalled_section
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.text.body import Parsed, render
from pandora.text.form import Form, Value


def call_model(
    loop: Loop,
    phase: Phase,
    form: Form,
    prompt: Prompt,
    sampling: Sampling = GREEDY,
    opening: Mapping[str, str] | None = None,
) -> Reply:
    """One model call under the tree's ceilings, booked in the loop and the ledger."""
    host = loop.host
    if loop.stored is not None or loop.used.calls:  # a new document comes with its first reply
        loop.flush()
    interrupt.check()
    host.ledger.reserve(1, host.elapsed())
    host.tell(loop.id, loop.task.parent, "phase", phase.name)
    call = Call(phase.name, loop.task.level, loop.task.kind, loop.id)
    try:
        reply = host.model.fill(prompt, form, call=call, sampling=sampling, opening=opening)
    except BaseException:
        host.ledger.settle(1, type(loop.used)())
        raise
    host.ledger.settle(1, reply.usage)
    loop.used.add(reply.usage)
    host.book(loop.task.run, reply.usage)
    host.tell(loop.id, loop.task.parent, "call", phase.name, reply.usage)
    return reply


def make_prompt(
    loop: Loop, phase: Phase, form: Form, parts: Sequence[str], menu: dict[str, Pattern] | None = None
) -> Prompt:
    """The prompt of a phase over `parts`, cut to the loop's work context."""
    lines = prompts.menu_lines(menu) if menu else ""
    parts = [loop.host.redact(part) for part in parts]
    limit = loop.task.budget.context
    return prompts.build(loop.host.library.base(), phase, form, parts, limit, loop.host.count, lines)


def by_model(
    loop: Loop,
    phase: Phase,
    form: Form,
    parts: Sequence[str],
    given: Mapping[str, Value],
    menu: dict[str, Pattern] | None = None,
    mend: Callable[[Mapping[str, Value]], Mapping[str, Value]] = lambda values: values,
) -> Parsed:
    """A section filled by the model, unless it stands already; `given` fields are written by code.

    `mend` gives what the model wrote as it may stand there, and leaves what it has given before as it is.
    """
    prompt = make_prompt(loop, phase, form, parts, menu)
    origin = loop.origin(prompt.text, loop.host.model.fingerprint)
    place = Place(loop.id, "section", NUMBERS[phase.name])
    if loop.standing(phase.name, origin):
        loop.host.reply(origin, place)
    elif found := recalled_section(loop, form, origin):
        parsed, held = found
        body = render(form, {**given, **mend(parsed.values)}, parsed.chances)
        loop.host.reply(origin, place)
        loop.write(phase.name, body, "model", origin, cache=held)
    else:
        reply = call_model(loop, phase, form, prompt)
        loop.host.reply(origin, place, asked=True)
        body = render(form, {**given, **mend(reply.filled.values)}, reply.filled.chances)
        loop.write(phase.name, body, "model", origin)
    return loop.values(phase.name, form)


def by_code(loop: Loop, phase: Phase, form: Form, values: Mapping[str, Value]) -> Parsed:
    """A section written by code, unless it stands already."""
    body = render(form, values)
    origin = loop.origin(phase.name, body)
    if not loop.standing(phase.name, origin):
        loop.write(phase.name, body, "code", origin)
    return loop.values(phase.name, form)
