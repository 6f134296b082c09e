"""Count the tokens of every model call without its work context: base, phase, menu, form and chat frame."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from pandora.budget import OVERHEAD
from pandora.document.form import Group
from pandora.document.state_document import PHASES
from pandora.engine.pattern import Library, Pattern, Phase
from pandora.engine.prompt import instruction, menu_lines
from pandora.errors import DocumentError

Count = Callable[[str], int]
DEPTH = 3
"""The depth at which menus are counted; no menu is longer at a greater depth."""


@dataclass(frozen=True)
class Meter:
    """A way to count tokens: with a model's tokenizer, or, where `exact` is False, by words, a lower bound.

    `frame` is the number of tokens that the model's chat template adds to every call.
    """

    count: Count
    frame: int = 0
    exact: bool = True


def word_count(text: str) -> int:
    """A lower bound of the tokens of `text` by any tokenizer."""
    return len(text.split())


WORDS = Meter(word_count, exact=False)


@dataclass(frozen=True)
class Ceilings:
    """The largest number of tokens of a call's parts; `overhead` is for all that is not work context."""

    base: int = 50
    phase: int = 100
    instructions: int = 250
    overhead: int = OVERHEAD


CEILINGS = Ceilings()


@dataclass(frozen=True)
class Cost:
    """The tokens of one phase of one pattern; zeros where code does the phase.

    `by` is `model`, `code`, or `floor` for the DO that a loop does itself where it may call nothing.
    `path` and `line` are the place of the phase's instructions.
    """

    pattern: str
    phase: str
    by: str
    path: str
    line: int
    base: int = 0
    text: int = 0
    menu: int = 0
    form: int = 0
    frame: int = 0

    @property
    def instructions(self) -> int:
        """The tokens of base, phase and form together."""
        return self.base + self.text + self.form

    @property
    def total(self) -> int:
        """The tokens of the whole call without its work context."""
        return self.base + self.text + self.menu + self.form + self.frame

    def over(self) -> list[str]:
        """A message for each part that is over its ceiling."""
        parts = (
            ("the base prompt", self.base, CEILINGS.base),
            ("the phase's text", self.text, CEILINGS.phase),
            ("base, phase and form", self.instructions, CEILINGS.instructions),
            ("everything but work context", self.total, CEILINGS.overhead),
        )
        return [f"{what} is {size} tokens; {most} are the most" for what, size, most in parts if size > most]


@dataclass(frozen=True)
class LibraryCosts:
    """The costs of a whole library in tokens: each phase, and `upfront`, one call with all texts at once."""

    costs: tuple[Cost, ...]
    upfront: int

    @property
    def largest(self) -> int:
        """The tokens of the largest single call."""
        return max((cost.total for cost in self.costs), default=0)


def library_costs(library: Library, meter: Meter) -> LibraryCosts:
    """Count every phase of every valid pattern; broken patterns are left out, as they are from menus."""
    patterns, _ = library.all()
    base = library.base()
    costs: list[Cost] = []
    texts: dict[str, None] = {}
    for pattern in patterns:
        for phase, by, menu in phase_calls(library, pattern):
            path, line = instructions_place(library, pattern, phase.name)
            if by == "code":
                costs.append(Cost(pattern.name, phase.name, by, path, line))
                continue
            texts[full_instruction(phase, menu)] = None
            blank = Cost(pattern.name, phase.name, by, path, line, base=meter.count(base))
            costs.append(_count_parts(blank, phase, menu, meter))
    upfront = meter.frame + meter.count(base) + sum(meter.count(text) for text in texts)
    return LibraryCosts(tuple(costs), upfront)


def phase_calls(library: Library, pattern: Pattern) -> Iterator[tuple[Phase, str, dict[str, Pattern]]]:
    """Every phase that a loop of `pattern` may run, with who does it and the longest menu that it shows."""
    for name in PHASES:
        try:
            phase = library.phase(pattern, name)
        except DocumentError:
            continue
        by: str = phase.by
        if by == "steps":
            by = "floor" if name == "do" else "model"
        lists = name == "plan" and "steps" in phase.form and isinstance(phase.form["steps"].slot, Group)
        menu = longest_menu(library, pattern) if lists and by == "model" else {}
        yield phase, by, menu
        if name == "plan" and by == "model" and "confidence" in phase.form:
            try:
                yield library.phase(pattern, "clarify"), "model", {}
            except DocumentError:
                continue


def longest_menu(library: Library, pattern: Pattern) -> dict[str, Pattern]:
    """The longest menu that a loop of `pattern` can show, over all kinds of task, with and without files."""
    patterns, _ = library.all()
    kinds = dict.fromkeys(str(kind) for pattern in patterns for kind in pattern.keys.get("kinds") or ()) or [""]
    menus = [
        library.menu(pattern, files, DEPTH, kind) for kind in kinds for files in (example_files(patterns), ())
    ]
    return max(menus, key=lambda menu: len(menu_lines(menu)))


def example_files(patterns: list[Pattern]) -> tuple[str, ...]:
    """An example path for each glob in the `needs` of the patterns."""
    return tuple(_example_path(glob) for pattern in patterns for glob in pattern.needs if ":*." not in glob)


def _example_path(glob: str) -> str:
    """A path that `glob` matches."""
    return re.sub(r"\[!?(.)[^\]]*\]", r"\1", glob).replace("*", "x").replace("?", "x")


def full_instruction(phase: Phase, menu: dict[str, Pattern]) -> str:
    """The end of the phase's prompt, which is the same for every task: its text, menu and form."""
    return instruction(phase, phase.form.bind(menu=tuple(menu)), menu_lines(menu)).strip("\n")


def instructions_place(library: Library, pattern: Pattern, phase: str) -> tuple[str, int]:
    """The file and line of the instructions for a pattern's phase: its own, or those for all patterns."""
    own = None if pattern.keys.get("kernel") else pattern.file.parts.get(phase.upper())
    if own is not None and (own.text or own.form):
        return pattern.path, own.line
    if library.on_pattern(phase):
        common = library.common_phase(phase)
        return common.path, common.parts[phase.upper()].line
    path = library.workspace.system / "phases" / f"{phase}.md"
    return library.workspace.relative(path), 1


def _count_parts(cost: Cost, phase: Phase, menu: dict[str, Pattern], meter: Meter) -> Cost:
    """Count each part of a call by what it adds to the text before it, so that the parts sum up exactly."""
    count, all_of_it = meter.count, full_instruction(phase, menu)
    head = f"# {phase.name.upper()}\n{phase.text}"
    text = count(head)
    with_menu = count(f"{head}\n\nYou may call:\n{menu_lines(menu)}") if menu else text
    size = count(all_of_it)
    joint = count(f"\n\n{all_of_it}") - size
    return replace(cost, text=text, menu=with_menu - text, form=size - with_menu, frame=meter.frame + joint)
