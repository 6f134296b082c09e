"""Which tier is taken, what is remembered of it, and what each puts before the worker."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pandora.errors import RefusedError
from pandora.sandbox import bubblewrap, seatbelt, tiers
from pandora.sandbox import probe as probes
from pandora.sandbox.probe import Probe
from pandora.sandbox.process import Completed, TierError, run
from pandora.sandbox.tier import Plan, Tier, describe_confinement

FIRST, SECOND, GONE = Tier("first", ""), Tier("second", ""), Tier("gone", "", lambda: "it is not here")


@pytest.fixture(autouse=True)
def none_found_yet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(tiers, "TIERS", (GONE, FIRST, SECOND))
    tiers._best_names.clear()
    yield
    tiers._best_names.clear()


def probing(monkeypatch: pytest.MonkeyPatch, found: dict[str, Probe | Exception]) -> list[str]:
    asked: list[str] = []

    def probe(tier: Tier) -> Probe:
        asked.append(tier.name)
        told = found[tier.name]
        if isinstance(told, Exception):
            raise told
        return told

    monkeypatch.setattr(probes, "probe", probe)
    return asked


HOLDS, OPEN, DEAD = Probe(True, (), ()), Probe(True, ("read",), ()), Probe(False, (), ())


@pytest.mark.parametrize("first", [OPEN, DEAD, RefusedError("no"), OSError("no")])
def test_the_first_that_holds_is_taken(monkeypatch: pytest.MonkeyPatch, first: Probe | Exception) -> None:
    asked = probing(monkeypatch, {"first": first, "second": HOLDS})
    assert tiers.best() is SECOND
    assert asked == ["first", "second"]


def test_what_was_found_is_remembered_until_something_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = probing(monkeypatch, {"first": HOLDS, "second": HOLDS})
    assert tiers.best() is FIRST
    assert tiers.best() is FIRST
    tiers._best_names.clear()  # another process
    assert tiers.best() is FIRST
    assert asked == ["first"]
    tiers._best_names.clear()
    with monkeypatch.context() as patch:
        patch.setattr(tiers, "_key", lambda: "another boot")
        assert tiers.best() is FIRST
    assert asked == ["first", "first"]
    for broken in (b"", b"[]", b'{"key": 1}', b"\xff", json.dumps({"key": tiers._key(), "tier": "x"}).encode()):
        tiers._best_names.clear()
        tiers.cache_file().write_bytes(broken)
        assert tiers.best() is FIRST
    assert len(asked) == 7
    tiers.forget()
    assert not tiers.cache_file().exists()


def test_that_nothing_holds_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = probing(monkeypatch, {"first": OPEN, "second": OPEN})
    assert tiers.best() is None
    assert not tiers.cache_file().exists()
    assert asked == ["first", "second"] * 2  # each has a second chance
    assert tiers.best() is None
    assert len(asked) == 8  # and the process looks again when it next needs one


def test_a_home_that_cannot_be_written_does_no_harm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    probing(monkeypatch, {"first": HOLDS})
    assert tiers.best() is FIRST


def test_an_exhaustion_alone_does_not_make_a_tier_fail() -> None:
    assert Probe(True, ("memory", "forks", "disk"), ()).holds
    assert not Probe(True, ("memory", "tcp"), ()).holds


def test_the_key_tells_machines_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    key = tiers._key()
    assert key == tiers._key()
    monkeypatch.setattr(sys, "executable", "/other/python")
    assert tiers._key() != key


def test_what_confined_a_command_is_one_line() -> None:
    assert describe_confinement(()) == ""
    assert (
        describe_confinement(("own worker (Landlock)",)) == "own worker (Landlock)"
    )  # read back from a document
    assert describe_confinement(("none", "environment")) == "none (nothing)"
    held = ("bubblewrap", "network", "user", "own root", "seccomp", "capabilities")
    assert (
        describe_confinement(held)
        == "bubblewrap (user+network namespaces, a root of its own, seccomp, no capabilities)"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="the worker's guards are Linux's")
def test_a_tier_that_starts_nothing_says_so(tmp_path: Path) -> None:
    broken = replace(FIRST, prefix=True, command=lambda plan: ["sh", "-c", "echo no room >&2; exit 1"])
    with pytest.raises(TierError, match="first starts no command: no room"):
        run(("true",), cwd=tmp_path, tier=broken)


def test_bubblewrap_mounts_a_folder_before_what_lies_in_it(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "link").symlink_to("in")
    plan = Plan(str(tmp_path), (str(tmp_path), str(tmp_path / "link"), "/dev/zero"), (str(tmp_path / "in"),))
    words = bubblewrap._command(plan)
    binds = [
        (words[place], words[place + 1])
        for place in range(len(words))
        if words[place].endswith(("bind", "try"))
    ]
    assert ("--ro-bind-try", str(tmp_path)) in binds
    assert binds.index(("--ro-bind-try", str(tmp_path))) < binds.index(("--bind", str(tmp_path / "in")))
    assert words[words.index("--symlink") + 1] == "in"
    assert "/dev/zero" not in words
    assert "--unshare-net" in words
    assert "--unshare-net" not in bubblewrap._command(replace(plan, network=True))
    assert words[-1] == "--"


def test_bubblewrap_is_asked_for_nothing_below_a_link(tmp_path: Path) -> None:
    (tmp_path / "real" / "packages").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    readable = tuple(str(tmp_path / name) for name in ("link/packages", "link", "real"))
    words = bubblewrap._command(Plan(str(tmp_path), readable, ()))
    place = words.index("--symlink")
    assert words[place : place + 3] == ["--symlink", str(tmp_path / "real"), str(tmp_path / "link")]
    assert str(tmp_path / "real") in words
    assert str(tmp_path / "link" / "packages") not in words


@pytest.mark.skipif(not bubblewrap.program(), reason="bubblewrap is not installed")
def test_in_bubblewrap_the_outside_does_not_exist(tmp_path: Path) -> None:
    inside = tmp_path / "in"
    inside.mkdir()
    (tmp_path / "out").touch()
    done: Completed = run(
        ("sh", "-c", f"test -e {tmp_path}/out; echo $?; ls /"), cwd=inside, tier=bubblewrap.TIER
    )
    assert done.stdout.split()[0] == b"1"
    assert b"root" not in done.stdout.split()


def test_the_profile_of_macos_quotes_and_denies_by_default(tmp_path: Path) -> None:
    odd = tmp_path / 'a "quoted" \\ name'
    odd.mkdir()
    text = seatbelt.profile(Plan(str(odd), ("/usr",), (str(odd),)))
    assert text.startswith("(version 1)\n(deny default)\n")
    assert f'"{tmp_path.resolve()}/a \\"quoted\\" \\\\ name"' in text
    assert "network" not in text
    assert "network-outbound" in seatbelt.profile(Plan("/", (), (), True))
    assert text.count("(") - text.count("\\(") == text.count(")") - text.count("\\)")
    if shutil.which("sandbox-exec"):  # a Mac: the profile is at least read
        subprocess.run(["sandbox-exec", "-p", text, "/usr/bin/true"], check=True)
