from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import DOCUMENTS, OPERATION, ROOT
from tests.ui.conftest import opened

pytestmark = pytest.mark.anyio


def rewrite(workspace: Path, document: str, old: str, new: str) -> None:
    path = workspace / "state" / f"{document}.md"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


async def test_a_run_that_changes_on_disk_changes_in_all_panes(finished: str, workspace: Path) -> None:
    async with opened(workspace) as view:
        await view.sees("§5 OUTPUT")
        await view.press("4")
        rewrite(workspace, finished, "status: accepted\nphase: check", "status: running\nphase: plan")
        rewrite(workspace, finished, "Approach: compute it\n", "Approach: guess it\n")
        await view.sees("Approach: guess it")
        await view.until(lambda: view.screen.count("running") == 3, "the list, the tree and the head say so")
        assert "changed by you" in view.screen
        assert view.document.section == 4  # the place stays
        rewrite(workspace, OPERATION, "status: accepted", "status: failed")
        await view.sees("1.1 python  failed")


async def test_a_new_run_comes_in_at_the_top_and_what_is_read_stays(finished: str, workspace: Path) -> None:
    async with opened(workspace) as view:
        await view.sees("§5 OUTPUT")
        newer = DOCUMENTS[ROOT].replace("abc234", "xyz567").replace("2026-11-21", "2026-11-22")
        (workspace / "state" / "system-xyz567.md").write_text(newer, encoding="utf-8")
        await view.sees("xyz567  2026-11-22")
        assert view.screen.index("xyz567  2026") < view.screen.index("abc234  2026")
        assert view.document.document == finished
        await view.press("up")
        await view.until(lambda: view.document.document == "system-xyz567")
        (workspace / "state" / "system-xyz567.md").unlink()
        await view.until(lambda: view.document.document == finished)
        assert "xyz567" not in view.screen


async def test_the_first_run_of_a_workspace_is_shown(workspace: Path) -> None:
    async with opened(workspace) as view:
        await view.sees("No run yet")
        (workspace / "state" / f"{ROOT}.md").write_text(DOCUMENTS[ROOT], encoding="utf-8")
        await view.sees("§5 OUTPUT")


async def test_a_broken_document_is_shown_with_its_problem(finished: str, workspace: Path) -> None:
    async with opened(workspace) as view:
        await view.sees("§5 OUTPUT")
        rewrite(workspace, finished, "## §2 PLAN", "## §2 PLANS")
        await view.until(lambda: "§2 is named 'PLANS'" in view.document.written)
        assert f"state/{finished}.md:" in view.screen
        assert "e opens it in your editor" in view.document.written
        rewrite(workspace, finished, "## §2 PLANS", "## §2 PLAN")
        await view.sees("Approach: compute it")
