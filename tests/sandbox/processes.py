"""Scripts run as this user or as nobody, and a lock that tells whether a process is still alive."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import pandora

ROOT = Path(pandora.__file__).parent.parent
NOBODY = 65534

Script = Callable[..., "subprocess.CompletedProcess[str]"]

HOLD = """
import fcntl, os, sys
def hold(path):
    "Lock `path` for as long as this process lives."
    file = os.open(path, os.O_RDWR)
    fcntl.flock(file, fcntl.LOCK_EX)
    return file
"""


def _run(
    interpreter: str, source: str, arguments: tuple[str, ...], user: int | None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [interpreter, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{source}", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
        timeout=120,
        user=user,
        group=user,
        extra_groups=None if user is None else [],
    )


@pytest.fixture
def script() -> Script:
    """Run Python source in a process of its own, which may confine itself beyond repair."""
    return lambda source, *arguments: _run(sys.executable, source, arguments, None)


@pytest.fixture
def nobody_script() -> Script:
    """The same as an ordinary user, for a suite that runs as root."""
    if os.geteuid() != 0:
        pytest.skip("only root can become another user; the other tests run as an ordinary one")
    for interpreter in (os.path.realpath(sys.executable), "/usr/bin/python3"):
        try:
            check = "import sys, pandora; assert sys.version_info >= (3, 11)"
            if _run(interpreter, check, (), NOBODY).returncode == 0:
                return lambda source, *arguments: _run(interpreter, source, arguments, NOBODY)
        except OSError:
            continue
    pytest.skip("no Python that another user can run")


class Lock:
    """A file that a process under test locks: free once more means that the process has ended."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.touch()
        path.chmod(0o666)

    def is_free(self) -> bool:
        with open(self.path) as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
        return True

    def gets_free(self, seconds: float = 30) -> bool:
        """Wait for it; the time only bounds a failure."""

        def wait() -> None:
            with open(self.path) as file:
                fcntl.flock(file, fcntl.LOCK_EX)

        thread = threading.Thread(target=wait, daemon=True)
        thread.start()
        thread.join(seconds)
        return not thread.is_alive()


@pytest.fixture
def lock(tmp_path: Path) -> Lock:
    return Lock(tmp_path / "lock")


@pytest.fixture
def hold() -> str:
    return HOLD
