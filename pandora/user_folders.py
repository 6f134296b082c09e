"""Where the user's own settings, models and caches are, outside every workspace."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "pandora"


def config_folder() -> Path:
    """The folder of the user's settings: `~/.config/pandora` on Linux."""
    return _folder("config", ".config")


def data_folder() -> Path:
    """The folder of what is kept for the user, such as models: `~/.local/share/pandora` on Linux."""
    return _folder("data", ".local/share")


def state_folder() -> Path:
    """The folder of what a user decided or was given on this machine: `~/.local/state/pandora` on Linux."""
    return _folder("state", ".local/state")


def cache_folder() -> Path:
    """The folder of what may be deleted at any time: `~/.cache/pandora` on Linux."""
    return _folder("cache", ".cache")


def own_folders_in(root: Path) -> tuple[str, ...]:
    """Return those of these folders that lie below `root`, relative to it: a home folder may be a workspace."""
    real = Path(os.path.realpath(root))
    kinds = (config_folder, data_folder, state_folder, cache_folder)
    folders = [Path(os.path.realpath(kind())) for kind in kinds]
    below = (folder.relative_to(real).as_posix() for folder in folders if real in folder.parents)
    return tuple(dict.fromkeys(below))


def _folder(kind: str, former: str) -> Path:
    """The system's own folder of that kind, which the XDG variables outrank.

    Earlier versions used the folders of Linux on macOS too; one that is there goes on being used.
    """
    import platformdirs

    kept = Path.home() / former / NAME
    if sys.platform == "darwin" and not os.environ.get(f"XDG_{kind.upper()}_HOME") and kept.is_dir():
        return kept
    return Path(getattr(platformdirs.PlatformDirs(NAME, appauthor=False), f"user_{kind}_dir"))
