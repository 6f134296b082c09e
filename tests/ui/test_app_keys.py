"""Each key of the view and of its windows, pressed as a person would."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.text import Text
from textual.binding import Binding
from textual.widgets import OptionList

from pandora.ui.app import WorkspaceApp
from pandora.ui.dialogs import AskText, Choose, ShowText
from pandora.ui.document_pane import DocumentPane
from pandora.ui.runs_pane import RunsPane
from pandora.ui.search_screen import SearchScreen
from pandora.ui.tree_pane import TreePane
from tests.commands.conftest import DOCUMENTS, ROOT, SCRIPT, Run, write_replies
from tests.commands.test_approve import OLD, PLAN, PROGRAM, TASK, content
from tests.ui.conftest import View, opened

pytestmark = pytest.mark.anyio

PRESSED = {
    *("e", "a", "r", "u", "d", "w", "p", "n", "slash", "s", "tab", "q,ctrl+c"),
    *("1", "2", "3", "4", "5"),
}
"""The keys of the view that a test here or in test_app_actions.py presses."""
OLDER = "system-old234"


@pytest.fixture
def model(tmp_path: Path) -> str:
    return f"scripted:{tmp_path / 'model.jsonl'}"


@pytest.fixture
def changed(pandora: Run, model: str, workspace: Path) -> str:
    """A run that changed a file."""
    write_replies(model, SCRIPT[0], PLAN, PROGRAM, PROGRAM, SCRIPT[-1])
    assert pandora("run", TASK, "--model", model, "--yes").code == 0
    return model


def test_every_key_of_the_view_is_pressed_by_a_test() -> None:
    bindings = [binding for binding in WorkspaceApp.BINDINGS if isinstance(binding, Binding)]
    assert {binding.key for binding in bindings} == PRESSED


@pytest.mark.parametrize("key", ["1", "2", "3", "4", "5"])
async def test_a_number_chooses_its_section(finished: str, workspace: Path, key: str) -> None:
    async with opened(workspace) as view:
        await view.sees("§5 OUTPUT")
        await view.press(key)
        assert view.document.section == int(key)


async def test_tab_goes_from_pane_to_pane(finished: str, workspace: Path) -> None:
    async with opened(workspace) as view:
        await view.sees("§5 OUTPUT")
        panes = []
        for _ in range(4):
            panes.append(type(view.app.focused))
            await view.press("tab")
        assert panes == [RunsPane, TreePane, DocumentPane, RunsPane]


async def test_the_arrows_go_from_run_to_run(finished: str, workspace: Path) -> None:
    text = DOCUMENTS[ROOT].replace("abc234", "old234").replace("2026-11-21T10", "2025-11-21T10")
    (workspace / "state" / f"{OLDER}.md").write_text(text, encoding="utf-8")
    async with opened(workspace) as view:
        await view.until(lambda: view.document.document == ROOT)
        await view.press("down")
        await view.until(lambda: view.document.document == OLDER)
        await view.press("up")
        await view.until(lambda: view.document.document == ROOT)


async def test_r_resumes_what_was_edited_in_another_editor(pandora: Run, model: str, workspace: Path) -> None:
    write_replies(model, *SCRIPT)
    assert pandora("run", TASK, "--model", model).code == 0
    (path,) = (workspace / "state").glob("system-*.md")
    text = path.read_text(encoding="utf-8")
    edited = text.replace("print the cheapest fruit of", "print the best fruit of")
    assert edited != text
    path.write_text(edited, encoding="utf-8")
    write_replies(model, *SCRIPT[2:])
    async with opened(workspace, model=model) as view:
        await view.sees("§5 OUTPUT")
        await view.press("r")
        await view.says("accepted")
        await view.until(lambda: "§2 PLAN  written by you" in view.document.written)
        await view.press("s")  # nothing is at work any more, and nothing happens
        assert not view.app.calls


async def test_u_takes_an_undo_back_too(changed: str, workspace: Path) -> None:
    async with opened(workspace, model=changed) as view:
        await view.sees("§5 OUTPUT")
        await view.press("u")
        await view.sees("would put back data/fruit.csv")
        await view.press("y")
        await view.says("put back data/fruit.csv")
        await view.sees("undone")
        await view.press("u")
        await view.opens(Choose)
        await view.sees("y do that")
        assert content(workspace) == OLD
        await view.press("y")
        await view.until(lambda: content(workspace) == f"{OLD}fig,1\n", "the change is there again")


async def test_u_says_that_a_run_changed_no_file(finished: str, workspace: Path) -> None:
    async with opened(workspace) as view:
        await view.sees("§5 OUTPUT")
        await view.press("u")
        await view.says("this run changed no file")
        assert len(view.app.screen_stack) == 1


async def test_always_writes_the_rule_and_goes_on(pandora: Run, model: str, workspace: Path) -> None:
    write_replies(model, SCRIPT[0], PLAN, PROGRAM, PROGRAM)
    assert pandora("run", TASK, "--model", model).code == 3
    write_replies(model, SCRIPT[-1])
    async with opened(workspace, model=model) as view:
        await view.sees("waiting")
        await view.press("a")
        await view.sees("A allow it from now on")
        await view.press("A")
        await view.says("accepted")
    assert '"data/fruit.csv" = "allow"' in (workspace / "pandora.toml").read_text(encoding="utf-8")
    assert content(workspace) == f"{OLD}fig,1\n"


async def test_a_text_that_takes_long_counts_the_seconds_until_it_comes(changed: str, workspace: Path) -> None:
    async with opened(workspace, model=changed) as view:
        await view.sees("§5 OUTPUT")
        window = ShowText("why")
        await view.app.push_screen(window)
        await view.shows("working")
        await view.shows("working  1 s")
        window.put(Text("from: §3 DO"))
        await view.shows("from: §3 DO")


@pytest.mark.parametrize("key", ["escape", "q"])
@pytest.mark.parametrize("opens", ["d", "w", "p"])
async def test_a_text_is_left(changed: str, workspace: Path, opens: str, key: str) -> None:
    async with opened(workspace, model=changed) as view:
        await view.sees("§5 OUTPUT")
        await view.press(opens)
        await left(view, ShowText, key)


@pytest.mark.parametrize(("opens", "window"), [("n", AskText), ("u", Choose), ("slash", SearchScreen)])
async def test_escape_leaves_a_window_and_nothing_is_done(
    changed: str, workspace: Path, opens: str, window: type
) -> None:
    async with opened(workspace, model=changed) as view:
        await view.sees("§5 OUTPUT")
        await view.press(opens)
        await left(view, window, "escape")
        assert not view.app.calls
        assert content(workspace) == f"{OLD}fig,1\n"


async def left(view: View, window: type, key: str) -> None:
    """A window opens, and a key leaves it for the view."""
    await view.opens(window)
    await view.press(key)
    await view.until(lambda: len(view.app.screen_stack) == 1, "the window stays")


async def test_the_arrows_choose_what_the_search_found(finished: str, workspace: Path) -> None:
    async with opened(workspace) as view:
        await view.sees("§5 OUTPUT")
        await view.press("slash", *"fruit")
        await view.sees("3 of 3 documents")
        results = view.app.screen.query_one(OptionList)
        await view.until(lambda: results.highlighted == 0)
        await view.press("down", "down")
        assert results.highlighted == 2
        await view.press("up")
        assert results.highlighted == 1
        await view.press("enter")
        await view.until(lambda: len(view.app.screen_stack) == 1)


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
async def test_the_view_is_left(finished: str, workspace: Path, key: str) -> None:
    async with opened(workspace) as view:
        await view.sees("§5 OUTPUT")
        await view.press(key)
        await view.until(lambda: not view.app.is_running, "the view goes on")
    assert not view.app.interrupted
