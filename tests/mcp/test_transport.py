"""The transport over stdio: a line that is no message gets an error for an answer, and the next is read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pandora.mcp.transport import unreadable
from tests.commands.test_mcp import arguments, environment, workspace

__all__ = ["workspace"]
INITIALIZE: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 7,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


@pytest.mark.parametrize(
    ("line", "named", "code"),
    [
        ("not json\n", None, -32700),
        ("[" * 100_000, None, -32700),
        ('{"jsonrpc": "2.0", "id": "a"}', "a", -32600),
        ('{"jsonrpc": "1.0", "id": 1, "method": "ping"}', 1, -32600),
        ("[1]", None, -32600),
        ('{"id": []}', None, -32600),
    ],
)
def test_a_line_that_is_no_message_has_an_error(line: str, named: str | int | None, code: int) -> None:
    answer = unreadable(line)
    assert answer is not None
    assert (answer["id"], answer["error"]["code"]) == (named, code)
    assert "\n" not in answer["error"]["message"]


def test_a_message_is_readable() -> None:
    assert unreadable(json.dumps(INITIALIZE)) is None


def test_a_broken_line_is_answered_and_the_server_goes_on(workspace: Path) -> None:
    said = f"not json\n\n{json.dumps(INITIALIZE)}\n".encode()
    command = [sys.executable, *arguments(workspace)]
    done = subprocess.run(command, input=said, capture_output=True, env=environment(), check=True)
    refused, initialized = map(json.loads, done.stdout.splitlines())
    assert (refused["id"], refused["error"]["code"]) == (None, -32700)
    assert initialized["result"]["serverInfo"]["name"] == "pandora"
    assert done.stderr == b""
