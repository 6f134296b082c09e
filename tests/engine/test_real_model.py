"""Rebuilding with real models: every call is counted, by the document and the phase that it was for."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pandora import interrupt
from pandora.budget import Budget, Ledger
from pandora.check.lint import lint
from pandora.commands.init import make_workspace
from pandora.disk.layout import Workspace
from pandora.engine.host import Host
from pandora.engine.run import Ended, resume, start
from pandora.models.llama import LlamaModel
from pandora.models.protocol import Reply
from pandora.models.pull import pull
from pandora.outcome import Status
from tests.engine.runs import OPERATIONS, replaced
from tests.engine.small_system import FILES, write_system
from tests.models.conftest import smollm2  # noqa: F401  (a fixture)

LAPTOPS = "Find the cheapest laptop with an nvidia GPU in data/laptops.csv"
TASK = "Say something about fruit"
FIVE = {
    "pattern.md": """\
---
pattern: system
level: system
when: anything
menu: [five]
phases: {understand: model, plan: model, do: steps, check: model}
---
# The pattern

## BASE

Do only the phase that is asked for.

## UNDERSTAND

Restate the task in one line.

### Form
Task: {given}
Context: {given}
Resolved: {line 12}

## PLAN

Plan the task.

### Form
Steps: {1..1 of}
  {menu}: {line}
Size: {small | large}

## CHECK

All is well. Accept the result.

### Form
Evidence: {given}
Issues: {line 8}
Validation: {pass | doubtful}
Decision: {accept | escalate}
""",
    "tools/five/pattern.md": """\
---
pattern: five
level: tool
when: always
menu: [say]
phases: {understand: code, plan: code, do: steps, check: model}
steps:
  - "say: a word about pears (after nothing)"
  - "say: a word about plums (after nothing)"
  - "say: a word about figs (after nothing)"
  - "say: a word about that fruit (after 2)"
  - "say: a word about those (after 3, 4)"
---
# five

## PLAN

### Form
Steps: {given}

## CHECK

All is well. Accept the result.

### Form
Evidence: {given}
Issues: {line 8}
Validation: {pass | doubtful}
Decision: {accept | escalate}
""",
    "operations/say.md": """\
---
pattern: say
level: operation
handler: answer
when: always
effects: none
repeat: true
---
# say

## DO

Say it in a few words.

### Form
Text: {line 8}
""",
}
"""Patterns that even a model which understands nothing comes to the end of."""


@dataclass
class Sitting:
    """A workspace, a real model, and what it was asked since the run was started or resumed."""

    root: Path
    model: LlamaModel

    def host(self) -> Host:
        self.model.trace = []
        return Host(Workspace(self.root), self.model, Ledger(Budget()), operations=OPERATIONS)

    def shipped(self) -> Host:
        """The same with the hands that ship, without a sandbox where this machine has none."""
        self.model.trace = []
        return Host(Workspace(self.root), self.model, Ledger(Budget()), unsafe=True)

    @property
    def run(self) -> str:
        (found,) = Workspace(self.root).runs()
        return found

    @property
    def asked(self) -> list[str]:
        """`PHASE DOCUMENT` for each call, the run's own part of the name left out."""
        short = self.run.removeprefix("system-")
        return [f"{call.phase} {call.document.replace(f'-{short}', '')}" for call in self.model.trace or ()]

    def states(self) -> dict[str, bytes]:
        found = (path for path in sorted((self.root / "state").rglob("*")) if path.is_file())
        return {str(path.relative_to(self.root)): path.read_bytes() for path in found}

    def edit(self, name: str, change: Callable[[str], str]) -> None:
        """Save a document as a person does."""
        head, _, number = name.rpartition("-")
        short = self.run.removeprefix("system-")
        path = self.root / "state" / (f"{head}-{short}-{number}.md" if head else f"{self.run}.md")
        old = path.read_text(encoding="utf-8")
        new = change(old)
        assert new != old
        path.write_text(new, encoding="utf-8")

    def settled(self, host: Callable[[], Host]) -> Ended:
        """Resumed, it asks nothing and changes no byte."""
        before = self.states()
        ended = resume(self.run, host())
        assert (self.asked, self.states()) == ([], before)
        assert [each for each in lint(Workspace(self.root)) if each.path.startswith("state")] == []
        return ended


def workspace_of_five(tmp_path: Path) -> None:
    """A workspace with the patterns of FIVE and the small system's phases."""
    write_system(tmp_path / "system")
    for name in FILES:
        if not name.startswith("phases/"):
            (tmp_path / "system" / name).unlink()
    for name, text in FIVE.items():
        path = tmp_path / "system" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "state").mkdir()


@pytest.fixture
def small(tmp_path: Path, smollm2: Path) -> Iterator[Sitting]:  # noqa: F811
    workspace_of_five(tmp_path)
    model = LlamaModel.open(smollm2, context=2048, threads=1)
    yield Sitting(tmp_path, model)
    model.close()


EVERY = [
    "understand system",
    "plan system",
    *(f"do op-say-1.{each}" for each in range(1, 6)),
    "check tool-five-1",
    "check system",
]


@pytest.mark.llama
def test_calls_of_the_small_model_are_made_once_and_again_only_after_edits(small: Sitting) -> None:
    ended = start(TASK, small.host(), Budget())
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert small.asked == EVERY
    small.settled(small.host)

    before = small.states()
    small.edit("tool-five-1", replaced("2. say: a word about plums", "2. say: the name of a river in Africa"))
    assert resume(small.run, small.host()).outcome.status is Status.ACCEPTED
    assert small.asked[:4] == ["do op-say-1.2", "do op-say-1.4", "do op-say-1.5", "check tool-five-1"]
    assert small.asked[4:] in ([], ["check system"])  # as the last word is another one, or the same
    same = {Path(name).name for name, body in small.states().items() if before.get(name) == body}
    short = small.run.removeprefix("system-")
    assert {name for name in same if name.startswith("op-")} == {
        f"op-say-{short}-1.{each}.md" for each in (1, 3)
    }
    small.settled(small.host)

    stops_at_the_plan(small, small.host, r"\1, that is all")


def stops_at_the_plan(sitting: Sitting, host: Callable[[], Host], words: str) -> None:
    """After §1 says the same in other words PLAN alone is asked for, and nothing below §1 is another byte."""
    before = sitting.states()
    sitting.edit("", lambda text: re.sub(r"^(Resolved: .*)$", words, text, count=1, flags=re.M))
    assert resume(sitting.run, host()).outcome.status is Status.ACCEPTED
    assert sitting.asked == ["plan system"]
    root = f"state/{sitting.run}.md"
    after = sitting.states()
    assert {**before, root: below(before[root])} == {**after, root: below(after[root])}
    sitting.settled(host)


def below(text: bytes) -> bytes:
    """A document from its §2 on."""
    return text[text.index(b"\n## \xc2\xa72 ") :]


@pytest.mark.llama
@pytest.mark.torture
def test_interrupted_after_each_reply_of_the_small_model_none_is_asked_for_twice(
    small: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = small.model.fill

    def fill(*given: Any, **named: Any) -> Reply:
        reply = inner(*given, **named)
        interrupt._stop_event.set()  # as a signal does; whoever looks for it next ends
        return reply

    monkeypatch.setattr(small.model, "fill", fill)
    asked: list[str] = []
    sittings = 0
    while True:
        interrupt._stop_event.clear()
        host = small.host()
        try:
            ended = resume(small.run, host) if sittings else start(TASK, host, Budget())
        except interrupt.Interrupted:
            asked, sittings = [*asked, *small.asked], sittings + 1
            assert sittings <= len(EVERY)
            continue
        finally:
            interrupt._stop_event.clear()
        break
    assert sittings >= len(EVERY) - 1
    assert [*asked, *small.asked] == EVERY
    assert ended.outcome.status is Status.ACCEPTED
    small.settled(small.host)


@pytest.mark.demo
def test_the_default_models_calls_are_made_once_and_again_only_after_an_edit(tmp_path: Path) -> None:
    make_workspace(tmp_path)
    (tmp_path / "data").mkdir(exist_ok=True)
    shutil.copy(Path(__file__).parents[2] / "data" / "laptops.csv", tmp_path / "data")
    sitting = Sitting(tmp_path, LlamaModel.open(pull("qwen2.5-coder-1.5b", lambda have, size: None)))
    try:
        ended = start(LAPTOPS, sitting.shipped(), Budget())
        assert ended.outcome.status is Status.ACCEPTED
        assert {"understand system", "plan system", "check system"} <= set(sitting.asked)
        sitting.settled(sitting.shipped)
        sitting.edit("", lambda text: re.sub(r"^(1\. .*)cheapest", r"\1most expensive", text, flags=re.M))
        again = resume(sitting.run, sitting.shipped())
        assert again.outcome.output != ended.outcome.output
        assert {"understand system", "plan system"}.isdisjoint(sitting.asked)
        assert sitting.asked[-1] == "check system"
        assert all(each.endswith("system") or "-1" in each for each in sitting.asked)
        sitting.settled(sitting.shipped)
    finally:
        sitting.model.close()
