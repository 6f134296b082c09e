from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from pandora.policy import Policy
from pandora.research.source_index import SourceIndex
from pandora.workspace.operation_context import OperationContext
from tests.research.desk import Desk
from tests.research.documents import write


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """An empty workspace."""
    root = tmp_path / "work"
    (root / "state").mkdir(parents=True)
    (root / "documents").mkdir()
    return root


class Documents:
    """The documents folder of a workspace, with its index, which each call opens anew."""

    def __init__(self, root: Path, stack: ExitStack) -> None:
        self.root = root
        self.folder = root / "documents"
        self.context = OperationContext(root, hides=Policy().hides)
        self._stack = stack

    def with_files(self, files: dict[str, str | bytes]) -> SourceIndex:
        """Write the files and return the index, brought up to date."""
        write(self.folder, files)
        index = self._stack.enter_context(SourceIndex.open(self.folder, self.context))
        index.refresh()
        return index


@pytest.fixture
def documents(workspace: Path) -> Iterator[Documents]:
    with ExitStack() as stack:
        yield Documents(workspace, stack)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A workspace in which research is done; in memory where there is one, since every step syncs."""
    with _folder(tmp_path) as folder:
        yield Desk(folder)


@pytest.fixture
def second_desk(tmp_path: Path) -> Iterator[Desk]:
    """Another such workspace."""
    with _folder(tmp_path) as folder:
        yield Desk(folder)


@contextmanager
def _folder(tmp_path: Path) -> Iterator[Path]:
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else tmp_path) as made:
        yield Path(made)
