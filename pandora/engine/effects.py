"""The effects of an operation as policy sees them: a command, another machine, files of the workspace."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from pandora.document.operation_script import Script
from pandora.document.question_lines import block_of
from pandora.document.task_text import task_of
from pandora.engine.approval import Effect, approve, manifest, words_on_hosts
from pandora.engine.loop import Loop
from pandora.engine.requested_files import moved_files, request_of
from pandora.engine.trust import distrust
from pandora.errors import DeniedError, PandoraError, RefusedError
from pandora.operations.registry import Operation
from pandora.policy import ANY
from pandora.programs.change_preview import FileVersions, preview, visible
from pandora.workspace.applied_changes import files_created_by_run
from pandora.workspace.autoloaded_files import is_unrequested_autoloaded
from pandora.workspace.change import Change
from pandora.workspace.file_head import plain_bytes
from pandora.workspace.named_files import named_paths
from pandora.workspace.operation_context import OperationContext, Result, never
from pandora.workspace.paths import is_hidden

_NAME = re.compile(r"[^\W\d]\w*")
FOR_THE_WHOLE_HOST = "The answer holds for the whole host, in this run."


def before_running(loop: Loop, operation: Operation, arguments: Mapping[str, str]) -> OperationContext:
    """Ask policy to approve what the operation is about to do; returns the context of what it may use."""
    context, kind = loop.host.operation_context, loop.pattern.keys.get("effects")
    named, _ = named_paths(" ".join((loop.task.text, *arguments.values())), loop.host.workspace.root)
    distrust(loop, [path for path in named if context.distrusts(path)])
    if loop.untrusted:
        context = replace(context, distrusts=never)  # it may read them: it is marked
    if script := loop.pattern.script:
        _before_script(loop, script, arguments)
        return replace(context, script=script)
    shown = next(iter(arguments.values()), "")
    if kind == "system" or operation.runs_commands:
        what = shown.encode("utf-8", "surrogatepass")
        question = f"May it run {loop.pattern.name}: {shown!r}?"
        approve(loop, Effect("bash", (shown,), question, what, shows=lambda: shown_block(loop, shown, "sh")))
    if kind != "network":
        return context
    name, hosts = operation.name, operation.hosts(arguments)
    what = manifest([dict(arguments)])
    approve(
        loop,
        Effect(
            "network",
            hosts,
            f"May it reach {', '.join(hosts)} with {name}: {shown!r}? {FOR_THE_WHOLE_HOST}",
            what,
        ),
    )

    def reaches(host: str) -> bool:
        rule = loop.host.policy.decide("network", host, untrusted=bool(loop.untrusted))
        if host in hosts or name in hosts or rule.verdict == "allow":
            return True
        word = words_on_hosts(loop).get(host)
        return word is not None and word.allowed

    return replace(context, reaches=reaches)


def _before_script(loop: Loop, script: Script, arguments: Mapping[str, str]) -> None:
    """Ask policy to approve a script; an approval covers only this script with these arguments."""
    what = manifest([{"script": script.source, "arguments": dict(arguments)}])
    shown = f"{script.name} ({', '.join(f'{key}: {value!r}' for key, value in arguments.items())})"
    if script.effects == "system":
        question, source = f"May it run {shown}?", script.source
        approve(
            loop,
            Effect(
                "bash", (loop.pattern.path,), question, what, shows=lambda: shown_block(loop, source, "python")
            ),
        )
    if script.effects == "network":
        # No tier tells one address from another: what a script may reach is everything, this machine too.
        if loop.host.policy.ruled("loopback", ANY).verdict != "allow":
            problem = "a script with `effects: network` reaches this machine too, and policy denies loopback"
            raise DeniedError(f"{loop.pattern.path}:1: {problem}; allow it in pandora.toml, or use fetch")
        approve(loop, Effect("network", (ANY,), f"May it reach any machine with {shown}?", what))


def before_applying(loop: Loop, result: Result) -> None:
    """Ask policy to approve the files that a result changes, all in one question."""
    old = [change.path for change in result.changes if change.before and change.content is not None]
    new = [change.path for change in result.changes if not change.before]
    gone = [change.path for change in result.changes if change.before and change.content is None]
    asked = [
        f"{verb} {', '.join(paths)}"
        for verb, paths in (("change", old), ("make", new), ("remove", gone))
        if paths
    ]
    written_by_run = files_created_by_run(loop.host.workspace, loop.task.run) if old or gone else {}
    for change in result.changes:
        if is_hidden(change.path, loop.host.workspace.root, loop.host.policy.hides):
            raise RefusedError(f"{change.path}: policy denies reading it, so a run does not write it either")
    # Of a run that was cut off while it applied this very result, the record says `after` already.
    own = {
        change.path
        for change in result.changes
        if not change.before or written_by_run.get(change.path) in _digests(change)
    }
    request, words, root = request_of(loop), _task_of_person(loop), loop.host.workspace.root
    strange = [
        path
        for path in sorted(own)
        if is_unrequested_autoloaded(path, words)
        or is_unrequested_autoloaded(_real_path(path, request.root), words)
    ]
    followed = moved_files(result.changes)
    renames = loop.task.renames is not None and not gone and not new
    if loop.host.operation(loop.pattern).spreads or renames:
        covered = not renames and any(request.covers(path, new=False) for path in old)
        if covered or _gives_new_name(request.words, result.changes, root):
            followed = followed.union(old)
    unrequested = [
        change.path
        for change in result.changes
        if change.path in strange
        or not (
            (change.path in own and change.before)
            or change.path in followed
            or request.covers(change.path, new=not change.before)
        )
    ]
    own -= set(strange)
    what = manifest(
        [
            {
                "path": change.path,
                "before": change.before or None,
                "after": _digests(change)[1] or None,
            }
            for change in result.changes
        ]
    )
    why = "the task does not name it" if words else "no task of a person names it"
    warning = f" Programs obey {', '.join(strange)} unasked, and {why}." if strange else ""
    if others := [path for path in unrequested if path not in strange]:
        warning += f" The task does not ask for {', '.join(others)}."
    question = f"May it {' and '.join(asked)}?{warning}"
    paths = tuple(change.path for change in result.changes)

    def difference() -> str:
        return shown_block(loop, preview([_versions(change, root) for change in result.changes]), "diff")

    approve(loop, Effect("write", paths, question, what, frozenset(own), frozenset(unrequested), difference))


SHOWN_LINES, SHOWN = 300, 20_000
"""The most lines, and the most characters, that the block above a question shows of an effect."""


def shown_block(loop: Loop, text: str, language: str) -> str:
    """Return the block that shows an effect, without secrets; a long text is cut and is whole in a blob.

    Characters that nobody would see, or that a terminal would obey, are written as escapes.
    """
    text = loop.host.redact(text)
    lines = [visible(line) for line in text.split("\n")]
    kept, size = 0, 0
    while kept < min(len(lines), SHOWN_LINES) and size + len(lines[kept]) < SHOWN:
        size += len(lines[kept]) + 1
        kept += 1
    if kept < len(lines):
        blob = loop.host.store.write_text_blob(text)
        lines = [*lines[:kept], f"[… {len(lines) - kept} more lines; all {len(lines)} are in state/{blob}]"]
    return block_of("\n".join(lines), language)


def _gives_new_name(words: str, changes: Sequence[Change], root: Path) -> bool:
    """True where a person's words have a name that all changed files lose, and one that all get in its place.

    Who asks for another name of a function, or of a pony, need not say in which files it stands.
    """
    versions = [_versions(change, root) for change in changes if change.before and change.content is not None]
    said = set(_NAME.findall(words))
    lost, got = set(said), set(said)
    for version in versions:
        before, after = _names(version.before), _names(version.after)
        lost = {name for name in lost if before[name] > after[name]}
        got = {name for name in got if before[name] < after[name]}
    return bool(versions and lost and got)


def _names(content: bytes | None) -> Counter[str]:
    return Counter(_NAME.findall((content or b"").decode("utf-8", "replace")))


def _versions(change: Change, root: Path) -> FileVersions:
    """Return a file as it is and as the change would leave it."""
    if not change.before:
        return FileVersions(change.path, None, change.content)
    try:
        before, _ = plain_bytes(root / change.path)
    except RefusedError as refused:
        return FileVersions(change.path, None, change.content, str(refused))
    changed = "" if sha256(before).hexdigest() == change.before else "changed meanwhile"
    return FileVersions(change.path, before, change.content, changed)


def _real_path(path: str, root: Path) -> str:
    """Return where a path of the workspace leads after symbolic links, relative to the root."""
    return os.path.relpath(os.path.realpath(root / path), os.path.realpath(root)).replace(os.sep, "/")


def _task_of_person(loop: Loop) -> str:
    """The task as a person gave it, before any model read it; "" where a client program gave it.

    Any `by` in the root's front matter other than a person counts as a client.
    """
    try:
        root = loop.host.store.load(f"system-{loop.task.run}")
    except PandoraError:
        return ""
    return task_of(root) if root.meta.get("by", "person") == "person" else ""


def _digests(change: Change) -> tuple[str, str]:
    """Return the digests of the file before and after the change; "" where there is no file."""
    return change.before, "" if change.content is None else sha256(change.content).hexdigest()
