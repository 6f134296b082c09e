"""The full-screen view of a workspace: its panes, its keys, and what happens when a document changes."""

from __future__ import annotations

import asyncio
import signal
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from rich.text import Text
from textual import on, work
from textual.app import App, ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.notifications import SeverityLevel
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static, Tree
from textual.worker import get_current_worker

from pandora import interrupt
from pandora.commands.effect_prompt import rules_of_always
from pandora.commands.open_workspace import store_of
from pandora.commands.run_list import newest_roots, read_entry
from pandora.commands.tree import read_tree
from pandora.commands.undo import NOTHING_TO
from pandora.disk import run_index
from pandora.disk.atomic import read_consistent
from pandora.disk.layout import Workspace
from pandora.disk.read_document import LONGEST
from pandora.disk.watch import Saves, watching
from pandora.document.ids import parse_id
from pandora.document.question_lines import shown_above
from pandora.document.state_document import PHASES
from pandora.document.terminal_text import one_line
from pandora.engine.answers import waiting_document
from pandora.errors import PandoraError
from pandora.ui.dialogs import AskText, Choose, ShowText
from pandora.ui.document_pane import DocumentPane, SectionView
from pandora.ui.fuzzy_search import Line
from pandora.ui.plain_content import diff_text, plain
from pandora.ui.program_calls import Ended, ProgramCall, program, stop_all
from pandora.ui.runs_pane import RunsPane
from pandora.ui.search_screen import SearchScreen
from pandora.ui.tree_pane import TreePane

LISTED_RUNS = 300
"""The most runs that the list at the left has; the search finds all."""
LOOK_SECONDS = 0.25
"""Seconds until the thread that watches the folder sees that the view was left."""
_ENDINGS = {0: "accepted", 3: "waits for you", 4: "gave up, and says why", 5: "failed", 130: "interrupted"}
Words = TypeVar("Words")
"""What a window gives back."""


class WorkspaceApp(App[None]):
    """Shows the runs of a workspace, and carries out the commands that a person's keys ask for."""

    TITLE = "pandora"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (90, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "edit", "Edit"),
        Binding("a", "answer", "Answer, approve"),
        Binding("r", "resume", "Resume"),
        Binding("u", "undo", "Undo"),
        Binding("d", "show('diff')", "Diff"),
        Binding("w", "show('why')", "Why"),
        Binding("p", "show('prompt')", "Prompt"),
        Binding("n", "new", "New"),
        Binding("slash", "search", "Search", key_display="/"),
        Binding("s", "stop", "Stop"),
        Binding("1", "section(1)", "Section", key_display="1-5"),
        *(Binding(str(number), f"section({number})", show=False) for number in range(2, 6)),
        Binding("tab", "app.focus_next", "Pane", show=True),
        Binding("q,ctrl+c", "quit", "Quit", key_display="q"),
    ]
    CSS = """
    #side { width: 40; }
    #keys { color: $text-muted; padding: 0 1; height: auto; max-height: 3; }
    #activity { padding: 0 1; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    #panes { height: 1fr; }
    RunsPane, TreePane, DocumentPane { border: round $foreground-muted; height: 1fr; }
    RunsPane:focus, TreePane:focus, DocumentPane:focus { border: round $accent; }
    .-wide #panes { layout: horizontal; }
    .-narrow #side { width: 100%; height: 45%; }
    """

    class Progress(Message):
        """A call of the program said something."""

    class Saved(Message):
        """Documents were saved, by whomever."""

        def __init__(self, documents: Sequence[str]) -> None:
            super().__init__()
            self.documents = documents

    class CallEnded(Message):
        """A call of the program ended."""

        def __init__(self, call: ProgramCall, ended: Ended) -> None:
            super().__init__()
            self.call, self.ended = call, ended

    def __init__(self, workspace: Workspace, model: str | None = None) -> None:
        super().__init__()
        self.workspace = workspace
        self.run_root = ""
        """The root of the run that is shown, or ""."""
        self._model = ("--model", model) if model else ()
        self._calls: list[ProgramCall] = []
        self._asked: list[ProgramCall] = []
        """The calls whose words a window waits for."""
        self._place: tuple[str, int | None] = ("", None)
        """The document and the section to go to when its run is shown."""
        self._new: set[str] = set()
        """The new runs that were shown when their names were known."""
        self._how = ""
        self.closed = False
        self.interrupted = False
        """True where a signal ended the view."""
        self._handlers: dict[int, Any] = {}

    def compose(self) -> ComposeResult:
        """The panes, the line that says what goes on, and the keys."""
        with Vertical(id="panes"):
            with Vertical(id="side"):
                yield RunsPane(id="runs")
                yield TreePane(id="tree")
            yield DocumentPane(id="document")
        yield Static("", id="activity", markup=False)
        yield Static(_key_line(self.BINDINGS), id="keys", markup=False)

    def on_mount(self) -> None:
        """List the runs, watch the folder, and let the seconds of a call go on."""
        self.title = f"pandora {self.workspace.root.name}"
        self._take_signals()
        self.list_runs()
        self.watch_folder()
        self.set_interval(1.0, self._show_activity)
        self.query_one(RunsPane).focus()

    def on_unmount(self) -> None:
        """Interrupt what still runs; `resume` goes on with it."""
        self.closed = True
        stop_all([*self._calls, *self._asked])
        for number, handler in self._handlers.items():
            asyncio.get_running_loop().remove_signal_handler(number)
            signal.signal(number, handler)

    def _take_signals(self) -> None:
        """Let a signal end the view between two of its turns, and not in the middle of one."""
        for number in interrupt.SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._handlers[number] = signal.getsignal(number)
                asyncio.get_running_loop().add_signal_handler(number, self._interrupt)

    def _interrupt(self) -> None:
        self.interrupted = True
        self.exit()

    # What is shown

    @work(exclusive=True, group="runs")
    async def list_runs(self) -> None:
        """Read the list of runs again."""
        roots = await asyncio.to_thread(newest_roots, self.workspace, LISTED_RUNS)
        older = await asyncio.to_thread(run_index.count_runs, self.workspace) - len(roots)
        if self.is_left:
            return
        runs = self.query_one(RunsPane)
        runs.show(roots, older)
        if not roots:
            self.run_root = ""
            self.query_one(DocumentPane).show(None)

    @on(OptionList.OptionHighlighted, "#runs")
    def run_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the run."""
        if event.option_id and event.option_id != self.run_root:
            self.show_run(event.option_id)

    @work(exclusive=True, group="run")
    async def show_run(self, root: str) -> None:
        """Read the tree of a run and show it, at the place that was asked for or where it was."""
        self.run_root = root
        top = await asyncio.to_thread(read_tree, self.workspace, root)
        if self.is_left:
            return
        tree = self.query_one(TreePane)
        wanted, section = self._place
        if parse_id(root).run not in wanted:
            wanted, section = tree.document, None
        self._place = ("", None)
        tree.show(top, wanted)
        document = self.query_one(DocumentPane)
        document.show(tree.entries.get(wanted, top.entry))
        if section is not None:
            document.choose_section(section)

    @on(Tree.NodeHighlighted)
    def document_highlighted(self, event: Tree.NodeHighlighted[str]) -> None:
        """Show the document."""
        tree = self.query_one(TreePane)
        entry = tree.entries.get(event.node.data or "")
        if entry and entry.id == tree.document and tree.wanted in ("", entry.id):
            self.query_one(DocumentPane).show(entry)

    def go_to(self, document: str, section: int | None = None) -> None:
        """Show a document of any run, at a section."""
        self._place = (document, section)
        root = f"system-{parse_id(document).run}"
        self.show_run(root)
        self.query_one(RunsPane).highlight_run(root)

    @on(SectionView.Pointed)
    def section_pointed(self, event: SectionView.Pointed) -> None:
        """Make it the section that keys act on."""
        self.query_one(DocumentPane).choose_section(event.number)

    @property
    def is_left(self) -> bool:
        """True where the view is being left: its parts go one by one, and what still comes has no place."""
        return not all(map(self.query, ("RunsPane", "TreePane", "DocumentPane", "#activity")))

    # What changes on disk

    @work(thread=True, group="watch")
    def watch_folder(self) -> None:
        """Report each save of a document until the view is left."""
        worker, saves = get_current_worker(), Saves()
        try:
            with watching(self.workspace.state, saves) as how:
                self._how = how
                while not worker.is_cancelled and not self.closed:
                    if due := saves.settled(LOOK_SECONDS):
                        self.post_message(self.Saved(due))
        except PandoraError as error:
            self._how = str(error)

    @on(Saved)
    def show_saved(self, event: Saved) -> None:
        """Read what was saved again."""
        if self.is_left:
            return
        runs = self.query_one(RunsPane)
        for root in dict.fromkeys(f"system-{parse_id(document).run}" for document in event.documents):
            if not self.workspace.document(root).exists() or not runs.update_run(
                read_entry(self.workspace, root)
            ):
                self.list_runs()
            if root == self.run_root:
                self.show_run(root)

    # What goes on

    @property
    def calls(self) -> Sequence[ProgramCall]:
        """The calls of the program that go on."""
        return tuple(self._calls)

    def call_program(self, *arguments: str, run: str = "") -> None:
        """Start a command that may take long; its end is told in a corner of the view."""
        if run and any(call.run == run for call in self._calls):
            self.say(f"{run} is at work already; s stops it", "warning")
            return
        call = ProgramCall(self.workspace.root, [*arguments, *self._model], run, streams=True)
        self._calls.append(call)
        self._show_activity()
        self._carry_out(call)

    @work(thread=True, group="calls")
    def _carry_out(self, call: ProgramCall) -> None:
        def tell() -> None:
            self.post_message(self.Progress())

        ended = call.carry_out(tell)
        self.post_message(self.CallEnded(call, ended))

    @on(Progress)
    def progress_made(self) -> None:
        """Show it; a new run is shown as soon as its name is known."""
        if self.is_left:
            return
        self._show_activity()
        self.query_one(DocumentPane).show_words([call.words for call in self._calls])
        for run in [call.run for call in self._calls if call.verb == "run" and call.run]:
            if run not in self._new and self.workspace.document(f"system-{run}").exists():
                self._new.add(run)
                self.go_to(f"system-{run}")

    @on(CallEnded)
    def call_ended(self, event: CallEnded) -> None:
        """Tell how it ended."""
        call, ended = event.call, event.ended
        self._calls.remove(call)
        if self.is_left:
            return
        self._show_activity()
        self.query_one(DocumentPane).show_words([call.words for call in self._calls])
        severity = _severity(ended.code)
        word = _ENDINGS.get(ended.code, "interrupted" if call.stopped else "could not be done")
        title = f"{call.verb} {call.run}: {word}" if call.run else f"{call.verb}: {word}"
        self.notify(one_line(ended.summary, 300) or word, title=title, severity=severity, markup=False)

    def _show_activity(self) -> None:
        """Show the calls that go on, each with its seconds; without one, how the folder is watched."""
        if self.is_left:
            return
        line = Text()
        for call in self._calls:
            line.append(f"{call.verb} {call.run} ", "bold cyan")
            line.append(f"{call.seconds:.0f} s  {call.line}   ")
        if not self._calls:
            line.append(one_line(f"{self.workspace.root}  live: {self._how}", 200), "dim")
        self.query_one("#activity", Static).update(line)

    def say(self, message: str, severity: SeverityLevel = "information") -> None:
        """Show a message in a corner."""
        self.notify(one_line(message, 300), severity=severity, markup=False)

    # What keys do

    def action_section(self, number: int) -> None:
        """Make a section the one that keys act on."""
        self.query_one(DocumentPane).choose_section(number)

    async def action_search(self) -> None:
        """Search all runs, and go to what was found."""

        def go(line: Line | None) -> None:
            if line is not None:
                self.go_to(line.document, line.section)

        await self._open_for_words(SearchScreen(self.workspace), go)

    async def action_new(self) -> None:
        """Ask for a task, and run it."""

        def run(task: str | None) -> None:
            if task:
                self.call_program("run", task)

        question = Text("What should be done? Name the files that it is about.")
        await self._open_for_words(AskText("New task", question), run)

    async def _open_for_words(self, window: ModalScreen[Words], use: Callable[[Words | None], None]) -> None:
        """Open a window before the next key acts, so that words that are typed ahead act on nothing."""
        await self.push_screen(window, use)
        window.set_focus(window.query_one(Input))

    def action_resume(self) -> None:
        """Resume the run."""
        if run := self._run():
            self.call_program("resume", run, run=run)

    def action_stop(self) -> None:
        """Interrupt the command that works on the run, or else the one that was begun last."""
        mine = [call for call in self._calls if call.run == self._run()]
        for call in (mine or self._calls)[-1:]:
            call.stop()

    @work
    async def action_answer(self) -> None:
        """Answer what the run asks, or decide about the effect that it waits with."""
        if not (run := self._run()):
            return
        try:
            document, question = await asyncio.to_thread(waiting_document, store_of(self.workspace), run)
        except PandoraError as error:
            self.say(str(error), "warning")
            return
        if question.kind == "effect":
            body = document.body(question.section)
            effect = shown_above(body, question.text)
            content = diff_text(effect) if effect else plain(document.written(question.section))
            shown = Text("\n\n").join([plain(question.words, "bold"), content])
            rules = await asyncio.to_thread(
                rules_of_always, self.workspace, store_of(self.workspace), document, question
            )
            always = {"A": one_line(f"allow it from now on: {', '.join(rules)}", 300)} if rules else {}
            choices = {"y": "allow it", **always, "n": "refuse it"}
            given = await self.push_screen_wait(Choose(f"{question.document} asks", shown, choices))
            flags = {"y": [], "A": ["--always"], "n": ["--deny"]}
            if given:
                self.call_program("approve", question.document or run, *flags[given], run=run)
            return
        answer = await self.push_screen_wait(
            AskText(f"{question.document} asks", plain(question.words, "bold"))
        )
        if answer:
            self.call_program("answer", question.document or run, answer, run=run)

    @work
    async def action_undo(self) -> None:
        """Show which files would be put back, ask, and put them back; of a run that was undone, redo it.

        The documents say which of the two there is to do: what the view shows of them may be a moment old.
        """
        if not (run := self._run()):
            return
        redo: list[str] = []
        would = await self._ask_program("undo", run, "--dry-run")
        if not would.code and would.out.startswith(NOTHING_TO):
            redo = ["--redo"]
            would = await self._ask_program("undo", run, *redo, "--dry-run")
        if would.code or would.out.startswith(NOTHING_TO):
            self.say(would.summary if would.code else "this run changed no file", "error")
            return
        choices = {"y": "do that"}
        title = f"{'Redo' if redo else 'Undo'} {run}"
        if await self.push_screen_wait(Choose(title, plain(would.out), choices)):
            done = await self._ask_program("undo", run, *redo)
            self.say(done.out if not done.code else done.summary, "error" if done.code else "information")

    @work
    async def action_show(self, verb: str) -> None:
        """Show what a command says of the document, or of its section."""
        pane = self.query_one(DocumentPane)
        if not (document := pane.document):
            return
        arguments = [verb, document]
        if verb == "why":
            arguments = [verb, document if pane.section is None else f"{document}:{pane.section}", *self._model]
        elif verb == "prompt":
            arguments += ["--phase", self._phase(), *self._model]
        screen = ShowText(f"{verb} {document}")
        await self.push_screen(screen)
        ended = await self._ask_program(*arguments)
        text = "\n".join(part for part in (ended.out, ended.err) if part.strip())
        if screen.is_running:
            screen.put(diff_text(text) if verb == "diff" else plain(text))

    def action_edit(self) -> None:
        """Open the document in the person's editor at the section, and resume the run where it was changed."""
        pane = self.query_one(DocumentPane)
        if not (document := pane.document):
            return
        place = document if pane.section is None else f"{document}:{pane.section}"
        path = self.workspace.find(document)
        before = _bytes(path)
        command = program(self.workspace.root, ["edit", place, "--no-resume"])
        try:
            with self.suspend():
                code, problem = subprocess.run(command, check=False).returncode, ""
                if code:
                    with suppress(EOFError):
                        input("Enter goes back to the view. ")
        except SuspendNotSupported:  # the terminal cannot be handed over; an editor with a window works
            done = subprocess.run(command, check=False, capture_output=True, encoding="utf-8", errors="replace")
            code, problem = done.returncode, done.stderr
        self.refresh(layout=True)
        if code:
            self.say(problem or "what you saved is kept, and nothing is resumed", "error")
        elif _bytes(path) != before:
            run = parse_id(document).run
            self.call_program("resume", run, run=run)
        else:
            self.say("nothing changed")

    def _run(self) -> str:
        """The id of the run that is shown, or ""."""
        return parse_id(self.run_root).run if self.run_root else ""

    def _phase(self) -> str:
        """The phase of the section that keys act on; without one, the last phase that is written."""
        pane = self.query_one(DocumentPane)
        entry = self.query_one(TreePane).entries.get(pane.document)
        written = [n for n in range(1, 5) if entry and entry.document and entry.document.body(n)]
        number = pane.section if pane.section is not None else max(written, default=1)
        return PHASES[min(number, 4) - 1]

    async def _ask_program(self, *arguments: str) -> Ended:
        """What a short command says; the view goes on meanwhile."""
        call = ProgramCall(self.workspace.root, arguments)
        self._asked.append(call)
        try:
            return await asyncio.to_thread(call.carry_out)
        finally:
            self._asked.remove(call)

    @property
    def failure(self) -> Exception | None:
        """The bug that ended the view, or None."""
        return self._exception

    def _fatal_error(self) -> None:
        """Leave the view after a bug; the command line reports it, and nobody's variables are shown."""
        self._close_messages_no_wait()


def _severity(code: int) -> SeverityLevel:
    """How loud the end of a call is told, by its exit code."""
    if code == 0:
        return "information"
    return "warning" if code in (3, 130) else "error"


def _bytes(path: Path) -> bytes:
    """The bytes of a document, b"" where it cannot be read."""
    try:
        return read_consistent(path, LONGEST)
    except OSError:
        return b""


def _key_line(bindings: Sequence[BindingType]) -> Text:
    """The keys and what they do."""
    line = Text()
    for binding in bindings:
        if isinstance(binding, Binding) and binding.show:
            line.append(binding.key_display or binding.key, "bold")
            line.append("\u00a0" + binding.description.replace(" ", "\u00a0") + "  ", "dim")
    return line
