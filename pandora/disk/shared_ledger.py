"""The ledger of a tree whose loops run in several processes: a file in the shared folder, under a lock.

The file is also the permit of those loops: who finds it gone, or with another token, stops. It is derived from
the documents and the process that runs the tree, so it may be deleted when nothing runs.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from pandora import interrupt
from pandora.budget import Budget, Ledger, Usage
from pandora.disk.atomic import system_errors
from pandora.disk.lease import hold
from pandora.errors import HeldError
from pandora.regular_file import read_text

_LARGEST = 1 << 20
"""Bytes of a permit."""
_PAUSE = 0.02
_PATIENCE = 0.25
"""Seconds between two looks at a lease that another process holds."""


def permit_path(root: Path) -> Path:
    """Where the permit of the run with that root document is: a file that no command takes for a document."""
    return root.with_name(f".{root.stem}.permit")


@dataclass(frozen=True)
class Permit:
    """What lets loops of one tree run in other processes: the file of its ledger, and the token in it."""

    path: Path
    token: str

    @classmethod
    def issue(cls, path: Path, ceiling: Budget, usage: Usage) -> Permit:
        """Write the file, with what the tree has used so far, in place of an earlier one."""
        token = secrets.token_hex(8)
        content = {"token": token, "ceiling": asdict(ceiling), "usage": asdict(usage), "reserved": {}}
        with system_errors(path), _locked(path):
            _write(path, content)
        return cls(path, token)

    @property
    def valid(self) -> bool:
        """False once the file is gone, or was replaced by another permit."""
        try:
            return _read(self.path).get("token") == self.token
        except OSError:
            return False

    def withdraw(self) -> None:
        """Delete the file, so that every loop which runs by it stops at its next look."""
        with suppress(OSError):
            self.path.unlink()

    def usage(self) -> Usage:
        """What the whole tree has used; raises DiskError where the file is gone."""
        with system_errors(self.path), _locked(self.path):
            return _usage(_read(self.path))

    @contextmanager
    def changed(self) -> Iterator[dict[str, Any]]:
        """The content of the file, to be changed in the block; raises KeyboardInterrupt if it is not valid."""
        with system_errors(self.path), _locked(self.path):
            try:
                content = _read(self.path)
            except FileNotFoundError:
                content = {}
            if content.get("token") != self.token:
                raise KeyboardInterrupt
            yield content
            _write(self.path, content)


class SharedLedger(Ledger):
    """The ledger of `permit`, as one document sees it: its reservations end with it, also if it is killed.

    `usage` is what this process used; the ceilings count what the whole tree used.
    """

    def __init__(self, permit: Permit, document: str, ceiling: Budget) -> None:
        super().__init__(ceiling)
        self._permit = permit
        self._document = document
        with permit.changed() as content:  # of an earlier process that was killed in the middle of a call
            content["reserved"].pop(document, None)

    def reserve(self, calls: int, seconds: float) -> None:
        """Reserve `calls` calls for the tree; raises CeilingError, and reserves nothing, past a ceiling."""
        with self._permit.changed() as content:
            self._tree(content)._check(calls, seconds)
            reserved = content["reserved"]
            reserved[self._document] = reserved.get(self._document, 0) + calls

    def check(self, calls: int, seconds: float) -> None:
        """Raise CeilingError if `calls` could not be reserved, and reserve nothing."""
        with self._permit.changed() as content:
            self._tree(content)._check(calls, seconds)

    def settle(self, calls: int, used: Usage) -> None:
        """Release `calls` reserved calls, and add the usage `used` to that of the tree and of this process."""
        self.usage.add(used)
        with self._permit.changed() as content:
            total = _usage(content)
            total.add(used)
            content["usage"] = asdict(total)
            content["reserved"][self._document] = content["reserved"].get(self._document, 0) - calls

    def _tree(self, content: Mapping[str, Any]) -> Ledger:
        return Ledger(self.ceiling, _usage(content), sum(content["reserved"].values()))


@contextmanager
def held_in_turn(document: Path, stopped: Callable[[], bool]) -> Iterator[None]:
    """Hold the lease of `document`, and wait for it while another process holds it.

    Raises KeyboardInterrupt where `stopped` says so meanwhile.
    """
    with ExitStack() as stack:
        while True:
            try:
                stack.enter_context(hold(document))
                break
            except HeldError:
                if stopped():
                    raise KeyboardInterrupt from None
                time.sleep(_PATIENCE)
        yield


def end_earlier_loops(root: Path, run: str, names: list[str], patience: float = 20.0) -> None:
    """Make sure that no loop of the run `run` still runs in another process: withdraw their permit and wait.

    `names` is the listing of the folder. Raises HeldError where one has not stopped after `patience` seconds.
    """
    permit = permit_path(root)
    if permit.name not in names:
        return
    with suppress(OSError):
        permit.unlink()
    end = time.monotonic() + patience
    for name in sorted(name for name in names if f"-{run}-" in name and name.endswith(".lease")):
        document = root.with_name(f"{name[1:].removesuffix('.lease')}.md")
        while True:
            try:
                with hold(document):
                    break
            except HeldError:
                interrupt.check()
                if time.monotonic() >= end:
                    raise
                time.sleep(_PATIENCE)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock of the file at `path`; waits for whoever has it, for they keep it for moments only."""
    with ExitStack() as stack:
        while True:
            try:
                stack.enter_context(hold(path))
                break
            except HeldError:
                interrupt.check()
                time.sleep(_PAUSE)
        yield


def _read(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(read_text(path, _LARGEST))
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}


def _write(path: Path, content: Mapping[str, Any]) -> None:
    """Replace the file in one step; it need not survive a power cut, after which nothing runs by it."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        temporary.write_text(json.dumps(content), encoding="utf-8")
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _usage(content: Mapping[str, Any]) -> Usage:
    recorded = content.get("usage", {})
    return Usage(**{entry.name: recorded[entry.name] for entry in fields(Usage) if entry.name in recorded})
