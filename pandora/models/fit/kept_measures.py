"""What was measured of models on this machine: kept in the cache folder, a file of JSON for each kind."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pandora.regular_file import read_regular
from pandora.user_folders import cache_folder

_LONGEST = 1 << 20


class KeptMeasures:
    """The measures in the file `name`, each under the key of a model; a file that is no such thing has none."""

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def path(self) -> Path:
        """Where they are."""
        return cache_folder() / self._name

    def known(self, key: str) -> Mapping[str, Any]:
        """What was measured for `key`; nothing where it was not."""
        entry = self._entries().get(key)
        return entry if isinstance(entry, dict) else {}

    def keys(self) -> list[str]:
        """The keys of all models that were measured, the newest one last."""
        return list(self._entries())

    def keep(self, key: str, entry: Mapping[str, Any]) -> None:
        """Keep `entry` for `key`; a disk that is full keeps none."""
        entries = self._entries()
        if not entry or entries.get(key) == entry:
            return
        entries.pop(key, None)
        path = self.path
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_name(f"{path.name}.{os.getpid()}")
            beside.write_text(json.dumps({**entries, key: dict(entry)}), encoding="utf-8")
            os.replace(beside, path)

    def _entries(self) -> dict[str, Any]:
        try:
            entries = json.loads(read_regular(self.path, _LONGEST)[0])
        except (OSError, ValueError, RecursionError):
            return {}
        return entries if isinstance(entries, dict) else {}
