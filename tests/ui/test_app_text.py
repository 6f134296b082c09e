"""Text of strangers is shown as it is, wherever the view shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import DOCUMENTS, OPERATION, ROOT, TASK, TOOL
from tests.ui.conftest import opened

pytestmark = pytest.mark.anyio

MARKUP = "[bold red]Loud[/] [link='http://evil.example']here[/link] [@click=app.quit()]leave[/] [/nothing]"
ESCAPES = "\x1b]0;owned\x07\x1b[2J\x1b[31mred\x1b[0m \u202eabc"


@pytest.fixture
def hostile(workspace: Path) -> Path:
    for name in (ROOT, TOOL, OPERATION):
        text = DOCUMENTS[name].replace(f"Task: {TASK}", f"Task: {MARKUP}").replace("\nplum\n", f"\n{ESCAPES}\n")
        text = text.replace("Approach: compute it", f"Approach: {MARKUP} {ESCAPES}")
        (workspace / "state" / f"{name}.md").write_text(text, encoding="utf-8")
    return workspace


async def test_markup_and_escapes_are_harmless(hostile: Path) -> None:
    async with opened(hostile, width=200) as view:
        await view.sees("§5 OUTPUT")
        assert f"Approach: {MARKUP} red abc" in view.screen
        assert view.screen.count("[bold red]Loud[/]") >= 4  # in the list, the tree, §1 and §2
        assert not set(view.screen) & {"\x1b", "\x07", "\u202e"}
        styles = {str(segment.style) for strip in view.strips for segment in strip if "Loud" in segment.text}
        assert not any("link" in style or "red" in style for style in styles)


@pytest.mark.parametrize("key", ["w", "d"])
async def test_so_they_are_in_what_commands_say(hostile: Path, key: str) -> None:
    async with opened(hostile, width=200) as view:
        await view.sees("§5 OUTPUT")
        await view.press("2", key)
        await view.until(lambda: view.window and view.window != "…")
        assert not set(view.screen) & {"\x1b", "\x07", "\u202e"}


async def test_so_they_are_in_the_search(hostile: Path) -> None:
    async with opened(hostile, width=200) as view:
        await view.sees("§5 OUTPUT")
        await view.press("slash", *"loud")
        await view.sees("3 of 3 documents")
        assert f"Task: {MARKUP}" in view.screen
        await view.press("enter")
        await view.until(lambda: view.document.section is not None)
