"""The stub of a new module: the heads that a request gives, with its words and examples as the docstring.

A coder model has read far more documented functions than requests for one. Of 39 new modules and scripts of
the task suites the default model wrote nine right where it was asked for them, ten where it went on with such a
stub, and fourteen in one way or the other (greedy, one try each).
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from pandora.programs.code.code_examples import Example

_PARAMETER = r"\s*[^\W\d]\w*\s*(?:=[^,()]+)?"
_HEAD = re.compile(rf"(?<![\w.])([^\W\d]\w*)\(({_PARAMETER}(?:,{_PARAMETER})*)\)")
_VALUES = {"True", "False", "None"}
_WIDTH, _INDENT = 100, "    "
_CALLED_WITH_WORDS = "import sys\n"


@dataclass(frozen=True)
class Stub:
    """How a module begins: `text` with its docstrings, and the same `head` without them."""

    text: str
    head: str

    def without_description(self, source: str) -> str:
        """The module that begins with this stub without the docstrings, and without a run of their examples."""
        if not source.startswith(self.text):
            return source
        rest = source.removeprefix(self.text)
        return _without_doctest(self.head + (rest if self.head else rest.lstrip("\n")))


def described_stub(request: str, examples: Sequence[Example]) -> Stub:
    """Return the stub of the module that a request asks for.

    One function stands with the request as its docstring and its examples below; of several the first one,
    below the request. A script has the request alone, and the import of its words.
    """
    heads = heads_in(request)
    if not heads:
        return Stub(f"{_docstring(request, ())}\n{_CALLED_WITH_WORDS}", _CALLED_WITH_WORDS)
    name = next(iter(heads))
    head = f"def {name}({heads[name]}):\n"
    shown = _doctests([one for one in examples if one.function in ("", name)], name)
    if len(heads) == 1:
        return Stub(head + _indented(_docstring(request, shown)), head)
    own = _indented(_docstring("", shown)) if shown else ""
    return Stub(f"{_docstring(request, ())}\n\n{head}{own}", head)


def heads_in(request: str) -> dict[str, str]:
    """Return the parameters that a request gives each function, as it writes them: `start, end, pause=0`.

    A call with values, as `worked("08:00", "16:30")`, is none.
    """
    heads: dict[str, str] = {}
    for match in _HEAD.finditer(request):
        names = {part.partition("=")[0].strip() for part in match[2].split(",")}
        head = f"def {match[1]}({match[2].strip()}): pass"
        if not names & _VALUES and _parses(head):
            heads.setdefault(match[1], match[2].strip())
    return heads


def _docstring(request: str, shown: Sequence[str]) -> str:
    paragraphs = [textwrap.fill(line, _WIDTH) for line in request.strip().splitlines()]
    text = "\n".join([*paragraphs, *([""] if paragraphs and shown else []), *shown]).replace('"""', "'''")
    raw = "r" if "\\" in text else ""
    return f'{raw}"""{text}\n"""\n'


def _doctests(examples: Sequence[Example], name: str) -> list[str]:
    """The examples as an interpreter shows them; one that ends in an error is told in the request alone."""
    shown = []
    for example in examples:
        try:
            value = repr(ast.literal_eval(example.value))
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        shown += [f">>> {example.function or name}({example.arguments})", value]
    return shown


def _indented(docstring: str) -> str:
    return textwrap.indent(docstring, _INDENT)


def _without_doctest(source: str) -> str:
    """A module without the last statement that runs the examples of its docstrings, which are gone."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source
    last = body[-1] if len(body) > 1 else None
    if not isinstance(last, ast.If) or "doctest" not in ast.unparse(last):
        return source
    return "\n".join(source.splitlines()[: last.lineno - 1]).rstrip("\n") + "\n"


def _parses(source: str) -> bool:
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
