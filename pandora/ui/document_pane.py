"""A document as the view shows it: its head, its sections one below the other, and its earlier attempts."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

from pandora.commands.run_list import ListedDocument
from pandora.document.records import UNWRITTEN, section_records
from pandora.document.state_document import NUMBERS, TITLES, Document
from pandora.ui.live_words import LiveWords, Words
from pandora.ui.plain_content import plain, plain_line, status_text

_WRITERS = {"human": "written by you", "code": "by code", "model": "by the model"}


class SectionView(Static):
    """One section: its heading, who wrote it, and its text."""

    DEFAULT_CSS = """
    SectionView { padding: 0 1; margin-bottom: 1; border-left: blank; }
    SectionView.-current { border-left: thick $accent; }
    """

    class Pointed(Message):
        """A person pointed at a section."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, number: int) -> None:
        super().__init__(id=f"section-{number}", markup=False)
        self.number = number

    def on_click(self) -> None:
        """Make this the section that keys act on."""
        self.post_message(self.Pointed(self.number))


class DocumentPane(VerticalScroll):
    """One document. `section` is the number of the section that keys act on, None where none was chosen."""

    BORDER_TITLE = "Document"

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.document = ""
        self.section: int | None = None
        self._shown: dict[str, Text] = {}
        self._entry: ListedDocument | None = None
        self._live: Sequence[LiveWords] = ()

    def compose(self) -> ComposeResult:
        """The head, the sections, and the attempts before."""
        yield Static("", id="head", markup=False)
        for number in range(1, len(TITLES)):
            yield SectionView(number)
        yield Static("", id="history", markup=False)

    def show(self, entry: ListedDocument | None) -> None:
        """Show a document; the place stays where it is the one that was shown already."""
        document_id = entry.id if entry else ""
        if document_id != self.document:
            self.document = document_id
            self.choose_section(None)
            self.scroll_home(animate=False)
        self.border_subtitle = document_id
        self._entry = entry
        document = entry.document if entry else None
        self._put("head", _head(entry))
        self._put_sections()
        self._put("history", _history(document) if document else Text())

    def show_words(self, live: Sequence[LiveWords]) -> None:
        """Show what the calls that go on read and write for this document, in the sections of their phases."""
        self._live = live
        self._put_sections()

    def _put_sections(self) -> None:
        entry = self._entry
        live_words = (words for one in self._live if (words := one.of(self.document)) is not None)
        words = next(live_words, None) if entry is not None else None
        for number in range(1, len(TITLES)):
            running = entry is not None and entry.status == "running" and NUMBERS.get(entry.phase) == number
            written = words if words is not None and NUMBERS.get(words.phase) == number else None
            text = _section(entry.document, number, running, written) if entry and entry.document else Text()
            self._put(f"section-{number}", text)

    def choose_section(self, number: int | None) -> None:
        """Make a section the one that keys act on, and scroll to it; None for no section."""
        self.section = number
        for view in self.query(SectionView):
            view.set_class(view.number == number, "-current")
            if view.number == number:
                self.call_after_refresh(self.scroll_to_widget, view, top=True, animate=False)

    @property
    def written(self) -> str:
        """All text that is shown."""
        return "\n".join(text.plain for text in self._shown.values())

    def _put(self, name: str, text: Text) -> None:
        """Show `text` in a part, hidden where there is none; what did not change is not drawn again."""
        if self._shown.get(name) == text and name in self._shown:
            return
        self._shown[name] = text
        part = self.query_one(f"#{name}", Static)
        part.update(text)
        part.display = bool(text.plain)


def _head(entry: ListedDocument | None) -> Text:
    """What stands above the sections: status, phase, model and cost, or the problem of a broken document."""
    if entry is None:
        return plain("No run yet. n starts one: a task about the files of this workspace.")
    head = Text.assemble((entry.id, "bold"), "  ", status_text(entry.status))
    if entry.document is None:
        return Text("\n").join([head, plain(entry.problem, "red"), Text("e opens it in your editor.", "dim")])
    used = entry.used
    facts = [str(entry.document.meta.get("model") or ""), entry.created]
    facts += [f"{used.calls} calls, {used.prompt + used.written} tokens"] if used.calls else []
    facts += [f"words of strangers: {', '.join(entry.untrusted)}"] if entry.untrusted else []
    return Text("\n").join([head, plain_line(" · ".join(filter(None, facts)), "dim"), Text("")])


def _section(document: Document, number: int, running: bool, words: Words | None) -> Text:
    """A section: a heading in bold, the text as it is in the file, and the words of a reply that goes on."""
    record = section_records(document).get(number, UNWRITTEN)
    body = document.written(number)
    heading = Text(f"§{number} {TITLES[number]}", style="bold" if body else "dim")
    notes = [_WRITERS.get(record.by, "")] if body else ["being written" if running else "not written yet"]
    if body and record.by and record.text != document.digest(number):
        notes = ["changed by you"]
    if record.trust:
        notes.append("made from words of strangers")
    if noted := ", ".join(filter(None, notes)):
        heading.append(f"  {noted}", style="not bold dim cyan" if running else "not bold dim")
    parts = [heading]
    if body:
        parts.append(plain(body))
        parts[-1].highlight_regex(r"(?m)^[A-Z][A-Za-z ]{0,24}:", "bold")
    if words is not None:
        parts += [plain_line(words.progress, "cyan"), *([plain(words.text)] if words.text.strip() else [])]
    return Text("\n").join(parts)


def _history(document: Document) -> Text:
    """The attempts that a retry set aside, as they stand at the document's end."""
    return plain(document.text[document.history :], "dim") if document.history is not None else Text()
