"""A request in a grown operation's own words is its own; one that says more is the model's to choose for."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pandora.budget import Budget, Ledger
from pandora.disk.layout import Workspace, shipped_system
from pandora.disk.store import Store
from pandora.engine.grown_fit import LEFT_OFF, TAKEN, asked_for
from pandora.engine.host import Host
from pandora.engine.pattern import Library
from pandora.engine.run import Ended, resume, start
from pandora.outcome import Status
from tests.engine.runs import Asked

COUNTER = """\
---
pattern: {name}
level: operation
when: how many words a text file has
needs: ["*.txt"]
handler: script
effects: none
repeat: true
phases: {{do: code}}
---
# {name}

Count the words of a text file.

## DO

Name the file.

### Form
Path: {{line 60}}

## Handler

```python
print(4)
```
"""


@pytest.fixture(autouse=True)
def _nothing_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether files are to be moved is asked in two more questions, which have their own tests."""
    monkeypatch.setattr("pandora.engine.understand.asks_for_moves", lambda *asked, **beside: False)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    operations = tmp_path / "system" / "operations"
    operations.mkdir(parents=True)
    (operations / "word_count.md").write_text(COUNTER.format(name="word_count"), encoding="utf-8")
    (operations / "quote.md").write_bytes((shipped_system() / "operations" / "quote.md").read_bytes())
    return Library(Workspace(tmp_path))


def chosen(library: Library, request: str, *files: str) -> str:
    menu = {pattern.name: pattern for pattern in library.all(("operation",))[0]}
    assert "quote" in menu
    return asked_for(menu, library, request, files)


@pytest.mark.parametrize(
    ("request_words", "files", "name"),
    [
        ("How many words has walk.txt?", ("walk.txt",), "word_count"),
        ("Count the words of notes/walk.txt", ("notes/walk.txt",), "word_count"),
        ("How many words does walk.txt have?", ("walk.txt",), "word_count"),
        ("How many words does walk.txt not have?", ("walk.txt",), ""),
        ("Count the words of walk.txt and menu.txt", ("walk.txt", "menu.txt"), ""),
        ("How many lines has walk.txt?", ("walk.txt",), ""),
        ("Do not count the words of walk.txt", ("walk.txt",), ""),
        ("Count the first 3 words of walk.txt", ("walk.txt",), ""),
        ("Sort the words of walk.txt", ("walk.txt",), ""),
        ("walk.txt", ("walk.txt",), ""),
    ],
)
def test_every_word_of_the_request_must_be_its_own(
    library: Library, request_words: str, files: tuple[str, ...], name: str
) -> None:
    """Growth 16: the same words choose the tool; another condition, number or thing does not."""
    assert chosen(library, request_words, *files) == name


def test_what_two_fit_is_chosen_by_the_model(library: Library) -> None:
    path = library.workspace.system / "operations" / "counter.md"
    path.write_text(COUNTER.format(name="counter"), encoding="utf-8")
    assert chosen(library, "Count the words of walk.txt", "walk.txt") == ""


def test_what_ships_is_the_models_to_choose(library: Library) -> None:
    """Only what grew for one capability is taken by its words; a general line is not."""
    menu = {"quote": library.load("operation", "quote")}
    assert asked_for(menu, library, menu["quote"].when, ()) == ""


UNDERSTOOD = {"phase": "understand", "fill": {"kind": "answer", "files change": "no"}}
ACCEPTED = {"phase": "check", "fill": {"validation": "pass", "issues": "none", "decision": "accept"}}
OTHER_WORDS = "Give the word total for walk.txt"


def said_of_fit(answer: str, chance: float) -> Mapping[str, Any]:
    return {"phase": "fit", "fill": {"fit": answer}, "chances": {"fit": chance}}


TOLD_APART = [{"phase": "plan", "fill": {"answer": "yes"}}] * 3
"""What the model says where it is asked whether a text is to be written."""


def change_wanted(answer: str) -> list[Mapping[str, Any]]:
    """What it says where it is asked whether files are to be changed."""
    other = "no" if answer == "yes" else "yes"
    line = {"phase": "understand", "chances": {"answer": 0.9}}
    return [{**line, "fill": {"answer": said}} for said in (answer, other)]


def planned(name: str) -> Mapping[str, Any]:
    return {"phase": "plan", "fill": {"confidence": "high", "steps": [{"menu": name, "line": "x"}]}}


class Sitting:
    """A workspace with the shipped patterns and a grown tool, and a model that says what it is given to say."""

    def __init__(self, root: Path) -> None:
        self.workspace = Workspace(root)
        shutil.copytree(shipped_system(), self.workspace.system)
        self.workspace.state.mkdir()
        path = self.workspace.system / "operations" / "word_count.md"
        path.write_text(COUNTER.format(name="word_count"), encoding="utf-8")
        (root / "walk.txt").write_text("we left early\n", encoding="utf-8")

    def host(self, lines: Sequence[Mapping[str, Any]]) -> Host:
        path = self.workspace.root.parent / "script.jsonl"
        path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        self.model = Asked(path)
        self.model.fingerprint = "one model"
        return Host(self.workspace, self.model, Ledger(Budget()))

    def run(self, request: str, *lines: Mapping[str, Any]) -> Ended:
        return start(request, self.host(lines), Budget())

    @property
    def menu(self) -> str:
        """The menu that PLAN was shown in the first attempt."""
        prompt = next(prompt.text for prompt in self.model.prompts if "# PLAN" in prompt.text)
        return prompt.partition("You may call:")[2]


@pytest.fixture
def sitting(tmp_path: Path) -> Sitting:
    (tmp_path / "work").mkdir()
    return Sitting(tmp_path / "work")


def test_other_words_find_the_tool_where_the_model_is_sure(sitting: Sitting) -> None:
    """Growth 16: the model is asked whether the task asks for just that; then PLAN offers nothing else."""
    ended = sitting.run(OTHER_WORDS, UNDERSTOOD, said_of_fit("yes", 0.93), planned("word_count"), ACCEPTED)
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "4"), ended.outcome
    assert sitting.menu.partition("Reply")[0].strip() == "- word_count: how many words a text file has"
    root = Store(sitting.workspace).load(ended.root)
    assert "Rationale: the task asks for just what word_count does (0.93)" in root.body(2)


@pytest.mark.parametrize(
    ("answer", "chance", "offered"),
    [("no", 0.95, False), ("no", 1 - LEFT_OFF - 0.05, True), ("yes", TAKEN - 0.05, True)],
)
def test_a_tool_that_surely_does_something_else_is_left_off(
    sitting: Sitting, answer: str, chance: float, offered: bool
) -> None:
    """Growth 16: of an unsure model nothing follows, and PLAN chooses from the whole menu."""
    ended = sitting.run(OTHER_WORDS, UNDERSTOOD, said_of_fit(answer, chance), planned("text"))
    assert ("- word_count:" in sitting.menu) is offered, ended
    assert "- text:" in sitting.menu


@pytest.mark.parametrize(
    ("request_words", "change", "fit"),
    [
        ("Count the words of walk.txt", "yes", []),
        (OTHER_WORDS, "no", [said_of_fit("yes", 0.93)]),
        (OTHER_WORDS, "no", [said_of_fit("yes", TAKEN - 0.05)]),
    ],
)
def test_who_asks_for_what_a_tool_tells_asks_for_an_answer(
    sitting: Sitting, request_words: str, change: str, fit: list[Mapping[str, Any]]
) -> None:
    """Growth 16: a model that is unsure whether files change need not be right, for the tool changes none."""
    kind = {"phase": "understand", "fill": {"kind": "file", "files change": change}}
    unsure = {**kind, "chances": {"kind": 0.41, "files change": 0.53}}
    doubtful = any(line["chances"]["fit"] < TAKEN for line in fit)
    lines = (unsure, *change_wanted("no"), *fit, *(TOLD_APART if doubtful else []))
    ended = sitting.run(request_words, *lines, planned("word_count"), ACCEPTED)
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "4"), ended.outcome


def test_who_wants_a_change_is_not_told_something_instead(sitting: Sitting) -> None:
    unsure = {"phase": "understand", "fill": {"kind": "change", "files change": "yes"}}
    unsure = {**unsure, "chances": {"kind": 0.6, "files change": 0.6}}
    lines = (unsure, *change_wanted("yes"), said_of_fit("yes", 0.93), planned("word_count"), ACCEPTED)
    ended = sitting.run(OTHER_WORDS, *lines)
    assert ended.outcome.status is not Status.ACCEPTED
    assert "no file was made or changed" in Store(sitting.workspace).load(ended.root).text


def test_a_request_in_its_own_words_or_about_more_files_costs_no_question(sitting: Sitting) -> None:
    (sitting.workspace.root / "menu.txt").write_text("leek soup\n", encoding="utf-8")
    sitting.run("Count the words of walk.txt", UNDERSTOOD, planned("word_count"), ACCEPTED)
    assert "fit" not in [phase for phase, _ in sitting.model.asked]
    sitting.run("Count the words of walk.txt and menu.txt", UNDERSTOOD, planned("text"))
    assert "fit" not in [phase for phase, _ in sitting.model.asked]


def test_what_the_model_said_is_kept_and_not_asked_again(sitting: Sitting) -> None:
    """Killed between the question and PLAN, a run goes on without a second question."""
    host = sitting.host([UNDERSTOOD, said_of_fit("yes", 0.93)])
    fill, calls = host.model.fill, iter(range(2))

    def killed_at_the_third(*given: Any, **named: Any) -> Any:
        if next(calls, None) is None:
            raise AssertionError("killed")
        return fill(*given, **named)

    host.model.fill = killed_at_the_third  # type: ignore[method-assign]
    with pytest.raises(AssertionError, match="killed"):
        start(OTHER_WORDS, host, Budget())
    (root,) = sitting.workspace.runs()
    fit = Store(sitting.workspace).load(root).meta["fit"]
    assert [(entry["tool"], entry["chance"]) for entry in fit.values()] == [("word_count", 0.93)]
    ended = resume(root, sitting.host([planned("word_count"), ACCEPTED]), Budget())
    assert ended.outcome.output == "4"
    assert "fit" not in [phase for phase, _ in sitting.model.asked]
