"""Run one command in its own process group, with limits, a clean environment and, by default, no network."""

from __future__ import annotations

import marshal
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from pandora.errors import RefusedError
from pandora.sandbox import control_group, scratch, system_folders
from pandora.sandbox.resource_usage import Ceilings, Watch
from pandora.sandbox.supervise import Ended, Sink, Started, supervise
from pandora.sandbox.tier import Plan, Tier

# The worker is imported as a module: a script would be compiled anew for every command.
_BEGIN = (
    "import sys; sys.path.insert(0, sys.argv[1]); from pandora.sandbox.worker import main; "
    "main(int(sys.argv[2]), int(sys.argv[3]))"
)
_TIMED_OUT, _KILLED = 124, 137


@dataclass(frozen=True)
class Limits:
    """The limits of one command.

    `seconds` is wall clock time. `memory`, `file` (the size of one file), `output` and `disk` (what is written
    to all files) are bytes. `memory` limits each process and all together; `processes` and `disk` limit all
    together. For `memory`, `processes` and `disk`, 0 means no limit.
    """

    seconds: float = 30.0
    memory: int = 2 << 30
    file: int = 256 << 20
    output: int = 1 << 20
    processes: int = 64
    disk: int = 1 << 30


@dataclass(frozen=True)
class Completed:
    """How a command ended, and which confinements were really in force while it ran.

    `code` is 124 after a timeout, 127 where the command could not be started, 128 + N after signal N.
    `code` is also 137 after the command took too much, whatever it said itself. `confined` begins with the
    tier's name. `truncated` is True where output was dropped. `excess` says which limit the command was ended
    for, or is "".
    """

    code: int
    stdout: bytes
    stderr: bytes
    timed_out: bool
    truncated: bool
    confined: tuple[str, ...]
    excess: str = ""


class TierError(RefusedError):
    """Raised where a tier did not even start the worker; the message quotes what the tier printed."""


def run(
    command: Sequence[str],
    *,
    cwd: Path,
    writable: Sequence[Path] = (),
    readable: Sequence[Path] = (),
    limits: Limits | None = None,
    stdin: bytes | int = b"",
    environment: Mapping[str, str] | None = None,
    required: Sequence[str] = (),
    network: bool = False,
    tier: Tier | None = None,
    sink: Sink | None = None,
) -> Completed:
    """Run `command` in `cwd`, confined as far as this machine can, and leave nothing of it running.

    The command may read `cwd`, `readable`, the system's libraries and this Python. It may write `writable` and
    a temporary folder of its own. `environment` is added to a minimal environment. `stdin` is the input
    itself or an open descriptor to read it from. Where this machine cannot apply a confinement named in
    `required`, the command is not started and RefusedError is raised. `tier` is by default the best that
    works on this machine. A `sink` is given the output while the command runs; the output is then not kept.
    """
    from pandora.sandbox import tiers

    limits = limits or Limits()
    given = tier or tiers.best()
    if given is None and required:
        raise _refused("no tier of the sandbox holds here")
    given = given or tiers.LENIENT
    own = scratch.make("run", like=cwd)
    try:
        inside = [str(path) for path in (own, *writable)]
        readables = [
            str(path) for path in (cwd, *readable, *system_folders.system(), *system_folders.interpreter())
        ]
        if network:
            readables += [str(path) for path in system_folders.internet()]
        plan = Plan(str(cwd), tuple(readables), tuple(inside), network)
        spec: dict[str, Any] = {
            "command": list(command),
            "cwd": str(cwd),
            "parent": 0 if given.prefix else os.getpid(),
            "readable": readables,
            "writable": inside,
            "environment": {**system_folders.environment(own), **(environment or {})},
            "memory": limits.memory,
            "file": limits.file,
            "processes": limits.processes,
            "cpu": math.ceil(limits.seconds) + 1 if math.isfinite(limits.seconds) else 0,
            "required": list(required),
            "network": network,
            "namespaces": given.namespaces,
            "confinements": [name for name in given.confinements if not (network and name == "network")],
        }
        ceilings = Ceilings(limits.processes, limits.memory, limits.disk)
        folders = (own, *writable)
        with control_group.around(ceilings, folders) as group:
            prefix = given.command(plan)
            if group is not None:
                prefix = [*group.command, *prefix]
                spec["confinements"].append("control group")
            with _started(prefix, spec, stdin) as started:
                watch = Watch(started.process.pid, folders, ceilings)
                ended = supervise(started, limits.seconds, limits.output, watch, sink)
            if group is not None and not ended.excess:
                ended = replace(ended, excess=group.excess())
        return _completed(ended, given.name)
    finally:
        scratch.discard(own)


@contextmanager
def _started(prefix: Sequence[str], spec: dict[str, Any], stdin: bytes | int) -> Iterator[Started]:
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as given:
        marshal.dump(spec, asked)
        asked.seek(0)
        source: IO[bytes] | int = subprocess.DEVNULL
        if isinstance(stdin, int):
            source = stdin
        elif stdin:
            given.write(stdin)
            given.seek(0)
            source = given
        yield _start(prefix, asked.fileno(), source)


def _start(prefix: Sequence[str], asked: int, source: IO[bytes] | int) -> Started:
    receive, send = os.pipe()
    root = str(Path(__file__).parents[2])
    try:
        process = subprocess.Popen(
            [*prefix, sys.executable, "-I", "-S", "-c", _BEGIN, root, str(asked), str(send)],
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(asked, send),
            env={"LANG": "C.UTF-8"},
            start_new_session=True,
        )
    except BaseException:
        os.close(receive)
        raise
    finally:
        os.close(send)
    return Started(process, receive)


def _refused(why: str) -> RefusedError:
    return RefusedError(
        f"this machine cannot confine commands ({why}); `pandora doctor` says what to do, and --unsafe runs "
        "them all the same"
    )


def _completed(ended: Ended, tier: str) -> Completed:
    confined = [tier]
    code, err, heard = _KILLED, ended.stderr, False
    for line in ended.told.splitlines():
        kind, _, text = line.partition(" ")
        heard = True
        if kind == "refused":
            raise _refused(f"missing: {text}")
        if kind == "confined":
            confined.append(text)
        elif kind == "code":
            code = int(text)
        elif kind == "failed":
            code, err = 127, err + f"{text}\n".encode()
    if not heard and not (ended.timed_out or ended.excess) and tier not in ("own worker", "none"):
        message = " ".join(err.decode("utf-8", "replace").split())[:300] or "it said nothing"
        raise TierError(f"{tier} starts no command: {message}")
    timed_out, excess = ended.timed_out, ended.excess
    if timed_out:
        code = _TIMED_OUT
    elif excess:  # it may have said 0 in the moment in which it was ended
        code = _KILLED
    return Completed(code, ended.stdout, err, timed_out, ended.truncated, tuple(confined), excess)
