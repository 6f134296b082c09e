"""A scripted run of three levels, done by real processes that can be killed, and what must hold."""

from __future__ import annotations

import importlib
import io
import json
import os
import re
import shutil
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from pandora import cli
from pandora.check.throwaway_workspace import REPLIES, SYSTEM, TASK
from pandora.document.form import Form
from pandora.document.state_document import parse_document
from pandora.engine import run as runs
from pandora.models import scripted
from pandora.models.protocol import Call
from pandora.models.reply_script import ScriptLine
from tests.engine.small_system import write_system

RUN = "tortur"
ROOT = f"system-{RUN}"
NOTE, WRITE = SYSTEM["tools/note/pattern.md"], SYSTEM["operations/write.md"]
HEADER = {"model": "torture", "context": 8192, "fingerprint": "torture"}
_LAZY = (
    *(
        "engine.commits",
        "engine.answers",
        "engine.run",
        "commands.answer",
        "commands.run_progress",
        "commands.resume",
        "commands.run",
        "commands.event_log",
        "commands.run_report",
        "models.llama",
    ),
    *("models.open", "models.server", "policy_table", "settings"),
)
"""What a command imports when it is called: here before, so that the calls of a run are its own."""
_TIMES = (
    (re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"), b"TIME"),
    (re.compile(rb"seconds: [\d.]+(, took: [\d.]+)?\}"), b"seconds: SECONDS}"),
)
Hook = Callable[[], object]


@dataclass
class Told:
    """How a process ended: its exit code, or minus the signal that killed it, and what it printed."""

    code: int
    out: str
    err: str


@dataclass
class World:
    """One workspace; `given` are the replies that its models gave, in order, over all its processes."""

    root: Path
    log: Path
    replies: tuple[Mapping[str, Any], ...] = REPLIES
    task: str = TASK
    violations: list[str] = field(default_factory=list)

    @classmethod
    def at(cls, folder: Path, log: Path | None = None) -> World:
        """A new workspace in `folder`; what models gave is booked in `log`, which no fault reaches."""
        for name in _LAZY:
            importlib.import_module(f"pandora.{name}")
        root = folder / "work"
        write_system(root / "system")
        for name, text in (("tools/note/pattern.md", NOTE), ("kernel/write.md", WRITE)):
            path = root / "system" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        for path in root.rglob("*.md"):
            os.utime(path, (1_600_000_000, 1_600_000_000))  # what changed just now is read more often
        (root / "state").mkdir()
        log = log or folder / "log"
        log.mkdir(exist_ok=True)
        return cls(root, log)

    def fresh(self) -> None:
        """As it was before anything ran."""
        for name in ("state", "out", ".pandora"):
            shutil.rmtree(self.root / name, ignore_errors=True)
        (self.root / "state").mkdir()
        shutil.rmtree(self.log, ignore_errors=True)
        self.log.mkdir()

    @property
    def state(self) -> Path:
        return self.root / "state"

    @property
    def begun(self) -> bool:
        """True where there is something to be resumed."""
        return (self.state / f"{ROOT}.md").exists()

    @property
    def given(self) -> list[str]:
        path = self.log / "given"
        return path.read_text(encoding="utf-8").split() if path.exists() else []

    def on_disk(self) -> set[str]:
        """The marks of the replies that some document or file holds."""
        texts = b"".join(path.read_bytes() for path in self.state.glob("*.md"))
        return {
            f"reply-{number}" for number in range(1, len(self.replies) + 1) if b"reply-%d" % number in texts
        }

    def script(self) -> str:
        """The model that gives what is not on disk, and to who asks for more what is."""
        kept = self.on_disk()
        lines = sorted(self.replies, key=lambda each: bool(kept & _marks(json.dumps(each))))
        path = self.log / "script.jsonl"
        path.write_text("\n".join(json.dumps(each) for each in (HEADER, *lines)), encoding="utf-8")
        return f"scripted:{path}"

    def command(self) -> list[str]:
        """What goes on with the run, or begins it."""
        what = ["resume", ROOT] if self.begun else ["run", self.task]
        return ["-C", str(self.root), *what, "--model", self.script(), "--json"]

    def spawn(self, *arguments: str, hook: Hook = lambda: None) -> int:
        """Start a command in a process of its own that calls `hook` first; returns its number."""
        given = list(arguments) or self.command()
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            self._child(given, hook)
        return pid

    def wait(self, pid: int) -> Told:
        """How that process ended."""
        _, status = os.waitpid(pid, 0)
        out, err = (self._said(pid, name) for name in ("out", "err"))
        return Told(os.waitstatus_to_exitcode(status), out, err)

    def do(self, *arguments: str, hook: Hook = lambda: None) -> Told:
        """A command in a process of its own, to its end."""
        return self.wait(self.spawn(*arguments, hook=hook))

    def _said(self, pid: int, name: str) -> str:
        path = self.log / f"{pid}.{name}"
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    def _child(self, arguments: list[str], hook: Hook) -> NoReturn:
        code = 99
        try:
            sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
            os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_CACHE_HOME"] = str(self.log)
            watch_replies(self.log / "given")
            setattr(runs, "new_run", lambda: RUN)  # noqa: B010
            hook()
            code = cli.run(arguments)
        except BaseException:
            traceback.print_exc()
        finally:
            try:
                for name, stream in (("out", sys.stdout), ("err", sys.stderr)):
                    assert isinstance(stream, io.StringIO)
                    (self.log / f"{os.getpid()}.{name}").write_text(stream.getvalue(), encoding="utf-8")
            finally:
                os._exit(code)  # whatever failed: a child that went on would be a second pytest

    def final(self) -> dict[str, bytes]:
        """Every file of the run by name, without its times."""
        found = {}
        for path in sorted((*self.state.rglob("*"), *(self.root / "out").rglob("*"))):
            if path.is_file():
                data = path.read_bytes()
                for pattern, instead in _TIMES:
                    data = pattern.sub(instead, data)
                found[path.relative_to(self.root).as_posix()] = data
        return found

    def note(self, told: str) -> None:
        """Book a violation."""
        self.violations.append(told)

    def whole(self, when: str) -> None:
        """Every document is whole: as it was, or as it is now."""
        for path in self.state.glob("*.md"):
            try:
                parse_document(path.read_text(encoding="utf-8"), path.name)
            except Exception as error:
                self.note(f"{when}: {path.name} is torn: {error}")

    def lost(self, when: str) -> None:
        """At most the last reply, which the process had no time to store, is not on disk; none was acted on."""
        kept = self.on_disk()
        missing = [each for each in self.given if each not in kept]
        made = "".join(path.read_text(encoding="utf-8") for path in (self.root / "out").glob("*"))
        if early := _marks(made) - kept:
            self.note(f"{when}: acted on before they were stored: {sorted(early)}")
        if len(set(missing)) > 1 or (missing and missing[-1] != self.given[-1]):
            self.note(f"{when}: replies were given and not stored: {missing}")

    def finish(self, when: str, wanted: Mapping[str, bytes], twice: bool = True) -> None:
        """Go on to the end: the same documents as an uninterrupted run's, and once more changes nothing."""
        before, kept, begun = len(self.given), self.on_disk(), self.begun
        told = self.do()
        if told.code != 0:
            self.note(f"{when}: resume ended with {told.code}: {told.err.strip() or told.out.strip()}")
        if again := kept & set(self.given[before:]):
            self.note(f"{when}: asked for again although they were on disk: {again}")
        if not begun:
            self.do()  # a new run leaves alone what another left; the next `resume` tidies it
        found = self.final()
        for name in sorted({*found, *wanted}):
            if found.get(name) != wanted.get(name):
                self.note(f"{when}: {name} is {_difference(wanted.get(name), found.get(name))}")
        if twice:
            before = len(self.given)
            stat = {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in self.state.glob("*.md")}
            if self.do().code != 0 or len(self.given) > before:
                self.note(f"{when}: resumed once more it did not stand still")
            if {
                path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in self.state.glob("*.md")
            } != stat:
                self.note(f"{when}: resumed once more it wrote")


def _difference(wanted: bytes | None, found: bytes | None) -> str:
    if wanted is None or found is None:
        return "missing" if found is None else "left behind"
    lines = zip(
        wanted.decode(errors="replace").split("\n"), found.decode(errors="replace").split("\n"), strict=False
    )
    return next(
        (f"another: {ours!r} where {theirs!r} was wanted" for theirs, ours in lines if ours != theirs), "longer"
    )


def _marks(text: str) -> set[str]:
    """The replies that a text holds."""
    return set(re.findall(r"reply-\d+", text))


def watch_replies(path: Path) -> None:
    """In this process, have every reply that a script gives booked in a file before the engine has it."""
    take = scripted.ScriptedModel._take

    def booked(model: scripted.ScriptedModel, call: Call, form: Form) -> ScriptLine:
        line = take(model, call, form)
        marks = re.findall(r"reply-\d+", json.dumps(line.fill))
        with open(path, "a", encoding="utf-8") as file:
            file.write("".join(f"{mark}\n" for mark in marks))
        return line

    scripted.ScriptedModel._take = booked  # type: ignore[method-assign,assignment]
