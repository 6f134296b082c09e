from __future__ import annotations

import subprocess
import sys

import pytest

from pandora.cli import COMMANDS

HEAVY = ("llama_cpp", "numpy", "httpx", "jinja2", "rich", "textual", "rapidfuzz")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_commands_help_imports_nothing_heavy(command: str) -> None:
    code = (
        "import sys\n"
        "from pandora.cli import run\n"
        f"assert run([{command!r}, '--help']) == 0\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[0].startswith("Usage: pandora ")
    assert done.stdout.splitlines()[-1] == "[]"
