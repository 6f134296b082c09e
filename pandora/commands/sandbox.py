"""`pandora sandbox -- COMMAND`: run a command in the sandbox, as a model's commands are run."""

from __future__ import annotations

import codecs
import math
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import click

from pandora.commands.open_workspace import trusted_workspace
from pandora.commands.printing import print_json
from pandora.document.terminal_text import clean
from pandora.errors import UsageError
from pandora.policy import ANY, Policy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pandora.disk.layout import Workspace
    from pandora.sandbox.tier import Tier
    from pandora.workspace.change import Change


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.argument("command", nargs=-1, type=click.UNPROCESSED, required=True, metavar="-- COMMAND…")
@click.option("--write", is_flag=True, help="Let it write on the copy, and list what it changed.")
@click.option("--apply", "applied", is_flag=True, help="With --write: put what it changed into the workspace.")
@click.option("--net", is_flag=True, help="Open the network, if policy allows all of it.")
@click.option(
    "--seconds", type=click.IntRange(0), default=0, help="End it after that many seconds; 0 means never."
)
@click.option(
    "--memory",
    type=click.IntRange(1),
    default=2048,
    show_default=True,
    help="How many MiB of memory it may use in all.",
)
@click.option(
    "--processes",
    type=click.IntRange(1),
    default=64,
    show_default=True,
    help="How many processes it may have at once.",
)
@click.option("--tier", metavar="NAME", help="Use this tier of the sandbox instead of the best that works.")
@click.option("--unsafe", is_flag=True, help="Run it even if no sandbox works on this machine.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object at the end.")
@click.pass_context
def sandbox(
    ctx: click.Context, /, command: tuple[str, ...], write: bool, applied: bool, as_json: bool, **options: Any
) -> int:
    """Run COMMAND as a model's commands are run: on a copy of the workspace, in the sandbox, without a
    network.

    Without --write the copy is read-only. Pandora exits with the command's own exit code; 124 means that it
    took too long, 127 that there is no such program, 137 that it used too much of something and was ended.
    If the exit code is not 0, no change is applied.
    """
    if applied and not write:
        raise UsageError("--apply puts into the workspace what --write let it change; give both")
    workspace = trusted_workspace(ctx, {})
    policy = _policy(workspace)
    if options["net"]:
        _check_network(policy)
    from pandora.sandbox.process import Limits, run
    from pandora.sandbox.tier import describe_confinement
    from pandora.workspace.operation_context import OperationContext, protected_in
    from pandora.workspace.paths import printable_path
    from pandora.workspace.staged_copy import StagedCopy

    context = OperationContext(workspace.root, protected_in(workspace.root))
    limits = Limits(
        seconds=options["seconds"] or math.inf, memory=options["memory"] << 20, processes=options["processes"]
    )
    required = tuple(name for name in context.required if not (options["net"] and name == "network"))
    start = Path(ctx.find_root().obj or ".").resolve()
    with StagedCopy.of(workspace.root, context.protected, hides=policy.hides) as stage, _input() as source:
        inside = stage.root / start.relative_to(workspace.root.resolve())
        sink = None if as_json else _Sink(sys.stdout.buffer, sys.stderr.buffer)
        completed = run(
            command,
            cwd=inside if inside.is_dir() else stage.root,
            writable=(stage.root,) if write else (),
            readable=(stage.root, *stage.readable),
            limits=limits,
            stdin=source,
            required=() if options["unsafe"] else required,
            network=options["net"],
            tier=_tier(options["tier"]),
            sink=sink.take if sink else None,
        )
        if sink:
            sink.close()
        changes = stage.changes() if write and not completed.excess else ()
        note = "; ".join(
            filter(
                None,
                (
                    stage.note,
                    f"ended: {completed.excess}" if completed.excess else "",
                    _timeout_note(completed.timed_out),
                ),
            )
        )
    was_applied = applied and completed.code == 0 and _apply(changes, workspace, policy, context.protected)
    if as_json:
        print_json(
            {
                "code": completed.code,
                "stdout": completed.stdout.decode("utf-8", "replace"),
                "stderr": completed.stderr.decode("utf-8", "replace"),
                "confined": describe_confinement(completed.confined),
                "note": note or None,
                "changes": [{"path": change.path, "what": _kind(change)} for change in changes],
                "applied": was_applied,
            }
        )
        return completed.code
    if not sink or completed.code == 127:
        click.echo(clean(completed.stderr.decode("utf-8", "replace")), err=True, nl=False)
    lines = [f"{_kind(change)}: {printable_path(change.path)}{_autoloaded_note(change)}" for change in changes]
    for line in (note, *lines):
        if line:
            click.echo(clean(f"pandora: {line}"), err=True)
    if changes and not was_applied:
        why = "the command failed" if applied else "--apply applies these changes"
        click.echo(f"pandora: the workspace is unchanged; {why}", err=True)
    return completed.code


class _Sink:
    """Passes on what the command prints as it comes; a terminal gets no escape sequences."""

    def __init__(self, out: IO[bytes], err: IO[bytes]) -> None:
        self._streams = {1: out, 2: err}
        self._decoders = {
            number: codecs.getincrementaldecoder("utf-8")("replace")
            for number, stream in self._streams.items()
            if stream.isatty()
        }

    def take(self, number: int, chunk: bytes, final: bool = False) -> None:
        """Write one chunk to stream `number`; a character that is cut in two waits for its other half."""
        decoder = self._decoders.get(number)
        if decoder is not None:
            chunk = clean(decoder.decode(chunk, final)).encode()
        self._streams[number].write(chunk)
        self._streams[number].flush()

    def close(self) -> None:
        """Write what still waits for its other half."""
        for number in self._decoders:
            self.take(number, b"", True)


def _policy(workspace: Workspace) -> Policy:
    """The workspace's policy; imported late, since `sandbox --help` needs none."""
    from pandora.engine.run import settings_of

    return settings_of(workspace, {}).policy


def _check_network(policy: Policy) -> None:
    """Raise UsageError unless policy allows the whole network: no tier can tell one address from another."""
    closed = [effect for effect in ("network", "loopback") if policy.ruled(effect, ANY).verdict != "allow"]
    if closed:
        lines = " and ".join(f'{effect} = "allow"' for effect in closed)
        raise UsageError(
            f"--net opens the whole network, this machine's own services included; policy must allow that: "
            f"write {lines} under [policy] in pandora.toml"
        )


def _tier(name: str | None) -> Tier | None:
    """The tier of that name, None for the best; raises UsageError where it is unknown or not installed."""
    if name is None:
        return None
    from pandora.sandbox.tiers import TIERS

    chosen = next((tier for tier in TIERS if tier.name == name), None)
    if chosen is None:
        raise UsageError(f"there is no tier {name!r}; use one of {', '.join(tier.name for tier in TIERS)}")
    if chosen.absent():
        raise UsageError(
            f"the tier {name!r} is not here: {chosen.absent()}; name another, or none for the best"
        )
    return chosen


@contextmanager
def _input() -> Iterator[int | bytes]:
    """Our own standard input for the command; a terminal is opened for reading alone."""
    try:
        os.fstat(0)
        terminal = os.open(os.ttyname(0), os.O_RDONLY | os.O_NOCTTY) if os.isatty(0) else -1
    except OSError:
        yield b""
        return
    try:
        yield terminal if terminal >= 0 else 0
    finally:
        if terminal >= 0:
            os.close(terminal)


def _timeout_note(timed_out: bool) -> str:
    return "it took too long" if timed_out else ""


def _kind(change: Change) -> str:
    return "removed" if change.content is None else "changed" if change.before else "new"


def _autoloaded_note(change: Change) -> str:
    from pandora.workspace.autoloaded_files import is_autoloaded

    return (
        " (other programs run it, or take instructions from it)"
        if change.content is not None and is_autoloaded(change.path)
        else ""
    )


def _apply(changes: Sequence[Change], workspace: Workspace, policy: Policy, protected: Sequence[str]) -> bool:
    """Apply the changes, as the person asked with --apply; returns whether there were any.

    Raises UsageError, before any is applied, where policy denies one.
    """
    from pandora.workspace.apply import apply

    for change in changes:
        rule = policy.ruled("write", change.path, own=not change.before)
        if rule.verdict == "deny":
            raise UsageError(f"{change.path}: policy denies writing it ({rule.source}); nothing was applied")
    apply(changes, workspace.root, protected)
    return bool(changes)
