"""What `watch` does when a document is saved: nothing, print its problem, or resume its run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import click

from pandora.commands.event_log import event_log
from pandora.commands.open_workspace import store_of
from pandora.commands.printing import print_json
from pandora.commands.resume_all import OpenModels
from pandora.commands.run_progress import open_watched, watching
from pandora.commands.run_report import say_at_the_end
from pandora.disk.layout import Workspace
from pandora.disk.read_document import DocumentCache
from pandora.disk.run_documents import Run
from pandora.disk.watch import Saves
from pandora.document.ids import parse_id
from pandora.document.root_kinds import RESEARCH, own_kind
from pandora.document.state_document import digest
from pandora.document.terminal_text import clean, one_line
from pandora.engine.resume_reasons import ResumeReason, edits_of, resume_reason
from pandora.engine.run import as_object, continued
from pandora.errors import HeldError, PandoraError
from pandora.outcome import Status
from pandora.research.run_loops import loop_of

LOOKS_BEFORE_COMPLAINT = 4
"""How often a document that cannot be read is read again before its problem is printed."""


@dataclass
class ResumeOnSave:
    """Resumes runs whose documents are saved, once for each state of their documents."""

    workspace: Workspace
    models: OpenModels
    options: dict[str, Any]
    saves: Saves
    quiet: bool = False
    as_json: bool = False
    resuming: bool = False
    _readings: DocumentCache = field(default_factory=DocumentCache)
    _tries: dict[str, int] = field(default_factory=dict)
    _problems: dict[str, str] = field(default_factory=dict)
    """A document's id → the problem that was printed last."""
    _resumed: dict[str, str] = field(default_factory=dict)
    """A run → the digest of its documents when it was resumed last."""

    def resume_run_of(self, document_id: str) -> int | None:
        """Resume the run of a saved document; returns its exit code, None where there was nothing to do.

        A problem is printed once and raises nothing, since the person's next save may mend it.
        """
        run = Run(store_of(self.workspace, self._readings), parse_id(document_id).run)
        try:
            if self.workspace.archive_folder(run.id).is_dir():
                return None
            saved = run.load(document_id)
            kind = own_kind(run.root.meta, run.id) if RESEARCH not in run.root.meta else None
            need = resume_reason(run)
        except PandoraError as error:
            self._complain(document_id, error)
            return None
        self._tries.pop(document_id, None)
        if kind and any(edits_of(saved, document_id)):
            self._say_once(document_id, f"{run.root_id} is {kind[0]}; `{kind[1]}` takes up what you saved")
            return None
        self._problems.pop(document_id, None)
        if need is None or not (need.edits or need.why != "interrupted"):
            self._resumed.pop(run.id, None)
            return None
        if any(not edit.section for edit in need.edits):  # it is broken, which its own save reports
            return None
        if self._resumed.get(run.id) == _documents_digest(run):
            return None
        return self._resume(run, need)

    def _complain(self, document_id: str, error: PandoraError) -> None:
        """Print why a document cannot be read, unless it is being saved just now or this was printed before."""
        tries = self._tries[document_id] = self._tries.get(document_id, 0) + 1
        if tries < LOOKS_BEFORE_COMPLAINT:  # its editor may still be writing it, or have moved it away
            self.saves.look_again(document_id, self.saves.rest)
            return
        self._tries[document_id] = 0
        self._say_once(document_id, clean(str(error)))

    def _say_once(self, document_id: str, message: str) -> None:
        if self._problems.get(document_id) != message:
            click.echo(message, err=True)
            self._problems[document_id] = message

    def _resume(self, run: Run, need: ResumeReason) -> int | None:
        if not self.quiet:
            for edit in need.edits:
                click.echo(clean(str(edit)), err=True)
            if not need.edits:
                click.echo(f"{run.root_id}: {need.why}; going on", err=True)
        try:
            log = event_log(self.options.get("events"), "watch", self.as_json)
            with log as events, watching(self.quiet or self.as_json, events) as watcher:
                model = open_watched(watcher, lambda: self.models.of(run))
                self.resuming = True
                say = say_at_the_end()
                ended = continued(
                    self.workspace, run.id, model, self.options, watcher, say, run.store, loop_of(run.root)
                )
                self.resuming = False
                if events is not None:
                    events.result(as_object(ended, self.workspace), ended.outcome.exit_code)
        except HeldError as error:
            self.resuming = False
            click.echo(clean(str(error)), err=True)
            return None
        except PandoraError as error:
            self.resuming = False
            self._resumed[run.id] = _documents_digest(Run(run.store, run.id))
            click.echo(f"pandora: {clean(str(error))}", err=True)
            return error.exit_code
        self._resumed[run.id] = _documents_digest(Run(run.store, run.id))
        outcome = ended.outcome
        if events is not None and events.stdout:
            return outcome.exit_code
        if self.as_json:
            print_json(as_object(ended, self.workspace))
        else:
            ending = outcome.output if outcome.status is Status.ACCEPTED else outcome.question or outcome.reason
            click.echo(f"{ended.root}: {outcome.status.value}: {one_line(str(ending), 200)}")
        return outcome.exit_code


def _documents_digest(run: Run) -> str:
    """A digest of the texts of the run's documents."""
    documents = ((name, document.text if document else "") for name, document in run.reachable.items())
    return digest(*(f"{name}\n{text}" for name, text in documents))
