from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from pandora.models.fit import free_memory as module
from pandora.models.fit.free_memory import FreeMemory, free_memory

FREE = psutil.virtual_memory()._replace(available=8_000_000_000)


@pytest.fixture
def groups(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder that stands for /sys/fs/cgroup, on a machine with 8 GB free."""
    monkeypatch.setattr(psutil, "virtual_memory", lambda: FREE)
    monkeypatch.setattr(module, "GROUPS", tmp_path)
    monkeypatch.setattr(module, "OWN_GROUPS", tmp_path / "own")
    return tmp_path


def write(folder: Path, **files: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(f"{text}\n", encoding="ascii")


def test_without_groups_it_is_what_the_system_has(groups: Path) -> None:
    assert free_memory() == FreeMemory(8_000_000_000)
    assert str(free_memory()) == "8.0 GB are free"


def test_a_group_limits_it_and_files_in_its_cache_count_as_free(groups: Path) -> None:
    (groups / "own").write_text("0::/user/job\n", encoding="ascii")
    write(groups / "user" / "job", memory__max="max", memory__current="1000")
    write(groups / "user", memory__max="4000000000", memory__high="3000000000", memory__current="2500000000")
    write(groups / "user", memory__stat="anon 5\ninactive_file 600000000\nactive_file 400000000")
    assert free_memory() == FreeMemory(1_500_000_000, limited=True)
    assert str(free_memory()) == "1.5 GB are free in this control group"


def test_version_1_has_its_own_names(groups: Path) -> None:
    (groups / "own").write_text("5:cpu:/\n4:cpuset,memory:/job\n", encoding="ascii")
    files = {"memory__limit_in_bytes": "2000000000", "memory__usage_in_bytes": "1800000000"}
    write(groups / "memory" / "job", **files, memory__stat="total_inactive_file 300000000")
    unlimited = {"memory__limit_in_bytes": "9223372036854771712", "memory__usage_in_bytes": "7"}
    write(groups / "memory", **unlimited)
    assert free_memory() == FreeMemory(500_000_000, limited=True)


def test_in_a_container_the_root_is_the_group(groups: Path) -> None:
    (groups / "own").write_text("0::/docker/0a1b\nnonsense\n", encoding="ascii")
    write(groups, memory__max="1000", memory__current="5000")
    assert free_memory() == FreeMemory(0, limited=True)


def test_a_limit_above_what_is_free_limits_nothing(groups: Path) -> None:
    (groups / "own").write_text("0::/\n", encoding="ascii")
    write(groups, memory__max="64000000000", memory__current="0")
    assert free_memory() == FreeMemory(8_000_000_000)
