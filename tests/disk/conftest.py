"""What the disk's tests share."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.fixture(scope="session")
def dead() -> int:
    """The number of a process that ran and is gone."""
    process = subprocess.Popen([sys.executable, "-S", "-c", ""])
    process.wait()
    return process.pid
