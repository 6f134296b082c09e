"""What the official conformance suite asks of a server, served by the functions that make Pandora's own."""

from __future__ import annotations

import base64
import json
import socket
import struct
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import anyio.from_thread
import uvicorn
from mcp import types
from pydantic import AnyUrl

from pandora.mcp.access_token import App, Receive, Scope, Send
from pandora.mcp.client_session import Caller
from pandora.mcp.mcp_server import NotFoundError, Tool, resource, server_of
from pandora.mcp.transport import PATH, http_app

TOKEN = "the-token-of-the-fixture"
PAUSE = 0.05
"""Seconds between two notifications, as the suite wants them."""


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PIXEL = (
    b"\x89PNG\r\n\x1a\n"
    + _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    + _chunk(b"IDAT", zlib.compress(b"\0\xff\0\0"))
    + _chunk(b"IEND", b"")
)
SILENCE = b"RIFF" + struct.pack("<I", 36) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 8000, 1, 8)
SILENCE += b"data" + struct.pack("<I", 0)


def text(words: str) -> types.TextContent:
    return types.TextContent(type="text", text=words)


def image() -> types.ImageContent:
    return types.ImageContent(type="image", data=base64.b64encode(PIXEL).decode(), mimeType="image/png")


def embedded(uri: str, kind: str, words: str) -> types.EmbeddedResource:
    held = types.TextResourceContents(uri=AnyUrl(uri), mimeType=kind, text=words)
    return types.EmbeddedResource(type="resource", resource=held)


def with_logging(arguments: Mapping[str, Any], caller: Caller) -> list[types.ContentBlock]:
    for number, words in enumerate(("execution started", "processing data", "execution completed")):
        if number:
            time.sleep(PAUSE)
        caller.log(f"Tool {words}")
    return [text("Three lines were logged.")]


def with_progress(arguments: Mapping[str, Any], caller: Caller) -> list[types.ContentBlock]:
    for done in (0, 50, 100):
        if done:
            time.sleep(PAUSE)
        caller.progress(done, 100)
    return [text("Progress was told.")]


def failing(arguments: Mapping[str, Any], caller: Caller) -> list[types.ContentBlock]:
    raise RuntimeError("This tool intentionally returns an error for testing")


def sampling(arguments: Mapping[str, Any], caller: Caller) -> list[types.ContentBlock]:
    asked = types.SamplingMessage(role="user", content=text(arguments["prompt"]))
    answer = caller.ask(caller.context.session.create_message, [asked], max_tokens=100)
    said = answer.content
    return [text(f"LLM response: {said.text if isinstance(said, types.TextContent) else said}")]


def elicited(caller: Caller, message: str, schema: dict[str, Any]) -> types.ElicitResult:
    return caller.ask(caller.context.session.elicit, message, schema)


def elicitation(arguments: Mapping[str, Any], caller: Caller) -> list[types.ContentBlock]:
    schema = {
        "type": "object",
        "properties": {
            "username": {"type": "string", "description": "User's response"},
            "email": {"type": "string", "description": "User's email address"},
        },
        "required": ["username", "email"],
    }
    given = elicited(caller, arguments["message"], schema)
    return [text(f"User response: action: {given.action}, content: {json.dumps(given.content)}")]


def asking(properties: dict[str, Any]) -> Callable[[Mapping[str, Any], Caller], list[types.ContentBlock]]:
    """A tool that asks for `properties` and says what it was given."""

    def ask(arguments: Mapping[str, Any], caller: Caller) -> list[types.ContentBlock]:
        given = elicited(caller, "Please fill this in.", {"type": "object", "properties": properties})
        said = f"action={given.action}, content={json.dumps(given.content)}"
        return [text(f"Elicitation completed: {said}")]

    return ask


def reconnection(arguments: Mapping[str, Any], caller: Caller) -> list[types.ContentBlock]:
    """The stream is closed in the middle; the client fetches the result when it comes back."""
    close = caller.context.close_sse_stream

    async def closed() -> None:
        if close is not None:
            await close()

    anyio.from_thread.run(closed)
    time.sleep(PAUSE)
    return [text("Reconnection test completed successfully")]


def tool(
    call: Callable[[Mapping[str, Any], Caller], Sequence[types.ContentBlock]], about: str, *arguments: str
) -> Tool:
    properties = {name: {"type": "string"} for name in arguments}
    return Tool(call, about, {"type": "object", "properties": properties, "required": list(arguments)})


def saying(*blocks: types.ContentBlock) -> Callable[[Mapping[str, Any], Caller], list[types.ContentBlock]]:
    return lambda arguments, caller: list(blocks)


DEFAULTS = {
    "name": {"type": "string", "default": "John Doe"},
    "age": {"type": "integer", "default": 30},
    "score": {"type": "number", "default": 95.5},
    "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
    "verified": {"type": "boolean", "default": True},
}
_THREE = ["option1", "option2", "option3"]
_TITLED = [
    {"const": f"value{n}", "title": f"{word} Option"} for n, word in enumerate(("First", "Second", "Third"), 1)
]
ENUMS = {
    "untitledSingle": {"type": "string", "enum": _THREE},
    "titledSingle": {"type": "string", "oneOf": _TITLED},
    "legacyEnum": {
        "type": "string",
        "enum": ["opt1", "opt2", "opt3"],
        "enumNames": ["Option One", "Option Two", "Option Three"],
    },
    "untitledMulti": {"type": "array", "items": {"type": "string", "enum": _THREE}},
    "titledMulti": {"type": "array", "items": {"anyOf": _TITLED}},
}
SCHEMA_2020 = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
    "additionalProperties": False,
}


class Asked:
    """The tools, resources and prompts that the suite's scenarios name."""

    name = "pandora-conformance"
    about = "A fixture of tests."

    def __init__(self) -> None:
        sound = types.AudioContent(type="audio", data=base64.b64encode(SILENCE).decode(), mimeType="audio/wav")
        note = embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")
        mixed = embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}')
        self.tools: Mapping[str, Tool] = {
            "test_simple_text": tool(saying(text("This is a simple text response for testing.")), "Text."),
            "test_image_content": tool(saying(image()), "A picture."),
            "test_audio_content": tool(saying(sound), "A sound."),
            "test_embedded_resource": tool(saying(note), "A resource."),
            "test_multiple_content_types": tool(
                saying(text("Multiple content types test:"), image(), mixed), "Text, a picture, a resource."
            ),
            "test_tool_with_logging": tool(with_logging, "Logs three lines."),
            "test_tool_with_progress": tool(with_progress, "Tells its progress."),
            "test_error_handling": tool(failing, "Fails."),
            "test_sampling": tool(sampling, "Asks the client's model.", "prompt"),
            "test_elicitation": tool(elicitation, "Asks the client's user.", "message"),
            "test_elicitation_sep1034_defaults": tool(asking(DEFAULTS), "Asks with defaults."),
            "test_elicitation_sep1330_enums": tool(asking(ENUMS), "Asks with choices."),
            "test_reconnection": tool(reconnection, "Closes the stream in its middle."),
            "json_schema_2020_12_tool": Tool(saying(text("ok")), "JSON Schema 2020-12.", SCHEMA_2020),
        }

    def resources(self, cursor: str) -> tuple[Sequence[types.Resource], str]:
        return [
            resource("test://static-text", "text", "Text.", "text/plain"),
            resource("test://static-binary", "binary", "A picture.", "image/png"),
            resource("test://watched-resource", "watched", "To be watched.", "text/plain"),
        ], ""

    def templates(self) -> Sequence[types.ResourceTemplate]:
        return [types.ResourceTemplate(uriTemplate="test://template/{id}/data", name="template")]

    def read(self, uri: str) -> tuple[str | bytes, str]:
        if uri.startswith("test://template/"):
            name = uri.split("/")[3]
            data = {"id": name, "templateTest": True, "data": f"Data for ID: {name}"}
            return json.dumps(data), "application/json"
        known: dict[str, tuple[str | bytes, str]] = {
            "test://static-text": ("This is the content of the static text resource.", "text/plain"),
            "test://static-binary": (PIXEL, "image/png"),
            "test://watched-resource": ("watched", "text/plain"),
        }
        if uri not in known:
            raise NotFoundError(f"Resource not found: {uri}")
        return known[uri]

    def stamp(self, uri: str) -> object:
        return self.read(uri)

    def prompts(self) -> Sequence[types.Prompt]:
        def prompt(name: str, *arguments: str) -> types.Prompt:
            found = [
                types.PromptArgument(name=argument, description=argument, required=True)
                for argument in arguments
            ]
            return types.Prompt(name=name, description="A prompt of the suite.", arguments=found)

        return [
            prompt("test_simple_prompt"),
            prompt("test_prompt_with_arguments", "arg1", "arg2"),
            prompt("test_prompt_with_embedded_resource", "resourceUri"),
            prompt("test_prompt_with_image"),
        ]

    def prompt(self, name: str, arguments: Mapping[str, str]) -> types.GetPromptResult:
        blocks: list[types.ContentBlock]
        if name == "test_simple_prompt":
            blocks = [text("This is a simple prompt for testing.")]
        elif name == "test_prompt_with_arguments":
            blocks = [text("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'".format(**arguments))]
        elif name == "test_prompt_with_embedded_resource":
            held = embedded(arguments["resourceUri"], "text/plain", "Embedded resource content for testing.")
            blocks = [held, text("Please process the embedded resource above.")]
        elif name == "test_prompt_with_image":
            blocks = [image(), text("Please analyze the image above.")]
        else:
            raise NotFoundError(f"there is no prompt {name!r}")
        return types.GetPromptResult(
            messages=[types.PromptMessage(role="user", content=block) for block in blocks]
        )

    def completions(self, reference: str, argument: str, value: str) -> Sequence[str]:
        return [each for each in ("paris", "park", "party") if each.startswith(value)]


class Sending:
    """Adds the token to every request, because the suite cannot be told to send one."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a connection on, a request with the token."""
        token = [(b"authorization", f"Bearer {TOKEN}".encode())] if scope["type"] == "http" else []
        await self._app({**scope, "headers": [*scope.get("headers", ()), *token]}, receive, send)


def main() -> None:
    """Serve until it is ended; the URL is printed first."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    print(f"http://127.0.0.1:{port}{PATH}", flush=True)
    app = Sending(http_app(server_of(Asked()), port, TOKEN))
    uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_config=None, lifespan="on")).run()


if __name__ == "__main__":
    main()
