"""Pandora's promises about the disk, tried on this very disk: kill -9, resume, race and full disk.

Each trial works in a workspace of its own, in processes that are forked from this one and may be killed.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from pandora.budget import Budget, Ledger
from pandora.check.throwaway_workspace import (
    CONTENT,
    RESULT,
    TASK,
    make_throwaway,
    marks_on_disk,
    write_script,
)
from pandora.disk import name_exchange
from pandora.disk.atomic import read_consistent, system_errors
from pandora.disk.conflicts import EditedError
from pandora.disk.layout import Workspace
from pandora.disk.lease import hold
from pandora.disk.store import Store
from pandora.document.form import Form
from pandora.document.state_document import parse_document
from pandora.engine import run as runs
from pandora.engine.host import Host
from pandora.errors import DiskError, HeldError, PandoraError
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.models.scripted import ScriptedModel
from pandora.policy import Policy, Rule

KILLS, FULL, SAVES = 20, 8, 150
"""How many times a run is killed, how many times the disk is full, and how many times a person saves."""
_LOOKS = 200
"""How often a person looks for their last save before it counts as gone."""
_PAUSES = (0.0, 0.002, 0.03, 0.001, 0.06)
"""The seconds between the saves of a person, in turn."""
_CALLS = ("write", "fsync", "rename", "replace", "link", "unlink", "mkdir")
_DONE, _HELD, _FULL, _BROKEN = 0, 2, 6, 99
"""The exit codes of a child process."""
Hook = Callable[[], None]


@dataclass(frozen=True)
class Verdict:
    """How a promise fared: what was tried, in words, and what went wrong, a line each."""

    tried: str
    wrong: tuple[str, ...] = ()

    @property
    def held(self) -> bool:
        """True where nothing went wrong."""
        return not self.wrong


def try_promises(folder: Path, kills: int = KILLS, full: int = FULL, saves: int = SAVES) -> Iterator[Verdict]:
    """Try each promise in new folders below `folder`; yield the verdicts, each as soon as it is known.

    Raises DiskError where not even an undisturbed run comes to its end.
    """
    with _trial(folder) as trial:
        calls = trial.undisturbed()
    yield from _killed(folder, _places(calls, kills), calls)
    yield _raced(folder, saves)
    yield _second_refused(folder)
    yield _full(folder, _places(calls, full), calls)


class _Booking(ScriptedModel):
    """The scripted model; it writes down each reply before the engine has it."""

    def __init__(self, script: Path, book: Path) -> None:
        super().__init__(script)
        self._book = book

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        reply = super().fill(prompt, form, call=call, sampling=sampling, opening=opening)
        with open(self._book, "a", encoding="utf-8") as file:
            marks = re.findall(r"reply-\d+", json.dumps(reply.filled.values))
            file.write("".join(f"{mark}\n" for mark in marks))
        return reply


@dataclass
class _Trial:
    """One throw-away workspace, and the folder beside it that no fault reaches."""

    workspace: Workspace
    log: Path

    @property
    def reply_marks(self) -> list[str]:
        """The marks of the replies that models gave, in order, over all processes."""
        path = self.log / "given"
        return path.read_text(encoding="utf-8").split() if path.exists() else []

    def undisturbed(self) -> int:
        """Run in this process, to the end; return how often it called the system to change something."""
        calls = [0]

        def count(name: str) -> None:
            calls[0] += 1

        with _before_each_call(count):
            self.begin_or_go_on()
        if wrong := self.unfinished():
            raise DiskError(f"{self.workspace.root}:1: an undisturbed run does not end well: {wrong}")
        return calls[0]

    def work(self, hook: Hook = lambda: None) -> int:
        """Begin the run, or go on with it, in a process of its own; return how that ended."""
        return wait(self.fork(self.begin_or_go_on, hook))

    def begin_or_go_on(self) -> None:
        """Begin the run, or go on with it, in this process."""
        script = self.log / f"script-{os.getpid()}.jsonl"
        write_script(script, marks_on_disk(self.workspace))
        model = _Booking(script, self.log / "given")
        policy = Policy().with_rules([Rule("workspace", "*", "allow", "the selftest")])
        host = Host(self.workspace, model, Ledger(Budget()), policy)
        if roots := self.workspace.runs():
            runs.resume(roots[0], host)
        else:
            runs.start(TASK, host, Budget())

    def fork(self, act: Callable[[], None], hook: Hook) -> int:
        """Start a process that calls `hook`, then `act`; return its number."""
        pid = os.fork()
        if pid == 0:
            self._child(act, hook)
        return pid

    def _child(self, act: Callable[[], None], hook: Hook) -> NoReturn:
        code = _BROKEN
        try:
            for number in (1, 2):
                os.dup2(os.open(self.log / "printed", os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
            hook()
            act()
            code = _DONE
        except HeldError:
            code = _HELD
        except DiskError:
            code = _FULL
        except BaseException:
            with suppress(BaseException):
                (self.log / "trace").write_text(traceback.format_exc(), encoding="utf-8")
        finally:
            os._exit(code)

    def ending(self, code: int) -> str:
        """Say how a process ended."""
        trace = self.log / "trace"
        last = trace.read_text(encoding="utf-8").strip().split("\n")[-1] if trace.exists() else "it broke"
        words = {
            _DONE: "it came to its end",
            _HELD: "it was turned away",
            _FULL: "it said that the disk failed",
        }
        return words.get(code, f"signal {-code} ended it" if code < 0 else last)

    def torn(self) -> str:
        """Say which document is not whole, or ""."""
        for path in sorted(self.workspace.state.glob("*.md")):
            try:
                parse_document(path.read_text(encoding="utf-8"), path.name)
            except (PandoraError, OSError, ValueError) as error:
                return f"{path.name} is torn ({str(error).splitlines()[0]})"
        return ""

    def unfinished(self) -> str:
        """Say what keeps the run from being finished with the right result, or ""."""
        if torn := self.torn():
            return torn
        roots = self.workspace.runs()
        if not roots:
            return "there is no run"
        status = Store(self.workspace).load(roots[0]).meta.get("status")
        if status != "accepted":
            return f"the run is {status}"
        result = self.workspace.root / RESULT
        if not result.is_file() or result.read_text(encoding="utf-8").strip() != CONTENT:
            return f"{RESULT} does not hold what the model wrote last"
        return ""

    def mended(self) -> str:
        """Go on with the run as `pandora resume` does; say what is wrong then, or ""."""
        before, kept = len(self.reply_marks), marks_on_disk(self.workspace)
        code = self.work()
        if code != _DONE:
            return f"it could not be resumed: {self.ending(code)}"
        if again := kept & set(self.reply_marks[before:]):
            return f"a reply that was on disk was asked for again ({', '.join(sorted(again))})"
        return self.unfinished()


def wait(pid: int) -> int:
    """Return how a process ended: its exit code, or minus the signal that killed it."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


@contextmanager
def _trial(folder: Path) -> Iterator[_Trial]:
    with system_errors(folder / "selftest"):
        top = Path(tempfile.mkdtemp(prefix=".pandora-selftest-", dir=folder))
    try:
        (top / "work").mkdir()
        (top / "log").mkdir()
        yield _Trial(make_throwaway(top / "work"), top / "log")
    finally:
        shutil.rmtree(top, ignore_errors=True)


@contextmanager
def _before_each_call(act: Callable[[str], None]) -> Iterator[None]:
    """Call `act` before each call of the system that changes something; it may raise OSError in its place."""
    real = {name: getattr(os, name) for name in _CALLS}
    swap = name_exchange._rename
    try:
        _watch_calls(act)
        yield
    finally:
        for name, function in real.items():
            setattr(os, name, function)
        name_exchange._rename = swap


def _watch_calls(act: Callable[[str], None]) -> None:
    """Have `act` called from here on; for a process that ends before anybody would undo it."""

    def wrap(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            act(name)
            return real(*arguments, **named)

        return call

    for name in _CALLS:
        setattr(os, name, wrap(name, getattr(os, name)))
    name_exchange._rename = wrap("swap", name_exchange._rename)


def _places(calls: int, count: int) -> list[int]:
    """Numbers from 1 to `calls`, `count` of them, at equal distances."""
    return sorted({1 + place * calls // count for place in range(count)})


def _killed(folder: Path, places: list[int], calls: int) -> Iterator[Verdict]:
    torn: list[str] = []
    unresumed: list[str] = []
    kills = 0
    for number in places:
        with _trial(folder) as trial:
            code = trial.work(partial(_watch_calls, _kill_at(number)))
            when = f"killed at change {number} of {calls}"
            kills += code == -signal.SIGKILL
            if code not in (-signal.SIGKILL, _DONE):
                torn.append(f"{when}: {trial.ending(code)}")
            if wrong := trial.torn():
                torn.append(f"{when}: {wrong}")
            elif wrong := trial.mended():
                unresumed.append(f"{when}: {wrong}")
    if not kills:
        torn.append("the process could not be killed in the middle of its work")
    promise = f"killed {kills} times with kill -9 in the middle of a run: no document is torn"
    yield Verdict(promise, tuple(torn))
    promise = f"resumed {len(places)} times: the right result, and no reply on disk was asked for again"
    yield Verdict(promise, tuple(unresumed))


def _kill_at(number: int) -> Callable[[str], None]:
    calls = [0]

    def act(name: str) -> None:
        calls[0] += 1
        if calls[0] == number:
            os.kill(os.getpid(), signal.SIGKILL)

    return act


def _full(folder: Path, places: list[int], calls: int) -> Verdict:
    wrong: list[str] = []
    times = 0
    for number in places:
        with _trial(folder) as trial:
            code = trial.work(partial(_watch_calls, _full_from(number)))
            when = f"full from change {number} of {calls} on"
            times += code == _FULL
            if code not in (_FULL, _DONE):
                wrong.append(f"{when}: instead of saying so, {trial.ending(code)}")
            if damage := trial.torn() or trial.mended():
                wrong.append(f"{when}: {damage}")
    if not times:
        wrong.append("the run never noticed it")
    promise = f"{times} times the disk was full: the run said so, nothing is torn, and it went on later"
    return Verdict(promise, tuple(wrong))


def _full_from(number: int) -> Callable[[str], None]:
    calls = [0]

    def act(name: str) -> None:
        calls[0] += 1
        if calls[0] >= number and name in ("write", "fsync", "mkdir"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    return act


def _raced(folder: Path, saves: int) -> Verdict:
    """A person saves the root document again and again while the engine writes it."""
    wrong: list[str] = []
    with _trial(folder) as trial:
        trial.begin_or_go_on()
        (root,) = trial.workspace.runs()
        path, stop, wrote = trial.workspace.document(root), trial.log / "stop", trial.log / "wrote"
        pid = trial.fork(lambda: _write_until(trial.workspace, root, stop, wrote), lambda: None)
        try:
            for number in range(1, saves + 1):
                text = _with_note(path, number - 1)
                if not text:
                    wrong.append(f"save {number - 1} of {saves} is gone")
                    break
                temporary = path.with_name(".saved-by-a-person")
                text = re.sub(r"^Approach: .*$", f"Approach: note {number}.", text, count=1, flags=re.M)
                temporary.write_text(text, encoding="utf-8")
                temporary.rename(path)
                time.sleep(_PAUSES[number % len(_PAUSES)])
        finally:
            stop.touch()
            code = wait(pid)
        if code != _DONE:
            wrong.append(f"Pandora did not write to the end: {trial.ending(code)}")
        if not wrong and not _with_note(path, saves):
            wrong.append("the last save is gone")
        if torn := trial.torn():
            wrong.append(torn)
        times = int(wrote.read_text(encoding="utf-8")) if wrote.exists() else 0
    promise = f"saved {saves} times by a person while Pandora wrote the same document {times} times"
    promise = f"{promise}: no save is lost"
    return Verdict(promise, tuple(wrong))


def _with_note(path: Path, number: int) -> str:
    """Return the document's text when it holds that note; "" where it does not get to hold it.

    While two names are exchanged, a document may be seen for a moment as it was before; on a disk
    that tears, also with a letter cut in two.
    """
    for _ in range(_LOOKS):
        with suppress(FileNotFoundError, UnicodeDecodeError):
            text = read_consistent(path).decode("utf-8")
            if not number or f"Approach: note {number}." in text:
                return text
        time.sleep(0.005)
    return ""


def _write_until(workspace: Workspace, root: str, stop: Path, wrote: Path) -> None:
    """Write §4 anew, on top of whatever a person saved, until the file `stop` is there."""
    store, turn, written = Store(workspace, lingers=True), 0, 0
    document = store.load(root)
    while not stop.exists():
        turn += 1
        body = f"Issues: turn {turn}"
        try:
            document = store.save(document, lambda old, body=body: old.splice(4, body))  # type: ignore[misc]
        except EditedError as edited:
            document = edited.document
        else:
            written += 1
    with suppress(EditedError):
        store.settle()
    wrote.write_text(str(written), encoding="utf-8")


def _second_refused(folder: Path) -> Verdict:
    wrong: list[str] = []
    with _trial(folder) as trial:
        trial.begin_or_go_on()
        (root,) = trial.workspace.runs()
        with hold(trial.workspace.document(root)):
            if (code := trial.work()) != _HELD:
                wrong.append(f"beside the first, {trial.ending(code)}")
    return Verdict("a second Pandora on the same run is turned away", tuple(wrong))
