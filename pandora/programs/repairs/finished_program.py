"""What code completes in a program that a model wrote: the rows that it made are saved where they belong.

A small model goes on from `made = []  # …; at the end: save(made, 'owing.csv')`, fills the rows, prints them
and ends. What the opening says of it is code's own, so code writes it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from pandora.programs.language.text_language import likely_language_of
from pandora.programs.parsed_program import lines_of_tree
from pandora.programs.request.request_text import has_word

_MADE = re.compile(r"^made = \[.*; at the end: (save\(made, (['\"]).+\2\))$", re.M)
_SHOWN = "out/"
"""The folder of the path that the instructions of a program show."""
_IN_SHOWN = re.compile(
    r"(?<![\w./-])(?:\./)?out/|['\"`“”„‘‚«‹]\s?out\s?['\"`“”’‘»›]"
    r"|\b(?:folder|directory|dir)\s+(?:(?:called|named)\s+)?out\b|\bout\s+(?:folder|directory|dir)\b",
    re.I,
)
"""Matches a request's own mention of that folder; `out` alone is also a word of English."""
_MODE = re.compile(r"[rbt]?[wax][bt+]*|[rbt]*\+[bt]*")
"""A mode in which a file is opened to be written."""
_WRITING = {"save", "write_text", "write_bytes", "to_csv", "writerow", "writerows", "dump", "write"}


def finished_program(program: str) -> str:
    """The program, with what its opening says and it does not do; unchanged where it is no whole program."""
    try:
        tree = ast.parse(program)
    except (SyntaxError, ValueError, RecursionError):
        return program
    made = _MADE.search(program)
    if made is not None and _fills(tree, "made") and not writes_files(tree):
        program = f"{program.rstrip()}\n{made[1]}\n"
    elif made is not None and (plain := made[1].partition(", like=")[0]) != made[1]:
        program = program[: made.end()] + program[made.end() :].replace(f"{plain})", made[1])
    return program


def with_saves_in_place(program: str, path: str, request: str) -> str:
    """The program, with the one thing that it saves saved to its own file, where the request names no other.

    That is `path`, the only file of the task, or the one from which what is saved was loaded. A small model
    that is to change a file saves to the folder that its instructions show, also under the same name. A path
    of its own, such as `list_copy.csv`, may be what is asked for.
    """
    tree = _parsed(program)
    saved, target, shown = _only_save(tree)
    if saved is None or target is None:
        return program
    loaded, in_list = dict(_loaded_in(tree)), isinstance(saved, ast.List) and len(saved.elts) == 1
    held = saved.elts[0] if isinstance(saved, ast.List) and in_list else saved
    holder = (
        held.id if isinstance(held, ast.Name) and held.id in loaded and held.id in _changed_in(tree) else ""
    )
    path = loaded.get(holder, path)
    name = shown.rsplit("/", 1)[-1]
    own = {path, path.rsplit("/", 1)[-1]}
    meant = _is_of_instructions(shown, request) and (name in own or name not in request)
    if not path or not (meant or (holder and in_list and shown == path)):
        return program
    edits: list[tuple[ast.expr, str]] = [(target, repr(path))]
    if holder and in_list:  # what is no list in its file is saved as it was loaded
        edits.append((saved, holder))
    return _with_texts(program, edits)


def with_saves_to(program: str, path: str, request: str) -> str:
    """The program, with the one thing that it saves in the folder of the instructions saved to `path` instead.

    So it is where the request asks for just that file and does not name the other one.
    """
    _, target, shown = _only_save(_parsed(program))
    name = shown.rsplit("/", 1)[-1]
    other = name in request and name != path.rsplit("/", 1)[-1]
    if target is None or not shown.startswith(_SHOWN) or other:
        return program
    return program if path.startswith(_SHOWN) else _with_texts(program, [(target, repr(path))])


def _is_of_instructions(path: str, request: str) -> bool:
    """True for a path in the folder that the instructions show, where the request asks for no such folder."""
    if not path.startswith(_SHOWN) or _IN_SHOWN.search(request):
        return False
    return not has_word(request, "out") or likely_language_of(request) in (None, "en")


def _parsed(program: str) -> ast.Module:
    """The tree of a program; an empty one of what is none."""
    try:
        return ast.parse(program)
    except (SyntaxError, ValueError, RecursionError):
        return ast.Module([], [])


def _only_save(tree: ast.Module) -> tuple[ast.expr | None, ast.expr | None, str]:
    """What a program saves, where it says to which path, and that path; None and "" unless it saves once so."""
    saves = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _name_of(node.func) == "save" and len(node.args) > 1
    ]
    if len(saves) == 1:
        saved, target = saves[0].args[:2]
        if isinstance(target, ast.Constant) and isinstance(target.value, str):
            return saved, target, target.value
    return None, None, ""


def _with_texts(program: str, edits: Sequence[tuple[ast.expr, str]]) -> str:
    """The program with a text in the place of each node; unchanged where one goes over a line's end."""
    if any(node.end_lineno != node.lineno or node.end_col_offset is None for node, _ in edits):
        return program
    lines = lines_of_tree(program)
    for node, text in sorted(edits, key=lambda edit: (edit[0].lineno, edit[0].col_offset), reverse=True):
        line = lines[node.lineno - 1]
        lines[node.lineno - 1] = line[: node.col_offset] + text.encode() + line[node.end_col_offset :]
    return b"".join(lines).decode()


def _name_of(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _loaded_in(tree: ast.Module, reader: str = "load") -> Iterator[tuple[str, str]]:
    """The variables that are loaded from a file of keys, or by another `reader`, each with its path."""
    for node in tree.body:
        if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and node.value.args):
            continue
        target, path = node.targets[0], node.value.args[0]
        loads = _name_of(node.value.func) == reader and isinstance(target, ast.Name)
        if loads and isinstance(path, ast.Constant) and isinstance(path.value, str):
            assert isinstance(target, ast.Name)
            yield target.id, path.value


def _changed_in(tree: ast.Module) -> set[str]:
    """The variables of which a value is set."""
    changed = set()
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AugAssign) else targets
        for target in targets:
            holder: ast.expr = target
            while isinstance(holder, ast.Subscript):
                holder = holder.value
            if isinstance(holder, ast.Name) and holder is not target:
                changed.add(holder.id)
    return changed


def _fills(tree: ast.Module, name: str) -> bool:
    """True where something is put into a list of this name behind its first assignment."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            holder = node.func.value
            if isinstance(holder, ast.Name) and holder.id == name and node.func.attr in ("append", "extend"):
                return True
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
            return True
    targets = [
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    ]
    return targets.count(name) > 1 or _is_full(tree, name)


def _is_full(tree: ast.Module, name: str) -> bool:
    """True where the first value of a name is a list that is made of others."""
    return any(
        isinstance(node.value, ast.ListComp)
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id == name
    )


def writes_files(tree: ast.Module) -> bool:
    """True where a program calls what writes a file; `open` is one of them with a mode that writes."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = _name_of(node.func)
        first = 1 if isinstance(node.func, ast.Name) else 0  # Path(…).open has no path before the mode
        given = (*node.args[first:2], *(word.value for word in node.keywords if word.arg == "mode"))
        modes = {str(one.value) for one in given if isinstance(one, ast.Constant)}
        if name in _WRITING or (name == "open" and any(_MODE.fullmatch(mode) for mode in modes)):
            return True
    return False
