"""Thinking over MCP: think, harvest, cancel and go on, and a heartbeat for long claims."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pandora import interrupt
from pandora.commands.init import make_workspace
from pandora.disk.layout import Workspace
from pandora.document.form import Form
from pandora.mcp import thinking_tools
from pandora.mcp.tools import all_tools
from pandora.models.protocol import Call, Prompt
from tests.mcp.hearing import Hearing
from tests.questions.graphs import Bench
from tests.questions.thinker import Thinker, usual


@pytest.fixture
def workspace(folder: Path) -> Workspace:
    make_workspace(folder)
    (folder / "notes").mkdir()
    (folder / "notes" / "rain.md").write_text("It rained in May.\n", "utf-8")
    return Workspace(folder)


def asked(workspace: Workspace, name: str, caller: Any = None, **arguments: str) -> dict[str, Any]:
    client: Any = caller or Hearing()
    result = all_tools(workspace, {})[name].call(arguments, client)
    assert isinstance(result, dict)
    return result


def thinks(monkeypatch: pytest.MonkeyPatch, model: Thinker) -> None:
    monkeypatch.setattr(thinking_tools, "model_of", lambda *given: model)


def test_a_client_thinks_a_question_through_and_harvests_it(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thinking 7: `think` and `harvest` as tools, with progress."""
    thinks(monkeypatch, Thinker())
    caller = Hearing()
    result = asked(workspace, "pandora_think", caller, question="Was it wet?", context="notes")
    assert (result["status"], result["seed"]) == ("completed", "Was it wet?")
    assert (workspace.root / result["document"]).is_file()
    assert any("DO" in message for message in caller.told)
    harvested = asked(workspace, "pandora_harvest", graph_id=result["graph_id"])
    assert harvested["summary"] == result["summary"]
    assert asked(workspace, "pandora_think", graph_id=result["graph_id"])["summary"] == result["summary"]


def test_a_cancelled_thought_gives_its_claims_back_and_goes_on(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thinking 7: cancelled, the workers leave at once, and the same graph goes on."""
    stop = threading.Event()

    def waiting(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if call.phase != "plan":
            return usual(call, prompt, form)
        stop.set()
        interrupt.check()
        raise AssertionError("it was not cancelled")

    thinks(monkeypatch, Thinker(waiting))
    with interrupt.stoppable(stop):
        result = asked(workspace, "pandora_think", question="Was it wet?", context="notes")
    assert "pandora_think with this graph_id goes on" in result["error"]
    graph = result["graph_id"]
    assert asked(workspace, "fractal_get_open_questions", graph_id=graph)["count"] == 1
    model = Thinker()
    thinks(monkeypatch, model)
    assert asked(workspace, "pandora_think", graph_id=graph)["status"] == "completed"
    assert model.asked[0][0].phase == "plan"  # the first answer was on disk


def test_a_heartbeat_keeps_a_long_claim(folder: Path) -> None:
    """Thinking 7: a heartbeat for claims that take longer than their lease."""
    bench = Bench(folder).start(lease_seconds=60)
    bench.claim("slow")
    tools = thinking_tools.Thinking(bench.graph.workspace, {}, lambda caller: lambda event: None)
    assert tools.pandora_heartbeat(bench.graph_id, "slow")["renewed"] == 0  # by this machine's clock, long over
    index = bench.graph.index
    with bench.graph.lock():
        index.run("UPDATE leases SET expires = ?", time.time() + 5)
    assert tools.pandora_heartbeat(bench.graph_id, "slow")["renewed"] == 1
    row = index.row("SELECT expires FROM leases")
    assert row is not None
    assert row["expires"] > time.time() + 30


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, "give a question, or the graph_id"),
        ({"question": "Why?", "graph_id": "abc234"}, "give a question, or the graph_id"),
        ({"question": "Why?", "context": "../outside.md"}, "lies outside the workspace"),
        ({"question": "Why?", "intensity": "slow"}, "must be one of: pulse, explore, deep"),
        ({"graph_id": "gone22"}, "not found"),
    ],
)
def test_what_cannot_be_thought_is_told(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, arguments: dict[str, str], told: str
) -> None:
    thinks(monkeypatch, Thinker())
    assert told in asked(workspace, "pandora_think", **arguments)["error"]
