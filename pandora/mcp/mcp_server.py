"""A server of the Model Context Protocol for any content: its tools, resources, prompts and completions."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeAlias, TypeVar

import anyio
import anyio.to_thread
from mcp import McpError, types
from mcp.server.lowlevel import Server
from mcp.server.lowlevel.server import NotificationOptions
from pydantic import AnyUrl

from pandora import __version__
from pandora.mcp.client_session import Caller, Session

NOT_FOUND = -32002
"""The protocol's error code for a resource that does not exist."""
MOST_COMPLETIONS = 100
"""The protocol's limit on the number of completions in one reply."""
Result: TypeAlias = "dict[str, Any] | Sequence[types.ContentBlock]"
Handler: TypeAlias = "Callable[[Any], Awaitable[Any]]"
T = TypeVar("T")


class NotFoundError(Exception):
    """No resource has this URI, or no prompt has this name. The client is shown the message."""


@dataclass(frozen=True)
class Tool:
    """A tool: its function, its description, the JSON schema of its arguments, and hints for clients.

    `call` runs in a thread. If it returns a dictionary, the client gets it as structured content and as JSON
    text; content blocks are sent unchanged. If it raises, the client gets the message as the tool's error.
    """

    call: Callable[[Mapping[str, Any], Caller], Result]
    about: str
    schema: Mapping[str, Any]
    hints: Mapping[str, Any] = field(default_factory=dict)


class Content(Protocol):
    """What a server offers. Any thread may call any method; each may raise NotFoundError."""

    name: str
    about: str
    tools: Mapping[str, Tool]

    def resources(self, cursor: str) -> tuple[Sequence[types.Resource], str]:
        """Return the page of resources at `cursor` ("" for the first) and the next page's cursor or ""."""

    def templates(self) -> Sequence[types.ResourceTemplate]:
        """Return the URI templates, each of which stands for many resources."""

    def read(self, uri: str) -> tuple[str | bytes, str]:
        """Return a resource's content and its media type."""

    def stamp(self, uri: str) -> object:
        """Return a value that changes whenever the resource changes."""

    def prompts(self) -> Sequence[types.Prompt]:
        """Return all prompts."""

    def prompt(self, name: str, arguments: Mapping[str, str]) -> types.GetPromptResult:
        """Return the prompt `name`, filled in with `arguments`."""

    def completions(self, reference: str, argument: str, value: str) -> Sequence[str]:
        """Return the possible values of an argument that begin with `value`, best first.

        `reference` is the name of the prompt, or the URI of the template, that has the argument.
        """


class _Server(Server[Session, Any]):
    """The SDK's server, whose resources can be subscribed to."""

    def get_capabilities(
        self, notification_options: NotificationOptions, experimental_capabilities: dict[str, dict[str, Any]]
    ) -> types.ServerCapabilities:
        capabilities = super().get_capabilities(notification_options, experimental_capabilities)
        if capabilities.resources:
            capabilities.resources.subscribe = True
        return capabilities


def server_of(content: Content) -> Server[Session, Any]:
    """Make the server that offers `content`; it can be run over stdio or HTTP."""

    @asynccontextmanager
    async def session(server: Server[Session, Any]) -> AsyncIterator[Session]:
        async with anyio.create_task_group() as group:
            kept = Session(content.stamp)
            group.start_soon(kept.watch)
            yield kept
            group.cancel_scope.cancel()

    server = _Server(content.name, __version__, content.about, lifespan=session)
    for of in (_tools, _resources, _prompts, _sessions):
        for request, handler in of(content, server).items():
            server.request_handlers[request] = partial(_as_server_result, handler)
    return server


async def _as_server_result(handler: Handler, request: Any) -> types.ServerResult:
    return types.ServerResult(await handler(request.params))


async def _content_or_error(call: Callable[..., T], *arguments: Any, code: int = types.INVALID_PARAMS) -> T:
    """Call a method of the content in a thread; raise McpError with `code` where it raises NotFoundError."""
    try:
        return await anyio.to_thread.run_sync(call, *arguments)
    except NotFoundError as error:
        raise McpError(types.ErrorData(code=code, message=str(error))) from None


def _tools(content: Content, server: Server[Session, Any]) -> dict[type, Handler]:
    async def listed(params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=name,
                    description=tool.about,
                    inputSchema=dict(tool.schema),
                    annotations=types.ToolAnnotations(**tool.hints) if tool.hints else None,
                )
                for name, tool in content.tools.items()
            ]
        )

    async def called(params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in content.tools:
            raise McpError(
                types.ErrorData(code=types.INVALID_PARAMS, message=f"there is no tool {params.name!r}")
            )
        caller = Caller(server.request_context)
        work = partial(content.tools[params.name].call, params.arguments or {}, caller)
        try:
            return _as_result(await caller.run(work))
        except McpError:
            raise
        except Exception as error:
            traceback.print_exception(error, file=sys.stderr)
            message = types.TextContent(type="text", text=str(error) or type(error).__name__)
            return types.CallToolResult(content=[message], isError=True)

    return {types.ListToolsRequest: listed, types.CallToolRequest: called}


ERROR = "error"
"""The key of a tool's result that says why it failed; the protocol marks such a result as an error."""


def _as_result(result: Result) -> types.CallToolResult:
    if not isinstance(result, dict):
        return types.CallToolResult(content=list(result))
    text = json.dumps(result, ensure_ascii=False, allow_nan=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a character ends the session: the transport cannot write it
        text = text.encode("utf-8", "replace").decode()
    block = types.TextContent(type="text", text=text)
    failed = ERROR in result
    return types.CallToolResult(content=[block], structuredContent=json.loads(text), isError=failed)


def _resources(content: Content, server: Server[Session, Any]) -> dict[type, Handler]:
    async def listed(params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        page, cursor = await _content_or_error(content.resources, (params.cursor if params else "") or "")
        return types.ListResourcesResult(resources=list(page), nextCursor=cursor or None)

    async def templates(params: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resourceTemplates=list(content.templates()))

    async def read(params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        data, kind = await _content_or_error(content.read, str(params.uri), code=NOT_FOUND)
        if isinstance(data, str):
            text = types.TextResourceContents(uri=params.uri, mimeType=kind, text=data)
            return types.ReadResourceResult(contents=[text])
        import base64

        blob = base64.b64encode(data).decode("ascii")
        return types.ReadResourceResult(
            contents=[types.BlobResourceContents(uri=params.uri, mimeType=kind, blob=blob)]
        )

    async def subscribe(params: types.SubscribeRequestParams) -> types.EmptyResult:
        uri, context = str(params.uri), server.request_context
        await _content_or_error(content.stamp, uri, code=NOT_FOUND)
        await context.lifespan_context.subscribe(uri, context.session)
        return types.EmptyResult()

    async def unsubscribe(params: types.UnsubscribeRequestParams) -> types.EmptyResult:
        server.request_context.lifespan_context.unsubscribe(str(params.uri))
        return types.EmptyResult()

    return {
        types.ListResourcesRequest: listed,
        types.ListResourceTemplatesRequest: templates,
        types.ReadResourceRequest: read,
        types.SubscribeRequest: subscribe,
        types.UnsubscribeRequest: unsubscribe,
    }


def _prompts(content: Content, server: Server[Session, Any]) -> dict[type, Handler]:
    async def listed(params: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=list(await _content_or_error(content.prompts)))

    async def given(params: types.GetPromptRequestParams) -> types.GetPromptResult:
        return await _content_or_error(content.prompt, params.name, params.arguments or {})

    return {types.ListPromptsRequest: listed, types.GetPromptRequest: given}


def _sessions(content: Content, server: Server[Session, Any]) -> dict[type, Handler]:
    async def level(params: types.SetLevelRequestParams) -> types.EmptyResult:
        server.request_context.lifespan_context.level = params.level
        return types.EmptyResult()

    async def completed(params: types.CompleteRequestParams) -> types.CompleteResult:
        ref = params.ref
        reference = ref.name if isinstance(ref, types.PromptReference) else str(ref.uri)
        values = list(
            await _content_or_error(content.completions, reference, params.argument.name, params.argument.value)
        )
        return types.CompleteResult(
            completion=types.Completion(
                values=values[:MOST_COMPLETIONS], total=len(values), hasMore=len(values) > MOST_COMPLETIONS
            )
        )

    return {types.SetLevelRequest: level, types.CompleteRequest: completed}


def resource(uri: str, name: str, about: str, kind: str) -> types.Resource:
    """Return a resource as lists of resources show it; `kind` is its media type."""
    return types.Resource(uri=AnyUrl(uri), name=name, description=about, mimeType=kind)
