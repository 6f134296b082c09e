"""A pipe, a socket or a device where a file should be ends no command and hangs none."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pandora.disk.layout import shipped_system

DOCUMENT = "state/system-abc234.md"
PLACES = {
    "pandora.toml": ("run", "What is 2 + 2?"),
    DOCUMENT: ("show", "abc234"),
    "state/op-python-abc234-1.md": ("check",),
    "system/operations/extra.md": ("check",),
    "system/operations/python.md": ("check",),
    ".env": ("why", "abc234"),
    "model.gguf": ("run", "--model", "model.gguf", "What is 2 + 2?"),
}


def stand(kind: str, place: Path) -> None:
    place.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "socket":
        socket.socket(socket.AF_UNIX).bind(os.path.relpath(place))
    else:
        place.symlink_to("/dev/zero")


@pytest.mark.parametrize(
    ("place", "kind"),
    [*((place, "pipe") for place in PLACES), *((DOCUMENT, kind) for kind in ("socket", "endless device"))],
)
def test_a_command_says_what_stands_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, kind: str
) -> None:
    shutil.copytree(shipped_system(), tmp_path / "system")
    (tmp_path / "state").mkdir()
    monkeypatch.chdir(tmp_path)
    if place != DOCUMENT:
        (tmp_path / DOCUMENT).write_text("not a document\n", encoding="utf-8")
    stand(kind, tmp_path / place)
    done = subprocess.run(
        [sys.executable, "-m", "pandora", *PLACES[place]],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode in (1, 2, 5, 6), done.stderr
    lines = (done.stdout + done.stderr).splitlines()
    if place == ".env":
        assert any(
            line.startswith(f"pandora: {DOCUMENT}:1: ") for line in lines
        )  # the error is told without it
    else:
        assert any(place in line for line in lines)
    assert "Traceback" not in done.stderr
