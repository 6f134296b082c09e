"""The token that every HTTP client of `pandora mcp` must send: where it is kept, and what checks it."""

from __future__ import annotations

import hmac
import os
import re
import secrets
import stat
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.errors import DiskError, UsageError
from pandora.regular_file import open_regular
from pandora.user_folders import state_folder

VARIABLE = "PANDORA_MCP_TOKEN"
SHORTEST, LONGEST = 16, 4096
"""The fewest characters of a token, and the most bytes of its file."""
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


@dataclass(frozen=True)
class AccessToken:
    """A token, where it came from, and whether it was made just now."""

    value: str = field(repr=False)
    source: str
    new: bool = False


def find_token(given: Path | None, environment: Mapping[str, str] = os.environ) -> AccessToken:
    """Return the token of the file `given`, else of PANDORA_MCP_TOKEN, else of the file in the user's folder.

    A file that is not there is made, with a new token, for this user alone. Raises UsageError for a token that
    is too short, and for a file that others may read.
    """
    if given is None and environment.get(VARIABLE):
        return AccessToken(_checked(environment[VARIABLE], VARIABLE), VARIABLE)
    path = given or state_folder() / "mcp-token"
    try:
        token = _make(path)
    except FileExistsError:
        return AccessToken(_read(path), str(path))
    except OSError as error:
        raise DiskError(f"{path}:1: {error.strerror or error}; name another file with --token-file") from error
    return AccessToken(token, str(path), new=True)


def _make(path: Path) -> str:
    """Write a new token to a file of mode 600; raises FileExistsError where there is one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    token = secrets.token_urlsafe(32)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        os.fchmod(handle, 0o600)
        file.write(f"{token}\n")
    return token


def _read(path: Path) -> str:
    try:
        with open_regular(path) as file:
            mode = os.fstat(file.fileno()).st_mode
            text = file.read(LONGEST).decode("ascii", "replace")
    except OSError as error:
        raise UsageError(f"{path}:1: {error.strerror or error}; delete it, and a new one is made") from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise UsageError(f"{path}:1: others may read this token; delete it, and a new one is made")
    return _checked(text, f"{path}:1")


def _checked(text: str, source: str) -> str:
    token = text.strip()
    if not re.fullmatch(r"[!-~]+", token) or len(token) < SHORTEST:
        raise UsageError(f"{source}: a token is {SHORTEST} letters, digits or signs or more, without a blank")
    return token


class TokenRequired:
    """An ASGI application that passes on only requests with the token, as `Authorization: Bearer TOKEN`."""

    def __init__(self, app: App, token: str) -> None:
        self._app, self._token = app, token.encode("ascii")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with 401; other connections are closed."""
        if scope["type"] == "lifespan" or (scope["type"] == "http" and self._admits(scope["headers"])):
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await _refuse(send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    def _admits(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """True for exactly one header with the token; the comparison takes as long for any other token."""
        given = [value for name, value in headers if name.lower() == b"authorization"]
        if len(given) != 1:
            return False
        scheme, _, token = given[0].partition(b" ")
        return scheme.lower() == b"bearer" and hmac.compare_digest(token.strip(), self._token)


async def _refuse(send: Send) -> None:
    body = b'{"error": "send the token of `pandora mcp --http` as `Authorization: Bearer TOKEN`"}'
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode("ascii")),
        (b"www-authenticate", b'Bearer realm="pandora"'),
    ]
    await send({"type": "http.response.start", "status": 401, "headers": headers})
    await send({"type": "http.response.body", "body": body})
