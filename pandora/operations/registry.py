"""The built-in operations by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pandora.operations.answer import answer
from pandora.operations.bash import bash
from pandora.operations.fetch import fetch
from pandora.operations.handler import Handler
from pandora.operations.python import python
from pandora.operations.read import read
from pandora.operations.repair import repair
from pandora.operations.script import script
from pandora.operations.search import search, websearch
from pandora.operations.test import run_tests
from pandora.operations.write import write


def _handlers() -> Mapping[str, Handler]:
    return MappingProxyType(
        {
            "read": read,
            "write": write,
            "bash": bash,
            "python": python,
            "fetch": fetch,
            "search": search,
            "websearch": websearch,
            "test": run_tests,
            "answer": answer,
            "repair": repair,
            "script": script,
        }
    )


HANDLERS: Mapping[str, Handler] = _handlers()
