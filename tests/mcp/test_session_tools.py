"""The tools by which an agent drives sessions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pandora.engine.events import nobody
from pandora.errors import UsageError
from pandora.mcp.mcp_server import NotFoundError
from pandora.mcp.resources import HEAD, WorkspaceContent
from pandora.mcp.session_tools import SessionTools
from tests.sessions.sittings import Sitting, simple


class Agent:
    """Drives the sessions of a workspace by their tools, with a scripted model for each call."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting

    def call(self, verb: str, lines: list[Any] | None = None, **given: Any) -> dict[str, Any]:
        script = self.sitting.script(lines or [])
        options = {"model": f"scripted:{script}", "scaffold": "off"}
        tools = SessionTools(self.sitting.workspace, options, lambda caller: nobody)
        method = getattr(tools, f"pandora_session_{verb}")
        return method(None, **given) if lines is not None else method(**given)  # type: ignore[no-any-return]


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    return Agent(Sitting(tmp_path))


def test_an_agent_drives_a_session(agent: Agent) -> None:
    """Sessions S8: an agent begins, goes on, steers, attaches and reads, by typed results."""
    first = agent.call("start", simple("count = 3\nFINAL(count)"), question="How many?")
    assert (first["status"], first["value"], first["kind"]) == ("accepted", "3", "final")
    name = first["session"]
    assert agent.call("turn", simple("FINAL(count)"), session=name, text="And now?")["turn"] == 2
    assert agent.call("resume", [], session=name)["usage"]["calls"] == 0
    line = agent.call("steer", session=name, what="narrow", text="only plums")
    assert (line["turn"], line["what"]) == (3, "narrow")
    attached = agent.call("attach", simple("FINAL(count)"), source=first["head"], text="Go on.")
    assert attached["session"] != name
    told = agent.call("report", session=name)
    assert told["steering"] == ["turn 3: narrow: only plums"]
    assert [head["standing"] for head in agent.call("heads", session=name)["heads"]] == ["older", "current"]
    assert agent.call("head", session=name, head=first["head"])["value"] == "3"


def test_a_head_is_a_resource(agent: Agent) -> None:
    """Sessions 15: a head can be read as a resource; one that is not there is told."""
    first = agent.call("start", simple("count = 3\nFINAL(count)"), question="How many?")
    content = WorkspaceContent(agent.sitting.workspace, {})
    text, kind = content.read(f"{HEAD}{first['session']}/{first['head']}")
    assert (json.loads(text)["value"], kind) == ("3", "application/json")
    with pytest.raises(NotFoundError):
        content.read(f"{HEAD}{first['session']}/h00000000dead")


def test_what_is_wrong_is_told(agent: Agent) -> None:
    with pytest.raises(UsageError, match="no such file"):
        agent.call("start", [], question="How many?", over="gone.txt")
    with pytest.raises(UsageError):
        agent.call("turn", [], session="gone22", text="And now?")
    agent.call("start", simple("count = 3\nFINAL(count)"), question="How many?")
    with pytest.raises(UsageError, match="use one of"):
        agent.call("steer", session="last", what="turn", text="left")
