"""API keys of model servers: each is sent only to a server that the user, and not a workspace, names for it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

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
    a server without an entry there if `named_by_user`: the user's own file, variable or flag names it.
    """

    bound: Mapping[str, str] = field(default_factory=dict)
    named_by_user: bool = False

    def key_of(self, url: str, environment: Mapping[str, str] = os.environ) -> ApiKey:
        """Return the key for the server at `url`; a URL that cannot be read has none."""
        place = _place(url)
        for entry, variable in self.bound.items():
            if place is not None and _covers(entry, *place):
                return ApiKey(environment.get(variable, ""), f"set {variable} to a valid key")
        if self.named_by_user:
            return ApiKey(environment.get(KEY_VARIABLE, ""))
        host = f"{bracketed(place[1])}:{place[2]}" if place else url
        remedy = (
            f"pandora.toml of the workspace names this server, so {KEY_VARIABLE} was not sent to it; name it "
            f"yourself with --model, or bind its key under [keys] in your own settings: "
            f'"{host}" = "env:{KEY_VARIABLE}"'
        )
        return ApiKey("", remedy)


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
