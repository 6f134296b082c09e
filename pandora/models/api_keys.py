"""API keys of model servers: each is sent only to a server that the user, and not a workspace, names for it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pandora.errors import UsageError
from pandora.host_names import bracketed, canonical_host, split_port

KEY_VARIABLE = "PANDORA_API_KEY"


@dataclass(frozen=True)
class ApiKey:
    """The key for one server, "" for none, and what a person can do where the server refuses it."""

    value: str = field(default="", repr=False)
    remedy: str = f"set {KEY_VARIABLE} to a valid key"


@dataclass(frozen=True)
class Keys:
    """Which key goes to which server.

    `bound` maps a host of the user's own settings to the variable that has its key. `PANDORA_API_KEY` goes to
    a server without an entry there if `named_by_user`: the user's own file, variable or flag has its URL.
    """

    bound: Mapping[str, str] = field(default_factory=dict)
    named_by_user: bool = False

    def only_bound(self) -> Keys:
        """These keys without `PANDORA_API_KEY`, for a server whose URL the user did not write."""
        return replace(self, named_by_user=False)

    def key_of(self, url: str, environment: Mapping[str, str] = os.environ) -> ApiKey:
        """Return the key for the server at `url`; a URL that cannot be read has none.

        Raises UsageError for a key that no HTTP header can carry.
        """
        place = _place(url)
        for entry, variable in self.bound.items():
            if place is not None and _covers(entry, *place):
                return ApiKey(key_in(variable, environment), f"set {variable} to a valid key")
        if self.named_by_user:
            return ApiKey(key_in(KEY_VARIABLE, environment))
        host = f"{bracketed(place[1])}:{place[2]}" if place else url
        remedy = (
            f"{KEY_VARIABLE} was not sent to it, since it goes only where you give the URL yourself: give "
            f"--model server:{url}, or bind its key under [keys] in your own settings: "
            f'"{host}" = "env:{KEY_VARIABLE}"'
        )
        return ApiKey("", remedy)


def key_in(variable: str, environment: Mapping[str, str] = os.environ) -> str:
    """The key that a variable has, without space around it; raises UsageError where no header can carry it.

    The error does not show the key.
    """
    key = environment.get(variable, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise UsageError(f"{variable} has characters that no key has; set it to the key alone, on one line")
    return key


def _covers(entry: str, scheme: str, host: str, port: int) -> bool:
    """True where an entry of `[keys]` names this server; an entry without a port is for https alone."""
    name, wanted = split_port(entry.strip())
    if canonical_host(name) != host:
        return False
    return wanted == str(port) if wanted else (scheme, port) == ("https", 443)


def _place(url: str) -> tuple[str, str, int] | None:
    """The scheme, host and port of a URL, read as the client reads it that connects; None where it has none."""
    import httpx

    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL:
        return None
    port = parsed.port or {"http": 80, "https": 443}.get(parsed.scheme, 0)
    return (parsed.scheme, canonical_host(parsed.host), port) if parsed.host and port else None
