"""A section made of several replies: each is a block with a record of its own, so that none is asked for twice.

A block begins with a line `### Reading 2: a.md:1-80`. Its record is one of the document's `steps`: a block
whose record fits is kept, one that a person changed is theirs, and any other is asked for again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pandora.document.body import Parsed, parse, render
from pandora.document.fill import Filled
from pandora.document.form import Form, Value
from pandora.document.records import Record, Standing, step_record, stored, text_standing
from pandora.document.state_document import NUMBERS, digest
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
from pandora.engine.phase import call_model, make_prompt
from pandora.errors import DocumentError, Problem
from pandora.models.protocol import Prompt

_HEADING = re.compile(r"^### (?P<word>[A-Z][a-z]+) (?P<number>\d+): (?P<title>.*)$", re.M)


def read_blocks(body: str) -> tuple[str, dict[int, str]]:
    """The text before the first block of a section's body, and the blocks by number, each with its heading."""
    headings = list(_HEADING.finditer(body))
    if not headings:
        return body, {}
    ends = [heading.start() for heading in headings[1:]] + [len(body)]
    blocks = {
        int(heading["number"]): body[heading.start() : end].rstrip("\n")
        for heading, end in zip(headings, ends, strict=True)
    }
    return body[: headings[0].start()], blocks


def with_blocks(before: str, blocks: Mapping[int, str]) -> str:
    """The body of a section that has these blocks behind the text `before`."""
    lead = f"{before.rstrip()}\n" if before.strip() else ""
    return "\n".join(filter(None, (lead, *(f"{block}\n" for _, block in sorted(blocks.items())))))


def by_model_in_block(
    loop: Loop,
    number: int,
    heading: str,
    phase: Phase,
    form: Form,
    parts: Sequence[str],
    given: Mapping[str, Value] | None = None,
    *,
    alone: str = "",
) -> Parsed:
    """Have the model fill block `number` of the phase's section unless it can be kept; returns it parsed.

    `heading` is the block's first line without its mark, `Reading 2: a.md:1-80`. `given` are values of code.
    `alone` is what is asked in place of the phase's heading, instructions and form. Raises DocumentError where
    a person broke the block.
    """
    section = NUMBERS[phase.name]
    prompt = make_prompt(loop, phase, form, parts)
    prompt = replace(prompt, instruction=alone) if alone else prompt
    key = digest(prompt.text, loop.host.model.fingerprint)
    if _stands(loop, section, number, key).made_again:
        filled = (
            _asked_alone(loop, phase, form, prompt) if alone else call_model(loop, phase, form, prompt).filled
        )
        if _stands(loop, section, number, key).made_again:  # a person may have written it meanwhile
            body = render(form, {**(given or {}), **filled.values}, filled.probabilities)
            _write(loop, phase.name, number, f"### {heading}\n{body.rstrip()}", "model", key)
    return _parsed(loop, section, number, form)


def _asked_alone(loop: Loop, phase: Phase, form: Form, prompt: Prompt) -> Filled:
    """What the model fills into the only blank of a form, which it sees as `Answer:`.

    Below another label, it tells a text that says something less from one that does not.
    """
    (blank,) = form.asked
    answer = replace(blank, label="Answer")
    filled = call_model(loop, phase, Form((answer,)), prompt).filled
    chance = filled.probabilities.get(answer.key)
    return Filled({blank.key: filled.values[answer.key]}, {} if chance is None else {blank.key: chance})


def block_by_code(loop: Loop, phase: str, number: int, heading: str, body: str) -> str:
    """Have code write block `number` of the phase's section unless it can be kept; returns its text."""
    section = NUMBERS[phase]
    text = f"### {heading}\n{body.rstrip()}"
    if _stands(loop, section, number, digest(text)).made_again:
        _write(loop, phase, number, text, "code", digest(text))
    return read_blocks(loop.document.body(section))[1][number]


def _stands(loop: Loop, section: int, number: int, key: str) -> Standing:
    """How a block stands; one that a person changed is recorded as theirs."""
    loop.refresh()
    loop.accept_edits(section)
    _, blocks = read_blocks(loop.document.body(section))
    state = text_standing(loop.steps.get(number), blocks.get(number, ""), key)
    if state is Standing.EDITED:
        _record(loop, section, {**loop.steps, number: step_record("human", key, digest(blocks[number]))})
    return state


def _write(loop: Loop, phase: str, number: int, text: str, by: str, key: str) -> None:
    section = NUMBERS[phase]
    before, blocks = read_blocks(loop.document.body(section))
    body = with_blocks(before, {**blocks, number: text})
    steps = {**loop.steps, number: step_record(by, key, digest(text))}
    loop.write(phase, body, _writer(steps, by), _origin(steps), steps=stored(steps))


def _record(loop: Loop, section: int, steps: Mapping[int, Record]) -> None:
    records = loop.recorded(section, _writer(steps, "model"), _origin(steps), loop.document.digest(section))
    loop.save(steps=stored(steps), sections=stored(records))


def _writer(steps: Mapping[int, Record], by: str) -> str:
    """Who wrote the section: a person where one wrote any block of it."""
    return "human" if any(record.human for record in steps.values()) else by


def _origin(steps: Mapping[int, Record]) -> str:
    return digest(*(record.key for _, record in sorted(steps.items())))


def keep_blocks(loop: Loop, phase: str, last: int) -> None:
    """Remove the blocks above number `last`, which an edit of what they were made from has left behind.

    A block that a person wrote stays.
    """
    section = NUMBERS[phase]
    before, blocks = read_blocks(loop.document.body(section))
    steps = loop.steps
    gone = [number for number in blocks if number > last and number in steps and not steps[number].human]
    if not gone:
        return
    body = with_blocks(before, {number: text for number, text in blocks.items() if number not in gone})
    steps = {number: record for number, record in steps.items() if number not in gone}
    loop.write(phase, body, _writer(steps, "model"), _origin(steps), steps=stored(steps))


def _parsed(loop: Loop, section: int, number: int, form: Form) -> Parsed:
    body = loop.document.body(section)
    text = read_blocks(body)[1][number]
    parsed = parse(form, text)
    if parsed.problems:
        first = body.count("\n", 0, body.index(text))
        raise DocumentError(
            *(
                Problem(loop.document.path, loop.document.line(section, first + line), message, "mend the line")
                for line, message in parsed.problems
            )
        )
    return parsed
