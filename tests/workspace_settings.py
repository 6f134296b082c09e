"""A workspace's own settings as a person writes them, and trusts the workspace with them by `pandora trust`."""

from __future__ import annotations

from pathlib import Path

from pandora.commands.trust import trust_workspace
from pandora.disk.layout import Workspace


def write_trusted_settings(root: Path, text: str) -> None:
    """Write the workspace's pandora.toml, and do what `pandora trust` does."""
    (root / "pandora.toml").write_text(text, encoding="utf-8")
    trust_workspace(Workspace(root))
