"""What a client of `pandora mcp` sees while a tool works: progress, log, cancellation; and of resources."""

from __future__ import annotations

import json
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest
from mcp import ClientSession, McpError, types
from mcp.shared.memory import create_connected_server_and_client_session
from pydantic import AnyUrl

from pandora import interrupt
from pandora.disk.layout import Workspace, shipped_system
from pandora.disk.store import Store
from pandora.mcp import resources as mcp_content
from pandora.mcp import tools as mcp_tools
from pandora.mcp import transport as mcp_transport
from pandora.mcp.mcp_server import server_of
from pandora.mcp.resources import HEAD, STATE, WorkspaceContent
from pandora.models.open import open_model
from pandora.models.protocol import Reply
from pandora.outcome import Status
from tests.commands.conformance import Asked
from tests.engine.mail import LINES, Mail, crash, go_on, with_mail
from tests.engine.runs import Bench, checked, coded, planned, saving, understood
from tests.sessions.sittings import simple

TASK = "Say in one sentence what make does."
SCRIPT = (
    {"phase": "understand", "fill": {"kind": "answer", "files change": "no"}},
    {
        "phase": "plan",
        "fill": {
            "approach": "say it",
            "confidence": "high",
            "steps": [{"menu": "compose", "line": TASK}],
            "done when": "it is said",
            "rationale": "one sentence is enough",
        },
    },
    {
        "phase": "do",
        "fill": {
            "language": "English",
            "written by": "nobody",
            "written to": "who asks",
            "text": "It makes again what is older than what it is made of.",
        },
    },
    {"phase": "check", "fill": {"validation": "pass", "issues": "none", "decision": "accept"}},
)
Session = Callable[[ClientSession], Awaitable[None]]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    root = tmp_path / "work"
    (root / "state").mkdir(parents=True)
    (root / "system").symlink_to(shipped_system())
    (tmp_path / "script.jsonl").write_text("\n".join(map(json.dumps, SCRIPT)))
    return Workspace(root)


class Heard:
    """What the server told without being asked, as it came."""

    def __init__(self) -> None:
        self.logs: list[types.LoggingMessageNotificationParams] = []
        self.changed, self.uris = anyio.Event(), list[str]()

    async def log(self, params: types.LoggingMessageNotificationParams) -> None:
        self.logs.append(params)

    async def message(self, message: object) -> None:
        if isinstance(message, types.ServerNotification) and isinstance(
            message.root, types.ResourceUpdatedNotification
        ):
            self.uris.append(str(message.root.params.uri))
            self.changed.set()


def connected(content: Any, session: Callable[[ClientSession, Heard], Awaitable[None]]) -> None:
    async def run() -> None:
        heard = Heard()
        with anyio.fail_after(120):
            async with create_connected_server_and_client_session(
                server_of(content), logging_callback=heard.log, message_handler=heard.message
            ) as client:
                await session(client, heard)

    anyio.run(run)


def of(workspace: Workspace) -> WorkspaceContent:
    return WorkspaceContent(workspace, {"model": f"scripted:{workspace.root.parent / 'script.jsonl'}"})


def test_a_run_tells_its_progress_and_its_log(workspace: Workspace) -> None:
    async def session(client: ClientSession, heard: Heard) -> None:
        told: list[tuple[float, str | None]] = []

        async def progress(progress: float, total: float | None, message: str | None) -> None:
            told.append((progress, message))

        ended = (
            await client.call_tool("pandora_run", {"task": TASK}, progress_callback=progress)
        ).structuredContent
        assert ended
        assert ended["status"] == "accepted", ended
        assert [done for done, _ in told] == list(range(1, len(told) + 1))
        assert any("UNDERSTAND" in (message or "") for _, message in told)
        assert {log.level for log in heard.logs} == {"info"}
        assert any(str(log.data).endswith("accepted") for log in heard.logs)
        quiet = len(heard.logs)
        await client.set_logging_level("error")
        await client.call_tool("pandora_resume", {"document": ended["id"]})
        assert len(heard.logs) == quiet
        await client.set_logging_level("debug")
        await client.call_tool("pandora_run", {"task": f"{TASK} Now."})
        assert "debug" in {log.level for log in heard.logs}

    connected(of(workspace), session)


def test_an_agent_drives_a_session_by_the_protocol(workspace: Workspace) -> None:
    """Sessions S8: start, turn, attach, report, a head as a resource and profiles, by a real client."""
    (workspace.root / "pandora.toml").write_text('scaffold = "off"\n[profile.small]\ncalls = 7\n')
    script = workspace.root.parent / "script.jsonl"

    async def session(client: ClientSession, heard: Heard) -> None:
        async def call(verb: str, code: str = "", **given: str) -> dict[str, Any]:
            script.write_text("\n".join(map(json.dumps, simple(code))))
            ended = (await client.call_tool(f"pandora_session_{verb}", given)).structuredContent
            assert ended is not None
            return ended

        def calls(run: str, number: int) -> int:
            turn = Store(workspace).load(f"tool-turn-{run}-{number}")
            return int(turn.meta["budget"]["calls"])

        first = await call("start", "count = 3\nFINAL(count)", question="How many?", new_session="abc234")
        assert (first["session"], first["value"], first["kind"]) == ("abc234", "3", "final"), first
        second = await call("turn", "FINAL(count + 1)", session="abc234", text="One more?", profile="small")
        assert (second["turn"], second["value"]) == (2, "4"), second
        assert (calls("abc234", 1), calls("abc234", 2)) == (120, 7)
        attached = await call("attach", "FINAL(count * 2)", source=first["head"], text="Double it.")
        assert attached["value"] == "6", attached
        told = await call("report", session="abc234")
        assert told["resume"] == second["head"]
        assert {branch["what"] for branch in told["branches"]} == {"attached session"}
        listed = await client.list_resource_templates()
        assert f"{HEAD}{{session}}/{{head}}" in {template.uriTemplate for template in listed.resourceTemplates}
        read = await client.read_resource(AnyUrl(f"{HEAD}abc234/{first['head']}"))
        assert json.loads(read.contents[0].text)["value"] == "3"  # type: ignore[union-attr]
        unknown = await call("turn", session="abc234", text="And?", profile="gone")
        assert "names no profile: 'gone'" in unknown["error"]
        assert len((await call("heads", session="abc234"))["heads"]) == 2

    connected(of(workspace), session)


class Slow:
    """A model whose reply comes only when its run is stopped, or never."""

    def __init__(self, model: Any) -> None:
        self._model, self.asked, self.closed = model, threading.Event(), threading.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)

    def fill(self, *arguments: Any, **named: Any) -> Reply:
        self.asked.set()
        stop = interrupt.scope()
        assert stop is not None
        assert stop.wait(60)
        interrupt.check()
        raise AssertionError("it was stopped and goes on")

    def close(self) -> None:
        self.closed.set()


async def until(event: threading.Event) -> None:
    assert await anyio.to_thread.run_sync(event.wait, 60)


def slow(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> Slow:
    model = Slow(open_model(f"scripted:{workspace.root.parent / 'script.jsonl'}", context=8192, threads=None))
    monkeypatch.setattr(mcp_tools, "model_of", lambda *_: model)
    return model


def test_a_cancelled_run_ends_and_can_be_resumed(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    model = slow(workspace, monkeypatch)

    async def session(client: ClientSession, heard: Heard) -> None:
        async def cancel() -> None:
            await until(model.asked)
            told = types.CancelledNotificationParams(requestId=client._request_id - 1)
            await client.send_notification(types.ClientNotification(types.CancelledNotification(params=told)))

        async with anyio.create_task_group() as group:
            group.start_soon(cancel)
            with pytest.raises(McpError, match="cancelled"):
                await client.call_tool("pandora_run", {"task": TASK})
        await until(model.closed)
        (run,) = workspace.runs()
        assert "status: running" in workspace.document(run).read_text()
        ended = (await client.call_tool("pandora_resume", {"document": run})).structuredContent
        assert ended
        assert ended["status"] == "accepted", ended

    connected(of(workspace), session)


def test_a_client_that_leaves_stops_its_run(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    model = slow(workspace, monkeypatch)

    async def session(client: ClientSession, heard: Heard) -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(client.call_tool, "pandora_run", {"task": TASK})
            await until(model.asked)
            group.cancel_scope.cancel()

    connected(of(workspace), session)
    assert model.closed.wait(60)
    assert not interrupt.stop_requested()


def test_threads_of_a_run_stop_with_it() -> None:
    from pandora.engine.host import threads

    stop = threading.Event()
    with interrupt.stoppable(stop), threads(1) as pool:
        assert not pool.submit(interrupt.stop_requested).result()
        stop.set()
        assert pool.submit(interrupt.stop_requested).result()
        with pytest.raises(KeyboardInterrupt):
            interrupt.check()
    interrupt.check()


def test_a_document_is_listed_completed_and_watched(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mcp_content, "PAGE", 2)

    async def session(client: ClientSession, heard: Heard) -> None:
        made = [(await client.call_tool("fractal_create_graph", GRAPH)).structuredContent for _ in range(3)]
        roots = sorted(str(each["root_node_id"]) for each in made if each)
        first = await client.list_resources()
        rest = await client.list_resources(first.nextCursor)
        assert [each.name for each in (*first.resources, *rest.resources)] == roots
        assert rest.nextCursor is None
        assert first.resources[0].description == f"The root of run {roots[0].removeprefix('system-')}"
        template = types.ResourceTemplateReference(type="ref/resource", uri=f"{STATE}{{document}}")
        found = await client.complete(template, {"name": "document", "value": roots[1][:-1]})
        assert roots[1] in found.completion.values
        uri = AnyUrl(f"{STATE}{roots[1]}")
        await client.subscribe_resource(uri)
        path = workspace.document(roots[1])
        path.write_text(path.read_text().replace("Why?", "Why not?"))
        await heard.changed.wait()
        assert heard.uris == [str(uri)]
        await client.unsubscribe_resource(uri)

    connected(of(workspace), session)


GRAPH = {"seed": "Why?", "intensity": "pulse", "checkpoint_mode": "autonomous"}


def test_what_is_not_there_is_the_protocols_error(workspace: Workspace) -> None:
    async def session(client: ClientSession, heard: Heard) -> None:
        asked: Sequence[tuple[int, Callable[[], Awaitable[object]]]] = (
            (-32602, lambda: client.call_tool("pandora_walk", {})),
            (-32602, lambda: client.get_prompt("gone")),
            (-32002, lambda: client.read_resource(AnyUrl(f"{STATE}system-gone22"))),
            (-32002, lambda: client.read_resource(AnyUrl("file:///etc/passwd"))),
            (-32002, lambda: client.subscribe_resource(AnyUrl(f"{STATE}..%2F..%2Fpandora.toml"))),
        )
        for code, ask in asked:
            with pytest.raises(McpError) as told:
                await ask()
            assert told.value.error.code == code

    connected(of(workspace), session)


def test_tools_say_what_they_take_and_whether_they_change_anything(workspace: Workspace) -> None:
    offered = of(workspace).tools
    assert sum(name.startswith("fractal_") for name in offered) == 17
    assert {"pandora_run", "pandora_think", "pandora_research", "pandora_session_start"} <= set(offered)
    assert offered["fractal_create_graph"].schema["properties"]["intensity"]["enum"] == [
        "pulse",
        "explore",
        "deep",
    ]
    assert "semantic_overlap" in offered["fractal_mark_saturated"].schema["properties"]["reason"]["enum"]
    reading = {name for name, each in offered.items() if each.hints["readOnlyHint"]}
    assert {"fractal_get_snapshot", "fractal_query_convergence", "pandora_session_report"} <= reading
    assert not {"fractal_claim_work", "pandora_run", "pandora_resume", "pandora_session_turn"} & reading
    assert [name for name, each in offered.items() if each.hints["destructiveHint"]] == ["fractal_delete_graph"]
    for each in offered.values():
        described = [
            name for name, said in each.schema["properties"].items() if "enum" in said or "description" in said
        ]
        assert set(described) >= set(each.schema["required"])


def test_a_tool_that_fails_is_told_in_its_own_words(capfd: pytest.CaptureFixture[str]) -> None:
    async def session(client: ClientSession, heard: Heard) -> None:
        failed = await client.call_tool("test_error_handling", {})
        assert failed.isError
        assert failed.content[0].text == "This tool intentionally returns an error for testing"  # type: ignore[union-attr]
        with pytest.raises(McpError):
            await client.call_tool("test_sampling", {"prompt": "x"})
        logged = await client.call_tool("test_tool_with_logging", {})
        assert not logged.isError
        assert [log.data for log in heard.logs] == [
            *("Tool execution started", "Tool processing data", "Tool execution completed")
        ]

    connected(Asked(), session)
    assert capfd.readouterr().out == ""


def test_a_session_gets_what_it_missed_and_nothing_of_others() -> None:
    async def run() -> None:
        manager = mcp_transport._Sessions(server_of(Asked()))
        mine, other = manager.event_store, manager.event_store
        assert mine is not None
        assert other is not None
        message = types.JSONRPCMessage(types.JSONRPCNotification(jsonrpc="2.0", method="x"))
        first = await mine.store_event("1", None)
        await mine.store_event("2", message)
        last = await mine.store_event("1", message)
        await other.store_event("1", message)
        sent: list[str | None] = []

        async def send(event: Any) -> None:
            sent.append(event.event_id)

        assert await mine.replay_events_after(first, send) == "1"
        assert sent == [last]
        assert await mine.replay_events_after("no such event", send) is None
        few = mcp_transport.Events(most=2)
        ids = [await few.store_event("1", message) for _ in range(3)]
        assert await few.replay_events_after(ids[0], send) is None

    anyio.run(run)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        (r'{"a": "cut \ud83d"}', "cut \ufffd"),
        (r'{"a": "\ud83d\ude00 whole"}', "\U0001f600 whole"),
        (r'{"a": "\\ud83d is no escape"}', r"\ud83d is no escape"),
    ],
)
def test_half_an_emoji_is_read(line: str, read: str) -> None:
    assert json.loads(mcp_transport.without_halves(line))["a"] == read


def test_what_is_no_json_is_left_to_the_sdk() -> None:
    assert mcp_transport.without_halves('{"a": \\ud8') == '{"a": \\ud8'


@pytest.mark.parametrize("answer", ["again", "it ran", "skip"])
def test_a_client_cannot_have_a_once_only_command_run_again(bench: Bench, answer: str) -> None:
    mail = Mail()
    crash(with_mail(bench), mail, *LINES)
    assert go_on(bench, mail) is Status.WAITING
    before = bench.states()

    async def session(client: ClientSession, heard: Heard) -> None:
        given = {"document": bench.run, "text": answer}
        told = (await client.call_tool("pandora_answer", given)).structuredContent
        assert told
        assert "only a person" in told["error"]
        assert f"`pandora answer op-bash-{bench.short}-1 " in told["error"]

    connected(of(bench.workspace), session)
    assert (bench.states(), mail.sent) == (before, 1)


@pytest.mark.parametrize("path", [".envrc", ".vscode/tasks.json", "Makefile"])
def test_a_client_that_names_a_file_that_programs_obey_allows_nothing(
    bench: Bench, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same task given by a person makes the file, since the person named it."""
    program = coded(saving(path, "[1]"))
    lines = (understood(), planned("python: write it"), program, program, checked())
    bench.script(lines)
    monkeypatch.setattr(mcp_tools, "model_of", lambda *_: bench.model)
    monkeypatch.setattr(mcp_tools, "model_for", lambda *_: bench.model)
    monkeypatch.setattr(mcp_tools, "host_of", lambda *_: bench.host())
    task = f"Write {path} that says [1]"

    async def session(client: ClientSession, heard: Heard) -> None:
        ended = (await client.call_tool("pandora_run", {"task": task})).structuredContent
        assert ended
        assert (ended["status"], ended["question_kind"]) == ("waiting", "effect"), ended
        assert f"Programs obey {path} unasked, and no task of a person names it" in ended["question"]
        answer = {"document": ended["id"], "text": "yes"}
        told = (await client.call_tool("pandora_answer", answer)).structuredContent
        assert told
        assert "only a person" in told["error"]
        again = (await client.call_tool("pandora_resume", {"document": ended["id"]})).structuredContent
        assert again
        assert again["status"] == "waiting"

    connected(of(bench.workspace), session)
    assert bench.document().meta["by"] == "client"
    assert not (bench.root / path).exists()
    bench.workspace.document(bench.run).unlink()
    assert bench.start(*lines, text=task).outcome.status is Status.ACCEPTED
    assert (bench.root / path).exists()


def test_a_client_gets_nothing_done_in_a_workspace_that_nobody_trusts(workspace: Workspace) -> None:
    workspace.settings.write_text('[policy]\nbash = "allow"\n', encoding="utf-8")

    async def session(client: ClientSession, heard: Heard) -> None:
        told = (await client.call_tool("pandora_run", {"task": TASK})).structuredContent
        assert told
        assert f"`pandora trust {workspace.root}`" in told["error"]

    connected(of(workspace), session)
    assert workspace.runs() == []
