"""A run as a folder that replays elsewhere: documents, replies, patterns, input files, and how to replay it."""

from __future__ import annotations

import json
from calendar import timegm
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import strptime

import pandora
from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.history import attempts
from pandora.document.links import created_at
from pandora.document.meta_values import listed, mapping
from pandora.document.question_lines import pairs
from pandora.document.state_document import Document
from pandora.document.task_text import task_of
from pandora.engine.approval import PERSON, decisions
from pandora.engine.host import Host
from pandora.errors import PandoraError, RefusedError, UsageError
from pandora.inspect.prompt_reconstruction import KnownOrigins, PromptCall, RebuiltPrompt, rebuild_prompt
from pandora.inspect.rehearsal import BLOB, MakeHost, documents_of
from pandora.inspect.replies import Replies, replies_of
from pandora.models.protocol import Model
from pandora.regular_file import read_regular, size_in_words
from pandora.workspace.applied_changes import applications
from pandora.workspace.named_files import named_paths
from pandora.workspace.paths import is_protected, resolve

LARGEST = 64 << 20
"""The most bytes of an input file; a larger one is left out."""
REPLIES, TASK, DOCUMENTS, WORKSPACE = "replies.jsonl", "task.txt", "documents", "workspace"
COMMAND = f"pandora -C {WORKSPACE} run - --model scripted:{REPLIES}"


@dataclass
class Export:
    """The files of an export by their path in it, and what a reader is told about them, a line each."""

    files: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def export_of(workspace: Workspace, run: str, model: Model, make_host: MakeHost, fingerprinted: bool) -> Export:
    """Return the export of a run; raises UsageError for a graph of questions.

    `model` never replies; the prompts are made again with it, because they have the forms of the replies.
    Secrets are replaced by their names, and files that policy hides are left out.
    """
    workspace.require_unarchived(run)
    store, documents, top = Store(workspace), documents_of(workspace, run), f"system-{run}"
    root = documents[top]
    if "graph" in root.meta:
        raise UsageError(f"{top} is a graph of questions; `pandora graph draw` and `graph harvest` hand it on")
    if "session" in root.meta:
        raise UsageError(f"{top} is a session; `pandora session account` writes a page of it to hand on")
    host, export, known = make_host(workspace, model), Export(), KnownOrigins()

    def rebuild(call: PromptCall) -> RebuiltPrompt:
        return rebuild_prompt(workspace, call, model, make_host, fingerprinted, known)

    replies = replies_of(store, documents, top, rebuild)
    script = replies.script(str(root.meta.get("model", "")), model.context, model.fingerprint or f"of {top}")
    _add_text(export, host, REPLIES, script)
    _add_text(export, host, TASK, f"{task_of(root)}\n")
    _add_documents(export, host, documents)
    _add_workspace(export, host, root)
    _add_inputs(export, host, run, documents)
    readme = host.redact(_readme(export, replies, documents, top))
    export.files["README.md"] = readme.encode("utf-8", "surrogateescape")
    return export


def _add_text(export: Export, host: Host, path: str, text: str) -> None:
    """Add a text, with the names of secrets in place of their values."""
    if names := host.redact.names_in(text):
        secrets = ", ".join(sorted(names))
        export.notes.append(f"In `{path}` the names of secrets stand for their values: {secrets}.")
        text = host.redact(text)
    export.files[path] = text.encode("utf-8", "surrogateescape")


def _add_documents(export: Export, host: Host, documents: Mapping[str, Document]) -> None:
    blobs: set[str] = set()
    for document_id, document in documents.items():
        _add_text(export, host, f"{DOCUMENTS}/{document_id}.md", document.text)
        blobs |= set(BLOB.findall(document.text))
    for blob in sorted(blobs):
        try:
            data = host.store.read_blob(f"blobs/{blob}")
        except PandoraError:
            export.notes.append(f"`blobs/{blob}`, which a document names, is not kept any more.")
            continue
        if names := host.redact.found_in(data):
            export.notes.append(f"`blobs/{blob}` holds {', '.join(sorted(names))}, and was left out.")
        else:
            export.files[f"{DOCUMENTS}/blobs/{blob}"] = data


def _add_workspace(export: Export, host: Host, root: Document) -> None:
    """Add the patterns, the settings of the run, and an empty `state/`."""
    system = host.workspace.system
    for path in sorted(system.rglob("*.md")):
        name = path.relative_to(system).as_posix()
        try:
            data = read_regular(path, LARGEST, inside=system)[0]
        except OSError as error:
            export.notes.append(f"`system/{name}` was left out: {error.strerror}.")
            continue
        _add_text(export, host, f"{WORKSPACE}/system/{name}", data.decode("utf-8", "surrogateescape"))
    settings = [f"{key} = {int(value)}" for key, value in mapping(root.meta, "budget").items()]
    export.files[f"{WORKSPACE}/pandora.toml"] = "".join(f"{line}\n" for line in settings).encode()
    export.files[f"{WORKSPACE}/state/README.md"] = b"The documents of the replay are written here.\n"


def _add_inputs(export: Export, host: Host, run: str, documents: Mapping[str, Document]) -> None:
    """Add the files that the run was about, as they were before it as far as that is kept."""
    earlier = dict(_files_before(host, run))
    begun = _seconds(created_at(documents[f"system-{run}"]))
    for path in sorted({*_inputs(host, documents), *earlier}):
        if earlier.get(path, b"") is None:
            continue  # the run made it
        if host.policy.hides(path):
            export.notes.append(f"`{path}` was left out: policy says that nobody may read it.")
            continue
        try:
            real = resolve(path, host.workspace.root, (), write=False)
            if is_protected(real, host.workspace.root.resolve(), host.operation_context.protected):
                continue
            data = earlier[path] if path in earlier else _current(export, path, real, begun)
        except (OSError, RefusedError) as error:
            export.notes.append(f"`{path}` was left out: {getattr(error, 'strerror', None) or error}.")
            continue
        if data is None or len(data) > LARGEST:
            export.notes.append(f"`{path}` was left out: it is longer than {size_in_words(LARGEST)}.")
        elif not host.redact.found_in(data):
            export.files[f"{WORKSPACE}/{path}"] = data
        else:
            _add_text(export, host, f"{WORKSPACE}/{path}", data.decode("utf-8", "surrogateescape"))


def _current(export: Export, path: str, real: Path, begun: float) -> bytes | None:
    """Return a file as it is now, None where it is too long."""
    data, whole = read_regular(real, LARGEST)
    if begun and real.stat().st_mtime > begun + 1:
        export.notes.append(f"`{path}` was saved after the run began: it is here as it is now.")
    return data if whole else None


def _files_before(host: Host, run: str) -> Iterator[tuple[str, bytes | None]]:
    """Yield each file that the run changed with its content before the run, None where it was not there."""
    exported: set[str] = set()
    for application in applications(host.workspace, run):
        for write in application.writes:
            if write.path in exported:
                continue
            exported.add(write.path)
            yield write.path, host.store.read_blob(write.earlier) if write.before else None


def _inputs(host: Host, documents: Mapping[str, Document]) -> Iterator[str]:
    """Yield the paths of the files that the run gathered, and of those that its documents name."""
    hides, root = host.policy.hides, host.workspace.root
    for document in documents.values():
        gathered = mapping(document.meta, "gathered")
        yield from map(str, listed(gathered, "files"))
        if kept := gathered.get("in"):
            with suppress(PandoraError, KeyError, TypeError, ValueError):
                yield from map(str, json.loads(host.store.read_blob(str(kept)))["files"])
        bodies = (text for sections in attempts(document).values() for text in sections.values())
        for text in (document.body(1), *bodies):
            yield from named_paths(text, root, hides)[0]


def _seconds(at: str) -> float:
    try:
        return float(timegm(strptime(at, "%Y-%m-%dT%H:%M:%SZ")))
    except ValueError:
        return 0.0


def _readme(export: Export, replies: Replies, documents: Mapping[str, Document], top: str) -> str:
    root = documents[top]
    allowed, answers = _said_by_person(documents)
    command = f"{COMMAND}{' --yes' if allowed else ''} < {TASK}"
    paragraphs = [
        f"# {top}",
        f"A run of Pandora {pandora.__version__}, by {root.meta.get('model', 'a model')}. "
        f"It is {root.meta.get('status', 'unknown')}.",
        "Its task:",
        _quoted(task_of(root)),
        "What it gave:",
        _quoted(root.body(5) or "nothing yet"),
        "## Replay it",
        "You need Pandora, and no model: the model's replies are in this folder. Here, run",
        f"```sh\n{command}\n```",
        "The programs that the model wrote run again, in the sandbox, on the files in this folder.",
        *_further(allowed, answers),
        "## What is here",
        f"- `{TASK}`: the task\n- `{REPLIES}`: what the model replied, in the order of the work\n"
        f"- `{DOCUMENTS}/`: the run's {len(documents)} documents as they are, with what they refer to\n"
        f"- `{WORKSPACE}/`: the patterns, the run's settings, and the files that the run was about",
        "## What may differ",
        *_differences(export.notes, replies),
    ]
    return "\n\n".join(paragraphs) + "\n"


def _further(allowed: list[str], answers: list[str]) -> Iterator[str]:
    if allowed:
        yield f"`--yes` allows what a person allowed then: {'; '.join(allowed)}."
        yield "If it asks nevertheless, `pandora -C workspace approve` with the run's id allows it."
    if answers:
        yield "A person answered questions. The replay asks again; answer with `pandora -C workspace answer`:"
        yield "\n".join(f"- {answer}" for answer in answers)


def _differences(notes: Iterable[str], replies: Replies) -> Iterator[str]:
    left_out = [f"The reply of {section} cannot be read from its document." for section in replies.left_out]
    lines = list(dict.fromkeys((*notes, *left_out)))
    lines.append("Programs may have read other files than those that the run names: these are not here.")
    lines.append("What a run fetched from the web is fetched again.")
    yield "\n".join(f"- {line}" for line in lines)


def _said_by_person(documents: Mapping[str, Document]) -> tuple[list[str], list[str]]:
    """Return what a person allowed, and how they answered what was asked about the task."""
    allowed: list[str] = []
    answers: list[str] = []
    for document in documents.values():
        for decision in decisions(document).values():
            if decision.get("verdict") == "allow" and str(decision.get("by", "")).startswith(PERSON):
                targets = ", ".join(map(str, decision.get("targets") or []))
                allowed.append(" ".join(f"{decision.get('effect', 'effect')} {targets}".split()))
        answers += [f"{question} {answer}" for question, answer in pairs(document.body(1)) if answer]
    return list(dict.fromkeys(allowed)), answers


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
