"""The tier of the package sandlock, where a person has installed it: Landlock and a supervised filter."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

from pandora.sandbox.tier import Plan, Tier

_LAUNCH = """
import json, sys
sys.path[:0] = json.loads(sys.argv[1])
from sandlock import Sandbox
policy = json.loads(sys.argv[2])
sys.exit(Sandbox(**policy).run_interactive(sys.argv[3:]))
"""


def _absent() -> str:
    if sys.platform != "linux":
        return "it is Linux's"
    found = importlib.util.find_spec("sandlock")
    return "" if found else "the package `sandlock` is not installed"


def _command(plan: Plan) -> list[str]:
    found = importlib.util.find_spec("sandlock")
    packages = [str(Path(found.origin).parents[1])] if found and found.origin else []
    sandbox = Path(__file__).parent
    policy = {
        "fs_readable": [*plan.readable, str(sandbox), str(sandbox.parent / "__init__.py"), "/proc"],
        "fs_writable": [*plan.writable, "/dev/null"],
        "net_allow": ["*:*"] if plan.network else [],
    }
    return [sys.executable, "-I", "-S", "-c", _LAUNCH, json.dumps(packages), json.dumps(policy)]


TIER = Tier(
    name="sandlock",
    about="the package sandlock, and in it what the worker adds",
    absent=_absent,
    command=_command,
    held=("sandlock",),
    prefix=True,
)
