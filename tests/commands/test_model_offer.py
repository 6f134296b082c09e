from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from pandora.settings import load_settings
from tests.models.discovery.disk_models import put

PROGRAM = """
import sys
from pandora.models.discovery import local_models
local_models.usual_addresses = lambda environment: []
from pandora import cli
sys.exit(cli.run(["-C", sys.argv[1], "init"]))
"""


def init(folder: Path, home: Path, typed: bytes | None) -> str:
    """Run `pandora init` on a terminal of its own, type, and return what the terminal showed."""
    ours, theirs = os.openpty()
    environment = {**os.environ, "HOME": str(home), "PYTHONPATH": os.pathsep.join(sys.path)}
    for name in ("XDG_CACHE_HOME", "HF_HOME", "HF_HUB_CACHE", "LLAMA_CACHE", "OLLAMA_MODELS", "PANDORA_MODEL"):
        environment.pop(name, None)
    command = [sys.executable, "-c", PROGRAM, str(folder)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        shown = b""
        while select.select([ours], [], [], 60)[0]:
            try:
                shown += os.read(ours, 4096)
            except OSError:
                break
            if typed is not None and b"later)" in shown:
                os.write(ours, typed)
                typed = None
        assert process.wait(60) == 0
    os.close(ours)
    return shown.decode()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.mark.parametrize(
    ("typed", "model"), [(b"1\n", "~/.lmstudio/models/a/b/Big.gguf"), (b"\n", None), (b"\x04", None)]
)
def test_a_new_workspace_gets_the_model_that_is_chosen(
    tmp_path: Path, home: Path, typed: bytes, model: str | None
) -> None:
    put(home / ".lmstudio" / "models" / "a" / "b" / "Big.gguf")
    shown = init(tmp_path / "new", home, typed)
    assert "1  ~/.lmstudio/models/a/b/Big.gguf" in shown
    assert load_settings(tmp_path / "new", {}, {})["model"] == (model or "qwen2.5-coder-1.5b")
    assert ("models pull" in shown) == (model is None)


def test_where_there_is_nothing_to_choose_nothing_is_asked(tmp_path: Path, home: Path) -> None:
    assert "shall this workspace use" not in init(tmp_path / "new", home, None)
