"""What an operation may use (workspace, limits and policy), and the result that it returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pandora.document.operation_script import Script
from pandora.sandbox.process import Limits
from pandora.user_folders import own_folders_in
from pandora.workspace.change import Change

PROTECTED = ("state", "system", ".git", ".pandora", "pandora.toml")
"""The files and folders of a workspace that no operation writes."""


def protected_in(root: Path) -> tuple[str, ...]:
    """Return what no operation writes in the workspace at `root`; the user's own folders may lie in it."""
    return (*PROTECTED, *own_folders_in(root))


class ResultValue(Protocol):
    """A result as a structured value, stored beside the result's text for later steps."""

    def cleaned(self, clean_text: Callable[[str], str]) -> ResultValue:
        """Return the value with each of its texts replaced by what `clean_text` returns for it."""

    def encoded(self) -> bytes:
        """Return the value as JSON."""


@dataclass(frozen=True)
class Result:
    """The result of an operation: success, the text that it printed or read, its exit code, its file changes.

    `changes` are not in the workspace yet: the engine applies them, or asks first. `note` says what the text
    does not: that output was cut off, a timeout, files that were too large. `confined` names the
    confinements that the sandbox really applied, for the document. `untrusted` are the URLs or paths of
    strangers whose words the text contains; the engine escapes such a text and marks the loop. `kept` are
    the JSON values that a program kept, by name. `lookup` is what a search or a fetch found, as a value.
    `read` are the workspace files that a program opened to read. `held` are the relations that held in
    experiments on it, and what exempted others. `calls` has what a new module gave when it was tried: calls
    and command lines, each with its outcome as text.
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
    read: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    calls: Mapping[str, str] = field(default_factory=dict)


def never(_: str) -> bool:
    """Return False for every path and host: the default of `hides`, `distrusts` and `reaches`."""
    return False


@dataclass(frozen=True)
class OperationContext:
    """What a handler may use: the workspace, the paths that nobody may write (`protected`), and its limits.

    `required` are the confinements without which no command is started; --unsafe empties it. `hides` says
    which workspace paths nobody may read, `distrusts` which contain words of strangers. `reaches` says which
    hosts (`example.org`, `example.org:8080`) this step may connect to; call it for every redirect as well.
    `loopback` tells whether addresses of this machine may be among them. `kept` are the JSON values, by
    name, that earlier programs of the run kept (`Result.kept` has those of this program). `script` is the
    script that a grown operation runs.
    """

    workspace: Path
    protected: tuple[str, ...] = PROTECTED
    limits: Limits = field(default_factory=Limits)
    required: tuple[str, ...] = ("files", "network")
    hides: Callable[[str], bool] = never
    distrusts: Callable[[str], bool] = never
    reaches: Callable[[str], bool] = never
    loopback: bool = False
    kept: Mapping[str, bytes] = field(default_factory=dict)
    script: Script | None = None
