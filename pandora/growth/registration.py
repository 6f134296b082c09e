"""Register what grew: a person's yes bound to the bytes, one change of `system/`, one commit, one undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from pandora.document.meta_values import mapping
from pandora.engine.approval import Effect, approve, manifest
from pandora.engine.commits import Commits
from pandora.engine.effects import shown_block
from pandora.engine.loop import Loop
from pandora.errors import DeniedError
from pandora.workspace.applied_changes import GREW, Application, applications, record_changes
from pandora.workspace.change import Change
from pandora.workspace.undo import file_digest

EFFECT = "grow"
"""The effect that policy decides about: new patterns in `system/`."""
ASKED_ALWAYS = ("system", "network")
"""The effects with which a new tool needs a person's yes, whatever policy allows."""


@dataclass(frozen=True)
class Growth:
    """What grew: its name and level, the effects that it declares, the gate that it passed, and its figures.

    `figures` are by names of one word, such as `hidden: "4 of 4"`.
    """

    name: str
    level: str
    effects: str = "none"
    gate: str = ""
    figures: Mapping[str, str] = field(default_factory=dict)


def register(loop: Loop, files: Mapping[str, bytes], growth: Growth, *, asks: bool = True) -> None:
    """Put `files`, by their paths, into `system/` in one change, recorded in the loop's document.

    Policy is asked first: a yes covers exactly these bytes. With `asks` False, the person's own request is the
    yes, and policy can only deny it. Raises Ask to wait for a person, DeniedError, and RefusedError where
    somebody changed a file meanwhile. Killed at any point, it is finished by calling it again.
    """
    host, root = loop.host, loop.host.workspace.root
    begun = _begun(loop, files)
    if begun is not None and mapping(loop.document.meta, "grew").get("at") == begun.at:
        return  # it was finished; what a person changed since is theirs
    was = {write.path: write.before for write in begun.writes} if begun else {}
    changes = [
        Change(path, was.get(path, file_digest(root / path) or ""), content) for path, content in files.items()
    ]
    changes = [change for change in changes if change.before != _digest(change)]
    if not changes:
        return
    at = begun.at if begun else host.now()
    if not begun:
        _allow(loop, changes, growth, asks)
        applied = record_changes(host.store, loop.document, changes, at)
        last = str(len(applied))
        loop.save(applied={**applied, last: {**applied[last], GREW: True}})
        loop.flush()
    protected = tuple(name for name in host.operation_context.protected if name != "system")
    host.apply(changes, root, protected)
    _commit(loop, [change.path for change in changes], growth)
    grew: dict[str, Any] = {
        "name": growth.name,
        "level": growth.level,
        "effects": growth.effects,
        "gate": growth.gate,
        "at": at,
        "paths": [change.path for change in changes],
        "figures": dict(growth.figures),
    }
    loop.save(grew=grew)
    loop.flush()


def _begun(loop: Loop, files: Mapping[str, bytes]) -> Application | None:
    """The application of just these files that the loop's document records already, not undone."""
    entries = applications(loop.host.workspace, loop.task.run)
    own = [entry for entry in entries if entry.document == loop.id and entry.grew and not entry.undone]
    after = {write.path: write.after for write in own[-1].writes} if own else {}
    same = own and all(path in files and sha256(files[path]).hexdigest() == after[path] for path in after)
    return own[-1] if same else None


def _digest(change: Change) -> str:
    return "" if change.content is None else sha256(change.content).hexdigest()


def _allow(loop: Loop, changes: Sequence[Change], growth: Growth, asks: bool) -> None:
    """Apply policy to the growth; raises Ask or DeniedError."""
    rule = loop.host.policy.decide(EFFECT, growth.name)
    if not asks:
        if rule.verdict == "deny":
            raise DeniedError(
                f"policy denies {EFFECT} {growth.name} ({rule.source}); change that rule to allow it"
            )
        return
    entries = [
        {
            "path": change.path,
            "before": change.before or None,
            "after": _digest(change) or None,
        }
        for change in changes
    ]

    def texts() -> str:
        whole = "\n".join(
            f"{change.path}:\n{(change.content or b'').decode('utf-8', 'replace')}" for change in changes
        )
        return shown_block(loop, whole, "text")

    files = ", ".join(change.path for change in changes)
    effects = "no effects" if growth.effects == "none" else f"the effects {growth.effects!r}"
    question = f"May {files} be part of system/, with {effects}?"
    effect = Effect(
        EFFECT, (growth.name,), question, manifest(entries), shows=texts, always=growth.effects in ASKED_ALWAYS
    )
    approve(loop, effect)


def _commit(loop: Loop, paths: Sequence[str], growth: Growth) -> None:
    """Commit the files, where the settings commit documents; a failed commit is said and does no harm."""
    watcher = loop.host.watcher
    if not isinstance(watcher, Commits):
        return
    trailers = {
        "Pandora-Run": loop.task.run,
        "Pandora-Model": str(loop.document.meta.get("model", "")),
        "Pandora-Grew": growth.name,
        "Pandora-Gate": growth.gate,
        **{f"Pandora-{name.capitalize()}": value for name, value in growth.figures.items()},
    }
    watcher.commit_files(paths, f"system/: {growth.name} grew", trailers)
