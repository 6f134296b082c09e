"""The list of runs at the left of the view: newest first, each with its task, its status and its time."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from pandora.commands.run_list import ListedDocument
from pandora.ui.plain_content import plain_line, status_text


class RunsPane(OptionList):
    """The roots of runs as a list; the highlighted one is the run that the view shows."""

    BORDER_TITLE = "Runs"
    DEFAULT_CSS = """
    RunsPane { text-wrap: nowrap; text-overflow: ellipsis; padding: 0; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)

    def show(self, roots: Sequence[ListedDocument], older: int) -> None:
        """List these roots; `older` runs are not among them. The highlighted run stays highlighted."""
        before = self.run
        ids = [entry.id for entry in roots]
        if ids == [option.id for option in self.options]:
            for entry in roots:
                self.replace_option_prompt(entry.id, _lines(entry))
        else:
            self.clear_options()
            self.add_options(Option(_lines(entry), id=entry.id) for entry in roots)
            if before in ids or ids:
                self.highlighted = ids.index(before) if before in ids else 0
        self.border_subtitle = f"{older} older: / finds them" if older else ""

    def update_run(self, entry: ListedDocument) -> bool:
        """Show the new state of one root; False where the list does not have it."""
        if all(option.id != entry.id for option in self.options):
            return False
        self.replace_option_prompt(entry.id, _lines(entry))
        return True

    def highlight_run(self, run: str) -> None:
        """Highlight the run with this root, where the list has it."""
        ids = [option.id for option in self.options]
        self.highlighted = ids.index(run) if run in ids else None

    @property
    def run(self) -> str:
        """The root of the highlighted run, or ""."""
        option = self.highlighted_option
        return option.id or "" if option else ""


def _lines(entry: ListedDocument) -> Text:
    """A run in two lines: its task or its problem, then its status, its id and when it began."""
    first = plain_line(entry.problem or entry.task or "no task yet", "bold")
    when = entry.created[:16].replace("T", " ")
    second = Text.assemble(
        "  ",
        status_text("undone" if entry.undone else entry.status),
        Text(f"  {entry.name.run}  {when}", style="dim"),
    )
    return Text("\n").join([first, second])
