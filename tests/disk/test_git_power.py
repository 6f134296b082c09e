"""A commit that was acknowledged survives a power cut: shown on an ext4 where root may mount one."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pandora.disk.git import repository_of

CUTS = 3
_SHUT_DOWN = 0x8004587D
_WITHOUT_LOG = 2


def run(*arguments: str) -> str:
    return subprocess.run(arguments, check=True, capture_output=True, text=True).stdout


@contextmanager
def mounted(image: Path, folder: Path) -> Iterator[Path]:
    """The image's ext4; skips where nobody may mount it."""
    folder.mkdir()
    try:
        run("mount", "-o", "loop", str(image), str(folder))
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no loop device can be mounted here: {error}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=False, capture_output=True)


def cut(folder: Path) -> None:
    """The power goes: what is not on the disk by now never gets there."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.ioctl(handle, _SHUT_DOWN, _WITHOUT_LOG.to_bytes(4, "little"))
    finally:
        os.close(handle)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may mount a disk")
@pytest.mark.skipif(not shutil.which("mkfs.ext4") or not shutil.which("git"), reason="no mkfs.ext4, or no git")
def test_a_commit_survives_a_power_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    image = tmp_path / "0.img"
    with image.open("wb") as file:
        file.truncate(32 << 20)
    run("mkfs.ext4", "-q", "-F", str(image))
    with mounted(image, tmp_path / "new") as disk:
        (disk / "top" / "state").mkdir(parents=True)
        run("git", "init", "-q", "-b", "main", str(disk / "top"))
        os.sync()
    for number in range(CUTS):
        after = tmp_path / f"{number + 1}.img"
        with mounted(image, tmp_path / f"before{number}") as disk:
            top = disk / "top"
            (top / "state" / "a.md").write_text(f"{number}\n" * 50, encoding="utf-8")
            made = repository_of(top / "state").commit(["state/a.md"], f"commit {number}")
            cut(disk)
            shutil.copyfile(image, after)
        image.unlink()
        image = after
        with mounted(image, tmp_path / f"after{number}") as disk:
            top = disk / "top"
            assert run("git", "-C", str(top), "rev-parse", "HEAD").strip() == made
            assert run("git", "-C", str(top), "show", "HEAD:state/a.md") == f"{number}\n" * 50
            run("git", "-C", str(top), "fsck", "--strict")
