"""What the phases of a builder's loop ask for: sections that the model fills or code writes.

Such phases are a generator. It yields what a section is to be made from, and goes on with the section, parsed.
Whether the section stands, the call of the model, its attempts and the write are the engine's.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pandora.document.body import Parsed, render
from pandora.document.form import Form, Value
from pandora.document.records import Standing
from pandora.document.state_document import NUMBERS
from pandora.engine.gated_phase import Gate, by_model_through_gate
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
from pandora.engine.phase import by_model

End = TypeVar("End")
Mend = Callable[[Mapping[str, Value]], Mapping[str, Value]]


@dataclass(frozen=True)
class ModelSection:
    """A section that the model fills by `form` from `parts`; `given` are values of code.

    `mend` corrects the model's values before they are written. With a `gate`, a §3 in which it finds a fault is
    an attempt that failed.
    """

    phase: Phase
    form: Form
    parts: Sequence[str]
    given: Mapping[str, Value] = field(default_factory=dict)
    mend: Mend = lambda values: values
    gate: Gate | None = None


@dataclass(frozen=True)
class CodeSection:
    """A section that code writes, made from `made_of`; `form` reads it, `keys` are front matter beside it."""

    phase: str
    body: str
    made_of: Sequence[str]
    form: Form | None = None
    keys: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Gathered:
    """What code has gathered for a section: its body, the digest of what it was made from, and front matter."""

    body: str
    origin: str
    keys: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class GatheredSection:
    """A section that code gathers anew unless it is fresh; `origin` is what it would be made from now."""

    phase: str
    origin: str
    gather: Callable[[], Gathered]


@dataclass(frozen=True)
class Addition:
    """Values that code adds to a section, whoever wrote it, such as what a loop below it came to."""

    phase: str
    form: Form
    values: Mapping[str, Value]


Asked = ModelSection | CodeSection | GatheredSection | Addition
Sections = Generator[Asked, Parsed, End]
"""Phases that ask for sections, and end with what they come to."""


def run_sections(loop: Loop, sections: Sections[End]) -> End:
    """Make what the phases ask for, one section after the other; returns what they come to.

    What goes wrong in making a section is raised where the phases asked for it.
    """
    go_on: Callable[[], Asked] = functools.partial(next, sections)
    while True:
        try:
            asked = go_on()
        except StopIteration as end:
            come_to: End = end.value
            return come_to
        try:
            go_on = functools.partial(sections.send, _made(loop, asked))
        except BaseException as stop:
            go_on = functools.partial(sections.throw, stop)


def _made(loop: Loop, asked: Asked) -> Parsed:
    """The section as it stands, made unless it can be kept; what no form reads back is empty."""
    match asked:
        case ModelSection():
            return _filled(loop, asked)
        case CodeSection():
            origin = loop.origin(*asked.made_of)
            if not loop.keeps(asked.phase, origin):
                loop.write(asked.phase, asked.body, "code", origin, **asked.keys)
            return loop.values(asked.phase, asked.form) if asked.form else Parsed()
        case GatheredSection():
            if loop.standing(NUMBERS[asked.phase], asked.origin) is not Standing.FRESH:
                made = asked.gather()
                loop.write(asked.phase, made.body, "code", made.origin, **made.keys)
            return Parsed()
        case Addition():
            return _added(loop, asked)


def _added(loop: Loop, asked: Addition) -> Parsed:
    parsed = loop.values(asked.phase, asked.form)
    values = {**parsed.values, **asked.values}
    if values != parsed.values:
        record = loop.record(NUMBERS[asked.phase])
        loop.write(asked.phase, render(asked.form, values, parsed.probabilities), record.by, record.origin)
    return loop.values(asked.phase, asked.form)


def _filled(loop: Loop, asked: ModelSection) -> Parsed:
    if asked.gate is None:
        return by_model(loop, asked.phase, asked.form, asked.parts, asked.given, mend=asked.mend)
    return by_model_through_gate(loop, asked.phase, asked.form, asked.parts, asked.gate, asked.mend)
