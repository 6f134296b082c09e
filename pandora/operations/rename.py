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
from collections.abc import Mapping, Sequence
from pathlib import Path

from pandora.errors import RefusedError
from pandora.operations.staged_command import execute
from pandora.operations.test import passed_count, run_tests_with
from pandora.programs.definitions import LARGEST, MODULE, bound_names, definitions
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


class _CannotRename(ValueError):
    """Says in one line why, and what to do."""


def rename(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Return the changes that give `old`, which the file `path` defines, the name `new` in all Python files.

    `old` is a name, a class's member as `Class.member`, or `(module)`, whose file is then moved. Text files
    that `request` names get the new name for each whole word that is the old one. The result is a failure
    where the new name is taken already, where a changed file is no Python any more, and where tests that
    passed before fail. Raises RefusedError for a path that may not be written.
    """
    given, old, new = (arguments.get(name, "").strip() for name in ("path", "old", "new"))
    real = resolve(given, context.workspace, context.protected, write=True)
    path = real.relative_to(context.workspace.resolve()).as_posix()
    try:
        return _renamed(path, old, new.strip("`'\""), arguments.get("request", ""), context)
    except _CannotRename as reason:
        return Result(False, f"{printable_path(path)}: {reason}", 1)


def _renamed(path: str, old: str, new: str, request: str, context: OperationContext) -> Result:
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
    command = (sys.executable, "-I", "-B", "-X", "utf8", str(script), path, str(offset), new, unsure)
    staged = execute((*command, str(library)), context, readable=(script, library))
    completed = staged.completed
    if not staged.ok:
        reason = staged.note or next(iter(reversed(staged.stderr.splitlines())), "")
        raise _CannotRename(f"{old} was not renamed: {reason or f'exit {completed.code}'}")
    if not staged.changes:
        raise _CannotRename(f"{old} was not found; choose a name that the file defines")
    _refuse_taken(new, member, old == MODULE, staged.changes, context)
    changes = (*staged.changes, *_mentions(word, new, request, staged.changes, context))
    if problem := _regression(changes, context):
        return Result(False, f"with {new} for {old}, tests fail that passed:\n{problem}", 1)
    files = ", ".join(change.path for change in changes if change.content is not None)
    note = f"lines that use this {word}: {', '.join(staged.stdout.split())}" if staged.stdout else ""
    return Result(
        True, f"{word} is {new} now, in {files}", changes=changes, note=note, confined=completed.confined
    )


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
