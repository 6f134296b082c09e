"""The template of a phase file: what a section of `pattern.md` fixes, and the two blanks that a model fills."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pandora.check.lint_system import NEEDED_FIELDS
from pandora.document.form import parse_form
from pandora.document.instructions import LONGEST, Instructions
from pandora.document.state_document import NUMBERS
from pandora.engine.pattern import READS
from pandora.errors import DocumentError, Problem
from pandora.regular_file import read_text

JOINED = ", "
"""What stands between the labels of an order of fields."""


@dataclass(frozen=True)
class PhaseTemplate:
    """A phase file with two blanks: its instruction, and the order of the fields that the engine does not need.

    `sentence` is the section's own instruction and `below` the lines under it; `fields` are the lines of each
    field of its form, by label, in the section's order, and `optional` the labels whose order is free.
    """

    phase: str
    sentence: str
    below: str
    fields: dict[str, str]
    optional: tuple[str, ...]

    @property
    def path(self) -> str:
        """The path of the file that it makes."""
        return f"system/phases/{self.phase}.md"

    @property
    def orders(self) -> tuple[str, ...]:
        """The orders that a model may choose from: the optional fields, begun with each of them in turn."""
        turns = range(len(self.optional)) if len(self.optional) > 1 else ()
        return tuple(JOINED.join((*self.optional[turn:], *self.optional[:turn])) for turn in turns)

    @property
    def section(self) -> str:
        """The section as the pattern has it."""
        form = "\n".join(self.fields.values())
        below = f"\n{self.below}" if self.below else ""
        return f"{self.sentence}{below}\n\n### Form\n{form}"

    def filled(self, sentence: str = "", order: str = "") -> str:
        """The file with these blanks; "" stands for what the section itself says."""
        free = iter(order.split(JOINED) if order in self.orders else self.optional)
        lines = [self.fields[next(free) if label in self.optional else label] for label in self.fields]
        text = "\n".join(filter(None, (sentence or self.sentence, self.below)))
        reads = ", ".join(map(str, READS[self.phase]))
        head = f"---\nphase: {self.phase}\nreads: [{reads}]\nwrites: {NUMBERS[self.phase]}\n---\n"
        form = "\n".join(lines)
        return f"{head}# {self.phase.upper()}\n\n{text}\n\n## Form\n{form}\n"


def template_of(pattern: Instructions, path: str, phase: str) -> PhaseTemplate:
    """The template of a phase from its section in `pattern`, whose file is at `path`.

    Raises DocumentError where there is no such section, or it has no form or no text.
    """
    part = pattern.parts.get(phase.upper())
    if part is None or part.form is None or not part.text:
        line = part.line if part else 1
        message = f"the section '## {phase.upper()}' has no text and form to build from"
        raise DocumentError(Problem(pattern.path, line, message, "write them, or restore the section"))
    sentence, _, below = part.text.partition("\n")
    fields = _fields(read_text(path, LONGEST).split("\n")[part.form_start - 1 :])
    needed = NEEDED_FIELDS[phase]
    optional = tuple(label for label in fields if label.lower() not in needed)
    return PhaseTemplate(phase, sentence.strip(), below.strip(), fields, optional)


def _fields(lines: Sequence[str]) -> dict[str, str]:
    """The lines of each field of the form that begins with the first line, by its label."""
    end = next((number for number, line in enumerate(lines) if line.startswith("#")), len(lines))
    lines = [line for line in lines[:end] if line.strip()]
    form = parse_form("\n".join(lines))
    starts = [field.line - 1 for field in form.fields]
    ends = [*starts[1:], len(lines)]
    return {
        field.label: "\n".join(lines[start:stop])
        for field, start, stop in zip(form.fields, starts, ends, strict=True)
    }
