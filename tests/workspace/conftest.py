from __future__ import annotations

from tests.sandbox.processes import hold, lock, nobody_script, script

__all__ = ["hold", "lock", "nobody_script", "script"]
