"""Growth reached from `pandora run`: growth, points 8, 15 and 16."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pandora import cli
from pandora.budget import Usage
from pandora.commands import growth_in_run
from pandora.commands.growth_in_run import grown_for
from pandora.commands.init import make_kernel
from pandora.disk.layout import Workspace
from pandora.engine.run import Ended
from pandora.growth.growth_in_run import WantedGrowth
from pandora.outcome import Outcome, Status
from pandora.policy import Policy, Rule
from tests.commands.conftest import Run
from tests.growth.kernels import ASKED, BUILD, WHOLE

TASK = "Count the words of walk.txt"
WORDS = "Count the words of a text file."


@pytest.fixture
def lacking(pandora: Run, workspace: Path) -> Run:
    """A workspace with three texts, in which nothing can be called."""
    for path in (workspace / "system").rglob("*.md"):
        if path.parent.name not in ("system", "phases"):
            path.unlink()
    for name in ("walk", "oath", "menu"):
        (workspace / f"{name}.txt").write_text("we left at noon\n", encoding="utf-8")
    return pandora


def script(tmp_path: Path, *lines: object) -> str:
    path = tmp_path / "replies.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return f"scripted:{path}"


UNDERSTOOD = {"phase": "understand", "level": "system", "fill": {"resolved": "how many words"}}


def test_what_a_run_lacked_is_counted_and_growth_is_proposed(
    lacking: Run, workspace: Path, tmp_path: Path
) -> None:
    """Growth 15: nothing grows by itself in somebody's task; the run says how often it was lacking."""
    model = script(tmp_path, UNDERSTOOD, UNDERSTOOD)
    told = lacking("run", "--model", model, TASK)
    assert told.code == 4
    assert "The same was lacking 1 time" in told.err
    assert "run --grow` grows a tool for it" in told.err
    told = lacking("run", "--model", model, "Count the words of oath.txt")
    assert "lacking 2 times" in told.err
    assert not (workspace / "system" / "tools" / "grow").exists()


def test_with_grow_a_run_that_lacks_a_tool_asks_what_must_come_out(
    lacking: Run, workspace: Path, tmp_path: Path
) -> None:
    """Growth 8 and 15: the task is the capability, its file the first example, which a person completes."""
    told = lacking("run", "--grow", "--model", script(tmp_path, UNDERSTOOD), TASK)
    assert told.code == 3
    assert f"A tool is grown for: {TASK}" in told.err
    assert "Waiting: What must come out for path 'walk.txt'?" in told.out
    assert len(Workspace(workspace).runs()) == 2


def test_a_task_that_asks_for_a_capability_is_grown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Growth 8: a system that built itself takes a request for a capability in a plain run, and grows it."""
    root = tmp_path / "seed"
    make_kernel(root)
    assert cli.run(["-C", str(root), "run", "-q", "--model", script(tmp_path, *WHOLE), ASKED]) == 0
    capsys.readouterr()
    assert cli.run(["-C", str(root), "run", "--model", script(tmp_path, BUILD), WORDS]) == 3
    out, err = capsys.readouterr()
    assert f"A tool is grown for: {WORDS}" in err
    assert "Waiting: Example 1 of 3: what goes in, and what must come out?" in out


ESCALATED = Ended(
    "system-abc234", Outcome("system-abc234", Status.ESCALATED, reason="nothing fits"), Usage(), 0.0
)
ALLOWED = Policy((Rule("grow", "*", "allow", "pandora.toml"),))


@pytest.mark.parametrize(
    ("wanted", "policy", "grows", "begun"),
    [
        (WantedGrowth(TASK, 1), Policy(), False, []),
        (WantedGrowth(TASK, 1), Policy(), True, ["grow", "task"]),
        (WantedGrowth(TASK, 1), ALLOWED, False, ["grow", "task"]),
        (WantedGrowth(TASK, 1, untrusted=True), ALLOWED, True, []),
        (WantedGrowth(WORDS, 1, asked=True), Policy(), False, ["grow"]),
        (WantedGrowth(TASK, 1), Policy((Rule("grow", "*", "deny", "pandora.toml"),)), True, []),
        (WantedGrowth(TASK, 1), Policy(deny_all=True), True, []),
        (None, ALLOWED, True, []),
    ],
)
def test_growth_begins_where_it_is_asked_for_or_allowed(
    wanted: WantedGrowth | None,
    policy: Policy,
    grows: bool,
    begun: list[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """Growth 15 and 16: only where allowed, never from words of strangers; then the task is done again."""
    done: list[str] = []

    def ended(what: str) -> Ended:
        done.append(what)
        return Ended(f"system-{what}", Outcome(f"system-{what}", Status.ACCEPTED, "4"), Usage(), 0.0)

    def host() -> Any:
        return type("Host", (), {"ledger": type("Ledger", (), {"ceiling": None})()})()

    monkeypatch.setattr(growth_in_run, "wanted_growth", lambda *given: wanted)
    monkeypatch.setattr(growth_in_run, "bring_growth_patterns", lambda *given: None)
    monkeypatch.setattr(growth_in_run, "begin", lambda *given: ended("grow"))
    monkeypatch.setattr(growth_in_run, "start", lambda *given: ended("task"))
    last = grown_for(Workspace(tmp_path), ESCALATED, TASK, policy, host, grows, lambda line: None)
    assert done == begun
    assert last.root == (f"system-{begun[-1]}" if begun else ESCALATED.root)
