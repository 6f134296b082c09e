"""The patterns by which tools grow and edits are judged, brought into a `system/` that began without them."""

from __future__ import annotations

import click

from pandora.commands.init import copy_tree
from pandora.disk.layout import Workspace, shipped_system
from pandora.document.terminal_text import clean
from pandora.errors import DeniedError, DiskError
from pandora.policy import ANY, Policy

FOLDER = "tools/grow"
"""Where they are in `system/`."""


def bring_growth_patterns(workspace: Workspace, policy: Policy) -> None:
    """Copy the patterns of growth into a `system/` that has none of them, as a kernel's, and say so on stderr.

    What is there stays as it is. Raises DeniedError where policy denies that `system/` grows, and DiskError
    where a file cannot be written.
    """
    target = workspace.system / FOLDER
    if target.is_symlink() or target.exists():
        return
    rule = policy.ruled("grow", ANY)
    if rule.verdict == "deny":
        problem = f"policy denies grow ({rule.source}), and system/{FOLDER}/ is not there to grow by"
        raise DeniedError(f"{problem}; allow it in that rule, or copy system/{FOLDER}/ from another workspace")
    try:
        written = copy_tree(shipped_system() / FOLDER, target)
    except OSError as error:
        reason = error.strerror or str(error)
        raise DiskError(f"{error.filename or target}:1: {reason}; mend it, then try again") from error
    names = ", ".join(f"system/{FOLDER}/{name}" for name in written)
    click.echo(clean(f"new, for growing goes by them: {names}"), err=True)
