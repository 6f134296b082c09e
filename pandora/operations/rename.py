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
from pathlib import Path

from pandora.errors import RefusedError
from pandora.operations.staged_command import execute
from pandora.operations.test import passed_count, run_tests_with
from pandora.programs.code.definitions import LARGEST, MODULE, bound_names, definitions
from pandora.programs.code.name_mentions import (
    Renaming,
    has_another,
    in_prose,
    in_settings,
    in_source,
    lines_left,
    module_name,
)
from pandora.regular_file import read_regular
from pandora.workspace.change import Change
from pandora.workspace.named_files import named_paths
from pandora.workspace.operation_context import OperationContext, Result
from pandora.workspace.paths import (
    SOURCE_CODE,
    is_hidden,
    is_source_code,
    is_test_file,
    printable_path,
    resolve,
)

_KNOWN = frozenset(
    name
    for kind in (*vars(builtins).values(), io.TextIOWrapper, pathlib.Path, re.Pattern, re.Match)
    if isinstance(kind, type)
    for name in dir(kind)
)
"""The members of common classes of Python's own."""
_TEXTS = "*.md *.txt *.rst **/*.md **/*.txt **/*.rst"
_SETTINGS = " ".join(f"*.{ending} **/*.{ending}" for ending in ("toml", "cfg", "ini", "yaml", "yml", "json"))
_OTHER_SOURCES = " ".join(f"*{ending} **/*{ending}" for ending in SOURCE_CODE if ending != ".py")
_NAME = re.compile(r"[^\W\d][\w$]*")
_QUOTED = re.compile(r"""((?<!\w)'(?:\\.|[^'\\\n])*'(?!\w)|"(?:\\.|[^"\\\n])*")""")
_HASH_COMMENT = re.compile(r"(?<!\S)#.*")
_SLASH_COMMENT = re.compile(r"//.*|/\*[\s\S]*?\*/")
_WITH_HASH = (".sh", ".rb", ".pl")
"""Endings of languages whose comments begin with `#`."""
_MOST_LEFT = 5
"""The most places where the old name stands that a person is told."""


class _CannotRename(ValueError):
    """Says in one line why, and what to do."""


def rename(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Return the changes that give `old`, which the file `path` defines, the name `new` in all Python files.

    In source code of another language, and in its comments, it changes each whole word that is not in quotes.
    `old` is a name, a class's member as `Class.member`, or `(module)` or the name of the module, whose
    file is then moved; so it is where `makes` has a path for it, too. Where `path` only uses the name, it
    is the one file that defines it. Text files that `request` names get the new name for each whole word
    that is the old one. The result is a failure where the new name is taken already, where a changed file
    is no Python any more, and where tests that passed before fail. Its text says where the old name still
    stands. It is one, too, where the request does not have the new name. Raises RefusedError for a path that
    may not be written.
    """
    given, old, new = (arguments.get(name, "").strip() for name in ("path", "old", "new"))
    if not _is_named(new.strip("`'\""), old, arguments):
        return Result(
            False, f"the task names no {new}; this renames what the task gives a new name, and no more", 1
        )
    real = resolve(given, context.workspace, context.protected, write=True)
    path = real.relative_to(context.workspace.resolve()).as_posix()
    if is_source_code(path) and not path.endswith(".py"):
        try:
            return _renamed_by_words(path, old, new.strip("`'\""), arguments.get("request", ""), context)
        except _CannotRename as reason:
            return Result(False, f"{printable_path(path)}: {reason}", 1)
    if _means_module(path, old, context):
        old = MODULE
    if only := _defining_file(path, old, context):
        resolve(only, context.workspace, context.protected, write=True)
        path = only
    try:
        return _renamed(path, old, new.strip("`'\""), arguments, context)
    except _CannotRename as reason:
        return Result(False, f"{printable_path(path)}: {reason}", 1)


_PART_OF_NAME = re.compile(r"[^\W\d_]?[^\W\d_A-Z]+|[A-Z]+(?![a-z])|\d+")
"""A part of a name, as `calc` and `Tot` of `calcTot`."""


def _is_named(new: str, old: str, arguments: Mapping[str, str]) -> bool:
    """True where the request, or a file that it makes, has the new name, or what makes it of the old one.

    So `fetch_user` is named by `get_ becomes fetch_`, and any other spelling of the old name is. Else a model
    renames what it cannot mend.
    """
    said = f"{arguments.get('request', '')}\n{arguments.get('makes', '')}"
    last = new.removesuffix(".py").rpartition(".")[2]
    parts, others = ([*_PART_OF_NAME.findall(name)] for name in (last, old.rpartition(".")[2]))
    mine, before = ({part.casefold() for part in own} for own in (parts, others))
    words = {part.casefold() for part in _PART_OF_NAME.findall(said)}
    whole = re.search(rf"(?<!\w){re.escape(last)}(?!\w)", said, re.I) is not None
    return not said.strip() or whole or mine ^ before <= words


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
    renaming = _renaming(path, old, new, staged.changes, context)
    in_code = _with_words(staged.changes, renaming, context)
    renaming = replace(renaming, alone=_is_alone(renaming.word, in_code, context))
    changes = (*in_code, *_mentions(renaming, request, in_code, context))
    if problem := _regression(changes, context):
        return Result(False, f"with {new} for {old}, tests fail that passed:\n{problem}", 1)
    files = ", ".join(change.path for change in changes if change.content is not None)
    left = _lines_left(renaming, changes, context)
    note = f"lines that use this {word}: {', '.join(staged.stdout.split())}" if staged.stdout else ""
    text = f"{word} is {new} now, in {files}{f'; as it was it stands in {left}' if left else ''}"
    return Result(True, text, changes=changes, note=note, confined=completed.confined)


def _renamed_by_words(path: str, old: str, new: str, request: str, context: OperationContext) -> Result:
    """Rename in source code of another language than Python: whole words in code and comments."""
    if not _NAME.fullmatch(new) or new == old:
        raise _CannotRename(f"{new!r} is no other name; write letters, digits and _")
    word, taken = (re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])") for name in (old, new))
    changes = []
    for other in dict.fromkeys((path, *_paths(_OTHER_SOURCES, context))):
        data = _bytes(other, context)
        text = data.decode("utf-8", "surrogateescape")
        parts = _QUOTED.split(text)
        parts[::2] = [word.sub(new, part) for part in parts[::2]]
        if "".join(parts) == text or b"\0" in data:
            continue
        if taken.search(_without_comments(other, " ".join(_QUOTED.split(text)[::2]))):
            raise _CannotRename(f"{new} is a name in {other} already; choose another")
        resolve(other, context.workspace, context.protected, write=True)
        content = "".join(parts).encode("utf-8", "surrogateescape")
        changes.append(Change(other, hashlib.sha256(data).hexdigest(), content))
    if not any(change.path == path for change in changes):
        raise _CannotRename(f"it has no {old!r}; choose a name that it has")
    renaming = Renaming(old, new, alone=True)
    made = (*changes, *_mentions(renaming, request, changes, context))
    files = ", ".join(change.path for change in made)
    left = _lines_left(renaming, made, context)
    text = f"{old} is {new} now, in {files}{f'; as it was it stands in {left}' if left else ''}"
    return Result(True, text, changes=made)


def _without_comments(path: str, source: str) -> str:
    """Source code without its comments: the new name may be a word of a sentence there."""
    return (_HASH_COMMENT if path.endswith(_WITH_HASH) else _SLASH_COMMENT).sub(" ", source)


def _new_module(path: str, old: str, makes: str, request: str, context: OperationContext) -> str:
    """The new name of the module in which a name is renamed, where the request gives that too; else "".

    It names the file and one that is not there, in the same folder: `lib/reader.py` and `lib/member.py`.
    """
    new = [name for name in makes.splitlines() if name.endswith(".py")]
    if old == MODULE or len(new) != 1 or path not in request or Path(new[0]).parent != Path(path).parent:
        return ""
    _refuse_overwriting((context.workspace / path).parent / Path(new[0]).stem)
    return Path(new[0]).stem


def _renaming(path: str, old: str, new: str, changes: Sequence[Change], context: OperationContext) -> Renaming:
    """What is renamed, and by which modules it is known: those whose files change."""
    owner, _, word = old.rpartition(".")
    changed = [change.path for change in changes if change.content is not None and change.path.endswith(".py")]
    modules = frozenset(map(module_name, {path, *changed})) - {""}
    if old == MODULE:
        return Renaming(Path(module_name(path)).name.rpartition(".")[2], new)
    return Renaming(word, new, owner, modules, bool(owner) and _defined_once(word, context))


def _with_words(changes: Sequence[Change], renaming: Renaming, context: OperationContext) -> list[Change]:
    """The changes with the new name in what mentions the old one, and those of files that only mention it."""
    changed = {change.path for change in changes}
    others = [path for path in _python_files(context) if path not in changed]
    mentioning = [
        Change(path, hashlib.sha256(data).hexdigest(), data)
        for path in others
        if renaming.modules and renaming.word.encode() in (data := _bytes(path, context))
    ]
    return [
        *(_with_mentions(change, renaming) for change in changes),
        *(after for change in mentioning if (after := _with_mentions(change, renaming)) != change),
    ]


def _with_mentions(change: Change, renaming: Renaming) -> Change:
    if change.content is None or not change.path.endswith(".py"):
        return change
    try:
        source = in_source(change.content.decode("utf-8"), renaming)
    except (ValueError, SyntaxError, tokenize.TokenError):
        return change
    return replace(change, content=source.encode("utf-8"))


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


def _means_module(path: str, old: str, context: OperationContext) -> bool:
    """True for the name of a file, `helpers` or `helpers.py`, that the file itself does not define."""
    name = Path(path).name
    return path.endswith(".py") and old in (path, name, Path(path).stem) and not _defines(path, old, context)


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
    return _paths("**/*.py *.py", context)


def _paths(globs: str, context: OperationContext) -> list[str]:
    paths, _ = named_paths(globs, context.workspace)
    return [path for path in paths if not is_hidden(path, context.workspace, context.hides)]


def _text(path: str, context: OperationContext) -> str:
    return _bytes(path, context).decode("utf-8", "replace")


def _bytes(path: str, context: OperationContext) -> bytes:
    try:
        data, whole = read_regular(path, LARGEST, inside=context.workspace)
    except OSError:
        return b""
    return data if whole else b""


def _defined_once(word: str, context: OperationContext) -> bool:
    """Return whether just one class of the workspace has a member of this name, but for those below it.

    The overrides in these get the new name with it.
    """
    owners: list[str] = []
    above: dict[str, set[str]] = {}
    for path in _python_files(context):
        source = _text(path, context)
        names = {definition.name for definition in definitions(source)}
        owners += [
            name.rpartition(".")[0].rpartition(".")[2] for name in names if name.rpartition(".")[2] == word
        ]
        for name, bases in _bases(source):
            above[name] = set() if name in above else {*bases}  # of two classes of a name, either may be meant
    return sum(not _derives(owner, {*owners} - {owner}, above) for owner in owners) == 1


def _bases(source: str) -> list[tuple[str, list[str]]]:
    """The classes of a source with the names of those that they derive from."""
    try:
        classes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    return [(node.name, [ast.unparse(base).rpartition(".")[2] for base in node.bases]) for node in classes]


def _derives(name: str, others: set[str], above: Mapping[str, set[str]]) -> bool:
    """True where one of the others is a class above the named one."""
    seen: set[str] = set()
    left = [name]
    while left:
        new = above.get(left.pop(), set()) - seen
        seen |= new
        left += new
    return not others.isdisjoint(seen)


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
    """The files that a request names by path, and texts whose name or folder is a word of it: `the docs`."""
    said = {word.casefold() for word in re.findall(r"\w+", request)}
    by_name = [
        path
        for path in _paths(_TEXTS, context)
        if {Path(path).stem.casefold(), *(part.casefold() for part in Path(path).parts[:-1])} & said
    ]
    return list(dict.fromkeys((*named_paths(request, context.workspace)[0], *by_name)))


def _mentions(
    renaming: Renaming, request: str, changes: Sequence[Change], context: OperationContext
) -> list[Change]:
    """Return the changes of texts that the request names and that mention the name, and of configurations."""
    changed = {change.path for change in changes}
    named = _texts_named(request, context)
    mentions = []
    for path in dict.fromkeys((*named, *(_paths(_SETTINGS, context) if renaming.modules else ()))):
        if path in changed or path.endswith(".py") or is_hidden(path, context.workspace, context.hides):
            continue
        data = _bytes(path, context)
        if renaming.word.encode() not in data or b"\0" in data:
            continue
        text = data.decode("utf-8", "surrogateescape")
        after = in_prose(text, renaming) if path in named else in_settings(text, renaming)
        if after != text:
            resolve(path, context.workspace, context.protected, write=True)
            content = after.encode("utf-8", "surrogateescape")
            mentions.append(Change(path, hashlib.sha256(data).hexdigest(), content))
    return mentions


def _is_alone(word: str, changes: Sequence[Change], context: OperationContext) -> bool:
    """Return whether no Python file has anything else of this name once it is changed."""
    made = {change.path: change.content or b"" for change in changes}
    sources = (made.get(path, _bytes(path, context)) for path in _python_files(context))
    return not any(
        word.encode() in source and has_another(source.decode("utf-8", "replace"), word) for source in sources
    )


def _lines_left(renaming: Renaming, changes: Sequence[Change], context: OperationContext) -> str:
    """Where the old name may still be meant, as `path:line`; "" where nowhere."""
    made = {change.path: change.content for change in changes}
    places = []
    others = f"{_OTHER_SOURCES} {_TEXTS} {_SETTINGS}"
    for path in (*_python_files(context), *_paths(others, context)):
        content = made.get(path, _bytes(path, context) if path not in made else None)
        if content and renaming.word.encode() in content and b"\0" not in content:
            lines = lines_left(path, content.decode("utf-8", "replace"), renaming)
            places += [f"{printable_path(path)}:{line}" for line in lines]
    more = f" and {len(places) - _MOST_LEFT} more" if len(places) > _MOST_LEFT else ""
    return ", ".join(places[:_MOST_LEFT]) + more


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
