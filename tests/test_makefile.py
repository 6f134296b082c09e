"""What `make` does on a fresh machine, with a program in Python's place that only notes what it is asked."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAKE = shutil.which("make")
PYTHON = r"""#!/bin/sh
case "$*" in
  *"processor arguments"*) echo -DGGML_NATIVE=ON ;;
  *pandora.models.fit.processor*) echo native-here ;;
  "-m venv .venv") mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
  *"pip wheel"*)
    while [ "$1" != --wheel-dir ]; do shift; done
    echo built >> asked
    mkdir -p "$2" && touch "$2/llama_cpp_python-${3#*==}-py3-none-any.whl" ;;
  *"pip install"*.whl) for wheel; do :; done; test -f "$wheel" && echo "${wheel##*/}" >> asked ;;
esac
"""

pytestmark = pytest.mark.skipif(MAKE is None, reason="no make here")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout in a folder with a space in its name, in a home that has one, too, beside one without."""
    home = tmp_path / "Jane Doe"
    folder = home / "my code"
    folder.mkdir(parents=True)
    (tmp_path / "Jane").mkdir()
    for name in ("Makefile", "pyproject.toml", ".requirements.lock"):
        shutil.copy(ROOT / name, folder)
    python = tmp_path / "python3"
    python.write_text(PYTHON, encoding="utf-8")
    python.chmod(0o755)
    return folder


def make(checkout: Path, *arguments: str) -> str:
    assert MAKE is not None
    home = checkout.parent
    environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
    command = [MAKE, f"PYTHON={home.parent / 'python3'}", *arguments]
    done = subprocess.run(
        command, cwd=checkout, env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_setup_keeps_the_wheel_of_the_locked_version_in_a_home_with_a_space(checkout: Path) -> None:
    make(checkout, "setup")
    wheels = checkout.parent / ".cache" / "pandora" / "wheels" / "native-here"
    (wheel,) = wheels.iterdir()
    assert (checkout / "asked").read_text(encoding="utf-8").split() == ["built", wheel.name]
    make(checkout, "setup")
    assert (checkout / "asked").read_text(encoding="utf-8").split() == ["built", wheel.name]
    wheel.rename(wheel.with_name("llama_cpp_python-0.0.1-py3-none-any.whl"))
    later = time.time() + 10
    os.utime(checkout / "pyproject.toml", (later, later))
    make(checkout, "setup")
    assert (checkout / "asked").read_text(encoding="utf-8").split() == ["built", wheel.name] * 2
    assert [path.name for path in wheels.iterdir()] == [wheel.name]
    assert (checkout.parents[1] / "Jane").is_dir()


def test_make_alone_lists_what_there_is(checkout: Path) -> None:
    told = make(checkout).splitlines()
    assert told[1].startswith("setup         Make .venv with everything in it")
    assert all(line[13] == " " != line[14] for line in told)
