from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from pandora.user_folders import (
    cache_folder,
    config_folder,
    data_folder,
    from_home,
    own_folders_in,
    state_folder,
)

FOLDERS = (
    (config_folder, "XDG_CONFIG_HOME", ".config/pandora", "Library/Application Support/pandora"),
    (data_folder, "XDG_DATA_HOME", ".local/share/pandora", "Library/Application Support/pandora"),
    (state_folder, "XDG_STATE_HOME", ".local/state/pandora", "Library/Application Support/pandora"),
    (cache_folder, "XDG_CACHE_HOME", ".cache/pandora", "Library/Caches/pandora"),
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for _, variable, _, _ in FOLDERS:
        monkeypatch.delenv(variable, raising=False)
    return tmp_path


@pytest.mark.parametrize(("folder", "variable", "linux", "macos"), FOLDERS)
def test_on_linux_the_folders_are_those_of_xdg(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    folder: Callable[[], Path],
    variable: str,
    linux: str,
    macos: str,
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(platformdirs, "PlatformDirs", Unix)
    assert folder() == home / linux
    monkeypatch.setenv(variable, "/elsewhere")
    assert folder() == Path("/elsewhere/pandora")
    monkeypatch.setenv(variable, "")
    assert folder() == home / linux


@pytest.mark.parametrize(("folder", "variable", "linux", "macos"), FOLDERS)
def test_on_macos_they_are_its_own_unless_one_of_old_is_there(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    folder: Callable[[], Path],
    variable: str,
    linux: str,
    macos: str,
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(platformdirs, "PlatformDirs", MacOS)
    assert folder() == home / macos
    (home / linux).mkdir(parents=True)
    assert folder() == home / linux
    monkeypatch.setenv(variable, "/elsewhere")
    assert folder() == Path("/elsewhere/pandora")


def test_folders_of_the_user_that_lie_in_a_workspace_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    for _, variable, linux, _ in FOLDERS:
        monkeypatch.setenv(variable, str(home / Path(linux).parent))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "elsewhere"))
    inside = (".config/pandora", ".local/share/pandora", ".local/state/pandora")
    assert own_folders_in(home) == inside
    assert own_folders_in(home / ".config") == ("pandora",)
    assert own_folders_in(home / "project") == ()
    (tmp_path / "link").symlink_to(home)
    assert own_folders_in(tmp_path / "link") == inside


def test_the_home_of_a_user_who_is_not_here_is_a_name_as_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault that was mended: `--documents ~nobody-here/x` and the like ended with an internal error."""
    monkeypatch.setenv("HOME", "/home/ann")
    assert from_home("~/notes") == Path("/home/ann/notes")
    assert from_home("~nobody-here/notes") == Path("~nobody-here/notes")
    assert from_home("notes/~x") == Path("notes/~x")
