from __future__ import annotations

from pathlib import Path

import pytest
from textual.binding import Binding

from pandora.ui.app import WorkspaceApp
from tests.commands.conftest import OPERATION, TASK, TOOL
from tests.ui.conftest import opened

pytestmark = pytest.mark.anyio

PANES = ("Runs", "Tree", "Document")


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


async def test_the_search_opens_the_section_that_it_found(finished: str, workspace: Path) -> None:
    async with opened(workspace) as view:
        await view.sees("§5 OUTPUT")
        await view.press("slash", *"candidat")
        await view.sees("1 of 3 documents")
        await view.press("enter")
        await view.until(lambda: view.document.section == 3)
        await view.press("tab")
        assert (view.document.document, view.document.section) == (OPERATION, 3)
        await view.press("up")
        await view.until(lambda: view.document.document == TOOL)


async def test_60_columns_have_one_pane_below_the_other(finished: str, workspace: Path) -> None:
    async with opened(workspace, width=60, height=45) as view:
        await view.sees("§2 PLAN")
        lines = view.screen.splitlines()
        places = [next(place for place, line in enumerate(lines) if f" {name} " in line) for name in PANES]
        assert places == sorted(places)
        assert len(set(places)) == len(PANES)
        assert "q\u00a0Quit" in lines[-1]
        assert max(map(len, lines)) <= 60


def test_every_key_stands_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "ui.md").read_text(encoding="utf-8")
    for binding in WorkspaceApp.BINDINGS:
        assert isinstance(binding, Binding)
        shown = binding.key_display or binding.key
        if not binding.show:
            continue
        assert f"`{shown[0]}`" in page or shown.capitalize() in page, shown
