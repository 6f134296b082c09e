from __future__ import annotations

import sys

import pytest

from pandora.sandbox import probe as module
from pandora.sandbox import tiers
from pandora.sandbox.probe import ESCAPES, EXHAUSTIONS, NAMES, Probe, probe
from pandora.sandbox.process import Completed, run
from pandora.sandbox.tier import Tier

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the guards are Linux's")


AVAILABLE = [tier for tier in tiers.TIERS if not tier.absent()]


@pytest.mark.parametrize("tier", AVAILABLE, ids=lambda tier: tier.name)
def test_every_tier_of_this_machine_holds(tier: Tier) -> None:
    found = probe(tier, wear=True)
    assert found.holds
    assert found.open == ()
    assert found.confined[0] == tier.name
    assert {"files", "network", "seccomp"} <= set(found.confined)


def test_the_attempts_can_succeed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unconfined, every attempt is told: the probe is able to fail."""
    import subprocess

    def unconfined(command: tuple[str, ...], *, cwd: object, **options: object) -> Completed:
        done = subprocess.run(command, cwd=str(cwd), capture_output=True, check=False, close_fds=False)
        return Completed(done.returncode, done.stdout, done.stderr, False, False, ())

    monkeypatch.setattr(module, "run", unconfined)
    found = probe(wear=True)
    wearing = ("forks", "file", "shared", "sockets", "ended", "threads", "nameless", "disk", "output")
    assert found.open == (*NAMES, *wearing)
    assert set(found.open) == {*ESCAPES, *EXHAUSTIONS}
    assert found.works
    assert not found.holds


def test_a_sandbox_that_cannot_start_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "run", lambda command, **options: run(("false",), **options))
    assert not probe().holds
    assert not Probe(False, (), ("landlock",)).holds
