"""The script that becomes a session's kernel in the sandbox; only this folder of Pandora can be read there."""

from __future__ import annotations

import importlib
import os
import sys
import types


def main() -> None:
    """Make the packages above this folder, empty, and serve."""
    folder = os.path.dirname(os.path.abspath(__file__))
    for name, path in (("pandora", []), ("pandora.sessions", []), ("pandora.sessions.inside", [folder])):
        package = types.ModuleType(name)
        package.__path__ = path
        sys.modules[name] = package
    importlib.import_module("pandora.sessions.inside.kernel_loop").serve()


if __name__ == "__main__":
    main()
