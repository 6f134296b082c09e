"""API keys of model servers: each is sent only to a server that the user, and not a workspace, names for it."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

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
        host = urlsplit(url).netloc if place else url
        remedy = (
            f"pandora.toml of the workspace names this server, so {KEY_VARIABLE} was not sent to it; name it "
            f"yourself with --model, or bind its key under [keys] in your own settings: "
            f'"{host}" = "env:{KEY_VARIABLE}"'
        )
        return ApiKey("", remedy)


def _covers(entry: str, scheme: str, host: str, port: int) -> bool:
    """True where an entry of `[keys]` names this server; an entry without a port is for https alone."""
    try:
        parts = urlsplit(f"//{entry.strip()}")
        wanted = parts.port
    except ValueError:
        return False
    if _canonical(parts.hostname or "") != host:
        return False
    return wanted == port if wanted is not None else (scheme, port) == ("https", 443)


def _place(url: str) -> tuple[str, str, int] | None:
    """The scheme, host and port of a URL; None where it has none."""
    try:
        parts = urlsplit(url)
        port = parts.port or {"http": 80, "https": 443}[parts.scheme]
    except (ValueError, KeyError):
        return None
    return (parts.scheme, _canonical(parts.hostname or ""), port) if parts.hostname else None


def _canonical(host: str) -> str:
    """A host in small letters, an IPv6 address in its shortest form."""
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return host.lower().rstrip(".")
