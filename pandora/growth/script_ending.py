"""How a grown script prints its result: code reads the form off the examples, and writes those lines itself."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Sequence

from pandora.growth.example_facts import decimals
from pandora.growth.examples import Example
from pandora.growth.script_edits import NO_PYTHON
from pandora.programs.repairs.forgotten_imports import with_imports

RESULT = "result"
"""The name under which code prints what a script worked out."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_CHANGED_BY = ("append", "extend", "add", "update", "insert", "setdefault")
_OUTPUT = ("print", "save", "open", "write", "write_text", "dump", "writerow", "writerows", "writelines")
"""Functions that print or write: a script that calls one elsewhere than in its last line ends as it does."""


def ending_of(examples: Sequence[Example], words: str) -> str:
    """The lines that print `result` as the examples write it; "" where a plain `print` does.

    A text that a script has formed itself is printed as it is. `words` are those of the capability: of two
    labels that it names, the first one means that something is true.
    """
    outputs = [example.output.strip() for example in examples if example.output is not None]
    if not outputs or len(outputs) < len(examples) or not all(outputs):
        return ""
    lists = [output.splitlines() for output in outputs]
    digits = decimals(outputs)
    if all(map(_is_json, outputs)):
        return f"print({RESULT} if isinstance({RESULT}, str) else json.dumps({RESULT}, ensure_ascii=False))\n"
    if digits:
        return f'print(f"{{{RESULT}:.{digits}f}}" if isinstance({RESULT}, (int, float)) else {RESULT})\n'
    if all(_NUMBER.fullmatch(output) for output in outputs):
        return f'print(f"{{{RESULT}:.12g}}" if isinstance({RESULT}, float) else {RESULT})\n'
    if labels := _two_labels(outputs, words):
        true, false = labels
        return f"print(({true!r} if {RESULT} else {false!r}) if isinstance({RESULT}, bool) else {RESULT})\n"
    joined = f'"\\n".join(map(str, {RESULT})) if isinstance({RESULT}, (list, tuple)) else {RESULT}'
    if ending := _table_ending(lists):
        rows = f"isinstance({RESULT}, list) and all(isinstance(row, dict) for row in {RESULT})"
        shown = f'text_of({RESULT}, "result{ending}").rstrip() if {rows} else {joined}'
        return f"from pandora_data import text_of\n\nprint({shown})\n"
    if any(len(lines) > 1 for lines in lists):
        return f"print({joined})\n"
    return ""


def _is_json(output: str) -> bool:
    try:
        return isinstance(json.loads(output), list | dict)
    except (ValueError, RecursionError):
        return False


def _two_labels(outputs: Sequence[str], words: str) -> tuple[str, str] | None:
    """The two words of which each output is one, the one first that the request names first."""
    labels = sorted(set(outputs))
    if len(labels) != 2 or not all(len(label.split()) == 1 for label in labels):
        return None
    places = [re.search(rf"\b{re.escape(label)}\b", words, re.I) for label in labels]
    if places[0] is None or places[1] is None:
        return None
    first, second = sorted(zip(places, labels, strict=True), key=lambda pair: pair[0].start())  # type: ignore[union-attr]
    return first[1], second[1]


def _table_ending(outputs: Sequence[Sequence[str]]) -> str:
    """`.md` or `.csv` where every output is such a table with a header; else ""."""
    if all(len(lines) > 2 and all(line.startswith("|") for line in lines) for lines in outputs):
        return ".md"
    counts = [{line.count(",") for line in lines} for lines in outputs]
    table = all(
        len(lines) > 1 and len(found) == 1 and 0 not in found
        for lines, found in zip(outputs, counts, strict=True)
    )
    return ".csv" if table else ""


def finished(source: str, ending: str, inputs: Sequence[str] = (), function: str = "") -> str:
    """The script with its result printed by `ending`; as it is where code cannot tell what the result is.

    That is what the last line prints or works out, or the one name that a last loop makes. A last function
    is called with the variables of the `inputs`, and so is the `function` that code began, where it prints
    nothing: what was written below it, such as a command line of its own, is left out. Without an ending, only
    what prints nothing gets a `print`. Imports that it lacks are added.
    """
    return with_imports(_ended(_functions_first(_with_function_last(source, function)), ending, inputs))


def _ended(source: str, ending: str, inputs: Sequence[str]) -> str:
    try:
        tree = ast.parse(source)
    except NO_PYTHON:
        return source
    if not tree.body:
        return source
    last = tree.body[-1]
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _puts_out(node)]
    lines = source.split("\n")
    if calls:
        printed = _printed_alone(last)
        if printed is None or len(calls) > 1 or not ending:
            return source
        found = ast.get_source_segment(source, printed) or ""
        return _joined(lines[: last.lineno - 1], found, ending)
    shown = ending or f"print({RESULT})\n"
    if isinstance(last, ast.Expr):
        found = ast.get_source_segment(source, last.value) or ""
        return _joined(lines[: last.lineno - 1], found, shown)
    name = _result_name(tree.body, inputs)
    return _joined(lines, name, shown) if name else source


def _with_function_last(source: str, name: str) -> str:
    """The script up to the function `name`, with what that one calls above it; as it is where it prints."""
    try:
        body = ast.parse(source).body
    except NO_PYTHON:
        return source
    functions = {node.name: node for node in body if isinstance(node, ast.FunctionDef)}
    if name not in functions or _share_a_line(body):
        return source
    used, left = set[str](), [name]
    while left:
        one = left.pop()
        used.add(one)
        called = {node.id for node in ast.walk(functions[one]) if isinstance(node, ast.Name)}
        left += sorted((called & functions.keys()) - used)
    calls = (node for one in used for node in ast.walk(functions[one]) if isinstance(node, ast.Call))
    if any(map(_puts_out, calls)):
        return source
    function = functions[name]
    below = [
        node
        for node in body[body.index(function) + 1 :]
        if isinstance(node, ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.FunctionDef) and node.name in used)
    ]
    above = source.split("\n")[: function.lineno - 1]
    return "\n".join([*above, *(_text(source, node) for node in (*below, function))]) + "\n"


def ending_with_loop(source: str, name: str, kept: str) -> str:
    """The script whose function `name` ends with its loop and returns the list `kept` that code began.

    What a model writes below the loop, to save and print the list, is left out; so is all below the function.
    """
    try:
        body = ast.parse(source).body
    except NO_PYTHON:
        return source
    function = next((one for one in body if isinstance(one, ast.FunctionDef) and one.name == name), None)
    loop = next((one for one in function.body if isinstance(one, ast.For)), None) if function else None
    if loop is None:
        return source
    lines = source.split("\n")[: loop.end_lineno]
    return "\n".join([*lines, f"{' ' * loop.col_offset}return {kept}", ""])


def _functions_first(source: str) -> str:
    """The script with its functions below its imports, where one is called above the lines that define it."""
    try:
        body = ast.parse(source).body
    except NO_PYTHON:
        return source
    defined = {node.name: node.lineno for node in body if isinstance(node, ast.FunctionDef)}
    early = any(
        isinstance(node, ast.Name) and node.lineno < defined.get(node.id, 0)
        for statement in body
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef)
        for node in ast.walk(statement)
    )
    if not early or _share_a_line(body):
        return source
    order = (ast.Import | ast.ImportFrom, ast.FunctionDef)
    first = [[node for node in body if isinstance(node, kind)] for kind in order]
    rest = [node for node in body if not isinstance(node, ast.Import | ast.ImportFrom | ast.FunctionDef)]
    return "\n".join(_text(source, node) for node in (*first[0], *first[1], *rest)) + "\n"


def _share_a_line(body: Sequence[ast.stmt]) -> bool:
    return len({node.lineno for node in body}) < len(body)


def _text(source: str, node: ast.stmt) -> str:
    """The lines of a statement, with its decorators."""
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    begin = min([node.lineno, *(one.lineno for one in decorators)])
    return "\n".join(source.split("\n")[begin - 1 : node.end_lineno])


def _joined(lines: Sequence[str], found: str, ending: str) -> str:
    body = "\n".join(lines).rstrip("\n")
    binding = "" if found == RESULT else f"{RESULT} = {found}\n"
    return f"{body}\n{binding}{ending}"


def _puts_out(node: ast.Call) -> bool:
    """Whether a call prints or writes; a file that is opened to be read does neither."""
    function = node.func
    name = getattr(function, "id", "") or getattr(function, "attr", "")
    if name != "open":
        return name in _OUTPUT
    mode = (
        node.args[1] if len(node.args) > 1 else next((k.value for k in node.keywords if k.arg == "mode"), None)
    )
    return mode is not None and not (isinstance(mode, ast.Constant) and set(str(mode.value)) <= set("rbt"))


def _printed_alone(last: ast.stmt) -> ast.expr | None:
    """What the last line prints, where that is one value."""
    call = last.value if isinstance(last, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != "print":
        return None
    alone = len(call.args) == 1 and not call.keywords and not isinstance(call.args[0], ast.Starred)
    return call.args[0] if alone else None


def _result_name(body: Sequence[ast.stmt], inputs: Sequence[str]) -> str:
    """The expression of what a script worked out and did not print; "" where that is not plain."""
    last = body[-1]
    bound = [name for statement in body for name in _bound(statement)]
    if isinstance(last, ast.FunctionDef):
        named = [argument.arg for argument in last.args.args]
        given = named if set(named) <= set(bound) else inputs[: len(named)]
        call = f"{last.name}({', '.join(given)})" if len(given) == len(named) else ""
        yields = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(last))
        return f"list({call})" if call and yields else call
    if RESULT in bound:
        return RESULT
    if isinstance(last, ast.Assign | ast.AnnAssign | ast.AugAssign):
        names = _bound(last)
        return names[0] if len(names) == 1 else ""
    before = [name for statement in body[:-1] for name in _bound(statement)]
    made = [name for node in ast.walk(last) for name in _made(node) if name in before]
    return made[0] if len(set(made)) == 1 else ""


def _bound(statement: ast.stmt) -> list[str]:
    """The names that an assignment binds."""
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    else:
        return []
    return [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]


def _made(node: ast.AST) -> list[str]:
    """The names that a statement or call within a loop binds or adds to."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGED_BY:
        return [node.func.value.id] if isinstance(node.func.value, ast.Name) else []
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
        return [node.value.id]
    return _bound(node) if isinstance(node, ast.stmt) else []
