"""Where the user's own settings, models and caches are, outside every workspace."""

from __future__ import annotations

import functools
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


def from_home(path: str) -> Path:
    """The path as a shell reads it: `~` is the home folder, and `~NAME` of a user who is not here stays."""
    return Path(os.path.expanduser(path))


def own_folders_in(root: Path) -> tuple[str, ...]:
    """Return those of these folders that lie below `root`, relative to it: a home folder may be a workspace."""
    real = os.path.realpath(root)
    inside = real if real.endswith(os.sep) else f"{real}{os.sep}"
    kinds = (config_folder, data_folder, state_folder, cache_folder)
    folders = (os.path.realpath(kind()) for kind in kinds)
    return tuple(dict.fromkeys(path[len(inside) :] for path in folders if path.startswith(inside)))


def _folder(kind: str, former: str) -> Path:
    """The system's own folder of that kind, which the XDG variables outrank.

    Earlier versions used the folders of Linux on macOS too; one that is there goes on being used.
    """
    if sys.platform == "darwin" and not os.environ.get(f"XDG_{kind.upper()}_HOME"):
        kept = Path.home() / former / NAME
        if kept.is_dir():
            return kept
    asked = ("HOME", f"XDG_{kind.upper()}_HOME", "APPDATA", "LOCALAPPDATA", "ANDROID_DATA", "ANDROID_ROOT")
    return _system_folder(kind, tuple(os.environ.get(name) for name in asked))


@functools.lru_cache(maxsize=64)
def _system_folder(kind: str, environment: tuple[str | None, ...]) -> Path:
    """What the library says of a kind, asked once for each state of the variables that it looks at."""
    import platformdirs

    return Path(getattr(platformdirs.PlatformDirs(NAME, appauthor=False), f"user_{kind}_dir"))
