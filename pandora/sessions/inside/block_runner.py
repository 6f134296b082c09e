"""Runs the blocks of a session, statement by statement, in one namespace that lives on between them."""

from __future__ import annotations

import ast
import functools
import json
import keyword
import os
import signal
import sys
import threading
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from typing import Any

from pandora.sessions.inside.block_output import BlockOutput
from pandora.sessions.inside.final_checks import Checks, FinalRefusedError
from pandora.sessions.inside.frames import Frame
from pandora.sessions.inside.given_text import Text
from pandora.sessions.inside.lane_values import Envelope, Failed, Missing
from pandora.sessions.inside.regrounding import UngroundedError, grounds
from pandora.sessions.inside.state_snapshot import AREAS, Snapshots, restore
from pandora.sessions.inside.value_changes import Contents
from pandora.sessions.inside.value_encoding import Definitions, UnstorableError, decode, encode
from pandora.sessions.inside.value_numbers import unfounded
from pandora.sessions.inside.value_statuses import (
    ASSUMED,
    MISSING,
    VERIFIED,
    WEAK,
    Statuses,
    accesses,
    place,
)
from pandora.sessions.inside.value_stubs import page, stub
from pandora.sessions.inside.verbs import VERBS, VerbError, Verbs

_FINAL, _AT = "FINAL", "_at"
_DEFINED = (types.FunctionType, type, functools.partial, functools._lru_cache_wrapper)
_AGAIN = 1.0
"""Seconds after which a block that swallowed its deadline meets it again."""


class _FinalReached(BaseException):
    """Ends a block at its FINAL."""


class _DeadlinePassed(BaseException):
    """Ends a block that ran too long."""


@dataclass
class BlockOutcome:
    """How a block ended. `error` has its kind, message and line; `final` has what FINAL published."""

    output: str = ""
    error: dict[str, Any] | None = None
    final: dict[str, Any] | None = None
    final_value: bytes = b""
    warnings: list[str] = field(default_factory=list)
    stray: bool = False


class BlockRunner:
    """The namespace of a session and what runs in it. `call` sends a request to the engine."""

    def __init__(self, call: Callable[[Frame], Frame], seconds: float, fanout: int, stub_size: int) -> None:
        self._call_engine = call
        self._seconds = seconds
        self._stub_size = stub_size
        self.definitions = Definitions()
        self.statuses = Statuses(AREAS, VERBS)
        self.checks = Checks()
        self._verbs = Verbs(self._call, self.definitions, fanout, self._area)
        self._snapshots = Snapshots(self.definitions, self.statuses, stub_size)
        self._hard: dict[str, Any] = {**self._verbs.functions(), _FINAL: self._final}
        self._soft: dict[str, Any] = {
            "Envelope": Envelope, "Failed": Failed, "Missing": Missing, "Text": Text,
            "assume": self._assume, "check": self._check, "missing": self._missing, "page": page,
            "reground": self._reground,
        }  # fmt: skip
        self.namespace: dict[str, Any] = {"__name__": "__block__", "__builtins__": __builtins__}
        self.namespace.update({**self._soft, **self._hard, **{area: {} for area in AREAS}})
        self._clock_stopped = threading.RLock()
        self._running = False
        self._left = 0.0
        self._status = ""
        self._restoring = False
        self._expressions: list[ast.expr] = []
        self._reached: dict[str, Any] | None = None
        self._reached_value = b""
        self._block = 0
        module = types.ModuleType("__block__")  # dataclasses and the like look their module up
        module.__dict__.update(self.namespace)
        sys.modules["__block__"] = module
        self.namespace = module.__dict__
        signal.signal(signal.SIGALRM, self._on_alarm)

    # State

    def names(self) -> list[str]:
        """The names of the state: what blocks bound, and the areas."""
        given = {**self._soft, **self._hard}
        return [
            name
            for name, value in list(self.namespace.items())
            if not (name.startswith("__") and name.endswith("__"))
            and given.get(name) is not value
            and not (name in VERBS or name == _FINAL)
        ]

    def snapshot(self) -> tuple[dict[str, Any], dict[str, bytes]]:
        """The manifest of the state, and the blobs that the engine lacks."""
        checks = {"declared": self.checks.declared, "held": self.checks.held}
        return self._snapshots.take(self.namespace, self.names(), checks)

    def restore(self, manifest: Mapping[str, Any], blobs: Mapping[str, bytes]) -> None:
        """Become the state of a manifest; raises ValueError where it cannot be read."""
        self._restoring = True
        lost = restore(manifest, blobs, self.namespace, self._define)
        self._restoring = False
        self._snapshots.stored.update(blobs)
        self.statuses.take(manifest["statuses"])
        for where in lost:
            self.statuses.note(where, MISSING)
        checks = manifest["checks"]
        self.checks.take(checks["declared"], checks["held"])

    def _define(self, name: str, source: str) -> None:
        exec(compile(source, f"definition of {name}", "exec", dont_inherit=True), self.namespace)
        self.definitions.add(name, self.namespace[name], source)

    def load_text(self, name: str, data: bytes, alone: bool) -> None:
        """Make a text an input, bound to its name too where that is one of Python's, and to `text` if alone."""
        text = Text(data.decode("utf-8", "surrogateescape"), name)
        self._area("inputs")[name] = text
        self.statuses.note(place("inputs", name), VERIFIED)
        stem = name.rpartition("/")[2].partition(".")[0]
        for bound in {stem, *(["text"] if alone else [])}:
            if bound.isidentifier() and not keyword.iskeyword(bound) and self._is_free(bound):
                self.namespace[bound] = text
                self.statuses.note(bound, VERIFIED)

    def lack_input(self, name: str, why: str) -> None:
        """Note an input that could not be had."""
        self._area("inputs")[name] = Missing(why)
        self.statuses.note(place("inputs", name), MISSING)

    def load(self, name: str, data: bytes) -> None:
        """Bind a value that the engine gives, as an input; raises ValueError where its bytes are no value."""
        value = decode(data, {}, self._no_text)
        self._area("inputs")[name] = value
        self.statuses.note(place("inputs", name), VERIFIED)
        if name.isidentifier() and not keyword.iskeyword(name) and self._is_free(name):
            self.namespace[name] = value
            self.statuses.note(name, VERIFIED)

    def _is_free(self, name: str) -> bool:
        return name not in self._hard and name not in self._soft and name not in AREAS

    @staticmethod
    def _no_text(name: str, blob: str) -> Text:
        raise ValueError(f"the text {name} did not come with the value")

    def _area(self, name: str) -> dict[Any, Any]:
        area = self.namespace.get(name)
        if type(area) is not dict:
            area = self.namespace[name] = {}
        return area

    def value_at(self, where: str) -> Any:
        """The value of a variable or of an entry, written as in a block: `results['x']`; raises KeyError."""
        try:
            node = ast.parse(where, mode="eval").body
            keys = []
            while isinstance(node, ast.Subscript):
                keys.append(ast.literal_eval(node.slice))
                node = node.value
            if not isinstance(node, ast.Name) or node.id not in self.names():
                raise KeyError(where)
            value = self.namespace[node.id]
            for key in reversed(keys):
                value = value[key]
            return value
        except (SyntaxError, ValueError, TypeError, LookupError, RecursionError):
            raise KeyError(where) from None

    # Blocks

    def run(self, number: int, source: str) -> BlockOutcome:
        """Run one block to its end, its first error, its FINAL or its deadline."""
        outcome = BlockOutcome()
        output = BlockOutput()
        self._block, self._reached, self._reached_value = number, None, b""
        self._verbs.begin(number)
        self.namespace.update(self._hard)
        before = set(self.names())
        with redirect_stdout(output), redirect_stderr(output):
            outcome.error = self._run_statements(source)
        outcome.output = output.text()
        outcome.warnings = list(self._verbs.warnings)
        for name in before.difference(self.names()):
            self.statuses.forget(name)
        for name, holds in self.checks.held.items():
            self._area("checks")[name] = holds
            self.statuses.note(place("checks", name), VERIFIED)
        outcome.stray = _left_running()
        if self._reached is not None and outcome.error is None:
            outcome.final, outcome.final_value = self._reached, self._reached_value
        return outcome

    def _run_statements(self, source: str) -> dict[str, Any] | None:
        file = f"block {self._block}"
        try:
            tree = ast.parse(source, file)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None) or 0
            text = f"{_line(source, line)}\n{type(error).__name__}: {getattr(error, 'msg', error)}"
            return {"kind": "syntax", "message": text, "line": line}
        self._expressions = []
        texts = [_source(source, node) for node in tree.body]
        reads = [accesses(node) for node in tree.body]
        statements = [
            ast.fix_missing_locations(_FinalCalls(self._expressions).visit(node)) for node in tree.body
        ]
        try:
            with self._clock():
                for statement, text, access in zip(statements, texts, reads, strict=True):
                    self._status = self.statuses.derived(access.reads)
                    entries = {area: _identities(self.namespace.get(area)) for area in AREAS}
                    held = self._held() if self._status in (WEAK, ASSUMED) else {}
                    contents = Contents({w: v for w, v in held.items() if self.statuses.can_fall(w)})
                    try:
                        self._run_statement(statement, file, statement is statements[-1])
                    finally:
                        self._note(statement, text, access, entries)
                        if held:
                            self._note_unnamed(access, held, contents)
                    if self._reached is not None:
                        return None
        except _FinalReached:
            return None
        except _DeadlinePassed:
            text = f"stopped after {self._seconds:g} s; what ran before is kept: do less, or less at once"
            return {"kind": "deadline", "message": text, "line": 0}
        except BaseException as error:
            return _described(error, source, file)
        return None

    def _run_statement(self, statement: ast.stmt, file: str, last: bool) -> None:
        if last and isinstance(statement, ast.Expr):
            code = compile(ast.Expression(statement.value), file, "eval", dont_inherit=True)
            value = eval(code, self.namespace)
            if value is not None:
                print(stub(value, self._stub_size))
        else:
            exec(compile(ast.Module([statement], []), file, "exec", dont_inherit=True), self.namespace)

    def _note(self, statement: ast.stmt, text: str, access: Any, entries: Mapping[str, Any]) -> None:
        """Note the definitions that a statement made, and how what it made stands."""
        for name in access.binds:
            if name in self.namespace:
                value = self.namespace[name]
                self.statuses.bound(name, value, self._status)
                self._note_definition(name, value, text, access.binds)
        for name in access.changes - access.binds:
            if name in self.namespace and name not in AREAS:
                self.statuses.changed(name, self.namespace[name], self._status)
        for area in AREAS:
            now = self.namespace.get(area)
            if type(now) is dict:
                self.statuses.entries(area, entries[area], now, self._status)

    def _held(self) -> dict[str, Any]:
        """Each variable and each entry of an area, by its place."""
        held = {name: self.namespace[name] for name in self.names() if name not in AREAS}
        for area in AREAS:
            if type(entries := self.namespace.get(area)) is dict:
                held.update({place(area, key): value for key, value in entries.items()})
        return held

    def _note_unnamed(self, access: Any, held: Mapping[str, Any], contents: Contents) -> None:
        """Note what a weak or assumed statement set and changed without naming it, as by a function."""
        now = self._held()
        for where, value in now.items():
            if where.isidentifier() and where not in access.binds and held.get(where, self) is not value:
                self.statuses.bound(where, value, self._status)
        for where in contents.changed(now):
            if held[where] is now[where]:  # what is another value now was noted as it was set
                self.statuses.changed(where, now[where], self._status)

    def _note_definition(self, name: str, value: object, text: str, binds: frozenset[str]) -> None:
        """Note the source of a statement that bound one name to a function or class of the blocks' own."""
        if len(binds) != 1 or not text or not isinstance(value, _DEFINED):
            return
        closed = isinstance(value, types.FunctionType) and value.__closure__
        if not closed and (
            getattr(value, "__module__", None) == "__block__" or type(value) is functools.partial
        ):
            self.definitions.add(name, value, text)

    # The clock

    @contextmanager
    def _clock(self) -> Iterator[None]:
        self._running, self._left = True, self._seconds
        signal.setitimer(signal.ITIMER_REAL, self._seconds, _AGAIN)
        try:
            yield
        finally:
            self._running = False
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _on_alarm(self, number: int, frame: Any) -> None:
        if self._running:
            raise _DeadlinePassed

    def _call(self, request: Frame) -> Frame:
        """Send a request to the engine; the block's clock stands still meanwhile."""
        if self._restoring:
            raise VerbError("a definition asks no model when it is defined again")
        with self._clock_stopped:
            left = signal.setitimer(signal.ITIMER_REAL, 0)[0]
            try:
                return self._call_engine(request)
            finally:
                signal.setitimer(signal.ITIMER_REAL, max(left, 0.01), _AGAIN)

    # What blocks call

    def _final(self, *values: Any, **named: Any) -> None:
        at = named.pop(_AT, None)
        if len(values) != 1 or named:
            raise FinalRefusedError("FINAL takes one value: FINAL(name)")
        value, expression = values[0], self._expressions[at] if at is not None else None
        value = value.value if isinstance(value, Envelope) else value
        self.checks.require()
        if expression is not None:
            names = self.names()
            invented = unfounded(expression, value, {name: self.namespace[name] for name in names})
            if invented:
                raise FinalRefusedError(
                    f"{', '.join(invented[:5])} stands in no variable: build the value from the variables, "
                    "not from numbers written in the FINAL"
                )
        try:
            encoded = encode(value, self.definitions, alone=True)
        except UnstorableError as error:
            raise FinalRefusedError(f"the value cannot be stored: {error}") from None
        reads = accesses(expression).reads if expression is not None else frozenset[str]()
        status = self.statuses.shown(reads)
        if isinstance(value, Failed | Missing):
            status = "failed" if isinstance(value, Failed) else MISSING
        known = set(self.names())
        self._reached = {
            "text": value if isinstance(value, str) else _pretty(value),
            "stub": stub(value, self._stub_size),
            "status": status,
            "names": sorted(name for name in {read.partition("[")[0] for read in reads} if name in known),
            "checks": self.checks.records(),
            "expression": ast.unparse(expression) if expression is not None else "",
        }
        self._reached_value = encoded
        raise _FinalReached

    def _check(self, name: str, condition: Any) -> bool:
        """Make the check `name`: it holds where `condition` is true; a function is called, at FINAL too."""
        return self.checks.make(str(name), condition)

    def _assume(self, name: str, value: Any, why: str = "") -> Any:
        """Bind `name` to a value that nothing proves, and note why it is taken for true."""
        self._bindable(name)
        self.namespace[name] = value
        self._area("assumptions")[name] = str(why)
        self.statuses.note(name, ASSUMED)
        return value

    def _missing(self, name: str, why: str = "") -> Missing:
        """Bind `name` to what stands for a missing value, and note it among the failures."""
        self._bindable(name)
        value = Missing(str(why))
        self.namespace[name] = value
        self._area("failures")[name] = value
        self.statuses.note(name, MISSING)
        return value

    def _bindable(self, name: object) -> None:
        if not (isinstance(name, str) and name.isidentifier() and self._is_free(name)):
            raise ValueError("the first argument is the name of a variable, as a text")

    def _reground(self, claim: Any, source: Any, quote: str = "") -> bool:
        """Verify a weak value: find it, or the quote that has it, word for word in a given text.

        `claim` is the name of a variable or an entry, as a text, or a text itself. Returns whether it stands
        there; where it does, the value is verified and `evidence` says where.
        """
        if isinstance(source, str) and type(source) is not Text:
            given = self._area("inputs").get(source)
            if type(given) is not Text:
                raise UngroundedError("the source is a text that was given: inputs[name], or its name")
            source = given
        if type(source) is not Text or not any(source == text for text in self._area("inputs").values()):
            raise UngroundedError("the source is a text that was given: inputs[name], or its name")
        where, value = "", claim
        if isinstance(claim, str):
            try:
                value, where = self.value_at(claim), ast.unparse(ast.parse(claim, mode="eval"))
            except KeyError:
                value = claim
        evidence = grounds(value, source, quote)
        if evidence is None:
            return False
        self._area("evidence")[where or str(claim)[:200]] = evidence
        self.statuses.note(place("evidence", where or str(claim)[:200]), VERIFIED)
        if where and self.statuses.of(where) in (WEAK, ASSUMED):
            self.statuses.note(where, VERIFIED)
        return True


class _FinalCalls(ast.NodeTransformer):
    """Gives every call of FINAL the number of its expression."""

    def __init__(self, expressions: list[ast.expr]) -> None:
        self._expressions = expressions

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == _FINAL and len(node.args) == 1:
            node.keywords.append(ast.keyword(_AT, ast.Constant(len(self._expressions))))
            self._expressions.append(node.args[0])
        return node


def _identities(area: Any) -> dict[Any, int]:
    return {key: id(value) for key, value in area.items()} if type(area) is dict else {}


def _is_imported(value: object) -> bool:
    code = isinstance(value, types.FunctionType | types.BuiltinFunctionType | type)
    return code and getattr(value, "__module__", None) != "__block__"


def _left_running() -> bool:
    """Whether the block left threads or processes behind."""
    if threading.active_count() > 1:
        return True
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    except OSError:
        return True
    return True


def _source(source: str, node: ast.stmt) -> str:
    """The lines of a statement, those of its decorators included."""
    first = min([node.lineno, *(inner.lineno for inner in getattr(node, "decorator_list", ()))])
    whole = "\n".join(source.splitlines()[first - 1 : node.end_lineno])
    try:
        return whole if len(ast.parse(whole).body) == 1 else ast.get_source_segment(source, node) or ""
    except SyntaxError:
        return ""


def _line(source: str, number: int) -> str:
    lines = source.splitlines()
    text = lines[number - 1].strip() if 0 < number <= len(lines) else ""
    return f"line {number}: {text[:200]}".rstrip()


def _described(error: BaseException, source: str, file: str) -> dict[str, Any]:
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    try:
        message = str(error)[:1000] or "(no message)"
    except Exception:
        message = "(no message)"
    kind = "error"
    if isinstance(error, FinalRefusedError):
        kind = "final-refused"
    elif isinstance(error, MemoryError):
        kind, message = "memory", "there is not so much memory: work on a part at a time"
    elif isinstance(error, VerbError):
        kind = error.kind
    elif isinstance(error, SystemExit):
        message = "a block does not exit: FINAL(value) ends a turn"
    name = type(error).__name__
    return {"kind": kind, "message": f"{_line(source, line)}\n{name}: {message}", "line": line}


def _pretty(value: Any) -> str:
    """A value as a person reads it: words for what is missing, JSON for plain data, else Python."""
    if isinstance(value, Missing):
        return f"missing: {value.why}"
    if isinstance(value, Failed):
        return f"failed: {value.error}"
    try:
        return json.dumps(value, ensure_ascii=False, indent=None if _is_small(value) else 1)
    except (TypeError, ValueError, RecursionError):
        return stub(value, 20_000)


def _is_small(value: Any) -> bool:
    return not isinstance(value, list | dict) or len(value) <= 8
