"""The operation `rename`: give a Python name or module another name wherever it is used."""

from __future__ import annotations

import ast
import builtins
import codecs
import hashlib
import io
import keyword
import os
import pathlib
import re
import sys
import tokenize
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

from pandora.errors import RefusedError
from pandora.operations.staged_command import execute
from pandora.operations.test import passed_count, run_tests_with
from pandora.programs.code.definitions import LARGEST, MODULE, bound_names, definitions
from pandora.regular_file import read_regular
from pandora.workspace.change import Change
from pandora.workspace.named_files import named_paths
from pandora.workspace.operation_context import OperationContext, Result
from pandora.workspace.paths import is_hidden, is_test_file, printable_path, resolve

_KNOWN = frozenset(
    name
    for kind in (*vars(builtins).values(), io.TextIOWrapper, pathlib.Path, re.Pattern, re.Match)
    if isinstance(kind, type)
    for name in dir(kind)
)
"""The members of common classes of Python's own."""
_IDENTIFIER = re.compile(r"\w*[^\W_]_\w+|_\w+|[a-z]\w*[A-Z]\w*|[A-Z]\w*")
"""A name that is told from the words of a sentence: it has an underscore or a capital."""
_TEXTS = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
_BLANK = {tokenize.COMMENT, tokenize.NL}


class _CannotRename(ValueError):
    """Says in one line why, and what to do."""


def rename(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Return the changes that give `old`, which the file `path` defines, the name `new` in all Python files.

    `old` is a name, a class's member as `Class.member`, or `(module)`, whose file is then moved; so it is where
    `makes` has a path for it, too. Where `path` only uses the name, it is the one file that defines it. Text
    files that `request` names get the new name for each whole word that is the old one. The result is a failure
    where the new name is taken already, where a changed file is no Python any more, and where tests that passed
    before fail. Raises RefusedError for a path that may not be written.
    """
    given, old, new = (arguments.get(name, "").strip() for name in ("path", "old", "new"))
    real = resolve(given, context.workspace, context.protected, write=True)
    path = real.relative_to(context.workspace.resolve()).as_posix()
    if only := _defining_file(path, old, context):
        resolve(only, context.workspace, context.protected, write=True)
        path = only
    try:
        return _renamed(path, old, new.strip("`'\""), arguments, context)
    except _CannotRename as reason:
        return Result(False, f"{printable_path(path)}: {reason}", 1)


def _renamed(path: str, old: str, new: str, arguments: Mapping[str, str], context: OperationContext) -> Result:
    request = arguments.get("request", "")
    offset, member = _place(path, old, context)
    new = new.removesuffix(".py") if old == MODULE else new.rpartition(".")[2]
    package = path.endswith("__init__.py")
    word = (Path(path).parent.name if package else Path(path).stem) if old == MODULE else old.rpartition(".")[2]
    if not new.isidentifier() or keyword.iskeyword(new):
        raise _CannotRename(f"{new!r} is no name in Python; write letters, digits and _")
    if new == word:
        raise _CannotRename(f"{word} has this name already; write the new one")
    if old == MODULE:
        _refuse_overwriting((context.workspace / path).parents[1 if package else 0] / new)
    library = _library()
    script = Path(__file__).with_name("rename_script.py")
    unsure = "all" if member and word not in _KNOWN and _defined_once(word, context) else "sure"
    module = _new_module(path, old, arguments.get("makes", ""), request, context)
    command = (
        sys.executable,
        "-I",
        "-B",
        "-X",
        "utf8",
        str(script),
        path,
        str(offset),
        new,
        unsure,
        module or "-",
    )
    staged = execute((*command, str(library)), context, readable=(script, library))
    completed = staged.completed
    if not staged.ok:
        reason = staged.note or next(iter(reversed(staged.stderr.splitlines())), "")
        raise _CannotRename(f"{old} was not renamed: {reason or f'exit {completed.code}'}")
    if not staged.changes:
        raise _CannotRename(f"{old} was not found; choose a name that the file defines")
    _refuse_taken(new, member, old == MODULE, staged.changes, context)
    in_words = tuple(_with_words(change, word, new) for change in staged.changes)
    changes = (*in_words, *_mentions(word, new, request, staged.changes, context))
    if problem := _regression(changes, context):
        return Result(False, f"with {new} for {old}, tests fail that passed:\n{problem}", 1)
    files = ", ".join(change.path for change in changes if change.content is not None)
    note = f"lines that use this {word}: {', '.join(staged.stdout.split())}" if staged.stdout else ""
    return Result(
        True, f"{word} is {new} now, in {files}", changes=changes, note=note, confined=completed.confined
    )


def _new_module(path: str, old: str, makes: str, request: str, context: OperationContext) -> str:
    """The new name of the module in which a name is renamed, where the request gives that too; else "".

    It names the file and one that is not there, in the same folder: `lib/reader.py` and `lib/member.py`.
    """
    new = [name for name in makes.splitlines() if name.endswith(".py")]
    if old == MODULE or len(new) != 1 or path not in request or Path(new[0]).parent != Path(path).parent:
        return ""
    _refuse_overwriting((context.workspace / path).parent / Path(new[0]).stem)
    return Path(new[0]).stem


def _with_words(change: Change, word: str, new: str) -> Change:
    """The change with the new name in comments and docstrings, too, and a class's in what its `repr` gives.

    Of comments only where the old name is told from other words: it has an underscore or a capital.
    """
    if change.content is None or not change.path.endswith(".py"):
        return change
    try:
        source = change.content.decode("utf-8")
        tokens = list(tokenize.generate_tokens(io.StringIO(source, newline="").readline))
        in_repr = _lines_of_repr(source, new)
    except (ValueError, SyntaxError, tokenize.TokenError):
        return change
    form = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    starts = [0, *accumulate(map(len, io.StringIO(source, newline="").readlines()))]
    for place, token in reversed(list(enumerate(tokens))):
        text = token.type in _TEXTS
        prose = token.type == tokenize.COMMENT or (text and _stands_alone(tokens, place))
        if (text and token.start[0] in in_repr) or (prose and _IDENTIFIER.fullmatch(word)):
            first, last = (starts[line - 1] + column for line, column in (token.start, token.end))
            source = source[:first] + form.sub(new, source[first:last]) + source[last:]
    return replace(change, content=source.encode("utf-8"))


def _lines_of_repr(source: str, name: str) -> set[int]:
    """The lines of the methods of a class that say what it is called."""
    methods = (
        method
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef) and node.name == name
        for method in node.body
        if isinstance(method, ast.FunctionDef) and method.name in ("__repr__", "__str__")
    )
    return {line for method in methods for line in range(method.lineno, (method.end_lineno or 0) + 1)}


def _stands_alone(tokens: Sequence[tokenize.TokenInfo], place: int) -> bool:
    """True for a text that is a statement by itself, as a docstring is."""
    before = next((token.type for token in reversed(tokens[:place]) if token.type not in _BLANK), None)
    behind = next((token.type for token in tokens[place + 1 :] if token.type not in _BLANK), None)
    begins = before in (None, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)
    return begins and behind in (None, tokenize.NEWLINE, tokenize.ENDMARKER)


def _place(path: str, old: str, context: OperationContext) -> tuple[int, bool]:
    """Return the offset at which `old` is defined, -1 for the module, and whether it is a class's member."""
    if not path.endswith(".py"):
        raise _CannotRename("only names in Python files are renamed; choose a .py file")
    try:
        data, whole = read_regular(path, LARGEST, inside=context.workspace)
    except OSError as error:
        raise _CannotRename(f"not read: {error.strerror}") from None
    if not whole:
        raise _CannotRename("it is too large to be renamed in")
    if old == MODULE:
        return -1, False
    # rope counts in a text whose lines end with \n alone, with the byte order mark.
    mark = data.startswith(codecs.BOM_UTF8)
    source = data.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    places = {definition.name: definition.offset for definition in definitions(source)}
    if old not in places:
        raise _CannotRename(f"it defines no {old!r}; choose a name that it defines")
    return places[old] + mark, "." in old


def _defining_file(path: str, old: str, context: OperationContext) -> str:
    """The one file of the workspace that defines `old`, where the file `path` does not; else ""."""
    used = path.endswith(".py") and _text(path, context)
    if old == MODULE or not used or _defines(path, old, context):
        return ""
    others = [other for other in _python_files(context) if _defines(other, old, context)]
    return others[0] if len(others) == 1 else ""


def _defines(path: str, name: str, context: OperationContext) -> bool:
    return any(definition.name == name for definition in definitions(_text(path, context)))


def _refuse_overwriting(target: Path) -> None:
    """Raise if a module or a folder of this name is there; rope would write over it."""
    for path in (target, target.with_name(f"{target.name}.py")):
        if os.path.lexists(path):
            raise _CannotRename(f"{path.name} is there already; choose another name")


def _library() -> Path:
    import rope

    return Path(str(rope.__file__)).parent.parent


def _python_files(context: OperationContext) -> list[str]:
    paths, _ = named_paths("**/*.py *.py", context.workspace)
    return [path for path in paths if not is_hidden(path, context.workspace, context.hides)]


def _text(path: str, context: OperationContext) -> str:
    try:
        data, whole = read_regular(path, LARGEST, inside=context.workspace)
    except OSError:
        return ""
    return data.decode("utf-8", "replace") if whole else ""


def _defined_once(word: str, context: OperationContext) -> bool:
    """Return whether just one class of the workspace has a member of this name."""
    count = 0
    for path in _python_files(context):
        names = {definition.name for definition in definitions(_text(path, context))}
        count += sum(name.rpartition(".")[2] == word for name in names)
    return count == 1


def _refuse_taken(
    new: str, member: bool, module: bool, changes: Sequence[Change], context: OperationContext
) -> None:
    """Raise if a changed file is no Python any more, or had something of the new name before."""
    for change in changes:
        if change.content is not None and change.path.endswith(".py"):
            try:
                ast.parse(change.content)
            except (SyntaxError, ValueError) as error:
                raise _CannotRename(f"{change.path} would be no Python any more: {error}") from None
        if module or not change.before:
            continue
        try:
            names = bound_names(_text(change.path, context))
        except (SyntaxError, ValueError):
            continue
        if (f".{new}" if member else new) in names:
            raise _CannotRename(f"{new} is a name in {change.path} already; choose another")


def _texts_named(request: str, context: OperationContext) -> list[str]:
    """The files that a request names by path, and texts whose name without its ending is a word of it."""
    said = {word.casefold() for word in re.findall(r"\w+", request)}
    paths, _ = named_paths("*.md *.txt *.rst", context.workspace)
    by_name = [path for path in paths if Path(path).stem.casefold() in said]
    return list(dict.fromkeys((*named_paths(request, context.workspace)[0], *by_name)))


def _mentions(
    word: str, new: str, request: str, changes: Sequence[Change], context: OperationContext
) -> list[Change]:
    """Return the changes of text files that the request names, in which the old name stands as a word."""
    changed = {change.path for change in changes}
    mentions = []
    for path in _texts_named(request, context):
        if path in changed or path.endswith(".py") or is_hidden(path, context.workspace, context.hides):
            continue
        resolve(path, context.workspace, context.protected, write=True)
        data, whole = read_regular(path, LARGEST, inside=context.workspace)
        after = re.sub(rb"(?<!\w)" + re.escape(word.encode()) + rb"(?!\w)", new.encode(), data)
        if whole and after != data and b"\0" not in data:
            mentions.append(Change(path, hashlib.sha256(data).hexdigest(), after))
    return mentions


def _regression(changes: Sequence[Change], context: OperationContext) -> str:
    """Return what fails with the changes and not without them, or "" where nothing does or none can run."""
    if not any(is_test_file(path) for path in _python_files(context)):
        return ""

    def place(root: Path) -> None:
        for change in changes:
            target = root / change.path
            target.unlink(missing_ok=True)
            if change.content is not None:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(change.content)

    try:
        after = run_tests_with({}, context, place)
        if after.ok:
            return ""
        before = run_tests_with({}, context, None)
    except RefusedError:
        return ""
    worse = before.ok or passed_count(after.text) < passed_count(before.text)
    return after.text if worse else ""
