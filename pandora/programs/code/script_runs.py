"""How the scripts that a request is about are run where there are no tests, and what it quotes beside them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path, PurePosixPath

from pandora.programs.code.call_trials import command_lines
from pandora.programs.code.written_asserts import errors_in
from pandora.regular_file import read_regular
from pandora.workspace.file_walk import files_below
from pandora.workspace.operation_context import never
from pandora.workspace.paths import is_test_file

MOST_RUNS = 3
"""The most command lines that are run."""
NEAR = 100
"""Within so many characters of a command line, a request quotes what it prints."""
_QUOTED = re.compile(r"(?<!\w)['\"“„«‹`](?P<text>[^'\"”“»›`\n]{3,80})['\"”“»›`](?!\w)")
_LARGEST = 256 << 10
_TABLES, _MOST_TABLES = (".csv", ".tsv"), 20
_SHELL = frozenset("<>|&;") | {">>", "&&", "||"}
"""Words of a shell's, not of a script's: nothing but a shell runs such a command line."""
_LINE = re.compile(r"[^:=\n]+(?:: | = )[^:=\n]+")
"""A quoted text that is a line which a script prints: a name, and what is said of it."""
_NOT_ALONE = ("argv", "argparse", "input", "today", "now", "time", "random", "getpass", "stdin")
"""Names in a script that is not run without words: it takes some, waits for a person, or differs by the day."""


@dataclass(frozen=True)
class ScriptRun:
    """A command line of a script, and the texts that the request quotes beside it."""

    path: str
    words: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """The command line as people write it."""
        return " ".join(("python", self.path, *self.words))


def script_runs(request: str, files: Iterable[str], workspace: Path) -> list[ScriptRun]:
    """Return how the scripts among the files are run: as the request says, or, where it names them, alone."""
    runs: list[ScriptRun] = []
    scripts = [path for path in files if path.endswith(".py") and not is_test_file(path)]
    scripts = [path for path in scripts if PurePosixPath(path).name in request]
    for path in scripts:
        name, alone = PurePosixPath(path).name, len(scripts) == 1
        commands = [words for words in command_lines(request, path) if not _SHELL.intersection(words)]
        if not commands and _runs_alone(path, workspace):
            commands = [()]
        runs += [
            ScriptRun(path, words, tuple(dict.fromkeys(_quoted_near(request, name, words, workspace, alone))))
            for words in commands
        ]
    return runs[:MOST_RUNS]


def encoded_runs(runs: Iterable[ScriptRun]) -> str:
    """Return command lines as an operation takes them, as JSON; "" where there are none."""
    listed = [asdict(run) for run in runs]
    return json.dumps(listed) if listed else ""


def decoded_runs(text: str) -> list[ScriptRun]:
    """Return the command lines that `encoded_runs` wrote."""
    listed = json.loads(text) if text else []
    return [ScriptRun(run["path"], tuple(run["words"]), tuple(run["quoted"])) for run in listed]


def _quoted_near(
    request: str, name: str, words: tuple[str, ...], workspace: Path, alone: bool
) -> Iterator[str]:
    """The quoted texts of several words, or with a digit, that stand near the script's name.

    Where it is the only script, so are lines such as `Hillock: no readings` from anywhere. Those with an error
    of Python, names of files and of columns of tables are none that it prints.
    """
    headings = _headings(workspace)
    for place in re.finditer(re.escape(name), request):
        near = request[max(0, place.start() - NEAR) : place.end() + NEAR]
        further = [match for match in _QUOTED.finditer(request) if _LINE.fullmatch(match["text"].strip())]
        for match in (*_QUOTED.finditer(near), *(further if alone else ())):
            text = match["text"].strip()
            if name in text or text in words or not (" " in text or re.search(r"\d", text)):
                continue
            if errors_in(text) or (workspace / text).exists() or text.casefold() in headings:
                continue  # an error that nobody wants, or a file or a column that is read
            yield text


def _headings(workspace: Path) -> set[str]:
    """The cells of the first lines of the workspace's tables, in small letters."""
    headings: set[str] = set()
    tables = (path for path in files_below(workspace, never) if path.endswith(_TABLES))
    for path in islice(tables, _MOST_TABLES):
        with suppress(OSError):
            content, _ = read_regular(path, _LARGEST, inside=workspace)
            first = content.decode("utf-8-sig", "replace").partition("\n")[0]
            headings |= {cell.strip(" \"'\r").casefold() for cell in re.split(r"[,;\t|]", first)}
    return headings


def _runs_alone(path: str, workspace: Path) -> bool:
    """True for a script that does something when it is run without further words, and the same each time."""
    try:
        content, whole = read_regular(path, _LARGEST, inside=workspace)
        tree = ast.parse(content) if whole else ast.Module([], [])
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    own = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    named = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    own |= {node.id for node in named if isinstance(node.ctx, ast.Store)}
    names = {node.id for node in named} - own
    optional = _in_choices(tree) | _in_calls_with_defaults(tree)
    names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node not in optional}
    names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    return not names.intersection(_NOT_ALONE) and any(map(_does_something, tree.body))


def _in_choices(tree: ast.Module) -> set[ast.AST]:
    """What stands in `sys.argv[1] if len(sys.argv) > 1 else "a.txt"`: words that the script can do without."""
    return {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.IfExp) and any(_is_argv(one) for one in ast.walk(node.test))
        for inner in ast.walk(node)
    }


def _in_calls_with_defaults(tree: ast.Module) -> set[ast.AST]:
    """What stands in `main(*sys.argv[1:])` of a function that needs no words, as `def main(path="a.csv")`."""
    functions = {node.name: node.args for node in tree.body if isinstance(node, ast.FunctionDef)}
    free = {
        name
        for name, given in functions.items()
        if len(given.defaults) == len((*given.posonlyargs, *given.args)) and None not in given.kw_defaults
    }
    return {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in free
        for argument in node.args
        if isinstance(argument, ast.Starred)
        for inner in ast.walk(argument)
    }


def _is_argv(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "argv"


def _does_something(node: ast.stmt) -> bool:
    if isinstance(node, ast.If):
        return any(isinstance(inner, ast.Name) and inner.id == "__name__" for inner in ast.walk(node.test))
    loop = isinstance(node, ast.For | ast.While | ast.With | ast.Try)
    call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    return call or loop
