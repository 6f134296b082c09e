"""Whether PLAN would choose a new tool for its own task, and not for tasks of other kinds, by logits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pandora.document.body import render
from pandora.engine import prompt as prompts
from pandora.engine.grown_fit import GrownFit, asked_for, grown_fit
from pandora.engine.loop import Loop
from pandora.engine.pattern import Library, Pattern
from pandora.engine.phase import call_model, make_prompt
from pandora.engine.plan import DIRECT

DEPTH = 3
COUNT = 5
"""So many tasks of other kinds are looked at."""


@dataclass(frozen=True)
class Probe:
    """A task of some kind, with its files, as UNDERSTAND would hand it to PLAN."""

    text: str
    kind: str
    files: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()


LETTER = "Write a letter to the landlord about the broken heating as letters/heating.md"
PROBES = (
    Probe("What do 3 tickets at 12.40 cost together, with 15% off?", "answer"),
    Probe("Which plants does garden.txt want by the north wall?", "answer", ("garden.txt",)),
    Probe("Which supplier in data/orders.csv has the dearest order?", "answer", ("data/orders.csv",)),
    Probe(LETTER, "file", (), ("letters/heating.md",)),
    Probe("Mend the fault that tests/test_age.py shows in tools/age.py", "code", ("tools/age.py",)),
    Probe("What do the notes in notes/meeting.md say about the roof?", "answer", ("notes/meeting.md",)),
    Probe("When does the last train leave, by data/timetable.json?", "answer", ("data/timetable.json",)),
    Probe("Set the timeout in config/server.toml to 30", "change", ("config/server.toml",)),
    Probe("Rename the function load_all to load in app/store.py", "change", ("app/store.py",)),
)


@dataclass(frozen=True)
class Chance:
    """The largest chance that a task calls the new tool, by logits; 0 where it is not offered."""

    task: str
    called: str
    chance: float
    offered: bool

    def __str__(self) -> str:
        if not self.offered:
            return f"0 for {self.task!r}, where it is not offered"
        return f"{self.chance:.2f} at most for {self.task!r}, which calls {self.called}"


def chances(loop: Loop, library: Library, name: str, words: str, most: int) -> list[Chance]:
    """Return the chances of the tool `name` of `library` on tasks of other kinds, in at most `most` calls.

    `words` are those of the capability: a task that shares some with it is no task of another kind. Tasks that
    are offered the tool come first, and each is asked as the first attempt of a run asks it.
    """
    last = loop.used.calls + most
    probes = [probe for probe in PROBES if not _stems(probe.text) & _stems(words)]
    offered = [probe for probe in probes if name in _menu_of(library, probe)]
    asked: list[Chance] = []
    for probe in offered[:COUNT]:
        if loop.used.calls < last:
            asked.append(_chance(loop, library, name, probe, last))
    others = [probe for probe in probes if probe not in offered][: COUNT - len(asked)]
    return [*asked, *(Chance(probe.text, "", 0.0, False) for probe in others)]


def own_chance(loop: Loop, library: Library, name: str, own: Probe, most: int) -> Chance:
    """Return the chance of the tool `name` of `library` on the task that it was made for.

    No model is asked where it is not offered, where code chooses it by its words, or where `most` is 0.
    """
    if name not in _menu_of(library, own):
        return Chance(own.text, "", 0.0, False)
    return _chance(loop, library, name, own, loop.used.calls + most)


def _menu_of(library: Library, probe: Probe) -> dict[str, Pattern]:
    """What PLAN could offer for a task."""
    system = library.load("system")
    return library.menu(system, probe.files, DEPTH, probe.kind, False, probe.makes, False)


def _chance(loop: Loop, library: Library, name: str, probe: Probe, last: int) -> Chance:
    """What the first attempt of a run would call for a task, while the loop has made fewer calls than `last`.

    Of the grown patterns of the menu, the model is asked about this one alone.
    """
    menu = _menu_of(library, probe)
    if own := asked_for(menu, library, probe.text, probe.files):
        return Chance(probe.text, own, float(own == name), True)
    fit = GrownFit()
    if loop.used.calls < last:
        fit = grown_fit(loop, {name: menu[name]}, library, probe.text, probe.files)
    if fit.own or fit.others:
        return Chance(probe.text, fit.own or "another one", fit.chances[name], True)
    if loop.used.calls >= last:
        return Chance(probe.text, "nothing, for no call was left to ask", 0.0, True)
    return _ask_plan(loop, library, library.load("system"), probe, menu, name)


def _stems(text: str) -> set[str]:
    """The beginnings of the words of a text that have five letters or more."""
    return {word[:5] for word in re.findall(r"[^\W\d_]{5,}", text.casefold())}


def _ask_plan(
    loop: Loop, library: Library, system: Pattern, probe: Probe, menu: dict[str, Pattern], name: str
) -> Chance:
    """Ask the model what PLAN asks it in the first attempt of a run: one comparison of logits."""
    phase, understand = library.phase(system, "plan"), library.phase(system, "understand").form
    context = "\n".join(f"{path}: a file" for path in probe.files) or "no files"
    values = {"task": probe.text, "context": context, "kind": probe.kind, "resolved": probe.text}
    body = render(understand, {key: value for key, value in values.items() if key in understand})
    whole: dict[str, str] = dict.fromkeys(menu, probe.text)
    form = phase.form.bind(menu=tuple(menu)).with_whole("steps", whole).with_given(*DIRECT)
    prompt = make_prompt(loop, phase, form, _parts(body), menu)
    filled = call_model(loop, phase, form, prompt).filled
    steps = filled.values["steps"]
    called = str(steps[0]["menu"]) if isinstance(steps, list) and steps else ""
    sure = filled.probabilities.get("steps.1.menu", 1.0)
    return Chance(probe.text, called, sure if called == name else 1 - sure, True)


def _parts(body: str) -> Sequence[str]:
    return [prompts.part(1, body)]
