"""The whole form of these tests runs by `make torture` alone; each says what it counted."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.torture.counts import COUNTS
from tests.torture.world import World


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "torture" in str(config.option.markexpr):
        return
    for item in items:
        if item.get_closest_marker("torture"):
            item.add_marker(pytest.mark.skip(reason="the whole form: make torture"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in COUNTS:
        terminalreporter.write_line(line)


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: a killed process loses nothing there that a disk would keep."""
    if not os.access("/dev/shm", os.W_OK):
        yield tmp_path
        return
    folder = Path(tempfile.mkdtemp(prefix="torture-", dir="/dev/shm"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def world(quick: Path) -> Iterator[World]:
    """A workspace; every violation that was booked in it is a failure."""
    made = World.at(quick)
    yield made
    assert made.violations == []


@pytest.fixture
def wanted(world: World) -> dict[str, bytes]:
    """What an uninterrupted run leaves; the workspace is as before it."""
    told = world.do()
    assert told.code == 0, told.err
    found = world.final()
    assert len(found) >= 8
    assert world.given == [f"reply-{number}" for number in range(1, 6)]
    world.fresh()
    return found
