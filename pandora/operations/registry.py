"""The built-in operations: the handler and the capabilities of each, which are declared only here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, Protocol

from pandora.errors import RefusedError
from pandora.operations.answer import ASKED, answer
from pandora.operations.bash import bash
from pandora.operations.experiment_runs import run_copies
from pandora.operations.fetch import fetch
from pandora.operations.fields import COLUMNS, PATH, REQUEST, TRIES, fields
from pandora.operations.lookup_results import LookupResult, documents_in_text, page_in_text
from pandora.operations.python import python
from pandora.operations.read import read
from pandora.operations.rename import rename
from pandora.operations.repair import found_by_search, repair
from pandora.operations.rows import rows
from pandora.operations.script import script
from pandora.operations.search import search, websearch
from pandora.operations.set_values import set_values
from pandora.operations.tabulate import FILES, MAKES, READINGS, tabulate
from pandora.operations.test import run_tests
from pandora.operations.write import write
from pandora.programs.help import Role
from pandora.programs.metamorphic.experiment_subject import Copy
from pandora.programs.printed_values import Run
from pandora.web.address import parse_target
from pandora.workspace.operation_context import OperationContext, Result

Part = (
    Literal["path", "test", "one test", "examples", "calls", "request", "url", "engine", "text"]
    | Literal["request alone", "one file", "files", "makes", "step", "readings", "tries", "asked", "runs"]
)
"""A part of a task that code can put into an argument.

`path`, `test` and `url` are the path, the test file and the address that the task names. `one test` is the
task's test file if there is just one, `examples` the request, if it gives examples of a function, `calls` the
trial of a new module, `request` the words by which its result is judged, `request alone` these
without what earlier steps gave, `engine` the search engine from the
settings, `text` its whole text. `one file` is the task's file if there is just one, `files` and `makes` are its
files and those to be made, one a line, `step` is its text, `readings` what earlier steps gave and `tries` the
arguments of earlier tries and how many tries are left, both as JSON. `asked` are the parts of a request that
asks for several things, one a line, and `runs` how its scripts are run where there are no tests."""
ALWAYS: frozenset[Part] = frozenset(
    (
        "one test",
        "examples",
        "calls",
        "request",
        "request alone",
        "one file",
        "files",
        "makes",
        "step",
        "readings",
        "tries",
        "asked",
        "runs",
    )
)
"""The parts that code puts into the arguments whoever does the pattern's DO."""
PARTS: Mapping[str, Part] = MappingProxyType({"path": "path", "url": "url", "engine": "engine"})
"""Argument name → the part that fills it; an argument of any other name gets the task's whole text."""


class Handler(Protocol):
    """The function that carries out an operation; a command that fails is a failed result, not an exception."""

    def __call__(self, arguments: Mapping[str, str], context: OperationContext) -> Result:
        """Do the action and return its result; raises RefusedError for what the workspace forbids."""


Rerun = Callable[[Mapping[str, str], OperationContext, Result, Sequence[Copy], float], list[Run | None]]
"""Runs an operation that gave a result again on copies, for so many seconds; see `run_copies`."""


First = Callable[[Mapping[str, str], OperationContext], Mapping[str, str] | None]
"""Looks by code for the arguments of a first try, from the parts of the task that the operation takes."""


@dataclass(frozen=True)
class Operation:
    """A handler and its capabilities; a pattern of level `operation` names an operation with `handler:`.

    `parts`: which part of the task code puts into each argument. Code always fills in `one test`,
    `examples`, `calls` and `request`; it fills in the others if code does the pattern's DO.
    `roles`: which arguments are a program, a command, the answer itself, the path that is written, and so on.
    `addresses`: the arguments that contain the addresses it would reach.
    `looks_up`: its result is material for later steps, and is not judged as the answer to the request.
    `cites`: what `held` of its result lists are quotes, which §4 has a line each.
    `lookup_from_text`: parses what was found from the result's text, if the document has no stored value.
    `keeps_values`: it gets the JSON values that earlier programs of the run kept, and may keep more.
    `once_only`: it is not started twice without a person's approval, unless its pattern says `repeat: true`.
    `tested`: its result is the output of tests, so an attempt that passes more tests counts as better.
    `runs_commands`: it runs a shell command, which policy decides about whatever the pattern says of effects.
    `rerun`: runs its program again on altered copies of the files that it read.
    `spreads`: its changes in further files follow from the one that is asked for, as those of a name do.
    `first`: returns the arguments of a first try that needs no model, or None where code finds none.
    `grown`: it runs the script in the pattern's own file, whose front matter declares its effects.
    """

    name: str
    handler: Handler
    parts: Mapping[str, Part] = field(default_factory=lambda: PARTS)
    roles: Mapping[str, Role] = field(default_factory=dict)
    addresses: tuple[str, ...] = ()
    looks_up: bool = False
    cites: bool = False
    lookup_from_text: Callable[[str], LookupResult] | None = None
    keeps_values: bool = False
    once_only: bool = False
    tested: bool = False
    runs_commands: bool = False
    rerun: Rerun | None = None
    spreads: bool = False
    grown: bool = False
    first: First | None = None

    def hosts(self, arguments: Mapping[str, str]) -> tuple[str, ...]:
        """Return the hosts that it would reach, as policy names them, with the port if it is unusual.

        An address that cannot be parsed is returned unchanged, so that a person is asked about it. If the
        arguments name no host, the operation's own name is returned for all that it may reach.
        """
        asked = self.addresses or tuple(arguments)
        words = " ".join(arguments.get(name, "") for name in asked).split()
        return tuple(dict.fromkeys(_host(word) for word in words if "://" in word)) or (self.name,)


def _host(url: str) -> str:
    """Return the host of a URL as `fetch` names it, so that the host a person allows is the host reached."""
    try:
        return parse_target(url).site
    except RefusedError:
        return url


OPERATIONS: Mapping[str, Operation] = MappingProxyType(
    {
        operation.name: operation
        for operation in (
            Operation("read", read, looks_up=True),
            Operation(
                "write",
                write,
                parts={**PARTS, "examples": "examples", "calls": "calls"},
                roles={
                    **{"path": "path", "content": "content"},
                    **{"language": "language", "written by": "author"},
                },
            ),
            Operation(
                "set", set_values, parts={**PARTS, "request": "request", TRIES: "tries"}, roles={"path": "path"}
            ),
            Operation(
                "rename",
                rename,
                parts={**PARTS, "request": "request", "makes": "makes"},
                roles={"path": "path"},
                spreads=True,
            ),
            Operation("bash", bash, roles={"command": "command"}, once_only=True, runs_commands=True),
            Operation("python", python, roles={"code": "program"}, keeps_values=True, rerun=run_copies),
            Operation(
                "fetch", fetch, addresses=("url",), looks_up=True, lookup_from_text=page_in_text, once_only=True
            ),
            Operation("search", search, looks_up=True, lookup_from_text=documents_in_text),
            Operation(
                "websearch",
                websearch,
                addresses=("engine",),
                looks_up=True,
                lookup_from_text=page_in_text,
                once_only=True,
            ),
            Operation(
                "test",
                run_tests,
                parts={
                    **PARTS,
                    **{"path": "test", "runs": "runs", "request": "request alone", "files": "files"},
                },
                tested=True,
            ),
            Operation(
                "answer",
                answer,
                parts={**PARTS, ASKED: "asked"},
                roles={"text": "answer", "language": "language", "written by": "author"},
            ),
            Operation(
                "repair",
                repair,
                parts={
                    **PARTS,
                    **{"tests": "one test", "runs": "runs", "request": "request alone", "files": "files"},
                },
                roles={"code": "program", "path": "path"},
                tested=True,
                first=found_by_search,
            ),
            Operation(
                "fields",
                fields,
                parts={PATH: "one file", COLUMNS: "step", REQUEST: "request", TRIES: "tries"},
                looks_up=True,
                cites=True,
            ),
            Operation(
                "rows",
                rows,
                parts={FILES: "files", COLUMNS: "step", REQUEST: "request"},
                looks_up=True,
            ),
            Operation(
                "tabulate",
                tabulate,
                parts={
                    COLUMNS: "step",
                    REQUEST: "request alone",
                    FILES: "files",
                    MAKES: "makes",
                    READINGS: "readings",
                },
                cites=True,
            ),
            Operation("script", script, grown=True),
        )
    }
)


def with_handlers(operations: Mapping[str, Operation], **handlers: Handler) -> dict[str, Operation]:
    """Return the operations with the named handlers replaced; their capabilities stay the same.

    A name that is not in `operations` becomes a new operation without any capability.
    """
    plain = {name: Operation(name, handler) for name, handler in handlers.items() if name not in operations}
    available = {name: operation for name, operation in operations.items() if name in handlers}
    return {
        **operations,
        **{name: replace(operation, handler=handlers[name]) for name, operation in available.items()},
        **plain,
    }
