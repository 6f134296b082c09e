from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import OPERATION, TASK, TOOL
from tests.ui.conftest import opened

pytestmark = pytest.mark.anyio


async def test_it_shows_the_newest_run_its_tree_and_its_document(finished: str, workspace: Path) -> None:
    async with opened(workspace) as view:
        await view.sees("§5 OUTPUT")
        for part in (TASK[:30], "accepted", "abc234  2026-11-21 10:00", "1 table", "1.1 python", "plum"):
            assert part in view.screen, part
        assert view.document.document == finished


async def test_one_moves_from_document_to_document(finished: str, workspace: Path) -> None:
    async with opened(workspace) as view:
        await view.sees("1.1 python")
        await view.press("tab", "down")
        await view.until(lambda: view.document.document == TOOL)
        await view.press("down")
        await view.until(lambda: view.document.document == OPERATION)
        assert "print('plum')" in view.document.written


async def test_a_workspace_without_runs_says_how_to_begin(workspace: Path) -> None:
    async with opened(workspace) as view:
        await view.sees("No run yet. n starts one")
        await view.press("e", "a", "r", "u", "d", "w", "p", "s", "3")
        await view.sees("No run yet")
