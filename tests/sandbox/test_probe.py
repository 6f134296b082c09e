from __future__ import annotations

import sys

import pytest

from pandora.sandbox import probe as module
from pandora.sandbox.probe import NAMES, Probe, probe
from pandora.sandbox.process import Completed, run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the guards are Linux's")


def test_the_sandbox_holds_here() -> None:
    found = probe()
    assert found.holds
    assert found.open == ()
    assert "landlock" in found.confined


def test_the_attempts_can_succeed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unconfined, every attempt is told: the probe is able to fail."""
    import subprocess

    def unconfined(command: tuple[str, ...], *, cwd: object, **options: object) -> Completed:
        done = subprocess.run(command, cwd=str(cwd), capture_output=True, check=False)
        return Completed(done.returncode, done.stdout, done.stderr, False, False, ())

    monkeypatch.setattr(module, "run", unconfined)
    found = probe()
    assert found.open == NAMES
    assert found.works
    assert not found.holds


def test_a_sandbox_that_cannot_start_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "run", lambda command, **options: run(("false",), **options))
    assert not probe().holds
    assert not Probe(False, (), ("landlock",)).holds
