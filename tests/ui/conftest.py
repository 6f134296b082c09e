"""The view of a workspace in which runs are scripted, and a hand that types into it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.strip import Strip

from pandora.disk.layout import Workspace
from pandora.ui.app import WorkspaceApp
from pandora.ui.dialogs import ShowText
from pandora.ui.document_pane import DocumentPane
from tests.commands.conftest import alone, finished, pandora, script, workspace

__all__ = ["alone", "finished", "pandora", "script", "workspace"]

PATIENCE = 400
"""How often a condition is looked at, once in a turn of the view's loop of 50 ms at least."""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class View:
    """An open view, its keys, and what it shows."""

    def __init__(self, app: WorkspaceApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def until(self, condition: Callable[[], object], what: str = "") -> None:
        """Let the view go on until the condition holds."""
        for _ in range(PATIENCE):
            if condition():
                return
            await self.pilot.pause(0.05)
        raise AssertionError(f"{what or condition}\n{self.screen}")

    async def sees(self, text: str) -> None:
        """Let the view go on until the text is on the screen."""
        await self.until(lambda: text in self.screen, f"{text!r} is not on the screen")

    async def says(self, text: str) -> None:
        """Let the view go on until it says the text in a corner."""
        await self.until(lambda: text in self.told, f"{text!r} is not said, but {self.told!r}")

    async def shows(self, text: str) -> None:
        """Let the view go on until a window shows the text."""
        await self.until(lambda: text in self.window, f"{text!r} is in no window")

    async def opens(self, window: type) -> None:
        """Let the view go on until a window of this class is open and takes keys."""
        await self.until(lambda: self._takes_keys(window), f"no {window.__name__} opens")

    def _takes_keys(self, window: type) -> bool:
        screen = self.app.screen
        return isinstance(screen, window) and all(widget.is_mounted for widget in (screen, *screen.query("*")))

    @property
    def told(self) -> str:
        return "\n".join(f"{note.title} {note.message}" for note in self.app._notifications)

    @property
    def strips(self) -> list[Strip]:
        """The lines of the screen, with their styles."""
        return list(self.app.screen._compositor.render_strips())

    @property
    def window(self) -> str:
        """The text of the window that shows one, or ""."""
        return self.app.screen.text.plain if isinstance(self.app.screen, ShowText) else ""

    @property
    def screen(self) -> str:
        """The characters of the screen."""
        return "\n".join(strip.text.rstrip() for strip in self.strips)

    @property
    def document(self) -> DocumentPane:
        return self.app.screen_stack[0].query_one(DocumentPane)


@asynccontextmanager
async def opened(
    root: Path, width: int = 110, height: int = 40, model: str | None = None
) -> AsyncIterator[View]:
    """The view of the workspace `root` on a terminal of this size."""
    app = WorkspaceApp(Workspace(root), model)
    async with app.run_test(size=(width, height)) as pilot:
        yield View(app, pilot)
