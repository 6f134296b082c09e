"""The server of `pandora mcp`: tools, state documents as resources, patterns as prompts."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

from pandora import __version__
from pandora.commands.mcp_tools import called, offers
from pandora.disk.layout import Workspace
from pandora.disk.store import Store, encode
from pandora.engine.pattern import PHASES, Library, Pattern
from pandora.errors import DocumentError, PandoraError, UsageError
from pandora.text.body import show

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server
    from starlette.applications import Starlette

PATH = "/mcp"
STATE = "pandora://state/"
"""What the URI of a state document begins with; its id stands behind it."""


def server_of(workspace: Workspace, options: Mapping[str, Any]) -> Server[Any, Any]:
    """A server for one workspace; `options` as the command line gives them (`model` and ceilings)."""
    import anyio.to_thread
    from mcp import types
    from mcp.server.lowlevel import Server
    from mcp.server.lowlevel.helper_types import ReadResourceContents
    from pydantic import AnyUrl

    server: Server[Any, Any] = Server("pandora", version=__version__, instructions=_ABOUT)
    tools = offers(workspace, options)

    async def list_tools() -> list[types.Tool]:
        return [
            types.Tool(name=name, description=each.about, inputSchema=dict(each.schema))
            for name, each in tools.items()
        ]

    async def call_tool(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        if name not in tools:
            raise ValueError(f"there is no tool {name!r}")
        # A claim may wait for the graph's lock and a run takes minutes: other calls are served meanwhile.
        return await anyio.to_thread.run_sync(called, tools[name], arguments)

    async def list_resources() -> list[types.Resource]:
        return [
            types.Resource(uri=AnyUrl(f"{STATE}{each}"), name=each, mimeType="text/markdown")
            for run in workspace.runs()
            for each in workspace.of_run(run.removeprefix("system-"))
        ]

    async def list_templates() -> list[types.ResourceTemplate]:
        about = "A state document by its id, such as system-k3f9a2."
        return [
            types.ResourceTemplate(
                uriTemplate=f"{STATE}{{document}}", name="state", description=about, mimeType="text/markdown"
            )
        ]

    async def read_resource(uri: AnyUrl) -> list[ReadResourceContents]:
        return [ReadResourceContents(_document(workspace, str(uri)), "text/markdown")]

    async def list_prompts() -> list[types.Prompt]:
        argument = types.PromptArgument(name="task", description="What to do.", required=False)
        patterns, _ = Library(workspace).all()
        return [types.Prompt(name=each.name, description=each.when, arguments=[argument]) for each in patterns]

    async def get_prompt(name: str, arguments: dict[str, str] | None) -> types.GetPromptResult:
        patterns, _ = Library(workspace).all()
        pattern = next((each for each in patterns if each.name == name), None)
        if pattern is None:
            raise ValueError(f"there is no pattern {name!r}")
        text = prompt_of(Library(workspace), pattern, (arguments or {}).get("task", ""))
        content = types.TextContent(type="text", text=text)
        message = types.PromptMessage(role="user", content=content)
        return types.GetPromptResult(description=pattern.when, messages=[message])

    server.list_tools()(list_tools)  # type: ignore[no-untyped-call]
    server.call_tool(validate_input=False)(call_tool)
    server.list_resources()(list_resources)  # type: ignore[no-untyped-call]
    server.list_resource_templates()(list_templates)  # type: ignore[no-untyped-call]
    server.read_resource()(read_resource)  # type: ignore[no-untyped-call]
    server.list_prompts()(list_prompts)  # type: ignore[no-untyped-call]
    server.get_prompt()(get_prompt)  # type: ignore[no-untyped-call]
    return server


_ABOUT = (
    "Graphs of questions and tasks of one Pandora workspace. Begin with fractal_create_graph; then claim, "
    "answer, connect and synthesise until fractal_claim_work says graph_done. A failure is an object with "
    "`error`, and changed nothing."
)


def _document(workspace: Workspace, uri: str) -> str:
    """A state document's text by its URI; nothing else can be read so."""
    if not uri.startswith(STATE):
        raise ValueError(f"{uri} is no resource of this server; they begin with {STATE}")
    try:
        found = workspace.resolve(uri.removeprefix(STATE))
        return encode(Store(workspace).load(found)).decode("utf-8", "replace")
    except (UsageError, DocumentError) as error:
        raise ValueError(str(error)) from None


def prompt_of(library: Library, pattern: Pattern, task: str) -> str:
    """A pattern as a prompt: the base, the phases that a model does with their forms, and the task."""
    parts = [library.base()]
    for name in PHASES:
        try:
            phase = library.phase(pattern, name)
        except PandoraError:
            continue
        if phase.by == "model" and phase.form.asked:
            parts.append(f"# {name.upper()}\n{phase.text}\n\nReply in this form:\n{show(phase.form).strip()}")
    return "\n\n".join([*parts, f"Task: {task}"] if task else parts)


async def serve_stdio(server: Server[Any, Any]) -> None:
    """Serve one client over stdin and stdout; whatever else would write to stdout goes to stderr."""
    import anyio
    from mcp.server.stdio import stdio_server

    sys.stdout.flush()
    protocol = TextIOWrapper(os.fdopen(os.dup(1), "wb"), encoding="utf-8")
    os.dup2(2, 1)
    async with stdio_server(stdout=anyio.wrap_file(protocol)) as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


def http_app(server: Server[Any, Any], port: int) -> Starlette:
    """Streamable HTTP at `/mcp`, for this machine alone: another Host or Origin is refused (DNS rebinding)."""
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
    from mcp.server.transport_security import TransportSecuritySettings
    from starlette.applications import Starlette
    from starlette.routing import Route

    names = ("127.0.0.1", "localhost", "[::1]")
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[f"{name}:{port}" for name in names],
        allowed_origins=[f"http://{name}:{port}" for name in names],
    )
    manager = StreamableHTTPSessionManager(app=server, security_settings=security)

    class Endpoint:
        """The one path, as an ASGI application."""

        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            await manager.handle_request(scope, receive, send)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with manager.run():
            yield

    return Starlette(routes=[Route(PATH, endpoint=Endpoint())], lifespan=lifespan)
