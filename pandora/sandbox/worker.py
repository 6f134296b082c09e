"""The program that `process.run` starts: it confines itself and then becomes the command.

There are three processes. The keeper ends everything when the engine asks it to. The second is the first
process of a new process namespace: when it ends, the kernel ends all others in it, daemons too. The third
is the command.

Every step that a model takes waits for this start-up, so it imports little: json, signal, typing and
contextlib together cost 14 ms. So it uses _signal, and marshal, since both ends are the same
interpreter. It runs without site-packages: it may import only the standard library and those modules of
this folder that do the same.
"""

from __future__ import annotations

import marshal
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from types import FrameType
    from typing import Any, NoReturn
else:
    import _signal as signal


class _Stop(BaseException):
    """Raised in the keeper when the engine asks it to end."""


class _Report:
    """Sends lines to the engine: `confined NAME`, `refused NAMES`, `failed TEXT`, `code NUMBER`."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def say(self, kind: str, text: object) -> None:
        """Write one line; does nothing where the engine has ended."""
        try:
            os.write(self._descriptor, f"{kind} {text}".encode()[:4000] + b"\n")
        except OSError:
            return


def main(spec_descriptor: int, report_descriptor: int) -> None:
    """Run the command of the spec, report its exit code and kill all that it started; never returns.

    The spec is read from `spec_descriptor`, and the report is written to `report_descriptor`.
    """
    from pandora.sandbox import confine

    if os.getsid(0) != os.getpid():
        os.setsid()
    os.set_inheritable(report_descriptor, False)
    with open(spec_descriptor, "rb") as file:
        spec = marshal.load(file)
    report = _Report(report_descriptor)
    signal.signal(signal.SIGTERM, _stop)
    children: list[int] = []
    try:
        applied = ["process group", "environment", "descriptors", *spec["confinements"]]
        applied += confine.namespaces(spec["network"]) if spec["namespaces"] else ()
        # Entering a user namespace clears the death signal: only now does it last.
        if spec["parent"]:  # else the parent is a process of the tier, which does this
            confine.die_with_parent(spec["parent"], signal.SIGTERM)
        if spec["namespaces"] and "processes" in applied:
            children.append(_fork())
            if children[0] == 0:
                try:
                    confine.die_with_parent(0, signal.SIGKILL)
                    applied += confine.bound_processes(spec["processes"])
                    _run_command(spec, report, applied, [])
                finally:
                    os._exit(0)
            os.waitpid(children[0], 0)
        else:
            confine.adopt_orphans()
            _run_command(spec, report, applied, children)
    except _Stop:
        pass
    except Exception as error:
        report.say("failed", f"{type(error).__name__}: {error}")
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        _kill_descendants(children)
        os._exit(0)  # the interpreter's own end would take a millisecond


def _stop(number: int, frame: FrameType | None) -> None:
    raise _Stop


def _fork() -> int:
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    return child


def _run_command(spec: dict[str, Any], report: _Report, applied: list[str], children: list[int]) -> None:
    """Start the command, wait for it, and reap other children that end meanwhile.

    Reports the exit code, and adds the command's process id to `children`.
    """
    command = _fork()
    if command == 0:
        _exec_confined(spec, report, applied)
    children.append(command)
    while True:
        ended, status = os.wait()
        if ended == command:
            code = os.waitstatus_to_exitcode(status)
            report.say("code", code if code >= 0 else 128 - code)
            return


def _exec_confined(spec: dict[str, Any], report: _Report, applied: list[str]) -> NoReturn:
    """Confine this process and turn it into the command."""
    from pandora.sandbox import confine

    try:
        confine.die_with_parent(os.getppid(), signal.SIGKILL)
        confine.plain_signals()
        if spec["namespaces"] and "mounts" in applied:
            applied = [*applied, *confine.frozen(spec["writable"])]
        os.chdir(spec["cwd"])
        # Outside a user namespace the count would include the user's desktop; root is never counted.
        counted = spec["processes"] if "user" in applied and os.geteuid() != 0 else 0
        applied = [*applied, *confine.ceilings(spec["memory"], spec["file"], spec["cpu"], counted)]
        applied += confine.privileges()
        applied += confine.files(spec["readable"], spec["writable"], spec["network"])
        applied += confine.calls("read-only" in applied, spec["network"])
        applied += _promises(applied)
        missing = [name for name in spec["required"] if name not in applied]
        if missing:
            report.say("refused", ", ".join(missing))
            os._exit(126)
        for name in dict.fromkeys(applied):
            report.say("confined", name)
        os.execvpe(spec["command"][0], spec["command"], spec["environment"])
    except OSError as error:
        report.say("failed", f"{spec['command'][0]}: {error.strerror}")
    except BaseException as error:
        report.say("failed", f"{type(error).__name__}: {error}")
    os._exit(127)


def _promises(applied: list[str]) -> list[str]:
    """Return ["files"] where the applied confinements together protect every file outside, and else [].

    Protected means that it cannot be read or written and that its mode cannot be changed.
    """
    inside = "landlock" in applied or "own root" in applied
    return ["files"] if inside and "read-only" in applied else []


def _kill_descendants(descendants: list[int]) -> None:
    """Kill every descendant; orphans become children of this process, so repeat until there are none.

    `descendants` is used where /proc does not list the children.
    """
    while True:
        try:
            with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
                children = [int(word) for word in file.read().split()]
            listed = True
        except OSError:
            children, listed = descendants, False
        for child in children:
            try:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
            except (ProcessLookupError, ChildProcessError):
                continue
        if not children or not listed:
            return


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    main(int(sys.argv[1]), int(sys.argv[2]))
