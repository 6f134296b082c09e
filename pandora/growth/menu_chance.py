"""Whether the menu line of a new tool would win tasks of other kinds: the model's own choice, by its logits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pandora.document.form import Form, parse_form
from pandora.engine.loop import Loop
from pandora.engine.pattern import Library, Pattern
from pandora.engine.phase import call_model, make_prompt

DEPTH = 3
COUNT = 5
"""So many tasks of other kinds are asked about, in one call."""
INSTRUCTION = "For each task, in its order, choose what you would call for it."


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
    Probe(LETTER, "file", (), ("letters/heating.md",)),
    Probe("Mend the fault that tests/test_age.py shows in tools/age.py", "code", ("tools/age.py",)),
    Probe("What do the notes in notes/meeting.md say about the roof?", "answer", ("notes/meeting.md",)),
    Probe("Which supplier in data/orders.csv has the dearest order?", "answer", ("data/orders.csv",)),
    Probe("Set the timeout in config/server.toml to 30", "change", ("config/server.toml",)),
    Probe("Rename the function load_all to load in app/store.py", "change", ("app/store.py",)),
    Probe("When does the last train leave, by data/timetable.json?", "answer", ("data/timetable.json",)),
    Probe("Which plants does garden.txt want by the north wall?", "answer", ("garden.txt",)),
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


def chances(loop: Loop, library: Library, name: str, words: str) -> list[Chance]:
    """Return the chances of the tool `name` of `library` on tasks of other kinds; at most one model call.

    `words` are those of the capability: a task that shares some with it is no task of another kind.
    """
    system = library.load("system")
    menus = {
        probe: library.menu(system, probe.files, DEPTH, probe.kind, False, probe.makes, False)
        for probe in PROBES
        if not _stems(probe.text) & _stems(words)
    }
    offered = [probe for probe, menu in menus.items() if name in menu][:COUNT]
    others = [probe for probe in menus if probe not in offered][: COUNT - len(offered)]
    found = [Chance(probe.text, "", 0.0, False) for probe in others]
    return [*_asked(loop, offered, {**_merged([menus[probe] for probe in offered])}, name), *found]


def _stems(text: str) -> set[str]:
    """The beginnings of the words of a text that have five letters or more."""
    return {word[:5] for word in re.findall(r"[^\W\d_]{5,}", text.casefold())}


def _merged(menus: Sequence[dict[str, Pattern]]) -> dict[str, Pattern]:
    return {name: pattern for menu in menus for name, pattern in menu.items()}


def _asked(loop: Loop, probes: Sequence[Probe], menu: dict[str, Pattern], name: str) -> list[Chance]:
    """Ask the model once what it would call for each task: a comparison of logits for each."""
    if not probes:
        return []
    form: Form = parse_form(f"Calls: {{{len(probes)}..{len(probes)} of}}\n  {{menu}}").bind(menu=tuple(menu))
    phase = replace(loop.host.library.phase(loop.pattern, "check"), text=INSTRUCTION, form=form)
    tasks = "\n".join(f"{number}. {probe.text}" for number, probe in enumerate(probes, 1))
    filled = call_model(loop, phase, form, make_prompt(loop, phase, form, [f"## Tasks\n{tasks}"], menu)).filled
    items = filled.values["calls"]
    calls = [item["menu"] for item in items if isinstance(item, dict)]
    result = []
    for number, (probe, called) in enumerate(zip(probes, calls, strict=False), 1):
        sure = filled.probabilities.get(f"calls.{number}.menu", 1.0)
        result.append(Chance(probe.text, called, sure if called == name else 1 - sure, True))
    return result
