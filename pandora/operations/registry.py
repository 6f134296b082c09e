"""The built-in operations: each with its handler and with what it can do, which is asked nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, Protocol

from pandora.errors import RefusedError
from pandora.operations.answer import answer
from pandora.operations.bash import bash
from pandora.operations.fetch import fetch
from pandora.operations.lookup_results import LookupResult, documents_in_text, page_in_text
from pandora.operations.python import python
from pandora.operations.read import read
from pandora.operations.repair import repair
from pandora.operations.script import script
from pandora.operations.search import search, websearch
from pandora.operations.test import run_tests
from pandora.operations.write import write
from pandora.programs.help import Role
from pandora.web.address import parse_target
from pandora.workspace.operation_context import OperationContext, Result

Part = Literal["path", "test", "one test", "url", "engine", "text"]
"""A part of a task that code can put into an argument: the path that the task names, the test file that it
names, the one test file of the task (where there is just one), the address that it names, the search engine
of the settings, or its whole text."""
PARTS: Mapping[str, Part] = MappingProxyType({"path": "path", "url": "url", "engine": "engine"})
"""The parts that arguments of these names are filled with; any other argument gets the task's text."""


class Handler(Protocol):
    """Carries an operation's filled arguments out; never raises for what a command did wrong."""

    def __call__(self, arguments: Mapping[str, str], context: OperationContext) -> Result:
        """Do the action and return what came of it; raises RefusedError for what the workspace forbids."""


@dataclass(frozen=True)
class Operation:
    """A handler and its capabilities; a pattern of the level `operation` names one with `handler:`.

    `parts`: the part of the task that code puts into each argument. `one test` is always put in by code,
    the others where the pattern's DO is done by code.
    `roles`: the arguments that hold a program, a command, the answer itself, or the path that it writes.
    `addresses`: the arguments that hold the addresses it would reach.
    `looks_up`: its result is material for later steps, and is not judged as the answer to the request.
    `lookup_from_text`: reads what it found out of its text, where the document has only the text and no value.
    `keeps_values`: it gets the JSON values that earlier programs of the run kept, and may keep more.
    `once_only`: it is never begun twice without a person's word, unless its pattern says `repeat: true`.
    `tested`: its result is what tests said, so that a try that passes more of them is nearer.
    `grown`: it runs the script that stands in the pattern's own file, whose front matter says what it does.
    """

    name: str
    handler: Handler
    parts: Mapping[str, Part] = field(default_factory=lambda: PARTS)
    roles: Mapping[str, Role] = field(default_factory=dict)
    addresses: tuple[str, ...] = ()
    looks_up: bool = False
    lookup_from_text: Callable[[str], LookupResult] | None = None
    keeps_values: bool = False
    once_only: bool = False
    tested: bool = False
    grown: bool = False

    def hosts(self, arguments: Mapping[str, str]) -> tuple[str, ...]:
        """The hosts that it would reach, as policy names them, with a port that is unusual.

        What is no address that can be read stands for itself, so that a person is asked about it. Where its
        arguments name no host, the operation's own name stands for all that it may reach.
        """
        asked = self.addresses or tuple(arguments)
        words = " ".join(arguments.get(name, "") for name in asked).split()
        return tuple(dict.fromkeys(_host(word) for word in words if "://" in word)) or (self.name,)


def _host(url: str) -> str:
    """The host as `fetch` names it, so that what a person allows is what is reached."""
    try:
        return parse_target(url).site
    except RefusedError:
        return url


OPERATIONS: Mapping[str, Operation] = MappingProxyType(
    {
        operation.name: operation
        for operation in (
            Operation("read", read, looks_up=True),
            Operation("write", write, roles={"path": "path"}),
            Operation("bash", bash, roles={"command": "command"}, once_only=True),
            Operation("python", python, roles={"code": "program"}, keeps_values=True),
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
            Operation("test", run_tests, parts={**PARTS, "path": "test"}, tested=True),
            Operation("answer", answer, roles={"text": "answer"}),
            Operation(
                "repair",
                repair,
                parts={**PARTS, "tests": "one test"},
                roles={"code": "program", "path": "path"},
                tested=True,
            ),
            Operation("script", script, grown=True),
        )
    }
)


def with_handlers(operations: Mapping[str, Operation], **handlers: Handler) -> dict[str, Operation]:
    """The operations with other handlers for those that are named, their capabilities as they were.

    A name that is not among them is an operation without any capability.
    """
    plain = {name: Operation(name, handler) for name, handler in handlers.items() if name not in operations}
    available = {name: operation for name, operation in operations.items() if name in handlers}
    return {
        **operations,
        **{name: replace(operation, handler=handlers[name]) for name, operation in available.items()},
        **plain,
    }
