"""The search of the view: a query, and below it the documents that it finds while one types."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from pandora.disk.layout import Workspace
from pandora.document.ids import parse_id
from pandora.document.state_document import TITLES
from pandora.ui.fuzzy_search import Hit, Line, find, read_lines
from pandora.ui.plain_content import plain_line


class SearchScreen(ModalScreen[Line | None]):
    """Asks for words and gives the line that a person chose, None where they left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Back"),
        Binding("down", "move(1)", "Next", priority=True),
        Binding("up", "move(-1)", "Previous", priority=True),
    ]
    DEFAULT_CSS = """
    SearchScreen { align: center middle; }
    SearchScreen > Vertical { width: 90%; height: 80%; border: round $accent; background: $surface; }
    SearchScreen OptionList { height: 1fr; border: none; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._lines: list[Line] | None = None
        self._hits: list[Hit] = []

    def compose(self) -> ComposeResult:
        """The query, the results, and a line that says what is done."""
        with Vertical() as box:
            box.border_title = "Search all runs"
            box.border_subtitle = "Enter opens, Esc leaves"
            yield Input(placeholder="words; typing errors are forgiven", id="query")
            yield OptionList(id="hits", markup=False)
            yield Static("", id="said", markup=False)

    def on_mount(self) -> None:
        """Read all documents beside the typing."""
        self.query_one("#hits", OptionList).can_focus = False
        self.read_and_find()

    @on(Input.Changed)
    def typed(self) -> None:
        """Search again."""
        self.read_and_find()

    @work(exclusive=True)
    async def read_and_find(self) -> None:
        """Find the query's documents, and show them; the documents are read once."""
        status = self.query_one("#said", Static)
        if self._lines is None:
            status.update("reading the runs…")
            self._lines = await asyncio.to_thread(read_lines, self._workspace)
        query = self.query_one("#query", Input).value
        self._hits = await asyncio.to_thread(find, self._lines, query)
        results = self.query_one("#hits", OptionList)
        results.clear_options()
        results.add_options(Option(_result(hit)) for hit in self._hits)
        if self._hits:
            results.highlighted = 0
        documents = len({line.document for line in self._lines})
        status.update(
            f"{len(self._hits)} of {documents} documents" if query.strip() else f"{documents} documents"
        )

    def action_move(self, by: int) -> None:
        """Highlight the next or the previous result, while the query keeps the keys."""
        results = self.query_one("#hits", OptionList)
        results.action_cursor_down() if by > 0 else results.action_cursor_up()

    @on(Input.Submitted)
    def opened(self) -> None:
        """Give the highlighted result."""
        highlighted = self.query_one("#hits", OptionList).highlighted
        if highlighted is not None and highlighted < len(self._hits):
            self.dismiss(self._hits[highlighted].line)

    @on(OptionList.OptionSelected)
    def clicked(self, event: OptionList.OptionSelected) -> None:
        """Give the result that was clicked."""
        self.dismiss(self._hits[event.option_index].line)


def _result(hit: Hit) -> Text:
    """A result in two lines: the text, and where it stands."""
    line = hit.line
    place = f"  {line.document} §{line.section} {TITLES[line.section]}  run {parse_id(line.document).run}"
    return Text("\n").join([plain_line(line.text), Text(place, style="dim")])
