"""What an operation's handler is given and gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from pandora.sandbox.change import Change
from pandora.sandbox.process import Limits

__all__ = ["Change", "Handler", "Network", "Result", "Room"]


@dataclass(frozen=True)
class Result:
    """What an action gave: success, the text it printed or read, its exit code, its file changes.

    `changes` have not touched the workspace yet: the engine applies them, or asks first. `note` says
    what the text cannot: output cut off, a timeout, files that were too large. `confined` is what the
    sandbox really had in force, for the document. `untrusted` marks text that a stranger wrote, such as
    a page of the web: it is quoted and carried along, and never taken as an instruction.
    """

    ok: bool
    text: str
    code: int = 0
    changes: tuple[Change, ...] = ()
    note: str = ""
    confined: tuple[str, ...] = ()
    untrusted: bool = False


@dataclass(frozen=True)
class Network:
    """Which hosts may be reached: `hosts` gives rules (allow, ask, deny) by name, `default` that of all others.

    A name is `example.org`, `*.example.org` (itself and all below it) or `example.org:8080`; the first
    that fits counts. Addresses of this machine moreover need `loopback`, those of its local network
    `private`. `searxng` is the address of a search engine with a JSON interface, `cache` a folder for
    what was fetched.
    """

    hosts: Mapping[str, str] = field(default_factory=dict)
    default: str = "ask"
    loopback: bool = False
    private: bool = False
    searxng: str = ""
    cache: Path | None = None

    def rule(self, host: str, port: int | None = None) -> str:
        """The rule for a host, as the address names it."""
        host = host.lower().rstrip(".").strip("[]")
        for name, rule in self.hosts.items():
            wanted = name.lower().rstrip(".")
            if wanted in (host, f"{host}:{port}", f"[{host}]", f"[{host}]:{port}"):
                return rule
            if wanted.startswith("*.") and (host == wanted[2:] or host.endswith(wanted[1:])):
                return rule
        return self.default

    def allowing(self, host: str) -> Network:
        """The same, with a host that a person said yes to."""
        return replace(self, hosts={host: "allow", **self.hosts, **{host: "allow"}})


@dataclass(frozen=True)
class Room:
    """Where a handler works: the workspace, the paths nobody may write, its limits, and what it may reach.

    `required` are the confinements without which no command is started; --unsafe empties it.
    """

    workspace: Path
    protected: tuple[str, ...] = ("state", "system", ".git", "pandora.toml")
    limits: Limits = field(default_factory=Limits)
    required: tuple[str, ...] = ("landlock", "network")
    network: Network = field(default_factory=Network)


class Handler(Protocol):
    """Carries an operation's filled arguments out; never raises for what a command did wrong."""

    def __call__(self, arguments: Mapping[str, str], room: Room) -> Result:
        """Do the action and say what came of it; raises RefusedError for what the workspace forbids."""
