"""What `watch` does about one saved document: nothing, a complaint, or its run resumed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import click

from pandora.commands.live_tree import watching
from pandora.commands.printing import print_json
from pandora.commands.resume_all import Models
from pandora.commands.shared import said_at_the_end, store_of
from pandora.disk.layout import Workspace
from pandora.disk.read_document import DocumentCache
from pandora.disk.run_documents import Run
from pandora.disk.watch import Saves
from pandora.document.ids import parse_id
from pandora.document.state_document import digest
from pandora.document.terminal_text import clean, one_line
from pandora.engine.resume_reasons import Need, need_of
from pandora.engine.run import as_object, continued
from pandora.errors import HeldError, PandoraError
from pandora.outcome import Status

PATIENCE = 4
"""How often a document that is not whole is looked at again before it is complained of."""


@dataclass
class Watch:
    """The runs under watch, and what was already said and done about each."""

    workspace: Workspace
    models: Models
    options: dict[str, Any]
    saves: Saves
    quiet: bool = False
    as_json: bool = False
    resuming: bool = False
    _readings: DocumentCache = field(default_factory=DocumentCache)
    _tries: dict[str, int] = field(default_factory=dict)
    _told: dict[str, str] = field(default_factory=dict)
    _done: dict[str, str] = field(default_factory=dict)

    def look(self, document_id: str) -> int | None:
        """Resume the run of a document that was saved, where there is something to do; gives its exit code.

        What keeps it from going on is told once and ends nothing: the person's next save is looked at again.
        """
        run = Run(store_of(self.workspace, self._readings), parse_id(document_id).run)
        try:
            if self.workspace.archive_folder(run.id).is_dir():
                return None
            run.load(document_id)
            need = need_of(run)
        except PandoraError as error:
            self._complain(document_id, error)
            return None
        self._tries.pop(document_id, None)
        self._told.pop(document_id, None)
        if need is None or not (need.edits or need.why != "interrupted"):
            self._done.pop(run.id, None)
            return None
        if any(not edit.section for edit in need.edits):  # broken, and its own save was or will be told
            return None
        if self._done.get(run.id) == _state(run):
            return None
        return self._resume(run, need)

    def _complain(self, document_id: str, error: PandoraError) -> None:
        tries = self._tries[document_id] = self._tries.get(document_id, 0) + 1
        if tries < PATIENCE:  # half a save, or a file that its editor has moved away for a moment
            self.saves.look_again(document_id, self.saves.rest)
            return
        self._tries[document_id] = 0
        told = clean(str(error))
        if self._told.get(document_id) != told:
            click.echo(told, err=True)
            self._told[document_id] = told

    def _resume(self, run: Run, need: Need) -> int | None:
        if not self.quiet:
            for edit in need.edits:
                click.echo(clean(str(edit)), err=True)
            if not need.edits:
                click.echo(f"{run.root_id}: {need.why}; going on", err=True)
        try:
            model = self.models.of(run)
            with watching(self.quiet or self.as_json) as watcher:
                self.resuming = True
                say = said_at_the_end()
                ended = continued(self.workspace, run.id, model, self.options, watcher, say, run.store)
                self.resuming = False
        except HeldError as error:
            self.resuming = False
            click.echo(clean(str(error)), err=True)
            return None
        except PandoraError as error:
            self.resuming = False
            self._done[run.id] = _state(Run(run.store, run.id))
            click.echo(f"pandora: {clean(str(error))}", err=True)
            return error.exit_code
        self._done[run.id] = _state(Run(run.store, run.id))
        outcome = ended.outcome
        if self.as_json:
            print_json(as_object(ended, self.workspace))
        else:
            said = outcome.output if outcome.status is Status.ACCEPTED else outcome.question or outcome.reason
            click.echo(f"{ended.root}: {outcome.status.value}: {one_line(str(said), 200)}")
        return outcome.exit_code


def _state(run: Run) -> str:
    """A digest of the run's documents: what was resumed once as it stands is not resumed again."""
    documents = ((name, document.text if document else "") for name, document in run.reachable.items())
    return digest(*(f"{name}\n{text}" for name, text in documents))
