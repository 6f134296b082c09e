"""Rules that a person's `always` adds to the policy in pandora.toml, which trusts what it adds."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from pathlib import Path

from pandora.disk import processes
from pandora.disk.atomic import ChangedError, delete_temporary, read_consistent, replace_file, write_new
from pandora.disk.layout import Workspace
from pandora.document.state_document import Document
from pandora.engine.approval import decisions
from pandora.errors import DiskError, UsageError
from pandora.policy import path_target
from pandora.policy_table import rule_line, with_rule
from pandora.settings import load_settings
from pandora.trusted_workspaces import trust
from pandora.workspace_grants import untrusted_error

_LOOKS = 100
"""How often, every 10 ms, a file is looked at that somebody still has open for writing."""


def asked_targets(document: Document, what: str) -> tuple[str, list[str]]:
    """The effect and its targets that the document asks about, by the digest `what` of the bytes.

    Raises UsageError where the record of the question does not name every target.
    """
    for entry in decisions(document).values():
        if entry.get("what") == what and entry.get("verdict") == "ask" and "more" not in entry:
            return str(entry["effect"]), [str(target) for target in entry["targets"]]
    raise UsageError(f"{document.path} does not name every target; write a rule into pandora.toml yourself")


def rules_for(workspace: Workspace, effect: str, targets: Sequence[str], verdict: str) -> list[str]:
    """The rules that `write_rules` would add, as the policy's lines; nothing is written.

    Raises UsageError where a target cannot be named in a rule, or pandora.toml cannot take one.
    """
    return _with_rules(_settings_text(workspace.settings) or "", effect, targets, verdict)[1]


def write_rules(workspace: Workspace, effect: str, targets: Sequence[str], verdict: str) -> list[str]:
    """Add a rule with `verdict` for each target to pandora.toml, all or none; returns the rules as lines.

    What a person wrote there stays. Raises UsageError where a target cannot be named in a rule, or where
    somebody saved the file meanwhile.
    """
    path = workspace.settings
    settings = load_settings(workspace.root, {}, {})  # raises where the file is broken
    if settings.withheld:
        raise untrusted_error(workspace.root, settings.withheld)
    old = _settings_text(path)
    new, rules = _with_rules(old or "", effect, targets, verdict)
    try:
        if old is None:
            write_new(path, new.encode())
        elif new != old:
            discard_leftover(path, replace_file(path, new.encode(), old.encode()))
    except ChangedError as changed:
        discard_leftover(path, changed.displaced[0] if changed.displaced else changed.unread)
        raise UsageError(f"{path.name} was saved by somebody meanwhile; approve again") from None
    settings = load_settings(workspace.root, {}, {})
    if settings.grants and _settings_text(path) == new:  # else somebody saved it since
        trust(workspace.root, settings.digest, [grant.text for grant in settings.grants])
    return rules


def _with_rules(text: str, effect: str, targets: Sequence[str], verdict: str) -> tuple[str, list[str]]:
    """The text of pandora.toml with a rule for each target, and the rules as lines."""
    rules = []
    for target in targets:
        if effect != "bash" and re.search(r"[*?]", target):
            raise UsageError(f"{target!r} has a * or ? in its name, which a rule cannot name; answer each time")
        named = path_target(target) if effect == "write" else target
        text = with_rule(text, effect, named, verdict)
        rules.append(rule_line(effect, named, verdict))
    return text, rules


def discard_leftover(path: Path, beside: Path | None) -> None:
    """Delete the old file that replacing `path` left `beside` it, None where it left none.

    A program that has the old file open for writing is given a second to end. Raises UsageError where
    somebody saved a text into it.
    """
    if beside is None:
        return
    for _ in range(_LOOKS):
        try:
            if processes.written_by_nobody(beside) is not False:
                break
        except FileNotFoundError:
            return
        time.sleep(0.01)
    if not delete_temporary(beside):
        message = f"{path}:1: it was saved by somebody meanwhile, and what they wrote is in {beside.name}"
        raise UsageError(f"{message}; put the two together, then approve again")


def _settings_text(path: Path) -> str | None:
    """The text of pandora.toml, None where there is none."""
    try:
        return read_consistent(path).decode("utf-8")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DiskError(f"{path}:1: {error.strerror}; mend it, then approve again") from error
