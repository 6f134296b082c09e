"""Runs that a command of their own goes on with: a graph of questions, and a session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_KINDS = {
    "graph": ("a graph of questions", "pandora think --resume {run}"),
    "research": ("research", "pandora research resume {run}"),
    "session": ("a session", "pandora session resume {run}"),
}
"""The front matter key of a root → what its run is, and the command that goes on with it."""


SESSION = "session"
"""The key of a session's root."""
RESEARCH = "research"
"""The key of research, whose root the commands about all runs go on with, too."""


def own_kind(meta: Mapping[str, Any], run: str) -> tuple[str, str] | None:
    """What the run of a root with this front matter is, and the command for it; None for a task's run."""
    for key, (what, command) in _KINDS.items():
        if key in meta:
            return what, command.format(run=run)
    return None
