"""Start a run from a person's task, or continue one from its documents."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Ledger, Usage
from pandora.disk.layout import Workspace
from pandora.disk.lease import delete_abandoned as tidy_leases
from pandora.disk.lease import hold
from pandora.disk.read_document import DocumentCache
from pandora.disk.recovery import recover
from pandora.disk.reply_index import ReplyIndex
from pandora.disk.run_documents import Run, total_usage
from pandora.disk.shared_ledger import end_earlier_loops
from pandora.disk.store import Store
from pandora.document.ids import new_run, parse_id
from pandora.document.integrity import key_line, whole
from pandora.document.question_lines import shown_above
from pandora.document.root_kinds import RESEARCH, own_kind
from pandora.document.state_document import Document
from pandora.document.task_text import task_of, tidy
from pandora.document.terminal_text import clean
from pandora.engine.commits import Commits
from pandora.engine.events import SectionKeeper, Watcher, nobody
from pandora.engine.far_loop import FarLoops
from pandora.engine.host import Host
from pandora.engine.micro_loop import micro_loop
from pandora.engine.pattern import Library
from pandora.engine.recorded_model import RecordedModel
from pandora.errors import DiskError, NoModelError, PandoraError, UsageError
from pandora.interrupt import Interrupted
from pandora.models.api_keys import Keys
from pandora.models.ceilings import WORK, Ceilings, GivenCeilings, ceilings_for
from pandora.models.fit.load_options import LoadOptions
from pandora.models.open import gguf_path, is_name, open_model
from pandora.models.parameters import needs_scaffold
from pandora.models.protocol import Model
from pandora.models.server_names import is_server
from pandora.outcome import Outcome, Question, Status
from pandora.sandbox import scratch
from pandora.settings import Settings, load_settings
from pandora.task import Author, Task
from pandora.workspace_grants import untrusted_error

UNRECORDED = RecordedModel()
"""Stands for the model of a run that has no document yet."""
RunLoop = Callable[[Task, Host], Outcome]
"""What runs the root of a run: `micro_loop`, or the loop of a builder of tasks."""
LONGEST = 0.5
"""The largest share of the work context that a task's own text may take."""


@dataclass(frozen=True)
class Ended:
    """How a run ended: its root document, its outcome, and what all its documents used together.

    `sitting` is what this process used of that, and `seconds` is how long it took.
    """

    root: str
    outcome: Outcome
    usage: Usage
    seconds: float
    sitting: Usage = field(default_factory=Usage)

    @property
    def run(self) -> str:
        """The run's id."""
        return parse_id(self.root).run


def start(text: str, host: Host, budget: Budget, by: Author = "person", loop: RunLoop = micro_loop) -> Ended:
    """Run a task, a person's or a client's, as a new system loop; `loop` runs its root."""
    task_text = host.redact(tidy_task(text))
    budget = budget.scaled(host.model.context)
    most = int(budget.context * LONGEST)
    if len(task_text) > most * 16 or host.count(task_text) > most:
        problem = f"the task is {len(task_text)} characters long; {most} tokens are the most"
        raise UsageError(f"{problem}; put the text in a file and name the file in the task")
    task = Task(task_text, run=new_run(), budget=budget, by=by)
    host.note_budget(task.run, None, vars(budget))
    with alone(host, task.run):
        return _run_to_end(task, host, loop)


@contextmanager
def alone(host: Host, run: str) -> Iterator[None]:
    """Be the only writer of a run. HeldError if another engine works on it, DiskError if state/ is gone."""
    if not host.workspace.state.is_dir():
        raise DiskError(f"{host.workspace.state}:1: the folder is gone; `pandora init` makes it again")
    with hold(host.workspace.document(f"system-{run}")):
        try:
            yield
        except BaseException:
            with suppress(PandoraError):
                host.store.settle()
            raise
        host.store.settle()


def tidy_task(text: str) -> str:
    """Return a task's text, tidied; raises UsageError if it is empty."""
    if not (words := tidy(text)):
        raise UsageError('the task is empty; say what to do, e.g. pandora run "How many rows has data.csv?"')
    return words


def resume(root: str, host: Host, budget: Budget | None = None, loop: RunLoop = micro_loop) -> Ended:
    """Continue a run from its root document; a finished run makes no model call and changes nothing.

    `loop` runs its root. Raises UsageError where the run is a builder's and `loop` is not the builder's.
    """
    name = parse_id(root)
    if name.level != "system":
        raise UsageError(f"{root} is a part of a run; resume system-{name.run}")
    host.store.load(root)  # a run that is not there is not held
    with alone(host, name.run):
        return _resume_alone(root, name.run, host, budget, loop)


def _resume_alone(root: str, run: str, host: Host, budget: Budget | None, loop: RunLoop) -> Ended:
    host.workspace.require_unarchived(run)
    names: list[str] | None = host.workspace.names()
    end_earlier_loops(host.workspace.document(root), run, names or [])
    tidy_leases(host.workspace.state, names or ())
    for torn, message in recover(host.workspace, run, names):
        host.tell(torn, None, "note", message)
        names = None  # a document may be back
    document = whole(host.store.load(root), root)
    if loop is micro_loop or RESEARCH not in document.meta:
        _refuse_other_kind(document, root, run)
    if undone := document.meta.get("undone"):
        message = f"{document.path}:{key_line(document, 'undone')}: its changes were undone ({undone})"
        again = f"`pandora undo --redo {run}` puts them there again; or delete this line, and resume makes them"
        raise UsageError(f"{message}; {again}")
    recorded = document.meta.get("budget") or {}
    kept = Budget(**{key: int(value) for key, value in recorded.items() if key in Budget.__dataclass_fields__})
    text = task_of(document)
    if not text:
        raise UsageError(f"{document.path}:{document.sections[1].line}: §1 has no 'Task:' line; write one")
    host.note_budget(run, None, vars(kept))
    host.ledger.ceiling = budget or kept
    host.ledger.usage = total_usage(host.store, run, names)
    host.open_account(run, host.ledger.usage)
    return _run_to_end(Task(text, run=run, budget=budget or kept), host, loop)


def _refuse_other_kind(document: Document, root: str, run: str) -> None:
    """Raise UsageError for a run that another command goes on with."""
    if kind := own_kind(document.meta, run):
        raise UsageError(f"{root} is {kind[0]}; `{kind[1]}` goes on with it")


def _run_to_end(task: Task, host: Host, loop: RunLoop = micro_loop) -> Ended:
    try:
        outcome = loop(task, host)
    except KeyboardInterrupt:
        raise Interrupted(task.run) from None
    if outcome.status is Status.ACCEPTED:
        host.cache_replies()
    seconds = host.clock() - host.started
    return Ended(f"system-{task.run}", outcome, host.spent(task.run), seconds, host.sitting(task.run))


def as_object(ended: Ended, workspace: Workspace) -> dict[str, Any]:
    """How a run ended as plain values: what `run --json` prints, and a client of the protocol gets.

    `usage` is what the whole run used, and `sitting` what this process used of it.
    """
    outcome = ended.outcome
    return {
        "id": ended.root,
        "status": outcome.status.value,
        "output": outcome.output,
        "documents": documents_of(ended, workspace),
        "question": outcome.question.words if outcome.question else None,
        "question_kind": outcome.question.kind if outcome.question else None,
        "question_shows": shown_for(outcome.question, workspace) or None,
        "reason": outcome.reason or None,
        "usage": _usage_object(ended.usage, ended.seconds),
        "sitting": _usage_object(ended.sitting, ended.seconds),
    }


def _usage_object(usage: Usage, seconds: float) -> dict[str, Any]:
    """What was used, as plain values; `seconds` of this process are added to those of earlier ones."""
    return {
        "calls": usage.calls,
        "prompt_tokens": usage.prompt,
        "evaluated_tokens": usage.evaluated,
        "written_tokens": usage.written,
        "model_seconds": round(usage.model_seconds, 3),
        "seconds": round(usage.seconds + seconds, 3),
    }


def shown_for(question: Question | None, workspace: Workspace) -> str:
    """What the document shows of the effect that a question is about, such as a diff; "" where nothing."""
    if question is None or question.kind != "effect":
        return ""
    try:
        document = Store(workspace).load(question.document)
    except PandoraError:
        return ""
    return shown_above(document.body(question.section), question.text)


def documents_of(ended: Ended, workspace: Workspace) -> list[str]:
    """The paths of the run's documents, its root first."""
    return [
        workspace.relative(workspace.document(document_id))
        for document_id in workspace.run_documents(ended.run)
    ]


Options = Mapping[str, Any]
"""The flags of a command by name (`model`, `calls`, `unsafe`, …); one that is missing or None was not given."""
Say = Callable[[str], None]


def to_stderr(message: str) -> None:
    """Print a message to stderr that is not part of a run's progress."""
    print(clean(message), file=sys.stderr)


def settings_of(workspace: Workspace, options: Options) -> Settings:
    """Load the workspace's settings; the command's flags override them.

    Raises UntrustedError where the workspace's own file grants something that nobody trusts.
    """
    settings = load_settings(workspace.root, options)
    if settings.withheld:
        raise untrusted_error(workspace.root, settings.withheld)
    return settings


def budget_of(settings: Settings, model: Model | None) -> Budget:
    """The budget that the settings give a new run with `model`, where None is one of which nothing is known.

    Where the settings name no work context, the model's size and context decide; and where they name no number
    of tokens, there are as many for each token of that as the default has.
    """
    ceilings = ceilings_for(model.parameters, model.context) if model else Ceilings()
    context = settings["context"] or ceilings.work
    tokens = settings["tokens"]
    if not settings.is_given("tokens"):
        tokens = max(tokens, tokens * context // WORK)
    return Budget(context, settings["depth"], settings["calls"], tokens, settings["seconds"])


def model_of(settings: Settings, options: Options, recorded: RecordedModel = UNRECORDED) -> Model:
    """Open the model that the flags, else the document (`recorded`), else the settings name.

    A recorded name tells where the model is only if it is one that can be pulled, and was not on a server.
    Otherwise the settings must name the same model, else UsageError is raised.
    """
    spec, named = str(options.get("model") or settings["model"]), bool(options.get("model"))
    if not named:
        spec = spec_of(recorded, spec)
    if options.get("executor"):
        from pandora.engine.executors import address_of

        address_of(str(options["executor"]))  # a model takes its time to load: what is wrong is said before
    if options.get("record"):
        from pandora.models.recording import RecordingModel, check_written_file

        check_written_file(Path(options["record"]), "--record")
    try:
        if not named:
            _refuse_other_weights(spec, settings, recorded)
        model = open_with_settings(spec, settings, keys_of(settings, options))
    except NoModelError:
        if not named and recorded.name not in ("", spec):
            raise UsageError(recorded.remedy) from None
        raise
    if not named and not recorded.accepts(model):
        model.close()
        raise UsageError(recorded.remedy)
    if options.get("record"):
        return RecordingModel(model, Path(options["record"]))
    return model


def _refuse_other_weights(spec: str, settings: Settings, recorded: RecordedModel) -> None:
    """Raise UsageError where `spec` names a GGUF that is not the model of the run, before it is loaded."""
    path = gguf_path(spec)
    name = "" if path is None else spec if is_name(spec) else path.stem
    if path is None or not recorded.name or name == recorded.name:
        return
    from pandora.models.gguf_identity import gguf_identity

    model = gguf_identity(path, name, template=str(settings["chat_template"]), thinking=_thinking(settings))
    model.close()
    if not recorded.accepts(model):
        raise UsageError(recorded.remedy)


def _thinking(settings: Settings) -> bool | None:
    """The setting `thinking`: True, False, or None for as the model's template says."""
    return {"on": True, "off": False}.get(settings["thinking"])


def spec_of(recorded: RecordedModel, configured: str) -> str:
    """What to open for a run that `recorded` made, where the settings name `configured`.

    Raises UsageError where that cannot be the model: a run that was made by a server goes on with a server.
    """
    if recorded.on_server:
        if not is_server(configured):
            raise UsageError(recorded.remedy)
        return configured
    return recorded.name if recorded.name and is_name(recorded.name) else configured


def keys_of(settings: Settings, options: Options) -> Keys:
    """Return which API keys go where: `PANDORA_API_KEY` only to a server that the user names."""
    named_by_user = bool(options.get("model")) or not settings.by_name["model"].by_workspace
    return Keys(settings.keys, named_by_user)


def open_with_settings(spec: str, settings: Settings, keys: Keys) -> Model:
    """Open the model that `spec` names, as the settings say how; raises as `open_model` does."""
    asked = settings.by_name["model_context"].source != "default"
    given = GivenCeilings(settings["code_tokens"], settings["text_tokens"], settings["thinking_tokens"])
    return open_model(
        spec,
        context=settings["model_context"] if asked else None,
        threads=settings["threads"] or None,
        thinking=_thinking(settings),
        template=str(settings["chat_template"]),
        given=given,
        keys=keys,
        options=LoadOptions.of(settings),
        say=to_stderr,
        loads=True,
    )


def host_of(
    workspace: Workspace,
    model: Model,
    settings: Settings,
    options: Options,
    watcher: Watcher = nobody,
    say: Say = to_stderr,
    readings: DocumentCache | None = None,
) -> Host:
    """Return a host for one run; it commits documents if the settings say so, and reports failures with `say`.

    `readings` is the cache of documents that were read before.
    """
    watcher = SectionKeeper(workspace, watcher)
    if settings["commit"] != "off":
        watcher = Commits(workspace, settings["commit"], watcher, say)
    for note in (*getattr(model, "notes", ()), *_left_out(workspace)):
        say(note)
    # A record must hold every reply, and a replay is asked for them.
    asks = options.get("no_cache") or options.get("record")
    return Host(
        workspace,
        model,
        Ledger(budget_of(settings, model)),
        settings.policy,
        watcher,
        unsafe=bool(options.get("unsafe")),
        jobs=max(1, settings["jobs"]),
        searxng=str(settings["searxng"]),
        scaffold=needs_scaffold(settings["scaffold"], model.parameters),
        candidates=settings["candidates"],
        cache=None if asks else ReplyIndex(workspace),
        fresh=bool(options.get("fresh")),
        plan_only=bool(options.get("plan_only")),
        far=far_loops_of(settings, options, model),
        readings=readings or DocumentCache(),
    )


def _left_out(workspace: Workspace) -> Iterator[str]:
    """Say which patterns cannot be read, so that no run has them on a menu."""
    _, problems = Library(workspace).all()
    files = dict.fromkeys(problem.path for problem in problems)
    for path in files:
        first = next(problem for problem in problems if problem.path == path)
        yield f"{first}; the run goes on without this pattern"


def far_loops_of(settings: Settings, options: Options, model: Model) -> FarLoops | None:
    """Where the flag `executor` sends steps that do not need one another, None where it was not given.

    Raises UsageError where nobody answers there, or the replies are to be recorded in this process.
    """
    if not options.get("executor"):
        return None
    if options.get("record"):
        raise UsageError("--record keeps the replies of this process; leave --executor or --record away")
    from pandora.engine.executors import cluster_named
    from pandora.engine.far_host import SentSettings

    return FarLoops(cluster_named(str(options["executor"])), SentSettings.of(settings, options, model))


def model_for(workspace: Workspace, run: str, options: Options, store: Store | None = None) -> Model:
    """Open the model that a run continues with; UsageError if the run is archived or its model is missing.

    `store` may be a store that has read the run: documents that did not change are not read again.
    """
    workspace.require_unarchived(run)
    root = Run.open(store or Store(workspace), run).root
    if RESEARCH not in root.meta:
        _refuse_other_kind(root, f"system-{run}", run)
    recorded = root.meta
    return model_of(settings_of(workspace, options), options, RecordedModel.of(recorded))


def continued(
    workspace: Workspace,
    run: str,
    model: Model,
    options: Options,
    watcher: Watcher = nobody,
    say: Say = to_stderr,
    store: Store | None = None,
    loop: RunLoop = micro_loop,
) -> Ended:
    """Resume a run with an open model; ceilings in `options` replace the run's own from now on.

    The temporary copies that a killed engine left of this workspace are deleted.

    `store` may be a store that has read the run: documents that did not change are not read again.
    """
    opened = Run.open(store or Store(workspace), run)
    root, recorded = opened.root_id, opened.root.meta
    raised = {name: options[name] for name in ("calls", "tokens", "seconds") if options.get(name)}
    before = {key: int(value) for key, value in (recorded.get("budget") or {}).items()}
    budget = replace(Budget(**before), **raised) if raised else None
    settings = settings_of(workspace, options)
    host = host_of(workspace, model, settings, options, watcher, say, opened.store.readings)
    scratch.discard_abandoned(workspace.root)
    if not (made_by := RecordedModel.of(recorded)).accepts(model):
        say(f"{root} was made by {made_by.described}; {model.name} goes on with it, and makes its replies anew")
    ended = resume(root, host, budget, loop)
    if isinstance(host.watcher, Commits):
        host.watcher.commit_rest(root, ended.outcome.status.value)
    return ended
