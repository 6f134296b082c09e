"""A rehearsal: a run resumed on a copy of its documents, until the first model call or effect."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

from pandora.budget import Budget
from pandora.disk.layout import Workspace
from pandora.disk.read_document import encode
from pandora.disk.store import Store
from pandora.document.form import Form
from pandora.document.integrity import whole
from pandora.document.records import Place, Standing
from pandora.document.root_kinds import own_kind
from pandora.document.state_document import Document
from pandora.engine import run as runs
from pandora.engine.host import Host
from pandora.errors import DiskError, PandoraError, UsageError
from pandora.models.protocol import GREEDY, Call, Model, Prompt, Reply, Sampling
from pandora.operations.registry import with_handlers
from pandora.outcome import Question
from pandora.sandbox import scratch

MakeHost = Callable[[Workspace, Model], Host]
Change = Callable[[str, Document], Document]
BLOB = re.compile(r"\bblobs/([0-9a-f]{32})\b")
"""A blob, as a document names it."""
_ENDLESS = 1 << 40


@dataclass(frozen=True)
class ModelCall:
    """A question that the model would be asked: the document, the phase, the prompt and the form."""

    document: str
    phase: str
    prompt: Prompt
    form: Form
    sampling: Sampling = GREEDY
    opening: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Rehearsal:
    """Where a rehearsal stopped: at a question to the model, at an action, or at the run's end.

    `after` maps ids to the documents as they would then be on disk; `at` is the id of the last active one.
    `waits` is the question to a person that the run ended with. `standings` holds the state in which the
    engine found each section that it reached, before it made anything.
    """

    after: Mapping[str, Document]
    asked: ModelCall | None = None
    action: str = ""
    at: str = ""
    waits: Question | None = None
    standings: Mapping[Place, Standing] = field(default_factory=dict)


class Halt(Exception):
    """Ends a rehearsal; nothing in the engine catches it."""

    def __init__(self, asked: ModelCall | None = None, action: str = "") -> None:
        super().__init__(action)
        self.asked = asked
        self.action = action


class SilentModel:
    """A stand-in for a model: it counts tokens alike and has the same fingerprint, but never replies."""

    def __init__(
        self,
        name: str,
        context: int,
        fingerprint: str,
        count: Callable[[str], int],
        parameters: int | None = None,
    ) -> None:
        self.name = name
        self.context = context
        self.fingerprint = fingerprint
        self.parameters = parameters
        self._count = count

    def count(self, text: str) -> int:
        """Return the number of tokens in `text`, as the model stood in for counts them."""
        return self._count(text)

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        """Raise Halt with the question, which ends the rehearsal."""
        raise Halt(ModelCall(call.document, call.phase, prompt, form, sampling, opening or {}))

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


@dataclass(frozen=True)
class WorkspaceCopy(Workspace):
    """A workspace whose `state/` is the folder `copied`; its patterns and files are the original's."""

    copied: Path = Path()

    @property
    def state(self) -> Path:
        """The folder of the copied documents."""
        return self.copied


def no_change(document_id: str, document: Document) -> Document:
    """Return the document unchanged: the default `change`."""
    return document


def documents_of(workspace: Workspace, run: str) -> dict[str, Document]:
    """Load a run's documents by id, the root first."""
    store = Store(workspace)
    return {document_id: store.load(document_id) for document_id in workspace.run_documents(run)}


def rehearse(
    workspace: Workspace,
    run: str,
    model: Model,
    make_host: MakeHost,
    change: Change = no_change,
    endless: bool = True,
    documents: Mapping[str, Document] | None = None,
) -> Rehearsal:
    """Resume a run on a copy of its documents, changed by `change`; the workspace is not modified.

    `endless` lifts the ceilings on calls, tokens and seconds, which no prompt depends on. `documents` are the
    run's documents if already loaded. Raises UsageError where the run cannot be resumed.
    """
    with copy_of_run(workspace, run, change, documents) as copy:
        host = make_host(copy, model)
        halting = {name: _halt_instead(f"run {name}") for name in host.operations}
        host.operations = with_handlers(host.operations, **halting)
        host.apply = _halt_instead("put files into the workspace")
        at_work: list[str] = []
        host.watcher = lambda event: at_work.append(event.document)
        root = f"system-{run}"
        halt, waits = Halt(), None
        try:
            ended = runs.resume(
                root, host, _without_ceilings(Store(copy).load(root), root) if endless else None
            )
            waits = ended.outcome.question
        except Halt as stop:
            halt = stop
        except DiskError:
            raise
        except PandoraError as error:
            if kind := own_kind(Store(copy).load(root).meta, run):  # resume names the command that goes on
                raise UsageError(
                    f"{root} is {kind[0]}: what its sections were made from cannot be followed; "
                    f"`pandora log {run}` shows who wrote each"
                ) from None
            raise UsageError(str(error).replace(str(copy.copied), "state")) from None
        at, after = at_work[-1] if at_work else root, documents_of(copy, run)
        return Rehearsal(after, halt.asked, halt.action, at, waits, dict(host.standings))


def _without_ceilings(root: Document, root_id: str) -> Budget:
    """Return the run's own budget with its ceilings lifted; ceilings do not change any prompt."""
    recorded = whole(root, root_id).meta["budget"]
    kept = Budget(**{key: int(value) for key, value in recorded.items() if key in Budget.__dataclass_fields__})
    return replace(kept, calls=_ENDLESS, tokens=_ENDLESS, seconds=_ENDLESS)


def _halt_instead(action: str) -> Callable[..., Any]:
    def halt(*given: Any, **named: Any) -> NoReturn:
        raise Halt(action=action)

    return halt


@contextmanager
def copy_of_run(
    workspace: Workspace,
    run: str,
    change: Change = no_change,
    documents: Mapping[str, Document] | None = None,
) -> Iterator[WorkspaceCopy]:
    """Yield a workspace whose `state/` is a temporary copy of a run's documents, each changed by `change`."""
    folder = scratch.make("rehearsal", workspace.root)
    try:
        (folder / "blobs").mkdir()
        originals = documents_of(workspace, run) if documents is None else documents
        for document_id, document in originals.items():
            (folder / f"{document_id}.md").write_bytes(encode(change(document_id, document)))
            for blob in set(BLOB.findall(document.text)):
                _link(workspace.blobs / blob, folder / "blobs" / blob)
        yield WorkspaceCopy(workspace.root, folder)
    finally:
        scratch.discard(folder)


def _link(original: Path, link: Path) -> None:
    if original.is_file() and not link.is_symlink():
        link.symlink_to(original)
