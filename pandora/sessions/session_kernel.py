"""The kernel of a session: blocks of Python, run in the sandbox over a state that lives on between them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn

from pandora.errors import PandoraError
from pandora.sandbox.process import Limits
from pandora.sessions.delegation import ChildRequest, Delegate, LeafRequest
from pandora.sessions.inside.frames import Frame
from pandora.sessions.inside.given_text import blob_name
from pandora.sessions.kernel_process import KernelEndedError, KernelLateError, KernelProcess
from pandora.sessions.snapshots import (
    EMPTY,
    Snapshot,
    SnapshotError,
    blobs_named,
    changed_names,
    check_format,
    read_blobs,
)

MENU = """\
exact work (count, sum, sort, join, compare, check): Python, here
one bounded judgment about one text: lm(question, text, choices=[…])
the same judgment about many texts: map_lm(question, items, choices=[…])
one uncertain piece of work with steps of its own: rlm(assignment, boundary=…, shape=…, missing=…, name=value)
many such pieces: map_rlm(assignment, items, boundary=…, shape=…, missing=…)
to go on from an earlier head without changing it: attach_rlm(head, assignment, boundary=…, shape=…, missing=…)
a weak value found word for word in a given text: reground("name", inputs["file"])
a condition that must hold: check("name", condition)
the turn's value, from variables: FINAL(name)"""
"""What a block may call, each with what it is for; for prompts."""


class KernelError(PandoraError):
    """The kernel could not do what was asked; the message says what, and the state is that of before."""

    exit_code = 5


@dataclass(frozen=True)
class KernelSettings:
    """The limits of a kernel.

    `evaluation_seconds` is for one block, without the time that leaves and children take. `grace_seconds` come
    on top before a block that does not end is killed with its process. `start_seconds` are for a new process
    and the state that it takes. `fanout` is the most lanes of one
    `map_lm` or `map_rlm`, `stub` the most characters of a stub. `limits` and `required` are the sandbox's, as
    for any command; `limits.seconds` does not count. `workspace` is whose scratch folder it is.
    """

    evaluation_seconds: float = 20.0
    grace_seconds: float = 10.0
    start_seconds: float = 60.0
    fanout: int = 32
    stub: int = 400
    limits: Limits = field(default_factory=lambda: Limits(processes=16))
    required: tuple[str, ...] = ("files", "network")
    workspace: Path | None = None


@dataclass(frozen=True)
class CheckRecord:
    """A check of the turn. `holds` is None where it was declared and never made."""

    name: str
    holds: bool | None
    declared: bool


@dataclass(frozen=True)
class FinalValue:
    """What FINAL published. `encoded` is the value as canonical JSON, `text` the value for reading, whole.

    `names` are the variables that the expression read, and `status` is the weakest of theirs.
    """

    encoded: bytes
    text: str
    stub: str
    status: str
    names: tuple[str, ...]
    checks: tuple[CheckRecord, ...]
    expression: str


@dataclass(frozen=True)
class BlockError:
    """Why a block ended before its end; `message` is for the model that wrote it.

    `kind` is syntax, error, deadline, memory, killed, final-refused, fanout, contract, leaf or child. After
    `killed`, and a `deadline` that the block did not heed, the state is that of before the block.
    """

    kind: str
    message: str
    line: int = 0


@dataclass(frozen=True)
class BlockResult:
    """How one block ended. `changed` are the names whose values differ; `snapshot` is the state after it."""

    output: str
    error: BlockError | None
    final: FinalValue | None
    warnings: tuple[str, ...]
    changed: tuple[str, ...]
    snapshot: Snapshot


class Kernel:
    """A kernel: a state by name, and the process in which its blocks run.

    The process starts with the first request. Where it is lost, it starts again from the last snapshot. Use it
    in a `with` block, from one thread.
    """

    def __init__(self, settings: KernelSettings, delegate: Delegate) -> None:
        self._settings = settings
        self._delegate = delegate
        self._process: KernelProcess | None = None
        self._manifest: Mapping[str, Any] = EMPTY
        self._blobs: dict[str, bytes] = {}

    def __enter__(self) -> Kernel:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(gently=error is None)

    def close(self, gently: bool = True) -> None:
        """End the process; the next request starts another from the last snapshot."""
        if self._process is not None:
            process, self._process = self._process, None
            process.close(gently)

    @property
    def snapshot(self) -> Snapshot:
        """The state after the last request that ended."""
        return Snapshot(self._manifest, dict(self._blobs))

    def restore(self, manifest: Mapping[str, Any], read_blob: Callable[[str], bytes]) -> None:
        """Take this state; raises SnapshotError where it is another version's or its bytes are gone."""
        check_format(manifest)
        blobs = read_blobs(manifest, read_blob)
        self.close()
        before = self._manifest, self._blobs
        self._manifest, self._blobs = manifest, blobs
        try:
            self._ready()
        except KernelError as error:
            self.close()
            self._manifest, self._blobs = before
            raise SnapshotError(f"the state cannot be restored: {error}") from None

    def load_texts(self, texts: Mapping[str, bytes], missing: Mapping[str, str] | None = None) -> None:
        """Make texts inputs, each as `inputs[name]`; a text alone is the variable `text`, too.

        `missing` are inputs that could not be had, each with the reason: they are `Missing` in `inputs`.
        """
        fields = {"names": list(texts), "missing": dict(missing or {})}
        self._tell(Frame("texts", fields, tuple(texts.values())))

    def load(self, values: Mapping[str, bytes]) -> None:
        """Bind encoded values to names, as inputs; raises KernelError where bytes are no value."""
        self._tell(Frame("load", {"names": list(values)}, tuple(values.values())))

    def declare(self, checks: Sequence[str]) -> None:
        """Begin a turn in which FINAL needs these checks to be made and to hold; earlier ones are forgotten."""
        self._tell(Frame("declare", {"checks": list(checks)}))

    def run(self, source: str, number: int = 1) -> BlockResult:
        """Run one block to its end, its first error or its FINAL; `number` is its number in the turn.

        Raises what the delegate raises, and RefusedError where the sandbox lacks a required confinement.
        """
        before = self._manifest
        try:
            reply = self._converse(Frame("run", {"number": number, "source": source}), "ran")
            return self._result(before, reply)
        except KernelLateError:
            kind, why = "deadline", f"it did not end in {self._settings.evaluation_seconds:g} s and was killed"
        except KernelEndedError as error:
            kind, why = "killed", str(error)
        except BaseException:
            self.close(gently=False)
            raise
        self.close(gently=False)
        message = f"{why}; the variables are those of before this block: do less, or less at once"
        return BlockResult("", BlockError(kind, message), None, (), (), self.snapshot)

    def _result(self, before: Mapping[str, Any], reply: Frame) -> BlockResult:
        fields = reply.fields
        final = fields["final"]
        try:
            error = BlockError(**fields["error"]) if fields["error"] else None
            value = None
            if final and error is None:
                checks = tuple(CheckRecord(**check) for check in final["checks"])
                names = tuple(map(str, final["names"]))
                value = FinalValue(reply.parts[0], **{**final, "checks": checks, "names": names})
            result = BlockResult(
                output=str(fields["output"]),
                error=error,
                final=value,
                warnings=tuple(map(str, fields["warnings"])),
                changed=changed_names(before, self._manifest),
                snapshot=self.snapshot,
            )
        except (KeyError, TypeError, ValueError, IndexError):
            raise KernelEndedError("the block broke the kernel's pipe: a reply of another form") from None
        if fields["stray"]:  # a thread that goes on would change the state behind everybody's back
            self.close(gently=False)
        return result

    # Requests

    def _tell(self, frame: Frame) -> None:
        """Send a request that changes the state; nothing of it has happened where it fails."""
        try:
            self._converse(frame, "done")
        except (KernelLateError, KernelEndedError) as error:
            self.close(gently=False)
            raise KernelError(str(error)) from None
        except KernelError:
            raise
        except BaseException:
            self.close(gently=False)
            raise

    def _ready(self) -> KernelProcess:
        """The process, started and with the last snapshot's state."""
        if self._process is not None and not self._process.is_quiet:
            self.close(gently=False)
        if self._process is None:
            settings = self._settings
            self._process = KernelProcess(settings.limits, settings.required, settings.workspace)
            begin = {"seconds": settings.evaluation_seconds, "fanout": settings.fanout, "stub": settings.stub}
            self._exchange(self._process, Frame("begin", begin), "begun", settings.start_seconds)
            if self._manifest is not EMPTY:
                names = list(self._blobs)
                state = {"manifest": dict(self._manifest), "blobs": names}
                restore = Frame("restore", state, tuple(self._blobs[name] for name in names))
                restored = self._exchange(self._process, restore, "done", settings.start_seconds)
                self._take_state(restored, 0)
        return self._process

    def _converse(self, frame: Frame, kind: str) -> Frame:
        reply = self._exchange(self._ready(), frame, kind)
        if "manifest" in reply.fields:
            self._take_state(reply, 1 if kind == "ran" else 0)
        return reply

    def _exchange(self, process: KernelProcess, frame: Frame, kind: str, seconds: float | None = None) -> Frame:
        """Send a request and answer what the kernel asks, until its reply comes; it has so many seconds."""
        left = seconds or self._settings.evaluation_seconds + self._settings.grace_seconds
        process.send(frame, seconds or self._settings.grace_seconds)
        while True:
            begun = time.monotonic()
            reply = process.receive(left)
            left = max(left - (time.monotonic() - begun), 0.01)
            if reply.kind == kind:
                return reply
            if reply.kind == "failed":
                raise KernelError(str(reply.fields.get("message")))
            if reply.kind == "ask" and kind == "ran":
                process.send(self._leaves(reply), self._settings.grace_seconds)
            elif reply.kind == "delegate" and kind == "ran":
                process.send(self._children(reply), self._settings.grace_seconds)
            else:
                raise KernelEndedError("the block broke the kernel's pipe: a message that nobody asked for")

    def _take_state(self, reply: Frame, skipped: int) -> None:
        """Take the manifest of a reply, with the blobs in its parts, as the last snapshot."""
        manifest = reply.fields["manifest"]
        try:
            check_format(manifest)
            named = set(blobs_named(manifest))
        except SnapshotError as error:
            _broken(str(error))
        blobs = {**self._blobs, **{blob_name(part): part for part in reply.parts[skipped:]}}
        if not named <= blobs.keys():
            _broken("a state whose bytes did not come")
        self._manifest = manifest
        self._blobs = {name: blobs[name] for name in sorted(named)}

    def _leaves(self, frame: Frame) -> Frame:
        fields = frame.fields
        try:
            texts = tuple(part.decode("utf-8", "surrogateescape") for part in frame.parts)
            request = LeafRequest(
                key=str(fields["key"]),
                verb=fields["verb"],
                question=str(fields["question"]),
                texts=texts,
                choices=tuple(map(str, fields["choices"])),
                shape=fields["shape"],
                lanes=tuple(map(int, fields["lanes"])),
                examples=tuple((str(text), str(choice)) for text, choice in fields["examples"]),
            )
        except (KeyError, TypeError, ValueError):
            _broken("a request of another form")
        if len(request.lanes) != len(texts) or len(texts) > self._settings.fanout:
            _broken("a request for other lanes than it has")
        replies = self._delegate.ask(request)
        return Frame("replies", {"lanes": [{**asdict(reply)} for reply in replies]})

    def _children(self, frame: Frame) -> Frame:
        fields = frame.fields
        try:
            parts = iter(frame.parts)
            values = tuple({str(name): next(parts) for name in names} for names in fields["names"])
            request = ChildRequest(
                key=str(fields["key"]),
                verb=fields["verb"],
                assignment=str(fields["assignment"]),
                values=values,
                boundary=str(fields["boundary"]),
                shape=fields["shape"],
                missing=str(fields["missing"]),
                source=str(fields["source"]),
                lanes=tuple(map(int, fields["lanes"])),
                choices=tuple(map(str, fields["choices"])),
            )
        except (KeyError, TypeError, ValueError, RuntimeError, StopIteration):
            _broken("a request of another form")
        if len(request.lanes) != len(values) or len(values) > self._settings.fanout:
            _broken("a request for other lanes than it has")
        replies = self._delegate.delegate(request)
        lanes = [{**asdict(reply), "value": None} for reply in replies]
        return Frame("replies", {"lanes": lanes}, tuple(reply.value for reply in replies))


def _broken(why: str) -> NoReturn:
    raise KernelEndedError(f"the block broke the kernel's pipe: {why}")
