"""`pandora mcp` by the SDK's own client: stdio and HTTP, the seed's session from create to harvest."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from pandora.disk.layout import shipped_system
from pandora.questions.graph_operations import TOOLS
from pandora.user_folders import state_folder

ROOT = Path(__file__).parents[2]
Session = Callable[[ClientSession], Awaitable[None]]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    (tmp_path / "state").mkdir()
    (tmp_path / "system").symlink_to(shipped_system())
    return tmp_path


def arguments(workspace: Path, *more: str) -> list[str]:
    return ["-m", "pandora", "-C", str(workspace), "mcp", *more]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def over_stdio(workspace: Path, session: Session, *more: str) -> None:
    async def run() -> None:
        parameters = StdioServerParameters(
            command=sys.executable, args=arguments(workspace, *more), env=environment()
        )
        async with stdio_client(parameters) as (reader, writer), ClientSession(reader, writer) as client:
            await client.initialize()
            await session(client)

    anyio.run(run)


@contextmanager
def served(workspace: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, *arguments(workspace, "--http", "--port", str(port))]
    process = subprocess.Popen(command, env=environment(), stderr=subprocess.DEVNULL)
    try:
        url = f"http://127.0.0.1:{port}/mcp"
        transport = httpx.HTTPTransport(retries=0)
        with httpx.Client(transport=transport, timeout=60) as client:
            for _ in range(3000):
                try:
                    client.get(url)
                    break
                except httpx.ConnectError:
                    with pytest.raises(subprocess.TimeoutExpired):
                        process.wait(timeout=0.1)
        yield url
    finally:
        process.terminate()
        process.wait()


def kept_token() -> str:
    """The token that the server made at its start."""
    return (state_folder() / "mcp-token").read_text(encoding="ascii").strip()


async def call(client: ClientSession, name: str, **given: Any) -> dict[str, Any]:
    result = await client.call_tool(name, given)
    assert result.structuredContent is not None
    assert result.isError is ("error" in result.structuredContent), result.content
    assert json.loads(result.content[0].text) == result.structuredContent  # type: ignore[union-attr]
    return result.structuredContent


async def seed_session(client: ClientSession) -> None:
    """What seed 000 tells a worker to do, word for word, until the graph is done."""
    names = {tool.name for tool in (await client.list_tools()).tools}
    thinking = {"pandora_think", "pandora_harvest", "pandora_heartbeat"}
    verbs = ("start", "turn", "resume", "attach", "steer", "report", "heads", "head")
    sessions = {f"pandora_session_{verb}" for verb in verbs}
    assert names == {
        *TOOLS,
        *thinking,
        *sessions,
        "pandora_run",
        "pandora_research",
        "pandora_resume",
        "pandora_answer",
    }
    made = await call(
        client, "fractal_create_graph", seed="Why?", intensity="pulse", checkpoint_mode="autonomous"
    )
    graph, root = made["graph_id"], made["root_node_id"]
    for text in ("first part?", "second part?", "third part?"):
        await call(client, "fractal_add_node", graph_id=graph, parent_id=root, node_type="question", text=text)
    answers: list[str] = []
    while True:
        claim = await call(client, "fractal_claim_work", graph_id=graph, worker_id="worker-1")
        if claim["node_id"] is None:
            assert claim["graph_done"]
            break
        node = claim["node_id"]
        answer = await call(
            client,
            "fractal_add_node",
            graph_id=graph,
            parent_id=node,
            node_type="answer",
            text=f"The answer to {claim['text']}",
            owner="worker-1",
        )
        answers.append(answer["node_id"])
        if claim["depth"] == 1 and claim["text"] == "first part?":
            await call(
                client,
                "fractal_add_node",
                graph_id=graph,
                parent_id=answer["node_id"],
                node_type="question",
                text="and what of that?",
                owner="worker-1",
                metadata='{"proxy_signal": "qualifiers"}',
            )
        while ready := (await call(client, "fractal_get_ready_to_synthesize", graph_id=graph))["ready_nodes"]:
            one = ready[0]["node_id"]
            await call(
                client, "fractal_synthesize_node", graph_id=graph, node_id=one, synthesis_text=f"All of {one}"
            )
    linked = json.dumps({"convergence_with": [answers[-1]], "convergence_insight": "the same"})
    updated = await call(client, "fractal_update_node", graph_id=graph, node_id=answers[1], metadata=linked)
    assert updated["edges_created"] == 1
    assert (await call(client, "fractal_query_convergence", graph_id=graph))["count"] == 1
    assert (await call(client, "fractal_get_saturation_status", graph_id=graph))["all_complete"]
    snapshot = await call(client, "fractal_get_snapshot", graph_id=graph)
    synthesis = next(each for each in snapshot["nodes"] if each["node_id"] == root)["metadata"]["synthesis"]
    assert synthesis == f"All of {root}"
    done = await call(
        client, "fractal_update_graph_status", graph_id=graph, status="completed", reason="Harvest complete"
    )
    assert done == {"graph_id": graph, "status": "completed", "previous_status": "active"}
    assert "terminal" in (await call(client, "fractal_resume_graph", graph_id=graph))["error"]


async def refusals(client: ClientSession) -> None:
    """Bad arguments are errors as the spec says, and never an exception."""
    for name, given, told in (
        ("fractal_create_graph", {"seed": "Why?"}, "missing: intensity, checkpoint_mode"),
        ("fractal_get_snapshot", {"graph_id": "gone22"}, "not found"),
        ("fractal_get_snapshot", {"graph_id": 7}, "must be a string"),
        ("fractal_get_snapshot", {"graph_id": "a", "more": "b"}, "unknown: more"),
        ("fractal_update_node", {"graph_id": "a", "node_id": "b", "metadata": {}}, "JSON as a string"),
        ("pandora_resume", {"document": "gone22"}, "no document"),
        ("pandora_answer", {"document": "gone22", "text": "yes"}, "no document"),
    ):
        assert told in (await call(client, name, **given))["error"]


async def documents_and_patterns(client: ClientSession) -> None:
    made = await call(
        client, "fractal_create_graph", seed="Why?", intensity="pulse", checkpoint_mode="autonomous"
    )
    listed = (await client.list_resources()).resources
    assert [each.name for each in listed] == [made["root_node_id"]]
    text = (await client.read_resource(listed[0].uri)).contents[0].text  # type: ignore[union-attr]
    assert "Task: Why?" in text
    prompts = {each.name for each in (await client.list_prompts()).prompts}
    assert {"system", "table", "think_work"} <= prompts
    prompt = await client.get_prompt("think_work", {"task": "Is it so?"})
    told = prompt.messages[0].content.text  # type: ignore[union-attr]
    assert "# PLAN" in told
    assert told.endswith("Task: Is it so?")


def test_the_seeds_session_over_stdio(workspace: Path) -> None:
    async def session(client: ClientSession) -> None:
        await seed_session(client)
        await refusals(client)

    over_stdio(workspace, session)


def test_the_seeds_session_over_http_and_rebinding_is_refused(workspace: Path) -> None:
    with served(workspace) as url:
        token = {"Authorization": f"Bearer {kept_token()}"}

        async def run() -> None:
            async with (
                httpx.AsyncClient(headers=token, timeout=60) as http,
                streamable_http_client(url, http_client=http) as (reader, writer, _),
                ClientSession(reader, writer) as client,
            ):
                await client.initialize()
                await documents_and_patterns(client)
                await seed_session(client)

        anyio.run(run)
        body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        accept = {"Accept": "application/json, text/event-stream"}
        port = re.search(r":(\d+)/", url)
        assert port
        for bad in (
            {"Host": f"evil.example:{port[1]}"},
            {"Host": "127.0.0.1.evil.example"},
            {"Origin": "http://evil.example"},
            {"Origin": f"http://evil.example:{port[1]}"},
        ):
            assert httpx.post(url, json=body, headers={**accept, **token, **bad}).status_code in (403, 421)
        for wrong in ({}, {"Authorization": "Bearer guessed-guessed-guessed"}):
            refused = httpx.post(url, json=body, headers={**accept, **wrong})
            assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, 'Bearer realm="pandora"')


def test_a_task_is_run_and_stdout_is_the_protocols(workspace: Path) -> None:
    script = workspace / "script.jsonl"
    script.write_text(
        '{"phase": "understand", "fill": {"kind": "outside", "files_change": "no", '
        '"these_files_are_needed": "no"}, '
        '"chances": {"kind": 1.0}}\n'
    )

    async def session(client: ClientSession) -> None:
        ended = await call(client, "pandora_run", task="Send a letter to the queen")
        assert ended["status"] == "waiting"
        assert ended["question"]
        again = await call(client, "pandora_resume", document=ended["id"])
        assert again["status"] == "waiting"

    over_stdio(workspace, session, "--model", f"scripted:{script}")
