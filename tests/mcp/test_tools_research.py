"""Research by the protocol's server: an agent asks, authorises, hears the progress and reads the report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from mcp import ClientSession

from pandora.mcp import tools
from pandora.mcp.resources import REPORT, WorkspaceContent
from pandora.mcp.tools import all_tools
from pandora.research.authorization import PHRASE
from pandora.user_folders import config_folder
from tests.commands.test_mcp_live import Heard, connected
from tests.mcp.hearing import Hearing
from tests.operations.site import Answer, serving
from tests.research.conftest import desk as desk
from tests.research.desk import QUERY, Desk


@pytest.fixture
def client(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Hearing:
    monkeypatch.setattr(tools, "model_of", lambda *given: desk.model)
    monkeypatch.setattr(tools, "model_for", lambda *given: desk.model)
    return Hearing()


def called(desk: Desk, client: Any, name: str, **arguments: str | bool) -> dict[str, Any]:
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


PLAN = f"executor: {QUERY}\n  phase: iterations 2\n  leaf: {QUERY}\n    sources: 2"


def test_an_agent_suggests_a_plan_by_the_protocol(desk: Desk, client: Hearing) -> None:
    """A gap that was filled: `--suggest` had no argument here; by a real client, with its schema."""
    desk.model.fits = "yes"

    async def session(peer: ClientSession, heard: Heard) -> None:
        async def call(name: str, **given: object) -> dict[str, Any]:
            told = (await peer.call_tool(name, given)).structuredContent
            assert told is not None
            return told

        schemas = {tool.name: tool.inputSchema for tool in (await peer.list_tools()).tools}
        properties = schemas["pandora_research"]["properties"]
        assert properties["suggest"]["type"] == ["string", "null"]
        assert [properties[name]["type"][0] for name in ("web", "plain")] == ["boolean", "boolean"]
        given = {"question": QUERY, "documents": "docs", "web": False, "plain": None}
        wrong = await call("pandora_research", **given, suggest="executor: q\n  wizard: x")
        assert "the suggested plan:2: there is no 'wizard'" in wrong["error"]
        begun = await call("pandora_research", **given, suggest=PLAN)
        ended = await call("pandora_answer", document=begun["id"], text=PHRASE)
        assert ended["status"] == "accepted"

    connected(WorkspaceContent(desk.workspace, {}), session)
    (root,) = desk.workspace.runs()
    desk.short = root.removeprefix("system-")
    planner = desk.document("planner", "1")
    assert planner.body(3) == "Suggestion: implemented"
    assert "iterations 2" in planner.body(5)
    assert planner.body(5).endswith("    sources: 2")


def test_an_agent_gets_the_plain_answer_in_one_call(desk: Desk, client: Hearing) -> None:
    told = called(desk, client, "pandora_research", question=QUERY, documents="docs", plain=True)
    assert told["status"] == "accepted"
    assert "It was shown these passages:\n- docs/" in told["output"]
    assert len(desk.model.asked) == 1
    assert called(desk, client, "pandora_resume", document=told["id"])["output"] == told["output"]
    for more in ({"web": True}, {"suggest": PLAN}):
        told = called(desk, client, "pandora_research", question=QUERY, documents="docs", plain=True, **more)
        assert told["error"].startswith("plain answers in one call, without pages and a plan")


def test_policy_decides_whether_an_agent_may_have_the_web_searched(
    desk: Desk, client: Hearing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    told = called(desk, client, "pandora_research", question=QUERY, documents="docs", web=True)
    assert "policy does not allow it" in told["error"]
    assert not list((desk.root / "state").glob("system-*.md"))
    with serving({}) as site:
        results = {"results": [{"title": "Laos", "url": f"{site.url}/laos", "content": "Laos"}]}
        site.pages["/search"] = Answer(json.dumps(results).encode(), "application/json")
        site.pages["/laos"] = "<html><title>Laos</title><p>Laos has a population of 7900000 people.</p></html>"
        config_folder().mkdir(parents=True)
        rules = f'[policy]\nnetwork."{site.host}" = "allow"\nloopback."*" = "allow"\n'
        (config_folder() / "pandora.toml").write_text(f'searxng = "{site.url}"\n{rules}', encoding="utf-8")
        for path in (desk.root / "docs").iterdir():
            path.unlink()
        begun = called(desk, client, "pandora_research", question=QUERY, documents="docs", web=True)
        assert f"{site.host} is asked first" in begun["question"], begun
        assert site.asked == []
        ended = called(desk, client, "pandora_answer", document=begun["id"], text=PHRASE)
        assert "7900000 people [1]" in ended["output"], ended


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"web": "yes"}, "web must be true or false, not str"),
        ({"suggest": True}, "suggest must be a string, not bool"),
        ({"documents": "a\0b"}, "documents has a NUL character"),
        ({"suggest": "executor: q" + " " * (1 << 20)}, "the suggested plan:1: it has more than 1 MiB"),
    ],
)
def test_an_argument_of_another_kind_is_refused(
    desk: Desk, client: Hearing, given: dict[str, str | bool], problem: str
) -> None:
    told = called(desk, client, "pandora_research", question=QUERY, **given)
    assert problem in told["error"]
