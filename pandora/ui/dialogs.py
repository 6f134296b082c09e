"""The windows over the view: one that asks for a text, one that asks to choose, and one that shows a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import Input, Static

_BOX = """
{name} {{ align: center middle; }}
{name} > Vertical {{ width: 90%; max-width: 110; height: auto; max-height: 90%; padding: 0 1;
    border: round $accent; background: $surface; }}
{name} VerticalScroll {{ height: auto; max-height: 70vh; }}
"""


class AskText(ModalScreen[str | None]):
    """Asks for one line of text; gives None where the person left."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Back")]
    DEFAULT_CSS = _BOX.format(name="AskText")

    def __init__(self, title: str, text: Text) -> None:
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        """The question and the line to fill."""
        with Vertical() as box:
            box.border_title = self._title
            box.border_subtitle = "Enter sends, Esc leaves"
            with VerticalScroll(can_focus=False):
                yield Static(self._text, markup=False)
            yield Input()

    @on(Input.Submitted)
    def sent(self, event: Input.Submitted) -> None:
        """Give the text, unless it is blank."""
        if event.value.strip():
            self.dismiss(event.value)


class Choose(ModalScreen[str | None]):
    """Shows a text and asks to choose by a key; gives the key, None where the person left."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Back")]
    DEFAULT_CSS = _BOX.format(name="Choose")

    def __init__(self, title: str, text: Text, choices: Mapping[str, str]) -> None:
        super().__init__()
        self._title, self._text, self._choices = title, text, choices

    def compose(self) -> ComposeResult:
        """The text, and below it the keys."""
        with Vertical() as box:
            box.border_title = self._title
            box.border_subtitle = "Esc leaves"
            with VerticalScroll():
                yield Static(self._text, markup=False)
            keys = [Text.assemble((key, "bold reverse"), f" {label}") for key, label in self._choices.items()]
            yield Static(Text("\n").join([Text(""), *keys]), markup=False)

    def on_key(self, event: events.Key) -> None:
        """Give the choice of a key."""
        if event.character in self._choices:
            event.stop()
            self.dismiss(event.character)


class ShowText(ModalScreen[None]):
    """Shows a text to be read and scrolled, over the whole view; until it comes, the seconds that pass."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "Back"),
    ]
    DEFAULT_CSS = """
    ShowText > Vertical { border: round $accent; background: $surface; }
    ShowText VerticalScroll { height: 1fr; }
    """

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title, self.text, self._waited = title, Text("working"), 0
        self._clock: Timer | None = None

    def on_mount(self) -> None:
        """Count the seconds."""
        self._clock = self.set_interval(1, self._tick)

    def _tick(self) -> None:
        self._waited += 1
        self._show(Text(f"working  {self._waited} s"))

    def compose(self) -> ComposeResult:
        """The text, in a frame."""
        with Vertical() as box:
            box.border_title = self._title
            box.border_subtitle = "Esc goes back"
            with VerticalScroll():
                yield Static(self.text, id="shown", markup=False)

    def put(self, text: Text) -> None:
        """Show the text, which came."""
        if self._clock is not None:
            self._clock.stop()
        self._show(text)

    def _show(self, text: Text) -> None:
        self.text = text
        self.query_one("#shown", Static).update(text)
