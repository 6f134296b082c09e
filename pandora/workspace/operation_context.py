"""What an operation may use: workspace, limits and policy; and the result that it gives back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pandora.document.operation_script import Script
from pandora.sandbox.process import Limits
from pandora.workspace.change import Change


class ResultValue(Protocol):
    """A result as a value, which is stored beside the result's text for the steps after it."""

    def cleaned(self, clean_text: Callable[[str], str]) -> ResultValue:
        """The value with each of its texts as `clean_text` gives it."""

    def encoded(self) -> bytes:
        """The value as JSON."""


@dataclass(frozen=True)
class Result:
    """The result of an operation: success, the text that it printed or read, its exit code, its file changes.

    `changes` have not touched the workspace yet: the engine applies them, or asks first. `note` says
    what the text cannot: output cut off, a timeout, files that were too large. `confined` is what the
    sandbox really had in force, for the document. `untrusted` says whose words are in the text where they
    are strangers': the URLs or paths that they came from. The engine escapes such a text and marks the loop.
    `kept` are the JSON values that a program kept, by name. `lookup` is what a
    search or a fetch found, as a value.
    """

    ok: bool
    text: str
    code: int = 0
    changes: tuple[Change, ...] = ()
    note: str = ""
    confined: tuple[str, ...] = ()
    untrusted: tuple[str, ...] = ()
    kept: Mapping[str, bytes] = field(default_factory=dict)
    lookup: ResultValue | None = None


def never(_: str) -> bool:
    """False for every path and host: the default for what is hidden, distrusted and reachable."""
    return False


@dataclass(frozen=True)
class OperationContext:
    """What a handler may use: the workspace, the paths that nobody may write (`protected`), and its limits.

    `required` are the confinements without which no command is started; --unsafe empties it. `hides` says
    which workspace paths nobody may read, `distrusts` which hold words of strangers. `reaches` says which
    hosts (`example.org`, `example.org:8080`) this very step may be connected to: ask it of every hop.
    `loopback` tells whether addresses of this machine may be among them. `kept` are the values, as JSON by
    name, that earlier programs of the run kept; a result's are those that this one did. `script` is what
    carries a grown operation out.
    """

    workspace: Path
    protected: tuple[str, ...] = ("state", "system", ".git", ".pandora", "pandora.toml")
    limits: Limits = field(default_factory=Limits)
    required: tuple[str, ...] = ("files", "network")
    hides: Callable[[str], bool] = never
    distrusts: Callable[[str], bool] = never
    reaches: Callable[[str], bool] = never
    loopback: bool = False
    kept: Mapping[str, bytes] = field(default_factory=dict)
    script: Script | None = None
