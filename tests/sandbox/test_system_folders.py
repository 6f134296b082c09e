from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from pandora.sandbox import system_folders as places


def test_secrets_of_the_system_are_not_among_them() -> None:
    for secret in (
        "/etc/passwd",
        "/etc/shadow",
        "/proc/self",
        "/root/.ssh",
        "/run",
        "/var/lib",
        str(Path.home()),
    ):
        for place in (*places.system(), *places.interpreter()):
            assert not Path(secret).is_relative_to(place), (secret, place)


def test_the_interpreter_and_its_library_are() -> None:
    for needed in (sys.prefix, sys.base_prefix, os.path.dirname(os.__file__), os.path.realpath(sys.executable)):
        found = (*places.system(), *places.interpreter())
        assert any(Path(needed).is_relative_to(place) for place in found), needed


def test_a_prefix_that_holds_the_home_opens_only_its_libraries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / ".ssh").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    found = places.interpreter()
    assert tmp_path / "lib" in found
    assert tmp_path not in found


def test_the_folder_behind_a_linked_environment_is_there_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "link"))
    assert {tmp_path / "link", (tmp_path / "real").resolve()} <= {*places.interpreter()}
