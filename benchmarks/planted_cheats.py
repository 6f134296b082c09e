"""Planted cheats: edits and scripts that would seem better than they are, and what refuses each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pandora.document.operation_script import Script
from pandora.growth.examples import divide, read_examples
from pandora.growth.frozen_parts import FrozenError, change_of
from pandora.growth.leak_audit import TaskSecrets, leak, secrets_of
from pandora.growth.script_checks import Request, hidden_findings, visible_findings
from pandora.workspace.operation_context import OperationContext, never

PLANTED = Path(__file__).parent / "planted"
"""The folder of everything that is planted: cheats, edits, requests and a hidden task."""
UNSEEN = "unseen.json"
"""The list of the requests by somebody who had not seen the code."""


@dataclass(frozen=True)
class Cheat:
    """A planted cheat: its name, why it is one, and the rest of its file."""

    name: str
    why: str
    entry: Mapping[str, Any]


def planted_cheats(folder: Path = PLANTED / "cheats") -> list[Cheat]:
    """The cheats of a folder, by name."""
    entries = {
        path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))
    }
    return [Cheat(name, str(entry["why"]), entry) for name, entry in entries.items()]


def refusal(cheat: Cheat, system: Path, work: Path) -> str:
    """Why a cheat is not kept; "" where it would be. `system` has the patterns; `work` is any folder."""
    if cheat.entry["kind"] == "script":
        return _refused_script(cheat.entry, work)
    old = {
        f"system/{path.relative_to(system).as_posix()}": path.read_text(encoding="utf-8")
        for path in sorted(system.rglob("*.md"))
    }
    try:
        change = change_of(old, edited(old, cheat.entry))
    except FrozenError as error:
        return str(error)
    return leak(change.added, hidden_secrets())


def edited(old: Mapping[str, str], entry: Mapping[str, Any]) -> dict[str, str]:
    """The patterns with a planted edit made; raises ValueError where what it replaces is not there."""
    new, path = dict(old), str(entry["path"])
    if entry.get("removed"):
        del new[path]
    elif "file" in entry:
        new[path] = str(entry["file"])
    for before, after in entry.get("changes") or ([[entry["old"], entry["new"]]] if "old" in entry else []):
        if before not in new[path]:
            raise ValueError(f"{path} has no {before!r}; the planted edit is out of date")
        new[path] = new[path].replace(before, after, 1)
    return new


def hidden_secrets(folder: Path = PLANTED / "hidden") -> list[TaskSecrets]:
    """What nobody but the checks knows of the planted hidden tasks."""
    texts = {
        path.parent.name: (
            path.read_text(encoding="utf-8"),
            (path.parent / "check.py").read_text(encoding="utf-8"),
        )
        for path in sorted(folder.glob("*/task.md"))
    }
    return secrets_of(texts, hidden=True)


def request_words(file: str, folder: Path = PLANTED / "requests") -> dict[str, str]:
    """The sentences of the requests that a file of `folder` lists, by name; none where it is not there."""
    path = folder / file
    words: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return words


def request_named(name: str, folder: Path = PLANTED / "requests") -> Request:
    """A planted capability request, its examples divided."""
    words = {**request_words("requests.json", folder), **request_words(UNSEEN, folder)}
    visible, hidden = divide(read_examples(folder / f"{name}.jsonl", folder, never))
    return Request(words[name], visible, hidden)


def _refused_script(entry: Mapping[str, Any], work: Path) -> str:
    request = request_named(str(entry["request"]))
    script = Script("cheat", "python", str(entry["source"]), 1, str(entry["effects"]))
    context = OperationContext(work)
    for finding in visible_findings(script, request, context):
        if not finding.ok:
            return str(finding)
    return next((str(finding) for finding in hidden_findings(script, request, context) if not finding.ok), "")
