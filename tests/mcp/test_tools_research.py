"""Research by the protocol's server: an agent asks, authorises, hears the progress and reads the report."""

from __future__ import annotations

from typing import Any

import pytest

from pandora.mcp import tools
from pandora.mcp.resources import REPORT, WorkspaceContent
from pandora.mcp.tools import all_tools
from pandora.research.authorization import PHRASE
from tests.mcp.hearing import Hearing
from tests.research.conftest import desk as desk
from tests.research.desk import QUERY, Desk


@pytest.fixture
def client(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Hearing:
    monkeypatch.setattr(tools, "model_of", lambda *given: desk.model)
    monkeypatch.setattr(tools, "model_for", lambda *given: desk.model)
    return Hearing()


def called(desk: Desk, client: Any, name: str, **arguments: str) -> dict[str, Any]:
    result = all_tools(desk.workspace, {})[name].call(arguments, client)
    assert isinstance(result, dict)
    return result


def test_an_agent_researches_and_reads_the_report(desk: Desk, client: Hearing) -> None:
    """Issue 16.1, 16.4 and 16.6: by MCP, too, only the phrase starts it; each role's progress is told."""
    begun = called(desk, client, "pandora_research", question=QUERY, documents="docs")
    assert begun["status"] == "waiting"
    assert PHRASE in begun["question"]
    assert called(desk, client, "pandora_answer", document=begun["id"], text="ok")["status"] == "waiting"
    assert not [document for document, _ in desk.model.asked if "extractor" in document.kind]
    ended = called(desk, client, "pandora_answer", document=begun["id"], text=PHRASE)
    assert ended["status"] == "accepted"
    assert ended["output"].startswith("Laos has a population of 7900000 people [1].")
    for role in ("planner", "executor", "extractor", "synthesizer"):
        assert any(f"tool-research_{role}-" in message for message in client.told), role
    report, _ = WorkspaceContent(desk.workspace, {}).read(f"{REPORT}{begun['id']}")
    assert "Laos has a population of 7900000 people [1]." in str(report)
    asked = len(desk.model.asked)
    assert called(desk, client, "pandora_resume", document=begun["id"])["output"] == ended["output"]
    assert len(desk.model.asked) == asked


@pytest.mark.parametrize("documents", ["gone", "..", "/"])
def test_a_folder_that_is_not_of_the_workspace_is_refused(desk: Desk, client: Hearing, documents: str) -> None:
    told = called(desk, client, "pandora_research", question=QUERY, documents=documents)
    assert told == {"error": f"{documents}: there is no such folder in the workspace"}


def test_an_empty_folder_is_said_to_the_agent(desk: Desk, client: Hearing) -> None:
    """Issue 16, bad input: a clear line, and no run begins."""
    (desk.root / "nothing").mkdir()
    told = called(desk, client, "pandora_research", question=QUERY, documents="nothing")
    assert "nothing" in told["error"], told
    assert not list((desk.root / "state").glob("system-*.md"))
