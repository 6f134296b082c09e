"""Requests in other words than a grown tool's, and requests for something else: what the gate says of each."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.planted_cheats import PLANTED, request_named
from pandora.budget import Budget, Ledger
from pandora.disk.layout import Workspace
from pandora.engine.grown_fit import LEFT_OFF, TAKEN, chance_of_fit
from pandora.engine.host import Host
from pandora.engine.loop import open_loop
from pandora.engine.pattern import Library
from pandora.growth.tool_template import name_of, template_of
from pandora.models.protocol import Model
from pandora.task import Task

PARTS = ("tune", "test")
"""The threshold was set by the first part of the requests; it was not changed after the second was seen."""
SCRIPT = "print(0)"
"""The script of a tool of which only its line and its description are looked at."""


@dataclass(frozen=True)
class Wording:
    """A request, the tool that it is held to, and whether it asks for just what the tool does."""

    tool: str
    when: str
    request: str
    fits: bool


@dataclass(frozen=True)
class JudgedWording:
    """What the model said of a wording: the probability of a yes."""

    wording: Wording
    chance: float

    @property
    def verdict(self) -> str:
        """`taken`, `left off`, or `unsure`, where PLAN chooses from the whole menu."""
        if self.chance >= TAKEN:
            return "taken"
        return "left off" if self.chance <= LEFT_OFF else "unsure"

    @property
    def right(self) -> bool:
        """True where the tool is taken for what it does, or left off for what it does not."""
        return self.verdict == ("taken" if self.wording.fits else "left off")

    @property
    def wrong(self) -> bool:
        """True where the tool is taken for something else, or left off for what it does."""
        return self.verdict == ("left off" if self.wording.fits else "taken")


def wordings(part: str, path: Path = PLANTED / "wordings.json") -> list[Wording]:
    """The requests of a part, by tool."""
    tools = json.loads(path.read_text(encoding="utf-8"))
    return [
        Wording(name, entry["when"], request, fits)
        for name, entry in sorted(tools.items())
        for fits, key in ((True, "fits"), (False, "others"))
        for request in entry[part][key]
    ]


def judged_wordings(model: Model, system: Path, asked: list[Wording]) -> Iterator[JudgedWording]:
    """Ask the model about each request, as PLAN asks it, with the tool as its template makes it."""
    with TemporaryDirectory(prefix="pandora-wordings-") as place:
        workspace = Workspace(Path(place))
        shutil.copytree(system, workspace.system)
        workspace.state.mkdir()
        budget = Budget(calls=1 << 30, tokens=1 << 40, seconds=1 << 30)
        loop = open_loop(
            Task("Which tool?", run="abc234", budget=budget), Host(workspace, model, Ledger(budget))
        )
        for wording in asked:
            request = request_named(wording.tool)
            name = name_of(wording.tool, ())
            examples = [*request.visible, *request.hidden]
            template = template_of(examples, "operation", name, wording.when, request.words, ("answer",))
            for path, text in template.files(SCRIPT).items():
                (workspace.root / path).write_text(text, encoding="utf-8")
            pattern = Library(workspace).load("operation", name)
            yield JudgedWording(wording, chance_of_fit(loop, pattern, wording.request))


def summary(judged: list[JudgedWording]) -> str:
    """The counts of a part in one line."""
    fits = [one for one in judged if one.wording.fits]
    others = [one for one in judged if not one.wording.fits]
    taken, wrongly = (sum(one.verdict == "taken" for one in part) for part in (fits, others))
    missed, left = (sum(one.verdict == "left off" for one in part) for part in (fits, others))
    return (
        f"{taken} of {len(fits)} that fit taken, {missed} left off; "
        f"{left} of {len(others)} others left off, {wrongly} taken"
    )
