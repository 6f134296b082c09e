"""The token that HTTP clients must send: how it is made and kept, and that nothing is served without it."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import anyio
import pytest
import uvicorn

from pandora import cli
from pandora.errors import UsageError
from pandora.mcp.access_token import TokenRequired, find_token
from pandora.user_folders import state_folder

TOKEN = "0123456789abcdefGHIJ"


def test_a_token_is_made_once_for_this_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "token"
    first, second = find_token(path, {}), find_token(path, {})
    assert (first.new, second.new) == (True, False)
    assert first.value == second.value == path.read_text(encoding="ascii").strip()
    assert len(first.value) >= 40
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert first.value not in repr(first)
    assert find_token(tmp_path / "other", {}).value != first.value


def test_a_file_outranks_the_variable_and_that_the_users_folder(tmp_path: Path) -> None:
    given = find_token(tmp_path / "token", {"PANDORA_MCP_TOKEN": TOKEN})
    assert given.source == str(tmp_path / "token")
    variable = find_token(None, {"PANDORA_MCP_TOKEN": TOKEN})
    assert (variable.value, variable.source, variable.new) == (TOKEN, "PANDORA_MCP_TOKEN", False)
    assert find_token(None, {}).source == str(state_folder() / "mcp-token")


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o602])
def test_a_token_that_others_can_read_or_write_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "token"
    find_token(path, {})
    path.chmod(mode)
    with pytest.raises(UsageError, match=f"^{re.escape(str(path))}:1: others may read this token"):
        find_token(path, {})


@pytest.mark.parametrize("text", ["", "short", "a token with blanks in it", f"{'x' * 20}\ny", "é" * 20])
def test_what_is_no_token_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "token"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)
    with pytest.raises(UsageError, match="a token is 16"):
        find_token(path, {})
    if text:
        with pytest.raises(UsageError, match="PANDORA_MCP_TOKEN: a token is 16"):
            find_token(None, {"PANDORA_MCP_TOKEN": text})


def test_a_pipe_or_a_folder_in_its_place_hangs_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path):
        with pytest.raises(UsageError, match=":1: "):
            find_token(path, {})


def answered(scope: dict[str, Any]) -> tuple[list[MutableMapping[str, Any]], bool]:
    """What a connection is sent, and whether it reached the application behind."""
    sent: list[MutableMapping[str, Any]] = []
    reached: list[bool] = []

    async def behind(scope: Any, receive: Any, send: Any) -> None:
        reached.append(True)

    async def receive() -> MutableMapping[str, Any]:
        return {}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    anyio.run(TokenRequired(behind, TOKEN), scope, receive, send)
    return sent, bool(reached)


def test_the_token_opens_and_its_scheme_is_written_in_any_case() -> None:
    for value in (f"Bearer {TOKEN}", f"bearer {TOKEN}", f"BEARER  {TOKEN}"):
        assert answered({"type": "http", "headers": [(b"authorization", value.encode())]}) == ([], True)


@pytest.mark.parametrize(
    "values",
    [
        *([], [TOKEN], [f"Basic {TOKEN}"], ["Bearer"], ["Bearer "], [f"Bearer {TOKEN[:-1]}"]),
        *([f"Bearer {TOKEN}x"], [f"Bearer {TOKEN.lower()}"], ["Bearer é"], [f"Bearer {TOKEN}"] * 2),
    ],
)
def test_all_else_is_answered_with_401_and_goes_no_further(values: list[str]) -> None:
    headers = [(b"authorization", value.encode()) for value in values]
    sent, reached = answered({"type": "http", "headers": headers, "method": "OPTIONS", "path": "/"})
    assert not reached
    assert sent[0]["status"] == 401
    assert (b"www-authenticate", b'Bearer realm="pandora"') in sent[0]["headers"]
    assert TOKEN.encode() not in sent[1]["body"]


def test_a_web_socket_is_closed_and_the_start_is_passed_on() -> None:
    closed = [{"type": "websocket.close", "code": 1008}]
    assert answered({"type": "websocket", "headers": []}) == (closed, False)
    assert answered({"type": "lifespan"}) == ([], True)


def test_the_command_says_the_token_once(
    workspace: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    apps: list[object] = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda server: apps.append(server.config.app))
    path = tmp_path / "token"
    command = ["-C", str(workspace), "mcp", "--http", "--token-file", str(path)]
    assert cli.run(command) == 0
    token = path.read_text(encoding="ascii").strip()
    first = capsys.readouterr()
    assert cli.run(command) == 0
    second = capsys.readouterr()
    assert (first.out, second.out) == ("", "")
    assert (first.err.count(token), second.err.count(token)) == (1, 0)
    assert str(path) in second.err
    assert [isinstance(app, TokenRequired) for app in apps] == [True, True]
